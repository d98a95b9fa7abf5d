"""README's commands, options, links and names are true, and the paths of CONTRIBUTING."""

import re
import shlex

import pytest
import typer
from places import ROOT

import simlib
from simlib.cli import app

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COMMANDS = sorted(set(re.findall(r"`(simlib [^`]+)`", README)) - {"simlib accuracy", "simlib replay"})


def block(marker: str) -> str:
    return re.search(rf"^<!-- {marker} -->\n```sh\n(.*?)```$", README, re.DOTALL | re.MULTILINE)[1].strip()


def parse(command: str) -> None:
    """Parse a command line to its last option without running it."""
    words = shlex.split(command)
    assert words[0] == "simlib"
    parent, words = typer.main.get_command(app), words[1:]
    context = parent.make_context("simlib", list(words))
    while getattr(parent, "commands", None):
        name, parent, words = parent.resolve_command(context, words)
        context = parent.make_context(name, list(words), parent=context)


@pytest.mark.parametrize("marker", ["main", "tests"])
def test_the_two_commands_are_one_line_each_from_nothing(marker):
    command = block(marker)
    environment = {"main": ".venv", "tests": ".venv-test"}[marker]
    assert "\n" not in command
    steps = command.split(" && ")
    assert steps[0] == f"python3 -m venv {environment}"
    assert steps[1].startswith(f"{environment}/bin/pip install ")
    assert steps[2].startswith(f"{environment}/bin/")
    assert len(steps) == 3


def test_powershell_has_the_same_two():
    powershell = re.search(r"```powershell\n(.*?)```", README, re.DOTALL)[1].splitlines()
    same = [
        line.replace("; ", " && ").replace("py -m", "python3 -m").replace("\\Scripts\\", "/bin/")
        for line in powershell
    ]
    assert same == [block("main"), block("tests")]


def test_the_main_command_runs_the_main_job():
    command = block("main").split(" && ")[2]
    assert command.startswith(".venv/bin/simlib accuracy 1958 ")
    parse(command.removeprefix(".venv/bin/"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_on_the_page_can_be_parsed(command):
    parse(command)


@pytest.mark.parametrize(
    "command", ["simlib replya 1958", "simlib replay 1958 --sesons 3", "simlib charts show"]
)
def test_a_wrong_command_is_noticed(command):
    with pytest.raises(Exception, match=r"[Nn]o such|[Mm]issing"):
        parse(command)


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`([\w./-]+(?:/|\.py|\.md|/run))`", README)) - {"README.md"})
)
def test_every_path_on_the_page_exists(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:simlib|tests|benchmarks|teams|\.ci)/[\w./-]*)`", CONTRIBUTING)))
)
def test_every_path_of_contributing_exists(path):
    assert (ROOT / path).exists()


def test_the_python_example_uses_what_there_is():
    example = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]
    for name in re.findall(r"simlib\.(\w+)", example):
        assert callable(getattr(simlib, name)), name


def test_provenance_words_are_those_of_the_charts():
    from simlib.files.charts import WORDS

    table = README[README.index("## Where the figures come from") :]
    assert tuple(re.findall(r"^\| (\w+) \| (?!meaning)", table, re.MULTILINE))[: len(WORDS)] == WORDS
