"""Replay football seasons under classic board games, and say how true they are.

Names are found when first asked for, so that a command's help waits for no library. No function here
has a submodule's name: asking again gives the same thing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simlib.box_score.many_games import play_many
    from simlib.box_score.one_game import game
    from simlib.deviation import Accuracy, accuracy
    from simlib.engine import replay
    from simlib.errors import Fault, InputError
    from simlib.exact_odds import odds
    from simlib.many_plays import resolve
    from simlib.paired import Comparison, compare
    from simlib.results import Results, merge
    from simlib.rulesets import get_ruleset, ruleset_ids
    from simlib.run_files import open_run as open
    from simlib.season_files import load_season, shipped_seasons

    __version__: str

__all__ = [
    "Accuracy",
    "Comparison",
    "Fault",
    "InputError",
    "Results",
    "accuracy",
    "compare",
    "game",
    "get_ruleset",
    "load_season",
    "merge",
    "odds",
    "open",
    "play_many",
    "replay",
    "resolve",
    "ruleset_ids",
    "shipped_seasons",
]
_HOMES = {
    "box_score.many_games": ("play_many",),
    "box_score.one_game": ("game",),
    "deviation": ("Accuracy", "accuracy"),
    "engine": ("replay",),
    "errors": ("Fault", "InputError"),
    "exact_odds": ("odds",),
    "many_plays": ("resolve",),
    "paired": ("Comparison", "compare"),
    "results": ("Results", "merge"),
    "rulesets": ("get_ruleset", "ruleset_ids"),
    "run_files": ("open",),
    "season_files": ("load_season", "shipped_seasons"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "__version__":
        value: object = import_module("simlib.engine").simlib_version()
    elif name in _HOME:
        value = getattr(import_module(f"simlib.{_HOME[name]}"), "open_run" if name == "open" else name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
