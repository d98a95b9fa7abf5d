"""simlib/rulesets/README.md, how to add a game: every name, file, signature and command on it is true."""

import builtins
import importlib
import inspect
import os
import re
import shlex
import subprocess
import sys
from dataclasses import fields

import pytest
from places import ROOT, TESTS

import simlib
from simlib.kernels import season_loop
from simlib.rulesets.contract import Ruleset

PAGE = (ROOT / "simlib" / "rulesets" / "README.md").read_text(encoding="utf-8")
TEXT = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
SPANS = sorted(set(re.findall(r"`([^`]+)`", TEXT)))
LOOP = ("own_book", "kick_off", "begin_half", "play_on", "record_throws")
COMMANDS = re.search(r"```sh\n(.*?)```", PAGE, re.DOTALL)[1].splitlines()
# Where a name without a dot may be from.
HOMES = (
    "simlib", "simlib.files.charts", "simlib.kernels", "simlib.kernels.book", "simlib.kernels.field",
    "simlib.kernels.jit", "simlib.kernels.record", "simlib.kernels.season_loop", "simlib.kernels.state",
    "simlib.plays.rolled", "simlib.rulesets", "simlib.rulesets.answers", "simlib.rulesets.call",
    "simlib.rulesets.coach_files", "simlib.rulesets.contract", "simlib.rulesets.football_strategy",
    "simlib.rulesets.told", "typing",
)  # fmt: skip
FIELDS = {field.name for field in fields(Ruleset)}
WORDS = {"sixth", "assumed", "men", "turn", "number", "kicking"}  # an id, a cell's word, arguments


def has(home: str, name: str) -> bool:
    """Whether a module has a name, or a module of it."""
    module = importlib.import_module(home)
    if hasattr(module, name):
        return True
    try:
        return bool(importlib.util.find_spec(f"{home}.{name}"))
    except ModuleNotFoundError:
        return False


def is_true(span: str) -> bool:
    """Whether what stands between backticks is there."""
    name = span.lstrip("@").partition("(")[0]
    if "<" in name:  # stands for any
        return True
    if "/" in name or re.search(r"\.(py|md|csv)$", name):
        return any((folder / name).exists() for folder in (ROOT, TESTS / "sixth", TESTS / "sixth" / "charts",
                   ROOT / "simlib" / "rulesets" / "football_strategy" / "play"))  # fmt: skip
    if "." in name:
        return has(*name.rpartition(".")[::2])
    return name in FIELDS | WORDS or any(has(home, name) for home in HOMES) or hasattr(builtins, name)


@pytest.mark.parametrize("span", SPANS)
def test_every_name_on_the_page_is_there(span):
    assert is_true(span)


@pytest.mark.parametrize(
    "span", ["set_bal", "simlib.kernels.clok", "simlib.repaly", "tests/seventh/", "chart.py", "@kernal"]
)
def test_a_wrong_name_is_noticed(span):
    assert not is_true(span)


@pytest.mark.parametrize("name", LOOP)
def test_the_functions_of_the_loop_have_those_arguments(name):
    arguments = ", ".join(inspect.signature(getattr(season_loop, name)).parameters)
    assert f"| `{name}({arguments})` |" in PAGE


def test_the_page_names_every_function_that_a_game_writes():
    assert {name for name, thing in vars(season_loop).items() if hasattr(thing, "of")} == set(LOOP)


def test_the_page_names_every_field():
    table = PAGE.partition("**9. ")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\|[^|]+\|", table, re.MULTILINE)))) == FIELDS


@pytest.mark.parametrize("command", [line for line in COMMANDS if "simlib.cli" in line])
def test_every_command_runs(command):
    path, *words = shlex.split(command)
    assert path == "PYTHONPATH=tests"
    assert words[:2] == ["python", "-c"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), str(ROOT)])}
    run = subprocess.run(
        [sys.executable, *words[1:]], capture_output=True, text=True, env=environment, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "sixth" in run.stdout


def test_the_last_command_runs_conformance():
    assert COMMANDS[-1] == "python -m pytest tests/conformance -k sixth"
    assert "sixth" in simlib.ruleset_ids()
