"""Tables of real peers, each a process of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2puno.bench.tables import run_table
from p2puno.errors import OutsideError
from p2puno.store.paths import Home


def test_a_table_is_dealt_and_draws(tmp_path: Path) -> None:
    table = run_table(Home.locate(tmp_path), 2, 3)
    assert table.ready_ms > 0
    assert len(table.draw_ms) == 3
    assert min(table.draw_ms) > 0
    assert table.loop_blocked_ms > 0
    assert list(tmp_path.iterdir()) == []


def test_bots_play_to_the_end(tmp_path: Path) -> None:
    table = run_table(Home.locate(tmp_path), 2, None, {"rounds": "1"})
    assert table.ready_ms > 0
    assert table.draw_ms == ()


def test_a_seat_that_stops_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(OutsideError, match=r"A measured table of 2 seats broke off: .*no-such-option"):
        run_table(Home.locate(tmp_path), 2, 1, {"no-such-option": "1"})
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutsideError, match="could not be written"):
        run_table(Home.locate(tmp_path / "file" / "home"), 2, 1)
