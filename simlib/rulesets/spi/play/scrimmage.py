"""SPI Football: runs and passes (cases 5.0 to 9.2)."""

from simlib.kernels import of_man, of_team
from simlib.kernels.book import line_of, man_line
from simlib.kernels.clock import two_minute_period
from simlib.kernels.dice import summed
from simlib.kernels.field import END_ZONE_DEPTH, cut_at_goal
from simlib.kernels.jit import kernel
from simlib.kernels.rng import choice, dice_word, raw_word, throw
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, record, state, throws
from simlib.rulesets.spi.play.book import chosen_defense, end_of_play, gain_ends
from simlib.rulesets.spi.play.layout import man_of, sheet_of
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


@kernel
def chosen_man(sheets, book, side, shares, guide, number, column, not_him):
    """Slot drawn by cumulative shares; a barred man, or `not_him`, is drawn again up to four times."""
    for _ in range(5):
        slot = drawn_by_guide(sheets, shares, layout.MAX_SLOTS, guide, number)
        if slot != not_him and is_barred(sheets, book, side, slot, column) == 0:
            return slot
        number = (number + spi.ALL_SHARES // 5) % spi.ALL_SHARES
    if book[state.OPTIONS] & spi.LIMITS != 0:
        other = next_allowed(sheets, book, side, shares, slot, column, not_him)
        if other >= 0:
            return other
    return slot


@kernel
def clutch_letters(tables, book, side, part):
    """Letters that `side` spends on the play, `part` 0 in offence, 1 in defence (15.0)."""
    if book[state.DOWN] < tables[layout.A_POLICY + spi.P_CLUTCH_FROM_DOWN]:
        return 0
    spent = min(book[state.CLUTCH + 2 * side + part], int(tables[layout.A_POLICY + spi.P_CLUTCH_MOST]))
    book[state.CLUTCH + 2 * side + part] -= spent
    return spent


@kernel
def clutch_adjustment(tables, book, side):
    """Letters that clutch points move a running or completion letter of `side`."""
    if book[state.OPTIONS] & spi.CLUTCH == 0:
        return 0
    book[record.CLUTCH_OFFENSE] = clutch_letters(tables, book, side, 0)
    book[record.CLUTCH_DEFENSE] = clutch_letters(tables, book, 1 - side, 1)
    return book[record.CLUTCH_OFFENSE] - book[record.CLUTCH_DEFENSE]


@kernel
def run_play(tables, sheets, book, men, dice, choices):
    """A run, inside or outside (5.0, 9.1)."""
    side = book[state.OFFENSE]
    team, rival = book[state.TEAM + side], book[state.TEAM + 1 - side]
    own, rivals = sheet_of(team), sheet_of(rival)
    carriers = own + layout.B_CARRIER + book[state.LINEUP + side] * layout.MAX_SLOTS
    guide = own + layout.B_CARRIER_GUIDE + book[state.LINEUP + side] * 256
    slot = chosen_man(
        sheets, book, side, carriers, guide, choice(choices, throws.CHOICE_MAN), spi.M_LIMIT_RUN, -1
    )
    lost = grades_lost(sheets, book, side, slot)
    note_use(sheets, book, side, slot, spi.M_LIMIT_RUN)
    outside = int(choice(choices, throws.CHOICE_WAY) >= sheets[own + layout.B_INSIDE + slot])
    defense = chosen_defense(tables, book, choice(choices, throws.CHOICE_DEFENSE))
    adjustment = int(sheets[rivals + spi.T_DEF_RUSH]) - lost + clutch_adjustment(tables, book, side)
    if defense >= 0:
        adjustment += tables[layout.A_MPC + 5 * defense + outside]
    letter = shifted(sheets[own + man_of(slot) + spi.M_RIS + outside], adjustment, spi.LAST_RUN)  # 5.2
    first, recover = throw(dice, throws.ROLE_PLAY), throw(dice, throws.ROLE_RECOVER)
    gain = run_gain(tables, letter, first, throw(dice, throws.ROLE_SECOND))
    late = two_minute_period(book[state.QUARTER], book[state.CLOCK])
    before = book[state.TO_GOAL]
    leaves = int(gain < before) & run_leaves_field(tables, outside, late, first, gain)
    yards = cut_at_goal(gain, before)
    fumble = int(sheets[own + layout.B_FUMBLE_RUN + 36 * outside + first]) & (1 - leaves)

    book[record.KIND] = spi.INSIDE + outside
    book[record.MAN] = slot
    book[record.DEFENSE] = defense
    book[record.LETTER] = letter
    book[record.YARDS] = yards
    if lost:
        book[record.FLAGS] |= flag.OVER_LIMIT
    if leaves:
        book[record.FLAGS] |= flag.OUT_OF_BOUNDS
        book[record.COST] = 1

    line, man = line_of(side), man_line(book, side, slot)
    book[line + of_team.PLAYS] += 1
    book[line + of_team.RUSH_ATT] += 1
    book[line + of_team.RUSH_YDS] += yards
    men[man + of_man.RUSH_ATT] += 1
    men[man + of_man.RUSH_YDS] += yards
    result = gain_ends(tables, sheets, book, men, side, slot, before - gain, fumble, recover)
    if result > 0:
        book[line + of_team.FIRST_DOWNS_RUSH] += 1
        if result == 1:
            book[line + of_team.RUSH_TD] += 1
            men[man + of_man.RUSH_TD] += 1


@kernel
def chosen_passer(sheets, book, side, length, number):
    """The lineup's passer, or now and then a back (2.5); the lineup's where the back has no letter."""
    team = book[state.TEAM + side]
    slot = int(sheets[sheet_of(team) + layout.B_LINEUP_PASSER + book[state.LINEUP + side]])
    if number < sheets[sheet_of(team) + layout.B_BACK_PASSER + layout.MAX_SLOTS - 1]:
        back = drawn(sheets, sheet_of(team) + layout.B_BACK_PASSER, layout.MAX_SLOTS, number)
        if sheets[sheet_of(team) + man_of(back) + spi.M_PASS_S + length] != spi.NO_LETTER and not is_barred(
            sheets, book, side, back, spi.M_LIMIT_PASS
        ):
            slot = back
    return slot


@kernel
def dump_receiver(tables, sheets, book, side, passer, key, defense, length):
    """Back to whom a dump-off is tried, or -1 where none may be or the coach doesn't (16.1)."""
    own = sheet_of(book[state.TEAM + side])
    if (
        book[state.OPTIONS] & spi.DUMP == 0
        or length == 0
        or not spi.D_BLITZ <= defense <= spi.D_BLITZ_INSIDE_10
    ):
        return -1
    if passer != sheets[own + layout.B_LINEUP_PASSER + book[state.LINEUP + side]]:
        return -1
    rating = sheets[own + man_of(passer) + spi.M_DUMP]
    if (
        rating < max(1, tables[layout.A_POLICY + spi.P_DUMP_FROM])
        or sheets[own + layout.B_DUMP + layout.MAX_SLOTS - 1] == 0
    ):
        return -1
    number = choice(raw_word(key, book[state.PLAY], throws.WORD_BACK), 0)
    back = drawn(sheets, own + layout.B_DUMP, layout.MAX_SLOTS, number)
    if back != passer and is_barred(sheets, book, side, back, spi.M_LIMIT_CATCH) == 0:
        return back
    return next_allowed(sheets, book, side, own + layout.B_DUMP, back, spi.M_LIMIT_CATCH, passer)


@kernel
def count_interceptor(sheets, book, men, key, side, length):
    """Name the man of `side` who intercepted, if his team's chart has him (7.5)."""
    if book[state.OPTIONS] & spi.INTERCEPTORS == 0:
        return
    chart = sheet_of(book[state.TEAM + side]) + layout.B_INTERCEPTOR + 36 * int(length > 0)
    number = throw(dice_word(key, book[state.PLAY], throws.WORD_OPTIONS), throws.OPTION_INTERCEPTOR)
    slot = int(sheets[chart + number])
    book[record.INTERCEPTOR] = slot
    if slot >= 0:
        man = man_line(book, side, slot)
        men[man + of_man.INT_MADE] += 1
        men[man + of_man.INT_MADE_YDS] += book[record.RETURN_YARDS]
        men[man + of_man.INT_MADE_TD] += int(book[record.FLAGS] & flag.TOUCHDOWN != 0)


@kernel
def pass_play(tables, sheets, book, men, dice, key, choices, length):
    """A pass: completion, gain, or else sack, interception, incompletion (6.0 to 9.2)."""
    side = book[state.OFFENSE]
    team, rival = book[state.TEAM + side], book[state.TEAM + 1 - side]
    passer = chosen_passer(sheets, book, side, length, choice(choices, throws.CHOICE_WAY))
    own, rivals = sheet_of(team), sheet_of(rival)
    card = own + man_of(passer)
    passer_lost = 0
    if passer != sheets[own + layout.B_LINEUP_PASSER + book[state.LINEUP + side]]:
        passer_lost = grades_lost(sheets, book, side, passer)
        note_use(sheets, book, side, passer, spi.M_LIMIT_PASS)
    receivers = own + layout.B_RECEIVER + length * layout.MAX_SLOTS
    guide = own + layout.B_RECEIVER_GUIDE + length * 256
    number = choice(choices, throws.CHOICE_MAN)
    slot = chosen_man(sheets, book, side, receivers, guide, number, spi.M_LIMIT_CATCH, passer)
    lost = grades_lost(sheets, book, side, slot)
    note_use(sheets, book, side, slot, spi.M_LIMIT_CATCH)
    defense = chosen_defense(tables, book, choice(choices, throws.CHOICE_DEFENSE))
    book[record.MEANT] = slot
    back = dump_receiver(tables, sheets, book, side, passer, key, defense, length)
    dumped, failed = 0, 0
    if back >= 0:  # 16.2
        number = throw(dice_word(key, book[state.PLAY], throws.WORD_OPTIONS), throws.OPTION_DUMP)
        dumped = int(summed(number) <= sheets[card + spi.M_DUMP])
        failed = 1 - dumped
        book[record.FLAGS] |= flag.DUMPED if dumped else flag.DUMP_FAILED
        if dumped:
            if back != slot:  # else by his points before the play
                lost = grades_lost(sheets, book, side, back)
            slot, length = back, 0
            note_use(sheets, book, side, slot, spi.M_LIMIT_CATCH)
    adjustment = int(sheets[rivals + spi.T_DEF_PASS]) - passer_lost + clutch_adjustment(tables, book, side)
    wider_interception, wider_sack = failed, 2 * failed
    if defense >= 0:
        adjustment += tables[layout.A_MPC + 5 * defense + spi.SHORT + length]
        if spi.D_BLITZ <= defense <= spi.D_BLITZ_INSIDE_10 and not dumped:  # 4.5, unless a note forbids it
            narrow = int(sheets[card + spi.M_NOT_WIDENED])
            wider_interception += tables[layout.A_MPC_INTERCEPTION + 5 * defense + spi.SHORT + length] * (
                1 - narrow % 2
            )
            wider_sack += tables[layout.A_MPC_SACK + 5 * defense + spi.SHORT + length] * (1 - narrow // 2)
    letter = shifted(sheets[card + spi.M_PASS_S + length], adjustment, spi.LAST_PASS)  # 6.1
    gain_adjustment = int(sheets[rivals + spi.T_GAIN_ADJ]) * (1 - dumped) - lost
    gain_letter = shifted(
        sheets[own + man_of(slot) + spi.M_GAIN_S + length], gain_adjustment, spi.LAST_GAIN
    )  # 6.2
    if dumped:
        gain_letter = max(gain_letter, spi.BEST_DUMP)
    if lost:
        book[record.FLAGS] |= flag.OVER_LIMIT
    if passer_lost:
        book[record.FLAGS] |= flag.PASSER_OVER_LIMIT
    first, recover = throw(dice, throws.ROLE_PLAY), throw(dice, throws.ROLE_RECOVER)
    before = book[state.TO_GOAL]
    book[record.KIND] = spi.SHORT + length
    book[record.MAN] = passer
    book[record.RECEIVER] = slot
    book[record.DEFENSE] = defense
    book[record.LETTER] = letter
    book[record.GAIN_LETTER] = gain_letter
    line, thrower, man = line_of(side), man_line(book, side, passer), man_line(book, side, slot)
    book[line + of_team.PLAYS] += 1

    if pass_is_complete(tables, letter, first):
        second = throw(dice, throws.ROLE_SECOND)
        gain = pass_gain(tables, gain_letter, second)
        late = two_minute_period(book[state.QUARTER], book[state.CLOCK])
        leaves = int(gain < before) & pass_leaves_field(tables, late, second)
        yards = cut_at_goal(gain, before)
        book[record.FLAGS] |= flag.COMPLETE
        book[record.YARDS] = yards
        if leaves:
            book[record.FLAGS] |= flag.OUT_OF_BOUNDS
            book[record.COST] = 1
        book[line + of_team.PASS_ATT] += 1
        book[line + of_team.PASS_CMP] += 1
        book[line + of_team.PASS_YDS] += yards
        men[thrower + of_man.PASS_ATT] += 1
        men[thrower + of_man.PASS_CMP] += 1
        men[thrower + of_man.PASS_YDS] += yards
        men[man + of_man.TARGETS] += 1
        men[man + of_man.REC] += 1
        men[man + of_man.REC_YDS] += yards
        fumble = int(sheets[own + layout.B_FUMBLE_PASS + summed(second) - 2]) & (1 - leaves)  # 9.2
        result = gain_ends(tables, sheets, book, men, side, slot, before - gain, fumble, recover)
        if result > 0:
            book[line + of_team.FIRST_DOWNS_PASS] += 1
            if result == 1:
                book[line + of_team.PASS_TD] += 1
                men[thrower + of_man.PASS_TD] += 1
                men[man + of_man.REC_TD] += 1
        return

    sack_from = sheets[card + spi.M_SACK_FROM]
    if in_range(first, sack_from, sheets[card + spi.M_SACK_TO], wider_sack):  # 8.0
        loss = sack_loss(throw(dice, throws.ROLE_SECOND))
        yards = cut_at_goal(-loss, before)
        book[record.FLAGS] |= flag.SACK
        book[record.YARDS] = yards
        book[line + of_team.SACKED] += 1
        book[line + of_team.SACK_YDS] -= yards
        men[thrower + of_man.SACKED] += 1
        men[thrower + of_man.SACK_YDS] -= yards
        fumble = fumbles(throw(dice, throws.ROLE_FUMBLE))
        gain_ends(tables, sheets, book, men, side, passer, before + loss, fumble, recover)
        return

    book[line + of_team.PASS_ATT] += 1
    men[thrower + of_man.PASS_ATT] += 1
    men[man + of_man.TARGETS] += 1
    interception_from = sheets[card + spi.M_INT_FROM]
    if in_range(first, interception_from, sheets[card + spi.M_INT_TO], wider_interception):
        if throw(dice, throws.ROLE_THIRD) <= sheets[rivals + spi.T_INT_TO]:  # 7.2
            depth = interception_depth(tables, gain_letter, throw(dice, throws.ROLE_SECOND))
            again = 0
            while depth == spi.TOUCHDOWN:  # 7.3: thrown again until a number is the result
                word = dice_word(key, book[state.PLAY], throws.WORD_MORE + again // 5)
                depth = interception_depth(tables, gain_letter, throw(word, 1 + again % 5))
                again += 1
            if before - depth > -END_ZONE_DEPTH:
                book[line + of_team.PASS_INT] += 1
                men[thrower + of_man.PASS_INT] += 1
                book[record.FLAGS] |= flag.INTERCEPTED
                book[record.SPOT] = before - depth
                book[record.RETURN_YARDS] = 0
                run_back_interception(tables, sheets, book, men, dice, key, before - depth)
                count_interceptor(sheets, book, men, key, 1 - side, length)
                return
    book[record.COST] = 1
    end_of_play(tables, book, side, before)
