"""The one way simlib compiles: kernels carry `@kernel`; nothing else calls numba.

numba's own cache watches only the file that holds a kernel, not the files of its callees. So
compiled kernels are kept in a folder named by the hash of every kernel's source and of what it
imports: any change in one of them compiles all of them anew. Where no folder can be written, kernels
compile without a cache.
"""

import contextlib
import functools
import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba import types
from numba.core import cgutils, config
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from simlib.kernels.kept import keep_by_name

try:
    from simlib.kernels.linking import CALLEE, ENTRY
except ImportError:  # a numba without the parts it is built on: each kernel is compiled by itself
    ENTRY = CALLEE = {}

_IS_KERNEL = "from simlib.kernels.jit import"
_IMPORT = re.compile(r"^ *from (simlib[\w.]*) import (\([^)]*\)|[\w, ]*)", re.M)
IN_USE = 86_400  # seconds: a folder of compiled kernels used since then is left alone
_F = TypeVar("_F", bound=Callable)
_A = TypeVar("_A")
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "python"}
CALLED = {**_OPTIONS, **CALLEE}  # options of what kernels call: of a numba overload too


def _kernel_sources() -> list[Path]:
    """Modules that hold kernels, and all they import from simlib, constants included."""
    root = Path(__file__).parents[1]
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.py"))}
    found = [path for path, source in sources.items() if _IS_KERNEL in source]
    for path in found:  # grows while it is read
        for module, names in _IMPORT.findall(sources[path]):
            stem = root.joinpath(*module.split(".")[1:])
            nearby = [stem / f"{name.strip()}.py" for name in re.findall(r"\w+", names)]
            found += [p for p in (stem.with_suffix(".py"), *nearby) if p in sources and p not in found]
    return sorted(found)


def _kernel_sources_hash() -> str:
    digest = hashlib.sha256()
    for path in _kernel_sources():
        digest.update(path.read_bytes())
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
        stamps = sorted(((path.stat().st_mtime, path) for path in base.iterdir()), reverse=True)
        for stamp, old in stamps[2:]:
            if stamp < time.time() - IN_USE:  # another version's process may be reading it
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        sys.stderr.write(f"simlib: {base} can't be written; kernels are compiled anew in every process\n")
        return None
    return str(folder)


_folder = None if config.DISABLE_JIT else _cache_folder()


@contextlib.contextmanager
def _cache_in(folder: str | None):
    before = config.CACHE_DIR
    config.CACHE_DIR = folder or before
    try:
        yield
    finally:
        config.CACHE_DIR = before


@intrinsic
def _pointer(typing_context, array):
    """Bare pointer to the first number of a contiguous array."""

    def codegen(context, builder, signature, arguments):
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), codegen


@intrinsic
def _marked_out_of_line(typing_context):
    """Mark the kernel that calls it: LLVM shall not copy it into its callers."""

    def codegen(context, builder, signature, arguments):
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.none(), codegen


@intrinsic
def _marked_inline(typing_context):
    """Mark the kernel that calls it: LLVM shall copy it into its callers."""

    def codegen(context, builder, signature, arguments):
        builder.function.attributes.add("alwaysinline")
        return context.get_dummy_value()

    return types.none(), codegen


@intrinsic
def _pointers(typing_context, packed):
    """A NamedTuple of contiguous arrays as the same NamedTuple of bare pointers."""
    pointers = types.NamedTuple(
        [types.CPointer(array.dtype) for array in packed.types], packed.instance_class
    )

    def codegen(context, builder, signature, arguments):
        arrays = cgutils.unpack_tuple(builder, arguments[0])
        made = [
            context.make_array(kind)(context, builder, array).data
            for kind, array in zip(packed.types, arrays, strict=True)
        ]
        return context.make_tuple(builder, pointers, made)

    return pointers(packed), codegen


def generic(stub: _F) -> Any:
    """A function that every game writes for itself: `@stub.of(Arrays)` says for whose arrays.

    The class of the first argument, a game's own NamedTuple, picks it: numba while it compiles, so that the
    call costs what a plain one does; Python by a look-up. The class must live in a module that can be
    imported, or its kernels are never found again on disk, and its name must be its own: compiled kernels of
    two games are told apart by it.
    """
    written: dict[type, Any] = {}

    @functools.wraps(stub)
    def call(game, *rest):
        return written[type(game)](game, *rest)

    @overload(call, strict=False, jit_options=CALLED)
    def choose(game, *rest):
        chosen = written.get(getattr(game, "instance_class", None))

        def forward(game, *rest):
            _marked_inline()
            return chosen(game, *rest)

        if chosen is None:
            raise TypingError(f"{stub.__name__}: no game is imported that plays {game}")
        return forward

    def of(game_type: type) -> Callable[[_F], _F]:
        def register(function: _F) -> _F:
            if any(game.__name__ == game_type.__name__ and game is not game_type for game in written):
                raise TypeError(f"{game_type} has the name of another game's arrays")
            written[game_type] = function
            return function

        return register

    call.of = of  # type: ignore[attr-defined]
    return call


def _itself(array: _A) -> _A:
    return array


def _nothing() -> None:
    pass


# A kernel's entry point borrows the arrays it passes on as bare pointers, indexed alike: counting
# references, seven words an array and a check for negative indices at every call between kernels take
# half of a play's time. Arrays are contiguous, of one dimension. The entry point keeps them alive: an
# array it made itself is used once more at its end, since numba frees it after its last use. `bare` does the
# same to all arrays of a NamedTuple.
borrowed = _itself if config.DISABLE_JIT else _pointer
bare = _itself if config.DISABLE_JIT else _pointers
# A large kernel with several callers, or one seldom called, says so first: it is optimized once, apart.
out_of_line = _nothing if config.DISABLE_JIT else _marked_out_of_line
# A kernel that one of `generic` forwards to and that the loop calls at every play says this first.
always_inline = _nothing if config.DISABLE_JIT else _marked_inline


def _plain(argument: types.Type) -> types.Type:
    """Type a kernel is compiled for when another calls it with `argument`."""
    argument = types.unliteral(argument)
    if isinstance(argument, types.Integer) and argument.signed:
        return types.int64
    return argument


def _called(entry: Any, callee: Any) -> None:
    """Let kernels that call `entry` call `callee`, one for constants and for integers of any width."""
    template = callee.get_call_template
    entry.get_call_template = lambda args, kws: template(tuple(map(_plain, args)), kws)
    entry.get_overload = callee.get_overload


def kernel(function: _F) -> _F:
    """Compile `function` for integers and arrays, without the GIL, cached on disk."""
    if config.DISABLE_JIT:
        return function
    with _cache_in(_folder):
        entry = numba.njit(function, cache=_folder is not None, **_OPTIONS, **ENTRY)
    keep_by_name(entry)
    _called(entry, numba.njit(function, **CALLED) if CALLEE else entry)
    return cast(_F, entry)


def solver(function: _F) -> _F:
    """Compile what works with real numbers, to solve tables that are shipped: no game ever calls it."""
    return kernel(function)
