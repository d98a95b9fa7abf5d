"""Open cells of the Penalty table (13.3), from the 707 penalties of 1958, their yards and first downs.

How often a penalty is possible, and against whom, stands printed on the sheets; what the lost rows say
decides its yards and first downs. The same rows are 15 yards in the columns of runs, passes and returns
against the same side, as in the printed rows; the first such table in a stated order that comes nearest
to the real totals is taken. 1958 knew penalties of 5 and 15 yards.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from simlib.enumeration import SUMMED_WAYS
from simlib.rulesets.spi.reference import RUN_STARTS

# Assumed: shares of snaps with no more than 5 and 15 yards to go; plays with a total of 12 after them.
TO_GO_FIVE, TO_GO_FIFTEEN = Fraction(1, 4), Fraction(97, 100)
RETURNS, TRIES = 910, 576  # kick-off and punt returns; extra points and field goals (Running column)
PI_YARDS = Fraction(14)  # a Pass Gain throw of the intended receiver
OFFENSE_COLUMNS, DEFENSE_COLUMNS = (0, 2, 4), (1, 3, 5)  # runs, passes, returns
PRINTED_FIRST_ROWS = 3  # rows 2 to 4 are printed whole
_ROWS = range(len(SUMMED_WAYS))
_PASS_DEFENSE = 3


class Possible(NamedTuple):
    """Possible penalties of a season by column of the table, as the sheets' numbers make them."""

    by_column: tuple[Fraction, ...]

    @property
    def total(self) -> Fraction:
        """All of them."""
        return sum(self.by_column, Fraction(0))


class Totals(NamedTuple):
    """Yards and first downs of the accepted penalties."""

    yards: Fraction
    first_downs: Fraction


def walked_off(yards: int, against_offense: bool) -> Fraction:
    """Mean yards of a penalty after "never more than half the distance" (13.2), over run starts."""
    total = sum(RUN_STARTS.values())
    far = sum(w * min(2 * yards, 100 - d if against_offense else d) for d, w in RUN_STARTS.items())
    return Fraction(far, 2 * total)


def _cell(
    row: int, column: int, fifteen: frozenset[int], interference: int, automatic: frozenset[int]
) -> str:
    """Text of an open cell."""
    if column in OFFENSE_COLUMNS:
        if column == 2 and row == _ROWS[-1]:
            return "\u20205"  # note under 13.3: 12 vs Off, Passing, carries the loss of down
        text = "15" if row in fifteen else "5"
        return text + ("b" if column == 4 and text == "5" else "a" if column == 4 else "")
    if column == _PASS_DEFENSE and row == interference:
        return "PI (1)"
    if column == 5:
        return "15a" if row in fifteen else "5b"
    return ("15" if row in fifteen else "5") + (" (1)" if row in automatic else "")


def totals(cells: Mapping[tuple[int, int], str], possible: Possible, accepted: Fraction) -> Totals:
    """Yards and first downs that a table gives.

    Parameters
    ----------
    cells : dict
        (row, column) -> text.
    possible : Possible
    accepted : Fraction
        Share of the possible penalties that are accepted.
    """
    worth = {(y, off): walked_off(y, off) for y in (5, 15) for off in (True, False)}
    yards = downs = Fraction(0)
    for (row, column), text in cells.items():
        weight = possible.by_column[column] * Fraction(SUMMED_WAYS[row], 36) * accepted
        interference, offense = "PI" in text, column in OFFENSE_COLUMNS
        size = 15 if "15" in text else 5
        yards += weight * (PI_YARDS if interference else worth[size, offense])
        if column in (1, _PASS_DEFENSE):
            short = TO_GO_FIFTEEN if size == 15 else TO_GO_FIVE
            downs += weight * (1 if "(1)" in text else short)
    return Totals(yards, downs)


def solve_penalties(
    printed: Mapping[tuple[int, int], str], possible: Possible, accepted: Fraction, wanted: Totals
) -> dict[tuple[int, int], str]:
    """Fill the open cells of the table so that yards and first downs come nearest to `wanted`.

    Parameters
    ----------
    printed : dict
        (row, column) -> text; rows count from 0, which is a throw of 2.

    Returns
    -------
    dict
        All (row, column) -> text.
    """
    open_rows = [row for row in _ROWS if row >= PRINTED_FIRST_ROWS]
    open_cells = [(row, column) for row in _ROWS for column in range(6) if (row, column) not in printed]

    def of_columns(columns: tuple[int, ...], **rows: frozenset[int] | int) -> Totals:
        chosen = {key: text for key, text in printed.items() if key[1] in columns}
        chosen |= {(r, c): _cell(r, c, **rows) for r, c in open_cells if c in columns}  # type: ignore[arg-type]
        return totals(chosen, possible, accepted)

    none: frozenset[int] = frozenset()
    sets = [frozenset({3, *rows}) for size in range(8) for rows in combinations(open_rows[1:], size)]
    offenses = [
        (of_columns(OFFENSE_COLUMNS, fifteen=s, interference=-1, automatic=none).yards, s) for s in sets
    ]
    best = None
    for interference in (8, 9, 7):
        for fifteen in sets:
            if interference in fifteen:
                continue
            for automatic in [none, *(frozenset({row}) for row in open_rows if row != interference)]:
                got = of_columns(
                    DEFENSE_COLUMNS, fifteen=fifteen, interference=interference, automatic=automatic
                )
                miss = abs(got.first_downs / wanted.first_downs - 1)
                if best is None or miss < best[0]:
                    best = miss, got.yards, fifteen, interference, automatic
    if best is None:
        raise ArithmeticError("no table")
    _, yards, fifteen, interference, automatic = best
    _, offense = min(offenses, key=lambda candidate: abs(candidate[0] + yards - wanted.yards))
    return dict(printed) | {
        (r, c): _cell(r, c, offense if c in OFFENSE_COLUMNS else fifteen, interference, automatic)
        for r, c in open_cells
    }
