"""Football Strategy: a play's record, football's own and what these rules add."""

from simlib.kernels.record import *  # noqa: F403
from simlib.kernels.record import OWN

CHART, CARD, RESULT, DICE, _D1, _D2, _D3, _D4, _D5 = range(OWN, OWN + 9)
