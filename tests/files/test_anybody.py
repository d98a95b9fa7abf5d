"""Anybody's season: a league that never was, with the least that the schema asks, rated and replayed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from simlib.errors import InputError
from simlib.files.seasons import check_season
from simlib.judge.deviation import accuracy
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.sheets import files
from simlib.rulesets.spi.sheets.rate_files import write_sheets
from simlib.rulesets.spi.sheets.rate_table import rate_men
from simlib.runs.engine import replay

EXAMPLE = Path(__file__).parent / "anybody"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    copy = tmp_path_factory.mktemp("season") / "trees"
    shutil.copytree(EXAMPLE, copy)
    return copy


def test_the_example_is_sound_and_holds_no_sheets():
    assert check_season(EXAMPLE) == []
    assert not (EXAMPLE / "spi").exists()


def test_a_season_without_sheets_names_the_command_that_makes_them():
    with pytest.raises(InputError) as error:
        replay(EXAMPLE, seasons=1)
    (fault,) = error.value.faults
    assert f"simlib rate {EXAMPLE} --ruleset spi --out {EXAMPLE / 'spi'}" in fault.expected


def test_it_is_rated_and_replayed_like_a_shipped_one(folder):
    write_sheets(str(folder), load_charts().charts)
    run = replay(folder, seasons=60)
    assert run.digest() == replay(folder, seasons=60, jobs=1).digest()
    rows = {row.stat: row for row in accuracy(run).at("league")}
    for stat in ("yards_per_carry", "completion_percent", "yards_per_attempt"):
        assert abs(rows[stat].deviation) < 5, stat
    assert rows["rushing_touchdowns_per_game"].group == "free"  # no chart was solved on it


def test_what_is_missing_is_replaced_as_documented(folder):
    headers = files.read_sheet_file(folder / "spi", files.TEAM_RATINGS)
    for row in headers:
        assert [row.values[name] for name in ("def_rush", "def_pass", "gain_adj")] == [0, 0, 0]
        assert row.values["int_range"] == 17  # 18 numbers: the league's mean
    returns = files.read_sheet_file(folder / "spi", files.RETURNERS)
    letters = {row.texts["letter"] for row in returns if row.texts["kind"] == "kickoff"}
    assert len(letters) == 1
    assert {row.provenance["player"] for row in returns if row.texts["player"] != "NRB"} == {
        "assumed nobody-listed"
    }


def test_an_owners_sheet_is_kept(folder, tmp_path):
    copy = tmp_path / "trees"
    shutil.copytree(folder, copy)
    twin = copy / "spi" / "punters.provenance.csv"
    twin.unlink()
    (copy / "spi" / "punters.csv").write_text(
        "team,player,printed_name,letter,punts_printed\nALD,fisk-joe,Joe Fisk,A,\n", encoding="utf-8"
    )
    write_sheets(str(copy), load_charts().charts)
    rows = {row.texts["team"]: row for row in files.read_sheet_file(copy / "spi", files.PUNTERS)}
    assert rows["ALD"].texts["letter"] == "A"
    assert set(rows) == {"ALD", "BIR", "CED", "ELM"}


def test_rating_tells_what_each_letter_means(folder):
    men, out = rate_men(str(folder))
    assert out is None
    by = {(man.player, man.stat): man for man in men}
    carries = by["mead-gus", "yards_per_carry"]
    assert carries.word == "fitted"
    assert carries.expected == pytest.approx(carries.real, abs=0.15)
    assert {man.team for man in men} == {"ALD", "BIR", "CED", "ELM"}


def test_the_command_line_writes_sheets_and_replays_them(tmp_path):
    copy = tmp_path / "trees"
    shutil.copytree(EXAMPLE, copy)

    def run(*arguments):
        main = "from simlib.cli import main; main()"
        return subprocess.run(
            [sys.executable, "-c", main, *map(str, arguments)], capture_output=True, text=True, check=False
        )

    first = run("replay", copy, "--seasons", 2)
    assert first.returncode == 2
    assert "simlib rate" in first.stderr
    assert run("rate", copy, "--ruleset", "spi", "--out", copy / "spi").returncode == 0
    assert "Tree" in run("seasons", "show", copy).stdout
    assert run("replay", copy, "--seasons", 2).returncode == 0
