"""What is told of one game: plays, scores, drives, and the whole; the same records for every ruleset."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from simlib.kernels.stats import PLAYER_COLUMNS
from simlib.plays.ready_matches import ReadyMatch

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Play:
    """A play as it is told.

    Attributes
    ----------
    number : int
        From 1, kick-offs and tries included.
    quarter, clock, clock_after : int
        Quarter; seconds left in it before and after the play.
    offense : str
        Code of the team that has or kicks the ball.
    down, yards_to_go, to_goal : int
        Down 0 is a kick-off or a try; yards from the ball to the goal line attacked.
    kind : str
        "run", "pass", "sack", "punt", "field goal", "kickoff", "onside kick" or "try".
    yards, return_yards : int
        Yards credited to the play (a sack is negative, an incomplete pass 0), and to its return.
    text : str
        What happened, in football words.
    rolled : str
        Letter, adjustment and throws that decided it, in the game's words.
    results : tuple of str
        "complete", "first down", "touchdown", ...
    man, receiver, returner : str
        Ids; "" for none or not known. The returner of an interception made it.
    ending : str
        How it ended the offence's drive; "" when the drive went on.
    score, scorer : str
        What a scoring summary says of it, and the team that scored; "" without a score.
    home_points, away_points : int
        The score after it.
    next_offense, next_to_goal : str, int
        Who has the ball after it, and where.
    timeout : str
        Code of the team that took time out after it, or "".
    dice : tuple of str
        All throws of the play, by role, whether read or not.
    penalty, penalty_yards : str, int
        Code of the team penalized, "" for none, and the yards that the ball was moved for it.
    accepted, called_back : bool
        Whether the penalty was accepted, and whether the play then went for nothing: its yards are 0, its
        results the penalty's alone, and it is in no statistic.
    """

    number: int
    quarter: int
    clock: int
    clock_after: int
    offense: str
    down: int
    yards_to_go: int
    to_goal: int
    kind: str
    yards: int
    return_yards: int
    text: str
    rolled: str
    results: tuple[str, ...]
    man: str
    receiver: str
    returner: str
    ending: str
    score: str
    scorer: str
    home_points: int
    away_points: int
    next_offense: str
    next_to_goal: int
    timeout: str
    dice: tuple[str, ...]
    penalty: str = ""
    penalty_yards: int = 0
    accepted: bool = False
    called_back: bool = False


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
class GameResult:
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

    def __str__(self) -> str:
        from simlib.show.newspaper import game_text

        return game_text(self)

    def _repr_html_(self) -> str:
        from simlib.show.newspaper import game_tables
        from simlib.show.notebook import page

        return page(game_tables(self))

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
