"""The sixth game: what its kernel reads, and the integers in it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TOTALS = 11  # two dice added, 2 to 12
RUN, PASS, PUNT, FIELD_GOAL, KICKOFF, TRY = KINDS = range(6)  # the first four are what a coach calls
COLUMNS = {RUN: 0, PASS: 1, KICKOFF: 2, PUNT: 3, FIELD_GOAL: 4, TRY: 4}  # of the charts, by kind of play
COLUMN_OF = tuple(COLUMNS[kind] for kind in KINDS)
FUMBLE, INTERCEPTION, INCOMPLETE, SACK = range(900, 904)  # cells that are no gain
RETURNED = 100  # a kick-off brought back for a touchdown
CALLS, CLASSES = 4, 3  # calls; classes of distance and of field position
ALL_SHARES = 65536  # a call's share of a 16-bit choice


class SixthArrays(NamedTuple):
    """What the kernel reads of a season, read-only."""

    charts: NDArray[np.int32]  # [5 columns x TOTALS]
    calls: NDArray[np.int32]  # [4 downs x CLASSES distances x CLASSES zones x (CALLS - 1)] shares added up
