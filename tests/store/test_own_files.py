"""Which paths are a player's own files, so that nothing else is written over them."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2puno.store.paths import Home


@pytest.mark.parametrize(
    ("path", "own"),
    [
        ("identity.json", True),
        ("games/../identity.json", True),
        ("games/x.p2puno", True),
        ("bots/0/identity.json", True),
        ("events.jsonl", False),
        ("../identity.json", False),
    ],
)
def test_own_files_are_known(tmp_path: Path, path: str, own: bool) -> None:
    home = Home.locate(tmp_path / "home")
    assert home.owns(tmp_path / "home" / path) is own
