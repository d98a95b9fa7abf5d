"""SPI Football: teams of several seasons in one set of arrays, under the rules of one year."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.season import R_COLUMNS
from simlib.rulesets.spi.play.layout import A_RULES, Packed


def mix(parts: Sequence[Packed], rules: NDArray[np.int64]) -> Packed:
    """Put the teams of several seasons behind one another.

    Parameters
    ----------
    parts : sequence of Packed
        The seasons, made ready with the same charts and the same coach.
    rules : int64[R_COLUMNS]
        The playing rules in force (`simlib.files.seasons.season_arrays`).
    """
    tables = parts[0].tables.copy()
    tables[A_RULES : A_RULES + R_COLUMNS] = rules
    sheets = np.concatenate([part.sheets for part in parts])
    tables.setflags(write=False)
    sheets.setflags(write=False)
    return Packed(tables, sheets)
