"""Exact odds: against the compiled resolvers throw by throw, against the engine's draws, and by hand."""

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy.stats import chisquare

import simlib
from simlib import cli
from simlib.errors import InputError
from simlib.files.folders import data_folder
from simlib.plays.counted import odds
from simlib.plays.rolled import EVENTS
from simlib.rulesets.answers import Odds
from simlib.rulesets.call import PlayCall, make_call
from simlib.rulesets.spi.asked import setups
from simlib.rulesets.spi.asked.array_plays import ending
from simlib.rulesets.spi.asked.odds import setup_odds
from simlib.rulesets.spi.asked.rolled import MASKS, ready, roll_setup
from simlib.rulesets.spi.charts.read import SPECS
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, resolvers

SEASON = simlib.load_season(1958)
THROWS = range(36)
ONE = Fraction(1, 36)


@cache
def loaded(call: PlayCall):
    return ready(call, SEASON, None)


def counted(setup: setups.Setup, charts: spi.Charts) -> Odds:
    return setup_odds(setup, charts, "")


# Charts


@pytest.mark.parametrize(
    "spec", [spec for spec in SPECS if spec.name != "master_play_chart"], ids=lambda s: s.name
)
def test_every_column_of_every_chart_sums_to_one(spec):
    along = spec.key in ("letter", "play")
    for name in spec.rows if along else [column.name for column in spec.columns]:
        found = odds(spec.name, name)
        if found.outcomes:
            assert sum(found.outcomes.values()) == 1
        assert all(0 < p <= 1 for p in found.outcomes.values())
        assert all(0 <= p <= 1 for p in found.chances.values())
        assert found.outcomes or found.chances


def test_printed_columns_by_hand():
    assert odds("medium_gain").mean == 15
    long = odds("long_gain")
    assert long.outcomes["TD"] == long.words == Fraction(2, 36)
    assert long.mean == Fraction(1053, 34)
    assert odds("blocked_kick_yardage").outcomes
    onside = odds("kickoff_onside").outcomes
    assert sum(p for cell, p in onside.items() if str(cell).endswith(("r", "k"))) + onside.get("OS", 0) == 1


def test_json_holds_exact_fractions():
    content = odds("long_gain").to_json()
    assert {"outcome": "TD", "exact": "1/18", "value": 1 / 18} in content["outcomes"]


# Throw by throw


def run_differences(charts: spi.Charts, tables: np.ndarray) -> list[str]:
    """Runs by every letter whose odds aren't those of the compiled resolvers over 36 x 36 throws."""
    wrong = []
    fumbles = tuple(int(throw in (7, 8, 33)) for throw in THROWS)
    for letter in range(21):
        for outside, late, to_goal in ((0, 0, 0), (1, 0, 12), (0, 1, 97), (1, 1, 0)):
            setup = setups.Run(letter, outside, late, to_goal, fumbles, 20)
            yards: Counter[int] = Counter()
            events: Counter[str] = Counter()
            for throw in THROWS:
                for second in THROWS:
                    gain = int(resolvers.run_gain(tables, letter, throw, second))
                    before = to_goal or spi.TOUCHDOWN
                    leaves = gain < before and resolvers.run_leaves_field(tables, outside, late, throw, gain)
                    yards[max(min(gain, before), to_goal - 100) if to_goal else gain] += 1
                    events["out of bounds"] += bool(leaves)
                    fumble = fumbles[throw] and not leaves
                    for recover in THROWS if fumble else (0,):
                        bits, weight = ending(gain, to_goal, fumble, recover, 20), 1 if fumble else 36
                        events["touchdown"] += weight * bool(bits & flag.TOUCHDOWN)
                        events["fumble"] += weight * bool(bits & flag.FUMBLE)
                        events["fumble lost"] += weight * bool(bits & flag.FUMBLE_LOST)
                        events["safety"] += weight * bool(bits & flag.SAFETY)
            exact = counted(setup, charts)
            by_throws = {("TD" if y == spi.TOUCHDOWN else y): Fraction(n, 36**2) for y, n in yards.items()}
            rolled = {
                e: Fraction(n, 36**2 if e == "out of bounds" else 36**3) for e, n in events.items() if n
            }
            if exact.outcomes != by_throws or exact.chances != rolled:
                wrong.append(f"{letter} {outside} {late} {to_goal}")
    return wrong


def pass_differences(charts: spi.Charts, tables: np.ndarray) -> list[str]:
    """Completions and gains of every letter, counted by the compiled resolvers."""
    wrong = []
    for letter in range(26):
        complete = Fraction(sum(int(resolvers.pass_is_complete(tables, letter, t)) for t in THROWS), 36)
        sack, interception = (30, 33), (34, 35)
        gain = letter % 16
        setup = setups.Pass(letter, gain, 0, 0, interception, sack, 1, 2, 17, (0,) * 11, 35)
        exact = counted(setup, charts)
        missed = [t for t in THROWS if not resolvers.pass_is_complete(tables, letter, t)]
        sacked = {t for t in missed if resolvers.in_range(t, *sack, 2)}
        taken = {t for t in missed if resolvers.in_range(t, *interception, 1)} - sacked
        expected = {"complete": complete, "sacked": len(sacked) * ONE,
                    "intercepted": len(taken) * ONE * Fraction(18, 36)}  # fmt: skip
        expected["incomplete"] = 1 - sum(expected.values())
        yards: Counter[int] = Counter()
        for throw in THROWS:
            yards[int(resolvers.pass_gain(tables, gain, throw))] += complete * ONE
            yards[-int(resolvers.sack_loss(throw))] += expected["sacked"] * ONE
        yards[0] += expected["intercepted"] + expected["incomplete"]
        named = {("TD" if y == spi.TOUCHDOWN else y): p for y, p in yards.items() if p}
        found = {outcome: p for outcome, p in exact.outcomes.items() if p}
        if found != named or any(exact.chances[e] != p for e, p in expected.items()):
            wrong.append(f"{letter}")
    return wrong


def kick_differences(charts: spi.Charts, tables: np.ndarray) -> list[str]:
    """Punts of every letter, and returns by every letter of both tables."""
    wrong = []
    for letter in range(len(charts.punting)):
        for to_goal in (99, 60, 35):
            yards: Counter[int] = Counter()
            for throw in THROWS:
                for second in THROWS:
                    gain = int(resolvers.punt_yards(tables, letter, throw, second))
                    yards[to_goal if gain == spi.END_ZONE or gain >= to_goal else gain] += 1
            exact = counted(setups.Punt(letter, 0, to_goal), charts)
            if exact.outcomes != {y: Fraction(n, 36**2) for y, n in yards.items()}:
                wrong.append(f"punt {letter} {to_goal}")
    for letter, by_rushing in [(n, 0) for n in range(16)] + [(n, 1) for n in range(21)]:
        returned: Counter[int] = Counter()
        out = 0
        for throw in THROWS:
            for second in THROWS:
                gain = int(resolvers.return_gain(tables, letter, by_rushing, throw, second))
                returned[min(gain, 80) if gain >= 80 else 80 - min(max(80 - gain, 1), 99)] += 1
                leaves = resolvers.return_leaves_field(tables, by_rushing, 1, throw, gain)
                out += int(leaves and gain < 80)
        exact = counted(setups.Return(((0, letter, by_rushing),) * 36, 1, 80, 35), charts)
        share = exact.chances.get("out of bounds", Fraction(0))
        if exact.outcomes != {y: Fraction(n, 36**2) for y, n in returned.items()} or share != Fraction(
            out, 36**2
        ):
            wrong.append(f"return {letter} {by_rushing}")
    return wrong


DIFFERENCES = {"run": run_differences, "pass": pass_differences, "kick": kick_differences}


@pytest.fixture(scope="module")
def shipped() -> tuple[spi.Charts, np.ndarray]:
    _, packed, charts = loaded(PlayCall("run", "K"))
    return charts, packed.tables


@pytest.mark.parametrize("kind", DIFFERENCES)
def test_odds_are_the_compiled_resolvers_throw_by_throw(kind, shipped):
    assert DIFFERENCES[kind](*shipped) == []


@pytest.mark.parametrize(
    ("kind", "offset"),
    [
        ("run", layout.A_RUSHING_GAIN + 5 * 21 + 3), ("run", layout.A_MEDIUM_GAIN + 4),
        ("run", layout.A_RUN_OUT_OF_BOUNDS + 1), ("pass", layout.A_COMPLETION + 9),
        ("pass", layout.A_PASS_GAIN + 3 * 16 + 2), ("kick", layout.A_PUNTING + 2 * 11 + 5),
        ("kick", layout.A_LONG_PUNT + 6), ("kick", layout.A_PASS_OUT_OF_BOUNDS + 5),
    ],
)  # fmt: skip
def test_one_wrong_cell_is_found(kind, offset, shipped):
    charts, tables = shipped
    wrong = tables.copy()
    wrong[offset] += 1
    assert DIFFERENCES[kind](charts, wrong) != []


# By the engine's draws

CALLS = [
    ("run", "K", {"defense": "III", "to_goal": 60}),
    ("run", "Gifford", {"way": "outside", "against": "BAL", "defense": "II", "two_minute": True,
                        "to_goal": 8}),
    ("pass", "Conerly", {"to": "Gifford", "length": "medium", "against": "BAL", "defense": "blitz",
                         "to_goal": 40}),
    ("pass", "Unitas", {"to": "Berry", "length": "long", "against": "NYG", "to_goal": 97}),
    ("kickoff_return", "BAL", {"to_goal": 96}),
    ("punt_return", "NYG", {"to_goal": 70, "two_minute": True}),
    ("interception_return", "CLE", {"to_goal": 104}),
    ("punt", "Chandler", {"to_goal": 55, "rushed": True}),
    ("kickoff", "", {}),
    ("field_goal", "Groza", {"to_goal": 15}),
    ("try", "Groza", {}),
]  # fmt: skip
DRAWS, PART = 10_000_000, 1_000_000


def draw(setup: setups.Setup, packed: layout.SpiArrays, seed: int = 5) -> tuple[Counter, np.ndarray]:
    """Counts of yards and of events over the engine's own throws."""
    yards: Counter[int] = Counter()
    events = np.zeros(len(MASKS), np.int64)
    for first in range(0, DRAWS, PART):
        found, masks = roll_setup(setup, packed, (seed, 0, 77, first), PART)
        drawn = np.ones(PART, bool) if not isinstance(setup, setups.Return) else ~masks[9]
        values, counts = np.unique(found[drawn], return_counts=True)
        yards.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
        events += [int(mask.sum()) for mask in masks]
    return yards, events


def agrees(exact: Odds, yards: Counter, events: np.ndarray, kickoff: bool = False) -> bool:
    """Whether drawn counts are those of the exact odds: chi-square on the yards, each event within 5 sd."""
    for event, count in zip(EVENTS, events, strict=True):
        p = float(exact.chances.get(event, 0))
        if abs(count - DRAWS * p) > 5 * (DRAWS * p * (1 - p)) ** 0.5 + 1e-9:
            return False
    outcomes = {k: p for k, p in exact.outcomes.items() if isinstance(k, int) and p}
    if not outcomes or kickoff:
        return True
    if "blocked" in exact.chances or "roughing" in exact.chances:  # a punt that isn't made has no yards
        yards = Counter(yards)
        del yards[0]
    if set(yards) != set(outcomes):
        return False
    drawn = [yards[k] for k in outcomes]
    total = sum(outcomes.values())
    expected = [float(p / total) * sum(drawn) for p in outcomes.values()]
    return len(drawn) == 1 or chisquare(drawn, expected).pvalue > 1e-6


@pytest.mark.parametrize(("play", "who", "options"), CALLS, ids=lambda v: v if isinstance(v, str) else "")
def test_ten_million_draws_of_the_engine_agree(play, who, options):
    setup, packed, charts = loaded(make_call(play, who, options))
    yards, events = draw(setup, packed)
    assert agrees(counted(setup, charts), yards, events, play == "kickoff")


@pytest.mark.parametrize(
    ("number", "offset"),
    [
        (0, layout.A_RUSHING_GAIN + 20 * 21), (2, layout.A_PASS_GAIN + 5 * 16),
        (4, layout.A_PASS_GAIN + 4 * 16),
        (7, layout.A_PUNTING), (8, layout.A_KICKOFF + 8),
    ],
)  # fmt: skip
def test_draws_from_a_wrong_chart_disagree(number, offset):
    play, who, options = CALLS[number]
    setup, packed, charts = loaded(make_call(play, who, options))
    tables = packed.tables.copy()
    width = {0: 21, 2: 16, 4: 16, 7: 26 * 11, 8: 1}[number]
    tables[offset : offset + width] = 9 if play != "kickoff" else spi.OUT_OF_BOUNDS
    yards, events = draw(setup, packed._replace(tables=tables))
    assert not agrees(counted(setup, charts), yards, events, play == "kickoff")


# The command, and faults


def test_the_command(capsys):
    for arguments in (
        ["odds", "spi", "rushing_gain", "K"],
        ["odds", "spi", "run", "Gifford", "--against", "BAL", "--defense", "III", "--to-goal", "65"],
        ["odds", "spi", "pass", "Conerly", "--to", "Gifford", "--length", "medium", "--against", "BAL"],
    ):
        with pytest.raises(SystemExit) as stop:
            cli.main(arguments)
        assert not stop.value.code
        assert "mean" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("what", "who", "options", "expected"),
    [
        ("nothing", "", {}, "a chart ("),
        ("rushing_gain", "", {}, "one of A, B"),
        ("rushing_gain", "Z", {}, "one of A, B"),
        ("master_play_chart", "S", {}, "read with dice"),
        ("medium_gain", "", {"to_goal": 5}, "takes no options"),
        ("run", "Z", {}, "a letter A to U"),
        ("run", "", {}, "a letter or a man"),
        ("run", "Brown", {}, "brown-jim (CLE)"),
        ("run", "K", {"way": "up"}, "inside, outside"),
        ("run", "K", {"defense": "VI"}, "one of I, II"),
        ("run", "K", {"against": "XXX"}, "one of BAL"),
        ("run", "K", {"to_goal": 111}, "0 to 110"),
        ("pass", "M", {}, "a letter or a man"),
        ("punt", "Gifford", {}, "a man who can punt"),
        ("field_goal", "Groza", {}, "where the ball is"),
        ("kickoff_return", "Q", {}, "A to P"),
    ],
)
def test_a_wrong_question_is_one_clear_line(what, who, options, expected):
    with pytest.raises(InputError) as error:
        odds(what, who, **options)
    assert expected in str(error.value)


def test_an_unknown_option_is_named():
    with pytest.raises(TypeError, match="tailwind"):
        odds("run", "K", tailwind=3)


def test_charts_of_ones_own(tmp_path):
    shipped = data_folder("charts") / "spi" / "medium_gain.csv"
    lines = shipped.read_text(encoding="utf-8").splitlines()
    lines[6] = f"{lines[6].split(',')[0]},99"
    (tmp_path / "medium_gain.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert odds("medium_gain", charts=tmp_path).mean == 15 + Fraction(6, 36) * (99 - 15)
