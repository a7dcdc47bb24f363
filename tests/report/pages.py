"""Transcripts to make pages of, on the transparent group."""

from __future__ import annotations

from pathlib import Path

from p2puno.past.film import load
from p2puno.report.page import page_of
from tests.table.covering import Setting
from tests.table.games import play
from tests.table.simulation import CLASSIC
from tests.transparent import transparent_group


def transcript_of(seats: int, folder: Path, **options: str) -> Path:
    """A game of two short rounds."""
    rules = CLASSIC.with_options({"score": "lazy", "rounds": "2", "hand_size": "5", **options})
    path = folder / "game.p2puno"
    with transparent_group():
        path.write_bytes(play(Setting(rules, seats), "page/1").transcript)
    return path


def page(transcript: Path) -> str:
    with transparent_group():
        return page_of(load(transcript), transcript)
