"""Where the record of the play at hand stands in a game's book: a row of the log, once it is made.

A game's module `record` takes these over and adds its own, from OWN on. -1 is none.
"""

from simlib.kernels.state import MOST as FIRST

WIDTH = 56  # columns of a log, in every game
(PLAY, QUARTER, CLOCK, OFFENSE, DOWN, YARDS_TO_GO, TO_GOAL, KIND, YARDS, RETURN_YARDS, SPOT, FLAGS, COST,
 TIMEOUT, NEXT_OFFENSE, NEXT_TO_GOAL, HOME_POINTS, AWAY_POINTS,
 OWN) = range(FIRST, FIRST + 19)  # fmt: skip
