"""Football Strategy: a season made ready for its kernel."""

from collections import Counter
from pathlib import Path

from simlib.files.seasons import Season, season_arrays
from simlib.rulesets.contract import Playable
from simlib.rulesets.football_strategy.charts.read import load_charts
from simlib.rulesets.football_strategy.coach.tables import load_coach, make_coach, read_habits
from simlib.rulesets.football_strategy.play.game import play_seasons
from simlib.rulesets.football_strategy.play.layout import pack


def load_football_strategy(
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
    loaded_charts = load_charts(charts, "two-dice" if "two-dice" in options else "one-die")
    loaded_coach = load_coach(coach, season, loaded_charts.charts.plays, step=step)
    arrays = loaded_coach.coach
    if offsets is not None:
        arrays = make_coach(read_habits(coach)[0], season, loaded_charts.charts.plays, offsets)
    cells = Counter(loaded_charts.cells) + Counter(loaded_coach.cells)
    return Playable(
        play_seasons=play_seasons,
        arrays=pack(loaded_charts.charts, arrays, season_arrays(season).rules),
        men=tuple(() for _ in season.teams),
        cells=dict(sorted(cells.items())),
        charts_hash=loaded_charts.hash,
        notes=loaded_coach.notes,
    )
