"""Decks of cards: exactly uniform draws, with or without replacement, from counter-based words.

A deck is a slice of an integer array. Cards drawn without replacement move behind those that are
left, so the array is always a permutation and a re-shuffle only says that all are left again.
"""

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.jit import kernel
from simlib.kernels.rng import GOLDEN, LOW_32, S32, mix


@kernel
def one_of(word: np.uint64, count: int) -> np.int64:
    """A number 0 .. count - 1, exactly uniform: Lemire's method, the word mixed again on rejection.

    Parameters
    ----------
    word : uint64
        A hash of its own (`simlib.kernels.rng.raw_word`); the low 32 bits are read.
    count : int
        1 .. 2**31.
    """
    size = np.uint64(count)
    least = (LOW_32 + np.uint64(1)) % size
    product = (word & LOW_32) * size
    while (product & LOW_32) < least:
        word = mix(word + GOLDEN)
        product = (word & LOW_32) * size
    return np.int64(product >> S32)


@kernel
def draw(cards: NDArray[np.int64], first: int, left: int, word: np.uint64) -> np.int64:
    """Draw one of the `left` first cards of the deck at offset `first`; it goes behind them.

    With `left` one less at each draw, cards are drawn without replacement; with `left` the whole
    deck, it is shuffled before every draw.
    """
    place = first + one_of(word, left)
    last = first + left - 1
    card = cards[place]
    cards[place] = cards[last]
    cards[last] = card
    return card
