"""Football Strategy: charts and coach packed into the two arrays the kernel reads.

`tables` (int32, one dimension) holds charts, the year's rules, policy, the classes of situations and
each team's numbers; `calls` (int32, one dimension) the call tables one after another. A_ are offsets
into `tables`, T_ into a team's part of it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlib.kernels.jit import kernel
from simlib.kernels.season import R_COLUMNS
from simlib.rulesets.football_strategy.play import arrays as fs

MAX_DECK = 64

A_PLAYS = 0
A_PUNTS = A_PLAYS + 3 * fs.PLAYS * 10 * fs.C_COLUMNS
A_KICKOFF = A_PUNTS + 2 * 10 * fs.PUNT_COLUMNS
A_ONSIDE = A_KICKOFF + 36
A_LONG_GAIN = A_ONSIDE + 2 * 36
A_FIELD_GOAL = A_LONG_GAIN + 36
A_TIME = A_FIELD_GOAL + fs.GOAL_COLUMNS * 36
A_TIME_OUT = A_TIME + fs.TIME_COLUMNS
A_POLICY = A_TIME_OUT + fs.MOST_COST
A_RULES = A_POLICY + fs.P_COLUMNS
A_SITUATIONS = A_RULES + R_COLUMNS
# Situations as C_ offsets, twice: those of a game, then those of its last two minutes.
C_FIRST_ROW = 0
C_SIZES = C_FIRST_ROW + 1
C_TIME_OUTS = C_SIZES + 3
C_DISTANCE_CLASS = C_TIME_OUTS + 1
C_ZONE_CLASS = C_DISTANCE_CLASS + 100
C_CLOCK_CLASS = C_ZONE_CLASS + 100
C_LEAD_CLASS = C_CLOCK_CLASS + fs.QUARTERS * fs.CLOCKS
C_STATE = C_LEAD_CLASS + 2 * fs.MOST_LEAD + 1
SITUATIONS = C_STATE + fs.MOST_CLOCK_CLASSES * fs.LEAD_CLASSES
A_LATE = A_SITUATIONS + SITUATIONS
A_DECK_SIZE = A_LATE + SITUATIONS
A_DECK = A_DECK_SIZE + 1
A_TEAMS = A_DECK + MAX_DECK

# A team's part: its chart, whether it plays late rows in the last two minutes, then where in `calls` its
# offence's and its defence's table against each of the opponent's three charts begin.
T_CHART, T_LATE, T_OFFENSE, T_DEFENSE, T_COLUMNS = 0, 1, 2, 5, 8


class StrategyArrays(NamedTuple):
    """What the kernel reads of a season, read-only."""

    tables: NDArray[np.int32]  # [A_TEAMS + teams x T_COLUMNS]
    calls: NDArray[np.int32]  # every call table


@kernel
def team_of(team: int) -> int:
    """Offset of a team in `tables`."""
    return A_TEAMS + team * T_COLUMNS


@kernel
def cell_of(chart: int, play: int, card: int) -> int:
    """Offset of a cell of an offence chart in `tables`."""
    return A_PLAYS + ((chart * fs.PLAYS + play) * 10 + card) * fs.C_COLUMNS


def _situation_parts(classes: fs.Situations, base: int, first_row: int) -> list[tuple[int, ArrayLike]]:
    """Where a coach's classes stand in `tables`."""
    return [
        (base + C_FIRST_ROW, [first_row]),
        (base + C_SIZES, classes.sizes),
        (base + C_TIME_OUTS, [classes.time_outs]),
        (base + C_DISTANCE_CLASS, classes.distance),
        (base + C_ZONE_CLASS, classes.zone),
        (base + C_CLOCK_CLASS, classes.clock),
        (base + C_LEAD_CLASS, classes.lead),
        (base + C_STATE, classes.state),
    ]


def pack(charts: fs.Charts, coach: fs.Coach, rules: NDArray[np.int64]) -> StrategyArrays:
    """Pack checked arrays for the kernel.

    Parameters
    ----------
    charts, coach
        As their loaders return them.
    rules : int64[R_COLUMNS]
        The year's playing rules (`simlib.files.seasons.season_arrays`).
    """
    teams = len(coach.chart)
    tables = np.zeros(A_TEAMS + teams * T_COLUMNS, np.int32)
    late = coach.plays_late if coach.late else np.zeros(teams, np.bool_)
    parts: list[tuple[int, ArrayLike]] = [
        (A_PLAYS, charts.plays),
        (A_PUNTS, charts.punts),
        (A_KICKOFF, charts.kickoff),
        (A_ONSIDE, charts.onside),
        (A_LONG_GAIN, charts.long_gain),
        (A_FIELD_GOAL, charts.field_goal),
        (A_TIME, charts.time),
        (A_TIME_OUT, charts.time_out),
        (A_POLICY, coach.policy),
        (A_RULES, rules),
        (A_DECK_SIZE, [len(coach.deck)]),
        (A_DECK, coach.deck),
        *_situation_parts(coach.situations, A_SITUATIONS, 0),
    ]
    if coach.late:
        parts += _situation_parts(coach.late, A_LATE, coach.situations.rows())
    offense_size, defense_size = coach.offense[0].size, coach.defense[0].size
    for team, (offense, defense) in enumerate(coach.table_of):
        numbers = [
            coach.chart[team],
            int(late[team]),
            *(offense * offense_size),
            *(defense * defense_size + coach.offense.size),
        ]
        parts.append((A_TEAMS + team * T_COLUMNS, numbers))
    for offset, values in parts:
        flat = np.asarray(values).ravel()
        tables[offset : offset + flat.size] = flat
    calls = np.concatenate((coach.offense.ravel(), coach.defense.ravel())).astype(np.int32)
    tables.setflags(write=False)
    calls.setflags(write=False)
    return StrategyArrays(tables, calls)


def mix(parts: Sequence[StrategyArrays], rules: NDArray[np.int64]) -> StrategyArrays:
    """Put the teams of several seasons, and their call tables, behind one another.

    Parameters
    ----------
    parts : sequence of StrategyArrays
        The seasons, made ready with the same charts and the same coach.
    rules : int64[R_COLUMNS]
        The playing rules in force (`simlib.files.seasons.season_arrays`).
    """
    shared = parts[0].tables[:A_TEAMS].copy()
    shared[A_RULES : A_RULES + R_COLUMNS] = rules
    teams, before = [], 0
    for part in parts:
        own = part.tables[A_TEAMS:].reshape(-1, T_COLUMNS).copy()
        own[:, T_OFFENSE:] += before
        before += part.calls.size
        teams.append(own.ravel())
    tables, calls = np.concatenate([shared, *teams]), np.concatenate([part.calls for part in parts])
    tables.setflags(write=False)
    calls.setflags(write=False)
    return StrategyArrays(tables, calls)
