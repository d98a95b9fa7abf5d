"""Exact integer sums over seasons: what a run keeps whatever its length.

A rate is one statistic of one line (the league, a team, a man). `Plan` says which columns make it
and what its real value is; `Sums` holds what seasons add up to. All are integers, so chunks,
threads, halves and machines add to the same result in any order.
(Positions below are frozen into compiled kernels: see simlib.kernels.jit.)
"""

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS

# Columns of Sums.moments, each a sum over seasons of a rate's numerator n, denominator d and value r.
# r is scale x n / d in units of 2**-20, rounded half up; its square is kept as two sums, of the
# high part and of the low 32 bits, since 10 million squares may pass 2**63.
# Below and equal count the seasons whose rate is so beside the real one, nought included.
(M_N, M_D, M_NN, M_ND, M_DD, M_NA, M_R, M_RR_HIGH, M_RR_LOW, M_WITHIN_3, M_WITHIN_5, M_BELOW, M_EQUAL,
 M_COLUMNS) = range(14)  # fmt: skip
FIXED_POINT = 1 << 20
LOW_32 = 0xFFFFFFFF
# Sums.histogram counts floor(100 x (rate / real - 1)) in whole per cent, ends clipped.
FIRST_BIN, LAST_BIN = -100, 200
BINS = LAST_BIN - FIRST_BIN + 1
# Columns of Sums.fixtures.
F_HOME_POINTS, F_AWAY_POINTS, F_HOME_WINS, F_TIES, F_COLUMNS = range(5)
# Rows of Sums.spread: what a season comes to, in units of 2**-16.
SPREAD_POINT = 1 << 16
SPREADS = ("points_sd", "margin_sd", "wins_sd", "ties", "home_margin")
# Columns of Sums.spread.
V_SUM, V_SQUARES_HIGH, V_SQUARES_LOW, V_COLUMNS = range(4)
# Columns of Sums.honours.
H_TITLES, H_CONFERENCE_TITLES, H_COLUMNS = range(3)
MAX_PLAYOFFS = 16


class Plan(NamedTuple):
    """How columns become rates.

    Rates are in the order league, teams, men; a level's statistics in the order of `STATS`; -1 pads
    the lists of columns.
    """

    league_columns: NDArray[np.int64]  # [league stats, 5] three numerators, two denominators
    covered: NDArray[np.bool_]  # [league stats, teams] teams that the league's rate pools
    men_columns: NDArray[np.int64]  # [statistics known of listed men only, 5] columns of a man
    listed: NDArray[np.bool_]  # [those statistics, teams, slots] men whom team and league pool
    league_by_men: NDArray[np.int64]  # [league stats] row of men_columns, or -1
    team_by_men: NDArray[np.int64]  # [team stats]
    team_columns: NDArray[np.int64]  # [team stats, 5] own columns, the opponents' after them
    player_columns: NDArray[np.int64]  # [player stats, 5]
    scale: NDArray[np.int64]  # [rates]
    real: NDArray[np.int64]  # [rates, 2] real numerator and denominator; 0, 0 where not known
    histogram_row: NDArray[np.int64]  # [rates] row of Sums.histogram; -1 without a real value
    men: NDArray[np.int64]  # [teams] slots in use
    conference: NDArray[np.int64]  # [teams]
    fixtures: NDArray[np.int64]  # [games, 2] home, away


class Sums(NamedTuple):
    """Sums over the seasons played; every array int64."""

    team_columns: NDArray[np.int64]  # [teams, 2 x TEAM_COLUMNS]
    player_columns: NDArray[np.int64]  # [teams, slots, PLAYER_COLUMNS]
    moments: NDArray[np.int64]  # [rates, M_COLUMNS]
    histogram: NDArray[np.int64]  # [rates with a real value, BINS]
    wins: NDArray[np.int64]  # [teams, 2 x games a team + 1] seasons with so many half wins
    ranks: NDArray[np.int64]  # [teams, teams] seasons at rank 1.. of its conference
    honours: NDArray[np.int64]  # [teams, H_COLUMNS]
    playoffs: NDArray[np.int64]  # [MAX_PLAYOFFS] seasons with so many play-offs for a conference
    fixtures: NDArray[np.int64]  # [games, F_COLUMNS]
    spread: NDArray[np.int64]  # [SPREADS, V_COLUMNS]


def empty_sums(plan: Plan) -> Sums:
    """Sums over no seasons."""
    teams = len(plan.men)
    most_games = int(np.bincount(plan.fixtures.ravel(), minlength=teams).max())
    shapes = (
        (teams, 2 * len(TEAM_COLUMNS)),
        (teams, int(plan.men.max()), len(PLAYER_COLUMNS)),
        (len(plan.scale), M_COLUMNS),
        (int(plan.histogram_row.max()) + 1, BINS),
        (teams, 2 * most_games + 1),
        (teams, teams),
        (teams, H_COLUMNS),
        (MAX_PLAYOFFS,),
        (len(plan.fixtures), F_COLUMNS),
        (len(SPREADS), V_COLUMNS),
    )
    return Sums(*(np.zeros(shape, np.int64) for shape in shapes))


def add_into(total: Sums, part: Sums) -> None:
    """Add `part` to `total` in place."""
    for whole, piece in zip(total, part, strict=True):
        whole += piece


def added(a: Sums, b: Sums) -> Sums:
    """The sums of two runs of the same plan."""
    return Sums(*(x + y for x, y in zip(a, b, strict=True)))


def digest_of(sums: Sums) -> str:
    """sha256 over names, shapes and little-endian values: equal only for equal sums."""
    digest = hashlib.sha256()
    for name, array in zip(Sums._fields, sums, strict=True):
        digest.update(f"{name}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array, "<i8").tobytes())
    return digest.hexdigest()


def wide(high: int, low: int) -> int:
    """An exact sum of squares from its two parts."""
    return (int(high) << 32) + int(low)
