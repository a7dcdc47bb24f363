"""The instruments read what is there to be read."""

from __future__ import annotations

import sys
import time

import trio

from p2puno.bench.instruments import LoopWatch, medians_ms, peak_mib


def _work(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def _two_steps(first: float, second: float, watch: LoopWatch, *, restart: bool = False) -> None:
    _work(first)
    await trio.lowlevel.checkpoint()
    if restart:
        watch.restart()
    _work(second)
    await trio.lowlevel.checkpoint()


async def _watched(first: float, second: float, *, restart: bool = False) -> LoopWatch:
    watch = LoopWatch()
    trio.lowlevel.add_instrument(watch)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: _two_steps(first, second, watch, restart=restart))
    trio.lowlevel.remove_instrument(watch)
    return watch


async def test_the_longest_step_counts() -> None:
    watch = await _watched(0.03, 0.01)
    assert watch.longest_ms >= 30


async def test_what_was_before_a_restart_is_forgotten() -> None:
    watch = await _watched(0.2, 0.2, restart=True)
    assert watch.longest_ms < 200


async def test_an_instrument_added_in_the_middle_of_a_step_does_not_count_what_it_did_not_see() -> None:
    _work(0.05)
    watch = LoopWatch()
    trio.lowlevel.add_instrument(watch)
    await trio.lowlevel.checkpoint()
    trio.lowlevel.remove_instrument(watch)
    assert watch.longest_ms < 50


def test_actions_take_turns_as_often_as_asked_for() -> None:
    ran: list[str] = []
    times = medians_ms(3, lambda: ran.append("a"), lambda: ran.append("b"))
    assert ran == ["a", "b"] * 3
    assert len(times) == 2
    assert min(times) >= 0


def test_memory_is_read_in_mib_or_not_at_all() -> None:
    peak = peak_mib()
    if sys.platform == "linux":
        assert peak is not None
        assert 5 < peak < 2000
    else:
        assert peak is None
