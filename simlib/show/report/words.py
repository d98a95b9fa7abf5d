"""The answer in words, from the figures alone, in the order of evidence.

What could have failed most comes first, what was solved to come out comes last.
"""

from collections.abc import Sequence
from math import log10

from simlib.judge.deviation import WITHIN, Row
from simlib.judge.evidence import Evidence
from simlib.judge.left_out import Judged, summarize
from simlib.kernels.stats import STAT

MEN_STATS = ("yards_per_carry", "yards_per_catch")
HEADERS = ("rushing_yards_allowed_per_game", "yards_allowed_per_attempt")


def headline(evidence: Evidence) -> str:
    """One paragraph: whether the claim holds, for which statistics, and how many rolls are adequate."""
    return f"{opening(evidence)} {grounds(evidence)}"


def grounds(evidence: Evidence) -> str:
    """What the answer rests on, sentence by sentence."""
    parts = [
        _printed_men(evidence),
        _headers(evidence),
        _never_fitted(evidence),
        _ensemble(evidence),
        _free(evidence),
        _fitted(evidence),
        _one_season(evidence),
        _rolls(evidence),
    ]
    return " ".join(part for part in parts if part)


def number(value: float) -> str:
    """A large number in words a person keeps: two figures, thousands apart."""
    if value < 1:
        return "1"
    digits = max(0, int(log10(value)) - 1)
    return f"{round(value / 10**digits) * 10**digits:,.0f}"


def signed(value: float) -> str:
    """Per cent with its sign; a true minus."""
    return f"{value:+.1f}%".replace("-", "\N{MINUS SIGN}")


def counted(count: int, noun: str) -> str:
    """`count` and its noun, in the plural if need be."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def judged_men(evidence: Evidence) -> list[Judged]:
    """Printed men left out, by statistic."""
    found = (summarize(evidence.left_out, stat, STAT[stat].qualifier) for stat in MEN_STATS)
    return [line for line in found if line]


def opening(evidence: Evidence) -> str:
    """The answer in one sentence: the shares that hold of what could have failed."""
    meta = evidence.results.meta
    claim = "the claim" if evidence.answer.meta["claim"] else "a claim of 5%"
    fair = [line.within5 / line.men for line in judged_men(evidence)]
    free = evidence.judged("league", "free")
    fair += [sum(row.verdict5 == WITHIN for row in free) / len(free)] if free else []
    held = sum(fair) / len(fair) if fair else None
    if held is None:
        says = "there is nothing yet by which the claim could be tested fairly"
    elif held >= 0.95:
        says = f"on the evidence that could have failed, {claim} holds"
    elif held >= 0.5:
        says = f"on the evidence that could have failed, {claim} holds for most figures and fails for some"
    else:
        says = f"on the evidence that could have failed, {claim} fails for most figures"
    replays = counted(meta.seasons, "replay")
    rules = f" under the optional rules {', '.join(meta.options)}" if meta.options else ""
    rules += " with a lineup of its own" if meta.lineup else ""
    return f"Over {replays} of the {meta.season} {meta.league} season{rules}: {says}."


def _printed_men(evidence: Evidence) -> str:
    men = judged_men(evidence)
    if not men:
        return ""
    first = men[0]
    own = evidence.fitted_season == evidence.results.meta.season
    year = "" if own else f" (for {evidence.fitted_season})"
    plain = ", and without optional rules" if evidence.results.meta.options else ""
    text = (
        f"Of the {first.men} men whose running letters are printed{year}, {first.within5} come within 5% of "
        f"their real {STAT[first.stat].title} (and {first.within3} within 3%) with the charts solved again "
        f"without each of them{plain}; the middle one is {first.median:.1f}% off."
    )
    for line in men[1:]:
        title = STAT[line.stat].title
        text += f" In {title} {line.within5} of {line.men} come within 5%, {line.within3} within 3%."
    return text


def _headers(evidence: Evidence) -> str:
    if not evidence.left_out:
        return ""
    found = [r for r in evidence.answer.team_relations if r.stat in HEADERS and r.correlation is not None]
    told = [
        f"{r.correlation:.2f} in {STAT[r.stat].title} (spread {r.slope:.2f} times the real one)"
        for r in found
        if r.slope is not None
    ]
    printed = "printed " if evidence.fitted_season == evidence.results.meta.season else ""
    return f"The {printed}team headers tell defences apart: correlation {' and '.join(told)}." if told else ""


def _never_fitted(evidence: Evidence) -> str:
    if not evidence.left_out:
        return ""
    if evidence.fitted_season == evidence.results.meta.season:
        return "No season that was never fitted to is judged here: this one is the charts' own."
    return f"The charts were never fitted to this season, only to {evidence.fitted_season}."


def _ensemble(evidence: Evidence) -> str:
    if evidence.ensemble is None:
        return ""
    held, lines = evidence.ensemble.settled()
    league, league_lines = evidence.ensemble.settled("league")
    return (
        f"Over {evidence.ensemble.charts} charts that honour everything printed, {held} of {lines} verdicts "
        f"({100 * held / lines:.0f}%; {league} of the league's {league_lines}) are the same on at least 95% "
        "of the charts, and so do not depend on the lost cells."
    )


def _listed(rows: Sequence[Row], most: int = 4) -> str:
    """Figures with how far they are off, farthest first; past a few only how many."""
    ordered = sorted(rows, key=lambda row: -abs(row.deviation or 0))
    told = [f"{STAT[row.stat].title} {signed(row.deviation or 0)}" for row in ordered[:most]]
    more = len(ordered) - len(told)
    return ", ".join(told) + (f" and {more} more" if more else "")


def _free(evidence: Evidence) -> str:
    rows = evidence.judged("league", "free")
    if not rows:
        return ""
    inside = [row for row in rows if row.verdict5 == WITHIN]
    outside = [row for row in rows if row.verdict5 != WITHIN]
    text = f"Of the league's {counted(len(rows), 'figure')} that nothing was solved for, {len(inside)} "
    text += f"{'lies' if len(inside) == 1 else 'lie'} within 5%"
    return text + (f"; not shown for {_listed(outside)}." if outside else ".")


def _fitted(evidence: Evidence) -> str:
    rows = evidence.judged("league", "fitted")
    if not rows:
        return ""
    inside = sum(row.verdict5 == WITHIN for row in rows)
    return (
        f"Of the {len(rows)} that charts, ratings or the coach were solved for, {inside} do: that shows no "
        "more than that 3-5% can be reached."
    )


def _one_season(evidence: Evidence) -> str:
    rows = [row for row in evidence.judged("league") if row.within5 is not None]
    men = [row for row in evidence.judged("player") if row.stat == "yards_per_carry"]
    shares = sorted(row.within5 for row in rows if row.within5 is not None)
    if not shares:
        return ""
    text = (
        "One season is another matter: a league figure lands within 5% in "
        f"{100 * shares[0]:.0f}% to {100 * shares[-1]:.0f}% of seasons"
    )
    backs = [row.within5 for row in men if row.within5 is not None]
    if backs:
        text += f", a back's yards per carry in {100 * sum(backs) / len(backs):.0f}%"
    return text + "."


def _rolls(evidence: Evidence) -> str:
    if evidence.rolls is None:
        return ""
    needed = sorted(
        (x.rolls5, x.seasons5, x.row)
        for x in evidence.adequate
        if x.rolls5 is not None and x.seasons5 is not None and x.seasons5 > 0 and x.row.verdict5
    )
    if not needed:
        return ""
    never = sum(bool(x.row.verdict5) and x.rolls5 is None for x in evidence.adequate)
    (few, _, easy), (many, seasons, hard) = needed[0], needed[-1]
    text = (
        f"An adequate number of rolls, for a mean within 5% 19 times in 20, runs from {number(few)} throws "
        f"({STAT[easy.stat].title}) to {number(many)} ({STAT[hard.stat].title}, "
        f"{number(seasons)} seasons; a season is about {number(evidence.rolls)} throws)"
    )
    return text + (f"; for {counted(never, 'figure')} no number is adequate." if never else ".")
