"""How a command ends early: what is said on standard error, and the exit code."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import typer

from simlib.errors import Fault, clean


def stop(message: str, code: int = 2) -> NoReturn:
    """Exit with one line."""
    sys.stderr.write(f"simlib: {clean(' '.join(message.split()))}\n")
    sys.exit(code)


def discard_output() -> None:
    """Send what is still buffered nowhere, or Python would complain about it at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def leave_at_once(out: Path | None) -> NoReturn:
    """Exit as interrupted without waiting for the threads that play on; `out` keeps what is done."""
    kept = f"; what is done is kept in {out}: the same command with --resume goes on" if out else ""
    sys.stdout.flush()
    sys.stderr.write(f"simlib: interrupted{kept}\n")
    sys.stderr.flush()
    os._exit(130)


def tell_faults(what: str, faults: Sequence[Fault]) -> None:
    """Tell every fault of `what` in a line and exit; or that there is none."""
    for fault in faults:
        typer.echo(f"simlib: {fault}", err=True)
    if faults:
        raise typer.Exit(2)
    typer.echo(f"{what}: no faults")
