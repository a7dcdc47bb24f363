"""Each game is played and each page made once for all tests of the pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.report.pages import Shown, game, game_with_departures


@pytest.fixture(scope="session")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    return game(4, tmp_path_factory.mktemp("closed"))


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    return game(4, tmp_path_factory.mktemp("opened"), open_replay="on")


@pytest.fixture(scope="session")
def departures(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    return game_with_departures(tmp_path_factory.mktemp("departures"))


@pytest.fixture(scope="session")
def opened_page(opened: Shown) -> Path:
    path = opened.path.with_suffix(".html")
    path.write_text(opened.text, encoding="utf-8")
    return path
