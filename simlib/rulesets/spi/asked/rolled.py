"""SPI Football: plays asked about outside a game, made ready and rolled into arrays."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simlib.files.seasons import Season, season_arrays
from simlib.kernels.rng import game_key
from simlib.rulesets import contract
from simlib.rulesets.call import PlayCall
from simlib.rulesets.spi.asked import setups
from simlib.rulesets.spi.asked.array_plays import (
    roll_kickoffs,
    roll_kicks,
    roll_passes,
    roll_punts,
    roll_returns,
    roll_runs,
)
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag
from simlib.rulesets.spi.play.layout import A_POLICY, SpiArrays
from simlib.rulesets.spi.playable import load_spi
from simlib.rulesets.spi.sheets.read import load_sheets

# Bits of a result in the order of simlib.plays.rolled.PlayArrays, after `yards`.
MASKS = (
    flag.TOUCHDOWN, flag.OUT_OF_BOUNDS, flag.FUMBLE, flag.FUMBLE_LOST, flag.COMPLETE,
    flag.INTERCEPTED, flag.SACK, flag.SAFETY, flag.TOUCHBACK, flag.NO_RUNBACK, flag.GOOD,
    flag.BLOCKED, flag.ROUGHING, flag.KICK_AGAIN, 0, flag.KICKERS_RECOVER,
)  # fmt: skip
# A question of each kind, for whoever asks every game.
EXAMPLES = (
    PlayCall("run", "K", defense="III", to_goal=60), PlayCall("pass", "M", to="J", length="medium"),
    PlayCall("kickoff_return", "BAL", to_goal=96), PlayCall("punt_return", "H", to_goal=70),
    PlayCall("punt", "C", to_goal=55, rushed=True), PlayCall("kickoff"),
    PlayCall("field_goal", "Groza", to_goal=15), PlayCall("try", "Groza"),
)  # fmt: skip
Key = tuple[int, int, int, int]


def ready(call: PlayCall, season: Season, charts: Path | None) -> tuple[setups.Setup, SpiArrays, spi.Charts]:
    """Make a play ready: its setup, the arrays the kernel reads, and the charts as loaded."""
    playable = load_spi(contract.Setup(season, "as-played", charts=charts))
    loaded = load_charts(charts).charts
    rules = season_arrays(season).rules.tolist()
    run_out = int(playable.arrays.tables[A_POLICY + spi.P_RUN_OUT_OF_END_ZONE])
    return setups.set_up(call, season, load_sheets(season), loaded, rules, run_out), playable.arrays, loaded


def roll_setup(
    setup: setups.Setup, packed: SpiArrays, key: Key, count: int
) -> tuple[NDArray[np.int16], list[NDArray[np.bool_]]]:
    """Roll a setup `count` times; `key` is (seed, season, game, first play)."""
    yards, bits = np.zeros(count, np.int16), np.zeros(count, np.int32)
    seed, season, game, first = key
    tables = packed.tables
    with np.errstate(over="ignore"):  # uncompiled, hashes wrap around as numpy scalars
        word = np.uint64(game_key(np.uint64(seed), season, game))
        match setup:
            case setups.Run(letter, outside, late, to_goal, fumbles, recover):
                on = np.array(fumbles, np.int64)
                roll_runs(word, first, tables, letter, outside, late, to_goal, on, recover, yards, bits)
            case setups.Pass():
                roll_passes(
                    word, first, tables, setup.letter, setup.gain_letter, setup.late, setup.to_goal,
                    *setup.interception, *setup.sack, setup.wider_interception, setup.wider_sack,
                    setup.team_to, np.array(setup.fumble_on, np.int64), setup.recover_to, yards, bits,
                )  # fmt: skip
            case setups.Return(card, late, to_goal, recover):
                rows = np.array(card, np.int64)
                roll_returns(word, first, tables, rows, late, to_goal, recover, yards, bits)
            case setups.Punt(letter, rushed, to_goal):
                roll_punts(word, first, tables, letter, rushed, to_goal, yards, bits)
            case setups.Kickoff(to_goal, _):
                roll_kickoffs(word, first, tables, to_goal, yards, bits)
            case setups.Kick(good_to, is_try):
                roll_kicks(word, first, good_to, is_try, bits)
    return yards, [(bits & mask) != 0 for mask in MASKS]


def roll(
    call: PlayCall, season: Season, charts: Path | None, key: Key, count: int
) -> tuple[NDArray[np.int16], list[NDArray[np.bool_]]]:
    """Yards and masks of `count` plays: see simlib.plays.rolled.resolve."""
    setup, packed, _ = ready(call, season, charts)
    return roll_setup(setup, packed, key, count)
