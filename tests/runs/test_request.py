"""A request is what simlib.replay is asked; its names are looked up and its numbers checked together."""

import inspect
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from synthetic import synthetic_ruleset, synthetic_season

import simlib
from simlib.errors import InputError
from simlib.rulesets.contract import Setup, Sheets
from simlib.runs.engine import play_request
from simlib.runs.request import Request

GAME, SEASON = synthetic_ruleset(), synthetic_season()
PLAIN = Request(SEASON, GAME)
WITH_MEN = replace(GAME, sheets=Sheets(*[lambda *_: ()] * 4))


def wrong(**changes):
    with pytest.raises(InputError) as caught:
        replace(PLAIN, **changes).look_up()
    return [(fault.where, fault.found) for fault in caught.value.faults]


def test_a_request_is_what_replay_takes():
    asked = {name: each.default for name, each in inspect.signature(simlib.replay).parameters.items()}
    own = {field.name: field.default for field in fields(Request)}
    assert own.items() >= asked.items()
    assert set(own) - set(asked) == {"sheets", "step"}


def test_everything_asked_for_reaches_the_game():
    request = Request(
        SEASON, WITH_MEN, coach="sly", options="rain,wind", charts="c", lineup="l.csv", sheets="s", step="one"
    )
    game, setup = request.look_up()
    assert game is WITH_MEN
    paths = {"charts": Path("c"), "sheets": Path("s"), "lineup": Path("l.csv")}
    assert setup == Setup(SEASON, "sly", ("wind", "rain"), step="one", **paths)


def test_what_is_not_asked_for_is_the_games_own():
    assert PLAIN.look_up() == (GAME, Setup(SEASON, "fair"))


def test_every_fault_is_told_at_once():
    assert wrong(coach="nobody", options="snow", detail="all", seasons=0, first=-1, seed=-1, jobs=0) == [
        ("--coach", "nobody"), ("--options", "snow"), ("--detail", "all"), ("--seasons", "0"),
        ("--first", "-1"), ("--seed", "-1"), ("--jobs", "0"),
    ]  # fmt: skip
    assert wrong(league="AFL") == [("--league", "AFL")]


@pytest.mark.parametrize("part", ["sheets", "lineup"])
def test_a_game_without_men_takes_no_sheets_and_no_lineup(part):
    assert wrong(**{part: "my-file"}) == [(f"--{part}", "my-file")]


def test_rows_are_kept_where_there_is_a_folder_unless_asked_otherwise():
    kept = [
        replace(PLAIN, out=out, detail=detail).kept_detail
        for out in (None, "f")
        for detail in (None, "seasons")
    ]
    assert kept == ["summary", "seasons", "games", "seasons"]


def test_a_season_made_ready_is_not_loaded_again():
    def load(_):
        raise AssertionError("loaded again")

    ready = GAME.load(Setup(SEASON, "fair"))
    run = play_request(Request(SEASON, replace(GAME, load=load), seasons=3), ready)
    assert run.digest() == simlib.replay(SEASON, GAME, seasons=3).digest()
    np.testing.assert_array_equal(run.sums.team_columns[:, 0], 18)
