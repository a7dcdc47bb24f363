"""From the end of a game: the real audit on the screen, another game, leaving."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from p2puno.bench.game import record_game
from p2puno.seat.player import Controls
from p2puno.ui import screen_texts as words
from p2puno.ui.screen.end_pages import AuditPage
from p2puno.ui.screen.page import TablePage
from p2puno.ui.screen.samples import AFTER, GAME_END, ROUND_END, as_text
from p2puno.ui.screen.stage import Stage
from protocol.rules.ruleset import RuleSet


@pytest.fixture(scope="module")
def transcript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = record_game(RuleSet.preset("classic").with_options({"rounds": "1"})).data
    path = tmp_path_factory.mktemp("games") / "one.p2puno"
    path.write_bytes(data)
    return path


class Finisher:
    """Somebody at the end of a game."""

    def __init__(self, nursery: trio.Nursery, transcript: Path, *, again: bool = True) -> None:
        self.stage = Stage()
        self.stage.start_soon = nursery.start_soon
        self._drawn = trio.Event()
        self.stage.redraw = self._redraw
        self.page = TablePage(self.stage, Controls())
        self.page.on_slot(AFTER, (ROUND_END, GAME_END))
        self.page.finished(transcript, again=again)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.stage.page.press(key)

    def screen(self) -> str:
        return as_text(self.stage.page.draw(80, 24))

    def _redraw(self) -> None:
        self._drawn.set()
        self._drawn = trio.Event()

    async def see(self, text: object) -> None:
        while str(text) not in " ".join(self.screen().split()):
            await self._drawn.wait()


async def test_the_audit_runs_with_progress_and_gives_its_verdict(
    nursery: trio.Nursery, transcript: Path
) -> None:
    finisher = Finisher(nursery, transcript)
    finisher.press("a")
    await finisher.see(words.AUDITING.format(slots=0, percent=0)[:40])
    await finisher.see(words.AUDIT_CLEAN)
    assert "clean: everything in it holds" in " ".join(finisher.screen().split())
    assert "checked: slots" in finisher.screen()
    finisher.press("enter")
    assert str(words.GAME_TITLE) in finisher.screen()
    assert not finisher.page.ending.closed.is_set()


@pytest.fixture(
    params=[lambda data: data[:-1] + b"x", lambda _: b"nothing of the kind"], ids=["changed", "none"]
)
def damaged(request: pytest.FixtureRequest, transcript: Path, tmp_path: Path) -> Path:
    path = tmp_path / "changed.p2puno"
    path.write_bytes(request.param(transcript.read_bytes()))
    return path


async def test_what_does_not_hold_is_said(nursery: trio.Nursery, damaged: Path) -> None:
    finisher = Finisher(nursery, damaged)
    finisher.press("a")
    await finisher.see(words.AUDIT_NOT_CLEAN)


async def test_a_transcript_that_is_gone_is_no_fault_of_the_program(
    nursery: trio.Nursery, tmp_path: Path
) -> None:
    finisher = Finisher(nursery, tmp_path / "gone.p2puno")
    finisher.press("a")
    await finisher.see("No such file or directory")


async def test_an_audit_can_be_closed_and_ends_then(transcript: Path) -> None:
    async with trio.open_nursery() as nursery:
        finisher = Finisher(nursery, transcript)
        finisher.press("a")
        page = finisher.stage.page
        finisher.press("enter")
    assert isinstance(page, AuditPage)
    assert page._report is None


async def test_another_game_is_one_key_where_there_can_be_one(
    nursery: trio.Nursery, transcript: Path
) -> None:
    finisher = Finisher(nursery, transcript)
    assert "r play again" in finisher.screen()
    finisher.press("r")
    assert finisher.page.ending.closed.is_set()
    assert finisher.page.ending.again
    alone = Finisher(nursery, transcript, again=False)
    assert "r play again" not in alone.screen()
    alone.press("r")
    assert not alone.page.ending.closed.is_set()
    alone.press("q")
    assert alone.page.ending.closed.is_set()
    assert not alone.page.ending.again
