"""Runs kept in a folder: what is there, that it is exact, lazy, guarded and open to SQL."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from synthetic import CODES, synthetic_ruleset, synthetic_season

import simlib
from simlib.errors import InputError
from simlib.runs import engine, parts
from simlib.runs.parts import Parts, digest_of_inputs, write_whole

SEASON = synthetic_season()
GAME = synthetic_ruleset()
CHUNK = 20


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch):
    monkeypatch.setattr(engine, "CHUNK", CHUNK)


def kept(folder, **changes):
    return simlib.replay(SEASON, GAME, **{"seasons": 90, "first": 7, "seed": 3, "out": folder} | changes)


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture(scope="module")
def memory():
    return simlib.replay(SEASON, GAME, seasons=90, first=7, seed=3, detail="games")


def test_a_run_in_a_folder_is_the_run_in_memory(tmp_path, memory):
    for run in (kept(tmp_path / "run"), simlib.open(tmp_path / "run")):
        assert run.meta == memory.meta
        assert run.digest() == memory.digest()
        assert run.inputs == memory.inputs
        assert all(map(np.array_equal, run.kept_rows("games"), memory.rows))
        assert run.season_rows("player").equals(memory.season_rows("player"))
        assert run.game_rows().equals(memory.game_rows())
        assert run.standings().equals(memory.standings())


def test_what_lies_in_the_folder(tmp_path):
    kept(tmp_path)
    names = {f"{table}/part-{k:05}.parquet" for table in ("teams", "players", "games") for k in range(5)}
    summary = {f"summary/{name}.parquet" for name in ("teams", "men", "games", "rates")}
    assert set(contents(tmp_path)) == names | summary | {"manifest.json"}


def test_every_part_says_what_it_is_of(tmp_path, memory):
    kept(tmp_path)
    for table, rows in (("teams", 4), ("players", 20), ("games", 12)):
        for k in range(5):
            part = pq.read_table(tmp_path / table / f"part-{k:05}.parquet")
            label = json.loads(part.schema.metadata[b"simlib"])
            first, seasons = 7 + k * CHUNK, 10 if k == 4 else CHUNK
            assert label["table"] == table
            assert label["chunk"] == {"first": first, "seasons": seasons}
            for name in ("ruleset", "version", "charts_hash", "season", "seed", "coach", "options"):
                value = getattr(memory.meta, name)
                assert label["meta"][name] == (list(value) if name == "options" else value)
            assert len(part) == rows * seasons
            assert sorted(set(part["season"].to_pylist())) == list(range(first, first + seasons))
            assert pq.ParquetFile(tmp_path / table / f"part-{k:05}.parquet").metadata.row_group(0).column(
                1
            ).compression == ("ZSTD")


def test_a_run_saved_from_memory_is_the_same_bytes(tmp_path, memory, monkeypatch):
    kept(tmp_path / "played")
    monkeypatch.setattr("simlib.runs.manifest.CHUNK", CHUNK)
    memory.save(tmp_path / "saved")
    simlib.open(tmp_path / "played").save(tmp_path / "copied")
    assert contents(tmp_path / "played") == contents(tmp_path / "saved") == contents(tmp_path / "copied")


def test_threads_do_not_change_a_byte(tmp_path):
    kept(tmp_path / "one", jobs=1)
    kept(tmp_path / "three", jobs=3)
    assert contents(tmp_path / "one") == contents(tmp_path / "three")


@pytest.mark.parametrize(("detail", "tables"), [("summary", set()), ("seasons", {"teams", "players"})])
def test_less_can_be_kept(tmp_path, detail, tables, memory):
    run = kept(tmp_path, detail=detail)
    assert {p.name for p in tmp_path.iterdir()} == {*tables, "summary", "manifest.json"}
    assert simlib.open(tmp_path).digest() == run.digest() == memory.digest()
    with pytest.raises(InputError, match=f"kept '{detail}'"):
        simlib.open(tmp_path).game_rows()


def test_rows_of_two_runs_in_folders_merge(tmp_path, memory):
    halves = kept(tmp_path / "a", seasons=40), kept(tmp_path / "b", seasons=50, first=47)
    merged = simlib.merge(*halves)
    assert merged.digest() == memory.digest()
    assert all(map(np.array_equal, merged.rows, memory.rows))


def test_runs_of_other_sheets_are_not_merged(tmp_path):
    other = synthetic_ruleset(extra=(0, 0, 0, 1))
    with pytest.raises(InputError, match="inputs"):
        simlib.merge(simlib.replay(SEASON, GAME, seasons=5), simlib.replay(SEASON, other, seasons=5, first=5))


# Lazily


def test_a_dataset_reads_what_is_asked_for(tmp_path, memory):
    import pyarrow.dataset as ds

    kept(tmp_path)
    players = simlib.open(tmp_path).dataset("players")
    table = players.to_table(columns=["season", "player", "rush_yds"], filter=ds.field("season") == 60)
    assert table.column_names == ["season", "player", "rush_yds"]
    assert table["rush_yds"].to_pylist() == memory.rows.player_stats[53, :, :, 1].ravel().tolist()
    with pytest.raises(InputError, match="teams, players, games"):
        simlib.open(tmp_path).dataset("men")
    with pytest.raises(InputError, match="out=DIR"):
        memory.dataset("players")


def test_opening_does_not_read_the_seasons(tmp_path, memory):
    kept(tmp_path)
    for path in (tmp_path / "players").iterdir():
        path.write_bytes(b"")
    run = simlib.open(tmp_path)
    assert run.standings().equals(memory.standings())
    with pytest.raises(InputError, match="missing or damaged"):
        run.season_rows("player")


def test_too_many_rows_for_memory_are_refused(tmp_path, monkeypatch):
    kept(tmp_path)
    monkeypatch.setattr(parts, "MOST_BYTES", 1000)
    with pytest.raises(InputError, match="dataset"):
        simlib.open(tmp_path).season_rows("player")


def test_a_part_that_is_gone_is_told(tmp_path):
    kept(tmp_path)
    (tmp_path / "games" / "part-00003.parquet").unlink()
    with pytest.raises(InputError, match=r"no part-00003.parquet"):
        simlib.open(tmp_path)


@pytest.mark.parametrize("damage", ["cut", "bit", "empty", "other"])
def test_a_damaged_part_is_not_read(tmp_path, damage):
    run = kept(tmp_path / "run")
    path = tmp_path / "run" / "players" / "part-00001.parquet"
    data = path.read_bytes()
    if damage == "other":
        kept(tmp_path / "other", seed=4)
        data = (tmp_path / "other" / "players" / "part-00001.parquet").read_bytes()
    elif damage == "bit":
        data = data[:4000] + bytes([data[4000] ^ 1]) + data[4001:]
    else:
        data = data[: len(data) // 2] if damage == "cut" else b""
    path.write_bytes(data)
    assert run.rows.read(7 + CHUNK, CHUNK) is None
    assert run.rows.read(7, CHUNK) is not None


# Inputs


def test_the_digest_of_inputs_sees_every_number():
    a, b = np.arange(6, dtype=np.int32), np.arange(3, dtype=np.int16)
    same = digest_of_inputs((a, b), b)
    assert same == digest_of_inputs((a.copy(), b.copy()), b)
    changed = a.copy()
    changed[5] += 1
    others = [
        ((changed, b), b),
        ((b, a), b),
        ((a.reshape(2, 3), b), b),
        ((a.astype(np.int64), b), b),
        ((a,), b),
    ]
    assert same not in {digest_of_inputs(*other) for other in others}
    with pytest.raises(TypeError, match="numbers only"):
        digest_of_inputs(np.array([object()]))


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    write_whole(tmp_path / "kept", b"first")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "kept", b"second")
    assert contents(tmp_path) == {"kept": b"first"}


# SQL


def test_sql_answers_as_the_frames_do(tmp_path, memory):
    run = kept(tmp_path / "it's a [run]*")
    means = run.sql("select team, player, avg(rush_yds) as mean from players group by all order by all")
    frame = memory.players().sort_values(["team", "player"])
    assert means["player"].tolist() == frame["player"].tolist()
    assert means["mean"].tolist() == pytest.approx(frame["rush_yds"].tolist())
    titles = run.sql("select team, avg(champion::int) as share from teams group by all order by all")
    shares = memory.standings().set_index("team")["titles"]
    assert dict(zip(titles["team"], titles["share"], strict=True)) == pytest.approx(shares.to_dict())
    assert run.sql("select count(*) from games").iloc[0, 0] == 90 * 12
    assert run.sql("select code from real_teams order by code")["code"].tolist() == list(CODES)


@pytest.mark.parametrize("query", ["selekt 1", "select * from nothing", "", "select error('a\nb')"])
def test_a_question_that_cannot_be_answered_is_one_line(tmp_path, query):
    run = kept(tmp_path, seasons=3)
    with pytest.raises(InputError, match="QUERY") as refused:
        run.sql(query)
    assert "\n" not in str(refused.value)


def test_other_runs_have_no_sql(memory):
    with pytest.raises(InputError, match="out=DIR"):
        memory.sql("select 1")


def test_parts_of_a_summary_hold_nothing(tmp_path, memory):
    nothing = Parts(tmp_path, replace(memory.meta, detail="summary"), SEASON, memory.men, CHUNK, "")
    assert list(nothing.files()) == []
    assert nothing.read(7, CHUNK) is None
