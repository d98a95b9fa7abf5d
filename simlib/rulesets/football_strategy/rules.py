"""Football Strategy: what the rest of simlib needs to know of it."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlib.rulesets.contract import Playable, Ruleset, Setup

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simlib.files.charts import ChartSet
    from simlib.files.seasons import Season
    from simlib.rulesets.answers import Odds
    from simlib.rulesets.call import PlayCall
    from simlib.rulesets.told import Names, Play

_CALLS = "each team's run and pass balance is set to the real one: the coach's choice"
_KICKS = "the coach's fourth downs decide it"
_PLACE_KICKS = "the one-die table of place kicks is not known: its cells are solved from two relatives"


def _load(setup: Setup) -> Playable:
    from simlib.rulesets.football_strategy.playable import load_football_strategy

    return load_football_strategy(setup)


def _load_chart_files(folder: Path | None = None) -> "ChartSet":
    from simlib.rulesets.football_strategy.charts.read import load_chart_files

    return load_chart_files(folder)


def _mix(parts: Sequence[Any], rules: "NDArray[np.int64]") -> Any:
    from simlib.rulesets.football_strategy.play.layout import mix

    return mix(parts, rules)


def _tell(events: "NDArray[np.int32]", arrays: Any, names: "Names") -> "tuple[Play, ...]":
    from simlib.rulesets.football_strategy.told.log import as_plays

    return as_plays(events, arrays, names)


def _odds(what: str, who: str, season: "Season", charts: Path | None, options: dict[str, Any]) -> "Odds":
    from simlib.rulesets.football_strategy.asked.odds import odds_of

    return odds_of(what, who, season, charts, options)


def _roll(*how: Any) -> "tuple[NDArray[np.int16], list[NDArray[np.bool_]]]":
    from simlib.rulesets.football_strategy.asked.rolled import roll

    return roll(*how)


def _examples() -> "tuple[PlayCall, ...]":
    from simlib.rulesets.football_strategy.asked.rolled import EXAMPLES

    return EXAMPLES


def _steps(_options: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    from simlib.rulesets.football_strategy.coach.assumptions import steps

    return tuple((step.name, step.description) for step in steps())


RULESET = Ruleset(
    id="football-strategy",
    title="Football Strategy (Avalon Hill, 1972)",
    version=2,
    claim="",
    coaches=("as-played", "solitaire", "equilibrium", "equilibrium-clock"),
    options=("two-dice",),
    groups={
        "yards_per_carry": "free",
        "completion_percent": "free",
        "yards_per_attempt": "free",
        "interception_percent": "free",
        "rushing_attempts_per_game": "free",
        "rushing_yards_per_game": "free",
        "rushing_touchdowns_per_game": "free",
        "passing_attempts_per_game": "free",
        "passing_yards_per_game": "free",
        "passing_touchdowns_per_game": "free",
        "sack_yards_per_game": "free",
        "points_per_game": "free",
        "rush_and_pass_first_downs_per_game": "free",
        "first_downs_per_game": "free",
        "plays_per_game": "free",
        "punts_per_game": "free",
        "fumbles_lost_per_game": "free",
        "field_goal_percent": "free",
        "extra_point_percent": "free",
        "punt_average": "free",
        "punt_return_average": "free",
    },
    verdict_free={
        "rushing_attempts_per_game": _CALLS,
        "passing_attempts_per_game": _CALLS,
        "plays_per_game": "the coach's calls decide it, and the real figure holds estimated sacks",
        "punts_per_game": _KICKS,
        "field_goal_percent": f"{_KICKS}, and the distances; {_PLACE_KICKS}",
        "extra_point_percent": _PLACE_KICKS,
    },
    charts=(
        "pro_style",
        "ball_control",
        "aerial",
        "punts",
        "time",
        "kickoff_one_die",
        "onside_one_die",
        "long_gain_one_die",
        "field_goal_one_die",
        "kickoff_two_dice",
        "onside_two_dice",
        "long_gain_two_dice",
        "field_goal_two_dice",
        "field_goal_older",
    ),
    load_chart_files=_load_chart_files,
    load=_load,
    tell=_tell,
    odds=_odds,
    roll=_roll,
    examples=_examples,
    counts_first_downs=True,
    steps=_steps,
    mix=_mix,
    levels=("league",),
)
