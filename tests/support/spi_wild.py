"""Wild files: charts, sheets and a coach under which what is rare in football happens all the time.

Kicks out of bounds, losses behind goal lines, touchdowns, blocked kicks and fumbles by the dozen: so
that every rule meets every other within a few hundred games. What they say is nonsense on purpose.
"""

import csv
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from oracle.spi_files import GAIN_LETTERS, RUN_LETTERS

from simlib.files.folders import data_folder
from simlib.files.seasons import Season

KICKS = ("EZ", "OB", "60", "60", "OB", "60", "OB", "61", "70", "38", "OB")
ONSIDE = ("OS", "42r", "50k", "48k", "50r", "46r", "OS", "47k", "40r", "43r", "OS")


def edit(path: Path, change: Callable[[int, dict[str, str]], None]) -> None:
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for place, row in enumerate(rows):
        change(place, row)
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def yards(number: int) -> str:
    return f"{number:+d}" if number else "0"


def rushing(place: int, row: dict[str, str]) -> None:
    for column, letter in enumerate(RUN_LETTERS):
        value = (place * 7 + column * 13) % 29
        row[letter] = {27: "LG", 28: "MG"}.get(value, yards(value - 15))


def passing(place: int, row: dict[str, str]) -> None:
    for column, letter in enumerate(GAIN_LETTERS):
        value = (place * 5 + column * 11) % 23
        row[letter] = "TD" if value > 11 else yards(value * 3 - 20)


def limit(_: int, row: dict[str, str]) -> None:
    """Four teams of men who may be used once a game, or (GB) once a season."""
    if row["team"] in ("CHI", "CRD", "GB", "WAS"):
        row["note"] = "a"


def limit_source(_: int, row: dict[str, str]) -> None:
    if row["team"] in ("CHI", "CRD", "GB", "WAS"):
        row["note"] = "assumed note-a-man"


def penalties(place: int, row: dict[str, str]) -> None:
    """Every mark in every column, and interference both ways."""
    marks = ("", "*{}", "{}a", "{}b", "\u2020{}", "*{} (1)", "{} (1)")
    for place_of, column in enumerate(row):
        if column != "dice":
            value = place * 5 + place_of * 3
            size = "PI" if column.startswith("pass") and value % 6 == 0 else ("5", "10", "15")[value % 3]
            mark = marks[value % len(marks)]
            row[column] = mark.format(size) if mark and size != "PI" else size


def limits(place: int, row: dict[str, str]) -> None:
    if row["lim"] != "-":
        row["lim"] = ("1", "2*", "3", "1*", "2")[place % 5]


def wild_options(charts: Path, sheets: Path) -> None:
    """Penalties on most plays, men past their limits, dump-offs, clutch points, punts out of bounds."""
    edit(charts / "penalty.csv", penalties)
    edit(
        sheets / "team_ratings.csv",
        lambda place, row: row.update(
            penalty_run="11-44", penalty_pass="12-52", penalty_range=f"11-{'2345'[place % 4]}3",
            clutch_offense=str(place), clutch_defense=str(11 - place),
        ),
    )  # fmt: skip
    edit(sheets / "players.csv", limits)
    for name in ("players", "team_ratings"):
        (sheets / f"{name}.provenance.csv").unlink()
    edit(sheets / "dumps.csv", lambda place, row: row.update(dump=str(2 + place % 11)))
    policy = {"clutch_from_down": "1", "clutch_most": "1", "dump_from": "2", "punt_out_to": "70"}
    edit(
        charts / "coaches" / "policy.csv",
        lambda _, row: row.update(value=policy.get(row["name"], row["value"])),
    )


def wild_files(folder: Path, season: Season, missed_field_goal: str) -> tuple[Season, dict[str, Path]]:
    """The season under another year's rule for missed field goals, and the folders for `Match`."""
    charts, sheets = folder / "charts", folder / "sheets"
    shutil.copytree(data_folder("charts") / "spi", charts)
    shutil.copytree(season.folder / "spi", sheets)
    edit(charts / "kickoff_normal.csv", lambda place, row: row.update(yards=KICKS[place]))
    edit(charts / "kickoff_onside.csv", lambda place, row: row.update(yardline=ONSIDE[place]))
    edit(charts / "rushing_gain.csv", rushing)
    edit(charts / "pass_gain_return.csv", passing)
    edit(
        sheets / "team_ratings.csv",
        lambda _, row: row.update(fumble_ris="11-33", fumble_ros="12 13 44", fumble_pass="4 5 6 7"),
    )
    edit(sheets / "players.csv", limit)
    edit(sheets / "players.provenance.csv", limit_source)
    edit(sheets / "notes.csv", lambda _, row: row.update(marks=row["marks"].replace("catch", "catch pass")))
    policy = {"punt_rush": "60", "onside_from": "10", "hurry_from": "5", "hurry_deficit": "1"}
    edit(
        charts / "coaches" / "policy.csv",
        lambda _, row: row.update(value=policy.get(row["name"], row["value"])),
    )
    rules = season.rules | {
        "missed_field_goal": replace(season.rules["missed_field_goal"], value=missed_field_goal)
    }
    return replace(season, rules=rules), {"charts": charts, "coaches": charts / "coaches", "sheets": sheets}
