"""What kernels read of a season: its schedule and the playing rules of its year.

(Positions below are frozen into compiled kernels: see simlib._jit.)
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Columns of SeasonArrays.rules.
(R_YEAR, R_KICKOFF_LINE, R_TOUCHBACK, R_SAFETY_KICK, R_MISSED_FIELD_GOAL, R_TIMEOUTS, R_PLAYOFF_FORM,
 R_COLUMNS) = range(8)  # fmt: skip
# R_MISSED_FIELD_GOAL: over the goal line to the 20, or the line of scrimmage or the 20, the farther out.
MISS_TO_20, MISS_TO_LINE_OR_20 = 0, 1
# R_PLAYOFF_FORM: two conferences, a tie for first is a play-off, the title game at the East in even years.
TWO_CONFERENCES = 0


class SeasonArrays(NamedTuple):
    """What kernels read of a season; read-only."""

    home: NDArray[np.int16]  # [games] team index
    away: NDArray[np.int16]  # [games]
    conference: NDArray[np.int16]  # [teams] 0 East, 1 West
    game_of_team: NDArray[np.int16]  # [games, 2] games the home, the away team has played before
    rules: NDArray[np.int64]  # [R_COLUMNS]
