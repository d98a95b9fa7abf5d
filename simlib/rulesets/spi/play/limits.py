"""SPI Football: how often a man may be used, and what it costs (sheet notes; case 14.0).

A season's book keeps four numbers a man. Of his runs, catches and passes, where a note limits them: 1 +
game of the last use, uses in it (from bit 16), uses in the season (from bit 24). Of all his points of
14.1: 1 + his team's game, points in it (from bit 16), and bit 24 when he had missed the one before.
"""

from simlib.kernels.jit import kernel
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import layout, state
from simlib.rulesets.spi.play.layout import man_of, sheet_of

POINTS = 3  # place of a man's points among his four numbers
NO_LIMIT = 1_000


@kernel
def last_use_of(team, slot):
    """Offset of a man's four numbers."""
    return state.LAST_USE + (team * layout.MAX_SLOTS + slot) * 4


@kernel
def count_of(number, game):
    """Uses or points of a game in one of a man's numbers."""
    return (number >> 16) & 255 if number & 65535 == 1 + game else 0


@kernel
def points_of(book, side, slot):
    """A man's points so far in the game (14.2)."""
    number = book[last_use_of(book[state.TEAM + side], slot) + POINTS]
    return count_of(number, book[state.TEAM_GAME + side])


@kernel
def missed_last_game(book, side, slot):
    """1 when a man had no point in his team's game before this one (14.3)."""
    game = book[state.TEAM_GAME + side]
    word = book[last_use_of(book[state.TEAM + side], slot) + POINTS]
    if word & 65535 == 1 + game:
        return (word >> 24) & 1
    return int(game > 0 and word & 65535 != game)


@kernel
def allowance(sheets, book, side, slot):
    """Plays a man has in the game before he tires, or must stop (14.1, 14.3)."""
    card = sheet_of(book[state.TEAM + side]) + man_of(slot)
    limit = int(sheets[card + spi.M_LIMIT])
    if limit <= 0:
        return NO_LIMIT
    if sheets[card + spi.M_ASTERISK] == 1:
        return limit
    return limit * (1 + missed_last_game(book, side, slot))


@kernel
def grades_lost(sheets, book, side, slot):
    """Grades that a man at his limit loses in all categories but returns (14.2)."""
    if book[state.OPTIONS] & spi.LIMITS == 0:
        return 0
    return 2 * int(points_of(book, side, slot) >= allowance(sheets, book, side, slot))


@kernel
def is_barred(sheets, book, side, slot, column):
    """1 when a man's play may not be called: notes of his sheet, or the asterisk at his limit (14.2).

    `column` says how he would be used: M_LIMIT_RUN, M_LIMIT_CATCH or M_LIMIT_PASS.
    """
    team = book[state.TEAM + side]
    card = sheet_of(team) + man_of(slot)
    never_more = book[state.OPTIONS] & spi.LIMITS != 0 and sheets[card + spi.M_ASTERISK] == 1
    if never_more and points_of(book, side, slot) >= sheets[card + spi.M_LIMIT]:
        return 1
    limit = sheets[card + column]
    if limit == 0:
        return 0
    last = book[last_use_of(team, slot) + column - spi.M_LIMIT_RUN]
    a_game, a_season = limit & 7, limit >> 3
    used_up = a_game > 0 and count_of(last, book[state.GAME]) >= a_game
    return int(used_up or (a_season > 0 and last >> 24 >= a_season))


@kernel
def remember(book, at, number):
    """Set one of a man's numbers; what it was is kept while a play is tried."""
    if book[state.TRIAL] != 0:
        entry = state.UNDONE + 2 * (book[state.TRIAL] - 1)
        book[entry], book[entry + 1] = at, book[at]
        book[state.TRIAL] += 1
    book[at] = number


@kernel
def forget_trial(book):
    """Undo the uses of a play that was tried."""
    for use in range(book[state.TRIAL] - 2, -1, -1):
        book[book[state.UNDONE + 2 * use]] = book[state.UNDONE + 2 * use + 1]
    book[state.TRIAL] = 0


@kernel
def note_use(sheets, book, side, slot, column):
    """Remember that a man was used, as `column` says."""
    team = book[state.TEAM + side]
    at = last_use_of(team, slot)
    if book[state.OPTIONS] & spi.LIMITS != 0:
        missed = missed_last_game(book, side, slot)
        points = points_of(book, side, slot) + 1
        word = 1 + book[state.TEAM_GAME + side] + (points << 16) + (missed << 24)
        remember(book, at + POINTS, word)
    if sheets[sheet_of(team) + man_of(slot) + column] == 0:
        return
    at += column - spi.M_LIMIT_RUN
    last = book[at]
    this_game = count_of(last, book[state.GAME]) + 1
    remember(book, at, 1 + book[state.GAME] + (this_game << 16) + (((last >> 24) + 1) << 24))


@kernel
def note_appearance(book, side, slot):
    """Remember that a man plays in the game, without a point: its passer."""
    if book[state.OPTIONS] & spi.LIMITS != 0:
        missed = missed_last_game(book, side, slot)
        book[last_use_of(book[state.TEAM + side], slot) + POINTS] = (
            1 + book[state.TEAM_GAME + side] + (missed << 24)
        )


@kernel
def next_allowed(sheets, book, side, shares, slot, column, not_him):
    """First slot after `slot`, round to it, that has a share of a draw and is not barred; -1 if none."""
    for step in range(1, layout.MAX_SLOTS):
        other = (slot + step) % layout.MAX_SLOTS
        share = int(sheets[shares + other])
        if other > 0:
            share -= sheets[shares + other - 1]
        if share > 0 and other != not_him and is_barred(sheets, book, side, other, column) == 0:
            return other
    return -1
