"""A broken season folder is told by file, line and column; no change of bytes gets past the checks."""

import csv
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simlib.errors import InputError
from simlib.files.folders import data_folder
from simlib.files.seasons import check_season, load_season

SHIPPED = data_folder("teams") / "1958"
TABLES = ("games.csv", "teams.csv", "players.csv", "rules.csv", "coverage.csv", "SOURCES.csv")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in TABLES:
        shutil.copy(SHIPPED / name, tmp_path / name)
    return tmp_path


def table(path: Path) -> list[list[str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def rewrite(path: Path, rows: list[list[str]]) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def test_a_copy_of_the_shipped_folder_has_no_fault(folder):
    assert check_season(folder) == []
    assert load_season(folder).real("yards_per_carry", "league") == (20338, 4805)


@pytest.mark.parametrize(
    ("file", "line", "column", "value", "expected"),
    [
        ("games.csv", 5, "away", "", "one of BAL"),
        ("games.csv", 5, "away", "XXX", "one of BAL"),
        ("games.csv", 3, "away", "CRD", "another team"),
        ("games.csv", 3, "home", "BAL", "stands in line 2"),
        ("games.csv", 3, "date", "1958-02-30", "a date"),
        ("games.csv", 3, "date", "28.9.1958", "a date"),
        ("games.csv", 3, "date", "1968-09-28", "a date in 1958"),
        ("games.csv", 3, "home_score", "-7", "a whole number 0"),
        ("games.csv", 3, "home_score", "7.0", "a whole number"),
        ("games.csv", 3, "home_score", "", "a whole number"),
        ("games.csv", 3, "week", "", "a whole number"),
        ("games.csv", 3, "game", "9", "2: games are numbered"),
        ("games.csv", 3, "kind", "final", "one of regular"),
        ("games.csv", 75, "away_score", "17", "a winner"),
        ("teams.csv", 2, "conference", "", "letters"),
        ("teams.csv", 3, "code", "BAL", "stands in line 2"),
        ("teams.csv", 3, "code", "chi", "capitals"),
        ("teams.csv", 3, "name", "", "a name"),
        ("teams.csv", 3, "punts", "-1", "a whole number 0"),
        ("teams.csv", 3, "pass_cmp", "322", "at most pass_att, 321"),
        ("teams.csv", 3, "opp_pass_att", "-1", "a whole number 0"),
        ("players.csv", 3, "rush_att", "-3", "a whole number 0"),
        ("players.csv", 3, "rush_att", "1e3", "a whole number 0"),
        ("players.csv", 3, "rush_att", "9999999999", "a whole number 0"),
        ("players.csv", 3, "rush_yds", "9" * 30, "a whole number"),
        ("players.csv", 3, "rush_att", "\u0663", "a whole number"),
        ("players.csv", 3, "id", "Berry", "surname-given"),
        ("players.csv", 3, "name", "", "a name"),
        ("players.csv", 3, "name", "x" * 501, "at most 500"),
        ("players.csv", 3, "name", "a\0b", "printable"),
        ("players.csv", 3, "team", "XXX", "one of BAL"),
        ("players.csv", 3, "id", "ameche-alan", "stands in line 2"),
        ("players.csv", 3, "source", "rumour x", "a word"),
        ("players.csv", 3, "source", "transcribed X9", "SOURCES.csv to explain"),
        ("players.csv", 3, "source", "derived K", "SOURCES.csv to explain"),
        ("rules.csv", 6, "value", "60", "a whole number 20 to 50"),
        ("rules.csv", 6, "confidence", "sure", "one of high"),
        ("rules.csv", 6, "rule", "year", "stands in line 2"),
        ("coverage.csv", 2, "stat", "luck", "one of yards_per_carry"),
        ("coverage.csv", 2, "covers", "11 of 12 teams", "12 of 12 teams"),
        ("SOURCES.csv", 2, "word", "heard", "one of printed"),
    ],
)
def test_a_wrong_cell_is_named_by_file_line_and_column(folder, file, line, column, value, expected):
    rows = table(folder / file)
    rows[line - 1][rows[0].index(column)] = value
    rewrite(folder / file, rows)
    faults = check_season(folder)
    named = [f for f in faults if (f.where, f.column) == (f"{folder / file}:{line}", column)]
    assert named, faults
    assert expected in named[0].expected
    with pytest.raises(InputError) as error:
        load_season(folder)
    assert list(error.value.faults) == faults


@pytest.mark.parametrize(
    ("key", "column", "value"),
    [
        ("unitas-johnny", "pass_cmp", "264"),
        ("unitas-johnny", "pass_int", "264"),
        ("unitas-johnny", "pass_int", "128"),
        ("unitas-johnny", "pass_td", "137"),
        ("ameche-alan", "rush_td", "172"),
        ("berry-raymond", "rec_td", "57"),
        ("rechichar-bert", "fg_made", "5"),
        ("rechichar-bert", "xp_made", "1"),
    ],
)
def test_a_part_is_not_more_than_the_whole(folder, key, column, value):
    rows = table(folder / "players.csv")
    line = next(number for number, row in enumerate(rows, 1) if row[0] == key)
    rows[line - 1][rows[0].index(column)] = value
    rewrite(folder / "players.csv", rows)
    assert (f"{folder / 'players.csv'}:{line}", column) in {(f.where, f.column) for f in check_season(folder)}


def test_negative_yards_are_football(folder):
    rows = table(folder / "players.csv")
    rows[2][rows[0].index("rec_yds")] = "-4"
    rewrite(folder / "players.csv", rows)
    assert check_season(folder) == []


def test_an_id_is_one_man(folder):
    rows = table(folder / "players.csv")
    line = next(
        number for number, row in enumerate(rows, 1) if row[:3] == ["layne-bobby", "Bobby Layne", "PIT"]
    )
    rows[line - 1][1] = "Robert Layne"
    rewrite(folder / "players.csv", rows)
    (fault,) = check_season(folder)
    assert (fault.where, fault.column) == (f"{folder / 'players.csv'}:{line}", "name")


@pytest.mark.parametrize("file", TABLES)
def test_columns_missing_extra_or_twice(folder, file):
    rows = table(folder / file)
    last = rows[0][-1]
    rewrite(folder / file, [row[:-1] for row in rows])
    assert (f"{folder / file}:1", last, "no such column") in {f[:3] for f in check_season(folder)}
    rewrite(folder / file, [[*row, "x"] for row in rows])
    assert (f"{folder / file}:1", "x", "extra column") in {f[:3] for f in check_season(folder)}
    rewrite(folder / file, [[*row, row[-1]] for row in rows])
    assert (f"{folder / file}:1", last, "column twice") in {f[:3] for f in check_season(folder)}


@pytest.mark.parametrize("file", TABLES)
def test_a_file_missing_a_folder_empty_too_large_or_not_utf8(folder, file):
    path = folder / file
    data = path.read_bytes()
    lines = data.split(b"\n")
    path.write_bytes(b"\n".join([*lines[:2], lines[2] + b"\xff", *lines[3:]]))
    fault = next(f for f in check_season(folder) if f.where.startswith(str(path)))
    assert (fault.where, fault.found) == (f"{path}:3", "byte 0xff")
    path.write_bytes(b"")
    assert any(f.where.startswith(str(path)) for f in check_season(folder))
    path.write_bytes(data + b"\n" * 5_000_001)
    assert any("at most 5000000 bytes" in f.expected for f in check_season(folder) if f.where == str(path))
    path.unlink()
    assert any(f.found == "no such file" for f in check_season(folder) if f.where == str(path))
    path.mkdir()
    assert any(f.where == str(path) for f in check_season(folder))


def test_a_short_row_an_unclosed_quote_and_a_byte_order_mark(folder):
    path = folder / "games.csv"
    data = path.read_text(encoding="utf-8")
    path.write_text("\ufeff" + data, encoding="utf-8")
    assert check_season(folder) == []
    path.write_text(data.replace(",transcribed E+T", "", 1), encoding="utf-8")
    assert [f.where for f in check_season(folder) if f.found == "8 cells"] == [f"{path}:2"]
    path.write_text(data + '73,"', encoding="utf-8")
    assert any(f.where.startswith(str(path)) for f in check_season(folder))


def test_every_fault_of_every_file_is_found_at_once(folder):
    for file, line, column in (
        ("games.csv", 3, "date"),
        ("games.csv", 9, "home"),
        ("players.csv", 4, "team"),
    ):
        rows = table(folder / file)
        rows[line - 1][rows[0].index(column)] = "?"
        rewrite(folder / file, rows)
    (folder / "SOURCES.csv").unlink()
    found = {(f.where, f.column) for f in check_season(folder)}
    assert found == {
        (f"{folder / 'games.csv'}:3", "date"),
        (f"{folder / 'games.csv'}:9", "home"),
        (f"{folder / 'players.csv'}:4", "team"),
        (str(folder / "SOURCES.csv"), ""),
    }


def test_a_missing_rule_and_a_missing_game(folder):
    rules = table(folder / "rules.csv")
    rewrite(folder / "rules.csv", [row for row in rules if row[0] != "timeouts_per_half"])
    assert [f.expected for f in check_season(folder)] == ["a row timeouts_per_half"]
    rewrite(folder / "rules.csv", rules)
    games = table(folder / "games.csv")
    kept = [*games[:72], *([str(int(row[0]) - 1), *row[1:]] for row in games[73:])]
    rewrite(folder / "games.csv", kept)
    short = {f"11 games of {games[72][column]}" for column in (3, 4)}
    assert {f.found for f in check_season(folder)} == short


@pytest.mark.parametrize("name", ["1957", "19580", "9" * 400, "no-such-folder", "a\0b", ""])
def test_an_unknown_season_is_one_clear_fault(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as error:
        load_season(name)
    assert len(error.value.faults) == 1
    assert check_season(name) == list(error.value.faults)
    assert "\n" not in str(error.value)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    file=st.sampled_from(TABLES),
    place=st.integers(0, 3_000),
    piece=st.binary(min_size=1, max_size=3) | st.sampled_from([b",", b'"', b"\n", b"\r", b"-", b"\0"]),
)
def test_no_change_of_bytes_gets_past_the_faults(folder, file, place, piece):
    data = (SHIPPED / file).read_bytes()
    (folder / file).write_bytes(data[:place] + piece + data[place + 1 :])
    try:
        faults = check_season(folder)
    finally:
        (folder / file).write_bytes(data)
    assert all(fault.where.startswith(str(folder)) and fault.expected for fault in faults)
