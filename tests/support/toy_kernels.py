"""Kernels small enough to check by hand, that call others: plainly, and by way of a numba overload."""

from typing import NamedTuple

import numpy as np
from numba.extending import overload

from simlib.kernels.jit import CALLED, borrowed, kernel, out_of_line


class Coins(NamedTuple):
    worth: np.ndarray


class Stones(NamedTuple):
    weight: np.ndarray


@kernel
def twice(number):
    """Two of them."""
    out_of_line()
    return number * 2


@kernel
def total(numbers, count):
    """Sum of the doubles."""
    found = 0
    for entry in range(count):
        found += twice(numbers[entry])
    return found


@kernel
def total_of_both(numbers):
    """Sum of the doubles, with a constant and one array passed twice."""
    flat = borrowed(numbers)
    found = total(flat, len(numbers)) + total(flat, 1)
    numbers[0] += twice(1)
    return found


@kernel
def quotient(number, by):
    """A division that Python may refuse."""
    return twice(number) // by


@kernel
def quotients(number, by):
    """A kernel whose callee fails."""
    return quotient(number, by) + quotient(number, 1)


@kernel
def coin_value(coins, entry):
    """Twice a coin's worth."""
    return twice(coins.worth[entry])


@kernel
def stone_value(stones, entry):
    """A stone's weight."""
    return stones.weight[entry]


WRITTEN = {Coins: coin_value, Stones: stone_value}


def value(toys, entry):
    """What a toy counts for, as its own class has it."""
    return WRITTEN[type(toys)](toys, entry)


@overload(value, jit_options=CALLED)
def _value(toys, entry):
    chosen = WRITTEN.get(getattr(toys, "instance_class", None))
    return (lambda toys, entry: chosen(toys, entry)) if chosen else None


@kernel
def values(toys, count):
    """Sum of what the toys count for."""
    found = 0
    for entry in range(count):
        found += value(toys, entry)
    return found


def answers():
    """Every toy's integers."""
    numbers = np.arange(1, 5, dtype=np.int32)
    return [
        int(answer)
        for answer in (
            total_of_both(numbers), numbers[0], quotients(7, 2), twice(5),
            values(Coins(numbers), 4), values(Stones(numbers), 4),
        )
    ]  # fmt: skip
