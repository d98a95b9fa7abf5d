"""SPI Football: what the rest of simlib needs to know of it."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlib.rulesets.contract import ManRate, Playable, Reason, Ruleset, Setup, Sheets, Solving
from simlib.rulesets.spi.asked.rolls import ROLLS
from simlib.rulesets.spi.play.arrays import OPTIONS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simlib.files.charts import ChartSet
    from simlib.files.seasons import Season
    from simlib.rulesets.answers import LeftOut, Line, Move, Odds, RatedMan
    from simlib.rulesets.call import PlayCall
    from simlib.rulesets.paper import Page
    from simlib.rulesets.told import Names, Play

_PLAYS = "the coach's calls and the clock decide it (1958: the real figure holds 290 estimated sacks)"
_CALLS = "each team's run and pass balance is solved for: the coach's choice"


def _load(setup: Setup) -> Playable:
    from simlib.rulesets.spi.playable import load_spi

    return load_spi(setup)


def _load_chart_files(folder: Path | None = None) -> "ChartSet":
    from simlib.rulesets.spi.charts.read import load_chart_files

    return load_chart_files(folder)


def _mix(parts: Sequence[Any], rules: "NDArray[np.int64]") -> Any:
    from simlib.rulesets.spi.play.layout import mix

    return mix(parts, rules)


def _tell(events: "NDArray[np.int32]", arrays: Any, names: "Names") -> "tuple[Play, ...]":
    from simlib.rulesets.spi.told.log import as_plays

    return as_plays(events, arrays, names)


def _odds(what: str, who: str, season: "Season", charts: Path | None, options: dict[str, Any]) -> "Odds":
    from simlib.rulesets.spi.asked.odds import odds_of

    return odds_of(what, who, season, charts, options)


def _roll(*how: Any) -> "tuple[NDArray[np.int16], list[NDArray[np.bool_]]]":
    from simlib.rulesets.spi.asked.rolled import roll

    return roll(*how)


def _examples() -> "tuple[PlayCall, ...]":
    from simlib.rulesets.spi.asked.rolled import EXAMPLES

    return EXAMPLES


def _steps(options: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    from simlib.rulesets.spi.coach.assumptions import steps

    return tuple((step.name, step.description) for step in steps(options))


def _rate(
    season: str | Path, charts: Path | None = None, out: Path | None = None
) -> "tuple[list[RatedMan], Path | None]":
    from simlib.rulesets.spi.sheets.rate_table import rate_men

    return rate_men(season, charts, out)


def _pages(season: "Season", charts: Path | None = None) -> "tuple[Page, ...]":
    from simlib.rulesets.spi.sheets.paper import paper_pages

    return paper_pages(season, charts)


def _moves(
    season: "Season", rows: "Sequence[Line]", charts: Path | None = None
) -> "dict[ManRate, tuple[Move, ...]]":
    from simlib.rulesets.spi.asked.moves import moves_of

    return moves_of(season, rows, charts)


def _reasons(season: "Season", charts: Path | None = None) -> dict[tuple[str, str, str], Reason]:
    from simlib.rulesets.spi.asked.reasons import explain_men

    return explain_men(season, charts)


def _calibrate() -> list[str]:
    from simlib.rulesets.spi.charts.solved import calibrate

    return calibrate()


def _draw(season: "Season", folder: Path, seed: int, number: int) -> "tuple[Path, Season]":
    from simlib.rulesets.spi.charts.draws import draw

    return draw(season, folder, seed, number)


def _printed_men() -> "tuple[LeftOut, ...]":
    from simlib.rulesets.spi.charts.printed_men import judge_printed_men

    return judge_printed_men()


RULESET = Ruleset(
    id="spi",
    title="SPI Football (SPI, 1980)",
    version=2,
    claim='"recreate the statistical aspects of the sport within a 3-5% deviation" (1.0)',
    coaches=("as-played", "matched", "solitaire-blind"),
    options=OPTIONS,
    groups={
        "yards_per_carry": "fitted",
        "completion_percent": "fitted",
        "yards_per_attempt": "fitted",
        "interception_percent": "fitted",
        "yards_per_catch": "fitted",
        "sack_yards_per_game": "fitted",
        "sack_yards_per_dropback": "fitted",
        "rushing_touchdowns_per_game": "fitted",
        "passing_touchdowns_per_game": "fitted",
        "rushing_touchdown_percent": "free",
        "passing_touchdown_percent": "free",
        "receiving_touchdown_percent": "free",
        "rushing_attempts_per_game": "free",
        "passing_attempts_per_game": "free",
        "rushing_yards_per_game": "free",
        "passing_yards_per_game": "free",
        "points_per_game": "free",
        "rush_and_pass_first_downs_per_game": "free",
        "fumbles_lost_per_game": "printed",
        "plays_per_game": "free",
        "punts_per_game": "free",
        "field_goal_percent": "printed",
        "extra_point_percent": "printed",
        "punt_average": "fitted",
        "kick_return_average": "fitted",
        "punt_return_average": "fitted",
        "yards_allowed_per_carry": "free",
        "yards_allowed_per_attempt": "free",
        "rushing_yards_allowed_per_game": "free",
        "points_allowed_per_game": "free",
    },
    verdict_free={
        "plays_per_game": _PLAYS,
        "rushing_attempts_per_game": _CALLS,
        "passing_attempts_per_game": _CALLS,
        "punts_per_game": "the coach's fourth downs decide it; known of some teams only",
        "field_goal_percent": "the coach chooses the distances; known of some teams only",
    },
    charts=(
        "kickoff_normal",
        "kickoff_onside",
        "master_play_chart",
        "rushing_gain",
        "rushing_out_of_bounds",
        "medium_gain",
        "long_gain",
        "pass_completion",
        "pass_gain_return",
        "punting",
        "long_punt",
        "blocked_kick_yardage",
        "blocked_kick_return",
        "punt_out_of_bounds",
        "penalty",
    ),
    load_chart_files=_load_chart_files,
    load=_load,
    tell=_tell,
    odds=_odds,
    roll=_roll,
    examples=_examples,
    steps=_steps,
    mix=_mix,
    sheets=Sheets(_rate, _pages, _moves, _reasons),
    solving=Solving(_calibrate, _draw, _printed_men),
    throws=ROLLS,
    solved_year=1958,
    groups_elsewhere={
        "rushing_touchdowns_per_game": "free",
        "passing_touchdowns_per_game": "free",
        "fumbles_lost_per_game": "fitted",
        "field_goal_percent": "fitted",
        "extra_point_percent": "fitted",
        "penalties_per_game": "fitted",
        "penalty_yards_per_game": "free",
        "penalty_first_downs_per_game": "free",
    },
    groups_of_options={
        "penalties": {
            "penalties_per_game": "printed",
            "penalty_yards_per_game": "fitted",
            "penalty_first_downs_per_game": "fitted",
            "first_downs_per_game": "free",
        }
    },
    number_steps={
        "interception_percent": "one number of 36 is 1.4 points at the mean team range (7.1, 7.2)",
        "sack_yards_per_dropback": "one number of 36 is 0.22 yards (8.0)",
        "rushing_touchdown_percent": "nothing on a sheet rates it: it follows from the yards",
        "passing_touchdown_percent": "nothing on a sheet rates it: it follows from the yards",
        "receiving_touchdown_percent": "nothing on a sheet rates it: it follows from the yards",
    },
)
