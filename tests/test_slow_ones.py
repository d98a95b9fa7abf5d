"""What a run of the tests leaves out: proofs known from the same sources, and slow tests not drawn."""

import json

import pytest
from drawing import drawn, without_most_slow
from places import ROOT
from proofs import Proofs
from rests_on import sources

MODULE = "simlib.rulesets.football_strategy.charts.field_goals"
CHART = ROOT / "charts" / "football_strategy" / "time.csv"


@pytest.fixture
def record(tmp_path):
    return tmp_path / "solved.json"


def counting(answer):
    """A proof that finds `answer`, and how often it ran."""
    runs = []

    def prove():
        runs.append(CHART.read_text(encoding="utf-8"))
        return answer

    return prove, runs


def test_a_proof_is_run_where_nothing_is_known_and_kept_when_asked(record):
    prove, runs = counting([1, 2])
    for write, expected in ((False, 1), (True, 2), (False, 2)):
        assert Proofs(False, write, record).found("one", prove, MODULE, [CHART]) == [1, 2]
        assert len(runs) == expected
        assert record.exists() == (expected > 1)
    assert Proofs(True, False, record).found("one", prove, MODULE, [CHART]) == [1, 2]
    assert len(runs) == 3


def test_a_changed_source_or_input_is_proved_again(record, monkeypatch):
    prove, runs = counting("same")
    Proofs(False, True, record).found("one", prove, MODULE, [CHART])
    Proofs(False, False, record).found("one", prove, MODULE, [CHART, CHART.with_name("punts.csv")])
    assert len(runs) == 2
    Proofs(False, False, record).found("one", prove, "simlib.kernels.rng", [CHART])
    assert len(runs) == 3

    def prove():  # another text
        runs.append(CHART.read_text(encoding="utf-8"))
        return "same"

    Proofs(False, False, record).found("one", prove, MODULE, [CHART])
    assert len(runs) == 4


def test_the_same_must_be_found_on_the_same(record):
    prove, _ = counting(1)
    Proofs(False, True, record).found("one", prove, MODULE, [CHART])
    rows = json.loads(record.read_text(encoding="utf-8"))
    record.write_text(json.dumps({"one": rows["one"] | {"found": 2}}), encoding="utf-8")
    with pytest.raises(AssertionError, match="otherwise"):
        Proofs(True, False, record).found("one", prove, MODULE, [CHART])


def test_a_proof_reads_only_what_it_rests_on(record):
    prove, _ = counting(1)
    with pytest.raises(AssertionError):
        Proofs(False, False, record).found("one", prove, MODULE, [])


def test_a_module_rests_on_what_it_imports_and_what_that_imports():
    found = {path.relative_to(ROOT / "simlib").as_posix() for path in sources(MODULE)}
    assert found >= {"rulesets/football_strategy/charts/read.py", "files/charts.py", "errors.py"}
    assert not {name for name in found if name.startswith(("show/", "runs/", "cli"))}
    # within a function
    found = {path.name for path in sources("simlib.rulesets.spi.charts.solved")}
    assert found >= {"targets.py", "penalty_cells.py", "game.py", "jit.py", "rng.py"}


def test_what_is_drawn_is_the_same_for_a_word_and_another_for_another():
    things = list(range(100))
    assert drawn(things, 10, "one") == drawn(things, 10, "one") == sorted(drawn(things, 10, "one"))
    assert len(set(drawn(things, 10, "one"))) == 10
    assert drawn(things, 10, "one") != drawn(things, 10, "two")
    assert {thing for word in range(100) for thing in drawn(things, 10, str(word))} == set(things)
    assert drawn(things, 200, "one") == things


class Item:
    def __init__(self, number):
        self.number = number

    def get_closest_marker(self, name):
        return name == "slow" and self.number % 3 == 0


def test_all_tests_but_most_slow_ones_are_left_in_their_order():
    items = [Item(number) for number in range(60)]  # 20 slow
    left = [item.number for item in without_most_slow(items, "one")]
    assert left == sorted(left)
    assert [number for number in left if number % 3] == [number for number in range(60) if number % 3]
    assert len(left) == 40 + 4
    at_times = {item.number for word in range(100) for item in without_most_slow(items, str(word))}
    assert at_times == set(range(60))
