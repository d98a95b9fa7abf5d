"""Sheets and charts on paper: one HTML file that holds everything, each cell marked by its provenance."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from simlib.errors import Fault, InputError
from simlib.rulesets import DEFAULT
from simlib.rulesets.paper import LEGEND
from simlib.runs.request import Request

if TYPE_CHECKING:
    from simlib.files.seasons import Season

TEMPLATE = Path(__file__).with_name("paper.html")


def sheets_html(
    season: "int | str | Path | Season" = 1958, ruleset: str = DEFAULT, charts: str | Path | None = None
) -> str:
    """Make the HTML of a season's sheets and a game's charts: one team a page, nothing from outside.

    Parameters
    ----------
    season : int, str, Path or Season
        A shipped year, the path of a season folder, or a loaded season.
    ruleset : str
        Id of the game.
    charts : path, optional
        Folder of charts that replace the shipped ones.

    Raises
    ------
    InputError
        A name, a sheet or a chart that can't be used; a game without team sheets.
    """
    from jinja2 import Environment, StrictUndefined

    game, setup = Request(season, ruleset, charts=charts).look_up()
    if game.sheets is None:
        raise InputError(Fault("--ruleset", "", ruleset, "a game with team sheets: it has none"))
    pages = game.sheets.pages(setup.season, setup.charts)
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    return template.render(title=f"{game.title}: {setup.season.name}", pages=pages, legend=LEGEND) + "\n"


def write_sheets(path: Path, html: str) -> None:
    """Write the page whole or not at all; InputError when it can't be written."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with open(partial, "w", encoding="utf-8", newline="") as file:
            file.write(html)
        os.replace(partial, path)
    except OSError as error:
        expected = f"a file that can be written ({error.strerror})"
        raise InputError(Fault("--out", "", str(path), expected)) from error
    finally:
        partial.unlink(missing_ok=True)
