"""Line score, scoring summary and drives, made from the plays of a game."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from simlib.kernels.field import turned_over
from simlib.plays.records import Drive, Score
from simlib.rulesets.told import Play

FROM_SCRIMMAGE = ("run", "pass", "sack", "punt", "field goal")


def points_by_quarter(plays: Sequence[Play], home: bool) -> tuple[int, ...]:
    """Points of one side by quarter; at least four."""
    quarters = [0] * max(4, max((play.quarter for play in plays), default=4))
    before = 0
    for play in plays:
        points = play.home_points if home else play.away_points
        quarters[play.quarter - 1] += points - before
        before = points
    return tuple(quarters)


def scoring_summary(plays: Sequence[Play]) -> tuple[Score, ...]:
    """A line a score; a touchdown's line ends with its try."""
    scores = []
    for index, play in enumerate(plays):
        if not play.score or play.kind == "try":
            continue
        text, last = play.score, play
        tries = list(takewhile(lambda following: following.kind == "try", plays[index + 1 :]))
        if tries:  # a penalty may have it taken again
            text, last = f"{text} ({tries[-1].score})", tries[-1]
        scores.append(
            Score(play.quarter, play.clock_after, play.scorer, text, last.away_points, last.home_points)
        )
    return tuple(scores)


def _net_yards(plays: Sequence[Play]) -> int:
    """Yards from where a drive began to where its last play left the ball; kicks move it nowhere."""
    last = plays[-1]
    if last.accepted and last.ending in ("", "downs"):
        kept = last.next_offense == last.offense
        return plays[0].to_goal - (last.next_to_goal if kept else turned_over(last.next_to_goal))
    moved = last.yards if last.kind in ("run", "pass", "sack") or "roughing" in last.results else 0
    return plays[0].to_goal - last.to_goal + moved


def _how_begun(before: Play | None) -> str:
    """How the ball came to the team whose drive follows `before`."""
    if before is None:
        return "kickoff"
    if before.kind in ("kickoff", "onside kick"):
        return "fumble" if "fumble lost" in before.results else before.kind
    if before.ending in ("punt", "interception", "blocked punt", "blocked field goal"):
        # The team that lost the ball has it again: the other side fumbled on the way back.
        return "fumble" if before.next_offense == before.offense else before.ending
    return before.ending


def _drive(plays: Sequence[Play], before: Play | None, after: Play | None) -> Drive:
    first, last = plays[0], plays[-1]
    ended = last.ending
    if not ended:
        ended = "end of game" if after is None else "end of half"
    return Drive(
        first.offense,
        first.quarter,
        first.clock,
        _how_begun(before),
        first.to_goal,
        sum(not play.called_back for play in plays),
        _net_yards(plays),
        ended,
    )


def drive_chart(plays: Iterable[Play]) -> tuple[Drive, ...]:
    """Possessions in order of time."""
    game = list(plays)
    drives: list[Drive] = []
    start: int | None = None
    for index, play in enumerate(game):
        if play.kind not in FROM_SCRIMMAGE:
            start = None
            continue
        if start is None:
            start = index
        after = game[index + 1] if index + 1 < len(game) else None
        half_over = after is not None and play.quarter == 2 and after.quarter == 3
        if play.ending or after is None or half_over:
            before = game[start - 1] if start else None
            drives.append(_drive(game[start : index + 1], before, after))
            start = None
    return tuple(drives)
