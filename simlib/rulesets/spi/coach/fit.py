"""What is fitted of a coach, by replays on fixed dice.

Run offsets: a team's real balance of runs against passes and sacks comes out in play. `matched`: see
`coach_matched`. Solutions are kept as data; loading a coach needs none of this.
`python -m simlib.rulesets.spi.coach.tables SEASON` makes them anew.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlib.files.rows import write_table
from simlib.files.seasons import Season, load_season, season_arrays
from simlib.kernels.stats import PLAYER_COLUMNS, STAT
from simlib.kernels.stats import TEAM_COLUMNS as LINE
from simlib.kernels.tally import empty_tally
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.coach.files import (
    MAN_COLUMNS,
    MATCHED_TEAM_COLUMNS,
    TEAM_COLUMNS,
    ManHabits,
    TeamHabits,
)
from simlib.rulesets.spi.coach.tables import (
    MATCHED_TABLE,
    MATCHED_TEAM_TABLE,
    TEAM_TABLE,
    estimated_offsets,
    logit,
    make_coach,
    no_draw,
    read_habits,
)
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.sheets.read import Sheets, load_sheets

SEED = 1958
OFFSET_SEASONS, OFFSET_STEPS = 400, 5
CHUNK = 200
LOG_ROWS = 400  # more than the plays of any game
BALANCE = ("rush_att", "pass_att", "sacked")
MATCHED_RATES = ("yards_per_carry", "completion_percent", "yards_per_attempt", "yards_per_catch")

Teams = dict[str, TeamHabits]
Men = dict[tuple[str, str], ManHabits]


class Replayed(NamedTuple):
    """Sums over replayed seasons: own team columns [teams, columns], men [teams, slots, columns]."""

    teams: NDArray[np.int64]
    men: NDArray[np.int64]

    def rate(self, team: int, slot: int, top: str, bottom: str) -> float:
        """A man's rate, the ratio of two player columns; 0 without a denominator."""
        made, tries = (int(self.men[team, slot, PLAYER_COLUMNS.index(column)]) for column in (top, bottom))
        return made / tries if tries else 0.0


class Fitting(NamedTuple):
    """A season being fitted."""

    season: Season
    sheets: Sheets

    def coach(self, teams: Teams, men: Men) -> arrays.Coach:
        """The as-played coach with fitted habits."""
        habits, _ = read_habits()
        return make_coach(habits, teams, men, self.season, self.sheets, no_draw())

    def replays(self, teams: Teams, men: Men, seasons: int) -> Replayed:
        """Totals of replays under that coach, always on the same dice."""
        from simlib.rulesets.spi.play.game import play_seasons
        from simlib.rulesets.spi.play.layout import pack

        season = season_arrays(self.season)
        packed = pack(load_charts().charts, self.sheets.league, self.coach(teams, men), season.rules)
        count, slots = self.sheets.league.man.shape[:2]
        own = np.zeros((count, len(LINE)), np.int64)
        players = np.zeros((count, slots, len(PLAYER_COLUMNS)), np.int64)
        for first in range(0, seasons, CHUNK):
            tally = empty_tally(min(CHUNK, seasons - first), count, slots, len(self.season.games))
            play_seasons(np.uint64(SEED), first, season, packed, tally)
            own += tally.team_stats[:, :, : len(LINE)].sum(axis=0, dtype=np.int64)
            players += tally.player_stats.sum(axis=0, dtype=np.int64)
        return Replayed(own, players)

    def throws_by_length(self, teams: Teams, men: Men, seasons: int) -> NDArray[np.float64]:
        """Shares of each team's throws that are Short, Medium and Long in logged replays: [teams, 3]."""
        from simlib.rulesets.spi.play.game import play_one_game
        from simlib.rulesets.spi.play.layout import pack
        from simlib.rulesets.spi.play.state import E_KIND, E_OFFENSE, RECORD, RECORD_WIDTH

        season = season_arrays(self.season)
        packed = pack(load_charts().charts, self.sheets.league, self.coach(teams, men), season.rules)
        count, slots = self.sheets.league.man.shape[:2]
        throws = np.zeros((count, 3), np.int64)
        log = np.zeros((LOG_ROWS, RECORD_WIDTH), np.int16)
        for number in range(seasons):
            for game, sides in enumerate(zip(season.home.tolist(), season.away.tolist(), strict=True)):
                tally = empty_tally(1, count, slots, len(self.season.games))
                plays = play_one_game(np.uint64(SEED), number, game, season, packed, tally, log)
                for side, kind in log[:plays, [E_OFFENSE - RECORD, E_KIND - RECORD]].tolist():
                    if arrays.SHORT <= kind <= arrays.LONG:
                        throws[sides[side], kind - arrays.SHORT] += 1
        return throws / throws.sum(axis=1, keepdims=True)


def balance(line: Sequence[int | None]) -> tuple[int, int]:
    """Runs, and passes and sacks, of a team's three BALANCE columns."""
    runs, passes, sacks = (value or 0 for value in line)
    return runs, passes + sacks


def fit_offsets(fitting: Fitting, teams: Teams, men: Men) -> Teams:
    """Run offsets with which each team's real balance of runs and dropbacks comes out in play.

    A fixed point: the difference of logits between the real and the replayed balance is added to the
    offset, rounded to 1/1000. A team whose real balance isn't known keeps its offset.

    Parameters
    ----------
    teams : dict
        Where to begin, by team code; weights on throws are kept.
    men : dict
        Fitted habits of men; empty but for `matched`.
    """
    columns = [LINE.index(name) for name in BALANCE]
    for _ in range(OFFSET_STEPS):
        lines = fitting.replays(teams, men, OFFSET_SEASONS).teams[:, columns].tolist()
        moved = {}
        for team, line in zip(fitting.season.teams, lines, strict=True):
            real = balance([team.stats.get(name) for name in BALANCE])
            step = round(1000 * (logit(*real) - logit(*balance(line)))) if all(real) else 0
            before = teams[team.code]
            moved[team.code] = before._replace(run_offset=before.run_offset + step)
        teams = moved
    return teams


def rates_met(fitting: Fitting, replayed: Replayed, name: str, percent: int = 5) -> tuple[int, list[str]]:
    """How many qualified men's replayed rate lies within `percent` of the real one, and who misses.

    Returns
    -------
    int, list of str
        Men within; a line "TEAM id real replayed deviation" for each of the others.
    """
    stat, within, missed = STAT[name], 0, []
    (top,), (bottom,) = stat.numerator, stat.denominator
    men = {(man.team, man.id): man for man in fitting.season.players if not man.others}
    for index, team in enumerate(fitting.season.teams):
        for slot, player in enumerate(fitting.sheets.men[index]):
            stats = men[team.code, player].stats if (team.code, player) in men else {}
            made, tries = stats.get(top), stats.get(bottom)
            if made is None or not tries or tries < stat.qualifier:
                continue
            real, rate = stat.scale * made / tries, stat.scale * replayed.rate(index, slot, top, bottom)
            if abs(rate - real) * 100 <= percent * abs(real):
                within += 1
            else:
                deviation = 100 * (rate / real - 1) if real else float("inf")
                missed.append(f"{team.code} {player} {real:.2f} {rate:.2f} {deviation:+.1f}%")
    return within, missed


def fit_season(name: str = "1958", coach: str = "matched") -> None:
    """Fit a season's run offsets and its `matched` coach, and write them to the season's folder.

    With "as-played" for the coach the offsets alone.
    """
    from simlib.rulesets.spi.coach.matched import fit_matched
    from simlib.show.terminal import show

    season = load_season(name)
    fitting = Fitting(season, load_sheets(season))
    folder = Path(season.folder) / "spi"
    offsets = fit_offsets(fitting, estimated_offsets(season), {})
    rows = [[code, str(habits.run_offset), "fitted"] for code, habits in offsets.items()]
    write_table(folder / TEAM_TABLE, TEAM_COLUMNS, rows)
    if coach == "as-played":
        return
    teams, men = fit_matched(fitting, offsets)
    rows = [[code, *map(str, habits), "fitted"] for code, habits in teams.items()]
    write_table(folder / MATCHED_TEAM_TABLE, MATCHED_TEAM_COLUMNS, rows)
    rows = [[*key, str(man.inside), *map(str, man.targets), "fitted"] for key, man in men.items()]
    write_table(folder / MATCHED_TABLE, MAN_COLUMNS, rows)
    for coach, habits in (("as-played", (offsets, {})), ("matched", (teams, men))):
        replayed = fitting.replays(*habits, 1000)
        for rate in MATCHED_RATES:
            within, missed = rates_met(fitting, replayed, rate)
            show(f"{coach} {rate}: {within} of {within + len(missed)} men within 5%", *missed)
