"""Equality of discrete logarithms: complete, and refused for every false statement, place and proof."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.crypto import group
from protocol.crypto.claims import verify_claims
from protocol.crypto.costs import tally
from protocol.crypto.equality import (
    EQUALITY,
    EQUALITY_PROOF_BYTES,
    EqualityClaim,
    EqualityProof,
    Pair,
    absorb_equality,
    argue_equality,
    prove_equality,
)
from protocol.crypto.fiat_shamir import NonceSeed, ProofTranscript
from protocol.crypto.group import (
    ORDER,
    Element,
    G,
    combine,
    multiply_base_secret,
    multiply_public,
    multiply_secret,
    negate,
    public_sum,
)
from protocol.crypto.shuffle import SHUFFLE
from protocol.errors import LocalError, WireError
from tests.crypto.setting import (
    BINDING,
    KEY,
    OTHER_KEY,
    SEED,
    card,
    cards,
    challenges_of,
    equality_transcript,
    moved_challenges,
    other,
    other_transcripts,
    refused,
    spoil_bytes,
)

IMAGE = multiply_base_secret(KEY)


def true_pairs(n: int, key: int = KEY) -> list[Pair]:
    return [(element, multiply_secret(key, element)) for element in cards(n)]


def true_claim(n: int = 3) -> EqualityClaim:
    transcript, pairs = equality_transcript(), true_pairs(n)
    return EqualityClaim(transcript, G, IMAGE, pairs, prove_equality(transcript, G, IMAGE, pairs, KEY, SEED))


@pytest.mark.parametrize("n", [1, 2, 3, 7, 63])
def test_true_statements_are_accepted(n: int) -> None:
    claim = true_claim(n)
    verify_claims([claim])
    verify_claims([claim])


@given(
    st.integers(1, ORDER - 1),
    st.integers(1, ORDER - 1),
    st.integers(1, 4),
    st.binary(min_size=32, max_size=32),
)
def test_any_key_any_base_any_pairs(key: int, base_key: int, n: int, entropy: bytes) -> None:
    base = multiply_base_secret(base_key)
    image, pairs = multiply_secret(key, base), true_pairs(n, key)
    seed = NonceSeed(SEED.secret, entropy)
    proof = prove_equality(equality_transcript(), base, image, pairs, key, seed)
    decoded = EqualityProof.from_bytes(proof.to_bytes())
    verify_claims([EqualityClaim(equality_transcript(), base, image, pairs, decoded)])


@pytest.mark.parametrize("key", [1, ORDER - 1])
def test_extreme_keys(key: int) -> None:
    image, pairs = multiply_base_secret(key), true_pairs(2, key)
    proof = prove_equality(equality_transcript(), G, image, pairs, key, SEED)
    verify_claims([EqualityClaim(equality_transcript(), G, image, pairs, proof)])


def test_the_base_may_be_among_the_pairs_and_pairs_may_repeat() -> None:
    pairs = [(G, IMAGE), *true_pairs(1), *true_pairs(1)]
    proof = prove_equality(equality_transcript(), G, IMAGE, pairs, KEY, SEED)
    verify_claims([EqualityClaim(equality_transcript(), G, IMAGE, pairs, proof)])


def test_proofs_have_98_bytes_and_round_trip() -> None:
    for n in (1, 63):
        proof = true_claim(n).proof
        assert len(proof.to_bytes()) == EQUALITY_PROOF_BYTES == 98
        assert EqualityProof.from_bytes(proof.to_bytes()) == proof


@pytest.mark.parametrize("n", [1, 7, 63])
def test_cost(n: int) -> None:
    pairs = true_pairs(n)
    with tally() as proving:
        proof = prove_equality(equality_transcript(), G, IMAGE, pairs, KEY, SEED)
    with tally() as verifying:
        verify_claims([EqualityClaim(equality_transcript(), G, IMAGE, pairs, proof)])
    assert proving.multiplications == n + 2
    assert verifying.multiplications == 2 * n + 4


def test_no_secret_meets_the_variable_time_multiplication(monkeypatch: pytest.MonkeyPatch) -> None:
    public = set[bytes]()
    real = group._public_product

    def watched(key: bytes, point: object) -> object:
        public.add(key)
        return real(key, point)

    monkeypatch.setattr(group, "_public_product", watched)
    pairs = true_pairs(3)
    record = equality_transcript()
    absorb_equality(record, G, IMAGE, pairs)
    prove_equality(equality_transcript(), G, IMAGE, pairs, KEY, SEED)
    t = record.challenge("t")
    assert public == {power.to_bytes(32, "big") for power in (1, t, t * t % ORDER)}


# --- refused by the prover ---


def test_no_pairs_is_refused() -> None:
    proof = true_claim().proof
    with pytest.raises(LocalError):
        prove_equality(equality_transcript(), G, IMAGE, [], KEY, SEED)
    with pytest.raises(LocalError):
        verify_claims([EqualityClaim(equality_transcript(), G, IMAGE, [], proof)])


@pytest.mark.parametrize("key", [0, -1, ORDER, ORDER + 1])
def test_keys_outside_the_range_are_refused(key: int) -> None:
    with pytest.raises(LocalError):
        prove_equality(equality_transcript(), G, IMAGE, true_pairs(1), key, SEED)


def test_a_transcript_for_another_type_is_refused() -> None:
    transcript = ProofTranscript(BINDING, SHUFFLE, "unmask")
    claim = true_claim()
    with pytest.raises(LocalError):
        prove_equality(transcript, G, IMAGE, true_pairs(1), KEY, SEED)
    with pytest.raises(LocalError):
        verify_claims([dataclasses.replace(claim, transcript=transcript)])


def test_nonces_are_repeatable_and_differ_between_statements() -> None:
    def commitment(n: int, seed: NonceSeed = SEED, index: int = 0) -> Element:
        transcript = equality_transcript(index=index)
        return prove_equality(transcript, G, IMAGE, true_pairs(n), KEY, seed).T_P

    assert commitment(2) == commitment(2)
    different = {
        commitment(2),
        commitment(3),
        commitment(2, NonceSeed(b"x" * 32, SEED.entropy)),
        commitment(2, NonceSeed(SEED.secret, b"x" * 32)),
        commitment(2, index=1),
    }
    assert len(different) == 5


# --- refused by the verifier ---


def test_every_spoilt_byte_is_refused() -> None:
    claim = true_claim(2)
    spoil_bytes(
        claim.proof.to_bytes(), lambda data: dataclasses.replace(claim, proof=EqualityProof.from_bytes(data))
    )


def test_every_other_place_purpose_and_index_is_refused() -> None:
    claim = true_claim()
    for _, transcript in other_transcripts(EQUALITY, "unmask", 0):
        refused(dataclasses.replace(claim, transcript=transcript))


def test_another_base_or_image_is_refused() -> None:
    claim = true_claim()
    for element in (other(G), card(9), negate(G), IMAGE):
        refused(dataclasses.replace(claim, base=element))
    for element in (other(IMAGE), card(9), negate(IMAGE), G):
        refused(dataclasses.replace(claim, image=element))


@pytest.mark.parametrize("n", [1, 2, 7])
def test_every_other_pair_is_refused(n: int) -> None:
    claim = true_claim(n)
    for at in range(n):
        source, target = claim.pairs[at]
        for pair in ((other(source), target), (source, other(target)), (target, source), (source, source)):
            refused(dataclasses.replace(claim, pairs=[*claim.pairs[:at], pair, *claim.pairs[at + 1 :]]))


def test_pairs_in_another_order_or_number_are_refused() -> None:
    claim = true_claim(3)
    first, second, third = claim.pairs
    for pairs in ([second, first, third], [first, second], [first, second, third, third]):
        refused(dataclasses.replace(claim, pairs=pairs))


def prove_anything(image: Element, pairs: list[Pair], key: int) -> EqualityClaim:
    """A cheater that follows every step with the key it likes, whatever the statement is."""
    transcript = equality_transcript()
    record = transcript.fork(EQUALITY)
    absorb_equality(record, G, image, pairs)
    return EqualityClaim(transcript, G, image, pairs, argue_equality(record, G, pairs, key, SEED))


def test_another_key_for_one_pair_is_refused() -> None:
    for at in range(3):
        pairs = true_pairs(3)
        pairs[at] = (card(at), multiply_secret(OTHER_KEY, card(at)))
        refused(prove_anything(IMAGE, pairs, KEY))


def test_another_key_for_all_pairs_than_for_the_base_is_refused() -> None:
    """What a verifier would accept that folded the base into one equation with the pairs."""
    pairs = true_pairs(3, OTHER_KEY)
    refused(prove_anything(IMAGE, pairs, OTHER_KEY))
    refused(prove_anything(IMAGE, pairs, KEY))


def test_errors_that_cancel_between_the_pairs_are_refused() -> None:
    """The plain sum of the pairs is right; only the challenge weights tell."""
    (a, b), (c, d) = true_pairs(2)
    pairs = [(a, combine([b, G])), (c, combine([d, negate(G)]))]
    assert combine([pairs[0][1], pairs[1][1]]) == multiply_public(KEY, combine([a, c]))
    refused(prove_anything(IMAGE, pairs, KEY))


def test_a_simulated_proof_is_refused() -> None:
    """Challenge and response chosen first satisfy both equations, but the transcript answers otherwise."""
    source, target = card(0), card(1)  # nobody knows a key that takes one to the other
    e, s = 12345, 67890
    proof = EqualityProof(public_sum([(s, G), (-e, IMAGE)]), public_sum([(s, source), (-e, target)]), s)
    refused(EqualityClaim(equality_transcript(), G, IMAGE, [(source, target)], proof))


def test_every_challenge_covers_the_statement_and_the_messages_before_it() -> None:
    claim = true_claim(2)
    (a, b), second = claim.pairs
    for change in (
        {"base": card(9)},
        {"image": card(9)},
        {"pairs": [(card(9), b), second]},
        {"pairs": [(a, card(9)), second]},
        {"pairs": [(a, b)]},
        *({"transcript": transcript} for _, transcript in other_transcripts(EQUALITY, "unmask", 0)),
    ):
        assert moved_challenges(claim, dataclasses.replace(claim, **change)) == "et"  # type: ignore[arg-type]
    T_P, T_A, s = claim.proof.T_P, claim.proof.T_A, claim.proof.s
    for spoilt in (EqualityProof(card(9), T_A, s), EqualityProof(T_P, card(9), s)):
        assert moved_challenges(claim, dataclasses.replace(claim, proof=spoilt)) == "e"


def careless_challenge(pair: Pair, *, image: Element | None, T_P: Element, T_A: Element | None) -> int:
    """The challenge e of a verifier who does not hash the message that is None."""
    record = equality_transcript()
    record.append_element("P", G)
    if image is not None:
        record.append_element("P'", image)
    record.append_elements("A", [pair[0]])
    record.append_elements("B", [pair[1]])
    record.challenge("t")
    record.append_element("T_P", T_P)
    if T_A is not None:
        record.append_element("T_A", T_A)
    return record.challenge("e")


def test_an_image_chosen_after_the_challenge_is_refused() -> None:
    """Were P' not hashed: T_P is anything, and P' is solved for. Nobody knows its logarithm."""
    (pair,), w, T_P = true_pairs(1), 777, card(50)
    T_A = multiply_secret(w, pair[0])
    e = careless_challenge(pair, image=None, T_P=T_P, T_A=T_A)
    s = (w + e * KEY) % ORDER
    inverse = pow(e, -1, ORDER)
    image = public_sum([(s * inverse, G), (-inverse, T_P)])
    assert group.vanishes([(s, G), (-e, image), (-1, T_P)])
    refused(EqualityClaim(equality_transcript(), G, image, [pair], EqualityProof(T_P, T_A, s)))


def test_a_commitment_chosen_after_the_challenge_is_refused() -> None:
    """Were T_A not hashed: it is solved for, and the target may be anything."""
    pair, w = (card(0), card(50)), 777
    T_P = multiply_base_secret(w)
    e = careless_challenge(pair, image=IMAGE, T_P=T_P, T_A=None)
    s = (w + e * KEY) % ORDER
    T_A = public_sum([(s, pair[0]), (-e, pair[1])])
    refused(EqualityClaim(equality_transcript(), G, IMAGE, [pair], EqualityProof(T_P, T_A, s)))


def test_the_careless_challenge_is_the_true_one_if_nothing_is_left_out() -> None:
    claim = true_claim(1)
    T_P, T_A = claim.proof.T_P, claim.proof.T_A
    e = careless_challenge(claim.pairs[0], image=IMAGE, T_P=T_P, T_A=T_A)
    assert challenges_of(claim)["e"] == e


def test_a_response_that_is_not_reduced_does_not_decode() -> None:
    proof = true_claim().proof
    small = dataclasses.replace(proof, s=5).to_bytes()
    raised = small[:66] + (5 + ORDER).to_bytes(32, "big")
    assert EqualityProof.from_bytes(small).s == 5
    with pytest.raises(WireError):
        EqualityProof.from_bytes(raised)


@pytest.mark.parametrize("change", [-1, 1])
def test_other_lengths_do_not_decode(change: int) -> None:
    data = (true_claim().proof.to_bytes() + b"\x00")[: EQUALITY_PROOF_BYTES + change]
    with pytest.raises(WireError):
        EqualityProof.from_bytes(data)
    with pytest.raises(WireError):
        EqualityProof.from_bytes(b"")
