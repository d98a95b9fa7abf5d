"""What every test is spared: the width of the terminal and the speed of the machine it runs on."""

import pytest
from hypothesis import settings

settings.register_profile("no-clock", deadline=None)  # a first call compiles
settings.load_profile("no-clock")


@pytest.fixture(autouse=True)
def _no_width(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
