"""What holds for every game simlib plays, whatever kind of game it is."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import simlib
from simlib.files.seasons import load_season, season_arrays
from simlib.judge.deviation import accuracy
from simlib.kernels import record
from simlib.kernels.season_loop import play_one_game
from simlib.kernels.stats import PLAYER_COLUMNS, STAT, TEAM_COLUMNS
from simlib.kernels.tally import empty_tally
from simlib.rulesets import get_ruleset, ruleset_ids
from simlib.rulesets.contract import Setup
from simlib.runs import engine

GAMES = ruleset_ids()
SEASON = load_season("1958")
SEASONS, SEED = 30, 11
C = {name: place for place, name in enumerate(TEAM_COLUMNS)}

every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(scope="module", params=GAMES)
def run(request):
    return simlib.replay(SEASON, request.param, seasons=SEASONS, seed=SEED, jobs=1, detail="games")


@every_game
def test_a_ruleset_says_what_it_is(name):
    game = get_ruleset(name)
    assert game.id == name
    assert game.version >= 1
    assert game.coaches
    assert set(game.groups) <= set(STAT)
    assert set(game.groups.values()) <= {"fitted", "printed", "free"}
    assert set(game.verdict_free) <= set(game.groups)
    assert all(game.verdict_free.values())
    assert set(game.levels) <= {"league", "team", "player"}
    charts = game.load_chart_files(None).charts
    assert set(game.charts) == set(charts)


def rules_of(name: str) -> ModuleType:
    """Module `rules` of a game, wherever the game lives."""
    return sys.modules[get_ruleset(name).load.__module__]


@every_game
def test_rules_are_written_down_with_the_version(name):
    text = Path(rules_of(name).__file__).with_name("RULES.md").read_text(encoding="utf-8")
    assert f"Version {get_ruleset(name).version} of the ruleset `{name}`" in text
    for part in ("## Readings", "## Throws"):
        assert part in text


@every_game
def test_every_coach_and_option_plays(name):
    game = get_ruleset(name)
    digests = [simlib.replay(SEASON, game, seasons=1, coach=coach).digest() for coach in game.coaches]
    assert len(set(digests)) == len(digests)
    for option in game.options:  # under one coach at least
        with_option = [
            simlib.replay(SEASON, game, seasons=1, coach=coach, options=option).digest()
            for coach in game.coaches
        ]
        assert with_option != digests, option


@every_game
def test_every_assumption_can_be_moved(name):
    game = get_ruleset(name)
    for step, description in game.steps(game.options):
        assert description
        assert game.load(Setup(SEASON, game.coaches[0], game.options, step=step)).notes


def test_one_thread_and_two_give_the_same_integers(run):
    both = simlib.replay(SEASON, run.meta.ruleset, seasons=SEASONS, seed=SEED, jobs=2)
    assert both.digest() == run.digest()


def test_halves_merge_to_the_whole(run):
    game, half = run.meta.ruleset, SEASONS // 2
    parts = [simlib.replay(SEASON, game, seasons=half, first=k, seed=SEED) for k in (half, 0)]
    assert simlib.merge(*parts).digest() == run.digest()


@every_game
def test_a_stopped_run_goes_on_to_the_same_integers(name, tmp_path, monkeypatch):
    monkeypatch.setattr(engine, "CHUNK", 4)
    asked = {"season": SEASON, "ruleset": name, "seasons": 10, "seed": SEED, "jobs": 1}
    done = []

    def stop(seasons, _):
        done.append(seasons)
        if seasons >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simlib.replay(**asked, out=tmp_path / "run", progress=stop)
    assert done[-1] < 10
    gone_on = simlib.replay(**asked, out=tmp_path / "run", resume=True)
    assert gone_on.digest() == simlib.open(tmp_path / "run").digest() == simlib.replay(**asked).digest()


def test_another_seed_gives_other_integers(run):
    other = simlib.replay(SEASON, run.meta.ruleset, seasons=SEASONS, seed=SEED + 1)
    assert other.digest() != run.digest()


def test_a_game_alone_is_the_game_of_its_season(run):
    name = run.meta.ruleset
    playable = get_ruleset(name).load(Setup(SEASON, run.meta.coach))
    arrays, slots = season_arrays(SEASON), max(map(len, playable.men))
    added = np.zeros_like(run.rows.team_stats[0])
    for game in range(len(SEASON.games)):
        tally = empty_tally(1, len(SEASON.teams), slots, len(SEASON.games))
        events = np.zeros((400, record.WIDTH), np.int32)
        with np.errstate(over="ignore"):
            plays = play_one_game(np.uint64(SEED), 3, game, arrays, playable.arrays, tally, events)
        assert 60 < plays < 400
        assert tally.scores[0, game].tolist() == run.rows.scores[3, game].tolist()
        added += tally.team_stats[0]
    np.testing.assert_array_equal(added, run.rows.team_stats[3])


def test_points_add_up(run):
    stats, scores = run.rows.team_stats.astype(np.int64), run.rows.scores.astype(np.int64)
    own, other = stats[:, :, : len(TEAM_COLUMNS)], stats[:, :, len(TEAM_COLUMNS) :]
    touchdowns = own[:, :, C["rush_td"]] + own[:, :, C["pass_td"]] + own[:, :, C["return_td"]]
    points = 6 * touchdowns + own[:, :, C["xp_made"]] + 3 * own[:, :, C["fg_made"]]
    points += 2 * own[:, :, C["safeties"]]
    np.testing.assert_array_equal(points, own[:, :, C["points"]])
    np.testing.assert_array_equal(own[:, :, C["points"]].sum(axis=1), scores.sum(axis=(1, 2)))
    np.testing.assert_array_equal(own.sum(axis=1), other.sum(axis=1))
    assert (own[:, :, C["xp_att"]] == touchdowns).all()


def test_games_and_plays_add_up(run):
    own = run.rows.team_stats[:, :, : len(TEAM_COLUMNS)].astype(np.int64)
    assert (own[:, :, C["games"]] == 12).all()
    decided = own[:, :, C["wins"]] + own[:, :, C["losses"]] + own[:, :, C["ties"]]
    assert (decided == 12).all()
    assert (own[:, :, C["wins"]].sum(axis=1) == own[:, :, C["losses"]].sum(axis=1)).all()
    plays = own[:, :, C["rush_att"]] + own[:, :, C["pass_att"]] + own[:, :, C["sacked"]]
    np.testing.assert_array_equal(plays, own[:, :, C["plays"]])
    for some, whole in (
        ("pass_cmp", "pass_att"), ("pass_int", "pass_att"), ("fg_made", "fg_att"), ("xp_made", "xp_att"),
        ("fumbles_lost", "fumbles"), ("rush_td", "rush_att"), ("pass_td", "pass_cmp"),
    ):  # fmt: skip
        assert (own[:, :, C[some]] <= own[:, :, C[whole]]).all(), some
    assert (own[:, :, C["home_games"]] == 6).all()
    signed = {"rush_yds", "pass_yds", "kick_ret_yds", "punt_ret_yds", "home_margin"}
    for column, place in C.items():
        assert column in signed or (own[:, :, place] >= 0).all(), column


def test_men_add_up_to_their_teams_where_there_are_men(run):
    if not any(run.men):
        assert run.rows.player_stats.size == 0
        assert "player" not in get_ruleset(run.meta.ruleset).levels
        return
    men = run.rows.player_stats.sum(axis=2)
    for column in ("rush_att", "rush_yds", "pass_att", "pass_cmp", "pass_yds", "sacked", "punts", "fg_att"):
        np.testing.assert_array_equal(
            men[:, :, PLAYER_COLUMNS.index(column)], run.rows.team_stats[:, :, C[column]]
        )


def test_what_is_not_modelled_is_no_failure_and_no_nought(run):
    game = get_ruleset(run.meta.ruleset)
    for row in accuracy(run).rows:
        modelled = row.stat in game.groups and row.level in game.levels
        assert (row.group is not None) == modelled
        if not modelled:
            assert row.verdict5 is None


def test_a_modelled_statistic_is_counted(run):
    game = get_ruleset(run.meta.ruleset)
    league = {row.stat: row for row in accuracy(run).at("league")}
    assert all(league[stat].mean for stat in game.groups if stat in league)


@every_game
def test_uncompiled_kernels_give_the_same_integers(name):
    code = (
        f"import json, simlib, {rules_of(name).__name__}\n"
        "from simlib.files.seasons import load_season\n"
        f"print(json.dumps(simlib.replay(load_season('1958'), {name!r}, seasons=1, seed=5, jobs=1).digest()))"
    )
    paths = os.pathsep.join([str(Path(simlib.__file__).parents[1]), *sys.path])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert json.loads(told.stdout) == simlib.replay(SEASON, name, seasons=1, seed=5).digest()


def test_ids_are_hyphenated_packages():
    assert GAMES
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in GAMES)
