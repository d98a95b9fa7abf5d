"""CSV files, read and written in one way: a header that is checked, then a checked row after another.

A table names its columns, a kind says what a cell of one may be. Nothing read is trusted: each thing wrong
becomes a fault with its file, line and column, in the order of the lines, and none stops the reading.
"""

import csv
import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from simlib.errors import Fault, InputError

LARGEST_FILE, LONGEST_CELL = 1 << 20, 500
MOST_FAULTS = 20  # told of files whose faults would fill a screen
_MOST_NAMED = 200  # characters of a list of columns


class Kind(NamedTuple):
    """What a cell may be: its parser (ValueError when wrong), and what it expects in words."""

    parse: Callable[[str], Any]
    expected: str


class Column(NamedTuple):
    """A column: its name, its parser (ValueError when wrong), what it expects in words."""

    name: str
    parse: Callable[[str], Any]
    expected: str


def integer(
    low: int, high: int, words: Mapping[str, int] | None = None, signs: str = "+-"
) -> Callable[[str], int]:
    """Parser of a whole number low..high, with or without one of `signs`, or of one of `words`."""
    number, table = re.compile(f"[{signs}]?[0-9]{{1,12}}"), words or {}

    def parse(text: str) -> int:
        if text in table:
            return table[text]
        if not number.fullmatch(text) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return parse


def one_of_words(words: Mapping[str, int]) -> Callable[[str], int]:
    """Parser of one of `words`, each with its value."""
    return integer(0, -1, words)


def named(words: Iterable[str], expected: str = "") -> Kind:
    """One of `words`, as it stands; `expected` says it in other words than their list."""
    known = dict.fromkeys(words)

    def parse(text: str) -> str:
        if text not in known:
            raise ValueError(text)
        return text

    return Kind(parse, expected or f"one of {', '.join(known)}")


def whole(low: int, high: int) -> Kind:
    """A whole number low..high, with "-" for the sign."""
    return Kind(integer(low, high, signs="-"), f"a whole number {low} to {high}")


def matching(pattern: str, expected: str) -> Kind:
    """Text that a regular expression matches as a whole."""
    form = re.compile(pattern)

    def parse(text: str) -> str:
        if not form.fullmatch(text):
            raise ValueError(text)
        return text

    return Kind(parse, expected)


def or_empty(kind: Kind) -> Kind:
    """A cell of the kind, or an empty one, which is None."""
    return Kind(lambda text: None if text == "" else kind.parse(text), kind.expected)


def _day(text: str) -> date:
    return date.fromisoformat(text if len(text) == 10 else "")


DAY = Kind(_day, "a date YYYY-MM-DD")


def read_table(path: Path, largest: int = LARGEST_FILE) -> list[tuple[int, list[str]]]:
    """Rows of a CSV with their line numbers, header first.

    Raises
    ------
    InputError
        No such file, not a plain file, empty, too large, not UTF-8, or not CSV.
    """
    try:
        if not path.is_file():
            found = "a folder" if path.is_dir() else "no plain file" if path.exists() else "no such file"
            raise InputError(Fault(str(path), "", found, "a CSV file"))
        size = path.stat().st_size
        if size > largest:
            raise InputError(Fault(str(path), "", f"{size} bytes", f"at most {largest} bytes"))
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(Fault(str(path), "", type(error).__name__, "a readable CSV file")) from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            Fault(f"{path}:{line}", "", f"byte 0x{data[error.start]:02x}", "text in UTF-8")
        ) from error
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        rows.extend((reader.line_num, row) for row in reader if row)
    except csv.Error as error:
        raise InputError(Fault(f"{path}:{reader.line_num}", "", str(error), "CSV")) from error
    if not rows:
        raise InputError(Fault(f"{path}:1", "", "", "a header and rows"))
    return rows


class Row(NamedTuple):
    """A line of a table: its number in the file and its cells by column."""

    table: "Table"
    line: int
    cells: dict[str, str]

    @property
    def where(self) -> str:
        """File and line."""
        return f"{self.table.path}:{self.line}"

    def key(self, columns: Iterable[str]) -> tuple[str, ...]:
        """Cells of `columns`, which name the row."""
        return tuple(self.cells[column] for column in columns)

    def fault(self, column: str, found: str, expected: str) -> None:
        """Add a fault of the row."""
        self.table.faults.append(Fault(self.where, column, found, expected))

    def take(self, column: str, kind: Kind | Column, wrong: Any = None) -> Any:
        """Value of a cell; `wrong`, with a fault, where it is not of the kind."""
        try:
            return kind.parse(self.cells[column])
        except ValueError:
            self.fault(column, self.cells[column], kind.expected)
            return wrong

    def fits(self, column: str, kind: Kind) -> bool:
        """Whether a cell is of the kind; a fault if not."""
        return self.take(column, kind, self) is not self

    def text(self, column: str, kind: Kind) -> str:
        """Cell as it stands, with a fault unless it is of the kind."""
        self.fits(column, kind)
        return self.cells[column]

    def once(self, column: str, key: object, each: str = "it", found: str = "") -> bool:
        """Whether `key` is new to the table; a fault if not."""
        first = self.table.seen.setdefault(key, self.line)
        if first == self.line:
            return True
        self.fault(column, found or self.cells[column], f"{each} once (it stands in line {first})")
        return False


class Table:
    """A CSV file with known columns, read row by row.

    Parameters
    ----------
    path : Path
    columns : iterable of str
        The columns it must have, in this order; any other is a fault.
    faults : list of Fault, optional
        Gets every reason why the file, its header, a row or a cell can't be used. When not given the
        table has a list of its own, and a file or header that can't be used raises at once.
    optional : iterable of str
        Columns that it may have.
    loose : bool
        A file that people keep by hand: columns stand in any order, blanks around cells and blank lines
        count for nothing.
    known : str
        The columns in words, where a list would not help.
    largest : int
        Bytes.
    most : int, optional
        Faults after which no further row is read.

    Attributes
    ----------
    columns : tuple of str
        As in the header; empty when the file or its header can't be used.
    """

    def __init__(
        self,
        path: Path,
        columns: Iterable[str],
        faults: list[Fault] | None = None,
        *,
        optional: Iterable[str] = (),
        loose: bool = False,
        known: str = "",
        largest: int = LARGEST_FILE,
        most: int | None = None,
    ) -> None:
        self.path, self.loose, self.most = path, loose, most
        self.faults: list[Fault] = [] if faults is None else faults
        self.seen: dict[object, int] = {}
        self.columns: tuple[str, ...] = ()
        self._lines: list[tuple[int, list[str]]] = []
        wanted = tuple(columns)
        known = known or f"columns {','.join(wanted)}"[:_MOST_NAMED]
        try:
            (line, header), *lines = read_table(path, largest)
            header = self._stripped(header)
            if wrong := list(self._header_faults(f"{path}:{line}", header, wanted, tuple(optional), known)):
                raise InputError(*wrong)
            self.columns, self._lines = tuple(header), lines
        except InputError as error:
            if faults is None:
                raise
            self.faults += error.faults

    def _stripped(self, cells: list[str]) -> list[str]:
        return [cell.strip() for cell in cells] if self.loose else cells

    def _header_faults(
        self, where: str, header: list[str], wanted: tuple[str, ...], optional: tuple[str, ...], known: str
    ) -> Iterator[Fault]:
        right = [name for name in header if name in wanted]
        for name in wanted:
            if name not in right:
                yield Fault(where, name, "no such column", known)
        for name in dict.fromkeys(header):
            if header.count(name) > 1:
                yield Fault(where, name[:40], "column twice", "each column once")
            if name not in wanted and name not in optional:
                yield Fault(where, name[:40], "extra column", known)
        if not self.loose and len(header) == len(wanted) and sorted(header) == sorted(wanted):
            for name, place in zip(header, wanted, strict=True):
                if name != place:
                    yield Fault(where, name, "column out of order", known)
                    return

    def __iter__(self) -> Iterator[Row]:
        """Rows of the right shape; a row of another is a fault."""
        for line, cells in self._lines:
            if self.most is not None and len(self.faults) >= self.most:
                return
            cells = self._stripped(cells)
            if self.loose and not any(cells):
                continue
            row = Row(self, line, dict(zip(self.columns, cells, strict=False)))
            if len(cells) != len(self.columns):
                row.fault("", f"{len(cells)} cells", f"{len(self.columns)} cells")
                continue
            odd = [name for name, cell in row.cells.items()
                   if len(cell) > LONGEST_CELL or not cell.isprintable()]  # fmt: skip
            for name in odd:
                row.fault(name, row.cells[name], f"at most {LONGEST_CELL} printable characters")
            if not odd:
                yield row

    def fault(self, column: str, found: str, expected: str) -> None:
        """Add a fault of the file as a whole."""
        self.faults.append(Fault(str(self.path), column, found, expected))

    def missing(self, column: str, names: Iterable[str]) -> None:
        """Add a fault for each row that is not there."""
        for name in names:
            self.fault(column, "no such row", f"a row {name}")

    def done(self) -> None:
        """Raise InputError when anything was wrong."""
        if self.faults:
            raise InputError(*self.faults[: self.most])


def write_table(path: Path, header: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Write a CSV as simlib ships them, UTF-8 and LF, whole or not at all."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(text.getvalue().encode())
    os.replace(part, path)
