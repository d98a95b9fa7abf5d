"""The sixth game: odds of a chart's column and of a play, and plays rolled into arrays."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from simlib.errors import Fault, InputError
from simlib.files.seasons import Season
from simlib.kernels import flag
from simlib.kernels.book import OWN as BOOK
from simlib.kernels.jit import bare, borrowed, kernel
from simlib.kernels.rng import game_key
from simlib.rulesets.answers import Odds
from simlib.rulesets.call import PlayCall, make_call
from simlib.rulesets.counting import SUMMED_WAYS, column_distribution
from sixth import arrays, playable, record, state
from sixth.game import make_play, total_of

KINDS = {"run": arrays.RUN, "pass": arrays.PASS, "punt": arrays.PUNT, "field_goal": arrays.FIELD_GOAL,
         "kickoff": arrays.KICKOFF, "try": arrays.TRY}  # fmt: skip
PLACED = {"kickoff": 60, "try": 2}  # plays that begin at one spot
EVENTS = {"touchdown": flag.TOUCHDOWN, "out of bounds": 0, "fumble": flag.FUMBLE,
          "fumble lost": flag.FUMBLE_LOST, "complete": flag.COMPLETE, "intercepted": flag.INTERCEPTED,
          "sacked": flag.SACK, "safety": flag.SAFETY, "touchback": flag.TOUCHBACK, "no runback": 0,
          "good": flag.GOOD, "blocked": 0, "roughing": 0, "kicked again": 0, "penalty": 0,
          "kickers recover": 0}  # fmt: skip
EXAMPLES = (PlayCall("run"), PlayCall("run", to_goal=98), PlayCall("pass", to_goal=15), PlayCall("punt"),
            PlayCall("field_goal", to_goal=30), PlayCall("kickoff"), PlayCall("try"))  # fmt: skip


@kernel
def throw_totals(key, first, totals):
    """Throws of plays `first`, `first` + 1, ..."""
    for play in range(totals.shape[0]):
        totals[play] = total_of(key, first + play)


@kernel
def make_plays(packed, kind, to_goal, totals, yards, bits):
    """Plays of one kind by their throws, each on a book set anew, first and ten."""
    game = bare(packed)
    whole_book = np.zeros(BOOK, np.int64)
    book = borrowed(whole_book)
    for play in range(totals.shape[0]):
        book[state.OFFENSE] = 0
        book[state.DOWN] = 1
        book[state.TO_GOAL] = to_goal
        book[state.YARDS_TO_GO] = min(10, to_goal)
        make_play(game.charts, book, kind, totals[play])
        yards[play] = book[record.YARDS]
        bits[play] = book[record.FLAGS]
    whole_book[state.OVER] = 1  # used to the end: numba frees an array after its last use


def _made(call: PlayCall, folder: Path | None, totals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Yards and flags of a play for each throw."""
    if call != PlayCall(call.play, to_goal=call.to_goal) or (call.play in PLACED and call.to_goal):
        raise InputError(Fault("--to-goal", "", call.play, "no option but --to-goal, where a play has one"))
    if call.to_goal >= 100:
        raise InputError(Fault("--to-goal", "", str(call.to_goal), "1 to 99"))
    packed = playable.pack(playable.load_chart_files(folder), np.zeros((1, arrays.CALLS), np.int64))
    yards, bits = np.zeros(len(totals), np.int16), np.zeros(len(totals), np.int32)
    to_goal = PLACED.get(call.play, call.to_goal or 80)  # the own 20 where none is named
    make_plays(packed, KINDS[call.play], to_goal, totals, yards, bits)
    return yards, bits


def roll(call: PlayCall, season: Season, folder: Path | None, key: tuple[int, ...], count: int):
    """Yards and masks of so many plays."""
    _known(call.play, ())
    totals = np.zeros(count, np.int64)
    with np.errstate(over="ignore"):  # uncompiled, hashes wrap around as numpy scalars
        throw_totals(np.uint64(game_key(np.uint64(key[0]), key[1], key[2])), key[3], totals)
    yards, bits = _made(call, folder, totals)
    return yards, [(bits & bit) != 0 for bit in EVENTS.values()]


def _known(what: str, others: tuple[str, ...]) -> None:
    if what not in KINDS:
        raise InputError(Fault("CHART", "", what, f"one of {', '.join((*others, *KINDS))}"))


def odds_of(what: str, who: str, season: Season, folder: Path | None, options: dict[str, Any]) -> Odds:
    """Odds of a chart's column, or of a play."""
    charts = playable.load_chart_files(folder).charts
    if what in charts:
        names = [column.name for column in charts[what].spec.columns]
        if who not in names or options:
            raise InputError(Fault("COLUMN", "", who, f"one of {', '.join(names)}, without an option"))
        outcomes: dict[int | str, Fraction] = {}
        for row, ways in zip(charts[what].texts, SUMMED_WAYS, strict=True):
            cell = row[names.index(who)]
            outcome = int(cell) if cell.lstrip("-").isdigit() else cell
            outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + Fraction(ways, 36)
        return Odds(f"{charts[what].spec.title}, {who}", outcomes)
    _known(what, tuple(charts))
    yards, bits = _made(make_call(what, who, options), folder, np.arange(2, 13))
    chances = {
        event: Fraction(sum(w for w, b in zip(SUMMED_WAYS, bits, strict=True) if b & bit), 36)
        for event, bit in EVENTS.items()
    }
    title = what.replace("_", " ")
    return Odds(title, column_distribution(yards, SUMMED_WAYS), {e: p for e, p in chances.items() if p})
