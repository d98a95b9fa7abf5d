"""From a chunk's tally to integer sums.

The rates, thousands a season, are added by one compiled loop; everything else is small enough for
numpy. All of it is integer arithmetic.
"""

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.jit import kernel
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.kernels.sums import (
    BINS,
    F_AWAY_POINTS,
    F_HOME_POINTS,
    F_HOME_WINS,
    F_TIES,
    FIRST_BIN,
    FIXED_POINT,
    H_CONFERENCE_TITLES,
    H_TITLES,
    LOW_32,
    M_BELOW,
    M_D,
    M_DD,
    M_EQUAL,
    M_N,
    M_NA,
    M_ND,
    M_NN,
    M_R,
    M_RR_HIGH,
    M_RR_LOW,
    M_WITHIN_3,
    M_WITHIN_5,
    MAX_PLAYOFFS,
    SPREAD_POINT,
    V_SQUARES_HIGH,
    V_SQUARES_LOW,
    V_SUM,
    Plan,
    Sums,
)
from simlib.kernels.tally import POST_EAST, POST_PLAYOFFS, POST_TITLE, POST_WEST, Tally

Ints = NDArray[np.int64]
C_WINS, C_LOSSES, C_TIES = (TEAM_COLUMNS.index(name) for name in ("wins", "losses", "ties"))


@kernel
def add_rates(lines, columns, first_rate, scale, real, histogram_row, moments, histogram):
    """Add the rates of every season and line to their moments and histograms.

    Parameters
    ----------
    lines : int32 array, [seasons, lines, columns of a line]
    columns : int64 array, [rates of a line, 5]
        Three numerators and two denominators, -1 for none.
    first_rate : int64 array, [lines]
        Place of a line's first rate; -1 leaves the line out.
    scale, real, histogram_row
        As in `simlib.kernels.sums.Plan`.
    moments, histogram
        As in `simlib.kernels.sums.Sums`; added to.
    """
    for season in range(lines.shape[0]):
        for place in range(lines.shape[1]):
            if first_rate[place] < 0:
                continue
            line = lines[season, place]
            for k in range(len(columns)):
                n = d = np.int64(0)
                for j in range(3):
                    if columns[k, j] >= 0:
                        n += line[columns[k, j]]
                for j in range(3, 5):
                    if columns[k, j] >= 0:
                        d += line[columns[k, j]]
                rate = first_rate[place] + k
                sums = moments[rate]
                if d == 0:
                    sums[M_NA] += 1
                if n == 0 and d == 0:
                    continue
                sums[M_N] += n
                sums[M_D] += d
                sums[M_NN] += n * n
                sums[M_ND] += n * d
                sums[M_DD] += d * d
                if d == 0:
                    continue
                value = (2 * scale[rate] * n * FIXED_POINT + d) // (2 * d)
                sums[M_R] += value
                sums[M_RR_HIGH] += (value * value) >> 32
                sums[M_RR_LOW] += (value * value) & LOW_32
                if real[rate, 1] == 0:
                    continue
                above, unit = n * real[rate, 1] - real[rate, 0] * d, real[rate, 0] * d
                sums[M_BELOW] += above < 0
                sums[M_EQUAL] += above == 0
                row = histogram_row[rate]
                if row < 0:
                    continue
                if 100 * abs(above) <= 3 * abs(unit):
                    sums[M_WITHIN_3] += 1
                if 100 * abs(above) <= 5 * abs(unit):
                    sums[M_WITHIN_5] += 1
                percent = (100 * above) // unit - FIRST_BIN
                histogram[row, min(max(percent, 0), BINS - 1)] += 1


def reduce_seasons(tally: Tally, plan: Plan, sums: Sums) -> None:
    """Add every season of a tally to the sums."""
    _add_counts(tally, sums)
    _add_rates(tally, plan, sums)
    _add_standings(tally, plan, sums)
    _add_games(tally, sums)


def _add_counts(tally: Tally, sums: Sums) -> None:
    sums.team_columns[:] += tally.team_stats.sum(axis=0, dtype=np.int64)
    sums.player_columns[:] += tally.player_stats.sum(axis=0, dtype=np.int64)


def _add_rates(tally: Tally, plan: Plan, sums: Sums) -> None:
    target = (plan.scale, plan.real, plan.histogram_row, sums.moments, sums.histogram)
    pairs = np.concatenate(
        (_league_pairs(tally, plan), _team_pairs(tally, plan.team_columns, plan.team_by_men, plan)), axis=1
    )
    one_rate = np.array([[0, -1, -1, 1, -1]])
    add_rates(pairs, one_rate, np.arange(pairs.shape[1]), *target)
    seasons, teams, slots, columns = tally.player_stats.shape
    men = tally.player_stats.reshape(seasons, teams * slots, columns)
    used = (np.arange(slots) < plan.men[:, None]).ravel()
    place = pairs.shape[1] + len(plan.player_columns) * (np.cumsum(used) - 1)
    add_rates(men, plan.player_columns, np.where(used, place, -1), *target)


def season_pairs(tally: Tally, plan: Plan) -> NDArray[np.int32]:
    """Numerator and denominator of every rate in every season, in the plan's order: [seasons, rates, 2]."""
    men = tally.player_stats[:, np.arange(tally.player_stats.shape[2]) < plan.men[:, None]]
    parts = [[_added(men, row[used]) for used in (slice(0, 3), slice(3, 5))] for row in plan.player_columns]
    of_men = np.moveaxis(np.array(parts), (0, 1), (2, 3)).reshape(len(men), -1, 2)
    of_teams = _team_pairs(tally, plan.team_columns, plan.team_by_men, plan)
    return np.concatenate((_league_pairs(tally, plan), of_teams, of_men), axis=1)


def _added(lines: NDArray[np.int32], columns: Ints) -> NDArray[np.int32]:
    return np.add.reduce([lines[..., column] for column in columns if column >= 0])


def _team_pairs(tally: Tally, columns: Ints, by_men: Ints, plan: Plan) -> NDArray[np.int32]:
    """Numerators and denominators by season and, team by team, statistic: [seasons, teams x stats, 2]."""
    seasons, teams = tally.team_stats.shape[:2]
    pairs = np.zeros((seasons, teams, len(columns), 2), np.int32)
    for stat, row in enumerate(by_men):
        for part, used in enumerate((slice(0, 3), slice(3, 5))):
            if row < 0:
                pairs[:, :, stat, part] = _added(tally.team_stats, columns[stat, used])
            else:
                men = _added(tally.player_stats, plan.men_columns[row, used])
                pairs[:, :, stat, part] = (men * plan.listed[row]).sum(axis=2)
    return pairs.reshape(seasons, -1, 2)


def _league_pairs(tally: Tally, plan: Plan) -> NDArray[np.int32]:
    """The same over the covered teams: [seasons, stats, 2]."""
    seasons, teams = tally.team_stats.shape[:2]
    pairs = _team_pairs(tally, plan.league_columns, plan.league_by_men, plan).reshape(seasons, teams, -1, 2)
    return (pairs * plan.covered.T[:, :, None]).sum(axis=1, dtype=np.int32)


def _add_standings(tally: Tally, plan: Plan, sums: Sums) -> None:
    """Add wins, ranks (level teams share the better one) and champions."""
    wins, losses, ties = (
        tally.team_stats[:, :, column].astype(np.int64) for column in (C_WINS, C_LOSSES, C_TIES)
    )
    teams = np.arange(wins.shape[1])
    np.add.at(sums.wins, (teams, np.minimum(2 * wins + ties, sums.wins.shape[1] - 1)), 1)
    played = np.maximum(wins + losses, 1)
    above = wins[:, :, None] * played[:, None, :] > wins[:, None, :] * played[:, :, None]  # [, better, team]
    above &= plan.conference[:, None] == plan.conference
    np.add.at(sums.ranks, (teams, above.sum(axis=1)), 1)
    for column, honour in (
        (POST_TITLE, H_TITLES),
        (POST_EAST, H_CONFERENCE_TITLES),
        (POST_WEST, H_CONFERENCE_TITLES),
    ):
        sums.honours[:, honour] += np.bincount(tally.post[:, column], minlength=len(teams))
    parted = np.minimum(tally.post[:, POST_PLAYOFFS], MAX_PLAYOFFS - 1)
    sums.playoffs[:] += np.bincount(parted, minlength=MAX_PLAYOFFS)


def _add_games(tally: Tally, sums: Sums) -> None:
    """Add scores by fixture, and what each season comes to (rows in the order of SPREADS)."""
    home, away = (tally.scores[:, :, side].astype(np.int64) for side in (0, 1))
    margin = home - away
    for column, values in (
        (F_HOME_POINTS, home),
        (F_AWAY_POINTS, away),
        (F_HOME_WINS, home > away),
        (F_TIES, home == away),
    ):
        sums.fixtures[:, column] += values.sum(axis=0)
    half_wins = 2 * tally.team_stats[:, :, C_WINS].astype(np.int64) + tally.team_stats[:, :, C_TIES]
    games = home.shape[1]
    for row, values in enumerate(
        (
            fixed_sd(np.concatenate((home, away), axis=1)),
            fixed_sd(margin),
            fixed_sd(half_wins) // 2,
            (margin == 0).sum(axis=1) * SPREAD_POINT,
            (2 * margin.sum(axis=1) * SPREAD_POINT + games) // (2 * games),
        )
    ):
        squares = values * values
        sums.spread[row, V_SUM] += values.sum()
        sums.spread[row, V_SQUARES_HIGH] += (squares >> 32).sum()
        sums.spread[row, V_SQUARES_LOW] += (squares & LOW_32).sum()


def fixed_sd(values: Ints) -> Ints:
    """Standard deviation (n - 1) of each row in units of 1 / SPREAD_POINT, rounded down: exact."""
    count = values.shape[1]
    if count < 2:
        return np.zeros(len(values), np.int64)
    deviations = count * (values * values).sum(axis=1) - values.sum(axis=1) ** 2
    square = deviations * SPREAD_POINT**2 // (count * (count - 1))
    root = np.sqrt(square.astype(np.float64)).astype(np.int64)
    root -= root * root > square
    return root + ((root + 1) * (root + 1) <= square)
