"""Football Strategy: plays asked about outside a game, made ready and rolled into arrays."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simlib.files.seasons import Season, season_arrays
from simlib.kernels.rng import game_key
from simlib.rulesets.call import PlayCall
from simlib.rulesets.football_strategy.asked import array_plays, setups
from simlib.rulesets.football_strategy.charts.read import load_charts
from simlib.rulesets.football_strategy.coach.tables import load_coach, read_habits
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import flag
from simlib.rulesets.football_strategy.play.layout import StrategyArrays, pack

# Bits of a result in the order of simlib.plays.rolled.PlayArrays, after `yards`; a fumble is a fumble lost.
MASKS = (
    flag.TOUCHDOWN, flag.OUT_OF_BOUNDS, flag.FUMBLE, flag.FUMBLE, flag.COMPLETE,
    flag.INTERCEPTED, flag.SACK, flag.SAFETY, flag.TOUCHBACK, flag.NO_RUNBACK,
    flag.GOOD, flag.BLOCKED, 0, 0, flag.PENALTY, flag.KICKERS_RECOVER,
)  # fmt: skip
# A question of each kind, for whoever asks every game.
EXAMPLES = (
    PlayCall("pro_style", "16", defense="A", to_goal=60), PlayCall("aerial", "Long Bomb"),
    PlayCall("ball_control", "12", to_goal=8, decline=True), PlayCall("punt", "21", to_goal=70),
    PlayCall("punt_return", "21", defense="A"), PlayCall("free_punt"), PlayCall("kickoff"),
    PlayCall("kickoff", edition="two-dice"), PlayCall("free_kick"), PlayCall("onside_kick", "behind"),
    PlayCall("field_goal", to_goal=20), PlayCall("try"),
)  # fmt: skip
Key = tuple[int, int, int, int]


def ready(
    call: PlayCall, season: Season, charts: Path | None
) -> tuple[setups.Setup, StrategyArrays, fs.Charts]:
    """Make a play ready: its setup, the arrays the kernel reads, and the charts as loaded."""
    loaded = load_charts(charts, setups.edition_of(call)).charts
    setup = setups.set_up(call, read_habits("solitaire")[0].deck)
    coach = load_coach("as-played", season, loaded.plays).coach
    return setup, pack(loaded, coach, season_arrays(season).rules), loaded


def roll_setup(
    setup: setups.Setup, packed: StrategyArrays, key: Key, count: int
) -> tuple[NDArray[np.int16], list[NDArray[np.bool_]]]:
    """Roll a setup `count` times; `key` is (seed, season, game, first play)."""
    yards, bits = np.zeros(count, np.int16), np.zeros(count, np.int32)
    seed, season, game, first = key
    with np.errstate(over="ignore"):  # uncompiled, hashes wrap around as numpy scalars
        word = np.uint64(game_key(np.uint64(seed), season, game))
        array_plays.roll_plays(
            word, first, packed.tables, setup.kind, setup.chart, np.array(setup.cards, np.int64),
            setup.to_goal, setup.declined, setup.behind, setup.of_return, yards, bits,
        )  # fmt: skip
    return yards, [(bits & mask) != 0 for mask in MASKS]


def roll(
    call: PlayCall, season: Season, charts: Path | None, key: Key, count: int
) -> tuple[NDArray[np.int16], list[NDArray[np.bool_]]]:
    """Yards and masks of `count` plays: see simlib.plays.rolled.resolve.

    A card that is not named is drawn by each play's own word from the whole deck in its first order;
    in a game of `solitaire` earlier draws have changed that order. All else is the game's own.
    """
    setup, packed, _ = ready(call, season, charts)
    return roll_setup(setup, packed, key, count)
