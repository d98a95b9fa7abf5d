"""SPI Football: bits of a play's flags, football's own and what these rules add."""

from simlib.kernels.flag import *  # noqa: F403
from simlib.kernels.flag import OWN

(NO_RUNBACK, ROUGHING, KICK_AGAIN, ACCEPTED, COUNTS, DUMPED, DUMP_FAILED, OVER_LIMIT,
 PASSER_OVER_LIMIT) = (OWN << bit for bit in range(9))  # fmt: skip
