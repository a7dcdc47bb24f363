"""Cheating around a challenged +4: false innocence, false guilt, boxes that do not open, false complaints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from protocol.crypto.equality import prove_equality
from protocol.crypto.fiat_shamir import ProofTranscript
from protocol.crypto.group import ORDER, Element, G, multiply_secret
from protocol.crypto.innocence import InnocenceProof, prove_innocence
from protocol.crypto.sealing import seal
from protocol.crypto.shuffle import prove_shuffle
from protocol.errors import LocalError
from protocol.rules.cards import Colour
from protocol.table.choices import ChallengeFour, DrawCard, KeepCard, PlayCard
from protocol.table.making import Maker, quotient
from protocol.table.phases import Answering, Viewing
from protocol.table.state import Hand, card_point
from protocol.table.table import apply, contribute
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Complain, Guilty, HandOpening, Innocent, Satisfied
from protocol.wire.moves import Challenge, Draw, Play
from tests.adversary.cheating import (
    Scene,
    bodies,
    forge,
    guilty_game,
    innocent_game,
    raced_game,
    refuse,
    scenes,
)
from tests.table.omniscience import open_elements
from tests.table.rigged import Arranged, arrange, card, cards
from tests.table.simulation import Moment

ENTROPY = bytes(range(32))


def stake(moment: Moment) -> Hand:
    assert moment.state.stake is not None
    return moment.state.stake.hand


def answering(game: Arranged) -> Scene:
    moment = next(m for m in game.moments if isinstance(m.state.phase, Answering))
    ((seat, body),) = bodies(moment).items()
    return Scene(moment, seat, body)


def bluffer() -> Scene:
    """Seat 0 laid a +4 on red while it held "red 2"."""
    return answering(guilty_game())


def honest() -> Scene:
    """Seat 0 laid a +4 on blue and holds no blue card."""
    return answering(innocent_game())


def key_of(scene: Scene) -> int:
    return scene.moment.secrets[scene.seat].scalar(stake(scene.moment).origin)


def judged_cards(scene: Scene) -> tuple[int, ...]:
    return open_elements(stake(scene.moment).elements, [key_of(scene)])


def matching(colour: Colour) -> list[int]:
    return [number for number in range(108) if number < 100 and number // 25 == int(colour)]


def harmless(colour: Colour) -> list[Element]:
    return [card_point(number) for number in range(108) if number not in matching(colour)]


def innocence(scene: Scene, elements: Sequence[Element], allowed: Sequence[Element]) -> bytes:
    """An innocence proof for this hand and set, at the right place in the log."""
    moment = scene.moment
    maker = Maker(moment.secrets[scene.seat], None, ENTROPY)
    binding = moment.state.binding(scene.seat)
    return prove_innocence(
        binding, stake(moment).key, key_of(scene), elements, allowed, maker.nonces
    ).to_bytes()


def with_proof(scene: Scene, proof: bytes) -> Innocent:
    shown = scene.body.shown  # type: ignore[attr-defined]
    return Innocent(proof, shown)


# --- false innocence -----------------------------------------------------------------------------------


def test_the_games_are_what_they_say() -> None:
    assert isinstance(bluffer().body, Guilty)
    assert isinstance(honest().body, Innocent)
    assert card("red 2") in judged_cards(bluffer())
    assert not set(judged_cards(honest())) & set(matching(Colour.BLUE))


def test_there_is_no_honest_proof_of_a_false_innocence() -> None:
    with pytest.raises(LocalError, match="outside the set"):
        innocence(bluffer(), stake(bluffer().moment).elements, harmless(Colour.RED))


def test_innocence_over_a_set_of_ones_own_choice() -> None:
    """The matching card is smuggled into the set, in place of a harmless one that is not in the hand."""
    scene = bluffer()
    allowed = harmless(Colour.RED)
    spare = next(n for n in range(30, 90) if n not in judged_cards(scene))
    smuggled = [card_point(card("red 2")) if point == card_point(spare) else point for point in allowed]
    proof = innocence(scene, stake(scene.moment).elements, smuggled)
    error = refuse(scene.moment, scene.with_body(with_proof(scene, proof)))
    assert (error.seat, error.obligation) == (0, "innocent")


def test_innocence_of_a_hand_without_the_matching_card() -> None:
    """The matching element is left out, or another one shown twice in its place."""
    scene = bluffer()
    elements = list(stake(scene.moment).elements)
    at = judged_cards(scene).index(card("red 2"))
    others = elements[:at] + elements[at + 1 :]
    for hand in (others, [others[0] if n == at else element for n, element in enumerate(elements)]):
        proof = innocence(scene, hand, harmless(Colour.RED))
        error = refuse(scene.moment, scene.with_body(with_proof(scene, proof)))
        assert error.seat == 0
        assert error.obligation in {"answer", "innocent"}


@pytest.mark.parametrize("hidden", [True, False])
def test_innocence_with_an_element_moved_to_where_it_should_be(hidden: bool) -> None:
    """Moves every element honestly but one, for which a listed element is named; the equality is false.

    Not hidden: moves that one honestly too. Both proofs hold then, but it is not in the list.
    """
    scene = bluffer()
    moment = scene.moment
    hand, key, state = stake(moment), key_of(scene), moment.state
    maker = Maker(moment.secrets[0], None, ENTROPY)
    one_shot = 4711
    allowed = harmless(Colour.RED)
    binding = state.binding(0)
    image, listed, shuffle = prove_shuffle(
        ProofTranscript(binding, "shuffle", "innocence"),
        G, one_shot, allowed, tuple(range(len(allowed))), maker.nonces,
    )  # fmt: skip
    moved = [multiply_secret(quotient(one_shot, key), element) for element in hand.elements]
    if hidden:
        moved = [element if element in listed else listed[0] for element in moved]
    equality = prove_equality(
        ProofTranscript(binding, "equality", "innocence"),
        hand.key, image, list(zip(hand.elements, moved, strict=True)), quotient(one_shot, key), maker.nonces,
    )  # fmt: skip
    proof = InnocenceProof(image, tuple(moved), tuple(listed), equality, shuffle)
    error = refuse(moment, scene.with_body(with_proof(scene, proof.to_bytes())))
    assert (error.seat, error.obligation) == (0, "innocent" if hidden else "answer")


def test_innocence_judged_by_another_colour() -> None:
    """By the colour named with the +4, which the hand does not hold, instead of the one before it."""
    scene = bluffer()
    assert scene.moment.state.rules.colour is Colour.YELLOW
    proof = innocence(scene, stake(scene.moment).elements, harmless(Colour.YELLOW))
    error = refuse(scene.moment, scene.with_body(with_proof(scene, proof)))
    assert (error.seat, error.obligation) == (0, "innocent")


def test_innocence_prepared_for_another_moment() -> None:
    """A true proof for the same hand, set and key, made for the slot before."""
    scene = honest()
    earlier = replace(scene.moment.state, slot=scene.moment.state.slot - 1)
    moved = Scene(replace(scene.moment, state=earlier), scene.seat, scene.body)
    proof = innocence(moved, stake(scene.moment).elements, harmless(Colour.BLUE))
    error = refuse(scene.moment, scene.with_body(with_proof(scene, proof)))
    assert (error.seat, error.obligation) == (0, "innocent")


def test_a_one_shot_key_that_was_published_before() -> None:
    scene = honest()
    data = scene.body.proof  # type: ignore[attr-defined]
    key = stake(scene.moment).key.to_bytes()
    error = refuse(scene.moment, scene.with_body(with_proof(scene, key + data[33:])))
    assert (error.seat, error.obligation) == (0, "fresh key")


# --- false guilt and wrong forms ------------------------------------------------------------------------


def open_one(scene: Scene, position: int, number: int) -> Guilty:
    moment = scene.moment
    hand = stake(moment)
    proof = prove_equality(
        moment.state.proof(scene.seat, "equality", "guilty"),
        G,
        hand.key,
        [(card_point(number), hand.elements[min(position, len(hand.elements) - 1)])],
        key_of(scene),
        Maker(moment.secrets[scene.seat], None, ENTROPY).nonces,
    )
    return Guilty(position, number, proof.to_bytes(), scene.body.shown)  # type: ignore[attr-defined]


def test_guilt_without_a_matching_card() -> None:
    """An innocent seat cannot plead guilty: with a harmless card, or with a matching one it does not hold."""
    scene = honest()
    held = judged_cards(scene)
    for number, obligation in ((held[0], "answer"), (card("blue 5"), "guilty"), (card("blue 6"), "guilty")):
        error = refuse(scene.moment, scene.with_body(open_one(scene, 0, number)))
        assert (error.seat, error.obligation) == (0, obligation)


def test_guilt_under_another_position() -> None:
    scene = bluffer()
    at = judged_cards(scene).index(card("red 2"))
    apply(scene.moment.state, scene.with_body(open_one(scene, at, card("red 2"))))
    for position in (p for p in (*range(len(judged_cards(scene))), 9, 127) if p != at):
        error = refuse(scene.moment, scene.with_body(open_one(scene, position, card("red 2"))))
        assert error.seat == 0
        assert error.obligation in {"guilty", "answer"}


@cache
def last_card_four() -> Arranged:
    """Seat 0 goes out with a +4, seat 1 challenges: an empty hand is innocent."""
    mine = cards("red 1", "red skip", "red skip", "red reverse", "wild draw four")
    theirs = cards("green 1", "green 2", "green 3", "green 4", "green 5")
    table = arrange([mine, theirs], card("red 0"), options={"score": "one-round"})
    table.turn(PlayCard(mine[0]))
    table.turn(DrawCard())
    table.turn(KeepCard())
    for laid in mine[1:4]:
        table.turn(PlayCard(laid, uno=laid == mine[3]))
    table.turn(PlayCard(mine[4], Colour.BLUE))
    table.turn(ChallengeFour())
    return table


def test_an_empty_hand_is_innocent_and_says_no_more() -> None:
    scene = answering(last_card_four())
    assert scene.body == Innocent(b"", b"")
    proof = honest().body.proof  # type: ignore[attr-defined]
    opened = bluffer().body
    assert isinstance(opened, Guilty)
    for body in (
        Innocent(proof, b""),
        Innocent(b"", b"shown"),
        Innocent(b"\0", b""),
        replace(opened, shown=b""),
    ):
        error = refuse(scene.moment, scene.with_body(body))
        assert (error.seat, error.obligation) == (0, "answer")


def test_no_proof_at_all() -> None:
    for scene in (bluffer(), honest()):
        error = refuse(scene.moment, scene.with_body(with_proof(scene, b"")))
        assert (error.seat, error.obligation) == (0, "answer")


# --- what is shown to the challenger alone --------------------------------------------------------------


def viewing(shown: bytes) -> Moment:
    """The bluffer's slot was filled with an answer that shows this; now the challenger replies."""
    scene = bluffer()
    state = apply(scene.moment.state, scene.with_body(replace(scene.body, shown=shown)))  # type: ignore[type-var]
    assert isinstance(state.phase, Viewing)
    return Moment(state, scene.moment.secrets, {})


def opening(numbers: Sequence[int], *, key: int | None = None, purpose: str = "show") -> bytes:
    """The hand opened as these cards, with the best proof there is."""
    scene = bluffer()
    moment = scene.moment
    hand = stake(moment)
    pairs = [(card_point(n), e) for n, e in zip(numbers, hand.elements, strict=False)]
    proof = prove_equality(
        moment.state.proof(0, "equality", purpose),
        G,
        hand.key,
        pairs,
        key or key_of(scene),
        Maker(moment.secrets[0], None, ENTROPY).nonces,
    )
    return encode(HandOpening(tuple(numbers), proof.to_bytes()))


def sealed(plaintext: bytes, *, recipient: Element | None = None, context: bytes | None = None) -> bytes:
    state = bluffer().moment.state
    assert state.doubt is not None
    place = b"p2puno/v1/shown-hand" + state.binding(0).to_bytes()
    return seal(recipient or state.doubt.reception, plaintext, place if context is None else context, ENTROPY)


def broken_boxes() -> dict[str, bytes]:
    held = list(judged_cards(bluffer()))
    return {
        "nonsense": b"nonsense",
        "one byte": b"\0",
        "another recipient": sealed(opening(held), recipient=multiply_secret(99, G)),
        "another context": sealed(opening(held), context=b""),
        "no opening": sealed(b"hello"),
        "a card too few": sealed(opening(held[:-1])),
        "a card too many": sealed(opening([*held, 60])),
        "another card": sealed(opening([60, *held[1:]])),
        "another order": sealed(opening(held[::-1])),
        "no card of the deck": sealed(opening([120, *held[1:]])),
        "another purpose": sealed(opening(held, purpose="guilty")),
        "another key": sealed(opening(held, key=5)),
        "damaged": sealed(opening(held))[:-1] + b"\0",
    }


def reception(moment: Moment) -> int:
    assert moment.state.doubt is not None
    return moment.secrets[1].scalar(moment.state.doubt.origin)


def test_a_true_box_satisfies() -> None:
    moment = viewing(sealed(opening(judged_cards(bluffer()))))
    reply = contribute(moment.state, moment.secrets[1], None, bytes(32))
    assert decode(reply.statement.body, Satisfied, Complain) == Satisfied()
    after = apply(moment.state, {1: reply})
    assert after.doubt is None
    assert after.stake is None


@pytest.mark.parametrize("how", sorted(broken_boxes()))
def test_a_box_that_does_not_open_convicts_who_made_it(how: str) -> None:
    """The challenger's own program complains, and everybody judges alike: the offender, at its own slot."""
    moment = viewing(broken_boxes()[how])
    complaint = contribute(moment.state, moment.secrets[1], None, bytes(32))
    assert isinstance(decode(complaint.statement.body, Satisfied, Complain), Complain)
    error = refuse(moment, {1: complaint})
    assert (error.seat, error.slot, error.obligation) == (0, moment.state.slot - 1, "show")


def test_a_false_complaint_convicts_the_challenger() -> None:
    moment = viewing(sealed(opening(judged_cards(bluffer()))))
    complaint = Complain(reception(moment).to_bytes(32, "big"))
    error = refuse(moment, {1: forge(moment, 1, complaint)})
    assert (error.seat, error.slot, error.obligation) == (1, moment.state.slot, "complaint")


@pytest.mark.parametrize("secret", [0, 1, 12345, ORDER, ORDER - 1, 2**256 - 1])
def test_a_complaint_with_a_key_that_is_not_the_challengers(secret: int) -> None:
    """Whether or not the box opens."""
    for box in (sealed(opening(judged_cards(bluffer()))), broken_boxes()["nonsense"]):
        moment = viewing(box)
        error = refuse(moment, {1: forge(moment, 1, Complain(secret.to_bytes(32, "big")))})
        assert (error.seat, error.obligation) == (1, "complaint")


def test_a_reception_key_that_was_published_before() -> None:
    """With the key of somebody's hand as reception key a box could be used against its owner."""
    moment = next(m for m in guilty_game().moments if isinstance(m.state.phase, Answering))
    challenge = next(s for s in scenes(guilty_game()) if isinstance(s.body, Challenge))
    key = stake(moment).key.to_bytes()
    body = replace(challenge.body, reception=key)  # type: ignore[type-var]
    error = refuse(challenge.moment, challenge.with_body(body))
    assert (error.seat, error.obligation) == (1, "fresh key")


# --- who sees the hand ------------------------------------------------------------------------------------


@cache
def audience(shows: str) -> Scene:
    mine = cards("red 1", "red 2", "green 3", "wild draw four", "wild")
    theirs = cards("green 1", "green 2", "green 4", "green 5", "green 6")
    table = arrange([mine, theirs], card("red 0"), options={"challenge_shows": shows})
    table.turn(PlayCard(card("wild draw four"), Colour.GREEN))
    table.turn(ChallengeFour())
    return answering(table)


def test_a_hand_shown_though_nobody_is_to_see_it() -> None:
    scene = audience("nobody")
    assert scene.body.shown == b""  # type: ignore[attr-defined]
    error = refuse(scene.moment, scene.with_body(replace(scene.body, shown=b"\0")))  # type: ignore[type-var]
    assert (error.seat, error.obligation) == (0, "answer")


@pytest.mark.parametrize("shows", ["challenger", "everyone"])
def test_a_hand_that_is_not_shown(shows: str) -> None:
    scene = audience(shows)
    error = refuse(scene.moment, scene.with_body(replace(scene.body, shown=b"")))  # type: ignore[type-var]
    assert (error.seat, error.obligation) == (0, "answer")


def test_another_hand_shown_to_everyone() -> None:
    scene = audience("everyone")
    honest_opening = decode(scene.body.shown, HandOpening)  # type: ignore[attr-defined]
    first, *rest = honest_opening.cards
    for numbers in ((60, *rest), (*rest, first), (*rest,), (120, *rest)):
        shown = encode(replace(honest_opening, cards=numbers))
        error = refuse(scene.moment, scene.with_body(replace(scene.body, shown=shown)))  # type: ignore[type-var]
        assert error.seat == 0
        assert error.obligation in {"show", "answer"}
    after = apply(scene.moment.state, scene.moment.said)
    assert [type(each).__name__ for each in after.happenings][:2] == ["HandShown", "ChallengeWon"]


def test_nothing_but_a_four_can_be_challenged() -> None:
    challenge = next(s for s in scenes(guilty_game()) if isinstance(s.body, Challenge))
    for scene in (*scenes(raced_game()), *scenes(guilty_game())):
        if isinstance(scene.body, Play | Draw):
            error = refuse(scene.moment, scene.with_body(challenge.body))
            assert (error.seat, error.obligation) in {(scene.seat, "move"), (scene.seat, "fresh key")}
