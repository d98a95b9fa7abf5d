"""Pages as HTML for Jupyter: the parts the command line prints, in the notebook's own colours."""

from collections.abc import Iterable
from html import escape
from itertools import pairwise

from rich.console import Group, RenderableType
from rich.text import Text

from simlib.errors import clean
from simlib.show.terminal import Listing

COLOURS = {  # readable on light and dark
    "green": "#2a9d4a", "red": "#e0483e", "yellow": "#b98900", "cyan": "#1899a8", "blue": "#4a86e8",
    "magenta": "#c052c0",
}  # fmt: skip
RIGHT, LEFT = ' style="text-align:right"', ' style="text-align:left"'


def page(parts: Iterable[RenderableType]) -> str:
    """Tables and lines of text as HTML; names with markup in them are shown as text."""
    return "\n".join(filter(None, map(_part, parts)))


def _part(part: RenderableType) -> str:
    if isinstance(part, Listing):
        return _table(part)
    if isinstance(part, Group):
        return page(part.renderables)
    text = _cell(part if isinstance(part, Text) else str(part))
    return f"<div>{text}</div>" if text else ""


def _table(listing: Listing) -> str:
    sides = [RIGHT if name.startswith(">") else LEFT for name in listing.columns]
    names = (escape(clean(name.removeprefix(">"))) for name in listing.columns)
    head = "".join(f"<th{side}>{name}</th>" for side, name in zip(sides, names, strict=True))
    body = "\n".join(
        "<tr>" + "".join(f"<td{side}>{_cell(c)}</td>" for side, c in zip(sides, row, strict=False)) + "</tr>"
        for row in listing.rows
    )
    title = f"<caption{LEFT}><b>{escape(clean(listing.title))}</b></caption>" if listing.title else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"


def _cell(cell: object) -> str:
    if cell is None:
        return ""
    if not isinstance(cell, Text):
        return escape(clean(cell))
    pieces = []
    for line in cell.split("\n"):
        style = " ".join(filter(None, (str(line.style), *(str(span.style) for span in line.spans))))
        text = escape(clean(line.plain))
        if len(line.spans) > 1:  # several styles in one line: each piece has its own
            cuts = sorted({0, len(line), *(x for span in line.spans for x in (span.start, span.end))})
            text = "".join(_cell(line[a:b]) for a, b in pairwise(cuts))
            pieces.append(text)
            continue
        colour = next((COLOURS[word] for word in style.split() if word in COLOURS), "")
        text = f'<span style="color:{colour}">{text}</span>' if colour else text
        pieces.append(f"<b>{text}</b>" if "bold" in style.split() and text else text)
    return "<br>".join(pieces)
