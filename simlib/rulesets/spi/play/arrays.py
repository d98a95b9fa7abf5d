"""SPI Football: its charts, sheets and coach as arrays, and the integers in them.

throw : 0..35, two dice read in order, 0 is 11 and 35 is 66 (2.1)
letter : 0 is A; run A-U, pass A-Z, Pass Gain and Return A-P
gain : yards toward the defence's goal line, not yet cut by it; TOUCHDOWN is longer than any field
share : 0..65536, compared with a 16-bit choice
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LAST_RUN, LAST_PASS, LAST_GAIN = 20, 25, 15
TOUCHDOWN = 120
MEDIUM_GAIN, LONG_GAIN = -128, -127  # RG cells resolved by a second throw (5.5)
LONG_PUNT = -1  # punting cells resolved by a second throw (10.1)
END_ZONE, OUT_OF_BOUNDS, OFFSIDE, NO_RUNBACK = -2, -3, -4, -5  # words in kicking tables
BEST_DUMP = 14  # O: no back's gain letter is better on a dump-off (16.2)
BLOCKED = -100  # word of the table of punts out of bounds
NO_LETTER = -1  # "-" on a sheet
ALL_SHARES = 65536

# Plays, in the order of the Master Play Chart's columns, then the rest.
INSIDE, OUTSIDE, SHORT, MEDIUM, LONG, PUNT, FIELD_GOAL, KICKOFF, ONSIDE_KICK, TRY = range(10)
# What a coach calls on a scrimmage down: a run's inside or outside follows from its man.
CALL_RUN, CALL_SHORT, CALL_MEDIUM, CALL_LONG, CALL_PUNT, CALL_FIELD_GOAL = range(6)
# Rows of the Master Play Chart (4.6).
DEFENSES = ("I", "II", "III", "IV", "V", "goal_line", "blitz", "blitz_inside_10", "short_yardage")
D_GOAL_LINE, D_BLITZ, D_BLITZ_INSIDE_10, D_SHORT_YARDAGE = 5, 6, 7, 8
NO_DEFENSE = -1  # the chart left out (4.7)

# Optional rules by name, in the order of their bits.
OPTIONS = ("penalties", "limits", "clutch", "dump", "interceptors", "punt-out")
PENALTIES, LIMITS, CLUTCH, DUMP, INTERCEPTORS, PUNT_OUT = (1 << bit for bit in range(6))
# Marks of the Penalty table (13.3): from the line of scrimmage, from the end of the play, after half
# the return, from the original line, loss of down. Yards 0 is pass interference.
FROM_LINE, FROM_END, FROM_HALF, FROM_KICK, LOSS_OF_DOWN = range(5)
MOST_INTERFERENCE = 45  # yards


class Charts(NamedTuple):
    """Charts as arrays; made and checked by `charts.read`, read-only."""

    kickoff: NDArray[np.int16]  # [11 summed-2] yards, END_ZONE or OUT_OF_BOUNDS      3.3
    onside_yardline: NDArray[np.int16]  # [11] receivers' yard line, or OFFSIDE       3.3
    onside_kickers: NDArray[np.int16]  # [11] 1 = kicking team recovers               3.3
    mpc: NDArray[np.int16]  # [9 defences, 5 plays] letters, plus helps the offence   4.6
    mpc_interception: NDArray[np.int16]  # [9, 5] numbers added to the range          4.6
    mpc_sack: NDArray[np.int16]  # [9, 5]                                             4.6
    rushing_gain: NDArray[np.int16]  # [36, 21] gain, MEDIUM_GAIN, LONG_GAIN          5.4
    run_out_of_bounds: NDArray[np.int16]  # [outside or return, two_minute] least throw  5.4
    run_out_of_bounds_gain: NDArray[np.int16]  # [outside or return] least gain       5.3
    medium_gain: NDArray[np.int16]  # [11]                                            5.6
    long_gain: NDArray[np.int16]  # [11]                                              5.6
    completion: NDArray[np.int16]  # [26] greatest throw that completes               6.5
    pass_gain: NDArray[np.int16]  # [11, 16]                                          6.6
    pass_out_of_bounds: NDArray[np.int16]  # [11] 0 in, 1 OB, 2 OB2                   6.6
    punting: NDArray[np.int16]  # [letters A.., 11] yards or LONG_PUNT                10.5
    long_punt: NDArray[np.int16]  # [11] yards or END_ZONE                            10.6
    blocked_kick_yardage: NDArray[np.int16]  # [6 die-1] plus is past the line        10.7
    blocked_kick_return: NDArray[np.int16]  # [11] gain, TOUCHDOWN or NO_RUNBACK      10.7
    punt_out_of_bounds: NDArray[np.int16]  # [6 die-1] yards less, or BLOCKED     10.3
    penalty: NDArray[np.int16]  # [11, 6 columns, 3: yards, mark, automatic first down]  13.3


# Columns of League.man: one row a man.
(M_RIS, M_ROS, M_GAIN_S, M_GAIN_M, M_GAIN_L, M_PASS_S, M_PASS_M, M_PASS_L, M_INT_FROM, M_INT_TO,
 M_SACK_FROM, M_SACK_TO, M_NOT_WIDENED, M_LIMIT_RUN, M_LIMIT_CATCH, M_LIMIT_PASS,
 M_LIMIT, M_ASTERISK, M_DUMP, M_BACK, M_COLUMNS) = range(21)  # fmt: skip
# Columns of League.team: one row a team.
(T_DEF_RUSH, T_DEF_PASS, T_GAIN_ADJ, T_INT_TO, T_INT_LETTER, T_INT_BY_RG, T_FUMBLE_RIS,
 T_FUMBLE_ROS, T_FUMBLE_PASS, T_RECOVER_TO, T_PENALTY_RUN, T_PENALTY_PASS, T_PENALTY_TO,
 T_CLUTCH_OFFENSE, T_CLUTCH_DEFENSE, T_COLUMNS) = range(16)  # fmt: skip
T_MASKS = (T_FUMBLE_RIS, T_FUMBLE_ROS, T_FUMBLE_PASS, T_PENALTY_RUN, T_PENALTY_PASS)
# Columns of League.kick_return and League.punt_return, by throw.
R_SLOT, R_LETTER, R_BY_RG = range(3)
# Columns of League.kicker.
K_SLOT, K_EXTRA_POINT_TO, K_FG_20_TO, K_FG_40_TO, K_FG_50_TO, K_COLUMNS = range(6)


class League(NamedTuple):
    """The sheets of a season's teams as arrays.

    Letters are 0-based, NO_LETTER where the sheet has "-". Ranges are throws; FROM 36, TO -1 is no
    range. T_FUMBLE_RIS, T_FUMBLE_ROS and T_PENALTY_ are masks of throws (bit t), T_FUMBLE_PASS of
    totals 2..12 (bit total). M_LIMIT_RUN and the two after it, of notes: 0 none, else uses a game (1-7) + 8 x
    uses a season. M_NOT_WIDENED: 1 a Blitz does not widen the interception range, 2 the sack range,
    3 neither. M_LIMIT: plays a game (14.1), 0 none; M_ASTERISK: 1 never more; M_DUMP: rating (16.1), 0
    none; M_BACK: 1 for a back.
    """

    team: NDArray[np.int64]  # [teams, T_COLUMNS]
    man: NDArray[np.int16]  # [teams, slots, M_COLUMNS]
    kick_return: NDArray[np.int16]  # [teams, 36 throws, 3]                           3.4
    punt_return: NDArray[np.int16]  # [teams, 36 throws, 3], R_SLOT -1 = NRB          10.2
    punter: NDArray[np.int16]  # [teams, punters, 2] slot, letter
    kicker: NDArray[np.int16]  # [teams, kickers, K_COLUMNS]
    interceptor: NDArray[np.int16]  # [teams, 2: short, medium or long, 36] slot, -1 nobody known  7.6


# Situations a coach knows: down, yards to go, yards to the goal line, state of the game.
DISTANCE_TO = (1, 3, 6, 10, 99)  # greatest yards to go of each class
ZONE_TO = (10, 20, 35, 50, 90, 99)  # greatest yards to the goal line of each zone
STATES = ("normal", "hurry", "protect")
SITUATIONS = 4 * len(DISTANCE_TO) * len(ZONE_TO) * len(STATES)
# Columns of Coach.policy.
(P_USE_CHART, P_HURRY_FROM, P_HURRY_DEFICIT, P_PROTECT_FROM, P_ONSIDE_FROM, P_ONSIDE_DEFICIT,
 P_TIMEOUT_OFFENSE, P_TIMEOUT_DEFENSE, P_RUN_OUT_OF_END_ZONE, P_PUNT_RUSH,
 P_CLUTCH_FROM_DOWN, P_CLUTCH_MOST, P_DUMP_FROM, P_PUNT_OUT_TO,
 P_PENALTY_GOAL_LINE, P_PENALTY_YARD, P_PENALTY_TRY,
 P_PENALTY_FIRST, P_PENALTY_SECOND, P_PENALTY_THIRD, P_PENALTY_FOURTH,
 P_PENALTY_TO_GO_FIRST, P_PENALTY_TO_GO_SECOND, P_PENALTY_TO_GO_THIRD, P_PENALTY_TO_GO_FOURTH,
 P_COLUMNS) = range(26)  # fmt: skip


class Coach(NamedTuple):
    """A coach's habits as cumulative shares (0..65536): the first entry above a choice is taken.

    `calls` is cumulative over CALL_RUN, SHORT, MEDIUM, LONG, PUNT (the rest is a field goal).
    A lineup is the passer chosen for a game; carriers depend on him. A guide gives, for the
    choice's high 8 bits, the first slot that can be meant.
    `policy` holds P_ columns: P_HURRY_FROM.. are clock points of the fourth quarter,
    deficits are points behind, P_TIMEOUT_* and P_RUN_OUT_OF_END_ZONE are 0 or 1,
    P_PUNT_RUSH is a share. From P_CLUTCH_FROM_DOWN on they serve optional rules: down, letters, rating,
    yards to the goal line, then the worth of situations in hundredths of a point (13.2); P_PENALTY_FIRST
    is 0, no row of policy.csv: the others are measured against first and ten.
    """

    calls: NDArray[np.int32]  # [teams, SITUATIONS, 5]
    lineup: NDArray[np.int32]  # [teams, lineups] cumulative share of games
    lineup_passer: NDArray[np.int16]  # [teams, lineups] slot
    carrier: NDArray[np.int32]  # [teams, lineups, slots] cumulative
    carrier_guide: NDArray[np.int16]  # [teams, lineups, 256]
    inside: NDArray[np.int32]  # [teams, slots] share of a man's runs that go inside
    receiver: NDArray[np.int32]  # [teams, 3 lengths, slots] cumulative
    receiver_guide: NDArray[np.int16]  # [teams, 3 lengths, 256]
    back_passer: NDArray[np.int32]  # [teams, slots] cumulative share of passes not the lineup's
    punter: NDArray[np.int32]  # [teams, punters] cumulative
    kicker: NDArray[np.int32]  # [teams, kickers] cumulative
    defense: NDArray[np.int32]  # [3: open field, inside the 10, short yardage, 9] cumulative
    policy: NDArray[np.int64]  # [P_COLUMNS]
