"""The report: one file that a person can read anywhere, sorts and searches, and holds what was measured."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from browser import AXE, ask, needs, requests, run, screenshot
from places import ROOT
from typer.testing import CliRunner

import simlib
from simlib.cli import app
from simlib.errors import InputError
from simlib.judge.ensemble import Ensemble, EnsembleRow, replay_ensemble
from simlib.show.report import gather, report_html, save_report
from simlib.show.report.page import command, picture
from simlib.show.report.plots import PLOT, inline_svg, save_plot
from simlib.show.report.words import grounds, headline, number, opening, signed

HOSTILE = 'O"Brien <script>alert(1)</script> & $x_1$'


@pytest.fixture(scope="module")
def run_1958():
    return simlib.replay(1958, seasons=1000)


@pytest.fixture(scope="module")
def evidence(run_1958):
    return gather(run_1958, leverage=10)


@pytest.fixture(scope="module")
def html(evidence):
    return report_html(evidence)


@pytest.fixture(scope="module")
def hostile(run_1958):
    """The same with names that hold markup, quotes and a formula."""
    season = run_1958.season
    men = tuple(replace(man, name=HOSTILE) if man.id == "brown-jim" else man for man in season.players)
    teams = tuple(replace(team, name=HOSTILE) if team.code == "CLE" else team for team in season.teams)
    return gather(replace(run_1958, season=replace(season, players=men, teams=teams)))


# The file


class Strict(HTMLParser):
    """Every element closed in its order; what could fetch something, and ids."""

    VOID = ("meta", "link", "input", "br", "hr", "img", "rect", "path", "circle", "use", "image")

    def __init__(self):
        super().__init__()
        self.open, self.fetched, self.ids, self.wrong = [], [], [], []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("src", "href", "srcset", "poster", "data") and not value.startswith(("#", "data:")):
                self.fetched.append(value)
            if name == "id":
                self.ids.append(value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def test_the_page_is_whole_and_fetches_nothing(html):
    page = Strict()
    page.feed(html)
    assert page.wrong == page.open == page.fetched == []
    assert len(page.ids) == len(set(page.ids))
    assert html.startswith("<!DOCTYPE html>")
    assert "default-src 'none'" in html
    assert not re.search(r"@import|url\((?!#)", html)
    assert len(html) < 3_000_000


def test_equal_evidence_gives_equal_bytes(evidence, html, tmp_path):
    assert report_html(evidence) == html
    save_report(evidence, tmp_path / "a.html")
    assert (tmp_path / "a.html").read_bytes() == html.encode()
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]
    for name in ("a.svg", "b.svg"):
        save_plot("wins", evidence, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert "<dc:date>" not in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_the_top_says_what_was_replayed_and_how_to_do_it_again(html, evidence):
    meta = evidence.results.meta
    top = html[: html.index('id="league"')]
    claim = simlib.get_ruleset("spi").claim.split('"')[1]
    for told in (claim, meta.charts_hash[:16], meta.coach, meta.version):
        assert told in top
    for word, count in meta.cells.items():
        assert f'<th scope="row">{word}</th><td class="n">{count:,}</td>' in top
    assert command(evidence) == (
        "simlib report 1958 --ruleset spi --seasons 1000 --seed 1 --coach as-played --leverage 10"
        " --out report.html"
    )
    assert command(evidence) in html


def test_every_figure_has_words_and_every_line_a_picture(html, evidence):
    for name in PLOT:
        figure = html[html.index(f'id="plot-{name}"') :]
        assert re.match(r'id="plot-\w+"><div role="img" aria-label="[^"]{60,}">', figure)
    judged = [row for row in evidence.answer.rows if row.group and row.deviation is not None]
    assert html.count('class="interval"') == len(judged)


def test_names_with_markup_are_shown_as_text(hostile):
    page = report_html(hostile)
    assert "<script>alert" not in page
    assert "O&#34;Brien &lt;script&gt;alert(1)&lt;/script&gt; &amp; $x_1$" in page
    checked = Strict()
    checked.feed(page)
    assert checked.wrong == []
    for name in PLOT:
        assert "<script" not in inline_svg(name, hostile)[0]


# The words


def test_the_answer_is_built_in_the_order_of_evidence(evidence):
    text = headline(evidence)
    order = [
        "with the charts solved again without each", "headers", "never fitted to", "nothing was solved for",
        "were solved for", "One season", "An adequate number",
    ]  # fmt: skip
    places = [text.index(words) for words in order]
    assert places == sorted(places)
    assert "\n" not in text
    assert text == f"{opening(evidence)} {grounds(evidence)}"


def test_the_opening_follows_the_evidence(evidence):
    assert "the claim holds for most figures" in opening(evidence)
    rows = tuple(row._replace(verdict5="outside" if row.verdict5 else None) for row in evidence.answer.rows)
    off = tuple(line._replace(deviation_without=30.0) for line in evidence.left_out)
    broken = replace(evidence, answer=replace(evidence.answer, rows=rows), left_out=off)
    assert "the claim fails for most figures" in opening(broken)
    on = tuple(line._replace(deviation_without=1.0) for line in evidence.left_out)
    rows = tuple(row._replace(verdict5="within" if row.verdict5 else None) for row in evidence.answer.rows)
    perfect = replace(evidence, answer=replace(evidence.answer, rows=rows), left_out=on)
    assert opening(perfect).endswith("the claim holds.")
    assert "nothing yet" in opening(replace(broken, left_out=(), answer=replace(evidence.answer, rows=())))


def test_numbers_in_words():
    assert [number(x) for x in (0.2, 7, 83, 1_449, 15_899, 1_968_626)] == [
        "1", "7", "83", "1,400", "16,000", "2,000,000",
    ]  # fmt: skip
    assert signed(-2.449) == "\N{MINUS SIGN}2.4%"
    assert picture(None, None) is None
    assert picture(0.0, (-100.0, 0.0, 100.0)) == {"low": 0.0, "width": 120.0, "mean": 60.0}


def test_an_ensemble_is_told(evidence):
    rows = tuple(
        EnsembleRow(row, -1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0 if k else 0.5)
        for k, row in enumerate(evidence.judged("league"))
    )
    drawn = replace(evidence, ensemble=Ensemble(50, 400, rows))
    assert f"Over 50 charts that honour everything printed, {len(rows) - 1} of {len(rows)}" in headline(drawn)
    page = report_html(drawn)
    assert "--ensemble 50" in page
    assert 'id="ensemble"' in page


def test_an_ensemble_of_two_charts():
    drawn = replay_ensemble(charts=2, seasons=20)
    assert drawn.charts == 2
    for line in drawn.rows:
        assert line.low <= line.middle <= line.high
        assert line.within + line.outside + line.cannot_tell == pytest.approx(1)
    held, lines = drawn.settled()
    assert 0 < held <= lines == len(drawn.rows)
    with pytest.raises(InputError, match="--ensemble"):
        replay_ensemble(charts=0)


# The commands


def invoke(*arguments):
    return CliRunner().invoke(app, list(arguments))


def test_simlib_plot_writes_svg_and_png(tmp_path):
    for kind, begins in (("svg", b"<?xml"), ("png", b"\x89PNG")):
        out = tmp_path / f"a.{kind}"
        done = invoke("plot", "points", "1958", "--seasons", "20", "--out", str(out))
        assert done.exit_code == 0, done.output
        assert out.read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("plot", "nothing", "1958", "--out", "a.svg"), "deviation"),
        (("plot", "wins", "1958", "--out", "a.gif"), "svg"),
        (("report", "1958", "--out", "no-such-folder/a.html"), "--out"),
    ],
)
def test_a_wrong_name_or_file_is_one_clear_fault(arguments, expected):
    done = invoke(*arguments)
    assert isinstance(done.exception, InputError)
    assert expected in str(done.exception)


def test_a_kept_run_makes_the_same_report(tmp_path):
    run = simlib.replay(1958, seasons=30)
    run.save(tmp_path / "run")
    again = gather(simlib.open(tmp_path / "run"))
    assert report_html(again) == report_html(gather(run))


@pytest.mark.parametrize("ruleset", simlib.ruleset_ids())
def test_every_game_has_a_report(ruleset):
    """A game may rate no men, print none, or say nothing of its throws."""
    evidence = gather(simlib.replay(1958, ruleset=ruleset, seasons=10))
    page = Strict()
    page.feed(report_html(evidence))
    assert page.wrong == []
    assert "None" not in headline(evidence)


# The browser

SORT = """
const cell = (place) => [...document.querySelectorAll("#players-table tbody tr")].filter((r) => !r.hidden)
  .map((row) => row.cells[place].textContent);
const head = (place) => document.querySelectorAll("#players-table thead th")[place];
const click = (place) => head(place).querySelector("button").click();
const result = {};
click(3); result.down = cell(3); result.aria = head(3).getAttribute("aria-sort");
click(3); result.up = cell(3);
click(0); result.names = cell(0);
const search = document.querySelector("[data-for=players-table] input[type=search]");
search.value = "brown cle"; search.dispatchEvent(new Event("input"));
result.found = cell(0); result.teams = cell(1);
result.count = document.querySelector("[data-for=players-table] output").textContent;
search.value = "nobody of this name"; search.dispatchEvent(new Event("input"));
result.none = cell(0);
search.value = ""; search.dispatchEvent(new Event("input"));
const box = document.querySelector("[data-for=players-table] input[type=checkbox]");
const before = cell(0).length; box.click(); result.more = cell(0).length - before;
result.width = [document.documentElement.scrollWidth, innerWidth];
return result;
"""


@pytest.fixture(scope="module")
def browsed(html, tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    log = folder / "net.json"
    told = SimpleNamespace(**ask(html, SORT, folder, f"--log-net-log={log}"))
    told.requests = requests(log)
    return told


def test_tables_sort(browsed):
    found = browsed.found
    down = [float(x) for x in found["down"] if x]
    assert len(down) > 100
    assert down == sorted(down, reverse=True)
    assert [float(x) for x in found["up"] if x] == sorted(down)
    assert found["aria"] == "descending"
    assert found["names"] == sorted(found["names"], key=str.lower)


def test_tables_search(browsed):
    found = browsed.found
    assert set(found["found"]) == {"Jim Brown"}
    assert set(found["teams"]) == {"CLE"}
    assert found["count"].startswith(f"{len(found['found'])} of ")
    assert found["none"] == []
    assert found["more"] > 50


def test_no_error_and_no_request(browsed):
    assert browsed.errors == browsed.blocked == browsed.loaded == browsed.requests == []


def test_the_watch_sees_errors_and_requests(html, tmp_path):
    bad = html.replace("<main>", '<main><img src="http://127.0.0.1:9/x.png" alt="x">', 1)
    told = ask(bad, "throw new Error('on purpose')", tmp_path)
    assert told["blocked"]
    assert any("on purpose" in error for error in told["errors"])
    free = re.sub(r"<meta http-equiv=[^>]*>", "", bad)
    log = tmp_path / "net.json"
    ask(free, "return 1", tmp_path, f"--log-net-log={log}")
    assert requests(log) == ["http://127.0.0.1:9/x.png"]


def test_hostile_names_run_nothing(hostile, tmp_path):
    script = """window.ran = 0; window.alert = () => { window.ran += 1; };
    return [window.ran, document.querySelectorAll("main script").length,
            document.querySelector("#players-table").textContent.includes(%s)];"""
    told = ask(
        report_html(hostile), script.replace("%s", json.dumps(HOSTILE).replace("</", "<\\/")), tmp_path
    )
    assert told["found"] == [0, 0, True]
    assert told["errors"] == []


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_spills_over_the_side(html, tmp_path, width):
    """Headless windows are never narrower than 500, so the page is framed at its width."""
    inner = tmp_path / "inner.html"
    inner.write_text(html, encoding="utf-8")
    outer = tmp_path / "outer.html"
    outer.write_text(
        f'<!DOCTYPE html><html><head></head><body><iframe id="f" width="{width}" height="900" '
        f'srcdoc="{html.replace("&", "&amp;").replace(chr(34), "&quot;")}"></iframe></body></html>',
        encoding="utf-8",
    )
    script = """const page = document.getElementById("f").contentDocument.documentElement;
    return [page.scrollWidth, page.clientWidth];"""
    wide, seen = ask(outer.read_text(encoding="utf-8"), script, tmp_path)["found"]
    assert seen <= width
    assert wide <= seen


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_the_page_paints(evidence, tmp_path, width, dark):
    page, image = tmp_path / "report.html", tmp_path / "shot.png"
    save_report(evidence, page)
    screenshot(page, image, width, dark)
    assert image.stat().st_size > 40_000


def test_paper(evidence, tmp_path):
    page, paper = tmp_path / "report.html", tmp_path / "report.pdf"
    save_report(evidence, page)
    run(page.as_uri(), f"--print-to-pdf={paper}")
    assert paper.read_bytes().startswith(b"%PDF")
    assert paper.stat().st_size > 100_000


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_no_serious_fault(html, tmp_path, dark):
    needs(AXE.is_file(), "axe-core (SIMLIB_AXE names its axe.min.js)")
    axe = AXE.read_text(encoding="utf-8").replace("</script", "<\\/script")
    script = """for (const body of document.querySelectorAll("tbody"))
      [...body.rows].slice(12).forEach((row) => row.remove());  // rows are alike, and axe is slow
    const told = await axe.run(document);
    return told.violations.filter((v) => ["serious", "critical"].includes(v.impact))
      .map((v) => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 200), v.nodes[0].failureSummary]);"""
    flags = ["--blink-settings=preferredColorScheme=0"] if dark else []
    told = ask(html, script, tmp_path, *flags, before=f"<script>{axe}</script>")
    assert told["found"] == []


# The README


def test_the_answer_of_the_readme_is_replaced_between_its_marks():
    from simlib.show.report.readme import BEGIN, END, with_block

    text = f"before\n{BEGIN}\nold \\1\n{END}\nafter\n"
    assert with_block(text, r"new \1") == f"before\n{BEGIN}\nnew \\1\n{END}\nafter\n"
    with pytest.raises(ValueError, match="marks"):
        with_block("no marks", "new")


def test_the_readme_has_its_answer_and_pictures():
    root = ROOT
    text = (root / "README.md").read_text(encoding="utf-8")
    from simlib.show.report.readme import BEGIN, PICTURES

    answer = " ".join(line.removeprefix("> ") for line in text.partition(BEGIN)[2].splitlines()[1:4])
    assert answer.startswith("Over 1,000 replays of the 1958 NFL season:")
    for name in PICTURES:
        assert f"(notebooks/pictures/{name}.svg)" in text
        assert (root / "notebooks" / "pictures" / f"{name}.svg").read_bytes().startswith(b"<?xml")
