"""Make the README's answer and pictures again: `python -m simlib.show.report.readme`, from a checkout's root.

The paragraph between the marks is replaced; the two pictures in notebooks/pictures are drawn.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path

BEGIN, END = "<!-- answer: python -m simlib.show.report.readme -->", "<!-- /answer -->"
PICTURES = ("deviation", "rolls")
FOLDER = Path("notebooks") / "pictures"
SEASONS, CHARTS = 1000, 50


def with_block(text: str, block: str, begin: str = BEGIN, end: str = END) -> str:
    """`text` with what stands between two marks replaced.

    Raises
    ------
    ValueError
        The marks are not there, once each.
    """
    if text.count(begin) != 1 or text.count(end) != 1:
        raise ValueError(f"README.md lacks the marks {begin} and {end}")
    marked = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    return marked.sub(lambda _: f"{begin}\n{block}\n{end}", text)


def write_block(root: Path, made: Callable[[], str], begin: str = BEGIN, end: str = END) -> None:
    """Put what `made` gives between two marks of a checkout's README; the marks are looked for first.

    Raises
    ------
    OSError, ValueError
        No such file, or no such marks.
    """
    readme = root / "README.md"
    text = readme.read_text(encoding="utf-8")
    with_block(text, "", begin, end)
    block = made()
    with open(readme, "w", encoding="utf-8", newline="") as file:
        file.write(with_block(text, block, begin, end))


def run(remake: Callable[[Path], None]) -> None:
    """Remake something of the checkout that is the working folder; a fault is a line and exit code 2."""
    try:
        remake(Path.cwd())
    except (OSError, ValueError) as error:
        sys.stderr.write(f"simlib: {error}\n")
        sys.exit(2)


def remake(root: Path, seasons: int = SEASONS, charts: int = CHARTS) -> None:
    """Replay 1958, and write the answer and the pictures into a checkout."""
    from textwrap import fill

    from simlib.judge.evidence import gather
    from simlib.runs.engine import replay
    from simlib.show.report.plots import save_plot
    from simlib.show.report.words import headline

    def made() -> str:
        evidence = gather(replay(1958, "spi", seasons), ensemble=charts)
        (root / FOLDER).mkdir(exist_ok=True)
        for name in PICTURES:
            save_plot(name, evidence, root / FOLDER / f"{name}.svg")
        return fill(
            headline(evidence), 108, initial_indent="> ", subsequent_indent="> ", break_on_hyphens=False
        )

    write_block(root, made)


if __name__ == "__main__":
    run(remake)
