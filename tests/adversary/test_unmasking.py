"""Cheating unmaskings: a mask comes off where and for whom the log says, or the seat is named."""

from __future__ import annotations

import pytest

from protocol.crypto.equality import prove_equality
from protocol.crypto.group import Element, G, multiply_secret
from protocol.crypto.hashing import hash_to_element
from protocol.table.judging import bytes_of
from protocol.table.making import Maker, quotient
from protocol.table.phases import Peeling, Purpose, Track
from protocol.table.state import card_point
from protocol.transcript.contribution import Contribution
from protocol.wire.messages import Unmask
from tests.adversary.cheating import Scene, every_scene, forge, refuse
from tests.table.omniscience import epoch_keys, open_elements

FOREIGN = hash_to_element("tests/foreign", b"")


def phase_of(scene: Scene) -> Peeling:
    phase = scene.moment.state.phase
    assert isinstance(phase, Peeling)
    return phase


def scenes_for(purpose: Purpose) -> list[Scene]:
    return [
        scene
        for scene in every_scene()
        if isinstance(scene.body, Unmask) and phase_of(scene).purpose is purpose
    ]


def own_track(scene: Scene) -> Track:
    phase = phase_of(scene)
    owner = (scene.seat - phase.step) % scene.moment.state.seats
    return next(track for track in phase.tracks if track.owner == owner)


def claim(scene: Scene, bare: list[Element], masked: list[Element] | None = None) -> Unmask:
    """Says that `bare` is what is under this seat's mask; the proof is made for `masked`, or simply false."""
    state, secrets = scene.moment.state, scene.moment.secrets[scene.seat]
    epoch = state.the_epoch()
    key = secrets.scalar(epoch.origins[scene.seat])
    pairs = list(zip(bare, masked or own_track(scene).elements, strict=False))
    transcript = state.proof(scene.seat, "equality", f"unmask/{phase_of(scene).purpose.value}")
    nonces = Maker(secrets, None, bytes(32)).nonces
    proof = prove_equality(transcript, G, epoch.keys[scene.seat], pairs, key, nonces)
    return Unmask(bytes_of(bare), proof.to_bytes())


def without_mask(scene: Scene, elements: tuple[Element, ...]) -> list[Element]:
    epoch = scene.moment.state.the_epoch()
    inverse = quotient(1, scene.moment.secrets[scene.seat].scalar(epoch.origins[scene.seat]))
    return [multiply_secret(inverse, element) for element in elements]


@pytest.mark.parametrize("purpose", list(Purpose), ids=lambda purpose: purpose.value)
def test_another_position_of_the_pile(purpose: Purpose) -> None:
    """The next card instead of this one, with a proof that is true for the next card."""
    scenes = scenes_for(purpose)
    assert scenes
    for scene in scenes:
        count = len(own_track(scene).elements)
        other = scene.moment.state.the_epoch().pile[:count]
        if len(other) < count:
            continue
        error = refuse(scene.moment, scene.with_body(claim(scene, without_mask(scene, other), list(other))))
        assert (error.seat, error.obligation) == (scene.seat, "unmask")


def test_another_seats_cards_of_the_deal() -> None:
    scenes = [scene for scene in scenes_for(Purpose.DEAL) if scene.moment.state.seats == 3]
    assert scenes
    for scene in scenes:
        for track in phase_of(scene).tracks:
            if track.owner == own_track(scene).owner:
                continue
            bare = without_mask(scene, track.elements)
            error = refuse(scene.moment, scene.with_body(claim(scene, bare, list(track.elements))))
            assert (error.seat, error.obligation) == (scene.seat, "unmask")


def test_two_cards_of_a_deal_exchanged() -> None:
    for scene in scenes_for(Purpose.DEAL)[:2]:
        bare = without_mask(scene, own_track(scene).elements)
        bare[0], bare[1] = bare[1], bare[0]
        error = refuse(scene.moment, scene.with_body(claim(scene, bare)))
        assert (error.seat, error.obligation) == (scene.seat, "unmask")


def test_a_key_that_is_not_the_one_of_the_pile() -> None:
    for scene in scenes_for(Purpose.DRAW)[:3]:
        bare = [multiply_secret(31337, element) for element in own_track(scene).elements]
        error = refuse(scene.moment, scene.with_body(claim(scene, bare)))
        assert (error.seat, error.obligation) == (scene.seat, "unmask")


@pytest.mark.parametrize("change", [-1, 1])
def test_more_or_fewer_elements(change: int) -> None:
    for scene in scenes_for(Purpose.DEAL)[:1]:
        elements = own_track(scene).elements
        masked = elements[:-1] if change < 0 else (*elements, scene.moment.state.the_epoch().pile[0])
        error = refuse(scene.moment, scene.with_body(claim(scene, without_mask(scene, masked), list(masked))))
        assert (error.seat, error.obligation) == (scene.seat, "unmask")
        assert "were due" in error.sentence


# --- the last mask: what comes out is a card for everybody --------------------------------------------


def last_steps(purpose: Purpose) -> list[Scene]:
    return [scene for scene in scenes_for(purpose) if phase_of(scene).step == phase_of(scene).steps]


@pytest.mark.parametrize("purpose", [Purpose.CUT, Purpose.FIRST_CARD], ids=lambda purpose: purpose.value)
def test_the_last_seat_announces_what_it_likes(purpose: Purpose) -> None:
    """A better card for the cut, no card at all, a card that somebody else has: blamed, never a crash."""
    scenes = last_steps(purpose)
    assert scenes
    for scene in scenes:
        state = scene.moment.state
        others = [track for track in phase_of(scene).tracks if track.owner != own_track(scene).owner]
        keys = epoch_keys(state, scene.moment.secrets)
        doubles = [
            card_point(number)
            for track in others
            for number in open_elements(track.elements, [keys[track.owner]])
        ]
        for element in [FOREIGN, G, card_point(18), card_point(107), *doubles]:
            error = refuse(scene.moment, scene.with_body(claim(scene, [element])))
            assert (error.seat, error.slot) == (scene.seat, state.slot)
            assert error.obligation == "unmask"


def test_two_liars_in_one_slot() -> None:
    """Both announce the same card in the cut: one of them is named, which is enough to stop."""
    scene = last_steps(Purpose.CUT)[0]
    state = scene.moment.state
    said: dict[int, Contribution] = {}
    for seat in scene.moment.said:
        lie = claim(Scene(scene.moment, seat, scene.body), [card_point(18)])
        said[seat] = forge(scene.moment, seat, lie)
    error = refuse(scene.moment, said)
    assert error.seat in said
    assert (error.slot, error.obligation) == (state.slot, "unmask")
