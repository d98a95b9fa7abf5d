"""Whether the real season is one the replay could have played: PITs, coverage, and flags.

The probability integral transform (PIT) of a real figure is its place among the replayed seasons,
0 to 1; level figures are placed by lot, so that the PITs of a perfect game are exactly uniform
(randomised PIT; Czado, Gneiting and Held, Biometrics 65, 2009). Intervals are central: a 50% interval
covers when the PIT lies in 0.25 to 0.75. Lines of one season share games and men, so bands that take
them as independent are too narrow rather than too wide.
"""

from collections.abc import Iterable, Sequence
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.judge.deviation import Accuracy, Row
from simlib.kernels.sums import FIRST_BIN, M_BELOW, M_EQUAL, M_NA
from simlib.runs.plan import rate_keys
from simlib.runs.results import Results

INTERVALS = (0.5, 0.8, 0.95)
FALSE_DISCOVERIES = 0.05
Line = tuple[str, str | None, str | None, str]  # level, team, player, statistic
_LOTS_SEED = 0x50495453  # lots among level figures; not the run's seed, whose throws they must not share


class Placed(NamedTuple):
    """A real figure's place in its replay distribution.

    `pit` is 0-1; `p` the chance that a perfect game's real figure would lie as far out, either side.
    """

    row: Row
    pit: float
    p: float


class Coverage(NamedTuple):
    """How many real figures lie in central intervals of a nominal level; `error` under a perfect game."""

    level: float
    inside: int
    lines: int
    share: float
    error: float


class Uniformity(NamedTuple):
    """PITs in ten equal bins, the 95% band of one bin, and Kolmogorov's test of uniformity."""

    counts: tuple[int, ...]
    low: int
    high: int
    p: float | None


class Flags(NamedTuple):
    """Lines that don't fit, with false discoveries controlled (Benjamini and Hochberg, 1995).

    Attributes
    ----------
    lines : int
        Men's lines tested.
    found : tuple of Placed
        Flagged at `FALSE_DISCOVERIES`, farthest out first.
    expected : float
        Flags a perfect game would raise on the average.
    below5 : int
        Lines with p < 0.05, nothing controlled.
    expected_below5 : float
        How many a perfect game would have.
    """

    lines: int
    found: tuple[Placed, ...]
    expected: float
    below5: int
    expected_below5: float


def lots(count: int) -> NDArray[np.float64]:
    """Numbers 0-1 by which level figures are placed: the same in every run."""
    from simlib.kernels.rng import game_key, raw_word

    with np.errstate(over="ignore"):  # uncompiled, hashes wrap around as numpy scalars
        key = np.uint64(game_key(np.uint64(_LOTS_SEED), np.int64(0), np.int64(0)))
        words = [int(raw_word(key, np.int64(place), np.int64(0))) for place in range(count)]
    return np.array([(word >> 11) / 2**53 for word in words])


def placed(below: int, equal: int, seasons: int, lot: float) -> float:
    """Randomised PIT of a figure among so many seasons, itself one more: exactly uniform if like them."""
    return (below + lot * (equal + 1)) / (seasons + 1)


def two_sided(pit: float) -> float:
    """Chance of a PIT at least as near an end."""
    return 2 * min(pit, 1 - pit)


def place_rows(results: Results, answer: Accuracy) -> tuple[Placed, ...]:
    """Place every real figure that gets a verdict, real noughts too, in the order of the rows.

    Parameters
    ----------
    results : Results
    answer : Accuracy
        Of the same run.

    Returns
    -------
    tuple of Placed
        Qualified lines of modelled statistics; not those of the coach's choice nor book-keeping rows.
    """
    rows = {(row.level, row.team, row.player, row.stat): row for row in answer.rows}
    free = answer.meta["verdict_free"]
    codes = [team.code for team in results.season.teams]
    found = []
    chance = lots(len(results.sums.moments))
    for place, key in enumerate(rate_keys(results.men)):
        player = results.men[key.team][key.slot] if key.slot >= 0 else None
        row = rows.get((key.level, codes[key.team] if key.team >= 0 else None, player, key.stat.name))
        if row is None or row.actual is None or not row.qualified or not row.group or row.stat in free:
            continue
        below, equal, none = (int(results.sums.moments[place, c]) for c in (M_BELOW, M_EQUAL, M_NA))
        tried = results.meta.seasons - none
        if tried:
            pit = placed(below, equal, tried, float(chance[place]))
            found.append(Placed(row, pit, two_sided(pit)))
    return tuple(found)


def at_level(lines: Iterable[Placed], level: str) -> tuple[Placed, ...]:
    """Lines of the league, the teams or the men."""
    return tuple(line for line in lines if line.row.level == level)


def coverage(pits: Sequence[float]) -> tuple[Coverage, ...]:
    """Coverage of central 50, 80 and 95% intervals by PITs."""
    found = []
    for level in INTERVALS:
        inside = sum(abs(pit - 0.5) <= level / 2 for pit in pits)
        count = len(pits)
        error = sqrt(level * (1 - level) / count) if count else 0.0
        found.append(Coverage(level, inside, count, inside / count if count else 0.0, error))
    return tuple(found)


def uniformity(pits: Sequence[float], bins: int = 10) -> Uniformity:
    """Histogram of PITs with the band that one bin of a perfect game stays in 19 times in 20."""
    from scipy.special import bdtrik, kolmogorov

    count = len(pits)
    counts = np.bincount(np.minimum((np.array(pits) * bins).astype(int), bins - 1), minlength=bins)
    if not count:
        return Uniformity((0,) * bins, 0, 0, None)
    low, high = (int(np.ceil(bdtrik(tail, count, 1 / bins))) for tail in (0.025, 0.975))
    ordered, steps = np.sort(pits), np.arange(count + 1) / count
    distance = max(float((steps[1:] - ordered).max()), float((ordered - steps[:-1]).max()))
    p = float(kolmogorov((sqrt(count) + 0.12 + 0.11 / sqrt(count)) * distance))  # Stephens, 1970
    return Uniformity(tuple(int(c) for c in counts), low, high, p)


def benjamini_hochberg(p: Sequence[float], level: float = FALSE_DISCOVERIES) -> list[int]:
    """Places of the p-values flagged, smallest first; at most `level` of them false on the average."""
    order = sorted(range(len(p)), key=lambda place: (p[place], place))
    last = max((k for k, place in enumerate(order, 1) if p[place] <= level * k / len(p)), default=0)
    return order[:last]


def expected_flags(lines: int, level: float = FALSE_DISCOVERIES) -> float:
    """Flags that `benjamini_hochberg` raises on the average when every line is as it should be.

    The number of flags k has the chance C(n, k) (k q / n)^k (1 - k q / n)^(n - k - 1) (1 - q) for
    independent lines.
    """
    total = 0.0
    for k in range(1, lines + 1):
        x = k * level / lines
        term = comb(lines, k) * x**k * (1 - x) ** (lines - k - 1) * (1 - level) if k < 1000 else 0.0
        total += k * term
        if k > 20 and term < 1e-15:
            break
    return total


def flags(lines: Sequence[Placed]) -> Flags:
    """Flag men's lines whose real figure the replays hardly ever come to."""
    men = at_level(lines, "player")
    p = [line.p for line in men]
    found = tuple(men[place] for place in benjamini_hochberg(p)) if men else ()
    below5 = sum(x < 0.05 for x in p)
    return Flags(len(men), found, expected_flags(len(men)) if men else 0.0, below5, 0.05 * len(men))


def quantiles(results: Results, shares: Sequence[float]) -> dict[Line, tuple[float, ...]]:
    """Quantiles of single seasons, from the histograms, as per cent of deviation from the real figure.

    Parameters
    ----------
    results : Results
    shares : sequence of float
        0-1.

    Returns
    -------
    dict
        (level, team, player, statistic) -> quantiles, straight between the ends of whole per cents;
        lines without a real figure, or never replayed, are left out.
    """
    codes = [team.code for team in results.season.teams]
    found = {}
    edges = np.arange(results.sums.histogram.shape[1] + 1) + FIRST_BIN
    for place, key in enumerate(rate_keys(results.men)):
        row = results.plan.histogram_row[place]
        if row < 0 or not (counts := results.sums.histogram[row]).any():
            continue
        total = np.concatenate(([0.0], np.cumsum(counts) / counts.sum()))
        kept = np.concatenate(([True], np.diff(total) > 0))
        kept[:-1] |= np.diff(total) > 0
        values = np.interp(shares, total[kept], edges[kept])
        line: Line = (
            key.level,
            codes[key.team] if key.team >= 0 else None,
            results.men[key.team][key.slot] if key.slot >= 0 else None,
            key.stat.name,
        )
        found[line] = tuple(float(x) for x in values)
    return found
