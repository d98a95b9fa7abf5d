"""Who starts, who plays more, who is out: changes to a season's men, read from a person's file.

A CSV with the columns team, player, role, share; teams/README.md documents it. What a role means is the
game's, and only a game that knows men takes one.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from simlib.errors import Fault, InputError
from simlib.files.names import Choice, find_one, man_choices, team_choices
from simlib.files.rows import MOST_FAULTS, Table

if TYPE_CHECKING:
    from simlib.files.seasons import Season

COLUMNS = ("team", "player", "role", "share")
OUT = "out"
SHARE_OF = {
    "passer": "games", "carrier": "carries", "receiver": "throws", "kicker": "kicks", "punter": "punts",
}  # fmt: skip
ROLES = (OUT, *SHARE_OF)


class Change(NamedTuple):
    """A line of the file.

    Attributes
    ----------
    where : str
        File and line.
    team, slot : int
        The man's place in the game's arrays.
    id, name : str
        His team and id, his team and name: "BAL moore-lenny", "BAL Lenny Moore".
    role : str
        One of ROLES.
    share : Fraction
        0 to 1, of what SHARE_OF says; 0 for a man who is out.
    """

    where: str
    team: int
    slot: int
    id: str
    name: str
    role: str
    share: Fraction

    def __str__(self) -> str:
        if self.role == OUT:
            return f"{self.name} is out"
        return f"{self.name} has {float(100 * self.share):g}% of the {SHARE_OF[self.role]}"


def told(changes: Iterable[Change]) -> str:
    """Changes in words after a hash of them, in an order of their own: "1f3a...: BAL Lenny Moore is out"."""
    ordered = sorted(changes, key=lambda change: (change.id, ROLES.index(change.role)))
    if not ordered:
        return ""
    key = "\n".join(f"{change.id} {change.role} {change.share}" for change in ordered)
    digest = hashlib.sha256(key.encode()).hexdigest()[:16]
    return f"{digest}: {'; '.join(map(str, ordered))}"


def lineup_words(lineup: str) -> list[str]:
    """What is said of a run's lineup: a line, or none where all is as it was."""
    return [f"Lineup {lineup}"] if lineup else []


def read_lineup(path: Path, season: "Season", men: Sequence[Sequence[str]]) -> tuple[Change, ...]:
    """Read a lineup.

    Parameters
    ----------
    path : Path
    season : Season
        Its teams and names.
    men : sequence of sequences of str
        [team][slot] -> player id, as the game has them.

    Raises
    ------
    InputError
        With every fault: a team, man, role or share that can't be, a man twice in a role or out and in
        another, shares of more than 100.
    """
    table = Table(path, COLUMNS, loose=True, most=MOST_FAULTS)
    changes: list[Change] = []
    for row in table:
        try:
            changes.append(_change(row.where, row.cells, season, men))
        except InputError as error:
            table.faults += error.faults
    table.faults += _faults_together(changes)
    table.done()
    return tuple(changes)


def _change(where: str, row: dict[str, str], season: "Season", men: Sequence[Sequence[str]]) -> Change:
    """One line of the file; InputError when it can't be read."""
    codes = [team.code for team in season.teams]
    teams = f"a team of {season.year} ({' '.join(codes)})"
    team = _meant(row["team"], team_choices(season), where, "team", teams)
    code = codes[team]
    choices = man_choices(season, [(code, id_) for id_ in men[team]])
    slot = _meant(row["player"], choices, where, "player", f"a man of {code}'s sheet")
    role, text = row["role"], row["share"]
    if role not in ROLES:
        raise InputError(Fault(where, "role", role, f"one of {', '.join(ROLES)}"))
    if role == OUT and text:
        raise InputError(Fault(where, "share", text, "nothing for a man who is out"))
    per_cent = Fraction(text) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?", text) else Fraction(-1)
    if role != OUT and not 0 <= per_cent <= 100:
        expected = f"per cent of the team's {SHARE_OF[role]}, 0 to 100, as 30 or 33.3"
        raise InputError(Fault(where, "share", text, expected))
    share = Fraction(0) if role == OUT else per_cent / 100
    id_ = men[team][slot]
    return Change(where, team, slot, f"{code} {id_}", f"{code} {choices[slot].name}", role, share)


def _meant(text: str, choices: Sequence[Choice], where: str, column: str, what: str) -> int:
    try:
        return find_one(text, choices, where, what)
    except InputError as error:
        raise InputError(error.faults[0]._replace(column=column)) from None


def _faults_together(changes: Iterable[Change]) -> Iterator[Fault]:
    """Faults of lines that can't stand together."""
    seen: dict[tuple[str, str], str] = {}
    roles: dict[str, set[str]] = {}
    total: dict[tuple[int, str], Fraction] = {}
    for change in changes:
        first = seen.setdefault((change.id, change.role), change.where)
        if first != change.where:
            expected = f"each man once in a role (he stands in line {first.rpartition(':')[2]})"
            yield Fault(change.where, "player", change.id, expected)
            continue
        of_man = roles.setdefault(change.id, set())
        of_man.add(change.role)
        if OUT in of_man and len(of_man) > 1:
            yield Fault(change.where, "role", change.role, "out alone for a man who is out")
        key = change.team, change.role
        total[key] = total.get(key, Fraction(0)) + change.share
        if total[key] > 1:
            expected = f"100 or less for the {change.role}s of {change.id.split()[0]} together"
            yield Fault(change.where, "share", f"{float(100 * total[key]):g} in all", expected)
