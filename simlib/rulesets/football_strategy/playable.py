"""Football Strategy: a season made ready for its kernel."""

from collections import Counter

from simlib.files.seasons import season_arrays
from simlib.rulesets.contract import Playable, Setup
from simlib.rulesets.football_strategy.charts.read import load_charts
from simlib.rulesets.football_strategy.coach.tables import load_coach, make_coach, read_habits
from simlib.rulesets.football_strategy.play import game  # noqa: F401 - the season loop plays by it
from simlib.rulesets.football_strategy.play.layout import pack


def load_football_strategy(setup: Setup, offsets: list[int] | None = None) -> Playable:
    """Make a season ready for Football Strategy's kernel.

    Parameters
    ----------
    setup : Setup
        Its option "two-dice" is for the tables of the later edition.
    offsets : list of int, optional
        Logit x 1000 of each team's runs in place of its own.

    Raises
    ------
    InputError
        A chart or a table has a fault.
    """
    season, coach = setup.season, setup.coach
    loaded_charts = load_charts(setup.charts, "two-dice" if "two-dice" in setup.options else "one-die")
    loaded_coach = load_coach(coach, season, loaded_charts.charts.plays, step=setup.step)
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
