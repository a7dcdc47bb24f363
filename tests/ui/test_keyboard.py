"""Reading lines from a descriptor, without ever holding up the end of the program."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from p2puno.ui.keyboard import MAX_LINE, read_lines, split_lines


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


async def test_lines_arrive_as_they_are_typed_and_end_with_the_input(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    lines = read_lines(reading, "utf-8")
    os.write(writing, "play 1\ndräw\r\nqu".encode())
    assert await lines.receive() == "play 1"
    assert await lines.receive() == "dräw\r"
    os.write(writing, b"it")
    os.close(writing)
    assert [line async for line in lines] == ["quit"]


async def test_an_endless_input_waits_until_it_is_read(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    os.write(writing, b"draw\n" * 500)
    os.close(writing)
    lines = read_lines(reading, "utf-8")
    assert len([line async for line in lines]) == 500


def test_a_game_that_ends_does_not_wait_for_the_next_line(pipe: tuple[int, int]) -> None:
    reading, writing = pipe

    async def game() -> None:
        read_lines(reading, "utf-8")

    trio.run(game)
    os.write(writing, b"too late\n")
    os.close(writing)


async def test_the_descriptor_may_be_closed_as_soon_as_reading_has_begun() -> None:
    for _round in range(50):
        reading, writing = os.pipe()
        lines = read_lines(reading, "utf-8")
        os.close(reading)
        os.write(writing, b"draw\n")
        os.close(writing)
        assert [line async for line in lines] == ["draw"]


async def test_a_lost_terminal_is_told_as_such_and_is_no_end_of_the_input() -> None:
    person, terminal = os.openpty()
    with trio.open_signal_receiver(signal.SIGHUP) as signals:
        lines = read_lines(terminal, "utf-8")
        os.write(person, b"draw\n")
        assert await lines.receive() == "draw"
        os.close(person)
        assert await anext(aiter(signals)) == signal.SIGHUP
    with pytest.raises(trio.WouldBlock):
        lines.receive_nowait()
    os.close(terminal)


@given(st.lists(st.binary(max_size=30), max_size=8))
def test_however_the_bytes_come_in_the_lines_are_the_same(pieces: list[bytes]) -> None:
    whole = list(split_lines(iter([b"".join(pieces)]), "utf-8"))
    assert list(split_lines(iter(pieces), "utf-8")) == whole


def test_a_line_without_end_fills_no_memory() -> None:
    lines = list(split_lines(iter([b"x" * 5000] * 50), "utf-8"))
    assert [len(line) for line in lines] == [MAX_LINE]
