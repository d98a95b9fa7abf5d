"""How kernels are compiled, and where they are kept."""

import os
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np
import pytest
import toy_kernels as toys
from numba.core.caching import NullCache
from numba.core.errors import TypingError

import simlib
from simlib.files.seasons import load_season, season_arrays
from simlib.kernels import jit, linking
from simlib.kernels.season_loop import play_seasons
from simlib.kernels.tally import empty_tally

HAND = [22, 3, 21, 10, 24, 12]  # by hand: toy_kernels.answers
APART = "sys.modules['simlib.kernels.linking'] = None\n"  # as where a numba lacks what linking is built on
COUNTS = (
    "import toy_kernels as t\n"
    "entries = [t.total_of_both, t.quotients, t.twice, t.values]\n"
    "print(t.answers())\n"
    "print(sum(sum(e.stats.cache_hits.values()) for e in entries),"
    " sum(sum(e.stats.cache_misses.values()) for e in entries))\n"
)


def start(code, **environment):
    """Another process that prints."""
    roots = [str(Path(simlib.__file__).parents[1]), str(Path(toys.__file__).parent)]
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", f"import sys\nsys.path[:0] = {roots!r}\n{code}"],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
    )


def uncached(kernel):
    """The same kernel, not compiled yet."""
    again = jit.kernel(kernel.py_func)
    again._cache = NullCache()
    return again


def printed(process):
    output, _ = process.communicate()
    assert process.returncode == 0
    return output.splitlines()


@pytest.fixture
def base(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path / "simlib"


def folder_of_age(base, name, days):
    folder = base / name
    folder.mkdir(parents=True)
    stamp = time.time() - days * 86_400
    os.utime(folder, (stamp, stamp))
    return folder


def test_old_folders_go_but_for_the_newest_and_those_in_use(base):
    ancient, older = folder_of_age(base, "ancient", 40), folder_of_age(base, "older", 30)
    last, today = folder_of_age(base, "last", 20), folder_of_age(base, "today", 0.01)
    own = Path(jit._cache_folder())
    assert own.parent == base
    assert own.exists()
    assert today.exists()
    assert not ancient.exists()
    assert not older.exists()
    assert not last.exists()


def test_a_folder_used_today_is_never_dropped(base):
    recent = [folder_of_age(base, f"recent-{n}", 0.1 * n) for n in range(1, 5)]
    jit._cache_folder()
    assert all(folder.exists() for folder in recent)


def test_no_folder_can_be_written(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert jit._cache_folder() is None
    assert "compiled anew" in capsys.readouterr().err


def test_constants_a_kernel_imports_are_part_of_its_sources():
    names = {path.name for path in jit._kernel_sources()}
    assert {"stats.py", "tally.py", "season.py", "layout.py", "arrays.py"} <= names


def test_two_games_cannot_share_the_name_of_their_arrays():
    @jit.generic
    def whole(game):
        """Something every game writes."""

    one, other = (namedtuple("Arrays", "cells") for _ in range(2))
    whole.of(one)(lambda game: 1)
    whole.of(one)(lambda game: 2)
    assert whole(one(())) == 2
    with pytest.raises(TypeError, match="another game's arrays"):
        whole.of(other)(lambda game: 3)


def test_a_game_that_is_not_imported_is_named():
    season = load_season("1958")
    with pytest.raises(TypingError, match="no game is imported that plays Unknown"):
        play_seasons(
            np.uint64(1), 0, season_arrays(season), Unknown(np.zeros(3, np.int32)), empty_tally(1, 12, 0, 72)
        )


class Unknown(NamedTuple):
    cells: np.ndarray


def test_what_linking_compiles_with_is_part_of_the_sources():
    assert {"jit.py", "linking.py"} <= {path.name for path in jit._kernel_sources()}


def test_linked_kernels_give_the_integers_worked_out_by_hand():
    assert toys.answers() == HAND


def test_kernels_compiled_apart_or_not_at_all_give_the_same(tmp_path):
    asserted = "from simlib.kernels import jit\nassert not jit.CALLEE\n"
    apart = start(APART + asserted + COUNTS, NUMBA_CACHE_DIR=str(tmp_path))
    assert printed(apart)[0] == str(HAND)
    assert printed(start("import toy_kernels; print(toy_kernels.answers())", NUMBA_DISABLE_JIT="1")) == [
        str(HAND)
    ]


def test_a_game_compiled_apart_gives_the_same_integers():
    code = "import simlib\nprint(simlib.replay(1958, 'football-strategy', seasons=2, jobs=1).digest())"
    linked = simlib.replay(1958, "football-strategy", seasons=2, jobs=1).digest()
    assert printed(start(APART + code, NUMBA_CACHE_DIR=str(Path(jit._folder) / "apart"))) == [linked]


def test_only_what_python_calls_is_made_machine_code():
    @jit.kernel
    def callee(number):
        return number + 1

    @jit.kernel
    def entry(number):
        return callee(number)

    assert entry(1) == 2
    assert not callee.overloads
    assert callee(1) == 2
    assert len(callee.overloads) == 1


def test_what_an_entry_reaches_is_private_to_it():
    entry = uncached(toys.total_of_both)
    entry(np.arange(3, dtype=np.int32))
    (compiled,) = entry.overloads.values()
    defined = compiled.library.get_defined_functions()
    public = [function.name for function in defined if function.linkage.name == "external"]
    assert len(public) == 2  # itself, and as Python calls it
    assert all("total_of_both" in name for name in public)


def test_a_callee_that_fails_tells_python():
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            toys.quotients(7, 0)


def test_what_a_callee_raises_arrives_with_its_values():
    @jit.kernel
    def callee(number):
        jit.out_of_line()
        if number > 3:
            raise ValueError("too many", number)
        return number

    @jit.kernel
    def entry(number):
        return callee(number)

    with pytest.raises(ValueError, match=r"'too many', 5"):
        uncached(entry)(5)


def test_a_second_process_compiles_nothing(tmp_path):
    first = printed(start(COUNTS, NUMBA_CACHE_DIR=str(tmp_path)))
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert first == [str(HAND), "0 5"]  # `values` twice
    assert len(files) == 5  # one for what an entry was compiled for; none for a callee
    assert printed(start(COUNTS, NUMBA_CACHE_DIR=str(tmp_path))) == [str(HAND), "5 0"]


def test_processes_may_compile_at_once(tmp_path):
    processes = [start(COUNTS, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(3)]
    assert [printed(process)[0] for process in processes] == [str(HAND)] * 3


OTHERS = """
from typing import NamedTuple

import numpy as np
import toy_kernels as toys
from simlib.kernels.jit import kernel


class Shells(NamedTuple):
    numbers: np.ndarray


@kernel
def worth(shells, entry):
    return {factor} * shells.numbers[entry]


toys.WRITTEN[Shells] = worth
"""


def test_arrays_of_a_module_that_others_lack_or_that_changes(tmp_path):
    def of_shells(factor):
        (tmp_path / "other_toys.py").write_text(OTHERS.format(factor=factor), encoding="utf-8")
        code = f"sys.path.insert(0, {str(tmp_path)!r})\nimport numpy as np, other_toys as o\n"
        code += "print(o.toys.values(o.Shells(np.arange(4, dtype=np.int32)), 4))\n"
        return printed(start(code + "print(o.toys.values.stats.cache_hits)", NUMBA_CACHE_DIR=str(tmp_path)))

    assert of_shells(2)[0] == "12"
    assert printed(start(COUNTS, NUMBA_CACHE_DIR=str(tmp_path)))[0] == str(HAND)  # lacks the module
    assert of_shells(2)[1] != "Counter()"  # found again
    assert of_shells(3) == ["18", "Counter()"]


def test_a_function_that_is_no_kernel_may_not_call_one():
    @numba.njit
    def no_kernel(number):
        return toys.twice(number)

    with pytest.raises(TypeError, match=r"twice is called by a function that isn't a kernel"):
        no_kernel(1)


def test_a_callee_that_was_not_linked_is_told_before_it_is_called(monkeypatch):
    monkeypatch.setattr(linking, "_reached", lambda whole: ([], []))
    entry = uncached(toys.quotients)
    with pytest.raises(RuntimeError, match="which wasn't linked"):
        entry(1, 1)
