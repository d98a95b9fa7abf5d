"""Real statistics -> SPI team sheets: the men and ratings that the transcribed rulebook lacks.

`rate_files` writes them; cells that are printed, assumed or their owner's stay as they are.
`judge_ratings` says how the rater does on the printed men, with everything solved from all of them and
with each left out.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from simlib.files.rows import write_table
from simlib.files.seasons import Player, Season
from simlib.rulesets.spi.charts.reference import BETTER_SIDE, PASS_STARTS, RUN_STARTS
from simlib.rulesets.spi.play.arrays import Charts
from simlib.rulesets.spi.sheets import files
from simlib.rulesets.spi.sheets import rating_scale as rating
from simlib.rulesets.spi.sheets.header_ratings import League
from simlib.rulesets.spi.sheets.header_scale import scale_of_header
from simlib.rulesets.spi.sheets.option_ratings import WITH_ASTERISK, add_asterisks
from simlib.rulesets.spi.sheets.rating_scale import Scale

COLUMNS = tuple(column[0] for column in files.PLAYERS.columns)
HEADER = (*files.PLAYERS.keys, *COLUMNS)
KEPT = ("printed", "assumed", "owner")
RUNS, GAINS, PASSES = ("RIS", "ROS"), ("gain_S", "gain_M", "gain_L"), ("pass_S", "pass_M", "pass_L")
NOT_DONE, NO_PASSING = "forced not-done", "forced no-passing-letter"
BY_CARRY, BY_CATCH, BY_COMPLETION = (
    "fitted yards-per-carry",
    "fitted yards-per-catch",
    "fitted completion-percent",
)
BY_INTERCEPTION, BY_SACK, BY_USE, ROSTER = (
    "fitted interception-rate", "fitted sack-yards", "fitted usage", "transcribed roster"
)  # fmt: skip
ENDS = ("WR", "TE", "LE", "RE", "FL", "SE", "E", "P", "K")

Key = tuple[str, str]
Cells = dict[str, tuple[str, str]]  # column -> (text, provenance)


class Judged(NamedTuple):
    """A printed man, his real rates, and what his letters and the rater say of them.

    Attributes
    ----------
    team, player : str
        Code and id.
    yards_per_carry, implied : Fraction
        Real, and what the printed RIS and ROS mean in play.
    deviation : Fraction
        100 x (implied / real - 1).
    yards_per_catch : Fraction
        Real.
    printed, rated : str
        Triple of Pass Gain letters on the sheet, and by the rater from the real rate.
    """

    team: str
    player: str
    yards_per_carry: Fraction
    implied: Fraction
    deviation: Fraction
    yards_per_catch: Fraction
    printed: str
    rated: str

    @property
    def within5(self) -> bool:
        """Whether the implied yards per carry lie within 5% of the real ones."""
        return abs(self.deviation) <= 5

    @property
    def equal(self) -> bool:
        """Whether the rater gives the printed triple."""
        return self.printed == self.rated


def scale_of_charts(charts: Charts) -> Scale:
    """Worth of every letter against the average field positions of `reference`."""
    return rating.scale_of(charts, RUN_STARTS, PASS_STARTS, Fraction(BETTER_SIDE, 100))


def _count(man: Player, column: str) -> int:
    return man.stats.get(column) or 0


def role_of(position: str) -> str:
    """Where a man runs: a quarterback inside, an end outside, a back on both sides (5.1)."""
    first = position.upper().partition("/")[0]
    roles = {"QB": rating.RUNS_INSIDE, "FB": rating.FULLBACK} | dict.fromkeys(ENDS, rating.RUNS_OUTSIDE)
    return roles.get(first, rating.HALFBACK)


def _kept_cells(folder: Path) -> dict[Key, Cells]:
    """Cells of the sheets as they stand that rating leaves alone; none where there are no sheets."""
    if not (folder / "players.csv").exists():
        return {}
    rows = files.read_sheet_file(folder, files.PLAYERS)
    return {
        (row.texts["team"], row.texts["player"]): {
            column: (row.texts[column], row.provenance[column])
            for column in COLUMNS
            if row.provenance[column].partition(" ")[0] in KEPT and row.provenance[column] != WITH_ASTERISK
        }
        for row in rows
    }


def _needed(folder: Path) -> set[Key]:
    """Men whom the other files of the sheets name."""
    specs = (
        files.RETURNERS, files.PUNTERS, files.KICKERS, files.INTERCEPTORS,
    )  # fmt: skip
    rows = (row for spec in specs for row in files.read_sheet_file(folder, spec))
    return {(row.texts["team"], row.texts["player"]) for row in rows}


def _mean_team_range(folder: Path, season: Season) -> Fraction:
    """Mean share of the 36 throws in the interception range of the season's teams."""
    codes = {team.code for team in season.teams}
    rows = files.read_sheet_file(folder, files.TEAM_RATINGS)
    rows = [row for row in rows if row.texts["team"] in codes]
    return Fraction(sum(row.values["int_range"] + 1 for row in rows), 36 * len(rows))


def _passers(season: Season, men: Sequence[Player]) -> list[rating.Passing]:
    """Everybody who threw, with his sacks from yards lost."""
    throwers = [man for man in men if _count(man, "pass_att")]
    attempts = {(man.team, man.id): _count(man, "pass_att") for man in throwers}
    yards = {(man.team, man.id): man.stats.get("sack_yds") for man in throwers}
    sacks = rating.sacks_of(attempts, yards, {t.code: t.stats.get("sack_yds") or 0 for t in season.teams})
    return [
        rating.Passing(
            (man.team, man.id),
            _count(man, "pass_att"),
            _count(man, "pass_cmp"),
            _count(man, "pass_int"),
            sacks[man.team, man.id],
        )
        for man in throwers
    ]


def _league_passing(scale: Scale, passers: Sequence[rating.Passing]) -> tuple[int, int, int]:
    """Passing letters of the league as one passer."""
    thrown = sum((passer.dropbacks for passer in passers), Fraction(0))
    return rating.rate_completion(scale, sum(passer.completions for passer in passers) / thrown)


def league_means(season: Season, charts: Charts, folder: Path) -> League:
    """What a league's teams are rated against; `folder` holds printed cells, if any."""
    scale = scale_of_charts(charts)
    men = [man for man in season.players if _plays(man)]
    passers = _passers(season, men)
    passing = _league_passing(scale, passers)
    shares = rating.catch_shares(scale, passing)
    ladder = rating.gain_ladder(scale, shares, _printed_catches(men, _kept_cells(folder)))
    return League(season, scale, scale_of_header(charts), passing, shares, ladder)


def _printed_catches(
    men: Sequence[Player], kept: dict[Key, Cells], without: str = ""
) -> list[tuple[str, Fraction]]:
    """Printed triples of Pass Gain letters with real yards per catch."""
    found = []
    for man in men:
        cells = kept.get((man.team, man.id), {})
        triple = "".join(cells[column][0] for column in GAINS if column in cells)
        if len(triple) == 3 and _count(man, "rec") and man.id != without:
            found.append((triple, Fraction(_count(man, "rec_yds"), _count(man, "rec"))))
    return found


def _texts(columns: Sequence[str], texts: Sequence[str], rated: str, unrated: str = NOT_DONE) -> Cells:
    """Cells of some columns; a dash is not rated."""
    return {
        column: (text, unrated if text == files.NONE else rated)
        for column, text in zip(columns, texts, strict=True)
    }


def rate_season(
    season: Season, charts: Charts, folder: Path | None = None, printed: Path | None = None
) -> dict[Key, Cells]:
    """Rate every man of a season who did something the game plays.

    Parameters
    ----------
    season : Season
        Real statistics.
    charts : arrays.Charts
        The charts the ratings are for.
    folder : Path or None
        The sheets as they stand (the season's own spi folder by default): team_ratings, returners,
        punters and kickers must be there.
    printed : Path or None
        Where players.csv has cells to keep: printed, assumed or their owner's; `folder` by default.

    Returns
    -------
    dict
        (team, player) -> column -> (text, provenance), in the order of the season's men.

    Raises
    ------
    InputError
        A file of the sheets is missing or wrong.
    """
    folder = season.folder / "spi" if folder is None else folder
    scale = scale_of_charts(charts)
    kept, needed = _kept_cells(folder if printed is None else printed), _needed(folder)
    men = [man for man in season.players if _plays(man) or {(man.team, man.id)} & (needed | kept.keys())]
    passers = _passers(season, men)
    league = _league_passing(scale, passers)
    shares = rating.catch_shares(scale, league)
    ladder = rating.gain_ladder(scale, shares, _printed_catches(men, kept))
    triples = _passing_letters(scale, passers, kept)
    ranges = _passing_ranges(scale, passers, triples, kept, _mean_team_range(folder, season))
    targets = _targets_per_catch(season)
    games = {team.code: team.stats["games"] or 1 for team in season.teams}
    sheets: dict[Key, Cells] = {}
    for man in men:
        key = man.team, man.id
        cells: Cells = {"name": (man.name, ROSTER), "position": (man.position.lower() or "-", ROSTER)}
        cells |= _run_cells(scale, man)
        cells |= _catch_cells(ladder, man)
        cells |= _pass_cells(triples.get(key), ranges.get(key), kept.get(key, {}))
        cells["lim"] = _limit_cell(man, targets[man.team], games[man.team])
        cells["note"] = ("", "")
        sheets[key] = {column: (cells | kept.get(key, {}))[column] for column in COLUMNS}
    add_asterisks(season, sheets)
    return sheets


def _plays(man: Player) -> bool:
    return any(_count(man, column) for column in ("rush_att", "pass_att", "rec"))


def _run_cells(scale: Scale, man: Player) -> Cells:
    carries = _count(man, "rush_att")
    if not carries:
        return _texts(RUNS, "--", BY_CARRY)
    pair = rating.rate_runs(scale, Fraction(_count(man, "rush_yds"), carries), role_of(man.position))
    return _texts(RUNS, rating.printed(*pair), BY_CARRY)


def _catch_cells(ladder: Sequence[rating.Rung], man: Player) -> Cells:
    catches = _count(man, "rec")
    if not catches:
        return _texts(GAINS, "---", BY_CATCH)
    triple = rating.rate_catches(ladder, Fraction(_count(man, "rec_yds"), catches))
    return _texts(GAINS, triple, BY_CATCH, BY_CATCH)


def _passing_letters(
    scale: Scale, passers: Sequence[rating.Passing], kept: dict[Key, Cells]
) -> dict[Key, tuple[int, ...]]:
    """Letters of everybody who throws in the game: printed ones stand, a printed dash never throws."""
    letters: dict[Key, tuple[int, ...]] = {}
    for passer in passers:
        short = kept.get(passer.key, {}).get("pass_S", ("", ""))[0]
        rated = rating.rate_completion(scale, passer.completions / passer.dropbacks)
        if short == "":
            letters[passer.key] = rated
        elif short != files.NONE:
            letters[passer.key] = (*rating.letters(short), *rated[1:])
    return letters


def _passing_ranges(
    scale: Scale,
    passers: Sequence[rating.Passing],
    triples: dict[Key, tuple[int, ...]],
    kept: dict[Key, Cells],
    team_range: Fraction,
) -> dict[Key, tuple[rating.Pair, rating.Pair]]:
    """Interception and sack ranges of the men whose sheets don't print them."""
    fixed = {}
    for key in triples:
        cells = kept.get(key, {})
        if "int" in cells and "sack" in cells:
            fixed[key] = _numbers(cells["int"][0]), _numbers(cells["sack"][0])
    complete_to = {key: scale.completion[triple[0]] - 1 for key, triple in triples.items()}
    return rating.rate_ranges(passers, complete_to, fixed, team_range)


def _numbers(text: str) -> int:
    """How many numbers a printed range has."""
    first, last = files.throw_range(text)
    return max(last - first + 1, 0)


def _pass_cells(
    triple: Sequence[int] | None, ranges: tuple[rating.Pair, rating.Pair] | None, kept: Cells
) -> Cells:
    if triple is None:
        why = NO_PASSING if "pass_S" in kept else NOT_DONE
        return _texts((*PASSES, "int", "sack"), "-----", BY_COMPLETION, why)
    cells = _texts(PASSES, rating.printed(*triple), BY_COMPLETION)
    interception, sack = ranges or (files.NO_RANGE, files.NO_RANGE)
    cells["int"] = (files.range_text(interception), BY_INTERCEPTION)
    cells["sack"] = (files.range_text(sack), BY_SACK)
    return cells


def _targets_per_catch(season: Season) -> dict[str, Fraction]:
    """Throws per completion of each team: how often a man was thrown to for each catch."""
    return {
        team.code: Fraction(team.stats["pass_att"] or 0, team.stats["pass_cmp"] or 1) for team in season.teams
    }


def _limit_cell(man: Player, targets_per_catch: Fraction, games: int) -> tuple[str, str]:
    passes = 0 if role_of(man.position) == rating.RUNS_INSIDE else _count(man, "pass_att")
    carries, targets = _count(man, "rush_att"), _count(man, "rec") * targets_per_catch
    if not carries + targets + passes:
        return files.NONE, NOT_DONE
    return str(rating.rate_limit(carries, targets, passes, games)), BY_USE


def write_ratings(folder: Path, sheets: dict[Key, Cells]) -> None:
    """Write players.csv and its provenance."""
    for part, name in enumerate(("players.csv", "players.provenance.csv")):
        rows = ([*key, *(cells[column][part] for column in COLUMNS)] for key, cells in sheets.items())
        write_table(folder / name, HEADER, rows)


def judge_ratings(
    season: Season, charts: Charts, without: Callable[[str], Charts] | None = None
) -> list[Judged]:
    """Judge letters, columns and ladder together on the men whose sheets are printed.

    Parameters
    ----------
    season : Season
        The season of the printed sheets.
    charts : arrays.Charts
        Charts solved from all the printed men.
    without : callable, optional
        Charts solved again without a man, by his id (`charts.solved.charts_without`): he is then judged
        by those, and by the ladder of triples without his own.

    Returns
    -------
    list of Judged
        Men with printed running letters and Pass Gain triples who carried and caught, in the
        season's order.
    """
    kept = _kept_cells(season.folder / "spi")
    men = [man for man in season.players if _plays(man)]
    passers = _passers(season, men)
    scale = scale_of_charts(charts)
    judged = []
    for man in men:
        cells = kept.get((man.team, man.id), {})
        carries, catches = _count(man, "rush_att"), _count(man, "rec")
        if not cells.keys() >= {*RUNS, *GAINS} or not carries or not catches:
            continue
        if without:
            scale = scale_of_charts(without(man.id))
        shares = rating.catch_shares(scale, _league_passing(scale, passers))
        others = _printed_catches(men, kept, man.id if without else "")
        ladder = rating.gain_ladder(scale, shares, others)
        real, caught = Fraction(_count(man, "rush_yds"), carries), Fraction(_count(man, "rec_yds"), catches)
        inside, outside = rating.letters(cells["RIS"][0] + cells["ROS"][0])
        implied = rating.implied_carry(scale, inside, outside)
        judged.append(
            Judged(
                man.team,
                man.id,
                real,
                implied,
                100 * (implied / real - 1),
                caught,
                "".join(cells[column][0] for column in GAINS),
                rating.rate_catches(ladder, caught),
            )
        )
    return judged
