"""Shuffles that cheat: every spoilt proof, every other statement or place, and provers that follow the steps
with a witness that is none.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest

from protocol.crypto.claims import verify_claims
from protocol.crypto.derivation import KeyStream
from protocol.crypto.equality import EqualityProof, absorb_equality, argue_equality, prove_equality
from protocol.crypto.group import (
    ORDER,
    Element,
    G,
    combine,
    multiply_base_secret,
    multiply_secret,
    negate,
    public_sum,
    vanishes,
)
from protocol.crypto.shuffle import SHUFFLE, ShuffleClaim, ShuffleProof, prove_shuffle
from protocol.crypto.shuffle_argument import RowProof, argue_shuffle
from tests.crypto.setting import (
    KEY,
    OTHER_KEY,
    SEED,
    card,
    cards,
    equality_transcript,
    moved_challenges,
    other,
    other_transcripts,
    refused,
    shuffle_transcript,
    spoil_bytes,
)

ORDERS = {1: (0,), 2: (1, 0), 3: (2, 0, 1), 5: (3, 0, 4, 2, 1)}
IMAGE = multiply_base_secret(KEY)
ELEMENTS = ("C_a", "C_b", "C_m", "C_delta", "C_Delta", "C_w", "T_1", "T_2")


def true_claim(n: int) -> ShuffleClaim:
    image, outputs, proof = prove_shuffle(shuffle_transcript(), G, KEY, cards(n), ORDERS[n], SEED)
    return ShuffleClaim(shuffle_transcript(), G, image, cards(n), outputs, proof)


def row(claim: ShuffleClaim) -> RowProof:
    assert isinstance(claim.proof.argument, RowProof)
    return claim.proof.argument


def with_row(claim: ShuffleClaim, **changes: object) -> ShuffleClaim:
    argument = dataclasses.replace(row(claim), **changes)  # type: ignore[arg-type]
    return dataclasses.replace(claim, proof=ShuffleProof(argument))


# --- the proof ---


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_spoilt_byte_is_refused(n: int) -> None:
    claim = true_claim(n)
    spoil_bytes(
        claim.proof.to_bytes(),
        lambda data: dataclasses.replace(claim, proof=ShuffleProof.from_bytes(data, n)),
    )


@pytest.mark.parametrize("n", [2, 3, 5])
def test_every_other_element_of_the_proof_is_refused(n: int) -> None:
    claim = true_claim(n)
    for name in ELEMENTS:
        honest = getattr(row(claim), name)
        for element in (other(honest), negate(honest), G, claim.outputs[0]):
            refused(with_row(claim, **{name: element}))


@pytest.mark.parametrize("n", [2, 3, 5])
def test_every_other_scalar_of_the_proof_is_refused(n: int) -> None:
    claim = true_claim(n)
    for name in ("r_d", "s", "r_b", "k"):
        honest = getattr(row(claim), name)
        for scalar in ((honest + 1) % ORDER, 0, -honest % ORDER):
            refused(with_row(claim, **{name: scalar}))
    for name in ("d", "p", "b"):
        honest = getattr(row(claim), name)
        for at, value in enumerate(honest):
            for scalar in ((value + 1) % ORDER, 0, -value % ORDER):
                refused(with_row(claim, **{name: (*honest[:at], scalar, *honest[at + 1 :])}))


def test_responses_in_another_order_are_refused() -> None:
    claim = true_claim(5)
    for name in ("d", "p", "b"):
        refused(with_row(claim, **{name: getattr(row(claim), name)[::-1]}))


def test_a_proof_of_the_wrong_kind_or_size_is_refused() -> None:
    one, two, three = true_claim(1), true_claim(2), true_claim(3)
    assert isinstance(one.proof.argument, EqualityProof)
    refused(dataclasses.replace(one, proof=two.proof))
    refused(dataclasses.replace(two, proof=one.proof))
    refused(dataclasses.replace(two, proof=three.proof))
    refused(dataclasses.replace(three, proof=two.proof))
    for name in ("d", "p", "b"):
        honest = getattr(row(three), name)
        refused(with_row(three, **{name: honest[:-1]}))
        refused(with_row(three, **{name: (*honest, 1)}))


def test_an_equality_proof_is_not_a_shuffle_proof_for_one_element() -> None:
    """The statement is the same; the type of the proof is not."""
    claim = true_claim(1)
    pairs = [(claim.inputs[0], claim.outputs[0])]
    proof = prove_equality(equality_transcript("shuffle"), G, claim.image, pairs, KEY, SEED)
    refused(dataclasses.replace(claim, proof=ShuffleProof(proof)))


def test_one_pair_does_not_speak_for_two_cards() -> None:
    """An equality argument in the shuffle's own transcript, true for the first card, not for the second."""
    outputs = [multiply_secret(KEY, card(0)), card(77)]
    record = shuffle_transcript().fork(SHUFFLE)
    record.append_element("P", G)
    record.append_element("P'", IMAGE)
    record.append_elements("A", cards(2))
    record.append_elements("B", outputs)
    pairs = [(card(0), outputs[0])]
    absorb_equality(record, G, IMAGE, pairs)
    proof = ShuffleProof(argue_equality(record, G, pairs, KEY, SEED))
    refused(ShuffleClaim(shuffle_transcript(), G, IMAGE, cards(2), outputs, proof))


def test_every_challenge_covers_the_statement_and_the_messages_before_it() -> None:
    claim = true_claim(3)
    foreign = card(77)
    for change in (
        {"base": foreign},
        {"image": foreign},
        {"inputs": [*claim.inputs[:2], foreign]},
        {"outputs": [*claim.outputs[:2], foreign]},
        *({"transcript": transcript} for _, transcript in other_transcripts(SHUFFLE, "shuffle", 0)),
    ):
        assert moved_challenges(claim, dataclasses.replace(claim, **change)) == "exyz"  # type: ignore[arg-type]
    assert moved_challenges(claim, with_row(claim, C_a=foreign)) == "exyz"
    assert moved_challenges(claim, with_row(claim, C_b=foreign)) == "eyz"
    for name in ELEMENTS[2:]:
        assert moved_challenges(claim, with_row(claim, **{name: foreign})) == "e"


def test_the_digest_covers_place_statement_and_the_whole_proof() -> None:
    claim = true_claim(3)
    honest = row(claim)
    claims = [
        claim,
        dataclasses.replace(claim, base=card(77)),
        dataclasses.replace(claim, image=card(77)),
        dataclasses.replace(claim, inputs=[*claim.inputs[:2], card(77)]),
        dataclasses.replace(claim, outputs=[*claim.outputs[:2], card(77)]),
        *(dataclasses.replace(claim, transcript=t) for _, t in other_transcripts(SHUFFLE, "shuffle", 0)),
        *(with_row(claim, **{name: card(77)}) for name in ELEMENTS),
        *(with_row(claim, **{name: (1, *getattr(honest, name)[1:])}) for name in ("d", "p", "b")),
        *(with_row(claim, **{name: 1}) for name in ("r_d", "s", "r_b", "k")),
    ]
    assert len({each.digest() for each in claims}) == len(claims)
    assert claim.digest() == true_claim(3).digest()


# --- the statement ---


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_other_place_purpose_and_index_is_refused(n: int) -> None:
    claim = true_claim(n)
    for _, transcript in other_transcripts(SHUFFLE, "shuffle", 0):
        refused(dataclasses.replace(claim, transcript=transcript))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_another_base_or_image_is_refused(n: int) -> None:
    claim = true_claim(n)
    for element in (other(G), card(9), negate(G), claim.image):
        refused(dataclasses.replace(claim, base=element))
    for element in (other(claim.image), card(9), negate(claim.image), G):
        refused(dataclasses.replace(claim, image=element))


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_every_other_input_or_output_is_refused(n: int) -> None:
    claim = true_claim(n)
    for name in ("inputs", "outputs"):
        honest: Sequence[Element] = getattr(claim, name)
        for at in range(n):
            for element in (other(honest[at]), negate(honest[at]), card(99), honest[at - 1] if n > 1 else G):
                changed = [*honest[:at], element, *honest[at + 1 :]]
                refused(dataclasses.replace(claim, **{name: changed}))  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [2, 3, 5])
def test_inputs_or_outputs_in_another_order_are_refused(n: int) -> None:
    """The statement stays true; but it is another statement."""
    claim = true_claim(n)
    refused(dataclasses.replace(claim, outputs=claim.outputs[::-1]))
    refused(dataclasses.replace(claim, inputs=claim.inputs[::-1]))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_other_counts_are_refused(n: int) -> None:
    claim = true_claim(n)
    refused(dataclasses.replace(claim, outputs=claim.outputs[:-1]))
    refused(dataclasses.replace(claim, outputs=[*claim.outputs, card(50)]))
    refused(dataclasses.replace(claim, inputs=claim.inputs[:-1]))
    refused(dataclasses.replace(claim, inputs=[*claim.inputs, card(50)]))
    refused(dataclasses.replace(claim, inputs=[], outputs=[]))


# --- provers that follow the steps with a witness that is none ---


def prove_anything(
    outputs: Sequence[Element], order: Sequence[int], *, image: Element = IMAGE, key: int = KEY
) -> ShuffleClaim:
    """The honest prover's steps for a statement that is false."""
    inputs = cards(len(outputs))
    transcript = shuffle_transcript()
    record = transcript.fork(SHUFFLE)
    record.append_element("P", G)
    record.append_element("P'", image)
    record.append_elements("A", inputs)
    record.append_elements("B", outputs)
    argument = argue_shuffle(record, G, outputs, key, order, KeyStream(b"cheater"))
    return ShuffleClaim(transcript, G, image, inputs, outputs, ShuffleProof(argument))


def masked(order: Sequence[int], key: int = KEY) -> list[Element]:
    return [multiply_secret(key, card(index)) for index in order]


def false_relations(claim: ShuffleClaim) -> list[int]:
    """Which of the five equations fail, counted from 1."""
    return [number for number, relation in enumerate(claim.relations(), 1) if not vanishes(relation)]


def test_the_cheating_prover_proves_what_is_true() -> None:
    verify_claims([prove_anything(masked((2, 0, 1)), (2, 0, 1))])


@pytest.mark.parametrize("order", [(0, 0), (0, 0, 1), (1, 1, 1), (0, 1, 2, 3, 3)])
def test_a_duplicated_card_is_refused(order: tuple[int, ...]) -> None:
    """Every output is a masked input, but one comes twice and another not at all: the product tells."""
    claim = prove_anything(masked(order), order)
    refused(claim)
    assert 2 in false_relations(claim)


@pytest.mark.parametrize("at", range(3))
def test_a_foreign_element_is_refused(at: int) -> None:
    outputs = masked((2, 0, 1))
    outputs[at] = multiply_secret(KEY, card(77))
    claim = prove_anything(outputs, (2, 0, 1))
    refused(claim)
    assert false_relations(claim) == [4]


@pytest.mark.parametrize("at", range(3))
def test_another_mask_for_one_element_is_refused(at: int) -> None:
    outputs = masked((2, 0, 1))
    outputs[at] = multiply_secret(OTHER_KEY, outputs[at])
    assert false_relations(prove_anything(outputs, (2, 0, 1))) == [4]
    refused(prove_anything(outputs, (2, 0, 1)))


def test_two_errors_that_cancel_are_refused() -> None:
    """The sum of the outputs is right."""
    a, b, c = masked((2, 0, 1))
    refused(prove_anything([combine([a, G]), combine([b, negate(G)]), c], (2, 0, 1)))


def test_another_key_than_that_of_the_image_is_refused() -> None:
    claim = prove_anything(masked((2, 0, 1), OTHER_KEY), (2, 0, 1), key=OTHER_KEY)
    refused(claim)
    assert false_relations(claim) == [5]
    claim = prove_anything(masked((2, 0, 1), OTHER_KEY), (2, 0, 1), key=KEY)
    assert false_relations(claim) == [4]
    refused(claim)


def test_another_permutation_than_that_of_the_outputs_is_refused() -> None:
    claim = prove_anything(masked((2, 0, 1)), (0, 2, 1))
    assert false_relations(claim) == [4]
    refused(claim)


def test_a_proof_with_chosen_exponent_commitments_is_refused() -> None:
    """T_2 solved from the response and an expected challenge, as by a simulator: another challenge comes."""
    claim = true_claim(3)
    honest = row(claim)
    e = 424242
    k = (e * OTHER_KEY + 7) % ORDER
    forged = with_row(claim, k=k, T_2=public_sum([(k, G), (-e, claim.image)]))
    assert row(forged).C_a == honest.C_a
    refused(forged)


@pytest.mark.parametrize(
    ("name", "number"), [("d", 1), ("r_d", 1), ("s", 2), ("r_b", 3), ("b", 3), ("k", 5), ("p", 2)]
)
def test_every_equation_is_needed(name: str, number: int) -> None:
    """Responses are not hashed, so a changed one breaks just the equations it stands in."""
    claim = true_claim(3)
    honest = getattr(row(claim), name)
    value = ((honest[0] + 1) % ORDER, *honest[1:]) if isinstance(honest, tuple) else (honest + 1) % ORDER
    assert number in false_relations(with_row(claim, **{name: value}))
