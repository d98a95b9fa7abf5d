"""The engine: the same integers however the work is cut, and clear refusals."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from places import SUPPORT
from synthetic import synthetic_ruleset, synthetic_season

import simlib
from simlib.errors import InputError
from simlib.kernels import season_loop
from simlib.kernels.season_loop import play_seasons
from simlib.runs import engine

SEASON = synthetic_season()
GAME = synthetic_ruleset()
# Made by the compiled engine; the uncompiled one, other chunks and other machines must agree.
GOLDEN = "f5d2d82e9c6cd7fca82cd327a644cc37295416af5817dc3a277d65232cee2e59"


def run(seasons=60, **changes):
    return simlib.replay(SEASON, GAME, **{"seasons": seasons, "jobs": 1} | changes)


def same(a, b):
    return all(map(np.array_equal, a.sums, b.sums)) and a.digest() == b.digest()


def test_any_number_of_threads_gives_the_same_integers():
    one = run(700)
    assert same(one, run(700, jobs=2))
    assert same(one, run(700, jobs=5))


def test_any_chunk_gives_the_same_integers(monkeypatch):
    whole = run(100)
    for chunk in (1, 7, 100, 1000):
        monkeypatch.setattr(engine, "CHUNK", chunk)
        assert same(whole, run(100, jobs=2))


def test_two_halves_are_the_whole():
    whole = run(300, first=40, detail="games")
    halves = run(130, first=40, detail="games"), run(170, first=170, detail="games")
    for pair in (halves, halves[::-1]):
        merged = simlib.merge(*pair)
        assert same(merged, whole)
        assert merged.meta == whole.meta
        assert all(map(np.array_equal, merged.rows, whole.rows))


def test_another_seed_or_season_gives_other_integers():
    one = run()
    assert not same(one, run(seed=2))
    assert not same(one, run(first=1))
    assert not same(one, simlib.replay(SEASON, synthetic_ruleset(extra=(0, 0, 0, 1)), seasons=60))


def test_the_greatest_seed_and_a_far_season_play():
    assert run(2, seed=2**64 - 1, first=10**9).sums.team_columns[:, 0].tolist() == [12] * 4


def test_uncompiled_kernels_give_the_same_integers():
    code = (
        "import simlib, synthetic\n"
        "r = simlib.replay(synthetic.synthetic_season(), synthetic.synthetic_ruleset(), seasons=3, jobs=2)\n"
        "import numba\n"
        "assert numba.config.DISABLE_JIT\n"
        "print(r.digest())"
    )
    folders = [str(SUPPORT), str(Path(simlib.__file__).parents[1])]
    code = f"import sys; sys.path[:0] = {folders!r}\n{code}"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True
    )
    assert done.stderr == ""
    assert done.stdout.strip() == run(3).digest()


def test_the_golden_digest():
    assert run(40, seed=7).digest() == GOLDEN


def test_progress_is_told_after_every_chunk(monkeypatch):
    monkeypatch.setattr(engine, "CHUNK", 20)
    told = []
    run(50, jobs=2, progress=lambda done, total: told.append((done, total)))
    assert told == [(20, 50), (40, 50), (50, 50)]


def test_an_interrupt_stops_between_chunks(monkeypatch):
    monkeypatch.setattr(engine, "CHUNK", 5)
    told = []

    def interrupt(done, total):
        told.append(done)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(10_000, jobs=2, progress=interrupt)
    assert told == [5]


def test_few_chunks_are_in_flight(monkeypatch):
    monkeypatch.setattr(engine, "CHUNK", 1)
    started, most = [], 0

    def watched(*arguments):
        started.append(1)
        play_seasons(*arguments)

    monkeypatch.setattr(season_loop, "seasons_player", lambda _: watched)

    def progress(done, total):
        nonlocal most
        most = max(most, len(started) - done)

    simlib.replay(SEASON, GAME, seasons=40, jobs=2, progress=progress)
    assert len(started) == 40
    assert most <= 3


def test_a_fault_in_a_chunk_comes_out(monkeypatch):
    monkeypatch.setattr(season_loop, "seasons_player", lambda _: lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        simlib.replay(SEASON, GAME, seasons=600, jobs=2)


@pytest.mark.parametrize(
    ("changes", "where", "found"),
    [
        ({"seasons": 0}, "--seasons", "0"),
        ({"seasons": 1_000_000_000}, "--seasons", "1000000000"),
        ({"seasons": 2.5}, "--seasons", "2.5"),
        ({"seasons": True}, "--seasons", "True"),
        ({"first": -1}, "--first", "-1"),
        ({"seed": -1}, "--seed", "-1"),
        ({"seed": 2**64}, "--seed", str(2**64)),
        ({"jobs": 0}, "--jobs", "0"),
        ({"coach": "nobody"}, "--coach", "nobody"),
        ({"options": "wind,hail"}, "--options", "hail"),
        ({"options": ["hail"]}, "--options", "hail"),
        ({"detail": "all"}, "--detail", "all"),
        ({"ruleset": "chess"}, "--ruleset", "chess"),
        ({"season": "1850"}, "season", "1850"),
        ({"season": "no/such/folder"}, "season", "no/such/folder"),
        ({"seasons": 10_000_000, "detail": "seasons"}, "--seasons", "10000000"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(changes, where, found):
    with pytest.raises(InputError) as refused:
        simlib.replay(**{"season": SEASON, "ruleset": GAME, "seasons": 5} | changes)
    fault = refused.value.faults[0]
    assert (fault.where, fault.found) == (where, found)
    assert "\n" not in str(refused.value)


def test_all_the_faults_are_collected():
    with pytest.raises(InputError) as refused:
        simlib.replay(SEASON, GAME, seasons=0, seed=-1, coach="nobody", options="hail,snow")
    assert [f.where for f in refused.value.faults] == [
        "--coach",
        "--options",
        "--options",
        "--seasons",
        "--seed",
    ]


def test_options_are_kept_in_the_order_of_the_game():
    assert run(1, options="rain, wind").meta.options == ("wind", "rain")
    assert run(1, options="all").meta.options == ("wind", "rain")
    assert run(1, options=()).meta.options == run(1, options="").meta.options == ()


def test_meta_says_what_was_played():
    meta = run(5, first=3, seed=9, coach="sly").meta
    assert (meta.ruleset, meta.ruleset_version, meta.season, meta.league) == ("synthetic", 1, 1958, "NFL")
    assert (meta.coach, meta.seed, meta.first, meta.seasons) == ("sly", 9, 3, 5)
    assert (meta.cells, meta.charts_hash, meta.notes) == ({"printed": 3, "fitted": 1}, "abc123", ("a note",))
    assert meta.version == simlib.__version__


def test_the_public_names_are_there():
    for name in simlib.__all__:
        assert getattr(simlib, name).__doc__ if callable(getattr(simlib, name)) else True
    assert simlib.ruleset_ids()
    assert isinstance(simlib.__version__, str)
