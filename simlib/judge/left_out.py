"""Printed men, each tested with the charts solved again without him.

A man whose own line helped to solve a chart tests the solver; a man left out tests the game. What his
printed letters mean, exactly and against the average opponent, stands beside his real season.
"""

from collections.abc import Sequence
from typing import NamedTuple

from simlib.rulesets import find_ruleset
from simlib.rulesets.answers import LeftOut


class Judged(NamedTuple):
    """How many men's rates lie within 5% and 3%, left out; and the middle size of their deviations."""

    stat: str
    men: int
    within5: int
    within3: int
    median: float
    within5_with: int


def judge_left_out(ruleset: str) -> tuple[LeftOut, ...]:
    """Judge a game's printed men on the season they are printed for.

    Parameters
    ----------
    ruleset : str

    Returns
    -------
    tuple of LeftOut
        Empty for a game that prints no men, or whose charts are all printed.
    """
    game = find_ruleset(ruleset)
    return game.solving.printed_men() if game and game.solving else ()


def fitted_season(ruleset: str) -> int | None:
    """Year that a game's lost cells were solved from; None where nothing was."""
    game = find_ruleset(ruleset)
    return game.solved_year if game else None


def summarize(lines: Sequence[LeftOut], stat: str, least: int) -> Judged | None:
    """Count the men with at least so many real tries; None when there is nobody."""
    sizes = sorted(abs(line.deviation_without) for line in lines if line.stat == stat and line.tries >= least)
    if not sizes:
        return None
    middle = len(sizes) // 2
    median = sizes[middle] if len(sizes) % 2 else (sizes[middle - 1] + sizes[middle]) / 2
    kept = sum(abs(x.deviation) <= 5 for x in lines if x.stat == stat and x.tries >= least)
    return Judged(stat, len(sizes), sum(s <= 5 for s in sizes), sum(s <= 3 for s in sizes), median, kept)
