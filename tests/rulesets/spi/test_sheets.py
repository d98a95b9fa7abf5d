"""Team sheets: the printed figures, what the loader makes of them, and every kind of wrong cell."""

import csv
import shutil
from pathlib import Path

import numpy as np
import pytest

from simlib.errors import InputError
from simlib.files.seasons import Season, load_season
from simlib.kernels.dice import as_printed, from_printed
from simlib.rulesets.spi.play import arrays
from simlib.rulesets.spi.sheets.files import range_text, throw_range, throw_set
from simlib.rulesets.spi.sheets.read import Sheets, load_sheets

# The rulebook's rows: the first man of a team whole, of the second the seven ratings that are left.
PRINTED = """
BAL ameche-alan K N P L - - - - - - 16
BAL moore-lenny H D M H B - -
CHI casares-rick N P O M H V Z Z - 53-54 21
CHI galimore-willie L J M H B - -
CLE brown-jim G G O M H - - - - - 25
CLE mitchell-bobby I E P L I - -
CRD matson-ollie O M N J F - - - - - 17
CRD childress-joe P O N L G - -
DET johnson-john-henry K M O M H - - - - - 6
DET gedman-gene S S P L I C M
GB hornung-paul M K O M H - - - - - 9
GB ferguson-howie K M O L G - -
NYG gifford-frank N M O K G Q Y Z 61-66 51 16
NYG triplett-mel M P N I D - -
PHI barnes-billy-ray P O N L G C M W 66 - 20
PHI peaks-clarence O Q O M H - -
PIT tracy-tom L N M I D O W Z 54-66 45-46 21
PIT younger-tank M P N L G - -
RAM arnett-jon K I N J F - - - - - 18
RAM marconi-joe J L O M H - -
SF perry-joe F G O M H - - - - - 15
SF mcelhenny-hugh O M N L G - -
WAS olszewski-johnny I K O M H - - - - - 11
WAS bosseler-don L N P L - - -
"""
COLUMNS = "RIS ROS gain_S gain_M gain_L pass_S pass_M pass_L int sack lim".split()
MEN = [line.split() for line in PRINTED.strip().splitlines()]
KICKERS = """
BAL myhra-steve 64 36 25 14
CHI blanda-george 65 43 32 16
CLE groza-lou 64 41 26 14
CRD conrad-bobby-joe 64 34 23 12
DET martin-jim 66 35 24 13
DET perry-gerry 66 63 36 13
GB hornung-paul 64 44 33 22
NYG summerall-pat 64 44 33 22
PHI walston-bobby 66 41 26 15
PIT miner-tom 66 44 32 21
RAM cothren-paige 66 46 35 23
SF soltau-gordie 62 35 24 13
WAS baker-sam 66 44 32 21
"""
PUNTERS = ("GM", "ELG", "F", "I", "D", "E", "C", "F", "G", "F", "HJ", "B")
BAL, CHI, CLE, CRD, DET, GB, NYG, PHI, PIT, RAM, SF, WAS = range(12)


@pytest.fixture(scope="module")
def season() -> Season:
    return load_season("1958")


@pytest.fixture(scope="module")
def sheets(season) -> Sheets:
    return load_sheets(season)


def rows_of(folder: Path, name: str) -> list[list[str]]:
    with open(folder / name, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def man_of(sheets: Sheets, team: int, player: str) -> np.ndarray:
    return sheets.league.man[team, sheets.men[team].index(player)]


# As printed


@pytest.mark.parametrize("man", MEN, ids=lambda man: man[1])
def test_printed_men_stand_as_printed(season, man):
    team, player, *ratings = man
    folder = season.folder / "spi"
    header, *rows = rows_of(folder, "players.csv")
    _, *words = rows_of(folder, "players.provenance.csv")
    index = next(n for n, row in enumerate(rows) if row[:2] == [team, player])
    for column, rating in zip(COLUMNS, ratings, strict=False):
        assert rows[index][header.index(column)] == rating
        assert words[index][header.index(column)] == "printed sheet"
    for column in COLUMNS[len(ratings) :]:
        assert not words[index][header.index(column)].startswith("printed")


def test_two_men_of_each_team_are_printed(season):
    _, *words = rows_of(season.folder / "spi", "players.provenance.csv")
    printed = [row[0] for row in words if row[4] == "printed sheet"]
    assert sorted(printed) == sorted(man[0] for man in MEN)
    assert len(printed) == 24


@pytest.mark.parametrize(
    ("team", "printed", "player", "letter"),
    [(BAL, "23", "lyles-lenny", "E"), (BAL, "53", "moore-lenny", "I"), (BAL, "56", "simpson-jackie", "J"),
     (BAL, "63", "simpson-jackie", "J"), (BAL, "64", "rechichar-bert", "K"),
     (CRD, "65", "philpott-dean", "O")],
)  # fmt: skip
def test_kick_returners(sheets, team, printed, player, letter):
    slot, rating, by_rushing = sheets.league.kick_return[team, from_printed(printed)]
    assert sheets.men[team][slot] == player
    assert (chr(65 + rating), by_rushing) == (letter, 0)


def test_punt_returners_and_no_runback(sheets):
    table = sheets.league.punt_return
    assert sheets.men[BAL][table[BAL, from_printed("46"), arrays.R_SLOT]] == "rechichar-bert"
    assert table[BAL, from_printed("51"), arrays.R_SLOT] == -1
    assert tuple(table[RAM, from_printed("25"), 1:]) == (0, 1)
    assert ((table[:, :, arrays.R_SLOT] >= 0) == (table[:, :, arrays.R_LETTER] >= 0)).all()
    assert (table[:, 35, arrays.R_SLOT] == -1).all()


def test_team_ratings(sheets):
    giants = sheets.league.team[NYG]
    assert giants[arrays.T_DEF_RUSH] == giants[arrays.T_DEF_PASS] == -2
    assert giants[arrays.T_FUMBLE_ROS] == 1 << from_printed("22") | 1 << from_printed("23")
    assert giants[arrays.T_FUMBLE_PASS] == 1 << 4
    assert giants[arrays.T_RECOVER_TO] == from_printed("41")
    assert sheets.league.team[WAS][arrays.T_GAIN_ADJ] == 3
    assert sheets.league.team[SF][arrays.T_INT_LETTER] == 13
    assert sheets.league.team[:, arrays.T_GAIN_ADJ].tolist() == [-1, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1, 3]


def test_kickers_and_punters(sheets):
    codes = [team.code for team in load_season("1958").teams]
    kickers = [
        [codes[team], sheets.men[team][kicker[0]], *map(as_printed, kicker[1:].tolist())]
        for team in range(12)
        for kicker in sheets.league.kicker[team]
        if kicker[0] >= 0
    ]
    assert kickers == [line.split() for line in KICKERS.strip().splitlines()]
    assert (sheets.league.kicker[NYG, 1] == -1).all()
    for punters, letters in zip(sheets.league.punter, PUNTERS, strict=True):
        assert [chr(65 + letter) for slot, letter in punters.tolist() if slot >= 0] == list(letters)


# As arrays


def test_slots_are_padded_and_frozen(sheets):
    men, league = sheets.men, sheets.league
    slots = max(map(len, men))
    assert league.man.shape == (12, slots, arrays.M_COLUMNS)
    for team, names in enumerate(men):
        spare = league.man[team, len(names) :]
        assert (spare[:, : arrays.M_INT_FROM] == arrays.NO_LETTER).all()
        assert (spare[:, [arrays.M_INT_FROM, arrays.M_SACK_FROM]] == 36).all()
        assert (spare[:, arrays.M_NOT_WIDENED :] == 0).all()
    assert not any(array.flags.writeable for array in league)


def test_notes_are_obeyed(sheets):
    marks = [arrays.M_NOT_WIDENED, arrays.M_LIMIT_RUN, arrays.M_LIMIT_CATCH, arrays.M_LIMIT_PASS]
    assert man_of(sheets, PHI, "barnes-billy-ray")[marks].tolist() == [1, 0, 0, 0]
    assert man_of(sheets, GB, "mcgee-max")[marks].tolist() == [0, 8, 0, 0]
    for team, player in ((WAS, "scudero-joe"), (CRD, "lane-night-train"), (CHI, "carey-bob")):
        assert man_of(sheets, team, player)[marks].tolist() == [0, 1, 1, 0]
    assert (sheets.league.man[:, :, marks] != 0).any(axis=2).sum() == 5


def test_everybody_who_did_something_is_rated(season, sheets):
    for team, names in zip(season.teams, sheets.men, strict=True):
        index = season.teams.index(team)
        for player in (player for player in season.players if player.team == team.code):
            done = {column: (player.stats[column] or 0) > 0 for column in ("rush_att", "rec", "pass_att")}
            if not any(done.values()):
                continue
            man = sheets.league.man[index, names.index(player.id)]
            if done["rush_att"]:
                assert man[[arrays.M_RIS, arrays.M_ROS]].max() >= 0
            if done["rec"]:
                assert man[arrays.M_GAIN_S] >= 0


def test_ranges_are_incompletions_and_never_overlap(sheets):
    men = sheets.league.man.reshape(-1, arrays.M_COLUMNS)
    completes = from_printed("61") - men[:, arrays.M_PASS_S]  # A is 11-61, a number less each letter
    for first, last in ((arrays.M_INT_FROM, arrays.M_INT_TO), (arrays.M_SACK_FROM, arrays.M_SACK_TO)):
        rated = men[:, first] <= men[:, last]
        assert (men[rated, first] > completes[rated]).all()
        assert (men[rated, arrays.M_PASS_S] >= 0).all()
    both = np.minimum(men[:, arrays.M_INT_TO], men[:, arrays.M_SACK_TO])
    assert (np.maximum(men[:, arrays.M_INT_FROM], men[:, arrays.M_SACK_FROM]) > both).all()


def test_cells_are_counted_by_word(sheets):
    assert set(sheets.cells) == {"printed", "forced", "fitted", "assumed"}
    assert sheets.cells["printed"] > 500
    assert sheets.cells["forced"] == 2  # the two mended ranges of the Colts


@pytest.mark.parametrize("text", ["61-66", "66", "-", "11-11"])
def test_ranges_read_and_print(text):
    assert range_text(throw_range(text)) == text.replace("11-11", "11")


@pytest.mark.parametrize("text", ["", "66-61", "17", "1-6", "61-", "-66", "61-66-66", "\uff161"])
def test_no_range(text):
    with pytest.raises(ValueError):
        throw_range(text)


def test_throw_sets():
    assert throw_set("21-23") == throw_set("21 22 23")
    with pytest.raises(ValueError):
        throw_set("21 21")


# Ratings of options

INTERCEPTORS = """
patton-jimmy 11-36 11-42
karilivacz-carl 41-45 43-51
crow-lindon 46-54 52-56
huff-sam 55-62 61-63
svare-harland 63-64 64
tunnell-emlen 65-66 65-66
"""


def test_the_interceptors_of_new_york_stand_as_printed(season, sheets):
    table = sheets.league.interceptor
    assert table.shape == (12, 2, 36)
    for line in INTERCEPTORS.strip().splitlines():
        player, *ranges = line.split()
        for length, text in enumerate(ranges):
            first, last = throw_range(text)
            assert (table[NYG, length, first : last + 1] == sheets.men[NYG].index(player)).all()
    assert (table[NYG] >= 0).all()
    _, *words = rows_of(season.folder / "spi", "interceptors.provenance.csv")
    assert {word for row in words if row[0] == "NYG" for word in row[2:]} == {"printed case-7.6"}


def test_other_interceptors_are_known_in_part(sheets):
    known = (sheets.league.interceptor >= 0).sum(axis=2)
    assert known[[CRD, DET]].tolist() == [[22, 22], [10, 10]]  # 9 of 15, 6 of 22 interceptions
    assert known.sum() == 2 * (36 + 22 + 10)


def test_an_asterisk_and_a_dump_rating_are_read(season, folder):
    change(folder, "players.csv", ["NYG", "webster-alex"], "lim", "13*")
    change(folder, "dumps.csv", ["NYG", "conerly-charlie"], "dump", "12")
    sheets = load_sheets(season, folder)
    columns = [arrays.M_LIMIT, arrays.M_ASTERISK, arrays.M_DUMP]
    assert man_of(sheets, NYG, "webster-alex")[columns].tolist() == [13, 1, 0]
    assert man_of(sheets, NYG, "gifford-frank")[columns[:2]].tolist() == [16, 0]
    assert man_of(sheets, NYG, "conerly-charlie")[arrays.M_DUMP] == 12


@pytest.mark.parametrize("option", arrays.OPTIONS)
def test_cells_that_an_option_reads_count_when_it_is_in_force(season, sheets, option):
    """What stands in the files, counted by hand."""
    columns = {
        "limits": [("players", "lim")], "dump": [("dumps", "dump")],
        "clutch": [("team_ratings", "clutch_offense"), ("team_ratings", "clutch_defense")],
        "penalties": [("team_ratings", f"penalty_{name}") for name in ("run", "pass", "range")],
        "interceptors": [("interceptors", "short"), ("interceptors", "medium_long")],
    }  # fmt: skip
    expected = dict(sheets.cells)
    for name, column in columns.get(option, []):
        rows = rows_of(season.folder / "spi", f"{name}.csv")
        twin = rows_of(season.folder / "spi", f"{name}.provenance.csv")
        place = rows[0].index(column)
        for row, words in zip(rows[1:], twin[1:], strict=True):
            if row[place] not in ("", "-"):
                expected[words[place].split()[0]] += 1
    assert load_sheets(season, options=(option,)).cells == expected
    assert (expected == sheets.cells) == (option == "punt-out")


# Wrong cells


@pytest.fixture
def folder(season, tmp_path) -> Path:
    return Path(shutil.copytree(season.folder / "spi", tmp_path / "spi"))


def change(folder: Path, name: str, keys: list[str], column: str, text: str) -> int:
    """Set a cell of the row that begins with `keys`; its line number."""
    rows = rows_of(folder, name)
    line = next(n for n, row in enumerate(rows) if row[: len(keys)] == keys)
    rows[line][rows[0].index(column)] = text
    write(folder, name, rows)
    return line + 1


def faults_of(season: Season, folder: Path) -> list[tuple[str, str]]:
    """Columns and texts of what is wrong; none if nothing is."""
    try:
        load_sheets(season, folder)
    except InputError as error:
        return [(fault.column, fault.found) for fault in error.faults]
    return []


def write(folder: Path, name: str, rows: list[list[str]]) -> None:
    with open(folder / name, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


WRONG = [
    ("players.csv", ["BAL", "moore-lenny"], "RIS", "V"),
    ("players.csv", ["BAL", "moore-lenny"], "gain_L", "Q"),
    ("players.csv", ["BAL", "moore-lenny"], "gain_S", "b"),
    ("players.csv", ["NYG", "gifford-frank"], "pass_S", "?"),
    ("players.csv", ["NYG", "gifford-frank"], "int", "66-61"),
    ("players.csv", ["NYG", "gifford-frank"], "int", "67"),
    ("players.csv", ["NYG", "gifford-frank"], "sack", "61-62"),
    ("players.csv", ["NYG", "gifford-frank"], "lim", "0"),
    ("players.csv", ["NYG", "gifford-frank"], "note", "e"),
    ("players.csv", ["NYG", "gifford-frank"], "note", "a"),
    ("players.csv", ["BAL", "ameche-alan"], "int", "66"),
    ("players.csv", ["BAL", "ameche-alan"], "player", "nobody-known"),
    ("players.csv", ["BAL", "ameche-alan"], "team", "XXX"),
    ("team_ratings.csv", ["BAL"], "def_rush", "-10"),
    ("team_ratings.csv", ["BAL"], "def_rush", "1.5"),
    ("team_ratings.csv", ["BAL"], "int_range", "12-61"),
    ("team_ratings.csv", ["BAL"], "int_table", "XYZ"),
    ("team_ratings.csv", ["BAL"], "fumble_ros", "23 23"),
    ("team_ratings.csv", ["BAL"], "fumble_pass", "13"),
    ("returners.csv", ["BAL", "kickoff", "2"], "range", "31-46"),
    ("returners.csv", ["BAL", "kickoff", "1"], "range", "11-26"),
    ("returners.csv", ["BAL", "kickoff", "1"], "player", "nobody-known"),
    ("returners.csv", ["BAL", "kickoff", "1"], "letter", "R"),
    ("returners.csv", ["BAL", "kickoff", "1"], "letter", ""),
    ("returners.csv", ["BAL", "kickoff", "1"], "kind", "pass"),
    ("returners.csv", ["BAL", "kickoff", "1"], "player", "NRB"),
    ("punters.csv", ["NYG"], "letter", "N"),
    ("kickers.csv", ["NYG"], "fg_1_20", "21-44"),
    ("players.csv", ["NYG", "lott-billy"], "lim", "*"),
    ("players.csv", ["NYG", "lott-billy"], "lim", "0*"),
    ("players.csv", ["NYG", "lott-billy"], "lim", "100*"),
    ("players.csv", ["NYG", "lott-billy"], "lim", "1**"),
    ("players.csv", ["NYG", "lott-billy"], "lim", "-*"),
    ("dumps.csv", ["NYG", "conerly-charlie"], "dump", "1"),
    ("dumps.csv", ["NYG", "conerly-charlie"], "dump", "13"),
    ("dumps.csv", ["NYG", "conerly-charlie"], "dump", "-"),
    ("dumps.csv", ["NYG", "conerly-charlie"], "player", "nobody-known"),
    ("dumps.csv", ["NYG", "conerly-charlie"], "player", "king-phil"),
    ("dumps.csv", ["NYG", "conerly-charlie"], "player", "heinrich-don"),
    ("dumps.csv", ["NYG", "conerly-charlie"], "team", "XXX"),
    ("dumps.provenance.csv", ["NYG", "conerly-charlie"], "dump", "printed sheet-lost"),
    ("interceptors.csv", ["NYG", "huff-sam"], "short", "54-62"),
    ("interceptors.csv", ["NYG", "huff-sam"], "medium_long", "56-63"),
    ("interceptors.csv", ["NYG", "huff-sam"], "short", "X"),
    ("interceptors.csv", ["NYG", "huff-sam"], "short", "62-55"),
    ("interceptors.csv", ["NYG", "huff-sam"], "short", ""),
    ("interceptors.csv", ["NYG", "huff-sam"], "player", "nobody-known"),
    ("interceptors.csv", ["NYG", "huff-sam"], "player", "NRB"),
    ("interceptors.csv", ["NYG", "huff-sam"], "player", "patton-jimmy"),
    ("interceptors.csv", ["NYG", "huff-sam"], "team", "XXX"),
    ("interceptors.provenance.csv", ["NYG", "huff-sam"], "short", ""),
    ("punters.csv", ["NYG"], "player", "NRB"),
    ("notes.csv", ["PHI", "a"], "rule", "twice"),
    ("notes.csv", ["PHI", "a"], "marks", "run"),
    ("notes.csv", ["GB", "a"], "marks", "int"),
    ("players.provenance.csv", ["BAL", "moore-lenny"], "RIS", "guessed sheet"),
    ("players.provenance.csv", ["BAL", "moore-lenny"], "RIS", "fitted sheet"),
    ("players.provenance.csv", ["BAL", "moore-lenny"], "RIS", ""),
]


@pytest.mark.parametrize(("name", "keys", "column", "text"), WRONG)
def test_wrong_cells_name_file_line_and_column(season, folder, name, keys, column, text):
    line = change(folder, name, keys, column, text)
    with pytest.raises(InputError) as caught:
        load_sheets(season, folder)
    faults = caught.value.faults
    stem = str(folder / name.partition(".")[0])
    assert any(fault.where.startswith(stem) and fault.column for fault in faults)
    assert all("\n" not in str(fault) for fault in faults)
    if column not in ("team", "player", "kind") and text != "11-26":  # not a key, not a gap left
        assert any(fault.where in (f"{stem}.csv:{line}", f"{stem}.provenance.csv:{line}") for fault in faults)


def test_a_gap_in_the_returners_names_the_first_throw(season, folder):
    change(folder, "returners.csv", ["BAL", "kickoff", "1"], "range", "11-26")
    with pytest.raises(InputError, match="nobody for BAL kickoff 31"):
        load_sheets(season, folder)


def test_all_faults_are_told_at_once(season, folder):
    change(folder, "players.csv", ["BAL", "moore-lenny"], "RIS", "V")
    change(folder, "players.csv", ["SF", "perry-joe"], "ROS", "W")
    change(folder, "punters.csv", ["NYG"], "letter", "N")
    with pytest.raises(InputError) as caught:
        load_sheets(season, folder)
    assert {fault.found for fault in caught.value.faults} == {"V", "W", "N"}


@pytest.mark.parametrize("name", ["players", "notes", "team_ratings", "returners", "punters", "kickers"])
def test_a_file_that_is_missing_cut_or_doubled(season, folder, name):
    path = folder / f"{name}.csv"
    rows = rows_of(folder, path.name)
    write(folder, path.name, [*rows, rows[1]])
    with pytest.raises(InputError, match="each once"):
        load_sheets(season, folder)
    write(folder, path.name, [row[:-1] for row in rows])
    with pytest.raises(InputError, match="columns"):
        load_sheets(season, folder)
    write(folder, path.name, [rows[0], [*rows[1], "x"], *rows[2:]])
    with pytest.raises(InputError, match="cells"):
        load_sheets(season, folder)
    path.write_bytes(b"team,player\nBAL,\xff\n")
    with pytest.raises(InputError, match="0xff"):
        load_sheets(season, folder)
    path.unlink()
    with pytest.raises(InputError, match="no such file"):
        load_sheets(season, folder)


@pytest.mark.parametrize("name", ["team_ratings", "punters", "kickers"])
def test_a_team_without_what_a_game_needs(season, folder, name):
    for suffix in (".csv", ".provenance.csv"):
        rows = rows_of(folder, name + suffix)
        write(folder, name + suffix, [row for row in rows if row[0] != "NYG"])
    with pytest.raises(InputError, match=f"{name}.*no NYG"):
        load_sheets(season, folder)


@pytest.mark.parametrize("name", ["interceptors", "dumps"])
def test_ratings_of_options_may_be_missing(season, sheets, folder, name):
    rows = rows_of(folder, f"{name}.csv")
    write(folder, f"{name}.csv", [*rows, rows[1]])
    with pytest.raises(InputError, match="each once"):
        load_sheets(season, folder)
    (folder / f"{name}.csv").unlink()
    with pytest.raises(InputError, match="no such file"):
        load_sheets(season, folder)
    (folder / f"{name}.provenance.csv").unlink()
    without = load_sheets(season, folder)
    assert without.cells == sheets.cells
    if name == "dumps":
        assert not without.league.man[:, :, arrays.M_DUMP].any()
    else:
        assert (without.league.interceptor == -1).all()


def test_two_interceptors_of_one_throw_are_both_named(season, folder):
    change(folder, "interceptors.csv", ["NYG", "huff-sam"], "short", "54-62")
    with pytest.raises(InputError, match=r"column short.*huff-sam 54-62.*crow-lindon 46-54"):
        load_sheets(season, folder)
    change(folder, "interceptors.csv", ["NYG", "huff-sam"], "short", "55-62")
    change(folder, "interceptors.csv", ["NYG", "tunnell-emlen"], "medium_long", "64-66")
    with pytest.raises(InputError, match=r"column medium_long.*tunnell-emlen 64-66.*svare-harland 64"):
        load_sheets(season, folder)


@pytest.mark.parametrize(
    ("columns", "role"),
    [(("RIS", "ROS"), "run"), (("gain_S",), "catch a short pass"), (("gain_M",), "catch a medium pass"),
     (("gain_L",), "catch a long pass")],
)  # fmt: skip
def test_somebody_may_run_and_catch_without_end(season, folder, columns, role):
    rows = rows_of(folder, "players.csv")
    places = [rows[0].index(column) for column in columns]
    able = [row for row in rows[1:] if row[0] == "SF" and any(row[place] != "-" for place in places)]
    for row in able:
        row[rows[0].index("lim")] = "2*"
    write(folder, "players.csv", rows)
    fault = ("lim", f"* for each man of SF who can {role}")
    assert fault in faults_of(season, folder)
    for row in rows[1:]:
        if row[0] == "SF":
            row[rows[0].index("lim")] = "2" if row is able[0] or row not in able else "2*"
    write(folder, "players.csv", rows)
    assert fault not in faults_of(season, folder)


def test_a_team_without_a_passer(season, folder):
    for column in ("pass_S", "pass_M", "pass_L", "int", "sack"):
        rows = rows_of(folder, "players.csv")
        for row in rows[1:]:
            if row[0] == "SF":
                row[rows[0].index(column)] = "-"
        write(folder, "players.csv", rows)
    for path in folder.glob("dumps*.csv"):
        path.unlink()
    with pytest.raises(InputError, match="'SF', expected a man who can throw a short pass"):
        load_sheets(season, folder)


def test_sheets_without_provenance_are_their_owners(season, folder):
    for path in folder.glob("*.provenance.csv"):
        path.unlink()
    assert set(load_sheets(season, folder).cells) == {"owner"}
