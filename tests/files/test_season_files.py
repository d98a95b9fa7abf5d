"""The shipped season says what 1958 was, and what is known of it."""

import csv
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from simlib.files.folders import data_folder
from simlib.files.season_figures import real_spread, real_standings
from simlib.files.seasons import (
    R_COLUMNS,
    R_KICKOFF_LINE,
    R_SAFETY_KICK,
    R_TIMEOUTS,
    R_TOUCHBACK,
    R_YEAR,
    Season,
    load_season,
    season_arrays,
    shipped_seasons,
)
from simlib.kernels import dice
from simlib.kernels.stats import PLAYER_COLUMNS, STATS

SHIPPED = data_folder("teams") / "1958"
CODES = ["BAL", "CHI", "CLE", "CRD", "DET", "GB", "NYG", "PHI", "PIT", "RAM", "SF", "WAS"]


@pytest.fixture(scope="module")
def season() -> Season:
    return load_season(1958)


def table(path: Path) -> list[list[str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def man(season: Season, team: str, key: str) -> dict[str, int | None]:
    return next(player.stats for player in season.players if (player.team, player.id) == (team, key))


def total(season: Season, column: str) -> int:
    return sum(team.stats[column] or 0 for team in season.teams)


# What 1958 was


def test_schedule_is_twelve_weeks_of_six_games_with_six_at_home(season):
    assert 1958 in shipped_seasons()
    assert [team.code for team in season.teams] == CODES
    assert [game.number for game in season.games] == list(range(1, 73))
    assert Counter(game.week for game in season.games) == dict.fromkeys(range(1, 13), 6)
    assert Counter(game.home for game in season.games) == dict.fromkeys(CODES, 6)
    assert [(g.home, g.away, g.home_score, g.away_score) for g in season.playoffs] == [
        ("NYG", "CLE", 10, 0),
        ("NYG", "BAL", 17, 23),
    ]


def test_standings_are_those_of_1958(season):
    records = {r.team: (r.wins, r.losses, r.ties, r.points, r.points_against) for r in real_standings(season)}
    assert records["BAL"] == (9, 3, 0, 381, 203)
    assert records["GB"] == (1, 10, 1, 193, 382)
    assert records["PIT"] == (7, 4, 1, 261, 230)
    assert sum(r[0] for r in records.values()) == sum(r[1] for r in records.values()) == 69
    assert sum(r[3] for r in records.values()) == sum(r[4] for r in records.values()) == 3253
    order = [r.team for r in real_standings(season)]
    assert order[:2] == ["CLE", "NYG"]
    assert order[6] == "BAL"


def test_team_figures_come_from_its_games(season):
    stats = next(team.stats for team in season.teams if team.code == "BAL")
    scores = [(28, 15), (51, 38), (24, 17), (40, 14), (35, 10), (56, 0), (21, 24), (17, 0), (34, 7), (35, 27),
              (28, 30), (12, 21)]  # fmt: skip
    home = [0, 1, 4, 5, 8, 9]
    assert stats["points_squared"] == sum(own**2 for own, _ in scores)
    assert stats["opp_points_squared"] == sum(other**2 for _, other in scores)
    assert stats["margin_squared"] == sum((own - other) ** 2 for own, other in scores)
    assert (stats["home_games"], stats["home_margin"]) == (6, sum(scores[g][0] - scores[g][1] for g in home))


def test_percentage_leaves_ties_out(season):
    percentages = {record.team: record.percentage for record in real_standings(season)}
    assert percentages["PIT"] == 7 / 11
    assert percentages["GB"] == 1 / 11


def test_spread_of_results(season):
    spread = real_spread(season)
    assert spread.points_sd == pytest.approx(11.61, abs=0.005)
    assert spread.margin_sd == pytest.approx(17.38, abs=0.005)
    assert spread.wins_sd == pytest.approx(2.80, abs=0.005)
    assert spread.ties == 3
    assert spread.home_margin == pytest.approx(287 / 72)


def test_men_have_their_published_lines(season):
    brown, unitas = man(season, "CLE", "brown-jim"), man(season, "BAL", "unitas-johnny")
    assert [brown[c] for c in ("rush_att", "rush_yds", "rush_td")] == [257, 1527, 17]
    assert [unitas[c] for c in ("pass_att", "pass_cmp", "pass_yds", "pass_td", "pass_int")] == [
        263, 136, 2007, 19, 7,
    ]  # fmt: skip


def test_remainders_go_to_the_man_they_belong_to(season):
    tracy = man(season, "PIT", "tracy-tom")
    assert [tracy[c] for c in ("pass_att", "pass_cmp", "pass_yds", "pass_td", "pass_int")] == [
        16,
        3,
        270,
        2,
        2,
    ]
    mccoll = man(season, "CHI", "mccoll-bill")
    assert [mccoll[c] for c in ("rec", "rec_yds", "rec_td")] == [36, 517, 8]
    others = [player for player in season.players if player.others]
    assert Counter(player.team for player in others).most_common(1)[0][1] == 1
    assert min(v for player in others for v in player.stats.values() if v is not None) >= 0


@pytest.mark.parametrize(
    ("own", "against"),
    [
        ("rush_yds", "opp_rush_yds"),
        ("pass_att", "opp_pass_att"),
        ("pass_yds", "opp_pass_yds"),
        ("pass_int", "opp_pass_int"),
        ("fumbles_lost", "opp_fumbles_lost"),
    ],
)
def test_league_balances_for_and_against(season, own, against):
    assert total(season, own) == total(season, against) > 0


def test_men_add_up_to_their_teams_but_for_the_remainder_dropped(season):
    differences = [note for note in season.notes if "the team has" in note]
    assert differences == ["BAL pass_yds: the team has 2537, its listed men 2538"]


def test_catches_are_completions_and_touchdown_passes_are_touchdown_catches(season):
    for team in season.teams:
        men = [player.stats for player in season.players if player.team == team.code]
        assert sum(stats["rec"] or 0 for stats in men) == team.stats["pass_cmp"]
        assert sum(stats["rec_td"] or 0 for stats in men) == team.stats["pass_td"]
        assert sum(stats["rec_yds"] or 0 for stats in men) == team.stats["pass_yds"]


def test_points_hold_the_touchdowns(season):
    for team in season.teams:
        rest = team.stats["points"] - 6 * (team.stats["rush_td"] + team.stats["pass_td"])
        assert rest >= 0


def test_a_traded_man_has_a_row_per_team_and_one_id(season):
    teams = Counter(player.id for player in season.players)
    assert {key for key, count in teams.items() if count > 1} == {
        "layne-bobby",
        "morrall-earl",
        "bukich-rudy",
    }
    assert season.real("yards_per_carry", "player", player="layne-bobby") == (154, 40)
    assert season.real("yards_per_carry", "player", "PIT", "layne-bobby") == (153, 37)


# What is known of it


def test_real_figures_and_what_they_cover(season):
    assert season.real("yards_per_carry", "league") == (20338, 4805)
    assert season.real("rush_and_pass_first_downs_per_game", "league") == (2349, 144)
    assert season.real("points_allowed_per_game", "team", "BAL") == (203, 12)
    assert season.coverage["punts_per_game"] == "7 of 12 teams"
    assert season.real("punts_per_game", "league") == (385, 84)
    assert season.real("punts_per_game", "team", "GB") is None
    assert season.coverage["field_goal_percent"] == "4 of 12 teams"
    assert season.real("field_goal_percent", "league") == (42, 86)
    assert season.coverage["yards_allowed_per_carry"] == "0 of 12 teams"
    assert season.real("yards_allowed_per_carry", "league") is None
    assert season.coverage["kick_return_average"] == "47 listed men"
    assert season.real("kick_return_average", "league") == (7017, 304)
    assert set(season.coverage) == {stat.name for stat in STATS}


def test_not_known_is_none_and_nobody_is_none(season):
    assert man(season, "BAL", "myhra-steve") == dict.fromkeys(PLAYER_COLUMNS)
    assert man(season, "PIT", "layne-bobby")["fumbles"] is None
    assert season.real("yards_per_carry", "player", "BAL", "myhra-steve") is None
    assert season.real("yards_per_carry", "player", "BAL", "nobody-here") is None


def test_arrays_are_the_schedule_and_the_year(season):
    arrays = season_arrays(season)
    assert [CODES[team] for team in arrays.home] == [game.home for game in season.games]
    assert [CODES[team] for team in arrays.away] == [game.away for game in season.games]
    assert [code for code, west in zip(CODES, arrays.conference, strict=True) if west] == [
        "BAL", "CHI", "DET", "GB", "RAM", "SF",
    ]  # fmt: skip
    assert arrays.game_of_team.tolist() == [[game.week - 1] * 2 for game in season.games]
    assert len(arrays.rules) == R_COLUMNS
    columns = (R_YEAR, R_KICKOFF_LINE, R_TOUCHBACK, R_SAFETY_KICK, R_TIMEOUTS)
    assert arrays.rules[list(columns)].tolist() == [1958, 40, 20, 20, 3]
    assert {array.dtype for array in arrays} == {np.dtype(np.int16), np.dtype(np.int64)}
    assert not any(array.flags.writeable for array in arrays)


def test_reading_a_season_imports_no_heavy_library():
    code = (
        "import sys; from simlib.files.seasons import load_season; load_season(1958);"
        "print(sorted({'pandas', 'numba', 'matplotlib', 'scipy', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# SPI's sheets


def sheet(name: str) -> list[dict[str, str]]:
    header, *rows = table(SHIPPED / "spi" / f"{name}.csv")
    return [dict(zip(header, row, strict=True)) for row in rows]


def throws(text: str) -> range:
    first, last = text.split("-")
    return range(dice.from_printed(first), dice.from_printed(last) + 1)


@pytest.mark.parametrize("kind", ["kickoff", "punt"])
@pytest.mark.parametrize("team", CODES)
def test_return_ranges_cover_every_throw_once(team, kind):
    rows = [row for row in sheet("returners") if (row["team"], row["kind"]) == (team, kind)]
    assert sorted(throw for row in rows for throw in throws(row["range"])) == list(range(36))


def test_misprints_are_kept_and_mended():
    mended = {
        (row["team"], row["player"], row["range_printed"], row["range"])
        for row in sheet("returners")
        if row["range"] != row["range_printed"]
    }
    assert mended == {
        ("BAL", "simpson-jackie", "65-63", "56-63"),
        ("BAL", "rechichar-bert", "42-66", "42-46"),
    }


@pytest.mark.parametrize("name", ["team_ratings", "returners", "punters", "kickers"])
def test_sheets_name_known_men_and_have_their_provenance(season, name):
    known = {(player.team, player.id) for player in season.players} | {(team, "NRB") for team in CODES}
    assert {row["team"] for row in sheet(name)} == set(CODES)
    assert all((row["team"], row["player"]) in known for row in sheet(name) if "player" in row)
    cells, words = sheet(name), sheet(f"{name}.provenance")
    for row, twin in zip(cells, words, strict=True):
        assert row.keys() == twin.keys()
        assert all(twin[column] for column, cell in row.items() if cell)


def test_numbers_in_brackets_agree_with_the_statistics(season):
    for row in sheet("punters"):
        if row["punts_printed"]:
            assert man(season, row["team"], row["player"])["punts"] == int(row["punts_printed"])
    kickers = [row for row in sheet("kickers") if row["fg_att_printed"]]
    assert len(kickers) == 2
    for row in kickers:
        stats = man(season, row["team"], row["player"])
        assert [stats["xp_att"], stats["fg_att"]] == [int(row["xp_att_printed"]), int(row["fg_att_printed"])]
