"""Football Strategy: the state of a game is football's own; its book ends with the solitaire deck."""

from simlib.kernels.book import OWN as BOOK_OWN
from simlib.kernels.state import *  # noqa: F403
from simlib.rulesets.football_strategy.play.layout import MAX_DECK

DECK = BOOK_OWN
BOOK = DECK + MAX_DECK  # numbers of a whole book
