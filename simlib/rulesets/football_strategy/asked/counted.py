"""Football Strategy: exact odds of whole plays, counted throw by throw with fractions.

Nothing here calls the kernel's plays: the rules are counted from the charts a second time, so that the
two can be held against each other. A touchdown may be either side's: an interception's, a return's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

from simlib.kernels.field import END_ZONE_DEPTH, FIELD
from simlib.rulesets.answers import Odds, Outcome
from simlib.rulesets.football_strategy.asked import setups
from simlib.rulesets.football_strategy.play import arrays as fs

THROWS = 36
SAFETY_KICK_NEARER = 25  # Scoring 3 a
NEVER_RUN_OUT_SHORT_OF = 20  # Offense Plays Chart 6
LONG_GAINS = (fs.RUN_LONG_GAIN, fs.PASS_LONG_GAIN)
COMPLETE = (fs.COMPLETE, fs.PASS_LONG_GAIN)


class _Count:
    """Chances added up: yards credited, and events."""

    def __init__(self) -> None:
        self.yards: defaultdict[int, Fraction] = defaultdict(Fraction)
        self.events: defaultdict[str, Fraction] = defaultdict(Fraction)

    def add(self, yards: int, chance: Fraction, *events: str) -> None:
        """Add a way a play can go."""
        self.yards[yards] += chance
        for event in events:
            self.events[event] += chance

    def odds(self, title: str) -> Odds:
        """What was counted; the yards are given that there were any to count."""
        whole = sum(self.yards.values(), Fraction(0))
        yards: dict[Outcome, Fraction] = {gain: self.yards[gain] / whole for gain in sorted(self.yards)}
        return Odds(title, yards, dict(self.events))


def _chances(cells: list[int]) -> Iterator[tuple[int, Fraction]]:
    """Each different cell of 36, and its chance."""
    for cell, ways in Counter(cells).items():
        yield cell, Fraction(ways, THROWS)


def _long_gains(charts: fs.Charts, total: int = 0) -> Iterator[tuple[int, Fraction]]:
    """Long gains (Offense Plays Chart 1): thrown again and added up, until nothing on a field is longer."""
    if total >= FIELD:
        yield total, Fraction(1)
        return
    for cell, chance in _chances(charts.long_gain.tolist()):
        if cell < fs.AND_AGAIN:
            yield total + cell, chance
        else:
            for gain, further in _long_gains(charts, total + cell - fs.AND_AGAIN):
                yield gain, chance * further


def _count_cell(count: _Count, setup: setups.Setup, charts: fs.Charts, card: int, chance: Fraction) -> None:
    """A cell of an offence chart (Offense Plays Chart 1 to 4, 7, 8)."""
    before = setup.to_goal
    cell = charts.plays[setup.chart, setup.kind, card].tolist()
    kind, yards, marks = cell[fs.C_KIND], cell[fs.C_YARDS], cell[fs.C_MARKS]
    if setup.declined and kind == fs.PENALTY and cell[fs.C_OTHER_KIND] != fs.NO_CHOICE:
        kind, yards, marks = cell[fs.C_OTHER_KIND], cell[fs.C_OTHER_YARDS], 0
    if kind == fs.PENALTY:  # never more than half the distance
        walked = min(yards, before // 2) if yards > 0 else -min(-yards, (FIELD - before) // 2)
        first = setup.to_go and (walked >= setup.to_go or marks & fs.FIRST_DOWN)
        count.add(walked, chance, "penalty", *(["first down"] if first else []))
    elif kind == fs.INTERCEPTION and before - yards > -END_ZONE_DEPTH:
        spot = before - yards
        ends = ["touchdown"] if spot >= FIELD else ["touchback"] if spot <= 0 else []
        count.add(0, chance, "intercepted", *ends)
    elif kind in (fs.INCOMPLETE, fs.INTERCEPTION):
        count.add(0, chance)
    elif kind == fs.FUMBLE:
        count.add(0, chance, "fumble", "fumble lost")
    else:
        events = ["sacked"] if kind == fs.SACK else ["complete"] if kind in COMPLETE else []
        events += ["out of bounds"] if marks & fs.OUT_OF_BOUNDS else []
        gains = _long_gains(charts) if kind in LONG_GAINS else iter([(yards, Fraction(1))])
        for gain, part in gains:
            ends = ["touchdown"] if gain >= before else ["safety"] if before - gain >= FIELD else []
            ends += ["first down"] if 0 < setup.to_go <= gain else []
            count.add(max(min(gain, before), before - FIELD), chance * part, *events, *ends)


def _count_punt(count: _Count, setup: setups.Setup, charts: fs.Charts, card: int, chance: Fraction) -> None:
    """A punt and its return (Offense Plays Chart 6)."""
    before = setup.to_goal
    row = 1 if setup.kind == fs.CALL_PUNT else 0  # a free punt is a fourth down's
    yards, end, returned = charts.punts[row, card].tolist()
    spot = before - yards
    length = min(yards, before)
    in_end_zone = spot <= 0
    run_back = end in (fs.RETURNED, fs.RETURN_FUMBLED, fs.RETURNED_LONG) and spot > -END_ZONE_DEPTH
    if in_end_zone and end != fs.RETURNED_LONG:
        run_back = run_back and end == fs.RETURNED and spot + returned > NEVER_RUN_OUT_SHORT_OF
    if not run_back:
        events = {fs.BLOCKED: ["blocked"], fs.PUNT_OUT: ["out of bounds"]}.get(end, [])
        events += ["touchback"] if in_end_zone and end != fs.BLOCKED else []
        for event in (*events, "no runback"):
            count.events[event] += chance
        if not setup.of_return:
            count.add(length, chance)
        return
    gains = _long_gains(charts) if end == fs.RETURNED_LONG else iter([(returned, Fraction(1))])
    for gain, part in gains:
        gain = min(gain, FIELD - spot)
        ends = ["touchdown"] if gain == FIELD - spot else []
        ends += ["fumble", "fumble lost"] if end == fs.RETURN_FUMBLED and not ends else []
        count.add(gain if setup.of_return else length, chance * part, *ends)


def _kickoff_lines(charts: fs.Charts) -> Iterator[tuple[int, Fraction]]:
    """Yard lines of a kick-off, fumbles and penalties thrown again (Prepare for Play 3, 4)."""
    cells = dict(_chances(charts.kickoff.tolist()))
    again = cells.pop(fs.KICK_FUMBLED, Fraction(0)) + cells.pop(fs.KICK_PENALTY, Fraction(0))
    for cell, chance in cells.items():
        part = chance / (1 - again)
        if cell < fs.LONG_GAIN_AND:
            yield cell, part
        else:
            for gain, further in _long_gains(charts):
                yield cell - fs.LONG_GAIN_AND + gain, part * further


def _count_kickoff(count: _Count, setup: setups.Setup, charts: fs.Charts) -> None:
    """A kick-off, or a free kick by its table, 25 yards nearer (Scoring 3)."""
    nearer = SAFETY_KICK_NEARER if setup.kind == fs.FREE_KICK else 0
    cells = dict(_chances(charts.kickoff.tolist()))
    fumbled, foul = (cells.get(word, Fraction(0)) for word in (fs.KICK_FUMBLED, fs.KICK_PENALTY))
    for line, part in _kickoff_lines(charts):
        line = min(line + nearer, FIELD)
        if foul:
            count.add(line - min(-fs.KICK_PENALTY, line // 2), foul * part, "penalty")
        if line == FIELD:
            count.add(line, (1 - foul) * part, "touchdown")
            continue
        count.add(line, (1 - foul - fumbled) * part)
        if fumbled:
            count.add(line, fumbled * part, "fumble", "fumble lost", "kickers recover")


def _count_onside(count: _Count, setup: setups.Setup, charts: fs.Charts) -> None:
    for cell, chance in _chances(charts.onside[setup.behind].tolist()):
        if cell >= fs.KICKERS:
            count.add(FIELD - (cell - fs.KICKERS), chance, "kickers recover")
        else:
            count.add(FIELD - cell, chance)


def _place_kick_odds(setup: setups.Setup, charts: fs.Charts, title: str) -> Odds:
    """A field goal, or a try: there a penalty throws again (Scoring 2, 4)."""
    is_try = setup.kind == fs.TRY
    cells = dict(_chances(charts.field_goal[fs.TRY_COLUMN if is_try else setup.to_goal].tolist()))
    good, foul = (cells.get(result, Fraction(0)) for result in (fs.GOOD, fs.KICK_AGAIN))
    if is_try:
        good /= 1 - foul
        return Odds(title, {}, {"good": good, "no good": 1 - good})
    blocked, no_good = (cells.get(result, Fraction(0)) for result in (fs.KICK_BLOCKED, fs.NO_GOOD))
    events = {"good": good, "no good": no_good, "touchback": no_good, "blocked": blocked, "penalty": foul}
    return Odds(title, {}, {event: chance for event, chance in events.items() if chance})


def setup_odds(setup: setups.Setup, charts: fs.Charts, title: str) -> Odds:
    """Exact odds of a play made ready; yards of a punt's return are those given a runback."""
    if setup.kind in (fs.CALL_FIELD_GOAL, fs.TRY):
        return _place_kick_odds(setup, charts, title)
    count = _Count()
    if setup.kind == fs.ONSIDE_KICK:
        _count_onside(count, setup, charts)
    elif setup.kind in (fs.KICKOFF, fs.FREE_KICK):
        _count_kickoff(count, setup, charts)
    else:
        count_card = _count_cell if setup.kind < fs.PLAYS else _count_punt
        for card, ways in Counter(setup.cards).items():
            count_card(count, setup, charts, card, Fraction(ways, len(setup.cards)))
    return count.odds(title)
