"""Post-seasons of every form: who qualifies, what parts level teams, who meets whom and where."""

import numpy as np
import pytest

from simlib.files.seasons import load_season, season_arrays
from simlib.kernels.post_season import (
    B_AWAY,
    B_HOME,
    BETWEEN_THEM,
    BRACKET,
    COMMON_OPPONENTS,
    IN_CONFERENCE,
    IN_DIVISION,
    NET_POINTS,
    POINTS_BETWEEN_THEM,
    crown,
    keep_best,
    next_meeting,
    record_winner,
)
from simlib.kernels.season import R_COLUMNS, R_TIES_COUNT, SeasonArrays
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.kernels.tally import POST_COLUMNS

WINS, LOSSES, TIES = (TEAM_COLUMNS.index(name) for name in ("wins", "losses", "ties"))


def lines_of(season):
    lines = np.zeros((len(season.teams), len(TEAM_COLUMNS)), np.int32)
    for row, team in zip(lines, season.teams, strict=True):
        row[[WINS, LOSSES, TIES]] = [team.stats[name] for name in ("wins", "losses", "ties")]
    return lines


def scores_of(season):
    return np.array([(game.home_score, game.away_score) for game in season.games], np.int16)


def play(season, winner_of):
    """Meetings (home, away) by code, in order, and the honours; `winner_of` decides each."""
    codes = [team.code for team in season.teams]
    arrays, bracket, met = season_arrays(season), np.zeros(BRACKET, np.int64), []
    with np.errstate(over="ignore"):
        while next_meeting(arrays, lines_of(season), scores_of(season), np.uint64(7), bracket):
            home, away = codes[bracket[B_HOME]], codes[bracket[B_AWAY]]
            met.append((home, away))
            record_winner(bracket, codes.index(winner_of(home, away)))
    post = np.zeros(POST_COLUMNS, np.int16)
    crown(bracket, post)
    return met, [codes[place] for place in post[:3]], int(post[3])


def real_winners(season):
    won = {frozenset((g.home, g.away)): g.home if g.home_score > g.away_score else g.away
           for g in season.playoffs}  # fmt: skip
    return lambda home, away: won[frozenset((home, away))]


def real_sites(season, neutral=()):
    return {(g.home, g.away) for g in season.playoffs if frozenset((g.home, g.away)) not in neutral}


@pytest.mark.parametrize(
    ("year", "league", "champions", "level"),
    [
        (1958, None, ["BAL", "NYG", "BAL"], 1),
        (1968, "NFL", ["BAL", "CLE", "BAL"], 0),
        (1968, "AFL", ["NYJ", "NYJ", "OAK"], 1),
        (1968, None, ["NYJ", "NYJ", "BAL"], 1),
        (1975, None, ["PIT", "PIT", "DAL"], 0),
    ],
)
def test_the_real_post_season_is_played_as_it_was(year, league, champions, level):
    season = load_season(year, league)
    met, honours, playoffs = play(season, real_winners(season))
    assert (honours, playoffs) == (champions, level)
    assert len(met) == len(season.playoffs)
    by_coin = {frozenset(pair) for pair in (("NYJ", "BAL"), ("PIT", "DAL"), ("OAK", "KC"), ("NYG", "CLE"))}
    assert {pair for pair in met if frozenset(pair) not in by_coin} == real_sites(season, by_coin)


@pytest.mark.parametrize("year", [1968, 1975])
def test_whoever_wins_the_tree_goes_on(year):
    season = load_season(year)
    met, honours, _ = play(season, lambda home, away: away)
    assert len(met) == len(season.playoffs)
    assert honours[0] == met[-1][1]
    assert set(honours[1:]) == set(met[-1])


def small(pairs, scores, division, conference=None):
    """A season of games [(home, away)], all teams of one conference unless said."""
    home, away = np.array(pairs, np.int16).T
    teams = len(division)
    conference = np.zeros(teams, np.int16) if conference is None else np.array(conference, np.int16)
    arrays = SeasonArrays(
        home, away, conference, np.array(division, np.int16), np.zeros((len(pairs), 2), np.int16),
        np.zeros(R_COLUMNS, np.int64),
    )  # fmt: skip
    return arrays, np.array(scores, np.int16)


def best(arrays, scores, teams, by):
    place = np.array(teams, np.int64)
    return place[: keep_best(arrays, scores, place, len(teams), by)].tolist()


def test_each_comparison_reads_its_own_games():
    #      0 beats 1 by 1, 1 beats 0 by 10; 0 beats 2 (division); 1 beats 3 (other division), 0 loses to 3
    pairs = [(0, 1), (1, 0), (0, 2), (1, 2), (1, 3), (0, 3)]
    scores = [(8, 7), (20, 10), (7, 0), (0, 7), (7, 0), (0, 7)]
    arrays, result = small(pairs, scores, [0, 0, 0, 1])
    assert best(arrays, result, [0, 1], BETWEEN_THEM) == [0, 1]
    assert best(arrays, result, [0, 1], POINTS_BETWEEN_THEM) == [1]
    assert best(arrays, result, [0, 1], IN_DIVISION) == [0]
    assert best(arrays, result, [0, 1], COMMON_OPPONENTS) == [0, 1]
    assert best(arrays, result, [0, 1], IN_CONFERENCE) == [0, 1]
    assert best(arrays, result, [0, 1], NET_POINTS) == [1]


def test_teams_that_have_not_met_are_not_parted_by_their_games():
    arrays, scores = small([(0, 2), (1, 3)], [(7, 0), (0, 7)], [0, 1, 0, 1])
    assert best(arrays, scores, [0, 1], BETWEEN_THEM) == [0, 1]
    assert best(arrays, scores, [0, 1], IN_DIVISION) == [0]


def test_a_tie_counts_half_where_the_year_counts_it():
    season = load_season(1975)
    codes = [team.code for team in season.teams]
    lines = lines_of(season)
    lines[codes.index("DEN"), [WINS, LOSSES, TIES]] = 11, 4, 0  # .733
    lines[codes.index("OAK"), [WINS, LOSSES, TIES]] = 3, 11, 0
    lines[codes.index("KC"), [WINS, LOSSES, TIES]] = 9, 3, 2  # .750 without its ties, .714 with them
    for half, winner in ((1, "DEN"), (0, "KC")):
        arrays = season_arrays(season)
        rules = arrays.rules.copy()
        rules[R_TIES_COUNT] = half
        bracket, met = np.zeros(BRACKET, np.int64), []
        with np.errstate(over="ignore"):
            arguments = (arrays._replace(rules=rules), lines, scores_of(season), np.uint64(7), bracket)
            while next_meeting(*arguments):
                met.append((codes[bracket[B_HOME]], codes[bracket[B_AWAY]]))
                record_winner(bracket, bracket[B_HOME])
        seeds = {"DEN", "KC"} & {host for host, _ in met}
        assert seeds == {winner}
