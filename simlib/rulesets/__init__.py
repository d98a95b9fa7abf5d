"""The games simlib plays: one package a game, all of the same shape.

A package holds `rules.py`, ending in one frozen `RULESET` (`simlib.rulesets.contract`), RULES.md, and the
rooms `play`, `charts`, `coach`, `told`, `asked` and, of a game with men, `sheets`. The list of games is the
list of packages; ids are their names with hyphens.
"""

import importlib
import pkgutil

from simlib.errors import Fault, InputError
from simlib.rulesets.contract import Ruleset

DEFAULT = "spi"  # the game that is meant when none is named


def _packages() -> tuple[str, ...]:
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


def ruleset_ids() -> tuple[str, ...]:
    """Ids of the games simlib plays."""
    return tuple(name.replace("_", "-") for name in _packages())


def find_ruleset(name: str) -> Ruleset | None:
    """Ruleset `name`, in either spelling; None when there is none."""
    package = name.replace("-", "_")
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
