"""A table of a season read with suspicion: each thing wrong becomes a fault, none stops the reading."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from simlib.errors import Fault, InputError
from simlib.files.charts import read_table

LARGEST_FILE = 5_000_000
LONGEST_CELL = 500
SOURCE_WORDS = ("printed", "transcribed", "derived", "forced", "fitted", "assumed", "owner")


class Row(NamedTuple):
    """A line of a table: its number in the file and its cells by column, blanks stripped."""

    line: int
    cells: dict[str, str]


class Table:
    """A CSV file with known columns; cells are taken out one by one, each checked.

    Parameters
    ----------
    path : Path
        The file.
    required, optional : iterable of str
        Column names; any other column is a fault.
    faults : list of Fault
        Gets every reason why the file, its header, a row or a cell can't be used.

    Attributes
    ----------
    rows : list of Row
        The rows of the right shape; empty when the file or its header can't be used.
    """

    def __init__(
        self, path: Path, required: Iterable[str], faults: list[Fault], optional: Iterable[str] = ()
    ) -> None:
        self.path, self.faults = path, faults
        self.rows: list[Row] = []
        self._seen: dict[object, int] = {}
        try:
            (line, header), *lines = read_table(path, LARGEST_FILE)
        except InputError as error:
            faults += error.faults
            return
        if self._header_is_right(line, [cell.strip() for cell in header], tuple(required), tuple(optional)):
            columns = [cell.strip() for cell in header]
            self.rows = [row for line, cells in lines if (row := self._row(line, columns, cells))]

    def _header_is_right(
        self, line: int, header: list[str], required: tuple[str, ...], optional: tuple[str, ...]
    ) -> bool:
        where, before = f"{self.path}:{line}", len(self.faults)
        self.faults += [
            Fault(where, column, "no such column", f"a column {column}")
            for column in required
            if column not in header
        ]
        for column in dict.fromkeys(header):
            if header.count(column) > 1:
                self.faults.append(Fault(where, column, "column twice", "each column once"))
            if column not in required and column not in optional:
                known = f"columns {','.join(required)}"
                self.faults.append(Fault(where, column[:40], "extra column", known))
        return len(self.faults) == before

    def _row(self, line: int, columns: list[str], cells: list[str]) -> Row | None:
        if not any(cell.strip() for cell in cells):
            return None
        row = Row(line, dict(zip(columns, (cell.strip() for cell in cells), strict=False)))
        if len(cells) != len(columns):
            self.fault(row, "", f"{len(cells)} cells", f"{len(columns)} cells")
            return None
        odd = [
            column for column, cell in row.cells.items() if len(cell) > LONGEST_CELL or not cell.isprintable()
        ]
        for column in odd:
            self.fault(row, column, row.cells[column], f"at most {LONGEST_CELL} printable characters")
        return None if odd else row

    def fault(self, row: Row, column: str, found: str, expected: str) -> None:
        """Add a fault of a row."""
        self.faults.append(Fault(f"{self.path}:{row.line}", column, found, expected))

    def file_fault(self, column: str, found: str, expected: str) -> None:
        """Add a fault of the file as a whole."""
        self.faults.append(Fault(str(self.path), column, found, expected))

    def integer(self, row: Row, column: str, low: int, high: int, *, empty: bool = False) -> int | None:
        """Whole number `low`..`high` of a cell; None with a fault, or without where `empty` may be."""
        cell = row.cells[column]
        if cell == "" and empty:
            return None
        digits = cell.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 12 and low <= int(cell) <= high:
            return int(cell)
        self.fault(row, column, cell, f"a whole number {low} to {high}")
        return None

    def word(self, row: Row, column: str, pattern: str, expected: str) -> str:
        """Cell that must match a regular expression as a whole."""
        cell = row.cells[column]
        if not re.fullmatch(pattern, cell):
            self.fault(row, column, cell, expected)
        return cell

    def one_of(self, row: Row, column: str, words: Sequence[str]) -> str:
        """Cell that must be one of `words`."""
        cell = row.cells[column]
        if cell not in words:
            self.fault(row, column, cell, f"one of {', '.join(words)}")
        return cell

    def once(self, row: Row, column: str, key: object) -> None:
        """Fault unless `key` is new to the table."""
        first = self._seen.setdefault(key, row.line)
        if first != row.line:
            self.fault(row, column, row.cells[column], f"it once; it stands in line {first} already")

    def day(self, row: Row, column: str, year: int | None) -> str:
        """Cell that must be a date, YYYY-MM-DD, of the season's year or the next."""
        cell = row.cells[column]
        try:
            day = date.fromisoformat(cell if len(cell) == 10 else "")
        except ValueError:
            self.fault(row, column, cell, "a date YYYY-MM-DD")
            return cell
        if year is not None and day.year not in (year, year + 1):
            self.fault(row, column, cell, f"a date in {year} or {year + 1}")
        return cell

    def source(self, row: Row, sources: dict[str, str]) -> str:
        """Source cell, such as "transcribed C+D, derived remainder": words and keys of SOURCES.csv."""
        cell = row.cells["source"]
        for part in cell.split(", "):
            word, _, keys = part.partition(" ")
            if word not in SOURCE_WORDS or not keys:
                self.fault(
                    row, "source", part, f"a word ({', '.join(SOURCE_WORDS)}) and a key of SOURCES.csv"
                )
                continue
            for key in keys.split("+"):
                if sources and sources.get(key) != word:
                    self.fault(row, "source", part, f"SOURCES.csv to explain {word} {key}")
        return cell
