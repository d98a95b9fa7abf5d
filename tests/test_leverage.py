"""Assumptions moved by their steps."""

import pytest

from simlib.errors import InputError
from simlib.leverage import measure_leverage
from simlib.rulesets import get_ruleset


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


def test_wrong_input_is_refused():
    with pytest.raises(InputError):
        measure_leverage(1958, "spi", seasons=0)
