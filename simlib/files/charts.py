"""Charts on disk: a CSV in the printed shape, and beside it one that says where each cell came from.

`rushing_gain.csv` has a twin `rushing_gain.provenance.csv` of the same shape, whose cells are a word
and a key ("printed 5.4"); SOURCES.csv of the same folder explains the keys. A folder given with
--charts overlays the shipped set chart by chart; where it has no twin, its cells are the owner's, and
so is a cell that differs from the shipped one under the same provenance.

Nothing read here is trusted: every cell is checked, and all the faults of a file are reported at once.
"""

import csv
import hashlib
import io
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from simlib.errors import Fault, InputError
from simlib.files.folders import data_folder
from simlib.files.shown import Shown

WORDS = ("printed", "transcribed", "forced", "fitted", "assumed", "owner")
LARGEST_FILE = 1 << 20
# Files of a chart folder that are no charts.
SOURCES, TARGETS, READINGS = "SOURCES.csv", "calibration.csv", "readings.csv"
_MOST_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a chart: its name, its parser (ValueError when wrong), what it expects in words."""

    name: str
    parse: Callable[[str], int]
    expected: str


@dataclass(frozen=True, slots=True)
class ChartSpec:
    """The shape of a chart.

    Attributes
    ----------
    name, title, case : str
        File name without .csv; what it is; the rulebook's case.
    key : str
        Name of the first column.
    rows : tuple of str
        What stands in the first column, in this order.
    columns : tuple of Column
        The other columns, in this order.
    played : bool
        False for a chart that is carried but that no rule in play reads yet.
    """

    name: str
    title: str
    case: str
    key: str
    rows: tuple[str, ...]
    columns: tuple[Column, ...]
    played: bool = True


@dataclass(frozen=True, slots=True)
class Chart(Shown):
    """A chart read and checked: texts as they stand, parsed values, provenance, all [row][column]."""

    spec: ChartSpec
    file: Path
    texts: tuple[tuple[str, ...], ...]
    values: tuple[tuple[int, ...], ...]
    provenance: tuple[tuple[str, ...], ...]

    def cells(self) -> dict[str, int]:
        """Provenance word -> how many of the chart's cells."""
        counts = Counter(cell.split(" ")[0] for row in self.provenance for cell in row)
        return {word: counts[word] for word in WORDS if counts[word]}


@dataclass(frozen=True, slots=True)
class ChartSet(Shown):
    """The charts a game uses, by name, and the folder that overlays the shipped ones (or None)."""

    charts: dict[str, Chart]
    overlay: Path | None

    def hash(self) -> str:
        """Hash of the parsed cells of the charts in play (not of bytes: layout is free)."""
        digest = hashlib.sha256()
        for name, chart in sorted(self.charts.items()):
            if chart.spec.played:
                digest.update(f"{name} {chart.values}\n".encode())
        return digest.hexdigest()[:16]

    def cells(self) -> dict[str, int]:
        """Provenance word -> how many cells of the charts in play."""
        counts: Counter[str] = Counter()
        for chart in self.charts.values():
            if chart.spec.played:
                counts.update(chart.cells())
        return {word: counts[word] for word in WORDS if counts[word]}


def integer(low: int, high: int, words: dict[str, int] | None = None) -> Callable[[str], int]:
    """Parser of a whole number low..high, with or without a sign, or of one of `words`."""
    table = words or {}

    def parse(text: str) -> int:
        if text in table:
            return table[text]
        digits = text[1:] if text[:1] in ("+", "-") else text
        if not (1 <= len(digits) <= 6 and digits.isascii() and digits.isdigit()):
            raise ValueError(text)
        if not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return parse


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


def _header_faults(path: Path, line: int, header: list[str], wanted: list[str]) -> list[Fault]:
    where = f"{path}:{line}"
    missing = [name for name in wanted if name not in header]
    extra = [name for name in header if name not in wanted]
    twice = [name for name, count in Counter(header).items() if count > 1]
    faults = [Fault(where, name, "no such column", f"columns {','.join(wanted)}"[:200]) for name in missing]
    faults += [Fault(where, name, "extra column", f"columns {','.join(wanted)}"[:200]) for name in extra]
    faults += [Fault(where, name, "column twice", "each column once") for name in twice]
    if not faults and header != wanted:
        name = next(name for name, right in zip(header, wanted, strict=True) if name != right)
        faults = [Fault(where, name, "column out of order", f"columns {','.join(wanted)}"[:200])]
    return faults


def _shaped_rows(path: Path, spec: ChartSpec) -> tuple[list[tuple[int, list[str]]], list[Fault]]:
    """Rows in the spec's order, without the key; rows that don't fit are faults."""
    table = read_table(path)
    header_line, header = table[0]
    wanted = [spec.key, *(column.name for column in spec.columns)]
    faults = _header_faults(path, header_line, header, wanted)
    if faults:
        return [], faults
    found: dict[str, tuple[int, list[str]]] = {}
    for line, row in table[1:]:
        where = f"{path}:{line}"
        if len(row) != len(wanted):
            faults.append(Fault(where, "", f"{len(row)} cells", f"{len(wanted)} cells"))
        elif row[0] not in spec.rows:
            faults.append(Fault(where, spec.key, row[0], f"one of {_listed(spec.rows)}"))
        elif row[0] in found:
            faults.append(
                Fault(where, spec.key, row[0], f"each row once (it stands in line {found[row[0]][0]})")
            )
        else:
            found[row[0]] = line, row[1:]
    if not faults:
        faults += [
            Fault(str(path), spec.key, "no such row", f"a row {key}") for key in spec.rows if key not in found
        ]
    return [found[key] for key in spec.rows if key in found], faults


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(names) if len(names) <= 8 else f"{names[0]}, {names[1]}, .. {names[-1]}"


def read_sources(folder: Path) -> dict[str, tuple[str, str]]:
    """SOURCES.csv of `folder`: key -> (word, explanation)."""
    path = folder / SOURCES
    table = read_table(path)
    faults = _header_faults(path, table[0][0], table[0][1], ["key", "word", "explanation"])
    if faults:
        raise InputError(*faults)
    sources: dict[str, tuple[str, str]] = {}
    for line, row in table[1:]:
        where = f"{path}:{line}"
        if len(row) != 3:
            faults.append(Fault(where, "", f"{len(row)} cells", "3 cells"))
        elif row[0] in sources:
            faults.append(Fault(where, "key", row[0], "each key once"))
        elif row[1] not in WORDS:
            faults.append(Fault(where, "word", row[1], f"one of {', '.join(WORDS)}"))
        else:
            sources[row[0]] = row[1], row[2]
    if faults:
        raise InputError(*faults[:_MOST_FAULTS])
    return sources


def _provenance_fault(cell: str, sources: dict[str, tuple[str, str]]) -> str:
    """Say what is expected instead of `cell`; "" if it is right."""
    word, _, key = cell.partition(" ")
    if word not in WORDS:
        return f"a word ({', '.join(WORDS)}) and a key"
    if word == "owner" and not key:
        return ""
    if key not in sources:
        return f"a key of {SOURCES} after the word"
    if sources[key][0] != word:
        return f"{sources[key][0]} {key}, as {SOURCES} says"
    return ""


def read_chart(
    spec: ChartSpec, folder: Path, sources: dict[str, tuple[str, str]], owner: bool = False
) -> Chart:
    """Read, check and freeze `folder`/`spec.name`.csv and its provenance.

    Parameters
    ----------
    sources : dict
        Keys that the provenance may use, from `read_sources`.
    owner : bool
        Where there is no provenance file, take every cell as the owner's; else that is a fault.

    Raises
    ------
    InputError
        With every fault of the two files.
    """
    path = folder / f"{spec.name}.csv"
    rows, faults = _shaped_rows(path, spec)
    values = []
    for line, cells in rows:
        row = []
        for column, cell in zip(spec.columns, cells, strict=True):
            try:
                row.append(column.parse(cell))
            except ValueError:
                faults.append(Fault(f"{path}:{line}", column.name, cell, column.expected))
        values.append(tuple(row))
    twin = folder / f"{spec.name}.provenance.csv"
    if owner and not twin.exists():
        provenance = tuple(("owner",) * len(spec.columns) for _ in spec.rows)
    else:
        twin_rows, twin_faults = _shaped_rows(twin, spec)
        faults += twin_faults
        for line, cells in twin_rows:
            for column, cell in zip(spec.columns, cells, strict=True):
                if expected := _provenance_fault(cell, sources):
                    faults.append(Fault(f"{twin}:{line}", column.name, cell, expected))
        provenance = tuple(tuple(cells) for _, cells in twin_rows)
    if faults:
        raise InputError(*faults[:_MOST_FAULTS])
    return Chart(spec, path, tuple(tuple(cells) for _, cells in rows), tuple(values), provenance)


def _overlay_faults(folder: Path, specs: tuple[ChartSpec, ...]) -> list[Fault]:
    """Check that an overlay is a folder with some of the charts, and no CSV that nobody reads."""
    names = [spec.name for spec in specs]
    try:
        files = sorted(path.name for path in folder.iterdir() if path.suffix == ".csv")
    except (OSError, ValueError) as error:
        return [Fault("--charts", "", str(folder), f"a folder ({type(error).__name__})")]
    charts = [name for name in files if name not in (SOURCES, TARGETS, READINGS)]
    stems = [name.removesuffix(".csv").removesuffix(".provenance") for name in charts]
    if not any(f"{stem}.csv" in files for stem in stems if stem in names):
        return [Fault("--charts", "", str(folder), f"a folder with one or more of {', '.join(names)}"[:300])]
    return [
        Fault(str(folder / f"{stem}.csv"), "", stem, f"a chart's name: {', '.join(names)}"[:300])
        for stem in sorted(set(stems) - set(names))
    ]


def _owned(chart: Chart, shipped: Chart) -> Chart:
    """`chart` with the cells marked as the owner's that were edited under the shipped provenance."""
    provenance = tuple(
        tuple(
            "owner" if value != before and word == word_before else word
            for value, before, word, word_before in zip(*cells, strict=True)
        )
        for cells in zip(chart.values, shipped.values, chart.provenance, shipped.provenance, strict=True)
    )
    return replace(chart, provenance=provenance)


def load_chart_set(game: str, specs: tuple[ChartSpec, ...], overlay: Path | None = None) -> ChartSet:
    """Charts of `game` as shipped, each replaced by the one in the folder `overlay` where it has one.

    Raises
    ------
    InputError
        With every fault of every chart.
    """
    shipped = data_folder("charts") / game
    sources = read_sources(shipped)
    faults: list[Fault] = []
    overlay_sources = sources
    if overlay is not None:
        faults = _overlay_faults(overlay, specs)
        if not faults and (overlay / SOURCES).exists():
            overlay_sources = sources | read_sources(overlay)
    charts: dict[str, Chart] = {}
    for spec in specs:
        own = overlay is not None and (overlay / f"{spec.name}.csv").exists()
        try:
            charts[spec.name] = read_chart(spec, shipped, sources)
            if own and overlay is not None:
                theirs = read_chart(spec, overlay, overlay_sources, owner=True)
                charts[spec.name] = _owned(theirs, charts[spec.name])
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults[:_MOST_FAULTS])
    return ChartSet(charts, overlay)


def write_table(path: Path, header: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Write a CSV as simlib ships them, UTF-8 and LF, whole or not at all."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(text.getvalue().encode())
    os.replace(part, path)


def write_chart(
    spec: ChartSpec, folder: Path, texts: Sequence[Sequence[str]], provenance: Sequence[Sequence[str]]
) -> None:
    """Write a chart and its provenance twin; ValueError for a cell that `read_chart` would refuse."""
    for cells in texts:
        for column, cell in zip(spec.columns, cells, strict=True):
            column.parse(cell)
    header = [spec.key, *(column.name for column in spec.columns)]
    for suffix, body in ((".csv", texts), (".provenance.csv", provenance)):
        rows = ([key, *cells] for key, cells in zip(spec.rows, body, strict=True))
        write_table(folder / f"{spec.name}{suffix}", header, rows)
