"""Football Strategy: what a play asked about outside a game is resolved by: its call, cards and spot."""

from collections.abc import Sequence
from dataclasses import fields
from typing import NamedTuple

from simlib.errors import Fault, InputError
from simlib.files.names import Choice, find_one
from simlib.rulesets.call import PlayCall
from simlib.rulesets.football_strategy.charts.read import EDITIONS, PLAYS, PUNTS
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play.book import OWN_20

# Plays by name, each with the options it reads.
_SCRIMMAGE = ("defense", "to_goal", "to_go", "decline", "edition")
READS = {
    **dict.fromkeys(fs.OFFENSE_CHARTS, _SCRIMMAGE),
    "punt": ("defense", "to_goal", "edition"),
    "punt_return": ("defense", "to_goal", "edition"),
    "free_punt": ("defense", "to_goal", "edition"),
    "kickoff": ("edition",),
    "free_kick": ("edition",),
    "onside_kick": ("edition",),
    "field_goal": ("to_goal", "edition"),
    "try": ("edition",),
}
KICKS = {
    "free_punt": fs.FREE_PUNT, "kickoff": fs.KICKOFF, "free_kick": fs.FREE_KICK,
    "onside_kick": fs.ONSIDE_KICK, "field_goal": fs.CALL_FIELD_GOAL, "try": fs.TRY,
}  # fmt: skip
BEHIND = ("level", "behind")


class Setup(NamedTuple):
    """A play made ready.

    Attributes
    ----------
    kind : int
        A call, or one of arrays.KICKOFF..: what a play's record names.
    chart : int
        Offence chart of a play from scrimmage, else 0.
    cards : tuple of int
        One of these meets it, each alike: the card named, or a deck.
    to_goal : int
        Yards to the goal line attacked, 1..99.
    declined : int
        1 when a penalty with a choice is declined.
    behind : int
        1 when the team that kicks on-side trails.
    of_return : int
        1 when the yards asked for are those of a punt's return.
    to_go : int
        Yards to go of a play from scrimmage whose first downs are counted, else 0.
    """

    kind: int
    chart: int
    cards: tuple[int, ...]
    to_goal: int
    declined: int = 0
    behind: int = 0
    of_return: int = 0
    to_go: int = 0


def edition_of(call: PlayCall) -> str:
    """The edition whose tables are read, the rulebook's when none is named."""
    if call.edition and call.edition not in EDITIONS:
        raise InputError(Fault("--edition", "", call.edition, f"one of {', '.join(EDITIONS)}"))
    return call.edition or EDITIONS[0]


def numbered(text: str, rows: Sequence[str], where: str, what: str) -> int:
    """Row of a chart by its number or by part of its name."""
    choices = [Choice((row.partition(" ")[0],), row, row) for row in rows]
    return find_one(text, choices, where, what, ", ".join(rows))


def _cards(call: PlayCall, deck: Sequence[int]) -> tuple[int, ...]:
    if not call.defense:
        return tuple(deck)
    if len(call.defense) != 1 or call.defense.upper() not in fs.CARDS:
        raise InputError(Fault("--defense", "", call.defense, "a card A to J"))
    return (fs.CARDS.index(call.defense.upper()),)


def set_up(call: PlayCall, deck: Sequence[int]) -> Setup:
    """Make what a play is resolved by from what was asked.

    Parameters
    ----------
    call : PlayCall
        Without `to_goal` the ball is on the own 20: in this game every play needs a spot.
    deck : sequence of int
        The solitaire deck: what meets a play from scrimmage when no card is named. A free punt meets
        one of the ten cards.

    Raises
    ------
    InputError
        A play, card or spot that there is none of, or an option the play does not read.
    """
    if call.play not in READS:
        raise InputError(Fault("PLAY", "", call.play, f"one of {', '.join(READS)}"))
    for option in fields(PlayCall)[2:]:
        value = getattr(call, option.name)
        if value != option.default and option.name not in READS[call.play]:
            name = f"--{option.name.replace('_', '-')}"
            reads = ", ".join(READS[call.play]).replace("_", "-")
            raise InputError(Fault(name, "", str(value), f"nothing: {call.play} reads {reads}"))
    goal = call.play == "field_goal"
    last = fs.FIELD_GOAL_REACH if goal else 99
    if (goal or call.to_goal) and not 1 <= call.to_goal <= last:
        raise InputError(Fault("--to-goal", "", str(call.to_goal), f"1 to {last}"))
    to_goal = call.to_goal or OWN_20
    if call.play in fs.OFFENSE_CHARTS:
        chart = fs.OFFENSE_CHARTS.index(call.play)
        number = numbered(call.who, PLAYS, "COLUMN", "a play by its number or name")
        if call.to_go > to_goal:
            raise InputError(Fault("--to-go", "", str(call.to_go), f"1 to {to_goal}, the goal line"))
        return Setup(number, chart, _cards(call, deck), to_goal, int(call.decline), to_go=call.to_go)
    if call.play in ("punt", "punt_return"):
        row = numbered(call.who or "22", PUNTS, "COLUMN", "a punt by its number or name")
        kind, back = fs.CALL_PUNT_FOURTH + row, int(call.play == "punt_return")
        return Setup(kind, 0, _cards(call, deck), to_goal, of_return=back)
    behind = 0
    if call.play == "onside_kick" and call.who:
        if call.who not in BEHIND:
            raise InputError(Fault("COLUMN", "", call.who, f"one of {', '.join(BEHIND)}"))
        behind = BEHIND.index(call.who)
    elif call.who:
        raise InputError(Fault("COLUMN", "", call.who, f"nothing: there is one kind of {call.play}"))
    cards = _cards(call, range(len(fs.CARDS))) if call.play == "free_punt" else (0,)
    return Setup(KICKS[call.play], 0, cards, to_goal, behind=behind)
