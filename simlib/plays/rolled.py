"""One kind of play rolled a million times into arrays, by the resolvers and the throws of the engine."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.rulesets import DEFAULT
from simlib.rulesets.call import make_call
from simlib.runs.request import Request

if TYPE_CHECKING:
    from simlib.files.seasons import Season

ARRAY_GAME = 10_000_000  # default game number in the key: no game of a season and no free match-up
MOST_PLAYS = 200_000_000
Flags = NDArray[np.bool_]
# Events of `simlib.plays.counted.Odds.chances`, in the order of the flags of PlayArrays.
EVENTS = (
    "touchdown", "out of bounds", "fumble", "fumble lost", "complete", "intercepted", "sacked", "safety",
    "touchback", "no runback", "good", "blocked", "roughing", "kicked again", "penalty", "kickers recover",
)  # fmt: skip


class PlayArrays(NamedTuple):
    """Results of many plays, an entry a play.

    `yards` are those credited: gain of a run or pass (sacks negative), of a return, length of a kick;
    where a game tells no kick-off from its return, the receivers' yard line after it.
    Without `to_goal` nothing is cut and a touchdown's yards are the ruleset's own mark of one (120 in
    SPI Football): leave out the `touchdowns` before a mean is taken.
    """

    yards: NDArray[np.int16]
    touchdowns: Flags
    out_of_bounds: Flags
    fumbles: Flags
    fumbles_lost: Flags  # never, where no team was named
    completions: Flags
    interceptions: Flags
    sacks: Flags
    safeties: Flags
    touchbacks: Flags
    no_runbacks: Flags
    good: Flags  # field goals and tries
    blocked: Flags
    roughing: Flags
    kicked_again: Flags
    penalties: Flags  # yards are the penalty's
    kickers_recover: Flags


def resolve(
    play: str,
    who: str = "",
    *,
    ruleset: str = DEFAULT,
    count: int = 1_000_000,
    seed: int = 1,
    first: int = 0,
    season_number: int = 0,
    game_number: int = ARRAY_GAME,
    season: "int | str | Path | Season" = 1958,
    charts: str | Path | None = None,
    **options: Any,
) -> PlayArrays:
    """Roll a play many times.

    Entry i is rolled with the dice that play `first + i` of a game would have: the words of
    `simlib.kernels.rng.game_key(seed, season_number, game_number)` at that play, read by the ruleset's table
    of roles. So with the numbers of a game of a run (here `game_number` is the engine's, from 0) the
    entry is what the engine made of the same throws.

    Parameters
    ----------
    play, who : str
        "run" by letter "K" or by "Gifford"; see `simlib.rulesets.call.PlayCall` for plays and options.
    ruleset : str
        Id of the game.
    count : int
        How many, 1 to 200,000,000.
    seed, season_number, game_number, first : int
        Whose dice.
    season, charts
        Whose sheets and charts.
    **options
        to, way, length, against, defense, adjustment, to_goal, two_minute, rushed, decline, edition.

    Returns
    -------
    PlayArrays
        `count` entries each.

    Raises
    ------
    InputError
        A name or a number that can't be used.

    Examples
    --------
    >>> runs = resolve("run", "K", defense="III", count=1000)
    >>> len(runs.yards)
    1000
    """
    call = make_call(play, who, options)
    for where, value, least, most in (
        ("--count", count, 1, MOST_PLAYS), ("--seed", seed, 0, 2**64 - 1), ("--first", first, 0, 2**62),
        ("--season-number", season_number, 0, 2**62), ("--game-number", game_number, 0, 2**62),
    ):  # fmt: skip
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise InputError(Fault(where, "", str(value), f"a whole number from {least} to {most}"))
    game, setup = Request(season, ruleset, charts=charts).look_up()
    key = seed, season_number, game_number, first
    yards, masks = game.roll(call, setup.season, setup.charts, key, count)
    return PlayArrays(yards, *masks)
