"""Innocence: a hand inside a set; refused for every hand that is not, and for every other place."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.crypto.claims import verify_claims
from protocol.crypto.equality import EQUALITY, EqualityProof, prove_equality
from protocol.crypto.fiat_shamir import NonceSeed, ProofTranscript
from protocol.crypto.group import ORDER, Element, G, multiply_base_secret, multiply_secret
from protocol.crypto.innocence import InnocenceProof, innocence_claims, prove_innocence
from protocol.crypto.shuffle import SHUFFLE, prove_shuffle
from protocol.errors import LocalError, ProofError, WireError
from tests.crypto.setting import BINDING, KEY, OTHER_KEY, SEED, card, cards, other, other_bindings

BASE = multiply_base_secret(KEY)
ALLOWED = cards(6)


def hand(*indices: int) -> list[Element]:
    return [multiply_secret(KEY, card(index)) for index in indices]


def innocence(*indices: int, allowed: list[Element] = ALLOWED) -> InnocenceProof:
    return prove_innocence(BINDING, BASE, KEY, hand(*indices), allowed, SEED)


def verify(proof: InnocenceProof, elements: list[Element], allowed: list[Element] = ALLOWED) -> None:
    verify_claims(innocence_claims(BINDING, BASE, elements, allowed, proof))


def assert_refused(proof: InnocenceProof, elements: list[Element], allowed: list[Element] = ALLOWED) -> None:
    with pytest.raises(ProofError):
        verify(proof, elements, allowed)


@pytest.mark.parametrize("indices", [(0,), (5, 0), (0, 1, 2, 3, 4, 5), (2, 2)])
def test_innocent_hands_are_believed(indices: tuple[int, ...]) -> None:
    verify(innocence(*indices), hand(*indices))


@pytest.mark.parametrize("size", [1, 2])
def test_small_sets(size: int) -> None:
    allowed = cards(size)
    verify(innocence(0, allowed=allowed), hand(0), allowed)


def test_a_whole_deck() -> None:
    allowed = cards(83)  # the cards of a deck of 108 that are not of one colour
    verify(innocence(0, 80, 17, 5, 33, 9, 2, allowed=allowed), hand(0, 80, 17, 5, 33, 9, 2), allowed)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=4), st.binary(min_size=32, max_size=32))
def test_any_hand_and_entropy_through_bytes(indices: list[int], entropy: bytes) -> None:
    elements = hand(*indices)
    proof = prove_innocence(BINDING, BASE, KEY, elements, ALLOWED, NonceSeed(SEED.secret, entropy))
    data = proof.to_bytes()
    assert len(data) == InnocenceProof.size(len(indices), 6)
    decoded = InnocenceProof.from_bytes(data, len(indices), 6)
    assert decoded == proof
    verify(decoded, elements)


def test_a_guilty_hand_cannot_be_proved_innocent() -> None:
    for indices in [(6,), (0, 6), (0, 1, 7)]:
        with pytest.raises(LocalError):
            innocence(*indices)


def test_a_guilty_card_moved_honestly_is_not_in_the_list() -> None:
    proof = innocence(0, 1)
    guilty = [*hand(0), multiply_secret(KEY, card(6))]
    assert_refused(proof, guilty)
    foreign = dataclasses.replace(proof, moved=(proof.moved[0], other(proof.moved[1])))
    assert_refused(foreign, hand(0, 1))


def cheat(elements: list[Element], inputs: list[Element], one_shot_key: int = OTHER_KEY) -> InnocenceProof:
    """Every step done honestly for a hand that is not innocent, or for a set that is not the verifier's."""
    step = one_shot_key * pow(KEY, -1, ORDER) % ORDER
    moved = [multiply_secret(step, element) for element in elements]
    transcript = ProofTranscript(BINDING, SHUFFLE, "innocence")
    image, listed, shuffle = prove_shuffle(transcript, G, one_shot_key, inputs, range(len(inputs)), SEED)
    pairs = list(zip(elements, moved, strict=True))
    transcript = ProofTranscript(BINDING, EQUALITY, "innocence")
    equality = prove_equality(transcript, BASE, image, pairs, step, SEED)
    return InnocenceProof(image, tuple(moved), tuple(listed), equality, shuffle)


def test_honest_proofs_of_a_guilty_hand_are_refused() -> None:
    """Both proofs hold; only the guilty card is not in the list."""
    verify(cheat(hand(0, 1), ALLOWED), hand(0, 1))
    for indices in ((6,), (0, 6), (6, 7)):
        with pytest.raises(ProofError, match="not in the list"):
            verify(cheat(hand(*indices), ALLOWED), hand(*indices))


def test_a_list_longer_than_the_set_is_refused() -> None:
    assert_refused(cheat(hand(0, 6), [*ALLOWED, card(6)]), hand(0, 6))


def test_a_guilty_card_written_into_the_list_is_refused() -> None:
    proof = cheat(hand(0, 6), ALLOWED)
    assert_refused(dataclasses.replace(proof, listed=(*proof.listed[:5], proof.moved[1])), hand(0, 6))


def test_a_list_under_another_key_than_the_moved_hand_is_refused() -> None:
    own, strange = cheat(hand(0), ALLOWED), cheat(hand(0), ALLOWED, OTHER_KEY + 1)
    mixed = dataclasses.replace(strange, moved=own.moved, equality=own.equality)
    assert_refused(mixed, hand(0))
    in_the_list = dataclasses.replace(mixed, listed=(own.moved[0], *strange.listed[1:]))
    assert_refused(in_the_list, hand(0))


def test_a_guilty_card_moved_to_another_place_of_the_list_is_refused() -> None:
    """The moved element is in the list, but it is not the hand's."""
    proof = innocence(0, 1)
    for swapped in (proof.moved[::-1], (proof.moved[0], proof.moved[0]), (proof.moved[0], proof.listed[3])):
        if swapped != proof.moved:
            assert_refused(dataclasses.replace(proof, moved=swapped), hand(0, 1))


def test_a_list_with_the_guilty_card_in_it_is_refused() -> None:
    guilty = hand(0, 6)
    allowed = [*cards(5), card(6)]
    proof = prove_innocence(BINDING, BASE, KEY, guilty, allowed, SEED)
    verify(proof, guilty, allowed)
    assert_refused(proof, guilty)
    assert_refused(proof, guilty, allowed[::-1])


def test_a_set_with_a_card_left_out_or_added_is_another_set() -> None:
    proof = innocence(0, 1)
    for allowed in (ALLOWED[:-1], [*ALLOWED, card(6)], ALLOWED[::-1], []):
        assert_refused(proof, hand(0, 1), allowed)


def test_other_hands_are_refused() -> None:
    proof = innocence(0, 1)
    for elements in (hand(1, 0), hand(0), hand(0, 1, 2), hand(0, 2), []):
        assert_refused(proof, elements)


def test_a_proof_about_no_cards_at_all_is_refused() -> None:
    with pytest.raises(ProofError):
        innocence_claims(BINDING, BASE, [], ALLOWED, dataclasses.replace(innocence(0), moved=()))


def test_the_key_of_another_hand_is_refused() -> None:
    proof = innocence(0, 1)
    with pytest.raises(ProofError):
        verify_claims(innocence_claims(BINDING, multiply_base_secret(OTHER_KEY), hand(0, 1), ALLOWED, proof))


def test_every_other_place_and_index_is_refused() -> None:
    proof = innocence(0, 1)
    for _, binding in other_bindings():
        with pytest.raises(ProofError):
            verify_claims(innocence_claims(binding, BASE, hand(0, 1), ALLOWED, proof))
    with pytest.raises(ProofError):
        verify_claims(innocence_claims(BINDING, BASE, hand(0, 1), ALLOWED, proof, 1))


def test_an_index_of_its_own_is_accepted() -> None:
    proof = prove_innocence(BINDING, BASE, KEY, hand(0), ALLOWED, SEED, 3)
    verify_claims(innocence_claims(BINDING, BASE, hand(0), ALLOWED, proof, 3))


def test_every_spoilt_byte_is_refused() -> None:
    elements, allowed = hand(0), cards(2)
    data = innocence(0, allowed=allowed).to_bytes()
    for at in range(len(data)):
        spoilt = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises((WireError, ProofError)):
            verify(InnocenceProof.from_bytes(spoilt, 1, 2), elements, allowed)


def test_parts_of_two_proofs_do_not_mix() -> None:
    one = innocence(0, 1)
    two = prove_innocence(BINDING, BASE, KEY, hand(0, 1), ALLOWED, NonceSeed(SEED.secret, b"x" * 32))
    for name in ("one_shot", "moved", "listed", "equality", "shuffle"):
        assert_refused(dataclasses.replace(one, **{name: getattr(two, name)}), hand(0, 1))


def test_the_one_shot_key_is_new_for_every_statement_place_and_seed() -> None:
    def one_shot(**changes: object) -> Element:
        arguments: dict[str, object] = {
            "binding": BINDING,
            "base": BASE,
            "key": KEY,
            "hand": hand(0),
            "allowed": ALLOWED,
            "seed": SEED,
        }
        return prove_innocence(**(arguments | changes)).one_shot  # type: ignore[arg-type]

    keys = [
        one_shot(),
        one_shot(hand=hand(1)),
        one_shot(hand=hand(0, 1)),
        one_shot(allowed=cards(5)),
        one_shot(index=1),
        one_shot(seed=NonceSeed(b"x" * 32, SEED.entropy)),
        one_shot(seed=NonceSeed(SEED.secret, b"x" * 32)),
        *(one_shot(binding=binding) for _, binding in other_bindings()),
    ]
    assert one_shot() == keys[0]
    assert len({BASE, *keys}) == len(keys) + 1


def test_the_hand_is_not_seen_again_under_its_own_key() -> None:
    elements = hand(0, 1)
    proof = innocence(0, 1)
    assert not set(elements) & {*proof.moved, *proof.listed}
    assert G not in {proof.one_shot, *proof.listed}


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(LocalError):
        prove_innocence(BINDING, BASE, KEY, [], ALLOWED, SEED)
    with pytest.raises(LocalError):
        prove_innocence(BINDING, BASE, KEY, hand(0), [], SEED)
    for key in (OTHER_KEY, 0, ORDER):
        with pytest.raises(LocalError):
            prove_innocence(BINDING, BASE, key, hand(0), ALLOWED, SEED)
    for counts in ((0, 6), (1, 0)):
        with pytest.raises(LocalError):
            InnocenceProof.from_bytes(b"", *counts)


def test_other_lengths_do_not_decode() -> None:
    data = innocence(0, 1).to_bytes()
    for wrong in (b"", data[:-1], data + b"\x00"):
        with pytest.raises(WireError):
            InnocenceProof.from_bytes(wrong, 2, 6)
    for counts in ((1, 6), (2, 5), (3, 6)):
        with pytest.raises(WireError):
            InnocenceProof.from_bytes(data, *counts)


def test_an_equality_that_holds_for_nothing_else() -> None:
    proof = innocence(0, 1)
    changed = EqualityProof(proof.equality.T_A, proof.equality.T_P, proof.equality.s)
    assert_refused(dataclasses.replace(proof, equality=changed), hand(0, 1))
