"""Where compiled kernels are kept."""

import os
import time
from collections import namedtuple
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numba.core.errors import TypingError

from simlib.files.seasons import load_season, season_arrays
from simlib.kernels import jit
from simlib.kernels.season_loop import play_seasons
from simlib.kernels.tally import empty_tally


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
