"""Open cells of the Master Play Chart, and the weights of a blind draw, solved together (4.6, 4.7).

Case 4.7 promises that the chart, left out or drawn blind, changes no statistic. So there must be
weights under which each play's average over the defences is what it is without the chart. Averages are
exact: letters of the league's men, moved by each defence, through the real columns.

Structure: II, III, IV and Blitz are printed in part; V is the one for Long passes; no defence is
dominated (as good or better against every play, and better against one) by another; Goal Line is
good against runs and lets the Short pass through; Short Yardage stops runs for passes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

PARTS = 100_000  # effects are counted in parts of a play's reference
WEIGHTS = 1000  # a draw's weights sum to this
LEAST_WEIGHT = 20
_GRID = 20  # the first search goes by twentieths
_NEAR = 100  # differences whose mean square is below a tenth of a per cent are alike
RIS, ROS, SHORT, MEDIUM, LONG = range(5)

Effects = tuple[Callable[[int], int], ...]


class Draw(NamedTuple):
    """Weights of a blind draw (thousandths), and the differences it leaves (parts of 100,000), by play."""

    weights: tuple[int, ...]
    left: tuple[int, ...]


def effect(values: Sequence[Fraction | int], shares: Mapping[int, int]) -> Callable[[int], int]:
    """Make the function adjustment -> change of a play's mean, in parts of 100,000.

    Parameters
    ----------
    values : sequence
        What each letter is worth.
    shares : dict of int to int
        Letter -> share of the league's plays.
    """
    last = len(values) - 1

    def mean(adjustment: int) -> Fraction:
        total = sum(shares.values())
        moved = (
            share * Fraction(values[min(last, max(0, letter - adjustment))])
            for letter, share in shares.items()
        )
        return sum(moved, Fraction(0)) / total

    table = {adjustment: round(PARTS * (mean(adjustment) / mean(0) - 1)) for adjustment in range(-9, 10)}
    return table.__getitem__


def dominated(rows: Sequence[Sequence[int]]) -> bool:
    """Whether some row is, for the defence, no better than another against any play and worse against one."""
    return any(
        all(a >= b for a, b in zip(one, other, strict=True)) and tuple(one) != tuple(other)
        for one in rows
        for other in rows
    ) or len(set(map(tuple, rows))) < len(rows)


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as `parts` whole numbers of at least 1, in ascending order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(1, total - parts + 2):
        for rest in _compositions(total - first, parts - 1):
            yield first, *rest


def refine(weights: Sequence[int], effects: Sequence[Sequence[int]], least: Sequence[int]) -> Draw:
    """Move thousandths between defences while the differences shrink.

    Parameters
    ----------
    weights : sequence of int
        Where to start; they sum to WEIGHTS.
    effects : [play][defence]
        Parts of 100,000.
    least : sequence of int
        Least weight of each defence.

    Returns
    -------
    Draw
        The best that no move of 1, 5 or 25 thousandths from one defence to another improves; ties go to the
        larger move, then to the first pair.
    """
    now = list(weights)
    count = len(now)

    def sums() -> list[int]:
        return [sum(w * e for w, e in zip(now, row, strict=True)) for row in effects]

    while True:
        here = sums()
        best, move = sum(x * x for x in here), None
        for step in (25, 5, 1):
            for giver, taker in product(range(count), repeat=2):
                if giver == taker or now[giver] - step < least[giver]:
                    continue
                score = sum(
                    (x + step * (row[taker] - row[giver])) ** 2 for x, row in zip(here, effects, strict=True)
                )
                if score < best:
                    best, move = score, (giver, taker, step)
        if move is None:
            return Draw(tuple(now), tuple(round(Fraction(x, WEIGHTS)) for x in here))
        now[move[0]] -= move[2]
        now[move[1]] += move[2]


class OpenField(NamedTuple):
    """Solved cells of V and Blitz (RIS, ROS, L) and the draw over I, II, III, IV, V, Blitz."""

    fifth: tuple[int, ...]
    blitz: tuple[int, int, int]
    draw: Draw


def solve_open_field(effects: Effects, rows: Sequence[Sequence[int]], blitz: tuple[int, int]) -> OpenField:
    """Solve V's five cells, three of Blitz and the weights, for the field outside the 10.

    All weights in twentieths are tried; for each, every play's open cells that leave the smallest
    difference are taken, which can be done play by play. Draws that leave less than a tenth of a
    per cent are alike; of these the most even weights are taken, then the smallest letters.

    Parameters
    ----------
    effects : tuple of callable
        By play: adjustment -> parts of 100,000.
    rows : sequence
        Printed rows I to IV.
    blitz : (int, int)
        Blitz against Short and Medium.
    """
    known = [[effects[play](row[play]) for row in rows] for play in range(5)]
    fifth_cells = ((1, 2, 3), (1, 2, 3), (0, 1, 2), (-1, 0, 1, 2), (-5, -4, -3))
    blitz_cells = ((1, 2, 3), (1, 2, 3), (blitz[0],), (blitz[1],), (-2, -1, 0, 1, 2))
    cells = [
        sorted(product(f, b), key=lambda c: (abs(c[0]) + abs(c[1]), c))
        for f, b in zip(fifth_cells, blitz_cells, strict=True)
    ]
    values = [[(effects[play](f), effects[play](b)) for f, b in cells[play]] for play in range(5)]
    best: tuple[int, int, int, tuple[int, ...]] | None = None
    chosen: list[tuple[int, int]] = []
    for weights in _compositions(_GRID, 6):
        if max(weights) > _GRID * 2 // 5:
            continue
        picks, squares = [], 0
        for play in range(5):
            base = sum(w * e for w, e in zip(weights, known[play], strict=False))
            left = [abs(base + weights[4] * f + weights[5] * b) for f, b in values[play]]
            pick = left.index(min(left))
            picks.append(cells[play][pick])
            squares += (left[pick] // _GRID) ** 2
        score = (
            max(squares // 5, _NEAR**2),
            sum(w * w for w in weights),
            sum(map(abs, sum(picks, ()))),
            weights,
        )
        if (best is None or score < best) and not dominated(
            [*rows, [p[0] for p in picks], [p[1] for p in picks]]
        ):
            best, chosen = score, picks
    if best is None:
        raise ArithmeticError("no chart without a dominated defence")
    fifth, storm = tuple(p[0] for p in chosen), tuple(p[1] for p in chosen)
    table = [[*known[play], effects[play](fifth[play]), effects[play](storm[play])] for play in range(5)]
    start = [w * WEIGHTS // _GRID for w in best[3]]
    draw = refine(start, table, [LEAST_WEIGHT] * 6)
    return OpenField(fifth, (storm[RIS], storm[ROS], storm[LONG]), draw)


def solve_inside_ten(effects: Effects, blitz: Sequence[int]) -> tuple[tuple[int, ...], Draw]:
    """Goal Line against RIS, ROS and Short, and the weights of Goal Line and Blitz inside the 10 (4.3).

    Parameters
    ----------
    blitz : sequence of int
        Blitz inside the 10 against RIS, ROS and Short.

    Returns
    -------
    (cells, Draw)
        Goal Line is the defence mostly met there: it has at least half of the draw.
    """
    best = None
    for cells in product((-3, -2, -1), (-3, -2, -1), (0, 1, 2, 3)):
        if dominated([cells, blitz]) or cells[RIS] > cells[ROS]:
            continue
        table = [[effects[play](cells[play]), effects[play](blitz[play])] for play in range(3)]
        draw = refine((700, 300), table, (WEIGHTS // 2, LEAST_WEIGHT))
        score = sum(x * x for x in draw.left), sum(map(abs, cells)), cells
        if best is None or score < best[0]:
            best = score, cells, draw
    if best is None:
        raise ArithmeticError("no Goal Line defence that Blitz does not dominate")
    return best[1], best[2]


def solve_short_yardage(effects: Effects, rows: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], Draw]:
    """Cells of Short Yardage, and the weights of a draw among I to V, Blitz and it (4.4).

    Parameters
    ----------
    rows : sequence
        I, II, III, IV, V, Blitz.

    Returns
    -------
    (cells, Draw)
        It is stronger against the run inside than outside, and has at least a fifth of the draw.
    """
    known = [[effects[play](row[play]) for row in rows] for play in range(5)]
    least = [LEAST_WEIGHT] * 6 + [WEIGHTS // 5]
    best = None
    for cells in product((-4, -3), (-3, -2), (1, 2), (1, 2), (1, 2, 3)):
        if cells[RIS] >= cells[ROS] or dominated([*rows, cells]):
            continue
        table = [[*known[play], effects[play](cells[play])] for play in range(5)]
        draw = refine((140, 100, 100, 120, 180, 60, 300), table, least)
        score = sum(x * x for x in draw.left), sum(map(abs, cells)), cells
        if best is None or score < best[0]:
            best = score, cells, draw
    if best is None:
        raise ArithmeticError("no Short Yardage defence that is not dominated")
    return best[1], best[2]
