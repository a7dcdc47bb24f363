"""Shuffles: what they do, what they cost, what an honest prover can do with them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.crypto import group
from protocol.crypto.claims import Claim, verify_claims
from protocol.crypto.costs import tally
from protocol.crypto.derivation import derive_permutation, derive_scalar
from protocol.crypto.equality import EqualityProof
from protocol.crypto.fiat_shamir import NonceSeed, ProofTranscript
from protocol.crypto.group import (
    ORDER,
    Element,
    G,
    multiply_base_secret,
    multiply_public,
    multiply_secret,
)
from protocol.crypto.shuffle import SHUFFLE, ShuffleClaim, ShuffleProof, prove_shuffle
from protocol.crypto.shuffle_argument import RowProof
from protocol.errors import LocalError, WireError
from tests.crypto.setting import BINDING, KEY, SEED, card, cards, equality_transcript, shuffle_transcript

SIZES = [1, 2, 3, 8, 108]


def some_permutation(n: int) -> tuple[int, ...]:
    return derive_permutation(b"p" * 32, n, "test")


def shuffled(n: int, permutation: tuple[int, ...] | None = None) -> ShuffleClaim:
    order = some_permutation(n) if permutation is None else permutation
    image, outputs, proof = prove_shuffle(shuffle_transcript(), G, KEY, cards(n), order, SEED)
    return ShuffleClaim(shuffle_transcript(), G, image, cards(n), outputs, proof)


def chain(length: int, n: int) -> list[ShuffleClaim]:
    """An epoch: every seat shuffles the pile of the one before."""
    claims, pile = [], cards(n)
    for seat in range(length):
        transcript = shuffle_transcript(index=seat)
        key = derive_scalar(bytes([seat] * 32), "test")
        order = derive_permutation(bytes([seat] * 32), n, "test")
        image, outputs, proof = prove_shuffle(transcript, G, key, pile, order, SEED)
        claims.append(ShuffleClaim(transcript, G, image, pile, outputs, proof))
        pile = outputs
    return claims


@pytest.mark.parametrize("n", SIZES)
def test_true_shuffles_are_accepted(n: int) -> None:
    claim = shuffled(n)
    verify_claims([claim])
    verify_claims([claim])
    assert claim.image == multiply_base_secret(KEY)
    expected = [multiply_public(KEY, card(source)) for source in some_permutation(n)]
    assert claim.outputs == expected


@pytest.mark.parametrize("n", SIZES)
def test_proofs_round_trip_in_the_stated_size(n: int) -> None:
    proof = shuffled(n).proof
    data = proof.to_bytes()
    assert len(data) == ShuffleProof.size(n)
    assert ShuffleProof.from_bytes(data, n) == proof


@given(st.permutations(range(4)), st.integers(1, ORDER - 1), st.integers(1, ORDER - 1))
def test_any_permutation_key_and_base(permutation: list[int], key: int, base_key: int) -> None:
    base = multiply_base_secret(base_key)
    image, outputs, proof = prove_shuffle(shuffle_transcript(), base, key, cards(4), permutation, SEED)
    assert image == multiply_secret(key, base)
    verify_claims([ShuffleClaim(shuffle_transcript(), base, image, cards(4), outputs, proof)])


@given(st.integers(1, 7), st.binary(min_size=32, max_size=32))
def test_any_size_and_entropy_through_bytes(n: int, entropy: bytes) -> None:
    order = derive_permutation(entropy, n, "test")
    seed = NonceSeed(SEED.secret, entropy)
    image, outputs, proof = prove_shuffle(shuffle_transcript(), G, KEY, cards(n), order, seed)
    image, *received = (Element.from_bytes(element.to_bytes()) for element in (image, *outputs))
    decoded = ShuffleProof.from_bytes(proof.to_bytes(), n)
    verify_claims([ShuffleClaim(shuffle_transcript(), G, image, cards(n), received, decoded)])


def test_equal_inputs_are_legal() -> None:
    pile = [card(0), card(0), card(1)]
    image, outputs, proof = prove_shuffle(shuffle_transcript(), G, KEY, pile, (2, 1, 0), SEED)
    verify_claims([ShuffleClaim(shuffle_transcript(), G, image, pile, outputs, proof)])


def test_the_key_may_be_one_and_the_permutation_the_identity() -> None:
    image, outputs, proof = prove_shuffle(shuffle_transcript(), G, 1, cards(3), (0, 1, 2), SEED)
    assert outputs == cards(3)
    verify_claims([ShuffleClaim(shuffle_transcript(), G, image, cards(3), outputs, proof)])


def test_a_chain_is_verified_at_once_and_its_culprit_named() -> None:
    claims: list[Claim] = [*chain(4, 5)]
    verify_claims(claims)
    verify_claims(claims[::-1])
    false = shuffled(5, (1, 0, 2, 3, 4))
    claims[2] = ShuffleClaim(false.transcript, G, false.image, cards(5), false.outputs[::-1], false.proof)
    with pytest.raises(Exception, match="does not hold") as caught:
        verify_claims(claims)
    assert getattr(caught.value, "index", None) == 2


def test_threads_verify_and_prove_the_same() -> None:
    with ThreadPoolExecutor(4) as pool:
        claims = list(pool.map(lambda _: shuffled(8), range(8)))
        list(pool.map(lambda claim: verify_claims([claim]), claims))
    assert len({claim.proof.to_bytes() for claim in claims}) == 1


# --- costs: counts, never times ---


@pytest.mark.parametrize("n", [2, 3, 8, 108])
def test_cost_of_one_shuffle(n: int) -> None:
    with tally() as proving:
        claim = shuffled(n)
    with tally() as verifying:
        verify_claims([claim])
    assert proving.multiplications == 8 * n + 6
    assert verifying.multiplications == 3 * n + 11


def test_cost_at_108_cards() -> None:
    with tally() as proving:
        claim = shuffled(108)
    with tally() as verifying:
        verify_claims([claim])
    assert proving.multiplications <= 900
    assert verifying.multiplications <= 345
    assert len(claim.proof.to_bytes()) <= 11_000


@pytest.mark.parametrize(("length", "n"), [(2, 3), (4, 8)])
def test_cost_of_a_chain(length: int, n: int) -> None:
    claims = chain(length, n)
    with tally() as verifying:
        verify_claims(claims)
    assert verifying.multiplications == (length + 2) * n + 9 * length + 2


def test_cost_of_a_chain_of_ten_at_108_cards() -> None:
    claims = chain(10, 108)
    with tally() as verifying:
        verify_claims(claims)
    assert verifying.multiplications <= 1_450


# --- nonces ---


def test_equal_circumstances_give_the_same_bytes() -> None:
    assert shuffled(3).proof.to_bytes() == shuffled(3).proof.to_bytes()


def test_nonces_depend_on_seed_place_key_permutation_and_inputs() -> None:
    def first(
        seed: NonceSeed = SEED,
        transcript: ProofTranscript | None = None,
        key: int = KEY,
        order: tuple[int, ...] = (0, 1, 2),
        pile: list[Element] | None = None,
    ) -> Element:
        place = transcript or shuffle_transcript()
        _, _, proof = prove_shuffle(place, G, key, pile or cards(3), order, seed)
        assert isinstance(proof.argument, RowProof)
        return proof.argument.C_m  # a commitment to nonces only

    commitments = [
        first(),
        first(seed=NonceSeed(b"x" * 32, SEED.entropy)),
        first(seed=NonceSeed(SEED.secret, b"x" * 32)),
        first(transcript=shuffle_transcript(index=1)),
        first(transcript=shuffle_transcript(purpose="refresh")),
        first(key=KEY + 1),
        first(order=(0, 2, 1)),
        first(pile=[card(0), card(1), card(3)]),
    ]
    assert len(set(commitments)) == len(commitments)


def test_another_permutation_of_equal_elements_has_other_nonces() -> None:
    """The statement is the same, and still the nonces are not: the witness counts as well."""
    pile = [card(0), card(0)]
    proofs = [prove_shuffle(shuffle_transcript(), G, KEY, pile, order, SEED)[2] for order in ((0, 1), (1, 0))]
    arguments = [proof.argument for proof in proofs]
    assert isinstance(arguments[0], RowProof)
    assert isinstance(arguments[1], RowProof)
    assert arguments[0].C_m != arguments[1].C_m


def test_the_prover_multiplies_in_constant_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise AssertionError("a prover's scalar met the variable-time multiplication")

    monkeypatch.setattr(group, "_public_product", forbidden)
    for n in (2, 5):
        shuffled(n)


# --- refused by the prover, and by the decoder ---


def test_nothing_is_not_shuffled() -> None:
    with pytest.raises(LocalError):
        prove_shuffle(shuffle_transcript(), G, KEY, [], (), SEED)
    with pytest.raises(LocalError):
        ShuffleProof.from_bytes(b"", 0)


@pytest.mark.parametrize("order", [(0, 0, 1), (0, 1), (0, 1, 2, 3), (1, 2, 3), (0, 1, -1), ()])
def test_what_is_not_a_permutation_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(LocalError):
        prove_shuffle(shuffle_transcript(), G, KEY, cards(3), order, SEED)


@pytest.mark.parametrize("key", [0, -1, ORDER, ORDER + 1])
@pytest.mark.parametrize("n", [1, 3])
def test_keys_outside_the_range_are_refused(key: int, n: int) -> None:
    with pytest.raises(LocalError):
        prove_shuffle(shuffle_transcript(), G, key, cards(n), range(n), SEED)


def test_a_transcript_for_another_type_is_refused() -> None:
    with pytest.raises(LocalError):
        prove_shuffle(equality_transcript(), G, KEY, cards(3), (0, 1, 2), SEED)
    claim = shuffled(3)
    with pytest.raises(LocalError):
        verify_claims(
            [ShuffleClaim(equality_transcript(), G, claim.image, claim.inputs, claim.outputs, claim.proof)]
        )


@pytest.mark.parametrize("n", [1, 2, 3])
def test_other_lengths_do_not_decode(n: int) -> None:
    data = shuffled(n).proof.to_bytes()
    for wrong in (b"", data[:-1], data + b"\x00", data[:-32], data + bytes(32)):
        with pytest.raises(WireError):
            ShuffleProof.from_bytes(wrong, n)
    with pytest.raises(WireError):
        ShuffleProof.from_bytes(data, n + 1)


def test_one_element_has_an_equality_proof() -> None:
    assert isinstance(shuffled(1).proof.argument, EqualityProof)


def test_scalars_that_are_not_reduced_do_not_decode() -> None:
    data = shuffled(2).proof.to_bytes()
    for at in range(8 * 33, len(data), 32):
        with pytest.raises(WireError):
            ShuffleProof.from_bytes(data[:at] + ORDER.to_bytes(32, "big") + data[at + 32 :], 2)


def test_a_proof_type_is_part_of_the_transcript() -> None:
    assert ProofTranscript(BINDING, SHUFFLE, "shuffle").digest() != equality_transcript("shuffle").digest()
