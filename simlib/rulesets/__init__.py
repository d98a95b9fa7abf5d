"""The games simlib plays: one package a game, all of the same shape.

A package holds `rules.py` (ending in one frozen `RULESET`), `kernel.py` (resolvers, arrays),
`game.py` (the game loop), `ratings.py`, `coach.py` and RULES.md. The list of games is the list of
packages; ids are their names with hyphens.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

from simlib.errors import Fault, InputError


class Reason(NamedTuple):
    """Why a man's long-run rate differs from his real one, in per cent of it.

    `sheet` is what his ratings mean against average opponents, `schedule` what the opponents he met
    add; the rest of his deviation is the way he is used in play.
    """

    sheet: float
    schedule: float


def _no_steps(*_: object) -> tuple[tuple[str, str], ...]:
    return ()


def _no_reasons(*_: object) -> dict[tuple[str, str, str], Reason]:
    return {}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What the rest of simlib needs to know of a game.

    Attributes
    ----------
    id, title : str
        "spi"; "SPI Football (SPI, 1980)".
    version : int
        Goes up when results change; stored with every result.
    claim : str
        What the publisher claims, quoted with its case, or "".
    coaches, options : tuple of str
        Names that --coach and --options accept, the default coach first.
    groups : dict
        Statistic name -> "fitted", "printed" or "free"; a statistic not named is not modelled.
    verdict_free : dict
        Statistic name -> why no verdict is given (the coach's choice, partly known).
    charts : tuple of str
        Names of the charts it reads.
    load : callable
        (season, coach, options, charts_folder, step=None) -> Playable; a game with a module `sheets`
        also takes sheets=FOLDER, team sheets in place of the season's own; one with a module `lineup`
        lineup=FILE, changes to who plays.
    steps : callable
        (options=()) -> (name, description) of each assumption that `step` can move.
    reasons : callable
        (season, charts_folder) -> {(team, player, statistic): Reason}.
    number_steps : dict
        Statistic of a man -> what one number of his dice makes of it, in words.
    solved_year : int or None
        The season its charts were solved on; `groups` is said of it.
    groups_elsewhere : dict
        Entries of `groups` that differ in any other season: the charts were not fitted to it, and what
        the sheets print of it is rated.
    groups_of_options : dict
        Optional rule -> entries of `groups` for statistics that the game models with it alone.
    levels : tuple of str
        Where the game models anything: one that rates no teams and no men has "league" alone.
    """

    id: str
    title: str
    version: int
    claim: str
    coaches: tuple[str, ...]
    options: tuple[str, ...]
    groups: dict[str, str]
    verdict_free: dict[str, str]
    charts: tuple[str, ...]
    load: Callable[..., "Playable"]
    steps: Callable[..., tuple[tuple[str, str], ...]] = _no_steps
    reasons: Callable[..., dict[tuple[str, str, str], Reason]] = _no_reasons
    number_steps: dict[str, str] = field(default_factory=dict)
    levels: tuple[str, ...] = ("league", "team", "player")
    solved_year: int | None = None
    groups_elsewhere: dict[str, str] = field(default_factory=dict)
    groups_of_options: dict[str, dict[str, str]] = field(default_factory=dict)

    def groups_with(self, options: Iterable[str], year: int | None = None) -> dict[str, str]:
        """Group of every statistic that the game models with these optional rules, in a season.

        Without a year, in the one that its charts were solved on.
        """
        groups = dict(self.groups)
        for option in options:
            groups |= self.groups_of_options.get(option, {})
        if year not in (None, self.solved_year):
            groups |= {stat: group for stat, group in self.groups_elsewhere.items() if stat in groups}
        return groups


@dataclass(frozen=True, slots=True)
class Playable:
    """A season made ready for a kernel: checked, frozen arrays, and what is said of them.

    Attributes
    ----------
    arrays : NamedTuple
        The ruleset's own arrays of one dimension (charts, league, coach); its class says which game it is.
    men : tuple of tuple of str
        [team][slot] -> player id: the order of men in the arrays.
    cells : dict
        Provenance word -> how many of the cells used were of that kind.
    charts_hash : str
        Hash of the parsed cells.
    notes : tuple of str
        What a reader of the results must know.
    lineup : str
        Changes to who plays: a hash and words; "" where all is as it was.
    """

    arrays: Any
    men: tuple[tuple[str, ...], ...]
    cells: dict[str, int]
    charts_hash: str
    notes: tuple[str, ...] = field(default=())
    lineup: str = ""


def _packages() -> tuple[str, ...]:
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


def ruleset_ids() -> tuple[str, ...]:
    """Ids of the games simlib plays."""
    return tuple(name.replace("_", "-") for name in _packages())


def ruleset_module(name: str, part: str) -> ModuleType:
    """Module `part` ("rules", "kernel", ...) of the game `name`; InputError lists the ids."""
    package = name.replace("-", "_")
    if package not in _packages():
        raise InputError(Fault("--ruleset", "", name, f"one of {', '.join(ruleset_ids())}"))
    return importlib.import_module(f"{__name__}.{package}.{part}")


def optional_part(name: str, part: str) -> ModuleType | None:
    """Module `part` of a game that need not have it; None when there is none, or no such game."""
    package = name.replace("-", "_")
    try:
        found = package in _packages() and find_spec(f"{__name__}.{package}.{part}")
    except ModuleNotFoundError:  # nor its room
        return None
    return ruleset_module(name, part) if found else None


def get_ruleset(name: str) -> Ruleset:
    """Ruleset `name`, in either spelling; InputError lists the ids when there is none."""
    return ruleset_module(name, "rules").RULESET
