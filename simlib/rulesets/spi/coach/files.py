"""SPI's coach on disk: call table, policy, and what was fitted for the teams of a season.

Tables a coach brings to any season stand in charts/spi/coaches, those fitted to one season in its
`spi` folder. All the faults of a file are reported at once.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from simlib.files.rows import Row, named, whole
from simlib.rulesets.coach_files import CallTable, CoachTable, Situations, read_call_table, read_policy_table
from simlib.rulesets.spi.play.arrays import ALL_SHARES, DISTANCE_TO, STATES, ZONE_TO

CALLS = ("run", "short", "medium", "long", "punt", "field_goal")
RUN, SHORT, MEDIUM, LONG, PUNT, FIELD_GOAL = range(6)
DOWNS = ("1", "2", "3", "4")
DISTANCES = ("1", "2-3", "4-6", "7-10", "11+")
ZONES = ("1-10", "11-20", "21-35", "36-50", "51-90", "91-99")
WHOLE = 1_000_000  # a call table's row adds up to this many parts
# name -> unit, least, greatest
POLICY = {
    "use_chart": ("flag", 0, 1),
    "hurry_from": ("clock point", 0, 60),
    "hurry_deficit": ("points", 1, 99),
    "protect_from": ("clock point", 0, 60),
    "onside_from": ("clock point", 0, 60),
    "onside_deficit": ("points", 1, 99),
    "timeout_offense": ("flag", 0, 1),
    "timeout_defense": ("flag", 0, 1),
    "run_out_of_end_zone": ("flag", 0, 1),
    "punt_rush": ("percent", 0, 100),
    "better_side": ("percent", 50, 100),
    "clutch_from_down": ("down", 1, 4),
    "clutch_most": ("letters", 0, 2),
    "dump_from": ("rating", 2, 13),
    "punt_out_to": ("yards", 0, 99),
    "penalty_goal_line": ("points/100", 0, 2000),
    "penalty_yard": ("points/100", 0, 20),
    "penalty_try": ("points/100", 0, 100),
    "penalty_second": ("points/100", 0, 1000),
    "penalty_third": ("points/100", 0, 1000),
    "penalty_fourth": ("points/100", 0, 1000),
    "penalty_to_go_first": ("points/100", 0, 100),
    "penalty_to_go_second": ("points/100", 0, 100),
    "penalty_to_go_third": ("points/100", 0, 100),
    "penalty_to_go_fourth": ("points/100", 0, 100),
}
LARGEST_OFFSET = 3000
_OFFSET, _WEIGHT = whole(-LARGEST_OFFSET, LARGEST_OFFSET), whole(1, 10_000)
_SHARE = whole(0, ALL_SHARES)
SITUATION = Situations({"down": DOWNS, "distance": DISTANCES, "zone": ZONES, "state": STATES})
assert len(DISTANCES) == len(DISTANCE_TO)
assert len(ZONES) == len(ZONE_TO)


class TeamHabits(NamedTuple):
    """What is fitted for a team: a logit on runs (1/1000), and weights on its throws (1/1000)."""

    run_offset: int
    short: int = 1000
    medium: int = 1000
    long: int = 1000


class ManHabits(NamedTuple):
    """What is fitted for a man: share of his runs inside, his share of each length's targets (65536)."""

    inside: int
    targets: tuple[int, int, int]


def prohibited(row: int) -> dict[int, str]:
    """Calls a situation's field position forbids, with the rule's words (4.3, 11.2)."""
    zone = ZONES[SITUATION.classes_of(row)[2]]
    limits = {}
    if zone in ("1-10", "11-20"):
        limits[LONG] = "0: no Long pass inside the 20 (4.3)"
    if zone == "1-10":
        limits[MEDIUM] = "0: no Medium pass inside the 10 (4.3)"
    if zone in ("51-90", "91-99"):
        limits[FIELD_GOAL] = "0: no field goal from beyond the 50 (11.2)"
    return limits


def read_calls(path: Path) -> CallTable:
    """The call table; InputError with every fault."""
    return read_call_table(path, SITUATION, CALLS, WHOLE, prohibited)


def read_policy(path: Path) -> tuple[dict[str, int], Counter[str]]:
    """Policy: name -> value, and provenance word -> rows; InputError with every fault."""
    return read_policy_table(path, POLICY)


def _by_team(table: CoachTable, teams: tuple[str, ...], left_out: tuple[str, ...] = ()) -> Iterator[Row]:
    """Rows whose team is known; every team must have one."""
    missing, known = set(teams), named(teams)
    for row in table:
        if row.cells["team"] not in left_out and row.fits("team", known):
            missing.discard(row.cells["team"])
            yield row
    table.missing("team", sorted(missing))


TEAM_COLUMNS = ("team", "run_offset", "word")
MATCHED_TEAM_COLUMNS = ("team", "run_offset", "short", "medium", "long", "word")
MAN_COLUMNS = ("team", "player", "inside", "short", "medium", "long", "word")


def read_team_habits(
    path: Path, teams: tuple[str, ...], throws: bool = False, left_out: tuple[str, ...] = ()
) -> dict[str, TeamHabits]:
    """Fitted habits by team code, with weights on throws or without; InputError with every fault.

    Rows of `left_out`, teams of the folder's other league, are passed over.
    """
    table = CoachTable(path, MATCHED_TEAM_COLUMNS if throws else TEAM_COLUMNS)
    habits: dict[str, TeamHabits] = {}
    for row in _by_team(table, teams, left_out):
        team = row.cells["team"]
        row.once("team", team, "each team")
        offset = row.take("run_offset", _OFFSET, 0)
        habits[team] = TeamHabits(offset, *(row.take(c, _WEIGHT, 0) for c in table.columns if c in CALLS))
    table.done()
    return habits


def read_man_habits(path: Path, men: dict[str, tuple[str, ...]]) -> dict[tuple[str, str], ManHabits]:
    """Fitted habits by team code and player id; a team's targets of each length add to 65536.

    Parameters
    ----------
    men : dict
        Team code -> ids of the men on its sheet.
    """
    table = CoachTable(path, MAN_COLUMNS)
    habits: dict[tuple[str, str], ManHabits] = {}
    totals: Counter[tuple[str, str]] = Counter()
    for row in _by_team(table, tuple(men)):
        team, player = row.cells["team"], row.cells["player"]
        if player not in men[team]:
            row.fault("player", player, f"a man on the sheet of {team}")
        row.once("player", (team, player), "each man")
        inside, *targets = (row.take(column, _SHARE, 0) for column in MAN_COLUMNS[2:6])
        habits[team, player] = ManHabits(inside, (targets[0], targets[1], targets[2]))
        for column, target in zip(MAN_COLUMNS[3:6], targets, strict=True):
            totals[team, column] += target
    for (team, column), total in totals.items():
        if total != ALL_SHARES:
            table.fault(column, f"{team}: {total} in all", f"shares that add to {ALL_SHARES}")
    table.done()
    return habits
