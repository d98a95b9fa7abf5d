"""What a kernel writes while it plays a chunk of seasons: integer arrays, zeroed by the engine.

(Positions below are frozen into compiled kernels: see simlib.kernels.jit.)
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS

# Columns of Tally.post: team indices, then the number of games played to part teams level at the top.
POST_TITLE, POST_EAST, POST_WEST, POST_PLAYOFFS, POST_COLUMNS = range(5)


class Tally(NamedTuple):
    """A chunk of played seasons: the first index of every array is the season within the chunk."""

    team_stats: NDArray[np.int32]  # [seasons, teams, 2 x TEAM_COLUMNS] own columns, then the opponents'
    player_stats: NDArray[np.int32]  # [seasons, teams, slots, PLAYER_COLUMNS]
    scores: NDArray[np.int16]  # [seasons, games, 2] home, away; regular season
    post: NDArray[np.int16]  # [seasons, POST_COLUMNS]


def empty_tally(seasons: int, teams: int, slots: int, games: int) -> Tally:
    """A zeroed tally for `seasons` seasons of `games` games."""
    return Tally(
        np.zeros((seasons, teams, 2 * len(TEAM_COLUMNS)), np.int32),
        np.zeros((seasons, teams, slots, len(PLAYER_COLUMNS)), np.int32),
        np.zeros((seasons, games, 2), np.int16),
        np.zeros((seasons, POST_COLUMNS), np.int16),
    )
