"""SPI Football on paper: a page a team, then the charts, and how a game is played at a table."""

from collections.abc import Iterable
from pathlib import Path

from simlib.files.seasons import Season, Team
from simlib.rulesets.paper import Block, Cell, Page
from simlib.rulesets.spi.charts.read import SPEC, load_chart_files
from simlib.rulesets.spi.sheets import files
from simlib.rulesets.spi.sheets.files import Row, read_sheet_file
from simlib.rulesets.spi.sheets.read import RATED_FILES

CHART_PAGES = (
    ("Running", ("rushing_gain", "rushing_out_of_bounds", "medium_gain", "long_gain")),
    ("Calling and passing", ("master_play_chart", "pass_completion", "pass_gain_return")),
    ("Kicking", ("kickoff_normal", "kickoff_onside", "punting", "long_punt", "blocked_kick_yardage",
                 "blocked_kick_return")),
    ("Optional rules", ("punt_out_of_bounds", "penalty")),
)  # fmt: skip
HEADINGS = {
    "gain_S": "gain S", "gain_M": "gain M", "gain_L": "gain L", "pass_S": "pass S", "pass_M": "pass M",
    "pass_L": "pass L", "def_rush": "against runs", "def_pass": "against passes", "gain_adj": "pass gain",
    "clutch_offense": "clutch, offence", "clutch_defense": "clutch, defence",
    "int_range": "interceptions", "int_letter": "their return", "int_table": "by table",
    "fumble_ris": "fumbles inside", "fumble_ros": "fumbles outside",
    "fumble_pass": "fumbles on passes (total)",
    "recover": "recovers own", "penalty_run": "penalty on runs", "penalty_pass": "penalty on passes",
    "penalty_range": "penalty against it", "extra_point": "try", "fg_1_20": "FG 1-20", "fg_21_40": "FG 21-40",
    "fg_41_50": "FG 41-50", "out_of_bounds": "out", "least_gain": "from a gain of",
    "two_minute": "last 2 minutes", "short": "S", "medium_long": "M/L",
}  # fmt: skip
LIMITS = {"once_a_game": "once a game", "once_a_season": "once a season",
          "not_widened": "a Blitz does not widen"}  # fmt: skip
HOW_TO = (
    (
        "Two dice",
        "Read two dice of two colours in order, 11 to 66; where a table is numbered 2 to 12, add them "
        "instead; where it is numbered 1 to 6, take one. A range such as 11-34 holds every throw from 11 "
        "to 34.",
    ),
    (
        "Letters",
        "Every rating is a letter, A the best. A plus moves it that many letters toward A, a minus away "
        "from A; it stops at the ends of its table.",
    ),
    (
        "A run",
        "The offence names a man, inside or outside; the defence has written down a row of the Master "
        "Play Chart. Adjust his RIS or ROS letter by the defending team's number against runs and by the "
        "chart, and read a throw on Rushing Gain. MG and LG send you to Medium and Long Gain for a second "
        "throw.",
    ),
    (
        "A pass",
        "The offence names passer, receiver and length; P on the chart means that it may not. Adjust the "
        "passer's letter by the defending team's number against passes and by the chart: the pass is "
        "complete if the throw is in the letter's range. Then adjust the receiver's gain letter by the "
        "defending team's pass gain number, and throw on Pass Gain and Return.",
    ),
    (
        "Not complete",
        "A throw in the passer's SACK range is a sack: he loses two dice added, and one yard more. In his "
        "INT range, throw again: inside the defending team's range it is intercepted, half the receiver's "
        "gain (rounded up) past the line, and run back by the team's letter. Anything else is incomplete. "
        "On a Blitz the notes of the chart lower the first number of his two ranges, INT and SACK: a by 1 "
        "and 1, b by 2 and 2, c by 3 and 2, d by 1 and 2.",
    ),
    (
        "Out of bounds and fumbles",
        "Runs, and returns by the RG table, go out of bounds by their own table; passes, and returns by "
        "PGR, by the last column of Pass Gain and Return, where OB2 counts in the last two minutes of a "
        "half only. A ball that stays in is fumbled on the team's fumble numbers; on a sack or a return, "
        "on another throw of total 2. The team keeps it on a throw in its recovery range.",
    ),
    (
        "Kick-offs and punts",
        "Throw for the kick, then on the receiving team's list for the man who returns it, then by his "
        "letter: PGR is Pass Gain and Return, RG Rushing Gain. OB is kicked again from five yards back; "
        "EZ and anything past the goal line is a touchback. A punt is read by the punter's letter, LP on "
        "Long Punt. A defence that rushes the punter throws two dice first: 7 is roughing, 2 and 12 a "
        "blocked kick.",
    ),
    (
        "Field goals and tries",
        "Good in the kicker's range for the line of scrimmage; 65 and 66 are blocked. A blocked kick: "
        "throw for the yardage (plus is past the line), then on the kicking team's recovery range; if the "
        "others have it, they run it back by the last table. A try has its own range.",
    ),
    (
        "Optional ratings",
        "A man past his LIM of runs and throws to him is two letters worse; with a * he may not have more. "
        "A passer with a DUMP number who meets a Blitz with a medium or long pass may throw two dice, added: "
        "at or below it he throws short to a back instead. The interceptors' list names who has the ball, by "
        "the length of the pass; throws that it lacks are nobody's we know.",
    ),
    (
        "The clock",
        "A quarter has 60 points of 15 seconds. A play takes two, or one if it is incomplete, out of "
        "bounds, a score or a punt that is not run back; a try, and a kick-off that is not run back, take "
        "none. In the last two minutes of a half a time-out makes a play take none.",
    ),
)


def _cells(texts: Iterable[str], words: Iterable[str]) -> list[Cell]:
    return [Cell(text, word) for text, word in zip(texts, words, strict=True)]


def _rated(row: Row, columns: Iterable[str]) -> list[Cell]:
    return [Cell(row.texts[c], row.provenance[c]) for c in columns]


def _table(title: str, headings: Iterable[str], rows: Iterable[list[Cell]], note: str = "") -> Block:
    names = tuple(HEADINGS.get(name, name.replace("_", " ")) for name in headings)
    return Block(title, names, tuple(tuple(row) for row in rows), note)


def _limit(rule: str) -> str:
    """A note's rule in words."""
    return LIMITS.get(rule, rule.replace("_", " "))


def _team_page(season: Season, team: Team, rows_of: dict[str, list[Row]]) -> Page:
    names = {man.id: man.name for man in season.players if man.team == team.code}
    own = {name: [row for row in rows if row.texts["team"] == team.code] for name, rows in rows_of.items()}
    plain = Cell.plain
    ratings = own["team_ratings"][0]
    team_columns = [column[0] for column in files.TEAM_RATINGS.columns]
    rating_rows = [[plain(HEADINGS[c]), *_rated(ratings, [c])] for c in team_columns]
    letters = [c[0] for c in files.PLAYERS.columns if c[0] not in ("name", "position")]
    dumps = {row.texts["player"]: _rated(row, ("dump",)) for row in own["dumps"]}
    men = [[plain(row.texts["name"]), plain(row.texts["position"].upper()), *_rated(row, letters),
            *dumps.get(row.texts["player"], [plain(files.NONE)])]
           for row in own["players"]]  # fmt: skip
    blocks = [_table("Men", ("", "", *letters, "dump"), men), _table("Team", ("", ""), rating_rows)]
    for kind, title in (("kickoff", "Kick-off returns"), ("punt", "Punt returns")):
        rows = [
            [*_rated(row, ("range",)), plain(names.get(row.texts["player"], "no runback")),
             *_rated(row, ("letter", "table"))]
            for row in own["returners"] if row.texts["kind"] == kind
        ]  # fmt: skip
        blocks.append(_table(title, ("throw", "", "letter", "table"), rows))
    punters = [[plain(names[row.texts["player"]]), *_rated(row, ("letter",))] for row in own["punters"]]
    ranges = ("extra_point", "fg_1_20", "fg_21_40", "fg_41_50")
    kickers = [[plain(names[row.texts["player"]]), *_rated(row, ranges)] for row in own["kickers"]]
    blocks += [_table("Punters", ("", "letter"), punters), _table("Kickers", ("", *ranges), kickers)]
    if own["interceptors"]:
        columns = ("short", "medium_long")
        rows = [[plain(names[row.texts["player"]]), *_rated(row, columns)] for row in own["interceptors"]]
        blocks.append(_table("Interceptors", ("", *columns), rows))
    notes = [
        f"{row.texts['note']}: {_limit(row.texts['rule'])}, {row.texts['marks'].replace(' ', ' and ')}"
        for row in own["notes"]
    ]
    lim = "lim: plays a game, never more with *"
    return Page(f"{team.name}", f"{season.name} · {team.code}", tuple(blocks), ". ".join([lim, *notes]))


def _chart_page(title: str, names: Iterable[str], charts: dict[str, object]) -> Page:
    blocks = []
    for name in names:
        chart = charts[name]
        spec = SPEC[name]
        rows = [
            [Cell.plain(key.replace("_", " ")), *_cells(texts, words)]
            for key, texts, words in zip(spec.rows, chart.texts, chart.provenance, strict=True)  # type: ignore[attr-defined]
        ]
        headings = (spec.key, *(column.name for column in spec.columns))
        blocks.append(_table(f"{spec.title} ({spec.case})", headings, rows))
    return Page(title, "Charts", tuple(blocks), "")


def paper_pages(season: Season, charts: Path | None) -> tuple[Page, ...]:
    """Pages to print: how to play, a page a team, the charts.

    Raises
    ------
    InputError
        A sheet or a chart has a fault.
    """
    specs = (*RATED_FILES, files.NOTES, *files.OPTIONAL)
    rows_of = {spec.name: read_sheet_file(season.folder / "spi", spec) for spec in specs}
    chart_set = load_chart_files(charts).charts
    rules = season.rules
    missed = {
        "over_goal_line_to_20": "a missed field goal is a touchback",
        "line_of_scrimmage_or_20": "a missed field goal comes out to the line or the 20",
    }.get(str(rules["missed_field_goal"].value), "")
    year = (
        f"In {season.year}: kick-off from the {rules['kickoff_yard_line'].value}, touchback to the "
        f"{rules['touchback_yard_line'].value}, free kick after a safety from the "
        f"{rules['safety_kick_yard_line'].value}, {rules['timeouts_per_half'].value} time-outs a "
        f"half; {missed}."
    )
    how = Page("How a game is played", season.name, (), year, HOW_TO)
    teams = [_team_page(season, team, rows_of) for team in season.teams]
    return (how, *teams, *(_chart_page(title, names, dict(chart_set)) for title, names in CHART_PAGES))
