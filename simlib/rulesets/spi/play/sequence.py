"""SPI Football: the next play of a game, the clock after it, the end of a period (cases 2.3, 12.0, 13.0)."""

from simlib.kernels.clock import tick, two_minute_period
from simlib.kernels.jit import kernel, out_of_line
from simlib.kernels.rng import choice, raw_word
from simlib.kernels.season import R_KICKOFF_LINE, R_TIMEOUTS
from simlib.rulesets.spi.play.arrays import (
    ALL_SHARES,
    CALL_FIELD_GOAL,
    CALL_PUNT,
    CALL_RUN,
    CALL_SHORT,
    P_HURRY_DEFICIT,
    P_HURRY_FROM,
    P_PROTECT_FROM,
    P_TIMEOUT_DEFENSE,
    P_TIMEOUT_OFFENSE,
    PENALTIES,
    T_CLUTCH_DEFENSE,
    T_CLUTCH_OFFENSE,
)
from simlib.rulesets.spi.play.kicks import field_goal_play, kickoff_play, punt_play, try_play
from simlib.rulesets.spi.play.layout import A_POLICY, A_RULES, B_CALLS, sheet_of
from simlib.rulesets.spi.play.penalties import (
    CALLED_BACK,
    NO_PENALTY,
    judge,
    keep_before,
    penalty_is_possible,
    settle,
)
from simlib.rulesets.spi.play.resolvers import situation
from simlib.rulesets.spi.play.scrimmage import pass_play, run_play
from simlib.rulesets.spi.play.state import (
    CHOICE_CALL,
    E_CLOCK,
    E_COST,
    E_FLAGS,
    E_RETURN_YARDS,
    E_RETURNER,
    E_TIMEOUT,
    LINE_FOURTH_DOWN_TRIES,
    N_KICKOFF,
    N_SCRIMMAGE,
    ONE_PERIOD,
    S_CLOCK,
    S_CLUTCH,
    S_DOWN,
    S_NEXT,
    S_OFFENSE,
    S_OPTIONS,
    S_OVER,
    S_PLAY,
    S_POINTS,
    S_QUARTER,
    S_RECEIVES_SECOND_HALF,
    S_SUDDEN_DEATH,
    S_TEAM,
    S_TIMEOUTS,
    S_TIMEOUTS_RUNNING,
    S_TO_GOAL,
    S_TRIAL,
    S_YARDS_TO_GO,
    WORD_CHOICES,
    line_of,
    set_kickoff,
)


@kernel
def game_state(tables, book):
    """Column of the call table: 0 normal, 1 hurry, 2 protect."""
    if book[S_QUARTER] != 4:
        return 0
    side = book[S_OFFENSE]
    lead = book[S_POINTS + side] - book[S_POINTS + 1 - side]
    if lead > 0:
        return 2 * int(book[S_CLOCK] >= tables[A_POLICY + P_PROTECT_FROM])
    late = book[S_CLOCK] >= tables[A_POLICY + P_HURRY_FROM]
    return int(late and -lead >= tables[A_POLICY + P_HURRY_DEFICIT])


@kernel
def chosen_call(tables, sheets, book, choices):
    """The offence's call on a scrimmage down."""
    side = book[S_OFFENSE]
    row = situation(tables, book[S_DOWN], book[S_YARDS_TO_GO], book[S_TO_GOAL], game_state(tables, book))
    calls = sheet_of(book[S_TEAM + side]) + B_CALLS + 5 * row
    number = choice(choices, CHOICE_CALL)
    call = CALL_RUN
    while call < CALL_FIELD_GOAL and number >= sheets[calls + call]:
        call += 1
    return call


@kernel
def scrimmage_play(tables, sheets, book, men, dice, key, choices, call):
    """The play that the offence called."""
    if book[S_DOWN] == 4 and call < CALL_PUNT:
        book[line_of(book[S_OFFENSE]) + LINE_FOURTH_DOWN_TRIES] += 1
    if call == CALL_RUN:
        run_play(tables, sheets, book, men, dice, choices)
    elif call < CALL_PUNT:
        pass_play(tables, sheets, book, men, dice, key, choices, call - CALL_SHORT)
    elif call == CALL_PUNT:
        punt_play(tables, sheets, book, men, dice, key, choices)
    else:
        field_goal_play(tables, sheets, book, men, dice, choices)


@kernel
def make_play(tables, sheets, book, men, dice, key, choices, call):
    """The play that comes next: from scrimmage, a kick-off or a try."""
    out_of_line()
    book[E_FLAGS] = 0
    book[E_COST] = 2
    if book[S_NEXT] == N_SCRIMMAGE:
        scrimmage_play(tables, sheets, book, men, dice, key, choices, call)
    elif book[S_NEXT] == N_KICKOFF:
        kickoff_play(tables, sheets, book, men, dice, key)
    else:
        try_play(tables, sheets, book, men, dice, choices)


@kernel
def try_for_penalty(tables, sheets, book, men, spare, dice, key, choices, call):
    """A play on which a penalty is possible (13.0)."""
    out_of_line()
    keep_before(book)
    book[S_TRIAL] = 1
    book[E_RETURNER] = -1
    book[E_RETURN_YARDS] = 0
    make_play(tables, sheets, book, spare, dice, key, choices, call)
    verdict = judge(tables, sheets, book, key)
    if verdict != CALLED_BACK:
        make_play(tables, sheets, book, men, dice, key, choices, call)
    if verdict != NO_PENALTY:
        settle(tables, book, key, verdict)


@kernel
def next_play(tables, sheets, book, men, spare, dice, key, choices):
    """The next play of a game, with what penalties and time-outs make of it."""
    book[E_CLOCK] = book[S_CLOCK]
    call = CALL_RUN
    if book[S_NEXT] == N_SCRIMMAGE:
        call = chosen_call(tables, sheets, book, choices)
    possible = 0
    if book[S_OPTIONS] & PENALTIES != 0:
        possible = penalty_is_possible(sheets, book, key, dice, call)
    if possible:
        try_for_penalty(tables, sheets, book, men, spare, dice, key, choices, call)
    else:
        make_play(tables, sheets, book, men, dice, key, choices, call)
    call_timeout(tables, book)
    book[S_CLOCK] = tick(book[S_QUARTER], book[S_CLOCK], book[E_COST])
    book[S_PLAY] += 1


@kernel
def call_timeout(tables, book):
    """A time-out after a play inside the two minutes: it uses no time, and never thrice running."""
    if book[E_COST] == 0:
        return
    if (
        book[E_COST] == 2
        and two_minute_period(book[S_QUARTER], book[E_CLOCK])
        and book[S_TIMEOUTS_RUNNING] < 2
        and book[S_NEXT] == N_SCRIMMAGE
    ):
        side = book[S_OFFENSE]
        lead = book[S_POINTS + side] - book[S_POINTS + 1 - side]
        caller = -1
        if lead <= 0 and tables[A_POLICY + P_TIMEOUT_OFFENSE] == 1:
            caller = side
        elif lead > 0 and tables[A_POLICY + P_TIMEOUT_DEFENSE] == 1:
            caller = 1 - side
        if caller >= 0 and book[S_TIMEOUTS + caller] > 0:
            book[S_TIMEOUTS + caller] -= 1
            book[S_TIMEOUTS_RUNNING] += 1
            book[E_TIMEOUT] = caller
            book[E_COST] = 0
            return
    book[S_TIMEOUTS_RUNNING] = 0


@kernel
def new_half(tables, sheets, book):
    """Time-outs and clutch points of a half, or of sudden death (12.0, 15.0)."""
    for side in range(2):
        own = sheet_of(book[S_TEAM + side])
        book[S_TIMEOUTS + side] = tables[A_RULES + R_TIMEOUTS]
        book[S_CLUTCH + 2 * side] = sheets[own + T_CLUTCH_OFFENSE]
        book[S_CLUTCH + 2 * side + 1] = sheets[own + T_CLUTCH_DEFENSE]


@kernel
def end_period(tables, sheets, book, key):
    """The end of a quarter: the half's kick-off, the end of the game, sudden death (12.0)."""
    quarter = book[S_QUARTER]
    book[S_QUARTER] = quarter + 1
    book[S_CLOCK] = 0
    book[S_TIMEOUTS_RUNNING] = 0
    if quarter == 2:
        new_half(tables, sheets, book)
        set_kickoff(book, 1 - book[S_RECEIVES_SECOND_HALF], tables[A_RULES + R_KICKOFF_LINE])
    elif quarter == 4:
        if book[S_SUDDEN_DEATH] == 0 or book[S_POINTS] != book[S_POINTS + 1]:
            book[S_OVER] = 1
            return
        new_half(tables, sheets, book)
        kicking = int(choice(raw_word(key, book[S_PLAY], WORD_CHOICES), CHOICE_CALL) < ALL_SHARES // 2)
        book[S_PLAY] += 1
        set_kickoff(book, kicking, tables[A_RULES + R_KICKOFF_LINE])
    elif quarter > 4 and book[S_SUDDEN_DEATH] == ONE_PERIOD:
        book[S_OVER] = 1
