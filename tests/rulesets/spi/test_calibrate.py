"""The solver's tools, and SPI's charts as it makes them: printed cells kept, targets met, same bytes."""

import shutil
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise

import pytest

from simlib.files.folders import data_folder
from simlib.files.rows import read_table
from simlib.rulesets import solving as tools
from simlib.rulesets.counting import SUMMED_WAYS, mean
from simlib.rulesets.solving import Cells, Observation, between, decimal, fit_curve, solve_cells, solve_linear
from simlib.rulesets.spi.charts import evidence as known
from simlib.rulesets.spi.charts import solved
from simlib.rulesets.spi.charts.expectations import catch_by_letter, expected_gain, run_by_letter
from simlib.rulesets.spi.charts.open_cells import gain_starts, longs_of, mediums_of
from simlib.rulesets.spi.charts.open_field import dominated
from simlib.rulesets.spi.charts.read import GAIN_LETTERS, RUN_LETTERS, load_chart_files, load_charts
from simlib.rulesets.spi.charts.reference import COMPLETED, RUN_STARTS
from simlib.rulesets.spi.play import arrays

SHIPPED = data_folder("charts") / "spi"
MODULE = "simlib.rulesets.spi.charts.solved"
INPUTS = [path for folder in (SHIPPED, data_folder("teams") / "1958") for path in folder.rglob("*.csv")]
SOLVED = ("rushing_gain", "pass_gain_return", "punting", "master_play_chart", "penalty")


def test_linear_systems_are_solved_exactly():
    assert solve_linear([[0, 2], [3, 1]], [4, 5]) == [Fraction(1), Fraction(2)]
    assert solve_linear([[3, 1, 0], [1, 3, 1], [0, 1, 3]], [1, 0, 0])[2] == Fraction(1, 21)
    with pytest.raises(ZeroDivisionError):
        solve_linear([[1, 2], [2, 4]], [1, 1])


def test_a_curve_goes_through_what_can_be_met_and_straight_on_between():
    seen = [Observation({0: 1}, Fraction(10), 5), Observation({4: 1}, Fraction(2), 5)]
    assert fit_curve(5, seen, 1) == [10, 8, 6, 4, 2]
    mixed = [*seen, Observation({1: 62, 3: 38}, Fraction(6), 5)]
    assert abs(fit_curve(5, mixed, 1)[2] - 6) < Fraction(1, 2)


def test_decimals_are_rounded_half_away_from_zero():
    assert decimal(Fraction(1, 8), 2) == "0.13"
    assert decimal(Fraction(-1, 8), 2) == "-0.13"
    assert decimal(Fraction(-1, 10**9)) == "0.0000"
    assert decimal(Fraction(5, 2), 0) == "3"


def test_broken_lines_are_read_between_and_beyond_their_points():
    assert [between(((0, 0), (10, 100)), place) for place in (0, 3, 10, 12)] == [0, 30, 100, 100]


def test_cells_meet_their_total_keep_what_is_fixed_and_follow_the_wish():
    wish = [900, 600, 300, 0, -200, 700]
    column = Cells(wish, {1: -3}, (1,) * 6, -5, 20)
    cells = solve_cells(column, lambda yards: yards, 20, 0)
    assert sum(cells) == 20
    assert cells[1] == -3
    free = [cells[row] for row in (0, 5, 2, 3, 4)]
    assert free == sorted(free, reverse=True)


def test_solving_again_gives_the_shipped_bytes(proved, tmp_path):
    """The shipped charts, solved again in a copy."""

    def folder(kind):
        return tmp_path / kind if kind == "charts" else data_folder(kind)

    def prove():
        remade = tmp_path / "charts" / "spi"
        shutil.copytree(SHIPPED, remade)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(solved, "data_folder", folder)
            lines = solved.calibrate()
        assert any("difference left" in line for line in lines)
        return digests(remade)

    found = proved(prove, MODULE, INPUTS)
    assert len(found) > 30
    assert found == digests(SHIPPED)


def digests(folder):
    paths = sorted(folder.rglob("*.csv"))
    return {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in paths}


def test_the_open_cells_are_solved_not_copied(proved, monkeypatch):
    """Cells that are not held don't matter: the solver returns the same from a chart without them."""

    def prove():
        whole = load_chart_files()
        emptied = {
            name: type(chart)(
                chart.spec,
                chart.file,
                tuple(tuple(_emptied(chart, row, cells)) for row, cells in enumerate(chart.texts)),
                tuple(
                    tuple(v if _held(p) else 0 for v, p in zip(values, words, strict=True))
                    for values, words in zip(chart.values, chart.provenance, strict=True)
                ),
                chart.provenance,
            )
            if name in SOLVED
            else chart
            for name, chart in whole.charts.items()
        }
        expected = solved.solve()
        monkeypatch.setattr(solved, "load_chart_files", lambda: type(whole)(emptied, None))
        return solved.solve()[1:] == expected[1:]

    assert proved(prove, MODULE, INPUTS)


def _held(provenance):
    return provenance.split(" ")[0] in solved.HELD


def _emptied(chart, row, cells):
    return (text if _held(word) else "0" for text, word in zip(cells, chart.provenance[row], strict=True))


def test_rushing_gain_columns_fall_strictly_and_smoothly():
    charts = load_charts().charts
    means = [expected_gain(run_by_letter(charts, letter), RUN_STARTS) for letter in range(21)]
    steps = [high - low for high, low in pairwise(means)]
    assert all(step > Fraction(1, 10) for step in steps)
    assert all(abs(a - b) < Fraction(2, 5) for a, b in pairwise(steps))


def test_pass_gain_columns_fall_strictly_and_smoothly():
    charts = load_charts().charts
    means = [expected_gain(catch_by_letter(charts, k), gain_starts(k)) for k in range(16)]
    steps = [high - low for high, low in pairwise(means)]
    assert all(Fraction(2) < step < Fraction(7, 2) for step in steps)


def test_printed_backs_letters_mean_what_they_did():
    """Yards per carry within 5% for at least 23 of the 24 printed men, in sample."""
    charts = load_charts().charts
    means = [expected_gain(run_by_letter(charts, letter), RUN_STARTS) for letter in range(21)]
    backs = known.read_evidence().backs
    assert len(backs) == 24
    misses = []
    for back in backs:
        implied = sum(share * means[letter] for letter, share in back.run_shares().items()) / 100
        real = Fraction(back.rush_yards, back.carries)
        if abs(implied / real - 1) > Fraction(1, 20):
            misses.append(back.player)
    assert len(misses) <= 1


def test_printed_triples_order_the_catches():
    """The columns put the printed triples in the order of the men's real yards per catch."""
    charts = load_charts().charts
    means = [expected_gain(catch_by_letter(charts, k), gain_starts(k)) for k in range(16)]
    implied, real = {}, {}
    for back in known.read_evidence().backs:
        shares = back.gain_shares()
        triple = "".join("-" if k is None else GAIN_LETTERS[k] for k in back.gain)
        implied[triple] = sum(s * means[k] for k, s in shares.items()) / sum(shares.values())
        real.setdefault(triple, []).append(Fraction(back.catch_yards, back.catches))
    middle = {triple: sum(rates) / len(rates) for triple, rates in real.items()}
    assert sorted(implied, key=implied.__getitem__) == sorted(middle, key=middle.__getitem__)


def test_long_and_medium_gains_stand_on_the_same_rows_in_neighbouring_columns():
    table = load_charts().charts.rushing_gain
    for letter in range(21):
        assert (table[:, letter] == arrays.LONG_GAIN).sum() == longs_of(letter)
        assert (table[:, letter] == arrays.MEDIUM_GAIN).sum() == mediums_of(letter)
    for letter in range(4, 20):
        rows = {row for row in range(36) if table[row, letter] in (arrays.LONG_GAIN, arrays.MEDIUM_GAIN)}
        following = {
            row for row in range(36) if table[row, letter + 1] in (arrays.LONG_GAIN, arrays.MEDIUM_GAIN)
        }
        assert following <= rows
    assert mediums_of(0) == 7
    assert mediums_of(20) == 1


def test_good_runs_are_not_all_on_special_rows():
    """Rows of fumbles, penalties and runs out of bounds are as good as the others."""
    table = load_charts().charts.rushing_gain
    worth = {arrays.MEDIUM_GAIN: 15, arrays.LONG_GAIN: 31}
    for rows in (range(6), range(6, 12), range(12, 24), range(30, 36)):
        for letter in (7, 10, 12, 14):
            inside = [worth.get(int(cell), int(cell)) for cell in table[list(rows), letter]]
            all_rows = [worth.get(int(cell), int(cell)) for cell in table[:, letter]]
            assert abs(sum(inside) / len(inside) - sum(all_rows) / 36) < 4


def test_losses_come_more_often_with_worse_letters():
    table = load_charts().charts.rushing_gain
    losses = [int(((table[:, k] < 0) & (table[:, k] > arrays.LONG_GAIN)).sum()) for k in range(21)]
    assert losses[0] < losses[7] < losses[14] < losses[20]


def test_gains_spread_as_gains_do():
    charts = load_charts().charts
    for letter in range(10):
        gains = catch_by_letter(charts, letter)
        middle = mean(gains)
        spread = float(sum(chance * (gain - middle) ** 2 for gain, chance in gains.items())) ** 0.5
        assert 0.45 < spread / float(middle) < 0.8, GAIN_LETTERS[letter]
    assert (charts.pass_gain[:, 12:] < 0).any()  # a completion can lose yards (6.2)


def test_out_of_bounds_marks_have_the_assumed_share():
    marks = load_charts().charts.pass_out_of_bounds
    assert [sum(way for way, mark in zip(SUMMED_WAYS, marks, strict=True) if mark == k) for k in (1, 2)] == [
        3,
        12,
    ]


def test_punters_fall_strictly():
    rows = [row for row in read_table(SHIPPED / "calibration.csv")[1:] if row[1][0] == "punting"]
    reached = [float(row[1][5]) for row in rows]
    assert len(reached) == 13
    assert all(high - low > 0.1 for high, low in pairwise(reached))
    assert load_charts().charts.punting[1:, [0, 10]].tolist() == [[arrays.LONG_PUNT] * 2] * 12


def test_no_defence_is_dominated_and_each_has_its_play():
    mpc = load_charts().charts.mpc.tolist()
    names = arrays.DEFENSES
    assert not dominated([mpc[k] for k in (0, 1, 2, 3, 4, 6, 8)])
    assert not dominated([mpc[k][:3] for k in (5, 7)])
    assert mpc[names.index("V")][4] == min(row[4] for row in mpc[:7])
    assert mpc[names.index("V")][4] < mpc[names.index("blitz")][4]
    assert dominated([[0, 0], [0, 1]])
    assert dominated([[0, 0], [0, 0]])
    assert not dominated([[0, 1], [1, 0]])


def test_a_blind_draw_changes_no_play():
    """Weights sum to 1,000, each at least 2%, and leave every play within half a per cent."""
    weights = solved.blind_weights()
    for situation, drawn in ((0, (0, 1, 2, 3, 4, 6)), (1, (5, 7)), (2, (0, 1, 2, 3, 4, 6, 8))):
        column = [weights[name][situation] for name in arrays.DEFENSES]
        assert sum(column) == 1000
        assert all(column[k] >= 20 for k in drawn)
        assert not any(column[k] for k in range(9) if k not in drawn)
    rows = [row for _, row in read_table(SHIPPED / "calibration.csv") if row[1].startswith("blind draw")]
    assert len(rows) == 13
    assert all(abs(float(row[5])) < 0.5 for row in rows)


def test_columns_can_be_solved_without_a_man():
    charts = load_charts().charts
    assert (solved.solve_run_columns() == charts.rushing_gain).all()
    assert (solved.solve_gain_columns() == charts.pass_gain).all()
    without = solved.solve_run_columns(leave_out="gedman-gene")
    assert without.shape == (36, 21)
    assert (without[:, 18] != charts.rushing_gain[:, 18]).any()  # he is the only man with an S
    assert (solved.solve_gain_columns(leave_out="moore-lenny") != charts.pass_gain).any()


def test_printed_cells_are_kept_when_solved_without_a_man():
    table = solved.solve_run_columns(leave_out="brown-jim")
    assert table[0, :8].tolist() == load_charts().charts.rushing_gain[0, :8].tolist()


def test_shares_of_completions_are_near_the_best():
    """COMPLETED is what the throws' assumed mix completes; the printed triples don't contradict it."""
    assert sum(COMPLETED) == 100
    _, misfit = known.fit_gains()
    _, wrong = known.fit_gains(completed=(34, 33, 33))
    assert misfit * 5 < wrong


def test_evidence_is_pooled_by_letter():
    sheets = known.read_evidence()
    assert sheets.kick_returns[GAIN_LETTERS.index("I")] == (3536, 150)
    assert sheets.punt_returns[RUN_LETTERS.index("D")][1] == 78
    assert {back.player for back in sheets.backs} >= {"brown-jim", "moore-lenny", "gedman-gene"}


def test_the_command_says_what_is_wrong(capsys):
    assert tools.main([]) == 2
    assert tools.main(["no-such-game"]) == 2
    assert tools.main(["football-strategy"]) == 2
    told = capsys.readouterr().err
    assert "no-such-game" in told
    assert "'football-strategy'" in told
    assert "a game with cells that were solved for" in told
