"""Football Strategy: teams of several seasons in one set of arrays, under the rules of one year."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.season import R_COLUMNS
from simlib.rulesets.football_strategy.play.layout import A_RULES, A_TEAMS, T_COLUMNS, T_OFFENSE, Packed


def mix(parts: Sequence[Packed], rules: NDArray[np.int64]) -> Packed:
    """Put the teams of several seasons, and their call tables, behind one another.

    Parameters
    ----------
    parts : sequence of Packed
        The seasons, made ready with the same charts and the same coach.
    rules : int64[R_COLUMNS]
        The playing rules in force (`simlib.files.seasons.season_arrays`).
    """
    shared = parts[0].tables[:A_TEAMS].copy()
    shared[A_RULES : A_RULES + R_COLUMNS] = rules
    teams, before = [], 0
    for part in parts:
        own = part.tables[A_TEAMS:].reshape(-1, T_COLUMNS).copy()
        own[:, T_OFFENSE:] += before
        before += part.calls.size
        teams.append(own.ravel())
    tables, calls = np.concatenate([shared, *teams]), np.concatenate([part.calls for part in parts])
    tables.setflags(write=False)
    calls.setflags(write=False)
    return Packed(tables, calls)
