"""SPI Football: a season made ready for its kernel."""

from collections import Counter

from simlib.files.lineups import read_lineup, told
from simlib.files.seasons import season_arrays
from simlib.rulesets.contract import Playable, Setup
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.coach.tables import load_coach
from simlib.rulesets.spi.option_notes import notes_of
from simlib.rulesets.spi.play import game  # noqa: F401 - the season loop plays by it
from simlib.rulesets.spi.play.layout import pack
from simlib.rulesets.spi.sheets.lineups import with_changes
from simlib.rulesets.spi.sheets.read import load_sheets


def load_spi(setup: Setup) -> Playable:
    """Make a season ready for SPI Football's kernel.

    Raises
    ------
    InputError
        A chart, a sheet, a table or the lineup has a fault.
    """
    season, options = setup.season, setup.options
    loaded_charts = load_charts(setup.charts, options)
    loaded_sheets = load_sheets(season, setup.sheets, options)
    loaded_coach = load_coach(setup.coach, season, loaded_sheets, step=setup.step)
    cells = Counter(loaded_charts.cells) + Counter(loaded_sheets.cells) + Counter(loaded_coach.cells)
    arrays = season_arrays(season)
    changes = read_lineup(setup.lineup, season, loaded_sheets.men) if setup.lineup else ()
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
