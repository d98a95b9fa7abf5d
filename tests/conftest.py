"""What every test is spared, which slow ones are drawn, and kernels compiled once for all workers.

The sixth game registers itself here, and takes every test that every game takes.
"""

import subprocess
import sys

import pytest
import sixth  # noqa: F401 - it registers itself
from drawing import OF_SLOW, drawn, without_most_slow, word_of_the_commit
from hypothesis import settings
from proofs import Proofs

from simlib.rulesets import ruleset_ids

settings.register_profile("no-clock", deadline=None)  # a first call compiles
settings.load_profile("no-clock")

# What most tests of a game run: seasons, logged games, single plays.
COMPILED = """
import sys
game, *sys.path[:0] = sys.argv[1:]
import simlib, sixth
simlib.replay(1958, ruleset=game, seasons=1)
simlib.game("CLE", "NYG", ruleset=game)
simlib.game(of=(0, 1), ruleset=game)
rules = simlib.get_ruleset(game)
for call in rules.examples():
    rules.roll(call, simlib.load_season(1958), None, (1, 0, 0, 1), 1)
"""


def pytest_addoption(parser):
    group = parser.getgroup("simlib")
    group.addoption("--whole", action="store_true", help="every slow test, every state, every proof again")
    group.addoption("--sample", metavar="WORD", help="draw the slow tests by this, not by the commit's hash")
    group.addoption("--solve", action="store_true", help="prove anew what golden/solved.json holds")


def pytest_configure(config):
    if config.option.sample is None:  # workers of xdist are told theirs
        config.option.sample = word_of_the_commit()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session):
    """Compile each game's kernels in a process of its own before workers start, not in every worker."""
    if session.config.pluginmanager.hasplugin("dsession") and not session.config.option.collectonly:
        games = [
            subprocess.Popen([sys.executable, "-c", COMPILED, name, *sys.path]) for name in ruleset_ids()
        ]
        for game in games:
            game.wait()  # what fails here fails in its tests


def pytest_report_header(config):
    if config.option.whole or config.option.solve:
        return None
    return f"slow tests: one in {OF_SLOW}, drawn by --sample {config.option.sample}; --whole runs all"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Leave those with a proof where only they are asked for; else all but the slow ones not drawn."""
    if config.option.solve:
        kept = [item for item in items if "proved" in item.fixturenames]
    elif config.option.whole or any("::" in argument for argument in config.args):
        return
    else:
        kept = without_most_slow(items, config.option.sample)
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


@pytest.fixture(autouse=True)
def _no_width(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def few(request):
    """`few(things, count)`: so many of them, drawn by the commit and the test's name; all with --whole."""
    options = request.config.option

    def few(things, count):
        word = f"{options.sample} {request.node.name}"
        return list(things) if options.whole else drawn(list(things), count, word)

    return few


@pytest.fixture
def proved(request):
    """`proved(prove, module, inputs)`: what a proof finds, run again only where what it rests on is new."""
    proofs = Proofs(request.config.option.whole, request.config.option.solve)
    name = f"{request.path.stem}::{request.node.name}"
    return lambda prove, module, inputs: proofs.found(name, prove, module, inputs)
