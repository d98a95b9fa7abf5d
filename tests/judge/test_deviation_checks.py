"""Placing the real season among the replays, on a game of known truth. A real season that is one of the
replays must pass at the stated rates; one that is not, or a method broken on purpose, must be found out."""

from dataclasses import replace
from math import sqrt
from statistics import NormalDist, mean, stdev

import numpy as np
import pytest
from synthetic import synthetic_ruleset, synthetic_season

import simlib
from simlib.judge.finishes import check_standings, rank_correlation
from simlib.judge.intervals import (
    at_level,
    benjamini_hochberg,
    coverage,
    expected_flags,
    flags,
    lots,
    place_rows,
    placed,
    quantiles,
    uniformity,
)
from simlib.judge.rolls import adequate_rolls, chance_within, rolls_a_season, seasons_needed
from simlib.judge.spread import men_spreads, spread_tests
from simlib.kernels.reduction import reduce_seasons
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.kernels.sums import empty_sums
from simlib.runs.plan import make_plan

SEASON = synthetic_season()
GAME = synthetic_ruleset()
REAL_SEASONS = 40


def one_season(season, rows, k):
    """`season` with the figures and scores of replayed season `k` as the real ones."""
    teams = []
    for place, team in enumerate(season.teams):
        own = rows.team_stats[k, place].tolist()
        names = (*TEAM_COLUMNS, *(f"opp_{name}" for name in TEAM_COLUMNS))
        teams.append(replace(team, stats=dict(zip(names, own, strict=True))))
    codes = [team.code for team in season.teams]
    men = [
        replace(man, others=False, stats=dict(zip(
            PLAYER_COLUMNS,
            rows.player_stats[k, codes.index(man.team), order % 5].tolist(), strict=True)))
        for order, man in enumerate(season.players)
    ]  # fmt: skip
    games = [replace(game, home_score=int(h), away_score=int(a))
             for game, (h, a) in zip(season.games, rows.scores[k], strict=True)]  # fmt: skip
    return replace(season, teams=tuple(teams), players=tuple(men), games=tuple(games))


def against_itself(run, season):
    """The replays of a run beside another real season."""
    plan = make_plan(season, run.men)
    sums = empty_sums(plan)
    reduce_seasons(run.rows, plan, sums)
    return replace(run, season=season, plan=plan, sums=sums)


@pytest.fixture(scope="module")
def run():
    return simlib.replay(SEASON, GAME, seasons=500, detail="games")


@pytest.fixture(scope="module")
def reals():
    """Other seasons of the same game."""
    other = simlib.replay(SEASON, GAME, seasons=REAL_SEASONS, first=10_000, detail="games")
    return [one_season(SEASON, other.rows, k) for k in range(REAL_SEASONS)]


@pytest.fixture(scope="module")
def pits(run, reals):
    """PITs of every line, real season by real season."""
    found = []
    for real in reals:
        results = against_itself(run, real)
        found.append(place_rows(results, simlib.accuracy(results, GAME)))
    return found


# Coverage and PITs


def shares(pits, level):
    """Coverage of each real season at a level."""
    return [
        next(c.share for c in coverage([line.pit for line in lines]) if c.level == level) for lines in pits
    ]


def covered_as_said(values, level):
    """Lines of a season hang together, seasons don't: the error comes from the seasons' own spread."""
    return abs(mean(values) - level) <= 3.5 * max(stdev(values), 0.01) / sqrt(len(values))


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
def test_intervals_cover_seasons_of_the_same_game_as_often_as_they_say(pits, level):
    assert covered_as_said(shares(pits, level), level)


def test_another_game_is_not_covered(run):
    other = synthetic_ruleset((1, 1, 1, 1))
    rows = simlib.replay(SEASON, other, seasons=20, detail="games").rows
    found = []
    for k in range(20):
        results = against_itself(run, one_season(SEASON, rows, k))
        found.append(place_rows(results, simlib.accuracy(results, GAME)))
    rushing = [[line for line in lines if line.row.stat == "yards_per_carry"] for lines in found]
    assert not covered_as_said(shares(rushing, 0.95), 0.95)
    assert mean(shares(rushing, 0.95)) < 0.7


def test_a_replay_that_is_its_own_mean_is_too_central(run):
    """Cards whose luck was not taken out: real figures on the means make a hump, and it shows."""
    answer = simlib.accuracy(run, GAME)
    lines = place_rows(run, answer)
    assert coverage([line.pit for line in lines])[0].share > 0.9
    assert uniformity([line.pit for line in lines]).p < 0.001
    assert all(test.p_chi_square < 0.05 for test in men_spreads_of_many(run))


def men_spreads_of_many(run):
    """The synthetic league has four men a rate: take the qualifying bar down."""
    return spread_with_least(simlib.accuracy(run, GAME), 3)


def spread_with_least(answer, least):
    from simlib.judge import spread

    kept, spread.LEAST_MEN = spread.LEAST_MEN, least
    try:
        return men_spreads(answer)
    finally:
        spread.LEAST_MEN = kept


def test_level_figures_placed_without_lots_are_found_out(run, reals):
    """The randomised PIT is what makes counts uniform: with every lot nought the PITs pile up low."""
    lotless, fair = [], []
    for real in reals[:30]:
        results = against_itself(run, real)
        for below, equal, lot in zip(results.sums.moments[:, 11], results.sums.moments[:, 12],
                                     lots(len(results.sums.moments)), strict=True):  # fmt: skip
            if 60 < equal < 400:
                fair.append(placed(int(below), int(equal), 500, float(lot)))
                lotless.append(placed(int(below), int(equal), 500, 0.0))
    assert abs(mean(fair) - 0.5) < 3 * 0.29 / sqrt(len(fair) / 4)
    assert mean(lotless) < 0.5 - 3 * 0.29 / sqrt(len(lotless) / 4)


def test_a_pit_of_a_season_like_the_others_is_exactly_uniform():
    """One of n + 1 exchangeable figures, all places and lots alike: every decile has a tenth."""
    values = [0, 0, 0, 1, 1, 2, 5, 5, 7, 9]
    pits = []
    for k, mine in enumerate(values):
        rest = values[:k] + values[k + 1 :]
        for lot in (np.arange(100) + 0.5) / 100:
            pits.append(placed(sum(x < mine for x in rest), sum(x == mine for x in rest), 9, lot))
    assert np.histogram(pits, 10, (0, 1))[0].tolist() == pytest.approx([100] * 10, abs=2)


def test_uniformity_passes_lots_and_fails_a_hump():
    even = lots(1000)
    assert uniformity(even).p > 0.001
    assert sum(uniformity(even).counts) == 1000
    assert uniformity((even + np.roll(even, 1)) / 2).p < 1e-6
    found = uniformity(lots(200))
    assert found.low < 20 < found.high
    assert uniformity([]).p is None
    rejected = sum(uniformity(lots(20_000)[k : k + 100]).p < 0.05 for k in range(0, 20_000, 100))
    assert 1 <= rejected <= 22  # of 200; 5% is 10


def test_quantiles_agree_with_the_seasons(run):
    found = quantiles(run, (0.05, 0.5, 0.95))
    rows = run.season_rows("league")
    rates = 100 * (rows["rush_yds"] / rows["rush_att"] / 4.5 - 1)
    expected = np.quantile(rates, (0.05, 0.5, 0.95))
    assert found["league", None, None, "yards_per_carry"] == pytest.approx(expected, abs=1)
    assert ("player", "AAA", "reserve-aaa", "yards_per_carry") not in found


# Flags


def test_a_perfect_game_raises_the_stated_number_of_flags(pits):
    raised = [flags(lines) for lines in pits]
    lines = raised[0].lines
    assert lines > 15
    assert mean(len(found.found) for found in raised) <= 4 * expected_flags(lines) + 0.1
    below = [found.below5 for found in raised]
    assert mean(below) == pytest.approx(0.05 * lines, abs=3.5 * stdev(below) / sqrt(len(below)))


@pytest.mark.parametrize(("lines", "level"), [(1, 0.05), (5, 0.2), (40, 0.5)])
def test_the_expected_number_of_flags_is_what_lots_raise(lines, level):
    p = lots(lines * 4000).reshape(-1, lines)
    counts = [len(benjamini_hochberg(row.tolist(), level)) for row in p]
    error = stdev(counts) / sqrt(len(counts))
    assert mean(counts) == pytest.approx(expected_flags(lines, level), abs=4 * error)


def test_benjamini_hochberg_on_their_own_example():
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
         0.6528, 0.7590, 1.0]  # fmt: skip
    assert benjamini_hochberg(p) == [0, 1, 2, 3]
    assert benjamini_hochberg([0.2, 0.9]) == []
    assert benjamini_hochberg([0.9, 0.025]) == [1]  # on its step: 0.05 x 1 / 2


def test_a_man_six_per_cent_off_is_flagged_when_chance_is_small(run):
    season = synthetic_season({"rush_yds": 1.5})
    results = against_itself(run, season)
    found = flags(place_rows(results, simlib.accuracy(results, GAME)))
    assert {line.row.stat for line in found.found} == {"yards_per_carry"}


# Spread


def test_spreads_of_the_same_game_are_plausible_and_of_another_not(run, reals):
    p = [test.p for real in reals for test in spread_tests(against_itself(run, real)) if test.name != "ties"]
    assert mean(x < 0.05 for x in p) < 0.13
    wild = replace(SEASON, games=tuple(
        replace(game, home_score=50 * (game.number % 2), away_score=0) for game in SEASON.games
    ))  # fmt: skip
    tests = {test.name: test.p for test in spread_tests(against_itself(run, wild))}
    assert tests["points_sd"] < 0.001
    assert tests["margin_sd"] < 0.001


def test_few_seasons_are_a_doubt_of_their_own_in_a_spread():
    few = simlib.replay(SEASON, GAME, seasons=3, detail="games")
    points = [stdev(season.ravel().tolist()) for season in few.rows.scores]
    test = next(test for test in spread_tests(few) if test.name == "points_sd")
    assert test.sd == pytest.approx(stdev(points), abs=1e-3)
    assert test.z == pytest.approx((test.actual - mean(points)) / (stdev(points) * sqrt(4 / 3)), abs=1e-3)
    assert test.p == pytest.approx(2 * NormalDist().cdf(-abs(test.z)))


def test_men_stand_apart_as_they_should(run, reals):
    found = [test for real in reals for test in men_spreads_of_many(against_itself(run, real))]
    assert mean(test.p < 0.05 for test in found) < 0.12
    assert mean(test.p_chi_square < 0.05 for test in found) < 0.15
    assert mean(test.chi_square / test.men for test in found) == pytest.approx(1, abs=0.25)
    assert not men_spreads(simlib.accuracy(run, GAME))  # four men are too few to test


# Adequate rolls


@pytest.mark.parametrize(("deviation", "error"), [(0.0, 4.0), (2.0, 4.0), (-4.5, 1.0), (4.9, 30.0)])
def test_after_so_many_seasons_the_mean_is_within_nineteen_times_in_twenty(deviation, error):
    seasons = seasons_needed(deviation, error, 5.0)
    spread = NormalDist(deviation, error / sqrt(seasons))
    assert spread.cdf(5) - spread.cdf(-5) == pytest.approx(0.95, abs=1e-6)
    assert chance_within(deviation, error, 5.0, seasons * 0.9) < 0.95 < chance_within(
        deviation, error, 5.0, seasons * 1.1
    )  # fmt: skip


def test_no_number_of_rolls_mends_a_wrong_mean():
    assert seasons_needed(5.0, 1.0, 5.0) is seasons_needed(-7.0, 0.0, 5.0) is None
    assert seasons_needed(1.0, 0.0, 5.0) == 0
    assert chance_within(6.0, 1.0, 5.0, 1e9) == 0.0


def test_means_of_real_blocks_are_within_as_often_as_promised():
    """Blocks as long as the answer says land within 5%; a quarter as long, less often."""
    season = synthetic_season({"points": 1.02, "opp_points": 1.02})
    run = simlib.replay(season, GAME, seasons=2000, detail="seasons")
    (needed,) = (
        x for x in adequate_rolls(simlib.accuracy(run, GAME).at("league"), run)
        if x.row.stat == "points_per_game"
    )  # fmt: skip
    assert needed.rolls5 is None  # the synthetic game doesn't say what it throws
    assert rolls_a_season(run) is None
    rows = run.season_rows("league")
    rates = (rows["points"] / rows["games"]).to_numpy()
    length = round(needed.seasons5)

    def share(length):
        blocks = rates[: len(rates) // length * length].reshape(-1, length).mean(axis=1)
        return np.mean(np.abs(blocks / needed.row.actual - 1) <= 0.05), len(blocks)

    inside, blocks = share(length)
    assert inside == pytest.approx(0.95, abs=3.5 * sqrt(0.95 * 0.05 / blocks) + 0.01)
    assert share(max(1, length // 4))[0] < 0.9


def test_spi_says_what_it_throws():
    run = simlib.replay(1958, seasons=5)
    assert 10_000 < rolls_a_season(run) < 20_000
    found = adequate_rolls(simlib.accuracy(run).at("league"), run)
    assert all(x.rolls5 is None or x.rolls5 >= 1 for x in found)
    assert any(x.rolls5 for x in found)


# Standings


def test_real_wins_stand_among_replayed_wins(run, reals):
    checks = [check_standings(against_itself(run, real)) for real in reals]
    assert mean(check.inside90 / 4 for check in checks) > 0.85
    assert mean(team.p < 0.05 for check in checks for team in check.teams) < 0.1
    p = [team.pit for check in checks for team in check.teams]
    assert mean(p) == pytest.approx(0.5, abs=4 * 0.29 / sqrt(len(p)))
    assert checks[0].champion is None
    assert checks[0].champion_share is None


def test_a_team_that_never_wins_so_often_is_found_out(run, reals):
    teams = [
        replace(team, stats=team.stats | {"wins": 6, "losses": 0, "ties": 0}) if team.code == "AAA" else team
        for team in reals[0].teams
    ]
    check = check_standings(against_itself(run, replace(reals[0], teams=tuple(teams))))
    best = next(team for team in check.teams if team.team == "AAA")
    assert best.p < 0.1
    assert best.actual == 6.0


def test_rank_correlation():
    assert rank_correlation([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 1, 2, 2], [1, 2, 3, 4]) == pytest.approx(0.8944, abs=1e-4)
    assert rank_correlation([1, 1], [1, 2]) is None


def test_the_real_champion_of_1958():
    check = check_standings(simlib.replay(1958, seasons=40))
    assert check.champion == "BAL"
    assert check.champion_share == next(team.titles for team in check.teams if team.team == "BAL")
    assert check.rank_correlation > 0.5


def test_levels(pits):
    assert {line.row.level for line in pits[0]} == {"league", "team", "player"}
    assert len(at_level(pits[0], "league")) < 10
