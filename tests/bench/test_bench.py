"""The bench: its naive rival plays the same game, its rows add up, its faults are one line each."""

import json
from pathlib import Path

import numpy as np
import pytest

from simlib.bench.instruments import (
    COUNTED,
    Start,
    Turn,
    bench,
    fresh_tally,
    make_row,
    measure_start,
    plays_of,
    simlib_engine,
)
from simlib.bench.naive_spi import naive_seasons, seed_naive
from simlib.bench.naive_tables import load_naive
from simlib.errors import InputError
from simlib.files.seasons import load_season, season_arrays
from simlib.kernels import jit
from simlib.kernels.season import R_TOUCHBACK
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.rulesets import get_ruleset
from simlib.rulesets.contract import Setup

SEASONS = 300
SEASON = load_season("1958")
ARRAYS = season_arrays(SEASON)


def played(coach, naive):
    """A tally of simlib's seasons, or of the rival's with its arrays changed by `naive`."""
    playable = get_ruleset("spi").load(Setup(SEASON, coach))
    tally = fresh_tally(playable, ARRAYS, SEASONS)
    if naive is None:
        simlib_engine(playable, ARRAYS)(0, tally)
    else:
        seed_naive(5)
        tables = naive(*load_naive(SEASON, coach))
        naive_seasons(0, *tables, ARRAYS.home, ARRAYS.away, ARRAYS.conference, *tally)
    return tally


def apart(one, other):
    """Standard errors between the two engines' league means, by statistic."""
    parts = []
    for tally in (one, other):
        teams = tally.team_stats[:, :, : len(TEAM_COLUMNS)].sum(axis=1)
        men = tally.player_stats.sum(axis=(1, 2))
        parts.append(np.hstack([teams, men, tally.post[:, 3:]]).astype(float))
    gap = parts[0].mean(axis=0) - parts[1].mean(axis=0)
    error = np.sqrt(sum(part.var(axis=0, ddof=1) for part in parts) / SEASONS)
    names = [*TEAM_COLUMNS, *(f"man_{name}" for name in PLAYER_COLUMNS), "play_offs"]
    return dict(zip(names, (abs(gap) / np.maximum(error, 1e-9)).tolist(), strict=True))


@pytest.fixture(scope="module")
def ours():
    return {coach: played(coach, None) for coach in ("as-played", "solitaire-blind")}


@pytest.mark.parametrize("coach", ["as-played", "solitaire-blind"])
def test_the_naive_rival_plays_the_same_game(ours, coach):
    gaps = apart(ours[coach], played(coach, lambda charts, teams: (charts, teams)))
    assert {name: gap for name, gap in gaps.items() if gap >= 4} == {}


def touchback_at_the_25(charts, teams):
    rules = teams.rules.copy()
    rules[R_TOUCHBACK] = 25
    return charts, teams._replace(rules=rules)


def completed_one_throw_more(charts, teams):
    return charts._replace(completion=charts.completion + 1), teams


def no_blitz_widens(charts, teams):
    return charts._replace(mpc_sack=charts.mpc_sack * 0), teams


@pytest.mark.parametrize("change", [touchback_at_the_25, completed_one_throw_more, no_blitz_widens])
def test_a_rule_changed_in_one_of_them_is_noticed(ours, change):
    assert max(apart(ours["solitaire-blind"], played("solitaire-blind", change)).values()) > 4


def test_one_line_for_every_engine_and_number_of_threads():
    rows = bench("spi", "1958", seasons=2, repeats=3, threads=(1, 2))
    engines = ["simlib", "naive", "floor"]
    assert [(row.threads, row.engine) for row in rows] == [(n, name) for n in (1, 2) for name in engines]
    for row in rows:
        for figure in row[4:]:
            assert 0 < figure.low <= figure.median <= figure.high
    assert all(row.ratio_to_naive == pytest.approx((1, 1, 1)) for row in rows if row.engine == "naive")


def test_a_row_is_made_from_the_turns_of_its_rounds():
    turns = [Turn(plays=1000, seconds=1e-4, cpu_seconds=1e-4), Turn(1000, 3e-4, 3e-4)]
    rivals = [Turn(1000, 2e-4, 2e-4), Turn(1000, 12e-4, 12e-4)]
    row = make_row("spi", "simlib", 1, ("x", "y"), turns, rivals, 8)
    assert row.options == "x,y"
    assert row.ns_per_play == pytest.approx((200, 150, 250))
    assert row.ratio_to_naive == pytest.approx((0.375, 0.3125, 0.4375))
    assert row.games_per_second.high == pytest.approx(8e4 * (1 - 0.25) + 8e4 / 3 * 0.25)
    assert make_row("spi", "simlib", 1, (), turns, None, 8).ratio_to_naive is None


def test_plays_are_those_booked(ours):
    tally = ours["as-played"]
    by_hand = sum(int(tally.team_stats[:, :, TEAM_COLUMNS.index(name)].sum())
                  for name in ("plays", "punts", "fg_att", "xp_att"))  # fmt: skip
    assert len(COUNTED) == 4
    assert plays_of(tally) == by_hand


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ({"seasons": 0}, "--seasons"),
        ({"repeats": 0}, "--repeats"),
        ({"threads": (1, 0)}, "--threads"),
        ({"options": ("wind",)}, "--options"),
        ({"ruleset": "chess"}, "--ruleset"),
    ],
)
def test_what_cannot_be_timed_is_refused(arguments, where):
    with pytest.raises(InputError) as caught:
        bench(**arguments)
    assert [fault.where for fault in caught.value.faults] == [where]


def test_a_first_season_is_timed_in_a_process_of_its_own():
    assert jit._folder is not None
    start = measure_start("spi", "1958", Path(jit._folder).parents[1])
    assert 0 < start.cpu_seconds
    assert 0 < start.seconds
    assert 50 < start.memory < 4000


def test_the_command_prints_and_writes_every_row(monkeypatch, tmp_path, capsys):
    from simlib import cli
    from simlib.bench import instruments

    monkeypatch.setattr(instruments, "measure_starts", lambda ruleset: {"warm": Start(0.5, 0.25, 200.0)})
    target = tmp_path / "bench.json"
    with pytest.raises(SystemExit) as ended:
        cli.main(["bench", "--seasons", "1", "--repeats", "1", "--json", str(target)])
    assert not ended.value.code
    written = json.loads(target.read_text())
    assert [(row["engine"], row["threads"]) for row in written["rows"]] == [
        (name, n) for n in (1, 2) for name in ("simlib", "naive", "floor")
    ]
    assert written["first_season"] == {"warm": {"seconds": 0.5, "cpu_seconds": 0.25, "memory": 200.0}}
    printed = capsys.readouterr().out
    assert "naive" in printed
    assert "0.25" in printed


def test_options_are_timed_beside_the_game_without_them():
    rows = bench("spi", "1958", seasons=1, repeats=2, threads=(1,), options="all")
    every = ",".join(get_ruleset("spi").options)
    assert [(row.engine, row.options) for row in rows] == [
        ("simlib", every),
        ("simlib", ""),
        ("floor", every),
    ]
    assert all(row.ratio_to_naive is None for row in rows)


@pytest.mark.parametrize(("options", "shown"), [("all", "all"), ("penalties,limits", "penalties,limits")])
def test_the_table_names_the_options_whole(capsys, options, shown):
    from simlib.bench.tables import bench_tables
    from simlib.show import terminal

    terminal.show(
        *bench_tables(bench("spi", "1958", seasons=1, repeats=1, threads=(1,), options=options), {})
    )
    out = capsys.readouterr().out
    assert f" {shown} " in out
    assert "…" not in out
