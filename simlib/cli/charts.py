"""Commands for a game's charts: `simlib charts`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import simlib
from simlib.cli.arguments import Charts, Files, RulesetId
from simlib.cli.exits import tell_faults

if TYPE_CHECKING:
    from simlib.files.charts import ChartSet


def _load(ruleset: str, folder: Path | None) -> "ChartSet":
    charts: ChartSet = simlib.get_ruleset(ruleset).load_chart_files(folder)
    return charts


def list_charts(ruleset: RulesetId = "spi", charts: Charts = None, *, files: Files) -> None:
    """List a game's charts and how many of their cells are of each provenance.

    Example: simlib charts list --ruleset spi
    """
    from simlib.show.listings import chart_list

    files.deliver(chart_list(_load(ruleset, charts)))


def show_chart(
    chart: Annotated[str, typer.Argument(metavar="CHART", help="Name from simlib charts list.")],
    ruleset: RulesetId = "spi",
    charts: Charts = None,
    sources: Annotated[bool, typer.Option("--sources", help="Show where each cell comes from.")] = False,
    *,
    files: Files,
) -> None:
    """Show a chart as printed, its cells coloured by where they come from.

    Example: simlib charts show rushing_gain --ruleset spi
    """
    from simlib.show.listings import chart_table

    files.deliver(chart_table(_load(ruleset, charts), chart, sources))


def check_charts(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The shipped charts when not given.")
    ] = None,
    ruleset: RulesetId = "spi",
) -> None:
    """Check a folder of charts: every fault by file, line and column; exit code 2 if there is one.

    Example: simlib charts check my-charts --ruleset spi
    """
    from simlib.show.terminal import faults_of

    tell_faults(str(folder or ruleset), faults_of(lambda: _load(ruleset, folder)))
