"""Football Strategy: its charts and coaches as arrays, and the integers in them.

A cell of an offence chart, and what a coach calls, by number. Kick tables are kept by throw (0..35) in
either edition: the one-die tables read the first die, the two-dice tables both, so the kernel knows no
edition. Clocks and costs are in points of 15 seconds. share : 0..65536, compared with a 16-bit choice.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CARDS = "ABCDEFGHIJ"
PLAYS = 20
OFFENSE_CHARTS = ("pro_style", "ball_control", "aerial")
ALL_SHARES = 65536

# Kinds of a cell.
(RUN, COMPLETE, SACK, INCOMPLETE, FUMBLE, RUN_LONG_GAIN, PASS_LONG_GAIN, INTERCEPTION,
 PENALTY) = range(9)  # fmt: skip
# Columns of a cell: kind; yards (an interception's are downfield, a penalty's the offence's); marks; and what
# may be taken in place of a penalty: its kind, or NO_CHOICE, and yards.
C_KIND, C_YARDS, C_MARKS, C_OTHER_KIND, C_OTHER_YARDS, C_COLUMNS = range(6)
NO_CHOICE = -1
OUT_OF_BOUNDS, FIRST_DOWN, LOSS_OF_DOWN = 1, 2, 4  # bits of C_MARKS

# Columns of a punt cell.
PUNT_YARDS, PUNT_END, PUNT_RETURN, PUNT_COLUMNS = range(4)
# PUNT_END: no return, out of bounds, a return of PUNT_RETURN yards, of a long gain, one that is
# fumbled away at its end, a block.
DEAD, PUNT_OUT, RETURNED, RETURNED_LONG, RETURN_FUMBLED, BLOCKED = range(6)

# Kick-off cells by throw: a yard line, or it plus LONG_GAIN_AND for a long gain and that many yards.
LONG_GAIN_AND = 200
KICK_FUMBLED, KICK_PENALTY = -1, -10  # thrown again for the spot; then lost there, or 10 yards back
KICKERS = 100  # added to an onside kick's spot where the kicking team recovers
AND_AGAIN = 200  # added to a long gain after which the die is thrown again
# Results of a place kick.
NO_GOOD, GOOD, KICK_BLOCKED, KICK_AGAIN = range(4)
FIELD_GOAL_REACH = 45
TRY_COLUMN, GOAL_COLUMNS = 0, 46  # rows of Charts.field_goal: the try, then yards to the goal line 1..45

# Columns of Charts.time, in points.
(TIME_SHORT, TIME_LONG, TIME_LOSS, TIME_OUT_OF_BOUNDS, TIME_INCOMPLETE, TIME_INTERCEPTION, TIME_PENALTY,
 TIME_FUMBLE, TIME_KICK, TIME_TRY, TIME_COLUMNS) = range(11)  # fmt: skip
LONG_PLAY = 20  # a gain of so many yards takes TIME_LONG
MOST_COST = 4

# What a coach calls: plays 1..20 are 0..19.
CALL_PUNT_FOURTH, CALL_PUNT, CALL_FIELD_GOAL, CALLS = range(PLAYS, PLAYS + 4)
# What a play's record names besides, as its KIND.
KICKOFF, ONSIDE_KICK, FREE_KICK, FREE_PUNT, TRY = range(CALLS, CALLS + 5)
# Penalties with a choice: which bit of a coach's mask takes the penalty.
TAKES_FROM_DEFENSE, TAKES_FOR_DOWN, TAKES_FOR_LOSS = 1, 2, 4


class Charts(NamedTuple):
    """Charts of one edition as arrays, read-only."""

    plays: NDArray[np.int16]  # [3 offence charts, 20 plays, 10 cards, C_COLUMNS]
    punts: NDArray[np.int16]  # [2 fourth down only, any down; 10 cards, PUNT_COLUMNS]
    kickoff: NDArray[np.int16]  # [36 throws]
    onside: NDArray[np.int16]  # [2 kicking team trails or not (0, 1), 36 throws]
    long_gain: NDArray[np.int16]  # [36 throws]
    field_goal: NDArray[np.int16]  # [GOAL_COLUMNS, 36 throws]
    time: NDArray[np.int16]  # [TIME_COLUMNS]
    time_out: NDArray[np.int16]  # [MOST_COST] what a play's cost becomes with a time-out after it


# Columns of Coach.policy.
(P_WINNER_RECEIVES, P_ONSIDE_FROM, P_ONSIDE_DEFICIT, P_TIMEOUT_OFFENSE, P_TIMEOUT_DEFENSE,
 P_SAFETY_PUNT, P_DECK, P_COLUMNS) = range(8)  # fmt: skip
# A row of Coach.offense: cumulative shares of the calls but the last, then the mask of penalties taken.
OFFENSE_ROW, OFFENSE_MASK = 24, 22
# A row of Coach.defense: cumulative shares of the cards but the last, then the mask.
DEFENSE_ROW, DEFENSE_MASK = 10, 9
QUARTERS, CLOCKS = 6, 61  # overtime counts as one more quarter
MOST_LEAD = 40
MOST_CLOCK_CLASSES, LEAD_CLASSES = 64, 16


class Situations(NamedTuple):
    """How a coach tells situations apart: any grain, from five classes of distance to every yard.

    A row of a call table is ((down * distances + distance) * zones + zone) * states + state, a state told
    apart further by the time-outs left to the side that would call the next one (R18).
    """

    distance: NDArray[np.int16]  # [100] yards to go -> class
    zone: NDArray[np.int16]  # [100] yards to the goal line -> class
    clock: NDArray[np.int16]  # [QUARTERS, CLOCKS] -> class
    lead: NDArray[np.int16]  # [2 * MOST_LEAD + 1] the offence's lead + MOST_LEAD -> class
    state: NDArray[np.int16]  # [MOST_CLOCK_CLASSES, LEAD_CLASSES] -> state
    sizes: tuple[int, int, int]  # distances, zones, states
    time_outs: int = 1  # classes of time-outs: 1, or one for each of 0, 1, ..

    def rows(self) -> int:
        """Rows of a call table."""
        distances, zones, states = self.sizes
        return 4 * distances * zones * states


class Coach(NamedTuple):
    """A coach: call tables of both sides, which table each team uses against which chart.

    `offense` and `defense` hold tables one after another; `table_of[team, k, chart]` is the table
    a team's offence (k 0) or defence (k 1) uses when the opponent plays `chart`. With `late` the rows of
    the last two minutes of a half stand in every table behind its others; `plays_late` says who uses them.
    """

    situations: Situations
    offense: NDArray[np.int32]  # [tables, rows, OFFENSE_ROW]
    defense: NDArray[np.int32]  # [tables, rows, DEFENSE_ROW]
    chart: NDArray[np.int16]  # [teams] the team's own offence chart
    table_of: NDArray[np.int32]  # [teams, 2, 3 charts]
    policy: NDArray[np.int64]  # [P_COLUMNS]
    deck: NDArray[np.int16]  # [cards of the solitaire deck] numbers 0..9; any one card without it
    late: Situations | None = None
    plays_late: NDArray[np.bool_] = np.zeros(0, np.bool_)  # [teams] with `late`
