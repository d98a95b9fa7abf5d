"""What kernels read of a season: its schedule and the playing rules of its year.

(Positions below are frozen into compiled kernels: see simlib.kernels.jit.)
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Columns of SeasonArrays.rules. R_TIES is that of the first league, the next column the second's.
(R_YEAR, R_KICKOFF_LINE, R_TOUCHBACK, R_SAFETY_KICK, R_MISSED_FIELD_GOAL, R_TIMEOUTS, R_OVERTIME,
 R_TIES_COUNT, R_TIES, _R_OTHER_TIES, R_WILD_CARDS, R_TITLE_HOST, R_COLUMNS) = range(13)  # fmt: skip
# R_MISSED_FIELD_GOAL: over the goal line to the 20, or the line of scrimmage or the 20, the farther out.
MISS_TO_20, MISS_TO_LINE_OR_20 = 0, 1
# R_OVERTIME: a regular game level after four quarters stays so, or has one sudden-death quarter.
# R_TIES_COUNT: 1 when a tie is half a win and half a loss in percentages, 0 when it is left out.
# R_TIES: what parts the teams level at the top of a division.
TIE_PLAYOFF, TIE_POINTS, TIE_RECORDS = 0, 1, 2
# R_WILD_CARDS: of each conference. R_TITLE_HOST: the title game at the East in even years, or neutral.
TITLE_EAST_IN_EVEN_YEARS, TITLE_NEUTRAL = 0, 1

# Numbers, in a key, of games that no schedule holds: the first of a post-season, the first of a match.
POST_SEASON_GAME, MATCH_GAME = 1000, 2000


class SeasonArrays(NamedTuple):
    """What kernels read of a season; read-only."""

    home: NDArray[np.int16]  # [games] team index
    away: NDArray[np.int16]  # [games]
    conference: NDArray[np.int16]  # [teams] 0 East, 1 West; 2 and 3 those of a second league
    division: NDArray[np.int16]  # [teams] by number over the whole season
    game_of_team: NDArray[np.int16]  # [games, 2] games the home, the away team has played before
    rules: NDArray[np.int64]  # [R_COLUMNS]


def has_two_conferences(season: SeasonArrays) -> bool:
    """Whether a season is one league of two undivided conferences (`simlib.kernels.standings`)."""
    rules = season.rules
    return bool(
        season.conference.max() == 1
        and (season.division == season.conference).all()
        and rules[R_TIES_COUNT] == 0
        and rules[R_TIES] == TIE_PLAYOFF
        and rules[R_WILD_CARDS] == 0
        and rules[R_TITLE_HOST] == TITLE_EAST_IN_EVEN_YEARS
    )
