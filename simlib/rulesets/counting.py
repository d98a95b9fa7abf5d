"""Exact distributions of what a throw can bring: counted, never sampled.

Everything is an integer or a Fraction, so that a rating or a chart decided by these figures is the
same on every machine. A `Distribution` maps a gain in yards to its chance; the chances sum to 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

Distribution = dict[int, Fraction]

THROWS = 36
SUMMED_WAYS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # ways to throw 2..12 with two dice


def column_distribution(gains: Iterable[int], ways: Iterable[int]) -> Distribution:
    """Distribution of a chart column.

    Parameters
    ----------
    gains : iterable of int
        The column, in yards, a row a cell.
    ways : iterable of int
        How many of the equally likely throws lead to each row.

    Returns
    -------
    dict of int to Fraction
        Ascending gains with their chances.
    """
    counts: dict[int, int] = {}
    for gain, way in zip(gains, ways, strict=True):
        counts[int(gain)] = counts.get(int(gain), 0) + way
    total = sum(counts.values())
    return {gain: Fraction(counts[gain], total) for gain in sorted(counts) if counts[gain]}


def mixture(parts: Iterable[tuple[Fraction, Distribution]]) -> Distribution:
    """Distribution of a draw among `parts`, (share, distribution) each; shares sum to 1."""
    chances: Distribution = {}
    for share, part in parts:
        for gain, chance in part.items():
            chances[gain] = chances.get(gain, Fraction(0)) + share * chance
    return {gain: chances[gain] for gain in sorted(chances) if chances[gain]}


def mean(distribution: Distribution) -> Fraction:
    """Mean of a distribution, nothing cut off."""
    return sum((gain * chance for gain, chance in distribution.items()), Fraction(0))


def summed_distribution(column: Sequence[int]) -> Distribution:
    """Distribution of a column read with two dice added: 11 cells, 2..12."""
    return column_distribution(column, SUMMED_WAYS)


def touchdown_chance(distribution: Distribution, yards_to_goal: Mapping[int, int]) -> Fraction:
    """Chance that a gain reaches the goal line, over plays that begin at `yards_to_goal`."""
    total = sum(yards_to_goal.values())
    return sum(
        (
            chance * Fraction(sum(w for yards, w in yards_to_goal.items() if yards <= gain), total)
            for gain, chance in distribution.items()
        ),
        Fraction(0),
    )
