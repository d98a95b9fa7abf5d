"""Exact distributions: against hand counts and against brute force over all throws."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlib.kernels import dice
from simlib.rulesets.counting import mean, summed_distribution, touchdown_chance
from simlib.rulesets.spi.charts.expectations import (
    PassChances,
    cut_gains,
    expected_gain,
    pass_chances,
    pass_expectation,
    run_distribution,
)
from simlib.rulesets.spi.play.arrays import LONG_GAIN, MEDIUM_GAIN, TOUCHDOWN

MEDIUM = [13, 26, 8, 9, 18, 15, 12, 20, 25, 5, 10]
LONG = [TOUCHDOWN, 71, 52, 26, 20, 30, 22, 17, 37, 41, TOUCHDOWN]


def test_printed_medium_and_long_gains():
    assert mean(summed_distribution(MEDIUM)) == 15
    long = summed_distribution(LONG)
    assert long[TOUCHDOWN] == Fraction(2, 36)
    runs = {gain: chance for gain, chance in long.items() if gain != TOUCHDOWN}
    assert mean(runs) / sum(runs.values()) == Fraction(1053, 34)  # 31.0


def test_run_column_is_a_draw_of_two_throws():
    column = [LONG_GAIN, MEDIUM_GAIN, -2, *range(33)]
    found = run_distribution(column, MEDIUM, LONG)
    counts: dict[int, int] = {}
    for first, second in product(range(36), repeat=2):
        gain = column[first]
        table = {MEDIUM_GAIN: MEDIUM, LONG_GAIN: LONG}.get(gain)
        if table:
            gain = table[dice.summed(second) - 2]
        counts[gain] = counts.get(gain, 0) + 1
    assert found == {gain: Fraction(counts[gain], 36 * 36) for gain in sorted(counts)}
    assert sum(found.values()) == 1


def test_goal_line_cuts_gains_and_losses():
    cut = cut_gains({3: 1, 99: 3})
    assert cut[2] == 2
    assert cut[10] == Fraction(3 + 3 * 10, 4)
    assert cut[TOUCHDOWN] == Fraction(3 + 3 * 99, 4)
    assert cut[-5] == Fraction(-5 + 3 * -1, 4)


@given(
    st.dictionaries(st.integers(-20, 99), st.integers(1, 9), min_size=1, max_size=6),
    st.dictionaries(st.integers(1, 99), st.integers(1, 9), min_size=1, max_size=6),
)
def test_expectation_is_the_sum_over_spots(gains, spots):
    total = sum(gains.values())
    distribution = {gain: Fraction(weight, total) for gain, weight in sorted(gains.items())}
    by_hand = sum(
        Fraction(weight, total) * Fraction(at, sum(spots.values())) * max(min(gain, yards), yards - 100)
        for gain, weight in gains.items()
        for yards, at in spots.items()
    )
    assert expected_gain(distribution, spots) == by_hand
    assert expected_gain(distribution, spots) <= mean(distribution) or min(gains) < 0


def test_touchdown_chance():
    assert touchdown_chance({2: Fraction(1, 2), 5: Fraction(1, 2)}, {3: 1, 60: 1}) == Fraction(1, 4)


@pytest.mark.parametrize(
    ("complete_to", "interception", "sack"),
    [(18, (33, 35), (26, 27)), (30, (28, 35), (20, 29)), (5, (36, -1), (36, -1)), (20, (22, 35), (20, 24))],
)
def test_pass_chances_count_throws(complete_to, interception, sack):
    team = Fraction(19, 36)
    counts = [0, 0, 0, 0]
    for throw in range(36):
        if throw <= complete_to:
            counts[0] += 1
        elif sack[0] <= throw <= sack[1]:
            counts[2] += 1
        elif interception[0] <= throw <= interception[1]:
            counts[1] += 1
        else:
            counts[3] += 1
    found = pass_chances(complete_to, interception, sack, team)
    assert found.complete == Fraction(counts[0], 36)
    assert found.sacked == Fraction(counts[2], 36)
    assert found.intercepted == Fraction(counts[1], 36) * team
    assert sum(found) == 1


def test_rates_are_per_attempt_and_a_sack_is_none():
    short = PassChances(Fraction(1, 2), Fraction(0), Fraction(1, 4), Fraction(1, 4))
    long = PassChances(Fraction(1, 4), Fraction(1, 4), Fraction(1, 4), Fraction(1, 4))
    found = pass_expectation([(Fraction(1, 2), short, Fraction(6)), (Fraction(1, 2), long, Fraction(20))])
    assert found.completion_percent == 50
    assert found.interception_percent == Fraction(100, 6)
    assert found.yards == 4
    assert found.yards_per_attempt == Fraction(16, 3)
    assert found.sack_yards == 2
