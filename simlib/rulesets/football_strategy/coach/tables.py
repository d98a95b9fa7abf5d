"""Coaches: tables of call probabilities by situation for both sides, as the kernel's Coach.

as-played   the assumed call tables; each team's real balance of runs and passes, its chart chosen by it
solitaire   the same offence; the defence turns up a card of the rulebook's deck of 14, shuffled before
            every play (Solitaire Version)
equilibrium the solved tables (`coach.solve.equilibrium`); the teams' charts alike
equilibrium-clock
            the same, and in the last two minutes of a half the tables solved for them
            (`coach.solve.late_equilibrium`)

A team's balance is a logit on its runs against its passes, from its real share of runs: how the table's
own share answers is in policy.csv, measured by replay (`coach.measured`).
"""

from collections import Counter
from decimal import Context, Decimal
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlib.errors import Fault, InputError
from simlib.files.folders import data_folder
from simlib.files.seasons import Season
from simlib.rulesets.football_strategy.coach.assumptions import Habits, get_step
from simlib.rulesets.football_strategy.coach.files import (
    DISTANCES,
    STATES,
    ZONES,
    CallTable,
    read_deck,
    read_defense,
    read_offense,
    read_policy,
)
from simlib.rulesets.football_strategy.play import arrays as fs

COACHES = ("as-played", "solitaire")
SOLVED = ("equilibrium", "equilibrium-clock")
OFFENSE_TABLE, DEFENSE_TABLE = "as-played-offense.csv", "as-played-defense.csv"
POLICY_TABLE, DECK_TABLE = "policy.csv", "solitaire-deck.csv"
LARGEST_OFFSET = 3000  # logit x 1000
NOT_RUN_OR_PASS = fs.CALL_PUNT_FOURTH  # calls from here on are kicks
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

    coach: fs.Coach
    cells: dict[str, int]
    notes: tuple[str, ...]


def _frozen(values: ArrayLike, kind: type[np.generic]) -> NDArray:
    array = np.ascontiguousarray(values, dtype=kind)
    array.flags.writeable = False
    return array


def read_habits(name: str, folder: Path | None = None) -> tuple[Habits, Counter[str]]:
    """A coach's tables, and how many of their rows are of each provenance word.

    Parameters
    ----------
    name : str
        One of COACHES.
    folder : Path, optional
        Where the tables are; the shipped ones when not given.
    """
    root = folder or data_folder("charts") / "football_strategy" / "coaches"
    offense, defense = read_offense(root / OFFENSE_TABLE), read_defense(root / DEFENSE_TABLE)
    policy, policy_words = read_policy(root / POLICY_TABLE)
    deck, deck_words = read_deck(root / DECK_TABLE) if name == "solitaire" else ([], Counter())
    words = offense.words + defense.words + policy_words + deck_words
    return Habits(offense, defense, policy, deck), words


def runs_of(plays: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Which plays of a chart are runs: those whose cells without penalties are runs in their majority.

    Parameters
    ----------
    plays : int16[20, 10, C_COLUMNS]
        One offence chart.
    """
    kinds = plays[:, :, fs.C_KIND]
    runs = np.isin(kinds, (fs.RUN, fs.RUN_LONG_GAIN, fs.FUMBLE)).sum(axis=1)
    return 2 * runs > (kinds != fs.PENALTY).sum(axis=1)


def real_run_share(season: Season, code: str) -> Fraction | None:
    """Carries / (carries + passes + sacks) of a team; None when one of them is not known."""
    stats = next(team.stats for team in season.teams if team.code == code)
    counts = [stats[name] for name in ("rush_att", "pass_att", "sacked")]
    if None in counts or not sum(count or 0 for count in counts):
        return None
    return Fraction(counts[0] or 0, sum(count or 0 for count in counts))


def logit(share: Fraction) -> Decimal:
    """ln(share / (1 - share)), correct to 40 digits on any machine."""
    odds = share / (1 - share)
    return _DECIMAL.ln(_DECIMAL.divide(Decimal(odds.numerator), Decimal(odds.denominator)))


def team_charts(season: Season, policy: dict[str, int]) -> list[int]:
    """Each team's offence chart by its real share of runs; Pro Style where that is not known."""
    shares = {team.code: real_run_share(season, team.code) for team in season.teams}
    known = [code for code, share in shares.items() if share is not None]
    known.sort(key=lambda code: -(shares[code] or 0))
    count = len(known)
    running = known[: count * policy["ball_control_teams"] // 100]
    passing = known[count - count * policy["aerial_teams"] // 100 :]
    return [1 if team.code in running else 2 if team.code in passing else 0 for team in season.teams]


def run_offset(share: Fraction | None, policy: dict[str, int]) -> int:
    """Logit x 1000 added to a team's runs against passes so that it runs as often as it really did."""
    if share is None or share in (0, 1):
        return 0
    wanted = int((1000 * logit(share)).to_integral_value()) - policy["run_level"]
    offset = round(Fraction(1000 * wanted, policy["run_slope"]))
    return max(-LARGEST_OFFSET, min(LARGEST_OFFSET, offset))


def offense_rows(table: CallTable, runs: NDArray[np.bool_], offset: int) -> NDArray[np.int32]:
    """Rows of Coach.offense: the table with its runs' odds against its passes multiplied.

    Parameters
    ----------
    runs : bool[20]
        Which plays are runs.
    offset : int
        Logit x 1000.
    """
    odds = Fraction(_DECIMAL.exp(Decimal(offset) / 1000))
    rows = np.zeros((len(table.parts), fs.OFFENSE_ROW), np.int32)
    known: dict[tuple[int, ...], list[int]] = {}
    is_run = runs.tolist()
    for row, parts, choices in zip(rows, map(tuple, table.parts.tolist()), table.choices, strict=True):
        if parts not in known:
            called, both = list(parts), sum(parts[: fs.PLAYS])
            run = sum(part for part, run in zip(parts, is_run, strict=False) if run)
            if 0 < run < both:  # whole numbers in proportion: a kick keeps its share
                kick = odds.numerator * run + odds.denominator * (both - run)
                play = {True: both * odds.numerator, False: both * odds.denominator}
                called = [part * (play[is_run[k]] if k < fs.PLAYS else kick) for k, part in enumerate(parts)]
            known[parts] = _cumulative(called)
        row[: fs.CALLS - 1] = known[parts]
        row[fs.OFFENSE_MASK] = fs.TAKES_FROM_DEFENSE * choices[0]
    return rows


def defense_rows(table: CallTable) -> NDArray[np.int32]:
    """Rows of Coach.defense."""
    rows = np.zeros((len(table.parts), fs.DEFENSE_ROW), np.int32)
    for row, parts, choices in zip(rows, table.parts.tolist(), table.choices, strict=True):
        row[:9] = _cumulative(parts)
        row[fs.DEFENSE_MASK] = fs.TAKES_FOR_LOSS * choices[0] + fs.TAKES_FOR_DOWN * choices[1]
    return rows


def _cumulative(parts: list[int]) -> list[int]:
    """Cumulative shares of ALL_SHARES, rounded half up, without the last."""
    total = sum(parts)
    return [(2 * fs.ALL_SHARES * added + total) // (2 * total) for added in accumulate(parts[:-1])]


def situations(policy: dict[str, int]) -> fs.Situations:
    """The classes of the as-played tables: four kinds of clock and score only in the last quarter."""
    clock = np.zeros((fs.QUARTERS, fs.CLOCKS), np.int16)
    points = np.arange(fs.CLOCKS)
    clock[3] = (points >= policy["hurry_from"]) + 2 * (points >= policy["protect_from"])
    lead = np.arange(-fs.MOST_LEAD, fs.MOST_LEAD + 1)
    state = np.zeros((fs.MOST_CLOCK_CLASSES, fs.LEAD_CLASSES), np.int16)
    behind, ahead = 1, 2
    state[[1, 3], behind] = STATES.index("hurry")
    state[[2, 3], ahead] = STATES.index("protect")
    return fs.Situations(
        distance=_frozen(np.searchsorted(list(DISTANCES.values()), np.arange(100)), np.int16),
        zone=_frozen(np.searchsorted(list(ZONES.values()), np.arange(100)), np.int16),
        clock=_frozen(clock, np.int16),
        lead=_frozen(behind * (lead <= -policy["hurry_deficit"]) + ahead * (lead > 0), np.int16),
        state=_frozen(state, np.int16),
        sizes=(len(DISTANCES), len(ZONES), len(STATES)),
    )


def kernel_policy(policy: dict[str, int], deck: bool) -> NDArray[np.int64]:
    """Coach.policy; `deck` where the defence draws its cards."""
    names = ("winner_receives", "onside_from", "onside_deficit", "timeout_offense", "timeout_defense",
             "safety_punt")  # fmt: skip
    return _frozen([*(policy[name] for name in names), int(deck)], np.int64)


def make_coach(
    habits: Habits, season: Season, plays: NDArray[np.int16], offsets: list[int] | None = None
) -> fs.Coach:
    """The kernel's Coach: a table of calls for each team's offence, one for every defence.

    Parameters
    ----------
    plays : int16[3, 20, 10, C_COLUMNS]
        The offence charts in play.
    offsets : list of int, optional
        Logit x 1000 of each team's runs; from its real share when not given.
    """
    policy, codes = habits.policy, [team.code for team in season.teams]
    charts = team_charts(season, policy)
    if offsets is None:
        offsets = [run_offset(real_run_share(season, code), policy) for code in codes]
    tables = [
        offense_rows(habits.offense, runs_of(plays[chart]), offset)
        for chart, offset in zip(charts, offsets, strict=True)
    ]
    table_of = np.zeros((len(codes), 2, len(fs.OFFENSE_CHARTS)), np.int32)
    table_of[:, 0] = np.arange(len(codes))[:, None]
    return fs.Coach(
        situations=situations(policy),
        offense=_frozen(tables, np.int32),
        defense=_frozen([defense_rows(habits.defense)], np.int32),
        chart=_frozen(charts, np.int16),
        table_of=_frozen(table_of, np.int32),
        policy=kernel_policy(policy, bool(habits.deck)),
        deck=_frozen(habits.deck or [0], np.int16),
    )


def load_coach(
    name: str, season: Season, plays: NDArray[np.int16], folder: Path | None = None, step: str | None = None
) -> LoadedCoach:
    """A coach for a season.

    Parameters
    ----------
    name : str
        One of COACHES or SOLVED.
    season : Season
        Its teams' real carries, passes and sacks set their balance.
    plays : int16[3, 20, 10, C_COLUMNS]
        The offence charts in play: they say which plays are runs.
    folder : Path, optional
        Where his tables are; the shipped ones when not given.
    step : str, optional
        An assumption to move (`simlib.rulesets.football_strategy.coach.assumptions`).

    Raises
    ------
    InputError
        An unknown name or step; a table with a fault.
    """
    if name not in COACHES + SOLVED:
        raise InputError(Fault("--coach", "", name, f"one of {', '.join(COACHES + SOLVED)}"))
    if name in SOLVED:
        if step is not None:
            raise InputError(Fault("--step", "", step, f"no step: {name} assumes no call"))
        return _load_equilibrium(season, folder, name == SOLVED[1])
    habits, words = read_habits(name, folder)
    moved = get_step(step) if step is not None else None
    habits = moved.apply(habits) if moved else habits
    coach = make_coach(habits, season, plays)
    notes = ["the game rates no team and no man: teams differ by their balance of runs and passes alone"]
    notes += [f"assumption moved: {moved.description}"] if moved else []
    notes += _chart_notes(season, coach)
    unknown = [team.code for team in season.teams if real_run_share(season, team.code) is None]
    notes += [f"balance of runs and passes not known: {' '.join(unknown)}"] if unknown else []
    return LoadedCoach(coach, dict(sorted(words.items())), tuple(notes))


def _chart_notes(season: Season, coach: fs.Coach) -> list[str]:
    """Which teams play each chart."""
    notes = []
    for number, chart in enumerate(fs.OFFENSE_CHARTS):
        teams = [t.code for t, own in zip(season.teams, coach.chart, strict=True) if own == number]
        notes += [f"{chart}: {' '.join(teams)}"] if teams else []
    return notes


def _load_equilibrium(season: Season, folder: Path | None, late: bool) -> LoadedCoach:
    """The solved coach, `late` with his second tables; teams choose their charts as under `as-played`."""
    from simlib.rulesets.football_strategy.coach.solve.at_hand import make_equilibrium
    from simlib.rulesets.football_strategy.coach.solve.equilibrium_files import read_index
    from simlib.rulesets.football_strategy.coach.solve.late_files import read_late_index, with_late_tables

    root = folder or data_folder("charts") / "football_strategy" / "coaches"
    policy, words = read_policy(root / POLICY_TABLE)
    words += read_index(root)
    coach = make_equilibrium(team_charts(season, policy), kernel_policy(policy, False), root)
    how = "clock and score change none"
    if late:
        coach, words = with_late_tables(coach, root), words + read_late_index(root)
        how = "in the last two minutes of a half for the share of games won, in classes of field and score"
    notes = (
        "the game rates no team and no man: teams differ by their charts alone",
        f"calls are solved for the points of the next score by the one-die tables; {how}",
        *_chart_notes(season, coach),
    )
    return LoadedCoach(coach, dict(sorted(words.items())), notes)
