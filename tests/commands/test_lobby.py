"""From the lobby to a table and back: what went wrong is told in the lobby."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2puno.arguments import read_options
from p2puno.commands import lobby
from p2puno.errors import NoError
from p2puno.net.addresses import Address
from p2puno.options import Options
from p2puno.ui.screen.wishes import Leave, SitDown, Wish


def test_what_went_wrong_is_a_whole_sentence_in_the_lobby(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wishes: list[Wish] = [SitDown(Address("10.0.0.5", 28866), "9999"), Leave()]
    notes: list[str] = []

    def choose(_rules: object, _remembered: object, note: str, *_: object) -> Wish:
        notes.append(note)
        return wishes.pop(0)

    def refuse(options: Options) -> int:
        assert (options.table, options.typed_pin) == ("10.0.0.5:28866", "9999")
        raise NoError("the table cannot be joined: the PIN is wrong")

    monkeypatch.setattr(lobby, "choose_in_lobby", choose)
    monkeypatch.setattr(lobby.join, "run", refuse)
    assert lobby.run(read_options(["--home", str(tmp_path)])) == 0
    assert notes == ["", "The table cannot be joined: the PIN is wrong."]
