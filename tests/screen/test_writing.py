"""Lines as prompt_toolkit puts them into the cells of a terminal."""

from __future__ import annotations

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import DummyInput
from prompt_toolkit.layout import FormattedTextControl, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Screen, WritePosition
from prompt_toolkit.output import DummyOutput

from p2puno.ui.screen.stage import Line
from p2puno.ui.screen.writing import cover

COLUMNS = 10
MARKED = "b\u064f"


def drawn(line: Line) -> str:
    with create_app_session(input=DummyInput(), output=DummyOutput()):
        window = Window(FormattedTextControl([*line, ("", cover(line))]), always_hide_cursor=True)
        screen = Screen()
        window.write_to_screen(screen, MouseHandlers(), WritePosition(0, 0, COLUMNS, 1), "", True, None)
    return "".join(screen.data_buffer[0][column].char for column in range(COLUMNS))


@pytest.mark.parametrize("before", [0, 1, COLUMNS - 2])
def test_a_mark_at_the_end_of_a_line_is_drawn_once(before: int) -> None:
    assert drawn([("class:loud", "a" * before + MARKED)]).rstrip() == "a" * before + MARKED


def test_other_lines_are_drawn_as_they_are() -> None:
    assert drawn([("", f"{MARKED}c")]).rstrip() == f"{MARKED}c"
    assert drawn([("", "a" * COLUMNS)]) == "a" * COLUMNS
    assert not drawn([]).strip()
