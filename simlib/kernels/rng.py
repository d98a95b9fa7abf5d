"""Randomness: every throw is a pure function of (seed, season, game, play, role).

A game has a 64-bit key. A play reads 64-bit words, each a hash of the game's key, the play's
number and the word's number, so plays can be evaluated in any order, on any machine. A word holds
six throws of two dice, two halves of three base-36 digits each, made exactly uniform by Lemire's
method (ACM TOMACS 29(1), 2019) with rejection; a word of choices holds four 16-bit numbers.

throw : 0..35, two dice read in order, 0 is 11 and 35 is 66
choice : 0..65535
"""

import numpy as np

from simlib.kernels.jit import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
LOW_32 = np.uint64(0xFFFFFFFF)
LOW_16 = np.uint64(0xFFFF)
SIDES = np.uint64(36)
LEAST_LEFTOVER = np.uint64(2560)  # 2**32 mod 36**3
S16, S27, S30, S31, S32 = np.uint64(16), np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@kernel
def mix(word):
    """Finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    word = (word ^ (word >> S30)) * MIX_1
    word = (word ^ (word >> S27)) * MIX_2
    return word ^ (word >> S31)


@kernel
def game_key(seed, season, game):
    """Key of one game; `seed` is uint64, `season` and `game` are counted from 0."""
    key = mix(np.uint64(seed) + GOLDEN)
    key = mix((key ^ np.uint64(season)) + GOLDEN)
    return mix((key ^ np.uint64(game)) + GOLDEN)


@kernel
def raw_word(key, play, number):
    """Word `number` of a play: a hash of the game's key, the play and the number."""
    play_key = mix(key + np.uint64(play) * GOLDEN)
    return mix((play_key ^ key) + np.uint64(number + 1) * MIX_1)


@kernel
def half_is_exact(half):
    """Whether three digits taken from 32 bits are exactly uniform."""
    leftover = (half * SIDES) & LOW_32
    leftover = (leftover * SIDES) & LOW_32
    return ((leftover * SIDES) & LOW_32) >= LEAST_LEFTOVER


@kernel
def dice_word(key, play, number):
    """Word `number` of a play, mixed again until both halves give exactly uniform throws."""
    word = raw_word(key, play, number)
    while not (half_is_exact(word & LOW_32) and half_is_exact(word >> S32)):
        word = mix(word + GOLDEN)
    return word


@kernel
def throw(word, role):
    """Throw number `role` (0..5) of a dice word, 0..35."""
    leftover = word & LOW_32
    if role >= 3:
        leftover = word >> S32
        role -= 3
    product = leftover * SIDES
    if role >= 1:
        product = (product & LOW_32) * SIDES
    if role >= 2:
        product = (product & LOW_32) * SIDES
    return np.int64(product >> S32)


@kernel
def choice(word, role):
    """Number `role` (0..3) of a word of choices, 0..65535."""
    return np.int64((word >> (S16 * np.uint64(role))) & LOW_16)


@kernel
def coin(key, play):
    """0 or 1, from the word of choices of a play that is none: the toss (play 0), sudden death's."""
    return int(choice(raw_word(key, play, 1), 0) < 32768)
