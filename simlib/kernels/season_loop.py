"""Seasons of any game: the schedule, who meets whom after it, one game alone, a match.

What a game writes for itself is marked `generic`, and picked by the class of its arrays, a NamedTuple; the
rest is football. Entry points keep the arrays they made to their end: numba frees one after its last use.
"""

from collections.abc import Callable

import numpy as np

from simlib.kernels import of_man, of_team, record, state
from simlib.kernels.book import AWAY, HOME, LINES, OWN, line_of
from simlib.kernels.jit import bare, borrowed, generic, kernel, out_of_line
from simlib.kernels.post_season import B_AWAY, B_HOME, BRACKET, crown, next_meeting, record_winner
from simlib.kernels.rng import coin, game_key, raw_word
from simlib.kernels.season import (
    MATCH_GAME,
    POST_SEASON_GAME,
    R_OVERTIME,
    R_YEAR,
    SeasonArrays,
    has_two_conferences,
)
from simlib.kernels.standings import conference_leaders, draw_order, draw_site, title_site
from simlib.kernels.tally import POST_EAST, POST_PLAYOFFS, POST_TITLE

OUTSIDE = -1  # number of a game outside any season


@generic
def own_book(game, teams):
    """How many numbers of its own, beyond football's, a game's book has: what it carries, a deck, ..."""


@generic
def kick_off(game, book, key, number, season, turn):
    """Line-ups, the toss, the opening kick-off; `turn` counts the games each team has played before."""


@generic
def begin_half(game, book, kicking):
    """Time-outs of a half, or of sudden death, and its kick-off."""


@generic
def play_on(game, book, men, spare, key):
    """Make the play that comes next, with the clock after it. Returns 1 when the quarter is over.

    `spare` are other men's lines, for plays that are tried; what they hold means nothing.
    """


@generic
def record_throws(game, book, key):
    """Put on record what a log knows of a play before it: its throws, or its card."""


@kernel
def begin_game(game, book, key, home, away, number, season, turn, sudden_death):
    """A game between two teams, about to be kicked off."""
    for entry in range(OWN):
        book[entry] = 0
    book[state.TEAM] = home
    book[state.TEAM + 1] = away
    book[state.QUARTER] = 1
    book[state.PLAY] = 1
    book[state.SUDDEN_DEATH] = sudden_death
    kick_off(game, book, key, number, season, turn)


@kernel
def end_quarter(game, book, key):
    """What follows a quarter: the next one, the second half, the end of the game, sudden death."""
    quarter = book[state.QUARTER]
    book[state.QUARTER] = quarter + 1
    book[state.CLOCK] = 0
    if quarter == 2:
        begin_half(game, book, 1 - book[state.RECEIVES_SECOND_HALF])
    elif quarter == 4:
        if book[state.SUDDEN_DEATH] == state.NO_MORE or book[state.POINTS] != book[state.POINTS + 1]:
            book[state.OVER] = 1
            return
        kicking = coin(key, book[state.PLAY])
        book[state.PLAY] += 1
        begin_half(game, book, kicking)
    elif quarter > 4 and book[state.SUDDEN_DEATH] == state.ONE_PERIOD:
        book[state.OVER] = 1


@kernel
def begin_record(game, book, key):
    """What is known of a play before it."""
    for entry in range(record.FIRST, LINES):
        book[entry] = -1
    book[record.YARDS] = 0
    book[record.RETURN_YARDS] = 0
    book[record.PLAY] = book[state.PLAY]
    book[record.QUARTER] = book[state.QUARTER]
    book[record.OFFENSE] = book[state.OFFENSE]
    book[record.DOWN] = book[state.DOWN]
    book[record.YARDS_TO_GO] = book[state.YARDS_TO_GO]
    book[record.TO_GOAL] = book[state.TO_GOAL]
    record_throws(game, book, key)


@kernel
def end_record(book, log, first):
    """Copy the play's record, with where it left the game, to a row of the log."""
    book[record.NEXT_OFFENSE] = book[state.OFFENSE]
    book[record.NEXT_TO_GOAL] = book[state.TO_GOAL]
    book[record.HOME_POINTS] = book[state.POINTS]
    book[record.AWAY_POINTS] = book[state.POINTS + 1]
    for column in range(record.WIDTH):
        log[first + column] = book[record.FIRST + column]


@kernel
def play_to_end(game, book, men, spare, key, log, rows):
    """Play a begun game to its end; the first `rows` plays are logged.

    Returns how many plays there were, kick-offs and tries included.
    """
    out_of_line()
    plays = 0
    while book[state.OVER] == 0:
        logging = plays < rows
        if logging:
            begin_record(game, book, key)
        book[record.CLOCK] = book[state.CLOCK]
        quarter_over = play_on(game, book, men, spare, key)
        if logging:
            end_record(book, log, plays * record.WIDTH)
        plays += 1
        if quarter_over:
            end_quarter(game, book, key)
    return plays


@kernel
def close_game(book, team_stats, scores, number):
    """Book a regular-season game: score, record, each team's line and its opponent's."""
    margin = book[state.POINTS] - book[state.POINTS + 1]
    scores[number, HOME] = book[state.POINTS]
    scores[number, AWAY] = book[state.POINTS + 1]
    for side in range(2):
        lead = margin if side == HOME else -margin
        line = line_of(side)
        book[line + of_team.GAMES] = 1
        book[line + of_team.WINS] = int(lead > 0)
        book[line + of_team.LOSSES] = int(lead < 0)
        book[line + of_team.TIES] = int(lead == 0)
        book[line + of_team.POINTS_SQUARED] = book[line + of_team.POINTS] * book[line + of_team.POINTS]
        book[line + of_team.MARGIN_SQUARED] = lead * lead
    book[line_of(HOME) + of_team.HOME_GAMES] = 1
    book[line_of(HOME) + of_team.HOME_MARGIN] = margin
    for side in range(2):
        team = book[state.TEAM + side]
        for column in range(of_team.WIDTH):
            team_stats[team, column] += book[line_of(side) + column]
            team_stats[team, of_team.WIDTH + column] += book[line_of(1 - side) + column]


@kernel
def place_men(book, width):
    """Where each side's men begin in a flat array of men's statistics, `width` numbers a team."""
    for side in range(2):
        book[state.MEN + side] = book[state.TEAM + side] * width


@kernel
def post_season_winner(game, book, men, width, seed, season, number, home, away, turn):
    """Winner of a game that is played until one wins; nothing of it enters a statistic."""
    out_of_line()
    key = game_key(seed, season, number)
    begin_game(game, book, key, home, away, number, season, turn, state.UNTIL_A_SCORE)
    place_men(book, width)
    play_to_end(game, book, men, men, key, men, 0)
    turn[home] += 1
    turn[away] += 1
    if book[state.POINTS] > book[state.POINTS + 1]:
        return home
    return away


@kernel
def play_two_conferences(game, book, men, width, seed, season, arrays, turn, lines, post):
    """The post-season of 1933 to 1966 (simlib.kernels.standings)."""
    out_of_line()
    leaders = np.zeros(len(arrays.conference), np.int64)
    draws = game_key(seed, season, POST_SEASON_GAME - 1)
    number = POST_SEASON_GAME
    for which in range(2):
        wins, losses = lines[:, of_team.WINS], lines[:, of_team.LOSSES]
        count = conference_leaders(wins, losses, arrays.conference, which, leaders)
        draw_order(leaders, count, raw_word(draws, which, 0))
        coins = raw_word(draws, which, 1)
        champion = int(leaders[0])
        for step in range(1, count):
            home, away = draw_site(champion, int(leaders[step]), coins, step - 1)
            champion = post_season_winner(game, book, men, width, seed, season, number, home, away, turn)
            number += 1
        post[POST_EAST + which] = champion
        post[POST_PLAYOFFS] += count - 1
    home, away = title_site(int(arrays.rules[R_YEAR]), int(post[POST_EAST]), int(post[POST_EAST + 1]))
    winner = post_season_winner(game, book, men, width, seed, season, number, home, away, turn)
    post[POST_TITLE] = winner


@kernel
def play_post_season(game, book, men, width, seed, season, arrays, turn, lines, scores, post):
    """Play what the year plays after its season, in any form (simlib.kernels.post_season)."""
    out_of_line()
    draws = game_key(seed, season, POST_SEASON_GAME - 1)
    bracket = np.zeros(BRACKET, np.int64)
    number = POST_SEASON_GAME
    while next_meeting(arrays, lines, scores, draws, bracket):
        home, away = int(bracket[B_HOME]), int(bracket[B_AWAY])
        winner = post_season_winner(game, book, men, width, seed, season, number, home, away, turn)
        record_winner(bracket, winner)
        number += 1
    crown(bracket, post)


@kernel
def play_regular_season(game, book, men, spare, width, seed, season, arrays, turn, lines, scores):
    """Play the schedule of a season."""
    out_of_line()
    home, away = arrays.home, arrays.away
    extra = int(arrays.rules[R_OVERTIME])
    for number in range(home.shape[0]):
        key = game_key(seed, season, number)
        begin_game(game, book, key, int(home[number]), int(away[number]), number, season, turn, extra)
        place_men(book, width)
        play_to_end(game, book, men, spare, key, men, 0)
        close_game(book, lines, scores, number)
        turn[home[number]] += 1
        turn[away[number]] += 1


@kernel
def play_seasons(seed, first, season_arrays, packed, tally, any_form=None):
    """Play `len(tally.scores)` seasons into a zeroed tally.

    Parameters
    ----------
    seed : uint64
    first : int
        Number of the first season, from 0.
    season_arrays : simlib.kernels.season.SeasonArrays
    packed : NamedTuple
        The game's own arrays, of one dimension: their class says which game it is.
    tally : simlib.kernels.tally.Tally
    any_form : None or int
        None for seasons of two undivided conferences: numba then leaves the later forms out, and compiles
        in half the time.
    """
    game = bare(packed)
    teams, width = tally.team_stats.shape[1], tally.player_stats.shape[2] * of_man.WIDTH
    turn = np.zeros(teams, np.int64)
    unbooked = np.zeros(teams * width + 1, np.int32)
    spare = borrowed(unbooked)
    whole_book = np.zeros(OWN + own_book(game, teams), np.int64)
    book = borrowed(whole_book)
    for at in range(tally.scores.shape[0]):
        season = first + at
        lines, scores = tally.team_stats[at], tally.scores[at]
        turn[:] = 0
        whole_book[:] = 0
        men = borrowed(tally.player_stats[at].reshape(-1))
        play_regular_season(game, book, men, spare, width, seed, season, season_arrays, turn, lines, scores)
        post = tally.post[at]
        if any_form is None:
            play_two_conferences(game, book, spare, width, seed, season, season_arrays, turn, lines, post)
        else:
            play_post_season(game, book, spare, width, seed, season, season_arrays, turn, lines, scores, post)
    whole_book[state.OVER] = unbooked[0] = 1


def play_seasons_of_forms(seed, first, season_arrays, packed, tally) -> None:
    """Play seasons whose post-season has any form (simlib.kernels.post_season); else as `play_seasons`."""
    play_seasons(seed, first, season_arrays, packed, tally, 1)


def seasons_player(season_arrays: SeasonArrays) -> Callable[..., None]:
    """The kernel that plays seasons of this form, `play_seasons` or `play_seasons_of_forms`."""
    return play_seasons if has_two_conferences(season_arrays) else play_seasons_of_forms


@kernel
def play_one_game(seed, season, number, season_arrays, packed, tally, events):
    """Play one regular-season game with its log, after the season's earlier games that it may depend on.

    Parameters
    ----------
    tally : simlib.kernels.tally.Tally of one season
        Receives the game's statistics alone.
    events : int32[plays, record.WIDTH]
        Receives the log.

    Returns
    -------
    int
        Number of plays; the log holds as many, if it has the rows.
    """
    game = bare(packed)
    home, away = season_arrays.home, season_arrays.away
    extra = int(season_arrays.rules[R_OVERTIME])
    teams, width = tally.team_stats.shape[1], tally.player_stats.shape[2] * of_man.WIDTH
    turn = np.zeros(teams, np.int64)
    unbooked = np.zeros(teams * width + 1, np.int32)
    spare = borrowed(unbooked)
    whole_book = np.zeros(OWN + own_book(game, teams), np.int64)
    book = borrowed(whole_book)
    men, log = borrowed(tally.player_stats[0].reshape(-1)), borrowed(events.reshape(-1))
    plays = 0
    for earlier in range(number + 1):
        key = game_key(seed, season, earlier)
        begin_game(game, book, key, int(home[earlier]), int(away[earlier]), earlier, season, turn, extra)
        place_men(book, width)
        if earlier < number:
            play_to_end(game, book, spare, spare, key, log, 0)
        else:
            plays = play_to_end(game, book, men, spare, key, log, events.shape[0])
        turn[home[earlier]] += 1
        turn[away[earlier]] += 1
    close_game(book, tally.team_stats[0], tally.scores[0], number)
    whole_book[state.OVER] = unbooked[0] = 1
    return plays


@kernel
def play_match(seed, number, home, away, packed, tally, events, sudden_death):
    """Play game `number` (0, 1, ...) between two teams, outside any season.

    Its key is that of game MATCH_GAME + number of season 0, and each team plays its game `number` of it.

    Parameters
    ----------
    tally : simlib.kernels.tally.Tally of one season with one game
        Receives the game's statistics.
    events : int32[plays, record.WIDTH]
        Receives the log.
    sudden_death : int
        What follows four level quarters: state.NO_MORE, UNTIL_A_SCORE or ONE_PERIOD.

    Returns
    -------
    int
        Number of plays; the log holds as many, if it has the rows.
    """
    game = bare(packed)
    teams, width = tally.team_stats.shape[1], tally.player_stats.shape[2] * of_man.WIDTH
    turn = np.full(teams, number, np.int64)
    unbooked = np.zeros(teams * width + 1, np.int32)
    whole_book = np.zeros(OWN + own_book(game, teams), np.int64)
    book = borrowed(whole_book)
    men, log = borrowed(tally.player_stats[0].reshape(-1)), borrowed(events.reshape(-1))
    key = game_key(seed, 0, MATCH_GAME + number)
    begin_game(game, book, key, home, away, OUTSIDE, 0, turn, sudden_death)
    place_men(book, width)
    plays = play_to_end(game, book, men, borrowed(unbooked), key, log, events.shape[0])
    close_game(book, tally.team_stats[0], tally.scores[0], 0)
    whole_book[state.OVER] = unbooked[0] = 1
    return plays
