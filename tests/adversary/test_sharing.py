"""Seats that share, acknowledge and strip falsely (specs/table.md, Sharing and Stripping)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from protocol.crypto.equality import prove_equality
from protocol.crypto.group import (
    Element,
    G,
    combine,
    multiply_base_secret,
    multiply_secret,
    negate,
    scalar_to_bytes,
)
from protocol.crypto.sealing import seal
from protocol.crypto.sharing import share_images, split_inverse
from protocol.errors import RemoteError
from protocol.obligations import OBLIGATION_OF
from protocol.table.making import Maker
from protocol.table.phases import Choosing, Phase, Receiving, Sharing, Shuffling, Stripping
from protocol.table.sharing import SHARE, make_receipt, own_share
from protocol.table.state import TableState
from protocol.table.stripping import elements_to_strip
from protocol.table.table import apply
from protocol.transcript.contribution import Contribution
from protocol.wire.messages import Body, Shuffle, Unmask
from protocol.wire.sharing import Complaint, Receipt, Share, SharedShuffle, Shares
from tests.adversary.cheating import Scene, bodies, forge, refuse, scenes
from tests.adversary.house import shared
from tests.table.departures import depart
from tests.table.rigged import Arranged
from tests.table.simulation import Moment

ENTROPY = bytes(range(32))
SHARER, HOLDER, OTHER = 0, 1, 2


def scene_in(kind: type[Phase], seat: int) -> Scene:
    """The last slot of this phase, as this seat contributes to it."""
    return [
        scene
        for scene in scenes(shared())
        if isinstance(scene.moment.state.phase, kind) and scene.seat == seat
    ][-1]


def blamed(scene: Scene, body: Body, obligation: str) -> None:
    error = refuse(scene.moment, scene.with_body(body))
    assert (error.seat, error.obligation, error.slot) == (scene.seat, obligation, scene.moment.state.slot)
    assert OBLIGATION_OF[obligation] in (6, 7)


def body_of(scene: Scene) -> Shares:
    assert isinstance(scene.body, Shares)
    return scene.body


# --- reception keys ------------------------------------------------------------------------------------


def test_reception_keys_are_as_many_as_sharers_and_new() -> None:
    scene = scene_in(Shuffling, OTHER)
    body = scene.body
    assert isinstance(body, SharedShuffle)
    first, second = body.receptions
    blamed(scene, replace(body, receptions=(first,)), "shuffle")
    blamed(scene, replace(body, receptions=(first, second, G.to_bytes())), "shuffle")
    blamed(scene, replace(body, receptions=(first, first)), "fresh key")
    blamed(scene, replace(body, receptions=(first, body.key)), "fresh key")
    phase = scene.moment.state.phase
    assert isinstance(phase, Shuffling)
    (_, of_another), *_ = phase.masks[0].receptions
    blamed(scene, replace(body, receptions=(first, of_another.to_bytes())), "fresh key")


def test_a_shuffle_without_reception_keys_where_they_are_due() -> None:
    scene = scene_in(Shuffling, OTHER)
    body = scene.body
    assert isinstance(body, SharedShuffle)
    blamed(scene, Shuffle(body.key, body.pile, body.proof), "shuffle")


def test_reception_keys_for_a_pile_that_is_not_shared() -> None:
    """The cut's."""
    scene = next(each for each in scenes(shared()) if isinstance(each.body, Shuffle))
    body = scene.body
    assert isinstance(body, Shuffle)
    blamed(scene, SharedShuffle(body.key, body.pile, body.proof, ()), "shuffle")


# --- shares that are refused at once -------------------------------------------------------------------


def test_shares_that_do_not_add_up() -> None:
    scene = scene_in(Sharing, SHARER)
    first, second = body_of(scene).shares
    shifted = combine([Element.from_bytes(first.image), G]).to_bytes()
    blamed(scene, Shares((replace(first, image=shifted), second)), "share")
    blamed(scene, Shares((second, second)), "share")


def test_shares_of_another_key() -> None:
    """They add up to the inverse of a key that is not that of the mask: the sum is not G."""
    scene = scene_in(Sharing, SHARER)
    key = scene.moment.state.the_epoch().mask(SHARER).key
    images = share_images(key, split_inverse(12345, [678]))
    parts = zip(body_of(scene).shares, images, strict=True)
    blamed(scene, Shares(tuple(replace(each, image=image.to_bytes()) for each, image in parts)), "share")


def test_too_many_shares() -> None:
    scene = scene_in(Sharing, SHARER)
    first, second = body_of(scene).shares
    blamed(scene, Shares((first, second, second)), "share")


def test_shares_of_another_seat_copied() -> None:
    """The sum is right, for nobody can tell what it is a share of; but the boxes open for nobody."""
    scene = scene_in(Sharing, SHARER)
    copied = bodies(scene.moment)[OTHER]
    assert isinstance(copied, Shares)
    said = scene.with_body(copied)
    complained(scene.moment, said, {HOLDER, OTHER})


# --- shares that only their holder can judge -----------------------------------------------------------


def boxed(scene: Scene, share: int, sender: int = SHARER, holder: int = HOLDER) -> bytes:
    """A share sealed as `sender` seals it for `holder` in this slot."""
    state = scene.moment.state
    recipient = dict(state.the_epoch().mask(holder).receptions)[sender]
    context = b"p2puno/v3/share" + state.binding(sender).to_bytes() + bytes([holder])
    return seal(recipient, scalar_to_bytes(share), context, ENTROPY)


def true_share(scene: Scene, holder: int) -> int:
    secrets = scene.moment.secrets[SHARER]
    state = scene.moment.state
    part = secrets.scalar(state.origin(f"part/{HOLDER}"))
    key = secrets.scalar(state.the_epoch().mask(SHARER).origin)
    return split_inverse(key, [part])[0 if holder == HOLDER else 1]


def _another(scene: Scene) -> bytes:
    return boxed(scene, true_share(scene, HOLDER) + 1)


def _of_another_holder(scene: Scene) -> bytes:
    return boxed(scene, true_share(scene, OTHER))


def _zero(scene: Scene) -> bytes:
    return boxed(scene, 0)


def _for_another_holder(scene: Scene) -> bytes:
    return boxed(scene, true_share(scene, HOLDER), holder=OTHER)


def _spoilt(scene: Scene) -> bytes:
    return body_of(scene).shares[0].sealed[:-1] + b"\0"


def _not_reduced(scene: Scene) -> bytes:
    state = scene.moment.state
    recipient = dict(state.the_epoch().mask(HOLDER).receptions)[SHARER]
    context = b"p2puno/v3/share" + state.binding(SHARER).to_bytes() + bytes([HOLDER])
    return seal(recipient, b"\xff" * 32, context, ENTROPY)


FALSE_BOXES: dict[str, Callable[[Scene], bytes]] = {
    "another number": _another,
    "the share of another holder": _of_another_holder,
    "nothing": _zero,
    "a box for another holder": _for_another_holder,
    "a spoilt box": _spoilt,
    "a number above the order": _not_reduced,
}


def complained(moment: Moment, said: dict[int, Contribution], complainers: set[int]) -> None:
    """The slot is accepted; in the next one these seats complain, and the sharer is convicted of it."""
    after = apply(moment.state, said)
    assert isinstance(after.phase, Receiving)
    receipts = {
        seat: make_receipt(after, after.phase, Maker(moment.secrets[seat], None, ENTROPY))
        for seat in range(3)
    }
    assert {seat for seat, receipt in receipts.items() if receipt.complaints} == complainers
    following = replace(moment, state=after)
    contributions = {seat: forge(following, seat, receipt) for seat, receipt in receipts.items()}
    error = refuse(following, contributions)
    assert (error.seat, error.obligation, error.slot) == (SHARER, "share", moment.state.slot)


@pytest.mark.parametrize("box", FALSE_BOXES.values(), ids=FALSE_BOXES)
def test_a_box_that_does_not_hold_the_share(box: Callable[[Scene], bytes]) -> None:
    scene = scene_in(Sharing, SHARER)
    first, second = body_of(scene).shares
    said = scene.with_body(Shares((replace(first, sealed=box(scene)), second)))
    complained(scene.moment, dict(said), {HOLDER})


def test_an_honest_box_is_made_like_these() -> None:
    """So what they change is what convicts."""
    scene = scene_in(Sharing, SHARER)
    first, second = body_of(scene).shares
    good = replace(first, sealed=boxed(scene, true_share(scene, HOLDER)))
    after = apply(scene.moment.state, scene.with_body(Shares((good, second))))
    assert isinstance(after.phase, Receiving)
    receipt = make_receipt(after, after.phase, Maker(scene.moment.secrets[HOLDER], None, ENTROPY))
    assert receipt == Receipt(())


# --- complaints ----------------------------------------------------------------------------------------


def reception(scene: Scene, holder: int, sharer: int) -> int:
    mask = scene.moment.state.the_epoch().mask(holder)
    return scene.moment.secrets[holder].scalar(replace(mask.origin, purpose=f"{SHARE}/{sharer}"))


def test_a_complaint_of_a_share_that_is_right() -> None:
    scene = scene_in(Receiving, HOLDER)
    secret = scalar_to_bytes(reception(scene, HOLDER, SHARER))
    blamed(scene, Receipt((Complaint(SHARER, secret),)), "receipt")


@pytest.mark.parametrize("secret", [b"\0" * 32, b"\xff" * 32, b"\x07" * 32], ids=["zero", "large", "foreign"])
def test_a_complaint_with_another_key(secret: bytes) -> None:
    blamed(scene_in(Receiving, HOLDER), Receipt((Complaint(SHARER, secret),)), "receipt")


@pytest.mark.parametrize("sharer", [HOLDER, 7])
def test_a_complaint_of_a_share_that_was_not_to_come(sharer: int) -> None:
    scene = scene_in(Receiving, HOLDER)
    secret = scalar_to_bytes(reception(scene, HOLDER, SHARER))
    blamed(scene, Receipt((Complaint(sharer, secret),)), "receipt")


# --- stripping -----------------------------------------------------------------------------------------


@cache
def stripped() -> tuple[Arranged, Moment]:
    """Seat 1 has left while seat 2 chooses; seats 0 and 2 take its mask off the pile."""
    table = shared().copy()
    assert isinstance(table.state.phase, Choosing)
    depart(table, {1})
    table.step()
    assert isinstance(table.state.phase, Stripping)
    table.step()
    return table, table.moments[-1]


def strip_scene(seat: int) -> Scene:
    _, moment = stripped()
    return Scene(moment, seat, bodies(moment)[seat])


def claim_strip(
    scene: Scene, share: int, parts: list[Element], masked: list[Element] | None = None
) -> Unmask:
    state, secrets = scene.moment.state, scene.moment.secrets[scene.seat]
    assert isinstance(state.phase, Stripping)
    mask = state.the_epoch().mask(1)
    due = masked or list(elements_to_strip(state, state.phase))
    proof = prove_equality(
        state.proof(scene.seat, "equality", "strip"),
        mask.key,
        multiply_secret(share, mask.key),
        list(zip(due, parts, strict=True)),
        share,
        Maker(secrets, None, ENTROPY).nonces,
    )
    return Unmask(tuple(part.to_bytes() for part in parts), proof.to_bytes())


def held(scene: Scene) -> tuple[int, list[Element]]:
    """The share of seat 1's key that this seat holds, and what it is applied to."""
    state = scene.moment.state
    assert isinstance(state.phase, Stripping)
    shared_key = state.the_epoch().mask(1).shared
    assert shared_key is not None
    share = own_share(state, scene.moment.secrets[scene.seat], 1, shared_key)
    return share, list(elements_to_strip(state, state.phase))


def test_the_true_strip_is_made_like_these() -> None:
    scene = strip_scene(2)
    share, masked = held(scene)
    parts = [multiply_secret(share, element) for element in masked]
    after = apply(scene.moment.state, scene.with_body(claim_strip(scene, share, parts)))
    assert len(after.the_epoch().pile) == len(masked)


def test_a_strip_with_another_share() -> None:
    scene = strip_scene(2)
    share, masked = held(scene)
    parts = [multiply_secret(share + 1, element) for element in masked]
    blamed(scene, claim_strip(scene, share + 1, parts), "strip")
    blamed(scene, claim_strip(scene, share, parts), "strip")


def test_a_strip_of_one_element_falsely() -> None:
    """The next card would be another than it was: the pile shows what nobody drew."""
    scene = strip_scene(2)
    share, masked = held(scene)
    parts = [multiply_secret(share, element) for element in masked]
    for wrong in (negate(parts[0]), parts[1], multiply_base_secret(5)):
        blamed(scene, claim_strip(scene, share, [wrong, *parts[1:]]), "strip")


def test_a_strip_in_another_order() -> None:
    scene = strip_scene(2)
    share, masked = held(scene)
    parts = [multiply_secret(share, element) for element in masked]
    swapped = [parts[1], parts[0], *parts[2:]]
    blamed(scene, claim_strip(scene, share, swapped), "strip")
    masked[:2] = masked[1::-1]
    blamed(scene, claim_strip(scene, share, swapped, masked), "strip")


def test_a_strip_of_another_seat_copied() -> None:
    scene = strip_scene(2)
    copied = bodies(scene.moment)[0]
    assert isinstance(copied, Unmask)
    blamed(scene, copied, "strip")


def test_a_strip_of_too_few() -> None:
    scene = strip_scene(2)
    share, masked = held(scene)
    parts = [multiply_secret(share, element) for element in masked]
    blamed(scene, claim_strip(scene, share, parts[:-1], masked[:-1]), "strip")
    blamed(scene, claim_strip(scene, share, [*parts, parts[0]], [*masked, masked[0]]), "strip")


def test_false_strips_that_cancel_each_other() -> None:
    """The sum is right, and both are refused: the first is named."""
    first, second = strip_scene(0), strip_scene(2)
    forged = dict(first.moment.said)
    for scene, shift in ((first, G), (second, negate(G))):
        share, masked = held(scene)
        parts = [combine([multiply_secret(share, element), shift]) for element in masked]
        forged[scene.seat] = forge(scene.moment, scene.seat, claim_strip(scene, share, parts))
    with pytest.raises(RemoteError) as refused:
        apply(first.moment.state, forged)
    assert (refused.value.seat, refused.value.obligation) == (0, "strip")


def test_an_auditor_that_verifies_later_gets_on() -> None:
    """False strips whose sum is no element at all are somebody's fault also before proofs are verified."""
    first, second = strip_scene(0), strip_scene(2)
    share, masked = held(first)
    parts = [multiply_secret(share, element) for element in masked]
    forged = dict(first.moment.said)
    forged[2] = forge(
        second.moment, 2, claim_strip(second, held(second)[0], [negate(part) for part in parts])
    )
    with pytest.raises(RemoteError) as refused:
        apply(first.moment.state, forged, lambda _claims: None)
    assert refused.value.obligation == "strip"


def test_what_was_stripped_can_be_drawn() -> None:
    table, _ = stripped()
    state: TableState = table.state
    assert 1 in state.rules.gone
    table = table.copy()
    table.settle()
    before = table.state.rules.counts[2]
    table.run(1)
    assert table.state.rules.counts[2] >= before - 1
    assert [mask.seat for mask in table.state.the_epoch().masks] == [0, 2]


def test_shares_have_no_meaning_elsewhere() -> None:
    """A share for another table, slot or sharer does not open: its box is bound to all of them."""
    scene = scene_in(Sharing, SHARER)
    first, second = body_of(scene).shares
    state = scene.moment.state
    recipient = dict(state.the_epoch().mask(HOLDER).receptions)[SHARER]
    share = scalar_to_bytes(true_share(scene, HOLDER))
    for place in (state.binding(OTHER), replace(state.binding(SHARER), slot=state.slot + 1)):
        sealed = seal(recipient, share, b"p2puno/v3/share" + place.to_bytes() + bytes([HOLDER]), ENTROPY)
        said = scene.with_body(Shares((Share(first.image, sealed), second)))
        complained(scene.moment, dict(said), {HOLDER})
