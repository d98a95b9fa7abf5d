"""The comparison with reality, on a game whose truth is known: it must pass what is right and catch
what is wrong, and the errors it states must be the errors it makes.
"""

import json
from dataclasses import replace
from math import sqrt
from statistics import NormalDist

import pytest
from synthetic import CODES, synthetic_ruleset, synthetic_season

import simlib
from simlib.errors import InputError
from simlib.judge.deviation import CANNOT_TELL, OUTSIDE, WITHIN, Row, relative_deviation, verdict
from simlib.kernels.stats import STAT

SEASON = synthetic_season()
GAME = synthetic_ruleset()
KEYS = (
    "level", "team", "player", "name", "qualified", "stat", "group", "coverage", "actual", "mean", "mcse",
    "deviation", "sd", "within3", "within5", "verdict3", "verdict5", "seasons_na",
)  # fmt: skip
JUDGED = ("yards_per_carry", "completion_percent", "yards_per_attempt", "rushing_yards_per_game")
TRUTH = {
    "yards_per_carry": 4.5,
    "completion_percent": 50.0,
    "yards_per_attempt": 6.25,
    "points_per_game": 35 / 6,
}


def answer(season=SEASON, game=GAME, seasons=400, **options):
    return simlib.accuracy(simlib.replay(season, game, seasons=seasons, **options), game)


@pytest.fixture(scope="module")
def perfect():
    return answer()


def league_row(answer, stat):
    return next(row for row in answer.at("league") if row.stat == stat)


# Verdicts


def test_a_perfect_game_passes(perfect):
    for stat in JUDGED:
        row = league_row(perfect, stat)
        assert (row.verdict3, row.verdict5) == (WITHIN, WITHIN)
        assert abs(row.deviation) < 1
    assert not any(row.verdict5 == OUTSIDE for row in perfect.rows)


@pytest.mark.parametrize(
    ("column", "stat"),
    [("rush_yds", "yards_per_carry"), ("pass_cmp", "completion_percent"), ("pass_yds", "yards_per_attempt")],
)
@pytest.mark.parametrize("factor", [1.06, 0.94])
def test_a_game_six_per_cent_off_in_one_statistic_is_caught(column, stat, factor):
    found = answer(synthetic_season({column: 1 / factor}))
    row = league_row(found, stat)
    assert row.verdict5 == row.verdict3 == OUTSIDE
    assert row.deviation == pytest.approx(100 * (factor - 1), abs=0.5)
    for other in set(JUDGED) - {stat, "rushing_yards_per_game"}:
        assert league_row(found, other).verdict5 == WITHIN


def test_four_per_cent_off_is_within_five_and_outside_three():
    row = league_row(answer(synthetic_season({"rush_yds": 1 / 1.04})), "yards_per_carry")
    assert (row.verdict3, row.verdict5) == (OUTSIDE, WITHIN)


def test_few_seasons_cannot_tell():
    row = league_row(answer(seasons=3), "points_per_game")
    assert row.verdict3 == row.verdict5 == CANNOT_TELL
    alone = league_row(answer(seasons=1), "yards_per_carry")
    assert (alone.mcse, alone.sd, alone.verdict5) == (None, None, CANNOT_TELL)
    assert alone.deviation is not None


@pytest.mark.parametrize(
    ("deviation", "error", "expected"),
    [
        (0.0, 1.0, WITHIN), (2.9, 1.0, WITHIN), (3.4, 1.0, CANNOT_TELL), (-3.3, 1.0, WITHIN),
        (-3.4, 1.0, CANNOT_TELL), (6.6, 1.0, CANNOT_TELL), (6.7, 1.0, OUTSIDE), (-6.7, 1.0, OUTSIDE),
        (0.0, 4.0, CANNOT_TELL), (5.0, 0.0, WITHIN), (5.1, 0.0, OUTSIDE), (0.0, None, CANNOT_TELL),
    ],
)  # fmt: skip
def test_a_verdict_rests_on_the_ninety_per_cent_interval(deviation, error, expected):
    assert verdict(deviation, error, 10**6, 5.0) == expected  # reaches 1.645 errors


def test_few_degrees_of_freedom_widen_the_interval():
    assert verdict(3.2, 1.0, 10**6, 5.0) == WITHIN
    assert verdict(3.2, 1.0, 5, 5.0) == CANNOT_TELL  # t of 4 degrees: 2.13
    assert [verdict(2.9, 1.0, seasons, 5.0) for seasons in (5, 6)] == [CANNOT_TELL, WITHIN]  # of 5: 2.02
    assert [verdict(0.0, error, 2, 5.0) for error in (0.79, 0.8)] == [WITHIN, CANNOT_TELL]  # of 1: 6.31


# Errors and coverage

RUNS, RUN_SEASONS = 150, 30


@pytest.fixture(scope="module")
def many():
    """Deviations in Monte-Carlo errors from the truth, of independent runs."""
    answers = [answer(seasons=RUN_SEASONS, first=RUN_SEASONS * k, jobs=1) for k in range(RUNS)]
    return {
        stat: [(row.mean - truth, row.mcse) for row in (league_row(a, stat) for a in answers)]
        for stat, truth in TRUTH.items()
    }


def covered(pairs, width=1.0):
    """Share of runs whose 90% interval, `width` times as wide as it should be, holds the truth."""
    return sum(abs(shift) <= 1.699 * width * error for shift, error in pairs) / len(pairs)  # t of 29 degrees


@pytest.mark.parametrize("stat", list(TRUTH))
def test_intervals_cover_the_truth_as_often_as_they_say(many, stat):
    allowed = 3.3 * sqrt(0.9 * 0.1 / RUNS)
    assert covered(many[stat]) == pytest.approx(0.9, abs=allowed)
    assert covered(many[stat], 0.6) < 0.9 - allowed  # an error stated too small is found out


def test_a_tost_on_the_margin_passes_one_time_in_twenty():
    """A game exactly 5% off must be called within at most about 5% of the time."""
    season = synthetic_season({"rush_yds": 1 / 1.05})
    passed = [
        league_row(answer(season, seasons=30, first=30 * k, jobs=1), "yards_per_carry").verdict5 == WITHIN
        for k in range(RUNS)
    ]
    allowed = 3.3 * sqrt(0.05 * 0.95 / RUNS)
    assert sum(passed) / RUNS <= 0.05 + allowed


# Rows


def test_rows_have_every_key_and_plain_values(perfect):
    content = perfect.to_json()
    assert set(content) == {"meta", "rows"}
    assert all(tuple(row) == KEYS for row in content["rows"])
    assert json.loads(json.dumps(content, allow_nan=False)) == content
    for row in content["rows"]:
        assert all(type(value) in (str, float, int, bool, type(None)) for value in row.values())
    for name in (
        "version",
        "ruleset",
        "coach",
        "options",
        "seed",
        "first",
        "seasons",
        "cells",
        "charts_hash",
    ):
        assert name in content["meta"]


def test_verdicts_are_withheld_where_none_is_due(perfect):
    for row in perfect.rows:
        judged = row.stat in GAME.groups and row.stat not in GAME.verdict_free
        judged &= not (row.player or "").startswith("back-two") and row.deviation is not None
        assert (row.verdict3 is not None) == (row.verdict5 is not None) == judged
    assert league_row(perfect, "rushing_attempts_per_game").group == "free"
    assert league_row(perfect, "passing_yards_per_game").group is None
    assert perfect.meta["verdict_free"] == {"rushing_attempts_per_game": "the coach's choice"}


def test_men_without_a_try_have_no_row_and_none_has_no_rate(perfect):
    assert not any(row.player == f"reserve-{code.lower()}" for row in perfect.rows for code in CODES)
    punts = [row for row in perfect.at("team") if row.stat == "punt_average"]
    assert [(row.actual, row.mean, row.deviation, row.verdict5) for row in punts] == [
        (40.0, None, None, None), *[(None, None, None, None)] * 3,
    ]  # fmt: skip
    assert [row.seasons_na for row in punts] == [400] * 4


def test_book_keeping_rows_are_shown_but_never_qualified(perfect):
    rows = [row for row in perfect.at("player") if row.player.startswith("back-two")]
    assert rows
    assert not any(row.qualified for row in rows)


def test_a_real_rate_of_nought_has_no_deviation():
    row = league_row(answer(synthetic_season({"pass_int": 0})), "interception_percent")
    assert (row.actual, row.deviation, row.within5, row.verdict5) == (0.0, None, None, None)
    assert row.mean > 0
    assert relative_deviation(1.0, None) is relative_deviation(None, 1.0) is None


def test_within_counts_single_seasons(perfect):
    row = league_row(perfect, "yards_per_carry")
    sd = 100 * row.sd / row.actual
    expected = NormalDist(0, sd).cdf(3) - NormalDist(0, sd).cdf(-3)
    assert row.within3 == pytest.approx(expected, abs=0.03)
    assert row.within3 < row.within5


# Teams


def relation(answer, stat):
    return next(r for r in answer.team_relations if r.stat == stat)


def test_teams_told_apart_rightly_have_slope_one():
    extra = (0, 1, 2, 3)
    found = answer(synthetic_season(extra=extra), synthetic_ruleset(extra))
    rushing = relation(found, "rushing_yards_per_game")
    assert rushing.teams == 4
    assert rushing.slope == pytest.approx(1, abs=0.02)
    assert rushing.correlation == pytest.approx(1, abs=0.001)


def test_ratings_swapped_between_teams_are_caught_though_the_league_is_right():
    found = answer(synthetic_season(extra=(0, 1, 2, 3)), synthetic_ruleset((3, 2, 1, 0)))
    assert league_row(found, "yards_per_carry").verdict3 == WITHIN
    assert relation(found, "rushing_yards_per_game").correlation == pytest.approx(-1, abs=0.001)
    assert relation(found, "rushing_yards_per_game").slope == pytest.approx(-1, abs=0.02)


def test_a_replay_that_spreads_teams_too_far_has_a_greater_slope():
    found = answer(synthetic_season(extra=(0, 1, 2, 3)), synthetic_ruleset((0, 2, 4, 6)))
    assert relation(found, "rushing_yards_per_game").slope == pytest.approx(2, abs=0.04)


def test_level_teams_have_no_slope(perfect):
    assert relation(perfect, "rushing_yards_per_game")[2:] == (None, None)
    assert relation(perfect, "rushing_yards_allowed_per_game").teams == 0  # not known


# Men


def test_the_share_of_men_within_five_per_cent(perfect):
    assert perfect.player_share("yards_per_carry")[:2] == (4, 4)
    four = ("yards_per_carry", "completion_percent", "yards_per_attempt", "yards_per_catch")
    assert perfect.player_share(four)[:2] == (16, 16)
    off = answer(synthetic_season({"rush_yds": 1 / 1.06})).player_share(four)
    assert off[:2] == (12, 16)
    assert {row.stat for row in off.outside} == {"yards_per_carry"}
    assert perfect.player_share("yards_per_carry", margin=0).inside == 0
    with pytest.raises(InputError, match="yards_per_catch"):
        perfect.player_share("points_per_game")


def test_few_real_tries_do_not_count():
    few = replace(SEASON, players=tuple(
        replace(man, stats=man.stats | {"rush_att": 39, "rush_yds": 200}) if man.id == "back-one-aaa" else man
        for man in SEASON.players
    ))  # fmt: skip
    assert STAT["yards_per_carry"].qualifier == 40
    assert answer(few).player_share("yards_per_carry").total == 3


# Spread


def test_spreads_stand_beside_the_real_ones(perfect):
    rows = {row.name: row for row in perfect.spread_rows}
    scores = [7 * (k % 3) for k in range(12)] + [7 * (k % 2) for k in range(12)]
    assert rows["home_margin"].actual == sum(scores[:12]) / 12 - sum(scores[12:]) / 12
    assert rows["ties"].actual == sum(7 * (k % 3) == 7 * (k % 2) for k in range(12))
    mean = sum(scores) / 24
    assert rows["points_sd"].actual == pytest.approx(sqrt(sum((x - mean) ** 2 for x in scores) / 23))
    assert abs(rows["home_margin"].mean) < 5 * rows["home_margin"].mcse
    touchdowns = 7 * sqrt(30 / 36 * 35 / 36)
    assert rows["points_sd"].mean == pytest.approx(touchdowns, rel=0.05)


def test_frames_hold_the_rows(perfect):
    for level, frame in (
        ("league", perfect.league()), ("team", perfect.teams()), ("player", perfect.players()),
    ):  # fmt: skip
        assert list(frame.columns) == list(KEYS) == list(Row._fields)
        assert len(frame) == len(perfect.at(level)) > 0
        assert frame["mean"].dtype == float
