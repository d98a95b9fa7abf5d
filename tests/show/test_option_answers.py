"""Optional rules in the answer: what is modelled with them alone, what they rest on, and that all is told."""

import json
import re
import shlex
from types import SimpleNamespace

import pytest
from places import ROOT
from rich.console import Console
from synthetic import synthetic_ruleset, synthetic_season

import simlib
from simlib import cli
from simlib.files.seasons import load_season
from simlib.judge.ensemble import replay_ensemble
from simlib.judge.leverage import measure_leverage
from simlib.kernels.stats import STAT
from simlib.rulesets import get_ruleset, ruleset_ids
from simlib.rulesets.contract import Setup
from simlib.rulesets.spi.coach import assumptions
from simlib.rulesets.spi.playable import load_spi
from simlib.rulesets.spi.rules import RULESET
from simlib.show import answers
from simlib.show.report import option_table

SEASON = load_season("1958")
PENALTIES = ("penalties_per_game", "penalty_yards_per_game", "penalty_first_downs_per_game")
WITH_PENALTIES = {*PENALTIES, "first_downs_per_game"}


def answer(options="", coach="as-played", season=SEASON):
    return simlib.accuracy(simlib.replay(season, RULESET, seasons=4, options=options, coach=coach))


def shown(*parts):
    """What a wide terminal shows, line by line."""
    console = Console(width=400, color_system=None)
    with console.capture() as captured:
        for part in parts:
            console.print(part, markup=False)
    return captured.get()


def league(found):
    return {row.stat: row for row in found.at("league")}


# Groups


@pytest.mark.parametrize("name", ruleset_ids())
def test_what_an_option_adds_is_a_statistic_of_its_own(name):
    game = get_ruleset(name)
    assert set(game.groups_of_options) <= set(game.options)
    for added in game.groups_of_options.values():
        assert added.keys() <= STAT.keys() - game.groups.keys()
        assert set(added.values()) <= {"fitted", "printed", "free"}
    assert game.groups_with(()) == game.groups
    every = game.groups_with(game.options)
    assert set(game.groups_elsewhere) <= set(every)
    assert every.keys() == game.groups_with(game.options, 1903).keys()


def test_groups_of_another_season_add_nothing_to_what_is_modelled():
    game = synthetic_ruleset(
        groups_of_options={"wind": {"punts_per_game": "printed"}},
        groups_elsewhere={"punts_per_game": "free", "yards_per_carry": "free"},
        solved_year=1958,
    )
    assert game.groups_with(("wind", "rain"), 1958) == game.groups | {"punts_per_game": "printed"}
    assert game.groups_with(("wind",), 1975)["punts_per_game"] == "free"
    assert "punts_per_game" not in game.groups_with(("rain",), 1975)
    assert game.groups_with((), 1975)["yards_per_carry"] == "free"


def test_an_answer_has_the_groups_of_its_options():
    game = synthetic_ruleset(groups_of_options={"wind": {"passing_yards_per_game": "free"}})
    for options, group in (("", None), ("rain", None), ("wind", "free")):
        results = simlib.replay(synthetic_season(), game, seasons=4, options=options)
        assert league(simlib.accuracy(results, game))["passing_yards_per_game"].group == group


@pytest.mark.parametrize("options", ["", "limits,clutch,dump,interceptors,punt-out"])
def test_roughing_alone_is_never_compared_with_real_penalties(options):
    found = answer(options)
    rows = [row for row in found.rows if row.stat in WITH_PENALTIES]
    assert len(rows) == 4 * (1 + len(SEASON.teams))
    for row in rows:
        assert (row.group, row.verdict3, row.verdict5) == (None, None, None)
    assert league(found)["penalties_per_game"].mean > 0
    text = shown(*answers.accuracy_tables(found))
    told = "first downs a game, penalties a game, penalty yards a game, first downs by penalty a game"
    assert f"Not modelled by the game: {told}." in text


@pytest.mark.parametrize(
    ("year", "groups"), [(1958, ("printed", "fitted", "fitted")), (1975, ("fitted", "free", "free"))]
)
def test_penalties_are_judged_where_they_are_played(year, groups):
    season = load_season(str(year))
    found = answer("penalties", season=season)
    rows = league(found)
    assert tuple(rows[stat].group for stat in PENALTIES) == groups
    assert rows["first_downs_per_game"].group == "free"
    teams = len(season.teams)
    for stat in WITH_PENALTIES:
        assert rows[stat].verdict5
        assert rows[stat].coverage == f"{teams} of {teams} teams"
        assert sum(row.group is not None for row in found.at("team") if row.stat == stat) == teams
    text = shown(*answers.accuracy_tables(found))
    assert "Every statistic is modelled." in text
    assert re.search(r"^penalty yards a game  .*52\.03" if year == 1975 else r"48\.13", text, re.M)


# What it rests on


@pytest.mark.parametrize("coach", RULESET.coaches)
def test_an_option_in_force_and_it_alone_has_a_note(coach):
    plain = load_spi(Setup(SEASON, coach)).notes
    for options in ((), *((option,) for option in RULESET.options), RULESET.options):
        notes = load_spi(Setup(SEASON, coach, options)).notes
        assert notes[: len(plain)] == plain
        told = [re.match(r"Option ([a-z-]+): .+\.$", note)[1] for note in notes[len(plain) :]]
        assert tuple(told) == options


def test_a_dump_off_is_said_to_be_without_effect_where_it_is():
    for coach in RULESET.coaches:
        (note,) = (note for note in load_spi(Setup(SEASON, coach, ("dump",))).notes if "dump" in note)
        plain, dumped = (
            simlib.replay(SEASON, RULESET, seasons=2, coach=coach, options=options).digest()
            for options in ("", "dump")
        )
        assert ("without effect" in note) == (plain == dumped), coach


def test_options_cells_are_counted():
    plain, every = (load_spi(Setup(SEASON, "as-played", options)).cells for options in ((), RULESET.options))
    assert all(every[word] >= count for word, count in plain.items())
    for option in ("penalties", "limits", "dump", "interceptors", "punt-out"):
        cells = load_spi(Setup(SEASON, "as-played", (option,))).cells
        assert sum(cells.values()) > sum(plain.values()), option


def test_the_head_names_options_and_what_they_rest_on(tmp_path):
    results = simlib.replay(SEASON, RULESET, seasons=2, options="all")
    for text, first_table in (
        (shown(*answers.accuracy_tables(simlib.accuracy(results), results)), "Fitted: "),
        (shown(*answers.replay_tables(results)), "\nEast"),
    ):
        head = text[: text.index(first_table)]
        assert "options penalties, limits, clutch, dump, interceptors, punt-out" in head
        for note in results.meta.notes:
            assert note in head
    target = tmp_path / "answer.json"
    with pytest.raises(SystemExit):
        cli.main(["accuracy", "1958", "--seasons", "2", "--options", "limits,clutch", "--json", str(target)])
    meta = json.loads(target.read_text())["meta"]
    assert meta["options"] == ["limits", "clutch"]
    assert [note.partition(":")[0] for note in meta["notes"]] == ["Option limits", "Option clutch"]
    assert "options" not in answers.run_title(simlib.replay(SEASON, RULESET, seasons=2))


@pytest.fixture
def told(capsys, monkeypatch):
    """What a command line prints, in one line."""
    monkeypatch.setenv("NO_COLOR", "1")

    def told(*arguments):
        with pytest.raises(SystemExit) as stopped:
            cli.main([str(argument) for argument in arguments])
        assert not stopped.value.code
        return " ".join(capsys.readouterr().out.split())

    return told


@pytest.fixture
def two_steps(monkeypatch):
    """Assumptions enough to be moved."""
    every = assumptions.steps
    monkeypatch.setattr(assumptions, "steps", lambda *options: every(*options)[:2])


def test_every_command_names_the_options_in_force(told, two_steps, tmp_path):
    page = tmp_path / "page.html"
    few, named = ("--seasons", "2"), ("--options", "limits,clutch")
    for command in (
        ("replay", "1958", *few), ("accuracy", "1958", *few), ("leaders", "1958", "rushing", *few),
        ("assumptions", "1958", *few), ("game", "CLE", "NYG"), ("game", "CLE", "NYG", "--times", "2"),
    ):  # fmt: skip
        assert "options limits, clutch" in told(*command, *named)
        assert "options" not in told(*command)
    report = ("report", "1958", *few, "--leverage", "0", "--out", page)
    assert "the 1958 NFL season under the optional rules limits, clutch: " in told(*report, *named)
    assert "under the optional rules limits, clutch: " in page.read_text(encoding="utf-8")
    assert "optional rules" not in told(*report)


def test_the_next_step_is_of_the_same_game(told, tmp_path):
    lineup = tmp_path / "line up.csv"
    lineup.write_text("team,player,role,share\nBAL,moore-lenny,out,\n", encoding="utf-8")
    named = (
        "--coach",
        "solitaire-blind",
        "--options",
        "limits,clutch",
        "--league",
        "NFL",
        "--lineup",
        lineup,
    )
    step = told("replay", "1958", "--seasons", "2", *named).partition("How true is it? ")[2]
    assert shlex.split(step)[:5] == ["simlib", "accuracy", "1958", "--ruleset", "spi"]
    assert shlex.split(step)[5:] == [str(part) for part in named]
    assert told("replay", "1958", "--seasons", "2").endswith(
        "How true is it? simlib accuracy 1958 --ruleset spi"
    )


def test_compare_says_what_the_options_of_each_side_rest_on(told):
    notes = [" ".join(note.split()) for note in
             simlib.replay(SEASON, RULESET, seasons=2, options="penalties,limits").meta.notes]  # fmt: skip
    out = told("compare", "options=limits", "options=penalties+limits", "--seasons", "10")
    penalties, limits = notes
    assert f"A: options=limits {limits} B: options=penalties+limits {penalties} +/- is" in out


# What is moved or drawn is moved or drawn with them


def test_assumptions_are_moved_under_the_options(two_steps):
    without, under = (
        measure_leverage(SEASON, RULESET, 2, options=options) for options in ("", ("penalties",))
    )
    means = [{lever.stat: lever.mean for lever in levers} for levers in (without, under)]
    assert means[0]["penalties_per_game"] < 0.2 < 3 < means[1]["penalties_per_game"]
    assert {lever.stat for lever in under if lever.change} >= {"penalties_per_game"}


def test_charts_are_drawn_under_the_options():
    found = replay_ensemble(SEASON, RULESET, charts=1, seasons=4, options="penalties")
    assert WITH_PENALTIES <= {line.row.stat for line in found.rows}
    assert not WITH_PENALTIES & {line.row.stat for line in replay_ensemble(SEASON, RULESET, 1, 4).rows}


# The README's table


def test_a_column_shows_changes_and_what_an_option_alone_models():
    def line(stat, b, difference, error):
        return SimpleNamespace(stat=stat, a=1.0, b=b, difference=difference, error=error)

    lines = [line("plays_per_game", 63.5, -2.5, 0.011), line("punts_per_game", 5.0, 0.0, 0.0),
             line("penalties_per_game", 5.625, 4.625, 0.1)]  # fmt: skip
    for options, penalties in ((["penalties"], {"penalties_per_game": "5.62"}), (["limits"], {})):
        meta = {"a": {"options": []}, "b": {"options": options}}
        found = SimpleNamespace(meta=meta, at={"league": lines}.get)
        plain = {"plays_per_game": "\N{MINUS SIGN}2.500 \N{PLUS-MINUS SIGN} 0.011", "punts_per_game": "0"}
        assert option_table.column_of(found, RULESET) == plain | penalties


def test_the_readme_has_the_table_of_options():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = text.partition(option_table.BEGIN)[2].partition(option_table.END)[0]
    head, _, *rows = [
        [cell.strip() for cell in row.strip("|").split("|")] for row in block.strip().splitlines()
    ]
    assert set(head[3:]) == {*RULESET.options, "all"} - {"interceptors"}
    assert [row[0] for row in rows] == [STAT[stat].title for stat in option_table.FIGURES]
    for (title, real, plain, *changes), stat in zip(rows, option_table.FIGURES, strict=True):
        assert real, title
        assert (plain != "") == (stat in RULESET.groups), title
        assert all(changes) == (stat in RULESET.groups), title
