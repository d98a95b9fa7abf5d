"""What a rating says beside what the man did: each letter's exact expectation and the real rate."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from simlib.files.seasons import Player
from simlib.rulesets.answers import RatedMan
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.play.arrays import NO_LETTER
from simlib.rulesets.spi.sheets import rating_scale as rating
from simlib.rulesets.spi.sheets.files import NONE, throw_range
from simlib.rulesets.spi.sheets.rate_files import leagues, write_sheets
from simlib.rulesets.spi.sheets.ratings import GAINS, PASSES, RUNS, Cells, league_means

WORDS = {"yards_per_carry": "rush_att", "yards_per_catch": "rec", "completion_percent": "pass_att"}


def rate_men(
    season: str | Path, charts: Path | None = None, out: Path | None = None
) -> tuple[list[RatedMan], Path | None]:
    """Rate a season, write its sheets when `out` says where to, and tell what each letter means.

    Parameters
    ----------
    season : str or Path
        A shipped year or a season's folder.
    charts : Path, optional
        Folder of charts that replace the shipped ones.
    out : Path, optional
        Folder for the sheets; nothing is kept without.

    Returns
    -------
    list of RatedMan, Path or None

    Raises
    ------
    InputError
        The season, a chart or a printed cell has a fault.
    """
    loaded = load_charts(charts).charts
    with TemporaryDirectory() as spare:
        _, sheets = write_sheets(season, loaded, Path(spare) if out is None else out)
    rows = []
    for part in leagues(season):
        means = league_means(part, loaded, part.folder / "spi")
        for man in part.players:
            cells = sheets.get((man.team, man.id))
            if cells is not None and not man.others:
                rows += _rates(man, cells, means.scale, means.shares)
    return sorted(rows, key=lambda row: (row.team, row.stat, -row.tries, row.player)), out


def _rates(man: Player, cells: Cells, scale: rating.Scale, shares: Sequence[Fraction]) -> list[RatedMan]:
    def letters(columns: Sequence[str]) -> str:
        return "".join(cells[column][0] for column in columns)

    def row(stat: str, columns: Sequence[str], expected: Fraction, real: Fraction) -> RatedMan:
        rated = next(column for column in columns if cells[column][0] != NONE)
        word = cells[rated][1].partition(" ")[0]
        tries = man.stats.get(WORDS[stat]) or 0
        return RatedMan(
            man.team, man.id, man.name, stat, tries, letters(columns), word, float(expected), float(real)
        )

    rows = []
    counts = {column: man.stats.get(column) or 0 for column in ("rush_att", "rec", "pass_att")}
    runs = rating.letters(letters(RUNS))
    if counts["rush_att"] and max(runs) != NO_LETTER:
        expected = rating.implied_carry(scale, *runs)
        real = Fraction(man.stats.get("rush_yds") or 0, counts["rush_att"])
        rows.append(row("yards_per_carry", RUNS, expected, real))
    gains = rating.letters(letters(GAINS))
    if counts["rec"] and max(gains) != NO_LETTER:
        expected = rating.implied_catch(scale, gains, shares)
        rows.append(
            row("yards_per_catch", GAINS, expected, Fraction(man.stats.get("rec_yds") or 0, counts["rec"]))
        )
    throws = rating.letters(letters(PASSES))
    if counts["pass_att"] and min(throws) != NO_LETTER:
        sacked = _sack_numbers(cells)
        expected = 100 * rating.implied_completion(scale, throws) / (1 - sacked)
        real = Fraction(100 * (man.stats.get("pass_cmp") or 0), counts["pass_att"])
        rows.append(row("completion_percent", PASSES, expected, real))
    return rows


def _sack_numbers(cells: Cells) -> Fraction:
    """Share of the 36 throws that sack him: no pass is then thrown (8.0)."""
    first, last = throw_range(cells["sack"][0])
    return Fraction(max(last - first + 1, 0), 36)
