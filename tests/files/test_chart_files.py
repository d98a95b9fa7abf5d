"""Charts on disk: what is shipped, what the kernel reads of it, overlays, and every kind of wrong cell."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from simlib.errors import InputError
from simlib.files import charts
from simlib.files.charts import WORDS, load_chart_set, read_sources, write_chart
from simlib.files.folders import data_folder
from simlib.rulesets.spi.charts.read import SPEC, SPECS, load_chart_files, load_charts, penalty_parts
from simlib.rulesets.spi.play import arrays

SHIPPED = data_folder("charts") / "spi"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with a copy of one shipped chart, without its provenance."""
    shutil.copyfile(SHIPPED / "rushing_gain.csv", tmp_path / "rushing_gain.csv")
    return tmp_path


def edit(folder: Path, old: str, new: str, name: str = "rushing_gain.csv") -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="")


def fault_of(folder: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_charts(folder)
    message = str(caught.value)
    assert "\n" not in message
    return message.replace(str(folder), "DIR")


def test_arrays_are_frozen_int16_of_the_documented_shapes():
    charts = load_charts().charts
    for array in charts:
        assert array.dtype == np.int16
        assert array.flags["C_CONTIGUOUS"]
        assert not array.flags.writeable
    assert charts.rushing_gain.shape == (36, 21)
    assert charts.pass_gain.shape == (11, 16)
    assert charts.mpc.shape == charts.mpc_sack.shape == charts.mpc_interception.shape == (9, 5)
    assert charts.punting.shape == (13, 11)
    assert charts.run_out_of_bounds.shape == (2, 2)
    assert charts.completion.shape == (26,)


def test_printed_cells_reach_the_kernel():
    charts = load_charts().charts
    assert charts.kickoff.tolist() == [
        arrays.END_ZONE,
        50,
        60,
        44,
        54,
        65,
        58,
        55,
        70,
        38,
        arrays.OUT_OF_BOUNDS,
    ]
    assert charts.onside_yardline.tolist()[:4] == [arrays.OFFSIDE, 42, 49, 48]
    assert charts.onside_kickers.tolist() == [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    assert charts.mpc[1].tolist() == [-4, 1, -1, 1, 1]
    blitz, near = arrays.D_BLITZ, arrays.D_BLITZ_INSIDE_10
    assert (charts.mpc[blitz, 3], charts.mpc_interception[blitz, 3], charts.mpc_sack[blitz, 3]) == (-3, 2, 2)
    assert (charts.mpc[blitz, 2], charts.mpc_interception[blitz, 2], charts.mpc_sack[blitz, 2]) == (2, 1, 1)
    assert (charts.mpc[near, 2], charts.mpc_interception[near, 2], charts.mpc_sack[near, 2]) == (-3, 1, 2)
    assert (charts.mpc_interception[blitz, 4], charts.mpc_sack[blitz, 4]) == (3, 2)
    assert not charts.mpc_interception[:, :2].any()
    assert charts.rushing_gain[0, :8].tolist() == [arrays.LONG_GAIN, 9, arrays.LONG_GAIN, 8, 3, 6, -2, 2]
    assert charts.rushing_gain[23, 11] == 1  # 46/L
    assert charts.rushing_gain[31, 9] == 5  # 62/J
    assert charts.rushing_gain[18, 4] == 8  # 41/E
    assert charts.pass_gain[0, :12].tolist() == [arrays.TOUCHDOWN, 21, 26, 15, 10, 32, 9, 7, 15, 10, 35, 5]
    assert [charts.pass_gain[r, c] for r, c in ((7, 9), (7, 8), (6, 9), (5, 7))] == [32, 11, 14, 29]
    assert charts.completion[12] == 18  # M: 11-41
    assert charts.completion[19] == 11  # T: 11-26
    assert charts.run_out_of_bounds.tolist() == [[33, 27], [30, 15]]
    assert charts.run_out_of_bounds_gain[0] == 5
    assert charts.long_gain[[0, 10]].tolist() == [arrays.TOUCHDOWN] * 2
    assert charts.punting[0].tolist() == [
        arrays.LONG_PUNT,
        38,
        36,
        49,
        53,
        46,
        40,
        46,
        43,
        56,
        arrays.LONG_PUNT,
    ]
    assert charts.long_punt[10] == arrays.END_ZONE
    assert charts.blocked_kick_return.tolist()[:4] == [arrays.TOUCHDOWN, 25, 5, arrays.NO_RUNBACK]


def test_completion_falls_strictly():
    assert (np.diff(load_charts().charts.completion) < 0).all()


def test_every_cell_has_a_word_and_a_key_that_is_explained():
    sources = read_sources(SHIPPED)
    used = set()
    for chart in load_chart_files().charts.values():
        for row in chart.provenance:
            for cell in row:
                word, key = cell.split(" ")
                assert sources[key][0] == word
                used.add(key)
    for key in sources:
        assert key in used, f"{key} explains no cell"
        assert len(sources[key][1]) > 10


def test_cells_are_counted_by_word():
    loaded = load_charts()
    played = [chart for chart in load_chart_files().charts.values() if chart.spec.played]
    assert sum(loaded.cells.values()) == sum(len(c.spec.rows) * len(c.spec.columns) for c in played)
    assert set(loaded.cells) <= set(WORDS)
    assert load_chart_files().charts["long_gain"].cells() == {"printed": 11}


HELD = {  # what the rulebook prints, what its rules force, what is assumed: the rest is solved
    "kickoff_normal": (11, 0, 0), "kickoff_onside": (11, 0, 0), "master_play_chart": (26, 2, 1),
    "rushing_gain": (11, 0, 0), "rushing_out_of_bounds": (6, 0, 0), "medium_gain": (11, 0, 0),
    "long_gain": (11, 0, 0), "pass_completion": (11, 9, 6), "pass_gain_return": (16, 0, 16),
    "punting": (18, 0, 0), "long_punt": (11, 0, 0), "blocked_kick_yardage": (6, 0, 0),
    "blocked_kick_return": (11, 0, 0), "punt_out_of_bounds": (6, 0, 0), "penalty": (21, 0, 0),
}  # fmt: skip


def test_no_cell_is_told_as_printed_that_is_not():
    charts = load_chart_files().charts
    assert HELD == {
        name: tuple(chart.cells().get(word, 0) for word in ("printed", "forced", "assumed"))
        for name, chart in charts.items()
    }
    completion = [row[0] for row in charts["pass_completion"].provenance]
    assert [letter for letter, cell in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", completion, strict=True)
            if cell.startswith("printed")] == list("ABCDEFGHIMT")  # fmt: skip


@pytest.mark.parametrize(
    ("option", "name"), [("penalties", "penalty"), ("punt-out", "punt_out_of_bounds"), ("limits", None)]
)
def test_a_chart_that_an_option_reads_counts_when_it_is_in_force(option, name):
    plain, loaded = load_charts(), load_charts(options=(option,))
    more = load_chart_files().charts[name].cells() if name else {}
    assert loaded.cells == {word: n for word in WORDS if (n := plain.cells.get(word, 0) + more.get(word, 0))}
    assert (loaded.hash == plain.hash) == (name is None)
    assert load_charts(options=())[1:] == plain[1:]


def test_hash_is_over_parsed_cells(own):
    before = load_charts().hash
    text = (own / "rushing_gain.csv").read_text(encoding="utf-8").replace("+", "")
    (own / "rushing_gain.csv").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load_charts(own).hash == before
    edit(own, "11,LG,9", "11,LG,8")
    assert load_charts(own).hash != before


def test_a_chart_of_ones_own_without_provenance_is_the_owners(own):
    loaded = load_charts(own)
    assert loaded.cells["owner"] == 36 * 21
    assert load_chart_files(own).charts["long_gain"].cells() == {"printed": 11}


def test_an_edited_cell_under_shipped_provenance_is_the_owners(own):
    shutil.copyfile(SHIPPED / "rushing_gain.provenance.csv", own / "rushing_gain.provenance.csv")
    assert "owner" not in load_charts(own).cells
    edit(own, "11,LG,+9", "11,LG,+7")
    assert load_charts(own).cells["owner"] == 1
    assert load_charts(own).charts.rushing_gain[0, 1] == 7


def test_a_copy_of_the_whole_shipped_folder_is_an_overlay(tmp_path):
    copy = tmp_path / "mine"
    shutil.copytree(SHIPPED, copy)
    assert load_charts(copy)[1:] == load_charts()[1:]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("11,LG,+9", "11,LG,nine", "DIR/rushing_gain.csv:2: column B: found 'nine', expected yards"),
        ("11,LG,+9", "11,LG,+999", "rushing_gain.csv:2: column B: found '+999'"),
        ("11,LG,+9", "11,LG,+-9", "rushing_gain.csv:2: column B: found '+-9'"),
        ("11,LG,+9", "11,LG,٩", "rushing_gain.csv:2: column B"),
        ("11,LG,+9", "11,LG,", "rushing_gain.csv:2: column B: found ''"),
        ("11,LG,+9", "11,LG,9.5", "rushing_gain.csv:2: column B: found '9.5'"),
        ("11,LG,+9", "11,LG," + "9" * 5000, "rushing_gain.csv:2: column B"),
        ("dice,A,B", "dice,A,Z", "rushing_gain.csv:1: column B: found 'no such column'"),
        ("dice,A,B", "dice,A,A", "rushing_gain.csv:1"),
        ("dice,A,B", "dice,B,A", "rushing_gain.csv:1: column B: found 'column out of order'"),
        ("S,T,U", "S,T,U,V", "rushing_gain.csv:1: column V: found 'extra column'"),
        ("\n12,", "\n11,", "rushing_gain.csv:3: column dice: found '11', expected each row once"),
        ("\n12,", "\n17,", "rushing_gain.csv:3: column dice: found '17', expected one of 11, 12, .. 66"),
        ("\n12,", "\n12,5,", "rushing_gain.csv:3: found '23 cells', expected 22 cells"),
        ("\n12,", "\n\x00,", "rushing_gain.csv:3"),
        ("\n12,", '\n"12,', "rushing_gain.csv"),
    ],
)
def test_a_wrong_cell_is_named_by_file_line_and_column(own, old, new, expected):
    edit(own, old, new)
    assert expected in fault_of(own)


def test_a_missing_row_is_named(own):
    lines = (own / "rushing_gain.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (own / "rushing_gain.csv").write_text("".join(lines[:-1]), encoding="utf-8")
    assert "found 'no such row', expected a row 66" in fault_of(own)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "rushing_gain.csv:1: found ''"),
        (b"\n\n", "rushing_gain.csv:1"),
        (b"dice,A\n11,\xff\n", "rushing_gain.csv:2: found 'byte 0xff', expected text in UTF-8"),
        (b"\x00" * 100, "rushing_gain.csv"),
        (b"dice\n" * (1 << 19), "expected at most"),
        ("dice,A\n11,1\n".encode("utf-16"), "expected text in UTF-8"),
    ],
)
def test_a_file_that_is_no_chart_is_refused(own, content, expected):
    (own / "rushing_gain.csv").write_bytes(content)
    assert expected in fault_of(own)


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("pass_completion", "A,11-61", "A,11-67", "column complete: found '11-67', expected a range from 11"),
        ("pass_completion", "A,11-61", "A,12-61", "found '12-61'"),
        ("pass_completion", "A,11-61", "A,61-11", "found '61-11'"),
        ("pass_completion", "Z,", "AA,", "column letter: found 'AA', expected one of A, B, .. Z"),
        ("rushing_out_of_bounds", "64-66", "70-66", "column normal: found '70-66'"),
        ("pass_gain_return", ",OB\n", ",OB3\n", "column out_of_bounds: found 'OB3'"),
        ("master_play_chart", "II,-4", "II,4", "column RIS: found '4'"),
        ("master_play_chart", "-3b", "-3e", "column M: found '-3e'"),
        ("punting", "A,LP", "A,LG", "column 2: found 'LG'"),
        ("kickoff_onside", "42r", "42x", "column yardline: found '42x'"),
        ("penalty", "15", "25", "found '*25'"),
    ],
)
def test_each_chart_checks_its_own_cells(tmp_path, name, old, new, expected):
    shutil.copyfile(SHIPPED / f"{name}.csv", tmp_path / f"{name}.csv")
    edit(tmp_path, old, new, f"{name}.csv")
    assert expected in fault_of(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("printed 5.4", "guessed 5.4", "provenance.csv:2: column A: found 'guessed 5.4', expected a word"),
        ("printed 5.4", "printed", "expected a key of SOURCES.csv"),
        ("printed 5.4", "fitted 5.4", "expected printed 5.4, as SOURCES.csv says"),
        ("\n12,", "\n16,", "provenance.csv"),
        ("S,T,U", "S,T", "column U: found 'no such column'"),
    ],
)
def test_provenance_is_checked_too(own, old, new, expected):
    shutil.copyfile(SHIPPED / "rushing_gain.provenance.csv", own / "rushing_gain.provenance.csv")
    edit(own, old, new, "rushing_gain.provenance.csv")
    assert expected in fault_of(own)


def test_all_faults_of_all_charts_come_together(own):
    edit(own, "11,LG,+9", "11,x,y")
    shutil.copyfile(SHIPPED / "punting.csv", own / "punting.csv")
    edit(own, "A,LP", "A,?", "punting.csv")
    with pytest.raises(InputError) as caught:
        load_charts(own)
    assert [(f.column, f.found) for f in caught.value.faults] == [("A", "x"), ("B", "y"), ("2", "?")]


def test_a_folder_without_charts_or_with_unknown_ones_is_refused(tmp_path):
    assert "--charts" in fault_of(tmp_path)
    assert "--charts" in fault_of(tmp_path / "nowhere")
    shutil.copyfile(SHIPPED / "punting.csv", tmp_path / "punting.csv")
    (tmp_path / "rushing-gain.csv").write_text("x\n", encoding="utf-8")
    assert "rushing-gain" in fault_of(tmp_path)


def test_a_folder_in_place_of_a_file_is_refused(own):
    (own / "punting.csv").mkdir()
    assert "punting.csv" in fault_of(own)


def test_a_shipped_chart_needs_its_provenance(tmp_path, monkeypatch):
    copy = tmp_path / "charts" / "spi"
    shutil.copytree(SHIPPED, copy)
    (copy / "punting.provenance.csv").unlink()
    monkeypatch.setattr(charts, "data_folder", lambda kind: tmp_path / kind)
    with pytest.raises(InputError, match=r"punting\.provenance\.csv: found 'no such file'"):
        load_chart_set("spi", SPECS)


def test_a_wrong_cell_is_never_written(tmp_path):
    spec = SPEC["medium_gain"]
    with pytest.raises(ValueError, match="LP"):
        write_chart(spec, tmp_path, [["LP"]] * 11, [["owner"]] * 11)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("5", (5, "", False)),
        ("*15 (1)", (15, "*", True)),
        ("\u20205", (5, "\u2020", False)),
        ("15b", (15, "b", False)),
        ("PI (1)", (0, "", True)),
    ],
)
def test_penalty_cells_are_read(text, parts):
    assert penalty_parts(text) == parts


@pytest.mark.parametrize("text", ["", "7", "*5b", "5 (2)", "5(1)", "PI PI", "*"])
def test_other_penalty_cells_are_refused(text):
    with pytest.raises(ValueError):
        penalty_parts(text)


def test_files_end_lines_as_shipped():
    for path in SHIPPED.glob("*.csv"):
        assert b"\r" not in path.read_bytes()
