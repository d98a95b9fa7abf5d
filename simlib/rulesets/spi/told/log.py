"""SPI Football: a game's event records told in football words, with the letters and throws that decided.

Nothing is decided here: each record (`record`, `flag`) holds what the kernel did; sheets and charts
are looked at only to name the unadjusted letter and the table a throw was read on.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.clock import QUARTER, tick
from simlib.kernels.dice import as_printed, one_die, summed
from simlib.kernels.field import FIELD
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, record, throws
from simlib.rulesets.spi.play.layout import SpiArrays, man_of
from simlib.rulesets.spi.play.resolvers import in_range
from simlib.rulesets.spi.told.log_penalty import penalty_parts, penalty_rolled
from simlib.rulesets.spi.told.log_record import Record, letter_name, yards_words
from simlib.rulesets.told import Names, Play

SECONDS_A_POINT = 15
KINDS = ("run", "run", "pass", "pass", "pass", "punt", "field goal", "kickoff", "onside kick", "try")
WAYS = ("inside", "outside", "short", "medium", "long")
RESULTS = {
    flag.COMPLETE: "complete", flag.OUT_OF_BOUNDS: "out of bounds", flag.FUMBLE: "fumble",
    flag.FUMBLE_LOST: "fumble lost", flag.INTERCEPTED: "intercepted", flag.SACK: "sack",
    flag.TOUCHDOWN: "touchdown", flag.SAFETY: "safety", flag.TOUCHBACK: "touchback",
    flag.FIRST_DOWN: "first down", flag.BLOCKED: "blocked", flag.NO_RUNBACK: "no runback",
    flag.GOOD: "good", flag.ROUGHING: "roughing", flag.ON_DOWNS: "on downs",
    flag.KICK_AGAIN: "kick again", flag.KICKERS_RECOVER: "kickers recover", flag.PENALTY: "penalty",
    flag.ACCEPTED: "penalty accepted", flag.COUNTS: "counts", flag.DUMPED: "dump-off",
    flag.DUMP_FAILED: "dump-off failed", flag.OVER_LIMIT: "past his limit",
    flag.PASSER_OVER_LIMIT: "passer past his limit",
}  # fmt: skip


Told = tuple[list[str], str, str]  # what happened, what was rolled, what a scoring summary says


def _after_gain(event: Record) -> list[str]:
    """What follows a run, a catch or a sack."""
    parts = []
    if event.has(flag.OUT_OF_BOUNDS):
        parts.append("out of bounds")
    if event.has(flag.FUMBLE_LOST):
        parts.append(f"FUMBLES, {event.code(1 - event.side)} recovers")
        if event.has(flag.TOUCHDOWN):
            parts[-1] += " in the end zone, TOUCHDOWN"
        elif event.has(flag.TOUCHBACK):
            parts[-1] += " in the end zone, touchback"
        else:
            parts[-1] += f" at {event.end_spot}"
        return parts
    if event.has(flag.FUMBLE):
        parts.append(f"fumbles, {event.code(event.side)} recovers")
    for bit, words in (
        (flag.TOUCHDOWN, "TOUCHDOWN"), (flag.SAFETY, "SAFETY"), (flag.FIRST_DOWN, "first down"),
        (flag.ON_DOWNS, f"{event.code(1 - event.side)} takes over on downs"),
    ):  # fmt: skip
        if event.has(bit):
            parts.append(words)
    return parts


def _score_of_gain(event: Record, scored: str, tackled: str) -> str:
    if event.has(flag.FUMBLE_LOST) and event.has(flag.TOUCHDOWN):
        return f"{event.code(1 - event.side)} recovered fumble in end zone"
    if event.has(flag.SAFETY):
        return f"Safety, {tackled} in end zone"
    return scored if event.has(flag.TOUCHDOWN) else ""


def _run(event: Record) -> Told:
    slot, letter = event[record.MAN], event[record.LETTER]
    man, way = event.man(event.side, slot), event.kind - spi.INSIDE
    printed = event.sheet(event.side, man_of(slot) + spi.M_RIS + way)
    how = event.rushing_throw(letter, event.throw(throws.ROLE_PLAY), event.throw(throws.ROLE_SECOND))
    parts = [f"{man} {WAYS[event.kind]} {yards_words(event.yards)}", *_after_gain(event)]
    rolled = f"{event.adjusted(printed, letter)}{event.against()}{event.clutch()}, {how}{event.tired()}"
    return parts, rolled, _score_of_gain(event, f"{man} {event.yards} run", f"{man} tackled")


def _interception(event: Record, thrown: str) -> tuple[list[str], str]:
    """Tell the return of an interception: its parts, and the words of a score."""
    defenders, slot = 1 - event.side, event[record.INTERCEPTOR]
    code = event.code(defenders)
    man = event.man(defenders, slot)
    spot = event[record.SPOT]
    at = "at" if 0 < spot < FIELD else "in"
    by = f"{man} ({code})" if slot >= 0 else code
    parts = [f"{thrown} INTERCEPTED by {by} {at} {event.spot(event.side, spot)}"]
    if event[record.RETURN_LETTER] < 0:
        if event.has(flag.TOUCHDOWN):
            return [*parts, "TOUCHDOWN"], f"{man} interception in end zone"
        return [*parts, "touchback"], ""
    return parts + _returned(event, defenders), f"{man} {event.returned} interception return"


def _returned(event: Record, side: int, man: str = "") -> list[str]:
    """Tell how a return went: by `man` where he is known."""
    verb = f"{man} returns" if man else "returned"
    if event.has(flag.TOUCHDOWN):
        return [f"{verb} {event.returned}", "TOUCHDOWN"]
    if event.has(flag.TOUCHBACK):
        return [f"{man} does not run it out" if man else "not run out", "touchback"]
    parts = [f"{verb} {event.returned}"]
    if not event.has(flag.FUMBLE_LOST):
        parts[0] += f" to {event.return_spot}"
    if event.has(flag.OUT_OF_BOUNDS):
        parts.append("out of bounds")
    if event.has(flag.FUMBLE_LOST):
        parts.append(f"FUMBLE, {event.code(1 - side)} recovers at {event.return_spot}")
    elif event.has(flag.FUMBLE):
        parts.append(f"fumble, {event.code(side)} recovers")
    return parts


def _dump(event: Record, card: int) -> str:
    """The throw of a dump-off, its rating and the man meant first."""
    if not event.has(flag.DUMPED | flag.DUMP_FAILED):
        return ""
    rating = event.sheet(event.side, card + spi.M_DUMP)
    words = f"dump-off rating {rating}, total {summed(event.option(throws.OPTION_DUMP))}"
    if event.has(flag.DUMP_FAILED):
        return f"{words} fails; "
    if event[record.MEANT] != event[record.RECEIVER]:
        words += f", meant for {event.man(event.side, event[record.MEANT])}"
    return f"{words}; "


def _pass(event: Record) -> Told:
    passer, receiver, letter = event[record.MAN], event[record.RECEIVER], event[record.LETTER]
    length = event.kind - spi.SHORT
    card = man_of(passer)
    name, catcher = event.man(event.side, passer), event.man(event.side, receiver)
    first = event.throw(throws.ROLE_PLAY)
    printed = event.sheet(event.side, card + spi.M_PASS_S + length)
    rolled = f"{_dump(event, card)}pass {event.adjusted(printed, letter)}{event.against()}{event.clutch()}, "
    rolled += event.shown(throws.ROLE_PLAY)
    gain_printed = event.sheet(event.side, man_of(receiver) + spi.M_GAIN_S + length)
    gain = f"gain {event.adjusted(gain_printed, event[record.GAIN_LETTER])}"
    gain_rolled = f"{gain}, {event.total(throws.ROLE_SECOND)}"
    dumped = event.has(flag.DUMPED)
    does = "dumps off" if dumped else f"passes {WAYS[event.kind]}"
    if event.has(flag.COMPLETE):
        parts = [f"{name} {does} to {catcher} {yards_words(event.yards)}"]
        scored = f"{catcher} {event.yards} pass from {name}"
        return (
            parts + _after_gain(event),
            f"{rolled}; {gain_rolled}{event.tired()}",
            _score_of_gain(event, scored, f"{catcher} tackled"),
        )
    if event.has(flag.SACK):
        parts = [f"{name} sacked {yards_words(event.yards)}", *_after_gain(event)]
        rolled = f"{rolled} a sack, {event.total(throws.ROLE_SECOND)} and 1{event.tired()}"
        return parts, rolled, _score_of_gain(event, "", f"{name} sacked")
    thrown = f"{name} {does} {'to' if dumped else 'for'} {catcher},"
    rival = event.code(1 - event.side)
    if event.has(flag.INTERCEPTED):
        parts, scored = _interception(event, thrown)
        rolled += f", {rival}'s {event.shown(throws.ROLE_THIRD)}; {gain} halved, "
        rolled += event.total(throws.ROLE_SECOND)
        if event.in_force(spi.INTERCEPTORS):
            rolled += f"; interceptor {as_printed(event.option(throws.OPTION_INTERCEPTOR))}"
        if event[record.RETURN_LETTER] >= 0:
            rolled += f"; {event.return_throw(event.sheet(1 - event.side, spi.T_INT_BY_RG))}"
        return parts, rolled + event.tired(), scored if event.has(flag.TOUCHDOWN) else ""
    narrow = event.sheet(event.side, card + spi.M_NOT_WIDENED) % 2
    defense = event[record.DEFENSE]
    wider = int(event.has(flag.DUMP_FAILED))
    if spi.D_BLITZ <= defense <= spi.D_BLITZ_INSIDE_10 and not narrow and not dumped:
        wider += event.table(layout.A_MPC_INTERCEPTION + 5 * defense + spi.SHORT + length)
    range_from, range_to = (event.sheet(event.side, card + c) for c in (spi.M_INT_FROM, spi.M_INT_TO))
    if in_range(first, range_from, range_to, wider):
        third = event.throw(throws.ROLE_THIRD)
        if third > event.sheet(1 - event.side, spi.T_INT_TO):
            rolled += f" an interception but for {rival}'s {as_printed(third)}"
        else:
            rolled += (
                f" an interception, {rival}'s {as_printed(third)}, but out of the end zone: {gain_rolled}"
            )
    parts = [f"{thrown} incomplete"]
    return parts + _after_gain(event), rolled + event.tired(), ""


def _blocked(event: Record, kick: str, recovery: int) -> tuple[list[str], str]:
    """Tell what came of a blocked kick; `recovery` is the throw that says whose it is."""
    spot = event[record.SPOT]
    rivals = 1 - event.side
    parts = ["BLOCKED"]
    if event.has(flag.TOUCHBACK):
        return [*parts, f"into {event.spot(event.side, spot)}, touchback"], ""
    if event.has(flag.SAFETY):
        return [
            *parts,
            f"{event.code(event.side)} recovers in its end zone, SAFETY",
        ], f"Safety, blocked {kick}"
    if recovery <= event.sheet(event.side, spi.T_RECOVER_TO):
        parts.append(f"{event.code(event.side)} recovers at {event.spot(event.side, spot)}")
        return parts + _after_gain(event), ""
    code = event.code(rivals)
    parts.append(f"{code} recovers at {event.spot(event.side, spot)}")
    if event.has(flag.TOUCHDOWN) and event.returned == 0:
        return [*parts, "TOUCHDOWN"], f"{code} recovered blocked {kick} in end zone"
    if event.has(flag.TOUCHDOWN | flag.FUMBLE) or event.returned != 0:
        parts += _returned(event, rivals)
    return parts, f"{code} {event.returned} return of blocked {kick}"


def _punt_out(event: Record) -> tuple[str, int]:
    """The die of a punt meant to go out of bounds and what it takes off, or "" and 0 (10.3)."""
    most = event.table(layout.A_POLICY + spi.P_PUNT_OUT_TO)
    if not event.in_force(spi.PUNT_OUT) or event[record.TO_GOAL] > most:
        return "", 0
    die = one_die(event.option(throws.OPTION_YARDS))
    less = event.table(layout.A_PUNT_OUT + die - 1)
    return f"out of bounds, die {die}: {'blocked' if less == spi.BLOCKED else f'{less} yards'}", less


def _punt(event: Record) -> Told:
    man, rivals = event.man(event.side, event[record.MAN]), 1 - event.side
    if event.has(flag.ROUGHING):
        words = [f"{man} to punt", f"{event.code(rivals)} roughs the kicker", f"{event.yards} yards"]
        return [*words, "first down"], f"rush total {summed(event.more(throws.MORE_RUSH))}", ""
    out_of_bounds, less = _punt_out(event)
    if event.has(flag.BLOCKED):
        parts, scored = _blocked(event, "punt", event.more(throws.MORE_BLOCK_RECOVER))
        parts[0] = f"{man}'s punt BLOCKED"
        rolled = f"rush total {summed(event.more(throws.MORE_RUSH))}"
        if less == spi.BLOCKED:
            rolled = out_of_bounds
        return parts, rolled, scored if event.has(flag.TOUCHDOWN | flag.SAFETY) else ""
    letter = event[record.LETTER]
    total = summed(event.throw(throws.ROLE_PLAY))
    rolled = f"{letter_name(letter)}, total {total}"
    if event.table(layout.A_PUNTING + letter * 11 + total - 2) == spi.LONG_PUNT:
        rolled += f" LP, {event.total(throws.ROLE_SECOND)}"
    if out_of_bounds:
        rolled += f"; {out_of_bounds}"
    punted = f"{man} punts {event.yards}"
    if event[record.SPOT] <= 0:
        return [f"{punted} into the end zone", "touchback"], rolled, ""
    if out_of_bounds:
        return [f"{punted} out of bounds at {event.spot(event.side, event[record.SPOT])}"], rolled, ""
    parts = [f"{punted} to {event.spot(event.side, event[record.SPOT])}"]
    if event.has(flag.NO_RUNBACK):
        return [*parts, "no runback"], f"{rolled}; returner {as_printed(event.throw(throws.ROLE_THIRD))}", ""
    return _with_return(event, parts, rolled, layout.B_PUNT_RETURN, "punt")


def _with_return(event: Record, parts: list[str], rolled: str, card: int, kick: str) -> Told:
    """Add a kick's return by the man on the returners' card."""
    rivals = 1 - event.side
    returner = event.man(rivals, event[record.RETURNER])
    row = event.throw(throws.ROLE_THIRD)
    by_rushing_table = event.sheet(rivals, card + 3 * row + spi.R_BY_RG)
    told = _returned(event, rivals, returner)
    rolled += f"; returner {as_printed(row)}, {event.return_throw(by_rushing_table)}"
    scored = f"{returner} {event.returned} {kick} return" if event.has(flag.TOUCHDOWN) else ""
    return [*parts, *told], rolled, scored


def _field_goal(event: Record) -> Told:
    man = event.man(event.side, event[record.MAN])
    spot = event.spot(event.side, event[record.TO_GOAL])
    rolled = event.shown(throws.ROLE_PLAY)
    kick = f"{man}'s field goal try, ball on {spot},"
    if event.has(flag.GOOD):
        return [f"{kick} GOOD"], rolled, f"{man} field goal, ball on {spot}"
    if event.has(flag.BLOCKED):
        parts, scored = _blocked(event, "field goal", event.throw(throws.ROLE_THIRD))
        parts[0] = f"{kick} BLOCKED"
        return parts, rolled, scored if event.has(flag.TOUCHDOWN | flag.SAFETY) else ""
    ball = [] if event.accepted else [f"{event.code(1 - event.side)} ball at {event.next_spot}"]
    return [f"{kick} no good", *ball], rolled, ""


def _kickoff(event: Record) -> Told:
    code, rolled = event.code(event.side), event.total(throws.ROLE_PLAY)
    from_spot = event.spot(event.side, event[record.TO_GOAL])
    if event.kind == spi.ONSIDE_KICK:
        kick = f"{code} kicks onside from {from_spot}"
        if event.has(flag.KICK_AGAIN):
            return [kick, "offside", "to be kicked again"], rolled, ""
        whose = event.side if event.has(flag.KICKERS_RECOVER) else 1 - event.side
        return [kick, f"{event.code(whose)} recovers at {event.next_spot}"], rolled, ""
    kick = f"{code} kicks off from {from_spot}"
    if event.has(flag.KICK_AGAIN):
        return [kick, "out of bounds", "to be kicked again"], rolled, ""
    if event[record.RETURNER] < 0:
        return [kick, "into the end zone", "touchback"], rolled, ""
    parts = [f"{kick} to {event.spot(event.side, event[record.SPOT])}"]
    return _with_return(event, parts, rolled, layout.B_KICK_RETURN, "kickoff")


def _try(event: Record) -> Told:
    man, good = event.man(event.side, event[record.MAN]), event.has(flag.GOOD)
    parts = [f"{man}'s try for the point, {'GOOD' if good else 'no good'}"]
    return parts, event.shown(throws.ROLE_PLAY), f"{man} kick" if good else "kick failed"


def _ending(event: Record) -> str:
    """Tell how a play from scrimmage ended the offence's drive, or ""."""
    if event.accepted:
        if event.kind == spi.PUNT:
            return "" if event.next_side == event.side else "punt"
        return "downs" if event.booked & flag.ON_DOWNS else ""
    lost = event.has(flag.FUMBLE_LOST)
    if event.kind in (spi.PUNT, spi.FIELD_GOAL):
        kick = KINDS[event.kind]
        kept = event.next_side == event.side and not lost
        if event.has(flag.SAFETY):
            return "safety"
        if event.has(flag.BLOCKED):
            return "" if kept else f"blocked {kick}"
        if event.kind == spi.PUNT:
            return "" if event.has(flag.ROUGHING) else "punt"
        return kick if event.has(flag.GOOD) else f"missed {kick}"
    for bit, ending in (
        (flag.INTERCEPTED, "interception"), (flag.FUMBLE_LOST, "fumble"),
        (flag.TOUCHDOWN, "touchdown"), (flag.SAFETY, "safety"), (flag.ON_DOWNS, "downs"),
    ):  # fmt: skip
        if event.has(bit):
            return ending
    return ""


_TELL = (_run, _run, _pass, _pass, _pass, _punt, _field_goal, _kickoff, _kickoff, _try)


def as_plays(events: Iterable[NDArray[np.int32]], packed: SpiArrays, names: Names) -> tuple[Play, ...]:
    """Tell a game's event records as plays.

    Parameters
    ----------
    events : int32[plays, record.WIDTH]
        A game's log, as its kernel wrote it.
    packed : SpiArrays
        The arrays it was played with.
    names : Names
        Of the two teams and their men.

    Returns
    -------
    tuple of Play
    """
    plays: list[Play] = []
    score = (0, 0)
    for number, row in enumerate(events, 1):
        event = Record(row, packed, names)
        parts, rolled, scored = _TELL[event.kind](event)
        parts, rolled = parts + penalty_parts(event), rolled + penalty_rolled(event)
        quarter, clock = event[record.QUARTER], event[record.CLOCK]
        after = (event[record.HOME_POINTS], event[record.AWAY_POINTS])
        scorer = next((event.code(side) for side in range(2) if after[side] > score[side]), "")
        score = after
        kick = event.kind >= spi.KICKOFF
        timeout, on = event[record.TIMEOUT], event[record.PENALTY_ON]
        returner = max(event[record.RETURNER], event[record.INTERCEPTOR])
        plays.append(
            Play(
                number=number,
                quarter=quarter,
                clock=(QUARTER - clock) * SECONDS_A_POINT,
                clock_after=(QUARTER - int(tick(quarter, clock, event[record.COST]))) * SECONDS_A_POINT,
                offense=event.code(event.side),
                down=0 if kick else event[record.DOWN],
                yards_to_go=event[record.YARDS_TO_GO],
                to_goal=event[record.TO_GOAL],
                kind="sack" if event.has(flag.SACK) else KINDS[event.kind],
                yards=0 if event.called_back else event.yards,
                return_yards=0 if event.called_back else event.returned,
                text=f"{', '.join(parts).replace(',,', ',')}.",
                rolled=rolled,
                results=tuple(name for bit, name in RESULTS.items() if event.booked & bit),
                man=event.id(event.side, event[record.MAN]),
                receiver=event.id(event.side, event[record.RECEIVER]),
                returner=event.id(1 - event.side, returner),
                ending="" if kick else _ending(event),
                score="" if event.accepted else scored,
                scorer=scorer,
                home_points=after[0],
                away_points=after[1],
                next_offense=event.code(event.next_side),
                next_to_goal=event[record.NEXT_TO_GOAL],
                timeout=event.code(timeout) if timeout >= 0 else "",
                dice=tuple(as_printed(event[record.DICE + n]) for n in range(12)),
                penalty=event.code(on) if on >= 0 else "",
                penalty_yards=max(event[record.PENALTY_YARDS], 0),
                accepted=event.accepted,
                called_back=event.called_back,
            )
        )
    return tuple(plays)
