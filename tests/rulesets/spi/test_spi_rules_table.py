"""RULES.md names every case of the rulebook, code and tests that exist, and readings that are written."""

import re
from pathlib import Path

import numpy as np
import pytest
from rules_table import code_exists, is_a_test, named, rows

from simlib.kernels import rng
from simlib.rulesets import spi
from simlib.rulesets.spi.charts.read import load_chart_files
from simlib.rulesets.spi.rules import RULESET

PACKAGE = "simlib.rulesets.spi"
RULES = (Path(spi.__file__).parent / "RULES.md").read_text(encoding="utf-8")
LAST_CASE = {2: 6, 3: 5, 4: 7, 5: 6, 6: 6, 7: 6, 9: 4, 10: 7, 11: 3, 13: 3, 14: 3, 16: 2}
CASES = [f"{section}.{case}" for section in range(1, 18) for case in range(LAST_CASE.get(section, 0) + 1)]
OPTIONAL = {"7.5", "7.6", "10.3"} | {case for case in CASES if case.split(".")[0] in ("13", "14", "15", "16")}


def faults(text):
    """What is wrong with RULES.md."""
    table = rows(text)
    found = [row[0] for row in table]
    wrong = [f"case {case}: no row" for case in CASES if case not in found]
    if found != sorted(set(found) & set(CASES), key=CASES.index):
        wrong.append("cases: not each once, in order")
    readings = set(re.findall(r"\*\*(R\d+)\*\*", text))
    if readings != {f"R{number}" for number in range(1, len(readings) + 1)}:
        wrong.append("readings: not numbered from 1 on")
    for case, standing, code, tests, chosen in table:
        wrong += [f"case {case}: no code {name}" for name in named(code) if not code_exists(PACKAGE, name)]
        wrong += [f"case {case}: no test {name}" for name in named(tests) if not is_a_test(name)]
        wrong += [f"case {case}: no reading {name}" for name in named(chosen) if name not in readings]
        if not standing.startswith("prose") and not (code and tests):
            wrong.append(f"case {case}: played without code or test")
        option = re.match(r"optional, played with `([\w-]+)`", standing)
        if (case in OPTIONAL) != (option is not None) or (option and option[1] not in RULESET.options):
            wrong.append(f"case {case}: optional or not")
    if f"Version {RULESET.version} of the ruleset `{RULESET.id}`" not in text:
        wrong.append("version")
    return wrong


def test_rules_are_whole():
    assert faults(RULES) == []


def test_every_reading_is_said_once():
    said = re.findall(r"^- \*\*(R\d+)\*\* (.*)", RULES, re.M)
    assert len({number for number, _ in said}) == len(said) == len(set(re.findall(r"\bR\d+\b", RULES)))
    assert all(len(text) > 40 and text.endswith((".", ")")) for _, text in said)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("| 9.4 |", "| 9.5 |", "case 9.4: no row"),
        ("resolvers.sack_loss", "resolvers.sack_gain", "case 8.0: no code play.resolvers.sack_gain"),
        (
            "test_a_fumble_kept",
            "test_a_fumble_keeps",
            "case 9.4: no test test_spi_plays.py::test_a_fumble_keeps",
        ),
        ("**R21**", "**R99**", "readings: not numbered from 1 on"),
        ("Version 2", "Version 0", "version"),
        ("| 7.5 | optional, played with", "| 7.5 | played with", "case 7.5: optional or not"),
        ("played with `dump`", "played with `dumps`", "case 16.0: optional or not"),
        (
            "| play.kicks.punt_play | test_spi_options",
            "| | test_spi_options",
            "case 10.3: played without code or test",
        ),
    ],
)
def test_a_fault_of_the_rules_is_seen(old, new, fault):
    assert old in RULES
    assert fault in faults(RULES.replace(old, new))


# Throws as RULES.md writes them, in plain integers

WORD, HALF = 2**64 - 1, 2**32 - 1
G, M1, M2 = (int(number, 16) for number in re.findall(r"= (0x[0-9A-F]{16})", RULES))


def mix(word):
    word = (word ^ word >> 30) * M1 & WORD
    word = (word ^ word >> 27) * M2 & WORD
    return word ^ word >> 31


def key_of(seed, season, game):
    key = mix(seed + G & WORD)
    key = mix((key ^ season) + G & WORD)
    return mix((key ^ game) + G & WORD)


def raw_of(key, play, number):
    return mix((mix(key + play * G & WORD) ^ key) + (number + 1) * M1 & WORD)


def exact(word):
    return all(half * 46656 % 2**32 >= 2560 for half in (word & HALF, word >> 32))


def dice_of(key, play, number):
    word = raw_of(key, play, number)
    while not exact(word):
        word = mix(word + G & WORD)
    return word


def throws_of(word):
    digits = [half * 46656 >> 32 for half in (word & HALF, word >> 32)]
    return [digit for number in digits for digit in (number // 1296, number // 36 % 36, number % 36)]


@pytest.mark.parametrize("seed", [0, 1, 1958, 2**64 - 1])
def test_words_are_as_written(seed):
    for season, game in ((0, 0), (7, 71), (10**9, 1000), (3, 999)):
        key = key_of(seed, season, game)
        assert key == rng.game_key(np.uint64(seed), season, game)
        for play in range(200):
            for number in range(4):
                word = dice_of(key, play, number)
                assert word == rng.dice_word(np.uint64(key), play, number)
                compiled = [rng.throw(np.uint64(word), role) for role in range(6)]
                assert compiled == throws_of(word)
            raw = raw_of(key, play, 1)
            assert raw == rng.raw_word(np.uint64(key), play, 1)
            choices = [rng.choice(np.uint64(raw), role) for role in range(4)]
            assert choices == [raw >> 16 * role & 0xFFFF for role in range(4)]


def test_a_word_that_is_not_exact_is_mixed_again():
    key = key_of(1, 0, 0)
    first, second, third = (np.uint64(number) for number in (G, M1, M2))

    def mixed(words):
        words = (words ^ words >> np.uint64(30)) * second
        words = (words ^ words >> np.uint64(27)) * third
        return words ^ words >> np.uint64(31)

    plays = np.arange(4_000_000, dtype=np.uint64)
    words = mixed((mixed(np.uint64(key) + plays * first) ^ np.uint64(key)) + second)
    halves = np.stack([words & np.uint64(HALF), words >> np.uint64(32)])
    refused = np.flatnonzero(((halves * np.uint64(46656)) & np.uint64(HALF) < 2560).any(axis=0))
    assert len(refused) > 0
    for play in refused.tolist():
        assert not exact(raw_of(key, play, 0))
        assert dice_of(key, play, 0) == rng.dice_word(np.uint64(key), play, 0) != raw_of(key, play, 0)


def test_the_claim_is_the_rulebooks():
    assert RULESET.claim == '"recreate the statistical aspects of the sport within a 3-5% deviation" (1.0)'


def test_the_tables_of_optional_cases_are_carried():
    charts = load_chart_files().charts
    assert [row[0] for row in charts["punt_out_of_bounds"].texts] == [
        "blocked",
        "-20",
        "-15",
        "-10",
        "-5",
        "-5",
    ]
    assert {"punt_out_of_bounds", "penalty"} <= set(RULESET.charts)
