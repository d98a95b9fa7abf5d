"""Progress shown while seasons are played: nothing by itself, a bar with the time left in Jupyter."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

Progress = Callable[[int, int], None]
PATIENCE = 0.5  # seconds before a bar appears
PACE = 0.1  # seconds between two drawings


@contextmanager
def progress_or_bar(progress: Progress | None, what: str = "replaying") -> Iterator[Progress | None]:
    """The caller's own progress; without one, a bar where this runs in a notebook."""
    if progress is not None or not in_notebook():
        yield progress
        return
    bar = NotebookBar(what)
    try:
        yield bar
    finally:
        bar.close()


def in_notebook() -> bool:
    """Whether a Jupyter kernel runs this."""
    if "IPython" not in sys.modules:
        return False
    from IPython.core.getipython import get_ipython

    return getattr(get_ipython(), "kernel", None) is not None


class NotebookBar:
    """A bar in a notebook's output: plain HTML, which needs no extension; gone when closed."""

    def __init__(self, what: str) -> None:
        self.what, self.began, self.drawn = what, time.monotonic(), 0.0
        self.handle: Any = None

    def __call__(self, done: int, total: int) -> None:
        """Draw the bar, if it is time to."""
        now = time.monotonic()
        if now - self.began < PATIENCE or now - self.drawn < PACE:
            return
        self.drawn = now
        self._draw(bar_html(self.what, done, total, (now - self.began) * (total - done) / done))

    def close(self) -> None:
        """Take the bar away."""
        if self.handle is not None:
            self._draw("")

    def _draw(self, html: str) -> None:
        from IPython.display import HTML, display

        if self.handle is None:
            self.handle = display(HTML(html), display_id=True)
        else:
            self.handle.update(HTML(html))


def bar_html(what: str, done: int, total: int, left: float) -> str:
    """The bar as HTML; `left` in seconds."""
    minutes, seconds = divmod(round(left), 60)
    return (
        f'<label>{escape(what)} <progress value="{done}" max="{total}"></progress> '
        f"{done:,} of {total:,}, {minutes}:{seconds:02} left</label>"
    )
