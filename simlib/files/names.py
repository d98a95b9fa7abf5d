"""Who is meant: a team or a man by id, by name or by part of it, with "did you mean" when none fits."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from simlib.errors import Fault, InputError

if TYPE_CHECKING:
    from simlib.files.seasons import Season

MOST_TOLD = 5


class Choice(NamedTuple):
    """One that may be meant.

    Attributes
    ----------
    ids : tuple of str
        Names that mean it and nothing else; case is ignored.
    name : str
        The name of which a part will do.
    shown : str
        How messages call it.
    """

    ids: tuple[str, ...]
    name: str
    shown: str


def find(text: str, choices: Sequence[Choice], where: str, what: str, otherwise: str = "") -> list[int]:
    """Which choices are meant: those of that id; else of that whole name; else those that hold the text.

    Parameters
    ----------
    text : str
        As typed; case and spaces around are ignored.
    choices : sequence of Choice
    where, what, otherwise : str
        For the message: the argument, "a team", and what is expected when nothing is like the text.

    Raises
    ------
    InputError
        None is meant; a choice that looks like it is suggested.
    """
    wanted = " ".join(text.lower().split())
    names = [" ".join(choice.name.lower().split()) for choice in choices]
    ids = [[id_.lower() for id_ in choice.ids] for choice in choices]
    for found in (
        [place for place, known in enumerate(ids) if wanted in known],
        [place for place, name in enumerate(names) if wanted == name],
        [place for place, name in enumerate(names) if wanted and wanted in name],
        [place for place, known in enumerate(ids) if wanted and any(wanted in id_ for id_ in known)],
    ):
        if found:
            return found
    words = {
        word: place
        for place, name in reversed(list(enumerate(names)))
        for word in (*name.split(), name, *ids[place])
    }
    close = get_close_matches(wanted, words, 1, 0.5)
    expected = f"{what}; did you mean {choices[words[close[0]]].shown}?" if close else otherwise or what
    raise InputError(Fault(where, "", text, expected))


def find_one(text: str, choices: Sequence[Choice], where: str, what: str, otherwise: str = "") -> int:
    """The one choice that is meant; see `find`.

    Raises
    ------
    InputError
        None, or more than one.
    """
    found = find(text, choices, where, what, otherwise)
    if len(found) > 1:
        several = " or ".join(choices[place].shown for place in found[:MOST_TOLD])
        more = f" or {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
        raise InputError(Fault(where, "", text, f"one of them: {several}{more}"))
    return found[0]


def team_choices(season: "Season") -> list[Choice]:
    """The teams of a season, in their order."""
    return [Choice((team.code,), team.name, f"{team.code} ({team.name})") for team in season.teams]


def man_choices(season: "Season", lines: Iterable[tuple[str, str]]) -> list[Choice]:
    """Men by (team code, id), in the order given."""
    names = {(man.team, man.id): man.name for man in season.players}
    return [Choice((id_,), names.get((team, id_), id_), f"{id_} ({team})") for team, id_ in lines]
