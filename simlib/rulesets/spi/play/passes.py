"""SPI Football: passes, dumped off, caught, intercepted or not (cases 6.0 to 8.0, 9.2, 16.0)."""

from simlib.kernels import of_man, of_team
from simlib.kernels.book import line_of, man_line
from simlib.kernels.clock import two_minute_period
from simlib.kernels.dice import summed
from simlib.kernels.field import END_ZONE_DEPTH, cut_at_goal
from simlib.kernels.jit import kernel
from simlib.kernels.rng import choice, dice_word, raw_word, throw
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, record, state, throws
from simlib.rulesets.spi.play.book import chosen_defense, end_of_play, gain_ends, goes_out
from simlib.rulesets.spi.play.layout import man_of, sheet_of
from simlib.rulesets.spi.play.limits import grades_lost, is_barred, next_allowed, note_use
from simlib.rulesets.spi.play.resolvers import (
    drawn,
    fumbles,
    in_range,
    interception_depth,
    pass_gain,
    pass_is_complete,
    pass_leaves_field,
    sack_loss,
    shifted,
)
from simlib.rulesets.spi.play.returns import run_back_interception
from simlib.rulesets.spi.play.scrimmage import chart_adjustment, chosen_man, clutch_adjustment


@kernel
def lineup_passer(sheets, book, side):
    """Slot of the man who passes for the lineup (2.5)."""
    return int(sheets[sheet_of(book[state.TEAM + side]) + layout.B_LINEUP_PASSER + book[state.LINEUP + side]])


@kernel
def chosen_passer(sheets, book, side, length, number):
    """The lineup's passer, or now and then a back (2.5); the lineup's where the back has no letter."""
    own = sheet_of(book[state.TEAM + side])
    slot = lineup_passer(sheets, book, side)
    if number < sheets[own + layout.B_BACK_PASSER + layout.MAX_SLOTS - 1]:
        back = drawn(sheets, own + layout.B_BACK_PASSER, layout.MAX_SLOTS, number)
        if sheets[own + man_of(back) + spi.M_PASS_S + length] != spi.NO_LETTER and not is_barred(
            sheets, book, side, back, spi.M_LIMIT_PASS
        ):
            slot = back
    return slot


@kernel
def passing_grades_lost(sheets, book, side, passer):
    """Grades that a passer loses, who has a use more: none if he is the lineup's (14.1, 14.2)."""
    if passer == lineup_passer(sheets, book, side):
        return 0
    lost = grades_lost(sheets, book, side, passer)
    note_use(sheets, book, side, passer, spi.M_LIMIT_PASS)
    return lost


@kernel
def chosen_receiver(sheets, book, side, length, number, passer):
    """To whom the pass is called, never the passer himself (6.1, R6)."""
    own = sheet_of(book[state.TEAM + side])
    receivers = own + layout.B_RECEIVER + length * layout.MAX_SLOTS
    guide = own + layout.B_RECEIVER_GUIDE + length * 256
    return chosen_man(sheets, book, side, receivers, guide, number, spi.M_LIMIT_CATCH, passer)


@kernel
def blitzes(defense):
    """1 when the defence called is a Blitz."""
    return int(spi.D_BLITZ <= defense <= spi.D_BLITZ_INSIDE_10)


@kernel
def dump_receiver(tables, sheets, book, side, passer, key, defense, length):
    """Back to whom a dump-off is tried, or -1 where none may be or the coach doesn't (16.1)."""
    if book[state.OPTIONS] & spi.DUMP == 0 or length == 0 or not blitzes(defense):
        return -1
    if passer != lineup_passer(sheets, book, side):
        return -1
    own = sheet_of(book[state.TEAM + side])
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
def dump_off(tables, sheets, book, side, passer, key, defense, length):
    """Back who gets a dump-off, or -1; and 1 when one was tried and failed (16.2)."""
    back = dump_receiver(tables, sheets, book, side, passer, key, defense, length)
    if back < 0:
        return -1, 0
    total = summed(throw(dice_word(key, book[state.PLAY], throws.WORD_OPTIONS), throws.OPTION_DUMP))
    if total <= sheets[sheet_of(book[state.TEAM + side]) + man_of(passer) + spi.M_DUMP]:
        book[record.FLAGS] |= flag.DUMPED
        return back, 0
    book[record.FLAGS] |= flag.DUMP_FAILED
    return -1, 1


@kernel
def wider_ranges(tables, sheets, passer_card, defense, length, dumped, failed):
    """How much lower the interception and the sack range begin (4.5, 7.1, 16.2)."""
    wider_interception, wider_sack = failed, 2 * failed
    if blitzes(defense) and not dumped:
        narrow = int(sheets[passer_card + spi.M_NOT_WIDENED])  # R54
        cell = 5 * defense + spi.SHORT + length
        wider_interception += tables[layout.A_MPC_INTERCEPTION + cell] * (1 - narrow % 2)
        wider_sack += tables[layout.A_MPC_SACK + cell] * (1 - narrow // 2)
    return wider_interception, wider_sack


@kernel
def adjusted_letters(
    tables, sheets, book, side, passer, passer_lost, receiver, lost, defense, length, dumped
):
    """Letter of the completion and of the gain (6.1, 6.2, 14.2); a dump-off's gain is no better than O."""
    own, rivals = sheet_of(book[state.TEAM + side]), sheet_of(book[state.TEAM + 1 - side])
    adjustment = int(sheets[rivals + spi.T_DEF_PASS]) - passer_lost + clutch_adjustment(tables, book, side)
    adjustment += chart_adjustment(tables, defense, spi.SHORT + length)
    letter = shifted(sheets[own + man_of(passer) + spi.M_PASS_S + length], adjustment, spi.LAST_PASS)
    adjustment = int(sheets[rivals + spi.T_GAIN_ADJ]) * (1 - dumped) - lost
    gain_letter = shifted(sheets[own + man_of(receiver) + spi.M_GAIN_S + length], adjustment, spi.LAST_GAIN)
    if dumped:
        gain_letter = max(gain_letter, spi.BEST_DUMP)  # 16.2
    if lost:
        book[record.FLAGS] |= flag.OVER_LIMIT
    if passer_lost:
        book[record.FLAGS] |= flag.PASSER_OVER_LIMIT
    return letter, gain_letter


@kernel
def is_intercepted(sheets, card, rivals, dice, wider):
    """1 when the passer's range and then the defence's hold their throws (7.1, 7.2)."""
    first, third = throw(dice, throws.ROLE_PLAY), throw(dice, throws.ROLE_THIRD)
    in_passers = in_range(first, sheets[card + spi.M_INT_FROM], sheets[card + spi.M_INT_TO], wider)
    return in_passers & int(third <= sheets[rivals + spi.T_INT_TO])


@kernel
def count_attempt(book, men, passer, receiver):
    """A pass thrown to a man, whatever becomes of it."""
    side = book[state.OFFENSE]
    book[line_of(side) + of_team.PASS_ATT] += 1
    men[man_line(book, side, passer) + of_man.PASS_ATT] += 1
    men[man_line(book, side, receiver) + of_man.TARGETS] += 1


@kernel
def complete(tables, sheets, book, men, dice, passer, receiver, gain_letter):
    """A catch and where it ends (6.2, 6.4, 9.2)."""
    side, before = book[state.OFFENSE], book[state.TO_GOAL]
    second = throw(dice, throws.ROLE_SECOND)
    gain = pass_gain(tables, gain_letter, second)
    late = two_minute_period(book[state.QUARTER], book[state.CLOCK])
    leaves = int(gain < before) & pass_leaves_field(tables, late, second)  # 6.4, R17
    fumbled = layout.B_FUMBLE_PASS + summed(second) - 2
    fumble = int(sheets[sheet_of(book[state.TEAM + side]) + fumbled]) & (1 - leaves)  # 9.2, R18
    yards = cut_at_goal(gain, before)
    book[record.FLAGS] |= flag.COMPLETE
    book[record.YARDS] = yards
    if leaves:
        goes_out(book)
    count_attempt(book, men, passer, receiver)
    line, thrower, man = line_of(side), man_line(book, side, passer), man_line(book, side, receiver)
    book[line + of_team.PASS_CMP] += 1
    book[line + of_team.PASS_YDS] += yards
    men[thrower + of_man.PASS_CMP] += 1
    men[thrower + of_man.PASS_YDS] += yards
    men[man + of_man.REC] += 1
    men[man + of_man.REC_YDS] += yards
    recover = throw(dice, throws.ROLE_RECOVER)
    result = gain_ends(tables, sheets, book, men, side, receiver, before - gain, fumble, recover)
    if result > 0:
        book[line + of_team.FIRST_DOWNS_PASS] += 1
        if result == 1:
            book[line + of_team.PASS_TD] += 1
            men[thrower + of_man.PASS_TD] += 1
            men[man + of_man.REC_TD] += 1


@kernel
def sacked(tables, sheets, book, men, dice, passer):
    """The passer is thrown for a loss, and may fumble (8.0, 9.3)."""
    side, before = book[state.OFFENSE], book[state.TO_GOAL]
    loss = sack_loss(throw(dice, throws.ROLE_SECOND))
    yards = cut_at_goal(-loss, before)
    book[record.FLAGS] |= flag.SACK
    book[record.YARDS] = yards
    line, thrower = line_of(side), man_line(book, side, passer)
    book[line + of_team.SACKED] += 1
    book[line + of_team.SACK_YDS] -= yards
    men[thrower + of_man.SACKED] += 1
    men[thrower + of_man.SACK_YDS] -= yards
    fumble, recover = fumbles(throw(dice, throws.ROLE_FUMBLE)), throw(dice, throws.ROLE_RECOVER)
    gain_ends(tables, sheets, book, men, side, passer, before + loss, fumble, recover)


@kernel
def incomplete(tables, book):
    """No gain, and a point of time (6.3)."""
    book[record.COST] = 1
    end_of_play(tables, book, book[state.OFFENSE], book[state.TO_GOAL])


@kernel
def interception_length(tables, gain_letter, dice, key, play):
    """Yards past the line of an interception; a TD is thrown again until a number is the result (7.3)."""
    depth = interception_depth(tables, gain_letter, throw(dice, throws.ROLE_SECOND))
    again = 0
    while depth == spi.TOUCHDOWN:
        word = dice_word(key, play, throws.WORD_MORE + again // throws.LENGTHS)
        role = throws.MORE_LENGTH + again % throws.LENGTHS
        depth = interception_depth(tables, gain_letter, throw(word, role))
        again += 1
    return depth


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
def intercepted(tables, sheets, book, men, dice, key, passer, gain_letter, length):
    """The defence has the ball where it came down and runs it back (7.3 to 7.5)."""
    side = book[state.OFFENSE]
    spot = book[state.TO_GOAL] - interception_length(tables, gain_letter, dice, key, book[state.PLAY])
    if spot <= -END_ZONE_DEPTH:  # R22
        incomplete(tables, book)
        return
    book[line_of(side) + of_team.PASS_INT] += 1
    men[man_line(book, side, passer) + of_man.PASS_INT] += 1
    book[record.FLAGS] |= flag.INTERCEPTED
    book[record.SPOT] = spot
    book[record.RETURN_YARDS] = 0
    run_back_interception(tables, sheets, book, men, dice, key, spot)
    count_interceptor(sheets, book, men, key, 1 - side, length)


@kernel
def pass_play(tables, sheets, book, men, dice, key, choices, length):
    """A pass: who throws to whom against what, dumped off or not, and what becomes of it (6.0 to 9.2)."""
    side = book[state.OFFENSE]
    own, rivals = sheet_of(book[state.TEAM + side]), sheet_of(book[state.TEAM + 1 - side])
    passer = chosen_passer(sheets, book, side, length, choice(choices, throws.CHOICE_WAY))
    passer_lost = passing_grades_lost(sheets, book, side, passer)
    receiver = chosen_receiver(sheets, book, side, length, choice(choices, throws.CHOICE_MAN), passer)
    lost = grades_lost(sheets, book, side, receiver)
    note_use(sheets, book, side, receiver, spi.M_LIMIT_CATCH)
    defense = chosen_defense(tables, book, choice(choices, throws.CHOICE_DEFENSE))
    book[record.MEANT] = receiver
    back, failed = dump_off(tables, sheets, book, side, passer, key, defense, length)
    dumped = int(back >= 0)
    if dumped:  # R79, R80
        if back != receiver:  # else by his points before the play
            lost = grades_lost(sheets, book, side, back)
        receiver, length = back, 0
        note_use(sheets, book, side, back, spi.M_LIMIT_CATCH)

    letter, gain_letter = adjusted_letters(
        tables, sheets, book, side, passer, passer_lost, receiver, lost, defense, length, dumped
    )
    book[record.KIND] = spi.SHORT + length
    book[record.MAN] = passer
    book[record.RECEIVER] = receiver
    book[record.DEFENSE] = defense
    book[record.LETTER] = letter
    book[record.GAIN_LETTER] = gain_letter
    book[line_of(side) + of_team.PLAYS] += 1

    card = own + man_of(passer)
    wider_interception, wider_sack = wider_ranges(tables, sheets, card, defense, length, dumped, failed)
    first = throw(dice, throws.ROLE_PLAY)
    if pass_is_complete(tables, letter, first):
        complete(tables, sheets, book, men, dice, passer, receiver, gain_letter)
    elif in_range(first, sheets[card + spi.M_SACK_FROM], sheets[card + spi.M_SACK_TO], wider_sack):  # R19
        sacked(tables, sheets, book, men, dice, passer)
    else:
        count_attempt(book, men, passer, receiver)
        if is_intercepted(sheets, card, rivals, dice, wider_interception):
            intercepted(tables, sheets, book, men, dice, key, passer, gain_letter, length)
        else:
            incomplete(tables, book)
