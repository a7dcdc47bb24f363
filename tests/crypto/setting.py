"""What the tests of the proofs share: a place, cards, keys, and ways to spoil things."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from protocol.crypto.claims import Claim, verify_claims
from protocol.crypto.equality import EQUALITY
from protocol.crypto.fiat_shamir import Binding, NonceSeed, ProofTranscript
from protocol.crypto.group import Element, G, combine
from protocol.crypto.hashing import hash_to_element
from protocol.crypto.shuffle import SHUFFLE
from protocol.errors import ProofError, WireError

BINDING = Binding(
    version=1,
    table=b"t" * 32,
    term=2,
    round=3,
    slot=4,
    head=b"h" * 32,
    seat=5,
    identity=b"i" * 32,
)
SEED = NonceSeed(b"s" * 32, b"e" * 32)
KEY = 0x1234567890ABCDEF1234567890ABCDEF1234567890ABCDEF1234567890ABCDEF
OTHER_KEY = KEY + 1


@cache
def card(index: int) -> Element:
    return hash_to_element("test/card", index.to_bytes(4, "big"))


def cards(n: int) -> list[Element]:
    return [card(index) for index in range(n)]


def other(element: Element) -> Element:
    """Some other valid element."""
    return combine([element, G])


def other_bindings() -> Iterator[tuple[str, Binding]]:
    """The same place, but for one field each."""
    for field in dataclasses.fields(Binding):
        value = getattr(BINDING, field.name)
        changed: Any = value + 1 if isinstance(value, int) else b"\x00" + value[1:]
        yield field.name, dataclasses.replace(BINDING, **{field.name: changed})


def other_transcripts(proof_type: str, purpose: str, index: int) -> Iterator[tuple[str, ProofTranscript]]:
    """The same transcript at every other place, and for every other purpose and index."""
    for name, binding in other_bindings():
        yield name, ProofTranscript(binding, proof_type, purpose, index)
    yield "purpose", ProofTranscript(BINDING, proof_type, purpose + "s", index)
    yield "index", ProofTranscript(BINDING, proof_type, purpose, index + 1)


def shuffle_transcript(purpose: str = "shuffle", index: int = 0) -> ProofTranscript:
    return ProofTranscript(BINDING, SHUFFLE, purpose, index)


def equality_transcript(purpose: str = "unmask", index: int = 0) -> ProofTranscript:
    return ProofTranscript(BINDING, EQUALITY, purpose, index)


def challenges_of(claim: Claim) -> dict[str, int]:
    """The challenges a verifier computes, by label."""
    seen: dict[str, int] = {}

    class Watched(ProofTranscript):
        def challenge(self, label: str) -> int:
            seen[label] = super().challenge(label)
            return seen[label]

        def _copy(self) -> ProofTranscript:
            copy = Watched.__new__(Watched)
            copy.proof_type, copy._hash = self.proof_type, self._hash.copy()
            return copy

    transcript = claim.transcript  # type: ignore[attr-defined]
    watched = Watched.__new__(Watched)
    watched.proof_type, watched._hash = transcript.proof_type, transcript._hash.copy()
    dataclasses.replace(claim, transcript=watched).relations()  # type: ignore[type-var]
    return seen


def moved_challenges(claim: Claim, other_claim: Claim) -> str:
    """The labels of the challenges that differ between two claims, sorted."""
    before, after = challenges_of(claim), challenges_of(other_claim)
    return "".join(sorted(label for label in before if before[label] != after[label]))


def refused(*claims: Claim) -> int:
    """Assert that the batch is refused; the index of the culprit."""
    with pytest.raises(ProofError) as caught:
        verify_claims(claims)
    return caught.value.index


def spoil_bytes(data: bytes, decode: Callable[[bytes], Claim]) -> None:
    """Every byte of an encoding flipped in turn: either it does not decode, or the claim is refused."""
    for at in range(len(data)):
        spoilt = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        try:
            claim = decode(spoilt)
        except WireError:
            continue
        refused(claim)
