"""SPI Football: one game, and a chunk of seasons with what follows them (cases 2.3, 3.1, 12.0)."""

import numpy as np

from simlib.kernels.clock import QUARTER
from simlib.kernels.jit import borrowed, kernel, out_of_line
from simlib.kernels.post_season import B_AWAY, B_HOME, BRACKET, crown, next_meeting, record_winner
from simlib.kernels.rng import choice, dice_word, game_key, raw_word, throw
from simlib.kernels.season import R_KICKOFF_LINE, R_OVERTIME, R_YEAR
from simlib.kernels.standings import conference_leaders, draw_order, draw_site, title_site
from simlib.kernels.tally import POST_EAST, POST_PLAYOFFS, POST_TITLE
from simlib.rulesets.spi.play.arrays import ALL_SHARES
from simlib.rulesets.spi.play.layout import (
    A_OPTIONS,
    A_RULES,
    B_LINEUP,
    B_LINEUP_PASSER,
    MAX_LINEUPS,
    sheet_of,
)
from simlib.rulesets.spi.play.limits import note_appearance
from simlib.rulesets.spi.play.resolvers import drawn
from simlib.rulesets.spi.play.sequence import end_period, new_half, next_play
from simlib.rulesets.spi.play.state import (
    AWAY,
    CHOICE_CALL,
    E_AWAY_POINTS,
    E_DICE,
    E_DOWN,
    E_HOME_POINTS,
    E_MORE_DICE,
    E_NEXT_OFFENSE,
    E_NEXT_TO_GOAL,
    E_OFFENSE,
    E_OPTION_DICE,
    E_PLAY,
    E_QUARTER,
    E_RETURN_YARDS,
    E_TO_GOAL,
    E_YARDS,
    E_YARDS_TO_GO,
    HOME,
    LAST_USE,
    LINE_GAMES,
    LINE_HOME_GAMES,
    LINE_HOME_MARGIN,
    LINE_LOSSES,
    LINE_MARGIN_SQUARED,
    LINE_POINTS,
    LINE_POINTS_SQUARED,
    LINE_TIES,
    LINE_WIDTH,
    LINE_WINS,
    LINES,
    MAN_WIDTH,
    N_TRY,
    POST_SEASON_GAME,
    RECORD,
    RECORD_WIDTH,
    S_CLOCK,
    S_DOWN,
    S_GAME,
    S_LINEUP,
    S_MEN,
    S_NEXT,
    S_OFFENSE,
    S_OPTIONS,
    S_OVER,
    S_PLAY,
    S_POINTS,
    S_QUARTER,
    S_RECEIVES_SECOND_HALF,
    S_SUDDEN_DEATH,
    S_TEAM,
    S_TEAM_GAME,
    S_TO_GOAL,
    S_YARDS_TO_GO,
    WORD_CHOICES,
    WORD_DICE,
    WORD_MORE,
    WORD_OPTIONS,
    line_of,
    new_book,
    set_kickoff,
)


@kernel
def lineup_of_game(sheets, team, season, game_of_team):
    """Passer of a game by a fixed spread over a team's games: a Weyl sequence against his share."""
    position = ((season * 16 + game_of_team + 977 * team) * 40503) % ALL_SHARES
    return drawn(sheets, sheet_of(team) + B_LINEUP, MAX_LINEUPS, position)


@kernel
def begin_game(tables, sheets, book, key, home, away, game, season, played, sudden_death):
    """Coin toss, lineups, the opening kick-off. The winner of the toss receives (3.1)."""
    for entry in range(LAST_USE):
        book[entry] = 0
    book[S_TEAM] = home
    book[S_TEAM + 1] = away
    book[S_GAME] = game
    book[S_QUARTER] = 1
    book[S_SUDDEN_DEATH] = sudden_death
    book[S_OPTIONS] = tables[A_OPTIONS]
    book[S_TEAM_GAME] = played[home]
    book[S_TEAM_GAME + 1] = played[away]
    new_half(tables, sheets, book)
    book[S_LINEUP] = lineup_of_game(sheets, home, season, played[home])
    book[S_LINEUP + 1] = lineup_of_game(sheets, away, season, played[away])
    for side in range(2):
        own = sheet_of(book[S_TEAM + side])
        note_appearance(book, side, int(sheets[own + B_LINEUP_PASSER + book[S_LINEUP + side]]))
    receiving = int(choice(raw_word(key, 0, WORD_CHOICES), CHOICE_CALL) < ALL_SHARES // 2)
    book[S_PLAY] = 1
    book[S_RECEIVES_SECOND_HALF] = 1 - receiving
    set_kickoff(book, 1 - receiving, tables[A_RULES + R_KICKOFF_LINE])


@kernel
def begin_record(book, key, dice):
    """What is known of a play before it: the situation and all its dice."""
    for entry in range(RECORD, LINES):
        book[entry] = -1
    book[E_YARDS] = 0
    book[E_RETURN_YARDS] = 0
    book[E_PLAY] = book[S_PLAY]
    book[E_QUARTER] = book[S_QUARTER]
    book[E_OFFENSE] = book[S_OFFENSE]
    book[E_DOWN] = book[S_DOWN]
    book[E_YARDS_TO_GO] = book[S_YARDS_TO_GO]
    book[E_TO_GOAL] = book[S_TO_GOAL]
    more = dice_word(key, book[S_PLAY], WORD_MORE)
    options = dice_word(key, book[S_PLAY], WORD_OPTIONS)
    for role in range(6):
        book[E_OPTION_DICE + role] = throw(options, role)
        book[E_DICE + role] = throw(dice, role)
        book[E_MORE_DICE + role] = throw(more, role)


@kernel
def end_record(book, log, first):
    """Copy the play's record, with where it left the game, to a row of the log."""
    book[E_NEXT_OFFENSE] = book[S_OFFENSE]
    book[E_NEXT_TO_GOAL] = book[S_TO_GOAL]
    book[E_HOME_POINTS] = book[S_POINTS]
    book[E_AWAY_POINTS] = book[S_POINTS + 1]
    for column in range(RECORD_WIDTH):
        log[first + column] = book[RECORD + column]


@kernel
def play_to_end(tables, sheets, book, men, spare, key, log, rows):
    """Play a begun game to its end with flat arrays; the first `rows` plays are logged.

    `spare` is a set of men's lines for plays that are tried; what it holds means nothing.
    """
    out_of_line()
    plays = 0
    while book[S_OVER] == 0:
        number = book[S_PLAY]
        dice = dice_word(key, number, WORD_DICE)
        choices = raw_word(key, number, WORD_CHOICES)
        logging = plays < rows
        if logging:
            begin_record(book, key, dice)
        next_play(tables, sheets, book, men, spare, dice, key, choices)
        if logging:
            end_record(book, log, plays * RECORD_WIDTH)
        plays += 1
        if book[S_CLOCK] == QUARTER and book[S_NEXT] != N_TRY:
            end_period(tables, sheets, book, key)
    return plays


@kernel
def place_men(book, width):
    """Where each side's men begin in a flat array of men's statistics, `width` numbers a team."""
    for side in range(2):
        book[S_MEN + side] = book[S_TEAM + side] * width


@kernel
def play_game(tables, sheets, book, men, spare, key, events):
    """Play a begun game to its end. Returns the number of plays, kick-offs and tries included.

    Parameters
    ----------
    men : int32[teams, slots, PLAYER_COLUMNS]
        Receives the men's statistics.
    spare : int32[teams, slots, PLAYER_COLUMNS]
        Other men's lines, for plays that are tried (13.0); another array than `men`.
    events : int32[plays, RECORD_WIDTH]
        Receives the log, as far as it has rows.
    """
    place_men(book, men.shape[1] * MAN_WIDTH)
    flat_men, log = borrowed(men.reshape(-1)), borrowed(events.reshape(-1))
    flat_spare = borrowed(spare.reshape(-1))
    return play_to_end(tables, sheets, book, flat_men, flat_spare, key, log, events.shape[0])


@kernel
def close_game(book, team_stats, scores, game):
    """Book a regular-season game: score, record, each team's line and its opponent's."""
    margin = book[S_POINTS] - book[S_POINTS + 1]
    scores[game, HOME] = book[S_POINTS]
    scores[game, AWAY] = book[S_POINTS + 1]
    for side in range(2):
        lead = margin if side == HOME else -margin
        line = line_of(side)
        book[line + LINE_GAMES] = 1
        book[line + LINE_WINS] = int(lead > 0)
        book[line + LINE_LOSSES] = int(lead < 0)
        book[line + LINE_TIES] = int(lead == 0)
        book[line + LINE_POINTS_SQUARED] = book[line + LINE_POINTS] * book[line + LINE_POINTS]
        book[line + LINE_MARGIN_SQUARED] = lead * lead
    book[line_of(HOME) + LINE_HOME_GAMES] = 1
    book[line_of(HOME) + LINE_HOME_MARGIN] = margin
    for side in range(2):
        team = book[S_TEAM + side]
        for column in range(LINE_WIDTH):
            team_stats[team, column] += book[line_of(side) + column]
            team_stats[team, LINE_WIDTH + column] += book[line_of(1 - side) + column]


@kernel
def post_season_winner(tables, sheets, book, men, seed, season, game, home, away, played):
    """Winner of a game that is played until one wins."""
    out_of_line()
    key = game_key(seed, season, game)
    begin_game(tables, sheets, book, key, home, away, game, season, played, 1)
    place_men(book, men.shape[1] * MAN_WIDTH)
    flat_men = borrowed(men.reshape(-1))
    play_to_end(tables, sheets, book, flat_men, flat_men, key, flat_men, 0)
    played[home] += 1
    played[away] += 1
    if book[S_POINTS] > book[S_POINTS + 1]:
        return home
    return away


@kernel
def play_two_conferences(tables, sheets, book, men, seed, season, arrays, played, lines, post):
    """The post-season of 1933 to 1966 (simlib.kernels.standings); nothing of it enters a statistic."""
    out_of_line()
    leaders = np.zeros(len(arrays.conference), np.int64)
    draws = game_key(seed, season, POST_SEASON_GAME - 1)
    game = POST_SEASON_GAME
    for which in range(2):
        count = conference_leaders(
            lines[:, LINE_WINS], lines[:, LINE_LOSSES], arrays.conference, which, leaders
        )
        draw_order(leaders, count, raw_word(draws, which, 0))
        coins = raw_word(draws, which, 1)
        champion = int(leaders[0])
        for step in range(1, count):
            home, away = draw_site(champion, int(leaders[step]), coins, step - 1)
            champion = post_season_winner(tables, sheets, book, men, seed, season, game, home, away, played)
            game += 1
        post[POST_EAST + which] = champion
        post[POST_PLAYOFFS] += count - 1
    home, away = title_site(int(arrays.rules[R_YEAR]), int(post[POST_EAST]), int(post[POST_EAST + 1]))
    winner = post_season_winner(tables, sheets, book, men, seed, season, game, home, away, played)
    post[POST_TITLE] = winner


@kernel
def play_post_season(tables, sheets, book, men, seed, season, arrays, played, lines, scores, post):
    """Play what the year plays after its season; nothing of it enters a statistic."""
    out_of_line()
    draws = game_key(seed, season, POST_SEASON_GAME - 1)
    bracket = np.zeros(BRACKET, np.int64)
    game = POST_SEASON_GAME
    while next_meeting(arrays, lines, scores, draws, bracket):
        home, away = int(bracket[B_HOME]), int(bracket[B_AWAY])
        winner = post_season_winner(tables, sheets, book, men, seed, season, game, home, away, played)
        record_winner(bracket, winner)
        game += 1
    crown(bracket, post)


@kernel
def play_regular_season(tables, sheets, book, men, spare, seed, season, arrays, played, lines, scores):
    """Play the schedule of a season."""
    out_of_line()
    home, away = arrays.home, arrays.away
    extra = int(arrays.rules[R_OVERTIME])
    width, flat_men = men.shape[1] * MAN_WIDTH, borrowed(men.reshape(-1))
    flat_spare = borrowed(spare.reshape(-1))
    for game in range(home.shape[0]):
        key = game_key(seed, season, game)
        begin_game(tables, sheets, book, key, int(home[game]), int(away[game]), game, season, played, extra)
        place_men(book, width)
        play_to_end(tables, sheets, book, flat_men, flat_spare, key, flat_men, 0)
        close_game(book, lines, scores, game)
        played[home[game]] += 1
        played[away[game]] += 1


@kernel
def play_seasons(seed, first, season_arrays, packed, tally):
    """Play `len(tally.scores)` seasons of two undivided conferences into a zeroed tally.

    Such seasons need none of the later forms (`play_seasons_of_forms`), and compile in half the time.

    Parameters
    ----------
    seed : uint64
    first : int
        Number of the first season, from 0.
    season_arrays : simlib.files.seasons.SeasonArrays
    packed : simlib.rulesets.spi.play.layout.Packed
    tally : simlib.kernels.tally.Tally
    """
    tables, sheets = borrowed(packed.tables), borrowed(packed.sheets)
    teams = tally.team_stats.shape[1]
    played = np.zeros(teams, np.int64)
    unbooked = np.zeros(tally.player_stats.shape[1:], np.int32)
    whole_book = new_book(teams)
    book = borrowed(whole_book)
    for number in range(tally.scores.shape[0]):
        season = first + number
        lines, scores = tally.team_stats[number], tally.scores[number]
        played[:] = 0
        whole_book[:] = 0
        men = tally.player_stats[number]
        play_regular_season(
            tables, sheets, book, men, unbooked, seed, season, season_arrays, played, lines, scores
        )
        play_two_conferences(
            tables, sheets, book, unbooked, seed, season, season_arrays, played, lines, tally.post[number]
        )
    whole_book[S_OVER] = 1  # used to the end: numba frees an array after its last use


@kernel
def play_seasons_of_forms(seed, first, season_arrays, packed, tally):
    """Play seasons whose post-season has any form (simlib.kernels.post_season); else as `play_seasons`."""
    tables, sheets = borrowed(packed.tables), borrowed(packed.sheets)
    teams = tally.team_stats.shape[1]
    played = np.zeros(teams, np.int64)
    unbooked = np.zeros(tally.player_stats.shape[1:], np.int32)
    whole_book = new_book(teams)
    book = borrowed(whole_book)
    for number in range(tally.scores.shape[0]):
        season = first + number
        lines, scores = tally.team_stats[number], tally.scores[number]
        played[:] = 0
        whole_book[:] = 0
        men = tally.player_stats[number]
        play_regular_season(
            tables, sheets, book, men, unbooked, seed, season, season_arrays, played, lines, scores
        )
        play_post_season(
            tables, sheets, book, unbooked, seed, season, season_arrays, played, lines, scores,
            tally.post[number],
        )  # fmt: skip
    whole_book[S_OVER] = 1  # used to the end: numba frees an array after its last use


@kernel
def play_one_game(seed, season, game, season_arrays, packed, tally, events):
    """Play one regular-season game with its log, after the season's earlier games it may depend on.

    Parameters
    ----------
    tally : simlib.kernels.tally.Tally of one season
        Receives the game's statistics alone.
    events : int32[plays, RECORD_WIDTH]
        Receives the log.

    Returns
    -------
    int
        Number of plays; the log holds as many, if it has the rows.
    """
    tables, sheets = borrowed(packed.tables), borrowed(packed.sheets)
    home, away = season_arrays.home, season_arrays.away
    extra = int(season_arrays.rules[R_OVERTIME])
    teams = tally.team_stats.shape[1]
    played = np.zeros(teams, np.int64)
    unlogged = np.zeros((0, RECORD_WIDTH), np.int32)
    unbooked = np.zeros(tally.player_stats.shape[1:], np.int32)
    whole_book = new_book(teams)
    book = borrowed(whole_book)
    plays = 0
    for earlier in range(game + 1):
        key = game_key(seed, season, earlier)
        begin_game(
            tables, sheets, book, key, int(home[earlier]), int(away[earlier]), earlier, season, played, extra
        )
        if earlier < game:
            play_game(tables, sheets, book, unbooked, unbooked, key, unlogged)
        else:
            plays = play_game(tables, sheets, book, tally.player_stats[0], unbooked, key, events)
        played[home[earlier]] += 1
        played[away[earlier]] += 1
    close_game(book, tally.team_stats[0], tally.scores[0], game)
    whole_book[S_OVER] = 1  # used to the end: numba frees an array after its last use
    return plays
