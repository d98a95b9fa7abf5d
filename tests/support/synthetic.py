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
from simlib.kernels.jit import kernel
from simlib.kernels.rng import dice_word, game_key, throw
from simlib.kernels.standings import conference_leaders, draw_order
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.rulesets.contract import Playable, Ruleset

CODES = ("AAA", "BBB", "CCC", "DDD")
SLOTS = ("back-one", "back-two", "passer", "end", "reserve")
PLAYS = 30
WIDTH = len(TEAM_COLUMNS)
_T = {name: k for k, name in enumerate(TEAM_COLUMNS)}
_P = {name: k for k, name in enumerate(PLAYER_COLUMNS)}
(T_GAMES, T_WINS, T_LOSSES, T_TIES, T_POINTS, T_RUSH_ATT, T_RUSH_YDS, T_RUSH_TD, T_PASS_ATT, T_PASS_CMP,
 T_PASS_YDS, T_PASS_INT, T_FUMBLES_LOST) = (
    _T[name] for name in ("games", "wins", "losses", "ties", "points", "rush_att", "rush_yds", "rush_td",
                          "pass_att", "pass_cmp", "pass_yds", "pass_int", "fumbles_lost"))  # fmt: skip
P_RUSH_ATT, P_RUSH_YDS, P_RUSH_TD, P_PASS_ATT, P_PASS_CMP, P_PASS_YDS, P_PASS_INT, P_REC, P_REC_YDS = (
    _P[name] for name in ("rush_att", "rush_yds", "rush_td", "pass_att", "pass_cmp", "pass_yds", "pass_int",
                          "rec", "rec_yds"))  # fmt: skip


class SyntheticArrays(NamedTuple):
    extra: np.ndarray  # [teams] yards added to every run


@kernel
def play_side(key, side, team, extra, line, men):
    """One side's plays of a game: fills its columns and men."""
    for play in range(PLAYS):
        word = dice_word(key, 2 * play + side, 0)
        back = throw(word, 5) // 18
        gain = throw(word, 0) // 6 + 2 + extra
        line[T_RUSH_ATT] += 1
        line[T_RUSH_YDS] += gain
        men[team, back, P_RUSH_ATT] += 1
        men[team, back, P_RUSH_YDS] += gain
        if throw(word, 1) == 35:
            line[T_RUSH_TD] += 1
            line[T_POINTS] += 7
            men[team, back, P_RUSH_TD] += 1
        line[T_PASS_ATT] += 1
        men[team, 2, P_PASS_ATT] += 1
        if throw(word, 2) < 18:
            yards = 10 + throw(word, 3) // 6
            line[T_PASS_CMP] += 1
            line[T_PASS_YDS] += yards
            men[team, 2, P_PASS_CMP] += 1
            men[team, 2, P_PASS_YDS] += yards
            men[team, 3, P_REC] += 1
            men[team, 3, P_REC_YDS] += yards
        if throw(word, 4) == 0:
            line[T_PASS_INT] += 1
            men[team, 2, P_PASS_INT] += 1


@kernel
def play_seasons(seed, first, season_arrays, arrays, tally):
    """Play `len(tally.scores)` seasons."""
    leaders = np.zeros(len(season_arrays.conference), np.int64)
    for season in range(len(tally.scores)):
        team_stats, men = tally.team_stats[season], tally.player_stats[season]
        for game in range(len(season_arrays.home)):
            key = game_key(seed, first + season, game)
            home, away = season_arrays.home[game], season_arrays.away[game]
            lines = np.zeros((2, WIDTH), np.int64)
            play_side(key, 0, home, arrays.extra[home], lines[0], men)
            play_side(key, 1, away, arrays.extra[away], lines[1], men)
            for side in range(2):
                own, other = lines[side, T_POINTS], lines[1 - side, T_POINTS]
                lines[side, T_GAMES] = 1
                lines[side, T_WINS] = own > other
                lines[side, T_LOSSES] = own < other
                lines[side, T_TIES] = own == other
                tally.scores[season, game, side] = own
            for column in range(WIDTH):
                team_stats[home, column] += lines[0, column]
                team_stats[home, WIDTH + column] += lines[1, column]
                team_stats[away, column] += lines[1, column]
                team_stats[away, WIDTH + column] += lines[0, column]
        word = dice_word(game_key(seed, first + season, 1000), 0, 0)
        for which in range(2):
            wins, losses = team_stats[:, T_WINS], team_stats[:, T_LOSSES]
            count = conference_leaders(wins, losses, season_arrays.conference, which, leaders)
            draw_order(leaders, count, word)
            tally.post[season, 1 + which] = leaders[0]
            tally.post[season, 3] += count - 1
        tally.post[season, 0] = tally.post[season, 1 + throw(word, 0) // 18]


def nowhere(*_):
    raise NotImplementedError("the synthetic game is replayed: it has no charts, no log and no odds")


def synthetic_ruleset(extra=(0, 0, 0, 0), **changes) -> Ruleset:
    def load(setup):
        men = tuple(tuple(f"{slot}-{code.lower()}" for slot in SLOTS) for code in CODES)
        arrays = SyntheticArrays(np.array(extra, np.int64))
        return Playable(play_seasons, arrays, men, {"printed": 3, "fitted": 1}, "abc123", ("a note",))

    groups = {
        "yards_per_carry": "fitted", "completion_percent": "printed", "yards_per_attempt": "free",
        "interception_percent": "free", "yards_per_catch": "free", "points_per_game": "free",
        "rushing_yards_per_game": "free", "rushing_attempts_per_game": "free", "punt_average": "free",
    }  # fmt: skip
    ruleset = Ruleset(
        id="synthetic", title="A game of known truth", version=1, claim="", coaches=("fair", "sly"),
        options=("wind", "rain"), groups=groups, charts=(), load=load,
        verdict_free={"rushing_attempts_per_game": "the coach's choice"},
        load_chart_files=nowhere, engine=nowhere, tell=nowhere, odds=nowhere, roll=nowhere, examples=tuple,
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
