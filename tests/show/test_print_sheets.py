"""Sheets on paper: every rating and every chart cell stands there once, marked by where it is from."""

import re
import shutil
from html.parser import HTMLParser

import pytest

import simlib
from simlib import cli
from simlib.errors import InputError
from simlib.files.folders import data_folder
from simlib.rulesets.paper import LEGEND, Block, Cell, Page
from simlib.rulesets.spi.charts.read import SPECS, load_chart_files
from simlib.rulesets.spi.sheets.paper import paper_pages
from simlib.show.paper import sheets_html

SEASON = simlib.load_season(1958)


class Reader(HTMLParser):
    """Collects a page's sections: titles, and (text, class) of their table cells."""

    def __init__(self) -> None:
        super().__init__()
        self.titles: list[str] = []
        self.cells: list[list[tuple[str, str]]] = []
        self.references: list[str] = []
        self.at = ""

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.references += [v for name, v in attrs if name in ("src", "href")]
        self.at = tag
        if tag == "section":
            self.cells.append([])
        if tag == "td":
            self.cells[-1].append(("", given.get("class") or ""))

    def handle_data(self, data):
        if self.at == "h1":
            self.titles.append(data)
        if self.at == "td":
            text, word = self.cells[-1][-1]
            self.cells[-1][-1] = (text + data, word)

    def handle_endtag(self, tag):
        self.at = ""


@pytest.fixture(scope="module")
def html() -> str:
    return sheets_html(SEASON)


@pytest.fixture(scope="module")
def read(html) -> Reader:
    reader = Reader()
    reader.feed(html)
    return reader


def test_one_team_a_page_then_the_charts(read):
    assert read.titles[1:13] == [team.name for team in SEASON.teams]
    assert len(read.titles) == len(read.cells) == 17


def test_it_holds_everything_itself(html, read):
    assert read.references == []
    assert "url(" not in html
    assert "break-after: page" in html


def test_every_man_of_the_sheets_stands_on_his_teams_page(read):
    pages = dict(zip(read.titles, read.cells, strict=True))
    giants = pages["New York Giants"]
    texts = [text for text, _ in giants]
    row = texts.index("Frank Gifford")
    assert texts[row + 2 : row + 12] == ["N", "M", "O", "K", "G", "Q", "Y", "Z", "61-66", "51"]
    assert {word for _, word in giants[row + 2 : row + 12]} == {"printed"}
    conerly = texts.index("Charlie Conerly")
    assert "fitted" in {word for _, word in giants[conerly : conerly + 14]}


def test_ratings_of_options_stand_on_the_teams_page(read):
    pages = dict(zip(read.titles, read.cells, strict=True))
    giants = pages["New York Giants"]
    texts = [text for text, _ in giants]
    lott, conerly, huff = (texts.index(name) for name in ("Billy Lott", "Charlie Conerly", "Sam Huff"))
    assert ("1*", "assumed") in giants[lott : lott + 15]
    assert giants[conerly + 14] == ("7", "assumed")
    last = len(texts) - 1 - texts[::-1].index("Sam Huff")
    assert last > huff
    assert giants[last + 1 : last + 3] == [("55-62", "printed"), ("61-63", "printed")]
    assert "Interceptors" not in "".join(text for text, _ in pages["Baltimore Colts"])


def test_every_chart_cell_stands_there_with_its_word(read):
    charts = load_chart_files(None).charts
    printed = [cell for page in read.cells[13:] for cell in page]
    expected = [
        (text, word.split(" ")[0] if text not in ("", "-") else "")
        for spec in SPECS
        for texts, words in zip(charts[spec.name].texts, charts[spec.name].provenance, strict=True)
        for text, word in zip(texts, words, strict=True)
    ]
    keys = sum(len(spec.rows) for spec in SPECS)
    assert len(printed) == len(expected) + keys
    assert {cell for cell in expected if cell[1]} <= set(printed)


def test_words_are_marked_without_colour(html):
    style = html[html.index("<style>") : html.index("</style>")]
    for word in LEGEND:
        if word != "printed":
            (rule,) = re.findall(rf"td\.{word}, i\.{word} {{([^}}]*)}}", style)
            assert re.search(r"font-style|font-weight|outline|underline", rule)
    for colour in re.findall(r"#[0-9a-f]{3,6}\b", style):
        digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
        assert digits[:2] == digits[2:4] == digits[4:], "grey only"


def test_a_legend_names_the_words_of_its_page():
    cells = (Cell("K", "fitted usage"), Cell("-", "assumed reason"), Cell("B", "printed sheet"))
    page = Page("T", "", (Block("B", ("a", "b", "c"), (cells,)),))
    assert page.words() == ["printed", "fitted"]


def test_text_from_files_is_no_markup(tmp_path):
    folder = shutil.copytree(data_folder("teams") / "1958", tmp_path / "own")
    players = folder / "players.csv"
    text = players.read_text(encoding="utf-8")
    players.write_text(text.replace("Lindon Crow", "<b onclick=x>Crow"), encoding="utf-8")
    sheets = folder / "spi" / "players.csv"
    text = sheets.read_text(encoding="utf-8")
    sheets.write_text(text.replace("Frank Gifford", "<script>alert(1)</script>"), encoding="utf-8")
    html = sheets_html(folder)
    assert "<script" not in html
    assert "<b onclick" not in html
    assert "&lt;script&gt;" in html


def test_ones_own_chart_is_the_owners(tmp_path):
    shutil.copy(data_folder("charts") / "spi" / "medium_gain.csv", tmp_path)
    pages = paper_pages(SEASON, tmp_path)
    assert "owner" in {word for page in pages for word in page.words() if not page.text}


def test_the_command_writes_the_same_bytes_each_time(tmp_path, capsys, html):
    for name in ("a.html", "b.html"):
        with pytest.raises(SystemExit) as stop:
            cli.main(["print", "1958", "--out", str(tmp_path / name)])
        assert not stop.value.code
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes() == html.encode()
    capsys.readouterr()
    with pytest.raises(SystemExit) as stop:
        cli.main(["print", "1958", "--out", str(tmp_path / "nowhere" / "a.html")])
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.html", "b.html"]


def test_a_season_without_sheets_is_one_clear_line(tmp_path):
    folder = shutil.copytree(data_folder("teams") / "1958", tmp_path / "own")
    shutil.rmtree(folder / "spi")
    with pytest.raises(InputError):
        sheets_html(folder)
