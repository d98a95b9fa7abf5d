"""SPI Football: one game between any two teams, with its log; no season comes before it."""

import numpy as np

from simlib.kernels.jit import borrowed, kernel
from simlib.kernels.rng import game_key
from simlib.rulesets.spi.play.game import begin_game, close_game, play_game
from simlib.rulesets.spi.play.state import LAST_USE, NO_MORE, S_OVER, S_TEAM_GAME, UNTIL_A_SCORE, new_book

MATCH_GAME = 2000  # number, in the key, of the first game outside a season


@kernel
def play_any_match(seed, number, home, away, packed, tally, events, sudden_death):
    """Play game `number` of two teams; S_SUDDEN_DEATH says what follows four level quarters."""
    tables, sheets = borrowed(packed.tables), borrowed(packed.sheets)
    teams = tally.team_stats.shape[1]
    played = np.full(teams, number, np.int64)
    whole_book = new_book(teams)
    book = borrowed(whole_book)
    key = game_key(seed, 0, MATCH_GAME + number)
    # The book is new: its one game may have any number.
    begin_game(tables, sheets, book, key, home, away, 0, 0, played, sudden_death)
    book[S_TEAM_GAME] = book[S_TEAM_GAME + 1] = 0  # nobody has missed a game
    whole_book[LAST_USE:] = 0  # nor played one
    spare = np.zeros(tally.player_stats.shape[1:], np.int32)
    plays = play_game(tables, sheets, book, tally.player_stats[0], spare, key, events)
    close_game(book, tally.team_stats[0], tally.scores[0], 0)
    whole_book[S_OVER] = 1  # used to the end: numba frees an array after its last use
    return plays


@kernel
def play_match(seed, number, home, away, packed, tally, events):
    """Play game `number` (0, 1, ...) between two teams; it may end level.

    Its key is that of game MATCH_GAME + number of season 0, its passers are those of each team's
    game `number` of that season.

    Parameters
    ----------
    tally : simlib.kernels.tally.Tally of one season with one game
        Receives the game's statistics.
    events : int32[plays, RECORD_WIDTH]
        Receives the log.

    Returns
    -------
    int
        Number of plays; the log holds as many, if it has the rows.
    """
    return play_any_match(seed, number, home, away, packed, tally, events, NO_MORE)


@kernel
def play_until_won(seed, number, home, away, packed, tally, events):
    """Play as `play_match` does, but on until one scores where four quarters end level."""
    return play_any_match(seed, number, home, away, packed, tally, events, UNTIL_A_SCORE)
