"""Football Strategy: bits of a play's flags, football's own and what these rules add."""

from simlib.kernels.flag import *  # noqa: F403
from simlib.kernels.flag import OWN

DECLINED, NO_RUNBACK = OWN, OWN << 1  # the second of plays asked about alone: a punt that is not returned
