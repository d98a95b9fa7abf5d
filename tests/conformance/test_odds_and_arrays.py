"""Exact odds and arrays of plays: every game offers them, and the ones are what the others come to."""

from dataclasses import asdict

import numpy as np
import pytest

import simlib
from simlib.errors import InputError
from simlib.plays.rolled import EVENTS, PlayArrays
from simlib.rulesets import get_ruleset, ruleset_ids
from simlib.rulesets.call import PlayCall

COUNT = 40_000
QUESTIONS = [(name, call) for name in ruleset_ids() for call in get_ruleset(name).examples()]

every_question = pytest.mark.parametrize(
    ("name", "call"), QUESTIONS, ids=lambda v: v.play if isinstance(v, PlayCall) else v
)


def asked(call: PlayCall) -> dict:
    options = {name: value for name, value in asdict(call).items() if value != getattr(PlayCall(""), name)}
    return {name: value for name, value in options.items() if name not in ("play", "who")}


def rolled(name: str, call: PlayCall, **key) -> PlayArrays:
    return simlib.resolve(call.play, call.who, ruleset=name, **{"count": COUNT} | key, **asked(call))


def same(some: PlayArrays, others: PlayArrays) -> bool:
    return all(np.array_equal(one, other) for one, other in zip(some, others, strict=True))


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_game_is_asked_and_its_plays_vary(name):
    calls = [call for of, call in QUESTIONS if of == name]
    assert {"punt", "kickoff", "field_goal", "try"} <= {call.play for call in calls}
    assert any(len(set(rolled(name, call).yards.tolist())) > 2 for call in calls)


@pytest.mark.parametrize("name", ruleset_ids())
def test_columns_and_rows_of_charts_sum_to_one(name):
    answered = set()
    for chart, content in get_ruleset(name).load_chart_files(None).charts.items():
        for column in (*[column.name for column in content.spec.columns[:2]], *content.spec.rows[:2]):
            try:
                found = simlib.odds(chart, column, ruleset=name)
            except InputError:  # no such column, or a chart that is read without dice
                continue
            answered.add(chart)
            assert sum(found.outcomes.values()) in (0, 1)
            assert found.outcomes or found.chances
    assert 2 * len(answered) > len(get_ruleset(name).charts)


@every_question
def test_arrays_come_to_the_exact_odds(name, call):
    told = simlib.odds(call.play, call.who, ruleset=name, **asked(call))
    assert sum(told.outcomes.values()) in (0, 1)
    assert told.outcomes or told.chances
    arrays = rolled(name, call)
    assert all(len(array) == COUNT for array in arrays)
    for event, happened in zip(EVENTS, arrays[1:], strict=True):
        p = float(told.chances.get(event, 0))
        assert abs(int(happened.sum()) - COUNT * p) <= 5 * (COUNT * p * (1 - p)) ** 0.5 + 1e-9, event


@every_question
def test_an_entry_depends_on_its_own_number_alone(name, call):
    whole = rolled(name, call, count=300)
    assert same(rolled(name, call, count=300), whole)
    assert same(rolled(name, call, count=100, first=200), PlayArrays(*(array[200:] for array in whole)))
