"""What each optional rule in force rests on, in a sentence: a note of every result played with it."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simlib.rulesets.spi.play import arrays


def notes_of(options: Iterable[str], policy: NDArray[np.int64]) -> tuple[str, ...]:
    """A note an option in force, in the order of `arrays.OPTIONS`.

    Parameters
    ----------
    options : iterable of str
        Some of `arrays.OPTIONS`.
    policy : int64[P_COLUMNS]
        Of the coach.
    """
    from_down, letters = policy[arrays.P_CLUTCH_FROM_DOWN], policy[arrays.P_CLUTCH_MOST]
    rating, punt_to = policy[arrays.P_DUMP_FROM], policy[arrays.P_PUNT_OUT_TO]
    in_vain = "; without effect: this coach leaves the chart and its blitzes out"
    told = {
        "penalties": "how often follows from the sheets' numbers; the table's lost cells are fitted to the"
        " yards and first downs of 1958; whether one is declined rests on assumed worths of down and place",
        "limits": "who has an asterisk is assumed; the coach plays a man without one on past his limit, two"
        " letters worse",
        "clutch": f"points are spent from down {from_down} on, {letters} a play (assumed)",
        "dump": f"ratings are assumed; tried against a blitz with a rating of {rating} or more (assumed)"
        + ("" if policy[arrays.P_USE_CHART] else in_vain),
        "interceptors": "New York's chart of 1958 alone is printed; elsewhere the men whose real"
        " interceptions are known have their share, and the rest are nobody's",
        "punt-out": f"tried within {punt_to} yards of the goal line (assumed)",
    }
    chosen = set(options)
    return tuple(f"Option {option}: {told[option]}." for option in arrays.OPTIONS if option in chosen)
