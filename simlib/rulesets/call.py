"""One kind of play asked about outside a game: who, against whom, where on the field."""

from dataclasses import dataclass, fields
from typing import Any

from simlib.errors import Fault, InputError


@dataclass(frozen=True, slots=True)
class PlayCall:
    """A play whose odds are counted, or that is rolled many times; a ruleset reads what it knows.

    Attributes
    ----------
    play : str
        "run", "pass", "punt", "kickoff", "kickoff_return", "punt_return", "interception_return",
        "field_goal" or "try"; where runs and passes are rows of a chart, the chart's name.
    who : str
        A letter ("K"), or the man who runs, passes, punts or kicks: his id or part of his name. For
        returns a letter or a team. Of a chart's name the play's number or name.
    to : str
        Receiver of a pass: a letter or a man.
    way, length : str
        "inside" or "outside"; "short", "medium" or "long".
    against : str
        Code or name of the team in defence, or "".
    defense : str
        Row of the chart of defences ("III") or the defence's card ("J"), or "".
    adjustment : int
        Letters on top of all that; plus favours the offence.
    to_goal : int
        Yards to the goal line attacked, 1 to 99 (a return: to 110); 0 is nowhere: gains are not cut.
        In Football Strategy 0 is the own 20.
    two_minute, rushed : bool
        In the last two minutes of a half; a punt is rushed.
    decline : bool
        A penalty with a choice is declined.
    edition : str
        Whose tables, where a game has editions ("two-dice"); "" is the rulebook's.
    down, to_go : int
        Of odds alone, where a game counts first downs: yards to go, and the down of a solved state.
    """

    play: str
    who: str = ""
    to: str = ""
    way: str = "inside"
    length: str = "short"
    against: str = ""
    defense: str = ""
    adjustment: int = 0
    to_goal: int = 0
    two_minute: bool = False
    rushed: bool = False
    decline: bool = False
    edition: str = ""
    down: int = 0
    to_go: int = 0


def make_call(play: str, who: str, options: dict[str, Any]) -> PlayCall:
    """Make a PlayCall; TypeError names an option there is none of, InputError a number out of range."""
    known = {field.name for field in fields(PlayCall)} - {"play", "who"}
    for name in options:
        if name not in known:
            raise TypeError(f"{name!r} is no option of a play; there are {', '.join(sorted(known))}")
    call = PlayCall(play, who, **options)
    for where, value, least, most in (
        ("--to-goal", call.to_goal, 0, 110),
        ("--adjustment", call.adjustment, -30, 30),
        ("--down", call.down, 0, 4),
        ("--to-go", call.to_go, 0, 99),
    ):
        if not isinstance(value, int) or not least <= value <= most:
            raise InputError(Fault(where, "", str(value), f"a whole number from {least} to {most}"))
    return call
