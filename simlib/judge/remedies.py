"""What would fix a man: the letter of his sheet which, moved by one or two, brings his rate inside.

The exact expectation of the sheet says what a moved letter is worth against the average opponent; the
replayed mean is taken to move by the same ratio.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from simlib.judge.deviation import Accuracy, Row
from simlib.rulesets import find_ruleset
from simlib.rulesets.answers import Move
from simlib.runs.results import Results

if TYPE_CHECKING:
    from simlib.files.seasons import Season

MARGIN = 5.0


class Remedy(NamedTuple):
    """A line outside 5% and the least move that brings it inside; `move` is None where none does."""

    row: Row
    move: Move | None
    deviation: float | None


def find_remedies(
    results: Results, answer: Accuracy, charts: str | Path | None = None, season: "Season | None" = None
) -> tuple[Remedy, ...]:
    """Look for the letter to move, for every qualified man's rate that is more than 5% off.

    Parameters
    ----------
    results : Results
    answer : Accuracy
        Of the same run.
    charts : path, optional
        The charts of the run, if not the shipped ones.
    season : Season, optional
        The season whose folder holds the sheets, if not the run's own.

    Returns
    -------
    tuple of Remedy
        In the order of the rows; the fewest steps win, then the least deviation left, then the first
        column. Rates that no rating of the man decides are left out; a game whose sheets have no such
        letters has none.
    """
    game = find_ruleset(results.meta.ruleset)
    if game is None or game.sheets is None:
        return ()
    outside = [
        row
        for row in answer.at("player")
        if row.qualified and row.verdict5 and row.deviation is not None and abs(row.deviation) > MARGIN
    ]
    moves = game.sheets.moves(season or results.season, outside, None if charts is None else Path(charts))
    keys = ((row, (row.team, row.player, row.stat)) for row in outside)
    return tuple(best_move(row, moves[key]) for row, key in keys if key in moves)


def best_move(row: Row, moves: Sequence[Move]) -> Remedy:
    """The least move that brings a row inside 5%."""
    inside = []
    for order, move in enumerate(moves):
        if row.mean is None or not row.actual:
            continue
        left = 100 * (row.mean * move.ratio / row.actual - 1)
        if abs(left) <= MARGIN:
            inside.append((abs(move.steps), abs(left), order, move, left))
    if not inside:
        return Remedy(row, None, None)
    *_, move, left = min(inside)
    return Remedy(row, move, left)
