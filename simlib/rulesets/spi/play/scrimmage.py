"""SPI Football: runs, and what passes share with them (cases 4.6, 5.0, 9.1, 15.0)."""

from simlib.kernels import of_man, of_team
from simlib.kernels.book import line_of, man_line
from simlib.kernels.clock import two_minute_period
from simlib.kernels.field import cut_at_goal
from simlib.kernels.jit import kernel
from simlib.kernels.rng import choice, throw
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, record, state, throws
from simlib.rulesets.spi.play.book import chosen_defense, gain_ends, goes_out
from simlib.rulesets.spi.play.layout import man_of, sheet_of
from simlib.rulesets.spi.play.limits import grades_lost, is_barred, next_allowed, note_use
from simlib.rulesets.spi.play.resolvers import drawn_by_guide, run_gain, run_leaves_field, shifted

DRAWS = 5  # of a man, before one who is barred plays all the same


@kernel
def chosen_man(sheets, book, side, shares, guide, number, column, not_him):
    """Slot drawn by cumulative shares; a barred man, or `not_him`, is drawn again up to four times."""
    for _ in range(DRAWS):
        slot = drawn_by_guide(sheets, shares, layout.MAX_SLOTS, guide, number)
        if slot != not_him and is_barred(sheets, book, side, slot, column) == 0:
            return slot
        number = (number + spi.ALL_SHARES // DRAWS) % spi.ALL_SHARES
    if book[state.OPTIONS] & spi.LIMITS != 0:  # R75
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
def chart_adjustment(tables, defense, column):
    """Letters of the Master Play Chart (4.6); none where the coach leaves it out (4.7)."""
    if defense == spi.NO_DEFENSE:
        return 0
    return int(tables[layout.A_MPC + 5 * defense + column])


@kernel
def chosen_carrier(sheets, book, side, number):
    """Who runs (5.1)."""
    own, lineup = sheet_of(book[state.TEAM + side]), book[state.LINEUP + side]
    carriers = own + layout.B_CARRIER + lineup * layout.MAX_SLOTS
    guide = own + layout.B_CARRIER_GUIDE + lineup * 256
    return chosen_man(sheets, book, side, carriers, guide, number, spi.M_LIMIT_RUN, -1)


@kernel
def carried(tables, sheets, book, men, dice, carrier, outside, letter):
    """What a run gains, whether it leaves the field, is fumbled, scores (5.2 to 5.6, 9.1)."""
    side, before = book[state.OFFENSE], book[state.TO_GOAL]
    first = throw(dice, throws.ROLE_PLAY)
    gain = run_gain(tables, letter, first, throw(dice, throws.ROLE_SECOND))
    late = two_minute_period(book[state.QUARTER], book[state.CLOCK])
    leaves = int(gain < before) & run_leaves_field(tables, outside, late, first, gain)  # 5.3, R17
    fumbled = layout.B_FUMBLE_RUN + 36 * outside + first
    fumble = int(sheets[sheet_of(book[state.TEAM + side]) + fumbled]) & (1 - leaves)  # 9.1, R18
    yards = cut_at_goal(gain, before)
    book[record.YARDS] = yards
    if leaves:
        goes_out(book)
    line, man = line_of(side), man_line(book, side, carrier)
    book[line + of_team.PLAYS] += 1
    book[line + of_team.RUSH_ATT] += 1
    book[line + of_team.RUSH_YDS] += yards
    men[man + of_man.RUSH_ATT] += 1
    men[man + of_man.RUSH_YDS] += yards
    recover = throw(dice, throws.ROLE_RECOVER)
    result = gain_ends(tables, sheets, book, men, side, carrier, before - gain, fumble, recover)
    if result > 0:
        book[line + of_team.FIRST_DOWNS_RUSH] += 1
        if result == 1:
            book[line + of_team.RUSH_TD] += 1
            men[man + of_man.RUSH_TD] += 1


@kernel
def run_play(tables, sheets, book, men, dice, choices):
    """A run, inside or outside (5.0, 9.1)."""
    side = book[state.OFFENSE]
    own, rivals = sheet_of(book[state.TEAM + side]), sheet_of(book[state.TEAM + 1 - side])
    carrier = chosen_carrier(sheets, book, side, choice(choices, throws.CHOICE_MAN))
    lost = grades_lost(sheets, book, side, carrier)
    note_use(sheets, book, side, carrier, spi.M_LIMIT_RUN)
    outside = int(choice(choices, throws.CHOICE_WAY) >= sheets[own + layout.B_INSIDE + carrier])
    defense = chosen_defense(tables, book, choice(choices, throws.CHOICE_DEFENSE))
    adjustment = int(sheets[rivals + spi.T_DEF_RUSH]) - lost + clutch_adjustment(tables, book, side)
    adjustment += chart_adjustment(tables, defense, spi.INSIDE + outside)
    letter = shifted(sheets[own + man_of(carrier) + spi.M_RIS + outside], adjustment, spi.LAST_RUN)  # 5.2
    book[record.KIND] = spi.INSIDE + outside
    book[record.MAN] = carrier
    book[record.DEFENSE] = defense
    book[record.LETTER] = letter
    if lost:
        book[record.FLAGS] |= flag.OVER_LIMIT
    carried(tables, sheets, book, men, dice, carrier, outside, letter)
