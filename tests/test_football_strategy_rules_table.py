"""RULES.md names every paragraph of the rulebook; code, tests and readings that it names exist."""

import importlib
import importlib.util
import re
from pathlib import Path

from simlib.rulesets import football_strategy
from simlib.rulesets.football_strategy.rules import RULESET

RULES = (Path(football_strategy.__file__).parent / "RULES.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parent
PARAGRAPHS = {
    "Equipment": "1", "Prepare": "1234", "Routine": "12345678", "Plays": "ab12345678", "Time": "1234567",
    "Scoring": "1234", "Multi": "1", "Solitaire": "1",
}  # fmt: skip
NAMES = [f"{section} {number}" for section, numbers in PARAGRAPHS.items() for number in numbers]


def rows(text):
    section = text.partition("\n## Rules\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def named(cell):
    return [name.strip() for name in cell.split(",") if name.strip()]


def code_exists(name):
    module, _, function = name.partition(".")
    for package in ("simlib.rulesets.football_strategy", "simlib"):
        if importlib.util.find_spec(f"{package}.{module}"):
            return hasattr(importlib.import_module(f"{package}.{module}"), function)
    return False


def exists(name):
    file, _, function = name.partition("::")
    paths = [path for path in (TESTS / file, TESTS / "conformance" / file) if path.exists()]
    return any(f"\ndef {function}(" in path.read_text(encoding="utf-8") for path in paths)


def faults(text):
    """What is wrong with RULES.md."""
    table = rows(text)
    wrong = [] if [row[0] for row in table] == NAMES else ["rules: not each once, in order"]
    readings = set(re.findall(r"^- \*\*(R\d+)\*\*", text, re.M))
    if readings != {f"R{number}" for number in range(1, len(readings) + 1)}:
        wrong.append("readings: not numbered from 1 on")
    for rule, standing, code, tests, chosen in table:
        wrong += [f"{rule}: no code {name}" for name in named(code) if not code_exists(name)]
        wrong += [f"{rule}: no test {name}" for name in named(tests) if not exists(name)]
        wrong += [f"{rule}: no reading {name}" for name in named(chosen) if name not in readings]
        if standing.startswith("played") and not (code and tests):
            wrong.append(f"{rule}: played without code or test")
    wrong += [f"reading {name}: no rule" for name in readings if not any(name in named(r[4]) for r in table)]
    if f"Version {RULESET.version} of the ruleset `{RULESET.id}`" not in text:
        wrong.append("version")
    return wrong


def test_rules_are_whole():
    assert faults(RULES) == []


def test_a_hole_is_noticed():
    assert faults(RULES.replace("| Time 4 |", "| Time 9 |"))
    assert faults(RULES.replace("state.long_gain", "state.longest_gain"))
    assert faults(RULES.replace("::test_the_toss", "::test_the_tosses"))
    assert faults(RULES.replace(f"Version {RULESET.version}", "Version 99"))
    assert faults(RULES.replace("- **R7**", "- **R70**"))
