"""The independent referee (tests/oracle) and simlib play the same games, event by event.

SIMLIB_REFEREE_GAMES sets how many shipped games are compared over all coaches, 432 by default.
"""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import spi_broken_kernel
import spi_wild
from oracle import spi_kicks, spi_plays
from oracle.spi_files import throws_of
from oracle.spi_throws import ALL_THROWS
from places import ORACLE
from spi_match import COACHES, Match, around

from simlib.files.seasons import Season, load_season
from simlib.rulesets.spi.rules import RULESET

GAMES = int(os.environ.get("SIMLIB_REFEREE_GAMES", "432"))
SEEDS = {"as-played": 1958, "matched": 2**63 + 11, "solitaire-blind": 2**64 - 1}
FIRST_SEASONS = {"as-played": 0, "matched": 1_000_000, "solitaire-blind": 7}
POST_SEASONS = 150


@pytest.fixture(scope="module")
def season() -> Season:
    return load_season("1958")


def found_in(match: Match, seed: int, first: int, count: int) -> list[str]:
    return [
        difference
        for number in range(first, first + count)
        for difference in match.whole_season(seed, number)
    ]


@pytest.mark.parametrize("coach", COACHES)
def test_the_referee_and_simlib_play_the_same_games(season: Season, coach: str):
    match = Match(season, coach)
    seasons = -(-GAMES // (len(COACHES) * len(season.games)))
    found = found_in(match, SEEDS[coach], FIRST_SEASONS[coach], seasons)
    assert not found, f"{len(found)} games differ; the first:\n{found[0]}"


@pytest.mark.parametrize(
    ("coach", "missed_field_goal"),
    [
        ("as-played", "over_goal_line_to_20"),
        ("matched", "line_of_scrimmage_or_20"),
        ("solitaire-blind", "line_of_scrimmage_or_20"),
    ],
)
def test_they_do_under_wild_files(season: Season, coach: str, missed_field_goal: str, tmp_path: Path):
    changed, folders = spi_wild.wild_files(tmp_path, season, missed_field_goal)
    found = found_in(Match(changed, coach, **folders), 5, 0, 1)
    assert not found, f"{len(found)} games differ; the first:\n{found[0]}"


@pytest.mark.parametrize("coach", COACHES)
def test_they_do_with_every_option(season: Season, coach: str):
    match = Match(season, coach, options=RULESET.options)
    seasons = -(-GAMES // (len(COACHES) * len(season.games)))
    found = found_in(match, SEEDS[coach] // 3, FIRST_SEASONS[coach], seasons)
    assert not found, f"{len(found)} games differ; the first:\n{found[0]}"


@pytest.mark.parametrize("coach", ["as-played", "solitaire-blind"])
def test_they_do_with_every_option_under_wild_files(season: Season, coach: str, tmp_path: Path):
    changed, folders = spi_wild.wild_files(tmp_path, season, "line_of_scrimmage_or_20")
    spi_wild.wild_options(folders["charts"], folders["sheets"])
    found = found_in(Match(changed, coach, options=RULESET.options, **folders), 5, 0, 1)
    assert not found, f"{len(found)} games differ; the first:\n{found[0]}"


@pytest.mark.parametrize("option", RULESET.options)
def test_an_option_left_out_is_noticed(season: Season, option: str):
    left = tuple(name for name in RULESET.options if name != option)
    match = Match(season, "solitaire-blind", options=RULESET.options)
    match.book.options = frozenset(left)
    games = match.by_referee(5, 0).regular_games()
    assert next(filter(None, (match.difference(5, 0, game) for game in games)), None) is not None


def test_they_play_the_same_post_seasons(season: Season, tmp_path: Path):
    # Without a man who is used up for the season, standings are all a post-season hangs on.
    sheets = tmp_path / "spi"
    shutil.copytree(season.folder / "spi", sheets)
    once = {"once_a_season": "once_a_game"}
    spi_wild.edit(sheets / "notes.csv", lambda _, row: row.update(rule=once.get(row["rule"], row["rule"])))
    match = Match(season, "as-played", sheets=sheets)
    playoffs = overtimes = 0
    for number in range(POST_SEASONS):
        told = match.told_of_season(58, number)
        difference = match.post_season_difference(58, number, told)
        assert difference is None, difference
        playoffs += told.playoffs
        overtimes += told.overtimes
    assert playoffs > 20
    assert overtimes > 2


def test_the_referee_shares_no_code_with_simlib():
    for path in ORACLE.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                root = name.split(".")[0]
                assert root == "oracle" or root in sys.stdlib_module_names, f"{path.name} imports {name}"


# Rules broken on purpose: in simlib's kernel, in the referee.


def report_on_kernel(*rule: str) -> str:
    script = Path(spi_broken_kernel.__file__)
    done = subprocess.run(
        [sys.executable, str(script), *rule],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_kernel_uncompiled_and_whole_has_no_report():
    assert report_on_kernel() == ""


# What the play a report names must have in it, as simlib or the referee has it.
MARKS_OF_THE_PLAY = {
    "5.3 an inside run out of bounds without five yards": "flags out_of_bounds",
    "7.3 an interception a yard too deep": "intercepted",
    "8.0 a sack loses the dice alone": "sack",
    "9.4 the other side's recovery": "fumble",
    "12.0 no two-minute warning": "clock 5",
}


@pytest.mark.parametrize("rule", spi_broken_kernel.BROKEN)
def test_a_rule_broken_in_the_kernel_is_caught(rule: str):
    report = report_on_kernel(rule)
    assert "the logs differ at play" in report
    named = [line for line in report.splitlines() if line.startswith(">>")]
    assert len(named) == 2
    assert any(MARKS_OF_THE_PLAY[rule] in line for line in named), named


def no_widening(throws, count, is_kept):
    return throws


def fumble_always_kept(g, e, side, slot, throw):
    e["flags"].add("fumble")
    g.count_both(side, slot, "fumbles")
    return True


def first_returner(g, returners, throw):
    return returners[0][1:]


@pytest.mark.parametrize(
    ("module", "rule", "broken", "coach"),
    [
        (spi_plays, "widened", no_widening, "solitaire-blind"),
        (spi_plays, "fumble_is_kept", fumble_always_kept, "as-played"),
        (spi_plays, "leaves_field_passing", lambda g, total: False, "as-played"),
        (spi_kicks, "returner_of", first_returner, "matched"),
        (spi_kicks, "one_die", lambda throw: throw % 10, "as-played"),
    ],
)
def test_a_rule_broken_in_the_referee_is_caught(season: Season, monkeypatch, module, rule, broken, coach):
    monkeypatch.setattr(module, rule, broken)
    match = Match(season, coach)
    games = match.by_referee(5, 0).regular_games()
    found = next(filter(None, (match.difference(5, 0, game) for game in games)), "")
    assert "the logs differ at play" in found


def test_a_report_tells_both_logs_around_the_play(season: Season):
    match = Match(season, "as-played")
    game = next(match.by_referee(5, 0).regular_games())
    log, _, _ = match.by_simlib(5, 0, 0)
    other = [dict(event) for event in log]
    other[20]["yards"] += 1
    report = around(log, other, 20).splitlines()
    assert report[0] == "the logs differ at play 21"
    assert report[1] == f"  yards: simlib {log[20]['yards']}, referee {log[20]['yards'] + 1}"
    assert [line[:2] for line in report].count(">>") == 2
    assert sum("number 18," in line for line in report) == 2
    assert len(game.events) == len(log)


def test_a_statistic_that_differs_is_named(season: Season):
    match = Match(season, "as-played")
    game = next(match.by_referee(5, 0).regular_games())
    game.lines[0]["punts"] += 1
    report = match.difference(5, 0, game)
    assert report is not None
    assert "home punts" in report
    assert "away opp_punts" in report


# The referee's own reading of the rulebook's examples, without simlib.


def test_ranges_are_throws():
    assert throws_of("11-41")[-1] == 41
    assert len(throws_of("11-41")) == 19
    assert throws_of("22 23") == [22, 23]
    assert throws_of("51") == [51]
    assert throws_of("-") == []
    assert len(ALL_THROWS) == 36


def test_7_1_a_range_widened_by_two():
    assert spi_plays.widened([64, 65, 66], 2, False) == [62, 63, 64, 65, 66]
    assert spi_plays.widened([61, 62], 1, False) == [56, 61, 62]
    assert spi_plays.widened([], 2, False) == []


def test_4_2_plus_two_makes_a_p_runner_an_n_runner():
    assert spi_plays.shifted("P", 2, "ABCDEFGHIJKLMNOPQRSTU") == "N"
    assert spi_plays.shifted("A", 1, "ABCDEFGHIJKLMNOPQRSTU") == "A"
