"""SPI's printed backs judged: what their letters mean when the column means are solved without them.

The cells are solved to the means within a hundredth of a yard or two, so the means are what is judged;
what the goal line cuts off each column is kept as solved from everybody.
"""

from fractions import Fraction

from simlib.files.seasons import load_season
from simlib.rulesets.answers import LeftOut
from simlib.rulesets.solving import average
from simlib.rulesets.spi.charts import evidence as known
from simlib.rulesets.spi.charts import open_cells as cells
from simlib.rulesets.spi.charts.read import load_chart_files
from simlib.rulesets.spi.charts.reference import PUNT_RETURN_STARTS, RUN_STARTS
from simlib.rulesets.spi.charts.solution import Charts, held_cells, mean_of, only_column


def run_cuts(charts: Charts) -> dict[int, Fraction]:
    """Yards that the goal line cuts off a carry of each Rushing Gain column but not off a return."""
    medium, long = only_column(charts["medium_gain"]), only_column(charts["long_gain"])
    carry = cells.run_worth(RUN_STARTS, medium, long)
    back = cells.run_worth(PUNT_RETURN_STARTS, medium, long)
    ones = (1,) * cells.RUN_ROWS
    columns = zip(*charts["rushing_gain"].values, strict=True)
    return {k: mean_of(c, ones, back) - mean_of(c, ones, carry) for k, c in enumerate(columns)}


def gain_cuts(charts: Charts) -> dict[int, Fraction]:
    """The same for Pass Gain columns, catches beside kick returns."""
    printed = held_cells(charts["pass_gain_return"])[:-1]
    means, _ = known.fit_gains()
    cut: dict[int, Fraction] = {}
    for _ in range(2):
        cut = {k: cells.gain_cut(k, mean + cut.get(k, 0), printed[k]) for k, mean in enumerate(means)}
        means, _ = known.fit_gains(cut=cut)
    return cut


def judge_printed_men() -> tuple[LeftOut, ...]:
    """Carries and catches of every printed back, in the order of the sheets."""
    charts, season = load_chart_files().charts, load_season(str(known.SEASON))
    men = {man.id: man for man in season.players}
    runs, gains = run_cuts(charts), gain_cuts(charts)
    all_runs, _ = known.fit_runs(cut=runs)
    all_gains, _ = known.fit_gains(cut=gains)
    found = []
    for back in known.read_evidence().backs:
        man = men[back.player]
        if back.carries and back.rush_yards:
            without, _ = known.fit_runs(back.player, cut=runs)
            shares = back.run_shares()
            real = Fraction(back.rush_yards, back.carries)
            implied = average(all_runs, shares), average(without, shares)
            found.append(_line(man.team, man.id, man.name, "yards_per_carry", back.carries, real, *implied))
        if back.catches and back.catch_yards and back.gain_shares():
            without, _ = known.fit_gains(back.player, cut=gains)
            shares = back.gain_shares()
            real = Fraction(back.catch_yards, back.catches)
            implied = average(all_gains, shares), average(without, shares)
            found.append(_line(man.team, man.id, man.name, "yards_per_catch", back.catches, real, *implied))
    return tuple(found)


def _line(
    team: str, player: str, name: str, stat: str, tries: int, real: Fraction, whole: Fraction, out: Fraction
) -> LeftOut:
    shifts = (float(100 * (implied / real - 1)) for implied in (whole, out))
    return LeftOut(team, player, name, stat, tries, float(real), float(whole), float(out), *shifts)
