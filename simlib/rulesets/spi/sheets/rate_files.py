"""The sheets of a season written to a folder: headers first, then the men they need.

`simlib rate SEASON --ruleset spi --out DIR` and `python -m simlib.rulesets.spi.sheets.rate_files SEASON`.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from simlib.errors import Fault, InputError
from simlib.files.charts import SOURCES, read_sources
from simlib.files.rows import write_table
from simlib.files.seasons import Season, leagues_of, load_season
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.play.arrays import Charts
from simlib.rulesets.spi.sheets import files
from simlib.rulesets.spi.sheets.files import SheetFile
from simlib.rulesets.spi.sheets.header_ratings import KEYS, Rows, rate_headers, write_rows
from simlib.rulesets.spi.sheets.option_ratings import OPTION_KEYS, rate_dumps, rate_interceptors
from simlib.rulesets.spi.sheets.ratings import Cells, Key, league_means, rate_season, write_ratings

HEADERS = (
    files.TEAM_RATINGS, files.RETURNERS, files.PUNTERS, files.KICKERS,
    files.INTERCEPTORS,
)  # fmt: skip
MEN_KEYS = {
    "yards-per-carry": ("fitted", "letters whose exact yards per carry, cut by the goal line, come nearest "
                        "to the man's own season (carries inside and outside as reference.py shares them)"),
    "yards-per-catch": ("fitted", "the rung of the ladder of triples that holds the man's yards per catch"),
    "completion-percent": ("fitted", "letters whose exact completions per throw of the dice come nearest to "
                           "the man's completions per attempt and sack"),
    "interception-rate": ("fitted", "interceptions per attempt and sack against the league's mean team "
                          "range; made whole so that the league's total comes out"),
    "sack-yards": ("fitted", "sacks per attempt and sack, 8 yards a sack; made whole so that the league's "
                   "total comes out; passers of unknown yards share their team's rest by attempts"),
    "usage": ("fitted", "plays a game (14.1) over the season's games, rounded up"),
    "not-done": ("forced", "he did not do it in the real season (2.2)"),
    "no-passing-letter": ("forced", "the sheet prints no Passing letter so nothing else of passing can "
                          "stand there"),
}  # fmt: skip


def leagues(name: str | Path) -> list[Season]:
    """A season's leagues, each alone: ratings are made against the means of its own."""
    whole = load_season(name)
    names = leagues_of(whole.teams)
    return [load_season(name, league) for league in names] if len(names) > 1 else [whole]


def write_sheets(name: str | Path, charts: Charts, out: Path | None = None) -> tuple[Path, dict[Key, Cells]]:
    """Rate a season and write its sheets.

    Parameters
    ----------
    name : str or Path
        A shipped year or a season's folder.
    charts : arrays.Charts
        The charts the ratings are for.
    out : Path, optional
        Where to; the season's own spi folder when not given. Cells of that folder which are printed
        or their owner's are kept in either.

    Returns
    -------
    Path, dict
        The folder, and the men's cells as `ratings.rate_season` gives them.

    Raises
    ------
    InputError
        The season has a fault, or a file of its sheets.
    """
    parts = leagues(name)
    source = parts[0].folder / "spi"
    target = source if out is None else out
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(Fault("--out", "", str(target), f"a folder: {error.strerror}")) from error
    made: dict[str, Rows] = {spec.name: [] for spec in (*HEADERS, files.DUMPS)}
    for season in parts:
        for file, rows in rate_headers(league_means(season, charts, source), source).items():
            made[file] += rows
        made["interceptors"] += rate_interceptors(season, source)
    own = _sources(source)
    all_keys = KEYS | MEN_KEYS | OPTION_KEYS
    _write_sources(target, all_keys | own)  # what reading the files needs, trimmed at the end
    for spec in HEADERS:
        _write_by_team(target, spec, made[spec.name])
    if not (target / "notes.csv").exists():
        _copy_notes(source, target)
    sheets: dict[Key, Cells] = {}
    for season in parts:
        sheets |= rate_season(season, charts, target, source)
        made["dumps"] += rate_dumps(season, sheets, source)
    sheets = dict(sorted(sheets.items(), key=lambda item: item[0][0]))
    write_ratings(target, sheets)
    _write_by_team(target, files.DUMPS, made["dumps"])
    used = {cell[1] for rows in made.values() for row in rows for cell in row.values()}
    used |= {cell[1] for cells in sheets.values() for cell in cells.values()}
    keys = {key: row for key, row in all_keys.items() if f"{row[0]} {key}" in used}
    _write_sources(target, own | {key: row for key, row in keys.items() if key not in own})
    return target, sheets


def _write_by_team(folder: Path, spec: SheetFile, rows: Rows) -> None:
    write_rows(folder, spec, sorted(rows, key=lambda row: row["team"][0]))


def _copy_notes(source: Path, target: Path) -> None:
    rows: Rows = []
    spec = files.NOTES
    if (source / "notes.csv").exists():
        for row in files.read_sheet_file(source, spec):
            rows.append({name: (row.texts[name], row.provenance.get(name, "")) for name in spec.names()})
    write_rows(target, spec, rows)


def _sources(folder: Path) -> dict[str, tuple[str, str]]:
    """SOURCES.csv of a folder, key -> word and explanation; none where there is no file."""
    return read_sources(folder) if (folder / SOURCES).exists() else {}


def _write_sources(folder: Path, keys: dict[str, tuple[str, str]]) -> None:
    rows = [[key, word, explanation] for key, (word, explanation) in keys.items()]
    write_table(folder / SOURCES, ("key", "word", "explanation"), rows)


def main(arguments: Sequence[str]) -> int:
    """Re-make the fitted cells of a season's sheets; 0, or 2 when the input can't be used."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m simlib.rulesets.spi.sheets.rate_files SEASON\n")
        return 2
    try:
        write_sheets(arguments[0], load_charts().charts)
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
