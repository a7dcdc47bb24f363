"""What a seat answers to what it hears, with a mesh that only remembers what it was told to send."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
import trio
from trio.testing import MockClock

from p2puno.net.events import Event, LinkDown, LinkUp, Neighbours, Received
from p2puno.net.gallery import Gallery
from p2puno.net.limits import DEFAULT_LIMITS
from p2puno.seat.attendance import STATUS_SECONDS
from p2puno.seat.catchup import STATUS_ANSWERS
from p2puno.seat.council import Council
from p2puno.seat.inbox import Inbox
from p2puno.seat.player import Company, Controls
from p2puno.seat.recall import Recall
from p2puno.seat.recovery import Applied
from p2puno.seat.talk import Talk
from p2puno.store.own_records import OWN_CONTRIBUTION, OWN_SIGNAL, OWN_VOTE
from protocol.rules.ruleset import RuleSet
from protocol.table.choices import CatchSeat, DrawCard
from protocol.table.grounds import Ground, Reason
from protocol.table.signals import make_signal
from protocol.table.table import expected
from protocol.transcript.contribution import sign_contribution
from protocol.transcript.vote import sign_vote
from protocol.wire.codec import encode
from protocol.wire.messages import Evidence, Statement, Status
from protocol.wire.removal import Vote
from tests.table.simulation import Simulation
from tests.table.test_races import one_left

PEER = b"p" * 32


@dataclass
class SilentMesh:
    """Implements what `Talk` uses of a mesh."""

    sent: list[tuple[bytes, bytes]] = field(default_factory=list)
    dropped: list[bytes] = field(default_factory=list)
    relayed: list[Received] = field(default_factory=list)
    events: trio.MemoryReceiveChannel[Event] = field(init=False)

    identity = b"m" * 32
    gallery: Gallery = field(default_factory=lambda: Gallery(DEFAULT_LIMITS))

    def linked(self) -> frozenset[bytes]:
        return frozenset({PEER})

    def publish(self, payload: bytes) -> None:
        self.sent.append((PEER, payload))

    def send(self, peer: bytes, payload: bytes) -> None:
        self.sent.append((peer, payload))

    def relay(self, received: Received) -> None:
        self.relayed.append(received)

    def drop(self, peer: bytes, sentence: str) -> None:
        self.dropped.append(peer)


class NoRecords:
    """Nothing is kept; what would be kept again is remembered."""

    def __init__(self) -> None:
        self.again: list[tuple[int, bytes]] = []

    def keep_again(self, kind: int, data: bytes) -> None:
        self.again.append((kind, data))

    def keep_ground(self, data: bytes) -> None:
        pass


@dataclass
class Heard:
    """A seat some slots into a game, and what its talk made of what it heard."""

    game: Simulation
    mesh: SilentMesh
    talk: Talk
    convicted: list[Ground]
    records: NoRecords

    def hear(self, payload: bytes) -> None:
        self.talk._received(Received(PEER, PEER, payload))


def after_slots(slots: int) -> Heard:
    game = Simulation.new(3, RuleSet.preset("classic"))
    game.run(slots)
    return heard_at(game)


def heard_at(game: Simulation, seat: int = 0) -> Heard:
    """What a seat makes of what it hears from now on."""
    states = [*(moment.state for moment in game.moments), game.state]
    inbox = Inbox(states[0])
    for contributions, after in zip(game.log, states[1:], strict=True):
        inbox.close_slot(contributions, after)
    mesh, convicted = SilentMesh(), list[Ground]()
    records = NoRecords()
    recall = Recall(seat, frozenset({PEER}), inbox, True, trio.current_time, records)  # type: ignore[arg-type]
    nothing = lambda *_: None  # noqa: E731 - what no test here is about
    parts = inbox, records, Controls(), mesh.publish, lambda: True, Company
    council = Council(states[0], game.secrets[seat], *parts)  # type: ignore[arg-type]
    for after in states[1:]:
        council.remember(Applied(after, None))
    talk = Talk(mesh, inbox, lambda: game.state, [], council, recall, convicted.append, nothing)  # type: ignore[arg-type]
    return Heard(game, mesh, talk, convicted, records)


async def test_who_is_behind_is_sent_what_it_lacks() -> None:
    here = after_slots(6)
    here.hear(encode(Status(0, 4, bytes(32), (), (), 0)))
    lacking = [c.data for contributions in here.game.log[4:] for c in contributions]
    assert here.mesh.sent == [(PEER, data) for data in lacking]


async def test_who_asks_without_end_is_not_answered_without_end(autojump_clock: MockClock) -> None:
    """Ten thousand short questions would else be ten thousand times the log."""
    here = after_slots(6)
    question = encode(Status(0, 0, bytes(32), (), (), 0))
    for _ in range(10_000):
        here.hear(question)
    everything = sum(map(len, here.game.log))
    assert len(here.mesh.sent) == STATUS_ANSWERS.burst * everything
    await trio.sleep(1)
    here.hear(question)
    assert len(here.mesh.sent) == (STATUS_ANSWERS.burst + 1) * everything


async def test_who_stands_at_the_same_slot_with_another_head_is_shown_the_log_once() -> None:
    here = after_slots(6)
    other_head = encode(Status(0, 6, bytes(32), (), (), 0))
    here.hear(other_head)
    here.hear(other_head)
    everything = [c.data for contributions in here.game.log for c in contributions]
    assert here.mesh.sent == [(PEER, data) for data in everything]


async def test_over_a_new_link_the_log_is_shown_again() -> None:
    """What was shown over the old one may be lost, and it is what convicts."""
    here = after_slots(6)
    other_head = Received(PEER, PEER, encode(Status(0, 6, bytes(32), (), (), 0)))
    send, here.mesh.events = trio.open_memory_channel[Event](4)
    async with send:
        for event in (other_head, LinkUp(PEER), other_head):
            await send.send(event)
    await here.talk.listen()
    told = here.game.log[0][0].data
    assert [data for _, data in here.mesh.sent].count(told) == 2


@pytest.mark.parametrize("back", [None, "link", "word"])
async def test_whose_link_breaks_is_away_until_heard_again(back: str | None) -> None:
    """Over a new link, or over the others' links."""
    here = after_slots(6)
    slot = expected(here.game.state)
    seat = next(seat for seat in slot.seats if seat)
    key = here.game.state.proposal.seats[seat].key
    word = sign_contribution(
        here.game.secrets[seat].identity,
        Statement(here.game.state.table, 0, slot.index, here.game.state.head, seat, b"?"),
    )
    later: dict[str | None, Event] = {
        "link": LinkUp(key),
        "word": Received(PEER, PEER, word.data),
        None: LinkUp(PEER),
    }
    send, here.mesh.events = trio.open_memory_channel[Event](4)
    async with send:
        await send.send(LinkDown(key, "it broke", on_purpose=False))
        await send.send(later[back])
    await here.talk.listen()
    assert here.talk.attendance.company.away == (frozenset({seat}) if back is None else frozenset())


async def test_who_still_has_a_link_is_told_when_it_stays_so(autojump_clock: MockClock) -> None:
    """When a program ends, one link after the other breaks: what somebody else said before is out of date."""
    here = after_slots(6)
    keys = [entry.key for entry in here.game.state.proposal.seats]
    send, here.mesh.events = trio.open_memory_channel[Event](4)
    async with send:
        await send.send(Neighbours(keys[2], frozenset({keys[1]})))
        await send.send(LinkDown(keys[1], "it broke", on_purpose=False))
    await here.talk.listen()
    attendance = here.talk.attendance
    assert (attendance.company.away, attendance.company.reached) == ({1}, frozenset())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(attendance.remind, here.talk.catch_up)
        await trio.sleep(STATUS_SECONDS + 1)
        assert attendance.company.reached == {(1, 2)}
        here.talk.recall.neighbours[keys[2]] = frozenset()
        attendance.look_round()
        assert attendance.company.reached == frozenset()
        nursery.cancel_scope.cancel()


def test_a_second_story_about_a_completed_slot_convicts_its_signer() -> None:
    here = after_slots(6)
    told = here.game.log[3][0]
    other = sign_contribution(
        here.game.secrets[told.statement.seat].identity,
        type(told.statement)(
            told.statement.table, 0, 3, told.statement.head, told.statement.seat, told.statement.body + b"x"
        ),
    )
    here.hear(other.data)
    (ground,) = here.convicted
    assert (ground.reason, ground.seat, ground.slot) == (Reason.TWO_STORIES, told.statement.seat, 3)
    assert ground.data == encode(Evidence(*sorted((told.data, other.data))))


def test_evidence_that_convicts_nobody_costs_the_link() -> None:
    here = after_slots(6)
    same = here.game.log[3][0].data
    here.hear(encode(Evidence(same, same)))
    assert here.convicted == []
    assert here.mesh.dropped == [PEER]


async def test_what_this_seat_had_said_and_forgotten_is_put_down_again() -> None:
    """Else it would be forgotten once more, when those who have told it are out of reach."""
    table = one_left(4, uno=False)
    here = heard_at(table, 2)
    here.talk.recall.remembers = False
    state, mine = table.state, table.secrets[2]
    said = sign_contribution(
        mine.identity, Statement(state.table, state.term, state.slot, state.head, 2, b"?")
    ).data
    signal = make_signal(state, mine, CatchSeat(0), ()).data
    vote = sign_vote(
        mine.identity, Vote(state.table, state.term, state.slot, state.head, 2, 1, (0,), (), (), ())
    ).data
    others = make_signal(state, table.secrets[1], DrawCard(), ()).data
    for data in (said, signal, vote, others, said, signal, vote):
        here.hear(data)
    assert here.records.again == [(OWN_CONTRIBUTION, said), (OWN_SIGNAL, signal), (OWN_VOTE, vote)]
    assert here.mesh.dropped == []


@pytest.mark.parametrize(
    ("way", "late", "first"),
    [(0.0, 0.06, 1), (0.05, 0.06, 1), (0.07, 0.06, 2), (0.1, 0.06, 2), (2.0, 0.12, 1)],
)
async def test_a_signal_over_a_slow_line_is_put_where_it_was_given(
    way: float, late: float, first: int, autojump_clock: MockClock
) -> None:
    """The signal of seat 2, which is `way` seconds away, comes so much later than that of seat 1."""
    table = one_left(4, uno=False)
    here = heard_at(table)
    here.talk.distances.spoke(3, 0.0)
    here.talk.distances.heard(2, 4, 2 * way)
    for seat, action in ((1, DrawCard()), (2, CatchSeat(0))):
        here.hear(make_signal(table.state, table.secrets[seat], action, ()).data)
        await trio.sleep(late)
    order = [heard.signal.seat for heard in here.talk._inbox.signals(table.state.slot)]
    assert order == [first, 3 - first]
