"""What every test is spared: the width of the terminal it happens to run in."""

import pytest


@pytest.fixture(autouse=True)
def _no_width(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
