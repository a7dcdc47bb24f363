"""Batches: one sum, weights from everything, false claims that would cancel, the culprit named."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import pytest

from protocol.crypto import claims as module
from protocol.crypto.claims import Claim, Relation, verify_claims
from protocol.crypto.costs import tally
from protocol.crypto.equality import EqualityClaim, prove_equality
from protocol.crypto.group import ORDER, Element, G, multiply_base_secret, multiply_secret, negate, vanishes
from protocol.errors import LocalError, ProofError
from tests.crypto.setting import KEY, SEED, card, equality_transcript, other, refused


@dataclass(frozen=True)
class Stated:
    """A claim made of the relations it is given."""

    stated: Sequence[Relation]
    name: bytes = b""

    def relations(self) -> Sequence[Relation]:
        return self.stated

    def digest(self) -> bytes:
        return self.name + repr(self.stated).encode()


class Broken:
    """A claim with a structural fault."""

    def relations(self) -> Sequence[Relation]:
        raise ProofError("the counts differ")

    def digest(self) -> bytes:
        return b"broken"


TRUE = Stated([[(2, G), (-1, multiply_base_secret(2))]])
FALSE = Stated([[(2, G), (1, multiply_base_secret(2))]])


def true_equality(index: int = 0) -> EqualityClaim:
    transcript = equality_transcript(index=index)
    image, pairs = multiply_base_secret(KEY), [(card(index), multiply_secret(KEY, card(index)))]
    return EqualityClaim(transcript, G, image, pairs, prove_equality(transcript, G, image, pairs, KEY, SEED))


def shifted(claim: EqualityClaim, by: int) -> EqualityClaim:
    """A false claim: its equations miss zero by `by` times the base and by `by` times A*."""
    return dataclasses.replace(claim, proof=dataclasses.replace(claim.proof, s=(claim.proof.s + by) % ORDER))


def test_nothing_to_verify_is_fine() -> None:
    verify_claims([])


def test_true_claims_are_accepted_any_number_of_times() -> None:
    claims: list[Claim] = [true_equality(0), true_equality(1), TRUE]
    verify_claims(claims)
    verify_claims(claims)
    verify_claims([claims[0], claims[0]])


@pytest.mark.parametrize("culprit", range(4))
def test_the_culprit_is_named(culprit: int) -> None:
    claims: list[Claim] = [true_equality(index) for index in range(4)]
    claims[culprit] = shifted(true_equality(culprit), 1)
    assert refused(*claims) == culprit


def test_the_first_of_several_culprits_is_named() -> None:
    assert refused(TRUE, FALSE, FALSE) == 1
    assert refused(FALSE, TRUE, Broken()) == 0
    assert refused(TRUE, Broken(), FALSE) == 1
    assert refused(TRUE, TRUE, Broken()) == 2


def test_the_sentence_of_a_structural_fault_survives() -> None:
    with pytest.raises(ProofError, match="the counts differ"):
        verify_claims([TRUE, Broken()])


def test_false_claims_whose_errors_are_opposite_do_not_cancel() -> None:
    plus, minus = shifted(true_equality(), 5), shifted(true_equality(), -5)
    terms = [term for claim in (plus, minus) for relation in claim.relations() for term in relation]
    assert vanishes(terms)  # with equal weights they would be accepted
    assert refused(plus, minus) == 0
    assert refused(true_equality(), plus, minus) == 1


def test_false_equations_of_one_claim_do_not_cancel() -> None:
    transcript = equality_transcript()
    image = multiply_base_secret(KEY)
    pairs = [(negate(G), negate(image))]
    proof = prove_equality(transcript, G, image, pairs, KEY, SEED)
    claim = EqualityClaim(transcript, G, image, pairs, proof)
    verify_claims([claim])
    false = shifted(claim, 7)
    assert vanishes([term for relation in false.relations() for term in relation])
    assert refused(false) == 0


def test_errors_fitted_to_weights_known_beforehand_do_not_cancel() -> None:
    """Whoever knew a claim's weight beforehand could make a second error that cancels the first.

    The error of the second claim is fitted to the weights as they were before it changed.
    """
    first = Stated([[(1, G)]], b"first")
    for guess in islice(module._weights([first, Stated([[(1, G)]], b"second")]), 1, 4):
        second = Stated([[(-pow(guess, -1, ORDER), G)]], b"second")
        assert vanishes([(1, G), (guess * second.stated[0][0][0], G)])
        assert refused(first, second) == 0


def test_weights_depend_on_every_claim_and_on_the_responses() -> None:
    one, two = true_equality(0), true_equality(1)
    batches: list[list[Claim]] = [
        [one],
        [one, two],
        [two, one],
        [one, one],
        [one, shifted(two, 1)],
        [shifted(one, 1), two],
    ]
    second_weights = {next(islice(module._weights(batch), 1, 2)) for batch in batches}
    assert len(second_weights) == len(batches)


def test_weights_are_full_size_distinct_and_the_same_for_everybody() -> None:
    weights = list(islice(module._weights([TRUE]), 50))
    assert weights == list(islice(module._weights([TRUE]), 50))
    assert weights[0] == 1
    assert len(set(weights)) == 50
    assert all(2**200 < weight < ORDER for weight in weights[1:])


@pytest.mark.parametrize("empty", [Stated([]), Stated([[]]), Stated([[(1, G), (-1, G)], []])])
def test_a_claim_that_states_nothing_is_a_mistake(empty: Stated) -> None:
    with pytest.raises(LocalError):
        verify_claims([TRUE, empty])


def test_a_claim_that_changes_while_it_is_verified_is_a_mistake() -> None:
    class Fickle:
        asked = 0

        def relations(self) -> Sequence[Relation]:
            self.asked += 1
            return FALSE.stated if self.asked == 1 else TRUE.stated

        def digest(self) -> bytes:
            return b""

    with pytest.raises(LocalError):
        verify_claims([Fickle()])


def test_equal_points_of_several_claims_cost_one_multiplication() -> None:
    claims: list[Claim] = [true_equality(index) for index in range(5)]
    with tally() as counted:
        verify_claims(claims)
    # G and the image once; A, B and two commitments for each
    assert counted.multiplications == 2 + 5 * 4


def test_merging_goes_by_value() -> None:
    far, near = multiply_base_secret(9), Element.from_bytes(multiply_base_secret(9).to_bytes())
    verify_claims([Stated([[(1, far), (-1, near)]])])
    assert refused(Stated([[(1, far), (-1, other(near))]])) == 0
