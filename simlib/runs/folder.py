"""A run being written to its folder: one process at a time, stopped at any moment, resumed.

run.json is written first and says what is being run; parts follow (`simlib.runs.parts`); the sums and
the manifest come last, and run.json goes. A folder with run.json and no manifest is an unfinished run.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from simlib.errors import Fault, InputError
from simlib.runs.manifest import MANIFEST, STARTED, SUMMARY, check_new_folder, is_run, write_summary
from simlib.runs.parts import PART_FORMAT, Parts, write_whole
from simlib.runs.run import Run

LOCK = ".lock"


@contextmanager
def held_folder(parts: Parts, resume: bool) -> Iterator[bool]:
    """Hold the folder of a run while it is written; yields whether it is there already, whole.

    Parameters
    ----------
    parts : Parts
        The run and its folder.
    resume : bool
        Go on with an unfinished run of the same kind; a finished one is left as it is.

    Raises
    ------
    InputError
        The folder is in use, holds something else or another run, or can't be written; while inside,
        the disk is full. What is done then stays, to be resumed.
    """
    folder = parts.folder
    if not is_run(folder):
        check_new_folder(folder)
    elif not resume:
        found = "a run" if (folder / MANIFEST).exists() else "an unfinished run"
        expected = "a folder that is new or empty; --resume goes on with a run"
        raise InputError(Fault("--out", "", f"{folder}: {found}", expected))
    try:
        folder.mkdir(exist_ok=True)
        with _lock(folder):
            yield _begin(parts)
    except OSError as error:
        expected = f"room to write ({error.strerror}); what is done is kept, --resume goes on with it"
        raise InputError(Fault("--out", "", str(folder), expected)) from error


def finish(run: Run, folder: Path) -> None:
    """Write the sums and the manifest of a run whose parts are done.

    Raises
    ------
    OSError
        They can't be written.
    """
    write_summary(run, folder)
    _tidy(folder)


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        expected = "a folder that no other simlib is writing"
        raise InputError(Fault("--out", "", str(folder), expected)) from None
    try:
        yield
    finally:
        lock.release()
        with suppress(OSError):
            (folder / LOCK).unlink(missing_ok=True)


def _begin(parts: Parts) -> bool:
    """Compare with what is there; make folders and run.json for a run that begins."""
    run = {"format": PART_FORMAT, **parts.identity(), "chunk": parts.chunk}
    for name in (MANIFEST, STARTED):
        path = parts.folder / name
        if path.exists():
            _compare(_read(path), run, path)
            if name == MANIFEST:
                _tidy(parts.folder)
                return True
    parts.make_folders()
    _tidy(parts.folder, started=False)
    write_whole(parts.folder / STARTED, (json.dumps(run, indent=1, ensure_ascii=False) + "\n").encode())
    return False


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return {key: content[key] for key in ("format", "chunk", "inputs", "meta")}
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(Fault(str(path), "", str(error), "a run of this version of simlib")) from error


def _compare(found: dict[str, Any], run: dict[str, Any], path: Path) -> None:
    run = json.loads(json.dumps(run))
    names = [f"meta.{name}" for name in run["meta"]]
    for name in ("format", *names, "inputs", "chunk"):
        key, _, field = name.partition(".")
        was, now = (x[key].get(field) if field else x[key] for x in (found, run))
        if was != now:
            told = f"{was}, as the run in this folder was begun with"
            raise InputError(Fault(str(path), field or key, str(now), told))


def _tidy(folder: Path, started: bool = True) -> None:
    """Take away what a killed process left half-written, and run.json once it has served."""
    for place in (folder, *(path for path in folder.iterdir() if path.is_dir())):
        for partial in place.glob(".*.partial"):
            partial.unlink(missing_ok=True)
    if started:
        (folder / STARTED).unlink(missing_ok=True)
    elif (folder / SUMMARY).is_dir():
        for path in (folder / SUMMARY).iterdir():
            path.unlink()
