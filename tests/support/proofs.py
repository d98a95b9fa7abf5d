"""What was proved with these very sources and inputs is not proved again.

tests/golden/solved.json has a row a proof: a digest of all it rests on (the files of simlib that its module
imports, its inputs, its own text) and what it found. A proof is run where that digest is new, with `--whole`,
and with `--solve`, which alone writes the file, after running it.
"""

import inspect
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from filelock import FileLock
from places import GOLDEN, ROOT
from rests_on import digest, sources

RECORD = GOLDEN / "solved.json"
DATA = (ROOT / "charts", ROOT / "teams")
_opened: set[Path] | None = None


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is not None and event == "open" and isinstance(arguments[0], str | Path):
        _opened.add(Path(arguments[0]).resolve())


def _run(prove: Callable[[], Any], inputs: set[Path]) -> Any:
    """What a proof finds; it may read no data that it doesn't say it rests on."""
    global _opened
    if not hasattr(_run, "heard"):
        sys.addaudithook(_hear)
        _run.heard = True
    _opened = set()
    try:
        found = prove()
        data = {path for path in _opened if any(folder in path.parents for folder in DATA)}
    finally:
        _opened = None
    assert {path for path in data if path.is_file()} <= inputs
    return json.loads(json.dumps(found))


class Proofs:
    """The proofs of one run of the tests."""

    def __init__(self, again: bool, write: bool, record: Path = RECORD) -> None:
        self.again, self.write, self.record = again or write, write, record

    def found(self, name: str, prove: Callable[[], Any], module: str, inputs: Iterable[Path]) -> Any:
        """What `prove` finds, or found when last it was run on the same.

        Parameters
        ----------
        name : str
        prove : callable
            Returns what JSON can hold.
        module : str
            The solver's; all it imports is part of what the proof rests on.
        inputs : iterable of Path
            Files it reads.
        """
        inputs = {path.resolve() for path in inputs}
        rests_on = digest({*sources(module), *inputs}, inspect.getsource(prove))
        known = self._read().get(name, {})
        if known.get("rests_on") == rests_on and not self.again:
            return known["found"]
        found = _run(prove, inputs)
        if known.get("rests_on") == rests_on:
            assert found == known["found"], f"{name}: solved otherwise from the same sources and inputs"
        if self.write:
            with FileLock(self.record.with_suffix(".lock")):
                rows = self._read() | {name: {"rests_on": rests_on, "found": found}}
                text = json.dumps(dict(sorted(rows.items())), indent=1)
                self.record.write_text(f"{text}\n", encoding="utf-8", newline="")
        return found

    def _read(self) -> dict[str, Any]:
        return json.loads(self.record.read_text(encoding="utf-8")) if self.record.exists() else {}
