"""Coaches: tables of call probabilities by situation, and who is used, as the kernel's Coach.

as-played       the assumed call table, each team's real run/pass balance, each man's real shares;
                the Master Play Chart left out (4.7)
matched         the same, with each man's inside/outside and short/medium/long mix solved so that he
                meets his real rates against the schedule he plays
solitaire-blind as-played, with the defence drawn blind after the call (4.7)

What is fitted of a coach lies in the season's folder (`season_fit`).
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlib.errors import Fault, InputError
from simlib.files.charts import read_chart, read_sources
from simlib.files.folders import data_folder
from simlib.files.seasons import Season
from simlib.rulesets.spi.charts.read import BLIND_DEFENSE, load_charts
from simlib.rulesets.spi.coach import men as usage
from simlib.rulesets.spi.coach.assumptions import Habits, get_step
from simlib.rulesets.spi.coach.files import (
    LONG,
    MEDIUM,
    RUN,
    SHORT,
    ManHabits,
    TeamHabits,
    read_calls,
    read_man_habits,
    read_policy,
    read_team_habits,
)
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.play.arrays import ALL_SHARES
from simlib.rulesets.spi.sheets.rating_scale import THROW_MIX
from simlib.rulesets.spi.sheets.read import Sheets

COACHES = ("as-played", "matched", "solitaire-blind")
CALL_TABLE, POLICY_TABLE, TEAM_TABLE = "as-played.csv", "policy.csv", "coach.csv"
MATCHED_TEAM_TABLE, MATCHED_TABLE = "matched_teams.csv", "matched.csv"
_DECIMAL = Context(prec=40)


class LoadedCoach(NamedTuple):
    """A coach ready for the kernel, and what is said of him in results.

    Attributes
    ----------
    coach : arrays.Coach
        Read-only arrays.
    cells : dict
        Provenance word -> rows of the tables he was made from.
    notes : tuple of str
        What a reader of results must know.
    """

    coach: arrays.Coach
    cells: dict[str, int]
    notes: tuple[str, ...]


class _Fitted(NamedTuple):
    teams: dict[str, TeamHabits]
    men: dict[tuple[str, str], ManHabits]
    cells: Counter[str]
    notes: list[str]


def _table(folder: Path | None, name: str) -> Path:
    """A coach's table: the one in `folder` if it is there, else as shipped."""
    if folder is not None and (folder / name).exists():
        return folder / name
    return data_folder("charts") / "spi" / "coaches" / name


def read_habits(folder: Path | None = None) -> tuple[Habits, Counter[str]]:
    """The call table and the policy, and how many of their rows are of each provenance word."""
    table = read_calls(_table(folder, CALL_TABLE))
    policy, words = read_policy(_table(folder, POLICY_TABLE))
    return Habits(table.parts, policy), table.words + words


def _frozen(values: ArrayLike, kind: type[np.generic]) -> NDArray:
    array = np.ascontiguousarray(values, dtype=kind)
    array.flags.writeable = False
    return array


def run_odds(offset: int) -> Fraction:
    """exp(offset / 1000), the factor on the odds of a run, correct to 40 digits on any machine."""
    return Fraction(_DECIMAL.exp(Decimal(offset) / 1000))


def logit(some: int, others: int) -> Decimal:
    """ln(some / others), correct to 40 digits on any machine."""
    return _DECIMAL.ln(_DECIMAL.divide(Decimal(some), Decimal(others)))


def team_calls(habits: Habits, team: TeamHabits, lengths: Sequence[bool]) -> list[list[int]]:
    """Cumulative calls of a team by situation: the league's table with the team's fitted habits.

    Parameters
    ----------
    habits : Habits
        The league's table.
    team : TeamHabits
        Logit added to runs against passes; weights on the lengths of throws.
    lengths : sequence of bool
        At which lengths the team can throw; a length it can't goes to the next shorter.
    """
    odds = run_odds(team.run_offset)
    weights = (team.short, team.medium, team.long)
    rows: list[list[int]] = []
    known: dict[tuple[int, ...], list[int]] = {}
    for parts in map(tuple, habits.calls.tolist()):
        if parts not in known:
            throws = [w * part for w, part in zip(weights, parts[SHORT : LONG + 1], strict=True)]
            for length in (LONG - SHORT, MEDIUM - SHORT):
                if not lengths[length]:
                    throws[length - 1], throws[length] = throws[length - 1] + throws[length], 0
            passes, plays = sum(parts[SHORT : LONG + 1]), sum(parts[: LONG + 1])
            runs = odds * parts[RUN] / (odds * parts[RUN] + passes) * plays if plays else Fraction(0)
            thrown = [Fraction(w, sum(throws)) * (plays - runs) if passes else Fraction(0) for w in throws]
            known[parts] = usage.cumulative([runs, *thrown, *parts[LONG + 1 :]])[:-1]
        rows.append(known[parts])
    return rows


def estimated_offsets(season: Season) -> dict[str, TeamHabits]:
    """Run offsets where none were fitted: by the slope of 1958's against the teams' real balance."""
    offsets = {}
    for team in season.teams:
        runs, passes, sacks = (team.stats.get(c) or 0 for c in ("rush_att", "pass_att", "sacked"))
        balance = logit(runs, passes + sacks) if runs and passes else Decimal(0)
        offsets[team.code] = TeamHabits(round(OFFSET_AT_BALANCE + OFFSET_SLOPE * balance))
    return offsets


# Fitted offset in 1/1000 = first + second x ln(runs / dropbacks), over the twelve teams of 1958.
OFFSET_AT_BALANCE, OFFSET_SLOPE = -80, 1059


def _fitted(name: str, season: Season, sheets: Sheets, shown: str) -> _Fitted:
    """What was solved for the season's teams and, for `matched`, men."""
    folder, codes = Path(season.folder) / "spi", tuple(team.code for team in season.teams)
    cells: Counter[str] = Counter()
    if name == "matched":
        paths = folder / MATCHED_TEAM_TABLE, folder / MATCHED_TABLE
        for path in paths:
            if not path.exists():
                expected = (
                    f"a coach solved for this season: python -m simlib.rulesets.spi.coach.season_fit {shown}"
                )
                raise InputError(Fault("--coach", "", "matched", expected))
        teams = read_team_habits(paths[0], codes, throws=True)
        men = read_man_habits(paths[1], dict(zip(codes, sheets.men, strict=True)))
        cells["fitted"] += len(teams) + len(men)
        note = "matched: sides and lengths were solved on this season's own rates, which are therefore fitted"
        return _Fitted(teams, men, cells, [note])
    if (folder / TEAM_TABLE).exists():
        teams = read_team_habits(folder / TEAM_TABLE, codes, left_out=season.left_out)
        cells["fitted"] += len(teams)
        return _Fitted(teams, {}, cells, [])
    cells["assumed"] += len(codes)
    note = f"{TEAM_TABLE} is absent: run/pass balance is estimated from the teams' real totals"
    return _Fitted(estimated_offsets(season), {}, cells, [note])


def no_draw() -> list[list[int]]:
    """Weights of the defence where the chart is left out: never read, all on the first row."""
    return [[ALL_SHARES] * len(arrays.DEFENSES)] * len(BLIND_DEFENSE.columns)


def _defense(use_chart: int, folder: Path | None) -> tuple[list[list[int]], Counter[str]]:
    """Cumulative weights of a blind draw of the defence."""
    if not use_chart:
        return no_draw(), Counter()
    path = _table(folder, f"{BLIND_DEFENSE.name}.csv")
    shipped = data_folder("charts") / "spi"
    chart = read_chart(
        BLIND_DEFENSE, path.parent, read_sources(shipped), owner=path.parent != shipped / "coaches"
    )
    groups = list(zip(*chart.values, strict=True))
    faults = [
        Fault(str(path), column.name, f"{sum(group)} in all", "weights that add to 1000")
        for column, group in zip(BLIND_DEFENSE.columns, groups, strict=True)
        if sum(group) != 1000
    ]
    if faults:
        raise InputError(*faults)
    return [usage.cumulative(group) for group in groups], Counter(chart.cells())


def _policy(values: dict[str, int]) -> list[int]:
    """Policy columns in the kernel's order."""
    policy = [0] * arrays.P_COLUMNS
    for name, value in values.items():
        column = getattr(arrays, f"P_{name.upper()}", None)
        if column is not None:
            policy[column] = value
    policy[arrays.P_PUNT_RUSH] = (2 * ALL_SHARES * values["punt_rush"] + 100) // 200
    return policy


def _lineups(season: Season, team: usage.Men) -> tuple[list[int], list[Fraction]]:
    """A team's passers and their shares of games; InputError if nobody has three Pass letters."""
    if not any(team.has_all(arrays.M_PASS_S, arrays.M_PASS_M, arrays.M_PASS_L)):
        path = Path(season.folder) / "spi" / "players.csv"
        raise InputError(Fault(str(path), "pass_S", team.team, "a passer with Pass letters S, M and L"))
    return usage.passers(team)


def make_coach(
    habits: Habits,
    teams: dict[str, TeamHabits],
    men: dict[tuple[str, str], ManHabits],
    season: Season,
    sheets: Sheets,
    defense: list[list[int]],
) -> arrays.Coach:
    """The kernel's arrays from habits, fitted figures and real shares.

    Parameters
    ----------
    habits : Habits
        Call table and policy.
    teams, men : dict
        What was fitted, by team code and by (team code, player id); `men` is empty but for `matched`.
    defense : list of list of int
        [3 kinds of situation][9 rows of 4.6] cumulative weights.
    """
    league = sheets.league
    everybody = usage.men_of(season, sheets)
    completion = load_charts().charts.completion
    throw_mix = [float(part) for part in THROW_MIX]
    lineups = [_lineups(season, team) for team in everybody]
    most = max(len(passers) for passers, _ in lineups)
    shape, slots = (len(everybody), most), league.man.shape[1]
    lineup = np.full(shape, ALL_SHARES, np.int32)
    lineup_passer = np.zeros(shape, np.int16)
    carrier = np.full((*shape, slots), ALL_SHARES, np.int32)
    inside = np.zeros((len(everybody), slots), np.int32)
    receiver = np.full((len(everybody), usage.LENGTHS, slots), ALL_SHARES, np.int32)
    back_passer = np.zeros((len(everybody), slots), np.int32)
    for index, (team, (passers, games)) in enumerate(zip(everybody, lineups, strict=True)):
        count = len(team.ids)
        lineup[index, : len(passers)] = usage.cumulative(games)
        lineup_passer[index] = [*passers, *([passers[-1]] * (most - len(passers)))]
        for number, carries in enumerate(usage.carriers(team, passers, games)):
            carrier[index, number:, :count] = usage.cumulative(carries)
        fitted = [men.get((team.team, name)) for name in team.ids]
        sides = usage.inside_shares(team.sheet, habits.policy["better_side"])
        inside[index, :count] = [m.inside if m else side for m, side in zip(fitted, sides, strict=True)]
        if any(fitted):
            targets = [
                [Fraction(m.targets[n]) if m else Fraction(0) for m in fitted] for n in range(usage.LENGTHS)
            ]
        else:
            targets = usage.receivers(team, throw_mix, usage.completion_by_length(team, passers, completion))
        receiver[index, :, :count] = [usage.cumulative(row) for row in targets]
        back_passer[index, :count] = usage.back_passes(team, passers)
        back_passer[index, count:] = back_passer[index, count - 1]
    return arrays.Coach(
        calls=_frozen([team_calls(habits, teams[team.team], team.lengths()) for team in everybody], np.int32),
        lineup=_frozen(lineup, np.int32),
        lineup_passer=_frozen(lineup_passer, np.int16),
        carrier=_frozen(carrier, np.int32),
        carrier_guide=_guides(carrier),
        inside=_frozen(inside, np.int32),
        receiver=_frozen(receiver, np.int32),
        receiver_guide=_guides(receiver),
        back_passer=_frozen(back_passer, np.int32),
        punter=_kicking(everybody, league.punter[:, :, 0], "punts"),
        kicker=_kicking(everybody, league.kicker[:, :, arrays.K_SLOT], "fg_att"),
        defense=_frozen(defense, np.int32),
        policy=_frozen(_policy(habits.policy), np.int64),
    )


def _guides(shares: NDArray[np.int32]) -> NDArray[np.int16]:
    """Guides of [.., .., slots] cumulative shares."""
    return _frozen([[usage.guide_of(row) for row in rows] for rows in shares.tolist()], np.int16)


def _kicking(everybody: list[usage.Men], slots: NDArray[np.int16], column: str) -> NDArray[np.int32]:
    rows = [usage.kickers(team, row, column) for team, row in zip(everybody, slots.tolist(), strict=True)]
    return _frozen(rows, np.int32)


def load_coach(
    name: str, season: Season, sheets: Sheets, folder: Path | None = None, step: str | None = None
) -> LoadedCoach:
    """A coach for a season's teams.

    Parameters
    ----------
    name : str
        One of COACHES.
    season : Season
        Real shares of carries, catches, passes and kicks; its folder holds what was fitted.
    sheets : Sheets
        Who is rated for what.
    folder : Path or None
        Tables that replace the shipped ones of the same name (as-played.csv, policy.csv, ...).
    step : str or None
        Name of an assumption to move (`assumptions.steps` lists them); what was fitted stays.

    Raises
    ------
    InputError
        An unknown name or step; a table with a fault; a team without a passer; no `matched` coach
        was solved for the season.
    """
    if name not in COACHES:
        raise InputError(Fault("--coach", "", name, f"one of {', '.join(COACHES)}"))
    habits, cells = read_habits(folder)
    if name == "solitaire-blind":
        habits = habits._replace(policy=habits.policy | {"use_chart": 1})
    notes = []
    if step is not None:
        moved = get_step(step)
        habits = moved.apply(habits)
        notes.append(f"assumption moved: {moved.description}")
    fitted = _fitted(name, season, sheets, str(season.year))
    defense, defense_cells = _defense(habits.policy["use_chart"], folder)
    coach = make_coach(habits, fitted.teams, fitted.men, season, sheets, defense)
    cells += fitted.cells + defense_cells
    return LoadedCoach(coach, dict(sorted(cells.items())), tuple(notes + fitted.notes))
