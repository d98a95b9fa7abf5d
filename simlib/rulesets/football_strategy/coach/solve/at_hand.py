"""Where the solved tables are at hand: among the shipped charts, or solved here on first use.

What is installed holds Pro Style against itself, and the last two minutes, which take minutes to solve. The
other pairs of charts are solved when first asked for and kept in the user's cache folder, under the digest
of their list. A table made here must have the digest that the list gives: it is the repository's, byte for
byte, or it isn't played.
"""

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from simlib.errors import Fault, InputError
from simlib.rulesets.football_strategy.coach.solve import equilibrium
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import (
    INDEX,
    SIDES,
    digest_of,
    exact_situations,
    file_name,
    kernel_rows,
    read_digests,
    read_shares,
    tables_folder,
)
from simlib.rulesets.football_strategy.coach.solve.next_score import Tables
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play.arrays import OFFENSE_CHARTS

SECONDS = 10  # about what a pair takes
_passing: list[Path] = []  # folder of this process, where no cache can be written


def names_of(own: int, rival: int) -> list[str]:
    """Files of two charts against each other, whichever has the ball."""
    return sorted({file_name(*charts, side) for charts in ((own, rival), (rival, own)) for side in SIDES})


def find_tables(folder: Path, pairs: Iterable[tuple[int, int]]) -> dict[str, Path]:
    """The file of every table of some pairs of charts, by name; what isn't shipped is solved first.

    Parameters
    ----------
    folder : Path
        Where they are. Nothing is solved for a folder of one's own: reading it says what is missing.
    pairs : iterable of (int, int)
        Numbers of the charts, in either order.

    Raises
    ------
    InputError
        A table comes out otherwise here than listed.
    """
    wanted = sorted({(min(pair), max(pair)) for pair in pairs})
    paths = {name: folder / name for pair in wanted for name in names_of(*pair)}
    lacking = [pair for pair in wanted if not all(paths[name].exists() for name in names_of(*pair))]
    if lacking and folder == tables_folder():
        kept = _kept(folder / INDEX)
        _solve_into(kept, lacking, read_digests(folder))
        paths |= {name: kept / name for pair in lacking for name in names_of(*pair)}
    return paths


def _kept(index: Path) -> Path:
    """Folder for the tables of this list; a passing one where none can be written."""
    folder = Path(platformdirs.user_cache_dir("simlib-tables")) / digest_of(index)[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        if not _passing:
            sys.stderr.write(f"simlib: {folder} can't be written; tables are solved anew in every process\n")
            _passing.append(Path(tempfile.mkdtemp(prefix="simlib-tables-")))
            atexit.register(shutil.rmtree, _passing[0], ignore_errors=True)
        return _passing[0]


def _solve_into(kept: Path, pairs: list[tuple[int, int]], digests: dict[str, str]) -> None:
    """Solve the pairs that aren't there as listed; each file appears whole."""

    def lacks(pair: tuple[int, int]) -> bool:
        paths = {name: kept / name for name in names_of(*pair)}
        return any(not path.exists() or digest_of(path) != digests[name] for name, path in paths.items())

    if not any(map(lacks, pairs)):
        return
    from filelock import FileLock

    with FileLock(kept / ".lock"):
        unsolved = [pair for pair in pairs if lacks(pair)]  # another process may have solved some
        if not unsolved:
            return
        names = ", ".join(" v ".join(OFFENSE_CHARTS[chart] for chart in pair) for pair in unsolved)
        sys.stderr.write(f"simlib: solving the call tables {names} once, about {SECONDS * len(unsolved)} s\n")
        with tempfile.TemporaryDirectory(dir=kept) as making:
            for name in equilibrium.solve_pairs(Path(making), unsolved):
                made = digest_of(Path(making) / name)
                if made != digests[name]:
                    expected = f"{digests[name]}, as {INDEX} lists it"
                    raise InputError(Fault(name, "sha256", f"{made}, solved here", expected))
                os.replace(Path(making) / name, kept / name)


def pair_at_hand(own: int, rival: int) -> Tables:
    """The shipped tables that two coaches bring to a game, side 0 with chart `own`."""
    return equilibrium.read_pair(find_tables(tables_folder(), [(own, rival)]), own, rival)


def make_equilibrium(charts: list[int], policy: NDArray[np.int64], folder: Path | None = None) -> fs.Coach:
    """The kernel's Coach for teams that play these charts.

    Parameters
    ----------
    charts : list of int
        Each team's offence chart.
    policy : int64[P_COLUMNS]
    folder : Path, optional
        Where the tables are; the shipped ones when not given.
    """
    used = sorted(set(charts))
    paths = find_tables(folder or tables_folder(), product(used, used))
    tables: dict[str, list[NDArray[np.int32]]] = {side: [] for side in SIDES}
    table_of = np.zeros((len(charts), 2, len(fs.OFFENSE_CHARTS)), np.int32)
    for own, rival in product(used, used):
        for k, side in enumerate(SIDES):
            for team in np.flatnonzero(np.array(charts) == own):
                table_of[team, k, rival] = len(tables[side])
            tables[side].append(kernel_rows(*read_shares(paths[file_name(own, rival, side)], side), side))
    return fs.Coach(
        situations=exact_situations(),
        offense=np.stack(tables["offense"]),
        defense=np.stack(tables["defense"]),
        chart=np.array(charts, np.int16),
        table_of=table_of,
        policy=policy,
        deck=np.zeros(1, np.int16),
    )
