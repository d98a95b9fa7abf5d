"""Logs of whole games against the rules, and their telling against the box."""

from collections import Counter

import numpy as np
import pytest
from fs_table import season
from log_columns import columns_of

import simlib
from simlib.files.seasons import season_arrays
from simlib.kernels.season_loop import play_one_game
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.kernels.tally import empty_tally
from simlib.plays.one_game import told_plays
from simlib.rulesets.contract import Setup
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import flag, record
from simlib.rulesets.football_strategy.rules import RULESET

GAMES = 72
E = columns_of(record)


@pytest.fixture(scope="module", params=["one-die", "two-dice"])
def logs(request):
    """Every game of a season: its log, a column by name, and its tally."""
    options = (request.param,) if request.param in RULESET.options else ()
    playable = RULESET.load(Setup(season(), "as-played", options))
    games = []
    for game in range(GAMES):
        tally = empty_tally(1, 12, 0, GAMES)
        events = np.zeros((400, record.WIDTH), np.int32)
        with np.errstate(over="ignore"):
            count = play_one_game(
                np.uint64(9), 2, game, season_arrays(season()), playable.arrays, tally, events
            )
        games.append(({name: events[:count, place].astype(int) for name, place in E.items()}, tally))
    return games


def test_every_play_starts_where_the_last_one_ended(logs):
    for log, _ in logs:
        kicks = log["KIND"] >= fs.KICKOFF
        quarters = np.diff(log["QUARTER"])
        assert set(quarters) <= {0, 1}
        follows = ~kicks[1:] & ~((log["QUARTER"][:-1] == 2) & (quarters == 1))
        np.testing.assert_array_equal(log["OFFENSE"][1:][follows], log["NEXT_OFFENSE"][:-1][follows])
        np.testing.assert_array_equal(log["TO_GOAL"][1:][follows], log["NEXT_TO_GOAL"][:-1][follows])


def test_downs_spots_and_calls_keep_the_rules(logs):
    seen = Counter()
    for log, _ in logs:
        scrimmage = log["KIND"] < fs.KICKOFF
        down, spot, call = (log[name][scrimmage] for name in ("DOWN", "TO_GOAL", "KIND"))
        assert ((down >= 1) & (down <= 4)).all()
        assert ((spot >= 1) & (spot <= 99)).all()
        to_go = log["YARDS_TO_GO"][scrimmage]
        assert ((to_go >= 1) & (to_go <= spot)).all()
        assert not ((call >= 16) & (call < 20) & (spot <= 20)).any()
        assert not ((call >= 12) & (call < 16) & (spot <= 10)).any()
        assert not ((call == fs.CALL_FIELD_GOAL) & (spot > 45)).any()
        assert not ((call == fs.CALL_PUNT_FOURTH) & (down != 4)).any()
        seen.update(call.tolist())
    assert set(seen) == set(range(fs.CALLS))


def test_no_score_comes_by_a_penalty_and_no_half_ends_on_one(logs):
    for log, _ in logs:
        penalty = log["FLAGS"] & flag.PENALTY != 0
        points = log["HOME_POINTS"] + log["AWAY_POINTS"]
        assert not (np.diff(points, prepend=0)[penalty]).any()
        last_of_half = np.append(np.diff(log["QUARTER"]) == 1, True) & np.isin(log["QUARTER"], (2, 4))
        assert not (last_of_half & penalty).any()


def test_scores_are_worth_what_the_rules_say(logs):
    worth = Counter()
    for log, tally in logs:
        points = np.diff(log["HOME_POINTS"] + log["AWAY_POINTS"], prepend=0)
        flags = log["FLAGS"]
        expected = 6 * (flags & flag.TOUCHDOWN != 0) + 2 * (flags & flag.SAFETY != 0)
        good = flags & flag.GOOD != 0
        expected = expected + np.where(log["KIND"] == fs.TRY, 1, 3) * good
        np.testing.assert_array_equal(points, expected)
        worth.update(points.tolist())
        assert [log["HOME_POINTS"][-1], log["AWAY_POINTS"][-1]] in tally.scores[0].tolist()
    assert set(worth) == {0, 1, 2, 3, 6}


def test_the_clock_never_goes_back(logs):
    for log, _ in logs:
        same = np.diff(log["QUARTER"]) == 0
        assert (np.diff(log["CLOCK"])[same] >= 0).all()
        assert log["CLOCK"].max() <= 60


@pytest.mark.parametrize("number", range(6))
def test_a_game_is_told_whole(number):
    playable = RULESET.load(Setup(season(), "as-played"))
    tally, plays = told_plays(RULESET, season(), playable, (0, 1), 4, number)
    home = dict(zip(TEAM_COLUMNS, tally.team_stats[0, 0].tolist(), strict=False))
    away = dict(zip(TEAM_COLUMNS, tally.team_stats[0, 1].tolist(), strict=False))
    assert (plays[-1].home_points, plays[-1].away_points) == (home["points"], away["points"])
    penalties = [play for play in plays if "penalty" in play.results]
    for column, kind in (("rush_yds", "run"), ("pass_yds", "pass"), ("punt_yds", "punt")):
        told = sum(p.yards for p in plays if p.kind == kind and p not in penalties)
        assert told == home[column] + away[column]
    assert sum(p.kind == "sack" for p in plays) == home["sacked"] + away["sacked"]
    assert sum("intercepted" in p.results for p in plays) == home["pass_int"] + away["pass_int"]
    assert all(play.text and play.rolled for play in plays)


def test_a_game_is_told_on_paper():
    text = str(simlib.game("CLE", "NYG", ruleset="football-strategy", seed=7))
    assert "Scoring" in text
    assert "Individual" not in text
    assert len(simlib.game("CLE", "NYG", ruleset="football-strategy", seed=7).player_box()) == 0
