"""Who meets whom after the season, whatever the game: a kernel asks for the next meeting and plays it.

    bracket = np.zeros(BRACKET, np.int64)
    while next_meeting(season_arrays, lines, scores, draws, bracket):
        winner = <play bracket[B_HOME] against bracket[B_AWAY] until one wins>
        record_winner(bracket, winner)
    crown(bracket, post)

The tree is walked anew for each meeting with the winners known so far, so there is no state but them.
A season ends like this:

division     the best percentage wins it; what parts level teams is a rule of the year: a play-off at a
             site drawn by coin (three or more in order by lot), net points in the games between them
             (NFL 1967-69), or records (from 1970): between them, in the division, against common
             opponents, in the conference
conference   one division: its winner is champion. Two: they meet. Three with a wild card (1975): the
             wild card at the best record, unless they are of one division; the others at the better
league       the two champions meet, at the East in even years or on neutral ground
two leagues  their champions meet on neutral ground

Teams of several divisions, level for a wild card or a better seed, are parted by the games between them,
then by net points of the season (it puts Minnesota before Los Angeles in 1975, as it was).
Lots stand where no rule of these decides: the older "less recent title game" needs other seasons.
"""

import numpy as np

from simlib.kernels.jit import kernel, out_of_line
from simlib.kernels.rng import raw_word
from simlib.kernels.season import (
    R_TIES,
    R_TIES_COUNT,
    R_TITLE_HOST,
    R_WILD_CARDS,
    R_YEAR,
    TIE_PLAYOFF,
    TIE_POINTS,
    TITLE_NEUTRAL,
)
from simlib.kernels.standings import conference_leaders, draw_order, draw_site, title_site
from simlib.kernels.stats import TEAM_COLUMNS
from simlib.kernels.tally import POST_EAST, POST_PLAYOFFS, POST_TITLE

WINS, LOSSES, TIES = (TEAM_COLUMNS.index(name) for name in ("wins", "losses", "ties"))
MOST_MEETINGS = 64
# A bracket: meetings asked for and played, the next one's teams, champions, then the winners so far.
(B_ASKED, B_PLAYED, B_HOME, B_AWAY, B_FIRST, B_SECOND, B_TITLE, B_PLAYOFFS, B_WINNERS) = range(9)
# What level teams are compared by.
(BETWEEN_THEM, IN_DIVISION, COMMON_OPPONENTS, IN_CONFERENCE, POINTS_BETWEEN_THEM, NET_POINTS) = range(6)
# Words of lots and coins: divisions count from 0; what is above a division from here.
BRACKET = B_WINNERS + MOST_MEETINGS
LOTS_OF_CONFERENCE, LOTS_OF_LEAGUE, LOTS_OF_FINAL = 1000, 2000, 3000


@kernel
def record_winner(bracket, winner):
    """Book the winner of the meeting asked for."""
    bracket[B_WINNERS + bracket[B_PLAYED]] = winner
    bracket[B_PLAYED] += 1


@kernel
def crown(bracket, post):
    """Champions to a season's `post` (simlib.kernels.tally)."""
    post[POST_TITLE] = bracket[B_TITLE]
    post[POST_EAST] = bracket[B_FIRST]
    post[POST_EAST + 1] = bracket[B_SECOND]
    post[POST_PLAYOFFS] = bracket[B_PLAYOFFS]


@kernel
def _meet(bracket, home, away):
    """Winner of a meeting; while it isn't played anybody stands for him, as nothing later is asked for."""
    number = bracket[B_ASKED]
    bracket[B_ASKED] += 1
    if number < bracket[B_PLAYED]:
        return bracket[B_WINNERS + number]
    if number == bracket[B_PLAYED]:
        bracket[B_HOME] = home
        bracket[B_AWAY] = away
    return home


@kernel
def _counts(season, level, opponent, team, by):
    """Whether a game of `team` against `opponent` counts in a comparison of the `level` teams."""
    if by in (BETWEEN_THEM, POINTS_BETWEEN_THEM):
        return level[opponent] == 1
    if by == NET_POINTS:
        return True
    if by == IN_DIVISION:
        return season.division[opponent] == season.division[team]
    if by == IN_CONFERENCE:
        return season.conference[opponent] == season.conference[team]
    for other in range(len(level)):
        if level[other] == 1 and other != team and not _met(season, other, opponent):
            return False
    return True


@kernel
def _met(season, team, opponent):
    for game in range(len(season.home)):
        home, away = season.home[game], season.away[game]
        if (home == team and away == opponent) or (home == opponent and away == team):
            return True
    return False


@kernel
def _value(season, scores, level, team, by):
    """(won, lost): twice the games won and lost, a tie one of each; or points for and against."""
    won = lost = 0
    for game in range(len(season.home)):
        for side in range(2):
            own = season.away[game] if side else season.home[game]
            other = season.home[game] if side else season.away[game]
            if own != team or not _counts(season, level, other, team, by):
                continue
            lead = int(scores[game, side]) - int(scores[game, 1 - side])
            if by >= POINTS_BETWEEN_THEM:
                won += lead
            else:
                won += 1 + int(lead > 0) - int(lead < 0)
                lost += 1 - int(lead > 0) + int(lead < 0)
    return won, lost


@kernel
def _above(won, lost, other_won, other_lost, by):
    if by >= POINTS_BETWEEN_THEM:
        return won > other_won
    return won * max(other_won + other_lost, 1) > other_won * max(won + lost, 1)


@kernel
def keep_best(season, scores, teams, count, by):
    """Keep the best by one comparison of the first `count` teams, in place; returns how many.

    A comparison in which one of them has no game parts nobody.
    """
    out_of_line()
    level = np.zeros(len(season.division), np.int64)
    for k in range(count):
        level[teams[k]] = 1
    values = np.zeros((count, 2), np.int64)
    for k in range(count):
        values[k, 0], values[k, 1] = _value(season, scores, level, teams[k], by)
        if by < POINTS_BETWEEN_THEM and values[k, 0] + values[k, 1] == 0:
            return count
    kept = 0
    for k in range(count):
        beaten = False
        for other in range(count):
            if _above(values[other, 0], values[other, 1], values[k, 0], values[k, 1], by):
                beaten = True
        if not beaten:
            teams[kept] = teams[k]
            kept += 1
    return kept


@kernel
def part(season, scores, teams, count, steps, word):
    """The best of the first `count` teams by the steps in their order, begun anew when one goes out.

    The last step is the lot of `word`.
    """
    out_of_line()
    draw_order(teams, count, word)
    step = 0
    while count > 1 and step < len(steps):
        kept = keep_best(season, scores, teams, count, steps[step])
        step = 0 if kept < count else step + 1
        count = kept
    return teams[0]


@kernel
def _doubled(lines, half):
    """Twice the wins and the losses of every team, ties counted half where the year counts them."""
    teams = lines.shape[0]
    wins, losses = np.zeros(teams, np.int64), np.zeros(teams, np.int64)
    for team in range(teams):
        wins[team] = 2 * lines[team, WINS] + half * lines[team, TIES]
        losses[team] = 2 * lines[team, LOSSES] + half * lines[team, TIES]
    return wins, losses


@kernel
def _division_winner(season, lines, scores, draws, which, bracket):
    """Winner of a division; level teams may have to play."""
    out_of_line()
    teams = np.zeros(len(season.division), np.int64)
    half = int(season.rules[R_TIES_COUNT])
    wins, losses = _doubled(lines, half)
    count = conference_leaders(wins, losses, season.division, which, teams)
    lots = raw_word(draws, which, 0)
    league = season.conference[teams[0]] // 2
    form = season.rules[R_TIES + league]
    if form == TIE_POINTS:
        return part(season, scores, teams, count, np.array([POINTS_BETWEEN_THEM]), lots)
    if form != TIE_PLAYOFF:
        steps = np.array([BETWEEN_THEM, IN_DIVISION, COMMON_OPPONENTS, IN_CONFERENCE])
        return part(season, scores, teams, count, steps, lots)
    draw_order(teams, count, lots)
    coins = raw_word(draws, which, 1)
    winner = teams[0]
    for step in range(1, count):
        home, away = draw_site(winner, teams[step], coins, step - 1)
        winner = _meet(bracket, home, away)
    bracket[B_PLAYOFFS] += count - 1
    return winner


@kernel
def _best(season, lines, scores, teams, count, word):
    """The best percentage of the first `count` teams; level ones parted as teams of several divisions."""
    out_of_line()
    half = int(season.rules[R_TIES_COUNT])
    chosen = np.zeros(len(season.division), np.int64)
    for k in range(count):
        chosen[teams[k]] = 1
    wins, losses = _doubled(lines, half)
    level = np.zeros(len(season.division), np.int64)
    found = conference_leaders(wins, losses, chosen, 1, level)
    return part(season, scores, level, found, np.array([BETWEEN_THEM, NET_POINTS]), word)


@kernel
def _conference_champion(season, lines, scores, draws, which, bracket):
    """Champion of a conference of one, two or more divisions."""
    out_of_line()
    everybody = len(season.division)
    winners = np.zeros(everybody, np.int64)
    divisions = 0
    for division in range(everybody):
        for team in range(everybody):
            if season.division[team] == division and season.conference[team] == which:
                winners[divisions] = _division_winner(season, lines, scores, draws, division, bracket)
                divisions += 1
                break
    if divisions == 1:
        return winners[0]
    year = int(season.rules[R_YEAR])
    if divisions == 2 and season.rules[R_WILD_CARDS] == 0:
        at = (year + 1) % 2
        return _meet(bracket, winners[at], winners[1 - at])
    # By seed: the division winners by record, then the wild card.
    seeds = np.zeros(divisions + 1, np.int64)
    left = winners.copy()
    for seed in range(divisions):
        word = raw_word(draws, LOTS_OF_CONFERENCE + which, seed)
        seeds[seed] = _best(season, lines, scores, left, divisions - seed, word)
        place = 0
        for k in range(divisions - seed):
            if left[k] != seeds[seed]:
                left[place] = left[k]
                place += 1
    field = divisions
    if season.rules[R_WILD_CARDS] == 1:
        count = 0
        for team in range(everybody):
            is_winner = False
            for k in range(divisions):
                is_winner |= seeds[k] == team
            if season.conference[team] == which and not is_winner:
                left[count] = team
                count += 1
        if count > 0:
            word = raw_word(draws, LOTS_OF_CONFERENCE + which, divisions)
            seeds[field] = _best(season, lines, scores, left, count, word)
            field += 1
    return _knock_out(season, seeds, field, divisions, bracket)


@kernel
def _ascending(seeds, count):
    """The first `count` of `seeds`, put in order."""
    ordered = np.zeros(count, np.int64)
    for k in range(count):
        place = k
        while place > 0 and ordered[place - 1] > seeds[k]:
            ordered[place] = ordered[place - 1]
            place -= 1
        ordered[place] = seeds[k]
    return ordered


@kernel
def _knock_out(season, seeds, field, divisions, bracket):
    """Best against worst, the better seed at home, until one is left.

    The wild card doesn't meet its own division's winner in the first round if there is another.
    """
    out_of_line()
    alive = np.zeros(field, np.int64)  # seeds still in, ascending
    for k in range(field):
        alive[k] = k
    first = True
    while field > 1:
        rest = np.zeros(field, np.int64)
        kept = 0
        byes = field % 2  # the best seed of an odd field waits
        if byes:
            rest[0] = alive[0]
            kept = 1
        for k in range(field // 2):
            better, worse = alive[byes + k], alive[field - 1 - k]
            if first and field - byes > 2 and alive[field - 1] >= divisions:
                a, b = seeds[alive[byes]], seeds[alive[field - 1]]
                if season.division[a] == season.division[b] and k < 2:
                    worse = alive[field - 2 + k]  # the last two opponents change places
            winner = _meet(bracket, seeds[better], seeds[worse])
            rest[kept] = better if winner == seeds[better] else worse
            kept += 1
        alive = _ascending(rest, kept)
        field = kept
        first = False
    return seeds[alive[0]]


@kernel
def next_meeting(season, lines, scores, draws, bracket):
    """Whether another game must be played: its teams are then in B_HOME and B_AWAY.

    Parameters
    ----------
    season : simlib.kernels.season.SeasonArrays
    lines : integer array, [teams, columns]
        Columns as TEAM_COLUMNS: the season's wins, losses and ties.
    scores : integer array, [games, 2]
    draws : uint64
        Key of the words that decide lots and coins.
    bracket : int64 array
        Noughts at first; `record_winner` has been called after every game.

    Returns
    -------
    bool
        False when all is decided: `crown` may be called.
    """
    out_of_line()
    bracket[B_ASKED] = 0
    bracket[B_PLAYOFFS] = 0
    leagues = int(season.conference.max()) // 2 + 1
    titles = np.zeros(2, np.int64)
    year = int(season.rules[R_YEAR])
    for league in range(leagues):
        east = _conference_champion(season, lines, scores, draws, 2 * league, bracket)
        west = _conference_champion(season, lines, scores, draws, 2 * league + 1, bracket)
        home, away = title_site(year, east, west)
        if season.rules[R_TITLE_HOST] == TITLE_NEUTRAL:
            home, away = draw_site(east, west, raw_word(draws, LOTS_OF_LEAGUE + league, 0), 0)
        titles[league] = _meet(bracket, home, away)
        bracket[B_FIRST] = east
        bracket[B_SECOND] = west
    bracket[B_TITLE] = titles[0]
    if leagues == 2:
        home, away = draw_site(titles[0], titles[1], raw_word(draws, LOTS_OF_FINAL, 0), 0)
        bracket[B_TITLE] = _meet(bracket, home, away)
        bracket[B_FIRST] = titles[0]
        bracket[B_SECOND] = titles[1]
    return bracket[B_ASKED] > bracket[B_PLAYED]
