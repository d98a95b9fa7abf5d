"""1968 and 1975 say what those seasons were; one league of two can be taken alone."""

import csv
import subprocess
import sys

import numpy as np
import pytest

from simlib.errors import InputError
from simlib.files.folders import data_folder
from simlib.files.season_figures import real_standings
from simlib.files.seasons import (
    R_KICKOFF_LINE,
    R_MISSED_FIELD_GOAL,
    check_season,
    load_season,
    season_arrays,
    shipped_seasons,
)
from simlib.kernels.season import MISS_TO_20, MISS_TO_LINE_OR_20, R_OVERTIME
from simlib.rulesets.contract import Setup
from simlib.rulesets.spi.sheets.read import load_sheets

YEARS = (1968, 1975)


def man(season, team, player):
    return next(p for p in season.players if (p.team, p.id) == (team, player)).stats


def test_they_are_shipped_and_sound():
    assert set(YEARS) < set(shipped_seasons())
    for year in YEARS:
        assert check_season(str(year)) == []


@pytest.mark.parametrize(
    ("year", "league", "teams", "games", "playoffs"),
    [(1968, None, 26, 182, 6), (1968, "NFL", 16, 112, 3), (1968, "AFL", 10, 70, 2), (1975, None, 26, 182, 7)],
)
def test_sizes(year, league, teams, games, playoffs):
    season = load_season(year, league)
    assert (len(season.teams), len(season.games), len(season.playoffs)) == (teams, games, playoffs)
    assert all(team.stats["games"] == 14 and team.stats["home_games"] == 7 for team in season.teams)


def test_figures_that_everybody_knows():
    season = load_season(1968)
    namath = man(season, "NYJ", "namath-joe")
    assert [namath[c] for c in ("pass_att", "pass_cmp", "pass_yds", "pass_int")] == [380, 187, 3147, 17]
    assert man(season, "BAL", "morrall-earl")["pass_td"] == 26
    season = load_season(1975)
    assert [man(season, "PIT", "harris-franco")[c] for c in ("rush_att", "rush_yds")] == [262, 1246]
    assert man(season, "DAL", "staubach-roger")["pass_cmp"] == 198
    records = {row.team: (row.wins, row.losses, row.ties) for row in real_standings(season)}
    assert (records["PIT"], records["MIN"], records["CIN"]) == ((12, 2, 0), (12, 2, 0), (11, 3, 0))


@pytest.mark.parametrize(("year", "league"), [(1968, "NFL"), (1968, "AFL"), (1975, None)])
def test_for_and_against_balance(year, league):
    season = load_season(year, league)
    pairs = [("rush_yds", "opp_rush_yds"), ("pass_att", "opp_pass_att"), ("pass_int", "opp_pass_int")]
    if league != "AFL":
        pairs += [("rush_att", "opp_rush_att"), ("rush_td", "opp_rush_td"), ("pass_td", "opp_pass_td")]
    for own, other in pairs:
        made, given = (sum(team.stats[c] for team in season.teams) for c in (own, other))
        assert made == pytest.approx(given, rel=0.005), own


@pytest.mark.parametrize("year", YEARS)
def test_men_and_others_add_up_to_the_teams(year):
    season = load_season(year)
    for column in ("rush_att", "pass_att", "pass_cmp"):
        for team in season.teams:
            men = sum(player.stats[column] or 0 for player in season.players if player.team == team.code)
            assert abs(men - team.stats[column]) <= 1, (team.code, column)


def test_two_leagues_are_two_conferences_whose_champions_meet():
    season = load_season(1968)
    assert {team.conference for team in season.teams} == {"AFL", "NFL"}
    assert sorted(set(season_arrays(season).conference.tolist())) == [0, 1, 2, 3]
    assert season.league == "AFL+NFL"
    nfl = load_season(1968, "NFL")
    assert {team.conference for team in nfl.teams} == {"East", "West"}
    assert len(set(season_arrays(nfl).division.tolist())) == 4
    assert nfl.left_out == tuple(sorted({t.code for t in season.teams} - {t.code for t in nfl.teams}))
    assert nfl.rules["tie_for_first"].value == "points_between_them"
    assert load_season(1968, "AFL").rules["tie_for_first"].value == "playoff_site_by_coin"


@pytest.mark.parametrize(("year", "league"), [(1968, "USFL"), (1975, "AFL"), (1958, "AFL")])
def test_an_unknown_league_is_one_clear_fault(year, league):
    with pytest.raises(InputError) as error:
        load_season(year, league)
    (fault,) = error.value.faults
    assert (fault.where, fault.found) == ("--league", league)


def test_rules_of_the_years_reach_the_kernel():
    for year, kickoff, missed, overtime in ((1958, 40, MISS_TO_20, 0), (1968, 40, MISS_TO_20, 0),
                                            (1975, 35, MISS_TO_LINE_OR_20, 2)):  # fmt: skip
        rules = season_arrays(load_season(year)).rules
        assert (rules[R_KICKOFF_LINE], rules[R_MISSED_FIELD_GOAL], rules[R_OVERTIME]) == (
            kickoff, missed, overtime,
        )  # fmt: skip


def test_one_id_is_one_man_over_the_seasons():
    names = {}
    for year in shipped_seasons():
        with open(data_folder("teams") / str(year) / "players.csv", encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if not row["id"].startswith("others-"):
                    assert names.setdefault(row["id"], row["name"]) == row["name"]
    assert names["unitas-johnny"] == "Johnny Unitas"


@pytest.mark.parametrize(("year", "league"), [(1968, None), (1968, "NFL"), (1968, "AFL"), (1975, None)])
def test_sheets_fit_the_teams_played(year, league):
    season = load_season(year, league)
    sheets = load_sheets(season)
    assert len(sheets.men) == len(season.teams)
    assert sheets.cells["printed"] > 30 or league == "AFL"


def test_the_printed_notes_limit_their_men():
    from simlib.rulesets.spi.play import arrays

    season = load_season(1968)
    sheets = load_sheets(season)
    codes = [team.code for team in season.teams]
    for team, player, column, limit in (
        ("NYJ", "sauer-george", arrays.M_LIMIT_RUN, 1 + 8 * 2),
        ("BAL", "brown-timmy", arrays.M_LIMIT_CATCH, 1 + 8 * 4),
        ("BAL", "mackey-john", arrays.M_LIMIT_RUN, 1),
        ("NYJ", "namath-joe", arrays.M_NOT_WIDENED, 2),
    ):
        place = codes.index(team)
        assert sheets.league.man[place, sheets.men[place].index(player), column] == limit


def test_the_command_takes_one_league():
    main = "from simlib.cli import main; main()"
    for league, code in (("AFL", 0), ("XFL", 2)):
        done = subprocess.run(
            [sys.executable, "-c", main, "replay", "1968", "--league", league, "--seasons", "2"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == code
        assert ("NYJ" in done.stdout) == (code == 0)


def test_a_level_game_of_1975_has_one_quarter_of_sudden_death():
    from simlib.kernels.season_loop import play_one_game
    from simlib.kernels.tally import empty_tally
    from simlib.rulesets.spi.play import record
    from simlib.rulesets.spi.playable import load_spi

    season = load_season(1975)
    playable, arrays = load_spi(Setup(season, "as-played")), season_arrays(season)
    slots, log, ends = max(map(len, playable.men)), np.zeros((600, record.WIDTH), np.int32), []
    for number in range(60):
        tally = empty_tally(1, len(season.teams), slots, len(season.games))
        plays = play_one_game(np.uint64(1), number, number, arrays, playable.arrays, tally, log)
        quarter = log[:plays, record.QUARTER - record.FIRST]
        home, away = (
            log[:plays, column - record.FIRST] for column in (record.HOME_POINTS, record.AWAY_POINTS)
        )
        assert quarter.max() <= 5
        if quarter.max() == 5:
            first = int(np.argmax(quarter == 5))
            assert home[first - 1] == away[first - 1]
            assert (home[first : plays - 1] == away[first : plays - 1]).all()  # the first score ends it
            ends.append(int(home[-1] - away[-1]))
    assert len(ends) >= 1
    assert any(ends)
