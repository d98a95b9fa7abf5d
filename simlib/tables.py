"""What the command line shows and saves: rich tables, a progress bar, JSON files.

Colour and the bar appear on a terminal only; NO_COLOR is respected. Text from files is shown as it
stands, never read as markup, and never with control characters in it.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from simlib.errors import Fault, InputError

if TYPE_CHECKING:
    from simlib.chart_files import Chart, ChartSet
    from simlib.rulesets import Ruleset
    from simlib.season_files import Season

PIPE_WIDTH = 160
WORD_STYLES = {
    "printed": "green",
    "transcribed": "cyan",
    "forced": "blue",
    "fitted": "yellow",
    "assumed": "magenta",
    "owner": "bold",
}


def show(*renderables: RenderableType) -> None:
    """Print to standard output: in colour on a terminal, plain and wide enough in a pipe."""
    console = Console(markup=False, highlight=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPE_WIDTH
    for renderable in renderables:
        console.print(clean(renderable) if isinstance(renderable, str) else renderable)


def clean(text: object) -> str:
    """`text` in one line without control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in str(text))


def table(title: str, columns: Iterable[str], rows: Iterable[Iterable[object]], caption: str = "") -> Table:
    """Make a table: a column whose name begins with ">" is set right; None is an empty cell."""
    made = Table(title=title or None, caption=caption or None, box=box.SIMPLE_HEAD, pad_edge=False)
    made.title_justify = made.caption_justify = "left"
    for name in columns:
        made.add_column(name.removeprefix(">"), justify="right" if name.startswith(">") else "left")
    for row in rows:
        made.add_row(
            *(cell if isinstance(cell, Text) else "" if cell is None else clean(cell) for cell in row)
        )
    return made


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Draw a bar with the time left, on a terminal's standard error only; yields `update(done, total)`."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parts = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*parts, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def writable_file(path: Path | None) -> Path | None:
    """`path` if a file can be written there, told before the work rather than after it.

    Raises
    ------
    InputError
        No such folder, a folder of that name, or no right to write.
    """
    if path is None:
        return None
    try:
        fault = "a file, not a folder" if path.is_dir() else ""
        if not path.parent.is_dir():
            fault = "a file in a folder that exists"
        elif not os.access(path.parent, os.W_OK):
            fault = "a file in a folder that can be written"
    except (OSError, ValueError):
        fault = "the name of a file"
    if fault:
        raise InputError(Fault("--json", "", str(path), fault))
    return path


def save_json(path: Path, content: object) -> None:
    """Write `content` as JSON, whole or not at all; equal contents give equal bytes."""
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with open(partial, "x", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def faults_of(load: Callable[[], object]) -> Sequence[Fault]:
    """Collect everything wrong with what `load` reads; empty when it can be read."""
    try:
        load()
    except InputError as error:
        return error.faults
    return ()


# Rulesets


def ruleset_table(rulesets: Iterable["Ruleset"]) -> Table:
    """List the games simlib plays, with the names their options take."""
    rows = ((r.id, r.title, r.version, ", ".join(r.coaches), ", ".join(r.options)) for r in rulesets)
    return table("", ("id", "game", ">version", "coaches", "options"), rows)


# Seasons


def season_list(seasons: Iterable["Season"]) -> Table:
    """List seasons, one a row."""
    rows = ((s.year, s.name, len(s.teams), len(s.games), len(s.playoffs), len(s.players)) for s in seasons)
    return table("", ("season", "name", ">teams", ">games", ">play-offs", ">men"), rows)


def season_tables(season: "Season") -> list[RenderableType]:
    """Show the final standings, coverage of each statistic, rules of the year and notes of a season."""

    def order(team: Any) -> tuple[str, float, str]:
        wins, losses = team.stats["wins"] or 0, team.stats["losses"] or 0
        return team.conference, -wins / max(1, wins + losses), team.code

    counts = ("wins", "losses", "ties", "points", "opp_points")
    standings = (
        (t.conference, t.code, t.name, *(t.stats.get(count) for count in counts))
        for t in sorted(season.teams, key=order)
    )
    columns = ("conference", "team", "name", ">W", ">L", ">T", ">points", ">against")
    rules = ((name, rule.value, rule.confidence, rule.source) for name, rule in season.rules.items())
    return [
        table(f"{season.year} {season.name}", columns, standings),
        table("Real figures known for", ("statistic", "coverage"), season.coverage.items()),
        table("Rules of the year", ("rule", "value", "confidence", "source"), rules),
        *(f"* {clean(note)}" for note in season.notes),
    ]


def player_table(season: "Season", team: str) -> Table:
    """List the men of one team with the counts that are known.

    Raises
    ------
    InputError
        No such team.
    """
    codes = [t.code for t in season.teams]
    if team not in codes:
        raise InputError(Fault("--team", "", team, f"one of {', '.join(codes)}"))
    counts = (
        "rush_att",
        "rush_yds",
        "pass_att",
        "pass_cmp",
        "pass_yds",
        "rec",
        "rec_yds",
        "punts",
        "fg_made",
    )
    men = [player for player in season.players if player.team == team]
    rows = ((m.id, m.name, m.position, *(m.stats.get(count) for count in counts)) for m in men)
    title = f"{season.year} {team}; an empty cell is not known"
    return table(title, ("id", "name", "position", *(f">{count}" for count in counts)), rows)


# Charts


def chart_list(charts: "ChartSet") -> Table:
    """List charts, one a row: how many of its cells are of each provenance word."""
    rows = (
        (
            c.spec.name,
            c.spec.title,
            c.spec.case,
            *(c.cells().get(word) for word in WORD_STYLES),
            c.file.parent,
        )
        for c in charts.charts.values()
    )
    words = (f">{word}" for word in WORD_STYLES)
    return table(
        "", ("chart", "title", "case", *words, "folder"), rows, f"hash of the cells in play: {charts.hash()}"
    )


def chart_table(charts: "ChartSet", name: str, sources: bool = False) -> list[RenderableType]:
    """Show a chart in its printed shape, each cell coloured by where it comes from, and the key below.

    With `sources` each cell shows its provenance instead of its value.

    Raises
    ------
    InputError
        No such chart.
    """
    if name not in charts.charts:
        raise InputError(Fault("CHART", "", name, f"one of {', '.join(charts.charts)}"))
    chart: Chart = charts.charts[name]
    shown = chart.provenance if sources else chart.texts
    rows = (
        (
            key,
            *(Text(clean(text), WORD_STYLES[word.split(" ")[0]]) for text, word in zip(*cells, strict=True)),
        )
        for key, *cells in zip(chart.spec.rows, shown, chart.provenance, strict=True)
    )
    columns = (chart.spec.key, *(f">{column.name}" for column in chart.spec.columns))
    key = Text("cells: ")
    for word, count in chart.cells().items():
        key.append(f"{count} {word}  ", WORD_STYLES[word])
    return [table(f"{chart.spec.title} (case {chart.spec.case})", columns, rows), key]
