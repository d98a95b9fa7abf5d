"""Tables that aren't shipped: solved once, as listed, told in a line, whole or not at all."""

import shutil
from itertools import product

import pytest

from simlib.errors import InputError
from simlib.rulesets.football_strategy.coach.solve import at_hand, equilibrium
from simlib.rulesets.football_strategy.coach.solve.at_hand import find_tables, names_of
from simlib.rulesets.football_strategy.coach.solve.equilibrium import read_pair
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import (
    INDEX,
    digest_of,
    file_name,
    read_digests,
    tables_folder,
)

REPOSITORY = tables_folder()
PAIR = (0, 2)


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A folder of shipped tables that holds Pro Style against itself alone."""
    folder = tmp_path / "coaches"
    folder.mkdir()
    for name in (INDEX, *names_of(0, 0)):
        shutil.copy(REPOSITORY / name, folder)
    monkeypatch.setattr(at_hand, "tables_folder", lambda: folder)
    monkeypatch.setattr(at_hand.platformdirs, "user_cache_dir", lambda name: str(tmp_path / "cache" / name))
    return folder


@pytest.fixture
def solved(monkeypatch):
    """Pairs that were solved: a solver that is quick, because it copies."""
    asked = []

    def solve(folder, pairs):
        asked.extend(pairs)
        names = [name for pair in pairs for name in names_of(*pair)]
        for name in names:
            shutil.copy(REPOSITORY / name, folder)
        return dict.fromkeys(names, 0)

    monkeypatch.setattr(equilibrium, "solve_pairs", solve)
    return asked


def test_the_list_has_the_digest_of_every_table():
    listed = read_digests(REPOSITORY)
    assert set(listed) == {file_name(a, b, side) for a, b in product(range(3), range(3))
                           for side in ("offense", "defense")}  # fmt: skip
    assert listed == {name: digest_of(REPOSITORY / name) for name in listed}


def test_what_is_shipped_is_read_where_it_lies(installed, solved, capsys):
    assert find_tables(installed, [(0, 0)]) == {name: installed / name for name in names_of(0, 0)}
    assert (solved, capsys.readouterr().err) == ([], "")


def test_what_is_not_is_solved_once_and_said_in_a_line(installed, solved, capsys):
    paths = find_tables(installed, [(2, 0), (0, 2), (0, 0)])
    assert solved == [PAIR]
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "pro_style v aerial once, about 10 s" in said
    assert {path.parent for name, path in paths.items() if name in names_of(0, 0)} == {installed}
    for name in names_of(*PAIR):
        assert paths[name].read_bytes() == (REPOSITORY / name).read_bytes()
    assert find_tables(installed, [PAIR]) == {name: paths[name] for name in names_of(*PAIR)}
    assert (solved, capsys.readouterr().err) == ([PAIR], "")
    kept = paths[names_of(*PAIR)[0]].parent
    assert sorted(path.name for path in kept.iterdir()) == [".lock", *names_of(*PAIR)]


def test_a_kept_table_that_was_changed_is_solved_again(installed, solved):
    name = names_of(*PAIR)[1]
    path = find_tables(installed, [PAIR])[name]
    path.write_bytes(path.read_bytes()[:-100])
    assert find_tables(installed, [PAIR])[name].read_bytes() == (REPOSITORY / name).read_bytes()
    assert solved == [PAIR, PAIR]


def test_another_list_never_reads_the_tables_of_this_one(installed, solved):
    first = find_tables(installed, [PAIR])
    (installed / INDEX).write_bytes((installed / INDEX).read_bytes() + b"\n")
    assert not set(find_tables(installed, [PAIR]).values()) & set(first.values())


def test_a_table_that_comes_out_otherwise_is_not_played(installed, monkeypatch, tmp_path):
    def solve(folder, pairs):
        for name in names_of(*PAIR):
            (folder / name).write_text("otherwise", encoding="utf-8")
        return names_of(*PAIR)

    monkeypatch.setattr(equilibrium, "solve_pairs", solve)
    with pytest.raises(InputError, match=r"as equilibrium\.csv lists it"):
        find_tables(installed, [PAIR])
    assert list((tmp_path / "cache").rglob("*.csv")) == []


def test_without_a_folder_to_keep_them_they_are_solved_for_the_process(
    installed, solved, capsys, monkeypatch, tmp_path
):
    monkeypatch.setattr(at_hand, "_passing", [])
    (tmp_path / "cache").write_text("in the way", encoding="utf-8")
    for _ in range(2):
        paths = find_tables(installed, [PAIR])
        assert {digest_of(path) for path in paths.values()} == {
            digest_of(REPOSITORY / name) for name in names_of(*PAIR)
        }
    assert solved == [PAIR]
    assert capsys.readouterr().err.count("can't be written") == 1


def test_nothing_is_solved_for_a_folder_of_ones_own(installed, solved, tmp_path):
    shutil.copytree(installed, tmp_path / "own")
    with pytest.raises(InputError, match="pro_style-aerial-offense"):
        read_pair(find_tables(tmp_path / "own", [PAIR]), *PAIR)
    assert solved == []
