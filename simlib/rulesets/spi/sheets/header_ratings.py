"""Headers of a season's sheets from its statistics: team ratings, returners, punters, kickers.

Rows that are printed, assumed or their owner's stay. What a source doesn't record is replaced as
teams/README.md says: by the league's mean, or by the line that 1958's printed headers follow.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from simlib.files.rows import write_table
from simlib.files.season_tables import NET_PASSING
from simlib.files.seasons import Player, Season, Team
from simlib.rulesets.counting import THROWS
from simlib.rulesets.spi.sheets import files
from simlib.rulesets.spi.sheets import header_scale as header
from simlib.rulesets.spi.sheets import rating_scale as rating
from simlib.rulesets.spi.sheets.files import SheetFile
from simlib.rulesets.spi.sheets.header_scale import HeaderScale
from simlib.rulesets.spi.sheets.rating_scale import Scale

KEPT = ("printed", "forced", "assumed", "owner")
LEAST_RETURNS, MOST_RETURNERS, CLOSE_GAME = 3, 6, 7
LEAST_LISTED = 10  # returns of a team; with fewer its regulars are missing
MEAN_RETURN, INT_LETTER, INT_TABLE = Fraction(23), "L", "PGR"
RUN_FUMBLES, OUTSIDE_FUMBLES, PENALTY_ROW = 0, 6, 12  # rows 11, 21 and 31 of the dice, as printed
PENALTY_PASSES = (31, 1, 19, 25, 7, 13)  # 62 12 42 52 22 32
SURE_EXTRA_POINT = 35  # numbers of 36, where a league's extra points aren't known
KEYS = {
    "yards-against": ("fitted", "yards per carry allowed beside the league's mean, through the charts; by "
                      "yards a game (1958's headers) where carries against aren't known"),
    "completions-against": ("fitted", "completions per pass allowed beside the league's mean, through the "
                            "charts; by yards per pass (1958's headers) where they aren't known"),
    "gain-against": ("fitted", "yards per completion allowed beside the league's mean, through the charts; "
                     "by yards per pass (1958's headers) where completions aren't known"),
    "interceptions-made": ("fitted", "interceptions per pass beside the league's; the mean range is 1958's"),
    "fumbles": ("fitted", "fumbles lost and the share of fumbles kept, as runs and catches make them; the "
                "league's mean where they aren't known"),
    "penalties": ("fitted", "penalties a play, on the lines of 1958's headers"),
    "close-games": ("fitted", "games won by 7 points or fewer, on the line of 1958's headers"),
    "mean-header": ("assumed", "what 1958's headers have on the average: nothing recorded sets it"),
    "returns": ("fitted", "the man's own returns: the letter nearest his average"),
    "mean-return": ("fitted", "fewer than 10 returns are listed: the letter of the league's listed returns"),
    "punts": ("fitted", "the letter whose exact mean comes nearest to the man's own average"),
    "mean-punt": ("fitted", "no punter is listed: the letter of the league's listed punts"),
    "kicks": ("fitted", "the man's own share of kicks made, over 62/34/4 of tries by band"),
    "mean-kick": ("fitted", "no kicker is listed: the share of the league's listed kicks"),
    "nobody-listed": ("assumed", "no source names the man: the team's book-keeping row stands for him"),
    "roster": ("transcribed", "name and position as in the season's own players.csv"),
    "by-use": ("fitted", "shares of the 36 throws by real counts"),
}  # fmt: skip

Cell = tuple[str, str]
Rows = list[dict[str, Cell]]


class League(NamedTuple):
    """Means of a league that a team is rated against."""

    season: Season
    scale: Scale
    header: HeaderScale
    passing: tuple[int, int, int]
    shares: tuple[Fraction, ...]
    ladder: Sequence[rating.Rung]

    def sums(self, *columns: str) -> tuple[int, ...] | None:
        """Totals over the teams of which all the columns are known; None if there is none."""
        rows = [[team.stats.get(c) for c in columns] for team in self.season.teams]
        known = [[n for n in row if n is not None] for row in rows if None not in row]
        return tuple(map(sum, zip(*known, strict=True))) if known else None

    def ratio(self, team: Team, top: str, bottom: str) -> Fraction | None:
        """A team's rate beside that of all teams of which it is known; None where it isn't."""
        total, a, b = self.sums(top, bottom), team.stats.get(top), team.stats.get(bottom)
        if total is None or a is None or not b or not all(total):
            return None
        return Fraction(a, b) / Fraction(*total)


def _gross_passing(league: League, team: Team) -> Fraction | None:
    """Gross passing yards against a team: known, or net ones and the league's mean yards in sacks."""
    gross, net = team.stats.get("opp_pass_yds"), team.stats.get(NET_PASSING)
    if gross is not None or net is None:
        return None if gross is None else Fraction(gross)
    lost = league.sums("sack_yds", "pass_att")
    tries = team.stats.get("opp_pass_att")
    return None if lost is None or not tries else net + Fraction(*lost) * tries


def _defense(league: League, team: Team) -> tuple[int, int, int]:
    """Def Rush, Def Pass and Pass Gain Adj; 0 where nothing is known."""
    scale = league.scale
    carries = league.sums("rush_yds", "rush_att")
    per_carry = league.ratio(team, "opp_rush_yds", "opp_rush_att")
    per_game = league.ratio(team, "opp_rush_yds", "games")
    rush = 0
    if per_carry is not None and carries:
        rush = header.rate_rush_defense(scale, Fraction(*carries), per_carry)
    elif per_game is not None:
        rush = round(header.RUSH_SLOPE * (per_game - 1))
    passing = gain = 0
    completed = league.ratio(team, "opp_pass_cmp", "opp_pass_att")
    gross, tries = _gross_passing(league, team), team.stats.get("opp_pass_att")
    caught = league.sums("pass_yds", "pass_cmp", "pass_att")
    if completed is not None:
        passing = header.rate_pass_defense(scale, league.passing, completed)
    if gross is not None and tries and caught:
        per_pass = gross / tries / Fraction(caught[0], caught[2])
        if completed is None:
            passing = round(header.PASS_SLOPE * (per_pass - 1))
            gain = round(header.GAIN_SLOPE * (per_pass - 1))
        else:
            mean = Fraction(caught[0], caught[1])
            triple = rating.rate_catches(league.ladder, mean)
            made = team.stats["opp_pass_cmp"]
            gain = header.rate_gain(scale, triple, league.shares, gross / (made or 1) / mean)
    most = header.MOST_LETTERS
    return min(max(rush, -most), most), min(max(passing, -most), most), min(max(gain, -most), most)


def _fumbles(league: League, team: Team) -> tuple[int, int, int]:
    """How many numbers of runs fumble, the total on a catch, and how many numbers recover."""
    men = [man.stats.get("fumbles") for man in league.season.players if man.team == team.code]
    all_men = [man for man in league.season.players if man.stats.get("fumbles") is not None]
    own = team.stats.get("fumbles") or sum(n or 0 for n in men)
    lost, plays = team.stats.get("fumbles_lost"), team.stats.get("plays")
    lost_by = {t.code: t.stats.get("fumbles_lost") for t in league.season.teams}
    pairs = [(n, man.stats["fumbles"] or 0) for man in all_men for n in [lost_by[man.team]] if n is not None]
    fumbled = sum(n for _, n in pairs)
    known = {man.team for man in all_men if lost_by[man.team] is not None}
    mean_lost = Fraction(sum(lost_by[code] or 0 for code in known), fumbled) if fumbled else Fraction(3, 5)
    if own and lost is not None:
        share = min(Fraction(lost, own), Fraction(1))
    else:
        share = mean_lost
    if lost is None and own:
        lost = round(own * share)
    line = header.RECOVER_SLOPE, header.RECOVER_BASE
    recover = header.on_line(line, 1 - share, 4, 30) if all_men else header.MEAN_RECOVER
    if lost is None or not plays:
        total = league.sums("fumbles_lost", "plays")
        rate = Fraction(*total) if total else Fraction(203, 9046)
    else:
        rate = Fraction(lost, plays)
    runs, throws, catches = (team.stats.get(c) or 0 for c in ("rush_att", "pass_att", "pass_cmp"))
    if not runs or not catches:
        runs, throws, catches = 430, 380, 190
    own_plays = plays or runs + throws
    fumbles = rate * own_plays / (1 - Fraction(recover, THROWS))
    return *header.rate_fumbles(fumbles, own_plays, runs, catches), recover


def _throws(first: int, count: int) -> str:
    return files.range_text((first, first + count - 1))


def _numbers(throws: Iterable[int]) -> str:
    return " ".join(files.range_text((throw, throw)) for throw in sorted(throws))


def _close_wins(season: Season, code: str) -> int:
    leads = [
        (game.home_score - game.away_score) * (1 if game.home == code else -1)
        for game in season.games
        if code in (game.home, game.away)
    ]
    return sum(0 < lead <= CLOSE_GAME for lead in leads)


def rate_team(league: League, team: Team) -> dict[str, Cell]:
    """Cells of a team's row of team_ratings.csv."""
    rush, passing, gain = _defense(league, team)
    caught = league.ratio(team, "opp_pass_int", "opp_pass_att")
    numbers = round(header.MEAN_INTERCEPTION * (1 if caught is None else caught))
    numbers = min(max(numbers, 4), THROWS)
    runs, catch_total, recover = _fumbles(league, team)
    inside = runs // 2
    flags, plays = team.stats.get("penalties"), team.stats.get("plays")
    total = league.sums("penalties", "plays")
    if flags is not None and plays:
        called = Fraction(flags, plays)
    else:
        called = Fraction(*total) if total else Fraction(707, 9046)
    run_flags = header.on_line(header.PENALTY_RUN, called, 1, 6)
    pass_flags = header.on_line(header.PENALTY_PASS, called, 1, 6)
    own = header.on_line(header.PENALTY_RANGE, called, 6, 30)
    clutch = header.on_line(header.CLUTCH, Fraction(_close_wins(league.season, team.code)), 0, 9)
    return {
        "team": (team.code, ""),
        "def_rush": (str(rush), "fitted yards-against"),
        "def_pass": (str(passing), "fitted completions-against"),
        "gain_adj": (str(gain), "fitted gain-against"),
        "clutch_offense": (str(clutch), "fitted close-games"),
        "clutch_defense": (str(header.MEAN_CLUTCH_DEFENSE), "assumed mean-header"),
        "int_range": (_throws(0, numbers), "fitted interceptions-made"),
        "int_letter": (INT_LETTER, "assumed mean-header"),
        "int_table": (INT_TABLE, "assumed mean-header"),
        "fumble_ris": (_numbers(range(RUN_FUMBLES, RUN_FUMBLES + inside)), "fitted fumbles"),
        "fumble_ros": (_numbers(range(OUTSIDE_FUMBLES, OUTSIDE_FUMBLES + runs - inside)), "fitted fumbles"),
        "fumble_pass": (str(catch_total), "fitted fumbles"),
        "recover": (_throws(0, recover), "fitted fumbles"),
        "penalty_run": (_numbers(range(PENALTY_ROW, PENALTY_ROW + run_flags)), "fitted penalties"),
        "penalty_pass": (_numbers(PENALTY_PASSES[:pass_flags]), "fitted penalties"),
        "penalty_range": (_throws(0, own), "fitted penalties"),
    }


def stand_in(season: Season, code: str) -> Player:
    """Who stands for a man no source names: the team's book-keeping row, else its first man."""
    men = [man for man in season.players if man.team == code]
    return next((man for man in men if man.others), men[0])


def _rate(season: Season, top: str, bottom: str) -> Fraction | None:
    """The rate of the league's listed men who tried at least three times."""
    pairs = [(man.stats.get(top), man.stats.get(bottom)) for man in season.players]
    known = [(a, b) for a, b in pairs if a is not None and b is not None and b >= LEAST_RETURNS]
    return Fraction(sum(a for a, _ in known), sum(b for _, b in known)) if known else None


def _count(man: Player, column: str) -> int:
    return man.stats.get(column) or 0


def rate_returners(league: League, team: Team, kind: str) -> Rows:
    """Rows of returners.csv of one kind for a team."""
    column, values, table = (
        ("kick_ret", league.header.kick_return, "PGR") if kind == "kickoff"
        else ("punt_ret", league.header.punt_return, "RG")
    )  # fmt: skip
    men = [m for m in league.season.players if m.team == team.code and not m.others and _count(m, column)]
    men.sort(key=lambda man: -_count(man, column))
    enough = sum(_count(man, column) for man in men) >= LEAST_LISTED
    men = [m for m in men if _count(m, column) >= LEAST_RETURNS][:MOST_RETURNERS] if enough else []
    throws = THROWS if kind == "kickoff" else THROWS - header.NO_RUNBACK_NUMBERS
    if men:
        shares = header.shared_throws([_count(man, column) for man in men], throws)
        rates = [Fraction(_count(man, f"{column}_yds"), _count(man, column)) for man in men]
        who, how = "transcribed roster", "fitted returns"
    else:
        men, shares = [stand_in(league.season, team.code)], [throws]
        mean = _rate(league.season, f"{column}_yds", column)
        rates = [mean if mean is not None else MEAN_RETURN if kind == "kickoff" else Fraction(6)]
        who, how = "assumed nobody-listed", "fitted mean-return"
    rows: Rows = []
    first = 0
    for man, share, rate in zip(men, shares, rates, strict=True):
        letter = rating.printed(header.nearest(values, rate))[0]
        text = _throws(first, share)
        first += share
        rows.append(
            {
                "team": (team.code, ""), "kind": (kind, ""), "order": (str(len(rows) + 1), ""),
                "player": (man.id, who), "printed_name": (man.name, "transcribed roster"),
                "range_printed": (text, "fitted by-use"), "range": (text, "fitted by-use"),
                "letter": (letter, how), "table": (table, "assumed mean-header"),
            }
        )  # fmt: skip
    if first < THROWS:
        text = _throws(first, THROWS - first)
        words = dict.fromkeys(("player", "printed_name", "range_printed", "range"), "assumed mean-header")
        texts = {"player": "NRB", "printed_name": "NRB", "range_printed": text, "range": text}
        row = {name: (texts[name], words[name]) for name in texts}
        keys = {"team": (team.code, ""), "kind": (kind, ""), "order": (str(len(rows) + 1), "")}
        rows.append(keys | row | {"letter": ("", ""), "table": ("", "")})
    return rows


def rate_punters(league: League, team: Team) -> Rows:
    """Rows of punters.csv of a team."""
    season = league.season
    men = [m for m in season.players if m.team == team.code and not m.others]
    men = [m for m in men if _count(m, "punts") >= LEAST_RETURNS and m.stats.get("punt_yds") is not None]
    who, how = "transcribed roster", "fitted punts"
    men.sort(key=lambda man: -_count(man, "punts"))
    rates = [Fraction(_count(man, "punt_yds"), _count(man, "punts")) for man in men[:3]]
    others = stand_in(season, team.code)
    most = sum(_count(man, "punts") for man in men)
    if not men or _count(others, "punts") > most:
        men, who, how = [others], "assumed nobody-listed", "fitted mean-punt"
        mean = _rate(season, "punt_yds", "punts")
        rates = [Fraction(41) if mean is None else mean]
    return [
        {
            "team": (team.code, ""), "player": (man.id, ""), "printed_name": (man.name, who),
            "letter": (rating.printed(header.nearest(league.header.punt, rate))[0], how),
            "punts_printed": ("", ""),
        }
        for man, rate in zip(men[:3], rates, strict=True)
    ]  # fmt: skip


def rate_kickers(league: League, team: Team) -> Rows:
    """Rows of kickers.csv of a team."""
    season = league.season
    men = [m for m in season.players if m.team == team.code and not m.others and _count(m, "fg_att") > 2]
    men.sort(key=lambda man: -_count(man, "fg_att"))
    tries = sum(_count(man, "xp_att") for man in men)
    scored = sum(team.stats.get(column) or 0 for column in ("rush_td", "pass_td"))
    if not men or 2 * tries < scored:  # he missed most of the season
        men = [stand_in(season, team.code)]
        goals, points = _rate(season, "fg_made", "fg_att"), _rate(season, "xp_made", "xp_att")
        goals = Fraction(1, 2) if goals is None else goals
        kicks = [(goals.numerator, goals.denominator, points)]
        who, how = "assumed nobody-listed", "fitted mean-kick"
    else:
        kicks = [
            (_count(m, "fg_made"), _count(m, "fg_att"),
             Fraction(_count(m, "xp_made"), _count(m, "xp_att")) if _count(m, "xp_att") else None)
            for m in men[:2]
        ]  # fmt: skip
        who, how = "transcribed roster", "fitted kicks"
    rows: Rows = []
    for man, (made, tried, points) in zip(men[:2], kicks, strict=True):
        bands = header.rate_kicks(made, tried)
        extra = SURE_EXTRA_POINT if points is None else min(max(round(THROWS * points), 1), THROWS)
        row = {"team": (team.code, ""), "player": (man.id, ""), "printed_name": (man.name, who)}
        names = ("extra_point", "fg_1_20", "fg_21_40", "fg_41_50")
        row |= {name: (_throws(0, n), how) for name, n in zip(names, (extra, *bands), strict=True)}
        rows.append(row | {"xp_att_printed": ("", ""), "fg_att_printed": ("", "")})
    return rows


def rate_headers(league: League, folder: Path) -> dict[str, Rows]:
    """Rows of the four files of headers, by name of the file.

    Parameters
    ----------
    league : League
        One league's season and means.
    folder : Path
        The sheets as they stand: rows that aren't fitted are kept, for a kind of return all or none.
    """
    teams = league.season.teams
    makers: tuple[tuple[SheetFile, Callable[[Team], list[Rows]]], ...] = (
        (files.TEAM_RATINGS, lambda team: [[rate_team(league, team)]]),
        (files.RETURNERS, lambda team: [rate_returners(league, team, "kickoff"),
                                              rate_returners(league, team, "punt")]),
        (files.PUNTERS, lambda team: [rate_punters(league, team)]),
        (files.KICKERS, lambda team: [rate_kickers(league, team)]),
    )  # fmt: skip
    made: dict[str, Rows] = {}
    for spec, make in makers:
        kept = kept_rows(folder, spec)
        made[spec.name] = [
            row
            for team in teams
            for rows in make(team)
            for row in kept.get((team.code, rows[0].get("kind", ("", ""))[0]), rows)
        ]
    return made


def kept_rows(folder: Path, spec: SheetFile) -> dict[tuple[str, str], Rows]:
    """Rows that rating leaves alone, by team and kind of return: those with a printed or owner's cell."""
    if not (folder / f"{spec.name}.csv").exists():
        return {}
    groups: dict[tuple[str, str], Rows] = {}
    own: set[tuple[str, str]] = set()
    for row in files.read_sheet_file(folder, spec):
        key = row.texts["team"], row.texts.get("kind", "")
        words = {row.provenance[column[0]].partition(" ")[0] for column in spec.columns}
        groups.setdefault(key, []).append(
            {name: (row.texts[name], row.provenance.get(name, "")) for name in spec.names()}
        )
        if words & {"printed", "owner"}:
            own.add(key)
    return {key: rows for key, rows in groups.items() if key in own}


def write_rows(folder: Path, spec: SheetFile, rows: Rows) -> None:
    """Write a file of the sheets and its provenance."""
    names = spec.names()
    write_table(folder / f"{spec.name}.csv", names, [[row[name][0] for name in names] for row in rows])
    twin = [[row[n][0] if n in spec.keys else row[n][1] for n in names] for row in rows]
    write_table(folder / f"{spec.name}.provenance.csv", names, twin)
