"""What a game's RULES.md names: code as `room.module.function`, tests as `file::test`."""

import importlib
import re

from places import TESTS


def rows(text):
    """Cells of the table of cases: case, standing, code, tests, readings."""
    section = re.split(r"\n## (?:Cases|Rules)\n", text)[1].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def named(cell):
    return [name.strip() for name in cell.split(",") if name.strip()]


def code_exists(package, name):
    """Whether `room.module.function` is in a game's package, else in simlib."""
    module, _, function = name.rpartition(".")
    for place in (package, "simlib"):
        try:
            found = importlib.import_module(f"{place}.{module}")
        except ModuleNotFoundError:
            continue
        return hasattr(found, function)
    return False


def is_a_test(name):
    file, _, function = name.partition("::")
    return any(f"\ndef {function}(" in path.read_text(encoding="utf-8") for path in TESTS.rglob(file))
