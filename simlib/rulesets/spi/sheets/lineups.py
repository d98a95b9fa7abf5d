"""SPI Football: a lineup put into the coach's shares and, for returns, into the sheets.

Shares named are set, and the others keep their proportions of the rest; a man who is out has no share
of anything. Nothing is solved again: calls, sides and letters stay, but for a length of throw that
nobody left can catch, which goes to the next shorter as everywhere.

passer     share of games (the passer is chosen for a game, R5); the backs' throws stay as they were
carrier    share of the carries in every game, whoever passes
receiver   share of the throws of each length he is rated for; all of them where nobody else is
returns    on the card; the throws of a man who is out go to the next man of the card
7.6        interceptions of a man who is out are nobody's; dump-offs follow the short passes (16.2)
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.files.lineups import OUT, SHARE_OF, Change
from simlib.rulesets.spi.coach import men as usage
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.play.arrays import ALL_SHARES, CALL_SHORT, NO_LETTER, R_SLOT

RUNS = [arrays.M_RIS, arrays.M_ROS]
GAINS = [arrays.M_GAIN_S, arrays.M_GAIN_M, arrays.M_GAIN_L]
PASSES = [arrays.M_PASS_S, arrays.M_PASS_M, arrays.M_PASS_L]
DOES = {
    "passer": "pass", "carrier": "carry", "receiver": "catch a short pass", "kicker": "kick",
    "punter": "punt", "kick_return": "return kick-offs", "punt_return": "return punts",
}  # fmt: skip
RATED = {
    "passer": "Pass letters S, M and L", "carrier": "a letter for runs", "receiver": "a letter for catches",
    "kicker": "a line of the kickers", "punter": "a line of the punters",
}  # fmt: skip
_BY_LINEUP = ("lineup", "lineup_passer", "carrier", "carrier_guide")  # of Coach
Shares = dict[int, Fraction]
Men = Sequence[Sequence[str]]


def with_changes(
    changes: Sequence[Change], men: Men, league: arrays.League, coach: arrays.Coach
) -> tuple[arrays.League, arrays.Coach]:
    """The sheets and the coach with a lineup; the very same arrays when nothing changes.

    Parameters
    ----------
    changes : sequence of Change
        As `simlib.files.lineups.read_lineup` checked them.
    men : tuple of tuple of str
        [team][slot] -> player id.
    league, coach
        Left as they are.

    Raises
    ------
    InputError
        A man who isn't rated for his role; nobody left for one; more passers than a team can have.
    """
    if not changes:
        return league, coach
    faults: list[Fault] = []
    teams = sorted({change.team for change in changes})
    passers: dict[int, Shares] = {}
    new_league = arrays.League._make(array.copy() for array in league)
    new_coach = _widened(arrays.Coach._make(array.copy() for array in coach), usage.MOST_LINEUPS)
    for index in teams:
        of_team = [change for change in changes if change.team == index]
        team = _Team(index, of_team, men[index], new_league, new_coach)
        team.check_ratings()
        if not team.faults:
            passers[index] = team.change()
        faults += team.faults
    if faults:
        raise InputError(*faults)
    most = max(coach.lineup.shape[1], *map(len, passers.values()))
    new_coach = _narrowed(new_coach, most)
    for array in (*new_league, *new_coach):
        array.flags.writeable = False
    return new_league, new_coach


def _widened(coach: arrays.Coach, most: int) -> arrays.Coach:
    """Room for `most` lineups a team; the new ones repeat the last and are never drawn."""

    def wider(array: NDArray) -> NDArray:
        padding = [(0, most - array.shape[1] if axis == 1 else 0) for axis in range(array.ndim)]
        return np.pad(array, padding, mode="edge")

    return coach._replace(**{name: wider(getattr(coach, name)) for name in _BY_LINEUP})


def _narrowed(coach: arrays.Coach, most: int) -> arrays.Coach:
    """The first `most` lineups of each team."""
    return coach._replace(
        **{name: np.ascontiguousarray(getattr(coach, name)[:, :most]) for name in _BY_LINEUP}
    )


def _parts(cumulative: NDArray[np.int32]) -> list[Fraction]:
    """Shares of the whole from cumulative ones."""
    return [Fraction(int(part), ALL_SHARES) for part in np.diff(cumulative, prepend=0)]


class _Team:
    """One team's part of the arrays, changed in place; what can't be is in `faults`."""

    def __init__(
        self,
        index: int,
        changes: Sequence[Change],
        ids: Sequence[str],
        league: arrays.League,
        coach: arrays.Coach,
    ) -> None:
        self.index, self.changes, self.league, self.coach = index, changes, league, coach
        self.man = league.man[index]
        self.others = {slot for slot, id_ in enumerate(ids) if id_.startswith("others-")}
        self.out = {change.slot for change in changes if change.role == OUT}
        self.faults: list[Fault] = []

    def named(self, role: str) -> Shares:
        return {change.slot: change.share for change in self.changes if change.role == role}

    def rated(self, role: str) -> list[bool]:
        """Which men, by slot, can have a role."""
        letters = self.man != NO_LETTER
        match role:
            case "passer":
                return letters[:, PASSES].all(axis=1).tolist()
            case "carrier":
                return letters[:, RUNS].any(axis=1).tolist()
            case "receiver":
                return letters[:, GAINS].any(axis=1).tolist()
        lines = set(self.kicking_slots(role))
        return [slot in lines for slot in range(len(self.man))]

    def fill_ins(self, able: Sequence[bool]) -> set[int]:
        """Men who can step in where nobody left had a share."""
        return {slot for slot, can in enumerate(able) if can} - self.others

    def kicking_slots(self, role: str) -> list[int]:
        """Slot of each line of the punters or kickers; -1 is none."""
        lines = self.league.punter if role == "punter" else self.league.kicker
        return lines[self.index, :, 0 if role == "punter" else arrays.K_SLOT].tolist()

    def check_ratings(self) -> None:
        for change in self.changes:
            if change.role != OUT and not self.rated(change.role)[change.slot]:
                expected = f"a role that {change.name} is rated for ({RATED[change.role]})"
                self.faults.append(Fault(change.where, "role", change.role, expected))

    def nobody_left(self, role: str) -> None:
        """Note that nobody is left for a role, at the last line that took it from somebody."""
        change = next(x for x in reversed(self.changes) if x.role in (OUT, role))
        left = 1 - sum(self.named(role).values(), Fraction(0))
        part = "" if left == 1 else f" the other {float(100 * left):g}% of the {SHARE_OF[role]}"
        expected = f"somebody left who can {DOES[role]}{part} for {change.id.split()[0]}"
        self.faults.append(Fault(change.where, "player", f"{change.id.split()[1]} {change.role}", expected))

    def reshared(
        self, old: Sequence[Fraction], named: Shares, able: Iterable[int], out: Iterable[int] | None = None
    ) -> list[Fraction] | None:
        """Shares with the named ones set and the rest as before; None when nobody is left for the rest.

        Where those left had no share, all who are able have the same, but no book-keeping row.
        """
        gone = set(self.out if out is None else out) | set(named)
        left = 1 - sum(named.values(), Fraction(0))
        rest = [Fraction(0) if place in gone else part for place, part in enumerate(old)]
        if not any(rest):
            fill_ins = set(able) - gone
            rest = [Fraction(place in fill_ins) for place in range(len(old))]
        whole = sum(rest, Fraction(0))
        if left and not whole:
            return None
        scale = left / whole if left else Fraction(0)
        return [named.get(place, part * scale) for place, part in enumerate(rest)]

    def change(self) -> Shares:
        """Change everything; the passers' shares of games."""
        passers = self.change_passers()
        if passers:
            self.change_carriers(passers)
        self.change_receivers()
        for role in ("punter", "kicker"):
            self.change_kicking(role)
        for kind in ("kick_return", "punt_return"):
            self.change_returns(kind)
        interceptor = self.league.interceptor[self.index]
        interceptor[np.isin(interceptor, sorted(self.out))] = -1
        return passers

    def change_passers(self) -> Shares:
        """Shares of games; who had none and starts now passes no more as a back."""
        coach, index = self.coach, self.index
        old = [Fraction(0)] * len(self.man)
        for slot, part in zip(coach.lineup_passer[index].tolist(), _parts(coach.lineup[index]), strict=True):
            old[slot] += part
        backs, rated = _parts(coach.back_passer[index]), self.rated("passer")
        named = self.named("passer")
        gone = self.out | set(named)
        # Where no passer is left, the man who threw most of those with the letters, as ever.
        able = [slot for slot, can in enumerate(rated) if can and slot not in gone | self.others]
        next_man = max(able, key=lambda slot: backs[slot], default=-1)
        shares = self.reshared(old, named, {next_man})
        if shares is None:
            self.nobody_left("passer")
            return {}
        new = {slot: part for slot, part in enumerate(shares) if part}
        if len(new) > usage.MOST_LINEUPS:
            change = next(x for x in reversed(self.changes) if x.role == "passer")
            expected = f"{usage.MOST_LINEUPS} passers or fewer"
            self.faults.append(Fault(change.where, "role", f"{len(new)} passers", expected))
            return {}
        kept = [Fraction(0) if slot in self.out or slot in new else part for slot, part in enumerate(backs)]
        coach.back_passer[index] = usage.cumulative(kept, 1)
        return new

    def change_carriers(self, passers: Shares) -> None:
        """Shares of carries in the games of each passer, and the lineups themselves."""
        coach, index = self.coach, self.index
        was = coach.lineup_passer[index].tolist()
        rows = [_parts(row) for row in coach.carrier[index]]
        named, able = self.named("carrier"), self.fill_ins(self.rated("carrier"))
        for number, slot in enumerate(passers):
            old = rows[was.index(slot)] if slot in was else self.row_of_another(was, rows)
            shares = self.reshared(old, named, able)
            if shares is None:
                self.nobody_left("carrier")
                return
            cumulative = usage.cumulative(shares)
            coach.carrier[index, number:] = cumulative
            coach.carrier_guide[index, number:] = usage.guide_of(cumulative)
            coach.lineup_passer[index, number:] = slot
        shares_of_games = usage.cumulative(passers.values())
        coach.lineup[index] = ALL_SHARES
        coach.lineup[index, : len(shares_of_games)] = shares_of_games

    @staticmethod
    def row_of_another(was: Sequence[int], rows: Sequence[Sequence[Fraction]]) -> list[Fraction]:
        """Carries in the games of a man who passed in none: each passer's as in the others' games."""
        first = was[0]
        elsewhere = next((row[first] for row, slot in zip(rows, was, strict=True) if slot != first), None)
        old = list(rows[0])
        old[first] = elsewhere or Fraction(0)
        return old

    def change_receivers(self) -> None:
        """Shares of throws at each length; a length that nobody can catch is called no more."""
        coach, index = self.coach, self.index
        named = self.named("receiver")
        for length in reversed(range(usage.LENGTHS)):
            able = (self.man[:, GAINS[length]] != NO_LETTER).tolist()
            if not any(able):
                continue
            here = {slot: share for slot, share in named.items() if able[slot]}
            old = _parts(coach.receiver[index, length])
            shares = self.reshared(old, here, self.fill_ins(able))
            if shares is None and any(here.values()):
                shares = [here.get(slot, Fraction(0)) for slot in range(len(able))]
            if shares is not None:
                cumulative = usage.cumulative(shares)
                coach.receiver[index, length] = cumulative
                coach.receiver_guide[index, length] = usage.guide_of(cumulative)
            elif length == 0:
                self.nobody_left("receiver")
            else:
                call = CALL_SHORT + length
                coach.calls[index, :, call - 1] = coach.calls[index, :, call]

    def change_kicking(self, role: str) -> None:
        """Shares of punts, or of field goals and tries, over the lines of the sheet."""
        array = self.coach.punter if role == "punter" else self.coach.kicker
        slots = self.kicking_slots(role)
        named = {slots.index(slot): share for slot, share in self.named(role).items()}
        out = [line for line, slot in enumerate(slots) if slot in self.out]
        shares = self.reshared(
            _parts(array[self.index]), named, [k for k, slot in enumerate(slots) if slot >= 0], out
        )
        if shares is None:
            self.nobody_left(role)
        else:
            array[self.index] = usage.cumulative(shares)

    def change_returns(self, kind: str) -> None:
        """Throws of men who are out to the next man of the card, the first after the last."""
        card = getattr(self.league, kind)[self.index]
        old = card.copy()
        staying = [slot >= 0 and slot not in self.out for slot in old[:, R_SLOT].tolist()]
        for throw in np.flatnonzero(np.isin(old[:, R_SLOT], sorted(self.out))).tolist():
            after = ((throw + step) % len(old) for step in range(1, len(old)))
            heir = next((other for other in after if staying[other]), None)
            if heir is None:
                self.nobody_left(kind)
                return
            card[throw] = old[heir]
