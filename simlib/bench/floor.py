"""The floor of a play: its exact throws and table reads, and nothing else."""

from simlib.kernels.jit import kernel
from simlib.kernels.rng import choice, dice_word, raw_word, throw

THROWS, CHOICES = 3, 3  # about what a play asks for
TABLE = 36 * 36


@kernel
def floor_plays(key, plays, table):
    """Roll and read for `plays` plays; returns the sum of what was read.

    Every play rolls two words, reads three throws and three choices, and looks each of them up in
    `table` (int32[TABLE]). No branch depends on a number drawn.
    """
    total = 0
    for play in range(plays):
        dice, choices = dice_word(key, play, 0), raw_word(key, play, 1)
        place = 0
        for role in range(THROWS):
            place = (36 * place + throw(dice, role)) % TABLE
            total += table[place]
        for role in range(CHOICES):
            total += table[choice(choices, role) % TABLE]
    return total
