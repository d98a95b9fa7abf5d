"""Football Strategy: a play from scrimmage, the call against the card, and punts."""

from simlib.kernels import of_team
from simlib.kernels.book import line_of, set_ball
from simlib.kernels.clock import two_minute_period
from simlib.kernels.deck import draw
from simlib.kernels.field import FIELD, cut_at_goal, half_the_distance, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import choice, raw_word
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import flag, layout, record, state, throws
from simlib.rulesets.football_strategy.play.book import (
    end_of_play,
    gain_ends,
    long_gain,
    past_end_zone,
    play_cost,
    return_touchdown,
    touchback,
)
from simlib.rulesets.football_strategy.play.kicks import field_goal_play
from simlib.rulesets.football_strategy.play.layout import cell_of, team_of


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
    quarter = min(book[state.QUARTER], fs.QUARTERS) - 1
    lead = book[state.POINTS + book[state.OFFENSE]] - book[state.POINTS + 1 - book[state.OFFENSE]]
    caller = book[state.OFFENSE] if lead <= 0 else 1 - book[state.OFFENSE]
    lead = min(max(lead, -fs.MOST_LEAD), fs.MOST_LEAD) + fs.MOST_LEAD
    clock = tables[classes + layout.C_CLOCK_CLASS + quarter * fs.CLOCKS + book[state.CLOCK]]
    standing = tables[
        classes + layout.C_STATE + clock * fs.LEAD_CLASSES + tables[classes + layout.C_LEAD_CLASS + lead]
    ]
    time_outs = tables[classes + layout.C_TIME_OUTS]
    standing = standing * time_outs + min(book[state.TIMEOUTS + caller], time_outs - 1)
    sizes = classes + layout.C_SIZES
    row = (book[state.DOWN] - 1) * tables[sizes] + tables[
        classes + layout.C_DISTANCE_CLASS + book[state.YARDS_TO_GO]
    ]
    row = row * tables[sizes + 1] + tables[classes + layout.C_ZONE_CLASS + book[state.TO_GOAL]]
    return tables[classes + layout.C_FIRST_ROW] + row * tables[sizes + 2] + standing


@kernel
def call_rows(tables, book):
    """Offsets, in `calls`, of the rows that the offence's call and the defence's card are drawn from."""
    side = book[state.OFFENSE]
    own, rival = team_of(book[state.TEAM + side]), team_of(book[state.TEAM + 1 - side])
    row = situation(tables, book, layout.A_SITUATIONS)
    rival_row = row
    if tables[own + layout.T_LATE] + tables[rival + layout.T_LATE] > 0 and two_minute_period(
        book[state.QUARTER], book[state.CLOCK]
    ):
        late = situation(tables, book, layout.A_LATE)
        row = late if tables[own + layout.T_LATE] else row
        rival_row = late if tables[rival + layout.T_LATE] else rival_row
    offense = tables[own + layout.T_OFFENSE + tables[rival + layout.T_CHART]] + row * fs.OFFENSE_ROW
    defense = tables[rival + layout.T_DEFENSE + tables[own + layout.T_CHART]] + rival_row * fs.DEFENSE_ROW
    return offense, defense


@kernel
def defense_card(tables, calls, book, key, choices, defense):
    """The defence's card, from a deck or by the coach's shares."""
    if tables[layout.A_POLICY + fs.P_DECK] == 1:
        size = int(tables[layout.A_DECK_SIZE])
        return draw(book, state.DECK, size, raw_word(key, book[state.PLAY], throws.WORD_DECK))
    return drawn(calls, defense, 9, choice(choices, throws.CHOICE_CARD))


@kernel
def takes_penalty(calls, offense, defense, yards, instead):
    """Not 0 when the side that a penalty favours prefers it to `instead` (Offense Plays Chart 4)."""
    if yards > 0:
        return calls[offense + fs.OFFENSE_MASK] & fs.TAKES_FROM_DEFENSE
    if instead == fs.INCOMPLETE:
        return calls[defense + fs.DEFENSE_MASK] & fs.TAKES_FOR_DOWN
    return calls[defense + fs.DEFENSE_MASK] & fs.TAKES_FOR_LOSS


@kernel
def scrimmage_play(tables, calls, book, key, choices):
    """The defence's card, the offence's call, and what the chart says (Routine of Play 1 to 7)."""
    offense, defense = call_rows(tables, book)
    call = drawn(calls, offense, fs.CALLS - 1, choice(choices, throws.CHOICE_CALL))
    card = defense_card(tables, calls, book, key, choices, defense)
    book[record.KIND] = call
    book[record.CARD] = card
    if call == fs.CALL_FIELD_GOAL:
        book[record.CARD] = -1
        field_goal_play(tables, book, key)
        return
    if call >= fs.CALL_PUNT_FOURTH:
        punt_play(tables, book, key, call - fs.CALL_PUNT_FOURTH, card)
        return
    chart = tables[team_of(book[state.TEAM + book[state.OFFENSE]]) + layout.T_CHART]
    book[record.CHART] = chart
    cell = cell_of(chart, call, card)
    kind, yards = int(tables[cell + fs.C_KIND]), int(tables[cell + fs.C_YARDS])
    marks, instead = int(tables[cell + fs.C_MARKS]), int(tables[cell + fs.C_OTHER_KIND])
    if kind != fs.PENALTY:
        matrix_play(tables, book, key, kind, yards, marks)
    elif instead == fs.NO_CHOICE or takes_penalty(calls, offense, defense, yards, instead):
        penalty_play(tables, book, yards, marks)
    else:
        book[record.FLAGS] |= flag.DECLINED
        matrix_play(tables, book, key, instead, int(tables[cell + fs.C_OTHER_YARDS]), 0)


@kernel
def matrix_play(tables, book, key, kind, yards, marks):
    """A run, pass, sack, fumble or interception as the chart has it (Offense Plays Chart 1 to 3, 5, 8)."""
    line = line_of(book[state.OFFENSE])
    book[line + of_team.PLAYS] += 1
    book[line + of_team.FOURTH_DOWN_TRIES] += int(book[state.DOWN] == 4)
    book[record.RESULT] = kind
    spot = book[state.TO_GOAL] - yards
    if kind == fs.INCOMPLETE or (kind == fs.INTERCEPTION and past_end_zone(spot)):
        incomplete(tables, book)
    elif kind == fs.INTERCEPTION:
        intercepted(tables, book, spot)
    elif kind == fs.FUMBLE:
        fumbled(tables, book)
    else:
        if kind == fs.RUN_LONG_GAIN or kind == fs.PASS_LONG_GAIN:
            yards = long_gain(tables, book, key)
        gained(tables, book, kind, yards, marks & fs.OUT_OF_BOUNDS)


@kernel
def incomplete(tables, book):
    """A down used for nothing, or for a pass intercepted past the end zone (Offense Plays Chart 3)."""
    side = book[state.OFFENSE]
    book[line_of(side) + of_team.PASS_ATT] += 1
    book[record.COST] = tables[layout.A_TIME + fs.TIME_INCOMPLETE]
    end_of_play(tables, book, side, book[state.TO_GOAL])


@kernel
def intercepted(tables, book, to_goal):
    """The defence has the ball where the chart says, seen by the offence (Offense Plays Chart 3)."""
    side = book[state.OFFENSE]
    book[line_of(side) + of_team.PASS_ATT] += 1
    book[line_of(side) + of_team.PASS_INT] += 1
    book[record.COST] = tables[layout.A_TIME + fs.TIME_INTERCEPTION]
    book[record.FLAGS] |= flag.INTERCEPTED
    book[record.SPOT] = to_goal
    if to_goal >= FIELD:
        return_touchdown(book, 1 - side)
    elif to_goal <= 0:
        touchback(book, 1 - side)
    else:
        set_ball(book, 1 - side, turned_over(to_goal))


@kernel
def fumbled(tables, book):
    """A run fumbled away where it began (Offense Plays Chart 2)."""
    side = book[state.OFFENSE]
    line = line_of(side)
    book[line + of_team.RUSH_ATT] += 1
    book[line + of_team.FUMBLES] += 1
    book[line + of_team.FUMBLES_LOST] += 1
    book[record.COST] = tables[layout.A_TIME + fs.TIME_FUMBLE]
    book[record.FLAGS] |= flag.FUMBLE
    set_ball(book, 1 - side, turned_over(book[state.TO_GOAL]))


@kernel
def gained(tables, book, kind, yards, leaves):
    """A run, a catch or a sack of so many yards, out of bounds or not (Offense Plays Chart 1, 5, 8)."""
    side, before = book[state.OFFENSE], book[state.TO_GOAL]
    line = line_of(side)
    credited = cut_at_goal(yards, before)
    book[record.YARDS] = credited
    book[record.COST] = play_cost(tables, credited, leaves)
    if leaves:
        book[record.FLAGS] |= flag.OUT_OF_BOUNDS
    result = gain_ends(tables, book, side, before - yards)
    if kind == fs.SACK:
        book[record.FLAGS] |= flag.SACK
        book[line + of_team.SACKED] += 1
        book[line + of_team.SACK_YDS] -= credited
    elif kind == fs.RUN or kind == fs.RUN_LONG_GAIN:
        book[line + of_team.RUSH_ATT] += 1
        book[line + of_team.RUSH_YDS] += credited
        book[line + of_team.RUSH_TD] += int(result == 1)
        book[line + of_team.FIRST_DOWNS_RUSH] += int(result > 0)
    else:
        book[record.FLAGS] |= flag.COMPLETE
        book[line + of_team.PASS_ATT] += 1
        book[line + of_team.PASS_CMP] += 1
        book[line + of_team.PASS_YDS] += credited
        book[line + of_team.PASS_TD] += int(result == 1)
        book[line + of_team.FIRST_DOWNS_PASS] += int(result > 0)


@kernel
def penalty_play(tables, book, yards, marks):
    """An accepted penalty: at most half the distance, no down lost but where the chart says so."""
    side = book[state.OFFENSE]
    before = book[state.TO_GOAL]
    book[record.RESULT] = fs.PENALTY
    book[record.FLAGS] |= flag.PENALTY
    book[record.COST] = tables[layout.A_TIME + fs.TIME_PENALTY]
    if yards > 0:
        walked = half_the_distance(yards, before)
        guilty = line_of(1 - side)
    else:
        walked = -half_the_distance(-yards, turned_over(before))
        guilty = line_of(side)
    book[record.YARDS] = walked
    book[guilty + of_team.PENALTIES] += 1
    book[guilty + of_team.PENALTY_YDS] += abs(walked)
    after = before - walked
    if walked >= book[state.YARDS_TO_GO] or marks & fs.FIRST_DOWN:
        book[record.FLAGS] |= flag.FIRST_DOWN
        book[line_of(side) + of_team.FIRST_DOWNS_PENALTY] += 1
        set_ball(book, side, after)
        return
    if marks & fs.LOSS_OF_DOWN:
        if book[state.DOWN] == 4:
            book[record.FLAGS] |= flag.ON_DOWNS
            set_ball(book, 1 - side, turned_over(after))
            return
        book[state.DOWN] += 1
    book[state.YARDS_TO_GO] -= walked
    book[state.TO_GOAL] = after


@kernel
def punt_play(tables, book, key, row, card):
    """A punt from scrimmage, or by free kick (Offense Plays Chart 6, Scoring 3)."""
    side = book[state.OFFENSE]
    receivers = 1 - side
    before = book[state.TO_GOAL]
    cell = layout.A_PUNTS + (row * 10 + card) * fs.PUNT_COLUMNS
    end = int(tables[cell + fs.PUNT_END])
    free = book[record.KIND] == fs.FREE_PUNT
    line = line_of(side)
    book[record.RESULT] = end
    book[record.COST] = tables[layout.A_TIME + fs.TIME_KICK]
    book[line + of_team.PUNTS] += int(not free)
    if end == fs.BLOCKED:
        book[record.FLAGS] |= flag.BLOCKED
        set_ball(book, receivers, turned_over(before))
        return
    spot = before - int(tables[cell + fs.PUNT_YARDS])
    yards = before - max(spot, 0)
    book[record.YARDS] = yards
    book[record.SPOT] = spot
    if not free:
        book[line + of_team.PUNT_YDS] += yards
    if end == fs.PUNT_OUT:
        book[record.FLAGS] |= flag.OUT_OF_BOUNDS
        book[record.COST] += tables[layout.A_TIME + fs.TIME_OUT_OF_BOUNDS]
    returned = 0
    if end == fs.RETURNED or end == fs.RETURN_FUMBLED:
        returned = int(tables[cell + fs.PUNT_RETURN])
    worth = end == fs.RETURNED_LONG or (end == fs.RETURNED and returned + spot > 20)
    if past_end_zone(spot) or (spot <= 0 and not worth):
        touchback(book, receivers)
    elif end < fs.RETURNED:
        set_ball(book, receivers, turned_over(spot))
    else:
        if end == fs.RETURNED_LONG:
            returned = long_gain(tables, book, key)
        punt_return(book, turned_over(spot), returned, end == fs.RETURN_FUMBLED)


@kernel
def punt_return(book, to_goal, returned, fumble):
    """A punt run back from `to_goal`, perhaps fumbled at the end (Offense Plays Chart 6)."""
    side = book[state.OFFENSE]
    receivers = 1 - side
    returned = min(returned, to_goal)
    book[record.RETURN_YARDS] = returned
    book[line_of(receivers) + of_team.PUNT_RET] += 1
    book[line_of(receivers) + of_team.PUNT_RET_YDS] += returned
    if returned == to_goal:
        return_touchdown(book, receivers)
    elif fumble:
        book[record.FLAGS] |= flag.FUMBLE
        book[line_of(receivers) + of_team.FUMBLES] += 1
        book[line_of(receivers) + of_team.FUMBLES_LOST] += 1
        set_ball(book, side, turned_over(to_goal - returned))
    else:
        set_ball(book, receivers, to_goal - returned)
