"""Solve the cells that a game's printed charts lost: `python -m simlib.rulesets.solving spi`.

Printed cells are hard constraints, the rulebook's structure soft ones, real statistics the targets.
A ruleset's `charts/solved.py` knows its charts; the tools here are what any of them needs. Every
decision is made with whole numbers, ties go to the first candidate in a stated order, and no random
number is drawn: the same cells come out on any machine, and twice the same bytes.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from simlib.errors import Fault, InputError
from simlib.files.charts import TARGETS
from simlib.files.rows import write_table

_TARGET_COLUMNS = ("chart", "target", "basis", "unit", "wanted", "reached", "residual")


class Observation(NamedTuple):
    """A real average that a curve should give: sum of share x curve[place] / sum of shares.

    Attributes
    ----------
    shares : dict of int to int
        Place on the curve -> share.
    value : Fraction
        What was observed.
    weight : int
        How much a squared miss counts.
    """

    shares: Mapping[int, int]
    value: Fraction
    weight: int


class Target(NamedTuple):
    """One line of calibration.csv: what a solved chart should give, what it rests on, what it gives."""

    chart: str
    name: str
    basis: str
    unit: str
    wanted: Fraction
    reached: Fraction

    def row(self) -> list[str]:
        """The line's cells, in decimals."""
        figures = self.wanted, self.reached, self.reached - self.wanted
        return [*self[:4], *(decimal(figure) for figure in figures)]


def decimal(value: Fraction, places: int = 4) -> str:
    """`value` with `places` decimals, rounded half away from zero; the same text everywhere."""
    scale = 10**places
    units = (abs(value) * scale + Fraction(1, 2)).__floor__()
    sign = "-" if value < 0 and units else ""
    return f"{sign}{units // scale}" + (f".{units % scale:0{places}d}" if places else "")


def solve_linear(matrix: Sequence[Sequence[int]], right: Sequence[int]) -> list[Fraction]:
    """Solve a square system of whole numbers exactly (Bareiss' fraction-free elimination).

    Raises
    ------
    ZeroDivisionError
        The matrix is singular.
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size, before = len(rows), 1
    for k in range(size):
        pivot = next((i for i in range(k, size) if rows[i][k]), None)
        if pivot is None:
            raise ZeroDivisionError("singular matrix")
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, size):
            rows[i] = [
                (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) // before if j > k else 0
                for j in range(size + 1)
            ]
        before = rows[k][k]
    solution = [Fraction(0)] * size
    for i in reversed(range(size)):
        rest = sum((rows[i][j] * solution[j] for j in range(i + 1, size)), Fraction(0))
        solution[i] = Fraction(rows[i][size] - rest, rows[i][i])
    return solution


def fit_curve(
    places: int, observations: Sequence[Observation], stiffness: int, scale: int = 1000
) -> list[Fraction]:
    """Fit a smooth curve to averages: least squares, with squared second differences held down.

    Parameters
    ----------
    places : int
        Points of the curve.
    observations : sequence of Observation
    stiffness : int
        Weight of a squared second difference beside that of a squared miss.
    scale : int
        Observed values are rounded to 1/scale first, results to 1/scale last.

    Returns
    -------
    list of Fraction
        The curve, `places` long.
    """
    matrix = [[0] * places for _ in range(places)]
    right = [0] * places
    unit = 100  # every observation's shares are brought to a sum of 100
    for shares, value, weight in observations:
        total = sum(shares.values())
        row = {place: round(Fraction(unit * share, total)) for place, share in shares.items()}
        for i, first in row.items():
            right[i] += weight * first * round(value * scale) * unit
            for j, second in row.items():
                matrix[i][j] += weight * first * second
    for middle in range(1, places - 1):
        bend = {middle - 1: unit, middle: -2 * unit, middle + 1: unit}
        for i, first in bend.items():
            for j, second in bend.items():
                matrix[i][j] += stiffness * first * second
    return [Fraction(round(value), scale) for value in solve_linear(matrix, right)]


def misfit(curve: Sequence[Fraction], observations: Sequence[Observation]) -> Fraction:
    """Weighted sum of squared misses of `curve`."""
    return sum((o.weight * (average(curve, o.shares) - o.value) ** 2 for o in observations), Fraction(0))


def average(curve: Sequence[Fraction], shares: Mapping[int, int]) -> Fraction:
    """Mean of `curve` over places with shares."""
    return sum((share * curve[place] for place, share in shares.items()), Fraction(0)) / sum(shares.values())


def between(points: Sequence[tuple[int, int]], place: int) -> int:
    """Value at `place` on the broken line through `points` (ascending), rounded down."""
    for (left, low), (right, high) in pairwise(points):
        if place <= right:
            return low + (high - low) * (place - left) // (right - left)
    return points[-1][1]


class Cells(NamedTuple):
    """A chart's column to be solved.

    Attributes
    ----------
    wish : list of int
        Hundredths of a yard that the shape asks for, by row.
    fixed : dict of int to int
        Row -> yards that stand fast (printed).
    ways : list of int
        Throws that lead to each row.
    least, most : int
        Bounds of a cell.
    """

    wish: list[int]
    fixed: Mapping[int, int]
    ways: Sequence[int]
    least: int
    most: int


def solve_cells(column: Cells, worth: Callable[[int], int], total: int, tolerance: int) -> list[int]:
    """Whole yards near the wished shape whose worth adds up to `total` as nearly as cells allow.

    The shape is first moved up or down as a whole; then at most two cells are moved by one yard, so
    that the sum comes within `tolerance`, or else as near as it can; ties go to the cells nearest
    the wish, then to the first rows.

    Parameters
    ----------
    column : Cells
    worth : callable
        Yards of a cell -> what they are worth in play, in any whole unit.
    total : int
        Wanted sum of ways x worth, in the same unit.
    tolerance : int
        Misses of the sum up to this are as good as none.

    Returns
    -------
    list of int
        Yards by row.
    """
    wish, fixed, ways, least, most = column
    free = [row for row in range(len(wish)) if row not in fixed]

    def moved(shift: int) -> list[int]:
        cells = [min(most, max(least, (yards + shift + 50) // 100)) for yards in wish]
        return [fixed.get(row, yards) for row, yards in enumerate(cells)]

    def miss(cells: Sequence[int]) -> int:
        return sum(way * worth(yards) for way, yards in zip(ways, cells, strict=True)) - total

    low, high = -6000, 6000
    while low < high:  # the least shift whose sum is not below the total
        middle = (low + high) // 2
        low, high = (low, middle) if miss(moved(middle)) >= 0 else (middle + 1, high)
    cells = min(moved(low), moved(low - 1), key=lambda candidate: abs(miss(candidate)))
    steps = [((row, step),) for row in free for step in (1, -1)]
    pairs = [(*a, *b) for i, a in enumerate(steps) for b in steps[i + 1 :] if a[0][0] != b[0][0]]
    here = miss(cells)

    def score(move: tuple[tuple[int, int], ...]) -> tuple[int, int, int]:
        change = sum(ways[row] * (worth(cells[row] + step) - worth(cells[row])) for row, step in move)
        strain = sum(abs(100 * (cells[row] + step) - wish[row] - low) for row, step in move)
        return max(tolerance, abs(here + change)), len(move), strain

    possible = (move for move in [(), *steps, *pairs] if all(least <= cells[r] + s <= most for r, s in move))
    for row, step in min(possible, key=score):
        cells[row] += step
    return cells


def write_targets(folder: Path, targets: Sequence[Target]) -> None:
    """Write calibration.csv: targets, what they rest on, and what the charts reach."""
    write_table(folder / TARGETS, _TARGET_COLUMNS, (target.row() for target in targets))


def main(arguments: Sequence[str]) -> int:
    """Re-make a game's solved charts in place; returns the exit code."""
    from simlib.rulesets import get_ruleset

    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.stderr.write("usage: python -m simlib.rulesets.solving RULESET\n")
        return 2
    try:
        solving = get_ruleset(arguments[0]).solving
        if solving is None:
            raise InputError(Fault("RULESET", "", arguments[0], "a game with cells that were solved for"))
        lines = solving.calibrate()
    except (InputError, OSError) as error:
        sys.stderr.write(f"simlib: {error}\n")
        return 2
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
