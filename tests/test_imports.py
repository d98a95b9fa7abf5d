"""Imports point down: a room knows the rooms below it, shared code no game, and nothing goes in a circle."""

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

import simlib

PACKAGE = Path(simlib.__file__).parent
CONTRIBUTING = Path(__file__).parents[1] / "CONTRIBUTING.md"
ROOMS = (
    "errors", "kernels", "files", "rulesets", "runs", "plays", "judge", "show", "bench", "cli", "simlib",
)  # fmt: skip
MOST_ENTRIES = 10
# Arrows that stand all the same; the list may only shrink.
UP = {("simlib.files.shown", "simlib.show.pages"): "an answer that a notebook asks for its page asks show"}
KNOWS_A_GAME = {
    "simlib.bench.naive_spi": "the rival that the kernels are measured against plays SPI Football",
    "simlib.bench.naive_tables": "its charts, sheets and coach are SPI Football's",
}

Sources = Mapping[str, str]
Arrow = tuple[str, str]


def sources() -> dict[str, str]:
    """Text of every module, by its name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = path.read_text(encoding="utf-8")
    return found


@cache
def imported(text: str) -> tuple[str, ...]:
    """Every name of simlib that a module imports, wherever in it; those of `from x import y` as x.y."""
    names: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their module in full"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return tuple(name for name in names if name.split(".")[0] == "simlib")


def arrows(modules: Sources) -> set[Arrow]:
    """(module, module it imports) of every import."""
    found = set()
    for module, text in modules.items():
        for name in imported(text):
            while name not in modules:
                name = name.rpartition(".")[0]
            found.add((module, name))
    return found


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def game(module: str, modules: Sources) -> str:
    """The game whose package a module is in, or ""."""
    parts = module.split(".")
    package = ".".join(parts[:3])
    return package if parts[1:2] == ["rulesets"] and f"{package}.rules" in modules else ""


def up(modules: Sources) -> set[Arrow]:
    """Arrows from a room to one above it."""
    seen = {(a, b) for a, b in arrows(modules) if ROOMS.index(room(b)) > ROOMS.index(room(a))}
    return {(a, b) for a, b in seen if (room(a), b) != ("cli", "simlib")}  # commands call what anybody can


def known_games(modules: Sources) -> set[str]:
    """Modules that import a game's without being of that game."""
    return {a for a, b in arrows(modules) if game(b, modules) not in ("", game(a, modules))}


def in_circles(modules: Sources) -> set[str]:
    """Modules in a circle of arrows, or between two: what is left when every end is taken off."""
    left, before = arrows(modules) - UP.keys(), None
    while left != before:
        importers, targets = {a for a, _ in left}, {b for _, b in left}
        before, left = left, {(a, b) for a, b in left if a in targets and b in importers}
    return {module for arrow in left for module in arrow}


def entries(package: Path) -> list[str]:
    """Folders and modules at the package's top."""
    names = (path.name for path in package.iterdir() if path.is_dir() or path.suffix == ".py")
    return sorted(set(names) - {"__init__.py", "__pycache__"})


def planted(module: str, statement: str) -> dict[str, str]:
    """The modules, with an import inside a function of one more."""
    modules = sources()
    return modules | {module: f"{modules[module]}\n\ndef _planted():\n    {statement}\n"}


def test_arrows_between_rooms_point_down():
    assert up(sources()) == set(UP)


def test_contributing_has_the_rooms_in_this_order():
    assert f"\n{' < '.join(ROOMS[:-1])}\n" in CONTRIBUTING.read_text(encoding="utf-8")


def test_shared_code_knows_no_game_and_no_game_another():
    assert known_games(sources()) == set(KNOWS_A_GAME)


def test_nothing_goes_in_a_circle():
    assert in_circles(sources()) == set()


def test_the_top_can_be_seen_at_a_glance():
    found = entries(PACKAGE)
    assert len(found) <= MOST_ENTRIES, found
    assert {name.removesuffix(".py") for name in found} <= set(ROOMS)


@pytest.mark.parametrize(
    ("module", "statement"),
    [
        ("simlib.kernels.stats", "from simlib.errors import Fault; from simlib.files import folders"),
        ("simlib.files.charts", "from simlib.show import terminal"),
        ("simlib.rulesets.spi.rules", "import simlib.plays.records"),
        ("simlib.runs.results", "from simlib.judge.deviation import accuracy"),
        ("simlib.plays.counted", "from simlib import accuracy"),
    ],
)
def test_a_planted_arrow_up_is_seen(module, statement):
    assert {a for a, _ in up(planted(module, statement)) - UP.keys()} == {module}


@pytest.mark.parametrize(
    ("module", "statement"),
    [
        ("simlib.rulesets.counting", "from simlib.rulesets.spi.play.arrays import TOUCHDOWN"),
        ("simlib.show.answers", "from simlib.rulesets import spi"),
        ("simlib.rulesets.spi.rules", "import simlib.rulesets.football_strategy.rules"),
    ],
)
def test_a_planted_game_is_seen(module, statement):
    assert known_games(planted(module, statement)) - KNOWS_A_GAME.keys() == {module}


@pytest.mark.parametrize(
    ("module", "statement", "others"),
    [
        ("simlib.files.season_tables", "from simlib.files.seasons import Season", {"simlib.files.seasons"}),
        ("simlib.runs.plan", "from simlib.runs import results", {"simlib.runs.run", "simlib.runs.results"}),
        ("simlib.errors", "import simlib.errors", set()),
    ],
)
def test_a_planted_circle_is_seen(module, statement, others):
    assert in_circles(planted(module, statement)) >= {module, *others}


def test_an_entry_more_is_seen(tmp_path):
    for place in range(MOST_ENTRIES + 1):
        (tmp_path / f"room_{place}").mkdir()
    for name in ("__init__.py", "README.md"):
        (tmp_path / name).touch()
    (tmp_path / "__pycache__").mkdir()
    assert len(entries(tmp_path)) == MOST_ENTRIES + 1
