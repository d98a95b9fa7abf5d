"""The sixth game: football's own state of a game, who must run next, and what a season carries."""

from simlib.kernels import book
from simlib.kernels.state import *  # noqa: F403
from simlib.kernels.state import OWN

CAUTIOUS, _AWAY_CAUTIOUS = range(OWN, OWN + 2)  # 1 after a pass intercepted, until the next play
RECEIVED = book.OWN  # + team: how often it received a game's first kick-off this season
