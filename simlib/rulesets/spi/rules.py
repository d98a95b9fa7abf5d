"""SPI Football: what the rest of simlib needs to know of it."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from simlib.files.seasons import Season, season_arrays
from simlib.rulesets import Playable, Reason, Ruleset
from simlib.rulesets.spi.play.arrays import OPTIONS

_PLAYS = "the coach's calls and the clock decide it (1958: the real figure holds 290 estimated sacks)"
_CALLS = "each team's run and pass balance is solved for: the coach's choice"


def load_spi(
    season: Season,
    coach: str,
    options: tuple[str, ...],
    charts: Path | None,
    step: str | None = None,
    sheets: Path | None = None,
    lineup: Path | None = None,
) -> Playable:
    """Make a season ready for SPI Football's kernel.

    Parameters
    ----------
    season : Season
        Its folder holds the game's sheets.
    coach : str
        One of the ruleset's coaches.
    options : tuple of str
        Optional rules in force.
    charts : Path or None
        Charts that replace the shipped ones.
    step : str or None
        An assumption of the coach to move (`simlib.rulesets.spi.coach.assumptions`).
    sheets : Path or None
        Team sheets in place of those in the season's folder; the coach's tables stay the folder's.
    lineup : Path or None
        Changes to who starts, who plays how much, who is out (`simlib.rulesets.spi.sheets.lineups`).

    Raises
    ------
    InputError
        A chart, a sheet, a table or the lineup has a fault.
    """
    from simlib.files.lineups import read_lineup, told
    from simlib.rulesets.spi.charts.read import load_charts
    from simlib.rulesets.spi.coach.tables import load_coach
    from simlib.rulesets.spi.option_notes import notes_of
    from simlib.rulesets.spi.play import game  # noqa: F401 - the season loop plays by it
    from simlib.rulesets.spi.play.layout import pack
    from simlib.rulesets.spi.sheets.lineups import with_changes
    from simlib.rulesets.spi.sheets.read import load_sheets

    loaded_charts = load_charts(charts, options)
    loaded_sheets = load_sheets(season, sheets, options)
    loaded_coach = load_coach(coach, season, loaded_sheets, step=step)
    cells = Counter(loaded_charts.cells) + Counter(loaded_sheets.cells) + Counter(loaded_coach.cells)
    arrays = season_arrays(season)
    changes = read_lineup(lineup, season, loaded_sheets.men) if lineup else ()
    league, habits = with_changes(changes, loaded_sheets.men, loaded_sheets.league, loaded_coach.coach)
    packed = pack(loaded_charts.charts, league, habits, arrays.rules, options)
    return Playable(
        arrays=packed,
        men=loaded_sheets.men,
        cells=dict(sorted(cells.items())),
        charts_hash=loaded_charts.hash,
        notes=(*loaded_coach.notes, *notes_of(options, loaded_coach.coach.policy)),
        lineup=told(changes),
    )


def spi_steps(options: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """Name and description of each assumption that can be moved with `options` in force."""
    from simlib.rulesets.spi.coach.assumptions import steps

    return tuple((step.name, step.description) for step in steps(options))


def spi_reasons(season: Season, charts: Path | None = None) -> dict[tuple[str, str, str], Reason]:
    """Why each man's rates differ from his real ones (`simlib.rulesets.spi.asked.reasons`)."""
    from simlib.rulesets.spi.asked.reasons import explain_men

    return explain_men(season, charts)


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
    load=load_spi,
    steps=spi_steps,
    reasons=spi_reasons,
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
