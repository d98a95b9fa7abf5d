"""Football Strategy: kick-offs, free kicks, field goals and tries (the Chance Tables)."""

from simlib.kernels import of_team
from simlib.kernels.book import add_points, line_of, set_ball
from simlib.kernels.deck import one_of
from simlib.kernels.field import FIELD, half_the_distance, turned_over
from simlib.kernels.jit import kernel
from simlib.kernels.rng import raw_word
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import flag, layout, record, state, throws
from simlib.rulesets.football_strategy.play.book import (
    long_gain,
    return_touchdown,
    set_kickoff,
    thrown,
    touchback,
)

SAFETY_KICK_YARDS = 25  # Scoring 3 a


@kernel
def blind_card(book, key):
    """One of the ten cards spread face down (Scoring 3 b)."""
    return one_of(raw_word(key, book[state.PLAY], throws.WORD_DECK), 10)


@kernel
def kickoff_play(tables, book, key):
    """A kick-off, an onside kick, or a free kick by the kick-off table (Prepare for Play 3, 4)."""
    side = book[state.OFFENSE]
    book[record.COST] = tables[layout.A_TIME + fs.TIME_KICK]
    free = book[state.NEXT] == state.FREE_KICK
    behind = book[state.POINTS + 1 - side] - book[state.POINTS + side]
    if (
        not free
        and book[state.QUARTER] == 4
        and book[state.CLOCK] >= tables[layout.A_POLICY + fs.P_ONSIDE_FROM]
        and behind >= tables[layout.A_POLICY + fs.P_ONSIDE_DEFICIT]
    ):
        onside_kick(tables, book, key, int(behind > 0))
    else:
        kickoff(tables, book, key, free)


@kernel
def kickoff_cell(tables, book, key, count):
    """What the kick-off table says of throw `count`."""
    return int(tables[layout.A_KICKOFF + thrown(book, key, throws.ROLE_KICK, count)])


@kernel
def kickoff(tables, book, key, free):
    """A kick and its return by the table; after a fumble or a penalty it is thrown again for the spot."""
    side = book[state.OFFENSE]
    receivers = 1 - side
    book[record.KIND] = fs.FREE_KICK if free else fs.KICKOFF
    count = 0
    first = cell = kickoff_cell(tables, book, key, 0)
    while cell == fs.KICK_FUMBLED or cell == fs.KICK_PENALTY:
        count += 1
        cell = kickoff_cell(tables, book, key, count)
    line = cell
    if cell >= fs.LONG_GAIN_AND:
        line = cell - fs.LONG_GAIN_AND + long_gain(tables, book, key)
    if free:
        line += SAFETY_KICK_YARDS
    book[record.SPOT] = line
    if first == fs.KICK_PENALTY:
        kickoff_penalty(book, receivers, min(line, FIELD))
    elif line >= FIELD:
        return_touchdown(book, receivers)
    elif first == fs.KICK_FUMBLED:
        book[record.FLAGS] |= flag.FUMBLE | flag.KICKERS_RECOVER
        book[line_of(receivers) + of_team.FUMBLES] += 1
        book[line_of(receivers) + of_team.FUMBLES_LOST] += 1
        set_ball(book, side, line)
    else:
        set_ball(book, receivers, turned_over(line))


@kernel
def kickoff_penalty(book, receivers, line):
    """A penalty of the receivers, from where they ran the kick back to."""
    yards = half_the_distance(-fs.KICK_PENALTY, line)
    book[record.YARDS] = yards
    book[record.FLAGS] |= flag.PENALTY
    book[line_of(receivers) + of_team.PENALTIES] += 1
    book[line_of(receivers) + of_team.PENALTY_YDS] += yards
    set_ball(book, receivers, turned_over(line - yards))


@kernel
def onside_kick(tables, book, key, trails):
    """An onside kick; its spot is on the kicking team's side of the field."""
    side = book[state.OFFENSE]
    book[record.KIND] = fs.ONSIDE_KICK
    cell = int(tables[layout.A_ONSIDE + 36 * trails + thrown(book, key, throws.ROLE_KICK, 0)])
    if cell >= fs.KICKERS:
        book[record.FLAGS] |= flag.KICKERS_RECOVER
        set_ball(book, side, turned_over(cell - fs.KICKERS))
    else:
        set_ball(book, 1 - side, cell)


@kernel
def field_goal_play(tables, book, key):
    """A field goal: good, no good, blocked, or a penalty and the down again (Scoring 4)."""
    side = book[state.OFFENSE]
    before = book[state.TO_GOAL]
    line = line_of(side)
    result = int(tables[layout.A_FIELD_GOAL + 36 * before + thrown(book, key, throws.ROLE_KICK, 0)])
    book[record.RESULT] = result
    if result == fs.KICK_AGAIN:
        yards = half_the_distance(5, before)
        book[record.YARDS] = yards
        book[record.FLAGS] |= flag.PENALTY
        book[record.COST] = tables[layout.A_TIME + fs.TIME_PENALTY]
        book[line_of(1 - side) + of_team.PENALTIES] += 1
        book[line_of(1 - side) + of_team.PENALTY_YDS] += yards
        if yards >= book[state.YARDS_TO_GO]:
            book[record.FLAGS] |= flag.FIRST_DOWN
            book[line + of_team.FIRST_DOWNS_PENALTY] += 1
            set_ball(book, side, before - yards)
        else:
            book[state.YARDS_TO_GO] -= yards
            book[state.TO_GOAL] = before - yards
        return
    book[record.COST] = tables[layout.A_TIME + fs.TIME_KICK]
    book[line + of_team.FG_ATT] += 1
    if result == fs.GOOD:
        book[record.FLAGS] |= flag.GOOD
        book[line + of_team.FG_MADE] += 1
        add_points(book, side, 3)
        set_kickoff(tables, book, side)
    elif result == fs.KICK_BLOCKED:
        book[record.FLAGS] |= flag.BLOCKED
        set_ball(book, 1 - side, turned_over(before))
    else:
        touchback(book, 1 - side)


@kernel
def try_play(tables, book, key):
    """The point after a touchdown; a penalty throws the die again (Scoring 2)."""
    side = book[state.OFFENSE]
    line = line_of(side)
    count = 0
    result = int(tables[layout.A_FIELD_GOAL + 36 * fs.TRY_COLUMN + thrown(book, key, throws.ROLE_KICK, 0)])
    while result == fs.KICK_AGAIN:
        count += 1
        result = int(
            tables[layout.A_FIELD_GOAL + 36 * fs.TRY_COLUMN + thrown(book, key, throws.ROLE_KICK, count)]
        )
    book[record.KIND] = fs.TRY
    book[record.RESULT] = result
    book[record.COST] = tables[layout.A_TIME + fs.TIME_TRY]
    book[line + of_team.XP_ATT] += 1
    if result == fs.GOOD:
        book[record.FLAGS] |= flag.GOOD
        book[line + of_team.XP_MADE] += 1
        add_points(book, side, 1)
    set_kickoff(tables, book, side)
