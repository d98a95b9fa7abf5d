"""Where each of `stats.PLAYER_COLUMNS` stands in a man's line of statistics: `of_man.RUSH_YDS`."""

from typing import TYPE_CHECKING

from simlib.kernels.stats import PLAYER_COLUMNS

WIDTH = len(PLAYER_COLUMNS)
globals().update((column.upper(), place) for place, column in enumerate(PLAYER_COLUMNS))

if TYPE_CHECKING:

    def __getattr__(name: str) -> int: ...
