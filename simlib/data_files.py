"""Where the shipped data lie, and how a CSV file is read: everything in it is checked first."""

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from simlib.errors import Fault

MAX_BYTES = 5_000_000
MAX_CELL = 1_000


class Row(NamedTuple):
    """A line of a table: its number in the file and its cells by column, blanks stripped."""

    line: int
    cells: dict[str, str]


def data_folder(kind: str) -> Path:
    """Folder of the shipped "charts" or "teams": in the wheel, else beside simlib/ in a checkout."""
    package = Path(__file__).resolve().parent
    installed = package / "_data" / kind
    return installed if installed.is_dir() else package.parent / kind


def _text(path: Path, label: str, faults: list[Fault]) -> str | None:
    """Text of a UTF-8 file; None, with the reason among `faults`, when it can't be used."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            faults.append(Fault(label, "", f"{size} bytes", f"at most {MAX_BYTES} bytes"))
            return None
        data = path.read_bytes()
    except FileNotFoundError:
        faults.append(Fault(label, "", "no such file", "a CSV file"))
        return None
    except OSError as error:
        faults.append(Fault(label, "", error.strerror or "unreadable", "a readable CSV file"))
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        faults.append(Fault(f"{label}:{line}", "", f"byte 0x{data[error.start]:02x}", "UTF-8 text"))
        return None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        faults.append(Fault(f"{label}:{line}", "", "a NUL byte", "text"))
        return None
    return text.removeprefix("\ufeff")


def _header(
    header: list[str], label: str, required: Iterable[str], optional: Iterable[str], faults: list[Fault]
) -> bool:
    """Whether the columns are the expected ones; each that isn't becomes a fault."""
    before = len(faults)
    required = tuple(required)
    allowed = {*required, *optional}
    faults += [Fault(label, c, "no such column", f"a column {c}") for c in required if c not in header]
    for column in dict.fromkeys(header):
        if header.count(column) > 1:
            faults.append(Fault(label, column, "the column twice", "each column once"))
        if column not in allowed:
            faults.append(
                Fault(label, column[:40], "an unknown column", f"among {', '.join(sorted(allowed))}")
            )
    return len(faults) == before


def read_table(
    path: Path, label: str, required: Iterable[str], faults: list[Fault], optional: Iterable[str] = ()
) -> list[Row]:
    """Rows of a CSV file whose columns are `required` and any of `optional`.

    Parameters
    ----------
    path, label : Path, str
        The file, and the name it goes by in messages.
    required, optional : iterable of str
        Column names; any other column is a fault.
    faults : list of Fault
        Gets every reason why the file, its header or a row can't be used.

    Returns
    -------
    list of Row
        The rows of the right shape; empty when the header is wrong.
    """
    text = _text(path, label, faults)
    if text is None:
        return []
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    rows: list[Row] = []
    header: list[str] | None = None
    try:
        for record in reader:
            where = f"{label}:{reader.line_num}"
            cells = [cell.strip() for cell in record]
            if not any(cells):
                continue
            if header is None:
                header = cells
                if not _header(header, where, required, optional, faults):
                    return []
            elif len(cells) != len(header):
                faults.append(Fault(where, "", f"{len(cells)} cells", f"{len(header)} cells"))
            else:
                long = [c for c, cell in zip(header, cells, strict=True) if len(cell) > MAX_CELL]
                faults += [
                    Fault(where, c, "an over-long cell", f"at most {MAX_CELL} characters") for c in long
                ]
                if not long:
                    rows.append(Row(reader.line_num, dict(zip(header, cells, strict=True))))
    except csv.Error as error:
        faults.append(Fault(f"{label}:{reader.line_num}", "", str(error), "CSV as RFC 4180 has it"))
    if header is None:
        faults.append(Fault(f"{label}:1", "", "an empty file", f"columns {', '.join(required)}"))
    return rows


def integer(
    row: Row, column: str, label: str, low: int, high: int, faults: list[Fault], *, empty: bool = False
) -> int | None:
    """Whole number in a cell, between `low` and `high`; None (and a fault) if it isn't one.

    With `empty`, an empty cell is None without a fault: not known.
    """
    cell = row.cells[column]
    if cell == "" and empty:
        return None
    digits = cell.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 18 and low <= int(cell) <= high:
        return int(cell)
    faults.append(Fault(f"{label}:{row.line}", column, cell, f"a whole number {low} to {high}"))
    return None
