"""A program with the full screen and nothing behind it, to see how it ends; its argument says how.

It begins with the first line that is typed, so that the terminal can be looked at before.
"""

from __future__ import annotations

import sys

import trio

from p2puno.ui.screen.host import run_on_screen
from p2puno.ui.screen.stage import Line, Stage


class LittlePage:
    """Says READY and then the keys; `d` breaks the drawing, `k` breaks the key, `q` ends."""

    def __init__(self, stage: Stage) -> None:
        self.seen = ""
        self.broken = False
        self.ended = trio.Event()
        self._stage = stage

    def draw(self, columns: int, rows: int) -> list[Line]:
        if self.broken or sys.argv[1] == "broken drawing":
            raise ValueError("the drawing is broken")
        return [[("class:red", f"READY {columns}x{rows} [{self.seen}]")]]

    def press(self, key: str) -> None:
        if key == "k":
            raise ValueError("the key is broken")
        self.broken = key == "d"
        self.seen += f"{key} "
        if key == "q":
            self.ended.set()

    def paste(self, pasted: str) -> None:
        self.seen = f"pasted {len(pasted)}"

    def touch(self, what: str) -> None:
        self.seen += f"touched {what} "

    def leave(self) -> None:
        self.seen = "leaving"
        if sys.argv[1] != "stubborn":
            self.ended.set()


async def work(page: LittlePage) -> str:
    if sys.argv[1] == "broken work":
        raise ValueError("the work is broken")
    try:
        await page.ended.wait()
    finally:
        with trio.CancelScope(shield=True):
            await trio.sleep(0.01)
            print("held back", file=sys.stderr)
            print("trio has ended", flush=True)
    return "the result"


def main() -> None:
    sys.stdin.readline()
    stage = Stage()
    page = LittlePage(stage)
    stage.show(page)
    print(run_on_screen(stage, lambda: work(page)))


if __name__ == "__main__":
    main()
