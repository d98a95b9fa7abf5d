"""A run on disk: a folder with the seasons played, their exact sums, and a manifest written last.

manifest.json           what the run is, the real season's rules and coverage, the digest of the sums
summary/teams.parquet   a row a team: real figures (`real_`), sums of columns, wins, ranks, titles
summary/men.parquet     a row a man of the real season, with his slot in the replay, and his sums
summary/games.parquet   a row a game, play-offs included, with its sums
summary/rates.parquet   a row a rate: real numerator and denominator, moments, histogram
teams/ players/ games/  with detail "seasons" or "games", the seasons: see `simlib.runs.parts`

Equal runs give equal bytes with the same versions of the libraries: no time, host or path is kept.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simlib.errors import Fault, InputError
from simlib.files.season_tables import Game, Player, Rule, Team
from simlib.files.seasons import Season
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.kernels.sums import F_COLUMNS, H_COLUMNS, M_COLUMNS, digest_of, empty_sums
from simlib.kernels.tally import Tally
from simlib.runs.parts import CHUNK, PART_FORMAT, Parts, write_whole
from simlib.runs.plan import Meta, make_plan, rate_keys
from simlib.runs.run import Run

if TYPE_CHECKING:
    import pyarrow as pa

MANIFEST = "manifest.json"
STARTED = "run.json"  # there while a run is not yet whole
SUMMARY = "summary"
GROUPS = ("conference", "division", "league", "region")
OPPONENTS = tuple(f"opp_{name}" for name in TEAM_COLUMNS)
MOMENTS = (
    "n", "d", "nn", "nd", "dd", "na", "r", "rr_high", "rr_low", "within3", "within5", "below", "equal",
)  # fmt: skip
FIXTURES = ("home_points", "away_points", "home_wins", "ties")
HONOURS = ("titles", "conference_titles")
assert (len(MOMENTS), len(FIXTURES), len(HONOURS)) == (M_COLUMNS, F_COLUMNS, H_COLUMNS)


def save_run(run: Run, folder: str | Path) -> None:
    """Write a run to a new folder.

    Parameters
    ----------
    run : Run
    folder : path
        Must not exist, or be empty; its parent must exist.

    Raises
    ------
    InputError
        The folder can't be made or written; nothing of it is left then.
    """
    target = Path(folder)
    check_new_folder(target)
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        partial.mkdir()
        _write_rows(run, partial)
        write_summary(run, partial)
        if target.is_dir():
            target.rmdir()  # empty; Windows doesn't rename over it
        os.replace(partial, target)
    except OSError as error:
        expected = f"a new folder that can be written ({error.strerror})"
        raise InputError(Fault("--out", "", str(target), expected)) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _write_rows(run: Run, folder: Path) -> None:
    rows = run.rows
    if rows is None:
        return
    if isinstance(rows, Parts):
        for table in rows.tables:
            shutil.copytree(rows.folder / table, folder / table)
        return
    parts = Parts(folder, run.meta, run.season, run.men, CHUNK, run.inputs)
    parts.make_folders()
    for first, count in parts.chunks():
        begin = first - run.meta.first
        parts.write(first, Tally._make(array[begin : begin + count] for array in rows))


def check_new_folder(folder: Path) -> None:
    """Tell before a run, rather than after it, that its folder can't be written.

    Raises
    ------
    InputError
        It exists and is not empty, or there is no writable folder to make it in.
    """
    fault = ""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            fault = "a folder that is new or empty"
        elif not folder.resolve().parent.is_dir():
            fault = "a folder inside one that exists"
        elif not os.access(folder.resolve().parent, os.W_OK):
            fault = "a folder inside one that can be written"
    except (OSError, ValueError):
        fault = "the name of a folder"
    if fault:
        raise InputError(Fault("--out", "", str(folder), fault))


def read_run(folder: Path) -> Run:
    """Read a saved run.

    Raises
    ------
    InputError
        No run there, one of another format, or one whose tables were changed.
    """
    manifest = read_manifest(folder)
    with _one_line(folder):
        run = _read(manifest, folder)
        if digest_of(run.sums) != manifest["digest"]:
            raise ValueError("other sums than were saved")
    return run


def is_run(folder: str | Path) -> bool:
    """Whether a run lies there, whole or unfinished."""
    try:
        return any((Path(folder) / name).is_file() for name in (MANIFEST, STARTED))
    except (OSError, ValueError):
        return False


def read_manifest(folder: Path) -> dict[str, Any]:
    """What the manifest of a run says.

    Raises
    ------
    InputError
        No run there, an unfinished one, or one of another format.
    """
    if (folder / STARTED).is_file() and not (folder / MANIFEST).is_file():
        expected = "a whole one: the command that began it, with --resume, goes on with it"
        raise InputError(Fault(str(folder), "", "an unfinished run", expected))
    with _one_line(folder):
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if manifest["format"] != PART_FORMAT:
            expected = f"format {PART_FORMAT}, of this version of simlib"
            raise InputError(Fault(f"{folder}/{MANIFEST}", "format", str(manifest["format"]), expected))
        return manifest


@contextmanager
def _one_line(folder: Path) -> Iterator[None]:
    """Whatever is wrong with a run's files becomes one line."""
    try:
        yield
    except InputError:
        raise
    except FileNotFoundError as error:
        name = Path(error.filename or MANIFEST).name
        raise InputError(Fault(str(folder), "", f"no {name}", "the folder of a saved run")) from error
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise InputError(Fault(str(folder), "", str(error), "a saved run, unchanged")) from error


def write_summary(run: Run, folder: Path) -> None:
    """Write the sums of a run, then its manifest: with it the run is whole.

    Raises
    ------
    OSError
        They can't be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    season, sums = run.season, run.sums
    manifest = {
        "format": PART_FORMAT,
        "meta": asdict(run.meta),
        "inputs": run.inputs,
        "chunk": run.rows.chunk if isinstance(run.rows, Parts) else CHUNK,
        "season": {
            "year": season.year,
            "league": season.league,
            "name": season.name,
            "rules": {name: asdict(rule) for name, rule in season.rules.items()},
            "coverage": season.coverage,
            "men_based": sorted(season.men_based),
            "notes": season.notes,
            "left_out": season.left_out,
        },
        "playoffs": sums.playoffs.tolist(),
        "spread": sums.spread.tolist(),
        "digest": run.digest(),
    }
    (folder / SUMMARY).mkdir(exist_ok=True)
    for name, table in _tables(run).items():
        buffer = pa.BufferOutputStream()
        pq.write_table(table, buffer, compression="zstd")
        write_whole(folder / SUMMARY / f"{name}.parquet", buffer.getvalue())
    text = json.dumps(manifest, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    write_whole(folder / MANIFEST, text.encode())


def _named(names: tuple[str, ...], columns: Any) -> dict[str, Any]:
    """Columns of a two-dimensional array by name."""
    return {name: columns[:, k] for k, name in enumerate(names)}


def _real(lines: Any, names: tuple[str, ...]) -> dict[str, list[int | None]]:
    return {f"real_{name}": [line.stats.get(name) for line in lines] for name in names}


def _fields(lines: Any, *names: str) -> dict[str, list[Any]]:
    return {name: [getattr(line, name) for line in lines] for name in names}


def _tables(run: Run) -> dict[str, "pa.Table"]:
    import pyarrow as pa

    season, sums, plan = run.season, run.sums, run.plan
    columns = TEAM_COLUMNS + OPPONENTS
    more = sorted({name for team in season.teams for name in team.stats} - {*columns})
    teams = _fields(season.teams, "code", "name", *GROUPS) | _real(season.teams, (*columns, *more))
    teams |= _named(TEAM_COLUMNS + OPPONENTS, sums.team_columns) | _named(HONOURS, sums.honours)
    teams |= {"wins_histogram": sums.wins.tolist(), "ranks": sums.ranks.tolist()}

    slots = {(team.code, id_): (t, s) for t, team in enumerate(season.teams)
             for s, id_ in enumerate(run.men[t])}  # fmt: skip
    unlisted = [Player(id_, id_, code, "", False, {}) for code, id_ in slots
                if run.player(*slots[code, id_]) is None]  # fmt: skip
    listed = (*season.players, *unlisted)
    place = [slots.get((man.team, man.id)) for man in listed]
    counts = np.array([sums.player_columns[p] if p else np.zeros(len(PLAYER_COLUMNS), int) for p in place])
    men = _fields(listed, "id", "name", "team", "position", "others") | _real(listed, PLAYER_COLUMNS)
    men |= {"slot": [p[1] if p else None for p in place]} | _named(PLAYER_COLUMNS, counts)
    men |= {"listed": [k < len(season.players) for k in range(len(listed))]}

    games = (*season.games, *season.playoffs)
    post = np.zeros((len(season.playoffs), F_COLUMNS), np.int64)
    fixtures = _fields(games, "number", "week", "date", "home", "away", "home_score", "away_score", "kind")
    fixtures |= _named(FIXTURES, np.concatenate((sums.fixtures, post)))

    keys = list(rate_keys(run.men))
    rates = {
        "level": [key.level for key in keys],
        "team": [season.teams[key.team].code if key.team >= 0 else None for key in keys],
        "player": [run.men[key.team][key.slot] if key.slot >= 0 else None for key in keys],
        "stat": [key.stat.name for key in keys],
        "real_numerator": plan.real[:, 0],
        "real_denominator": plan.real[:, 1],
        **_named(MOMENTS, sums.moments),
        "histogram": [sums.histogram[row].tolist() if row >= 0 else None for row in plan.histogram_row],
    }
    return {name: pa.table(table) for name, table in
            (("teams", teams), ("men", men), ("games", fixtures), ("rates", rates))}  # fmt: skip


def _stats(row: dict[str, Any], names: tuple[str, ...]) -> dict[str, int | None]:
    return {name: row[f"real_{name}"] for name in names}


def _team_stats(row: dict[str, Any]) -> dict[str, int | None]:
    more = {name.removeprefix("real_"): x for name, x in row.items() if name.startswith("real_")}
    return _stats(row, TEAM_COLUMNS) | {name: x for name, x in more.items() if x is not None}


def _player(row: dict[str, Any]) -> Player:
    stats = _stats(row, PLAYER_COLUMNS)
    return Player(row["id"], row["name"], row["team"], row["position"], row["others"], stats)


def _read(manifest: dict[str, Any], folder: Path) -> Run:
    import pyarrow.parquet as pq

    tables = {
        name: pq.read_table(folder / SUMMARY / f"{name}.parquet").to_pylist()
        for name in ("teams", "men", "games", "rates")
    }
    head, meta = manifest["season"], manifest["meta"]
    teams, everyone, games = tables["teams"], tables["men"], tables["games"]
    known = [row for row in everyone if row["listed"]]
    matches = [Game(*(row[name] for name in Game.__slots__)) for row in games]
    season = Season(
        year=head["year"],
        league=head["league"],
        name=head["name"],
        folder=folder,
        teams=tuple(
            Team(row["code"], row["name"], stats=_team_stats(row), **{name: row[name] for name in GROUPS})
            for row in teams
        ),
        players=tuple(_player(row) for row in known),
        games=tuple(game for game in matches if game.kind == "regular"),
        playoffs=tuple(game for game in matches if game.kind != "regular"),
        rules={name: Rule(**rule) for name, rule in head["rules"].items()},
        coverage=head["coverage"],
        men_based=frozenset(head["men_based"]),
        notes=tuple(head["notes"]),
        left_out=tuple(head["left_out"]),
    )
    in_slots = sorted((row for row in everyone if row["slot"] is not None), key=lambda row: row["slot"])
    men = tuple(tuple(row["id"] for row in in_slots if row["team"] == team["code"]) for team in teams)
    plan = make_plan(season, men)
    rates = tables["rates"]
    if [(row["real_numerator"], row["real_denominator"]) for row in rates] != [
        *map(tuple, plan.real.tolist())
    ]:
        raise ValueError("rates.parquet does not fit the other tables")
    sums = empty_sums(plan)
    sums.team_columns[:] = [[row[name] for name in TEAM_COLUMNS + OPPONENTS] for row in teams]
    sums.honours[:] = [[row[name] for name in HONOURS] for row in teams]
    sums.wins[:] = [row["wins_histogram"] for row in teams]
    sums.ranks[:] = [row["ranks"] for row in teams]
    index = {team["code"]: k for k, team in enumerate(teams)}
    for row in in_slots:
        sums.player_columns[index[row["team"]], row["slot"]] = [row[name] for name in PLAYER_COLUMNS]
    sums.fixtures[:] = [[row[name] for name in FIXTURES] for row in games if row["kind"] == "regular"]
    sums.moments[:] = [[row[name] for name in MOMENTS] for row in rates]
    histogram = [row["histogram"] for row in rates if row["histogram"] is not None]
    sums.histogram[:] = np.array(histogram, np.int64).reshape(sums.histogram.shape)
    sums.playoffs[:] = manifest["playoffs"]
    sums.spread[:] = manifest["spread"]
    meta |= {"options": tuple(meta["options"]), "notes": tuple(meta["notes"])}
    parts = Parts(folder, Meta(**meta), season, men, manifest["chunk"], manifest["inputs"])
    if missing := next((path for path in parts.files() if not path.is_file()), None):
        raise FileNotFoundError(2, "missing", str(missing))
    return Run(parts.meta, season, men, plan, sums, manifest["inputs"], parts if parts.tables else None)
