"""Football Strategy: the state of a game, what a play books, and what ends one: scores, downs, kicks.

The state is one small array, S_ columns; a play's record is another, E_ columns, copied to an event
buffer when there is one. RULES.md says which word and throw each rule reads and which readings were
chosen.
"""

import numpy as np

from simlib.kernels.field import END_ZONE_DEPTH, FIELD, line_to_gain, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import dice_word, throw
from simlib.kernels.season import R_KICKOFF_LINE, R_SAFETY_KICK
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.rulesets.football_strategy.play.arrays import (
    AND_AGAIN,
    LONG_PLAY,
    TIME_LONG,
    TIME_LOSS,
    TIME_OUT_OF_BOUNDS,
    TIME_SHORT,
)
from simlib.rulesets.football_strategy.play.layout import A_LONG_GAIN, A_RULES, A_TIME, MAX_DECK

HOME, AWAY = 0, 1
OWN_20 = 80  # to_goal of a touchback: the rulebook's own 20, whatever the year's rule
# A game's book is one int64 array: its state (S_), the record of the play at hand (E_), a line of
# statistics a side (LINE_), and the solitaire deck. Pairs [home, away] stand together: S_POINTS + side.
(S_OFFENSE, S_DOWN, S_YARDS_TO_GO, S_TO_GOAL, S_QUARTER, S_CLOCK, S_POINTS, _S_AWAY_POINTS,
 S_TIMEOUTS, _S_AWAY_TIMEOUTS, S_NEXT, S_RECEIVES_SECOND_HALF, S_OVER, S_SUDDEN_DEATH, S_TEAM,
 _S_AWAY_TEAM, S_PLAY, RECORD) = range(18)  # fmt: skip
# What comes next.
N_SCRIMMAGE, N_KICKOFF, N_FREE_KICK, N_TRY = range(4)
# S_SUDDEN_DEATH when level after four quarters: no more, until one scores, one quarter of it.
NO_MORE, UNTIL_A_SCORE, ONE_PERIOD = range(3)

# Columns of a play's record; -1 is none. E_KIND is a call or one of kernel.KICKOFF.. .
(E_PLAY, E_QUARTER, E_CLOCK, E_OFFENSE, E_DOWN, E_YARDS_TO_GO, E_TO_GOAL, E_KIND, E_CHART, E_CARD,
 E_RESULT, E_YARDS, E_RETURN_YARDS, E_SPOT, E_FLAGS, E_COST, E_TIMEOUT, E_NEXT_OFFENSE,
 E_NEXT_TO_GOAL, E_HOME_POINTS, E_AWAY_POINTS, E_DICE, _E1, _E2, _E3, _E4, _E5,
 LINES) = range(RECORD, RECORD + 28)  # fmt: skip
RECORD_WIDTH = LINES - RECORD
# Bits of E_FLAGS.
(F_COMPLETE, F_OUT_OF_BOUNDS, F_FUMBLE, F_INTERCEPTED, F_SACK, F_TOUCHDOWN, F_SAFETY, F_TOUCHBACK,
 F_FIRST_DOWN, F_BLOCKED, F_GOOD, F_PENALTY, F_DECLINED, F_ON_DOWNS, F_KICKERS_RECOVER) = (
    1 << bit for bit in range(15)
)  # fmt: skip

# Throws of a play's word of dice, by role; words of dice for throws that are made again.
ROLE_KICK, ROLE_LONG_GAIN = 0, 1
WORD_DICE, WORD_CHOICES, WORD_DECK, WORD_AGAIN = range(4)
# Choices of a play.
CHOICE_CALL, CHOICE_CARD = 0, 1
POST_SEASON_GAME = 1000  # number of the first post-season game of a season

LINE_WIDTH = len(TEAM_COLUMNS)
(LINE_GAMES, LINE_WINS, LINE_LOSSES, LINE_TIES, LINE_POINTS, LINE_POINTS_SQUARED,
 LINE_MARGIN_SQUARED, LINE_HOME_GAMES, LINE_HOME_MARGIN, LINE_PLAYS, LINE_FOURTH_DOWN_TRIES,
 LINE_RUSH_ATT, LINE_RUSH_YDS, LINE_RUSH_TD, LINE_PASS_ATT, LINE_PASS_CMP, LINE_PASS_YDS,
 LINE_PASS_TD, LINE_PASS_INT, LINE_SACKED, LINE_SACK_YDS, LINE_FIRST_DOWNS_RUSH,
 LINE_FIRST_DOWNS_PASS, LINE_FIRST_DOWNS_PENALTY, LINE_FUMBLES, LINE_FUMBLES_LOST, LINE_PENALTIES,
 LINE_PENALTY_YDS, LINE_KICK_RET, LINE_KICK_RET_YDS, LINE_PUNT_RET, LINE_PUNT_RET_YDS, LINE_PUNTS,
 LINE_PUNT_YDS, LINE_FG_MADE, LINE_FG_ATT, LINE_XP_MADE, LINE_XP_ATT, LINE_SAFETIES,
 LINE_RETURN_TD) = range(LINE_WIDTH)  # fmt: skip
DECK = LINES + 2 * LINE_WIDTH


@kernel
def new_book():
    """Book of a game."""
    return np.zeros(DECK + MAX_DECK, np.int64)


@kernel
def line_of(side):
    """Offset of a side's line of statistics."""
    return LINES + side * LINE_WIDTH


@kernel
def thrown(book, key, role, count):
    """Throw `count` (0, 1, ..) of a role: the play's word first, then a word of its own each time."""
    return throw(dice_word(key, book[S_PLAY], WORD_DICE + count * WORD_AGAIN), role)


@kernel
def long_gain(tables, book, key):
    """Yards of a long gain, thrown again while the chart says so (Offense Plays Chart 1)."""
    total, count = 0, 0
    while True:
        cell = int(tables[A_LONG_GAIN + thrown(book, key, ROLE_LONG_GAIN, count)])
        if cell < AND_AGAIN or total > FIELD:
            return total + cell % AND_AGAIN
        total += cell - AND_AGAIN
        count += 1


@kernel
def set_ball(book, offense, to_goal):
    """First and ten (or goal) for `offense`."""
    book[S_OFFENSE] = offense
    book[S_TO_GOAL] = to_goal
    book[S_DOWN] = 1
    book[S_YARDS_TO_GO] = line_to_gain(to_goal)
    book[S_NEXT] = N_SCRIMMAGE


@kernel
def set_kick(book, kicking, line, what):
    """A kick-off, free kick or try next, the ball `line` yards from the kicking team's goal line."""
    book[S_OFFENSE] = kicking
    book[S_TO_GOAL] = turned_over(line)
    book[S_DOWN] = 0
    book[S_YARDS_TO_GO] = 0
    book[S_NEXT] = what


@kernel
def touchback(book, side):
    """Ball to `side` on its own 20."""
    book[E_FLAGS] |= F_TOUCHBACK
    set_ball(book, side, OWN_20)


@kernel
def add_points(book, side, points):
    """Points to `side`; in sudden death they end the game."""
    book[S_POINTS + side] += points
    book[line_of(side) + LINE_POINTS] += points
    if book[S_SUDDEN_DEATH] != NO_MORE and book[S_QUARTER] > 4:
        book[S_OVER] = 1


@kernel
def score_touchdown(book, side):
    """Six points and a try (Scoring 1, 2)."""
    book[E_FLAGS] |= F_TOUCHDOWN
    add_points(book, side, 6)
    set_kick(book, side, FIELD - 2, N_TRY)


@kernel
def return_touchdown(book, side):
    """A touchdown of the side that did not have the ball."""
    book[line_of(side) + LINE_RETURN_TD] += 1
    score_touchdown(book, side)


@kernel
def set_kickoff(tables, book, side):
    """Kick-off by `side`."""
    set_kick(book, side, tables[A_RULES + R_KICKOFF_LINE], N_KICKOFF)


@kernel
def score_safety(tables, book, side):
    """Two points to `side`; the other team kicks from its 20 (Scoring 3)."""
    book[E_FLAGS] |= F_SAFETY
    book[line_of(side) + LINE_SAFETIES] += 1
    add_points(book, side, 2)
    set_kick(book, 1 - side, tables[A_RULES + R_SAFETY_KICK], N_FREE_KICK)


@kernel
def end_of_play(tables, book, side, to_goal):
    """The offence keeps the ball at `to_goal` with a down used: safety, first down, next down, over.

    Returns 1 when the play made a first down.
    """
    if to_goal >= FIELD:
        score_safety(tables, book, 1 - side)
        return 0
    gained = book[S_TO_GOAL] - to_goal
    if gained >= book[S_YARDS_TO_GO]:
        book[E_FLAGS] |= F_FIRST_DOWN
        set_ball(book, side, to_goal)
        return 1
    if book[S_DOWN] == 4:
        book[E_FLAGS] |= F_ON_DOWNS
        set_ball(book, 1 - side, turned_over(to_goal))
        return 0
    book[S_DOWN] += 1
    book[S_YARDS_TO_GO] -= gained
    book[S_TO_GOAL] = to_goal
    return 0


@kernel
def gain_ends(tables, book, side, to_goal):
    """End of a gain or loss at `to_goal`: 1 a touchdown, 2 a first down, else 0."""
    if to_goal <= 0:
        score_touchdown(book, side)
        return 1
    return 2 * end_of_play(tables, book, side, to_goal)


@kernel
def play_cost(tables, yards, out_of_bounds):
    """Points of time of a gain or loss (Time 7, Offense Plays Chart 5)."""
    row = TIME_SHORT
    if yards < 0:
        row = TIME_LOSS
    elif yards >= LONG_PLAY:
        row = TIME_LONG
    return int(tables[A_TIME + row]) + out_of_bounds * int(tables[A_TIME + TIME_OUT_OF_BOUNDS])


@kernel
def past_end_zone(to_goal):
    """1 on or past the line at the end zone's back (Offense Plays Chart 3, 6, 7)."""
    return int(to_goal <= -END_ZONE_DEPTH)
