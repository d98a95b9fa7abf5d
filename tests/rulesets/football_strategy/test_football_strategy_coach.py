"""Football Strategy's coaches: whole tables, the rules' limits, real balances, the deck, wrong files."""

import shutil
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from fs_table import season

import simlib
from simlib.errors import InputError
from simlib.files.folders import data_folder
from simlib.files.seasons import season_arrays
from simlib.kernels.season_loop import play_one_game
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.kernels.tally import empty_tally
from simlib.rulesets.contract import Setup
from simlib.rulesets.football_strategy.charts.read import load_charts
from simlib.rulesets.football_strategy.coach.assumptions import get_step
from simlib.rulesets.football_strategy.coach.files import barred_calls
from simlib.rulesets.football_strategy.coach.tables import (
    COACHES,
    load_coach,
    offense_rows,
    read_habits,
    real_run_share,
    runs_of,
)
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import record
from simlib.rulesets.football_strategy.rules import RULESET

TABLES = data_folder("charts") / "football_strategy" / "coaches"
PLAYS = load_charts().charts.plays


@pytest.mark.parametrize("name", COACHES)
def test_tables_are_whole_and_legal(name):
    coach = load_coach(name, season(), PLAYS).coach
    assert coach.offense.shape == (12, coach.situations.rows(), fs.OFFENSE_ROW)
    assert coach.defense.shape == (1, coach.situations.rows(), fs.DEFENSE_ROW)
    cumulative = coach.offense[:, :, : fs.CALLS - 1]
    assert (np.diff(cumulative, axis=2) >= 0).all()
    assert cumulative.max() <= fs.ALL_SHARES
    shares = np.diff(cumulative, axis=2, prepend=0, append=fs.ALL_SHARES)
    for row in range(coach.situations.rows()):
        for call in barred_calls(row):
            assert not shares[:, row, call].any()
    assert (np.diff(coach.defense[:, :, :9], axis=2) >= 0).all()


def test_runs_and_passes_are_the_charts():
    for chart in PLAYS:
        runs = np.flatnonzero(runs_of(chart)) + 1
        assert runs.tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 16]


def test_an_offset_moves_the_odds_of_runs_alone():
    table = read_habits("as-played")[0].offense
    runs = runs_of(PLAYS[0])

    def first_down(offset):
        shares = np.diff(offense_rows(table, runs, offset)[9, : fs.CALLS - 1], prepend=0)
        return shares[: fs.PLAYS] / fs.ALL_SHARES

    plain, more = first_down(0), first_down(693)
    odds = [s[runs].sum() / s[~runs].sum() for s in (plain, more)]
    assert odds[1] / odds[0] == pytest.approx(2, rel=0.01)
    assert more[0] / more[1] == pytest.approx(plain[0] / plain[1], rel=0.02)


def test_teams_run_and_pass_in_their_real_balance():
    results = simlib.replay(season(), RULESET, seasons=150)
    columns = [TEAM_COLUMNS.index(name) for name in ("rush_att", "pass_att", "sacked")]
    for team, counts in zip(season().teams, results.sums.team_columns[:, columns], strict=True):
        assert counts[0] / counts.sum() == pytest.approx(
            float(real_run_share(season(), team.code)), abs=0.015
        )


def test_the_teams_that_ran_most_play_ball_control_and_those_that_passed_most_aerial():
    charts = load_coach("as-played", season(), PLAYS).coach.chart.tolist()
    shares = [float(real_run_share(season(), team.code)) for team in season().teams]
    by_share = [chart for _, chart in sorted(zip(shares, charts, strict=True), reverse=True)]
    names = [fs.OFFENSE_CHARTS[chart] for chart in by_share]
    assert names == ["ball_control"] * 3 + ["pro_style"] * 6 + ["aerial"] * 3


def test_a_team_without_known_plays_is_even_and_named():
    teams = season().teams
    unknown = replace(teams[0], stats=teams[0].stats | {"sacked": None})
    loaded = load_coach("as-played", replace(season(), teams=(unknown, *teams[1:])), PLAYS)
    assert any("not known: BAL" in note for note in loaded.notes)
    assert loaded.coach.chart[0] == 0


def test_the_solitaire_deck_is_the_rulebooks_fourteen():
    deck = load_coach("solitaire", season(), PLAYS).coach.deck
    assert Counter(fs.CARDS[card] for card in deck) == Counter("ABCDEFGHIJ" + "DEFH")


def test_solitaire_draws_its_cards_as_often_as_they_are_in_the_deck():
    playable = RULESET.load(Setup(season(), "solitaire"))
    drawn = Counter()
    for game in range(72):
        tally, events = empty_tally(1, 12, 0, 72), np.zeros((400, record.WIDTH), np.int32)
        with np.errstate(over="ignore"):
            plays = play_one_game(
                np.uint64(4), 0, game, season_arrays(season()), playable.arrays, tally, events
            )
        log = events[:plays]
        drawn.update(
            log[log[:, record.KIND - record.FIRST] < fs.CALL_FIELD_GOAL][
                :, record.CARD - record.FIRST
            ].tolist()
        )
    total = sum(drawn.values())
    for card, letter in enumerate(fs.CARDS):
        share = (2 if letter in "DEFH" else 1) / 14
        assert drawn[card] / total == pytest.approx(share, abs=4 * (share / total) ** 0.5)


def test_shares_that_are_not_thirds_of_anything_add_up():
    assert real_run_share(season(), "BAL") == Fraction(456, 456 + 354 + 16)


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("as-played-offense.csv", "1,*,*,*,9.3", "1,*,*,*,9.4", "add to 100"),
        ("as-played-offense.csv", "1,*,11-20,*", "5,*,11-20,*", "one of"),
        ("as-played-offense.csv", "3,*,1-10,protect", "3,*,46-60,protect", "inside the"),
        ("as-played-defense.csv", "1,*,*,*,1,4", "1,*,*,*,1,x", "per cent"),
        ("as-played-defense.csv", "assumed,an even down", "assumed,", "reason"),
        ("as-played-defense.csv", "assumed", "guessed", "one of"),
        ("policy.csv", "hurry_from,40", "hurry_from,61", "whole number"),
        ("policy.csv", "safety_punt", "safety_pint", "one of"),
        ("solitaire-deck.csv", "D,2", "D,7", "whole number"),
    ],
)
def test_a_wrong_table_is_named(tmp_path, name, old, new, expected):
    shutil.copytree(TABLES, tmp_path, dirs_exist_ok=True)
    text = (TABLES / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8", newline="")
    with pytest.raises(InputError, match=name) as caught:
        load_coach("solitaire", season(), PLAYS, tmp_path)
    assert any(expected in fault.expected for fault in caught.value.faults)


@pytest.mark.parametrize("name", [name for name, _ in RULESET.steps()])
def test_a_step_moves_the_coach_and_keeps_the_rules(name):
    plain = load_coach("as-played", season(), PLAYS).coach
    loaded = load_coach("as-played", season(), PLAYS, step=name)
    assert any("assumption moved" in note for note in loaded.notes)
    changed = [
        not np.array_equal(before, after) for before, after in zip(plain[1:], loaded.coach[1:], strict=True)
    ]
    changed.append(not np.array_equal(plain.situations.clock, loaded.coach.situations.clock))
    assert any(changed)
    shares = np.diff(loaded.coach.offense[:, :, : fs.CALLS - 1], axis=2, prepend=0, append=fs.ALL_SHARES)
    assert (shares >= 0).all()
    for row in range(plain.situations.rows()):
        assert not shares[:, row, list(barred_calls(row))].any()


def test_a_fifth_of_the_cards_is_drawn_evenly():
    before, _ = read_habits("as-played")
    shares, even = (
        habits.defense.parts / habits.defense.parts.sum(axis=1, keepdims=True)
        for habits in (before, get_step("even-cards").apply(before))
    )
    assert even == pytest.approx(0.8 * shares + 0.2 / 10)


def test_an_unknown_step_is_named():
    with pytest.raises(InputError, match="step"):
        load_coach("as-played", season(), PLAYS, step="luck")


def test_an_unknown_coach_is_named():
    with pytest.raises(InputError, match="--coach"):
        load_coach("lombardi", season(), PLAYS)
