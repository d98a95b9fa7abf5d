"""SPI Football: a season made ready for its kernel."""

from collections import Counter
from pathlib import Path

from simlib.files.lineups import read_lineup, told
from simlib.files.seasons import Season, season_arrays
from simlib.kernels.season import has_two_conferences
from simlib.rulesets.contract import Playable
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.coach.tables import load_coach
from simlib.rulesets.spi.option_notes import notes_of
from simlib.rulesets.spi.play import game
from simlib.rulesets.spi.play.layout import pack
from simlib.rulesets.spi.sheets.lineups import with_changes
from simlib.rulesets.spi.sheets.read import load_sheets


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
    loaded_charts = load_charts(charts, options)
    loaded_sheets = load_sheets(season, sheets, options)
    loaded_coach = load_coach(coach, season, loaded_sheets, step=step)
    cells = Counter(loaded_charts.cells) + Counter(loaded_sheets.cells) + Counter(loaded_coach.cells)
    arrays = season_arrays(season)
    changes = read_lineup(lineup, season, loaded_sheets.men) if lineup else ()
    league, habits = with_changes(changes, loaded_sheets.men, loaded_sheets.league, loaded_coach.coach)
    packed = pack(loaded_charts.charts, league, habits, arrays.rules, options)
    return Playable(
        play_seasons=game.play_seasons if has_two_conferences(arrays) else game.play_seasons_of_forms,
        arrays=packed,
        men=loaded_sheets.men,
        cells=dict(sorted(cells.items())),
        charts_hash=loaded_charts.hash,
        notes=(*loaded_coach.notes, *notes_of(options, loaded_coach.coach.policy)),
        lineup=told(changes),
    )
