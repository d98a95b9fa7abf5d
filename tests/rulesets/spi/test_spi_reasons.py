"""What a man's sheet and his schedule explain of his deviation in play."""

import numpy as np
import pytest

import simlib
from simlib.judge.deviation import accuracy
from simlib.rulesets.spi.asked.reasons import explain_men

STATS = ("yards_per_carry", "completion_percent", "yards_per_attempt", "yards_per_catch")


@pytest.fixture(scope="module")
def parts():
    """[statistic] -> rows of deviation, sheet, schedule of the qualified men."""
    results = simlib.replay(1958, seasons=250, seed=5)
    reasons = explain_men(results.season)
    rows = [row for row in accuracy(results).at("player") if row.qualified and row.deviation is not None]
    return {
        stat: np.array(
            [(row.deviation, *reasons[row.team, row.player, stat]) for row in rows if row.stat == stat]
        )
        for stat in STATS
    }


@pytest.mark.parametrize("stat", STATS)
def test_sheet_and_schedule_explain_most_of_a_miss(parts, stat):
    deviation, sheet, schedule = parts[stat].T
    assert len(deviation) >= 19
    assert np.std(deviation - sheet - schedule) < 0.6 * np.std(deviation)
    assert abs(np.mean(deviation - sheet - schedule)) < 1.5


def test_schedules_shuffled_among_men_explain_less(parts):
    deviation, sheet, schedule = parts["yards_per_catch"].T
    assert np.std(deviation - sheet - schedule[::-1]) > 2 * np.std(deviation - sheet - schedule)
