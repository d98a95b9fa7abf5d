"""Seasons on disk: for every chunk of a run a Parquet file of its teams, its men and its games.

teams/part-00000.parquet     a row a season and team: the columns of `simlib.kernels.stats`, and titles
players/part-00000.parquet   a row a season and man
games/part-00000.parquet     a row a season and game of the schedule (detail "games")

Each file says in its metadata what run and which seasons it is of, and appears whole or not at all: a
part that is there is done. Parts hold all that the sums are made of, so a run stopped at any moment
goes on from them. Equal parts are equal bytes with the same versions of the libraries.
"""

import hashlib
import json
import os
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.files.seasons import Season
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.kernels.tally import POST_EAST, POST_PLAYOFFS, POST_TITLE, POST_WEST, Tally, empty_tally
from simlib.runs.plan import Men, Meta

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.dataset as pa_dataset

PART_FORMAT = 4
CHUNK = 250  # seasons a part, and a piece of work; about 0.2 s of one thread
MOST_BYTES = 2 << 30  # of rows read into memory at once
TABLES_OF = {"summary": (), "seasons": ("teams", "players"), "games": ("teams", "players", "games")}
LINE_COLUMNS = (*TEAM_COLUMNS, *(f"opp_{name}" for name in TEAM_COLUMNS))
# Titles of a season's team: champion or not; 1 and 2 the sides of the final it won (3 both); play-offs.
CHAMPION, FINALIST, TIE_PLAYOFFS = "champion", "finalist", "tie_playoffs"


def digest_of_inputs(*inputs: Any) -> str:
    """sha256 of the arrays a kernel reads (NamedTuples of arrays, nested): what was played with."""
    digest = hashlib.sha256()
    for value in inputs:
        if isinstance(value, tuple):
            digest.update(f"({len(value)}{digest_of_inputs(*value)}".encode())
        else:
            array = np.asarray(value)
            if array.dtype.hasobject:
                raise TypeError(f"{type(value).__name__}: kernels read numbers only")
            digest.update(f"{array.dtype.kind}{array.dtype.itemsize}{array.shape}".encode())
            digest.update(array.astype(array.dtype.newbyteorder("<"), order="C").tobytes())
    return digest.hexdigest()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, whoever is killed meanwhile."""
    partial = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.partial")
    try:
        with open(partial, "wb") as file:
            file.write(content)
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


@dataclass(frozen=True)
class Parts:
    """The seasons of a run in a folder, read and written chunk by chunk.

    Attributes
    ----------
    folder : Path
    meta : Meta
    season : Season
    men : tuple of tuple of str
        [team][slot] -> player id.
    chunk : int
        Seasons a part; the last may have fewer.
    inputs : str
        `digest_of_inputs` of what the kernel reads.
    """

    folder: Path
    meta: Meta
    season: Season
    men: Men
    chunk: int
    inputs: str

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables kept."""
        return TABLES_OF[self.meta.detail]

    def chunks(self) -> Iterator[tuple[int, int]]:
        """(first season, seasons) of every part, in order."""
        stop = self.meta.first + self.meta.seasons
        for first in range(self.meta.first, stop, self.chunk):
            yield first, min(self.chunk, stop - first)

    def paths(self, first: int) -> dict[str, Path]:
        """The file of each table that holds the part beginning with season `first`."""
        number = (first - self.meta.first) // self.chunk
        return {table: self.folder / table / f"part-{number:05}.parquet" for table in self.tables}

    def files(self) -> Iterator[Path]:
        """Every file of every part."""
        return (path for first, _ in self.chunks() for path in self.paths(first).values())

    def make_folders(self) -> None:
        """Make the folders that parts lie in."""
        for table in self.tables:
            (self.folder / table).mkdir(parents=True, exist_ok=True)

    def write(self, first: int, tally: Tally) -> None:
        """Write one part.

        Raises
        ------
        OSError
            It can't be written; nothing of the file is left then.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        for name, path in self.paths(first).items():
            columns = {"teams": self._teams, "players": self._players, "games": self._games}[name](tally)
            rows = len(next(iter(columns.values()))) // len(tally.post)
            numbers = np.repeat(first + np.arange(len(tally.post)), rows)
            table = pa.table({"season": numbers} | columns)
            label = self._label(name, first, len(tally.post))
            buffer = pa.BufferOutputStream()
            pq.write_table(
                table.replace_schema_metadata({b"simlib": label}),
                buffer,
                compression="zstd",
                write_page_checksum=True,
            )
            write_whole(path, buffer.getvalue())

    def read(self, first: int, count: int) -> Tally | None:
        """One part; None where it is missing, damaged or of another run."""
        import pyarrow.parquet as pq

        tables: dict[str, pa.Table] = {}
        for name, path in self.paths(first).items():
            try:
                with pq.ParquetFile(path, page_checksum_verification=True) as file:
                    if (file.schema_arrow.metadata or {}).get(b"simlib") != self._label(name, first, count):
                        return None
                    tables[name] = file.read()
            except (OSError, ValueError):
                return None
        return self._tally(tables, count) if tables else None

    def tally(self) -> Tally:
        """All the seasons in memory.

        Raises
        ------
        InputError
            A part is missing or damaged, or they are too many.
        """
        whole = self._empty(self.meta.seasons, check=True)
        for first, count in self.chunks():
            part = self.read(first, count)
            if part is None:
                path = next(iter(self.paths(first).values()))
                raise InputError(Fault(str(path), "", "missing or damaged", "a part of this run"))
            begin = first - self.meta.first
            for name in Tally._fields:
                getattr(whole, name)[begin : begin + count] = getattr(part, name)
        return whole

    def dataset(self, table: str) -> "pa_dataset.Dataset":
        """A table as an Arrow dataset: read lazily, only the columns and seasons asked for.

        Raises
        ------
        InputError
            The run did not keep it.
        """
        import pyarrow.dataset

        if table not in self.tables:
            raise InputError(Fault("table", "", table, f"one of {', '.join(self.tables)}"))
        files = [str(self.paths(first)[table]) for first, _ in self.chunks()]
        return pyarrow.dataset.dataset(files, format="parquet")

    def identity(self) -> dict[str, Any]:
        """What the run is: runs alike in this are the same run."""
        return {"inputs": self.inputs, "meta": asdict(self.meta)}

    def _label(self, table: str, first: int, seasons: int) -> bytes:
        content = {"format": PART_FORMAT, "table": table, "chunk": {"first": first, "seasons": seasons}}
        return json.dumps(content | self.identity(), ensure_ascii=False).encode()

    def _empty(self, seasons: int, check: bool = False) -> Tally:
        games = len(self.season.games) if "games" in self.tables else 0
        shape = len(self.men), max(map(len, self.men)), games
        if check and seasons * sum(array.nbytes for array in empty_tally(1, *shape)) > MOST_BYTES:
            expected = "fewer for all rows at once: use Results.dataset(table) or simlib sql"
            raise InputError(Fault(str(self.folder), "", f"{seasons} seasons", expected))
        return empty_tally(seasons, *shape)

    @cached_property
    def _places(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Team and slot of every man, in the order of the rows."""
        pairs = [(team, slot) for team, slots in enumerate(self.men) for slot in range(len(slots))]
        team, slot = np.array(pairs, np.int64).reshape(-1, 2).T
        return team, slot

    def _codes(self) -> list[str]:
        return [team.code for team in self.season.teams]

    def _teams(self, tally: Tally) -> dict[str, Any]:
        seasons, teams = tally.team_stats.shape[:2]
        columns = dict(zip(LINE_COLUMNS, _by_column(tally.team_stats), strict=True))
        post = tally.post.astype(np.int64)
        everyone = np.arange(teams)
        winners = [post[:, [place]] == everyone for place in (POST_TITLE, POST_EAST, POST_WEST)]
        return {
            "team": _words(self._codes(), seasons),
            **columns,
            CHAMPION: winners[0].ravel(),
            FINALIST: (winners[1] + 2 * winners[2]).astype(np.int8).ravel(),
            TIE_PLAYOFFS: np.repeat(tally.post[:, POST_PLAYOFFS], teams),
        }

    def _players(self, tally: Tally) -> dict[str, Any]:
        team, slot = self._places
        names = {(man.team, man.id): man.name for man in self.season.players}
        codes = [self.season.teams[t].code for t in team]
        ids = [self.men[t][s] for t, s in zip(team, slot, strict=True)]
        seasons = len(tally.post)
        return {
            "team": _words(codes, seasons),
            "player": _words(ids, seasons),
            "name": _words([names.get(key, key[1]) for key in zip(codes, ids, strict=True)], seasons),
            **dict(zip(PLAYER_COLUMNS, _by_column(tally.player_stats[:, team, slot]), strict=True)),
        }

    def _games(self, tally: Tally) -> dict[str, Any]:
        games, seasons = self.season.games, len(tally.post)
        home, away = _by_column(tally.scores)
        return {
            "game": np.tile(np.array([game.number for game in games], np.int32), seasons),
            "home": _words([game.home for game in games], seasons),
            "away": _words([game.away for game in games], seasons),
            "home_score": home,
            "away_score": away,
        }

    def _tally(self, tables: dict[str, "pa.Table"], seasons: int) -> Tally:
        tally = self._empty(seasons)
        teams, players = tables["teams"], tables["players"]
        for place, name in enumerate(LINE_COLUMNS):
            tally.team_stats[:, :, place] = _numbers(teams, name, seasons)
        champion = _numbers(teams, CHAMPION, seasons)
        finalist = _numbers(teams, FINALIST, seasons)
        tally.post[:, POST_TITLE] = champion.argmax(axis=1)
        for place, side in ((POST_EAST, 1), (POST_WEST, 2)):
            tally.post[:, place] = (finalist & side > 0).argmax(axis=1)
        tally.post[:, POST_PLAYOFFS] = _numbers(teams, TIE_PLAYOFFS, seasons)[:, 0]
        team, slot = self._places
        for place, name in enumerate(PLAYER_COLUMNS):
            tally.player_stats[:, team, slot, place] = _numbers(players, name, seasons)
        if "games" in tables:
            for side, name in enumerate(("home_score", "away_score")):
                tally.scores[:, :, side] = _numbers(tables["games"], name, seasons)
        return tally


def _by_column(lines: NDArray[Any]) -> NDArray[Any]:
    """[seasons, lines, columns] -> [columns, seasons x lines], each column contiguous."""
    return np.ascontiguousarray(np.moveaxis(lines, -1, 0)).reshape(lines.shape[-1], -1)


def _words(words: list[str], seasons: int) -> "pa.Array":
    """Words of one season's rows, repeated for every season."""
    import pyarrow as pa

    encoded = pa.array(words).dictionary_encode()
    places = np.tile(encoded.indices.to_numpy(), seasons)
    return pa.DictionaryArray.from_arrays(pa.array(places), encoded.dictionary)


def _numbers(table: "pa.Table", name: str, seasons: int) -> NDArray[Any]:
    return table.column(name).to_numpy().reshape(seasons, -1)
