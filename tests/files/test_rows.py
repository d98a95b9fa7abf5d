"""CSV files: rows are checked one by one; whatever the bytes, every reader ends in one clear line."""

import csv
import io
import os
import shutil
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from synthetic import synthetic_ruleset, synthetic_season

import simlib
from simlib.errors import Fault, InputError
from simlib.files.charts import load_chart_set
from simlib.files.folders import data_folder
from simlib.files.lineups import read_lineup
from simlib.files.rows import (
    DAY,
    MOST_FAULTS,
    Kind,
    Table,
    integer,
    matching,
    named,
    one_of_words,
    or_empty,
    whole,
    write_table,
)
from simlib.files.seasons import load_season
from simlib.judge.own_season import place_season
from simlib.plays.ready_matches import load_matches
from simlib.rulesets.football_strategy.charts import read as fs_charts
from simlib.rulesets.football_strategy.coach import files as fs_coach
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import read_index, read_shares
from simlib.rulesets.football_strategy.coach.solve.late_files import read_late_index, read_late_shares
from simlib.rulesets.spi.charts import read as spi_charts
from simlib.rulesets.spi.coach import files as spi_coach
from simlib.rulesets.spi.sheets import files as spi_sheets
from simlib.rulesets.spi.sheets.read import load_sheets

TEAMS, CHARTS = data_folder("teams"), data_folder("charts")
SEASON, SHEETS = TEAMS / "1958", TEAMS / "1958" / "spi"
SPI_COACH, FS_COACH = CHARTS / "spi" / "coaches", CHARTS / "football_strategy" / "coaches"
LINEUP = b"team,player,role,share\nBAL,moore-lenny,carrier,20\nCLE,brown-jim,out,\n"
OWN_PLAYERS, OWN_TEAMS = b"id,team,rush_att\nback-one-aaa,AAA,40\n", b"code,points\nBBB,35\n"


# What a table says of its rows


def table_of(path: Path, *lines: str, **options: object) -> Table:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return Table(path, ("a", "b"), **options)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "t.csv"


def test_a_cell_is_taken_or_is_a_fault_of_file_line_and_column(path):
    table = table_of(path, "a,b", "1,x", "11,y")
    taken = [(row.take("a", whole(1, 9), 5), row.text("b", named("x"))) for row in table]
    assert taken == [(1, "x"), (5, "y")]
    assert table.faults == [
        Fault(f"{path}:3", "a", "11", "a whole number 1 to 9"), Fault(f"{path}:3", "b", "y", "one of x"),
    ]  # fmt: skip
    with pytest.raises(InputError) as error:
        table.done()
    assert list(error.value.faults) == table.faults


def test_faults_stand_in_the_order_of_the_lines_whatever_they_are(path):
    table = table_of(path, "a,b", "x,1", "1", "1,\0", "1,1", "1,1", "y,1")
    for row in table:
        if row.fits("a", whole(1, 9)):
            row.once("a", row.key("ab"), "each row")
    assert [str(fault).removeprefix(str(path)) for fault in table.faults] == [
        ":2: column a: found 'x', expected a whole number 1 to 9",
        ":3: found '1 cells', expected 2 cells",
        ":4: column b: found '\\x00', expected at most 500 printable characters",
        ":6: column a: found '1', expected each row once (it stands in line 5)",
        ":7: column a: found 'y', expected a whole number 1 to 9",
    ]


@pytest.mark.parametrize(
    ("header", "loose", "faults"),
    [
        ("a,b", False, []),
        ("b,a", False, [("b", "column out of order", "columns a,b")]),
        ("b,a", True, []),
        (" b ,a", True, []),
        (" b ,a", False, [("b", "no such column", "columns a,b"), (" b ", "extra column", "columns a,b")]),
        ("a", True, [("b", "no such column", "columns a,b")]),
        ("a,b,b", True, [("b", "column twice", "each column once")]),
        ("a,b,c", True, []),
        ("a,b,d", True, [("d", "extra column", "columns a,b")]),
        ("a,b," + "d" * 99, True, [("d" * 40, "extra column", "columns a,b")]),
    ],
)
def test_a_header(path, header, loose, faults):
    found: list[Fault] = []
    table = table_of(path, header, "1,2", faults=found, optional=("c",), loose=loose)
    assert [fault[1:] for fault in found] == faults
    assert {fault.where for fault in found} <= {f"{path}:1"}
    assert bool(table.columns) == (not faults)
    if faults:
        assert list(table) == []
        with pytest.raises(InputError) as error:
            table_of(path, header, optional=("c",), loose=loose)
        assert list(error.value.faults) == found


def test_blanks_count_for_nothing_in_a_file_kept_by_hand(path):
    lines = ("a,b", " 1 , x", " , ", "", "2,y")
    assert [row.key("ab") for row in table_of(path, *lines, loose=True)] == [("1", "x"), ("2", "y")]
    assert [row.key("ab") for row in table_of(path, *lines)] == [(" 1 ", " x"), (" ", " "), ("2", "y")]


def test_no_row_is_read_after_the_last_fault_told(path):
    table = table_of(path, "a,b", *["1"] * 50, "1,2", most=MOST_FAULTS)
    assert list(table) == []
    assert len(table.faults) == MOST_FAULTS
    assert len(list(table_of(path, "a,b", *["1"] * 50, "1,2"))) == 1


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        (whole(-9, 9), {"0": 0, "-9": -9, "007": 7}, ("", "10", "+1", "1.0", "\u0663", "--1", " 1", "-")),
        (Kind(integer(0, 5, {"EZ": 99}), ""), {"+5": 5, "EZ": 99}, ("6", "-1", "ez", "9" * 400)),
        (Kind(one_of_words({"": 0, "OB": 1}), ""), {"": 0, "OB": 1}, ("0", "ob")),
        (or_empty(whole(1, 2)), {"": None, "2": 2}, ("0", " ")),
        (named(("run", "pass")), {"run": "run"}, ("", "Run", "run,pass")),
        (matching("[a-z]+", ""), {"ab": "ab"}, ("", "ab1", "ab\n")),
        (DAY, {}, ("1958-02-30", "1.9.1958", "19580928", "")),
    ],
)  # fmt: skip
def test_kinds(kind, right, wrong):
    assert {text: kind.parse(text) for text in right} == right
    for text in wrong:
        with pytest.raises(ValueError):
            kind.parse(text)


def test_a_table_is_written_as_simlib_ships_them(path):
    write_table(path, ("a", "b"), [(1, "x,y"), ("", 'say "no"'), ("\u2020", "two\nlines")])
    assert path.read_bytes() == 'a,b\n1,"x,y"\n,"say ""no"""\n\u2020,"two\nlines"\n'.encode()
    assert list(path.parent.iterdir()) == [path]


# Every reader


class Reader(NamedTuple):
    """A file, shipped or made up; what must lie beside it; what reads the folder."""

    name: str
    source: Path | bytes
    beside: tuple[Path, ...]
    read: Callable[[Path], object]

    def data(self) -> bytes:
        return self.source.read_bytes() if isinstance(self.source, Path) else self.source


@cache
def season():
    return load_season(1958)


@cache
def own_run():
    return simlib.replay(synthetic_season(), synthetic_ruleset(), seasons=20, detail="seasons")


def codes() -> tuple[str, ...]:
    return tuple(team.code for team in season().teams)


def men() -> dict[str, tuple[str, ...]]:
    return dict(zip(codes(), load_sheets(season()).men, strict=True))


def of_file(source: Path, read: Callable[[Path], object], *beside: Path) -> tuple[str, Reader]:
    place = f"{source.parent.parent.name}/{source.parent.name}/{source.name}"
    return place, Reader(source.name, source, beside, lambda folder: read(folder / source.name))


def of_folder(source: Path, read: Callable[[Path], object], *beside: Path) -> tuple[str, Reader]:
    place, reader = of_file(source, read, *beside)
    return place, reader._replace(read=read)


def twins(source: Path) -> tuple[Path, Path]:
    return source.with_name(f"{source.stem}.provenance.csv"), source.with_name("SOURCES.csv")


SPI_CHART, FS_CHART = CHARTS / "spi" / "rushing_gain.csv", CHARTS / "football_strategy" / "aerial.csv"
SHEET_FILES = (
    spi_sheets.PLAYERS, spi_sheets.NOTES, spi_sheets.TEAM_RATINGS, spi_sheets.RETURNERS, spi_sheets.PUNTERS,
    spi_sheets.KICKERS, *spi_sheets.OPTIONAL,
)  # fmt: skip
SEASON_FILES = tuple(sorted(SEASON.glob("*.csv")))
SOLVED = "equilibrium-pro_style-aerial"
READERS = dict([
    of_folder(SPI_CHART, partial(load_chart_set, "spi", spi_charts.SPECS)),
    of_folder(twins(SPI_CHART)[0], partial(load_chart_set, "spi", spi_charts.SPECS), SPI_CHART),
    of_folder(twins(SPI_CHART)[1], partial(load_chart_set, "spi", spi_charts.SPECS), SPI_CHART),
    of_folder(FS_CHART, partial(load_chart_set, "football_strategy", fs_charts.SPECS)),
    of_file(SPI_COACH / "as-played.csv", spi_coach.read_calls),
    of_file(SPI_COACH / "policy.csv", spi_coach.read_policy),
    of_file(SHEETS / "coach.csv", lambda path: spi_coach.read_team_habits(path, codes())),
    of_file(SHEETS / "matched_teams.csv",
            lambda path: spi_coach.read_team_habits(path, codes(), throws=True)),
    of_file(SHEETS / "matched.csv", lambda path: spi_coach.read_man_habits(path, men())),
    of_file(FS_COACH / "as-played-offense.csv", fs_coach.read_offense),
    of_file(FS_COACH / "as-played-defense.csv", fs_coach.read_defense),
    of_file(FS_COACH / "policy.csv", fs_coach.read_policy),
    of_file(FS_COACH / "solitaire-deck.csv", fs_coach.read_deck),
    of_folder(FS_COACH / "equilibrium.csv", read_index),
    of_folder(FS_COACH / "equilibrium-clock.csv", read_late_index),
    *(of_file(FS_COACH / f"{SOLVED}-{side}.csv", partial(read_shares, side=side))
      for side in ("offense", "defense")),
    of_file(FS_COACH / "equilibrium-clock-pro_style-pro_style-defense.csv",
            partial(read_late_shares, side="defense")),
    *(of_folder(SHEETS / f"{spec.name}.csv", partial(spi_sheets.read_sheet_file, spec=spec),
                *twins(SHEETS / f"{spec.name}.csv"))
      for spec in SHEET_FILES),
    *(of_folder(twin, partial(spi_sheets.read_sheet_file, spec=spi_sheets.PUNTERS),
                *{SHEETS / "punters.csv", *twins(SHEETS / "punters.csv")} - {twin})
      for twin in twins(SHEETS / "punters.csv")),
    *(of_folder(source, load_season, *{*SEASON_FILES} - {source}) for source in SEASON_FILES),
    of_folder(TEAMS / "matches.csv", load_matches, TEAMS / "SOURCES.csv"),
    of_folder(TEAMS / "SOURCES.csv", load_matches, TEAMS / "matches.csv"),
    ("lineup", Reader("my.csv", LINEUP, (), lambda folder: read_lineup(folder / "my.csv", season(),
                                                                       load_sheets(season()).men))),
    ("own players", Reader("players.csv", OWN_PLAYERS, (), lambda folder: place_season(own_run(), folder))),
    ("own teams", Reader("teams.csv", OWN_TEAMS, (), lambda folder: place_season(own_run(), folder))),
])  # fmt: skip


def lines_of(data: bytes) -> list[bytes]:
    """The first lines of a file: enough to be wrong in the second."""
    return data.split(b"\n")[:60]


def second_line(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    def changed(data: bytes) -> bytes:
        first, second, *rest = lines_of(data)
        return b"\n".join([first, change(second), *rest])

    return changed


def header(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    def changed(data: bytes) -> bytes:
        first, *rest = lines_of(data)
        return b"\n".join([change(first), *rest])

    return changed


LONG = "at most 500 printable characters"
# Kind of wrong file -> bytes as they become; the first fault's line and column (None: any), its words.
WRONG = {
    "no UTF-8": (second_line(lambda line: line + b"\xff"), 2, "", "'byte 0xff', expected text in UTF-8"),
    "UTF-16": (lambda data: data.decode().encode("utf-16"), 1, "", "expected text in UTF-8"),
    "NUL": (second_line(lambda line: b"\0" + line), 2, None, LONG),
    "control characters": (second_line(lambda line: b"\x1b[31m\x07" + line), 2, None, LONG),
    "only NUL": (lambda data: bytes(100), 1, None, "no such column"),
    "a long cell": (second_line(lambda line: b"x" * 600 + line), 2, None, LONG),
    "a huge cell": (second_line(lambda line: b"x" * 200_000 + line), 2, "", "larger than field limit"),
    "an open quote": (lambda data: data + b'"x', None, "", "expected CSV"),
    "an open quote early": (second_line(lambda line: b'"' + line), None, "", "expected CSV"),
    "text after a quote": (second_line(lambda line: b'"x"y' + line), 2, "", "expected CSV"),
    "a cell more": (second_line(lambda line: line + b",1"), 2, "", "cells'"),
    "cells less": (second_line(lambda line: line.split(b",")[0]), 2, "", "found '1 cells'"),
    "a column less": (header(lambda line: line.partition(b",")[2]), 1, None, "no such column"),
    "a column more": (header(lambda line: line + b",more"), 1, "more", "extra column"),
    "a column twice": (header(lambda line: line + b"," + line.split(b",")[0]), 1, None, "column twice"),
    "semicolons": (lambda data: data.replace(b",", b";"), 1, None, "no such column"),
    "nothing": (lambda data: b"", 1, "", "expected a header and rows"),
    "blank lines": (lambda data: b"\n\n\r\n", 1, "", "expected a header and rows"),
    "one line without end": (lambda data: b"x" * 100_000, 1, None, "no such column"),
}  # fmt: skip


def folder_of(reader: Reader, tmp_path: Path, data: bytes | None = None) -> Path:
    for path in reader.beside:
        shutil.copy(path, tmp_path)
    (tmp_path / reader.name).write_bytes(reader.data() if data is None else data)
    return tmp_path


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", READERS)
def test_no_bytes_get_further_than_one_clear_line(tmp_path, name, wrong):
    reader, (change, line, column, says) = READERS[name], WRONG[wrong]
    folder = folder_of(reader, tmp_path, change(reader.data()))
    with pytest.raises(InputError) as caught:
        reader.read(folder)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 700
    path = folder / reader.name
    fault = next(fault for fault in caught.value.faults if fault.where.partition(".csv")[0] == str(path)[:-4])
    assert says in str(fault)
    assert fault.where == (f"{path}:{line}" if line else fault.where)
    assert fault.column == (fault.column if column is None else column)


@pytest.mark.parametrize("name", READERS)
def test_a_folder_or_nothing_in_place_of_a_file(tmp_path, name):
    reader = READERS[name]
    folder = folder_of(reader, tmp_path)
    (folder / reader.name).unlink()
    (folder / reader.name).mkdir()
    with pytest.raises(InputError, match="a folder"):
        reader.read(folder)


@pytest.mark.parametrize("name", READERS)
def test_a_file_too_large_is_not_read(tmp_path, name):
    reader = READERS[name]
    folder = folder_of(reader, tmp_path)
    os.truncate(folder / reader.name, 1 << 40)  # a file of holes, which takes no room
    with pytest.raises(InputError, match=r"1099511627776 bytes', expected at most [0-9]+ bytes"):
        reader.read(folder)


def told(value: object) -> object:
    """What was read, to be compared: arrays in full."""
    if not isinstance(value, tuple):
        return repr(value)
    return [part.tobytes() if isinstance(part, np.ndarray) else repr(part) for part in value]


@pytest.mark.parametrize("name", READERS)
def test_a_byte_order_mark_and_the_line_ends_of_windows_change_nothing(tmp_path, name):
    reader = READERS[name]
    plain = told(reader.read(folder_of(reader, tmp_path)))
    for data in (b"\xef\xbb\xbf" + reader.data(), reader.data().replace(b"\n", b"\r\n")):
        assert told(reader.read(folder_of(reader, tmp_path, data))) == plain


@pytest.mark.parametrize("name", READERS)
def test_quotes_around_every_cell_change_nothing(tmp_path, name):
    reader, text = READERS[name], io.StringIO()
    plain = told(reader.read(folder_of(reader, tmp_path)))
    cells = csv.reader(io.StringIO(reader.data().decode(), newline=""))
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(cells)
    assert told(reader.read(folder_of(reader, tmp_path, text.getvalue().encode()))) == plain
