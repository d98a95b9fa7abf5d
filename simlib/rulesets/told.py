"""A play as a game's log tells it, and who is who in it: the same records for every game."""

from dataclasses import dataclass
from typing import NamedTuple


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


class Names(NamedTuple):
    """Who is who in a game; every field is (home, away).

    Attributes
    ----------
    teams : (int, int)
        Team indices.
    codes : (str, str)
        Team codes.
    ids, short : (tuple of str, tuple of str)
        Of the men by slot: ids, and the names a reporter uses; empty where a game has no men.
    """

    teams: tuple[int, int]
    codes: tuple[str, ...]
    ids: tuple[tuple[str, ...], ...]
    short: tuple[tuple[str, ...], ...]
