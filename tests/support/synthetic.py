"""A tiny league and a game whose truth is known exactly, to test what is built on kernels.

Four teams meet home and away. A team makes 30 runs and 30 passes a game: a run gains 2 to 7 yards
(mean 4.5) and is a touchdown, 7 points, once in 36; a pass is complete half the time, for 10 to 15
yards (mean 12.5), and intercepted once in 36. Two backs share the runs by lot; one passes, one
catches. The third back of a team never plays.
"""

from dataclasses import replace
from datetime import date
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simlib.files.season_tables import Game, Player, Rule, Team
from simlib.files.seasons import Season
from simlib.kernels import of_man, of_team, state
from simlib.kernels.book import line_of, man_line
from simlib.kernels.jit import kernel
from simlib.kernels.rng import dice_word, throw
from simlib.kernels.season_loop import begin_half, kick_off, own_book, play_on, record_throws
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.rulesets.contract import Playable, Ruleset

CODES = ("AAA", "BBB", "CCC", "DDD")
SLOTS = ("back-one", "back-two", "passer", "end", "reserve")
PLAYS = 30


class SyntheticArrays(NamedTuple):
    extra: np.ndarray  # [teams] yards added to every run


@kernel
def play_side(key, side, extra, book, men):
    """One side's plays of a game: fills its line and its men's."""
    line, passer, end = line_of(side), man_line(book, side, 2), man_line(book, side, 3)
    for play in range(PLAYS):
        word = dice_word(key, 2 * play + side, 0)
        back = man_line(book, side, throw(word, 5) // 18)
        gain = throw(word, 0) // 6 + 2 + extra
        book[line + of_team.RUSH_ATT] += 1
        book[line + of_team.RUSH_YDS] += gain
        men[back + of_man.RUSH_ATT] += 1
        men[back + of_man.RUSH_YDS] += gain
        if throw(word, 1) == 35:
            book[line + of_team.RUSH_TD] += 1
            book[line + of_team.POINTS] += 7
            men[back + of_man.RUSH_TD] += 1
        book[line + of_team.PASS_ATT] += 1
        men[passer + of_man.PASS_ATT] += 1
        if throw(word, 2) < 18:
            yards = 10 + throw(word, 3) // 6
            book[line + of_team.PASS_CMP] += 1
            book[line + of_team.PASS_YDS] += yards
            men[passer + of_man.PASS_CMP] += 1
            men[passer + of_man.PASS_YDS] += yards
            men[end + of_man.REC] += 1
            men[end + of_man.REC_YDS] += yards
        if throw(word, 4) == 0:
            book[line + of_team.PASS_INT] += 1
            men[passer + of_man.PASS_INT] += 1


@own_book.of(SyntheticArrays)
@kernel
def no_more(game, teams):
    return 0


@kick_off.of(SyntheticArrays)
@kernel
def nothing_to_kick(game, book, key, number, season, turn):
    pass


@begin_half.of(SyntheticArrays)
@kernel
def nothing_again(game, book, kicking):
    pass


@record_throws.of(SyntheticArrays)
@kernel
def no_log(game, book, key):
    pass


@play_on.of(SyntheticArrays)
@kernel
def whole_game(game, book, men, spare, key):
    """Every play of both sides at once. A level game in the post-season goes to the visitors."""
    for side in range(2):
        play_side(key, side, game.extra[book[state.TEAM + side]], book, men)
        book[state.POINTS + side] = book[line_of(side) + of_team.POINTS]
    book[state.OVER] = 1
    return 0


def nowhere(*_):
    raise NotImplementedError("the synthetic game is replayed: it has no charts, no log and no odds")


def synthetic_ruleset(extra=(0, 0, 0, 0), **changes) -> Ruleset:
    def load(setup):
        men = tuple(tuple(f"{slot}-{code.lower()}" for slot in SLOTS) for code in CODES)
        arrays = SyntheticArrays(np.array(extra, np.int64))
        return Playable(arrays, men, {"printed": 3, "fitted": 1}, "abc123", ("a note",))

    groups = {
        "yards_per_carry": "fitted", "completion_percent": "printed", "yards_per_attempt": "free",
        "interception_percent": "free", "yards_per_catch": "free", "points_per_game": "free",
        "rushing_yards_per_game": "free", "rushing_attempts_per_game": "free", "punt_average": "free",
    }  # fmt: skip
    ruleset = Ruleset(
        id="synthetic", title="A game of known truth", version=1, claim="", coaches=("fair", "sly"),
        options=("wind", "rain"), groups=groups, charts=(), load=load,
        verdict_free={"rushing_attempts_per_game": "the coach's choice"},
        load_chart_files=nowhere, tell=nowhere, odds=nowhere, roll=nowhere, examples=tuple,
    )  # fmt: skip
    return replace(ruleset, **changes)


def synthetic_season(off: dict[str, float] | None = None, extra=(0, 0, 0, 0)) -> Season:
    """The league with the exact expectations of the game as its real figures, 100 times over.

    `off` multiplies real counts: {"pass_cmp": 1 / 1.06} makes the replay complete 6% too often.
    """
    games = tuple(
        Game(k + 1, k // 2 + 1, str(date(1958, 9, 1)), home, away, 7 * (k % 3), 7 * (k % 2), "regular")
        for k, (home, away) in enumerate(permutations(CODES, 2))
    )
    scale = 1800  # makes every expectation a whole number
    off = off or {}

    def known(counts):
        return {name: round(value * off.get(name, 1)) for name, value in counts.items()}

    teams, players = [], []
    for team, code in enumerate(CODES):
        plays = 6 * PLAYS * scale
        totals = dict(
            games=6 * scale, rush_att=plays, rush_yds=plays * 9 // 2 + plays * extra[team],
            rush_td=plays // 36, pass_att=plays, pass_cmp=plays // 2, pass_yds=plays * 25 // 4,
            pass_int=plays // 36, points=7 * plays // 36, opp_points=7 * plays // 36,
        )  # fmt: skip
        stats = dict.fromkeys(TEAM_COLUMNS) | known(totals)
        if code == "AAA":
            stats |= {"punts": 40 * scale, "punt_yds": 1600 * scale}
        teams.append(Team(code, f"Team {code}", "East" if team < 2 else "West", stats))
        lines = {
            "back-one": dict(rush_att=plays // 2, rush_yds=totals["rush_yds"] // 2, rush_td=plays // 72),
            "back-two": dict(rush_att=plays // 2, rush_yds=totals["rush_yds"] // 2, rush_td=plays // 72),
            "passer": {name: totals[name] for name in ("pass_att", "pass_cmp", "pass_yds", "pass_int")},
            "end": dict(rec=plays // 2, rec_yds=plays * 25 // 4),
            "reserve": dict(rush_att=0, rush_yds=0, rush_td=0),
        }
        for slot, counts in lines.items():
            all_columns = dict.fromkeys(PLAYER_COLUMNS) | known(counts)
            id_ = f"{slot}-{code.lower()}"
            players.append(Player(id_, f"{slot} of {code}", code, "HB", slot == "back-two", all_columns))
    rules = dict(
        year=1958, kickoff_yard_line=40, touchback_yard_line=20, safety_kick_yard_line=20,
        timeouts_per_half=3, missed_field_goal="over_goal_line_to_20",
        overtime_regular_season="none", ties_in_percentage="ignored", tie_for_first="playoff_site_by_coin",
        title_game_host="east_in_even_years",
    )  # fmt: skip
    return Season(
        1958, "NFL", "A synthetic season", Path("nowhere"), tuple(teams), tuple(players), games, (),
        {name: Rule(value, "high", "made up") for name, value in rules.items()},
        {"yards_per_carry": "4 of 4 teams"}, frozenset(), ("a note of the season",),
    )  # fmt: skip
