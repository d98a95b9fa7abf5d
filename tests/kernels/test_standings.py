"""Leaders of a conference, lots, coins and the title game's site."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlib.kernels.rng import raw_word
from simlib.kernels.standings import conference_leaders, draw_order, draw_site, percentage_above, title_site

KEY = np.uint64(7)


def word(play):
    with np.errstate(over="ignore"):
        return np.uint64(raw_word(KEY, play, 0))


def leaders(records, conference=None, which=0):
    wins, losses = (np.array(column, np.int32) for column in zip(*records, strict=True))
    out = np.full(len(records), -1)
    conference = np.zeros(len(records), np.int64) if conference is None else np.array(conference)
    count = conference_leaders(wins, losses, conference, which, out)
    return out[:count].tolist()


def test_the_best_percentage_leads_and_ties_are_left_out():
    assert leaders([(9, 3), (8, 2), (8, 4)]) == [1]  # 8-2-2 is .800, 9-3 is .750
    assert leaders([(6, 3), (8, 4), (2, 1)]) == [0, 1, 2]  # all .667


def test_a_conference_sees_its_own_teams_only():
    records = [(9, 3), (12, 0), (9, 3), (7, 5)]
    assert leaders(records, [0, 1, 0, 1], 0) == [0, 2]
    assert leaders(records, [0, 1, 0, 1], 1) == [1]
    assert leaders(records, [0, 1, 0, 1], 2) == []


def test_a_team_that_only_tied_stands_at_nought():
    assert leaders([(0, 0), (1, 11)]) == [1]
    assert leaders([(0, 0), (0, 12)]) == [0, 1]


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=8))
def test_leaders_are_those_with_the_greatest_fraction(records):
    values = [Fraction(w, w + x) if w + x else Fraction(0) for w, x in records]
    assert leaders(records) == [k for k, value in enumerate(values) if value == max(values)]


def test_percentages_are_compared_exactly():
    assert not percentage_above(1, 2, 2, 4)
    assert percentage_above(2, 3, 3, 5)
    assert not percentage_above(3, 5, 2, 3)


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_lots_give_every_order_about_equally_often(count):
    tries = 600 * {2: 2, 3: 6, 4: 24, 6: 60}[count]
    seen = {}
    for k in range(tries):
        teams = np.arange(10, 10 + count)
        draw_order(teams, count, word(k))
        order = tuple(teams.tolist()) if count < 6 else (int(teams[0]), int(teams[5]))
        seen[order] = seen.get(order, 0) + 1
    possible = list(itertools.permutations(range(10, 10 + count), count if count < 6 else 2))
    assert set(seen) == set(possible)
    expected = tries / len(possible)
    chi_square = sum((n - expected) ** 2 / expected for n in seen.values())
    freedom = len(possible) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


def test_lots_leave_the_rest_of_the_array_alone():
    teams = np.arange(6)
    draw_order(teams, 3, word(1))
    assert sorted(teams[:3].tolist()) == [0, 1, 2]
    assert teams[3:].tolist() == [3, 4, 5]


def test_a_coin_falls_both_ways_and_tosses_are_independent():
    sites = [[draw_site(4, 9, word(k), toss) for k in range(2000)] for toss in (0, 1)]
    for tosses in sites:
        assert set(tosses) == {(4, 9), (9, 4)}
        assert abs(sum(site == (4, 9) for site in tosses) - 1000) < 5 * 500**0.5
    same = sum(a == b for a, b in zip(*sites, strict=True))
    assert abs(same - 1000) < 5 * 500**0.5


def test_the_east_hosts_in_even_years():
    assert title_site(1958, 7, 0) == (7, 0)
    assert title_site(1959, 7, 0) == (0, 7)
