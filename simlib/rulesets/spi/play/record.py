"""SPI Football: a play's record, football's own and what these rules add.

Spots, letters and slots are as in arrays.py.
"""

from simlib.kernels.record import *  # noqa: F403
from simlib.kernels.record import OWN

(MAN, RECEIVER, DEFENSE, LETTER, GAIN_LETTER, RETURNER, RETURN_LETTER, DICE, _D1, _D2, _D3, _D4, _D5,
 MORE_DICE, _M1, _M2, _M3, _M4, _M5, OPTION_DICE, _O1, _O2, _O3, _O4, _O5, PENALTY_ON, PENALTY_YARDS,
 PENALTY_CELL, CLUTCH_OFFENSE, CLUTCH_DEFENSE, INTERCEPTOR, MEANT,
 TRIED) = range(OWN, OWN + 33)  # fmt: skip
