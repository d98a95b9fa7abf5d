"""SPI Football: one kind of play rolled many times into arrays, by the resolvers and throws of a game.

Play `first + i` of the game with key `key` becomes entry i. Results are bits of `flag`. Without
`to_goal` (0) gains are not cut: TOUCHDOWN stands for itself. Words, roles as in passes.py, kicks.py.
"""

from simlib.kernels.dice import summed
from simlib.kernels.field import END_ZONE_DEPTH, FIELD, cut_at_goal, in_play
from simlib.kernels.jit import borrowed, kernel
from simlib.kernels.rng import dice_word, throw
from simlib.rulesets.spi.play import arrays as spi
from simlib.rulesets.spi.play import flag, layout, throws
from simlib.rulesets.spi.play.passes import interception_length
from simlib.rulesets.spi.play.resolvers import (
    field_goal_is_blocked,
    fumbles,
    in_range,
    pass_gain,
    pass_is_complete,
    pass_leaves_field,
    punt_yards,
    return_gain,
    return_leaves_field,
    run_gain,
    run_leaves_field,
    sack_loss,
)


@kernel
def ending(gain, to_goal, fumble, recover, recover_to):
    """Bits of how a gain ends (9.1, 9.4): touchdown, fumble, safety."""
    before = to_goal if to_goal > 0 else spi.TOUCHDOWN
    after = before - gain
    if after < 0 or (after == 0 and not fumble):
        return flag.TOUCHDOWN
    bits = 0
    if fumble:
        bits = flag.FUMBLE
        if recover > recover_to:
            return bits | flag.FUMBLE_LOST
        if after == 0:
            return bits | flag.TOUCHDOWN
    if to_goal > 0 and after >= FIELD:
        bits |= flag.SAFETY
    return bits


@kernel
def credited(gain, to_goal):
    """Yards of a gain, cut at the goal lines when there are any."""
    return cut_at_goal(gain, to_goal) if to_goal > 0 else gain


@kernel
def roll_runs(key, first, tables, letter, outside, late, to_goal, fumble_on, recover_to, yards, bits):
    """Runs by an adjusted letter; `fumble_on` holds 0 or 1 for each throw."""
    charts = borrowed(tables)
    before = to_goal if to_goal > 0 else spi.TOUCHDOWN
    for play in range(yards.shape[0]):
        dice = dice_word(key, first + play, throws.WORD_DICE)
        number = throw(dice, throws.ROLE_PLAY)
        gain = run_gain(charts, letter, number, throw(dice, throws.ROLE_SECOND))
        leaves = int(gain < before) & run_leaves_field(charts, outside, late, number, gain)
        fumble = int(fumble_on[number]) & (1 - leaves)
        yards[play] = credited(gain, to_goal)
        bits[play] = leaves * flag.OUT_OF_BOUNDS | ending(
            gain, to_goal, fumble, throw(dice, throws.ROLE_RECOVER), recover_to
        )


@kernel
def interception_counts(charts, key, play, dice, gain_letter, to_goal):
    """1 when an intercepted ball comes down short of the end line (7.3)."""
    depth = interception_length(charts, gain_letter, dice, key, play)
    return int(to_goal <= 0 or to_goal - depth > -END_ZONE_DEPTH)


@kernel
def roll_passes(
    key, first, tables, letter, gain_letter, late, to_goal, interception_from, interception_to, sack_from,
    sack_to, wider_interception, wider_sack, team_to, fumble_on, recover_to, yards, bits,
):  # fmt: skip
    """Passes by adjusted letters; `fumble_on` holds 0 or 1 for each total 2..12."""
    charts = borrowed(tables)
    before = to_goal if to_goal > 0 else spi.TOUCHDOWN
    for play in range(yards.shape[0]):
        dice = dice_word(key, first + play, throws.WORD_DICE)
        number, second, recover = (
            throw(dice, throws.ROLE_PLAY),
            throw(dice, throws.ROLE_SECOND),
            throw(dice, throws.ROLE_RECOVER),
        )
        if pass_is_complete(charts, letter, number):
            gain = pass_gain(charts, gain_letter, second)
            leaves = int(gain < before) & pass_leaves_field(charts, late, second)
            fumble = int(fumble_on[summed(second) - 2]) & (1 - leaves)
            yards[play] = credited(gain, to_goal)
            how = ending(gain, to_goal, fumble, recover, recover_to)
            bits[play] = flag.COMPLETE | leaves * flag.OUT_OF_BOUNDS | how
        elif in_range(number, sack_from, sack_to, wider_sack):
            loss = sack_loss(second)
            yards[play] = credited(-loss, to_goal)
            fumble = fumbles(throw(dice, throws.ROLE_FUMBLE))
            bits[play] = flag.SACK | ending(-loss, to_goal, fumble, recover, recover_to)
        elif (
            in_range(number, interception_from, interception_to, wider_interception)
            and throw(dice, throws.ROLE_THIRD) <= team_to
            and interception_counts(charts, key, first + play, dice, gain_letter, to_goal)
        ):
            bits[play] = flag.INTERCEPTED


@kernel
def roll_returns(key, first, tables, card, late, to_goal, recover_to, yards, bits):
    """Returns of kicks and interceptions; `card` holds slot, letter and table by throw."""
    charts = borrowed(tables)
    before = to_goal if to_goal > 0 else spi.TOUCHDOWN
    for play in range(yards.shape[0]):
        dice = dice_word(key, first + play, throws.WORD_DICE)
        row = throw(dice, throws.ROLE_THIRD)
        letter, by_rushing_table = int(card[row, 1]), int(card[row, 2])
        if letter < 0:
            bits[play] = flag.NO_RUNBACK
            continue
        number, second = throw(dice, throws.ROLE_RETURN), 0
        if by_rushing_table:
            second = throw(dice_word(key, first + play, throws.WORD_MORE), throws.MORE_SECOND)
        gain = return_gain(charts, letter, by_rushing_table, number, second)
        after = before - gain
        if after <= 0:
            yards[play] = credited(gain, to_goal)
            bits[play] = flag.TOUCHDOWN
        elif to_goal >= FIELD <= after:
            bits[play] = flag.TOUCHBACK
        else:
            yards[play] = to_goal - in_play(after) if to_goal > 0 else gain
            if return_leaves_field(charts, by_rushing_table, late, number, gain):
                bits[play] = flag.OUT_OF_BOUNDS
            elif fumbles(throw(dice, throws.ROLE_FUMBLE)):
                lost = int(throw(dice, throws.ROLE_RECOVER) > recover_to)
                bits[play] = flag.FUMBLE | lost * flag.FUMBLE_LOST


@kernel
def roll_punts(key, first, tables, letter, rushed, to_goal, yards, bits):
    """Punts by a letter, rushed or not (10.1, 10.4); their returns are rolled apart."""
    charts = borrowed(tables)
    for play in range(yards.shape[0]):
        dice = dice_word(key, first + play, throws.WORD_DICE)
        if rushed:
            rush = summed(throw(dice_word(key, first + play, throws.WORD_MORE), throws.MORE_RUSH))
            if rush == 7 or rush == 2 or rush == 12:
                bits[play] = flag.ROUGHING if rush == 7 else flag.BLOCKED
                continue
        gain = punt_yards(charts, letter, throw(dice, throws.ROLE_PLAY), throw(dice, throws.ROLE_SECOND))
        if gain == spi.END_ZONE or gain >= to_goal:
            yards[play] = to_goal
            bits[play] = flag.TOUCHBACK
        else:
            yards[play] = gain


@kernel
def roll_kickoffs(key, first, tables, to_goal, yards, bits):
    """Normal kick-offs (3.3)."""
    charts = borrowed(tables)
    for play in range(yards.shape[0]):
        gain = int(
            charts[
                layout.A_KICKOFF
                + summed(throw(dice_word(key, first + play, throws.WORD_DICE), throws.ROLE_PLAY))
                - 2
            ]
        )
        if gain == spi.OUT_OF_BOUNDS:
            bits[play] = flag.KICK_AGAIN
            continue
        spot = 0 if gain == spi.END_ZONE else to_goal - gain
        yards[play] = to_goal - spot
        run_out = charts[layout.A_POLICY + spi.P_RUN_OUT_OF_END_ZONE] == 1 and spot > -END_ZONE_DEPTH
        if (spot < 0 or gain == spi.END_ZONE) and not run_out:
            bits[play] = flag.TOUCHBACK


@kernel
def roll_kicks(key, first, good_to, is_try, bits):
    """Field goals and tries: good up to throw `good_to`, a field goal blocked on 65 and 66."""
    for play in range(bits.shape[0]):
        number = throw(dice_word(key, first + play, throws.WORD_DICE), throws.ROLE_PLAY)
        if not is_try and field_goal_is_blocked(number):
            bits[play] = flag.BLOCKED
        elif number <= good_to:
            bits[play] = flag.GOOD
