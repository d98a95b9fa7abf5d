"""What is solved of SPI's charts, and what a column of them is worth in play."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from simlib.files.charts import Chart
from simlib.rulesets.spi.charts import open_cells as cells
from simlib.rulesets.spi.charts import penalty_cells as penalties
from simlib.rulesets.spi.play.arrays import TOUCHDOWN

HELD = ("printed", "forced", "assumed")
Charts = Mapping[str, Chart]


class Solved(NamedTuple):
    """Column means in play that were aimed at, and the cells that were found, [column][row]."""

    means: list[Fraction]
    columns: list[list[int]]


class Flags(NamedTuple):
    """Texts of the Penalty table [row][column], and the totals wanted and reached."""

    texts: list[list[str]]
    wanted: penalties.Totals
    reached: penalties.Totals


class SolvedDefense(NamedTuple):
    """Texts of the Master Play Chart, weights of the draw [defence][situation], differences left."""

    texts: list[list[str]]
    weights: list[list[int]]
    left: dict[str, tuple[int, ...]]


class Solution(NamedTuple):
    """The charts read, and everything solved for them."""

    charts: Charts
    runs: Solved
    gains: Solved
    punts: Solved
    defense: SolvedDefense
    flags: Flags


def is_held(provenance: str) -> bool:
    """Whether a cell of this provenance stays as it is."""
    return provenance.split(" ")[0] in HELD


def held_cells(chart: Chart) -> list[dict[int, int]]:
    """Cells of each column that stand fast, row -> value."""
    return [
        {
            row: chart.values[row][column]
            for row in range(len(chart.spec.rows))
            if is_held(chart.provenance[row][column])
        }
        for column in range(len(chart.spec.columns))
    ]


def only_column(chart: Chart) -> list[int]:
    """Values of a chart with one column."""
    return [row[0] for row in chart.values]


def mean_of(column: Sequence[int], ways: Sequence[int], worth: Callable[[int], int]) -> Fraction:
    """Mean in play of a column."""
    total = sum(way * worth(yards) for way, yards in zip(ways, column, strict=True))
    return Fraction(total, sum(ways) * cells.UNIT)


def punt_worth(charts: Charts) -> cells.Worth:
    """Worth of a Punting cell in play."""
    long_punt = only_column(charts["long_punt"])
    return cells.punt_worth([yards if yards > 0 else TOUCHDOWN for yards in long_punt])
