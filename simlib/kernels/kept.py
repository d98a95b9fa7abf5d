"""Compiled kernels on disk: a file for each, named by what it was compiled for.

numba keeps an index a function, of pickled types. One function serves every game here, so that an index would
hold classes that a process without some game can't unpickle, and two processes that compile for two games at
once could give one's code to the other. A file named by the types in words can do neither.
"""

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import IndexDataCacheFile


@cache
def _beside(module: str) -> str:
    """Digest of the sources beside a module that is none of simlib's: of a game that lives elsewhere."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or module.partition(".")[0] == "simlib":
        return ""
    digest = hashlib.sha256()
    for path in sorted(Path(file).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _words(argument: Any) -> str:
    """A type in words; a NamedTuple's with where its class lives, and what lies beside it."""
    of = getattr(argument, "instance_class", None)
    if of is None:
        return str(argument)
    return f"{of.__module__}.{of.__qualname__} {_beside(of.__module__)} {argument}"


class KeptByName(IndexDataCacheFile):
    """The files of one kernel, without an index."""

    def _name(self, key: Any) -> str:
        signature, *rest = key
        said = [numba.__version__, self._source_stamp, [_words(argument) for argument in signature], rest]
        digest = hashlib.sha256(repr(said).encode()).hexdigest()
        return self._data_name_pattern.format(number=int(digest[:16], 16))

    def save(self, key: Any, data: Any) -> None:
        """Write a compiled kernel, whole or not at all."""
        self._save_data(self._name(key), data)

    def load(self, key: Any) -> Any:
        """Read the kernel that was compiled for this; None when there is none."""
        try:
            return self._load_data(self._name(key))
        except OSError:
            return None


def keep_by_name(entry: Any) -> None:
    """Let a kernel's files be named so; one without a cache has none."""
    cache = entry._cache
    plain = getattr(cache, "_cache_file", None)
    if plain is not None:
        cache._cache_file = KeptByName(cache._cache_path, cache._impl.filename_base, plain._source_stamp)
