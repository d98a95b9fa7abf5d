"""The games simlib plays: one package a game, all of the same shape.

A package holds `rules.py`, ending in one frozen `RULESET` (`simlib.rulesets.contract`), RULES.md, and the
rooms `play`, `charts`, `coach`, `told`, `asked` and, of a game with men, `sheets`. The list of games is the
list of packages; ids are their names with hyphens. A game that lives elsewhere is registered. README.md leads
through one.
"""

import importlib
import pkgutil
import re

from simlib.errors import Fault, InputError
from simlib.rulesets.contract import Ruleset

DEFAULT = "spi"  # the game that is meant when none is named
registered: dict[str, Ruleset] = {}  # id -> a game that lives elsewhere


def _packages() -> tuple[str, ...]:
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


def ruleset_ids() -> tuple[str, ...]:
    """Ids of the games simlib plays."""
    shipped = (name.replace("_", "-") for name in _packages())
    return tuple(sorted({*shipped, *registered}))


def register(ruleset: Ruleset) -> None:
    """Let a game that lives outside simlib be known by its id, for as long as the process lasts.

    What takes an id then takes its, and runs of it that were kept are opened. A game's package registers
    itself when it is imported; the same Ruleset again changes nothing.

    Raises
    ------
    ValueError
        The id is another game's, or not lower-case words with hyphens.
    """
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", ruleset.id):
        raise ValueError(f"{ruleset.id!r} is no id: lower-case words with hyphens are")
    if find_ruleset(ruleset.id) not in (None, ruleset):
        raise ValueError(f"{ruleset.id!r} is another game's id")
    registered[ruleset.id] = ruleset


def find_ruleset(name: str) -> Ruleset | None:
    """Ruleset `name`, in either spelling; None when there is none."""
    package = name.replace("-", "_")
    if (elsewhere := registered.get(name.replace("_", "-"))) is not None:
        return elsewhere
    if package not in _packages():
        return None
    ruleset: Ruleset = importlib.import_module(f"{__name__}.{package}.rules").RULESET
    return ruleset


def get_ruleset(name: str) -> Ruleset:
    """Ruleset `name`, in either spelling; InputError lists the ids when there is none."""
    ruleset = find_ruleset(name)
    if ruleset is None:
        raise InputError(Fault("--ruleset", "", name, f"one of {', '.join(ruleset_ids())}"))
    return ruleset
