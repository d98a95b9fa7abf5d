"""Which team is meant: by its code, its name or part of it, with a suggestion when none fits."""

from difflib import get_close_matches
from typing import TYPE_CHECKING

from simlib.errors import Fault, InputError

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
    wanted = " ".join(name.lower().split())
    codes = [team.code.lower() for team in season.teams]
    if wanted in codes:
        return codes.index(wanted)
    names = [team.name.lower() for team in season.teams]
    found = [place for place, full in enumerate(names) if wanted and wanted in full]
    if len(found) == 1:
        return found[0]
    if found:
        several = " or ".join(_named(season, place) for place in found)
        raise InputError(Fault(where, "", text, f"one team: {several}"))
    known = {word: place for place, full in enumerate(names) for word in (*full.split(), full, codes[place])}
    close = get_close_matches(wanted, known, 1, 0.5)
    if close:
        raise InputError(Fault(where, "", text, f"a team; did you mean {_named(season, known[close[0]])}?"))
    raise InputError(Fault(where, "", text, f"one of {', '.join(team.code for team in season.teams)}"))


def _named(season: "Season", place: int) -> str:
    return f"{season.teams[place].code} ({season.teams[place].name})"
