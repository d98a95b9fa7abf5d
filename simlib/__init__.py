"""Replay football seasons under classic board games, and say how true they are.

Names are found when first asked for, so that a command's help waits for no library. No function here
has a submodule's name: asking again gives the same thing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simlib.errors import Fault, InputError
    from simlib.files.seasons import load_season, shipped_seasons
    from simlib.judge.comparison import Comparison, compare
    from simlib.judge.deviation import Accuracy, accuracy
    from simlib.plays.counted import odds
    from simlib.plays.many_games import play_many
    from simlib.plays.one_game import game
    from simlib.plays.rolled import resolve
    from simlib.rulesets import get_ruleset, ruleset_ids
    from simlib.runs.engine import replay
    from simlib.runs.results import Results, merge
    from simlib.runs.results import open_run as open

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
    "plays.many_games": ("play_many",),
    "plays.one_game": ("game",),
    "judge.deviation": ("Accuracy", "accuracy"),
    "runs.engine": ("replay",),
    "errors": ("Fault", "InputError"),
    "plays.counted": ("odds",),
    "plays.rolled": ("resolve",),
    "judge.comparison": ("Comparison", "compare"),
    "runs.results": ("Results", "merge", "open"),
    "rulesets": ("get_ruleset", "ruleset_ids"),
    "files.seasons": ("load_season", "shipped_seasons"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "__version__":
        value: object = import_module("simlib.runs.engine").simlib_version()
    elif name in _HOME:
        value = getattr(import_module(f"simlib.{_HOME[name]}"), "open_run" if name == "open" else name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
