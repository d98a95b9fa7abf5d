"""What SPI's sheets would mean with one rating moved by one or two letters (numbers, for ranges)."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from simlib.files.seasons import Season
from simlib.rulesets.answers import Line, Move
from simlib.rulesets.spi.charts.read import load_charts
from simlib.rulesets.spi.charts.reference import LEAGUE_LETTERS
from simlib.rulesets.spi.play.arrays import LAST_GAIN, LAST_PASS, LAST_RUN, NO_LETTER
from simlib.rulesets.spi.sheets import files
from simlib.rulesets.spi.sheets import rating_scale as rating
from simlib.rulesets.spi.sheets.rating_scale import THROW_MIX, Scale
from simlib.rulesets.spi.sheets.ratings import scale_of_charts

STEPS = (1, -1, 2, -2)
RUNS = ("RIS", "ROS")
GAINS, PASSES = ("gain_S", "gain_M", "gain_L"), ("pass_S", "pass_M", "pass_L")
Key = tuple[str | None, str | None, str]
Sheet = dict[str, str]


def moves_of(season: Season, rows: Sequence[Line], charts: Path | None = None) -> dict[Key, tuple[Move, ...]]:
    """Moves of the ratings that decide each row's statistic; rows without any are left out.

    Raises
    ------
    InputError
        A chart or the sheets have a fault.
    """
    path = season.folder / "spi"
    if not (path / "players.csv").exists():
        return {}
    sheets: dict[tuple[str, str], Sheet] = {
        (row.texts["team"], row.texts["player"]): dict(row.texts)
        for row in files.read_sheet_file(path, files.PLAYERS)
    }
    scale = scale_of_charts(load_charts(charts).charts)
    found: dict[Key, tuple[Move, ...]] = {}
    for row in rows:
        sheet = sheets.get((row.team or "", row.player or ""))
        if sheet is None:
            continue
        moves = _moves(season, sheets, scale, row, sheet)
        if moves:
            found[row.team, row.player, row.stat] = moves
    return found


def _moves(
    season: Season, sheets: dict[tuple[str, str], Sheet], scale: Scale, row: Line, sheet: Sheet
) -> tuple[Move, ...]:
    if row.stat == "yards_per_carry":
        return _by_letter(sheet, RUNS, LAST_RUN, lambda letters: rating.implied_carry(scale, *letters))
    if row.stat == "yards_per_catch":
        shares = rating.catch_shares(scale, _league_passer())
        return _by_letter(
            sheet, GAINS, LAST_GAIN, lambda letters: rating.implied_catch(scale, letters, shares)
        )
    if row.stat == "completion_percent":
        return _by_letter(sheet, PASSES, LAST_PASS, lambda letters: rating.implied_completion(scale, letters))
    if row.stat == "yards_per_attempt":
        gains = _team_gains(season, sheets, scale, row.team or "")
        return _by_letter(sheet, PASSES, LAST_PASS, lambda letters: _yards(scale, letters, gains))
    if row.stat == "interception_percent":
        return _by_number(sheet, "int")
    return ()


def _league_passer() -> tuple[int, ...]:
    """The league's passing letters, rounded."""
    return tuple(
        sum(letter * share for letter, share in shares.items()) // sum(shares.values())
        for shares in LEAGUE_LETTERS.passing
    )


def _by_letter(
    sheet: Sheet, columns: Sequence[str], last: int, worth: Callable[[tuple[int, ...]], Fraction]
) -> tuple[Move, ...]:
    letters = rating.letters("".join(sheet[column] for column in columns))
    if all(letter == NO_LETTER for letter in letters):
        return ()
    before = worth(letters)
    if not before:
        return ()
    moves = []
    for place, column in enumerate(columns):
        for steps in STEPS:
            new = letters[place] + steps
            if letters[place] == NO_LETTER or not 0 <= new <= last:
                continue
            ratio = worth((*letters[:place], new, *letters[place + 1 :])) / before
            (text,) = rating.printed(new)
            moves.append(Move(column, sheet[column], text, steps, float(ratio)))
    return tuple(moves)


def _by_number(sheet: Sheet, column: str) -> tuple[Move, ...]:
    """A range of numbers made longer or shorter at its beginning."""
    first, last = files.throw_range(sheet[column])
    count = last - first + 1
    if count <= 0:
        return ()
    moves = []
    for steps in STEPS:
        if count + steps > 0 and first - steps >= 0:
            text = files.range_text((first - steps, last))
            moves.append(Move(column, sheet[column], text, steps, (count + steps) / count))
    return tuple(moves)


def _team_gains(
    season: Season, sheets: dict[tuple[str, str], Sheet], scale: Scale, team: str
) -> tuple[Fraction, ...]:
    """Yards a completion of each length brings a team, its men weighed by their real catches."""
    gains = []
    for length, column in enumerate(GAINS):
        total, number = Fraction(0), 0
        for man in season.players:
            sheet = sheets.get((man.team, man.id), {})
            catches = man.stats.get("rec") or 0
            (letter,) = rating.letters(sheet.get(column, files.NONE))
            if man.team == team and catches and letter != NO_LETTER:
                total += catches * scale.catch[length][letter]
                number += catches
        gains.append(total / number if number else Fraction(10))
    return tuple(gains)


def _yards(scale: Scale, letters: Sequence[int], gains: Sequence[Fraction]) -> Fraction:
    parts = zip(THROW_MIX, letters, gains, strict=True)
    return sum(
        (mix * scale.completion[letter] * gain for mix, letter, gain in parts if letter != NO_LETTER),
        Fraction(0),
    )
