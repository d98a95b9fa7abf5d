"""A season of SPI Football: its regular games in order, the standings, the post-season (R51 to R53)."""

from collections import Counter
from fractions import Fraction

from oracle.spi_referee import AWAY, HOME, Game
from oracle.spi_throws import WRAP, G, four_choices, game_key, mix, raw_word

FIRST_POST_SEASON_GAME = 1000
KEY_OF_LOTS = 999
CONFERENCES = ("East", "West")


class Season:
    """One season: what a team has played, who has been used, and the tables of standings."""

    def __init__(self, book, seed, number):
        self.book, self.seed, self.number = book, seed, number
        self.played = dict.fromkeys(book.teams, 0)
        self.uses = {}
        self.last_games = {}
        self.won, self.lost = Counter(), Counter()
        self.overtimes = 0

    def play(self, number, home, away, has_overtime=False):
        game = Game(
            self.book,
            self.seed,
            self.number,
            number,
            home,
            away,
            (self.played[home], self.played[away]),
            self.uses,
            has_overtime,
            self.last_games,
        )
        game.play()
        self.played[home] += 1
        self.played[away] += 1
        return game

    def regular_games(self):
        """The schedule's games, one after the other, each with its statistics closed."""
        for number, (home, away) in enumerate(self.book.schedule):
            game = self.play(number, home, away)
            close_statistics(game)
            for side, team in ((HOME, home), (AWAY, away)):
                self.won[team] += game.lines[side]["wins"]
                self.lost[team] += game.lines[side]["losses"]
            yield game

    # ----------------------------------------------------------------------------------------
    # R51, R52, R53: after the season

    def post_season(self):
        """(champion, winner of the East, winner of the West, play-offs of teams level at the top)."""
        self.next_game = FIRST_POST_SEASON_GAME
        self.playoffs = 0
        east, west = (self.winner_of_conference(place) for place in (0, 1))
        # R52: the title game is at the Eastern champion in even years.
        home, away = (east, west) if int(self.book.rules["year"]) % 2 == 0 else (west, east)
        return self.winner_of_game(home, away), east, west, self.playoffs

    def winner_of_conference(self, place):
        teams = [team for team in self.book.teams if self.book.conferences[team] == CONFERENCES[place]]
        best = max(map(self.percentage, teams))
        level = [team for team in teams if self.percentage(team) == best]
        key = game_key(self.seed, self.number, KEY_OF_LOTS)
        self.draw_lots(level, raw_word(key, place, 0))
        coins = raw_word(key, place, 1)
        winner = level[0]
        for meeting, challenger in enumerate(level[1:]):
            self.playoffs += 1
            challenger_at_home = coins >> (63 - meeting) & 1
            home, away = (challenger, winner) if challenger_at_home else (winner, challenger)
            winner = self.winner_of_game(home, away)
        return winner

    def percentage(self, team):
        """R52: ties are left out."""
        decided = self.won[team] + self.lost[team]
        return Fraction(self.won[team], decided) if decided else Fraction(0)

    @staticmethod
    def draw_lots(level, word):
        lots = four_choices(word)
        for last in range(len(level) - 1, 0, -1):
            if not lots:
                word = mix((word + G) % WRAP)
                lots = four_choices(word)
            other = lots.pop(0) * (last + 1) // 65536
            level[last], level[other] = level[other], level[last]

    def winner_of_game(self, home, away):
        game = self.play(self.next_game, home, away, has_overtime=True)
        self.next_game += 1
        self.overtimes += game.sudden_death
        return home if game.points[HOME] > game.points[AWAY] else away


def close_statistics(game):
    """What a game's score adds to the lines of both."""
    for side in (HOME, AWAY):
        line, points = game.lines[side], game.points[side]
        margin = points - game.points[1 - side]
        line["games"] = 1
        line["wins"], line["losses"], line["ties"] = margin > 0, margin < 0, margin == 0
        line["points"], line["points_squared"], line["margin_squared"] = points, points**2, margin**2
        if side == HOME:
            line["home_games"], line["home_margin"] = 1, margin
