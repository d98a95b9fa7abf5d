"""SPI Football's team sheets as the kernel's League: men, defences, returners, punters, kickers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.files.charts import WORDS
from simlib.files.seasons import Season
from simlib.kernels import dice
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.sheets import files
from simlib.rulesets.spi.sheets.files import MOST_FAULTS, NO_RANGE, NO_RUNBACK, Row

RATED_FILES = (files.PLAYERS, files.TEAM_RATINGS, files.RETURNERS, files.PUNTERS, files.KICKERS)
LIMIT_COLUMN = {"run": arrays.M_LIMIT_RUN, "catch": arrays.M_LIMIT_CATCH, "pass": arrays.M_LIMIT_PASS}
KICKER_RANGES = ("extra_point", "fg_1_20", "fg_21_40", "fg_41_50")  # as K_EXTRA_POINT_TO..
NOT_WIDENED_BIT = {"int": 1, "sack": 2}  # of M_NOT_WIDENED
LETTER_COLUMNS = {
    "RIS": arrays.M_RIS, "ROS": arrays.M_ROS,
    "gain_S": arrays.M_GAIN_S, "gain_M": arrays.M_GAIN_M, "gain_L": arrays.M_GAIN_L,
    "pass_S": arrays.M_PASS_S, "pass_M": arrays.M_PASS_M, "pass_L": arrays.M_PASS_L,
}  # fmt: skip


class Sheets(NamedTuple):
    """A season's sheets as the kernel reads them.

    Attributes
    ----------
    league : arrays.League
        Read-only arrays, teams in the season's order.
    men : tuple of tuple of str
        [team][slot] -> player id.
    cells : dict
        Provenance word -> how many ratings of the sheets in play ("-" is none).
    """

    league: arrays.League
    men: tuple[tuple[str, ...], ...]
    cells: dict[str, int]


def _man_faults(row: Row, notes: dict[tuple[str, str], Row]) -> Iterator[Fault]:
    """Faults of a man's ratings taken together."""
    values, passes = row.values, [row.values[f"pass_{length}"] for length in "SML"]
    (int_from, int_to), (sack_from, sack_to) = values["int"], values["sack"]
    if max(int_from, sack_from) <= min(int_to, sack_to):
        expected = f"numbers outside the interception range {row.texts['int']}"
        yield Fault(row.where, "sack", row.texts["sack"], expected)
    if max(passes) == arrays.NO_LETTER and (values["int"] != NO_RANGE or values["sack"] != NO_RANGE):
        yield Fault(row.where, "int", row.texts["int"], "no range for a man who has no Pass letter")
    if values["note"] and (row.texts["team"], values["note"]) not in notes:
        yield Fault(row.where, "note", values["note"], "a note of the team in notes.csv")


def _note_faults(rows: Iterable[Row]) -> Iterator[Fault]:
    """Faults of notes whose marks don't go with their rule."""
    for row in rows:
        allowed = NOT_WIDENED_BIT if row.values["rule"] == "not_widened" else LIMIT_COLUMN
        if not set(row.values["marks"]) <= set(allowed):
            yield Fault(row.where, "marks", row.texts["marks"], f"some of {', '.join(allowed)}")


def _return_tables(
    rows: list[Row], teams: dict[str, int], slot: dict[tuple[str, str], int], path: Path, faults: list[Fault]
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Tables of returner, letter and chart by throw; every throw of a team must be in exactly one line."""
    tables = {kind: np.full((len(teams), 36, 3), arrays.NO_LETTER, np.int16) for kind in ("kickoff", "punt")}
    owner: dict[tuple[str, str, int], str] = {}
    for row in rows:
        team, kind, name = row.texts["team"], row.texts["kind"], row.values["player"]
        if kind not in tables:
            faults.append(Fault(row.where, "kind", kind, "kickoff or punt"))
            continue
        nobody = name == NO_RUNBACK
        if nobody and kind == "kickoff":
            faults.append(Fault(row.where, "player", name, "a man: only punts have no runback"))
        by_rushing = row.values["table"] == "RG"
        rating = row.values["letter"]
        if nobody != (rating is None) or nobody != (row.values["table"] is None):
            expected = "a letter and a table, but for NRB"
            faults.append(Fault(row.where, "letter", row.texts["letter"], expected))
            continue
        if rating is not None and not 0 <= rating <= (arrays.LAST_RUN if by_rushing else arrays.LAST_GAIN):
            faults.append(Fault(row.where, "letter", row.texts["letter"], "A to U for RG, A to P for PGR"))
        entry = (-1, -1, 0) if nobody else (slot.get((team, name), -1), rating, int(by_rushing))
        first, last = row.values["range"]
        for throw in range(first, last + 1):
            if (team, kind, throw) in owner:
                taken = owner[team, kind, throw]
                expected = f"throws not in another line ({dice.as_printed(throw)} is in {taken})"
                faults.append(Fault(row.where, "range", row.texts["range"], expected))
                break
            owner[team, kind, throw] = row.texts["range"]
            tables[kind][teams[team], throw] = entry
    for team in teams:
        for kind in tables:
            missing = [throw for throw in range(36) if (team, kind, throw) not in owner]
            if missing:
                found = f"nobody for {team} {kind} {dice.as_printed(missing[0])}"
                faults.append(Fault(str(path), "range", found, "every throw 11 to 66 once"))
    return tables["kickoff"], tables["punt"]


def _interceptors(
    rows: list[Row], teams: dict[str, int], slot: dict[tuple[str, str], int], faults: list[Fault]
) -> NDArray[np.int16]:
    """[teams, 2, 36] slot of the man who intercepts, -1 where nobody is known."""
    table = np.full((len(teams), 2, 36), -1, np.int16)
    owner: dict[tuple[int, int, int], Row] = {}
    for row in rows:
        team = teams[row.texts["team"]]
        for length, column in enumerate(("short", "medium_long")):
            first, last = row.values[column]
            for throw in range(first, last + 1):
                other = owner.setdefault((team, length, throw), row)
                if other is not row:
                    found = f"{row.texts['player']} {row.texts[column]}"
                    taken = f"{other.texts['player']} {other.texts[column]}"
                    faults.append(Fault(row.where, column, found, f"no throw of another man's ({taken})"))
                    break
                table[team, length, throw] = slot_of(row, slot)
    return table


def _dump_faults(rows: Iterable[Row], players: Iterable[Row]) -> Iterator[Fault]:
    """Faults of Dump Ratings of men who don't throw every length."""
    passers = {
        (row.texts["team"], row.texts["player"])
        for row in players
        if all(row.values[f"pass_{length}"] != arrays.NO_LETTER for length in "SML")
    }
    for row in rows:
        if (row.texts["team"], row.texts["player"]) not in passers:
            yield Fault(row.where, "player", row.texts["player"], "a man with three Pass letters (16.1)")


def _known(
    rows: Iterable[Row], teams: dict[str, int], men: set[tuple[str, str]], faults: list[Fault]
) -> list[Row]:
    """Rows whose team and man are known; the others are faults."""
    good = []
    for row in rows:
        team, name = row.texts["team"], row.texts.get("player", NO_RUNBACK)
        nobody = name == NO_RUNBACK and ("kind" in row.texts or "player" not in row.texts)
        if team not in teams:
            faults.append(Fault(row.where, "team", team, f"a team code of the season ({' '.join(teams)})"))
        elif not nobody and (team, name) not in men:
            faults.append(Fault(row.where, "player", name, f"a man of {team} in the season's players"))
        else:
            good.append(row)
    return good


def _by_team(
    rows: list[Row], teams: dict[str, int], columns: int, fill: Callable[[Row], list[int]]
) -> NDArray[np.int16]:
    """[teams, most rows of a team, columns], -1 where a team has fewer rows."""
    lists: dict[str, list[list[int]]] = {team: [] for team in teams}
    for row in rows:
        lists[row.texts["team"]].append(fill(row))
    array = np.full((len(teams), max(1, *(len(rows) for rows in lists.values())), columns), -1, np.int16)
    for team, entries in lists.items():
        for index, entry in enumerate(entries):
            array[teams[team], index] = entry
    return array


def _man_entry(row: Row, notes: dict[tuple[str, str], Row], dumps: dict[tuple[str, str], int]) -> list[int]:
    """Make a man's row of League.man."""
    entry = [0] * arrays.M_COLUMNS
    for column, index in LETTER_COLUMNS.items():
        entry[index] = row.values[column]
    entry[arrays.M_INT_FROM], entry[arrays.M_INT_TO] = row.values["int"]
    entry[arrays.M_SACK_FROM], entry[arrays.M_SACK_TO] = row.values["sack"]
    entry[arrays.M_LIMIT], entry[arrays.M_ASTERISK] = row.values["lim"]
    entry[arrays.M_DUMP] = dumps.get((row.texts["team"], row.texts["player"]), 0)
    entry[arrays.M_BACK] = int(files.is_back(row.values["position"]))
    note = notes.get((row.texts["team"], row.values["note"]))
    if note is None:
        return entry
    for mark in note.values["marks"]:
        if mark in LIMIT_COLUMN:
            entry[LIMIT_COLUMN[mark]] = files.limit_of(note.values["rule"])
        else:
            entry[arrays.M_NOT_WIDENED] |= NOT_WIDENED_BIT[mark]
    return entry


def _men_array(
    rows: list[Row],
    teams: dict[str, int],
    notes: dict[tuple[str, str], Row],
    dumps: dict[tuple[str, str], int],
) -> NDArray[np.int16]:
    array = _by_team(rows, teams, arrays.M_COLUMNS, lambda row: _man_entry(row, notes, dumps))
    counts = Counter(row.texts["team"] for row in rows)
    for team, index in teams.items():
        spare = array[index, counts[team] :]
        spare[:, [arrays.M_INT_FROM, arrays.M_SACK_FROM]] = NO_RANGE[0]
        spare[:, [arrays.M_NOT_WIDENED, *LIMIT_COLUMN.values()]] = 0
        spare[:, arrays.M_LIMIT :] = 0
    return array


def _team_array(rows: list[Row], teams: dict[str, int]) -> NDArray[np.int64]:
    columns = (
        ("def_rush", arrays.T_DEF_RUSH), ("def_pass", arrays.T_DEF_PASS), ("gain_adj", arrays.T_GAIN_ADJ),
        ("int_range", arrays.T_INT_TO), ("int_letter", arrays.T_INT_LETTER),
        ("fumble_ris", arrays.T_FUMBLE_RIS), ("fumble_ros", arrays.T_FUMBLE_ROS),
        ("fumble_pass", arrays.T_FUMBLE_PASS), ("recover", arrays.T_RECOVER_TO),
        ("penalty_run", arrays.T_PENALTY_RUN), ("penalty_pass", arrays.T_PENALTY_PASS),
        ("penalty_range", arrays.T_PENALTY_TO), ("clutch_offense", arrays.T_CLUTCH_OFFENSE),
        ("clutch_defense", arrays.T_CLUTCH_DEFENSE),
    )  # fmt: skip
    array = np.zeros((len(teams), arrays.T_COLUMNS), np.int64)
    for row in rows:
        team = array[teams[row.texts["team"]]]
        for name, column in columns:
            team[column] = row.values[name]
        team[arrays.T_INT_BY_RG] = row.values["int_table"] == "RG"
    return array


def _missing(
    men: NDArray[np.int16], rows_of: dict[str, list[Row]], teams: dict[str, int], folder: Path
) -> Iterator[Fault]:
    """Faults of teams that lack somebody a game needs."""
    for team, index in teams.items():
        for columns, role in (
            ((arrays.M_RIS, arrays.M_ROS), "run"), ((arrays.M_GAIN_S,), "catch a short pass"),
            ((arrays.M_PASS_S,), "throw a short pass"),
        ):  # fmt: skip
            if (men[index][:, list(columns)] == arrays.NO_LETTER).all():
                yield Fault(str(folder / "players.csv"), "team", team, f"a man who can {role}")
        for role, able_by in files.ABILITIES.items():
            letters = men[index][:, [LETTER_COLUMNS[name] for name in able_by]]
            able = men[index][(letters != arrays.NO_LETTER).any(axis=1)]
            if len(able) and able[:, arrays.M_ASTERISK].all():
                found = f"* for each man of {team} who can {role}"
                yield Fault(str(folder / "players.csv"), "lim", found, "one of them without *")
        for name, rows in rows_of.items():
            if all(row.texts["team"] != team for row in rows):
                yield Fault(str(folder / f"{name}.csv"), "team", f"no {team}", "a row of each team")


def load_sheets(season: Season, folder: Path | None = None, options: tuple[str, ...] = ()) -> Sheets:
    """Load the sheets of a season, checked, as the kernel's League.

    Parameters
    ----------
    season : Season
        Gives teams, in order, and the men known.
    folder : Path or None
        Where the sheets lie; the season's own spi folder by default.
    options : tuple of str
        Optional rules in force: the cells that they read are counted, too.

    Raises
    ------
    InputError
        A file is missing or a cell is wrong; a man or a team is unknown; return ranges don't cover
        the 36 throws once; a man's ranges overlap, or two interceptors'; a Dump Rating is not a
        passer's; a team lacks somebody the game needs.
    """
    folder = Path(season.folder) / "spi" if folder is None else folder
    if not folder.is_dir():
        expected = f"SPI's sheets; make them: simlib rate {season.folder} --ruleset spi --out {folder}"
        raise InputError(Fault(str(folder), "", "no such folder", expected))
    faults: list[Fault] = []
    rows_of: dict[str, list[Row]] = {}
    for spec in (*RATED_FILES, files.NOTES, *files.OPTIONAL):
        try:
            rows = files.read_sheet_file(folder, spec)
            rows_of[spec.name] = [row for row in rows if row.texts["team"] not in season.left_out]
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults[:MOST_FAULTS])
    teams = {team.code: index for index, team in enumerate(season.teams)}
    known = {(player.team, player.id) for player in season.players}
    players = _known(rows_of["players"], teams, known, faults)
    players.sort(key=lambda row: teams[row.texts["team"]])
    notes = {(row.texts["team"], row.texts["note"]): row for row in rows_of["notes"]}
    faults += _note_faults(rows_of["notes"])
    for row in players:
        faults += _man_faults(row, notes)
    men = tuple(tuple(row.texts["player"] for row in players if row.texts["team"] == team) for team in teams)
    slot = {(team, man): i for team, names in zip(teams, men, strict=True) for i, man in enumerate(names)}
    rest = {
        name: _known(rows, teams, set(slot), faults) for name, rows in rows_of.items() if name != "players"
    }
    kick, punt = _return_tables(rest["returners"], teams, slot, folder / "returners.csv", faults)
    interceptor = _interceptors(rest["interceptors"], teams, slot, faults)
    faults += _dump_faults(rest["dumps"], players)
    if faults:
        raise InputError(*faults[:MOST_FAULTS])
    dumps = {(row.texts["team"], row.texts["player"]): row.values["dump"] for row in rest["dumps"]}
    man = _men_array(players, teams, notes, dumps)
    needed = {name: rest[name] for name in ("team_ratings", "punters", "kickers")}
    faults += _missing(man, needed, teams, folder)
    if faults:
        raise InputError(*faults[:MOST_FAULTS])
    league = arrays.League(
        team=_team_array(rest["team_ratings"], teams),
        man=man,
        kick_return=kick,
        punt_return=punt,
        punter=_by_team(rest["punters"], teams, 2, lambda row: [slot_of(row, slot), row.values["letter"]]),
        kicker=_by_team(
            rest["kickers"],
            teams,
            arrays.K_COLUMNS,
            lambda row: [slot_of(row, slot), *(row.values[name] for name in KICKER_RANGES)],
        ),
        interceptor=interceptor,
    )
    for array in league:
        array.flags.writeable = False
    return Sheets(league, men, count_cells(rows_of, options))


def slot_of(row: Row, slot: dict[tuple[str, str], int]) -> int:
    """Slot of the man a row is about."""
    return slot[row.texts["team"], row.texts["player"]]


def count_cells(rows_of: dict[str, list[Row]], options: tuple[str, ...] = ()) -> dict[str, int]:
    """Provenance word -> ratings in play of that kind; a cell without a rating is not counted."""
    counts: Counter[str] = Counter()
    for spec in (*RATED_FILES, *files.OPTIONAL):
        for row in rows_of[spec.name]:
            for column, _, in_play in spec.columns:
                if (in_play is True or in_play in options) and row.texts[column] not in ("", files.NONE):
                    counts[row.provenance[column].partition(" ")[0]] += 1
    return {word: counts[word] for word in WORDS if counts[word]}
