"""How the command line shows and saves things: rich tables, a progress bar, JSON and CSV files.

Colour and the bar appear on a terminal only; NO_COLOR is respected. Text from files is shown as it
stands, never read as markup, and never with control characters in it.
"""

import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from simlib.errors import Fault, InputError, clean
from simlib.files.shown import Shown

if TYPE_CHECKING:
    import pandas as pd

PIPE_WIDTH = 160


def show(*renderables: RenderableType) -> None:
    """Print to standard output: in colour on a terminal; plain, wide and without padding in a pipe."""
    console = Console(markup=False, highlight=False, emoji=False)
    lines = [clean(part) if isinstance(part, str) else part for part in renderables]
    if console.is_terminal:
        console.print(*lines, sep="\n")
        return
    if "COLUMNS" not in os.environ:
        console.width = PIPE_WIDTH
    with console.capture() as captured:
        console.print(*lines, sep="\n")
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


@dataclass(frozen=True, slots=True)
class Listing(Shown):
    """A table: rich shows it in a terminal, Jupyter as HTML, and a file can keep it."""

    title: str
    columns: tuple[str, ...]  # one that begins with ">" is set right
    rows: tuple[tuple[object, ...], ...]

    def __rich__(self) -> RenderableType:
        """As a terminal shows it."""
        made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
        for name in self.columns:
            made.add_column(name.removeprefix(">"), justify="right" if name.startswith(">") else "left")
        for row in self.rows:
            made.add_row(*map(_cell, row))
        return Group(Text(clean(self.title), "bold"), made, "") if self.title else made

    def records(self) -> list[dict[str, object]]:
        """Rows by column name, styles left out; columns without a name are numbered."""
        names = [name.removeprefix(">") for name in self.columns]
        names = [name if name and names.count(name) == 1 else f"{name or 'column'} {place}".strip()
                 for place, name in enumerate(names, 1)]  # fmt: skip
        plain = ([cell.plain if isinstance(cell, Text) else cell for cell in row] for row in self.rows)
        return [dict(zip(names, row, strict=True)) for row in plain]


def table(title: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> RenderableType:
    """Make a table under its title.

    Parameters
    ----------
    title : str
        Line above the table, or "".
    columns : iterable of str
        Headings; one that begins with ">" is set right.
    rows : iterable of iterables
        Cells; None is an empty one.
    """
    return Listing(title, tuple(columns), tuple(tuple(row) for row in rows))


def plain_text(parts: Iterable[RenderableType]) -> str:
    """A page as plain text, 160 characters wide."""
    console = Console(file=io.StringIO(), width=PIPE_WIDTH, markup=False, highlight=False, emoji=False)
    with console.capture() as captured:
        console.print(*parts, sep="\n")
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def deliver(
    parts: Sequence[RenderableType],
    json_file: Path | None,
    csv_file: Path | None,
    rows: Sequence[dict[str, object]] | None = None,
) -> None:
    """Keep the tables of a page in files, if asked to, then show it.

    Files hold `rows` where they are given; else JSON holds every table by title, a CSV the first.
    """
    tables = [part for part in parts if isinstance(part, Listing)]
    if json_file:
        whole = [{"title": part.title, "rows": part.records()} for part in tables]
        save_json(json_file, whole if rows is None else rows)
    if csv_file:
        save_csv(csv_file, tables[0].records() if rows is None else rows)
    show(*parts)


def frame_records(frame: "pd.DataFrame") -> list[dict[str, object]]:
    """Rows of a frame in plain Python values; a missing one is None."""
    whole = frame.astype(object)
    return [{str(key): _plain(value) for key, value in row.items()}
            for row in whole.where(whole.notna(), None).to_dict("records")]  # fmt: skip


def _plain(value: Any) -> object:
    if hasattr(value, "item"):
        value = value.item()
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _cell(value: object) -> str | Text:
    if isinstance(value, Text):
        return value
    return "" if value is None else clean(value)


def number(value: float | None, digits: int) -> str:
    """`value` with so many decimals; empty when there is none."""
    return "" if value is None or value != value else f"{value:.{digits}f}"


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


def check_outputs(out: Path | None, json_file: Path | None, csv_file: Path | None = None) -> None:
    """Tell before the work, not after it, that results could not be written.

    Parameters
    ----------
    out : Path, optional
        A folder for a run, to be made.
    json_file, csv_file : Path, optional
        A file, which may exist, in a folder that does.

    Raises
    ------
    InputError
        One of them can't be written.
    """
    if out is not None:
        from simlib.runs.manifest import check_new_folder

        check_new_folder(out)
    for option, path in (("--json", json_file), ("--csv", csv_file)):
        if path is not None and (expected := _file_expected(path)):
            raise InputError(Fault(option, "", str(path), expected))


def _file_expected(path: Path) -> str:
    """What is expected instead of `path`, or "" if a file can be written there."""
    try:
        if path.is_dir():
            return "a file, not a folder"
        if not path.parent.is_dir():
            return "a file in a folder that exists"
    except (OSError, ValueError):
        return "the name of a file"
    return "" if os.access(path.parent, os.W_OK) else "a file in a folder that can be written"


def save_json(path: Path, content: object) -> None:
    """Write `content` as JSON, whole or not at all; equal contents give equal bytes."""
    _save_text(path, json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


def save_csv(path: Path, rows: Sequence[Mapping[Any, object]]) -> None:
    """Write rows of the same keys as CSV, whole or not at all; None and not-a-number are empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([list(rows[0]), *(map(_csv_cell, row.values()) for row in rows)] if rows else [])
    _save_text(path, text.getvalue())


def _csv_cell(value: object) -> object:
    if value is None or value != value:
        return ""
    return value.plain if isinstance(value, Text) else value


def _save_text(path: Path, text: str) -> None:
    from simlib.runs.parts import write_whole

    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def faults_of(load: Callable[[], object]) -> Sequence[Fault]:
    """Collect everything wrong with what `load` reads; empty when it can be read."""
    try:
        load()
    except InputError as error:
        return error.faults
    return ()
