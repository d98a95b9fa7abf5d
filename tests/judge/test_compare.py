"""Two sets on the same throws: the differences, and whether their errors are the errors they make."""

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from scipy import stats
from synthetic import CODES, synthetic_ruleset, synthetic_season

import simlib
from simlib import cli
from simlib.errors import InputError
from simlib.files.folders import data_folder
from simlib.judge import comparison, comparison_sums
from simlib.judge.comparison import Line, Side, parse_side
from simlib.judge.comparison_sums import add_products, differences, empty_products
from simlib.kernels.reduction import season_pairs
from simlib.kernels.sums import M_D, M_N
from simlib.runs.plan import rate_keys
from simlib.show.comparison import compare_tables

SEASON = synthetic_season()
PLAIN = synthetic_ruleset()


def twin(change=None, extra=(0, 0, 0, 0)):
    """The synthetic game, whose coach "sly" gains `extra` yards a run and has his men renamed."""

    def load(setup):
        if setup.coach == "fair":
            return PLAIN.load(setup)
        playable = synthetic_ruleset(extra).load(setup)
        return replace(playable, men=change(playable.men)) if change else playable

    return replace(PLAIN, load=load)


def compared(game=PLAIN, b="coach=sly", seasons=40, **options):
    return simlib.compare("shipped", b, SEASON, game, seasons, **options)


def line_of(found, stat, team=None, player=None):
    return next(x for x in found.lines if (x.stat, x.team, x.player) == (stat, team, player))


# The formula


def made_up(seasons=60, rates=5, seed=7):
    """Tries and yards of two runs that share much of their chance: [seasons, rates, 2] each."""
    lots = Random(seed)
    pairs = np.zeros((2, seasons, rates, 2), np.int32)
    for season in range(seasons):
        for rate in range(rates):
            tries, luck = lots.randint(20, 60), lots.gauss(0, 15)
            for run in range(2):
                d = tries + lots.randint(-2, 2)
                pairs[run, season, rate] = round((4 + run / 5) * d + luck + lots.gauss(0, 4)), d
    return pairs


def products_of(pairs_a, pairs_b, add=add_products):
    products = empty_products(pairs_a.shape[1])
    add(pairs_a, pairs_b, products)
    return products


def check_against_residuals(add):
    """The same by residuals of single seasons, in floating point."""
    in_a, in_b = made_up()
    for rate, found in enumerate(differences(products_of(in_a, in_b, add), [1, 100, 1, 1, 1])):
        scale = 100 if rate == 1 else 1
        residuals, rates = [], []
        for pairs in (in_a, in_b):
            n, d = pairs[:, rate].astype(float).T
            rates.append(scale * n.sum() / d.sum())
            residuals.append((scale * n - rates[-1] * d) / d.mean())
        apart = np.sqrt(sum(np.var(e, ddof=1) / len(e) for e in residuals))
        paired_difference = residuals[1] - residuals[0] + rates[1] - rates[0]
        test = stats.ttest_1samp(paired_difference, 0)
        low, high = test.confidence_interval(0.95)
        expected = (*rates, rates[1] - rates[0], stats.sem(paired_difference), apart, low, high, test.pvalue)
        shown = (found.a, found.b, found.difference, found.error, found.error_apart)
        np.testing.assert_allclose((*shown, found.low, found.high, found.p), expected, rtol=1e-9)
        assert found.error < 0.6 * found.error_apart


def test_the_error_is_that_of_the_paired_residuals():
    check_against_residuals(add_products)


def paired_with_the_next_season(pairs_a, pairs_b, products):
    add_products(pairs_a, np.roll(pairs_b, 1, axis=0), products)


def paired_with_the_next_rate(pairs_a, pairs_b, products):
    add_products(pairs_a, np.roll(pairs_b, 1, axis=1), products)


def not_paired(pairs_a, pairs_b, products):
    """Products of A with B as if the runs had nothing in common."""
    add_products(pairs_a, pairs_b, products)
    for i in (comparison_sums.N_A, comparison_sums.D_A):
        for j in (comparison_sums.N_B, comparison_sums.D_B):
            products[:, i, j] = products[:, 0, i] * products[:, 0, j] // products[:, 0, 0]


@pytest.mark.parametrize("broken", [paired_with_the_next_season, paired_with_the_next_rate, not_paired])
def test_a_wrong_pairing_is_noticed(broken):
    with pytest.raises(AssertionError):
        check_against_residuals(broken)


def test_the_error_agrees_with_the_jackknife():
    in_a, in_b = made_up(seasons=200)
    for rate, found in enumerate(differences(products_of(in_a, in_b), [1] * 5)):
        left_out = []
        for season in range(200):
            (n_a, d_a), (n_b, d_b) = (
                pairs[:, rate].sum(axis=0) - pairs[season, rate] for pairs in (in_a, in_b)
            )
            left_out.append(n_b / d_b - n_a / d_a)
        jackknife = np.sqrt(199 * np.var(left_out))
        assert found.error == pytest.approx(jackknife, rel=0.05)


def test_sums_of_parts_are_the_whole():
    in_a, in_b = made_up()
    parts = empty_products(5)
    for part in (slice(0, 7), slice(7, 60)):
        add_products(in_a[part], in_b[part], parts)
    assert (parts == products_of(in_a, in_b)).all()


@pytest.mark.parametrize(
    ("seasons_a", "seasons_b", "difference", "p"),
    [
        ([(4, 2)] * 20, [(4, 2)] * 20, 0, 1),  # the same in every season
        ([(4, 2)] * 20, [(5, 2)] * 20, 0.5, 0),  # half a yard more in every season
        ([(0, 9)] * 20, [(0, 9)] * 20, 0, 1),  # a man who never scores
        ([(0, 0)] * 20, [(4, 2)] * 20, None, None),  # no try in A
        ([(0, 0)] * 19 + [(1, 1)], [(0, 0)] * 19 + [(0, 1)], -1, None),  # one try in all
        ([(4, 2)], [(5, 2)], 0.5, None),  # one season
    ],
)
def test_lines_that_are_hardly_lines(seasons_a, seasons_b, difference, p):
    in_a, in_b = (np.array(x, np.int32)[:, None] for x in (seasons_a, seasons_b))
    (found,) = differences(products_of(in_a, in_b), [1])
    assert (found.difference, found.p) == (difference, p)


# How often nothing is found


@pytest.fixture(scope="module")
def many():
    """800 runs of 25 seasons of the synthetic game: pairs of every rate [runs, seasons, rates, 2]."""
    run = simlib.replay(SEASON, PLAIN, seasons=20_000, seed=5, detail="seasons")
    return run, season_pairs(run.rows, run.plan).reshape(800, 25, -1, 2)


def shares_found(pairs_of_runs, widened):
    """Share of lines found at 5% over comparisons, with errors multiplied by each of `widened`."""
    size = [
        abs(found.difference) / found.error
        for in_a, in_b in pairs_of_runs
        for found in differences(products_of(in_a, in_b), [1] * in_a.shape[1])
    ]
    return [np.mean(2 * stats.t.sf(np.array(size) / widen, 24) < 0.05) for widen in widened]


def equal_sets(many):
    """400 comparisons of equal sets on throws of their own, by four rates of every team."""
    run, pairs = many
    keys = list(rate_keys(run.men))
    rates = ("yards_per_carry", "completion_percent", "yards_per_attempt", "points_per_game")
    places = [k for k, key in enumerate(keys) if key.level == "team" and key.stat.name in rates]
    return [(pairs[k][:, places], pairs[k + 1][:, places]) for k in range(0, 800, 2)]


def equal_men(many):
    """400 comparisons on the same throws of two backs who are alike, in each of the four teams."""
    run, pairs = many
    keys = list(rate_keys(run.men))
    backs = [[k for k, key in enumerate(keys) if key.slot == slot and key.stat.name == "yards_per_carry"]
             for slot in (0, 1)]  # fmt: skip
    return [(pairs[k][:, backs[0]], pairs[k][:, backs[1]]) for k in range(0, 800, 2)]


@pytest.mark.parametrize("sets", [equal_sets, equal_men])
def test_one_line_in_twenty_is_found_where_nothing_differs(many, sets):
    """At 1,600 independent lines or more a share of 5% has an error of 0.55 points at most: 3% and 7% lie
    3.6 of them away, and the error of an unpaired or twice paired difference, sqrt(2) off, is far outside."""
    share, too_narrow, too_wide = shares_found(sets(many), (1, 0.7, 1.4))
    assert 0.03 <= share <= 0.07
    assert too_narrow > 0.09
    assert too_wide < 0.02


# Whole comparisons


def test_every_rate_has_its_seasons(many):
    run, pairs = many
    sums = pairs.astype(np.int64).sum(axis=(0, 1))
    assert (sums == run.sums.moments[:, [M_N, M_D]]).all()
    spi = simlib.replay(seasons=3, detail="seasons")
    assert (season_pairs(spi.rows, spi.plan).sum(axis=0) == spi.sums.moments[:, [M_N, M_D]]).all()


def test_equal_sets_differ_in_nothing():
    found = compared(b="coach=fair")
    assert found.meta["alike"]
    assert {(x.difference, x.error, x.p, x.found, x.held) for x in found.lines} == {(0, 0, 1, False, False)}


def test_a_yard_more_on_every_run_is_a_yard_more():
    found = compared(twin(extra=(1, 1, 1, 1)))
    line = line_of(found, "yards_per_carry")
    assert (line.difference, line.error, line.p, line.found, line.held) == (1, 0, 0, True, True)
    assert line.error_apart > 0
    assert not found.meta["alike"]
    assert {x.stat for x in found.lines if x.found} == {
        "yards_per_carry", "rushing_yards_per_game", "yards_allowed_per_carry",
        "rushing_yards_allowed_per_game",
    }  # fmt: skip


def test_a_change_of_one_team_is_found_in_that_team():
    found = compared(twin(extra=(1, 0, 0, 0)))
    assert line_of(found, "yards_per_carry", "AAA").difference == 1
    assert line_of(found, "yards_per_carry").difference == pytest.approx(0.25)
    assert all(line_of(found, "yards_per_carry", code).difference == 0 for code in CODES[1:])


def test_throws_of_its_own_leave_no_pairing():
    found = compared(twin(extra=(1, 1, 1, 1)), seasons=200, seed_b=2)
    line = line_of(found, "yards_per_carry")
    assert line.error == pytest.approx(line.error_apart, rel=0.25)
    assert abs(line.difference - 1) < 4 * line.error
    assert found.meta["seed_b"] == 2


def test_blocks_change_nothing(monkeypatch):
    whole = compared(twin(extra=(1, 0, 2, 0)), seasons=37)
    monkeypatch.setattr(comparison, "BLOCK", 10)
    monkeypatch.setattr(comparison, "CHUNK", 4)
    told = []
    parts = compared(twin(extra=(1, 0, 2, 0)), seasons=37, progress=lambda *x: told.append(x))
    assert parts == whole
    assert told[-1] == (74, 74)
    assert told == sorted(told)


def test_men_are_matched_by_name_not_by_place():
    def swapped(men):
        return tuple((two, one, passer, f"new-{end}", *rest) for one, two, passer, end, *rest in men)

    found = compared(twin(swapped))
    plain = simlib.replay(SEASON, PLAIN, seasons=40).players().set_index("player")
    line = line_of(found, "yards_per_carry", "AAA", "back-one-aaa")
    assert line.a == plain.yards_per_carry["back-one-aaa"]
    assert line.b == plain.yards_per_carry["back-two-aaa"]
    assert found.meta["only_a"] == [f"{code} end-{code.lower()}" for code in CODES]
    assert found.meta["only_b"] == [f"{code} new-end-{code.lower()}" for code in CODES]
    assert not any(x.player and x.player.startswith(("end", "new")) for x in found.lines)


def test_the_frame_and_the_json_say_the_same():
    found = compared(twin(extra=(1, 0, 0, 0)))
    frame, content = found.rows, json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert list(frame.columns) == list(Line._fields) == list(content["rows"][0])
    assert frame.stat.tolist() == [row["stat"] for row in content["rows"]]
    assert frame.level.unique().tolist() == ["league", "team", "player"]
    assert set(content["meta"]) == {
        "version", "ruleset", "ruleset_version", "season", "league", "seasons", "seed", "seed_b", "a", "b",
        "alike", "only_a", "only_b",
    }  # fmt: skip
    assert content["meta"]["b"]["coach"] == "sly"
    assert content["meta"]["a"]["cells"] == {"printed": 3, "fitted": 1}


def test_held_lines_are_found_lines():
    found = compared(b="coach=fair", seed_b=2)
    assert all(line.found or not line.held for line in found.lines)
    assert sum(line.held for line in found.lines) <= sum(line.found for line in found.lines)


# SPI Football's sheets and charts


@pytest.fixture
def sheets(tmp_path):
    return shutil.copytree(data_folder("teams") / "1958" / "spi", tmp_path / "sheets")


def test_a_copy_of_the_sheets_is_the_sheets(sheets):
    found = simlib.compare("shipped", f"sheets={sheets}", seasons=10)
    assert found.meta["alike"]
    assert not any(line.difference for line in found.lines)


def test_letters_of_one_man_are_found(sheets):
    path = sheets / "players.csv"
    text = path.read_text(encoding="utf-8")
    assert "Jim Brown,fb,G,G," in text
    path.write_text(text.replace("Jim Brown,fb,G,G,", "Jim Brown,fb,P,P,"), encoding="utf-8")
    found = simlib.compare("shipped", f"sheets={sheets}", seasons=20)
    line = line_of(found, "yards_per_carry", "CLE", "brown-jim")
    assert line.held
    assert line.difference < -1
    assert line.error < line.error_apart


def test_charts_and_coaches_are_passed_on(tmp_path):
    shutil.copy(data_folder("charts") / "spi" / "punting.csv", tmp_path)
    text = (tmp_path / "punting.csv").read_text(encoding="utf-8").splitlines()
    best = text[1].removeprefix("A")
    alike = [text[0], *(row[0] + best for row in text[1:])]
    (tmp_path / "punting.csv").write_text("\n".join(alike) + "\n", encoding="utf-8")
    found = simlib.compare("coach=matched", f"coach=matched,charts={tmp_path}", seasons=10)
    assert [found.meta[side]["coach"] for side in "ab"] == ["matched", "matched"]
    assert found.meta["a"]["charts_hash"] != found.meta["b"]["charts_hash"]
    assert line_of(found, "punt_average").found


# The command


def test_settings():
    assert parse_side("shipped", "A") == Side("shipped")
    text = "charts=my/charts, coach=matched,options=penalties+limits"
    charts, options = Path("my/charts"), ("penalties", "limits")
    assert parse_side(text, "A") == Side(text, charts, None, "matched", options)


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            cli.main(["compare", *map(str, arguments)])
        return stop.value.code or 0, *capsys.readouterr()

    return run


def test_the_command(run, tmp_path):
    code, out, err = run(
        "shipped", "coach=matched", "--seasons", 10, "--man", "webster", "--json", "c.json", "--csv", "c.csv"
    )
    assert (code, err) == (0, "")
    assert "B: coach=matched" in out
    assert "Every line of webster" in out
    assert "Found: league" in out
    content = json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))
    with open(tmp_path / "c.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == list(content["rows"][0]) == list(Line._fields)
    assert len(rows) == len(content["rows"]) > 500
    assert {row["level"] for row in rows} == {"league", "team", "player"}


def test_a_game_without_men_is_compared_by_the_league():
    found = compared(replace(PLAIN, levels=("league",)), b="coach=fair", seed_b=2)
    assert {line.level for line in found.lines} == {"league"}
    assert any(str(part).startswith("Found: league") for part in compare_tables(found))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ship", "shipped"), "A: found 'ship', expected shipped, or some of charts=DIR"),
        (("shipped", "cards=x"), "B: found 'cards=x', expected shipped"),
        (("shipped", "coach="), "B: found 'coach=', expected shipped"),
        (("shipped", "coach=matched,coach=matched"), "B: found 'coach=matched', expected shipped"),
        (("shipped", ""), "B: found '', expected shipped"),
        (("shipped", "coach=nobody"), "B coach: found 'nobody', expected one of as-played"),
        (("options=chess", "shipped"), "A options: found 'chess', expected"),
        (("shipped", "charts=no/such"), "B charts: found 'no/such', expected"),
        (("shipped", "sheets=no/such"), "no/such: found 'no such folder', expected SPI's sheets"),
        (("shipped", "sheets=x", "--ruleset", "football-strategy"), "B sheets: found 'x', expected none"),
        (("shipped", "shipped", "--seasons", 9), "--seasons: found '9', expected 10 or more"),
        (("shipped", "shipped", "--seasons", 0), "--seasons: found '0', expected"),
        (("shipped", "shipped", "--seed-b", -1), "--seed-b: found '-1', expected"),
        (("shipped", "shipped", "--seasons", 10, "--man", "Nobody"), "--man: found 'Nobody', expected"),
        (("shipped", "shipped", "--json", "no/such/file"), "--json: found 'no/such/file', expected"),
        (("shipped",), "'B'"),
    ],
)
def test_a_wrong_setting_is_one_line(run, tmp_path, arguments, says):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("simlib: ")
    assert err.count("\n") == 1
    assert says in err
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_cell_says_where(run, sheets):
    path = sheets / "players.csv"
    path.write_text(
        path.read_text(encoding="utf-8").replace("Jim Brown,fb,G,", "Jim Brown,fb,9,"), encoding="utf-8"
    )
    code, _, err = run("shipped", f"sheets={sheets}")
    assert code == 2
    assert "players.csv:" in err
    assert "column RIS: found '9', expected a letter A to U or -" in err


def test_python_says_the_same():
    with pytest.raises(InputError, match="A: found 'ship'"):
        simlib.compare("ship", "shipped")
