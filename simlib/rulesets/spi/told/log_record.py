"""SPI Football: one event record of a game's log, with the words that several kinds of plays share."""

import numpy as np
from numpy.typing import NDArray

from simlib.kernels.dice import as_printed, summed
from simlib.kernels.field import FIELD
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, record, throws
from simlib.rulesets.spi.play.layout import SpiArrays, sheet_of
from simlib.rulesets.told import Names


def letter_name(letter: int) -> str:
    """0 is A."""
    return chr(ord("A") + letter)


def yards_words(yards: int) -> str:
    """Yards of a play: "for 7", "for no gain", "for a loss of 3"."""
    if yards == 0:
        return "for no gain"
    return f"for {yards}" if yards > 0 else f"for a loss of {-yards}"


class Record:
    """One event record, with the words that several kinds of plays share.

    Attributes
    ----------
    flags, booked : int
        What the play itself did, and what the log holds of it: a penalty may have called it back.
    tried : int
        Flags of the play before a penalty; -1 without one.
    accepted, counts, called_back : bool
        Of a penalty: accepted, and then whether the play counts all the same.
    """

    def __init__(self, row: NDArray[np.int32], packed: SpiArrays, names: Names) -> None:
        self.row, self.packed, self.names = row, packed, names
        self.side = self[record.OFFENSE]
        self.kind = self[record.KIND]
        self.booked = self[record.FLAGS]
        self.accepted = self.booked & flag.ACCEPTED != 0
        self.counts = self.booked & flag.COUNTS != 0
        self.called_back = self.accepted and not self.counts
        self.tried = self[record.TRIED]
        self.flags = self._own_flags()
        self.yards = max(self[record.YARDS], 0) if self.kind >= spi.PUNT else self[record.YARDS]
        self.returned = self[record.RETURN_YARDS]
        self.next_side = self[record.NEXT_OFFENSE]

    def __getitem__(self, column: int) -> int:
        return int(self.row[column - record.FIRST])

    def _own_flags(self) -> int:
        """Flags of the play itself; where it counts beside a penalty, those that the penalty left."""
        if not self.booked & flag.PENALTY:
            return self.booked
        if not self.counts:
            return self.tried
        gone = flag.ON_DOWNS | flag.TOUCHBACK
        line = self[record.TO_GOAL] - self[record.YARDS_TO_GO]
        if self[record.NEXT_TO_GOAL] > line and not self.penalty_cell[2]:
            gone |= flag.FIRST_DOWN  # the down is repeated
        return self.tried & ~gone

    def has(self, bit: int) -> bool:
        """Whether a bit of `flag` is set for what the play itself did."""
        return self.flags & bit != 0

    def in_force(self, option: int) -> bool:
        """Whether an optional rule (a bit of arrays.OPTIONS) is in force."""
        return self.table(layout.A_OPTIONS) & option != 0

    # Names

    def code(self, side: int) -> str:
        """Code of a side's team."""
        return self.names.codes[side]

    def man(self, side: int, slot: int) -> str:
        """Name of a man; his team where he is not known."""
        return self.names.short[side][slot] if slot >= 0 else self.code(side)

    def id(self, side: int, slot: int) -> str:
        """Id of a man, or an empty string."""
        return self.names.ids[side][slot] if slot >= 0 else ""

    def spot(self, side: int, to_goal: int) -> str:
        """Say where the ball is, `to_goal` yards from the goal line that `side` attacks."""
        if to_goal <= 0 or to_goal >= FIELD:
            return f"the {self.code(1 - side if to_goal <= 0 else side)} end zone"
        if to_goal == FIELD // 2:
            return "the 50"
        own = to_goal > FIELD // 2
        return f"the {self.code(side if own else 1 - side)} {FIELD - to_goal if own else to_goal}"

    @property
    def next_spot(self) -> str:
        """Where the ball is after the play."""
        return self.spot(self.next_side, self[record.NEXT_TO_GOAL])

    @property
    def end_spot(self) -> str:
        """Where a run, a sack or a catch ended."""
        return self.spot(self.side, self[record.TO_GOAL] - self.yards)

    @property
    def return_spot(self) -> str:
        """Where a return ended."""
        return self.spot(self.side, self[record.SPOT] + self.returned)

    # Throws

    def throw(self, role: int) -> int:
        """Throw of the first word of dice, by role."""
        return self[record.DICE + role]

    def more(self, role: int) -> int:
        """Throw of the second word of dice, by role."""
        return self[record.MORE_DICE + role]

    def option(self, role: int) -> int:
        """Throw of the word of dice that optional rules read."""
        return self[record.OPTION_DICE + role]

    def shown(self, role: int) -> str:
        """A throw as two dice are read in order."""
        return f"throw {as_printed(self.throw(role))}"

    def total(self, role: int) -> str:
        """A throw as two dice are added."""
        return f"total {summed(self.throw(role))}"

    def sheet(self, side: int, offset: int) -> int:
        """Entry of a side's sheet (layout.B_)."""
        return int(self.packed.sheets[sheet_of(self.names.teams[side]) + offset])

    def table(self, offset: int) -> int:
        """Entry of the shared tables (layout.A_)."""
        return int(self.packed.tables[offset])

    def adjusted(self, printed: int, adjusted: int) -> str:
        """Say a letter, and how it was shifted: "K down 2 to M"."""
        if printed == adjusted:
            return letter_name(adjusted)
        way = "up" if adjusted < printed else "down"
        return f"{letter_name(printed)} {way} {abs(adjusted - printed)} to {letter_name(adjusted)}"

    def against(self) -> str:
        """The defence called, where the Master Play Chart is used."""
        defense = self[record.DEFENSE]
        return f" against {spi.DEFENSES[defense].replace('_', ' ')}" if defense >= 0 else ""

    def clutch(self) -> str:
        """Letters of clutch that offence and defence spent, where either did."""
        spent = self[record.CLUTCH_OFFENSE], self[record.CLUTCH_DEFENSE]
        return f", clutch {spent[0]} against {spent[1]}" if max(spent) > 0 else ""

    def tired(self) -> str:
        """Men past their limits."""
        man = self[record.RECEIVER] if spi.SHORT <= self.kind <= spi.LONG else self[record.MAN]
        told = ((flag.PASSER_OVER_LIMIT, self[record.MAN]), (flag.OVER_LIMIT, man))
        return "".join(
            f"; {self.man(self.side, slot)} past his limit, two grades down"
            for bit, slot in told
            if self.has(bit)
        )

    @property
    def penalty_cell(self) -> tuple[int, int, int]:
        """Of the penalty's cell of the table: yards, mark, automatic first down."""
        cell = layout.A_PENALTY + 3 * self[record.PENALTY_CELL]
        return self.table(cell), self.table(cell + 1), self.table(cell + 2)

    def rushing_throw(self, letter: int, throw: int, second: int) -> str:
        """Say a throw on the Rushing Gain table, and the second one of a medium or long gain."""
        cell = self.table(layout.A_RUSHING_GAIN + throw * 21 + letter)
        name = {spi.MEDIUM_GAIN: "MG", spi.LONG_GAIN: "LG"}.get(cell)
        return f"throw {as_printed(throw)}" + (f" {name}, total {summed(second)}" if name else "")

    def return_throw(self, by_rushing_table: int) -> str:
        """Letter and throw of a return."""
        letter = self[record.RETURN_LETTER]
        if by_rushing_table:
            second = self.more(throws.MORE_SECOND)
            how = self.rushing_throw(letter, self.throw(throws.ROLE_RETURN), second)
            return f"return {letter_name(letter)} on RG, {how}"
        return f"return {letter_name(letter)}, {self.total(throws.ROLE_RETURN)}"
