"""SPI Football: the state of a game, football's own and what these rules add, and the rest of its book.

CLUTCH is [home, away][offence, defence]. TRIAL is 0, or while a play that may be called back is tried 1 + the
uses it made, to be undone.
"""

from simlib.kernels import of_team
from simlib.kernels.book import OWN as BOOK_OWN
from simlib.kernels.state import *  # noqa: F403
from simlib.kernels.state import OWN

(TIMEOUTS_RUNNING, LINEUP, _AWAY_LINEUP, GAME, OPTIONS, TRIAL, TEAM_GAME, _AWAY_TEAM_GAME, CLUTCH, _C1, _C2,
 _C3, WIDTH) = range(OWN, OWN + 13)  # fmt: skip
SAVED = BOOK_OWN  # state and lines as they were before a play that is tried
UNDONE = SAVED + WIDTH + 2 * of_team.WIDTH  # [16] offset and number before, of each use of such a play
LAST_USE = UNDONE + 16  # [teams, slots, 4 run, catch, pass, any] see limits.py
