"""The difference of a rate between two runs of the same seasons, and its Monte-Carlo error.

A season gives each rate four whole numbers: numerator and denominator in run A and in run B. Their
sums and the sums of their products over seasons are kept, exactly and whatever the number of seasons.
A rate is a ratio of sums; the error of the difference of two ratios is the delta method's: that of the
mean over seasons of e_B - e_A, with e = (n - rate x d) / mean d. What the common throws do to both runs
cancels in it; with throws of their own nothing cancels, and it is the error of two independent runs.
(Ratio estimators: Cochran, Sampling Techniques, 1977, chapter 6.)
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.05
# Products are of these: one, then numerator and denominator of A, then of B.
ONE, N_A, D_A, N_B, D_B, FACTORS = range(6)


class Difference(NamedTuple):
    """A rate in A and in B; None where it can't be told.

    Attributes
    ----------
    a, b : float or None
        The pooled rates; None without a try.
    tries_a, tries_b : float
        Denominators a season.
    difference : float or None
        b - a.
    error : float or None
        Its Monte-Carlo standard error, paired by season.
    error_apart : float or None
        What it would be if the two runs were independent.
    low, high : float or None
        The 95% interval of the difference, by Student's t with one degree fewer than seasons.
    p : float or None
        Two-sided chance of so great a difference where there is none; None with too few tries: where the
        mean of a denominator is known to no better than 10% the ratio is not nearly normal (Cochran,
        section 6.8).
    """

    a: float | None
    b: float | None
    tries_a: float
    tries_b: float
    difference: float | None
    error: float | None
    error_apart: float | None
    low: float | None
    high: float | None
    p: float | None


def empty_products(rates: int) -> NDArray[np.int64]:
    """Sums of products over no seasons: [rates, FACTORS, FACTORS]."""
    return np.zeros((rates, FACTORS, FACTORS), np.int64)


def add_products(pairs_a: NDArray[np.int32], pairs_b: NDArray[np.int32], products: NDArray[np.int64]) -> None:
    """Add seasons to the products.

    Parameters
    ----------
    pairs_a, pairs_b : int array, [seasons, rates, 2]
        Numerators and denominators of the same seasons and rates in either run.
    products : int64 array, [rates, FACTORS, FACTORS]
        Added to.
    """
    seasons, rates = pairs_a.shape[:2]
    factors = np.ones((rates, FACTORS, seasons), np.int64)
    factors[:, N_A:N_B] = np.moveaxis(pairs_a, 0, 2)
    factors[:, N_B:] = np.moveaxis(pairs_b, 0, 2)
    for one in range(FACTORS):
        for other in range(one, FACTORS):
            total = (factors[:, one] * factors[:, other]).sum(axis=1)
            products[:, one, other] += total
            if other > one:
                products[:, other, one] += total


def differences(products: NDArray[np.int64], scales: Sequence[int]) -> list[Difference]:
    """The difference of every rate, from exact sums.

    Parameters
    ----------
    products : int64 array, [rates, FACTORS, FACTORS]
    scales : sequence of int
        Of each rate: 100 for a percentage, else 1.
    """
    from scipy.special import stdtrit

    seasons = int(products[0, ONE, ONE])
    reach = float(stdtrit(seasons - 1, 1 - LEVEL / 2)) if seasons > 1 else 0.0
    return [_difference(rows, scale, reach) for rows, scale in zip(products.tolist(), scales, strict=True)]


def _difference(rows: list[list[int]], scale: int, reach: float) -> Difference:
    """One rate's; every sum is a whole number until it is divided."""
    seasons, n_a, d_a, n_b, d_b = rows[ONE]
    a, b = (scale * n / d if d else None for n, d in ((n_a, d_a), (n_b, d_b)))
    tries = d_a / seasons, d_b / seasons
    if a is None or b is None:
        return Difference(a, b, *tries, None, None, None, None, None, None)
    difference = scale * (n_b * d_a - n_a * d_b) / (d_a * d_b)
    if seasons < 2:
        return Difference(a, b, *tries, difference, None, None, None, None, None)
    in_a, in_b = (0, d_a, -n_a, 0, 0), (0, 0, 0, d_b, -n_b)  # a season's n D - N d, which is e D^2 / seasons
    apart = _summed(rows, in_a, in_a) * d_b**4 + _summed(rows, in_b, in_b) * d_a**4
    paired = apart - 2 * _summed(rows, in_a, in_b) * d_a**2 * d_b**2
    error, error_apart = (
        scale * sqrt(seasons * squares / ((seasons - 1) * (d_a * d_b) ** 4)) for squares in (paired, apart)
    )
    low, high = difference - reach * error, difference + reach * error
    enough = all(_known_to_a_tenth(seasons, d, rows[k][k]) for k, d in ((D_A, d_a), (D_B, d_b)))
    p = _chance(difference, error, seasons) if enough or difference == error == 0 else None
    return Difference(a, b, *tries, difference, error, error_apart, low, high, p)


def _summed(rows: list[list[int]], one: Sequence[int], other: Sequence[int]) -> int:
    """Sum over seasons of the product of two linear combinations of the factors."""
    return sum(x * y * rows[i][j] for i, x in enumerate(one) if x for j, y in enumerate(other) if y)


def _known_to_a_tenth(seasons: int, total: int, squares: int) -> bool:
    """Whether the standard error of a mean is at most a tenth of it."""
    return 100 * (seasons * squares - total**2) <= (seasons - 1) * total**2


def _chance(difference: float, error: float, seasons: int) -> float:
    """Two-sided p; a difference that is the same in every season is certain."""
    from scipy.special import stdtr

    if error == 0:
        return 1.0 if difference == 0 else 0.0
    return 2 * float(stdtr(seasons - 1, -abs(difference) / error))
