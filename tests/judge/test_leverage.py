"""Assumptions moved by their steps."""

from dataclasses import replace
from math import hypot

import pytest

import simlib
from simlib.errors import InputError
from simlib.judge.leverage import measure_leverage
from simlib.rulesets import get_ruleset

SPI = get_ruleset("spi")


@pytest.fixture(scope="module")
def levers():
    return measure_leverage(1958, "spi", seasons=60, seed=2)


def changes(levers, assumption):
    return {lever.stat: lever for lever in levers if lever.assumption == assumption}


def test_every_assumption_is_moved(levers):
    assert list(dict.fromkeys(lever.assumption for lever in levers)) == [
        name for name, _ in get_ruleset("spi").steps()
    ]


def test_more_tries_on_fourth_down_mean_fewer_punts(levers):
    lever = changes(levers, "fourth-down-tries")["punts_per_game"]
    assert lever.change < -3
    assert abs(lever.change) > 3 * lever.error


def test_no_time_outs_mean_fewer_plays(levers):
    assert changes(levers, "no-time-outs")["plays_per_game"].change < -3


def test_a_step_that_moves_nothing_moves_nothing(levers):
    """Punt returns hardly know who rushes the punt; extra points not at all."""
    assert abs(changes(levers, "no-punt-rush")["extra_point_percent"].change) < 0.1


def test_the_change_and_its_error_are_those_of_two_runs(levers):
    moved = replace(SPI, load=lambda setup: SPI.load(replace(setup, step="no-time-outs")))
    rows = [
        next(row for row in simlib.accuracy(run, game).at("league") if row.stat == "plays_per_game")
        for game in (SPI, moved)
        for run in [simlib.replay(1958, game, seasons=60, seed=2)]
    ]
    lever = changes(levers, "no-time-outs")["plays_per_game"]
    assert (lever.mean, lever.moved) == (rows[0].mean, rows[1].mean)
    assert lever.change == pytest.approx(100 * (rows[1].mean - rows[0].mean) / rows[0].mean)
    assert lever.error == pytest.approx(100 * hypot(rows[0].mcse, rows[1].mcse) / rows[0].mean)


def test_an_options_assumptions_move_when_it_is_in_force():
    plain, with_all = ([name for name, _ in get_ruleset("spi").steps(o)] for o in ((), SPI.options))
    assert set(with_all) - set(plain) == {
        "dearer-yards", "clutch-from-first-down", "rarer-dump-offs", "farther-punts-out"
    }  # fmt: skip
    levers = measure_leverage(1958, "spi", seasons=60, seed=2, options="punt-out")
    assert list(dict.fromkeys(lever.assumption for lever in levers)) == [*plain, "farther-punts-out"]
    assert changes(levers, "farther-punts-out")["punt_average"].change < -3


def test_wrong_input_is_refused():
    with pytest.raises(InputError):
        measure_leverage(1958, "spi", seasons=0)
