"""A game's sheets and charts as pages: tables of cells, each with its provenance."""

from dataclasses import dataclass

# Provenance word -> what a reader of the page is told.
LEGEND = {
    "printed": "in the rulebook",
    "transcribed": "read from a transcription",
    "forced": "only one value fits",
    "fitted": "solved for",
    "assumed": "set with a reason",
    "owner": "your own",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: what stands in it, and its provenance ("fitted usage"); "" for a heading or a name."""

    text: str
    provenance: str = ""

    @classmethod
    def plain(cls, text: str) -> "Cell":
        """Make a cell that has no provenance to show."""
        return cls(text)

    @property
    def word(self) -> str:
        """Provenance word, shown for what a game reads: an empty cell or "-" has none."""
        return self.provenance.partition(" ")[0] if self.text not in ("", "-") else ""


@dataclass(frozen=True, slots=True)
class Block:
    """A table of a page."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its tables, a note under them, and (heading, paragraph) pairs of text."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    note: str = ""
    text: tuple[tuple[str, str], ...] = ()

    def words(self) -> list[str]:
        """Provenance words that occur on the page, in the order of the legend; all on a page of text."""
        if self.text:
            return list(LEGEND)
        found = {cell.word for block in self.blocks for row in block.rows for cell in row}
        return [word for word in LEGEND if word in found]
