"""Where compiled kernels are kept."""

import os
import time
from pathlib import Path

import pytest

from simlib.kernels import jit


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
