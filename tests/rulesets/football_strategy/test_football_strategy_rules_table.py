"""RULES.md names every paragraph of the rulebook; code, tests and readings that it names exist."""

import re
from pathlib import Path

from rules_table import code_exists, is_a_test, named, rows

from simlib.rulesets import football_strategy
from simlib.rulesets.football_strategy.rules import RULESET

PACKAGE = "simlib.rulesets.football_strategy"
RULES = (Path(football_strategy.__file__).parent / "RULES.md").read_text(encoding="utf-8")
PARAGRAPHS = {
    "Equipment": "1", "Prepare": "1234", "Routine": "12345678", "Plays": "ab12345678", "Time": "1234567",
    "Scoring": "1234", "Multi": "1", "Solitaire": "1",
}  # fmt: skip
NAMES = [f"{section} {number}" for section, numbers in PARAGRAPHS.items() for number in numbers]


def faults(text):
    """What is wrong with RULES.md."""
    table = rows(text)
    wrong = [] if [row[0] for row in table] == NAMES else ["rules: not each once, in order"]
    readings = set(re.findall(r"^- \*\*(R\d+)\*\*", text, re.M))
    if readings != {f"R{number}" for number in range(1, len(readings) + 1)}:
        wrong.append("readings: not numbered from 1 on")
    for rule, standing, code, tests, chosen in table:
        wrong += [f"{rule}: no code {name}" for name in named(code) if not code_exists(PACKAGE, name)]
        wrong += [f"{rule}: no test {name}" for name in named(tests) if not is_a_test(name)]
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
    assert faults(RULES.replace("book.long_gain", "book.longest_gain"))
    assert faults(RULES.replace("::test_the_toss", "::test_the_tosses"))
    assert faults(RULES.replace(f"Version {RULESET.version}", "Version 99"))
    assert faults(RULES.replace("- **R7**", "- **R70**"))
