"""Where football's own state stands in a game's book, the same for every game.

Pairs [home, away] stand together: POINTS + side. A game's module `state` takes these over and adds its own,
from OWN on.
"""

(OFFENSE, DOWN, YARDS_TO_GO, TO_GOAL, QUARTER, CLOCK, POINTS, _AWAY_POINTS, TIMEOUTS, _AWAY_TIMEOUTS,
 NEXT, RECEIVES_SECOND_HALF, OVER, SUDDEN_DEATH, TEAM, _AWAY_TEAM, MEN, _AWAY_MEN, PLAY,
 OWN) = range(20)  # fmt: skip
MOST = 40  # numbers of state that a book has room for
# NEXT: what comes next.
SCRIMMAGE, KICKOFF, FREE_KICK, TRY = range(4)
# SUDDEN_DEATH when level after four quarters: no more, until one scores, one quarter of it.
NO_MORE, UNTIL_A_SCORE, ONE_PERIOD = range(3)
