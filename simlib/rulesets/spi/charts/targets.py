"""What SPI's solved charts were aimed at and what they reach: the lines of calibration.csv."""

from collections.abc import Sequence
from fractions import Fraction

from simlib.rulesets.counting import mixture, touchdown_chance
from simlib.rulesets.solving import Target, average, decimal
from simlib.rulesets.spi.charts import evidence as known
from simlib.rulesets.spi.charts import open_cells as cells
from simlib.rulesets.spi.charts.expectations import run_distribution
from simlib.rulesets.spi.charts.open_field import PARTS
from simlib.rulesets.spi.charts.read import GAIN_LETTERS, PLAYS, PUNT_LETTERS, RUN_LETTERS
from simlib.rulesets.spi.charts.reference import (
    KICK_RETURN_STARTS,
    PASS_BANDS,
    PUNT_BANDS,
    PUNT_RETURN_STARTS,
    RUN_BANDS,
    RUN_STARTS,
)
from simlib.rulesets.spi.charts.solution import Solution, mean_of, only_column, punt_worth
from simlib.rulesets.spi.play.arrays import DEFENSES

# Longest runs of the 24 printed backs in 1958: how many had one of at least so many yards.
REAL_LONG_RUNS = {20: 22, 30: 17, 40: 12, 50: 10}
_SHEETS = "1958 sheets and statistics"
_ONES = (1,) * cells.RUN_ROWS


def targets_of(solution: Solution) -> list[Target]:
    """Every target of the solved charts with what they reach, the assumed starts of plays first."""
    return [
        *_assumed(),
        *_run_targets(solution),
        *_gain_targets(solution),
        *_punt_targets(solution),
        *_other_targets(solution),
    ]


def _assumed() -> list[Target]:
    """Where plays are taken to begin: nothing is aimed at, nothing missed."""
    lines = []
    kinds = ("runs", "Short passes", "Medium passes", "Long passes", "punts")
    for what, bands in zip(kinds, (RUN_BANDS, *PASS_BANDS, PUNT_BANDS), strict=True):
        for band, weight in enumerate(bands):
            yards = f"{10 * band + 1}-{min(10 * band + 10, 99)}"
            name, share = f"{what} that begin {yards} yards from the goal", Fraction(weight)
            lines.append(Target("reference", name, "assumed", "per 1000", share, share))
    return lines


def _pooled(
    chart: str, name: str, pools: dict[int, tuple[int, int]], letters: str, reach: Sequence[Fraction]
) -> list[Target]:
    """Real averages of returners' letters beside a chart's columns."""
    return [
        Target(
            chart,
            f"{name} of letter {letters[k]}",
            f"1958: {n} returns",
            "yards",
            Fraction(yards, n),
            reach[k],
        )
        for k, (yards, n) in sorted(pools.items())
    ]


def _run_targets(solution: Solution) -> list[Target]:
    sheets = known.read_evidence()
    medium, long = (only_column(solution.charts[name]) for name in ("medium_gain", "long_gain"))
    carry = cells.run_worth(RUN_STARTS, medium, long)
    back = cells.run_worth(PUNT_RETURN_STARTS, medium, long)
    columns = solution.runs.columns
    play = [mean_of(column, _ONES, carry) for column in columns]
    basis = f"{_SHEETS}: backs, punt returns"
    targets = [
        Target("rushing_gain", f"mean of {letter} in play", basis, "yards", wanted, reached)
        for letter, wanted, reached in zip(RUN_LETTERS, solution.runs.means, play, strict=True)
    ]
    returned = [mean_of(column, _ONES, back) for column in columns]
    targets += _pooled("rushing_gain", "punt returns", sheets.punt_returns, RUN_LETTERS, returned)
    for man in sheets.backs:
        real = Fraction(man.rush_yards, man.carries)
        name, basis = f"carries of {man.player}", f"1958: {man.carries} carries"
        targets.append(Target("rushing_gain", name, basis, "yards", real, average(play, man.run_shares())))
    return targets + _long_runs(sheets.backs, columns, medium, long)


def _long_runs(
    backs: Sequence[known.Back], columns: Sequence[Sequence[int]], medium: Sequence[int], long: Sequence[int]
) -> list[Target]:
    """Expected numbers of printed backs with a long run, touchdowns a carry, and the goal line's cut."""
    runs = [run_distribution(column, medium, long) for column in columns]
    targets, scale = [], 10**12
    for yards, real in REAL_LONG_RUNS.items():
        room = Fraction(sum(w for d, w in RUN_STARTS.items() if d >= yards), sum(RUN_STARTS.values()))
        chance = [sum((p for gain, p in run.items() if gain >= yards), Fraction(0)) * room for run in runs]
        expected = 0
        for man in backs:
            miss, never = scale - round(scale * average(chance, man.run_shares())), scale
            for _ in range(man.carries):
                never = never * miss // scale
            expected += scale - never
        name, basis = f"printed backs with a run of {yards} or more", "1958: longest runs of 24 backs"
        targets.append(Target("rushing_gain", name, basis, "men", Fraction(real), Fraction(expected, scale)))
    shares: dict[int, int] = {}
    for man in backs:
        for letter, share in man.run_shares().items():
            shares[letter] = shares.get(letter, 0) + share * man.carries
    total = sum(shares.values())
    league = mixture((Fraction(share, total), runs[letter]) for letter, share in sorted(shares.items()))
    scored = 100 * touchdown_chance(league, RUN_STARTS)
    basis = "1958: 176 of 4,805; not aimed at"
    return [
        *targets,
        Target("rushing_gain", "touchdowns per 100 carries", basis, "percent", Fraction(17600, 4805), scored),
    ]


def _gain_targets(solution: Solution) -> list[Target]:
    sheets, columns = known.read_evidence(), solution.gains.columns
    play = [
        mean_of(column, cells.SUMMED_WAYS, cells.worth_of(cells.gain_starts(k)))
        for k, column in enumerate(columns)
    ]
    basis = f"{_SHEETS}: catches, kick returns"
    targets = [
        Target("pass_gain_return", f"mean of {letter} in play", basis, "yards", wanted, reached)
        for letter, wanted, reached in zip(GAIN_LETTERS, solution.gains.means, play, strict=True)
    ]
    kick = cells.worth_of(KICK_RETURN_STARTS)
    returned = [mean_of(column, cells.SUMMED_WAYS, kick) for column in columns]
    targets += _pooled("pass_gain_return", "kick returns", sheets.kick_returns, GAIN_LETTERS, returned)
    for man in sheets.backs:
        if man.catches:
            real = Fraction(man.catch_yards, man.catches)
            name, basis = f"catches of {man.player}", f"1958: {man.catches} catches"
            reached = average(play, man.gain_shares())
            targets.append(Target("pass_gain_return", name, basis, "yards", real, reached))
    return targets


def _punt_targets(solution: Solution) -> list[Target]:
    worth = punt_worth(solution.charts)
    rows = zip(PUNT_LETTERS, solution.punts.means, solution.punts.columns, strict=True)
    return [
        Target(
            "punting",
            f"mean of {letter} in play",
            f"{_SHEETS}: punters",
            "yards",
            wanted,
            mean_of(row, cells.SUMMED_WAYS, worth),
        )
        for letter, wanted, row in rows
    ]


def _other_targets(solution: Solution) -> list[Target]:
    targets = []
    for situation, left in solution.defense.left.items():
        for play, parts in zip(PLAYS, left, strict=False):
            name = f"blind draw {situation} against {play}"
            reached = Fraction(100 * parts, PARTS)
            targets.append(
                Target("master_play_chart", name, "case 4.7: no effect", "percent", Fraction(0), reached)
            )
    wanted, reached_totals = solution.flags.wanted, solution.flags.reached
    units = {"penalties": "accepted (frequency is printed)", "yards": "yards", "first downs": "first downs"}
    for unit, figure, got in zip(units, wanted, reached_totals, strict=True):
        name = f"penalty {units[unit]}"
        targets.append(Target("penalty", name, "1958 league total", unit, figure, got))
    return targets


def summary(targets: Sequence[Target], solution: Solution) -> list[str]:
    """Lines for the terminal: worst residuals by chart, the blind draw's weights and differences."""
    lines = []
    for chart in dict.fromkeys(target.chart for target in targets):
        means = [target for target in targets if target.chart == chart and " in play" in target.name]
        if means:
            worst = max(means, key=lambda target: abs(target.reached - target.wanted))
            miss = decimal(worst.reached - worst.wanted, 3)
            lines.append(f"{chart}: {len(means)} means, worst {worst.name}: {miss} yards")
    for target in targets:
        if target.chart == "penalty":
            wanted, reached = decimal(target.wanted, 0), decimal(target.reached, 0)
            lines.append(f"{target.name}: wanted {wanted}, reached {reached}")
    for situation, left in solution.defense.left.items():
        parts = (
            f"{play} {decimal(Fraction(100 * x, PARTS), 2)}%" for play, x in zip(PLAYS, left, strict=False)
        )
        lines.append(f"blind draw, {situation.replace('_', ' ')}: difference left {', '.join(parts)}")
    for name, (field, inside, yard) in zip(DEFENSES, solution.defense.weights, strict=True):
        lines.append(
            f"blind draw of {name}: {field} open field, {inside} inside the 10, {yard} short yardage"
        )
    return lines
