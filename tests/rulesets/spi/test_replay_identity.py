"""SPI Football gives the same integers however the work is cut, and those it gave before.

tests/golden/spi.json holds the digests of small runs, one a coach, with the ruleset's version. After a
change that is meant to move results, raise `RULESET.version` and write them anew:

    PYTHONPATH=tests/support python tests/rulesets/spi/test_replay_identity.py

It refuses while the version stands and a digest moved; `--unreleased` says that no release has carried
these results yet.
"""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from places import GOLDEN
from spi_log import loaded, one_game, play_seasons

import simlib
from simlib.files.seasons import load_season
from simlib.rulesets.spi.rules import RULESET

SUMS = GOLDEN / "spi.json"
GOLDEN_SEASONS, GOLDEN_SEED = 20, 1958
SEASON = load_season("1958")


def run(seasons, first=0, coach=RULESET.coaches[0], **more):
    return simlib.replay(SEASON, RULESET, seasons=seasons, first=first, coach=coach, **more)


def same(a, b):
    return all(map(np.array_equal, a.sums, b.sums)) and a.digest() == b.digest()


def golden():
    digests = {c: run(GOLDEN_SEASONS, seed=GOLDEN_SEED, coach=c).digest() for c in RULESET.coaches}
    for coach in ("as-played", "solitaire-blind"):
        played = run(GOLDEN_SEASONS, seed=GOLDEN_SEED, coach=coach, options="all")
        digests[f"{coach}, all options"] = played.digest()
    return {"version": RULESET.version, "seasons": GOLDEN_SEASONS, "seed": GOLDEN_SEED, "digests": digests}


@pytest.fixture(scope="module")
def whole():
    return run(200, jobs=1)


def test_one_thread_and_two_give_the_same_integers(whole):
    assert same(whole, run(200, jobs=2))
    assert same(run(200, jobs=1, options="all"), run(200, jobs=2, options="all"))


def test_two_halves_are_the_whole(whole):
    assert same(whole, simlib.merge(run(100), run(100, first=100)))
    assert same(run(600, jobs=2), simlib.merge(run(600 - 251, first=251), run(251)))


def test_another_seed_first_season_or_coach_gives_other_integers(whole):
    others = [run(200, seed=2), run(200, first=1), *(run(200, coach=c) for c in RULESET.coaches[1:])]
    assert len({results.digest() for results in (whole, *others)}) == 1 + len(others)


@pytest.mark.parametrize(
    ("coach", "options"),
    [*((coach, ()) for coach in RULESET.coaches), *((c, RULESET.options) for c in RULESET.coaches)],
)
def test_a_seasons_games_played_alone_add_up_to_the_season(coach, options):
    playable = loaded(SEASON, coach, options)
    number = 321
    season = play_seasons(SEASON, playable, 7, number, 1)
    team, men = np.zeros_like(season.team_stats), np.zeros_like(season.player_stats)
    for game in range(len(SEASON.games)):
        alone, log = one_game(SEASON, playable, 7, number, game)
        assert alone.scores[0, game].tolist() == season.scores[0, game].tolist()
        assert [log[-1].home_points, log[-1].away_points] == alone.scores[0, game].tolist()
        team += alone.team_stats
        men += alone.player_stats
    np.testing.assert_array_equal(team, season.team_stats)
    np.testing.assert_array_equal(men, season.player_stats)


def test_a_log_changes_nothing_and_a_short_one_is_cut():
    playable = loaded(SEASON, RULESET.coaches[0])
    with_log, log = one_game(SEASON, playable, 7, 5, 40)
    again, same_log = one_game(SEASON, playable, 7, 5, 40)
    assert log == same_log
    assert all(map(np.array_equal, with_log, again))


def test_uncompiled_kernels_give_the_same_integers():
    code = (
        "import simlib, numba\n"
        "assert numba.config.DISABLE_JIT\n"
        "print(simlib.replay(1958, seasons=1, first=40, coach='solitaire-blind', jobs=1,"
        " options='all').digest())"
    )
    code = f"import sys; sys.path.insert(0, {str(Path(simlib.__file__).parents[1])!r})\n{code}"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True
    )
    assert done.stderr == ""
    assert done.stdout.strip() == run(1, first=40, coach="solitaire-blind", options="all").digest()


def early_deaths(source):
    """Functions that borrow an array they made and don't use it to their end: numba would free it."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        given = {argument.arg for argument in function.args.args}
        last = {
            node.id for part in function.body[-2:] for node in ast.walk(part) if isinstance(node, ast.Name)
        }
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "borrowed":
                array = call.args[0]
                if isinstance(array, ast.Name) and array.id not in given | last:
                    yield f"{function.name}: {array.id}"


def test_arrays_outlive_the_pointers_to_them():
    sources = sorted(Path(simlib.__file__).parent.rglob("*.py"))
    assert [fault for path in sources for fault in early_deaths(path.read_text(encoding="utf-8"))] == []
    broken = "def f(n):\n    a = new_book(n)\n    b = borrowed(a)\n    play(b)\n    return b[0]\n"
    assert list(early_deaths(broken)) == ["f: a"]


def test_the_results_are_those_of_this_version():
    assert json.loads(SUMS.read_text(encoding="utf-8")) == golden()


def _main(unreleased: bool) -> None:
    made = golden()
    if SUMS.exists():
        stored = json.loads(SUMS.read_text(encoding="utf-8"))
        if stored["version"] == made["version"] and stored != made and not unreleased:
            sys.exit("results moved, the version did not: raise RULESET.version, or say --unreleased")
    SUMS.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _main("--unreleased" in sys.argv[1:])
