"""A game that is loaded with a lineup: who starts, who plays more, who is out."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from simlib.errors import Fault, InputError
from simlib.rulesets.contract import Ruleset


def with_lineup(game: Ruleset, path: str | Path | None, where: str = "--lineup") -> Ruleset:
    """The game, loaded with a lineup from now on; the game itself without one.

    Raises
    ------
    InputError
        The game knows no men.
    """
    if path is None:
        return game
    if game.sheets is None:
        raise InputError(Fault(where, "", str(path), f"none: {game.id} has no men"))
    return replace(game, load=partial(game.load, lineup=Path(path)))
