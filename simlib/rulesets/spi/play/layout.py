"""SPI Football: charts, sheets and coach packed into the two arrays the kernel reads.

`tables` (int32, one dimension) holds what is the same for all: charts, the year's rules, the coach's
policy. `sheets` (int32, one dimension, SHEET numbers a team) holds each team's sheet and the coach's habits
with it. Two flat arrays instead of thirty keep calls between kernels cheap: each array passed costs a
reference count. A_ are offsets into `tables`, B_ into a team's part of `sheets`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlib.kernels.jit import kernel
from simlib.kernels.season import R_COLUMNS
from simlib.rulesets.spi.play import arrays as spi

MAX_SLOTS, MAX_LINEUPS, MAX_KICKERS = 64, 4, 4

A_KICKOFF = 0
A_ONSIDE = A_KICKOFF + 11
A_ONSIDE_KICKERS = A_ONSIDE + 11
A_MPC = A_ONSIDE_KICKERS + 11
A_MPC_INTERCEPTION = A_MPC + 45
A_MPC_SACK = A_MPC_INTERCEPTION + 45
A_RUSHING_GAIN = A_MPC_SACK + 45
A_RUN_OUT_OF_BOUNDS = A_RUSHING_GAIN + 36 * 21
A_RUN_OUT_OF_BOUNDS_GAIN = A_RUN_OUT_OF_BOUNDS + 4
A_MEDIUM_GAIN = A_RUN_OUT_OF_BOUNDS_GAIN + 2
A_LONG_GAIN = A_MEDIUM_GAIN + 11
A_COMPLETION = A_LONG_GAIN + 11
A_PASS_GAIN = A_COMPLETION + 26
A_PASS_OUT_OF_BOUNDS = A_PASS_GAIN + 11 * 16
A_LONG_PUNT = A_PASS_OUT_OF_BOUNDS + 11
A_BLOCKED_YARDAGE = A_LONG_PUNT + 11
A_BLOCKED_RETURN = A_BLOCKED_YARDAGE + 6
A_PUNTING = A_BLOCKED_RETURN + 11
A_DEFENSE = A_PUNTING + 26 * 11
A_POLICY = A_DEFENSE + 27
A_RULES = A_POLICY + spi.P_COLUMNS
A_DISTANCE_CLASS = A_RULES + R_COLUMNS  # [100 yards to go]
A_ZONE_CLASS = A_DISTANCE_CLASS + 100  # [100 yards to the goal line]
A_OPTIONS = A_ZONE_CLASS + 100  # bits of arrays.OPTIONS
A_PUNT_OUT = A_OPTIONS + 1
A_PENALTY = A_PUNT_OUT + 6  # [11 rows, 6 columns, 3: yards, mark, automatic first down]
TABLES = A_PENALTY + 11 * 18

B_TEAM = 0
B_FUMBLE_RUN = B_TEAM + spi.T_COLUMNS  # [2 inside or outside, 36 throws] 0 or 1
B_FUMBLE_PASS = B_FUMBLE_RUN + 72  # [11 totals] 0 or 1
B_PENALTY_RUN = B_FUMBLE_PASS + 11  # [36 throws] 0 or 1
B_PENALTY_PASS = B_PENALTY_RUN + 36
B_INTERCEPTOR = B_PENALTY_PASS + 36  # [2: short, medium or long, 36] slot or -1
B_MAN = B_INTERCEPTOR + 72
B_KICK_RETURN = B_MAN + MAX_SLOTS * spi.M_COLUMNS
B_PUNT_RETURN = B_KICK_RETURN + 108
B_PUNTER = B_PUNT_RETURN + 108
B_KICKER = B_PUNTER + 2 * MAX_KICKERS
B_CALLS = B_KICKER + spi.K_COLUMNS * MAX_KICKERS
B_LINEUP = B_CALLS + 5 * spi.SITUATIONS
B_LINEUP_PASSER = B_LINEUP + MAX_LINEUPS
B_CARRIER = B_LINEUP_PASSER + MAX_LINEUPS
B_CARRIER_GUIDE = B_CARRIER + MAX_LINEUPS * MAX_SLOTS
B_INSIDE = B_CARRIER_GUIDE + MAX_LINEUPS * 256
B_RECEIVER = B_INSIDE + MAX_SLOTS
B_RECEIVER_GUIDE = B_RECEIVER + 3 * MAX_SLOTS
B_BACK_PASSER = B_RECEIVER_GUIDE + 3 * 256
B_PUNTER_SHARE = B_BACK_PASSER + MAX_SLOTS
B_KICKER_SHARE = B_PUNTER_SHARE + MAX_KICKERS
B_DUMP = B_KICKER_SHARE + MAX_KICKERS  # [slots] backs' cumulative shares of dump-offs
SHEET = B_DUMP + MAX_SLOTS


class SpiArrays(NamedTuple):
    """What the SPI kernel reads of a season, read-only."""

    tables: NDArray[np.int32]  # [TABLES]
    sheets: NDArray[np.int32]  # [teams x SHEET]


@kernel
def sheet_of(team: int) -> int:
    """Offset of a team in `sheets`."""
    return team * SHEET


@kernel
def man_of(slot: int) -> int:
    """Offset of a man's ratings in a sheet."""
    return B_MAN + slot * spi.M_COLUMNS


def _bits(mask: int, first: int, count: int) -> list[int]:
    return [(mask >> (first + bit)) & 1 for bit in range(count)]


def _padded(values: ArrayLike, width: int, last: int) -> NDArray[np.int32]:
    """`values` along the last axis widened to `width` with `last`."""
    array = np.asarray(values, np.int32)
    padding = [(0, 0)] * (array.ndim - 1) + [(0, width - array.shape[-1])]
    return np.pad(array, padding, constant_values=last)


def _dump_shares(league: spi.League, coach: spi.Coach, team: int) -> NDArray[np.int64]:
    """Backs' cumulative shares of dump-offs: their shares of short passes among themselves (16.2)."""
    shares = np.diff(np.asarray(coach.receiver[team, 0], np.int64), prepend=0)
    backs = (league.man[team, :, spi.M_BACK] == 1) & (league.man[team, :, spi.M_GAIN_S] != spi.NO_LETTER)
    running = np.cumsum(np.where(backs, shares, 0))
    total = int(running[-1])
    return (2 * spi.ALL_SHARES * running + total) // (2 * total) if total else running


def pack(
    charts: spi.Charts,
    league: spi.League,
    coach: spi.Coach,
    rules: NDArray[np.int64],
    options: Iterable[str] = (),
) -> SpiArrays:
    """Pack checked arrays for the kernel.

    Parameters
    ----------
    charts, league, coach
        As their loaders return them.
    rules : int64[R_COLUMNS]
        The year's playing rules (`simlib.files.seasons.season_arrays`).
    options : iterable of str
        Optional rules in force, of `arrays.OPTIONS`.
    """
    tables = np.zeros(TABLES, np.int32)
    shared: list[tuple[int, ArrayLike]] = [
        (A_KICKOFF, charts.kickoff),
        (A_ONSIDE, charts.onside_yardline),
        (A_ONSIDE_KICKERS, charts.onside_kickers),
        (A_MPC, charts.mpc),
        (A_MPC_INTERCEPTION, charts.mpc_interception),
        (A_MPC_SACK, charts.mpc_sack),
        (A_RUSHING_GAIN, charts.rushing_gain),
        (A_RUN_OUT_OF_BOUNDS, charts.run_out_of_bounds),
        (A_RUN_OUT_OF_BOUNDS_GAIN, charts.run_out_of_bounds_gain),
        (A_MEDIUM_GAIN, charts.medium_gain),
        (A_LONG_GAIN, charts.long_gain),
        (A_COMPLETION, charts.completion),
        (A_PASS_GAIN, charts.pass_gain),
        (A_PASS_OUT_OF_BOUNDS, charts.pass_out_of_bounds),
        (A_LONG_PUNT, charts.long_punt),
        (A_BLOCKED_YARDAGE, charts.blocked_kick_yardage),
        (A_BLOCKED_RETURN, charts.blocked_kick_return),
        (A_PUNTING, charts.punting),
        (A_DEFENSE, coach.defense),
        (A_POLICY, coach.policy),
        (A_RULES, rules),
        (A_DISTANCE_CLASS, np.searchsorted(spi.DISTANCE_TO, np.arange(100))),
        (A_ZONE_CLASS, np.searchsorted(spi.ZONE_TO, np.arange(100))),
        (A_OPTIONS, sum(1 << spi.OPTIONS.index(name) for name in options)),
        (A_PUNT_OUT, charts.punt_out_of_bounds),
        (A_PENALTY, charts.penalty),
    ]
    for offset, values in shared:
        flat = np.asarray(values).ravel()
        tables[offset : offset + flat.size] = flat

    teams = len(league.team)
    sheets = np.zeros((teams, SHEET), np.int32)
    sheets[:, B_MAN:B_KICK_RETURN] = spi.NO_LETTER
    for team in range(teams):
        sheet = sheets[team]
        ratings = league.team[team]
        fumbles = [
            *_bits(int(ratings[spi.T_FUMBLE_RIS]), 0, 36),
            *_bits(int(ratings[spi.T_FUMBLE_ROS]), 0, 36),
            *_bits(int(ratings[spi.T_FUMBLE_PASS]), 2, 11),
        ]
        plain = np.where(np.isin(np.arange(spi.T_COLUMNS), spi.T_MASKS), 0, ratings)
        of_team: list[tuple[int, ArrayLike]] = [
            (B_TEAM, plain),
            (B_FUMBLE_RUN, fumbles),
            (B_PENALTY_RUN, _bits(int(ratings[spi.T_PENALTY_RUN]), 0, 36)),
            (B_PENALTY_PASS, _bits(int(ratings[spi.T_PENALTY_PASS]), 0, 36)),
            (B_INTERCEPTOR, league.interceptor[team]),
            (B_MAN, league.man[team]),
            (B_KICK_RETURN, league.kick_return[team]),
            (B_PUNT_RETURN, league.punt_return[team]),
            (B_PUNTER, league.punter[team]),
            (B_KICKER, league.kicker[team]),
            (B_CALLS, coach.calls[team]),
            (B_LINEUP, _padded(coach.lineup[team], MAX_LINEUPS, spi.ALL_SHARES)),
            (B_LINEUP_PASSER, coach.lineup_passer[team]),
            (B_CARRIER, _padded(coach.carrier[team], MAX_SLOTS, spi.ALL_SHARES)),
            (B_CARRIER_GUIDE, coach.carrier_guide[team]),
            (B_INSIDE, coach.inside[team]),
            (B_RECEIVER, _padded(coach.receiver[team], MAX_SLOTS, spi.ALL_SHARES)),
            (B_RECEIVER_GUIDE, coach.receiver_guide[team]),
            (B_BACK_PASSER, _padded(coach.back_passer[team], MAX_SLOTS, coach.back_passer[team, -1])),
            (B_PUNTER_SHARE, _padded(coach.punter[team], MAX_KICKERS, spi.ALL_SHARES)),
            (B_KICKER_SHARE, _padded(coach.kicker[team], MAX_KICKERS, spi.ALL_SHARES)),
            (B_DUMP, _padded(shares := _dump_shares(league, coach, team), MAX_SLOTS, int(shares[-1]))),
        ]
        for offset, values in of_team:
            flat = np.asarray(values).ravel()
            sheet[offset : offset + flat.size] = flat
    tables.setflags(write=False)
    flat_sheets = sheets.ravel()
    flat_sheets.setflags(write=False)
    return SpiArrays(tables, flat_sheets)


def mix(parts: Sequence[SpiArrays], rules: NDArray[np.int64]) -> SpiArrays:
    """Put the teams of several seasons behind one another.

    Parameters
    ----------
    parts : sequence of SpiArrays
        The seasons, made ready with the same charts and the same coach.
    rules : int64[R_COLUMNS]
        The playing rules in force (`simlib.files.seasons.season_arrays`).
    """
    tables = parts[0].tables.copy()
    tables[A_RULES : A_RULES + R_COLUMNS] = rules
    sheets = np.concatenate([part.sheets for part in parts])
    tables.setflags(write=False)
    sheets.setflags(write=False)
    return SpiArrays(tables, sheets)
