"""Football Strategy: one game, play by play, and a chunk of seasons (Prepare for Play, Time, Scoring)."""

import numpy as np

from simlib.kernels.clock import QUARTER, tick, two_minute_period
from simlib.kernels.jit import borrowed, kernel, out_of_line
from simlib.kernels.post_season import B_AWAY, B_HOME, BRACKET, crown, next_meeting, record_winner
from simlib.kernels.rng import choice, dice_word, game_key, raw_word, throw
from simlib.kernels.season import R_OVERTIME
from simlib.rulesets.football_strategy.play.arrays import (
    ALL_SHARES,
    FREE_PUNT,
    MOST_COST,
    P_SAFETY_PUNT,
    P_TIMEOUT_DEFENSE,
    P_TIMEOUT_OFFENSE,
    P_WINNER_RECEIVES,
)
from simlib.rulesets.football_strategy.play.kicks import blind_card, kickoff_play, try_play
from simlib.rulesets.football_strategy.play.layout import A_DECK, A_DECK_SIZE, A_POLICY, A_TIME_OUT
from simlib.rulesets.football_strategy.play.scrimmage import punt_play, scrimmage_play
from simlib.rulesets.football_strategy.play.state import (
    AWAY,
    CHOICE_CALL,
    DECK,
    E_AWAY_POINTS,
    E_CARD,
    E_CLOCK,
    E_COST,
    E_DICE,
    E_DOWN,
    E_FLAGS,
    E_HOME_POINTS,
    E_KIND,
    E_NEXT_OFFENSE,
    E_NEXT_TO_GOAL,
    E_OFFENSE,
    E_PLAY,
    E_QUARTER,
    E_RETURN_YARDS,
    E_TIMEOUT,
    E_TO_GOAL,
    E_YARDS,
    E_YARDS_TO_GO,
    F_PENALTY,
    HOME,
    LINE_GAMES,
    LINE_HOME_GAMES,
    LINE_HOME_MARGIN,
    LINE_LOSSES,
    LINE_MARGIN_SQUARED,
    LINE_POINTS,
    LINE_POINTS_SQUARED,
    LINE_TIES,
    LINE_WIDTH,
    LINE_WINS,
    LINES,
    N_FREE_KICK,
    N_SCRIMMAGE,
    N_TRY,
    NO_MORE,
    ONE_PERIOD,
    POST_SEASON_GAME,
    RECORD,
    RECORD_WIDTH,
    S_CLOCK,
    S_DOWN,
    S_NEXT,
    S_OFFENSE,
    S_OVER,
    S_PLAY,
    S_POINTS,
    S_QUARTER,
    S_RECEIVES_SECOND_HALF,
    S_SUDDEN_DEATH,
    S_TEAM,
    S_TIMEOUTS,
    S_TO_GOAL,
    S_YARDS_TO_GO,
    UNTIL_A_SCORE,
    WORD_CHOICES,
    WORD_DICE,
    line_of,
    new_book,
    set_kickoff,
)

TIME_OUTS = 3  # Time 3


@kernel
def call_timeout(tables, book):
    """A time-out after a play inside the two minutes: it shortens the play's time (Time 3, 7)."""
    cost = book[E_COST]
    if cost < 2 or book[S_NEXT] != N_SCRIMMAGE or not two_minute_period(book[S_QUARTER], book[E_CLOCK]):
        return
    side = book[S_OFFENSE]
    lead = book[S_POINTS + side] - book[S_POINTS + 1 - side]
    caller = -1
    if lead <= 0 and tables[A_POLICY + P_TIMEOUT_OFFENSE] == 1:
        caller = side
    elif lead > 0 and tables[A_POLICY + P_TIMEOUT_DEFENSE] == 1:
        caller = 1 - side
    if caller >= 0 and book[S_TIMEOUTS + caller] > 0:
        book[S_TIMEOUTS + caller] -= 1
        book[E_TIMEOUT] = caller
        book[E_COST] = tables[A_TIME_OUT + min(cost, MOST_COST - 1)]


@kernel
def begin_half(tables, book, kicking):
    """Three time-outs a side, and a kick-off."""
    book[S_TIMEOUTS] = TIME_OUTS
    book[S_TIMEOUTS + 1] = TIME_OUTS
    set_kickoff(tables, book, kicking)


@kernel
def end_period(tables, book, key):
    """The end of a quarter: the half's kick-off, the end of the game, sudden death."""
    quarter = book[S_QUARTER]
    book[S_QUARTER] = quarter + 1
    book[S_CLOCK] = 0
    if quarter == 2:
        begin_half(tables, book, 1 - book[S_RECEIVES_SECOND_HALF])
    elif quarter == 4:
        if book[S_SUDDEN_DEATH] == NO_MORE or book[S_POINTS] != book[S_POINTS + 1]:
            book[S_OVER] = 1
            return
        kicking = int(choice(raw_word(key, book[S_PLAY], WORD_CHOICES), CHOICE_CALL) < ALL_SHARES // 2)
        book[S_PLAY] += 1
        begin_half(tables, book, kicking)
    elif quarter > 4 and book[S_SUDDEN_DEATH] == ONE_PERIOD:
        book[S_OVER] = 1


@kernel
def begin_game(tables, book, key, home, away, sudden_death):
    """Coin toss and opening kick-off; who loses the toss may receive in the second half (Prepare 2)."""
    for entry in range(DECK):
        book[entry] = 0
    book[S_TEAM] = home
    book[S_TEAM + 1] = away
    book[S_QUARTER] = 1
    book[S_SUDDEN_DEATH] = sudden_death
    winner = int(choice(raw_word(key, 0, WORD_CHOICES), CHOICE_CALL) < ALL_SHARES // 2)
    book[S_PLAY] = 1
    receiving = winner if tables[A_POLICY + P_WINNER_RECEIVES] == 1 else 1 - winner
    book[S_RECEIVES_SECOND_HALF] = 1 - winner
    for card in range(tables[A_DECK_SIZE]):
        book[DECK + card] = tables[A_DECK + card]
    begin_half(tables, book, 1 - receiving)


@kernel
def begin_record(book, key):
    """What is known of a play before it: the situation and its throws."""
    for entry in range(RECORD, LINES):
        book[entry] = -1
    book[E_YARDS] = 0
    book[E_RETURN_YARDS] = 0
    book[E_PLAY] = book[S_PLAY]
    book[E_QUARTER] = book[S_QUARTER]
    book[E_OFFENSE] = book[S_OFFENSE]
    book[E_DOWN] = book[S_DOWN]
    book[E_YARDS_TO_GO] = book[S_YARDS_TO_GO]
    book[E_TO_GOAL] = book[S_TO_GOAL]
    dice = dice_word(key, book[S_PLAY], WORD_DICE)
    for role in range(6):
        book[E_DICE + role] = throw(dice, role)


@kernel
def end_record(book, log, first):
    """Copy the play's record, with where it left the game, to a row of the log."""
    book[E_NEXT_OFFENSE] = book[S_OFFENSE]
    book[E_NEXT_TO_GOAL] = book[S_TO_GOAL]
    book[E_HOME_POINTS] = book[S_POINTS]
    book[E_AWAY_POINTS] = book[S_POINTS + 1]
    for column in range(RECORD_WIDTH):
        log[first + column] = book[RECORD + column]


@kernel
def kick_or_try(tables, book, key):
    """Anything but a play from scrimmage."""
    if book[S_NEXT] == N_TRY:
        try_play(tables, book, key)
    elif book[S_NEXT] == N_FREE_KICK and tables[A_POLICY + P_SAFETY_PUNT] == 1:
        book[E_KIND] = FREE_PUNT
        book[E_CARD] = blind_card(book, key)
        punt_play(tables, book, key, 0, book[E_CARD])
    else:
        kickoff_play(tables, book, key)


@kernel
def play_to_end(tables, calls, book, key, log, rows):
    """Play a begun game to its end with flat arrays; the first `rows` plays are logged."""
    out_of_line()
    plays = 0
    while book[S_OVER] == 0:
        number = book[S_PLAY]
        logging = plays < rows
        if logging:
            begin_record(book, key)
        book[E_FLAGS] = 0
        book[E_CLOCK] = book[S_CLOCK]

        if book[S_NEXT] == N_SCRIMMAGE:
            scrimmage_play(tables, calls, book, key, raw_word(key, number, WORD_CHOICES))
        else:
            kick_or_try(tables, book, key)

        call_timeout(tables, book)
        book[S_CLOCK] = tick(book[S_QUARTER], book[S_CLOCK], book[E_COST])
        book[S_PLAY] = number + 1
        if logging:
            end_record(book, log, plays * RECORD_WIDTH)
        plays += 1
        if book[S_CLOCK] == QUARTER and book[S_NEXT] != N_TRY:
            # A half may not end on a penalty (Offense Plays Chart 4).
            if book[E_FLAGS] & F_PENALTY and (book[S_QUARTER] == 2 or book[S_QUARTER] == 4):
                continue
            end_period(tables, book, key)
    return plays


@kernel
def play_game(tables, calls, book, key, events):
    """Play a begun game to its end. Returns the number of plays, kick-offs and tries included.

    Parameters
    ----------
    events : int32[plays, RECORD_WIDTH]
        Receives the log, as far as it has rows.
    """
    return play_to_end(tables, calls, book, key, borrowed(events.reshape(-1)), events.shape[0])


@kernel
def close_game(book, team_stats, scores, game):
    """Book a regular-season game: score, record, each team's line and its opponent's."""
    margin = book[S_POINTS] - book[S_POINTS + 1]
    scores[game, HOME] = book[S_POINTS]
    scores[game, AWAY] = book[S_POINTS + 1]
    for side in range(2):
        lead = margin if side == HOME else -margin
        line = line_of(side)
        book[line + LINE_GAMES] = 1
        book[line + LINE_WINS] = int(lead > 0)
        book[line + LINE_LOSSES] = int(lead < 0)
        book[line + LINE_TIES] = int(lead == 0)
        book[line + LINE_POINTS_SQUARED] = book[line + LINE_POINTS] * book[line + LINE_POINTS]
        book[line + LINE_MARGIN_SQUARED] = lead * lead
    book[line_of(HOME) + LINE_HOME_GAMES] = 1
    book[line_of(HOME) + LINE_HOME_MARGIN] = margin
    for side in range(2):
        team = book[S_TEAM + side]
        for column in range(LINE_WIDTH):
            team_stats[team, column] += book[line_of(side) + column]
            team_stats[team, LINE_WIDTH + column] += book[line_of(1 - side) + column]


@kernel
def post_season_winner(tables, calls, book, seed, season, game, home, away):
    """Winner of a game that is played until one wins."""
    out_of_line()
    key = game_key(seed, season, game)
    begin_game(tables, book, key, home, away, UNTIL_A_SCORE)
    play_game(tables, calls, book, key, np.zeros((0, RECORD_WIDTH), np.int32))
    if book[S_POINTS] > book[S_POINTS + 1]:
        return home
    return away


@kernel
def play_post_season(tables, calls, book, seed, season, arrays, lines, scores, post):
    """Play what the year plays after its season; nothing of it enters a statistic."""
    draws = game_key(seed, season, POST_SEASON_GAME - 1)
    bracket = np.zeros(BRACKET, np.int64)
    game = POST_SEASON_GAME
    while next_meeting(arrays, lines, scores, draws, bracket):
        home, away = int(bracket[B_HOME]), int(bracket[B_AWAY])
        winner = post_season_winner(tables, calls, book, seed, season, game, home, away)
        record_winner(bracket, winner)
        game += 1
    crown(bracket, post)


@kernel
def play_seasons(seed, first, season_arrays, packed, tally):
    """Play `len(tally.scores)` seasons, numbers `first` on, into a zeroed tally.

    Parameters
    ----------
    seed : uint64
    first : int
        Number of the first season, from 0.
    season_arrays : simlib.files.seasons.SeasonArrays
    packed : simlib.rulesets.football_strategy.play.layout.Packed
    tally : simlib.kernels.tally.Tally
        Its men have no slots: the game knows none.
    """
    tables, calls = borrowed(packed.tables), borrowed(packed.calls)
    home, away = season_arrays.home, season_arrays.away
    extra = int(season_arrays.rules[R_OVERTIME])
    unlogged = np.zeros((0, RECORD_WIDTH), np.int32)
    whole_book = new_book()
    book = borrowed(whole_book)
    for number in range(tally.scores.shape[0]):
        season = first + number
        for game in range(home.shape[0]):
            key = game_key(seed, season, game)
            begin_game(tables, book, key, int(home[game]), int(away[game]), extra)
            play_game(tables, calls, book, key, unlogged)
            close_game(book, tally.team_stats[number], tally.scores[number], game)
        play_post_season(
            tables, calls, book, seed, season, season_arrays,
            tally.team_stats[number], tally.scores[number], tally.post[number],
        )  # fmt: skip
    whole_book[S_OVER] = 1  # used to the end: numba frees an array after its last use


@kernel
def play_one_game(seed, season, game, season_arrays, packed, tally, events):
    """Play one regular-season game with its log; nothing carries from one game to another.

    Parameters
    ----------
    tally : simlib.kernels.tally.Tally of one season
        Receives the game's statistics alone.
    events : int32[plays, RECORD_WIDTH]
        Receives the log.

    Returns
    -------
    int
        Number of plays; the log holds as many, if it has the rows.
    """
    tables, calls = borrowed(packed.tables), borrowed(packed.calls)
    whole_book = new_book()
    book = borrowed(whole_book)
    key = game_key(seed, season, game)
    home, away = int(season_arrays.home[game]), int(season_arrays.away[game])
    begin_game(tables, book, key, home, away, int(season_arrays.rules[R_OVERTIME]))
    plays = play_game(tables, calls, book, key, events)
    close_game(book, tally.team_stats[0], tally.scores[0], game)
    whole_book[S_OVER] = 1  # used to the end: numba frees an array after its last use
    return plays
