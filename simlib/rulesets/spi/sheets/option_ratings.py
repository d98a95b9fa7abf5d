"""Ratings that only optional rules read, from a season's statistics: asterisks, dumps, interceptors."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from math import ceil
from pathlib import Path

from simlib.files.seasons import Player, Season
from simlib.rulesets.counting import SUMMED_WAYS, THROWS
from simlib.rulesets.spi.sheets import files
from simlib.rulesets.spi.sheets.files import ASTERISK, NONE, SheetFile
from simlib.rulesets.spi.sheets.header_ratings import Cell, Rows, kept_rows

HALF = Fraction(1, 2)
MOST_PLAYS = 12  # of a whole season, for a man with an asterisk
WITH_ASTERISK, DUMP_RATING = "assumed asterisk", "assumed dump-rating"
OPTION_KEYS = {
    "asterisk": ("assumed", "the number as by usage; no sheet that is left prints a *: it stands for men of "
                 "12 plays or fewer in the whole season, quarterbacks excepted, and men without whom the "
                 "team could not run, or catch at a length, all game"),
    "dump-rating": ("assumed", "no sheet that is left prints one: the number whose chance with two dice is "
                    "nearest to the backs' share of the team's listed catches, the lower of two"),
    "own-interceptions": ("fitted", "as many of the 36 throws as his share of the team's interceptions is "
                          "nearest to, the lower of two; those of men who aren't known are nobody's"),
}  # fmt: skip

Key = tuple[str, str]
Sheets = dict[Key, dict[str, Cell]]


def _count(man: Player, column: str) -> int:
    return man.stats.get(column) or 0


def plays_of(man: Player) -> int:
    """Plays of a season (14.1) of a man who is no quarterback; catches where targets are unknown."""
    targets = man.stats.get("targets")
    return (
        _count(man, "rush_att")
        + _count(man, "pass_att")
        + (_count(man, "rec") if targets is None else targets)
    )


def add_asterisks(season: Season, sheets: Sheets) -> None:
    """Mark the limits, rated by use, of men who hardly played: their sheets forbid more (14.2)."""
    marked = {
        (man.team, man.id)
        for man in season.players
        if 0 < plays_of(man) <= MOST_PLAYS and not man.others and man.position.upper() != "QB"
    }
    marked = {key for key in marked & sheets.keys() if sheets[key]["lim"][1] == "fitted usage"}
    for team in season.teams:
        men = {key: cells for key, cells in sheets.items() if key[0] == team.code}
        for columns in files.ABILITIES.values():
            able = {key for key, cells in men.items() if any(cells[c][0] != NONE for c in columns)}
            if able <= marked:
                marked -= able
    for key in marked:
        sheets[key]["lim"] = sheets[key]["lim"][0] + ASTERISK, WITH_ASTERISK


def rate_dump(share: Fraction) -> int:
    """Dump Rating whose chance, two dice at or below it, is nearest to a share; of two the lower."""
    chances = (Fraction(ways, THROWS) for ways in accumulate(SUMMED_WAYS))
    return min(enumerate(chances, 2), key=lambda pair: abs(pair[1] - share))[0]


def rate_dumps(season: Season, sheets: Sheets, folder: Path) -> Rows:
    """Rows of dumps.csv: passers with three Pass letters who threw, of teams with a listed catch.

    Parameters
    ----------
    season : Season
        Real statistics.
    sheets : dict
        Cells of the men, as `ratings.rate_season` gives them.
    folder : Path
        The sheets as they stand: a team with a printed or owner's row keeps its own.
    """
    rows: Rows = []
    for team in season.teams:
        men = [man for man in season.players if man.team == team.code and (man.team, man.id) in sheets]
        catches = {man.id: _count(man, "rec") for man in men if not man.others}
        backs = (man.id for man in men if files.is_back(sheets[man.team, man.id]["position"][0]))
        total = sum(catches.values())
        if not total:
            continue
        dump = str(rate_dump(Fraction(sum(catches.get(back, 0) for back in backs), total)))
        rows += [
            {"team": (team.code, ""), "player": (man.id, ""), "dump": (dump, DUMP_RATING)}
            for man in men
            if _count(man, "pass_att")
            and not man.others
            and all(sheets[man.team, man.id][f"pass_{length}"][0] != NONE for length in "SML")
        ]
    return _with_kept(rows, folder, files.DUMPS, season)


def rate_interceptors(season: Season, folder: Path) -> Rows:
    """Rows of interceptors.csv: men whose interceptions are known, from 11 up; the rest is nobody's.

    Parameters
    ----------
    season : Season
        Real statistics.
    folder : Path
        The sheets as they stand: a team with a printed or owner's row keeps its own.
    """
    rows: Rows = []
    for team in season.teams:
        total, first = team.stats.get("opp_pass_int"), 0
        for man in season.players if total else ():
            if man.team != team.code or man.others:
                continue
            share = Fraction(THROWS * _count(man, "int_made"), total or 1)
            numbers = min(ceil(share - HALF), THROWS - first)
            if numbers > 0:
                text = files.range_text((first, first + numbers - 1))
                rating = (text, "fitted own-interceptions")
                rows.append(
                    {"team": (team.code, ""), "player": (man.id, ""),
                     "printed_name": (man.name, "transcribed roster"), "short": rating, "medium_long": rating}
                )  # fmt: skip
                first += numbers
    return _with_kept(rows, folder, files.INTERCEPTORS, season)


def _with_kept(rows: Iterable[dict[str, Cell]], folder: Path, spec: SheetFile, season: Season) -> Rows:
    """Rows in the order of the teams; a team whose rows rating leaves alone has those."""
    kept = {team: own for (team, _), own in kept_rows(folder, spec).items()}
    made: Rows = list(rows)
    return [
        row
        for team in season.teams
        for row in kept.get(team.code, [row for row in made if row["team"][0] == team.code])
    ]
