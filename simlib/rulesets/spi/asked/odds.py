"""SPI Football: exact odds of charts and of whole plays, counted throw by throw with fractions.

Nothing here calls the kernel's resolvers: the rules are counted from the charts a second time, so that
the two can be held against each other.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from simlib.errors import Fault, InputError
from simlib.files.seasons import Season
from simlib.kernels.field import END_ZONE_DEPTH, FIELD
from simlib.rulesets.answers import Odds, Outcome
from simlib.rulesets.call import PlayCall, make_call
from simlib.rulesets.counting import SUMMED_WAYS, THROWS, Distribution, mixture, summed_distribution
from simlib.rulesets.spi.asked import setups
from simlib.rulesets.spi.asked.rolled import ready
from simlib.rulesets.spi.charts.expectations import pass_chances, run_by_letter
from simlib.rulesets.spi.charts.read import DICE, SPEC, TOTALS, as_arrays, load_chart_files
from simlib.rulesets.spi.play import arrays as spi

ONE = Fraction(1, THROWS)
TOTAL_CHANCES = tuple(Fraction(ways, THROWS) for ways in SUMMED_WAYS)
GAIN_WORDS, PUNT_WORDS = {spi.TOUCHDOWN: "TD"}, {spi.END_ZONE: "EZ"}
SACK_LOSSES = {total + 1: chance for total, chance in enumerate(TOTAL_CHANCES, 2)}


def odds_of(what: str, who: str, season: Season, charts: Path | None, options: dict[str, Any]) -> Odds:
    """Odds of a chart's column or of a play: see `simlib.odds`."""
    if what in SPEC:
        if options:
            raise InputError(Fault("CHART", "", what, "a play: a chart's column takes no options"))
        return chart_odds(what, who, charts)
    if what not in setups.PLAYS:
        expected = f"a chart ({', '.join(SPEC)}) or a play ({', '.join(setups.PLAYS)})"
        raise InputError(Fault("CHART", "", what, expected))
    call = make_call(what, who, options)
    setup, _, arrays = ready(call, season, charts)
    return setup_odds(setup, arrays, _title(call, setup))


def _title(call: PlayCall, setup: setups.Setup) -> str:
    parts = [call.play.replace("_", " "), call.who]
    if isinstance(setup, setups.Run):
        parts += [call.way, f"(letter {chr(65 + setup.letter)})"]
    if isinstance(setup, setups.Pass):
        letters = f"(letter {chr(65 + setup.letter)}, gain {chr(65 + setup.gain_letter)})"
        parts += ["to", call.to, call.length, letters]
    if isinstance(setup, setups.Punt):
        parts.append(f"(letter {chr(65 + setup.letter)})")
    parts += ["against", call.against] if call.against else []
    parts += ["defense", call.defense] if call.defense else []
    parts += [f"{call.to_goal} yards from the goal line"] if call.to_goal else []
    parts += ["in the last two minutes"] if call.two_minute else []
    return " ".join(part for part in parts if part)


# Charts


def _outcome(text: str) -> Outcome:
    """Read a chart's cell: a number, or its word."""
    sign = text[:1] in ("+", "-")
    return int(text) if text[sign:].isdigit() else text or "-"


def _as_outcomes(distribution: Distribution, words: dict[int, str] = GAIN_WORDS) -> dict[Outcome, Fraction]:
    return {words.get(gain, gain): chance for gain, chance in distribution.items()}


def _summed_outcomes(texts: list[str], chances: list[Fraction]) -> dict[Outcome, Fraction]:
    found: dict[Outcome, Fraction] = {}
    for text, chance in zip(texts, chances, strict=True):
        outcome = _outcome(text)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    numbers = {o: found[o] for o in sorted(o for o in found if isinstance(o, int))}
    return numbers | {o: p for o, p in found.items() if isinstance(o, str)}


def chart_odds(name: str, column: str, charts: Path | None) -> Odds:
    """Odds of one column of a chart, or of one row where the dice run along it.

    Raises
    ------
    InputError
        No such column, or none given of several; the Master Play Chart is read without dice.
    """
    chart_set = load_chart_files(charts)
    chart = chart_set.charts[name]
    spec = chart.spec
    headings = [c.name for c in spec.columns]
    title = f"{spec.title} (case {spec.case})"
    if name == "master_play_chart":
        raise InputError(Fault("CHART", "", name, "a chart read with dice: ask for a run or a pass"))
    along = spec.key in ("letter", "play")  # a row is looked up, and the dice run along it
    names = list(spec.rows) if along else headings
    column = column or (names[0] if len(names) == 1 else "")
    if column not in names:
        raise InputError(Fault("COLUMN", "", column, f"one of {', '.join(names)}"))
    title = f"{title} {column}" if len(names) > 1 else title
    if name == "rushing_gain":
        arrays = as_arrays(chart_set.charts)
        return Odds(title, _as_outcomes(run_by_letter(arrays, headings.index(column))))
    if along:
        row = spec.rows.index(column)
        texts, values = list(chart.texts[row]), chart.values[row]
        if name == "pass_completion":
            complete = Fraction(values[0] + 1, THROWS)
            return Odds(title, {}, {"complete": complete, "not complete": 1 - complete})
        if name == "rushing_out_of_bounds":
            gain = f"a gain of {texts[2]}, " if texts[2] else ""
            words = (f"{gain}throw in the range", f"{gain}throw in the range of the last two minutes")
            return Odds(
                title, {}, {w: Fraction(THROWS - v, THROWS) for w, v in zip(words, values[:2], strict=True)}
            )
        arrays = as_arrays(chart_set.charts)
        return Odds(title, _as_outcomes(_punts(arrays, row), PUNT_WORDS))
    texts = [row[headings.index(column)] for row in chart.texts]
    chances = {TOTALS: TOTAL_CHANCES, DICE: (ONE,) * THROWS}.get(spec.rows, (Fraction(1, 6),) * 6)
    return Odds(title, _summed_outcomes(texts, list(chances)))


def _punts(charts: spi.Charts, letter: int) -> Distribution:
    """Yards of a punt, END_ZONE for one into it (10.1, 10.6)."""
    long = summed_distribution(charts.long_punt.tolist())
    cells = charts.punting[letter].tolist()
    return mixture(
        (chance, long if cell == spi.LONG_PUNT else {cell: Fraction(1)})
        for cell, chance in zip(cells, TOTAL_CHANCES, strict=True)
    )


# Whole plays


class _Count:
    """Chances added up over throws: yards credited, and events."""

    def __init__(self, to_goal: int) -> None:
        self.to_goal = to_goal
        self.before = to_goal or spi.TOUCHDOWN
        self.yards: Counter[int] = Counter()
        self.events: defaultdict[str, Fraction] = defaultdict(Fraction)

    def gain(self, gain: int, chance: Fraction) -> None:
        """Credit a gain, cut at the goal lines."""
        if self.to_goal:
            gain = max(min(gain, self.to_goal), self.to_goal - FIELD)
        self.yards[gain] += chance  # type: ignore[assignment]

    def ends(self, gain: int, chance: Fraction, fumble: Fraction, kept: Fraction) -> None:
        """Say how a gain ends when it is fumbled with chance `fumble` and recovered with `kept`."""
        after = self.before - gain
        if after < 0:
            self.events["touchdown"] += chance
            return
        self.events["fumble"] += chance * fumble
        self.events["fumble lost"] += chance * fumble * (1 - kept)
        held = chance * (1 - fumble * (1 - kept))
        if after == 0:
            self.events["touchdown"] += held
        elif self.to_goal and after >= FIELD:
            self.events["safety"] += held

    def odds(self, title: str) -> Odds:
        yards = {gain: Fraction(self.yards[gain]) for gain in sorted(self.yards)}
        events = {event: chance for event, chance in self.events.items() if chance}
        return Odds(title, _as_outcomes(yards), events)


def _rushes(charts: spi.Charts, letter: int) -> Iterator[tuple[int, int, Fraction]]:
    """(throw, gain, chance) of a column of the Rushing Gain table."""
    tables = {spi.MEDIUM_GAIN: charts.medium_gain, spi.LONG_GAIN: charts.long_gain}
    for throw, cell in enumerate(charts.rushing_gain[:, letter].tolist()):
        if cell in tables:
            for gain, chance in zip(tables[cell].tolist(), TOTAL_CHANCES, strict=True):
                yield throw, gain, ONE * chance
        else:
            yield throw, cell, ONE


def _run_odds(setup: setups.Run, charts: spi.Charts, title: str) -> Odds:
    count = _Count(setup.to_goal)
    least_throw = charts.run_out_of_bounds[setup.outside, setup.late]
    least_gain = charts.run_out_of_bounds_gain[setup.outside]
    kept = Fraction(setup.recover_to + 1, THROWS)
    for throw, gain, chance in _rushes(charts, setup.letter):
        count.gain(gain, chance)
        leaves = throw >= least_throw and gain >= least_gain and gain < count.before
        if leaves:
            count.events["out of bounds"] += chance
        count.ends(gain, chance, Fraction(0 if leaves else setup.fumble_on[throw]), kept)
    return count.odds(title)


def _pass_odds(setup: setups.Pass, charts: spi.Charts, title: str) -> Odds:
    count = _Count(setup.to_goal)
    kept = Fraction(setup.recover_to + 1, THROWS)
    ranges = []
    for (first, last), wider in (
        (setup.interception, setup.wider_interception),
        (setup.sack, setup.wider_sack),
    ):
        ranges.append((first - wider, last) if first <= last else setups.NO_RANGE)
    in_team_range = Fraction(setup.team_to + 1, THROWS)
    chances = pass_chances(int(charts.completion[setup.letter]), ranges[0], ranges[1], in_team_range)
    cells = charts.pass_gain[:, setup.gain_letter].tolist()
    marks = charts.pass_out_of_bounds.tolist()
    for gain, mark, fumble, total in zip(cells, marks, setup.fumble_on, TOTAL_CHANCES, strict=True):
        chance = chances.complete * total
        count.gain(gain, chance)
        leaves = (mark == 1 or (mark == 2 and setup.late)) and gain < count.before
        if leaves:
            count.events["out of bounds"] += chance
        count.ends(gain, chance, Fraction(0 if leaves else fumble), kept)
    for loss, total in SACK_LOSSES.items():
        count.gain(-loss, chances.sacked * total)
        count.ends(-loss, chances.sacked * total, ONE, kept)
    # Half the gain, rounded up, is how far past the line it is intercepted; past the end zone is nothing.
    depths = [(-((-g) // 2), t) for g, t in zip(cells, TOTAL_CHANCES, strict=True) if g != spi.TOUCHDOWN]
    inside = [t for d, t in depths if not setup.to_goal or setup.to_goal - d > -END_ZONE_DEPTH]
    share = sum(inside, Fraction(0)) / sum((t for _, t in depths), Fraction(0))
    intercepted = chances.intercepted * share
    incomplete = chances.incomplete + chances.intercepted - intercepted
    count.gain(0, intercepted + incomplete)
    told = {"complete": chances.complete, "incomplete": incomplete, "intercepted": intercepted}
    odds = count.odds(title)
    return Odds(title, odds.outcomes, told | {"sacked": chances.sacked} | odds.chances)


def _return_odds(setup: setups.Return, charts: spi.Charts, title: str) -> Odds:
    count = _Count(setup.to_goal)
    lost = 1 - Fraction(setup.recover_to + 1, THROWS)
    for (_, letter, by_rushing_table), rows in Counter(setup.card).items():
        share = Fraction(rows, THROWS)
        if letter < 0:
            count.events["no runback"] += share
            continue
        if by_rushing_table:
            least_throw, least_gain = (
                charts.run_out_of_bounds[1, setup.late],
                charts.run_out_of_bounds_gain[1],
            )
            ways = [
                (gain, chance, throw >= least_throw and gain >= least_gain)
                for throw, gain, chance in _rushes(charts, letter)
            ]
        else:
            marks = charts.pass_out_of_bounds.tolist()
            cells = charts.pass_gain[:, letter].tolist()
            ways = [
                (gain, chance, mark == 1 or (mark == 2 and bool(setup.late)))
                for gain, chance, mark in zip(cells, TOTAL_CHANCES, marks, strict=True)
            ]
        for gain, chance, leaves in ways:
            _count_return(count, gain, share * chance, leaves, lost)
    played = 1 - count.events["no runback"]
    odds = count.odds(title)
    return Odds(title, {o: p / played for o, p in odds.outcomes.items()} if played else {}, odds.chances)


def _count_return(count: _Count, gain: int, chance: Fraction, leaves: bool, lost: Fraction) -> None:
    """Add a return: it ends in the field, never behind the returner's own goal line."""
    after = count.before - gain
    if after <= 0:
        count.gain(gain, chance)
        count.events["touchdown"] += chance
        return
    if count.to_goal >= FIELD <= after:
        count.gain(0, chance)
        count.events["touchback"] += chance
        return
    if count.to_goal:
        gain = count.to_goal - min(max(after, 1), FIELD - 1)
    count.yards[gain] += chance  # type: ignore[assignment]
    if leaves:
        count.events["out of bounds"] += chance
    else:
        count.events["fumble"] += chance * ONE
        count.events["fumble lost"] += chance * ONE * lost


def _punt_odds(setup: setups.Punt, charts: spi.Charts, title: str) -> Odds:
    away = Fraction(1)
    count = _Count(setup.to_goal)
    if setup.rushed:  # 10.4: two dice, 7 is roughing, 2 and 12 are blocked
        count.events["roughing"], count.events["blocked"] = Fraction(6, THROWS), Fraction(2, THROWS)
        away -= Fraction(8, THROWS)
    for yards, chance in _punts(charts, setup.letter).items():
        if yards == spi.END_ZONE or yards >= setup.to_goal:
            count.events["touchback"] += away * chance
            yards = setup.to_goal
        count.gain(yards, chance)
    return count.odds(title)


def _kickoff_odds(setup: setups.Kickoff, charts: spi.Charts, title: str) -> Odds:
    count = _Count(setup.to_goal)
    outcomes: dict[Outcome, Fraction] = {}
    for yards, chance in sorted(summed_distribution(charts.kickoff.tolist()).items()):
        if yards == spi.OUT_OF_BOUNDS:
            count.events["kicked again"] += chance
            outcomes["OB"] = chance
            continue
        spot = 0 if yards == spi.END_ZONE else setup.to_goal - yards
        run_out = setup.run_out and spot > -END_ZONE_DEPTH
        if (spot < 0 or yards == spi.END_ZONE) and not run_out:
            count.events["touchback"] += chance
        outcomes["EZ" if yards == spi.END_ZONE else yards] = chance
    return Odds(title, outcomes, dict(count.events))


def _kick_odds(setup: setups.Kick, title: str) -> Odds:
    blocked = 0 if setup.is_try else 2  # 11.3: 65 and 66
    good = min(setup.good_to + 1, THROWS - blocked)
    chances = {"good": Fraction(good, THROWS), "blocked": Fraction(blocked, THROWS)}
    chances["no good"] = 1 - sum(chances.values(), Fraction(0))
    return Odds(title, {}, {event: chance for event, chance in chances.items() if chance})


def setup_odds(setup: setups.Setup, charts: spi.Charts, title: str) -> Odds:
    """Exact odds of a play made ready; yards of a return are those given a runback."""
    match setup:
        case setups.Run():
            return _run_odds(setup, charts, title)
        case setups.Pass():
            return _pass_odds(setup, charts, title)
        case setups.Return():
            return _return_odds(setup, charts, title)
        case setups.Punt():
            return _punt_odds(setup, charts, title)
        case setups.Kickoff():
            return _kickoff_odds(setup, charts, title)
        case setups.Kick():
            return _kick_odds(setup, title)
