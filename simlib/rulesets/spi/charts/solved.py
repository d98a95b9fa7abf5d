"""SPI's lost cells, solved: which chart, to which targets, in which order; `simlib.rulesets.solving` runs it.

The charts' printed, forced and assumed cells are read from the charts themselves and stay as they are;
every other cell is solved anew from 1958 alone (other seasons are never fitted to, so that they test it).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from simlib.files.charts import Chart, write_chart
from simlib.files.folders import data_folder
from simlib.files.seasons import load_season
from simlib.rulesets.solving import write_targets
from simlib.rulesets.spi.charts import evidence as known
from simlib.rulesets.spi.charts import open_cells as cells
from simlib.rulesets.spi.charts import open_field as defense
from simlib.rulesets.spi.charts import penalty_cells as penalties
from simlib.rulesets.spi.charts.read import BLIND_DEFENSE, GAME, SPEC, load_chart_files
from simlib.rulesets.spi.charts.reference import BETTER_SIDE, LEAGUE_LETTERS, PUNT_RETURN_STARTS, RUN_STARTS
from simlib.rulesets.spi.charts.solution import (
    HELD,
    Charts,
    Flags,
    Solution,
    Solved,
    SolvedDefense,
    held_cells,
    is_held,
    mean_of,
    only_column,
    punt_worth,
)
from simlib.rulesets.spi.charts.targets import summary, targets_of
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.play.arrays import DEFENSES, LONG_GAIN, LONG_PUNT, MEDIUM_GAIN, TOUCHDOWN

GAIN_WORDS = {MEDIUM_GAIN: "MG", LONG_GAIN: "LG", TOUCHDOWN: "TD"}
PUNT_WORDS = {LONG_PUNT: "LP"}


def solve_runs(charts: Charts, leave_out: str | None = None) -> Solved:
    """Rushing Gain, twice over: the first solution tells what the goal line cuts off each column."""
    medium, long = only_column(charts["medium_gain"]), only_column(charts["long_gain"])
    carry = cells.run_worth(RUN_STARTS, medium, long)
    punt_return = cells.run_worth(PUNT_RETURN_STARTS, medium, long)
    printed, ones = held_cells(charts["rushing_gain"]), (1,) * cells.RUN_ROWS
    cut: dict[int, Fraction] = {}
    for _ in range(2):
        means, _ = known.fit_runs(leave_out, cut=cut)
        columns = [cells.run_column(k, mean, printed[k], carry) for k, mean in enumerate(means)]
        cut = {
            k: mean_of(column, ones, punt_return) - mean_of(column, ones, carry)
            for k, column in enumerate(columns)
        }
    return Solved(means, columns)


def solve_gains(charts: Charts, leave_out: str | None = None) -> Solved:
    """Pass Gain and Return: means with the goal line's cut found in two rounds, then the cells."""
    printed = held_cells(charts["pass_gain_return"])[:-1]
    means, _ = known.fit_gains(leave_out)
    cut: dict[int, Fraction] = {}
    for _ in range(2):
        cut = {k: cells.gain_cut(k, mean + cut.get(k, 0), printed[k]) for k, mean in enumerate(means)}
        means, _ = known.fit_gains(leave_out, cut=cut)
    columns = [cells.gain_column(k, mean, mean + cut[k], printed[k]) for k, mean in enumerate(means)]
    return Solved(means, columns)


def solve_punts(charts: Charts) -> Solved:
    """Punting, row by row; a row that is printed whole stays and holds its neighbours in order."""
    worth, printed = punt_worth(charts), printed_punts(charts["punting"])
    whole = whole_punts(printed, worth)
    return Solved(*fill_punts(known.fit_punts(whole), printed, whole, worth))


def printed_punts(chart: Chart) -> list[dict[int, int]]:
    """Printed cells of each row of the Punting chart, column -> value."""
    return [
        {column: value for column, value in enumerate(values) if words[column].startswith("printed")}
        for values, words in zip(chart.values, chart.provenance, strict=True)
    ]


def whole_punts(printed: Sequence[Mapping[int, int]], worth: cells.Worth) -> dict[int, Fraction]:
    """Means in play of the rows that are printed whole."""
    return {
        letter: mean_of(list(row.values()), cells.SUMMED_WAYS, worth)
        for letter, row in enumerate(printed)
        if len(row) == len(cells.SUMMED_WAYS)
    }


def fill_punts(
    means: list[Fraction],
    printed: Sequence[Mapping[int, int]],
    whole: Mapping[int, Fraction],
    worth: cells.Worth,
) -> tuple[list[Fraction], list[list[int]]]:
    """Means, and rows that have them."""
    rows = [
        list(printed[letter].values())
        if letter in whole
        else cells.punt_row(letter, mean, printed[letter], worth)
        for letter, mean in enumerate(means)
    ]
    return means, rows


def _array(columns: list[list[int]]) -> NDArray[np.int16]:
    array = np.ascontiguousarray(np.array(columns, dtype=np.int16).T)
    array.flags.writeable = False
    return array


def solve_run_columns(leave_out: str | None = None) -> NDArray[np.int16]:
    """Rushing Gain table, [36 throws, 21 letters], solved again without one man's line."""
    return _array(solve_runs(load_chart_files().charts, leave_out).columns)


def solve_gain_columns(leave_out: str | None = None) -> NDArray[np.int16]:
    """Pass Gain and Return table, [11 totals, 16 letters], solved again without one man's line."""
    return _array(solve_gains(load_chart_files().charts, leave_out).columns)


def charts_without(charts: arrays.Charts, player: str) -> arrays.Charts:
    """Charts whose gain columns are solved again without a man."""
    return charts._replace(
        rushing_gain=solve_run_columns(leave_out=player), pass_gain=solve_gain_columns(leave_out=player)
    )


def league_letters() -> tuple[dict[int, int], dict[int, int]]:
    """Letters of the printed backs' carries inside and outside, letter -> share."""
    inside: dict[int, int] = {}
    outside: dict[int, int] = {}
    for back in known.read_evidence().backs:
        better = back.inside <= back.outside
        share = 50 if back.inside == back.outside else BETTER_SIDE if better else 100 - BETTER_SIDE
        inside[back.inside] = inside.get(back.inside, 0) + share * back.carries
        outside[back.outside] = outside.get(back.outside, 0) + (100 - share) * back.carries
    return inside, outside


def play_effects(charts: Charts, runs: Solved) -> defense.Effects:
    """Adjustment -> change of each play's league average, through the columns as solved."""
    carry = cells.run_worth(RUN_STARTS, only_column(charts["medium_gain"]), only_column(charts["long_gain"]))
    carries = [mean_of(column, (1,) * cells.RUN_ROWS, carry) for column in runs.columns]
    completions = [last + 1 for last in only_column(charts["pass_completion"])]
    passes = (defense.effect(completions, shares) for shares in LEAGUE_LETTERS.passing)
    return (*(defense.effect(carries, shares) for shares in league_letters()), *passes)


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def solve_defense(charts: Charts, effects: defense.Effects) -> SolvedDefense:
    """Open cells of the Master Play Chart and the weights of the blind draw."""
    chart = charts["master_play_chart"]
    letters = {name: [value // 16 for value in row] for name, row in zip(DEFENSES, chart.values, strict=True)}
    first_four = [letters[name] for name in DEFENSES[:4]]
    short, medium = letters["blitz"][defense.SHORT], letters["blitz"][defense.MEDIUM]
    field = defense.solve_open_field(effects, first_four, (short, medium))
    blitz = (*field.blitz[:2], short, medium, field.blitz[2])
    inside = (*field.blitz[:2], letters["blitz_inside_10"][defense.SHORT])
    goal_line, near = defense.solve_inside_ten(effects, inside)
    yard, one = defense.solve_short_yardage(effects, [*first_four, field.fifth, blitz])
    solved = {
        "V": [_signed(n) for n in field.fifth],
        "goal_line": [*(_signed(n) for n in goal_line), "P", "P"],
        "blitz": [*(_signed(n) for n in blitz[:4]), f"{_signed(blitz[4])}c"],
        "blitz_inside_10": [*(_signed(n) for n in inside), "P", "P"],
        "short_yardage": [_signed(n) for n in yard],
    }
    texts = []
    for row, name in enumerate(DEFENSES):
        words = [cell.split(" ")[0] for cell in chart.provenance[row]]
        solved_row = solved.get(name, list(chart.texts[row]))
        keep = [word in HELD and not (name == "blitz_inside_10" and word == "forced") for word in words]
        texts.append(
            [old if k else new for k, old, new in zip(keep, chart.texts[row], solved_row, strict=True)]
        )
    open_field, inside_ten = dict.fromkeys(DEFENSES, 0), dict.fromkeys(DEFENSES, 0)
    short_yardage = dict(open_field)
    usual = (*DEFENSES[:5], "blitz")
    open_field |= dict(zip(usual, field.draw.weights, strict=True))
    inside_ten |= dict(zip(("goal_line", "blitz_inside_10"), near.weights, strict=True))
    short_yardage |= dict(zip((*usual, "short_yardage"), one.weights, strict=True))
    weights = [[open_field[name], inside_ten[name], short_yardage[name]] for name in DEFENSES]
    left = {"open_field": field.draw.left, "inside_10": near.left, "short_yardage": one.left}
    return SolvedDefense(texts, weights, left)


def blind_weights() -> dict[str, tuple[int, int, int]]:
    """Weights of a blind draw in thousandths: defence -> (open field, inside the 10, short yardage)."""
    charts = load_chart_files().charts
    solved = solve_defense(charts, play_effects(charts, solve_runs(charts)))
    return {name: (row[0], row[1], row[2]) for name, row in zip(DEFENSES, solved.weights, strict=True)}


def solve_flags(charts: Charts) -> Flags:
    """Open cells of the Penalty table, from the yards and first downs of 1958's penalties."""
    chart, season = charts["penalty"], load_season(str(known.SEASON))

    def real(column: str) -> int:
        return sum(int(team.stats[column] or 0) for team in season.teams)

    worth, roughing = penalties.worth_in_play()
    names = "penalties", "penalty_yds", "first_downs_penalty"
    wanted = penalties.Totals(*(Fraction(real(name)) for name in names))
    printed = {
        (row, column): chart.texts[row][column]
        for row in range(len(chart.spec.rows))
        for column in range(len(chart.spec.columns))
        if chart.provenance[row][column].startswith("printed")
    }
    table = penalties.solve_penalties(printed, worth, wanted.plus(roughing, Fraction(-1)))
    texts = [
        [table[row, column] for column in range(len(chart.spec.columns))]
        for row in range(len(chart.spec.rows))
    ]
    return Flags(texts, wanted, penalties.totals(table, worth).plus(roughing))


def chart_texts(
    chart: Chart, columns: Sequence[Sequence[int]], words: Mapping[int, str], sign: bool = True
) -> list[list[str]]:
    """Texts by row of a chart of yards, solved [column][row]; cells that are held keep theirs."""
    texts = [list(row) for row in chart.texts]
    for column, values in enumerate(columns):
        for row, value in enumerate(values):
            if not is_held(chart.provenance[row][column]):
                texts[row][column] = words.get(value) or (_signed(value) if sign else str(value))
    return texts


def solve() -> Solution:
    """Solve every open cell of the shipped charts."""
    charts = load_chart_files().charts
    runs = solve_runs(charts)
    return Solution(
        charts,
        runs,
        solve_gains(charts),
        solve_punts(charts),
        solve_defense(charts, play_effects(charts, runs)),
        solve_flags(charts),
    )


def calibrate() -> list[str]:
    """Write the solved charts, the blind weights and calibration.csv; returns what to print."""
    solution = solve()
    folder = data_folder("charts") / GAME
    charts, chart = solution.charts, solution.charts["punting"]
    by_column = list(zip(*solution.punts.columns, strict=True))
    solved = {
        "rushing_gain": (
            chart_texts(charts["rushing_gain"], solution.runs.columns, GAIN_WORDS),
            "run-columns",
        ),
        "pass_gain_return": (
            chart_texts(charts["pass_gain_return"], solution.gains.columns, GAIN_WORDS),
            "gain-columns",
        ),
        "punting": (chart_texts(chart, by_column, PUNT_WORDS, sign=False), "punt-rows"),
        "master_play_chart": (solution.defense.texts, "defense-balance"),
        "penalty": (solution.flags.texts, "penalty-totals"),
    }
    for name, (texts, key) in solved.items():
        marks = [
            [cell if is_held(cell) else f"fitted {key}" for cell in row] for row in charts[name].provenance
        ]
        write_chart(SPEC[name], folder, texts, marks)
    draw = [[str(weight) for weight in row] for row in solution.defense.weights]
    write_chart(
        BLIND_DEFENSE, folder / "coaches", draw, [["fitted defense-balance"] * len(row) for row in draw]
    )
    targets = targets_of(solution)
    write_targets(folder, targets)
    return summary(targets, solution)
