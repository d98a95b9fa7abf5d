"""Games under every optional rule, told: no box, summary or drive is fooled by a play called back."""

import csv
import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from log_columns import bits_of

import simlib
from simlib.files.folders import data_folder
from simlib.plays.one_game import boxes, game, told_plays
from simlib.plays.records import GameResult
from simlib.plays.summary import FROM_SCRIMMAGE
from simlib.rulesets import get_ruleset
from simlib.rulesets.contract import Setup
from simlib.rulesets.spi.play import flag, layout
from simlib.rulesets.spi.told.log import RESULTS
from simlib.rulesets.spi.told.log_penalty import cell_words
from simlib.rulesets.told import Play
from simlib.show.newspaper import game_text, quarter_name, spot_words

SEASON = simlib.load_season(1958)
SPI = get_ruleset("spi")
COACHES = ("as-played", "solitaire-blind")
MOVED = ("run", "pass", "sack")
PENALIZED = (
    r"(, called back: |, plus )(interference, )?\d+ yards? against \w+",
    r", penalty on \w+ \((\d+ yards|interference)\) declined\.$",
)


@pytest.fixture(scope="module")
def games() -> list[GameResult]:
    """A hundred games of the schedule, fifty a coach, under every option."""
    codes = [team.code for team in SEASON.teams]
    told = []
    for coach in COACHES:
        playable = SPI.load(Setup(SEASON, coach, SPI.options))
        first = game(season=SEASON, of=(0, 1), coach=coach, options=SPI.options, seed=7)
        for number in range(50):
            match = SEASON.games[number * 7 % len(SEASON.games)]
            sides = codes.index(match.home), codes.index(match.away)
            tally, plays = told_plays(SPI, SEASON, playable, sides, 7, of=(number, match.number))
            told.append(replace(first, **boxes(SEASON, playable, sides, tally, plays)))
    return told


def sides(told: GameResult):
    return (told.away, told.home)


def every_play(games: list[GameResult]):
    return [play for told in games for play in told.plays]


def counted(told: GameResult, code: str, *kinds: str) -> list[Play]:
    return [p for p in told.plays if p.offense == code and p.kind in kinds and not p.called_back]


# Sums


def test_no_score_is_lost_or_made_up(games):
    for told in games:
        for own in sides(told):
            s = own.stats
            last = told.scoring[-1] if told.scoring else None
            points = 0 if last is None else last.home_points if own is told.home else last.away_points
            assert own.points == sum(own.quarters) == points == s["points"]
            mine = [score for score in told.scoring if score.team == own.code]
            goals = [score for score in mine if "field goal, ball on" in score.text]
            safeties = [score for score in mine if score.text.startswith("Safety")]
            assert (len(goals), len(safeties)) == (s["fg_made"], s["safeties"])
            touchdowns = s["rush_td"] + s["pass_td"] + s["return_td"]
            assert len(mine) == len(goals) + len(safeties) + touchdowns
            assert sum("kick)" in score.text for score in mine) == s["xp_made"]
            assert len(counted(told, own.code, "try")) == s["xp_att"] == touchdowns


def test_the_log_adds_up_to_the_statistics(games):
    for told in games:
        for own in sides(told):
            s, code = own.stats, own.code
            runs, passes, sacks, punts = (
                counted(told, code, kind) for kind in ("run", "pass", "sack", "punt")
            )
            punts = [p for p in punts if "roughing" not in p.results]
            assert (len(runs), sum(p.yards for p in runs)) == (s["rush_att"], s["rush_yds"])
            assert (len(passes), sum(p.yards for p in passes)) == (s["pass_att"], s["pass_yds"])
            assert (len(sacks), -sum(p.yards for p in sacks)) == (s["sacked"], s["sack_yds"])
            assert (len(punts), sum(p.yards for p in punts)) == (s["punts"], s["punt_yds"])
            assert len(runs) + len(passes) + len(sacks) == s["plays"]
            assert sum("fumble lost" in p.results for p in [*runs, *sacks]) <= s["fumbles_lost"]
            kicks = [
                p
                for p in told.plays
                if p.kind == "kickoff" and p.offense != code and p.returner and not p.called_back
            ]
            assert (len(kicks), sum(p.return_yards for p in kicks)) == (s["kick_ret"], s["kick_ret_yds"])
            against = [p for p in told.plays if p.accepted and p.penalty == code]
            roughed = [p for p in told.plays if "roughing" in p.results and p.offense != code]
            assert len(against) + len(roughed) == s["penalties"]
            assert sum(p.penalty_yards for p in against) + sum(p.yards for p in roughed) == s["penalty_yds"]


def test_interceptions_of_box_men_and_log_agree(games):
    named = 0
    for told in games:
        for own, other in (sides(told), sides(told)[::-1]):
            assert own.interceptions == other.stats["pass_int"]
            taken = [p for p in told.plays if "intercepted" in p.results and p.offense == other.code]
            assert own.interception_yards == sum(p.return_yards for p in taken)
            for man in (man for man in told.men if man.team == own.code):
                mine = [p for p in taken if p.returner == man.id]
                assert man.stats["int_made"] == len(mine)
                assert man.stats["int_made_yds"] == sum(p.return_yards for p in mine)
                named += len(mine)
            for play in taken:
                by = rf"INTERCEPTED by \S+.* \({own.code}\) " if play.returner else f" by {own.code} "
                assert re.search(by, play.text)
    assert named > 40


def test_drives_count_what_counts_and_move_with_penalties(games):
    for told in games:
        assert sum(d.plays for d in told.drives) == sum(
            p.kind in FROM_SCRIMMAGE and not p.called_back for p in told.plays
        )
        assert sum(d.ended == "touchdown" for d in told.drives) == sum(
            own.stats["rush_td"] + own.stats["pass_td"] for own in sides(told)
        )
        if any("blocked" in p.results for p in told.plays):
            continue
        for own in sides(told):
            mine = [p for p in told.plays if p.offense == own.code and p.kind in FROM_SCRIMMAGE]
            yards = sum(p.yards for p in mine if p.kind in MOVED and not p.accepted)
            yards += sum(p.yards for p in mine if "roughing" in p.results)
            for play in (p for p in mine if p.accepted and p.ending != "punt"):
                kept = play.next_offense == play.offense
                yards += play.to_goal - (play.next_to_goal if kept else 100 - play.next_to_goal)
            assert yards == sum(d.yards for d in told.drives if d.team == own.code)


# Words


def test_a_called_back_play_is_nothing_but_its_penalty(games):
    seen = [play for play in every_play(games) if play.called_back]
    assert len(seen) > 300
    for play in seen:
        assert (play.yards, play.return_yards, play.score, play.scorer) == (0, 0, "", "")
        allowed = {"penalty", "penalty accepted", "first down", "kick again", "on downs"}
        assert set(play.results) <= allowed
        assert play.ending in ("", "downs", "punt")


def test_penalties_are_told(games):
    for told in games:
        for play, following in pairwise(told.plays):
            assert bool(play.penalty) == ("penalty" in play.results) == ("; penalty" in play.rolled)
            assert any(re.search(words, play.text) for words in PENALIZED) == bool(play.penalty), play.text
            if "TOUCHDOWN" in play.text:
                assert play.called_back or play.scorer
            if not play.accepted or (play.quarter, following.quarter) == (2, 3):
                continue
            assert f"{play.penalty_yards} yard" in play.text
            to = spot_words(told, play.next_offense, play.next_to_goal)
            assert re.search(rf"(to|from) (the )?{to}\b", play.text), play.text
            last = play.text.rstrip(".").rpartition(", ")[2]
            assert (last == "first down") <= (following.down == 1)
            assert ("kicked again" in play.text) == (following.kind in ("kickoff", "onside kick"))
            assert ("tried again" in play.text) == (following.kind == "try")
            if play.kind in FROM_SCRIMMAGE and play.down > 1 and following.down == 1:
                assert re.search("first down|takes over on downs|punts", play.text)


def test_a_play_ends_where_the_next_begins(games):
    ends = 0
    for told in games:
        for play in told.plays:
            ended = re.search(
                r"(FUMBLES?, \w+ recovers at|returns -?\d+ to|returned -?\d+ to) (the )?", play.text
            )
            if ended and not play.penalty:
                assert play.text[ended.end() :].startswith(
                    spot_words(told, play.next_offense, play.next_to_goal)
                ), play.text
                ends += 1
    assert ends > 500


def test_words_fit_where_the_ball_is(games):
    for play in every_play(games):
        assert not re.search(r"at the \w+ end zone|recovers, in|,,|\b(None|-1)\b|\w\)(?! )", play.text), (
            play.text
        )


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("text", r"TOUCHDOWN, called back: \d+ yards against (\w+), to (the )?"),
        ("text", r"TOUCHDOWN, penalty on \w+ \(\d+ yards\) declined"),
        ("text", r"GOOD, called back: .*, to be tried again\.$"),
        ("text", r"field goal try, .*, called back: "),
        ("text", r"kicks off .*, called back: .*, to be kicked again from the \w+ \d+\.$"),
        ("text", r"kicks off .*, called back: \d+ yards against \w+, to the \w+ \d+\.$"),
        ("text", r"punts .*returns .*, called back: "),
        ("text", r"punts .*returns .*, plus \d+ yards against "),
        ("text", r"(INTERCEPTED|FUMBLES).*, called back: "),
        ("text", r"sacked .*, called back: "),
        ("text", r"for \d+, plus \d+ yards against \w+ to .*, first down\.$"),
        ("text", r"incomplete, called back: interference, \d+ yards against \w+, to .*, first down\.$"),
        ("text", r" dumps off to \w+.* for \d+"),
        ("text", r" dumps off to \w+, incomplete"),
        ("text", r"punts \d+ out of bounds at the \w+ \d+\.$"),
        ("rolled", r"dump-off rating \d+, total \d+, meant for \w+; pass "),
        ("rolled", r"dump-off rating \d+, total \d+ fails; pass "),
        ("rolled", r"out of bounds, die \d: -\d+ yards"),
        ("rolled", r"^out of bounds, die 1: blocked$"),
        ("rolled", r"clutch \d against \d, throw"),
        ("rolled", r"; interceptor \d\d"),
        ("rolled", r"[A-U] down [2-9] to [A-U].*; [\w ]+ past his limit, two grades down"),
        ("rolled", r"; penalty: throw \d\d, 11-\d\d is \w+'s, total \d+: 15$"),
        ("rolled", r"; penalty on a 12: throw \d\d, 11-\d\d is \w+'s, total \d+: (5b|15a|\*15)$"),
        ("rolled", r"total 9: PI \(1\), gain [A-P], total \d+$"),
        ("rolled", r"total 4: \*15 \(1\), gain [A-P], total \d+$"),
    ],
)
def test_every_option_is_told(games, field, words):
    assert any(re.search(words, getattr(play, field)) for play in every_play(games))


def test_the_results_name_every_flag(games):
    assert set(RESULTS) == set(bits_of(flag).values())
    told = {result for play in every_play(games) for result in play.results}
    assert told == set(RESULTS.values())


def test_cells_are_told_as_printed():
    tables = SPI.load(Setup(SEASON, "as-played", SPI.options)).arrays.tables
    cells = tables[layout.A_PENALTY :][: 11 * 18].reshape(66, 3).tolist()
    with (data_folder("charts") / "spi" / "penalty.csv").open(encoding="utf-8", newline="") as file:
        printed = [cell for row in list(csv.reader(file))[1:] for cell in row[1:]]
    assert [cell_words(tuple(cell)) for cell in cells] == printed


# What is printed and kept


def test_the_newspaper_names_options_and_interceptors(games):
    text = game_text(games[0])
    assert "coach as-played, options penalties, limits, clutch, dump, interceptors, punt-out; seed 7" in text
    assert "options" not in game_text(game("CLE", "NYG", SEASON))
    for told in games[:10]:
        text = game_text(told)
        for man in told.men:
            if man.stats["int_made"]:
                line = f"{man.name} {man.stats['int_made']}-{man.stats['int_made_yds']}"
                assert line in " ".join(text.split())
        for own in sides(told):
            assert f"{own.stats['penalties']}-{own.stats['penalty_yds']}" in text


def test_frames_and_json_hold_the_penalties(games):
    frame = games[0].play_by_play()
    assert frame["accepted"].sum() == sum(play.accepted for play in games[0].plays) > 0
    kept = json.loads(json.dumps(games[0].to_json()))["plays"]
    assert [play["penalty_yards"] for play in kept] == frame["penalty_yards"].tolist()
    other = game("CLE", "NYG", SEASON, ruleset="football-strategy")
    assert {(p.penalty, p.penalty_yards, p.accepted, p.called_back) for p in other.plays} == {
        ("", 0, False, False)
    }


def test_a_play_without_options_is_told_as_before():
    plain = game("CLE", "NYG", SEASON, seed=7)
    for play in plain.plays:
        assert not re.search("penalty|clutch|limit|dump|interceptor|die", play.text + play.rolled)
    assert quarter_name(plain.plays[-1].quarter) == "Q4"
