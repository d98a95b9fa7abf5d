"""The sixth game: a play's record, football's own and its throw."""

from simlib.kernels.record import *  # noqa: F403
from simlib.kernels.record import OWN

TOTAL = OWN
