"""A seat that signs two things for one place: found by whoever has both, and convicted before anybody."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from p2puno.seat.inbox import Inbox, TwoStories
from protocol.crypto.hashing import frame
from protocol.crypto.signing import IdentityKey
from protocol.errors import RemoteError
from protocol.table.frame import open_table
from protocol.table.phases import (
    Acknowledging,
    Answering,
    DuelOpening,
    OpeningHands,
    Phase,
    Pooling,
    Publishing,
    Showing,
    Taking,
)
from protocol.table.table import apply, contribute, expected
from protocol.transcript.contribution import (
    CONTRIBUTION_CONTEXT,
    Contribution,
    equivocates,
    receive_contribution,
    sign_contribution,
)
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Acknowledge, Evidence, Signed
from tests.adversary import ed25519
from tests.adversary.cheating import Scene, every_game, every_scene, guilty_game, scene_of, scenes
from tests.table.simulation import Simulation

OTHER_HEAD = bytes(range(32))


def one_of_each_slot() -> list[Scene]:
    """A scene for every kind of slot, the last of its kind in the games."""
    return list({type(scene.moment.state.phase): scene for scene in every_scene()}.values())


def other_story(scene: Scene) -> Contribution:
    """The same words after another past: what a seat says to those it has told something else."""
    statement = scene.moment.said[scene.seat].statement
    identity = scene.moment.secrets[scene.seat].identity
    return sign_contribution(identity, replace(statement, head=OTHER_HEAD))


def signed_again(scene: Scene, nonce: int) -> Contribution:
    """The same statement with another valid signature: heads cover signatures, so this splits the table."""
    identity = scene.moment.secrets[scene.seat].identity
    honest = scene.moment.said[scene.seat]
    seed = identity._private.private_bytes_raw()
    inner = encode(honest.statement)
    message = frame(b"p2puno/signature/1", CONTRIBUTION_CONTEXT.encode(), inner)
    return Contribution(honest.statement, encode(Signed(inner, ed25519.sign(seed, message, nonce))))


@pytest.mark.parametrize(
    "scene", one_of_each_slot(), ids=lambda scene: type(scene.moment.state.phase).__name__
)
def test_two_stories_in_every_kind_of_slot(scene: Scene) -> None:
    state = scene.moment.state
    first, second = scene.moment.said[scene.seat], other_story(scene)
    for one, two in ((first, second), (second, first)):
        inbox = Inbox(state)
        _fill(inbox, state.slot)
        assert inbox.take_contribution(one.data) == one
        found = inbox.take_contribution(two.data)
        assert isinstance(found, TwoStories)
        assert found.seat == scene.seat
        _convicts(scene, found)


def _fill(inbox: Inbox, slots: int) -> None:
    """As if everything before had been applied."""
    inbox.log.extend(() for _ in range(slots))


def _convicts(scene: Scene, found: TwoStories) -> None:
    """Anybody at the table can check it, from the bytes alone."""
    state = scene.moment.state
    evidence = decode(encode(Evidence(found.first.data, found.second.data)), Evidence)
    pair = [receive_contribution(state.proposal, state.table, d) for d in (evidence.first, evidence.second)]
    assert equivocates(*pair)
    assert {each.statement.seat for each in pair} == {scene.seat}


RELEASES = (Answering, DuelOpening, OpeningHands, Pooling, Publishing, Showing, Taking)


@pytest.mark.parametrize("phase", RELEASES, ids=lambda phase: phase.__name__)
def test_before_a_secret_is_let_go_all_have_signed_the_same_past(phase: type[Phase]) -> None:
    """Or two stories would read two hands with one 7: while pasts differ, the slot before is not complete."""
    found = [
        before
        for game in every_game()
        for before, after in pairwise(game.moments)
        if isinstance(after.state.phase, phase) and not isinstance(before.state.phase, phase)
    ]
    assert found
    for before in found:
        state = before.state
        assert isinstance(state.phase, Acknowledging)
        assert set(before.said) == set(state.present)
        for liar in before.said:
            inbox = Inbox(state)
            _fill(inbox, state.slot)
            told = before.said | {liar: other_story(Scene(before, liar, Acknowledge()))}
            for each in told.values():
                inbox.take_contribution(each.data)
            assert inbox.complete(expected(state), state.head) is None
            assert inbox.strangers(expected(state), state.head) == [liar]


@pytest.mark.parametrize(
    "scene", one_of_each_slot()[:4], ids=lambda scene: type(scene.moment.state.phase).__name__
)
def test_a_second_signature_over_the_same_statement_is_a_second_story(scene: Scene) -> None:
    state = scene.moment.state
    honest, again = scene.moment.said[scene.seat], signed_again(scene, 2**200 + 5)
    assert again.statement == honest.statement
    assert receive_contribution(state.proposal, state.table, again.data) == again  # the signature holds
    one = apply(state, scene.moment.said)
    two = apply(state, scene.moment.said | {scene.seat: again})
    assert one.head != two.head  # and it would split the table
    inbox = Inbox(state)
    _fill(inbox, state.slot)
    inbox.take_contribution(honest.data)
    found = inbox.take_contribution(again.data)
    assert isinstance(found, TwoStories)
    _convicts(scene, found)


def test_our_own_signer_signs_one_way_only() -> None:
    scene = scene_of(type(every_scene()[0].body))
    seed = scene.moment.secrets[scene.seat].identity._private.private_bytes_raw()
    statement = scene.moment.said[scene.seat].statement
    assert sign_contribution(IdentityKey(seed), statement) == scene.moment.said[scene.seat]


def test_a_later_contradiction_of_what_is_in_the_log() -> None:
    """The slot is long applied when the other story comes."""
    table = guilty_game()
    scene = scenes(table)[10]
    inbox = Inbox(open_table(table.proposal_data))
    for said in table.log:
        inbox.close_slot(said, table.state)
    found = inbox.take_contribution(other_story(scene).data)
    assert isinstance(found, TwoStories)
    assert found.first == scene.moment.said[scene.seat]
    _convicts(scene, found)


def test_different_places_are_no_contradiction() -> None:
    first, second = every_scene()[0], every_scene()[3]
    one, two = first.moment.said[first.seat], second.moment.said[second.seat]
    assert not equivocates(one, two)
    assert not equivocates(one, one)
    other_seat = first.moment.said[1 - first.seat]
    assert not equivocates(one, other_seat)


def test_a_split_table_cannot_go_on_together() -> None:
    """Seat 2 tells seat 0 one story and seat 1 another: from the next slot on their heads differ."""
    table = Simulation.new(3, seed=11)
    for _ in range(4):
        table.step()
    state = table.state
    while expected(table.state).seats != (2,):
        table.step()
    state = table.state
    stories = [contribute(state, table.secrets[2], None, bytes([n]) * 32) for n in (0, 1)]
    assert equivocates(*stories)
    left, right = (apply(state, {2: story}) for story in stories)
    assert left.slot == right.slot
    assert left.head != right.head
    seats = expected(left).seats
    said = {seat: contribute(left, table.secrets[seat], None, bytes(32)) for seat in seats}
    with pytest.raises(RemoteError) as refused:
        apply(right, said)
    assert refused.value.obligation == "head"
    inbox = Inbox(open_table(table.proposal_data))
    for each in table.log:
        inbox.close_slot(each, table.state)
    inbox.close_slot([stories[1]], right)
    for contribution in said.values():
        inbox.take_contribution(contribution.data)
    assert inbox.complete(expected(right), right.head) is None
    assert inbox.strangers(expected(right), right.head) == sorted(said)
    assert inbox.missing(expected(right)) == ()
    found = inbox.take_contribution(stories[0].data)  # what the other side has of that slot
    assert isinstance(found, TwoStories)
    assert found.seat == 2
