"""Drawn charts: they honour everything printed, differ elsewhere, and give back the shipped chart when
nothing is drawn."""

from fractions import Fraction

import pytest

import simlib
from simlib.files.seasons import load_season
from simlib.rulesets.solving import Observation
from simlib.rulesets.spi.charts import draws
from simlib.rulesets.spi.charts.draws import LEAST_SPREAD, SPREADS, draw, draw_charts, lots_of, redrawn
from simlib.rulesets.spi.charts.read import load_chart_files
from simlib.rulesets.spi.charts.solution import HELD

SHIPPED = load_chart_files().charts


@pytest.fixture(scope="module")
def drawn():
    return draw_charts(1, 0)


def test_everything_held_stands_and_other_cells_move(drawn):
    for name, texts in drawn.items():
        chart = SHIPPED[name]
        cells = [
            (new, old, word.split()[0] in HELD)
            for new_row, old_row, words in zip(texts, chart.texts, chart.provenance, strict=True)
            for new, old, word in zip(new_row, old_row, words, strict=True)
        ]
        assert all(new == old for new, old, held in cells if held)
        free = [new != old for new, old, held in cells if not held]
        assert sum(free) > len(free) / 5


def test_a_draw_is_the_same_each_time_and_another_number_is_another(drawn):
    assert draw_charts(1, 0) == drawn
    assert draw_charts(1, 1) != drawn != draw_charts(2, 0)


def test_with_every_miss_given_back_as_it_was_the_shipped_charts_come_out(monkeypatch):
    monkeypatch.setattr(draws, "INFLATION", Fraction(1))
    monkeypatch.setattr(draws, "lots_of", lambda seed, number: {2: 1, SPREADS: 100 - LEAST_SPREAD, 13: 0}.get)
    for name, texts in draw_charts(1, 0).items():
        pairs = [(a, b) for new, old in zip(texts, SHIPPED[name].texts, strict=True)
                 for a, b in zip(new, old, strict=True)]  # fmt: skip
        # the goal line's cut is found in rounds: a mean may differ by thousandths of a yard
        assert sum(a != b for a, b in pairs) <= len(pairs) // 25


def test_lots_are_even_and_their_own():
    lot = lots_of(3, 0)
    signs = [lot(2) for _ in range(400)]
    assert 150 < sum(signs) < 250
    assert signs != [lots_of(3, 1)(2) for _ in range(400)]
    assert {lots_of(k, 0)(13) for k in range(200)} == set(range(13))


def test_redrawn_curves_scatter_as_the_averages_do():
    """About a straight line, each average off by one yard: curves move, their mean over draws does not."""
    seen = [Observation({k: 1}, Fraction(k) + (-1) ** k, 1) for k in range(10)]
    curves = [redrawn(seen, 10, 1000, lots_of(1, number))[0] for number in range(60)]
    plain = draws.fit_curve(10, seen, 1000)
    middles = [float(curve[5] - plain[5]) for curve in curves]
    assert abs(sum(middles) / 60) < 0.2
    assert max(middles) - min(middles) > 0.5


def test_a_draw_can_be_replayed_and_its_men_are_rated_against_it(tmp_path):
    season = load_season("1958")
    charts, copy = draw(season, tmp_path, 1, 0)
    run = simlib.replay(copy, charts=charts, seasons=2)
    assert run.meta.charts_hash != simlib.replay(1958, seasons=1).meta.charts_hash
    assert run.meta.cells["printed"] == simlib.replay(1958, seasons=1).meta.cells["printed"]
    sheets = "spi/players.csv"
    assert (copy.folder / sheets).read_text() != (season.folder / sheets).read_text()
    simlib.load_season(copy.folder)
