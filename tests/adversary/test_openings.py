"""False hands at the end of a round, where points are made of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from protocol.crypto.equality import prove_equality
from protocol.crypto.group import G
from protocol.table.making import Maker
from protocol.table.state import card_point
from protocol.table.table import apply
from protocol.wire.messages import OpenHand
from tests.adversary.cheating import Scene, refuse, scenes_of
from tests.table.omniscience import hand
from tests.table.rigged import card


def loser() -> Scene:
    return max(scenes_of(OpenHand), key=lambda scene: len(scene.body.cards))  # type: ignore[attr-defined]


def winner() -> Scene:
    return min(scenes_of(OpenHand), key=lambda scene: len(scene.body.cards))  # type: ignore[attr-defined]


def opened_as(scene: Scene, numbers: tuple[int, ...]) -> OpenHand:
    """The hand opened as these cards, with the best proof there is."""
    state, secrets = scene.moment.state, scene.moment.secrets[scene.seat]
    held = state.hand(scene.seat)
    proof = prove_equality(
        state.proof(scene.seat, "equality", "open"),
        G,
        held.key,
        [(card_point(n), e) for n, e in zip(numbers, held.elements, strict=False)],
        secrets.scalar(held.origin),
        Maker(secrets, None, bytes(32)).nonces,
    )
    return OpenHand(numbers, proof.to_bytes())


Lie = Callable[[tuple[int, ...], tuple[int, ...]], tuple[int, ...]]
LIES: dict[str, Lie] = {
    "a cheaper card": lambda held, _: (card("red 0"), *held[1:]),
    "a card from the discards": lambda held, discards: (discards[0], *held[1:]),
    "the last card laid": lambda held, discards: (discards[-1], *held[1:]),
    "a card twice": lambda held, _: (held[1], *held[1:]),
    "two cards exchanged": lambda held, _: (held[1], held[0], *held[2:]),
    "a card too few": lambda held, _: held[1:],
    "a card too many": lambda held, _: (*held, 60),
    "no card of the deck": lambda held, _: (120, *held[1:]),
    "no card at all": lambda _held, _: (),
}


@pytest.mark.parametrize("how", LIES)
def test_a_false_hand(how: str) -> None:
    scene = loser()
    state = scene.moment.state
    held = hand(state, scene.moment.secrets, scene.seat)
    lie = LIES[how](held, state.rules.discards)
    body = opened_as(scene, lie) if lie else OpenHand((), b"")
    error = refuse(scene.moment, scene.with_body(body))
    assert (error.seat, error.slot, error.obligation) == (scene.seat, state.slot, "open")


def test_the_builder_opens_hands_that_stand() -> None:
    scene = loser()
    held = hand(scene.moment.state, scene.moment.secrets, scene.seat)
    after = apply(scene.moment.state, scene.with_body(opened_as(scene, held)))
    assert after.slot == scene.moment.state.slot + 1


def test_cards_of_a_seat_that_has_none() -> None:
    scene = winner()
    other = loser().body
    assert isinstance(other, OpenHand)
    for body in (other, OpenHand((60,), b""), OpenHand((), other.proof)):
        error = refuse(scene.moment, scene.with_body(body))
        assert (error.seat, error.obligation) == (scene.seat, "open")
