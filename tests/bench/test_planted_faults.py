"""The planted faults fit the source as it stands, and the search for what finds them tells the truth."""

import importlib.util
import sys

import pytest
from places import ROOT

SPEC = importlib.util.spec_from_file_location("planted_faults", ROOT / "benchmarks" / "planted_faults.py")
planted_faults = importlib.util.module_from_spec(SPEC)
sys.modules[SPEC.name] = planted_faults
SPEC.loader.exec_module(planted_faults)

Fault, WrongFaultError = planted_faults.Fault, planted_faults.WrongFaultError
FAULTS = planted_faults.read_faults()
RULE = "def points(touchdowns):\n    return 6 * touchdowns\n"
SIX = "from rule import points\n\ndef test_one():\n    assert points(1) == 6\n"
NOUGHT = "from rule import points\n\ndef test_none():\n    assert points(0) == 0\n"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_fault_fits_the_source(fault):
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    planted = planted_faults.with_fault(fault, text)
    assert planted != text
    if fault.file.endswith(".py"):
        compile(planted, fault.file, "exec")
    assert fault.likely
    for test in fault.likely:
        assert (ROOT / test).is_file(), test
        assert not planted_faults.DIGESTS.search(test), test


def test_there_are_many_of_them_each_with_its_name():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 30
    games = [[fault for fault in FAULTS if game in fault.file] for game in ("/spi/", "/football_strategy/")]
    assert min(map(len, games)) >= 10


@pytest.mark.parametrize("text", ["6 * 6 *", "7 *"])
def test_a_fault_that_does_not_stand_there_once_is_refused(text):
    with pytest.raises(WrongFaultError, match="expected 1"):
        planted_faults.with_fault(Fault("seven", "rule.py", "6 *", "7 *", ()), text)


@pytest.fixture
def tree(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # pytest starts sooner
    tree = tmp_path / "tree"
    (tree / "tests").mkdir(parents=True)
    (tree / "rule.py").write_text(RULE, encoding="utf-8")
    (tree / "tests" / "test_nought.py").write_text(NOUGHT, encoding="utf-8")
    (tree / "tests" / "test_six.py").write_text(SIX, encoding="utf-8")
    return tree


def test_faults_are_found_by_likely_tests_by_others_or_by_none(tree, tmp_path, capsys):
    seven = Fault("seven", "rule.py", "6 *", "7 *", ("tests/test_six.py",))
    later = seven._replace(name="later", likely=("tests/test_nought.py",))
    same = Fault("same", "rule.py", "6 * touchdowns", "touchdowns * 6", ("tests/test_nought.py",))
    trials = planted_faults.hunt([seven, later, same], tree, tmp_path / "work")
    six = "tests/test_six.py::test_one"
    assert [(trial.fault, trial.found_by) for trial in trials] == [
        ("seven", six), ("later", six), ("same", None),
    ]  # fmt: skip
    assert all(trial.seconds > 0 for trial in trials)
    assert "same: NOT FOUND" in capsys.readouterr().out
    assert (tree / "rule.py").read_text(encoding="utf-8") == RULE
    assert planted_faults.hunt([later], tree, tmp_path / "work", likely_only=True)[0].found_by is None


def test_a_test_that_fails_anyway_finds_nothing(tree, tmp_path):
    (tree / "tests" / "test_six.py").write_text(SIX + "    assert False\n", encoding="utf-8")
    fault = Fault("seven", "rule.py", "6 *", "7 *", ("tests/test_six.py",))
    with pytest.raises(WrongFaultError, match="fails without a fault"):
        planted_faults.hunt([fault], tree, tmp_path / "work")


def test_paths_of_another_tree():
    fault = Fault("seven", "rule.py", "6 *", "7 *", ("tests/test_six.py", "tests/test_nought.py"))
    there = planted_faults.moved(fault, {"rule.py": "old/rule.py", "tests/test_six.py": "test_6.py"})
    assert (there.file, there.likely) == ("old/rule.py", ("test_6.py", "tests/test_nought.py"))


def test_the_command_lists_and_refuses(capsys):
    assert planted_faults.main(["--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(FAULTS)
    with pytest.raises(SystemExit):
        planted_faults.main(["--only", "no such fault"])
