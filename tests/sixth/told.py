"""The sixth game: a game's log in football's words."""

from typing import NamedTuple

from simlib.kernels import flag
from simlib.kernels.field import FIELD
from simlib.rulesets.told import Names, Play
from sixth import arrays, record
from sixth.game import PLAYS_A_QUARTER

SECONDS_A_PLAY = 30
KINDS = ("run", "pass", "punt", "field goal", "kickoff", "try")
RESULTS = {
    flag.COMPLETE: "complete", flag.FUMBLE_LOST: "fumble lost", flag.INTERCEPTED: "intercepted",
    flag.SACK: "sack", flag.TOUCHDOWN: "touchdown", flag.SAFETY: "safety", flag.TOUCHBACK: "touchback",
    flag.FIRST_DOWN: "first down", flag.GOOD: "good", flag.ON_DOWNS: "on downs",
}  # fmt: skip
ENDINGS = {"fumble lost": "fumble", "intercepted": "interception", "touchdown": "touchdown",
           "safety": "safety", "on downs": "downs"}  # fmt: skip


class Told(NamedTuple):
    """What is told of every play."""

    text: str
    score: str = ""
    ending: str = ""


def _spot(names: Names, side: int, to_goal: int) -> str:
    own = to_goal > FIELD // 2
    return f"the {names.codes[side if own else 1 - side]} {FIELD - to_goal if own else to_goal}"


def _told(kind: str, results: tuple[str, ...], yards: int, team: str, other: str, spot: str) -> Told:
    good = "GOOD" if "good" in results else "no good"
    ending = next((words for result, words in ENDINGS.items() if result in results), "")
    if kind == "kickoff":
        back = "touchdown" in results
        return Told(f"{team} kicks off, " + (f"{other} TOUCHDOWN" if back else f"{other} ball at {spot}"),
                    f"{other} kick-off return" if back else "")  # fmt: skip
    if kind == "try":
        return Told(f"{team}'s try, {good}", "kick" if good == "GOOD" else "kick failed")
    if kind == "field goal":
        missed = "" if good == "GOOD" else "missed "
        return Told(f"{team}'s field goal, {good}", "" if missed else "Field goal", f"{missed}field goal")
    if kind == "punt":
        return Told(f"{team} punts {yards} to {spot}", "", "punt")
    words = ", ".join(result for result in results if result not in ("complete", "sack"))
    kind = "sacked" if "sack" in results else kind
    score = f"{yards} {kind}" if "touchdown" in results else "Safety" if "safety" in results else ""
    return Told(f"{team} {kind}, {yards} yards" + (f", {words}" if words else ""), score, ending)


def as_plays(events, packed: arrays.SixthArrays, names: Names) -> tuple[Play, ...]:
    """A game's log as plays."""
    plays: list[Play] = []
    before = (0, 0)
    for number, row in enumerate(events.tolist(), 1):
        get = dict(enumerate(row, record.FIRST))
        side, after = get[record.OFFENSE], (get[record.HOME_POINTS], get[record.AWAY_POINTS])
        kind, next_side = KINDS[get[record.KIND]], get[record.NEXT_OFFENSE]
        results = tuple(word for bit, word in RESULTS.items() if get[record.FLAGS] & bit)
        spot = _spot(names, next_side, get[record.NEXT_TO_GOAL])
        told = _told(kind, results, get[record.YARDS], names.codes[side], names.codes[1 - side], spot)
        scorer = next((names.codes[s] for s in range(2) if after[s] > before[s]), "")
        no_down = kind in ("kickoff", "try")
        left = SECONDS_A_PLAY * (PLAYS_A_QUARTER - get[record.CLOCK])
        plays.append(
            Play(
                number=number, quarter=get[record.QUARTER], clock=left,
                clock_after=left - SECONDS_A_PLAY * (kind != "try"), offense=names.codes[side],
                down=0 if no_down else get[record.DOWN], yards_to_go=get[record.YARDS_TO_GO],
                to_goal=get[record.TO_GOAL], kind="sack" if "sack" in results else kind,
                yards=0 if no_down else get[record.YARDS], return_yards=0, text=f"{told.text}.",
                rolled=f"throw {get[record.TOTAL]}", results=results, man="", receiver="", returner="",
                ending=told.ending, score=told.score, scorer=scorer, home_points=after[0],
                away_points=after[1], next_offense=names.codes[next_side],
                next_to_goal=get[record.NEXT_TO_GOAL], timeout="", dice=(str(get[record.TOTAL]),),
            )
        )  # fmt: skip
        before = after
    return tuple(plays)
