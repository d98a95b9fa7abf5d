"""What a call or a command names, looked up and checked: the game, the season, the coach, options."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from simlib.errors import InputError
from simlib.rulesets import Ruleset, get_ruleset
from simlib.runs.engine import _loaded, _name_faults, _options

if TYPE_CHECKING:
    from simlib.files.seasons import Season


def prepare(
    season: "int | str | Path | Season",
    ruleset: str,
    coach: str | None = None,
    options: str | Iterable[str] = (),
) -> tuple[Ruleset, "Season", str, tuple[str, ...]]:
    """Look up a ruleset, a season, a coach (the game's first by default) and options in the game's order.

    Raises
    ------
    InputError
        A name that isn't known, or a season with a fault.
    """
    game = get_ruleset(ruleset)
    chosen = _options(game, options)
    coach = game.coaches[0] if coach is None else coach
    faults = list(_name_faults(game, coach, chosen, "summary"))
    if faults:
        raise InputError(*faults)
    return game, _loaded(season), coach, chosen
