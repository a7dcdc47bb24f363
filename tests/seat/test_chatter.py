"""A line of chat is heard once, however long somebody keeps it; what is remembered has its bound."""

from __future__ import annotations

from p2puno.seat.chatter import LINES_REMEMBERED, SLOTS_REMEMBERED, Chatter
from protocol.transcript.contribution import HeardSignal
from protocol.wire.messages import Signal


def line(number: int, slot: int, seat: int = 0) -> HeardSignal:
    signal = Signal(bytes(32), 1, slot, bytes(32), seat, (), b"x")
    return HeardSignal(signal, b"%d %d %d" % (number, slot, seat))


def test_an_old_line_cannot_be_brought_again_by_whoever_kept_it() -> None:
    chatter = Chatter(lambda: 0.0)
    kept = line(0, slot=5)
    assert chatter.is_new_line(kept, 5)
    for number in range(1, 600):
        assert chatter.is_new_line(line(number, slot=5), 5), "more than were remembered in all before"
    assert not chatter.is_new_line(kept, 5)
    assert not chatter.is_new_line(kept, 5 + SLOTS_REMEMBERED)
    assert not chatter.is_new_line(kept, 6 + SLOTS_REMEMBERED), "forgotten, and too old to be heard"
    assert not chatter._said[0]


def test_a_seat_that_lags_behind_is_heard() -> None:
    assert Chatter(lambda: 0.0).is_new_line(line(0, slot=5), 5 + SLOTS_REMEMBERED)


def test_so_many_lines_of_one_seat_are_remembered_and_others_are_heard_beside_it() -> None:
    chatter = Chatter(lambda: 0.0)
    heard = [chatter.is_new_line(line(number, slot=2**30), 7) for number in range(LINES_REMEMBERED + 50)]
    assert sum(heard) == LINES_REMEMBERED
    assert len(chatter._said[0]) == LINES_REMEMBERED
    assert chatter.is_new_line(line(0, slot=7, seat=1), 7)
