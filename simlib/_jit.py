"""The one way simlib compiles: kernels carry `@kernel`; nothing else calls numba.

numba's own cache watches only the file that holds a kernel, not the files of its callees. So
compiled kernels are kept in a folder named by the hash of every kernel source: any change in one
of them compiles all of them anew. Where no folder can be written, kernels compile without a cache.
"""

import contextlib
import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numba
import platformdirs

_F = TypeVar("_F", bound=Callable)


def _kernel_sources_hash() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        source = path.read_bytes()
        if b"_jit" in source:
            digest.update(source)
    return digest.hexdigest()[:16]


def _cache_folder() -> str | None:
    """Folder for compiled kernels, or None when none can be written; older hashes are dropped."""
    configured = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(configured) / "simlib" if configured else Path(platformdirs.user_cache_dir("simlib"))
    folder = base / _kernel_sources_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
        for old in sorted(base.iterdir(), key=lambda p: p.stat().st_mtime, reverse=True)[2:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        sys.stderr.write(f"simlib: {base} can't be written; kernels are compiled anew in every process\n")
        return None
    return str(folder)


_folder = None if numba.config.DISABLE_JIT else _cache_folder()


@contextlib.contextmanager
def _cache_in(folder: str | None):  # type: ignore[no-untyped-def]
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = folder or before
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def kernel(function: _F) -> _F:
    """Compile `function` for integers and arrays, without the GIL, cached on disk."""
    with _cache_in(_folder):
        return numba.njit(function, cache=_folder is not None, nogil=True, error_model="python")
