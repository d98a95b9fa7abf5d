"""The sixth game: what its rules write of a game for the shared loop."""

from simlib.kernels import flag, of_team
from simlib.kernels.book import (
    add_points,
    line_of,
    score_safety,
    score_touchdown,
    set_ball,
    set_kick,
    touchback,
    use_down,
)
from simlib.kernels.dice import summed
from simlib.kernels.field import FIELD, cut_at_goal, turned_over
from simlib.kernels.jit import always_inline, kernel
from simlib.kernels.rng import choice, coin, dice_word, raw_word, throw
from simlib.kernels.season_loop import begin_half, kick_off, own_book, play_on, record_throws
from sixth import arrays, record, state
from sixth.arrays import SixthArrays

PLAYS_A_QUARTER = 30
KICKOFF_LINE, OWN_20, SACK_YARDS = 40, 80, 7


@own_book.of(SixthArrays)
@kernel
def tosses(game, teams):
    """A number a team: how often it received first this season."""
    return teams


@kick_off.of(SixthArrays)
@kernel
def sixth_kick_off(game, book, key, number, season, turn):
    """Whoever received first less often this season receives; a coin decides where that is level."""
    ahead = book[state.RECEIVED + book[state.TEAM]] - book[state.RECEIVED + book[state.TEAM + 1]]
    receiving = coin(key, 0) if ahead == 0 else int(ahead > 0)
    book[state.RECEIVED + book[state.TEAM + receiving]] += 1
    book[state.RECEIVES_SECOND_HALF] = 1 - receiving
    sixth_half(game, book, 1 - receiving)


@begin_half.of(SixthArrays)
@kernel
def sixth_half(game, book, kicking):
    """A kick-off."""
    set_kick(book, kicking, KICKOFF_LINE, state.KICKOFF)


@kernel
def total_of(key, number):
    """The one throw of a play: two dice added."""
    return summed(throw(dice_word(key, number, 0), 0))


@record_throws.of(SixthArrays)
@kernel
def sixth_throw(game, book, key):
    """The throw of a play."""
    book[record.TOTAL] = total_of(key, book[state.PLAY])


@kernel
def next_call(calls, book, key):
    """What the coach calls in this situation; a run after an interception."""
    side = book[state.OFFENSE]
    if book[state.CAUTIOUS + side]:
        book[state.CAUTIOUS + side] = 0
        return arrays.RUN
    distance = int(book[state.YARDS_TO_GO] > 3) + int(book[state.YARDS_TO_GO] > 7)
    zone = int(book[state.TO_GOAL] > 35) + int(book[state.TO_GOAL] > 65)
    row = ((book[state.DOWN] - 1) * arrays.CLASSES + distance) * arrays.CLASSES + zone
    number = choice(raw_word(key, book[state.PLAY], 1), 0)
    call = 0
    for other in range(arrays.CALLS - 1):
        call += int(number >= calls[row * (arrays.CALLS - 1) + other])
    return call


@kernel
def gain(book, yards):
    """The ball goes forward or back: 1 a first down, 2 a touchdown, else 0."""
    side, to_goal = book[state.OFFENSE], book[state.TO_GOAL] - yards
    book[record.YARDS] = cut_at_goal(yards, book[state.TO_GOAL])
    if to_goal <= 0:
        score_touchdown(book, side)
        return 2
    if to_goal >= FIELD:
        score_safety(book, 1 - side, KICKOFF_LINE, state.FREE_KICK)
        return 0
    return use_down(book, side, to_goal)


@kernel
def run_or_pass(book, call, cell):
    """A run or a pass."""
    side = book[state.OFFENSE]
    line, spot = line_of(side), turned_over(book[state.TO_GOAL])
    book[record.YARDS] = 0
    book[line + of_team.PLAYS] += 1
    book[line + of_team.FOURTH_DOWN_TRIES] += int(book[state.DOWN] == 4)
    if cell == arrays.SACK:
        book[record.FLAGS] |= flag.SACK
        gain(book, -SACK_YARDS)
        book[line + of_team.SACKED] += 1
        book[line + of_team.SACK_YDS] -= book[record.YARDS]
    elif call == arrays.RUN:
        book[line + of_team.RUSH_ATT] += 1
        if cell == arrays.FUMBLE:
            book[record.FLAGS] |= flag.FUMBLE | flag.FUMBLE_LOST
            book[line + of_team.FUMBLES] += 1
            book[line + of_team.FUMBLES_LOST] += 1
            set_ball(book, 1 - side, spot)
            return
        result = gain(book, cell)
        book[line + of_team.RUSH_YDS] += book[record.YARDS]
        book[line + of_team.RUSH_TD] += int(result == 2)
        book[line + of_team.FIRST_DOWNS_RUSH] += int(result > 0)
    else:
        book[line + of_team.PASS_ATT] += 1
        if cell == arrays.INTERCEPTION:
            book[record.FLAGS] |= flag.INTERCEPTED
            book[line + of_team.PASS_INT] += 1
            book[state.CAUTIOUS + side] = 1
            set_ball(book, 1 - side, spot)
        elif cell == arrays.INCOMPLETE:
            gain(book, 0)
        else:
            book[record.FLAGS] |= flag.COMPLETE
            result = gain(book, cell)
            book[line + of_team.PASS_CMP] += 1
            book[line + of_team.PASS_YDS] += book[record.YARDS]
            book[line + of_team.PASS_TD] += int(result == 2)
            book[line + of_team.FIRST_DOWNS_PASS] += int(result > 0)


@kernel
def kick(book, kind, cell):
    """A kick-off, a punt, a field goal or a try."""
    side, to_goal = book[state.OFFENSE], book[state.TO_GOAL]
    line, good = line_of(side), int(to_goal <= cell)
    book[record.YARDS] = cell if kind == arrays.KICKOFF else 0
    if kind == arrays.KICKOFF:
        if cell == arrays.RETURNED:
            book[line_of(1 - side) + of_team.RETURN_TD] += 1
            score_touchdown(book, 1 - side)
        else:
            set_ball(book, 1 - side, turned_over(cell))
    elif kind == arrays.PUNT:
        book[record.YARDS] = min(cell, to_goal)
        book[line + of_team.PUNTS] += 1
        book[line + of_team.PUNT_YDS] += book[record.YARDS]
        if cell >= to_goal:
            touchback(book, 1 - side, OWN_20)
        else:
            set_ball(book, 1 - side, turned_over(to_goal - cell))
    else:
        book[record.FLAGS] |= flag.GOOD * good
        made, tried = of_team.FG_MADE, of_team.FG_ATT
        if kind == arrays.TRY:
            made, tried = of_team.XP_MADE, of_team.XP_ATT
        book[line + tried] += 1
        book[line + made] += good
        if good:
            add_points(book, side, 1 if kind == arrays.TRY else 3)
        if good or kind == arrays.TRY:
            set_kick(book, side, KICKOFF_LINE, state.KICKOFF)
        else:
            set_ball(book, 1 - side, min(turned_over(to_goal), OWN_20))


@kernel
def make_play(charts, book, kind, total):
    """A play of a kind, by its throw."""
    cell = int(charts[arrays.COLUMN_OF[kind] * arrays.TOTALS + total - 2])
    book[record.FLAGS] = 0
    book[record.KIND] = kind
    if kind == arrays.RUN or kind == arrays.PASS:
        run_or_pass(book, kind, cell)
    else:
        kick(book, kind, cell)


@play_on.of(SixthArrays)
@kernel
def sixth_play(game, book, men, spare, key):
    """The play that comes next; all but tries count towards the quarter's thirty."""
    always_inline()
    number, kind = book[state.PLAY], arrays.KICKOFF
    if book[state.NEXT] == state.SCRIMMAGE:
        kind = next_call(game.calls, book, key)
    elif book[state.NEXT] == state.TRY:
        kind = arrays.TRY
    make_play(game.charts, book, kind, total_of(key, number))
    book[state.PLAY] = number + 1
    book[state.CLOCK] += int(kind != arrays.TRY)
    return int(book[state.CLOCK] >= PLAYS_A_QUARTER and book[state.NEXT] != state.TRY)
