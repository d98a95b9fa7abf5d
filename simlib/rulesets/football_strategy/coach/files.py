"""Football Strategy's coach on disk: call tables of both sides, the solitaire deck, policy."""

from collections import Counter
from pathlib import Path

from simlib.files.rows import named, whole
from simlib.rulesets.coach_files import CallTable, CoachTable, Situations, read_call_table, read_policy_table
from simlib.rulesets.football_strategy.play.arrays import CARDS, PLAYS

DOWNS = ("1", "2", "3", "4")
DISTANCES = {"1": 1, "2-3": 3, "4-6": 6, "7-10": 10, "11+": 99}  # greatest yards to go
ZONES = {"1-10": 10, "11-20": 20, "21-32": 32, "33-45": 45, "46-60": 60, "61-80": 80, "81-99": 99}
STATES = ("normal", "hurry", "protect")
CALL_NAMES = (*(str(play + 1) for play in range(PLAYS)), "punt_fourth_down", "punt_any_down", "field_goal")
OFFENSE_CHOICES, DEFENSE_CHOICES = ("accept",), ("accept_5", "accept_10")
SITUATION = Situations({"down": DOWNS, "distance": tuple(DISTANCES), "zone": tuple(ZONES), "state": STATES})
WHOLE = 1000  # a row's parts, tenths of a per cent
# name -> unit, least, greatest
POLICY = {
    "winner_receives": ("flag", 0, 1),
    "hurry_from": ("clock point", 0, 60),
    "hurry_deficit": ("points", 1, 40),
    "protect_from": ("clock point", 0, 60),
    "onside_from": ("clock point", 0, 60),
    "onside_deficit": ("points", -40, 40),
    "timeout_offense": ("flag", 0, 1),
    "timeout_defense": ("flag", 0, 1),
    "safety_punt": ("flag", 0, 1),
    "ball_control_teams": ("percent", 0, 50),
    "aerial_teams": ("percent", 0, 50),
    "run_level": ("logit x 1000", -3000, 3000),
    "run_slope": ("x 1000", 100, 3000),
}
MOST_COPIES = 6
_CARD, _COPIES = named(CARDS), whole(0, MOST_COPIES)


def barred_calls(row: int) -> dict[int, str]:
    """Calls that a situation's field position or down forbids, with the rule's words."""
    down, _, zone, _ = SITUATION.classes_of(row)
    reach = list(ZONES.values())[zone]
    barred: dict[int, str] = {}
    if reach <= 20:
        barred |= dict.fromkeys(range(16, 20), "0: no play 17 to 20 inside the 20")
    if reach <= 10:
        barred |= dict.fromkeys(range(12, 16), "0: no play 13 to 16 inside the 10")
    if reach > 45:
        barred[PLAYS + 2] = "0: no field goal from beyond the 45"
    if down != 3:
        barred[PLAYS] = "0: this punt is for the fourth down only"
    return barred


def read_offense(path: Path) -> CallTable:
    """The offence's calls; whether it takes 5 yards for a play. InputError with every fault."""
    return read_call_table(path, SITUATION, CALL_NAMES, WHOLE, barred_calls, OFFENSE_CHOICES)


def read_defense(path: Path) -> CallTable:
    """The defence's cards; whether it takes 5 yards for a lost play, 10 for an incomplete pass."""
    return read_call_table(path, SITUATION, tuple(CARDS), WHOLE, choices=DEFENSE_CHOICES)


def read_policy(path: Path) -> tuple[dict[str, int], Counter[str]]:
    """Policy: name -> value, and provenance word -> rows; InputError with every fault."""
    return read_policy_table(path, POLICY)


def read_deck(path: Path) -> tuple[list[int], Counter[str]]:
    """A deck of defence cards by number, A is 0; InputError with every fault."""
    table = CoachTable(path, ("card", "copies", "word", "reason"))
    copies: dict[str, int] = {}
    for row in table:
        card = row.cells["card"]
        if row.fits("card", _CARD):
            row.once("card", card, "each card")
        copies[card] = row.take("copies", _COPIES, 0)
    if not table.faults and not any(copies.values()):
        table.fault("copies", "none", "one card or more")
    table.done()
    return [CARDS.index(card) for card in sorted(copies) for _ in range(copies[card])], table.words
