"""Play one game and tell it: a free match-up of two teams, or a game of a season of a run."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simlib.errors import Fault, InputError
from simlib.files.find_team import team_index
from simlib.kernels import record, state
from simlib.kernels.stats import PLAYER_COLUMNS, TEAM_COLUMNS
from simlib.kernels.tally import Tally, empty_tally
from simlib.plays.meeting import meet
from simlib.plays.records import GameResult, ManBox, TeamBox
from simlib.plays.summary import drive_chart, points_by_quarter, scoring_summary
from simlib.rulesets import DEFAULT
from simlib.rulesets.contract import Playable, Ruleset
from simlib.rulesets.told import Names, Play
from simlib.runs.request import MOST_SEED, Request

if TYPE_CHECKING:
    from simlib.files.seasons import Season, Team

MOST_NUMBER = 1_000_000
_SUFFIXES = ("Jr.", "Sr.", "II", "III")
_PARTICLES = ("De", "St.", "Van", "Von")


def game(
    away: str | None = None,
    home: str | None = None,
    season: "int | str | Path | Season" = 1958,
    ruleset: str = DEFAULT,
    seed: int = 1,
    number: int = 0,
    of: tuple[int, int] | None = None,
    coach: str | None = None,
    options: str | Iterable[str] = (),
    charts: str | Path | None = None,
    rules: "int | str | Path | Season | None" = None,
    match: str | None = None,
    play_off: bool = False,
    lineup: str | Path | None = None,
) -> GameResult:
    """Play one game and tell it, play by play.

    Parameters
    ----------
    away, home : str, optional
        Visitors and home team: a code, a name or part of one; BAL@1968 is that season's team. Not
        needed with `match`, nor with `of`, where they must be that game's teams if given.
    season : int, str, Path or Season
        That of a team without "@": a shipped year, the path of a season folder, or a loaded season.
    ruleset : str
        Id of the game.
    seed : int
        0 .. 2**64 - 1; the same seed and number give the same game on every machine.
    number : int
        Another number is another game of the same two teams, from 0. No season comes before it.
    of : (int, int), optional
        (season number, game number): a game of a run with this seed, with the same figures as in
        the run. Seasons are numbered from 0 as in `replay`; games as in games.csv, from 1.
    coach, options, charts, lineup
        As in `simlib.replay`; no lineup where teams of two seasons meet.
    rules : int, str, Path or Season, optional
        The year whose playing rules hold; the home team's when not given.
    match : str, optional
        Id of a real match that stands ready ("super-bowl-iii"); played until one wins.
    play_off : bool
        A game level after four quarters goes on until one scores; else it ends level.

    Returns
    -------
    GameResult
        Frozen; `print` shows it as a newspaper would, `to_json` and the frames hold everything.

    Raises
    ------
    InputError
        A name, number, file or chart that can't be used.
    """
    check_number("--seed", seed, 0, MOST_SEED)
    check_number("--number", number, 0, MOST_NUMBER)
    if of is not None:
        if rules is not None or match is not None or play_off:
            raise InputError(
                Fault("--of", "", f"{of[0]}:{of[1]}", "none beside --rules, --match or --play-off")
            )
        season = Request(season, ruleset).look_up()[1].season
        away, home = _scheduled_teams(season, away, home, of)
    request = Request(season, ruleset, coach=coach, options=options, charts=charts, lineup=lineup)
    met = meet(away, home, request, rules, match)
    until_won = play_off or met.match is not None
    tally, plays = told_plays(met.ruleset, met.season, met.playable, met.sides, seed, number, of, until_won)
    return GameResult(
        **met.told(),
        seed=seed,
        season_number=None if of is None else of[0],
        number=number if of is None else of[1],
        **boxes(met.season, met.playable, met.sides, tally, plays),
    )


def boxes(
    season: "Season", playable: Playable, sides: tuple[int, int], tally: Tally, plays: tuple[Play, ...]
) -> dict[str, Any]:
    """Fields of a GameResult that tell what happened; `sides` are the (home, away) teams' indices."""
    return {
        "away": _team_box(season.teams[sides[1]], tally, sides[1], plays, home=False),
        "home": _team_box(season.teams[sides[0]], tally, sides[0], plays, home=True),
        "men": _men(season, playable, tally, (sides[1], sides[0])),
        "scoring": scoring_summary(plays),
        "drives": drive_chart(plays),
        "plays": plays,
    }


def run_game(text: str) -> tuple[int, int] | None:
    """Read "SEASON:GAME" as game's `of`; None for an empty text, InputError for anything else."""
    if not text:
        return None
    parts = text.split(":")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 20 for part in parts):
        expected = "SEASON:GAME, as in 12:40: the season counted from 0, the game from 1"
        raise InputError(Fault("--of", "", text, expected))
    return int(parts[0]), int(parts[1])


def check_number(where: str, value: object, least: int, most: int) -> None:
    """Refuse what is no whole number from `least` to `most`, in one line."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not least <= int(value) <= most:  # type: ignore[call-overload]
        raise InputError(Fault(where, "", str(value), f"a whole number from {least} to {most}"))


def _scheduled(season: "Season", of: tuple[int, int]) -> int:
    """Place in the schedule of a game of a run."""
    season_number, game_number = of
    check_number("--of", season_number, 0, 2**62)
    numbers = [scheduled.number for scheduled in season.games]
    if game_number not in numbers:
        expected = f"a game of games.csv, {min(numbers)} to {max(numbers)}"
        raise InputError(Fault("--of", "", f"game {game_number}", expected))
    return numbers.index(game_number)


def _scheduled_teams(
    season: "Season", away: str | None, home: str | None, of: tuple[int, int]
) -> tuple[str, str]:
    """Codes of the (away, home) teams of a game of a run; those named must be they."""
    meeting = season.games[_scheduled(season, of)]
    codes = [team.code for team in season.teams]
    for name, where, code in ((home, "HOME", meeting.home), (away, "AWAY", meeting.away)):
        if name is not None and codes[team_index(season, name, where)] != code:
            expected = f"game {meeting.number}'s teams, {meeting.away} {meeting.home}, or none"
            raise InputError(Fault("--of", "", f"{away or '?'} {home or '?'}", expected))
    return meeting.away, meeting.home


def told_plays(
    ruleset: Ruleset,
    season: "Season",
    playable: Playable,
    sides: tuple[int, int],
    seed: int,
    number: int = 0,
    of: tuple[int, int] | None = None,
    until_won: bool = False,
) -> tuple[Tally, tuple[Play, ...]]:
    """Play a game of two teams, or a game `of` a run whose teams they are: its statistics and plays."""
    from simlib.files.seasons import season_arrays
    from simlib.kernels.season_loop import play_match, play_one_game

    rows, count = 256, 257
    while count > rows:  # the log grows until every play has its row
        rows = max(rows, count)
        tally = match_tally(season, playable)
        events = np.zeros((rows, record.WIDTH), np.int32)
        with np.errstate(over="ignore"):  # uncompiled, hashes wrap around as numpy scalars
            if of is None:
                count = play_match(
                    np.uint64(seed), number, *sides, playable.arrays, tally, events, sudden_death(until_won)
                )
            else:
                arrays, place = season_arrays(season), _scheduled(season, of)
                count = play_one_game(np.uint64(seed), of[0], place, arrays, playable.arrays, tally, events)
    return tally, ruleset.tell(events[:count], playable.arrays, _names(season, playable, sides))


def match_tally(season: "Season", playable: Playable) -> Tally:
    """A zeroed tally for a game of two teams."""
    return empty_tally(1, len(season.teams), max(map(len, playable.men)), max(1, len(season.games)))


def sudden_death(until_won: bool) -> int:
    """What follows four level quarters of a match, as its kernel has it."""
    return state.UNTIL_A_SCORE if until_won else state.NO_MORE


def _surname(name: str) -> str:
    """Surname of a man, particles included; the word before a bracket of "Others (New York Giants)"."""
    words = [word for word in name.partition(" (")[0].split() if word not in _SUFFIXES]
    if len(words) > 2 and words[-2] in _PARTICLES:
        return " ".join(words[-2:])
    return words[-1] if words else name


def _short_names(names: Iterable[str]) -> tuple[str, ...]:
    """Surnames; the whole name where a team has two men of that surname."""
    whole = list(names)
    surnames = [_surname(name) for name in whole]
    counts = Counter(surnames)
    return tuple(s if counts[s] == 1 else name for s, name in zip(surnames, whole, strict=True))


def _names(season: "Season", playable: Playable, sides: tuple[int, int]) -> Names:
    full = {(man.team, man.id): man.name for man in season.players}
    codes = tuple(season.teams[side].code for side in sides)
    ids = tuple(playable.men[side] for side in sides)
    short = tuple(_short_names(full[code, man] for man in men) for code, men in zip(codes, ids, strict=True))
    return Names(sides, codes, ids, short)


def _team_box(team: "Team", tally: Tally, index: int, plays: tuple[Play, ...], home: bool) -> TeamBox:
    counts = tally.team_stats[0, index, : len(TEAM_COLUMNS)].tolist()
    stats = dict(zip(TEAM_COLUMNS, counts, strict=True))
    taken = [play for play in plays if "intercepted" in play.results and play.offense != team.code]
    return TeamBox(
        code=team.code,
        name=team.name,
        points=stats["points"],
        quarters=points_by_quarter(plays, home),
        stats=stats,
        interceptions=len(taken),
        interception_yards=sum(play.return_yards for play in taken),
    )


def _men(season: "Season", playable: Playable, tally: Tally, order: tuple[int, int]) -> tuple[ManBox, ...]:
    full = {(man.team, man.id): man.name for man in season.players}
    boxes = []
    for index in order:
        code = season.teams[index].code
        for slot, man in enumerate(playable.men[index]):
            counts = tally.player_stats[0, index, slot].tolist()
            if any(counts):
                stats = dict(zip(PLAYER_COLUMNS, counts, strict=True))
                boxes.append(ManBox(code, man, full[code, man], stats))
    return tuple(boxes)
