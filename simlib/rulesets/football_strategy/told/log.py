"""Football Strategy: a game's event records told in football words, with the card and throws that decided.

Nothing is decided here: each record (`record`, `flag`) holds what the kernel did. An accepted penalty is
told under the kind of the play called, its yards the penalty's.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.clock import QUARTER, tick
from simlib.kernels.dice import as_printed
from simlib.kernels.field import FIELD
from simlib.rulesets.football_strategy.charts.read import PLAYS
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import flag, record, throws
from simlib.rulesets.football_strategy.play.layout import StrategyArrays
from simlib.rulesets.told import Names, Play

SECONDS_A_POINT = 15
RESULTS = {
    flag.COMPLETE: "complete", flag.OUT_OF_BOUNDS: "out of bounds", flag.FUMBLE: "fumble lost",
    flag.INTERCEPTED: "intercepted", flag.SACK: "sack", flag.TOUCHDOWN: "touchdown",
    flag.SAFETY: "safety", flag.TOUCHBACK: "touchback", flag.FIRST_DOWN: "first down",
    flag.BLOCKED: "blocked", flag.GOOD: "good", flag.PENALTY: "penalty", flag.DECLINED: "declined",
    flag.ON_DOWNS: "on downs", flag.KICKERS_RECOVER: "kickers recover",
}  # fmt: skip
AFTER = (
    (flag.OUT_OF_BOUNDS, "out of bounds"), (flag.TOUCHDOWN, "TOUCHDOWN"), (flag.SAFETY, "SAFETY"),
    (flag.FIRST_DOWN, "first down"), (flag.TOUCHBACK, "touchback"),
)  # fmt: skip
CHARTS = ("Pro Style", "Ball Control", "Aerial")
RUNS = (fs.RUN, fs.RUN_LONG_GAIN, fs.FUMBLE)
Told = tuple[str, list[str], str, str]  # kind, what happened, what decided it, what a scoring summary says


class Record:
    """One event record, with the words that several kinds of plays share."""

    def __init__(self, row: NDArray[np.int32], names: Names) -> None:
        self.row, self.names = row, names
        self.side, self.kind = self[record.OFFENSE], self[record.KIND]
        self.next_side = self[record.NEXT_OFFENSE]

    def __getitem__(self, column: int) -> int:
        return int(self.row[column - record.FIRST])

    def has(self, bit: int) -> bool:
        """Whether a bit of `flag` is set."""
        return self[record.FLAGS] & bit != 0

    @property
    def code(self) -> str:
        """Code of the offence or the kicking team."""
        return self.names.codes[self.side]

    @property
    def other(self) -> str:
        """Code of the other team."""
        return self.names.codes[1 - self.side]

    def spot(self, side: int, to_goal: int) -> str:
        """Say where the ball is, `to_goal` yards from the goal line that `side` attacks."""
        codes = self.names.codes
        if to_goal <= 0 or to_goal >= FIELD:
            return f"the {codes[1 - side if to_goal <= 0 else side]} end zone"
        if to_goal == FIELD // 2:
            return "the 50"
        own = to_goal > FIELD // 2
        return f"the {codes[side if own else 1 - side]} {FIELD - to_goal if own else to_goal}"

    @property
    def next_spot(self) -> str:
        """Where the ball is after the play."""
        return self.spot(self.next_side, self[record.NEXT_TO_GOAL])

    def throw(self, role: int) -> str:
        """The play's first throw of a role."""
        return f"throw {as_printed(self[record.DICE + role])}"

    def card(self) -> str:
        """The defence's card, or nothing."""
        return f" against {fs.CARDS[self[record.CARD]]}" if self[record.CARD] >= 0 else ""

    def after(self) -> list[str]:
        """What follows a gain, a kick or a penalty."""
        parts = [words for bit, words in AFTER if self.has(bit)]
        return [*parts, f"{self.other} takes over on downs"] if self.has(flag.ON_DOWNS) else parts


def _yards(yards: int) -> str:
    if yards == 0:
        return "for no gain"
    return f"for {yards}" if yards > 0 else f"for a loss of {-yards}"


def _matrix(event: Record) -> Told:
    """A run or a pass from one of the charts."""
    result, yards = event[record.RESULT], event[record.YARDS]
    name = PLAYS[event.kind].partition(" ")[2]
    run = result in RUNS or (result == fs.PENALTY and event.kind < 8)
    kind = "run" if run else "pass"
    rolled = f"{CHARTS[event[record.CHART]]} {event.kind + 1}{event.card()}"
    if result in (fs.RUN_LONG_GAIN, fs.PASS_LONG_GAIN):
        rolled += f", long gain, {event.throw(throws.ROLE_LONG_GAIN)}"
    what, score = f"{event.code} {name}", ""
    if result == fs.PENALTY:
        guilty = event.other if yards > 0 else event.code
        return kind, [f"{what}: penalty on {guilty}, {abs(yards)} yards", *event.after()], rolled, ""
    if event.has(flag.DECLINED):
        rolled += ", penalty declined"
    if result == fs.FUMBLE:
        return kind, [f"{what}: FUMBLES, {event.other} recovers at {event.next_spot}"], rolled, ""
    if event.has(flag.INTERCEPTED):
        where = event.spot(event.side, event[record.SPOT])
        score = f"{event.other} interception" if event.has(flag.TOUCHDOWN) else ""
        return kind, [f"{what}: INTERCEPTED at {where}", *event.after()], rolled, score
    if result in (fs.INCOMPLETE, fs.INTERCEPTION):
        return kind, [f"{what} incomplete", *event.after()], rolled, ""
    if event.has(flag.TOUCHDOWN):
        score = f"{name} {yards} {kind}"
    elif event.has(flag.SAFETY):
        score = "Safety"
    if result == fs.SACK:
        return "sack", [f"{what}: sacked {_yards(yards)}", *event.after()], rolled, score
    return kind, [f"{what} {_yards(yards)}", *event.after()], rolled, score


def _punt(event: Record) -> Told:
    free = event.kind == fs.FREE_PUNT
    kind, rolled = "kickoff" if free else "punt", f"punt{event.card()}"
    if event.has(flag.BLOCKED):
        return kind, [f"{event.code}'s punt BLOCKED", f"{event.other} ball at {event.next_spot}"], rolled, ""
    where = event.spot(event.side, event[record.SPOT])
    parts = [f"{event.code} {'free kick: punts' if free else 'punts'} {event[record.YARDS]} to {where}"]
    if event[record.RESULT] == fs.RETURNED_LONG and not event.has(flag.TOUCHBACK):
        rolled += f", long gain, {event.throw(throws.ROLE_LONG_GAIN)}"
    if event[record.RETURN_YARDS]:
        parts.append(f"returned {event[record.RETURN_YARDS]}")
    if event.has(flag.FUMBLE):
        parts.append(f"FUMBLES, {event.code} recovers")
    score = f"{event.other} punt return" if event.has(flag.TOUCHDOWN) else ""
    return kind, [*parts, *event.after()], rolled, score


def _kickoff(event: Record) -> Told:
    rolled = event.throw(throws.ROLE_KICK)
    if event.kind == fs.ONSIDE_KICK:
        whose = event.code if event.has(flag.KICKERS_RECOVER) else event.other
        return (
            "onside kick",
            [f"{event.code} kicks on-side", f"{whose} recovers at {event.next_spot}"],
            rolled,
            "",
        )
    parts = [f"{event.code} {'free kick' if event.kind == fs.FREE_KICK else 'kicks off'}"]
    if event.has(flag.TOUCHDOWN):
        return "kickoff", [*parts, f"{event.other} TOUCHDOWN"], rolled, f"{event.other} kick-off return"
    if event.has(flag.FUMBLE):
        parts.append(f"{event.other} FUMBLES, {event.code} recovers")
    if event.has(flag.PENALTY):
        parts.append(f"penalty on {event.other}, {event[record.YARDS]} yards")
    return "kickoff", [*parts, f"ball at {event.next_spot}"], rolled, ""


def _place_kick(event: Record) -> Told:
    rolled, good = event.throw(throws.ROLE_KICK), event.has(flag.GOOD)
    if event.kind == fs.TRY:
        words = f"{event.code}'s try for the point, {'GOOD' if good else 'no good'}"
        return "try", [words], rolled, "kick" if good else "kick failed"
    spot = event.spot(event.side, event[record.TO_GOAL])
    kick = f"{event.code}'s field goal try, ball on {spot},"
    if event.has(flag.PENALTY):
        return "field goal", [f"{kick} penalty on {event.other}", *event.after()], rolled, ""
    if good:
        return "field goal", [f"{kick} GOOD"], rolled, f"Field goal, ball on {spot}"
    words = "BLOCKED" if event.has(flag.BLOCKED) else "no good"
    return "field goal", [f"{kick} {words}", f"{event.other} ball at {event.next_spot}"], rolled, ""


def _told(event: Record) -> Told:
    if event.kind < fs.PLAYS:
        return _matrix(event)
    if event.kind in (fs.CALL_PUNT_FOURTH, fs.CALL_PUNT, fs.FREE_PUNT):
        return _punt(event)
    if event.kind in (fs.CALL_FIELD_GOAL, fs.TRY):
        return _place_kick(event)
    return _kickoff(event)


def _ending(event: Record, kind: str) -> str:
    """Tell how a play from scrimmage ended the offence's drive, or ""."""
    if kind == "punt":
        return "blocked punt" if event.has(flag.BLOCKED) else "punt"
    if kind == "field goal":
        if event.has(flag.PENALTY):
            return ""
        way = "blocked " if event.has(flag.BLOCKED) else "" if event.has(flag.GOOD) else "missed "
        return f"{way}field goal"
    for bit, ending in (
        (flag.INTERCEPTED, "interception"), (flag.FUMBLE, "fumble"), (flag.TOUCHDOWN, "touchdown"),
        (flag.SAFETY, "safety"), (flag.ON_DOWNS, "downs"),
    ):  # fmt: skip
        if event.has(bit):
            return ending
    return ""


def as_plays(events: Iterable[NDArray[np.int32]], packed: StrategyArrays, names: Names) -> tuple[Play, ...]:
    """Tell a game's event records as plays.

    Parameters
    ----------
    events : int32[plays, record.WIDTH]
        A game's log, as its kernel wrote it.
    packed : StrategyArrays
        The arrays it was played with: the records say all that is told.
    names : Names
        Of the two teams.

    Returns
    -------
    tuple of Play
    """
    plays: list[Play] = []
    score = (0, 0)
    for number, row in enumerate(events, 1):
        event = Record(row, names)
        kind, parts, rolled, scored = _told(event)
        quarter, clock = event[record.QUARTER], event[record.CLOCK]
        after = (event[record.HOME_POINTS], event[record.AWAY_POINTS])
        scorer = next((names.codes[side] for side in range(2) if after[side] > score[side]), "")
        score, timeout = after, event[record.TIMEOUT]
        kick = kind in ("kickoff", "onside kick", "try")
        plays.append(
            Play(
                number=number,
                quarter=quarter,
                clock=(QUARTER - clock) * SECONDS_A_POINT,
                clock_after=(QUARTER - int(tick(quarter, clock, event[record.COST]))) * SECONDS_A_POINT,
                offense=event.code,
                down=0 if kick else event[record.DOWN],
                yards_to_go=event[record.YARDS_TO_GO],
                to_goal=event[record.TO_GOAL],
                kind=kind,
                yards=0 if kick else event[record.YARDS],
                return_yards=event[record.RETURN_YARDS],
                text=f"{', '.join(parts).replace(',,', ',')}.",
                rolled=rolled,
                results=tuple(name for bit, name in RESULTS.items() if event.has(bit)),
                man="",
                receiver="",
                returner="",
                ending="" if kick else _ending(event, kind),
                score=scored,
                scorer=scorer,
                home_points=after[0],
                away_points=after[1],
                next_offense=names.codes[event.next_side],
                next_to_goal=event[record.NEXT_TO_GOAL],
                timeout=names.codes[timeout] if timeout >= 0 else "",
                dice=tuple(as_printed(event[record.DICE + n]) for n in range(6)),
            )
        )
    return tuple(plays)
