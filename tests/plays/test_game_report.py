"""One game told: every sum right, no play that couldn't happen, and the same game as in the run."""

import json
import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import simlib
from simlib import cli
from simlib.errors import InputError
from simlib.plays.one_game import _short_names, boxes, game, run_game, told_plays
from simlib.plays.records import GameResult
from simlib.plays.summary import FROM_SCRIMMAGE, drive_chart, points_by_quarter, scoring_summary
from simlib.rulesets import get_ruleset
from simlib.rulesets.contract import Setup
from simlib.rulesets.told import Play
from simlib.show.newspaper import game_text, headline, team_lines

SEASON = simlib.load_season(1958)
FREE = [("CLE", "NYG"), ("BAL", "NYG"), ("RAM", "CHI"), ("WAS", "PHI"), ("SF", "DET"), ("CRD", "GB")]


@pytest.fixture(scope="module")
def games() -> list[GameResult]:
    """Six free games and every third game of two seasons, the season made ready once."""
    playable = get_ruleset("spi").load(Setup(SEASON, "as-played"))
    codes = [team.code for team in SEASON.teams]
    first = game("CLE", "NYG", SEASON, seed=7)

    def told(away: str, home: str, number: int = 0, of: tuple[int, int] | None = None) -> GameResult:
        sides = codes.index(home), codes.index(away)
        tally, plays = told_plays(get_ruleset("spi"), SEASON, playable, sides, 7, number, of)
        return replace(first, **boxes(SEASON, playable, sides, tally, plays))

    free = [told(*teams, number) for number, teams in enumerate(FREE)]
    scheduled = [told(g.away, g.home, of=(s, g.number)) for s in (0, 5) for g in SEASON.games[::3]]
    assert free[0] == first
    return free + scheduled


def sides(told: GameResult):
    return (told.away, told.home)


def of_team(told: GameResult, code: str, *kinds: str) -> list[Play]:
    return [play for play in told.plays if play.offense == code and play.kind in kinds]


# Sums


def test_line_score_scoring_and_log_agree_with_the_final_score(games):
    for told in games:
        last = told.plays[-1]
        assert (last.away_points, last.home_points) == (told.away.points, told.home.points)
        assert sum(told.away.quarters) == told.away.points
        assert sum(told.home.quarters) == told.home.points
        if told.scoring:
            assert told.scoring[-1].away_points == told.away.points
            assert told.scoring[-1].home_points == told.home.points
        else:
            assert told.away.points == told.home.points == 0


def test_points_are_made_of_the_statistics(games):
    for told in games:
        for own in sides(told):
            s = own.stats
            touchdowns = s["rush_td"] + s["pass_td"] + s["return_td"]
            assert own.points == 6 * touchdowns + s["xp_made"] + 3 * s["fg_made"] + 2 * s["safeties"]
            assert s["xp_att"] == touchdowns


def test_men_add_up_to_their_team(games):
    columns = ("rush_att", "rush_yds", "rush_td", "pass_att", "pass_cmp", "pass_yds", "pass_td", "pass_int",
               "sacked", "sack_yds", "kick_ret", "kick_ret_yds", "punt_ret", "punt_ret_yds", "punts",
               "punt_yds", "fg_made", "fg_att", "xp_made", "xp_att")  # fmt: skip
    for told in games:
        for own in sides(told):
            men = [man.stats for man in told.men if man.team == own.code]
            for column in columns:
                assert sum(man[column] for man in men) == own.stats[column], column
            assert sum(man["rec"] for man in men) == own.stats["pass_cmp"]
            assert sum(man["rec_yds"] for man in men) == own.stats["pass_yds"]
            assert sum(man["rec_td"] for man in men) == own.stats["pass_td"]
            assert sum(man["targets"] for man in men) == own.stats["pass_att"]


def test_the_log_adds_up_to_the_statistics(games):
    for told in games:
        for own in sides(told):
            s, code = own.stats, own.code
            runs, passes = of_team(told, code, "run"), of_team(told, code, "pass")
            sacks, punts = of_team(told, code, "sack"), of_team(told, code, "punt")
            assert (len(runs), sum(p.yards for p in runs)) == (s["rush_att"], s["rush_yds"])
            assert (len(passes), sum(p.yards for p in passes)) == (s["pass_att"], s["pass_yds"])
            assert (len(sacks), -sum(p.yards for p in sacks)) == (s["sacked"], s["sack_yds"])
            punts = [p for p in punts if "roughing" not in p.results]
            assert (len(punts), sum(p.yards for p in punts)) == (s["punts"], s["punt_yds"])
            assert sum("intercepted" in p.results for p in passes) == s["pass_int"]
            assert len(runs) + len(passes) + len(sacks) == s["plays"]
            firsts = sum(("first down" in p.results) for p in runs) + s["rush_td"]
            assert firsts == s["first_downs_rush"]
            kicks = [p for p in told.plays if p.kind == "kickoff" and p.offense != code and p.returner]
            assert (len(kicks), sum(p.return_yards for p in kicks)) == (s["kick_ret"], s["kick_ret_yds"])


def test_drives_hold_every_play_from_scrimmage(games):
    for told in games:
        assert sum(d.plays for d in told.drives) == sum(p.kind in FROM_SCRIMMAGE for p in told.plays)
        for own in sides(told):
            gained = [p for p in of_team(told, own.code, "run", "pass", "sack")]
            gained += [p for p in of_team(told, own.code, "punt") if "roughing" in p.results]
            if not any("blocked" in p.results for p in told.plays):
                yards = sum(d.yards for d in told.drives if d.team == own.code)
                assert yards == sum(p.yards for p in gained)
        touchdowns = sum(d.ended == "touchdown" for d in told.drives)
        assert touchdowns == sum(t.stats["rush_td"] + t.stats["pass_td"] for t in sides(told))


# Plays that can happen


def test_words_fit_where_the_ball_is(games):
    for play in (play for told in games for play in told.plays):
        assert not re.search(r"at the \w+ end zone|recovers, in|,,|\b(None|-1)\b", play.text), play.text


def test_no_play_leaves_the_field_or_the_rules(games):
    for told in games:
        for play in told.plays:
            assert 1 <= play.quarter <= 4
            assert 0 <= play.clock_after <= play.clock <= 900
            assert play.clock % 15 == play.clock_after % 15 == 0
            assert 1 <= play.to_goal <= 99
            if play.kind in FROM_SCRIMMAGE:
                assert 1 <= play.down <= 4
                assert 1 <= play.yards_to_go <= play.to_goal
                assert play.to_goal - 100 <= play.yards <= play.to_goal
            if play.timeout:
                assert play.clock == play.clock_after or play.clock_after % 15 == 0


def test_each_play_begins_where_the_last_one_ended(games):
    for told in games:
        for play, following in pairwise(told.plays):
            same_half = (play.quarter, following.quarter) != (2, 3)
            if same_half:
                assert (following.offense, following.to_goal) == (play.next_offense, play.next_to_goal)
            if following.quarter == play.quarter:
                assert following.clock == play.clock_after
            kept = same_half and play.down and following.down > 1
            if kept:
                assert following.offense == play.offense
                assert following.down == play.down + 1
                moved = play.to_goal - following.to_goal
                assert following.yards_to_go == play.yards_to_go - moved
            if play.scorer and play.kind != "try" and "touchdown" in play.results:
                assert following.kind == "try"
            if play.kind == "try" or "safety" in play.results:
                assert following.kind in ("kickoff", "onside kick")


def test_nobody_throws_to_himself_and_time_outs_are_few(games):
    for told in games:
        for play in told.plays:
            assert not play.receiver or play.receiver != play.man
        for own in sides(told):
            for half in ((1, 2), (3, 4)):
                assert sum(p.timeout == own.code and p.quarter in half for p in told.plays) <= 3


# The same game


def test_a_game_of_a_run_is_the_same_as_in_the_run():
    run = simlib.replay(SEASON, seasons=2, first=4, seed=9, detail="games")
    frame = run.game_rows()
    for number in (1, 37, 72):
        told = game(season=SEASON, seed=9, of=(5, number))
        row = frame.reset_index()
        row = row[(row["season"] == 5) & (row["game"] == number)].iloc[0]
        assert (told.home.points, told.away.points) == (row["home_score"], row["away_score"])
        assert (told.home.code, told.away.code) == (row["home"], row["away"])


def test_seed_and_number_make_the_game():
    first = game("CLE", "NYG", SEASON, seed=7)
    assert first == game("browns", "New York", SEASON, seed=7)
    assert first.plays != game("CLE", "NYG", SEASON, seed=8).plays
    assert first.plays != game("CLE", "NYG", SEASON, seed=7, number=1).plays
    home = game("NYG", "CLE", SEASON, seed=7)
    assert (home.home.code, home.away.code) == ("CLE", "NYG")


# Summary of made-up plays


def play(number: int, kind: str, **given) -> Play:
    plain = dict.fromkeys(Play.__dataclass_fields__, "") | {
        "number": number, "kind": kind, "quarter": 1, "clock": 600, "clock_after": 570, "offense": "NYG",
        "down": 1, "yards_to_go": 10, "to_goal": 50, "yards": 0, "return_yards": 0, "results": (), "dice": (),
        "home_points": 0, "away_points": 0, "next_offense": "NYG", "next_to_goal": 50,
    }  # fmt: skip
    return Play(**(plain | given))


def test_a_touchdown_and_its_try_are_one_line():
    plays = [
        play(1, "run", yards=50, ending="touchdown", score="Gifford 50 run", scorer="NYG", home_points=6),
        play(2, "try", down=0, score="Summerall kick", scorer="NYG", home_points=7, clock_after=555),
        play(3, "kickoff", down=0, home_points=7),
    ]
    (score,) = scoring_summary(plays)
    assert (score.text, score.home_points, score.clock) == ("Gifford 50 run (Summerall kick)", 7, 570)
    assert points_by_quarter(plays, home=True) == (7, 0, 0, 0)


def test_a_ball_lost_on_the_way_back_begins_a_new_drive():
    plays = [
        play(1, "kickoff", down=0),
        play(2, "pass", ending="interception", results=("intercepted", "fumble", "fumble lost")),
        play(3, "run", yards=4, to_goal=40),
        play(4, "punt", to_goal=36, ending="punt", next_offense="CLE"),
        play(5, "run", offense="CLE", quarter=2, yards=5),
        play(6, "kickoff", down=0, quarter=3),
        play(7, "run", quarter=3, yards=-2),
    ]
    told = [(d.team, d.began, d.plays, d.yards, d.ended) for d in drive_chart(plays)]
    assert told == [
        ("NYG", "kickoff", 1, 0, "interception"),
        ("NYG", "fumble", 2, 4, "punt"),
        ("CLE", "punt", 1, 5, "end of half"),
        ("NYG", "kickoff", 1, -2, "end of game"),
    ]


def test_a_try_taken_again_is_told_once():
    plays = [
        play(1, "run", yards=50, ending="touchdown", score="Gifford 50 run", scorer="NYG", home_points=6),
        play(
            2, "try", down=0, home_points=6, penalty="NYG", penalty_yards=5, accepted=True, called_back=True
        ),
        play(3, "try", down=0, score="kick failed", home_points=6),
        play(4, "kickoff", down=0, home_points=6),
    ]
    (score,) = scoring_summary(plays)
    assert (score.text, score.home_points) == ("Gifford 50 run (kick failed)", 6)


def test_a_drive_moves_with_its_penalties():
    back = {"penalty": "NYG", "accepted": True, "called_back": True}
    plays = [
        play(1, "kickoff", down=0),
        play(2, "run", to_goal=70, yards=0, penalty_yards=10, next_to_goal=80, **back),
        play(3, "pass", to_goal=80, yards=25),
        play(4, "pass", to_goal=55, next_to_goal=60, next_offense="CLE", ending="downs", **back),
        play(5, "run", offense="CLE", to_goal=60, quarter=2, yards=3, next_to_goal=45, next_offense="CLE",
             penalty="NYG", penalty_yards=12, accepted=True),
        play(6, "kickoff", down=0, quarter=3),
    ]  # fmt: skip
    told = [(d.team, d.plays, d.yards, d.ended) for d in drive_chart(plays)]
    assert told == [("NYG", 1, 30, "downs"), ("CLE", 1, 15, "end of half")]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Jim Brown", "Brown"), ("Norm Van Brocklin", "Van Brocklin"), ("Bob St. Clair", "St. Clair"),
        ("Others (New York Giants)", "Others"), ("Van Heflin", "Heflin"), ("Roy Smith Jr.", "Smith"),
    ],
)  # fmt: skip
def test_reporters_use_surnames(name, short):
    assert _short_names([name, "Red Grange"]) == (short, "Grange")


# What is printed


def test_it_reads_like_a_newspaper(games):
    told = games[0]
    text = game_text(told, log=True)
    assert text.splitlines()[0] == headline(told)
    for score in told.scoring:
        assert score.text in text
    for part in ("Team statistics", "Rushing", "Drives", "End of Q1", "Half time", "End of the game"):
        assert part in text
    assert text.count("Two-minute warning") == 2
    assert "Play by play" not in str(told)
    assert team_lines(told.home)["Rushes-yards"].startswith(f"{told.home.stats['rush_att']}-")


def test_frames_and_json_hold_everything(games):
    told = games[0]
    assert len(told.play_by_play()) == len(told.plays)
    assert told.player_box()["rush_yds"].sum() == sum(t.stats["rush_yds"] for t in sides(told))
    assert told.team_box().loc["points", "NYG"] == told.home.points
    assert len(told.drive_chart()) == len(told.drives)
    assert len(told.scoring_summary()) == len(told.scoring)
    assert json.loads(json.dumps(told.to_json()))["home"]["points"] == told.home.points
    assert repr(told).startswith("<GameResult CLE")


# Faults


@pytest.mark.parametrize(
    ("arguments", "found", "expected"),
    [
        ({"away": "Jiants", "home": "BAL"}, "Jiants", "did you mean NYG"),
        ({"away": "Chicago", "home": "BAL"}, "Chicago", "CHI (Chicago Bears) or CRD"),
        ({"away": "CLE@1963", "home": "BAL"}, "CLE@1963", "a shipped year (1958, 1968, 1975)"),
        ({"away": "XQZ", "home": "BAL"}, "XQZ", "one of BAL"),
        ({"away": "", "home": "BAL"}, "''", "one of BAL"),
        ({"away": "BAL", "home": "bal@1958"}, "BAL bal@1958", "two different teams"),
        ({"away": "BAL"}, "BAL", "two teams"),
        ({"of": (0, 73)}, "game 73", "1 to 72"),
        ({"of": (-1, 1)}, "-1", "whole number"),
        ({"of": (0, 1), "away": "BAL"}, "BAL", "game 1's teams"),
        ({"away": "BAL", "home": "NYG", "number": -1}, "-1", "whole number"),
        ({"away": "BAL", "home": "NYG", "seed": 2**64}, "18446744073709551616", "whole number"),
        ({"away": "BAL", "home": "NYG", "coach": "Lombardi"}, "Lombardi", "as-played"),
    ],
)
def test_a_wrong_request_is_one_clear_line(arguments, found, expected):
    with pytest.raises(InputError) as error:
        game(season=SEASON, **arguments)
    assert found in str(error.value)
    assert expected in str(error.value)


@pytest.mark.parametrize("text", ["7", "a:b", "1:2:3", "1:", "-1:2", "²:1"])
def test_a_wrong_of_is_refused(text):
    with pytest.raises(InputError):
        run_game(text)


def test_the_command(capsys, tmp_path):
    file = tmp_path / "game.json"
    with pytest.raises(SystemExit) as stop:
        cli.main(["game", "CLE", "giants", "--seed", "7", "--log", "--json", str(file)])
    assert not stop.value.code
    out = capsys.readouterr().out
    content = json.loads(file.read_text(encoding="utf-8"))
    assert f"Browns {content['away']['points']}" in out
    assert content["plays"][0]["text"] in " ".join(out.split())
    with pytest.raises(SystemExit):
        cli.main(["game", "--of", "2:5"])
    assert "game 5 of the schedule (counted from 1)" in capsys.readouterr().out


def test_uncounted_figures_are_integers(games):
    assert all(isinstance(v, int) and not isinstance(v, np.integer) for v in games[0].home.stats.values())
