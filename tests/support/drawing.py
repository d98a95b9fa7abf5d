"""Which slow tests, and which of many states, a run takes: drawn by the commit, the same in every process."""

import hashlib
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from places import ROOT

OF_SLOW = 6  # one slow test in so many
_T = TypeVar("_T")


def word_of_the_commit() -> str:
    """The commit's hash; a digest of what is tested where there is no git."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return digest_of(sorted((ROOT / "simlib").rglob("*.py")))[:12]


def digest_of(paths: Sequence[Path]) -> str:
    """One digest of the bytes of files."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()


def drawn(things: Sequence[_T], count: int, word: str) -> list[_T]:
    """`count` of the things, in their order: those whose number and word have the least hashes."""
    hashes = [hashlib.sha256(f"{word} {number}".encode()).digest() for number in range(len(things))]
    least = sorted(range(len(things)), key=hashes.__getitem__)[:count]
    return [things[number] for number in sorted(least)]


def without_most_slow(items: Sequence[Any], word: str) -> list[Any]:
    """Tests without the slow ones that aren't drawn."""
    slow = [item for item in items if item.get_closest_marker("slow")]
    few = drawn(slow, -(-len(slow) // OF_SLOW), word)
    return [item for item in items if item in few or not item.get_closest_marker("slow")]
