"""The sixth game against a referee in plain Python, made from RULES.md; what it gives; how it is known."""

import csv
import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from oracle.spi_throws import added, four_choices, game_key, raw_word, six_throws
from places import GOLDEN

import simlib
from simlib import rulesets
from simlib.errors import InputError
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.rulesets.contract import Setup
from sixth.rules import RULESET

CHARTS = Path(__file__).parent / "charts"
SEASON = simlib.load_season("1958")
GAMES, SEED = 5, 7  # seasons of 72 games


# The referee


def rows(name):
    with (CHARTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def column(chart, name):
    return {int(row["dice"]): row[name] for row in rows(chart)}


RUN, PASS = column("gains.csv", "run"), column("gains.csv", "pass")
KICKOFF, PUNT, PLACE = (column("kicks.csv", name) for name in ("kickoff", "punt", "place_kick"))


def between(value, words):
    """Whether a number is in a class of a coach's table: "1-3", "8+" or "*"."""
    low, _, high = words.rstrip("+").partition("-")
    return words == "*" or int(low) <= value <= (int(high) if high else 99 if "+" in words else int(low))


def coin(key, play):
    return int(four_choices(raw_word(key, play, 1))[0] < 32768)


class Referee:
    """One game: `count` holds what its teams did, by side and name."""

    def __init__(self, key, first_receiver, table, sudden_death=False):
        self.key, self.table, self.sudden_death = key, table, sudden_death
        self.points, self.count = [0, 0], [dict.fromkeys(TEAM_COLUMNS, 0) for _ in range(2)]
        self.cautious = [False, False]
        self.play, self.over = 1, False
        self.kicker, self.next = 1 - first_receiver, "kickoff"
        self.quarter = 1
        while not self.over:
            self.play_quarter()
            if self.quarter == 2:
                self.kicker, self.next = first_receiver, "kickoff"
            if self.quarter == 4:
                if self.points[0] != self.points[1] or not sudden_death:
                    return
                self.kicker, self.next = coin(self.key, self.play), "kickoff"
                self.play += 1
            self.quarter += 1

    def play_quarter(self):
        played = 0
        while not self.over and (played < 30 or self.next == "try"):
            played += self.next != "try"
            self.total = added(six_throws(self.key, self.play, 0)[0])
            getattr(self, f"play_{self.next}")()
            self.play += 1

    def add(self, side, **counts):
        for name, count in counts.items():
            self.count[side][name] += count

    def score(self, side, points):
        self.points[side] += points
        self.over = self.over or (self.quarter > 4)

    def ball(self, side, line):
        """First down for a side, `line` yards from its own goal line."""
        self.side, self.line, self.down, self.aim = side, line, 1, min(line + 10, 100)
        self.next = "scrimmage"

    def kick_off_next(self, side):
        self.kicker, self.next = side, "kickoff"

    def touchdown(self, side):
        self.score(side, 6)
        self.side, self.next = side, "try"

    def play_kickoff(self):
        receiver, cell = 1 - self.kicker, KICKOFF[self.total]
        if cell == "TD":
            self.add(receiver, return_td=1)
            self.touchdown(receiver)
        else:
            self.ball(receiver, int(cell))

    def kick_is_good(self, distance):
        cell = PLACE[self.total]
        return cell != "NO" and distance <= int(cell)

    def play_try(self):
        good = self.kick_is_good(2)
        self.add(self.side, xp_att=1, xp_made=good)
        if good:
            self.score(self.side, 1)
        self.kick_off_next(self.side)

    def call(self):
        if self.cautious[self.side]:
            self.cautious[self.side] = False
            return "run"
        for row in self.table:  # the last that fits
            if row["down"] in ("*", str(self.down)) and between(self.aim - self.line, row["distance"]):
                if between(100 - self.line, row["zone"]):
                    found = row
        number = four_choices(raw_word(self.key, self.play, 1))[0]
        share = 0
        for name in ("run", "pass", "punt", "field_goal"):
            share += int(found[name])
            if number < share * 65536 // 100:
                return name

    def play_scrimmage(self):
        call = self.call()
        getattr(self, call)() if call in ("punt", "field_goal") else self.from_scrimmage(call)

    def punt(self):
        yards = min(int(PUNT[self.total]), 100 - self.line)
        self.add(self.side, punts=1, punt_yds=yards)
        there = 100 - self.line - yards
        self.ball(1 - self.side, there or 20)

    def field_goal(self):
        good = self.kick_is_good(100 - self.line)
        self.add(self.side, fg_att=1, fg_made=good)
        if good:
            self.score(self.side, 3)
            self.kick_off_next(self.side)
        else:
            self.ball(1 - self.side, max(100 - self.line, 20))

    def from_scrimmage(self, call):
        side, cell = self.side, (RUN if call == "run" else PASS)[self.total]
        self.add(side, plays=1, fourth_down_tries=self.down == 4)
        if cell == "S":
            before = self.line
            self.gain(-7)
            self.add(side, sacked=1, sack_yds=min(7, before))
            return
        self.add(side, **{"rush_att" if call == "run" else "pass_att": 1})
        if cell == "F":
            self.add(side, fumbles=1, fumbles_lost=1)
            self.ball(1 - side, 100 - self.line)
        elif cell == "X":
            self.add(side, pass_int=1)
            self.cautious[side] = True
            self.ball(1 - side, 100 - self.line)
        elif cell == "I":
            self.gain(0)
        else:
            yards = max(min(int(cell), 100 - self.line), -self.line)
            result = self.gain(int(cell))
            kind = "rush" if call == "run" else "pass"
            self.add(side, **{f"{kind}_yds": yards, f"{kind}_td": result == "touchdown",
                              f"first_downs_{kind}": result is not None})  # fmt: skip
            if call == "pass":
                self.add(side, pass_cmp=1)

    def gain(self, yards):
        side = self.side
        self.line += yards
        if self.line >= 100:
            self.touchdown(side)
            return "touchdown"
        if self.line <= 0:
            self.add(1 - side, safeties=1)
            self.score(1 - side, 2)
            self.kick_off_next(side)
            return None
        if self.line >= self.aim:
            self.ball(side, self.line)
            return "first down"
        self.down += 1
        if self.down == 5:
            self.ball(1 - side, 100 - self.line)
        return None


GAME_COLUMNS = TEAM_COLUMNS[TEAM_COLUMNS.index("plays") :]  # those before are the loop's


def refereed(season, coach):
    """The games of a season: (points, counts) each."""
    received = dict.fromkeys((team.code for team in SEASON.teams), 0)
    table = rows(f"coaches/{coach}.csv")
    for number, game in enumerate(SEASON.games):
        key = game_key(SEED, season, number)
        codes = game.home, game.away
        home, away = (received[code] for code in codes)
        first = coin(key, 0) if home == away else int(home > away)
        received[codes[first]] += 1
        yield codes, Referee(key, first, table)


@pytest.mark.parametrize("coach", RULESET.coaches)
def test_every_game_is_the_referees(coach):
    run = simlib.replay(SEASON, RULESET, seasons=GAMES, seed=SEED, coach=coach, detail="games")
    codes = [team.code for team in SEASON.teams]
    seen = dict.fromkeys(GAME_COLUMNS, 0)
    for season in range(GAMES):
        totals = {code: dict.fromkeys(GAME_COLUMNS, 0) for code in codes}
        for number, (sides, game) in enumerate(refereed(season, coach)):
            assert run.rows.scores[season, number].tolist() == game.points, (season, number)
            for code, counts in zip(sides, game.count, strict=True):
                for name in GAME_COLUMNS:
                    totals[code][name] += counts[name]
                    seen[name] += counts[name]
        own = run.rows.team_stats[season]
        for code in codes:
            line = dict(zip(TEAM_COLUMNS, own[codes.index(code)].tolist(), strict=False))
            assert {name: line[name] for name in GAME_COLUMNS} == totals[code], (season, code)
    assert all(seen[name] for name in ("fourth_down_tries", "safeties", "return_td") if coach == "bold"), seen


def test_sudden_death_is_the_referees():
    codes = [team.code for team in SEASON.teams]
    longer = 0
    for number in range(60):
        key = game_key(SEED, 0, 2000 + number)
        game = Referee(key, coin(key, 0), rows("coaches/plain.csv"), sudden_death=True)
        told = simlib.game(codes[1], codes[0], ruleset=RULESET, seed=SEED, number=number, play_off=True)
        assert [told.home.points, told.away.points] == game.points
        assert game.points[0] != game.points[1]
        longer += game.quarter > 4
    assert longer > 0


# What it gives


def test_the_same_integers_as_before():
    """After a change that is meant to move results raise RULESET.version, and write the file anew."""
    found = {coach: simlib.replay(1958, RULESET, seasons=20, seed=1958, coach=coach).digest()
             for coach in RULESET.coaches}  # fmt: skip
    assert {"version": RULESET.version, "digests": found} == json.loads(
        (GOLDEN / "sixth.json").read_text(encoding="utf-8")
    )


def test_seasons_share_all_that_is_played_with():
    some, other = (RULESET.load(Setup(simlib.load_season(year), "plain")).arrays for year in (1958, 1975))
    assert all(np.array_equal(one, another) for one, another in zip(some, other, strict=True))


def test_odds_counted_by_hand():
    run = simlib.odds("run", ruleset="sixth", to_goal=12)
    assert run.chances["touchdown"] == Fraction(3, 36)  # 11 and 12
    assert run.chances["fumble lost"] == Fraction(1, 36)
    assert simlib.odds("try", ruleset="sixth").chances["good"] == Fraction(30, 36)  # all but 2, 3 and 4
    assert simlib.odds("kicks", "kickoff", ruleset="sixth").outcomes["TD"] == Fraction(1, 36)
    assert simlib.odds("pass", ruleset="sixth", to_goal=98).chances["safety"] == Fraction(2, 36)


@pytest.mark.parametrize(
    ("play", "options"),
    [("screen", {}), ("run", {"down": 3}), ("run", {"to_goal": 100}), ("try", {"to_goal": 5})],
)
def test_what_it_cannot_answer_is_refused_in_a_line(play, options):
    with pytest.raises(InputError):
        simlib.odds(play, ruleset="sixth", **options)
    with pytest.raises(InputError):
        simlib.resolve(play, ruleset="sixth", count=2, **options)


def test_a_folder_replaces_its_charts(tmp_path):
    text = (CHARTS / "kicks.csv").read_text(encoding="utf-8")
    (tmp_path / "kicks.csv").write_text(text.replace("12,TD,", "12,50,"), encoding="utf-8")
    other = simlib.replay(SEASON, RULESET, seasons=2, charts=tmp_path)
    assert other.digest() != simlib.replay(SEASON, RULESET, seasons=2).digest()
    assert simlib.odds("kicks", "kickoff", ruleset="sixth", charts=tmp_path).outcomes[50] == Fraction(1, 36)


# How it is known


def test_it_is_known_by_its_id():
    assert "sixth" in simlib.ruleset_ids()
    assert simlib.get_ruleset("sixth") is RULESET
    assert [*simlib.ruleset_ids()] == sorted(simlib.ruleset_ids())


@pytest.mark.parametrize("id_", ["spi", "football-strategy", "sixth"])
def test_an_id_is_one_games(id_):
    with pytest.raises(ValueError, match="another game's id"):
        rulesets.register(replace(RULESET, id=id_, title="Another"))
    assert rulesets.get_ruleset("sixth") is RULESET


@pytest.mark.parametrize("id_", ["", "Sixth", "my_game", "a--b", "../spi"])
def test_an_id_is_words_and_hyphens(id_):
    with pytest.raises(ValueError, match="lower-case"):
        rulesets.register(replace(RULESET, id=id_))
    assert id_ not in rulesets.registered


def test_the_same_game_may_register_again():
    rulesets.register(RULESET)
    assert simlib.ruleset_ids().count("sixth") == 1


def test_it_is_known_before_any_kernel_is():
    code = "import sys, sixth; sys.exit('numba' in sys.modules or 'sixth.game' in sys.modules)"
    path = f"import sys; sys.path[:0] = {sys.path!r}; "
    assert subprocess.run([sys.executable, "-c", path + code], check=False).returncode == 0
