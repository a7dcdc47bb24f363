"""Cheating unmaskings: a mask comes off where and for whom the log says, or the seat is named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from protocol.crypto.equality import prove_equality
from protocol.crypto.group import Element, G, multiply_secret
from protocol.crypto.hashing import hash_to_element
from protocol.table.deck import elements_due
from protocol.table.judging import bytes_of
from protocol.table.making import Maker, quotient
from protocol.table.parcels import Purpose
from protocol.table.phases import Peeling
from protocol.table.state import card_point
from protocol.wire.messages import Unmask
from tests.adversary.cheating import Scene, every_scene, refuse

FOREIGN = hash_to_element("tests/foreign", b"")


def phase_of(scene: Scene) -> Peeling:
    phase = scene.moment.state.phase
    assert isinstance(phase, Peeling)
    return phase


def scenes_for(purpose: Purpose) -> list[Scene]:
    return [
        scene
        for scene in every_scene()
        if isinstance(scene.moment.state.phase, Peeling) and phase_of(scene).purpose is purpose
    ]


def due(scene: Scene) -> tuple[Element, ...]:
    """What loses this seat's mask in this slot."""
    return elements_due(phase_of(scene), scene.seat)


def claim(scene: Scene, bare: list[Element], masked: list[Element] | None = None) -> Unmask:
    """Says that `bare` is what is under this seat's mask; the proof is made for `masked`, or simply false."""
    state, secrets = scene.moment.state, scene.moment.secrets[scene.seat]
    mask = phase_of(scene).mask(scene.seat)
    key = secrets.scalar(mask.origin)
    pairs = list(zip(bare, masked or due(scene), strict=False))
    transcript = state.proof(scene.seat, "equality", f"unmask/{phase_of(scene).purpose.value}")
    nonces = Maker(secrets, None, bytes(32)).nonces
    proof = prove_equality(transcript, G, mask.key, pairs, key, nonces)
    return Unmask(bytes_of(bare), proof.to_bytes())


def without_mask(scene: Scene, elements: Sequence[Element]) -> list[Element]:
    origin = phase_of(scene).mask(scene.seat).origin
    inverse = quotient(1, scene.moment.secrets[scene.seat].scalar(origin))
    return [multiply_secret(inverse, element) for element in elements]


@pytest.mark.parametrize("purpose", list(Purpose), ids=lambda purpose: purpose.value)
def test_another_position_of_the_pile(purpose: Purpose) -> None:
    """The next card instead of this one, with a proof that is true for the next card."""
    scenes = scenes_for(purpose)
    assert scenes
    for scene in scenes:
        for place, following in product(range(len(due(scene))), scene.moment.state.the_epoch().pile[:1]):
            masked = list(due(scene))
            masked[place] = following
            error = refuse(scene.moment, scene.with_body(claim(scene, without_mask(scene, masked), masked)))
            assert (error.seat, error.obligation) == (scene.seat, "unmask")


def test_its_own_cards_of_the_deal_instead_of_anothers() -> None:
    scenes = [scene for scene in scenes_for(Purpose.DEAL) if scene.moment.state.seats == 3]
    assert scenes
    for scene in scenes:
        phase = phase_of(scene)
        for other in (track for track in phase.tracks if track.owner != scene.seat):
            mine = tuple(
                replace(other, elements=track.elements) if track.owner == scene.seat else track
                for track in phase.tracks
                if track != other
            )
            masked = [element for track in mine for element in track.elements]
            error = refuse(scene.moment, scene.with_body(claim(scene, without_mask(scene, masked), masked)))
            assert (error.seat, error.obligation) == (scene.seat, "unmask")


def test_its_own_cards_of_the_deal_as_well() -> None:
    """A seat that opens its own hand to everybody would harm itself; the slot has no place for it."""
    for scene in scenes_for(Purpose.DEAL):
        masked = [element for track in phase_of(scene).tracks for element in track.elements]
        error = refuse(scene.moment, scene.with_body(claim(scene, without_mask(scene, masked), masked)))
        assert (error.seat, error.obligation) == (scene.seat, "unmask")
        assert "were due" in str(error.sentence)


def test_two_cards_of_a_deal_exchanged() -> None:
    """Within a hand, and between two hands."""
    scenes = [scene for scene in scenes_for(Purpose.DEAL) if scene.moment.state.seats == 3]
    assert scenes
    for scene in scenes:
        for one, other in [(0, 1), (0, -1)]:
            bare = without_mask(scene, due(scene))
            bare[one], bare[other] = bare[other], bare[one]
            error = refuse(scene.moment, scene.with_body(claim(scene, bare)))
            assert (error.seat, error.obligation) == (scene.seat, "unmask")


def test_a_key_that_is_not_the_one_of_the_pile() -> None:
    for scene in scenes_for(Purpose.DRAW)[:3]:
        bare = [multiply_secret(31337, element) for element in due(scene)]
        error = refuse(scene.moment, scene.with_body(claim(scene, bare)))
        assert (error.seat, error.obligation) == (scene.seat, "unmask")


@pytest.mark.parametrize("change", [-1, 1])
def test_more_or_fewer_elements(change: int) -> None:
    for scene in scenes_for(Purpose.DEAL)[:1]:
        masked = (
            [*due(scene), scene.moment.state.the_epoch().pile[0]] if change > 0 else list(due(scene)[:-1])
        )
        error = refuse(scene.moment, scene.with_body(claim(scene, without_mask(scene, masked), masked)))
        assert (error.seat, error.obligation) == (scene.seat, "unmask")
        assert "were due" in str(error.sentence)


# --- the last mask: what comes out is a card for everybody --------------------------------------------


def last_steps(purpose: Purpose) -> list[Scene]:
    return [scene for scene in scenes_for(purpose) if len(phase_of(scene).order) == 1]


@pytest.mark.parametrize("purpose", [Purpose.CUT, Purpose.FIRST_CARD], ids=lambda purpose: purpose.value)
def test_the_last_seat_announces_what_it_likes(purpose: Purpose) -> None:
    """A better card, no card at all, in the cut a card that somebody else has: blamed, never a crash."""
    scenes = last_steps(purpose)
    assert scenes
    for scene in scenes:
        honest = without_mask(scene, due(scene))
        for place, element in product(range(len(honest)), [FOREIGN, G, *map(card_point, (18, 107)), *honest]):
            if element == honest[place]:
                continue
            bare = [*honest[:place], element, *honest[place + 1 :]]
            error = refuse(scene.moment, scene.with_body(claim(scene, bare)))
            assert (error.seat, error.slot) == (scene.seat, scene.moment.state.slot)
            assert error.obligation == "unmask"
