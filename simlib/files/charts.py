"""Charts on disk: a CSV in the printed shape, and beside it one that says where each cell came from.

`rushing_gain.csv` has a twin `rushing_gain.provenance.csv` of the same shape, whose cells are a word
and a key ("printed 5.4"); SOURCES.csv of the same folder explains the keys. A folder given with
--charts overlays the shipped set chart by chart; where it has no twin, its cells are the owner's, and
so is a cell that differs from the shipped one under the same provenance.

Nothing read here is trusted: every cell is checked, and all the faults of a file are reported at once.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from simlib.errors import Fault, InputError
from simlib.files.folders import data_folder
from simlib.files.rows import MOST_FAULTS, Column, Row, Table, named, write_table
from simlib.files.shown import Shown

WORDS = ("printed", "transcribed", "forced", "fitted", "assumed", "owner")
# Files of a chart folder that are no charts.
SOURCES, TARGETS, READINGS = "SOURCES.csv", "calibration.csv", "readings.csv"
_WORD = named(WORDS)


def _nothing(values: tuple[int, ...]) -> tuple[str, str] | None:
    """No column as a whole is wrong."""


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
    wrong_column : callable
        Parsed values of a column -> what is wrong with it as a whole (found, expected), or None.
    """

    name: str
    title: str
    case: str
    key: str
    rows: tuple[str, ...]
    columns: tuple[Column, ...]
    played: bool = True
    wrong_column: Callable[[tuple[int, ...]], tuple[str, str] | None] = _nothing


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


def _shaped_rows(path: Path, spec: ChartSpec, faults: list[Fault]) -> list[Row]:
    """Rows in the spec's order; rows that don't fit are faults."""
    before = len(faults)
    table = Table(path, (spec.key, *(column.name for column in spec.columns)), faults)
    keys = named(spec.rows, f"one of {_listed(spec.rows)}")
    found: dict[str, Row] = {}
    for row in table:
        key = row.cells[spec.key]
        if row.fits(spec.key, keys) and row.once(spec.key, key, "each row"):
            found[key] = row
    if len(faults) == before:
        table.missing(spec.key, (key for key in spec.rows if key not in found))
    return [found[key] for key in spec.rows if key in found]


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(names) if len(names) <= 8 else f"{names[0]}, {names[1]}, .. {names[-1]}"


def read_sources(folder: Path) -> dict[str, tuple[str, str]]:
    """SOURCES.csv of `folder`: key -> (word, explanation)."""
    table = Table(folder / SOURCES, ("key", "word", "explanation"), most=MOST_FAULTS)
    sources: dict[str, tuple[str, str]] = {}
    for row in table:
        key, word, explanation = row.cells.values()
        if row.once("key", key, "each key") and row.fits("word", _WORD):
            sources[key] = word, explanation
    table.done()
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
    faults: list[Fault] = []
    rows = _shaped_rows(path, spec, faults)
    values = tuple(tuple(row.take(column.name, column) for column in spec.columns) for row in rows)
    if not faults:
        for column, of_column in zip(spec.columns, zip(*values, strict=True), strict=True):
            if wrong := spec.wrong_column(of_column):
                faults.append(Fault(str(path), column.name, *wrong))
    twin = folder / f"{spec.name}.provenance.csv"
    if owner and not twin.exists():
        provenance = tuple(("owner",) * len(spec.columns) for _ in spec.rows)
    else:
        twins = _shaped_rows(twin, spec, faults)
        for row in twins:
            for column in spec.columns:
                cell = row.cells[column.name]
                if expected := _provenance_fault(cell, sources):
                    row.fault(column.name, cell, expected)
        provenance = _texts(twins)
    if faults:
        raise InputError(*faults[:MOST_FAULTS])
    return Chart(spec, path, _texts(rows), values, provenance)


def _texts(rows: list[Row]) -> tuple[tuple[str, ...], ...]:
    """Cells as they stand, without the key."""
    return tuple(tuple(row.cells.values())[1:] for row in rows)


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


def load_chart_set(game: str | Path, specs: tuple[ChartSpec, ...], overlay: Path | None = None) -> ChartSet:
    """Charts of `game` as shipped, each replaced by the one in the folder `overlay` where it has one.

    `game` is a folder's name among the shipped charts, or the whole path of one that lives elsewhere.

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
        raise InputError(*faults[:MOST_FAULTS])
    return ChartSet(charts, overlay)


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
