"""The one-die field-goal table, solved: the rulebook names its columns and results, not its cells.

Known: one die; a first column 0-10, used for tries as well; a reach of 45 yards; the results good, no
good, blocked and penalty. Two relatives are known whole: the later two-dice table, and the one-die table
of an older edition, which stops at 38. The solution takes the older table's columns and its penalty (5
in 0-10), adds a column to 45, and gives each column the whole number of sixths nearest to the mean of
the relatives' chances over the column's yards; at a tie the older one-die table's. No column is
without a success or a failure, and none is better than a nearer one. The 6 is blocked past 10 yards.

`python -m simlib.rulesets.football_strategy.charts.field_goals` writes the table.
"""

from fractions import Fraction

from simlib.files.charts import Chart, write_chart
from simlib.files.folders import data_folder
from simlib.rulesets.football_strategy.charts.read import (
    GAME,
    OLDER_GOALS,
    ONE_DIE_GOALS,
    ROLLS,
    SPEC,
    TWO_DICE_GOALS,
    load_chart_files,
)
from simlib.rulesets.football_strategy.play import arrays as fs

FACES = 6
PENALTY_FACE = 5  # of the first column, in the older table
KEY = "fitted field-goal"


def _chance(chart: Chart, reaches: dict[str, int], yards: int) -> Fraction | None:
    """Chance of success from `yards`, a penalty thrown again; None past the table's reach."""
    name = next((name for name, reach in reaches.items() if yards <= reach), None)
    if name is None:
        return None
    place = [column.name for column in chart.spec.columns].index(name)
    results = [row[place] for row in chart.values]
    # Two dice: 1, 2, .. 6, .. 1 ways for the totals 2 to 12.
    ways = [1] * FACES if len(results) == FACES else [min(k + 1, 11 - k) for k in range(11)]
    good = sum(way for way, result in zip(ways, results, strict=True) if result == fs.GOOD)
    again = sum(way for way, result in zip(ways, results, strict=True) if result == fs.KICK_AGAIN)
    return Fraction(good, sum(ways) - again)


def _nearest(value: Fraction, towards: Fraction | None) -> int:
    """Nearest whole number; at a tie the one nearer to `towards`, the lower without it."""
    low = value.numerator // value.denominator
    if value - low != Fraction(1, 2):
        return low + int(value - low > Fraction(1, 2))
    return low + int(towards is not None and towards > value)


def solved_table(charts: dict[str, Chart]) -> list[list[str]]:
    """Texts of the table, a row for each roll 1 to 6, a column for each of ONE_DIE_GOALS."""
    later, older = charts["field_goal_two_dice"], charts["field_goal_older"]
    columns: list[list[str]] = []
    most, nearest_yards = FACES - 1, 1
    for number, reach in enumerate(ONE_DIE_GOALS.values()):
        means, old = [], []
        for yards in range(nearest_yards, reach + 1):
            known = (_chance(later, TWO_DICE_GOALS, yards), _chance(older, OLDER_GOALS, yards))
            chances = [chance for chance in known if chance is not None]
            means.append(sum(chances, Fraction(0)) / len(chances))
            old += [known[1]] if known[1] is not None else []
        faces = FACES - 1 if number == 0 else FACES
        towards = faces * sum(old, Fraction(0)) / len(old) if old else None
        good = _nearest(faces * sum(means, Fraction(0)) / len(means), towards)
        good = min(max(good, 1), most, faces - 1)
        column = ["G"] * good + ["N"] * (FACES - good)
        if number == 0:
            column[PENALTY_FACE - 1] = "P"
        else:
            column[FACES - 1] = "B"
        columns.append(column)
        most, nearest_yards = good, reach + 1
    return [list(row) for row in zip(*columns, strict=True)]


def write_field_goals() -> None:
    """Solve the table and write it to the shipped charts."""
    texts = solved_table(load_chart_files().charts)
    spec = SPEC["field_goal_one_die"]
    write_chart(spec, data_folder("charts") / GAME, texts, [[KEY] * len(spec.columns)] * len(ROLLS))


if __name__ == "__main__":
    write_field_goals()
