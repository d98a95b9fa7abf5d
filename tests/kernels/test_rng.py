"""Throws: exactly as many halves of a word make each of the 36 ** 3 results of three throws."""

import numpy as np
import pytest

from simlib.kernels.rng import half_is_exact

ODD = 36**3 // 64  # 729; halves and what they leave differ by the factor 64


@pytest.mark.parametrize(
    ("leaves", "exact"), [(0, False), (2560 - 64, False), (2560, True), (2**32 - 64, True)]
)
def test_halves_that_leave_less_than_the_remainder_are_refused(leaves, exact):
    assert 2**32 % 36**3 == 2560
    half = leaves // 64 * pow(ODD, -1, 2**26) % 2**26
    assert half * 36**3 % 2**32 == leaves
    assert half_is_exact(np.uint64(half)) == exact
