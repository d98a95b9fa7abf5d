"""What is packed and what it says of itself; .ci/run builds and tries the wheels."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from places import ROOT

import simlib

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
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
    for name in simlib.ruleset_ids():
        assert re.search(rf"\b{name} {simlib.get_ruleset(name).version}\b", changelog), name


@pytest.mark.parametrize("kind", ["charts", "teams"])
def test_data_go_into_the_package_never_beside_it(kind):
    assert BUILD["targets"]["wheel"]["force-include"][kind] == f"simlib/_data/{kind}"
    assert BUILD["targets"]["wheel"]["packages"] == ["simlib"]
    assert kind in BUILD["targets"]["sdist"]["include"]


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
