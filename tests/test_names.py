"""Rules about the source itself: names, what importing simlib costs, where chance may come from."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import simlib

ROOT = Path(simlib.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
BANNED_SYNTAX = (
    ast.Try, ast.Raise, ast.With, ast.Global, ast.Import, ast.ImportFrom, ast.JoinedStr, ast.Div,
    ast.Lambda, ast.Yield, ast.Await,
)  # fmt: skip
BANNED_NAMES = {"random", "float", "float16", "float32", "float64", "open", "print"}

every_source = pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


# Names


def public_names(module: ast.Module) -> set[str]:
    """Functions and classes that a module defines or imports by name."""
    names = set()
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
    return {name for name in names if not name.startswith("_")}


def sibling_modules(path: Path) -> set[str]:
    return {p.stem for p in path.parent.iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}


@every_source
def test_no_public_function_has_the_name_of_a_module_beside_it(path):
    module = parsed(path)
    if path.name != "__init__.py":  # elsewhere `from x import y` is no part of the surface
        module.body = [node for node in module.body if not isinstance(node, ast.ImportFrom)]
    assert public_names(module) & sibling_modules(path) - {"jit"} == set()


def test_a_function_that_hides_a_module_is_noticed():
    source = "from simlib.kernels.clock import stats\ndef dice(): ...\nclass _private: ..."
    assert public_names(ast.parse(source)) & sibling_modules(ROOT / "kernels" / "stats.py") == {
        "dice",
        "stats",
    }


def private_names(tree: ast.AST) -> set[str]:
    """Names with an underscore that a module takes from another of simlib."""
    names, modules = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "simlib":
            names.update(f"{node.module}.{alias.name}" for alias in node.names if alias.name[0] == "_")
            modules.update(alias.asname or alias.name for alias in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr[0] == "_":
            if node.value.id in modules and node.value.id.islower():  # of a class: _make, _fields
                names.add(f"{node.value.id}.{node.attr}")
    return {name for name in names if not name.endswith("__")}


@every_source
def test_no_module_takes_the_private_names_of_another(path):
    assert private_names(parsed(path)) == set()


@pytest.mark.parametrize(
    "source",
    [
        "from simlib.runs.engine import _cores",
        "def f():\n    from simlib.runs import engine\n    engine._cores()",
    ],
)
def test_a_private_name_taken_is_noticed(source):
    assert len(private_names(ast.parse(source))) == 1


# Chance


def chance(tree: ast.AST) -> Iterator[str]:
    """Every use of `random` or `numpy.random`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or "", *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Attribute):
            modules = [node.attr]
        else:
            continue
        yield from (f"line {node.lineno}" for name in modules if "random" in name.split("."))


@every_source
def test_chance_comes_from_simlib_rng_alone(path):
    if "bench" not in path.relative_to(ROOT).parts:
        assert list(chance(parsed(path))) == []


@pytest.mark.parametrize(
    "source", ["import random", "from numpy import random", "import numpy.random as r", "np.random.seed(1)"]
)
def test_another_source_of_chance_is_noticed(source):
    assert list(chance(ast.parse(source))) != []


# Modules found by their name


def looked_up(tree: ast.AST) -> list[str]:
    """Every call that finds a module by a name made at run time."""
    calls = (ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [call for call in calls if call.split(".")[-1] in ("import_module", "find_spec", "__import__")]


def test_a_games_rules_alone_are_found_by_name():
    """What else a game gives, shared code asks its Ruleset for: mypy and grep see who has it."""
    found = {path.relative_to(ROOT).as_posix(): looked_up(parsed(path)) for path in SOURCES}
    assert {name: len(calls) for name, calls in found.items() if calls} == {
        "__init__.py": 2,  # the package's own names, when first asked for
        "rulesets/__init__.py": 1,
    }


@pytest.mark.parametrize("call", ["import_module(f'{a}.b')", "importlib.util.find_spec(a)", "__import__(a)"])
def test_a_module_found_by_name_is_noticed(call):
    assert len(looked_up(ast.parse(call))) == 1


# Kernels


def is_kernel(function: ast.FunctionDef) -> bool:
    return any(ast.unparse(decorator).split(".")[-1] == "kernel" for decorator in function.decorator_list)


def impurities(tree: ast.AST) -> list[str]:
    """What a kernel may not hold: it keeps to integers and arrays, so that one source serves everywhere."""
    found = []
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or not is_kernel(function):
            continue
        statements = function.body[ast.get_docstring(function) is not None :]
        for node in (node for statement in statements for node in ast.walk(statement)):
            literal = isinstance(node, ast.Constant) and isinstance(node.value, str | float | complex | bytes)
            name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            if literal or isinstance(node, BANNED_SYNTAX) or name in BANNED_NAMES:
                found.append(f"{function.name}: {ast.unparse(node)}")
    return found


@every_source
def test_kernels_are_pure(path):
    assert impurities(parsed(path)) == []


@pytest.mark.parametrize(
    "line",
    [
        "raise ValueError(n)", "import os", "n = n / 2", "n /= 2", "n = 0.5", "n = 'A'", "n = f'{n}'",
        "n = np.random.randint(1, 7)", "n = np.float64(n)", "with n: pass", "try: n = 1\n    finally: n = 2",
    ],
)  # fmt: skip
def test_an_impure_kernel_is_noticed(line):
    impure = f"@kernel\ndef roll(n):\n    'Fine: a docstring.'\n    {line}\n"
    assert impurities(ast.parse(impure)) != []
    assert impurities(ast.parse(impure.replace("@kernel\n", ""))) == []


def test_a_pure_kernel_passes():
    pure = "@kernel\ndef roll(n):\n    'Half.'\n    return n // 2 if n > 1 else -n"
    assert impurities(ast.parse(pure)) == []


# What importing costs

HEAVY = {"numba", "pandas", "matplotlib", "scipy", "pyarrow", "dask", "distributed"}


def loaded_after(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nsys.stderr.write(' '.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stderr.split())


@pytest.mark.parametrize(
    "statement",
    [
        "import simlib",
        "import simlib.cli, contextlib\n"
        "with contextlib.suppress(SystemExit): simlib.cli.main(['--help'])",
        "import simlib.cli, contextlib\n"
        "with contextlib.suppress(SystemExit): simlib.cli.main(['replay', '--help'])",
    ],
    ids=["import", "help", "replay help"],
)  # fmt: skip
def test_starting_is_light(statement):
    assert HEAVY & loaded_after(statement) == set()


def test_a_heavy_import_is_noticed():
    assert "pandas" in loaded_after("import pandas")
