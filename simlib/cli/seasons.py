"""Commands for the real seasons: `simlib seasons`."""

from typing import Annotated

import typer

import simlib
from simlib.cli.arguments import Files, Season
from simlib.cli.exits import tell_faults


def list_seasons(files: Files) -> None:
    """List the seasons shipped with simlib.

    Example: simlib seasons list
    """
    from simlib.show.listings import season_list

    files.deliver([season_list(simlib.load_season(str(year)) for year in simlib.shipped_seasons())])


def show_season(
    season: Season,
    team: Annotated[str, typer.Option(metavar="TEAM", help="Show this team's men instead.")] = "",
    *,
    files: Files,
) -> None:
    """Show a season: final standings, what is known of it, its rules; or the men of a team.

    Example: simlib seasons show 1958 --team BAL
    """
    from simlib.show.listings import player_table, season_overview

    loaded = simlib.load_season(season)
    files.deliver([player_table(loaded, team)] if team else season_overview(loaded))


def check_season_folder(season: Season) -> None:
    """Check a season folder: every fault by file, line and column; exit code 2 if there is one.

    Example: simlib seasons check teams/1958
    """
    from simlib.files.seasons import check_season

    tell_faults(season, check_season(season))
