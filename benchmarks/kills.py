"""Kill -9 a run at random moments, resume it, and compare every byte with a run never stopped.

    python benchmarks/kills.py [KILLS]

Each time a run of 1958 into a new folder is killed once or more, at moments spread evenly over the time
it takes, then resumed to its end. Prints what was found; exit code 1 if a byte differs. POSIX only.
"""

import hashlib
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import simlib
from simlib.runs import engine

SEASONS = 1500
engine.CHUNK = 50  # 30 parts


def play(folder: Path) -> None:
    simlib.replay(1958, seasons=SEASONS, jobs=2, out=folder, resume=True)


def start(folder: Path) -> int:
    """Play in another process; compiled kernels are inherited."""
    process = os.fork()
    if process == 0:
        try:
            play(folder)
        except BaseException as error:
            os.write(2, f"{error}\n".encode())
            os._exit(1)
        os._exit(0)
    return process


def finish(process: int) -> None:
    if os.waitpid(process, 0)[1]:
        sys.exit("a run that was resumed did not end")


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def drawn(what: str, below: int) -> int:
    """A number from 0, the same every time."""
    return int.from_bytes(hashlib.sha256(what.encode()).digest()[:8], "big") % below


def phase(folder: Path) -> str:
    """Where a killed run stood."""
    if (folder / "manifest.json").exists():
        return "whole"
    parts = len(list(folder.glob("*/part-*.parquet")))
    if not parts:
        return "begun" if (folder / "run.json").exists() else "not begun"
    return "every part done" if parts == 3 * SEASONS // engine.CHUNK else "part way"


def kill_once(folder: Path, took: float, trial: int) -> str:
    left = 1 - len(list(folder.glob("*/part-*.parquet"))) * engine.CHUNK / SEASONS / 3
    process = start(folder)
    time.sleep(took * max(left, 0.1) * drawn(f"moment {trial}", 1000) / 1000)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return phase(folder)


def main(kills: int) -> int:
    engine.replay(1958, seasons=100)  # compiles
    work = Path(tempfile.mkdtemp(prefix="simlib-kills-"))
    try:
        took = []
        for name in ("first", "whole"):
            began = time.monotonic()
            finish(start(work / name))
            took.append(time.monotonic() - began)
        expected = contents(work / "whole")
        phases: Counter[str] = Counter()
        done = runs = differ = 0
        while done < kills:
            folder = work / "run"
            for _ in range(min(1 + drawn(f"kills {runs}", 3), kills - done)):
                phases[kill_once(folder, took[1], done)] += 1
                done += 1
            finish(start(folder))
            differ += contents(folder) != expected
            runs += 1
            shutil.rmtree(folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    stood = ", ".join(f"{count} {name}" for name, count in sorted(phases.items()))
    sys.stdout.write(f"{done} kills ({stood}) of {runs} runs, all resumed: {differ} differ\n")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
