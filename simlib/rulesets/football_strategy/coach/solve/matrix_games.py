"""Zero-sum matrix games, solved exactly by a compiled simplex.

The rows' player gains the payoff, the columns' player loses it. With payoffs moved to 1 or more, the
columns' mix is y / sum(y) for the y >= 0 of greatest sum with payoffs @ y <= 1, and the rows' mix its
dual (Dantzig, "A proof of the equivalence of the programming problem and the game problem", 1951). All
slack is a first basis, so there is one phase.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.jit import solver

TINY = 1e-11
PATIENCE = 60  # pivots by the steepest column before Bland's rule, which never cycles


class Workspace(NamedTuple):
    """Room for games of up to so many rows and columns, used again by every solution."""

    tableau: NDArray[np.float64]  # [rows + 1, columns + 1]
    row_names: NDArray[np.int64]  # [rows] variable in the basis; slack of row k is columns + k
    column_names: NDArray[np.int64]  # [columns] variable out of it


def workspace(rows: int, columns: int) -> Workspace:
    """Room for games of up to `rows` by `columns`."""
    return Workspace(np.zeros((rows + 1, columns + 1)), np.zeros(rows, np.int64), np.zeros(columns, np.int64))


@solver
def pivot(tableau: NDArray[np.float64], rows: int, columns: int, row: int, column: int) -> None:
    """Exchange a basic and a non-basic variable in a condensed tableau."""
    scale = 1.0 / tableau[row, column]
    for j in range(columns + 1):
        tableau[row, j] *= scale
    tableau[row, column] = scale
    for i in range(rows + 1):
        if i == row:
            continue
        factor = tableau[i, column]
        if factor == 0.0:
            continue
        tableau[i, column] = 0.0
        for j in range(columns + 1):
            tableau[i, j] -= factor * tableau[row, j]


@solver
def entering(room: Workspace, rows: int, columns: int, bland: bool) -> int:
    """Column that enters the basis, or -1 at the optimum."""
    found, best = -1, -TINY
    for j in range(columns):
        cost = room.tableau[rows, j]
        if cost >= -TINY:
            continue
        if bland:
            if found < 0 or room.column_names[j] < room.column_names[found]:
                found = j
        elif cost < best:
            found, best = j, cost
    return found


@solver
def leaving(room: Workspace, rows: int, columns: int, column: int) -> int:
    """Row that leaves the basis: the least ratio; among equals the variable of the lowest number."""
    found, least = -1, np.inf
    for i in range(rows):
        slope = room.tableau[i, column]
        if slope <= TINY:
            continue
        ratio = room.tableau[i, columns] / slope
        if ratio < least - TINY:
            found, least = i, ratio
        elif ratio <= least + TINY and room.row_names[i] < room.row_names[found]:
            found, least = i, min(ratio, least)
    return found


@solver
def solve_matrix_game(
    payoffs: NDArray[np.float64],
    rows: int,
    columns: int,
    room: Workspace,
    row_mix: NDArray[np.float64],
    column_mix: NDArray[np.float64],
) -> float:
    """Value of a game, with a mix of either player that guarantees it.

    Parameters
    ----------
    payoffs : float64[.., ..]
        What the columns' player pays; the first `rows` by `columns` are the game.
    room : Workspace
        Of that size or more.
    row_mix, column_mix : float64[..]
        Receive probabilities of the first `rows` and `columns`.
    """
    tableau = room.tableau
    least = payoffs[0, 0]
    for i in range(rows):
        for j in range(columns):
            least = min(least, payoffs[i, j])
    lift = 1.0 - least
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = payoffs[i, j] + lift
        tableau[i, columns] = 1.0
        room.row_names[i] = columns + i
    for j in range(columns):
        tableau[rows, j] = -1.0
        room.column_names[j] = j
    tableau[rows, columns] = 0.0

    pivots = 0
    while True:
        column = entering(room, rows, columns, pivots >= PATIENCE)
        if column < 0:
            break
        row = leaving(room, rows, columns, column)
        pivot(tableau, rows, columns, row, column)
        name = room.row_names[row]
        room.row_names[row] = room.column_names[column]
        room.column_names[column] = name
        pivots += 1

    total = tableau[rows, columns]
    for i in range(rows):
        row_mix[i] = 0.0
    for j in range(columns):
        column_mix[j] = 0.0
    for i in range(rows):
        if room.row_names[i] < columns:
            column_mix[room.row_names[i]] = max(tableau[i, columns] / total, 0.0)
    for j in range(columns):
        if room.column_names[j] >= columns:
            row_mix[room.column_names[j] - columns] = max(tableau[rows, j] / total, 0.0)
    return 1.0 / total - lift
