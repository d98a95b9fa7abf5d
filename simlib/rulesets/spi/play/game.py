"""SPI Football: what these rules write of a game for the shared loop (cases 2.3, 3.1, 12.0, 13.0)."""

from simlib.kernels import book as football
from simlib.kernels import of_team
from simlib.kernels.book import OWN, line_of
from simlib.kernels.clock import QUARTER, tick, two_minute_period
from simlib.kernels.jit import always_inline, kernel, out_of_line
from simlib.kernels.rng import choice, coin, dice_word, raw_word, throw
from simlib.kernels.season import R_KICKOFF_LINE, R_TIMEOUTS
from simlib.kernels.season_loop import OUTSIDE, begin_half, kick_off, own_book, play_on, record_throws
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import layout, record, state, throws
from simlib.rulesets.spi.play.book import set_kickoff
from simlib.rulesets.spi.play.kicks import field_goal_play, kickoff_play, punt_play, try_play
from simlib.rulesets.spi.play.layout import SpiArrays, sheet_of
from simlib.rulesets.spi.play.limits import note_appearance
from simlib.rulesets.spi.play.passes import pass_play
from simlib.rulesets.spi.play.penalties import (
    CALLED_BACK,
    NO_PENALTY,
    judge,
    keep_before,
    penalty_is_possible,
    settle,
)
from simlib.rulesets.spi.play.resolvers import drawn, situation
from simlib.rulesets.spi.play.scrimmage import run_play


@own_book.of(SpiArrays)
@kernel
def spi_book(game, teams):
    """What a tried play is put back to, and each man's last uses."""
    return state.LAST_USE - OWN + teams * layout.MAX_SLOTS * 4


@kernel
def lineup_of_game(sheets, team, season, game_of_team):
    """Passer of a game by a fixed spread over a team's games: a Weyl sequence against his share."""
    position = ((season * 16 + game_of_team + 977 * team) * 40503) % spi.ALL_SHARES
    return drawn(sheets, sheet_of(team) + layout.B_LINEUP, layout.MAX_LINEUPS, position)


@kick_off.of(SpiArrays)
@kernel
def spi_kick_off(game, book, key, number, season, turn):
    """Line-ups and the toss, whose winner receives (3.1); outside a season nobody has played or missed."""
    book[state.GAME] = max(number, 0)
    book[state.OPTIONS] = game.tables[layout.A_OPTIONS]
    for side in range(2):
        team = book[state.TEAM + side]
        book[state.LINEUP + side] = lineup_of_game(game.sheets, team, season, turn[team])
        if number != OUTSIDE:
            book[state.TEAM_GAME + side] = turn[team]
            passer = layout.B_LINEUP_PASSER + book[state.LINEUP + side]
            note_appearance(book, side, int(game.sheets[sheet_of(team) + passer]))
    receiving = coin(key, 0)
    book[state.RECEIVES_SECOND_HALF] = 1 - receiving
    spi_half(game, book, 1 - receiving)


@begin_half.of(SpiArrays)
@kernel
def spi_half(game, book, kicking):
    """Time-outs, clutch points and the kick-off of a half, or of sudden death (12.0, 15.0)."""
    book[state.TIMEOUTS_RUNNING] = 0
    for side in range(2):
        own = sheet_of(book[state.TEAM + side])
        book[state.TIMEOUTS + side] = game.tables[layout.A_RULES + R_TIMEOUTS]
        book[state.CLUTCH + 2 * side] = game.sheets[own + spi.T_CLUTCH_OFFENSE]
        book[state.CLUTCH + 2 * side + 1] = game.sheets[own + spi.T_CLUTCH_DEFENSE]
    set_kickoff(book, kicking, game.tables[layout.A_RULES + R_KICKOFF_LINE])


@record_throws.of(SpiArrays)
@kernel
def spi_throws(game, book, key):
    """The throws of a play, the rarer ones, and those that optional rules read."""
    dice = dice_word(key, book[state.PLAY], throws.WORD_DICE)
    more = dice_word(key, book[state.PLAY], throws.WORD_MORE)
    options = dice_word(key, book[state.PLAY], throws.WORD_OPTIONS)
    for role in range(6):
        book[record.DICE + role] = throw(dice, role)
        book[record.MORE_DICE + role] = throw(more, role)
        book[record.OPTION_DICE + role] = throw(options, role)


@kernel
def game_state(tables, book):
    """Column of the call table: 0 normal, 1 hurry, 2 protect."""
    if book[state.QUARTER] != 4:
        return 0
    side = book[state.OFFENSE]
    lead = book[state.POINTS + side] - book[state.POINTS + 1 - side]
    if lead > 0:
        return 2 * int(book[state.CLOCK] >= tables[layout.A_POLICY + spi.P_PROTECT_FROM])
    late = book[state.CLOCK] >= tables[layout.A_POLICY + spi.P_HURRY_FROM]
    return int(late and -lead >= tables[layout.A_POLICY + spi.P_HURRY_DEFICIT])


@kernel
def chosen_call(tables, sheets, book, choices):
    """The offence's call on a scrimmage down."""
    side = book[state.OFFENSE]
    row = situation(
        tables, book[state.DOWN], book[state.YARDS_TO_GO], book[state.TO_GOAL], game_state(tables, book)
    )
    calls = sheet_of(book[state.TEAM + side]) + layout.B_CALLS + 5 * row
    number = choice(choices, throws.CHOICE_CALL)
    call = spi.CALL_RUN
    while call < spi.CALL_FIELD_GOAL and number >= sheets[calls + call]:
        call += 1
    return call


@kernel
def scrimmage_play(tables, sheets, book, men, dice, key, choices, call):
    """The play that the offence called."""
    if book[state.DOWN] == 4 and call < spi.CALL_PUNT:
        book[line_of(book[state.OFFENSE]) + of_team.FOURTH_DOWN_TRIES] += 1
    if call == spi.CALL_RUN:
        run_play(tables, sheets, book, men, dice, choices)
    elif call < spi.CALL_PUNT:
        pass_play(tables, sheets, book, men, dice, key, choices, call - spi.CALL_SHORT)
    elif call == spi.CALL_PUNT:
        punt_play(tables, sheets, book, men, dice, key, choices)
    else:
        field_goal_play(tables, sheets, book, men, dice, choices)


@kernel
def make_play(tables, sheets, book, men, dice, key, choices, call):
    """The play that comes next: from scrimmage, a kick-off or a try."""
    out_of_line()
    book[record.FLAGS] = 0
    book[record.COST] = 2
    if book[state.NEXT] == state.SCRIMMAGE:
        scrimmage_play(tables, sheets, book, men, dice, key, choices, call)
    elif book[state.NEXT] == state.KICKOFF:
        kickoff_play(tables, sheets, book, men, dice, key)
    else:
        try_play(tables, sheets, book, men, dice, choices)


@kernel
def try_for_penalty(tables, sheets, book, men, spare, dice, key, choices, call):
    """A play on which a penalty is possible (13.0)."""
    out_of_line()
    keep_before(book)
    book[state.TRIAL] = 1
    book[record.RETURNER] = -1
    book[record.RETURN_YARDS] = 0
    make_play(tables, sheets, book, spare, dice, key, choices, call)
    verdict = judge(tables, sheets, book, key)
    if verdict != CALLED_BACK:
        make_play(tables, sheets, book, men, dice, key, choices, call)
    if verdict != NO_PENALTY:
        settle(tables, book, key, verdict)


@kernel
def next_play(tables, sheets, book, men, spare, dice, key, choices):
    """The next play of a game, with what penalties and time-outs make of it."""
    call = spi.CALL_RUN
    if book[state.NEXT] == state.SCRIMMAGE:
        call = chosen_call(tables, sheets, book, choices)
    possible = 0
    if book[state.OPTIONS] & spi.PENALTIES != 0:
        possible = penalty_is_possible(sheets, book, key, dice, call)
    if possible:
        try_for_penalty(tables, sheets, book, men, spare, dice, key, choices, call)
    else:
        make_play(tables, sheets, book, men, dice, key, choices, call)
    if book[record.COST] != 0:
        stop_the_clock(tables, book)
    book[state.CLOCK] = tick(book[state.QUARTER], book[state.CLOCK], book[record.COST])
    book[state.PLAY] += 1
    return int(book[state.CLOCK] == QUARTER and book[state.NEXT] != state.TRY)


@kernel
def stop_the_clock(tables, book):
    """A time-out after a play inside the two minutes: it uses no time, and never thrice running (12.0)."""
    caller = -1
    if (
        book[record.COST] == 2
        and two_minute_period(book[state.QUARTER], book[record.CLOCK])
        and book[state.TIMEOUTS_RUNNING] < 2
        and book[state.NEXT] == state.SCRIMMAGE
    ):
        policy = layout.A_POLICY
        caller = football.call_timeout(
            book, tables[policy + spi.P_TIMEOUT_OFFENSE], tables[policy + spi.P_TIMEOUT_DEFENSE]
        )
    if caller < 0:
        book[state.TIMEOUTS_RUNNING] = 0
        return
    book[state.TIMEOUTS_RUNNING] += 1
    book[record.COST] = 0


@play_on.of(SpiArrays)
@kernel
def spi_play(game, book, men, spare, key):
    """The next play, with its dice and its choices."""
    always_inline()
    number = book[state.PLAY]
    dice = dice_word(key, number, throws.WORD_DICE)
    choices = raw_word(key, number, throws.WORD_CHOICES)
    return next_play(game.tables, game.sheets, book, men, spare, dice, key, choices)
