"""Whole games of SPI Football and their logs, as plain numbers, for tests that keep the accounts."""

from types import SimpleNamespace

import numpy as np
from log_columns import bits_of, columns_of

from simlib.files.seasons import Season, season_arrays
from simlib.kernels.season_loop import play_one_game, seasons_player
from simlib.kernels.tally import Tally, empty_tally
from simlib.rulesets.contract import Playable, Setup
from simlib.rulesets.spi.play import flag, record
from simlib.rulesets.spi.playable import load_spi

COLUMNS = {name.lower(): column for name, column in columns_of(record).items()}
FLAGS = {name.lower(): bit for name, bit in bits_of(flag).items()}
MOST_PLAYS = 600


def loaded(season: Season, coach: str, options: tuple[str, ...] = ()) -> Playable:
    return load_spi(Setup(season, coach, options))


def tally_of(season: Season, playable: Playable, seasons: int = 1) -> Tally:
    slots = max(map(len, playable.men))
    return empty_tally(seasons, len(season.teams), slots, len(season.games))


def play_seasons(season: Season, playable: Playable, seed: int, first: int, count: int) -> Tally:
    tally = tally_of(season, playable, count)
    arrays = season_arrays(season)
    seasons_player(arrays)(np.uint64(seed), np.int64(first), arrays, playable.arrays, tally)
    return tally


def one_game(season: Season, playable: Playable, seed: int, number: int, game: int):
    """A game alone: its tally and its log, a row a play."""
    tally = tally_of(season, playable)
    events = np.zeros((MOST_PLAYS, record.WIDTH), np.int32)
    arrays = season_arrays(season)
    plays = play_one_game(
        np.uint64(seed), np.int64(number), np.int64(game), arrays, playable.arrays, tally, events
    )
    assert plays <= MOST_PLAYS
    return tally, [row_of(event) for event in events[:plays].tolist()]


def row_of(event: list[int]) -> SimpleNamespace:
    """A play of the log by name, its flags as sets, its words of dice whole under `_of`."""
    row = SimpleNamespace(**{name: event[column] for name, column in COLUMNS.items()})
    row.flags = flags_of(event[COLUMNS["flags"]])
    row.tried = flags_of(max(event[COLUMNS["tried"]], 0))
    for word in ("dice", "option_dice"):
        setattr(row, f"{word}_of", event[COLUMNS[word] : COLUMNS[word] + 6])
    return row


def flags_of(bits: int) -> set[str]:
    return {name for name, bit in FLAGS.items() if bits & bit}
