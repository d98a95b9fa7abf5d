"""Where each of `stats.TEAM_COLUMNS` stands in a side's line of statistics: `of_team.RUSH_YDS`."""

from typing import TYPE_CHECKING

from simlib.kernels.stats import TEAM_COLUMNS

WIDTH = len(TEAM_COLUMNS)
globals().update((column.upper(), place) for place, column in enumerate(TEAM_COLUMNS))

if TYPE_CHECKING:

    def __getattr__(name: str) -> int: ...
