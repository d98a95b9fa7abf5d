"""Football Strategy: a play from scrimmage, the call against the card, and punts."""

from simlib.kernels.clock import two_minute_period
from simlib.kernels.deck import draw
from simlib.kernels.field import FIELD, cut_at_goal, half_the_distance, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import choice, raw_word
from simlib.rulesets.football_strategy.play.arrays import (
    BLOCKED,
    C_KIND,
    C_MARKS,
    C_OTHER_KIND,
    C_OTHER_YARDS,
    C_YARDS,
    CALL_FIELD_GOAL,
    CALL_PUNT_FOURTH,
    CALLS,
    CLOCKS,
    DEFENSE_MASK,
    DEFENSE_ROW,
    FIRST_DOWN,
    FREE_PUNT,
    FUMBLE,
    INCOMPLETE,
    INTERCEPTION,
    LEAD_CLASSES,
    LOSS_OF_DOWN,
    MOST_LEAD,
    NO_CHOICE,
    OFFENSE_MASK,
    OFFENSE_ROW,
    OUT_OF_BOUNDS,
    P_DECK,
    PASS_LONG_GAIN,
    PENALTY,
    PUNT_COLUMNS,
    PUNT_END,
    PUNT_OUT,
    PUNT_RETURN,
    PUNT_YARDS,
    QUARTERS,
    RETURN_FUMBLED,
    RETURNED,
    RETURNED_LONG,
    RUN,
    RUN_LONG_GAIN,
    SACK,
    TAKES_FOR_DOWN,
    TAKES_FOR_LOSS,
    TAKES_FROM_DEFENSE,
    TIME_FUMBLE,
    TIME_INCOMPLETE,
    TIME_INTERCEPTION,
    TIME_KICK,
    TIME_OUT_OF_BOUNDS,
    TIME_PENALTY,
)
from simlib.rulesets.football_strategy.play.kicks import field_goal_play
from simlib.rulesets.football_strategy.play.layout import (
    A_DECK_SIZE,
    A_LATE,
    A_POLICY,
    A_PUNTS,
    A_SITUATIONS,
    A_TIME,
    C_CLOCK_CLASS,
    C_DISTANCE_CLASS,
    C_FIRST_ROW,
    C_LEAD_CLASS,
    C_SIZES,
    C_STATE,
    C_TIME_OUTS,
    C_ZONE_CLASS,
    T_CHART,
    T_DEFENSE,
    T_LATE,
    T_OFFENSE,
    cell_of,
    team_of,
)
from simlib.rulesets.football_strategy.play.state import (
    CHOICE_CALL,
    CHOICE_CARD,
    DECK,
    E_CARD,
    E_CHART,
    E_COST,
    E_FLAGS,
    E_KIND,
    E_RESULT,
    E_RETURN_YARDS,
    E_SPOT,
    E_YARDS,
    F_BLOCKED,
    F_COMPLETE,
    F_DECLINED,
    F_FIRST_DOWN,
    F_FUMBLE,
    F_INTERCEPTED,
    F_ON_DOWNS,
    F_OUT_OF_BOUNDS,
    F_PENALTY,
    F_SACK,
    LINE_FIRST_DOWNS_PASS,
    LINE_FIRST_DOWNS_PENALTY,
    LINE_FIRST_DOWNS_RUSH,
    LINE_FOURTH_DOWN_TRIES,
    LINE_FUMBLES,
    LINE_FUMBLES_LOST,
    LINE_PASS_ATT,
    LINE_PASS_CMP,
    LINE_PASS_INT,
    LINE_PASS_TD,
    LINE_PASS_YDS,
    LINE_PENALTIES,
    LINE_PENALTY_YDS,
    LINE_PLAYS,
    LINE_PUNT_RET,
    LINE_PUNT_RET_YDS,
    LINE_PUNT_YDS,
    LINE_PUNTS,
    LINE_RUSH_ATT,
    LINE_RUSH_TD,
    LINE_RUSH_YDS,
    LINE_SACK_YDS,
    LINE_SACKED,
    S_CLOCK,
    S_DOWN,
    S_OFFENSE,
    S_PLAY,
    S_POINTS,
    S_QUARTER,
    S_TEAM,
    S_TIMEOUTS,
    S_TO_GOAL,
    S_YARDS_TO_GO,
    WORD_DECK,
    end_of_play,
    gain_ends,
    line_of,
    long_gain,
    past_end_zone,
    play_cost,
    return_touchdown,
    set_ball,
    touchback,
)


@kernel
def drawn(shares, first, others, number):
    """Outcome of a choice: how many of the `others` cumulative shares from offset `first` it reaches.

    All are compared, without a branch to guess: quicker than to stop at the first one above.
    """
    reached = 0
    for entry in range(first, first + others):
        reached += int(number >= shares[entry])
    return reached


@kernel
def situation(tables, book, classes):
    """Row of a call table: down, distance, field position, and the state of clock, score and time-outs.

    `classes` is where they are told apart: A_SITUATIONS or A_LATE.
    """
    quarter = min(book[S_QUARTER], QUARTERS) - 1
    lead = book[S_POINTS + book[S_OFFENSE]] - book[S_POINTS + 1 - book[S_OFFENSE]]
    caller = book[S_OFFENSE] if lead <= 0 else 1 - book[S_OFFENSE]
    lead = min(max(lead, -MOST_LEAD), MOST_LEAD) + MOST_LEAD
    clock = tables[classes + C_CLOCK_CLASS + quarter * CLOCKS + book[S_CLOCK]]
    state = tables[classes + C_STATE + clock * LEAD_CLASSES + tables[classes + C_LEAD_CLASS + lead]]
    time_outs = tables[classes + C_TIME_OUTS]
    state = state * time_outs + min(book[S_TIMEOUTS + caller], time_outs - 1)
    sizes = classes + C_SIZES
    row = (book[S_DOWN] - 1) * tables[sizes] + tables[classes + C_DISTANCE_CLASS + book[S_YARDS_TO_GO]]
    row = row * tables[sizes + 1] + tables[classes + C_ZONE_CLASS + book[S_TO_GOAL]]
    return tables[classes + C_FIRST_ROW] + row * tables[sizes + 2] + state


@kernel
def scrimmage_play(tables, calls, book, key, choices):
    """The defence's card, the offence's call, and what the chart says (Routine of Play 1 to 7)."""
    side = book[S_OFFENSE]
    own, rival = team_of(book[S_TEAM + side]), team_of(book[S_TEAM + 1 - side])
    row = situation(tables, book, A_SITUATIONS)
    rival_row = row
    if tables[own + T_LATE] + tables[rival + T_LATE] > 0 and two_minute_period(
        book[S_QUARTER], book[S_CLOCK]
    ):
        late = situation(tables, book, A_LATE)
        row = late if tables[own + T_LATE] else row
        rival_row = late if tables[rival + T_LATE] else rival_row
    offense = tables[own + T_OFFENSE + tables[rival + T_CHART]] + row * OFFENSE_ROW
    defense = tables[rival + T_DEFENSE + tables[own + T_CHART]] + rival_row * DEFENSE_ROW
    call = drawn(calls, offense, CALLS - 1, choice(choices, CHOICE_CALL))
    if tables[A_POLICY + P_DECK] == 1:
        size = int(tables[A_DECK_SIZE])
        card = draw(book, DECK, size, raw_word(key, book[S_PLAY], WORD_DECK))
    else:
        card = drawn(calls, defense, 9, choice(choices, CHOICE_CARD))
    book[E_KIND] = call
    book[E_CARD] = card
    if call == CALL_FIELD_GOAL:
        book[E_CARD] = -1
        field_goal_play(tables, book, key)
        return
    if call >= CALL_PUNT_FOURTH:
        punt_play(tables, book, key, call - CALL_PUNT_FOURTH, card)
        return
    book[E_CHART] = tables[own + T_CHART]
    cell = cell_of(tables[own + T_CHART], call, card)
    kind = int(tables[cell + C_KIND])
    if kind != PENALTY:
        matrix_play(tables, book, key, kind, int(tables[cell + C_YARDS]), int(tables[cell + C_MARKS]))
        return
    other = int(tables[cell + C_OTHER_KIND])
    yards = int(tables[cell + C_YARDS])
    if other != NO_CHOICE:
        if yards > 0:
            takes = calls[offense + OFFENSE_MASK] & TAKES_FROM_DEFENSE
        elif other == INCOMPLETE:
            takes = calls[defense + DEFENSE_MASK] & TAKES_FOR_DOWN
        else:
            takes = calls[defense + DEFENSE_MASK] & TAKES_FOR_LOSS
        if takes == 0:
            book[E_FLAGS] |= F_DECLINED
            matrix_play(tables, book, key, other, int(tables[cell + C_OTHER_YARDS]), 0)
            return
    penalty_play(tables, book, yards, int(tables[cell + C_MARKS]))


@kernel
def matrix_play(tables, book, key, kind, yards, marks):
    """A run, pass, sack, fumble or interception as the chart has it (Offense Plays Chart 1 to 3, 5, 8)."""
    side = book[S_OFFENSE]
    before = book[S_TO_GOAL]
    line = line_of(side)
    book[line + LINE_PLAYS] += 1
    book[line + LINE_FOURTH_DOWN_TRIES] += int(book[S_DOWN] == 4)
    book[E_RESULT] = kind
    if kind == INTERCEPTION and past_end_zone(before - yards):
        kind = INCOMPLETE
    if kind == INCOMPLETE:
        book[line + LINE_PASS_ATT] += 1
        book[E_COST] = tables[A_TIME + TIME_INCOMPLETE]
        end_of_play(tables, book, side, before)
        return
    if kind == INTERCEPTION:
        book[line + LINE_PASS_ATT] += 1
        book[line + LINE_PASS_INT] += 1
        book[E_COST] = tables[A_TIME + TIME_INTERCEPTION]
        book[E_FLAGS] |= F_INTERCEPTED
        intercepted(book, side, before - yards)
        return
    if kind == FUMBLE:
        book[line + LINE_RUSH_ATT] += 1
        book[line + LINE_FUMBLES] += 1
        book[line + LINE_FUMBLES_LOST] += 1
        book[E_COST] = tables[A_TIME + TIME_FUMBLE]
        book[E_FLAGS] |= F_FUMBLE
        set_ball(book, 1 - side, turned_over(before))
        return
    if kind == RUN_LONG_GAIN or kind == PASS_LONG_GAIN:
        yards = long_gain(tables, book, key)
    credited = cut_at_goal(yards, before)
    leaves = marks & OUT_OF_BOUNDS
    book[E_YARDS] = credited
    book[E_COST] = play_cost(tables, credited, leaves)
    if leaves:
        book[E_FLAGS] |= F_OUT_OF_BOUNDS
    if kind == SACK:
        book[E_FLAGS] |= F_SACK
        book[line + LINE_SACKED] += 1
        book[line + LINE_SACK_YDS] -= credited
        gain_ends(tables, book, side, before - yards)
        return
    result = gain_ends(tables, book, side, before - yards)
    if kind == RUN or kind == RUN_LONG_GAIN:
        book[line + LINE_RUSH_ATT] += 1
        book[line + LINE_RUSH_YDS] += credited
        book[line + LINE_RUSH_TD] += int(result == 1)
        book[line + LINE_FIRST_DOWNS_RUSH] += int(result > 0)
    else:
        book[E_FLAGS] |= F_COMPLETE
        book[line + LINE_PASS_ATT] += 1
        book[line + LINE_PASS_CMP] += 1
        book[line + LINE_PASS_YDS] += credited
        book[line + LINE_PASS_TD] += int(result == 1)
        book[line + LINE_FIRST_DOWNS_PASS] += int(result > 0)


@kernel
def intercepted(book, side, to_goal):
    """The defence has the ball where the chart says, seen by the offence (Offense Plays Chart 3)."""
    book[E_SPOT] = to_goal
    if to_goal >= FIELD:
        return_touchdown(book, 1 - side)
    elif to_goal <= 0:
        touchback(book, 1 - side)
    else:
        set_ball(book, 1 - side, turned_over(to_goal))


@kernel
def penalty_play(tables, book, yards, marks):
    """An accepted penalty: at most half the distance, no down lost but where the chart says so."""
    side = book[S_OFFENSE]
    before = book[S_TO_GOAL]
    book[E_RESULT] = PENALTY
    book[E_FLAGS] |= F_PENALTY
    book[E_COST] = tables[A_TIME + TIME_PENALTY]
    if yards > 0:
        walked = half_the_distance(yards, before)
        guilty = line_of(1 - side)
    else:
        walked = -half_the_distance(-yards, turned_over(before))
        guilty = line_of(side)
    book[E_YARDS] = walked
    book[guilty + LINE_PENALTIES] += 1
    book[guilty + LINE_PENALTY_YDS] += abs(walked)
    after = before - walked
    if walked >= book[S_YARDS_TO_GO] or marks & FIRST_DOWN:
        book[E_FLAGS] |= F_FIRST_DOWN
        book[line_of(side) + LINE_FIRST_DOWNS_PENALTY] += 1
        set_ball(book, side, after)
        return
    if marks & LOSS_OF_DOWN:
        if book[S_DOWN] == 4:
            book[E_FLAGS] |= F_ON_DOWNS
            set_ball(book, 1 - side, turned_over(after))
            return
        book[S_DOWN] += 1
    book[S_YARDS_TO_GO] -= walked
    book[S_TO_GOAL] = after


@kernel
def punt_play(tables, book, key, row, card):
    """A punt from scrimmage, or by free kick (Offense Plays Chart 6, Scoring 3)."""
    side = book[S_OFFENSE]
    receivers = 1 - side
    before = book[S_TO_GOAL]
    cell = A_PUNTS + (row * 10 + card) * PUNT_COLUMNS
    end = int(tables[cell + PUNT_END])
    free = book[E_KIND] == FREE_PUNT
    line = line_of(side)
    book[E_RESULT] = end
    book[E_COST] = tables[A_TIME + TIME_KICK]
    book[line + LINE_PUNTS] += int(not free)
    if end == BLOCKED:
        book[E_FLAGS] |= F_BLOCKED
        set_ball(book, receivers, turned_over(before))
        return
    spot = before - int(tables[cell + PUNT_YARDS])
    yards = before - max(spot, 0)
    book[E_YARDS] = yards
    book[E_SPOT] = spot
    if not free:
        book[line + LINE_PUNT_YDS] += yards
    if end == PUNT_OUT:
        book[E_FLAGS] |= F_OUT_OF_BOUNDS
        book[E_COST] += tables[A_TIME + TIME_OUT_OF_BOUNDS]
    returned = 0
    if end == RETURNED or end == RETURN_FUMBLED:
        returned = int(tables[cell + PUNT_RETURN])
    into_end_zone = spot <= 0
    worth = end == RETURNED_LONG or (end == RETURNED and returned + spot > 20)
    if past_end_zone(spot) or (into_end_zone and not worth):
        touchback(book, receivers)
        return
    to_goal = turned_over(spot)
    if end < RETURNED:
        set_ball(book, receivers, to_goal)
        return
    if end == RETURNED_LONG:
        returned = long_gain(tables, book, key)
    returned = min(returned, to_goal)
    book[E_RETURN_YARDS] = returned
    book[line_of(receivers) + LINE_PUNT_RET] += 1
    book[line_of(receivers) + LINE_PUNT_RET_YDS] += returned
    if returned == to_goal:
        return_touchdown(book, receivers)
    elif end == RETURN_FUMBLED:
        book[E_FLAGS] |= F_FUMBLE
        book[line_of(receivers) + LINE_FUMBLES] += 1
        book[line_of(receivers) + LINE_FUMBLES_LOST] += 1
        set_ball(book, side, turned_over(to_goal - returned))
    else:
        set_ball(book, receivers, to_goal - returned)
