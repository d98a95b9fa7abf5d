"""What the naive rival reads: two-dimensional tables of int64, shares as fractions."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlib.files.seasons import Season, season_arrays
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.coach.tables import load_coach
from simlib.rulesets.spi.play.arrays import (
    ALL_SHARES,
    T_FUMBLE_PASS,
    T_FUMBLE_RIS,
    T_FUMBLE_ROS,
    Charts,
    Coach,
    League,
)
from simlib.rulesets.spi.sheets.read import load_sheets


class NaiveCharts(NamedTuple):
    """The charts, int64, as they are printed: throws down, letters across."""

    kickoff: NDArray[np.int64]
    onside_yardline: NDArray[np.int64]
    onside_kickers: NDArray[np.int64]
    mpc: NDArray[np.int64]
    mpc_interception: NDArray[np.int64]
    mpc_sack: NDArray[np.int64]
    rushing_gain: NDArray[np.int64]
    run_out_of_bounds: NDArray[np.int64]
    run_out_of_bounds_gain: NDArray[np.int64]
    medium_gain: NDArray[np.int64]
    long_gain: NDArray[np.int64]
    completion: NDArray[np.int64]
    pass_gain: NDArray[np.int64]
    pass_out_of_bounds: NDArray[np.int64]
    punting: NDArray[np.int64]
    long_punt: NDArray[np.int64]
    blocked_kick_yardage: NDArray[np.int64]
    blocked_kick_return: NDArray[np.int64]


class NaiveTeams(NamedTuple):
    """The sheets, int64, and each team's habits as cumulative fractions."""

    team: NDArray[np.int64]  # [teams, T_ columns]
    man: NDArray[np.int64]  # [teams, slots, M_ columns]
    fumble_run: NDArray[np.int64]  # [teams, inside or outside, 36]
    fumble_pass: NDArray[np.int64]  # [teams, 11]
    kick_return: NDArray[np.int64]
    punt_return: NDArray[np.int64]
    punter: NDArray[np.int64]
    kicker: NDArray[np.int64]
    calls: NDArray[np.float64]  # [teams, situations, 5]
    lineup: NDArray[np.float64]
    lineup_passer: NDArray[np.int64]
    carrier: NDArray[np.float64]
    inside: NDArray[np.float64]
    receiver: NDArray[np.float64]
    back_passer: NDArray[np.float64]
    punter_share: NDArray[np.float64]
    kicker_share: NDArray[np.float64]
    defense: NDArray[np.float64]
    policy: NDArray[np.int64]
    rules: NDArray[np.int64]


def naive_arrays(
    charts: Charts, league: League, coach: Coach, rules: ArrayLike
) -> tuple[NaiveCharts, NaiveTeams]:
    """The arrays the naive rival plays with, from what simlib's loaders return."""

    def whole(array: ArrayLike) -> NDArray[np.int64]:
        return np.array(array, np.int64, order="C")

    def fractions(array: ArrayLike) -> NDArray[np.float64]:
        return np.asarray(array, np.float64) / ALL_SHARES

    throws = np.arange(36)
    masks = league.team[:, [T_FUMBLE_RIS, T_FUMBLE_ROS], None]
    return NaiveCharts(*(whole(getattr(charts, name)) for name in NaiveCharts._fields)), NaiveTeams(
        team=whole(league.team),
        man=whole(league.man),
        fumble_run=whole((masks >> throws) & 1),
        fumble_pass=whole((league.team[:, T_FUMBLE_PASS, None] >> np.arange(2, 13)) & 1),
        kick_return=whole(league.kick_return),
        punt_return=whole(league.punt_return),
        punter=whole(league.punter),
        kicker=whole(league.kicker),
        calls=fractions(coach.calls),
        lineup=fractions(coach.lineup),
        lineup_passer=whole(coach.lineup_passer),
        carrier=fractions(coach.carrier),
        inside=fractions(coach.inside),
        receiver=fractions(coach.receiver),
        back_passer=fractions(coach.back_passer),
        punter_share=fractions(coach.punter),
        kicker_share=fractions(coach.kicker),
        defense=fractions(coach.defense),
        policy=whole(coach.policy),
        rules=whole(rules),
    )


def load_naive(season: Season, coach: str) -> tuple[NaiveCharts, NaiveTeams]:
    """The rival's arrays for a season as shipped; InputError as simlib's loaders raise it."""
    sheets = load_sheets(season)
    loaded = load_coach(coach, season, sheets).coach
    return naive_arrays(load_charts().charts, sheets.league, loaded, season_arrays(season).rules)
