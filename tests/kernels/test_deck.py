"""Decks: exactly uniform draws, each card once without replacement, every order alike."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlib.kernels.deck import draw, one_of
from simlib.kernels.rng import mix, raw_word

KEY = np.uint64(77)


def words(count):
    with np.errstate(over="ignore"):
        return [np.uint64(raw_word(KEY, number, 2)) for number in range(count)]


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**31))
def test_a_number_is_below_its_count(word, count):
    assert 0 <= one_of(np.uint64(word), count) < count


@pytest.mark.parametrize("count", [10, 14])
def test_numbers_are_uniform(count):
    drawn = Counter(int(one_of(word, count)) for word in words(14_000))
    expected = 14_000 / count
    chi_square = sum((drawn[card] - expected) ** 2 / expected for card in range(count))
    assert chi_square < 40  # 0.9999 of 13 degrees of freedom


def test_a_word_that_would_favour_some_numbers_is_mixed_again():
    """Of 2**32 words 2**32 mod 14 = 4 are too many: those whose product leaves less than 4."""
    unfair = np.uint64(0)
    with np.errstate(over="ignore"):
        again = mix(unfair + np.uint64(0x9E3779B97F4A7C15))
    assert one_of(unfair, 14) == one_of(np.uint64(again), 14)


def test_the_last_word_that_favours_none_is_kept():
    fair = np.uint64(2 * pow(7, -1, 2**31) % 2**31)  # its product with 14 leaves just 4
    assert int(fair) * 14 % 2**32 == 4
    assert one_of(fair, 14) == int(fair) * 14 >> 32


def test_without_replacement_each_card_comes_once():
    deck = np.arange(3, 17)
    drawn = [int(draw(deck, 0, 14 - k, word)) for k, word in enumerate(words(14))]
    assert sorted(drawn) == list(range(3, 17))
    assert sorted(deck.tolist()) == list(range(3, 17))


def test_a_deck_may_lie_anywhere_in_an_array():
    cards = np.arange(8)
    drawn = {int(draw(cards, 5, 3 - k, word)) for k, word in enumerate(words(3))}
    assert drawn == {5, 6, 7}
    assert cards[:5].tolist() == [0, 1, 2, 3, 4]


def test_shuffled_before_every_draw_a_card_may_come_again():
    deck = np.arange(3)
    assert len({int(draw(deck, 0, 3, word)) for word in words(4)}) <= 3
    assert sorted(deck.tolist()) == [0, 1, 2]
