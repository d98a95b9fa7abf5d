"""What is told of one game: scores, drives, and the whole; the same records for every ruleset."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from simlib.files.shown import Told
from simlib.kernels.stats import PLAYER_COLUMNS
from simlib.plays.ready_matches import ReadyMatch
from simlib.rulesets.told import Play

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Score:
    """A line of the scoring summary: clock is in seconds left in the quarter after the play."""

    quarter: int
    clock: int
    team: str
    text: str
    away_points: int
    home_points: int


@dataclass(frozen=True, slots=True)
class Drive:
    """A team's possession: from its first play from scrimmage to what ended it.

    Attributes
    ----------
    quarter, clock : int
        When it began, in seconds left in the quarter.
    began : str
        How the ball came: "kickoff", "punt", "interception", ...
    to_goal : int
        Where it began: yards to the goal line attacked.
    plays, yards : int
        Plays from scrimmage, the last kick included, none that was called back; net yards, penalties'
        included.
    ended : str
        "touchdown", "punt", "downs", "end of half", ...
    """

    team: str
    quarter: int
    clock: int
    began: str
    to_goal: int
    plays: int
    yards: int
    ended: str


@dataclass(frozen=True, slots=True)
class TeamBox:
    """One team's game.

    Attributes
    ----------
    code, name : str
        "NYG", "New York Giants".
    points : int
        Final score.
    quarters : tuple of int
        Points by quarter.
    stats : dict
        Name of TEAM_COLUMNS -> count.
    interceptions, interception_yards : int
        Passes its defence intercepted, and yards it ran them back.
    """

    code: str
    name: str
    points: int
    quarters: tuple[int, ...]
    stats: dict[str, int]
    interceptions: int
    interception_yards: int


@dataclass(frozen=True, slots=True)
class ManBox:
    """One man's game: name of PLAYER_COLUMNS -> count."""

    team: str
    id: str
    name: str
    stats: dict[str, int]


@dataclass(frozen=True, slots=True, repr=False)
class GameResult(Told):
    """One game, told: what `simlib.game` returns.

    Attributes
    ----------
    season, away_season : int
        Seasons of the home team and the visitors; where they differ, teams are called by them too.
    rules : int
        Year whose playing rules held.
    match : ReadyMatch or None
        The real match played again.
    ruleset, ruleset_version, coach, options, seed : as in a replay
    season_number : int or None
        The season of the run it belongs to, from 0; None for a game outside any season.
    number : int
        Game number: of games.csv (from 1) within a season, else the caller's `number`.
    charts_hash : str
        Hash of the charts in play.
    lineup : str
        Changes to who plays: a hash and words; "" where all is as it was.
    away, home : TeamBox
        The two sides.
    men : tuple of ManBox
        Everyone who has a count, visitors first, in the order of the sheets.
    scoring, drives, plays : tuples of Score, Drive, Play
        In order of time.
    """

    season: int
    away_season: int
    rules: int
    match: ReadyMatch | None
    ruleset: str
    ruleset_version: int
    coach: str
    options: tuple[str, ...]
    seed: int
    season_number: int | None
    number: int
    charts_hash: str
    lineup: str
    away: TeamBox
    home: TeamBox
    men: tuple[ManBox, ...]
    scoring: tuple[Score, ...]
    drives: tuple[Drive, ...]
    plays: tuple[Play, ...]

    def __repr__(self) -> str:
        score = f"{self.away.code} {self.away.points}, {self.home.code} {self.home.points}"
        return f"<GameResult {score} ({self.season}, {self.ruleset}, seed {self.seed})>"

    def to_json(self) -> dict[str, Any]:
        """Everything as plain lists, dictionaries, strings and integers."""
        return asdict(self)

    def play_by_play(self) -> "pd.DataFrame":
        """One row a play."""
        return _frame(self.plays)

    def drive_chart(self) -> "pd.DataFrame":
        """One row a drive."""
        return _frame(self.drives)

    def scoring_summary(self) -> "pd.DataFrame":
        """One row a score."""
        return _frame(self.scoring)

    def team_box(self) -> "pd.DataFrame":
        """Counts of the two teams: a row a count, a column a team."""
        import pandas as pd

        return pd.DataFrame({team.code: team.stats for team in (self.away, self.home)})

    def player_box(self) -> "pd.DataFrame":
        """Counts of the men, indexed by team and id."""
        import pandas as pd

        rows = [{"team": m.team, "player": m.id, "name": m.name, **m.stats} for m in self.men]
        columns = ["team", "player", "name", *PLAYER_COLUMNS]
        return pd.DataFrame(rows, columns=columns).set_index(["team", "player"])


def _frame(records: tuple[Any, ...]) -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame([asdict(record) for record in records])
