"""SPI Football: the state of a game, what a play books, and what ends one: scores, downs, fumbles.

A play's record is copied to an event buffer when there is one: the kernel that plays a million seasons
also writes the log. RULES.md says which throw of which word each rule reads (ROLE_, MORE_, OPTION_ and
CHOICE_) and which readings were chosen.
"""

import numpy as np

from simlib.kernels.field import FIELD, line_to_gain, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.season import R_SAFETY_KICK, R_TOUCHBACK
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.rulesets.spi.play.arrays import NO_DEFENSE, P_USE_CHART, T_RECOVER_TO
from simlib.rulesets.spi.play.layout import A_DEFENSE, A_POLICY, A_RULES, MAX_SLOTS, sheet_of
from simlib.rulesets.spi.play.resolvers import drawn

HOME, AWAY = 0, 1
# A game's book is one int64 array: its state (S_), the record of the play at hand (E_), a line of
# statistics a side (LINE_), what a tried play is put back to (SAVED, UNDONE), and each man's last uses.
# Pairs [home, away] stand together: S_POINTS + side; S_CLUTCH is [home, away][offence, defence].
# S_TRIAL is 0, or while a play that may be called back is tried 1 + the uses it made, to be undone.
(S_OFFENSE, S_DOWN, S_YARDS_TO_GO, S_TO_GOAL, S_QUARTER, S_CLOCK, S_POINTS, _S_AWAY_POINTS,
 S_TIMEOUTS, _S_AWAY_TIMEOUTS, S_TIMEOUTS_RUNNING, S_NEXT, S_RECEIVES_SECOND_HALF, S_OVER,
 S_SUDDEN_DEATH, S_TEAM, _S_AWAY_TEAM, S_MEN, _S_AWAY_MEN, S_LINEUP, _S_AWAY_LINEUP, S_GAME, S_PLAY,
 S_OPTIONS, S_TRIAL, S_TEAM_GAME, _S_AWAY_TEAM_GAME, S_CLUTCH, _C1, _C2, _C3,
 RECORD) = range(32)  # fmt: skip
# What comes next.
N_SCRIMMAGE, N_KICKOFF, N_TRY = range(3)
# S_SUDDEN_DEATH when level after four quarters: no more, until one scores, one quarter of it.
NO_MORE, UNTIL_A_SCORE, ONE_PERIOD = range(3)

# Columns of a play's record. Spots, letters and slots as in kernel.py; -1 is none.
(E_PLAY, E_QUARTER, E_CLOCK, E_OFFENSE, E_DOWN, E_YARDS_TO_GO, E_TO_GOAL, E_KIND, E_MAN,
 E_RECEIVER, E_DEFENSE, E_LETTER, E_GAIN_LETTER, E_YARDS, E_FLAGS, E_RETURNER, E_RETURN_YARDS,
 E_RETURN_LETTER, E_COST, E_NEXT_OFFENSE, E_NEXT_TO_GOAL, E_HOME_POINTS, E_AWAY_POINTS,
 E_TIMEOUT, E_SPOT, E_DICE, _E1, _E2, _E3, _E4, _E5, E_MORE_DICE, _M1, _M2, _M3, _M4, _M5,
 E_OPTION_DICE, _O1, _O2, _O3, _O4, _O5, E_PENALTY_ON, E_PENALTY_YARDS, E_PENALTY_CELL,
 E_CLUTCH_OFFENSE, E_CLUTCH_DEFENSE, E_INTERCEPTOR, E_MEANT, E_TRIED,
 LINES) = range(RECORD, RECORD + 52)  # fmt: skip
RECORD_WIDTH = LINES - RECORD
# Bits of E_FLAGS.
(F_COMPLETE, F_OUT_OF_BOUNDS, F_FUMBLE, F_FUMBLE_LOST, F_INTERCEPTED, F_SACK, F_TOUCHDOWN, F_SAFETY,
 F_TOUCHBACK, F_FIRST_DOWN, F_BLOCKED, F_NO_RUNBACK, F_GOOD, F_ROUGHING, F_ON_DOWNS, F_KICK_AGAIN,
 F_KICKERS_RECOVER, F_PENALTY, F_ACCEPTED, F_COUNTS, F_DUMPED, F_DUMP_FAILED, F_OVER_LIMIT,
 F_PASSER_OVER_LIMIT) = (1 << bit for bit in range(24))  # fmt: skip

# Throws of a play's first word of dice, by role; its second word holds the rarer ones.
ROLE_PLAY, ROLE_SECOND, ROLE_THIRD, ROLE_RETURN, ROLE_FUMBLE, ROLE_RECOVER = range(6)
MORE_SECOND, MORE_RUSH, MORE_BLOCK, MORE_BLOCK_RECOVER, MORE_BLOCK_RETURN = range(5)
# Throws of the word that optional rules read.
OPTION_FLAG, OPTION_WHOSE, OPTION_ROW, OPTION_YARDS, OPTION_DUMP, OPTION_INTERCEPTOR = range(6)
# Choices of a play.
CHOICE_CALL, CHOICE_MAN, CHOICE_WAY, CHOICE_DEFENSE = range(4)
WORD_DICE, WORD_CHOICES, WORD_MORE = range(3)
WORD_OPTIONS, WORD_BACK = 64, 65
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
(MAN_RUSH_ATT, MAN_RUSH_YDS, MAN_RUSH_TD, MAN_PASS_ATT, MAN_PASS_CMP, MAN_PASS_YDS, MAN_PASS_TD,
 MAN_PASS_INT, MAN_SACKED, MAN_SACK_YDS, MAN_TARGETS, MAN_REC, MAN_REC_YDS, MAN_REC_TD, MAN_FUMBLES,
 MAN_FUMBLES_LOST, MAN_KICK_RET, MAN_KICK_RET_YDS, MAN_KICK_RET_TD, MAN_PUNT_RET, MAN_PUNT_RET_YDS,
 MAN_PUNT_RET_TD, MAN_PUNTS, MAN_PUNT_YDS, MAN_FG_MADE, MAN_FG_ATT, MAN_XP_MADE,
 MAN_XP_ATT, MAN_INT_MADE, MAN_INT_MADE_YDS, MAN_INT_MADE_TD,
 MAN_WIDTH) = range(len(PLAYER_COLUMNS) + 1)  # fmt: skip


SAVED = LINES + 2 * LINE_WIDTH  # state and lines as they were before a play that is tried
UNDONE = SAVED + RECORD + 2 * LINE_WIDTH  # [16] offset and number before, of each use of such a play
LAST_USE = UNDONE + 16  # [teams, slots, 4 run, catch, pass, any] see limits.py


@kernel
def new_book(teams):
    """Book of a season's games."""
    return np.zeros(LAST_USE + teams * MAX_SLOTS * 4, np.int64)


@kernel
def line_of(side):
    """Offset of a side's line of statistics."""
    return LINES + side * LINE_WIDTH


@kernel
def man_line(book, side, slot):
    """Offset of a man's line of statistics in `men`."""
    return book[S_MEN + side] + slot * MAN_WIDTH


@kernel
def set_ball(book, offense, to_goal):
    """First and ten (or goal) for `offense`."""
    book[S_OFFENSE] = offense
    book[S_TO_GOAL] = to_goal
    book[S_DOWN] = 1
    book[S_YARDS_TO_GO] = line_to_gain(to_goal)
    book[S_NEXT] = N_SCRIMMAGE


@kernel
def set_kickoff(book, kicking, line):
    """Kick-off next, from the kicking team's own `line`."""
    book[S_OFFENSE] = kicking
    book[S_TO_GOAL] = turned_over(line)
    book[S_DOWN] = 0
    book[S_YARDS_TO_GO] = 0
    book[S_NEXT] = N_KICKOFF


@kernel
def touchback(tables, book, side):
    """Ball to `side` on its own 20."""
    book[E_FLAGS] |= F_TOUCHBACK
    set_ball(book, side, turned_over(tables[A_RULES + R_TOUCHBACK]))


@kernel
def add_points(book, side, points):
    """Points to `side`; in sudden death they end the game."""
    book[S_POINTS + side] += points
    book[line_of(side) + LINE_POINTS] += points
    book[E_COST] = 1
    if book[S_SUDDEN_DEATH] != 0 and book[S_QUARTER] > 4:
        book[S_OVER] = 1


@kernel
def score_touchdown(book, side):
    """Six points and a try."""
    book[E_FLAGS] |= F_TOUCHDOWN
    add_points(book, side, 6)
    book[S_OFFENSE] = side
    book[S_TO_GOAL] = 2
    book[S_DOWN] = 0
    book[S_YARDS_TO_GO] = 0
    book[S_NEXT] = N_TRY


@kernel
def score_safety(tables, book, side):
    """Two points to `side`; the other team kicks off from its 20."""
    book[E_FLAGS] |= F_SAFETY
    book[line_of(side) + LINE_SAFETIES] += 1
    add_points(book, side, 2)
    set_kickoff(book, 1 - side, tables[A_RULES + R_SAFETY_KICK])


@kernel
def recovers(sheets, book, side, dice):
    """1 when the team that fumbled recovers (9.4)."""
    return int(dice <= sheets[sheet_of(book[S_TEAM + side]) + T_RECOVER_TO])


@kernel
def count_fumble(book, men, side, slot, lost):
    """A fumble to `side` and, when he is known, to the man in `slot`."""
    book[E_FLAGS] |= F_FUMBLE
    book[line_of(side) + LINE_FUMBLES] += 1
    book[line_of(side) + LINE_FUMBLES_LOST] += lost
    if lost:
        book[E_FLAGS] |= F_FUMBLE_LOST
    if slot >= 0:
        man = man_line(book, side, slot)
        men[man + MAN_FUMBLES] += 1
        men[man + MAN_FUMBLES_LOST] += lost


@kernel
def ball_lost(tables, book, side, to_goal):
    """`side` loses the ball at a spot: its own end zone is a touchdown, the other's a touchback."""
    if to_goal >= FIELD:
        book[line_of(1 - side) + LINE_RETURN_TD] += 1
        score_touchdown(book, 1 - side)
    elif to_goal <= 0:
        touchback(tables, book, 1 - side)
    else:
        set_ball(book, 1 - side, turned_over(to_goal))


@kernel
def end_of_play(tables, book, side, to_goal):
    """The offence keeps the ball at `to_goal` after a scrimmage play: safety, downs, first down.

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
def gain_ends(tables, sheets, book, men, side, slot, to_goal, fumble, recover):
    """End of a run or a completed pass at `to_goal`. Returns 1 touchdown, 2 first down, else 0.

    A fumble over the goal line is a touchdown; on it, recovery decides (9.1).
    """
    if to_goal < 0 or (to_goal == 0 and not fumble):
        score_touchdown(book, side)
        return 1
    if fumble:
        lost = 1 - recovers(sheets, book, side, recover)
        count_fumble(book, men, side, slot, lost)
        if lost:
            ball_lost(tables, book, side, to_goal)
            return 0
        if to_goal == 0:
            score_touchdown(book, side)
            return 1
    return 2 * end_of_play(tables, book, side, to_goal)


@kernel
def chosen_defense(tables, book, number):
    """Row of the Master Play Chart, drawn blind after the call (4.7); NO_DEFENSE without it."""
    if tables[A_POLICY + P_USE_CHART] == 0:
        return NO_DEFENSE
    group = 0
    if book[S_TO_GOAL] <= 10:
        group = 1  # 4.3
    elif book[S_YARDS_TO_GO] == 1 and book[S_TO_GOAL] <= 50:
        group = 2  # 4.4
    return drawn(tables, A_DEFENSE + 9 * group, 9, number)
