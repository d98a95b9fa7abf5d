"""Commands for team sheets: rating a season's men, and sheets on paper."""

from pathlib import Path
from typing import Annotated

import typer

import simlib
from simlib.cli.arguments import Charts, Files, RulesetId, Season
from simlib.errors import Fault, InputError


def rate_sheets(
    season: Season, ruleset: RulesetId = "spi", charts: Charts = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder for the sheets.")] = None,
    team: Annotated[str, typer.Option("--team", metavar="CODE", help="Show this team's men only.")] = "",
    *, files: Files,
) -> None:  # fmt: skip
    """Make team sheets from a season's statistics; show what each letter means beside the real rate.

    Example: simlib rate my-season --ruleset spi --out my-season/spi
    """
    from simlib.show import listings

    sheets = simlib.get_ruleset(ruleset).sheets
    if sheets is None:
        raise InputError(Fault("--ruleset", "", ruleset, "a game whose sheets are rated: spi"))
    men, folder = sheets.rate(season, charts, out)
    files.deliver([listings.rated_table(men, team)])
    if folder is not None:
        typer.echo(f"sheets of {len({man.team for man in men})} teams in {folder}")


def print_paper(
    season: Season, ruleset: RulesetId = "spi", charts: Charts = None,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="HTML to write.")] = Path("sheets.html"),
) -> None:  # fmt: skip
    """Print sheets and charts as on paper, one team a page: an HTML file for a browser and a printer.

    Example: simlib print 1958 --ruleset spi --out sheets.html
    """
    from simlib.show.paper import sheets_html, write_sheets

    write_sheets(out, sheets_html(season, ruleset, charts))
    typer.echo(f"{out}: open it in a browser, print it from there")
