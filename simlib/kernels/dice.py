"""The two ways to read a throw of two dice, and a single die taken from one.

throw : 0..35, two dice read in order, 0 is 11 and 35 is 66
summed : 2..12; die : 1..6
"""

from simlib.kernels.jit import kernel


@kernel
def summed(throw):
    """Two dice added, 2..12."""
    return throw // 6 + throw % 6 + 2


@kernel
def one_die(throw):
    """The first of the two dice, 1..6."""
    return throw // 6 + 1


def as_printed(throw: int) -> str:
    """Dice as a rulebook prints them: 0 is "11", 35 is "66"."""
    return f"{throw // 6 + 1}{throw % 6 + 1}"


def from_printed(text: str) -> int:
    """Throw from its printed form; ValueError unless it is two digits 1-6."""
    if len(text) != 2 or any(digit not in "123456" for digit in text):
        raise ValueError(text)
    return 6 * (int(text[0]) - 1) + int(text[1]) - 1
