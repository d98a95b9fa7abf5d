"""What `equilibrium` calls from a down and distance, how often it makes a first down, and its value."""

from collections import defaultdict
from dataclasses import fields
from fractions import Fraction
from pathlib import Path

import numpy as np

from simlib.errors import Fault, InputError
from simlib.kernels.field import half_the_distance, line_to_gain
from simlib.rulesets.answers import Odds
from simlib.rulesets.call import PlayCall
from simlib.rulesets.football_strategy.asked.counted import setup_odds
from simlib.rulesets.football_strategy.asked.setups import Setup
from simlib.rulesets.football_strategy.charts.read import PLAYS, PUNTS, load_charts
from simlib.rulesets.football_strategy.coach.solve.at_hand import find_tables, pair_at_hand
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import (
    file_name,
    read_shares,
    tables_folder,
)
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play.book import OWN_20

READS = ("against", "down", "to_go", "to_goal")
CHART_TITLES = ("Pro Style", "Ball Control", "Aerial")
NAMES = (*PLAYS, *PUNTS, "Field Goal")
POINTS = "points of the next score, to the offence"
TOLERANCE = 1e-4  # points


def _chart(name: str, where: str) -> int:
    if name not in fs.OFFENSE_CHARTS:
        raise InputError(Fault(where, "", name, f"one of {', '.join(fs.OFFENSE_CHARTS)}"))
    return fs.OFFENSE_CHARTS.index(name)


def odds_of_solved(call: PlayCall, charts: Path | None) -> Odds:
    """The mix of `equilibrium` as outcomes, its first downs as chances, its value.

    Parameters
    ----------
    call : PlayCall
        `who` is the offence's chart, `against` the defence's own, Pro Style when not given. Without `down`
        it is first down, without `to_go` ten yards or the goal line, without `to_goal` the own 20.

    Raises
    ------
    InputError
        No such chart or state, or an option that is not read.
    """
    for option in fields(PlayCall)[2:]:
        value = getattr(call, option.name)
        if value != option.default and option.name not in READS:
            where = f"--{option.name.replace('_', '-')}"
            reads = ", ".join(READS).replace("_", "-")
            raise InputError(Fault(where, "", str(value), f"nothing: equilibrium reads {reads}"))
    own, rival = _chart(call.who or "pro_style", "COLUMN"), _chart(call.against or "pro_style", "--against")
    down, to_goal = call.down or 1, call.to_goal or OWN_20
    to_go = call.to_go or line_to_gain(to_goal)
    if to_goal > 99:
        raise InputError(Fault("--to-goal", "", str(to_goal), "1 to 99"))
    if to_go > to_goal:
        raise InputError(Fault("--to-go", "", str(to_go), f"1 to {to_goal}, the goal line"))
    state = ((down - 1) * 100 + to_go) * 100 + to_goal
    arrays = load_charts(charts).charts
    paths = find_tables(tables_folder(), [(own, rival)])
    calls, accept = (a[state] for a in read_shares(paths[file_name(own, rival, "offense")], "offense"))
    cards, takes = (a[state] for a in read_shares(paths[file_name(rival, own, "defense")], "defense"))
    mix = {k: Fraction(int(calls[k]), fs.ALL_SHARES) for k in np.argsort(-calls, kind="stable") if calls[k]}
    firsts: dict[int, Fraction] = defaultdict(Fraction)
    for k in mix:
        for card in np.flatnonzero(cards).tolist():
            part = Fraction(int(cards[card]), fs.ALL_SHARES)
            firsts[k] += part * _first_down(arrays, own, int(k), card, (to_go, to_goal), (accept[0], *takes))
    chances = {"first down": sum((mix[k] * firsts[k] for k in mix), Fraction(0))}
    chances |= {f"first down, if {NAMES[k]}": firsts[k] for k in mix if k < fs.PLAYS}
    title = (
        f"equilibrium, {CHART_TITLES[own]} against {CHART_TITLES[rival]}: down {down}, {to_go} to go, "
        f"{to_goal} yards from the goal line"
    )
    return Odds(
        title, {NAMES[k]: share for k, share in mix.items()}, chances, _value(arrays, own, rival, state)
    )


def _first_down(
    charts: fs.Charts, chart: int, call: int, card: int, where: tuple[int, int], takes: tuple[int, int, int]
) -> Fraction:
    """Chance that a call against a card makes a first down; `takes` as the tables choose penalties."""
    to_go, to_goal = where
    if call == fs.CALL_FIELD_GOAL:  # a penalty of five yards
        again = Fraction(int((charts.field_goal[to_goal] == fs.KICK_AGAIN).sum()), 36)
        return again if half_the_distance(5, to_goal) >= to_go else Fraction(0)
    if call >= fs.CALL_PUNT_FOURTH:
        return Fraction(0)
    cell = charts.plays[chart, call, card]
    accept, for_loss, for_down = takes
    if cell[fs.C_YARDS] > 0:
        taken = accept
    else:
        taken = for_down if cell[fs.C_OTHER_KIND] == fs.INCOMPLETE else for_loss
    setup = Setup(call, chart, (card,), to_goal, declined=1 - int(taken), to_go=to_go)
    return setup_odds(setup, charts, "").chances.get("first down", Fraction(0))


def _value(charts: fs.Charts, own: int, rival: int, state: int) -> dict[str, float]:
    """What the tables are worth; a state that no plays lead to has no value."""
    from simlib.rulesets.football_strategy.coach.solve.equilibrium import reached_states, value_of
    from simlib.rulesets.football_strategy.coach.solve.outcomes import make_model

    model = make_model(charts, own, rival)
    reached = reached_states(model)
    if not reached[state]:
        return {}
    values = value_of(model, pair_at_hand(own, rival), reached, TOLERANCE)
    return {POINTS: float(values[0, state])}
