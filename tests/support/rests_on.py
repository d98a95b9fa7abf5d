"""Which of simlib's files a module rests on: the modules it imports, and all that they import."""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from places import ROOT


def _beside(node: ast.AST) -> bool:
    """What is shown of an answer, what a type checker reads, what a file does as a script."""
    if isinstance(node, ast.FunctionDef):
        return node.name in ("_repr_html_", "__str__")
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'")


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not _beside(child):
            yield child
            yield from _nodes(child)


def _file_of(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    return next((p for p in (path.with_suffix(".py"), path / "__init__.py") if p.is_file()), None)


@cache
def imported(path: Path) -> frozenset[Path]:
    """Files of simlib that a file imports, at its head or within a function."""
    found: set[Path | None] = set()
    for node in _nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            assert not isinstance(node, ast.ImportFrom) or node.level == 0, path
            continue
        parts = [name.split(".") for name in names if name.split(".")[0] == "simlib"]
        found |= {_file_of(".".join(part[:end])) for part in parts for end in range(2, len(part) + 1)}
    return frozenset(found - {None})


def sources(module: str) -> list[Path]:
    """Files of simlib that a module rests on, itself among them."""
    found = [_file_of(module)]
    for path in found:  # grows while it is read
        found += sorted(imported(path) - set(found))
    return sorted(found)


def digest(files: Iterable[Path], *texts: str) -> str:
    """One digest of files, by name and text (whatever ends their lines), and of further texts."""
    digest = hashlib.sha256()
    for path in sorted(files):
        name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        digest.update(f"{name} {len(text)}\n{text}".encode())
    for text in texts:
        digest.update(f"{len(text)}\n{text}".encode())
    return digest.hexdigest()
