"""Whether seasons, teams and men differ from each other as much as they really did.

A replay may have every mean right and still be too wild or too tame. Each spread of the real season is
placed among the replayed seasons' spreads; men's rates are tested together, by how far they stand apart
and by how far the real ones lie from the replayed means in units of one season's chance.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from simlib.files.season_figures import real_spread
from simlib.judge.deviation import SPREAD_TITLES, Accuracy, Row
from simlib.kernels.stats import STAT
from simlib.kernels.sums import SPREADS
from simlib.runs.results import Results

LEAST_MEN = 5


class SpreadTest(NamedTuple):
    """A spread of the real season beside the replays; `p` is two-sided, None with a single season."""

    name: str
    title: str
    actual: float
    mean: float
    sd: float | None
    z: float | None
    p: float | None


class MenSpread(NamedTuple):
    """How far men stand apart in one rate.

    Attributes
    ----------
    stat, title : str
    men : int
        Qualified men.
    actual, replayed : float
        Standard deviation (n - 1) over men of the real rates, and that of one replayed season (root of
        the mean square).
    p : float
        Chance of so great a difference if the real season were one of the replays, two-sided.
    chi_square : float
        Sum of ((real - mean) / sd)^2 over the men: `men` on the average for a perfect game; less when
        the real rates lie too near the means (cards without luck taken out), more when too far.
    p_chi_square : float
        Two-sided.
    """

    stat: str
    title: str
    men: int
    actual: float
    replayed: float
    p: float
    chi_square: float
    p_chi_square: float


def spread_tests(results: Results) -> tuple[SpreadTest, ...]:
    """Place the real season's spreads among the replays' (normal approximation)."""
    from scipy.special import ndtr

    real, seasons = real_spread(results.season), results.meta.seasons
    found = []
    for name in SPREADS:
        mean, error = results.spread(name)
        actual = float(getattr(real, name))
        sd = None if error is None else error * sqrt(seasons)
        # The real season's doubt and the mean's own.
        z = (actual - mean) / (sd * sqrt(1 + 1 / seasons)) if sd else None
        p = None if z is None else float(2 * ndtr(-abs(z)))
        found.append(SpreadTest(name, SPREAD_TITLES[name], actual, mean, sd, z, p))
    return tuple(found)


def men_spreads(answer: Accuracy) -> tuple[MenSpread, ...]:
    """Test how far men stand apart, for each rate that gets verdicts with five qualified men or more."""
    found = []
    for stat in STAT.values():
        rows = [
            row
            for row in answer.at("player")
            if row.stat == stat.name and row.qualified and row.group and row.sd and row.mean is not None
            and row.actual is not None and row.stat not in answer.meta["verdict_free"]
        ]  # fmt: skip
        if len(rows) >= LEAST_MEN:
            found.append(_men_spread(stat.name, stat.title, rows))
    return tuple(found)


def _men_spread(stat: str, title: str, rows: Sequence[Row]) -> MenSpread:
    from scipy.special import chdtr, chdtrc, ndtr

    actual, mean, sd = (
        np.array([getattr(row, name) for row in rows], float) for name in ("actual", "mean", "sd")
    )
    men = len(rows)
    centred = np.eye(men) - 1 / men
    variances = np.diag(sd**2)
    # x' M x of independent normal rates: its exact mean and variance (Searle, Linear Models, 1971).
    square = float(actual @ centred @ actual)
    expected = float(np.trace(centred @ variances) + mean @ centred @ mean)
    middle = centred @ variances @ centred
    variance = float(2 * np.trace(middle @ variances) + 4 * mean @ middle @ mean)
    p = float(2 * ndtr(-abs(square - expected) / sqrt(variance)))
    chi_square = float((((actual - mean) / sd) ** 2).sum())
    tails = float(min(chdtr(men, chi_square), chdtrc(men, chi_square)))
    actual_sd, replayed_sd = (sqrt(max(x, 0.0) / (men - 1)) for x in (square, expected))
    return MenSpread(stat, title, men, actual_sd, replayed_sd, p, chi_square, min(1.0, 2 * tails))
