"""Make the README's answer and pictures again: `python -m simlib.report.readme`, from a checkout's root.

The paragraph between the marks is replaced; the two pictures in notebooks/pictures are drawn.
"""

import re
import sys
from pathlib import Path

BEGIN, END = "<!-- answer: python -m simlib.report.readme -->", "<!-- /answer -->"
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


def remake(root: Path, seasons: int = SEASONS, charts: int = CHARTS) -> None:
    """Replay 1958, and write the answer and the pictures into a checkout."""
    from textwrap import fill

    from simlib.engine import replay
    from simlib.report.evidence import gather
    from simlib.report.plots import save_plot
    from simlib.report.words import headline

    readme = root / "README.md"
    text = readme.read_text(encoding="utf-8")
    with_block(text, "")
    evidence = gather(replay(1958, "spi", seasons), ensemble=charts)
    (root / FOLDER).mkdir(exist_ok=True)
    for name in PICTURES:
        save_plot(name, evidence, root / FOLDER / f"{name}.svg")
    answer = fill(
        headline(evidence), 108, initial_indent="> ", subsequent_indent="> ", break_on_hyphens=False
    )
    with open(readme, "w", encoding="utf-8", newline="") as file:
        file.write(with_block(text, answer))


if __name__ == "__main__":
    try:
        remake(Path.cwd())
    except (OSError, ValueError) as error:
        sys.stderr.write(f"simlib: {error}\n")
        sys.exit(2)
