"""What a call or a command names, looked up and checked: the game, the season, the coach, options."""

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from simlib.errors import Fault, InputError
from simlib.rulesets import get_ruleset
from simlib.rulesets.contract import Ruleset
from simlib.runs.engine import _loaded, _name_faults, _options, replay

if TYPE_CHECKING:
    from simlib.files.seasons import Season
    from simlib.runs.plan import Meta


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


def check_kept(meta: "Meta", **asked: object) -> None:
    """Refuse settings of `simlib.replay`, by name, that a kept run was not played with.

    What is not asked for stands at its default, and is the run's own.

    Raises
    ------
    InputError
        With every setting that is another.
    """
    game = get_ruleset(meta.ruleset)
    plain = {name: known.default for name, known in inspect.signature(replay).parameters.items()}
    plain |= {"coach": game.coaches[0], "options": ""}
    faults = []
    for name, value in asked.items():
        own, same = getattr(meta, name), getattr(meta, name) == value
        if name == "options":
            own, same = ",".join(meta.options) or "none", _options(game, str(value)) == meta.options
        if value != plain[name] and not same:
            expected = f"{own}, as the kept run was played, or a season to replay"
            faults.append(Fault(f"--{name}", "", str(value), expected))
    if faults:
        raise InputError(*faults)
