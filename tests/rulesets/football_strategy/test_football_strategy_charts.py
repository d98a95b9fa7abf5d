"""Football Strategy's charts: every cell against its readings, editions, and every kind of wrong cell."""

import csv
import re
import shutil
from pathlib import Path

import pytest

from simlib.errors import InputError
from simlib.files.folders import data_folder
from simlib.rulesets import football_strategy
from simlib.rulesets.football_strategy.charts.field_goals import solved_table
from simlib.rulesets.football_strategy.charts.read import (
    EDITIONS,
    SPEC,
    cell_parts,
    load_chart_files,
    load_charts,
)
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.rules import RULESET

SHIPPED = data_folder("charts") / "football_strategy"
READERS = "WPGM"
CHARTS = load_chart_files().charts


def readings():
    with open(SHIPPED / "readings.csv", encoding="utf-8", newline="") as file:
        return {(row["chart"], row["row"], row["column"]): row for row in csv.DictReader(file)}


READINGS = readings()


def as_g_prints(text):
    """A cell without the kind of play, which reader G does not print."""
    return re.sub(r"^[RCS](?=[+-]?\d)|^C(?=LG)", "", text)


def cells():
    for name, chart in CHARTS.items():
        for key, texts, provenance in zip(chart.spec.rows, chart.texts, chart.provenance, strict=True):
            for column, text, source in zip(chart.spec.columns, texts, provenance, strict=True):
                yield (name, key, column.name), text, source


def agreement(text, row):
    """How many readers have the cell, and how many read it at all."""
    read = {reader: row[reader] for reader in READERS if row[reader]}
    agree = sum(seen == (as_g_prints(text) if reader == "G" else text) for reader, seen in read.items())
    return agree, len(read)


def test_every_cell_equals_its_readings():
    for place, text, source in cells():
        if source.startswith("fitted"):
            assert place[0] == "field_goal_one_die"
            assert place not in READINGS
            continue
        agree, read = agreement(text, READINGS[place])
        assert agree > 0, place
        if source.startswith("transcribed"):
            assert source == f"transcribed {agree}/{read}", place
        else:
            assert source.startswith("printed"), place
            assert agree == read, place


def test_no_other_reading_has_more_readers():
    for place, text, source in cells():
        if source.startswith("fitted"):
            continue
        row = READINGS[place]
        others = {row[reader] for reader in READERS if row[reader]}
        most = max(agreement(other, row)[0] for other in others)
        assert agreement(text, row)[0] == most, place


def test_a_cell_that_differs_from_its_readings_would_be_noticed():
    place = "pro_style", "1 Power Up Middle", "C"
    assert agreement("R+10", READINGS[place]) == (4, 4)
    assert agreement("R+11", READINGS[place]) == (0, 4)


def test_disputed_cells_say_so_and_stand_in_the_rules():
    disputed = {place: row for place, row in READINGS.items() if agreement_of(place, row) is False}
    assert len(disputed) == 22
    assert all(row["note"] for row in disputed.values())
    rules = (Path(football_strategy.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    for (chart, row, column), reading in disputed.items():
        seen = " ".join(f"{reader} {reading[reader]}" for reader in READERS if reading[reader])
        assert f"| {chart} | {row} | {column} |" in rules, (chart, row, column)
        assert seen.replace("|", "\\|") in rules, (chart, row, column)


def agreement_of(place, row):
    text = {key: text for key, text, _ in cells()}[place]
    agree, read = agreement(text, row)
    return agree == read


def test_every_reading_belongs_to_a_cell():
    assert set(READINGS) == {place for place, _, source in cells() if not source.startswith("fitted")}


def test_the_fitted_table_is_its_solution():
    chart = CHARTS["field_goal_one_die"]
    assert [list(row) for row in chart.texts] == solved_table(CHARTS)
    good = [sum(row[k] == "G" for row in chart.texts) for k in range(6)]
    assert good == sorted(good, reverse=True)
    assert min(good) >= 1


def test_the_two_dice_table_has_its_printed_chances():
    table = load_charts(None, "two-dice").charts.field_goal
    ways = [int((table[yards] == fs.GOOD).sum()) for yards in (0, 12, 22, 32, 38, 45)]
    assert ways == [34, 32, 28, 18, 12, 2]


def test_editions_share_plays_and_differ_in_kicks():
    one, two = (load_charts(None, edition) for edition in EDITIONS)
    assert (one.charts.plays == two.charts.plays).all()
    assert (one.charts.punts == two.charts.punts).all()
    assert one.hash != two.hash
    assert "fitted" in one.cells
    assert "fitted" not in two.cells
    assert sum(one.cells.values()) == 600 + 20 + 13 + 6 + 6 + 6 + 36
    assert sum(two.cells.values()) == 600 + 20 + 13 + 11 + 6 + 6 + 66


def test_arrays_are_frozen():
    for array in load_charts().charts:
        assert not array.flags.writeable


def test_the_ruleset_names_its_charts():
    assert set(RULESET.charts) == set(SPEC)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("R+10", (fs.RUN, 10, 0, -1, 0)),
        ("R0", (fs.RUN, 0, 0, -1, 0)),
        ("C+14ob", (fs.COMPLETE, 14, fs.OUT_OF_BOUNDS, -1, 0)),
        ("X-20", (fs.INTERCEPTION, -20, 0, -1, 0)),
        ("P+5+1st", (fs.PENALTY, 5, fs.FIRST_DOWN, -1, 0)),
        ("P-15+LOD", (fs.PENALTY, -15, fs.LOSS_OF_DOWN, -1, 0)),
        ("P-10|I", (fs.PENALTY, -10, 0, fs.INCOMPLETE, 0)),
        ("P+5|R+7", (fs.PENALTY, 5, 0, fs.RUN, 7)),
        ("CLG", (fs.PASS_LONG_GAIN, 0, 0, -1, 0)),
    ],
)
def test_cells(text, parts):
    assert cell_parts(text) == parts


@pytest.mark.parametrize(
    "text",
    ["", "R", "R10", "R+100", "Q+3", "S+5", "S0", "P0", "R+5+1st", "Iob", "S-5ob", "P-5+1st", "P+5+LOD",
     "I|R+3", "P-5|P-5", "P-5|", "P-5+LOD|I", "R+3ob|I", "r+3", "R+٣", "LG+5", " R+3"],
)  # fmt: skip
def test_what_is_no_cell(text):
    with pytest.raises(ValueError):
        cell_parts(text)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("pro_style", "R+15ob", "R+15x"),
        ("punts", "70/LG", "7/LG"),
        ("kickoff_two_dice", "LG+5", "LG+99"),
        ("onside_one_die", "50kr", "50q"),
        ("long_gain_one_die", "50+", "500+"),
        ("field_goal_one_die", "P", "X"),
        ("time", "45", "40"),
    ],
)
def test_a_wrong_cell_is_named(tmp_path, name, old, new):
    path = tmp_path / f"{name}.csv"
    text = (SHIPPED / path.name).read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="")
    with pytest.raises(InputError, match=f"{name}.csv:"):
        load_charts(tmp_path)


def test_an_overlay_takes_the_place_of_a_chart(tmp_path):
    shutil.copy(SHIPPED / "aerial.csv", tmp_path / "pro_style.csv")
    charts = load_charts(tmp_path).charts
    assert (charts.plays[0] == charts.plays[2]).all()
    assert load_charts(tmp_path).cells["owner"] == 200
