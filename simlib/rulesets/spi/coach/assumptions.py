"""Assumptions of the as-played coach that can be moved, each by a stated step.

A step shows how far the league's figures hang on a habit that no source records. What was fitted
(run/pass balance by team) stays as it is.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.rulesets.spi.coach.files import (
    DOWNS,
    FIELD_GOAL,
    LONG,
    MEDIUM,
    PUNT,
    RUN,
    SHORT,
    SITUATION,
    WHOLE,
    ZONES,
    prohibited,
)
from simlib.rulesets.spi.play.arrays import SITUATIONS, STATES


class Habits(NamedTuple):
    """A call table ([SITUATIONS, 6], parts of WHOLE) and a policy (name -> value)."""

    calls: NDArray[np.int64]
    policy: dict[str, int]


class Step(NamedTuple):
    """One assumption moved: its name, what it does, and the habits it makes of others.

    `option` names the optional rule that asks for the habit, "" where it is always asked for.
    """

    name: str
    description: str
    apply: Callable[[Habits], Habits]
    option: str = ""


def _move(row: list[int], source: Sequence[int], target: int, parts: int) -> None:
    """Move up to `parts` from the calls `source`, in that order, to the call `target`."""
    for call in source:
        moved = min(parts, row[call])
        row[call] -= moved
        row[target] += moved
        parts -= moved


def _with_rows(change: Callable[[int, list[int]], None]) -> Callable[[Habits], Habits]:
    """A step that changes rows of the call table in place of a copy."""

    def apply(habits: Habits) -> Habits:
        rows = habits.calls.tolist()
        for situation in range(SITUATIONS):
            change(situation, rows[situation])
        return habits._replace(calls=np.array(rows, np.int64))

    return apply


def _with_policy(**changes: int) -> Callable[[Habits], Habits]:
    return lambda habits: habits._replace(policy=habits.policy | changes)


def _down(situation: int) -> str:
    return DOWNS[SITUATION.classes_of(situation)[0]]


def _zone(situation: int) -> str:
    return ZONES[SITUATION.classes_of(situation)[2]]


def _more_tries(situation: int, row: list[int]) -> None:
    tries, kicks = sum(row[: LONG + 1]), row[PUNT] + row[FIELD_GOAL]
    if _down(situation) != "4" or not tries or not kicks:
        return
    more = min(tries // 2, kicks)
    punts = more * row[PUNT] // kicks
    row[PUNT] -= punts
    row[FIELD_GOAL] -= more - punts
    for call in (SHORT, MEDIUM, LONG):
        row[call] += more * row[call] // tries
    row[RUN] = WHOLE - sum(row) + row[RUN]


def _long_field_goals(situation: int, row: list[int]) -> None:
    if _down(situation) == "4" and _zone(situation) == "36-50":
        _move(row, [PUNT], FIELD_GOAL, WHOLE // 10)


def _throws(percent: int, source: int, target: int) -> Callable[[int, list[int]], None]:
    """Move `percent` of a situation's throws from one length to another, where it is allowed."""

    def change(situation: int, row: list[int]) -> None:
        if target not in prohibited(situation):
            _move(row, [source], target, sum(row[SHORT : LONG + 1]) * percent // 100)

    return change


def _runs_near_goal(situation: int, row: list[int]) -> None:
    if _zone(situation) == "1-10" and _down(situation) != "4":
        _move(row, [SHORT], RUN, WHOLE // 10)


def _early_runs(situation: int, row: list[int]) -> None:
    if _down(situation) == "1":
        _move(row, [SHORT, MEDIUM, LONG], RUN, WHOLE // 20)
    elif _down(situation) == "2":
        _move(row, [RUN], MEDIUM if MEDIUM not in prohibited(situation) else SHORT, WHOLE * 6 // 100)


def _always_normal(habits: Habits) -> Habits:
    calls = habits.calls.reshape(-1, len(STATES), habits.calls.shape[1])
    return habits._replace(calls=np.repeat(calls[:, :1], len(STATES), axis=1).reshape(habits.calls.shape))


def _earlier_hurry(habits: Habits) -> Habits:
    return habits._replace(policy=habits.policy | {"hurry_from": max(0, habits.policy["hurry_from"] - 10)})


_STEPS = (
    Step("fourth-down-tries", "tries on fourth down half as often again", _with_rows(_more_tries)),
    Step("long-field-goals", "field goals from 36-50 ten points of percentage oftener, for punts",
         _with_rows(_long_field_goals)),
    Step("long-throws", "Long passes two points of the throws oftener, for Short",
         _with_rows(_throws(2, SHORT, LONG))),
    Step("medium-throws", "Medium passes five points of the throws oftener, for Short",
         _with_rows(_throws(5, SHORT, MEDIUM))),
    Step("better-side", "carries on a man's better side 52 per cent, not 62", _with_policy(better_side=52)),
    Step("runs-near-goal", "runs inside the ten on downs 1 to 3 ten points oftener",
         _with_rows(_runs_near_goal)),
    Step("early-runs", "runs on first down five points oftener, on second down six rarer",
         _with_rows(_early_runs)),
    Step("hurry-earlier", "hurry from ten clock points earlier", _earlier_hurry),
    Step("no-hurry", "hurry and protect play as normal", _always_normal),
    Step("no-time-outs", "no time-outs", _with_policy(timeout_offense=0, timeout_defense=0)),
    Step("no-onside-kicks", "no onside kicks", _with_policy(onside_from=60)),
    Step("no-punt-rush", "punts are never rushed", _with_policy(punt_rush=0)),
    Step("end-zone-returns", "kicks and interceptions in the end zone are run out",
         _with_policy(run_out_of_end_zone=1)),
    Step("dearer-yards", "a yard is worth a tenth of a point, not 0.08, when a penalty is weighed",
         _with_policy(penalty_yard=10), "penalties"),
    Step("clutch-from-first-down", "clutch points go from first down on", _with_policy(clutch_from_down=1),
         "clutch"),
    Step("rarer-dump-offs", "dump-offs are tried with a rating of 7, not 6", _with_policy(dump_from=7),
         "dump"),
    Step("farther-punts-out", "punts go out of bounds on purpose from 50 yards, not 40",
         _with_policy(punt_out_to=50), "punt-out"),
)  # fmt: skip


def steps(options: Iterable[str] = ()) -> list[Step]:
    """The assumptions that can be moved with `options` in force, in a fixed order."""
    return [step for step in _STEPS if step.option in ("", *options)]


def get_step(name: str) -> Step:
    """Step `name`; InputError lists the names when there is none."""
    for step in _STEPS:
        if step.name == name:
            return step
    names = ", ".join(step.name for step in _STEPS)
    raise InputError(Fault("--step", "", name, f"one of {names}"))
