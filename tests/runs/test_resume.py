"""A run stopped at any moment, by a kill, Ctrl-C or a full disk, goes on and ends in the same bytes.

SIMLIB_KILLS sets how often the kill test kills: 2 when not given; 100 is the long check.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from places import ROOT, SUPPORT
from synthetic import synthetic_ruleset, synthetic_season

import simlib
from simlib.errors import InputError
from simlib.runs import engine, parts

SEASON = synthetic_season()
GAME = synthetic_ruleset()
CHUNK = 20
KILLS = os.environ.get("SIMLIB_KILLS", "2")
PLAYER = """
import sys
sys.path[:0] = {paths!r}
import simlib
from synthetic import synthetic_ruleset, synthetic_season
from simlib.runs import engine
engine.CHUNK = {chunk}
told = lambda done, total: print(done, flush=True)
try:
    simlib.replay(synthetic_season(), synthetic_ruleset(), seasons={seasons}, seed=3, jobs=2,
                  out={out!r}, resume={resume}, progress=told)
except simlib.InputError as error:
    sys.exit(str(error))
"""


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch):
    monkeypatch.setattr(engine, "CHUNK", CHUNK)


def kept(folder, **changes):
    asked = {"season": SEASON, "ruleset": GAME, "seasons": 100, "seed": 3, "out": folder, "jobs": 2}
    return simlib.replay(**asked | changes)


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def parts_of(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/part-*.parquet"))


@contextmanager
def playing(out: Path, resume: bool, seasons: int) -> Iterator[subprocess.Popen]:
    """Another process that plays into `out` and prints the seasons done."""
    paths = [str(SUPPORT), str(Path(simlib.__file__).parents[1])]
    code = PLAYER.format(paths=paths, chunk=50, seasons=seasons, out=str(out), resume=resume)
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


# Killed


@pytest.mark.skipif(os.name == "nt", reason="the script forks")
def test_a_run_killed_at_any_moment_ends_in_the_same_bytes():
    """The script kills, resumes and compares; moments are spread by a fixed rule."""
    script = ROOT / "benchmarks" / "kills.py"
    environment = {**os.environ, "PYTHONPATH": str(Path(simlib.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, str(script), KILLS], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{KILLS} kills (")
    assert done.stdout.endswith(" 0 differ\n")


def test_a_kill_loses_no_part_that_was_done(tmp_path):
    """What is there is read and not played again."""
    with pytest.raises(KeyboardInterrupt):
        kept(tmp_path, progress=stop_after(40))
    settled(tmp_path)
    done = {path: path.stat().st_mtime_ns for path in parts_of(tmp_path)}
    assert len(done) >= 6
    kept(tmp_path, resume=True)
    assert {path: path.stat().st_mtime_ns for path in done} == done


def settled(folder: Path) -> None:
    """Wait for threads that were playing when the run was left."""
    for thread in threading.enumerate():
        if thread.name.startswith("simlib"):
            thread.join()
    assert list(folder.glob("*/.*")) == []


def stop_after(seasons):
    def progress(done, total):
        if done >= seasons:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("damage", ["cut", "gone", "half-written", "sums"])
def test_what_was_left_behind_is_mended(tmp_path, damage):
    kept(tmp_path / "whole")
    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        kept(folder, progress=stop_after(60))
    settled(folder)
    path = parts_of(folder)[1]
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:1000])
    elif damage == "gone":
        path.unlink()
    elif damage == "half-written":
        (path.parent / ".part-00004.parquet.1-2.partial").write_bytes(b"PAR1")
    else:
        (folder / "summary").mkdir()
        (folder / "summary" / "old.parquet").write_bytes(b"PAR1")
    kept(folder, resume=True)
    assert contents(folder) == contents(tmp_path / "whole")


# Interrupted


@pytest.mark.skipif(os.name == "nt", reason="Windows sends Ctrl-C to consoles, not to processes")
def test_ctrl_c_stops_and_says_how_to_go_on(tmp_path):
    """Wherever the tests were started: in the background a shell has its children ignore Ctrl-C."""
    root = str(Path(simlib.__file__).parents[1])
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"sys.path.insert(0, {root!r}); from simlib.cli import main; main(sys.argv[1:])"
    )
    command = [
        sys.executable,
        "-c",
        code,
        "replay",
        "1958",
        "--seasons",
        "100000",
        "--out",
        str(tmp_path / "run"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        while len(parts_of(tmp_path / "run")) < 4 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate()
    finally:
        process.kill()
    assert process.returncode == 130
    assert out == ""
    assert errors == (
        f"simlib: interrupted; what is done is kept in {tmp_path / 'run'}: "
        "the same command with --resume goes on\n"
    )
    assert 4 <= len(parts_of(tmp_path / "run")) < 100  # of 1,500


def test_an_interrupted_run_can_be_resumed_and_not_opened(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        kept(tmp_path / "run", progress=stop_after(40))
    with pytest.raises(InputError, match="--resume, goes on") as refused:
        simlib.open(tmp_path / "run")
    assert "unfinished" in str(refused.value)
    with pytest.raises(InputError, match="--resume goes on"):
        kept(tmp_path / "run")
    settled(tmp_path / "run")
    run = kept(tmp_path / "run", resume=True)
    assert run.digest() == kept(tmp_path / "whole").digest()
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


# What may be resumed


def test_resuming_a_whole_run_gives_it_as_it_is(tmp_path):
    kept(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert kept(tmp_path, resume=True).digest() == simlib.open(tmp_path).digest()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == before


def test_resuming_what_was_never_begun_begins_it(tmp_path):
    kept(tmp_path / "run", resume=True)
    kept(tmp_path / "whole")
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(
    ("changes", "column"),
    [
        ({"seasons": 101}, "seasons"), ({"seed": 4}, "seed"), ({"first": 1}, "first"),
        ({"coach": "sly"}, "coach"), ({"options": "rain"}, "options"), ({"detail": "seasons"}, "detail"),
        ({"ruleset": synthetic_ruleset(extra=(0, 0, 1, 0))}, "inputs"),
        ({"ruleset": synthetic_ruleset(version=2)}, "ruleset_version"),
    ],
)  # fmt: skip
def test_another_run_is_not_gone_on_with(tmp_path, whole, changes, column):
    if whole:
        kept(tmp_path)
    else:
        with pytest.raises(KeyboardInterrupt):
            kept(tmp_path, progress=stop_after(20))
        settled(tmp_path)
    before = contents(tmp_path)
    with pytest.raises(InputError) as refused:
        kept(tmp_path, **{"resume": True} | changes)
    assert refused.value.faults[0].column == column
    assert contents(tmp_path) == before


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("kept", encoding="utf-8")
    for resume in (False, True):
        with pytest.raises(InputError, match="--out"):
            kept(tmp_path, resume=resume)
    assert contents(tmp_path) == {"mine.txt": b"kept"}


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"format": 1}'])
def test_a_damaged_beginning_is_one_line(tmp_path, content):
    (tmp_path / "run.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"run\.json") as refused:
        kept(tmp_path, resume=True)
    assert "\n" not in str(refused.value)


# Two processes


def test_a_second_process_is_refused(tmp_path):
    with playing(tmp_path / "run", resume=False, seasons=1_000_000) as first:
        assert first.stdout.readline()
        for resume in (False, True):
            with playing(tmp_path / "run", resume, seasons=1_000_000) as second:
                _, errors = second.communicate()
                assert second.returncode == 1
                assert errors.count("\n") == 1
                assert "--out" in errors
        assert "no other simlib" in errors
        assert first.poll() is None


# A full disk


def assert_full_disk_is_one_line_and_resumable(folder, make_room, tmp_path):
    with pytest.raises(InputError) as refused:
        kept(folder, seasons=400)
    text = str(refused.value)
    assert "\n" not in text
    assert "No space left" in text
    assert "--resume" in text
    assert list(folder.glob("*/.*")) == []
    assert 0 < len(parts_of(folder)) < 60
    make_room()
    kept(folder, seasons=400, resume=True)
    kept(tmp_path / "whole", seasons=400)
    assert contents(folder) == contents(tmp_path / "whole")


def test_a_full_disk_leaves_a_resumable_run(tmp_path, monkeypatch):
    room = 20
    write_whole = parts.write_whole

    def filling(path, content):
        nonlocal room
        room -= 1
        if room < 0:
            raise OSError(28, "No space left on device", str(path))
        write_whole(path, content)

    def make_room():
        nonlocal room
        room = 10_000

    monkeypatch.setattr(parts, "write_whole", filling)
    assert_full_disk_is_one_line_and_resumable(tmp_path / "run", make_room, tmp_path)


def test_a_small_real_disk_that_fills(tmp_path):
    """On a tmpfs of 700 kB, where this user may mount one; else the test above stands for it."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", str(disk)]
    try:
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            return
    except FileNotFoundError:
        return
    try:
        more = ["mount", "-o", "remount,size=64m", str(disk)]
        assert_full_disk_is_one_line_and_resumable(
            disk / "run", lambda: subprocess.run(more, check=True), tmp_path
        )
    finally:
        subprocess.run(["umount", str(disk)], check=True)
