"""Which team is meant: by its code, its name or part of it, with a suggestion when none fits."""

from typing import TYPE_CHECKING

from simlib.errors import Fault, InputError
from simlib.files.names import find_one, team_choices

if TYPE_CHECKING:
    from simlib.files.seasons import Season


def team_index(season: "Season", text: str, where: str) -> int:
    """Index of a team of a season.

    Parameters
    ----------
    season : Season
        Where the game is played.
    text : str
        "NYG", "giants", "New York Giants"; with "@1958" only if that is the season.
    where : str
        Name of the argument, for the message.

    Raises
    ------
    InputError
        No team, or more than one, is meant; or a team of another season.
    """
    found, index = team_and_season(season, text, where)
    if found is not season:
        raise InputError(Fault(where, "", text, f"a team of {season.year}"))
    return index


def team_and_season(season: "Season", text: str, where: str) -> tuple["Season", int]:
    """A team's season and its index there.

    Parameters
    ----------
    season : Season
        That of a team without "@".
    text : str
        As in `team_index`; after "@" any year shipped, or a season's folder.
    where : str
        Name of the argument, for the message.

    Raises
    ------
    InputError
        No team, or more than one, is meant; or there is no such season.
    """
    name, at, year = text.partition("@")
    found = _other_season(season, text, year, where) if at else season
    codes = ", ".join(team.code for team in found.teams)
    try:
        return found, find_one(name, team_choices(found), where, "a team", f"one of {codes}")
    except InputError as error:
        raise InputError(error.faults[0]._replace(found=text)) from None


def _other_season(season: "Season", text: str, year: str, where: str) -> "Season":
    """The season named after "@": `season` itself where it is meant."""
    from simlib.files.seasons import load_season, locate_season

    if year == str(season.year):
        return season
    try:
        folder = locate_season(year)
    except InputError as error:
        expected = f"{error.faults[0].expected} after the @"
        raise InputError(Fault(where, "", text, expected)) from None
    return season if folder.resolve() == season.folder.resolve() else load_season(year)
