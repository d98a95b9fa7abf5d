"""SPI Football: a penalty told in the words of a game's log (case 13.0)."""

from simlib.kernels.dice import as_printed, summed
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, record, throws
from simlib.rulesets.spi.told.log_record import Record, letter_name

_BEFORE = {spi.FROM_END: "*", spi.LOSS_OF_DOWN: "\N{DAGGER}"}
_AFTER = {spi.FROM_HALF: "a", spi.FROM_KICK: "b"}


def _yards_words(yards: int) -> str:
    return f"{yards} yard{'' if yards == 1 else 's'}"


def cell_words(cell: tuple[int, int, int]) -> str:
    """A cell of the Penalty table as printed: "15 (1)", "PI (1)", "5b"."""
    yards, mark, automatic = cell
    return f"{_BEFORE.get(mark, '')}{yards or 'PI'}{_AFTER.get(mark, '')}{' (1)' if automatic else ''}"


def penalty_parts(event: Record) -> list[str]:
    """What a penalty made of the play, to follow what the play did."""
    if not event.booked & flag.PENALTY:
        return []
    on, yards = event.code(event[record.PENALTY_ON]), event.penalty_cell[0]
    if not event.accepted:
        return [f"penalty on {on} ({_yards_words(yards) if yards else 'interference'}) declined"]
    moved = f"{_yards_words(event[record.PENALTY_YARDS])} against {on}"
    if event.counts:
        parts = [f"plus {moved} to {event.next_spot}"]
    elif event.booked & flag.KICK_AGAIN:
        return [f"called back: {moved}", f"to be kicked again from {event.next_spot}"]
    else:
        foul = "" if yards else "interference, "
        parts = [f"called back: {foul}{moved}", f"to {event.next_spot}"]
    if event.kind == spi.TRY:
        return [*parts, "to be tried again"]
    if event.booked & flag.ON_DOWNS:
        parts.append(f"{event.code(1 - event.side)} takes over on downs")
    elif event.booked & flag.FIRST_DOWN and not (event.counts and event.tried & flag.FIRST_DOWN):
        parts.append("first down")
    return parts


def penalty_rolled(event: Record) -> str:
    """Dice of a penalty: whose, the row and the cell, the yards where they were thrown for."""
    if not event.booked & flag.PENALTY:
        return ""
    a_return = event.kind in (spi.KICKOFF, spi.PUNT)
    side = 1 - event.side if a_return else event.side
    last = event.sheet(side, spi.T_PENALTY_TO)
    whose = as_printed(event.option(throws.OPTION_WHOSE))
    row = summed(event.option(throws.OPTION_ROW))
    seen = ""
    if a_return or event.kind in (spi.FIELD_GOAL, spi.TRY):
        seen = " on a 12"
    words = f"; penalty{seen}: throw {whose}, {_range_words(event.code(side), last)}"
    words += f", total {row}: {cell_words(event.penalty_cell)}"
    yards, mark, _ = event.penalty_cell
    would_gain = mark == spi.FROM_END and not a_return and event[record.PENALTY_ON] != event.side
    uncaught = spi.SHORT <= event.kind <= spi.LONG and not event.has(flag.COMPLETE)
    if yards == 0 or (would_gain and uncaught):
        words += f", gain {letter_name(event[record.GAIN_LETTER])}"
        words += f", total {summed(event.option(throws.OPTION_YARDS))}"
    return words


def _range_words(code: str, last: int) -> str:
    return f"11-{as_printed(last)} is {code}'s" if last >= 0 else f"never {code}'s"
