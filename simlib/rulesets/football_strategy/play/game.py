"""Football Strategy: what these rules write of a game for the shared loop (Prepare for Play, Time)."""

from simlib.kernels import book as football
from simlib.kernels.clock import QUARTER, tick, two_minute_period
from simlib.kernels.jit import always_inline, kernel
from simlib.kernels.rng import coin, dice_word, raw_word, throw
from simlib.kernels.season_loop import begin_half, kick_off, own_book, play_on, record_throws
from simlib.rulesets.football_strategy.play import arrays as fs
from simlib.rulesets.football_strategy.play import flag, layout, record, state, throws
from simlib.rulesets.football_strategy.play.book import set_kickoff
from simlib.rulesets.football_strategy.play.kicks import blind_card, kickoff_play, try_play
from simlib.rulesets.football_strategy.play.layout import StrategyArrays
from simlib.rulesets.football_strategy.play.scrimmage import punt_play, scrimmage_play

TIME_OUTS = 3  # Time 3


@own_book.of(StrategyArrays)
@kernel
def deck_size(game, teams):
    """The solitaire deck."""
    return layout.MAX_DECK


@kick_off.of(StrategyArrays)
@kernel
def fs_kick_off(game, book, key, number, season, turn):
    """The toss, whose loser may receive in the second half (Prepare 2), and a new deck."""
    winner = coin(key, 0)
    receiving = winner if game.tables[layout.A_POLICY + fs.P_WINNER_RECEIVES] == 1 else 1 - winner
    book[state.RECEIVES_SECOND_HALF] = 1 - winner
    for card in range(game.tables[layout.A_DECK_SIZE]):
        book[state.DECK + card] = game.tables[layout.A_DECK + card]
    fs_half(game, book, 1 - receiving)


@begin_half.of(StrategyArrays)
@kernel
def fs_half(game, book, kicking):
    """Three time-outs a side, and a kick-off."""
    book[state.TIMEOUTS] = TIME_OUTS
    book[state.TIMEOUTS + 1] = TIME_OUTS
    set_kickoff(game.tables, book, kicking)


@record_throws.of(StrategyArrays)
@kernel
def fs_throws(game, book, key):
    """The throws of a play."""
    dice = dice_word(key, book[state.PLAY], throws.WORD_DICE)
    for role in range(6):
        book[record.DICE + role] = throw(dice, role)


@kernel
def stop_the_clock(tables, book):
    """A time-out after a play inside the two minutes: it shortens the play's time (Time 3, 7)."""
    cost = book[record.COST]
    late = two_minute_period(book[state.QUARTER], book[record.CLOCK])
    if cost < 2 or book[state.NEXT] != state.SCRIMMAGE or not late:
        return
    policy = layout.A_POLICY
    caller = football.call_timeout(
        book, tables[policy + fs.P_TIMEOUT_OFFENSE], tables[policy + fs.P_TIMEOUT_DEFENSE]
    )
    if caller >= 0:
        book[record.COST] = tables[layout.A_TIME_OUT + min(cost, fs.MOST_COST - 1)]


@kernel
def kick_or_try(tables, book, key):
    """Anything but a play from scrimmage."""
    if book[state.NEXT] == state.TRY:
        try_play(tables, book, key)
    elif book[state.NEXT] == state.FREE_KICK and tables[layout.A_POLICY + fs.P_SAFETY_PUNT] == 1:
        book[record.KIND] = fs.FREE_PUNT
        book[record.CARD] = blind_card(book, key)
        punt_play(tables, book, key, 0, book[record.CARD])
    else:
        kickoff_play(tables, book, key)


@play_on.of(StrategyArrays)
@kernel
def fs_play(game, book, men, spare, key):
    """The play that comes next, with the clock after it."""
    always_inline()
    tables, number = game.tables, book[state.PLAY]
    book[record.FLAGS] = 0
    if book[state.NEXT] == state.SCRIMMAGE:
        scrimmage_play(tables, game.calls, book, key, raw_word(key, number, throws.WORD_CHOICES))
    else:
        kick_or_try(tables, book, key)
    stop_the_clock(tables, book)
    book[state.CLOCK] = tick(book[state.QUARTER], book[state.CLOCK], book[record.COST])
    book[state.PLAY] = number + 1
    # A half may not end on a penalty (Offense Plays Chart 4).
    penalty = book[record.FLAGS] & flag.PENALTY and (book[state.QUARTER] == 2 or book[state.QUARTER] == 4)
    return int(book[state.CLOCK] == QUARTER and book[state.NEXT] != state.TRY and not penalty)
