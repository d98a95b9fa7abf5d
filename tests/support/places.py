"""Where the repository's folders lie."""

from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
GOLDEN = TESTS / "golden"
SUPPORT = TESTS / "support"
ORACLE = TESTS / "oracle"
