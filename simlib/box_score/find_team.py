"""Which team is meant: by its code, its name or part of it, with a suggestion when none fits."""

from typing import TYPE_CHECKING

from simlib.errors import Fault, InputError
from simlib.name_search import find_one, team_choices

if TYPE_CHECKING:
    from simlib.season_files import Season


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
    name, at, year = text.partition("@")
    if at and year != str(season.year):
        expected = f"a team of {season.year}: teams of different seasons don't meet yet"
        raise InputError(Fault(where, "", text, expected))
    codes = ", ".join(team.code for team in season.teams)
    try:
        return find_one(name, team_choices(season), where, "a team", f"one of {codes}")
    except InputError as error:
        raise InputError(error.faults[0]._replace(found=text)) from None
