"""The one shape of an input error: where it is, what was found, what was expected."""

from typing import NamedTuple


def clean(text: object) -> str:
    """`text` in one line without control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in str(text))


class Fault(NamedTuple):
    """One thing wrong with an input.

    Attributes
    ----------
    where : str
        File and line ("charts/spi/rushing_gain.csv:25") or an option ("--seasons").
    column : str
        Column of the file; empty for an option.
    found, expected : str
        What stands there, and what should.
    """

    where: str
    column: str
    found: str
    expected: str

    def __str__(self) -> str:
        column = f" column {self.column}:" if self.column else ""
        return clean(f"{self.where}:{column} found {self.found[:40]!r}, expected {self.expected}")


class InputError(ValueError):
    """Input that can't be used; `faults` holds every reason, the message the first."""

    def __init__(self, *faults: Fault) -> None:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{more}")
        self.faults = faults
