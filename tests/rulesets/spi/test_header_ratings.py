"""Headers rated from statistics: the lines and inverses judged on the sixteen that are printed."""

from fractions import Fraction

import numpy as np
import pytest

from simlib.files.seasons import load_season
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.sheets import files
from simlib.rulesets.spi.sheets import header_scale as header
from simlib.rulesets.spi.sheets.header_ratings import (
    rate_kickers,
    rate_punters,
    rate_returners,
    rate_team,
    stand_in,
)
from simlib.rulesets.spi.sheets.ratings import league_means

COUNTS = ("def_rush", "def_pass", "gain_adj", "int", "runs", "fumble_pass", "recover", "penalty_run",
          "penalty_pass", "penalty_range", "clutch_offense")  # fmt: skip
# Header's figure -> of the twelve of 1958, how many come out equal at least, and within one.
TWELVE = {
    "def_rush": (5, 10), "def_pass": (2, 11), "gain_adj": (8, 12), "int": (3, 8), "runs": (6, 12),
    "fumble_pass": (7, 12), "recover": (2, 7), "penalty_run": (12, 12), "penalty_pass": (9, 12),
    "penalty_range": (2, 5), "clutch_offense": (3, 7),
}  # fmt: skip


def means(year, league=None):
    season = load_season(year, league)
    return league_means(season, load_charts().charts, season.folder / "spi")


@pytest.fixture(scope="module")
def leagues():
    return {
        1958: means(1958), "NFL": means(1968, "NFL"), "AFL": means(1968, "AFL"), 1975: means(1975),
    }  # fmt: skip


def figures(texts):
    size = {name: bin(files.throw_set(texts[name])).count("1")
            for name in ("fumble_ris", "fumble_ros", "penalty_run", "penalty_pass")}  # fmt: skip
    ranges = {name: files.throw_range(texts[name])[1] + 1
              for name in ("int_range", "recover", "penalty_range")}  # fmt: skip
    plain = {name: int(texts[name])
             for name in ("def_rush", "def_pass", "gain_adj", "fumble_pass", "clutch_offense")}  # fmt: skip
    runs = size.pop("fumble_ris") + size.pop("fumble_ros")
    return plain | size | ranges | {"int": ranges["int_range"], "runs": runs}


def pairs(league):
    """Printed and rated figures of a league's printed headers, by name."""
    rows = files.read_sheet_file(league.season.folder / "spi", files.TEAM_RATINGS)
    printed = {
        row.texts["team"]: figures(row.texts) for row in rows if row.provenance["recover"] == "printed sheet"
    }
    found = {name: [] for name in COUNTS}
    for team in league.season.teams:
        if team.code in printed:
            rated = figures({name: text for name, (text, _) in rate_team(league, team).items()})
            for name in COUNTS:
                found[name].append((printed[team.code][name], rated[name]))
    return {name: np.array(both) for name, both in found.items()}


@pytest.mark.parametrize("name", sorted(TWELVE))
def test_the_twelve_headers_come_out(leagues, name):
    printed, rated = pairs(leagues[1958])[name].T
    equal, near = TWELVE[name]
    assert (printed == rated).sum() >= equal
    assert (abs(printed - rated) <= 1).sum() >= near


@pytest.mark.parametrize("name", ["def_rush", "gain_adj", "int", "runs", "recover", "penalty_run"])
def test_teams_come_out_in_the_printed_order(leagues, name):
    printed, rated = pairs(leagues[1958])[name].T
    assert np.corrcoef(printed, rated)[0, 1] > 0.7


def test_the_league_loses_the_fumbles_it_lost(leagues):
    season, lost, real = leagues[1958].season, Fraction(0), 0
    for team in season.teams:
        row = {name: text for name, (text, _) in rate_team(leagues[1958], team).items()}
        count = figures(row)
        fumbles = Fraction(team.stats["rush_att"] * count["runs"], 72)
        fumbles += Fraction(team.stats["pass_cmp"] * (count["fumble_pass"] - 1), 36)
        lost += fumbles * (1 - Fraction(count["recover"], 36))
        real += team.stats["fumbles_lost"]
    assert float(lost) == pytest.approx(real, rel=0.05)


def test_super_bowl_headers_are_near_though_no_line_was_drawn_through_them(leagues):
    found = [pairs(leagues[key]) for key in ("NFL", "AFL", 1975)]
    for name, most in (("def_rush", 1), ("def_pass", 1), ("gain_adj", 1), ("runs", 1), ("fumble_pass", 1)):
        both = np.concatenate([part[name] for part in found])
        assert len(both) == 4
        assert (abs(both[:, 0] - both[:, 1]) <= most).sum() >= 3, name


def test_better_defences_get_lower_letters(leagues):
    for league in leagues.values():
        for column, per in (("def_rush", "opp_rush_yds"), ("gain_adj", "opp_pass_yds")):
            known = [team for team in league.season.teams if team.stats.get(per) is not None]
            if len(known) < 8:
                continue
            letters = [int(rate_team(league, team)[column][0]) for team in known]
            assert np.corrcoef(letters, [team.stats[per] for team in known])[0, 1] > 0.5


def test_kickers_of_the_printed_sheets():
    for made, tried, printed in ((12, 23, (22, 15, 8)), (18, 28, (27, 19, 12)), (17, 21, (34, 23, 12))):
        rated = header.rate_kicks(made, tried)
        assert max(abs(a - b) for a, b in zip(rated, printed, strict=True)) <= 3
    bands = [header.rate_kicks(made, 20) for made in range(21)]
    assert all(a >= b >= c >= 1 for a, b, c in bands)
    assert bands == sorted(bands)
    assert bands[-1][0] <= header.MOST_GOAL_NUMBERS


def test_a_share_of_kicks_is_met():
    for made in range(4, 16):
        bands = header.rate_kicks(made, 20)
        share = sum(mix * Fraction(n, 36) for mix, n in zip(header.GOAL_MIX, bands, strict=True))
        assert abs(share - Fraction(made, 20)) < Fraction(3, 100)


def test_throws_are_shared_whole_and_each_man_has_one():
    assert header.shared_throws([18, 18], 36) == [18, 18]
    assert header.shared_throws([100, 1, 1], 36) == [34, 1, 1]
    for counts in ([7, 5, 3], [1] * 6, [40, 39, 1, 1, 1]):
        shares = header.shared_throws(counts, 26)
        assert sum(shares) == 26
        assert min(shares) >= 1


def test_return_ranges_cover_every_throw_once(leagues):
    for league in leagues.values():
        for team in league.season.teams:
            for kind in ("kickoff", "punt"):
                throws = []
                for row in rate_returners(league, team, kind):
                    first, last = files.throw_range(row["range"][0])
                    throws += range(first, last + 1)
                assert throws == list(range(36))


def test_where_nobody_is_listed_the_book_keeping_row_stands_at_the_leagues_mean(leagues):
    league = leagues[1975]
    team = next(team for team in league.season.teams if team.code == "CIN")
    assert stand_in(league.season, "CIN").id == "others-cin"
    (punter,) = rate_punters(league, team)
    assert (punter["player"][0], punter["letter"][1]) == ("others-cin", "fitted mean-punt")
    assert punter["letter"][0] in "GHI"
    (kicker,) = rate_kickers(league, team)
    assert kicker["fg_1_20"][1] == "fitted mean-kick"


def test_a_team_of_few_listed_returns_gets_the_leagues_letter(leagues):
    league = leagues["NFL"]
    team = next(team for team in league.season.teams if team.code == "NYG")  # one return, of 2 yards
    (row,) = rate_returners(league, team, "kickoff")
    assert (row["player"][0], row["letter"][1]) == ("others-nyg", "fitted mean-return")
    assert row["letter"][0] in "HIJ"
