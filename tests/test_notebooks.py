"""The notebooks: no outputs in git, and each runs from top to bottom; what Jupyter shows."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from places import ROOT
from rich.console import Group
from rich.text import Text
from synthetic import synthetic_ruleset, synthetic_season

import simlib
from simlib.runs import progress
from simlib.show.notebook import page
from simlib.show.terminal import table

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
HEAVY = ("equilibrium",)  # best replies to three coaches
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_there_are_notebooks():
    assert {path.stem for path in NOTEBOOKS} >= {"tour", "odds"}


@every_notebook
def test_no_outputs_are_kept(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in HEAVY)) for path in NOTEBOOKS
])  # fmt: skip
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the client
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(simlib.__file__).parents[1]))
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=None, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [out for cell in notebook.cells if cell.cell_type == "code" for out in cell.outputs]
    assert not [out for out in shown if out.get("name") == "stderr"]
    rich = [out["data"]["text/html"] for out in shown if "text/html" in out.get("data", {})]
    assert rich
    assert all("<table" in html or not html or "<progress" in html for html in rich)


# What Jupyter shows


@pytest.fixture(scope="module")
def run():
    return simlib.replay(synthetic_season(), synthetic_ruleset(), seasons=20)


def test_results_and_accuracy_are_tables(run):
    html = run._repr_html_()
    assert html.count("<table") == html.count("</table>") >= 4
    assert "AAA" in html
    html = simlib.accuracy(run, synthetic_ruleset())._repr_html_()
    assert "Produced by the game" in html
    assert "within" in html


def test_a_chart_shows_its_cells_and_their_sources():
    from simlib.rulesets import get_ruleset

    charts = get_ruleset("spi").load_chart_files(None)
    html = charts.charts["rushing_gain"]._repr_html_()
    assert "+9" in html
    assert "color:" in html
    assert "rushing_gain" in charts._repr_html_()


def test_markup_in_names_is_text():
    parts = ["<b>", table("<i>", ("a", ">b"), [("<script>alert(1)</script>", Text("&", "green")), (None, 3)])]
    html = page([*parts, Group(Text("bold", "bold")), ""])
    assert "<script" not in html
    assert "<i>" not in html
    assert "&lt;b&gt;" in html
    assert '<span style="color:#2a9d4a">&amp;</span>' in html
    assert "<b>bold</b>" in html
    assert '<td style="text-align:right">3</td>' in html


def test_pieces_of_a_line_keep_their_styles():
    line = Text("cells: ").append("3 printed", "green").append(" 4 fitted", "yellow")
    html = page([line])
    assert html.count("<span") == 2
    assert "3 printed</span>" in html


class Handle:
    def __init__(self, shown):
        self.shown = shown

    def update(self, html):
        self.shown.append(html.data)


def test_the_bar_of_a_notebook_is_drawn_and_taken_away(monkeypatch):
    shown = []

    def display(html, display_id):
        assert display_id
        shown.append(html.data)
        return Handle(shown)

    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "PACE", 0)
    monkeypatch.setattr(progress, "in_notebook", lambda: True)
    monkeypatch.setattr("simlib.runs.engine.CHUNK", 5)
    simlib.replay(synthetic_season(), synthetic_ruleset(), seasons=20)
    assert len(shown) == 5
    assert '<progress value="5" max="20">' in shown[0]
    assert "left" in shown[0]
    assert shown[-1] == ""


def test_elsewhere_there_is_no_bar_and_no_ipython():
    assert not progress.in_notebook()
    code = "import sys, simlib; simlib.replay(1958, seasons=1); assert 'IPython' not in sys.modules"
    root = str(Path(simlib.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {root!r}); {code}"],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
