"""SPI Football: runs and passes (cases 5.0 to 9.2)."""

from simlib.kernels.clock import two_minute_period
from simlib.kernels.dice import summed
from simlib.kernels.field import END_ZONE_DEPTH, cut_at_goal
from simlib.kernels.jit import kernel
from simlib.kernels.rng import choice, dice_word, raw_word, throw
from simlib.rulesets.spi.play.arrays import (
    ALL_SHARES,
    BEST_DUMP,
    CLUTCH,
    D_BLITZ,
    D_BLITZ_INSIDE_10,
    DUMP,
    INSIDE,
    INTERCEPTORS,
    LAST_GAIN,
    LAST_PASS,
    LAST_RUN,
    LIMITS,
    M_DUMP,
    M_GAIN_S,
    M_INT_FROM,
    M_INT_TO,
    M_LIMIT_CATCH,
    M_LIMIT_PASS,
    M_LIMIT_RUN,
    M_NOT_WIDENED,
    M_PASS_S,
    M_RIS,
    M_SACK_FROM,
    M_SACK_TO,
    NO_LETTER,
    P_CLUTCH_FROM_DOWN,
    P_CLUTCH_MOST,
    P_DUMP_FROM,
    SHORT,
    T_DEF_PASS,
    T_DEF_RUSH,
    T_GAIN_ADJ,
    T_INT_TO,
    TOUCHDOWN,
)
from simlib.rulesets.spi.play.layout import (
    A_MPC,
    A_MPC_INTERCEPTION,
    A_MPC_SACK,
    A_POLICY,
    B_BACK_PASSER,
    B_CARRIER,
    B_CARRIER_GUIDE,
    B_DUMP,
    B_FUMBLE_PASS,
    B_FUMBLE_RUN,
    B_INSIDE,
    B_INTERCEPTOR,
    B_LINEUP_PASSER,
    B_RECEIVER,
    B_RECEIVER_GUIDE,
    MAX_SLOTS,
    man_of,
    sheet_of,
)
from simlib.rulesets.spi.play.limits import grades_lost, is_barred, next_allowed, note_use
from simlib.rulesets.spi.play.resolvers import (
    drawn,
    drawn_by_guide,
    fumbles,
    in_range,
    interception_depth,
    pass_gain,
    pass_is_complete,
    pass_leaves_field,
    run_gain,
    run_leaves_field,
    sack_loss,
    shifted,
)
from simlib.rulesets.spi.play.returns import run_back_interception
from simlib.rulesets.spi.play.state import (
    CHOICE_DEFENSE,
    CHOICE_MAN,
    CHOICE_WAY,
    E_CLUTCH_DEFENSE,
    E_CLUTCH_OFFENSE,
    E_COST,
    E_DEFENSE,
    E_FLAGS,
    E_GAIN_LETTER,
    E_INTERCEPTOR,
    E_KIND,
    E_LETTER,
    E_MAN,
    E_MEANT,
    E_RECEIVER,
    E_RETURN_YARDS,
    E_SPOT,
    E_YARDS,
    F_COMPLETE,
    F_DUMP_FAILED,
    F_DUMPED,
    F_INTERCEPTED,
    F_OUT_OF_BOUNDS,
    F_OVER_LIMIT,
    F_PASSER_OVER_LIMIT,
    F_SACK,
    F_TOUCHDOWN,
    LINE_FIRST_DOWNS_PASS,
    LINE_FIRST_DOWNS_RUSH,
    LINE_PASS_ATT,
    LINE_PASS_CMP,
    LINE_PASS_INT,
    LINE_PASS_TD,
    LINE_PASS_YDS,
    LINE_PLAYS,
    LINE_RUSH_ATT,
    LINE_RUSH_TD,
    LINE_RUSH_YDS,
    LINE_SACK_YDS,
    LINE_SACKED,
    MAN_INT_MADE,
    MAN_INT_MADE_TD,
    MAN_INT_MADE_YDS,
    MAN_PASS_ATT,
    MAN_PASS_CMP,
    MAN_PASS_INT,
    MAN_PASS_TD,
    MAN_PASS_YDS,
    MAN_REC,
    MAN_REC_TD,
    MAN_REC_YDS,
    MAN_RUSH_ATT,
    MAN_RUSH_TD,
    MAN_RUSH_YDS,
    MAN_SACK_YDS,
    MAN_SACKED,
    MAN_TARGETS,
    OPTION_DUMP,
    OPTION_INTERCEPTOR,
    ROLE_FUMBLE,
    ROLE_PLAY,
    ROLE_RECOVER,
    ROLE_SECOND,
    ROLE_THIRD,
    S_CLOCK,
    S_CLUTCH,
    S_DOWN,
    S_LINEUP,
    S_OFFENSE,
    S_OPTIONS,
    S_PLAY,
    S_QUARTER,
    S_TEAM,
    S_TO_GOAL,
    WORD_BACK,
    WORD_MORE,
    WORD_OPTIONS,
    chosen_defense,
    end_of_play,
    gain_ends,
    line_of,
    man_line,
)


@kernel
def chosen_man(sheets, book, side, shares, guide, number, column, not_him):
    """Slot drawn by cumulative shares; a barred man, or `not_him`, is drawn again up to four times."""
    for _ in range(5):
        slot = drawn_by_guide(sheets, shares, MAX_SLOTS, guide, number)
        if slot != not_him and is_barred(sheets, book, side, slot, column) == 0:
            return slot
        number = (number + ALL_SHARES // 5) % ALL_SHARES
    if book[S_OPTIONS] & LIMITS != 0:
        other = next_allowed(sheets, book, side, shares, slot, column, not_him)
        if other >= 0:
            return other
    return slot


@kernel
def clutch_letters(tables, book, side, part):
    """Letters that `side` spends on the play, `part` 0 in offence, 1 in defence (15.0)."""
    if book[S_DOWN] < tables[A_POLICY + P_CLUTCH_FROM_DOWN]:
        return 0
    spent = min(book[S_CLUTCH + 2 * side + part], int(tables[A_POLICY + P_CLUTCH_MOST]))
    book[S_CLUTCH + 2 * side + part] -= spent
    return spent


@kernel
def clutch_adjustment(tables, book, side):
    """Letters that clutch points move a running or completion letter of `side`."""
    if book[S_OPTIONS] & CLUTCH == 0:
        return 0
    book[E_CLUTCH_OFFENSE] = clutch_letters(tables, book, side, 0)
    book[E_CLUTCH_DEFENSE] = clutch_letters(tables, book, 1 - side, 1)
    return book[E_CLUTCH_OFFENSE] - book[E_CLUTCH_DEFENSE]


@kernel
def run_play(tables, sheets, book, men, dice, choices):
    """A run, inside or outside (5.0, 9.1)."""
    side = book[S_OFFENSE]
    team, rival = book[S_TEAM + side], book[S_TEAM + 1 - side]
    own, rivals = sheet_of(team), sheet_of(rival)
    carriers = own + B_CARRIER + book[S_LINEUP + side] * MAX_SLOTS
    guide = own + B_CARRIER_GUIDE + book[S_LINEUP + side] * 256
    slot = chosen_man(sheets, book, side, carriers, guide, choice(choices, CHOICE_MAN), M_LIMIT_RUN, -1)
    lost = grades_lost(sheets, book, side, slot)
    note_use(sheets, book, side, slot, M_LIMIT_RUN)
    outside = int(choice(choices, CHOICE_WAY) >= sheets[own + B_INSIDE + slot])
    defense = chosen_defense(tables, book, choice(choices, CHOICE_DEFENSE))
    adjustment = int(sheets[rivals + T_DEF_RUSH]) - lost + clutch_adjustment(tables, book, side)
    if defense >= 0:
        adjustment += tables[A_MPC + 5 * defense + outside]
    letter = shifted(sheets[own + man_of(slot) + M_RIS + outside], adjustment, LAST_RUN)  # 5.2
    first, recover = throw(dice, ROLE_PLAY), throw(dice, ROLE_RECOVER)
    gain = run_gain(tables, letter, first, throw(dice, ROLE_SECOND))
    late = two_minute_period(book[S_QUARTER], book[S_CLOCK])
    before = book[S_TO_GOAL]
    leaves = int(gain < before) & run_leaves_field(tables, outside, late, first, gain)
    yards = cut_at_goal(gain, before)
    fumble = int(sheets[own + B_FUMBLE_RUN + 36 * outside + first]) & (1 - leaves)

    book[E_KIND] = INSIDE + outside
    book[E_MAN] = slot
    book[E_DEFENSE] = defense
    book[E_LETTER] = letter
    book[E_YARDS] = yards
    if lost:
        book[E_FLAGS] |= F_OVER_LIMIT
    if leaves:
        book[E_FLAGS] |= F_OUT_OF_BOUNDS
        book[E_COST] = 1

    line, man = line_of(side), man_line(book, side, slot)
    book[line + LINE_PLAYS] += 1
    book[line + LINE_RUSH_ATT] += 1
    book[line + LINE_RUSH_YDS] += yards
    men[man + MAN_RUSH_ATT] += 1
    men[man + MAN_RUSH_YDS] += yards
    result = gain_ends(tables, sheets, book, men, side, slot, before - gain, fumble, recover)
    if result > 0:
        book[line + LINE_FIRST_DOWNS_RUSH] += 1
        if result == 1:
            book[line + LINE_RUSH_TD] += 1
            men[man + MAN_RUSH_TD] += 1


@kernel
def chosen_passer(sheets, book, side, length, number):
    """The lineup's passer, or now and then a back (2.5); the lineup's where the back has no letter."""
    team = book[S_TEAM + side]
    slot = int(sheets[sheet_of(team) + B_LINEUP_PASSER + book[S_LINEUP + side]])
    if number < sheets[sheet_of(team) + B_BACK_PASSER + MAX_SLOTS - 1]:
        back = drawn(sheets, sheet_of(team) + B_BACK_PASSER, MAX_SLOTS, number)
        if sheets[sheet_of(team) + man_of(back) + M_PASS_S + length] != NO_LETTER and not is_barred(
            sheets, book, side, back, M_LIMIT_PASS
        ):
            slot = back
    return slot


@kernel
def dump_receiver(tables, sheets, book, side, passer, key, defense, length):
    """Back to whom a dump-off is tried, or -1 where none may be or the coach doesn't (16.1)."""
    own = sheet_of(book[S_TEAM + side])
    if book[S_OPTIONS] & DUMP == 0 or length == 0 or not D_BLITZ <= defense <= D_BLITZ_INSIDE_10:
        return -1
    if passer != sheets[own + B_LINEUP_PASSER + book[S_LINEUP + side]]:
        return -1
    rating = sheets[own + man_of(passer) + M_DUMP]
    if rating < max(1, tables[A_POLICY + P_DUMP_FROM]) or sheets[own + B_DUMP + MAX_SLOTS - 1] == 0:
        return -1
    number = choice(raw_word(key, book[S_PLAY], WORD_BACK), 0)
    back = drawn(sheets, own + B_DUMP, MAX_SLOTS, number)
    if back != passer and is_barred(sheets, book, side, back, M_LIMIT_CATCH) == 0:
        return back
    return next_allowed(sheets, book, side, own + B_DUMP, back, M_LIMIT_CATCH, passer)


@kernel
def count_interceptor(sheets, book, men, key, side, length):
    """Name the man of `side` who intercepted, if his team's chart has him (7.5)."""
    if book[S_OPTIONS] & INTERCEPTORS == 0:
        return
    chart = sheet_of(book[S_TEAM + side]) + B_INTERCEPTOR + 36 * int(length > 0)
    number = throw(dice_word(key, book[S_PLAY], WORD_OPTIONS), OPTION_INTERCEPTOR)
    slot = int(sheets[chart + number])
    book[E_INTERCEPTOR] = slot
    if slot >= 0:
        man = man_line(book, side, slot)
        men[man + MAN_INT_MADE] += 1
        men[man + MAN_INT_MADE_YDS] += book[E_RETURN_YARDS]
        men[man + MAN_INT_MADE_TD] += int(book[E_FLAGS] & F_TOUCHDOWN != 0)


@kernel
def pass_play(tables, sheets, book, men, dice, key, choices, length):
    """A pass: completion, gain, or else sack, interception, incompletion (6.0 to 9.2)."""
    side = book[S_OFFENSE]
    team, rival = book[S_TEAM + side], book[S_TEAM + 1 - side]
    passer = chosen_passer(sheets, book, side, length, choice(choices, CHOICE_WAY))
    own, rivals = sheet_of(team), sheet_of(rival)
    card = own + man_of(passer)
    passer_lost = 0
    if passer != sheets[own + B_LINEUP_PASSER + book[S_LINEUP + side]]:
        passer_lost = grades_lost(sheets, book, side, passer)
        note_use(sheets, book, side, passer, M_LIMIT_PASS)
    receivers = own + B_RECEIVER + length * MAX_SLOTS
    guide = own + B_RECEIVER_GUIDE + length * 256
    number = choice(choices, CHOICE_MAN)
    slot = chosen_man(sheets, book, side, receivers, guide, number, M_LIMIT_CATCH, passer)
    lost = grades_lost(sheets, book, side, slot)
    note_use(sheets, book, side, slot, M_LIMIT_CATCH)
    defense = chosen_defense(tables, book, choice(choices, CHOICE_DEFENSE))
    book[E_MEANT] = slot
    back = dump_receiver(tables, sheets, book, side, passer, key, defense, length)
    dumped, failed = 0, 0
    if back >= 0:  # 16.2
        number = throw(dice_word(key, book[S_PLAY], WORD_OPTIONS), OPTION_DUMP)
        dumped = int(summed(number) <= sheets[card + M_DUMP])
        failed = 1 - dumped
        book[E_FLAGS] |= F_DUMPED if dumped else F_DUMP_FAILED
        if dumped:
            if back != slot:  # else by his points before the play
                lost = grades_lost(sheets, book, side, back)
            slot, length = back, 0
            note_use(sheets, book, side, slot, M_LIMIT_CATCH)
    adjustment = int(sheets[rivals + T_DEF_PASS]) - passer_lost + clutch_adjustment(tables, book, side)
    wider_interception, wider_sack = failed, 2 * failed
    if defense >= 0:
        adjustment += tables[A_MPC + 5 * defense + SHORT + length]
        if D_BLITZ <= defense <= D_BLITZ_INSIDE_10 and not dumped:  # 4.5, unless a note forbids it
            narrow = int(sheets[card + M_NOT_WIDENED])
            wider_interception += tables[A_MPC_INTERCEPTION + 5 * defense + SHORT + length] * (1 - narrow % 2)
            wider_sack += tables[A_MPC_SACK + 5 * defense + SHORT + length] * (1 - narrow // 2)
    letter = shifted(sheets[card + M_PASS_S + length], adjustment, LAST_PASS)  # 6.1
    gain_adjustment = int(sheets[rivals + T_GAIN_ADJ]) * (1 - dumped) - lost
    gain_letter = shifted(sheets[own + man_of(slot) + M_GAIN_S + length], gain_adjustment, LAST_GAIN)  # 6.2
    if dumped:
        gain_letter = max(gain_letter, BEST_DUMP)
    if lost:
        book[E_FLAGS] |= F_OVER_LIMIT
    if passer_lost:
        book[E_FLAGS] |= F_PASSER_OVER_LIMIT
    first, recover = throw(dice, ROLE_PLAY), throw(dice, ROLE_RECOVER)
    before = book[S_TO_GOAL]
    book[E_KIND] = SHORT + length
    book[E_MAN] = passer
    book[E_RECEIVER] = slot
    book[E_DEFENSE] = defense
    book[E_LETTER] = letter
    book[E_GAIN_LETTER] = gain_letter
    line, thrower, man = line_of(side), man_line(book, side, passer), man_line(book, side, slot)
    book[line + LINE_PLAYS] += 1

    if pass_is_complete(tables, letter, first):
        second = throw(dice, ROLE_SECOND)
        gain = pass_gain(tables, gain_letter, second)
        late = two_minute_period(book[S_QUARTER], book[S_CLOCK])
        leaves = int(gain < before) & pass_leaves_field(tables, late, second)
        yards = cut_at_goal(gain, before)
        book[E_FLAGS] |= F_COMPLETE
        book[E_YARDS] = yards
        if leaves:
            book[E_FLAGS] |= F_OUT_OF_BOUNDS
            book[E_COST] = 1
        book[line + LINE_PASS_ATT] += 1
        book[line + LINE_PASS_CMP] += 1
        book[line + LINE_PASS_YDS] += yards
        men[thrower + MAN_PASS_ATT] += 1
        men[thrower + MAN_PASS_CMP] += 1
        men[thrower + MAN_PASS_YDS] += yards
        men[man + MAN_TARGETS] += 1
        men[man + MAN_REC] += 1
        men[man + MAN_REC_YDS] += yards
        fumble = int(sheets[own + B_FUMBLE_PASS + summed(second) - 2]) & (1 - leaves)  # 9.2
        result = gain_ends(tables, sheets, book, men, side, slot, before - gain, fumble, recover)
        if result > 0:
            book[line + LINE_FIRST_DOWNS_PASS] += 1
            if result == 1:
                book[line + LINE_PASS_TD] += 1
                men[thrower + MAN_PASS_TD] += 1
                men[man + MAN_REC_TD] += 1
        return

    sack_from = sheets[card + M_SACK_FROM]
    if in_range(first, sack_from, sheets[card + M_SACK_TO], wider_sack):  # 8.0
        loss = sack_loss(throw(dice, ROLE_SECOND))
        yards = cut_at_goal(-loss, before)
        book[E_FLAGS] |= F_SACK
        book[E_YARDS] = yards
        book[line + LINE_SACKED] += 1
        book[line + LINE_SACK_YDS] -= yards
        men[thrower + MAN_SACKED] += 1
        men[thrower + MAN_SACK_YDS] -= yards
        fumble = fumbles(throw(dice, ROLE_FUMBLE))
        gain_ends(tables, sheets, book, men, side, passer, before + loss, fumble, recover)
        return

    book[line + LINE_PASS_ATT] += 1
    men[thrower + MAN_PASS_ATT] += 1
    men[man + MAN_TARGETS] += 1
    interception_from = sheets[card + M_INT_FROM]
    if in_range(first, interception_from, sheets[card + M_INT_TO], wider_interception):
        if throw(dice, ROLE_THIRD) <= sheets[rivals + T_INT_TO]:  # 7.2
            depth = interception_depth(tables, gain_letter, throw(dice, ROLE_SECOND))
            again = 0
            while depth == TOUCHDOWN:  # 7.3: thrown again until a number is the result
                word = dice_word(key, book[S_PLAY], WORD_MORE + again // 5)
                depth = interception_depth(tables, gain_letter, throw(word, 1 + again % 5))
                again += 1
            if before - depth > -END_ZONE_DEPTH:
                book[line + LINE_PASS_INT] += 1
                men[thrower + MAN_PASS_INT] += 1
                book[E_FLAGS] |= F_INTERCEPTED
                book[E_SPOT] = before - depth
                book[E_RETURN_YARDS] = 0
                run_back_interception(tables, sheets, book, men, dice, key, before - depth)
                count_interceptor(sheets, book, men, key, 1 - side, length)
                return
    book[E_COST] = 1
    end_of_play(tables, book, side, before)
