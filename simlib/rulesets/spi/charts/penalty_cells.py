"""Open cells of the Penalty table (13.3), from the yards and first downs of 1958's 707 penalties.

How often a penalty is possible, and against whom, stands printed on the sheets; what the lost rows say
decides its yards and first downs. What a cell is worth is measured in play: how often it is taken, how
far half the distance lets it go. The same rows are 15 yards in the columns of runs, passes and returns
against the same side, as in the printed rows; the first such table in a stated order that comes nearest
to the real totals is taken. 1958 knew penalties of 5 and 15 yards.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.files.seasons import load_season, season_arrays
from simlib.kernels.season_loop import seasons_player
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.kernels.tally import empty_tally
from simlib.rulesets.counting import SUMMED_WAYS
from simlib.rulesets.spi.charts import evidence as known
from simlib.rulesets.spi.charts.read import penalty_numbers
from simlib.rulesets.spi.play.arrays import FROM_LINE
from simlib.rulesets.spi.play.layout import A_PENALTY, SpiArrays

SEASONS, SEED = 300, 1958  # of the replays that measure a cell
COLUMNS = 6
OFFENSE_COLUMNS, DEFENSE_COLUMNS = (0, 2, 4), (1, 3, 5)  # runs, passes, returns
PRINTED_FIRST_ROWS = 3  # rows 2 to 4 are printed whole
_ROWS = range(len(SUMMED_WAYS))
_PASS_DEFENSE = 3
_NEVER_TAKEN = (-50, FROM_LINE, 0)  # moves the ball the penalized team's way
_MEASURED = ("penalties", "penalty_yds", "first_downs_penalty")


class Totals(NamedTuple):
    """Accepted penalties of a season, their yards, and the first downs they gave."""

    penalties: Fraction
    yards: Fraction
    first_downs: Fraction

    def plus(self, other: "Totals", times: Fraction = Fraction(1)) -> "Totals":
        """Add `times` another's totals."""
        return Totals(*(mine + times * theirs for mine, theirs in zip(self, other, strict=True)))


Worth = Callable[[int, str], Totals]  # of (column, text): a season with that cell in all its rows


def worth_in_play() -> tuple[Worth, Totals]:
    """What cells are worth in replays of 1958 as played, and what roughing the kicker adds (10.4).

    A column is measured alone: no penalty of the others is ever taken.
    """
    from simlib.rulesets.contract import Setup
    from simlib.rulesets.spi.playable import load_spi

    season = load_season(str(known.SEASON))
    playable = load_spi(Setup(season, "as-played", ("penalties",)))
    arrays = season_arrays(season)

    def of_table(table: NDArray[np.int32]) -> Totals:
        tables = playable.arrays.tables.copy()
        tables[A_PENALTY : A_PENALTY + table.size] = table.ravel()
        tally = empty_tally(SEASONS, len(season.teams), max(map(len, playable.men)), len(season.games))
        packed = SpiArrays(tables, playable.arrays.sheets)
        seasons_player(arrays)(np.uint64(SEED), np.int64(0), arrays, packed, tally)
        own = tally.team_stats.sum(axis=(0, 1), dtype=np.int64)
        return Totals(*(Fraction(int(own[TEAM_COLUMNS.index(name)]), SEASONS) for name in _MEASURED))

    never = np.full((len(_ROWS), COLUMNS, len(_NEVER_TAKEN)), _NEVER_TAKEN, np.int32)
    roughing = of_table(never)

    @cache
    def worth(column: int, text: str) -> Totals:
        table = never.copy()
        table[:, column] = penalty_numbers(text)
        return of_table(table).plus(roughing, Fraction(-1))

    return worth, roughing


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


def totals(cells: Mapping[tuple[int, int], str], worth: Worth) -> Totals:
    """Penalties, yards and first downs of a season under the cells of a table.

    Parameters
    ----------
    cells : dict
        (row, column) -> text.
    worth : callable
        As `worth_in_play` gives it.
    """
    found = Totals(Fraction(0), Fraction(0), Fraction(0))
    for (row, column), text in cells.items():
        found = found.plus(worth(column, text), Fraction(SUMMED_WAYS[row], 36))
    return found


def solve_penalties(
    printed: Mapping[tuple[int, int], str], worth: Worth, wanted: Totals
) -> dict[tuple[int, int], str]:
    """Fill the open cells so that first downs, then yards, come nearest to `wanted`.

    Parameters
    ----------
    printed : dict
        (row, column) -> text; rows count from 0, which is a throw of 2.
    worth : callable
        As `worth_in_play` gives it.
    wanted : Totals
        Of the table alone, without roughing.

    Returns
    -------
    dict
        All (row, column) -> text.
    """
    open_rows = [row for row in _ROWS if row >= PRINTED_FIRST_ROWS]
    open_cells = [(row, column) for row in _ROWS for column in range(COLUMNS) if (row, column) not in printed]

    def of_columns(columns: tuple[int, ...], **rows: frozenset[int] | int) -> Totals:
        chosen = {key: text for key, text in printed.items() if key[1] in columns}
        chosen |= {(r, c): _cell(r, c, **rows) for r, c in open_cells if c in columns}  # type: ignore[arg-type]
        return totals(chosen, worth)

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
