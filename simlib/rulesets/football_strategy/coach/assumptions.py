"""A coach's assumptions, each with one step to move it by: how much of a figure hangs on them.

The steps are as large as another reasonable coach could differ; none was chosen for what it moves.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.rulesets.football_strategy.coach.files import WHOLE, CallTable
from simlib.rulesets.football_strategy.play.arrays import CALL_FIELD_GOAL, CALL_PUNT_FOURTH, PLAYS

SHORT_PASSES, DEEP_PASSES = slice(8, 15), slice(16, 20)  # plays 9 to 15, 17 to 20


class Habits(NamedTuple):
    """What a coach brings to any season."""

    offense: CallTable
    defense: CallTable
    policy: dict[str, int]
    deck: list[int]


class Step(NamedTuple):
    """An assumption moved: its name, in words, and the habits it makes."""

    name: str
    description: str
    apply: Callable[[Habits], Habits]


def _policy(**values: int) -> Callable[[Habits], Habits]:
    return lambda habits: habits._replace(policy=habits.policy | values)


def _even_defense(habits: Habits) -> Habits:
    """A fifth of the cards drawn evenly from the ten."""
    parts = habits.defense.parts * 8 + 2 * WHOLE // 10
    return habits._replace(defense=habits.defense._replace(parts=parts))


def _deeper(habits: Habits) -> Habits:
    """A tenth of the short passes thrown deep, in the deep ones' proportions, where they may be called."""
    parts = 10 * habits.offense.parts
    short, deep = parts[:, SHORT_PASSES], parts[:, DEEP_PASSES]
    total = deep.sum(axis=1)
    legal = total > 0
    moved = short[legal] // 10
    short[legal] -= moved
    deep[legal] += _shared(moved.sum(axis=1), deep[legal])
    return habits._replace(offense=habits.offense._replace(parts=parts))


def _shared(amounts: NDArray[np.int64], weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Whole amounts shared by weights, a row each; what is left over goes to the first."""
    shares = amounts[:, None] * weights // weights.sum(axis=1)[:, None]
    shares[:, 0] += amounts - shares.sum(axis=1)
    return shares


def _bolder(habits: Habits) -> Habits:
    """A quarter of the fourth-down kicks become plays, in the proportions of the plays called there."""
    parts = 4 * habits.offense.parts
    fourth = slice(3 * len(parts) // 4, None)
    kicks, plays = parts[fourth, CALL_PUNT_FOURTH : CALL_FIELD_GOAL + 1], parts[fourth, :PLAYS]
    goes = plays.sum(axis=1) > 0
    moved = kicks[goes] // 4
    kicks[goes] -= moved
    plays[goes] += _shared(moved.sum(axis=1), plays[goes])
    return habits._replace(offense=habits.offense._replace(parts=parts))


_STEPS = (
    Step("pro-style", "every team plays the Pro Style chart", _policy(ball_control_teams=0, aerial_teams=0)),
    Step("even-cards", "a fifth of the defence's cards drawn evenly from the ten", _even_defense),
    Step("deeper", "a tenth of the short passes thrown deep", _deeper),
    Step("bolder", "a quarter of the kicks on fourth down become plays", _bolder),
    Step("late-hurry", "hurry in the last three minutes rather than five", _policy(hurry_from=48)),
    Step("no-protect", "no lead is protected", _policy(protect_from=60)),
    Step("no-time-outs", "no time-outs", _policy(timeout_offense=0, timeout_defense=0)),
    Step("table-free-kick", "after a safety the kick-off table and 25 yards", _policy(safety_punt=0)),
)


def steps() -> tuple[Step, ...]:
    """Every assumption that can be moved."""
    return _STEPS


def get_step(name: str) -> Step:
    """The step of a name; InputError lists them when there is none."""
    for step in _STEPS:
        if step.name == name:
            return step
    raise InputError(Fault("step", "", name, f"one of {', '.join(step.name for step in _STEPS)}"))
