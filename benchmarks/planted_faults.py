"""Plant known faults, one at a time, and see which test finds each.

    python benchmarks/planted_faults.py [--only NAME] [--likely] [--tree DIR] [--paths JSON] [--work DIR]
    python benchmarks/planted_faults.py --list

planted_faults.toml lists the faults. The tree is copied; each fault is put into the copy, its likely tests
are run, then, unless --likely, all others, those that compare digests of everything last. The first test to
fail finds it; in the end all those tests must pass without a fault. Likely tests of a kernel run it
uncompiled. Exit code 1 if a fault was not found, 2 if one can't be tried. POSIX only.

--tree is the tree to test, by default this one; --paths a JSON object, a path of this tree -> its path there.
--work keeps the copy and the compiled kernels in a folder; another run with it is quicker.
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FAULTS = Path(__file__).with_suffix(".toml")
OWN_TEST = "test_planted_faults.py"  # it fails under any fault, so it isn't copied
DIGESTS = re.compile("identity")  # test files that compare digests of all figures
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.M)
LEFT_OUT = (".*", "__pycache__", "node_modules", "build", "dist", OWN_TEST)


class Fault(NamedTuple):
    """A fault to plant: `old` occurs once in `file`, `new` takes its place; `likely` tests go first."""

    name: str
    file: str
    old: str
    new: str
    likely: tuple[str, ...]


class Trial(NamedTuple):
    """What became of a fault: the test that found it, if one did, how it was run, seconds of CPU time."""

    fault: str
    found_by: str | None
    uncompiled: bool
    seconds: float


class WrongFaultError(Exception):
    """A fault that can't be planted, or a tree that fails without it."""


def read_faults(path: Path = FAULTS) -> list[Fault]:
    """Every fault, in the order of the file."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    return [Fault(**row | {"likely": tuple(row["likely"])}) for row in rows]


def moved(fault: Fault, paths: dict[str, str]) -> Fault:
    """The fault with the paths of another tree."""
    likely = tuple(paths.get(test, test) for test in fault.likely)
    return fault._replace(file=paths.get(fault.file, fault.file), likely=likely)


def with_fault(fault: Fault, text: str) -> str:
    """The file's text with the fault in it."""
    if (times := text.count(fault.old)) != 1 or fault.old == fault.new:
        raise WrongFaultError(f"{fault.name}: {fault.file} has {times} times {fault.old!r}, expected 1")
    return text.replace(fault.old, fault.new)


def first_failure(copy: Path, cache: Path, tests: list[str], uncompiled: bool) -> str | None:
    """The first test that fails in the copy, None if all pass."""
    told = {"PYTHONPATH": str(copy), "NUMBA_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "-p", "no:cacheprovider"]
    if uncompiled:  # hashes wrap around as numpy scalars
        told["NUMBA_DISABLE_JIT"] = "1"
        command += ["-W", "ignore:overflow encountered:RuntimeWarning"]
    done = subprocess.run(
        [*command, *tests], cwd=copy, env=os.environ | told, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return None
    if found := FAILED.search(done.stdout):
        return found[1]
    raise WrongFaultError(f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}")


def other_tests(copy: Path, likely: tuple[str, ...]) -> list[str]:
    """All other test files, those that compare digests last."""
    files = [path.relative_to(copy).as_posix() for path in sorted((copy / "tests").rglob("test_*.py"))]
    return sorted((name for name in files if name not in likely), key=lambda name: bool(DIGESTS.search(name)))


def try_fault(fault: Fault, tree: Path, work: Path, likely_only: bool) -> Trial:
    """Plant a fault in the copy, run tests until one fails, and take it out again."""
    copy, cache = work / "tree", work / "kernels"
    place, before = copy / fault.file, resource.getrusage(resource.RUSAGE_CHILDREN)
    text = place.read_text(encoding="utf-8")
    planted = with_fault(fault, text)
    stages = [(list(fault.likely), "@kernel" in text)]
    stages += [] if likely_only else [(other_tests(copy, fault.likely), False)]
    place.write_text(planted, encoding="utf-8")
    try:
        for tests, uncompiled in stages:
            if found := first_failure(copy, cache, tests, uncompiled):
                break
    finally:
        shutil.copy2(tree / fault.file, place)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Trial(fault.name, found, uncompiled, seconds)


def hunt(faults: list[Fault], tree: Path, work: Path, likely_only: bool = False) -> list[Trial]:
    """Try every fault on a copy of the tree in `work`; tell each as it is tried."""
    shutil.rmtree(work / "tree", ignore_errors=True)
    shutil.copytree(tree, work / "tree", ignore=shutil.ignore_patterns(*LEFT_OUT))
    trials = []
    for fault in faults:
        trial = try_fault(fault, tree, work, likely_only)
        trials.append(trial)
        sys.stdout.write(f"{trial.fault}: {trial.found_by or 'NOT FOUND'} ({trial.seconds:.0f} s)\n")
        sys.stdout.flush()
    for uncompiled in (False, True):
        found = {trial.found_by for trial in trials if trial.found_by and trial.uncompiled == uncompiled}
        if found and (wrong := first_failure(work / "tree", work / "kernels", sorted(found), uncompiled)):
            raise WrongFaultError(f"{wrong} fails without a fault")
    return trials


def main(arguments: list[str] | None = None) -> int:
    """Try the faults asked for; 1 if one was not found, 2 if one can't be tried."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", metavar="NAME")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--likely", action="store_true")
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--paths", type=Path)
    parser.add_argument("--work", type=Path)
    asked = parser.parse_args(arguments)
    faults = read_faults()
    if unknown := set(asked.only or ()) - {fault.name for fault in faults}:
        parser.error(f"no fault of the name {', '.join(sorted(unknown))}")
    faults = [fault for fault in faults if not asked.only or fault.name in asked.only]
    if asked.list:
        sys.stdout.write("".join(f"{fault.name}: {fault.file}\n" for fault in faults))
        return 0
    paths = json.loads(asked.paths.read_text(encoding="utf-8")) if asked.paths else {}
    work = asked.work or Path(tempfile.mkdtemp(prefix="simlib-faults-"))
    try:
        trials = hunt([moved(fault, paths) for fault in faults], asked.tree, work, asked.likely)
    except WrongFaultError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    finally:
        if not asked.work:
            shutil.rmtree(work, ignore_errors=True)
    found = sum(trial.found_by is not None for trial in trials)
    seconds = sum(trial.seconds for trial in trials)
    sys.stdout.write(f"{found} of {len(trials)} faults found, {seconds:.0f} s of CPU time\n")
    return 0 if found == len(trials) else 1


if __name__ == "__main__":
    sys.exit(main())
