"""Single multiplications, a shuffle of the full deck, a chain of shuffles: nothing else, in this process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from p2puno.bench.instruments import medians_ms
from protocol.crypto import group
from protocol.crypto.claims import verify_claims
from protocol.crypto.costs import tally
from protocol.crypto.derivation import KeyStream
from protocol.crypto.fiat_shamir import Binding, NonceSeed, ProofTranscript
from protocol.crypto.group import ORDER, Element, G
from protocol.crypto.shuffle import SHUFFLE, ShuffleClaim, ShuffleProof, prove_shuffle
from protocol.table.state import card_point

CARDS = 108
CHAIN = 10
# As many as a proof has, so that what disturbs the one disturbs the other as much.
_MULTIPLICATIONS_A_RUN = 870


@dataclass(frozen=True, slots=True)
class Group:
    """Microseconds of one multiplication, nothing else."""

    secret_us: float
    public_us: float


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One shuffle of `CARDS` cards; `prove_ms` includes the masking, `verify_ms` the decoding."""

    prove_ms: float
    verify_ms: float
    proof_bytes: int
    prove_multiplications: int
    verify_multiplications: int


@dataclass(frozen=True, slots=True)
class Chain:
    """`CHAIN` shuffles, each of the one before, decoded and verified in one sum."""

    verify_ms: float
    multiplications: int


@dataclass(frozen=True, slots=True)
class _Sent:
    """A shuffle as it reaches the other seats."""

    transcript: ProofTranscript
    inputs: Sequence[Element]
    image: bytes
    outputs: tuple[bytes, ...]
    proof: bytes

    def claim(self) -> ShuffleClaim:
        return ShuffleClaim(
            self.transcript,
            G,
            Element.from_bytes(self.image),
            self.inputs,
            [Element.from_bytes(each) for each in self.outputs],
            ShuffleProof.from_bytes(self.proof, len(self.inputs)),
        )


def measure_proofs(runs: int) -> tuple[Group, Shuffle]:
    """By turns, because a proof's time is judged by that of its multiplications."""
    deck = _deck()
    with tally() as proving:
        sent = _shuffle(deck, seat=0)
    with tally() as verifying:
        verify_claims([sent.claim()])
    elements = [deck[number % CARDS] for number in range(_MULTIPLICATIONS_A_RUN)]
    pairs = [(_random_scalar(), element) for element in elements]
    secret, public, prove, verify = medians_ms(
        runs,
        lambda: [group.multiply_secret(scalar, element) for scalar, element in pairs],
        lambda: [group.multiply_public(scalar, element) for scalar, element in pairs],
        lambda: _shuffle(deck, seat=0),
        lambda: verify_claims([sent.claim()]),
    )
    to_us = 1000 / _MULTIPLICATIONS_A_RUN
    return Group(secret_us=secret * to_us, public_us=public * to_us), Shuffle(
        prove_ms=prove,
        verify_ms=verify,
        proof_bytes=len(sent.proof),
        prove_multiplications=proving.multiplications,
        verify_multiplications=verifying.multiplications,
    )


def measure_chain(runs: int) -> Chain:
    chain = [_shuffle(_deck(), seat=0)]
    while len(chain) < CHAIN:
        chain.append(_shuffle(chain[-1].claim().outputs, seat=len(chain)))

    def verify() -> None:
        verify_claims([sent.claim() for sent in chain])

    with tally() as verifying:
        verify()
    (verify_ms,) = medians_ms(runs, verify)
    return Chain(verify_ms=verify_ms, multiplications=verifying.multiplications)


def _deck() -> list[Element]:
    return [card_point(card) for card in range(CARDS)]


def _shuffle(pile: Sequence[Element], seat: int) -> _Sent:
    """With everything that a seat does from the pile to the bytes it sends, but for signing them."""
    transcript = ProofTranscript(_binding(seat), SHUFFLE, "epoch")
    permutation = KeyStream(os.urandom(32)).permutation(len(pile))
    seed = NonceSeed(os.urandom(32), os.urandom(32))
    image, outputs, proof = prove_shuffle(transcript, G, _random_scalar(), pile, permutation, seed)
    encoded = tuple(each.to_bytes() for each in outputs)
    return _Sent(transcript, pile, image.to_bytes(), encoded, proof.to_bytes())


def _binding(seat: int) -> Binding:
    nowhere = bytes(32)
    return Binding(
        version=1, table=nowhere, term=0, round=0, slot=seat, head=nowhere, seat=seat, identity=nowhere
    )


def _random_scalar() -> int:
    return int.from_bytes(os.urandom(40), "big") % (ORDER - 1) + 1
