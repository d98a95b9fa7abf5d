"""Plays rolled into arrays: the engine's own throws and results, whatever the count."""

import numpy as np
import pytest

import simlib
from simlib.errors import InputError
from simlib.files.seasons import season_arrays
from simlib.plays.rolled import PlayArrays, resolve
from simlib.rulesets.call import PlayCall
from simlib.rulesets.contract import Setup
from simlib.rulesets.spi.asked import setups
from simlib.rulesets.spi.asked.rolled import roll_setup
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.playable import load_spi
from simlib.rulesets.spi.sheets.read import load_sheets
from simlib.rulesets.told import Play

SEASON = simlib.load_season(1958)
SEED = 11


@pytest.fixture(scope="module")
def again():
    """Roll one play of a game again by itself: (PlayCall, engine's game number, play) -> PlayArrays."""
    packed = load_spi(Setup(SEASON, "as-played")).arrays
    sheets, charts = load_sheets(SEASON), load_charts().charts
    rules = season_arrays(SEASON).rules.tolist()

    def again(call: PlayCall, season: int, game: int, number: int) -> PlayArrays:
        setup = setups.set_up(call, SEASON, sheets, charts, rules, 0)
        yards, masks = roll_setup(setup, packed, (SEED, season, game, number), 1)
        return PlayArrays(yards, *masks)

    return again


def from_scrimmage(play: Play, rival: str) -> PlayCall:
    late = play.quarter in (2, 4) and play.clock <= 120
    if play.kind == "run":
        way = "inside" if " inside " in play.text else "outside"
        return PlayCall("run", play.man, way=way, against=rival, to_goal=play.to_goal, two_minute=late)
    length = next((word for word in ("short", "medium", "long") if f" {word} " in play.text), "")
    return PlayCall("pass", play.man, play.receiver, length=length, against=rival, to_goal=play.to_goal,
                    two_minute=late)  # fmt: skip


def assert_same(rolled: PlayArrays, play: Play) -> None:
    assert rolled.yards[0] == play.yards
    for name, word in (
        ("out_of_bounds", "out of bounds"), ("fumbles", "fumble"), ("fumbles_lost", "fumble lost"),
        ("completions", "complete"), ("interceptions", "intercepted"), ("sacks", "sack"),
        ("safeties", "safety"),
    ):  # fmt: skip
        if "intercepted" not in play.results or name == "interceptions":
            assert getattr(rolled, name)[0] == (word in play.results), (name, play)
    if not {"fumble lost", "intercepted"} & set(play.results):
        assert rolled.touchdowns[0] == ("touchdown" in play.results)


@pytest.mark.parametrize("of", [(0, 1), (3, 20), (8, 55), (9, 72)])
def test_every_play_of_a_game_comes_out_the_same_rolled_by_itself(of, again):
    told = simlib.game(season=SEASON, seed=SEED, of=of)
    season, game = of[0], of[1] - 1
    seen: set[str] = set()
    for play in told.plays:
        rival = told.home.code if play.offense == told.away.code else told.away.code
        late = play.quarter in (2, 4) and play.clock <= 120
        if play.kind in ("run", "pass"):
            assert_same(again(from_scrimmage(play, rival), season, game, play.number), play)
        elif play.kind == "punt" and not {"blocked", "roughing"} & set(play.results):
            rolled = again(PlayCall("punt", play.man, to_goal=play.to_goal), season, game, play.number)
            assert rolled.yards[0] == play.yards
        elif play.kind in ("field goal", "try"):
            call = PlayCall(play.kind.replace(" ", "_"), play.man, to_goal=play.to_goal)
            rolled = again(call, season, game, play.number)
            assert rolled.good[0] == ("good" in play.results)
            assert rolled.blocked[0] == ("blocked" in play.results)
        elif play.kind == "kickoff":
            rolled = again(PlayCall("kickoff", to_goal=play.to_goal), season, game, play.number)
            assert rolled.touchbacks[0] == (not play.returner and "kick again" not in play.results)
            assert rolled.yards[0] == play.yards
        if play.returner and play.kind in ("punt", "kickoff"):
            to_goal = 100 - (play.to_goal - play.yards)
            call = PlayCall(f"{play.kind}_return", rival, to_goal=to_goal, two_minute=late)
            rolled = again(call, season, game, play.number)
            assert rolled.yards[0] == play.return_yards
            assert rolled.touchdowns[0] == ("touchdown" in play.results)
            assert rolled.fumbles[0] == ("fumble" in play.results)
        seen.add(play.kind)
    assert {"run", "pass", "punt", "kickoff", "try"} <= seen


def test_an_entry_depends_on_its_own_number_alone():
    whole = resolve("run", "K", defense="III", count=500)
    part = resolve("run", "K", defense="III", count=100, first=200)
    assert np.array_equal(whole.yards[200:300], part.yards)
    other = resolve("run", "K", defense="III", count=500, seed=2)
    assert not np.array_equal(whole.yards, other.yards)
    assert len(whole.yards) == len(whole.fumbles) == 500


def test_a_million_in_one_call():
    passes = resolve("pass", "Unitas", to="J", length="medium", against="NYG")
    assert len(passes.yards) == 1_000_000
    kinds = passes.completions.astype(int) + passes.sacks + passes.interceptions
    assert kinds.max() == 1
    assert (passes.yards[passes.sacks] < 0).all()
    assert (passes.yards[passes.interceptions] == 0).all()
    assert passes.completions.mean() == pytest.approx(
        float(simlib.odds("pass", "Unitas", to="J", length="medium", against="NYG").chances["complete"]),
        abs=0.003,
    )


def test_gains_are_cut_only_with_a_goal_line():
    free = resolve("run", "A", count=20_000)
    near = resolve("run", "A", count=20_000, to_goal=6)
    assert free.yards.max() == 120
    assert near.yards.max() == 6
    assert (near.touchdowns == (free.yards >= 6)).all()


@pytest.mark.parametrize(
    ("options", "expected"),
    [({"count": 0}, "1 to"), ({"seed": -1}, "0 to"), ({"first": -1}, "0 to"),
     ({"count": 2.5}, "whole number"), ({"ruleset": "chess"}, "spi"), ({"season": 1900}, "shipped year")],
)  # fmt: skip
def test_a_wrong_number_is_refused(options, expected):
    with pytest.raises(InputError) as error:
        resolve("run", "K", **options)
    assert expected in str(error.value)
