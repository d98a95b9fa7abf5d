"""What would fix a man, printed men judged with the charts solved without them, verdicts over many charts."""

import pytest

import simlib
from simlib.files.seasons import load_season
from simlib.judge.deviation import Row
from simlib.judge.ensemble import Ensemble, EnsembleRow
from simlib.judge.left_out import LeftOut, judge_left_out, summarize
from simlib.judge.remedies import Move, best_move, find_remedies
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.sheets.ratings import judge_ratings


def row(mean, actual):
    values = dict.fromkeys(Row._fields) | {"level": "player", "mean": mean, "actual": actual}
    return Row(**values)


MOVES = (
    Move("RIS", "K", "L", 1, 0.97),
    Move("ROS", "K", "L", 1, 0.94),
    Move("ROS", "K", "M", 2, 0.90),
    Move("ROS", "K", "J", -1, 1.06),
)


def test_the_fewest_letters_win_then_the_nearest():
    assert best_move(row(4.4, 4.0), MOVES).move == MOVES[1]
    assert best_move(row(4.5, 4.0), MOVES).move == MOVES[2]
    assert best_move(row(3.78, 4.0), MOVES).move == MOVES[3]
    assert best_move(row(6.0, 4.0), MOVES)[1:] == (None, None)
    assert best_move(row(4.4, 4.0), MOVES).deviation == pytest.approx(3.4)


def test_a_remedy_brings_its_man_inside():
    run = simlib.replay(1958, seasons=100)
    found = find_remedies(run, simlib.accuracy(run))
    assert len(found) > 10
    for remedy in found:
        assert abs(remedy.row.deviation) > 5
        if remedy.move:
            assert abs(remedy.deviation) <= 5 < abs(remedy.row.deviation)
            assert remedy.move.old != remedy.move.new
            assert abs(remedy.move.steps) in (1, 2)
            assert (remedy.move.ratio > 1) == (remedy.row.deviation < 0)


@pytest.fixture(scope="module")
def lines():
    return judge_left_out("spi")


def test_men_left_out_agree_with_the_slow_way(lines):
    """Charts wholly solved again, cells and all, without one man."""
    season, charts = load_season("1958"), load_charts().charts
    slow = {man.player: man for man in judge_ratings(season, charts)}
    for line in lines:
        if line.stat == "yards_per_carry" and line.player in slow:
            assert line.implied == pytest.approx(float(slow[line.player].implied), abs=0.03)
    from simlib.rulesets.spi.charts.solved import charts_without
    from simlib.rulesets.spi.sheets import ratings

    without = ratings.scale_of_charts(charts_without(charts, "brown-jim"))
    (brown,) = (x for x in lines if x.player == "brown-jim" and x.stat == "yards_per_carry")
    sheet = next(back for back in known_backs() if back.player == "brown-jim")
    exact = ratings.rating.implied_carry(without, sheet.inside, sheet.outside)
    assert brown.implied_without == pytest.approx(float(exact), abs=0.03)


def known_backs():
    from simlib.rulesets.spi.charts.evidence import read_evidence

    return read_evidence().backs


def test_leaving_a_man_out_never_flatters_him(lines):
    """His own line pulls the curve to him, so without him he is at least as far off, all in all."""
    for stat, least in (("yards_per_carry", 40), ("yards_per_catch", 15)):
        found = summarize(lines, stat, least)
        assert found.within5 <= found.within5_with <= found.men
        assert found.within3 <= found.within5
        size = [sum(abs(getattr(x, name)) for x in lines if x.stat == stat)
                for name in ("deviation", "deviation_without")]  # fmt: skip
        assert size[0] < size[1]
    assert summarize(lines, "yards_per_carry", 10**6) is None
    assert judge_left_out("synthetic") == ()


@pytest.mark.parametrize(("sizes", "median"), [((4.0, -1.0, 9.0), 4.0), ((4.0, -1.0, 9.0, -6.0), 5.0)])
def test_the_middle_of_what_is_left(sizes, median):
    lines = [
        LeftOut("BAL", f"man-{k}", f"Man {k}", "yards_per_carry", 40, 4.0, 4.0, 4.0, 5.0, size)
        for k, size in enumerate(sizes)
    ]
    found = summarize(lines, "yards_per_carry", 40)
    assert (found.men, found.median) == (len(sizes), median)
    assert (found.within5, found.within3, found.within5_with) == (2, 1, len(sizes))
    assert summarize(lines, "yards_per_carry", 41) is None


def test_a_verdict_holds_from_95_per_cent_of_the_charts_on():
    lines = [EnsembleRow(row(4.0, 4.0), 0, 0, 0, holds, 0, 0, holds) for holds in (0.94, 0.95, 1.0)]
    assert Ensemble(100, 400, tuple(lines)).settled() == (2, 3)
    assert Ensemble(100, 400, tuple(lines)).settled("team") == (0, 0)
