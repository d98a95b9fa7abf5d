"""Games between seasons, matches that stand ready, and a match played many times."""

import json
import re
import shutil
from dataclasses import replace
from importlib import import_module
from itertools import pairwise

import numpy as np
import pytest

import simlib
from simlib import cli
from simlib.errors import InputError
from simlib.files.find_team import team_index
from simlib.kernels import record, state
from simlib.kernels.season import R_COLUMNS
from simlib.kernels.season_loop import play_match
from simlib.kernels.stats import PLAYER_COLUMNS
from simlib.plays.meeting import meet
from simlib.plays.one_game import match_tally, told_plays
from simlib.plays.ready_matches import COLUMNS, ReadyMatch, load_matches, real_words
from simlib.rulesets import get_ruleset, registered
from simlib.rulesets.contract import Setup
from simlib.runs.request import Request
from simlib.show.newspaper import game_text

YEARS = simlib.shipped_seasons()
SEASON = {year: simlib.load_season(year) for year in YEARS}
RULESETS = simlib.ruleset_ids()
WITH_TEAMS = tuple(name for name in RULESETS if name != "sixth")  # whose arrays hold something of a team
UNLOGGED = np.zeros((0, record.WIDTH), np.int32)
READY = [match.id for match in load_matches()]
MARK = "1958 BAL", "1968 BAL"


def module_of(ruleset, part):
    return import_module(f"simlib.rulesets.{ruleset.replace('-', '_')}.{part}")


def coach_of(ruleset):
    return get_ruleset(ruleset).coaches[0]


def figures(told):
    """All that a game came to."""
    return told.plays, told.men, told.home, told.away, told.scoring, told.drives


@pytest.fixture(scope="module")
def colts():
    return simlib.game("BAL@1958", "BAL@1968", seed=3)


@pytest.fixture(autouse=True, scope="module")
def _seasons_made_ready_once():
    """A season is made ready in a second or two: once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in RULESETS:
            game, kept = get_ruleset(name), {}

            def load(setup, load=game.load, kept=kept):
                season = setup.season
                key = replace(setup, season=None), str(season.folder), season.league
                if key not in kept:
                    kept[key] = load(setup)
                return kept[key]

            patch.setitem(registered, name, replace(game, load=load))
        yield


# One season on both sides


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("away", "home", "year"), [("CLE", "NYG", 1958), ("NYJ", "BAL", 1968)])
def test_teams_of_one_season_meet_as_they_did(ruleset, away, home, year):
    season = SEASON[year]
    playable = get_ruleset(ruleset).load(Setup(season, coach_of(ruleset)))
    sides = team_index(season, home, "HOME"), team_index(season, away, "AWAY")
    plays = told_plays(get_ruleset(ruleset), season, playable, sides, 7, 2)[1]
    for named in ((away, home), (f"{away}@{year}", f"{home}@{year}"), (away, f"{home}@{season.folder}")):
        told = simlib.game(*named, season=year, ruleset=ruleset, seed=7, number=2)
        assert told.plays == plays
        assert (told.season, told.away_season, told.rules, told.match) == (year, year, year, None)
        assert "rules of" not in str(told)


def test_a_game_keeps_its_integers():
    """As it was before teams of two seasons could meet."""
    told = simlib.game("CLE", "NYG", seed=7)
    assert (len(told.plays), told.away.points, told.home.points) == (159, 26, 17)
    assert [sum(told.home.stats.values()), sum(told.away.stats.values())] == [1240, 1501]


# Two seasons


def test_each_side_is_called_by_its_season(colts):
    assert (colts.away.code, colts.home.code) == MARK
    assert (colts.away.name, colts.home.name) == ("1958 Baltimore Colts", "1968 Baltimore Colts")
    assert (colts.away_season, colts.season, colts.rules) == (1958, 1968, 1968)
    content = json.loads(json.dumps(colts.to_json()))
    assert (content["away_season"], content["season"], content["rules"]) == (1958, 1968, 1968)
    assert set(colts.play_by_play()["offense"]) == set(colts.drive_chart()["team"]) == set(MARK)
    assert set(colts.scoring_summary()["team"]) <= set(MARK)
    assert set(colts.player_box().index.get_level_values("team")) == set(MARK)


def test_no_line_says_bal_without_its_season(colts):
    text = game_text(colts, log=True)
    assert "sheets of 1958 and 1968, rules of 1968" in text
    for word in ("BAL", "Baltimore Colts"):
        assert re.findall(rf"(?<!1958 )(?<!1968 )\b{word}", text) == []
    assert len(re.findall(r"^ *(?:Q\d)? +\d+:\d\d  19[56]8 BAL ", text, re.M)) >= len(colts.plays)


def test_men_are_their_own_seasons(colts):
    for code, year in zip(MARK, (1958, 1968), strict=True):
        roster = {man.id for man in SEASON[year].players if man.team == "BAL"}
        played = {man.id for man in colts.men if man.team == code}
        assert len(played) > 10
        assert played <= roster
        for play in colts.plays:
            if play.offense == code and play.man:
                assert play.man in roster


def test_men_and_log_add_up_to_each_side(colts):
    for own in (colts.away, colts.home):
        men = [man.stats for man in colts.men if man.team == own.code]
        runs = [p.yards for p in colts.plays if p.offense == own.code and p.kind == "run"]
        assert sum(man["rush_yds"] for man in men) == own.stats["rush_yds"] == sum(runs)
        assert sum(man["pass_yds"] for man in men) == own.stats["pass_yds"]
    for play, following in pairwise(colts.plays):
        if (play.quarter, following.quarter) != (2, 3):
            assert (following.offense, following.to_goal) == (play.next_offense, play.next_to_goal)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_seasons_stand_behind_one_another(ruleset):
    met = meet("DAL@1975", "BAL@1958", Request(1958, ruleset))
    codes = [team.code for team in met.season.teams]
    assert [codes[side] for side in met.sides] == ["1958 BAL", "1975 DAL"]
    own = [get_ruleset(ruleset).load(Setup(SEASON[year], coach_of(ruleset))) for year in (1958, 1975)]
    assert met.playable.men == own[0].men + own[1].men
    assert not any(array.flags.writeable for array in met.playable.arrays)


def test_spi_sheets_go_with_their_teams():
    sheets = meet("DAL@1975", "BAL@1958", Request(1958)).playable.arrays.sheets
    own = [get_ruleset("spi").load(Setup(SEASON[year], "as-played")).arrays.sheets for year in (1958, 1975)]
    np.testing.assert_array_equal(sheets, np.concatenate(own))


def test_football_strategy_calls_go_with_their_teams():
    """A game of two teams of the second season is the same at their places behind the first."""
    ruleset = "football-strategy"
    met = meet("DAL@1975", "BAL@1958", Request(1958, ruleset), rules=1975)
    alone = meet("DAL", "PIT", Request(1975, ruleset))
    shift = len(SEASON[1958].teams)
    kinds = set()
    for number in range(40):
        scores = []
        for meeting, sides in ((alone, alone.sides), (met, [side + shift for side in alone.sides])):
            tally = match_tally(meeting.season, meeting.playable)
            arrays = meeting.playable.arrays
            play_match(np.uint64(5), number, *sides, arrays, tally, UNLOGGED, state.NO_MORE)
            scores.append(tally.scores[0, 0].tolist())
        assert scores[0] == scores[1]
        kinds.add(tuple(scores[0]))
    assert len(kinds) > 10


@pytest.mark.parametrize("ruleset", WITH_TEAMS)
def test_seasons_share_all_but_rules_and_teams(ruleset):
    """What mixing takes from the first season alone is the same in every season."""
    layout = module_of(ruleset, "play.layout")
    tables = [get_ruleset(ruleset).load(Setup(SEASON[year], "as-played")).arrays.tables for year in YEARS]
    shared = getattr(layout, "A_TEAMS", len(tables[0]))
    heads = [table[:shared].copy() for table in tables]
    for head in heads:
        head[layout.A_RULES : layout.A_RULES + R_COLUMNS] = 0
        np.testing.assert_array_equal(head, heads[0])


def test_a_game_that_cannot_mix_seasons_says_so(monkeypatch):
    alone = replace(get_ruleset("spi"), mix=None)
    monkeypatch.setitem(registered, "spi", alone)
    with pytest.raises(InputError, match="teams of different seasons can meet"):
        simlib.game("BAL@1958", "BAL@1968")
    assert simlib.game("CLE", "NYG").season == 1958


def kickoffs(told):
    return {p.to_goal for p in told.plays if p.kind == "kickoff" and "safety" not in p.results}


def test_the_rules_are_the_home_teams_years_unless_asked_for():
    away, home = "BAL@1958", "PIT@1975"  # kick-offs were from the 40, then from the 35
    later, earlier = kickoffs(simlib.game(away, home)), kickoffs(simlib.game(home, away))
    assert (65 in later, 60 in later) == (True, False)
    assert (65 in earlier, 60 in earlier) == (False, True)
    asked = simlib.game(away, home, rules=1958)
    assert 60 in kickoffs(asked)
    assert asked.rules == 1958
    assert asked.plays == simlib.game(away, home, rules=SEASON[1958]).plays
    third = simlib.game(away, "BAL@1968", rules="1975")
    assert 65 in kickoffs(third)
    assert "sheets of 1958 and 1968, rules of 1975" in str(third)


def test_other_rules_for_teams_of_one_season():
    told, own = simlib.game("CLE", "NYG", rules=1975, seed=7), simlib.game("CLE", "NYG", rules=1958, seed=7)
    assert own == simlib.game("CLE", "NYG", seed=7)
    assert (told.away.code, told.rules) == ("CLE", 1975)
    assert 65 in kickoffs(told)
    assert "1958 sheets, rules of 1975" in str(told)


def test_a_folder_may_be_a_season_too(tmp_path):
    folder = tmp_path / "my-1958"
    shutil.copytree(SEASON[1958].folder, folder)
    told = simlib.game(f"BAL@{folder}", "BAL", seed=2)
    assert (told.away.code, told.home.code) == ("my-1958 BAL", "1958 BAL")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_seasons_meet_in_every_game(ruleset):
    told = simlib.game("PIT@1975", "BAL@1958", ruleset=ruleset, options="all" if ruleset != "spi" else ())
    assert (told.away.code, told.home.code) == ("1975 PIT", "1958 BAL")
    assert told.plays[-1].home_points == told.home.points
    assert told.away.stats["plays"] > 30 < told.home.stats["plays"]


# Sheet notes


def most_in_a_game(match, man, column, first, games=150):
    """Most of a man's counts in a game of a match."""
    met = meet(None, None, Request(1958), match=match)
    team, slot = next((t, names.index(man)) for t in met.sides if man in (names := met.playable.men[t]))
    counts = []
    for number in range(first, first + games):
        tally = match_tally(met.season, met.playable)
        arrays = met.playable.arrays
        play_match(np.uint64(3), number, *met.sides, arrays, tally, UNLOGGED, state.UNTIL_A_SCORE)
        counts.append(int(tally.player_stats[0, team, slot, PLAYER_COLUMNS.index(column)]))
    return max(counts)


@pytest.mark.parametrize("first", [0, 70_000])
@pytest.mark.parametrize(
    ("match", "man", "column", "limit"),
    [
        ("super-bowl-iii", "sauer-george", "rush_att", 1),
        ("super-bowl-iii", "mackey-john", "rush_att", 1),
        ("super-bowl-iii", "brown-timmy", "targets", 1),
        ("super-bowl-x", "pearson-drew", "rush_att", 1),
        ("super-bowl-x", "dupree-billy-joe", "rush_att", 1),
        ("super-bowl-x", "fugett-jean", "rush_att", 1),
        ("super-bowl-x", "richards-golden", "rush_att", 3),
        ("super-bowl-x", "lewis-frank", "rush_att", 2),
    ],
)
def test_the_printed_notes_hold_in_a_match(match, man, column, limit, first):
    most = most_in_a_game(match, man, column, first)
    assert 1 <= most <= limit


# Ready matches


def test_ready_matches_are_the_seasons_own_last_games():
    for match in load_matches():
        (away, year), (home, home_year) = (side.split("@") for side in (match.away, match.home))
        assert year == home_year
        last = SEASON[int(year)].playoffs[-1]
        assert (match.date, away, home) == (last.date, last.away, last.home)
        assert (match.away_score, match.home_score) == (last.away_score, last.home_score)
    assert READY == ["title-1958", "super-bowl-iii", "super-bowl-x"]


READY_IN = [*((match, "spi") for match in READY), ("super-bowl-x", "football-strategy")]


@pytest.mark.parametrize(("match", "ruleset"), READY_IN)
def test_a_ready_match_always_has_a_winner(match, ruleset):
    many = simlib.play_many(match=match, ruleset=ruleset, times=200)
    assert many.ties == 0
    assert many.away.wins + many.home.wins == 200
    assert (many.games()["away"] != many.games()["home"]).all()


@pytest.mark.parametrize(("match", "ruleset"), READY_IN)
def test_four_quarters_are_those_of_the_free_game(match, ruleset):
    """Sudden death follows a game that would have ended level, and changes no other."""
    ready = next(each for each in load_matches() if each.id == match)
    free = simlib.play_many(ready.away, ready.home, ruleset=ruleset, times=200).games()
    won = simlib.play_many(match=match, ruleset=ruleset, times=200).games()
    level = free["away"] == free["home"]
    assert level.any()
    assert (free[~level] == won[~level]).all(axis=None)
    number = int(level.idxmax())
    told = simlib.game(match=match, ruleset=ruleset, number=number)
    untold = simlib.game(ready.away, ready.home, ruleset=ruleset, number=number)
    assert told.plays[: len(untold.plays)] == untold.plays
    assert len(told.home.quarters) > 4
    assert told.plays[-1].quarter > 4
    assert "OT" in str(told)
    level_again = simlib.game(ready.away, ready.home, ruleset=ruleset, number=number, play_off=True)
    assert figures(level_again) == figures(told)


def test_a_ready_match_says_what_it_was():
    told = simlib.game(match="super-bowl-iii")
    assert told.match.title == "Super Bowl III"
    text = str(told)
    assert (
        "Super Bowl III, 1969-01-12, in reality BAL@1968 NYJ@1968 7-16 (transcribed E+T+Q+public-record)"
        in text
    )
    assert "neutral ground, which makes no difference" in text
    assert json.loads(json.dumps(told.to_json()))["match"]["home_score"] == 16
    assert "neutral" not in str(simlib.game(match="title-1958"))
    assert "23-17 in overtime" in str(simlib.game(match="title-1958"))


def test_a_ready_match_may_have_other_rules():
    assert 65 in kickoffs(simlib.game(match="super-bowl-iii", rules=1975))


GOOD = "cup,Cup,1959-01-01,BAL@1958,NYG@1958,3,0,4,home,assumed me"
HEADER = ",".join(COLUMNS)


def folder_of(tmp_path, *rows, header=HEADER):
    (tmp_path / "SOURCES.csv").write_text("key,word,explanation\nme,assumed,made up\n", encoding="utf-8")
    (tmp_path / "matches.csv").write_text("\n".join([header, *rows, ""]), encoding="utf-8")
    return tmp_path


def test_an_unknown_score_stays_empty(tmp_path):
    (match,) = load_matches(folder_of(tmp_path, GOOD.replace(",3,0,4,", ",,,,")))
    assert match == ReadyMatch(
        "cup", "Cup", "1959-01-01", "BAL@1958", "NYG@1958", None, None, None, "home", "assumed me"
    )
    assert real_words(match) == "Cup, 1959-01-01"


@pytest.mark.parametrize(
    ("old", "new", "column", "expected"),
    [
        ("cup,Cup", "Cup,Cup", "match", "small letters"),
        ("cup,", "list,", "match", "another name"),
        ("Cup,1959", ",1959", "title", "a title"),
        ("1959-01-01", "1.1.1959", "date", "YYYY-MM-DD"),
        ("BAL@1958", "BAL", "away", "BAL@1958"),
        ("NYG@1958", "BAL@1958", "home", "another team"),
        (",3,0,", ",3,,", "home_score", "both scores or none"),
        (",3,0,", ",3,3,", "home_score", "a winner"),
        (",3,0,", ",3,x,", "home_score", "whole number"),
        (",4,home", ",3,home", "quarters", "4 to 20"),
        (",4,home", ",,home", "quarters", "quarters and both scores, or none"),
        (",3,0,4,", ",,,4,", "quarters", "quarters and both scores, or none"),
        (",home,", ",moon,", "ground", "home, neutral"),
        ("assumed me", "assumed you", "source", "SOURCES.csv"),
        ("assumed me", "assumed me\n" + GOOD, "match", "it once"),
        (",assumed me", "", "", "10 cells"),
    ],
)
def test_a_wrong_table_is_one_clear_line(tmp_path, old, new, column, expected):
    folder = folder_of(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(InputError) as error:
        load_matches(folder)
    (fault,) = error.value.faults
    assert fault.where.startswith(str(folder / "matches.csv:"))
    assert fault.column == column
    assert expected in fault.expected
    assert "\n" not in str(fault)


def test_no_table_and_no_column_are_told(tmp_path):
    with pytest.raises(InputError, match="ground"):
        load_matches(folder_of(tmp_path, header=HEADER.replace(",ground", "")))
    (tmp_path / "matches.csv").unlink()
    with pytest.raises(InputError, match=r"matches\.csv"):
        load_matches(tmp_path)


# Many games


@pytest.mark.parametrize("ruleset", RULESETS)
def test_many_games_are_those_games(ruleset):
    asked = {"ruleset": ruleset, "seed": 9, "rules": 1958}
    many = simlib.play_many("BAL@1958", "PIT@1975", times=12, number=5, **asked)
    for number, row in many.games().iterrows():
        told = simlib.game("BAL@1958", "PIT@1975", number=int(number), **asked)
        assert (told.away.points, told.home.points) == (row["away"], row["home"])
    assert list(many.games().index) == list(range(5, 17))


def test_shares_and_means_are_those_of_the_scores():
    many = simlib.play_many("BAL@1958", "BAL@1968", times=300)
    games, n = many.games(), 300
    assert many.away.wins + many.home.wins + many.ties == n
    assert many.home.share + many.away.share + many.ties / n == pytest.approx(1)
    assert many.home.wins == (games["home"] > games["away"]).sum()
    assert many.away.wins == (games["away"] > games["home"]).sum()
    for side, points in ((many.home, games["home"]), (many.away, games["away"])):
        assert side.share_error == pytest.approx((side.share * (1 - side.share) / n) ** 0.5)
        assert side.points == pytest.approx(points.mean())
        assert side.points_error == pytest.approx(points.sem())
    margins = games["home"] - games["away"]
    assert many.margin == pytest.approx(margins.mean())
    assert many.margin_error == pytest.approx(margins.sem())
    for cut, margin in many.margin_quantiles.items():
        assert (margins < margin).mean() < cut / 100 <= (margins <= margin).mean()
    assert set(json.loads(json.dumps(many.to_json()))["margin_quantiles"].values())
    assert repr(many).startswith("<ManyGames won: 1958 BAL ")
    assert "1968 Baltimore Colts" in many._repr_html_()


def test_one_game_has_no_spread():
    many = simlib.play_many("CLE", "NYG", times=1)
    assert many.home.points_error == many.margin_error == 0


# Faults


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"away": "BAL@", "home": "NYG"}, r"AWAY: found 'BAL@', expected a shipped year or .* after the @"),
        ({"away": "NYG", "home": "BAL@2058"}, r"HOME: found 'BAL@2058', expected a shipped year \(1958"),
        ({"away": "BAL@1958@1968", "home": "NYG"}, "after the @"),
        ({"away": "@1968", "home": "NYG"}, r"AWAY: found '@1968', expected one of ATL"),
        ({"away": "XQZ@1968", "home": "NYG"}, r"found 'XQZ@1968', expected one of ATL"),
        ({"away": "BAL@1968", "home": "colts@1968"}, "two different teams"),
        ({"away": "BAL", "home": "BAL@1958"}, "two different teams"),
        ({"away": "CLE", "home": "NYG", "rules": 1963}, r"--rules: found '1963', expected a shipped year"),
        ({"away": "CLE", "home": "NYG", "rules": ""}, "--rules"),
        ({"match": "super-bowl-i"}, r"--match: found 'super-bowl-i', expected one of title-1958, "),
        ({"match": "super-bowl-x", "away": "DAL"}, "no teams beside --match"),
        ({"of": (0, 1), "match": "super-bowl-x"}, "--of"),
        ({"of": (0, 1), "rules": 1968}, "--of"),
        ({"of": (0, 1), "play_off": True}, "--of"),
        ({"of": (0, 1), "away": "BAL@1968"}, "a team of 1958"),
        ({"away": "BAL@1958", "home": "BAL@1968", "coach": "matched"}, "--coach"),
    ],
)  # fmt: skip
def test_a_wrong_request_is_one_clear_line(arguments, expected):
    with pytest.raises(InputError, match=expected) as error:
        simlib.game(**arguments)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("times", [0, -1, 1_000_002, 1.5, True])
def test_wrong_times_are_refused(times):
    with pytest.raises(InputError, match="--times"):
        simlib.play_many("CLE", "NYG", times=times)


# The command


def command(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        cli.main(["game", *arguments])
    written = capsys.readouterr()
    return stop.value.code or 0, written.out, written.err


def test_the_command_tells_a_game_of_two_seasons(capsys, tmp_path):
    file = tmp_path / "game.json"
    code, out, _ = command(capsys, "BAL@1958", "BAL@1968", "--seed", "3", "--log", "--json", str(file))
    assert code == 0
    assert out.splitlines()[1].startswith("at 1968 Baltimore Colts, sheets of 1958 and 1968, rules of 1968;")
    assert json.loads(file.read_text(encoding="utf-8"))["away"]["code"] == "1958 BAL"
    code, out, _ = command(capsys, "BAL@1958", "BAL", "--season", "1968", "--rules", "1975")
    assert "sheets of 1958 and 1968, rules of 1975" in out


def test_the_command_counts(capsys, tmp_path):
    file = tmp_path / "many.json"
    code, out, _ = command(capsys, "BAL@1958", "BAL@1968", "--times", "50", "--json", str(file))
    assert code == 0
    many = json.loads(file.read_text(encoding="utf-8"))
    assert many["games"] == 50 == many["home"]["wins"] + many["away"]["wins"] + many["ties"]
    for side in ("away", "home"):
        assert re.search(rf"^{many[side]['name']} +{many[side]['wins']} ", out, re.M)
    assert "sheets of 1958 and 1968, rules of 1968; spi, coach as-played, seed 1; games 0 to 49" in out
    assert "quantiles 5% " in out


def test_the_command_plays_a_ready_match(capsys):
    _, out, _ = command(capsys, "--match", "list")
    assert all(name in out for name in READY)
    code, out, _ = command(capsys, "--match", "super-bowl-x")
    assert code == 0
    assert "Super Bowl X, 1976-01-18, in reality DAL@1975 PIT@1975 17-21" in out
    code, out, _ = command(capsys, "--match", "super-bowl-x", "--times", "20")
    assert "in reality" in out
    assert "ties" not in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("BAL@", "NYG"), ("CLE", "NYG", "--rules", "x"), ("--match", "x"), ("CLE", "NYG", "--times", "-1"),
        ("CLE", "NYG", "--times", "5", "--log"), ("--of", "0:1", "--times", "5"), ("CLE",), (),
        ("--match", "super-bowl-x", "--of", "0:1"),
    ],
)  # fmt: skip
def test_a_wrong_command_ends_with_2_and_one_line(capsys, arguments):
    code, out, err = command(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("simlib: ")
    assert err.count("\n") == 1
