"""SPI Football: what a play asked about outside a game is resolved by: letters, ranges, fumble numbers."""

from collections.abc import Sequence
from typing import NamedTuple

from simlib.errors import Fault, InputError
from simlib.files.find_team import team_index
from simlib.files.names import find_one, man_choices
from simlib.files.seasons import Season
from simlib.kernels.field import turned_over
from simlib.kernels.season import R_KICKOFF_LINE
from simlib.rulesets.call import PlayCall
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play.resolvers import field_goal_column, shifted
from simlib.rulesets.spi.sheets.read import Sheets

PLAYS = (
    "run", "pass", "punt", "kickoff", "kickoff_return", "punt_return", "interception_return", "field_goal",
    "try",
)  # fmt: skip
NO_RANGE = (36, -1)
NEVER, ALWAYS_RECOVERED = -1, 35


class Run(NamedTuple):
    """A run; `fumble_on` by throw, `recover_to` ALWAYS_RECOVERED where no team is named."""

    letter: int
    outside: int
    late: int
    to_goal: int
    fumble_on: tuple[int, ...]
    recover_to: int


class Pass(NamedTuple):
    """A pass; `fumble_on` by total 2..12; ranges are throws first..last."""

    letter: int
    gain_letter: int
    late: int
    to_goal: int
    interception: tuple[int, int]
    sack: tuple[int, int]
    wider_interception: int
    wider_sack: int
    team_to: int
    fumble_on: tuple[int, ...]
    recover_to: int


class Return(NamedTuple):
    """A return; `card` holds (slot, letter, 1 by the Rushing Gain table) for each throw."""

    card: tuple[tuple[int, int, int], ...]
    late: int
    to_goal: int
    recover_to: int


class Punt(NamedTuple):
    """A punt by a letter, rushed or not."""

    letter: int
    rushed: int
    to_goal: int


class Kickoff(NamedTuple):
    """A kick-off from `to_goal`; `run_out` 1 when balls are run out of the end zone."""

    to_goal: int
    run_out: int


class Kick(NamedTuple):
    """A field goal or a try, good up to throw `good_to`."""

    good_to: int
    is_try: int


Setup = Run | Pass | Return | Punt | Kickoff | Kick


class _Maker:
    """Finds men, teams and letters of a season."""

    def __init__(self, call: PlayCall, season: Season, sheets: Sheets, rules: Sequence[int]) -> None:
        self.call, self.season, self.sheets, self.rules = call, season, sheets, rules
        self.rival = team_index(season, call.against, "--against") if call.against else None

    def of_rival(self, column: int, otherwise: int) -> int:
        return otherwise if self.rival is None else int(self.sheets.league.team[self.rival, column])

    def is_letter(self, text: str) -> bool:
        return len(text) == 1 and "A" <= text <= "Z"

    def letter(self, text: str, last: int, where: str) -> int:
        letter = ord(text) - ord("A")
        if letter > last:
            raise InputError(Fault(where, "", text, f"a letter A to {chr(ord('A') + last)}, or a man"))
        return letter

    def man(self, text: str, where: str) -> tuple[int, int]:
        """Team and slot of a man, by his id or part of his name."""
        codes = [team.code for team in self.season.teams]
        places = [(team, slot) for team, men in enumerate(self.sheets.men) for slot in range(len(men))]
        lines = [(codes[team], self.sheets.men[team][slot]) for team, slot in places]
        return places[find_one(text, man_choices(self.season, lines), where, "a letter or a man")]

    def rated(self, text: str, columns: slice | int, last: int, where: str) -> tuple[int, int | None, int]:
        """(letter, team or None, slot) of a letter or a man's rating in a column."""
        if self.is_letter(text):
            return self.letter(text, last, where), None, -1
        team, slot = self.man(text, where)
        letter = int(self.sheets.league.man[team, slot, columns])
        if letter == spi.NO_LETTER:
            raise InputError(Fault(where, "", text, "a man who has a letter for that on his sheet"))
        return letter, team, slot

    def defense(self) -> int:
        if not self.call.defense:
            return spi.NO_DEFENSE
        if self.call.defense not in spi.DEFENSES:
            raise InputError(Fault("--defense", "", self.call.defense, f"one of {', '.join(spi.DEFENSES)}"))
        return spi.DEFENSES.index(self.call.defense)

    def choice(self, where: str, value: str, choices: tuple[str, ...]) -> int:
        if value not in choices:
            raise InputError(Fault(where, "", value, f"one of {', '.join(choices)}"))
        return choices.index(value)

    # Plays

    def run(self, charts: spi.Charts) -> Run:
        call, league = self.call, self.sheets.league
        outside = self.choice("--way", call.way, ("inside", "outside"))
        letter, team, _ = self.rated(call.who, spi.M_RIS + outside, spi.LAST_RUN, "WHO")
        adjustment = call.adjustment + self.of_rival(spi.T_DEF_RUSH, 0)
        row = self.defense()
        adjustment += int(charts.mpc[row, outside]) if row >= 0 else 0
        fumbles: tuple[int, ...] = (0,) * 36
        recover = ALWAYS_RECOVERED
        if team is not None:
            mask = int(league.team[team, spi.T_FUMBLE_RIS + outside])
            fumbles, recover = (
                tuple(mask >> t & 1 for t in range(36)),
                int(league.team[team, spi.T_RECOVER_TO]),
            )
        letter = int(shifted(letter, adjustment, spi.LAST_RUN))
        return Run(letter, outside, int(call.two_minute), call.to_goal, fumbles, recover)

    def pass_(self, charts: spi.Charts) -> Pass:
        call, league = self.call, self.sheets.league
        length = self.choice("--length", call.length, ("short", "medium", "long"))
        letter, team, slot = self.rated(call.who, spi.M_PASS_S + length, spi.LAST_PASS, "WHO")
        gain, catching, _ = self.rated(call.to or "?", spi.M_GAIN_S + length, spi.LAST_GAIN, "--to")
        row = self.defense()
        adjustment = call.adjustment + self.of_rival(spi.T_DEF_PASS, 0)
        adjustment += int(charts.mpc[row, 2 + length]) if row >= 0 else 0
        interception, sack, wider = NO_RANGE, NO_RANGE, [0, 0]
        if team is not None:
            card = league.man[team, slot]
            interception = int(card[spi.M_INT_FROM]), int(card[spi.M_INT_TO])
            sack = int(card[spi.M_SACK_FROM]), int(card[spi.M_SACK_TO])
            if row in (spi.D_BLITZ, spi.D_BLITZ_INSIDE_10):
                narrow = int(card[spi.M_NOT_WIDENED])
                wider[0] = int(charts.mpc_interception[row, 2 + length]) * (1 - narrow % 2)
                wider[1] = int(charts.mpc_sack[row, 2 + length]) * (1 - narrow // 2)
        offense = team if team is not None else catching
        fumbles: tuple[int, ...] = (0,) * 11
        recover = ALWAYS_RECOVERED
        if offense is not None:
            mask = int(league.team[offense, spi.T_FUMBLE_PASS])
            fumbles = tuple(mask >> total & 1 for total in range(2, 13))
            recover = int(league.team[offense, spi.T_RECOVER_TO])
        return Pass(
            int(shifted(letter, adjustment, spi.LAST_PASS)),
            int(shifted(gain, self.of_rival(spi.T_GAIN_ADJ, 0), spi.LAST_GAIN)),
            int(call.two_minute), call.to_goal, interception, sack, wider[0], wider[1],
            self.of_rival(spi.T_INT_TO, 35), fumbles, recover,
        )  # fmt: skip

    def return_(self) -> Return:
        call, league = self.call, self.sheets.league
        late, to_goal = int(call.two_minute), call.to_goal
        if self.is_letter(call.who):
            letter = self.letter(call.who, spi.LAST_GAIN, "WHO")
            return Return(((-1, letter, 0),) * 36, late, to_goal, ALWAYS_RECOVERED)
        team = team_index(self.season, call.who, "WHO")
        recover = int(league.team[team, spi.T_RECOVER_TO])
        if call.play == "interception_return":
            one = (-1, int(league.team[team, spi.T_INT_LETTER]), int(league.team[team, spi.T_INT_BY_RG]))
            return Return((one,) * 36, late, to_goal, recover)
        cards = league.kick_return if call.play == "kickoff_return" else league.punt_return
        rows = [tuple(map(int, row)) for row in cards[team]]
        return Return(tuple((slot, letter, table) for slot, letter, table in rows), late, to_goal, recover)

    def punt(self, charts: spi.Charts) -> Punt:
        if self.is_letter(self.call.who):
            letter = self.letter(self.call.who, len(charts.punting) - 1, "WHO")
        else:
            letter = self.specialist(self.sheets.league.punter, 1)
        return Punt(letter, int(self.call.rushed), self.call.to_goal or 99)

    def kick(self) -> Kick:
        if self.call.play == "try":
            return Kick(self.specialist(self.sheets.league.kicker, spi.K_EXTRA_POINT_TO), 1)
        if not 1 <= self.call.to_goal <= 99:
            expected = "1 to 99: where the ball is, a field goal's range depends on it"
            raise InputError(Fault("--to-goal", "", str(self.call.to_goal), expected))
        column = int(field_goal_column(self.call.to_goal))
        return Kick(self.specialist(self.sheets.league.kicker, column), 0)

    def specialist(self, rows: object, column: int) -> int:
        """Entry of a punter's or kicker's row."""
        team, slot = self.man(self.call.who, "WHO")
        for row in rows[team]:  # type: ignore[index]
            if row[0] == slot:
                return int(row[column])
        raise InputError(Fault("WHO", "", self.call.who, f"a man who can {self.call.play.replace('_', ' ')}"))


def set_up(
    call: PlayCall, season: Season, sheets: Sheets, charts: spi.Charts, rules: Sequence[int], run_out: int
) -> Setup:
    """Make what a play is resolved by from what was asked.

    Parameters
    ----------
    call : PlayCall
    season, sheets, charts
        As loaded.
    rules : sequence of int
        R_ columns of the season's arrays.
    run_out : int
        1 when the coach runs balls out of the end zone.

    Raises
    ------
    InputError
        A play, man, team or letter that there is none of.
    """
    maker = _Maker(call, season, sheets, rules)
    maker.choice("PLAY", call.play, PLAYS)
    if call.play == "run":
        return maker.run(charts)
    if call.play == "pass":
        return maker.pass_(charts)
    if call.play == "punt":
        return maker.punt(charts)
    if call.play == "kickoff":
        return Kickoff(call.to_goal or int(turned_over(rules[R_KICKOFF_LINE])), run_out)
    if call.play in ("field_goal", "try"):
        return maker.kick()
    return maker.return_()
