"""The optional rules but for penalties: limits, clutch points, dump-offs, interceptors (14, 15, 16, 7.5).

Names as in spi_plays. Each asks first whether its rule is in force.
"""

from oracle.spi_files import GAIN_LETTERS, cumulative
from oracle.spi_throws import added

GRADES_LOST = 2
MOST_CLUTCH = 2
FAILED_DUMP_TO_SACK, FAILED_DUMP_TO_INTERCEPTION = 2, 1
BEST_OF_DUMP = "O"

# ---------------------------------------------------------------------------------------------
# 14.0 Limitations of Playing Time


def limit(g, side, slot):
    """14.1, 14.3, R76: a man's limit in this game; None is none."""
    man = g.sheets[side].men[slot]
    if "limits" not in g.options or man.limit is None:
        return None
    return man.limit * 2 if missed_a_game(g, side, slot) and not man.never_past_limit else man.limit


def missed_a_game(g, side, slot):
    """R76: his team's last game of the season went by without a point of his."""
    if g.last_games is None or g.played_before[side] == 0:
        return False
    return g.last_games.get((g.teams[side], slot)) != g.played_before[side] - 1


def is_at_limit(g, side, slot):
    most = limit(g, side, slot)
    return most is not None and g.used[(side, slot)] >= most


def grades_lost(g, side, slot):
    """14.2, R74: two from the play after the one that brings him to his limit."""
    return GRADES_LOST if is_at_limit(g, side, slot) else 0


def may_not_go_on(g, side, slot):
    """14.2, R75: the asterisk."""
    return g.sheets[side].men[slot].never_past_limit and is_at_limit(g, side, slot)


def next_who_may(shares, slot, is_barred):
    """R75: after `slot`, round to the first, one who has a share and is not barred; None if nobody."""
    for step in range(1, len(shares)):
        place = (slot + step) % len(shares)
        share = shares[place] - (shares[place - 1] if place else 0)
        if share > 0 and not is_barred(place):
            return place
    return None


# ---------------------------------------------------------------------------------------------
# 15.0 Clutch Ratings


def new_clutch_points(g):
    """R77: for each half, and for sudden death: [of the offence, of the defence] a side."""
    return [[sheet.clutch_offense, sheet.clutch_defense] for sheet in g.sheets]


def clutch(g, e):
    """15.0, R77: letters for the offence, what the defence spends taken off."""
    if "clutch" not in g.options or g.down < g.coach.policy["clutch_from_down"]:
        return 0
    most = min(g.coach.policy["clutch_most"], MOST_CLUTCH)
    letters = []
    for side, unit, name in ((g.offense, 0, "clutch_offense"), (1 - g.offense, 1, "clutch_defense")):
        spent = min(most, g.clutch[side][unit])
        g.clutch[side][unit] -= spent
        e[name] = spent or None
        letters.append(spent)
    return letters[0] - letters[1]


# ---------------------------------------------------------------------------------------------
# 16.0 Dumping Off to the Backs


def dump_off(g, t, e, defense, length, passer_slot):
    """16.1, 16.2, R78: the back it goes to, or None; e["dumped"] says whether it was tried."""
    side = g.offense
    if "dump" not in g.options or length == "S" or defense is None or not defense.startswith("blitz"):
        return None
    rating = g.sheets[side].men[passer_slot].dump
    if passer_slot != g.lineup_passer(side) or rating is None or rating < g.coach.policy["dump_from"]:
        return None
    back = back_thrown_to(g, t, passer_slot)
    if back is None:
        return None
    e["dumped"] = added(t.F[4]) <= rating
    return back if e["dumped"] else None


def back_thrown_to(g, t, passer_slot):
    """R78"""
    side = g.offense
    shares = backs_shares(g.sheets[side].men, g.shares[side]["receiver"]["short"])
    if shares is None:
        return None

    def is_barred(slot):
        return slot == passer_slot or g.is_barred(side, slot, "catch")

    slot = next(place for place, share in enumerate(shares) if share > t.back)
    return next_who_may(shares, slot, is_barred) if is_barred(slot) else slot


def backs_shares(men, short):
    """Cumulative shares of the short passes that go to backs, a place a man; None if there are none."""
    weights = [
        short[slot] - (short[slot - 1] if slot else 0) if man.is_back and man.letters["gain_S"] != "-" else 0
        for slot, man in enumerate(men)
    ]
    return cumulative(weights) if sum(weights) else None


def gain_letter_of_dump(letter, lost):
    """16.2, R79: his short letter, two grades lower past his limit, never better than O."""
    place = min(GAIN_LETTERS.index(letter) + lost, len(GAIN_LETTERS) - 1)
    return GAIN_LETTERS[max(place, GAIN_LETTERS.index(BEST_OF_DUMP))]


# ---------------------------------------------------------------------------------------------
# 7.5 Individual Interceptions


def interceptor(g, t, call):
    """7.5, 7.6, R81: the slot of the man whose throws hold the dice; None is nobody we know."""
    if "interceptors" not in g.options:
        return None
    sheet = g.sheets[1 - g.offense]
    column = "S" if call == "short" else "ML"
    for throws, man in sheet.interceptors:
        if t.F[5] in throws[column]:
            return sheet.slot(man)
    return None
