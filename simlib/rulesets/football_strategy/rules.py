"""Football Strategy: what the rest of simlib needs to know of it."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from simlib.files.seasons import Season, season_arrays
from simlib.rulesets import Playable, Ruleset

_CALLS = "each team's run and pass balance is set to the real one: the coach's choice"
_KICKS = "the coach's fourth downs decide it"
_PLACE_KICKS = "the one-die table of place kicks is not known: its cells are solved from two relatives"


def playable(
    season: Season,
    coach: str,
    options: tuple[str, ...],
    charts: Path | None,
    step: str | None = None,
    offsets: list[int] | None = None,
) -> Playable:
    """Make a season ready for Football Strategy's kernel.

    Parameters
    ----------
    season : Season
    coach : str
        One of the ruleset's coaches.
    options : tuple of str
        "two-dice" for the tables of the later edition.
    charts : Path or None
        Charts that replace the shipped ones.
    step : str or None
        An assumption of the coach to move (`simlib.rulesets.football_strategy.coach.assumptions`).
    offsets : list of int, optional
        Logit x 1000 of each team's runs in place of its own.

    Raises
    ------
    InputError
        A chart or a table has a fault.
    """
    from simlib.rulesets.football_strategy.charts.read import load_charts
    from simlib.rulesets.football_strategy.coach.tables import load_coach, make_coach, read_habits
    from simlib.rulesets.football_strategy.play import game  # noqa: F401 - the season loop plays by it
    from simlib.rulesets.football_strategy.play.layout import pack

    loaded_charts = load_charts(charts, "two-dice" if "two-dice" in options else "one-die")
    loaded_coach = load_coach(coach, season, loaded_charts.charts.plays, step=step)
    arrays = loaded_coach.coach
    if offsets is not None:
        arrays = make_coach(read_habits(coach)[0], season, loaded_charts.charts.plays, offsets)
    cells = Counter(loaded_charts.cells) + Counter(loaded_coach.cells)
    return Playable(
        arrays=pack(loaded_charts.charts, arrays, season_arrays(season).rules),
        men=tuple(() for _ in season.teams),
        cells=dict(sorted(cells.items())),
        charts_hash=loaded_charts.hash,
        notes=loaded_coach.notes,
    )


def named_steps(_options: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """Name and description of each assumption that can be moved."""
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
    load=playable,
    steps=named_steps,
    levels=("league",),
)
