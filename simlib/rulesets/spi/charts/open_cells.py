"""Cells of SPI's gain tables from their column means: Rushing Gain, Pass Gain and Return, Punting.

The rulebook's structure, as far as its printed row and examples show it: long and medium gains stand
on the same dice rows in neighbouring columns, gains are scrambled over the rows, and no band of
rows (fumbles on 11-26, penalties on 31-46, out of bounds on 61-66) holds more than its share of good
ones.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from simlib.rulesets.counting import SUMMED_WAYS
from simlib.rulesets.solving import Cells, between, solve_cells
from simlib.rulesets.spi.charts.expectations import cut_gains
from simlib.rulesets.spi.charts.reference import KICK_RETURN_STARTS, PASS_STARTS, PUNT_STARTS
from simlib.rulesets.spi.play.arrays import LONG_GAIN, LONG_PUNT, MEDIUM_GAIN

UNIT = 10**6  # worths are counted in millionths of a yard
TOLERANCE = 36 * UNIT // 100  # a hundredth of a yard in a column's mean
RUN_ROWS, GAIN_ROWS, RUN_COLUMNS = 36, 11, 21
_SHORTEST_RUN, _LONGEST_RUN = -6, 18
_SHORTEST_CATCH, _LONGEST_CATCH = -4, 95
_SHORTEST_PUNT, _LONGEST_PUNT = 22, 66

# Place in the column (per 1,000) -> hundredths of a standard deviation from the mean.
_RUN_SHAPE = ((0, -250), (50, -160), (100, -125), (250, -63), (500, 0), (750, 63), (900, 125), (1000, 200))
_GAIN_SHAPE = ((0, -145), (42, -128), (125, -103), (264, -76), (403, -50), (542, -16), (708, 38),
               (819, 83), (903, 136), (958, 206), (1000, 300))  # fmt: skip
_PUNT_SHAPE = ((0, -165), (250, -85), (500, 0), (750, 70), (1000, 185))
# Letter -> hundredths of a yard: spread of a Rushing Gain column without its medium and long gains.
_RUN_SPREAD = ((0, 420), (6, 330), (12, 310), (20, 260))
# Letter -> per cent of its mean: spread of a Pass Gain column.
_GAIN_SPREAD = ((0, 55), (8, 52), (11, 52), (13, 78), (14, 88), (15, 118))
_PUNT_SPREAD = 600
_TWELVE = 10

Worth = Callable[[int], int]


def worth_of(starts: Mapping[int, int], second: Mapping[int, int] | None = None) -> Worth:
    """Make the function yards -> millionths of a yard credited from `starts`; `second` are extra cells."""
    table = {yards: round(UNIT * value) for yards, value in cut_gains(starts).items()} | dict(second or {})
    return table.__getitem__


def run_worth(starts: Mapping[int, int], medium: Sequence[int], long: Sequence[int]) -> Worth:
    """Worth of a Rushing Gain cell: MEDIUM_GAIN and LONG_GAIN are worth the mean of their tables."""
    plain = worth_of(starts)
    second = {
        word: sum(ways * plain(yards) for ways, yards in zip(SUMMED_WAYS, table, strict=True)) // RUN_ROWS
        for word, table in ((MEDIUM_GAIN, medium), (LONG_GAIN, long))
    }
    return worth_of(starts, second)


def longs_of(letter: int) -> int:
    """Long gains of a Rushing Gain column: 3 in A-B, 2 in C-D, 1 in E-P, none in Q-U."""
    return 3 if letter < 2 else 2 if letter < 4 else 1 if letter < 16 else 0


def mediums_of(letter: int) -> int:
    """Medium gains of a Rushing Gain column: 7 in A, falling to 1 in U."""
    return between(((0, 70), (4, 50), (10, 32), (20, 10)), letter) // 10


@lru_cache(maxsize=1)
def run_row_order() -> tuple[int, ...]:
    """Rows of the Rushing Gain table from the best to the worst, before each column is scrambled.

    Of the 34 orders k x 1 .. k x 36 modulo 37, the one whose six bands of rows differ least in their
    sum of places and in how many of the eight best they hold.
    """

    def unevenness(factor: int) -> int:
        place = [factor * (row + 1) % 37 - 1 for row in range(RUN_ROWS)]
        bands = [place[first : first + 6] for first in range(0, RUN_ROWS, 6)]
        spread = sum((sum(band) - 105) ** 2 for band in bands)
        return spread + 100 * sum((6 * sum(p < 8 for p in band) - 8) ** 2 for band in bands)

    factor = min(range(2, 36), key=lambda k: (unevenness(k), k))
    return tuple(sorted(range(RUN_ROWS), key=lambda row: factor * (row + 1) % 37))


class Shape(NamedTuple):
    """What no print tells of a column: its spread, per cent of the stated one, and a shift of its order."""

    spread: int = 100
    order: int = 0


STATED = Shape()


def run_column(
    letter: int, mean: Fraction, printed: Mapping[int, int], worth: Worth, shape: Shape = STATED
) -> list[int]:
    """Cells of a Rushing Gain column whose mean in play is `mean`.

    Parameters
    ----------
    letter : int
        0 is A.
    mean : Fraction
        Yards.
    printed : dict of int to int
        Row -> printed cell.
    worth : callable
        From `run_worth`.
    shape : Shape
    """
    order = run_row_order()
    fixed = dict(printed)
    for word, number in ((LONG_GAIN, longs_of(letter)), (MEDIUM_GAIN, mediums_of(letter))):
        missing = number - sum(cell == word for cell in printed.values())
        fixed |= dict.fromkeys([row for row in order if row not in fixed][:missing], word)
    places = {row: place for place, row in enumerate(order)}

    def scrambled(row: int) -> tuple[int, int]:
        place = places[row]
        reach = min(7, RUN_ROWS - place)  # the losses keep their rows
        return 10 * place + 10 * reach * (
            (row * 7 + letter * 5 + row * letter + shape.order) % 13 - 6
        ) // 6, row

    body = sorted(
        (row for row in range(RUN_ROWS) if fixed.get(row) not in (LONG_GAIN, MEDIUM_GAIN)), key=scrambled
    )
    spread = between(_RUN_SPREAD, letter) * shape.spread // 100
    wish = [0] * RUN_ROWS
    for place, row in enumerate(body):
        wish[row] = spread * between(_RUN_SHAPE, 1000 - (2000 * place + 1000) // (2 * len(body))) // 100
    cells = Cells(wish, fixed, (1,) * RUN_ROWS, _SHORTEST_RUN, _LONGEST_RUN)
    return solve_cells(cells, worth, round(RUN_ROWS * UNIT * mean), TOLERANCE)


def _affine(rows: int, factor: int, shift: int) -> list[int]:
    """Rows by (factor x row + shift) modulo their number."""
    return sorted(range(rows), key=lambda row: (factor * row + shift) % rows)


def _wishes(order: Sequence[int], ways: Sequence[int], shape: tuple[tuple[int, int], ...]) -> list[int]:
    """Hundredths of a standard deviation by row, `order` from the worst row to the best."""
    total, before = sum(ways), 0
    wishes = [0] * len(ways)
    for row in order:
        wishes[row] = between(shape, (2 * before + ways[row]) * 500 // total)
        before += ways[row]
    return wishes


def gain_shape(letter: int, mean: Fraction, fixed: Mapping[int, int], shape: Shape = STATED) -> list[int]:
    """Hundredths of a yard, by row, that the shape of a Pass Gain column asks for.

    Of the rows' orders (k x row + s) modulo 11 with k from 2 to 9, the one that comes closest
    to the fixed cells is taken.
    """
    middle = round(100 * mean)
    spread = middle * between(_GAIN_SPREAD, letter) * shape.spread // 10_000

    def wish(order: Sequence[int]) -> list[int]:
        return [middle + spread * z // 100 for z in _wishes(order, SUMMED_WAYS, _GAIN_SHAPE)]

    top = middle + 2 * spread

    def strain(key: tuple[int, int]) -> tuple[int, int, int]:
        wished = wish(_affine(GAIN_ROWS, *key))
        misses = (abs(min(top, 100 * yards) - wished[row]) * SUMMED_WAYS[row] for row, yards in fixed.items())
        return sum(misses), (key[1] + 3 * letter + shape.order) % GAIN_ROWS, key[0]

    orders = [(factor, shift) for factor in range(2, 10) for shift in range(GAIN_ROWS)]
    return wish(_affine(GAIN_ROWS, *min(orders, key=strain)))


def gain_starts(letter: int) -> dict[int, int]:
    """Field positions that a Pass Gain column is cut by: A-G are Long, H-L Medium, M-P Short letters."""
    return PASS_STARTS[2 if letter < 7 else 1 if letter < 12 else 0]


def gain_column(
    letter: int, mean: Fraction, shape_mean: Fraction, fixed: Mapping[int, int], shape: Shape = STATED
) -> list[int]:
    """Cells of a Pass Gain and Return column whose mean in play is `mean`.

    Parameters
    ----------
    letter : int
        0 is A.
    mean, shape_mean : Fraction
        Yards in play; yards before the goal line cuts them (for the spread).
    fixed : dict of int to int
        Row -> cell that stands fast.
    shape : Shape
    """
    wish = gain_shape(letter, shape_mean, fixed, shape)
    worth = worth_of(gain_starts(letter))
    cells = Cells(wish, fixed, SUMMED_WAYS, _SHORTEST_CATCH, _LONGEST_CATCH)
    return solve_cells(cells, worth, round(RUN_ROWS * UNIT * mean), TOLERANCE)


def gain_cut(letter: int, mean: Fraction, fixed: Mapping[int, int]) -> Fraction:
    """Yards that the goal line cuts off a pass of this column's shape, but not off a kick return."""
    wish = gain_shape(letter, mean, fixed)
    cells = [
        fixed.get(row, min(_LONGEST_CATCH, max(0, (yards + 50) // 100))) for row, yards in enumerate(wish)
    ]
    kick, catch = worth_of(KICK_RETURN_STARTS), worth_of(gain_starts(letter))
    lost = sum(way * (kick(yards) - catch(yards)) for way, yards in zip(SUMMED_WAYS, cells, strict=True))
    return Fraction(lost, RUN_ROWS * UNIT)


def punt_worth(long_punt: Sequence[int]) -> Worth:
    """Worth of a Punting cell: LONG_PUNT is worth the mean of its table (10.6)."""
    plain = worth_of(PUNT_STARTS)
    second = sum(ways * plain(yards) for ways, yards in zip(SUMMED_WAYS, long_punt, strict=True)) // RUN_ROWS
    return worth_of(PUNT_STARTS, {LONG_PUNT: second})


def punt_row(letter: int, mean: Fraction, printed: Mapping[int, int], worth: Worth) -> list[int]:
    """Cells of a Punting row whose mean in play is `mean`; 2 and 12 are long punts, as in A and B."""
    fixed = {0: LONG_PUNT, _TWELVE: LONG_PUNT} | dict(printed)
    middle = SUMMED_WAYS[1:-1]

    def wish(key: tuple[int, int]) -> list[int]:
        order = sorted(range(len(middle)), key=lambda row: key[0] * (row + key[1]) % GAIN_ROWS)
        inner = [round(100 * mean) + _PUNT_SPREAD * z // 100 for z in _wishes(order, middle, _PUNT_SHAPE)]
        return [0, *inner, 0]

    def strain(key: tuple[int, int]) -> tuple[int, int, int]:
        wished = wish(key)
        misses = (
            abs(100 * fixed[row] - wished[row]) * SUMMED_WAYS[row]
            for row in range(1, _TWELVE)
            if row in fixed
        )
        return sum(misses), (key[0] - 3 * letter) % GAIN_ROWS, (key[1] - letter) % GAIN_ROWS

    keys = [(factor, shift) for factor in range(2, 10) for shift in range(GAIN_ROWS)]
    cells = Cells(wish(min(keys, key=strain)), fixed, SUMMED_WAYS, _SHORTEST_PUNT, _LONGEST_PUNT)
    return solve_cells(cells, worth, round(RUN_ROWS * UNIT * mean), TOLERANCE)
