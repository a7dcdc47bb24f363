from __future__ import annotations

from pathlib import Path

import pytest

from p2puno.store.paths import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home.locate(tmp_path / "home")
