"""How many dice rolls are adequate: after how many a mean lies within a margin, 19 times in 20.

The mean of n seasons is taken as normal about its long-run value, with the spread of one season's
ratio over the root of n. Where the long-run value itself lies outside the margin, no number of rolls
is adequate.
"""

from collections.abc import Sequence
from math import ceil, exp, log, sqrt
from typing import NamedTuple

from simlib.judge.deviation import Row
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.rulesets import find_ruleset
from simlib.runs.results import Results

CONFIDENCE = 0.95
_MOST_SEASONS = 1e9


class Adequate(NamedTuple):
    """How many rolls a statistic of a line needs; None where no number is adequate.

    `seasons3`, `seasons5` may be parts of a season; `rolls3`, `rolls5` are throws of the dice, all of
    the season's counted (None also when the game does not say what it rolls).
    """

    row: Row
    seasons3: float | None
    seasons5: float | None
    rolls3: int | None
    rolls5: int | None


def rolls_a_season(results: Results) -> float | None:
    """Throws of the dice in a season, on the mean of a run; None when the game does not say.

    A ruleset's `throws` tells how many each count of a team stands for.
    """
    game = find_ruleset(results.meta.ruleset)
    if game is None or not game.throws:
        return None
    totals = dict(zip(TEAM_COLUMNS, results.sums.team_columns.sum(axis=0).tolist(), strict=False))
    return sum(times * totals[column] for column, times in game.throws.items()) / results.meta.seasons


def seasons_needed(
    deviation: float, season_error: float, margin: float, confidence: float = CONFIDENCE
) -> float | None:
    """Seasons after which the mean's deviation is within the margin with the given chance.

    Parameters
    ----------
    deviation : float
        Of the long-run mean, per cent.
    season_error : float
        Standard error of the mean of one season, per cent.
    margin : float
        Per cent.
    confidence : float
        0-1.

    Returns
    -------
    float or None
        May be less than one; 0 when seasons don't vary. None when the long-run mean lies outside the
        margin, or so near its end that a thousand million seasons don't do.
    """
    if abs(deviation) >= margin:
        return None
    if season_error == 0:
        return 0.0
    low, high = log(1e-9), log(_MOST_SEASONS)
    if chance_within(deviation, season_error, margin, _MOST_SEASONS) < confidence:
        return None
    for _ in range(80):
        middle = (low + high) / 2
        enough = chance_within(deviation, season_error, margin, exp(middle)) >= confidence
        low, high = (low, middle) if enough else (middle, high)
    return exp(high)


def chance_within(deviation: float, season_error: float, margin: float, seasons: float) -> float:
    """Chance that the mean of so many seasons lies within the margin (per cent) of the real figure."""
    from scipy.special import ndtr

    error = season_error / sqrt(seasons) if season_error else 0.0
    if error == 0:
        return float(abs(deviation) <= margin)
    return float(ndtr((margin - deviation) / error) - ndtr((-margin - deviation) / error))


def adequate_rolls(rows: Sequence[Row], results: Results) -> tuple[Adequate, ...]:
    """How many rolls each line needs for 3% and for 5%.

    Parameters
    ----------
    rows : sequence of Row
        Lines of `simlib.accuracy`; those without a deviation or an error are left out.
    results : Results
        The run they are of.
    """
    rolls, seasons = rolls_a_season(results), results.meta.seasons
    found = []
    for row in rows:
        if row.deviation is None or row.mcse is None or not row.actual:
            continue
        error = 100 * row.mcse / abs(row.actual) * sqrt(seasons)
        needed = [seasons_needed(row.deviation, error, margin) for margin in (3.0, 5.0)]
        throws = [None if n is None or rolls is None else max(1, ceil(n * rolls)) for n in needed]
        found.append(Adequate(row, needed[0], needed[1], throws[0], throws[1]))
    return tuple(found)
