"""What is packed and what it says of itself; .ci/run builds and tries the wheels."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from places import ROOT

import simlib
from simlib.rulesets import registered
from simlib.rulesets.football_strategy.coach.solve.at_hand import names_of
from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import read_digests, tables_folder

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
WHEEL = BUILD["targets"]["wheel"]
PAGES = [
    path
    for path in sorted(ROOT.rglob("*"))
    if path.suffix in {".py", ".md", ".toml", ".ipynb"} or path.name == "NOTICE"
    if not any(part.startswith(".venv") for part in path.parts)
]
SOMEBODY_ELSES = re.compile(r"pip3? install (-\S+ )*['\"]?simlib(?!-football)\b")


def test_one_version():
    assert simlib.__version__ == PROJECT["version"] == version("simlib-football")
    assert PROJECT["version"] in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_changelog_names_each_ruleset_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for name in set(simlib.ruleset_ids()) - registered.keys():
        assert re.search(rf"\b{name} {simlib.get_ruleset(name).version}\b", changelog), name


@pytest.mark.parametrize("kind", ["charts", "teams"])
def test_data_go_into_the_package_never_beside_it(kind):
    assert WHEEL["sources"] == {kind: f"simlib/_data/{kind}" for kind in ("charts", "teams")}
    assert sorted(WHEEL["only-include"]) == ["charts", "simlib", "teams"]
    assert kind in BUILD["targets"]["sdist"]["include"]


def test_the_wheel_leaves_out_the_tables_that_are_solved_on_first_use_and_no_other_file():
    files = [path for part in WHEEL["only-include"] for path in (ROOT / part).rglob("*") if path.is_file()]
    left = {path.name for path in files if any(path.match(pattern) for pattern in WHEEL["exclude"])}
    assert left == set(read_digests(tables_folder())) - set(names_of(0, 0))


@pytest.mark.parametrize("name", PROJECT["license-files"])
def test_licence_files_exist(name):
    assert "simlib contributors" in (ROOT / name).read_text(encoding="utf-8")


def test_no_page_tells_a_reader_to_install_somebody_elses_package():
    said = [path for path in PAGES if path != Path(__file__)]
    assert [p for p in said if SOMEBODY_ELSES.search(p.read_text(encoding="utf-8"))] == []


def test_such_a_page_would_be_noticed():
    assert SOMEBODY_ELSES.search("first pip install -U simlib, then")
    assert not SOMEBODY_ELSES.search("pip install simlib-football")
    assert not SOMEBODY_ELSES.search("pip install .")
