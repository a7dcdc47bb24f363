"""Good cases of every proof: made from fixed inputs by the library, and once more by `proving`."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from protocol.crypto.derivation import derive_permutation, derive_scalar
from protocol.crypto.equality import EQUALITY, prove_equality
from protocol.crypto.fiat_shamir import Binding, NonceSeed, ProofTranscript
from protocol.crypto.group import Element, G, multiply_base_secret, multiply_secret, scalar_to_bytes
from protocol.crypto.hashing import hash_to_element
from protocol.crypto.innocence import prove_innocence
from protocol.crypto.sharing import share_images, split_inverse
from protocol.crypto.shuffle import SHUFFLE, prove_shuffle
from tests.crypto import curve, proving
from tests.crypto.tracing import Seed, Traced

BINDING = Binding(1, bytes(range(32)), 0, 1, 7, bytes(range(32, 64)), 2, bytes(range(64, 96)))
SEED = NonceSeed(bytes([0xAA] * 32), bytes([0xBB] * 32))
SECRET = bytes([0xCC] * 32)
PUBLISHED = Seed(SEED.secret, SEED.entropy)
KEY = derive_scalar(SECRET, "vectors/key")
IMAGE = multiply_base_secret(KEY)

Case = dict[str, Any]


def card(index: int) -> Element:
    return hash_to_element("vectors/card", index.to_bytes(4, "big"))


def hexes(elements: Sequence[Element]) -> list[str]:
    return [element.to_bytes().hex() for element in elements]


def points(elements: Sequence[Element]) -> list[curve.Point]:
    return [curve.decode(element.to_bytes()) for element in elements]


def explained(case: Case, key: int, made: proving.Made, permutation: Sequence[int] = ()) -> Case:
    """The case with what its prover knew and computed, by a second prover that makes the same proof."""
    assert made.proof.hex() == case.get("proof", "".join(case.get("U", [])))
    prover = {"secret": SEED.secret.hex(), "entropy": SEED.entropy.hex(), "key": f"{key:064x}"}
    counted = {"permutation": [index + 1 for index in permutation]} if permutation else {}
    return {**case, "prover": prover | counted, "steps": made.steps}


def place(purpose: str, index: int = 0) -> Case:
    fields = dataclasses.asdict(BINDING)
    readable = {name: value.hex() if isinstance(value, bytes) else value for name, value in fields.items()}
    return {**readable, "purpose": purpose, "index": index}


def equality_case(n: int) -> Case:
    pairs = [(card(index), multiply_secret(KEY, card(index))) for index in range(n)]
    proof = prove_equality(ProofTranscript(BINDING, EQUALITY, "unmask", 1), G, IMAGE, pairs, KEY, SEED)
    sources, targets = ([pair[side] for pair in pairs] for side in (0, 1))
    case = {
        "name": f"equality of {n}",
        "kind": "equality",
        "valid": True,
        "place": place("unmask", 1),
        "base": hexes([G])[0],
        "image": hexes([IMAGE])[0],
        "A": hexes(sources),
        "B": hexes(targets),
        "proof": proof.to_bytes().hex(),
    }
    statement = (*points([G, IMAGE]), points(sources), points(targets))
    made = proving.prove_equality(Traced(case["place"], EQUALITY), statement, KEY, PUBLISHED)
    return explained(case, KEY, made)


def shuffle_case(n: int) -> Case:
    cards = [card(index) for index in range(n)]
    permutation = derive_permutation(SECRET, n, "vectors/permutation")
    transcript = ProofTranscript(BINDING, SHUFFLE, "shuffle")
    image, outputs, proof = prove_shuffle(transcript, G, KEY, cards, permutation, SEED)
    case = {
        "name": f"shuffle of {n}",
        "kind": "shuffle",
        "valid": True,
        "place": place("shuffle"),
        "base": hexes([G])[0],
        "image": hexes([image])[0],
        "A": hexes(cards),
        "B": hexes(outputs),
        "proof": proof.to_bytes().hex(),
    }
    order, record = [index + 1 for index in permutation], Traced(case["place"], SHUFFLE)
    made = proving.prove_shuffle(record, curve.GENERATOR, KEY, points(cards), order, PUBLISHED)
    return explained(case, KEY, made, permutation)


def innocence_case() -> Case:
    allowed = [card(index) for index in range(3)]
    hand = [multiply_secret(KEY, card(index)) for index in (2, 0)]
    case = {
        "name": "innocence of 2 in 3",
        "kind": "innocence",
        "valid": True,
        "place": place("innocence"),
        "base": hexes([IMAGE])[0],
        "hand": hexes(hand),
        "S": hexes(allowed),
        "proof": prove_innocence(BINDING, IMAGE, KEY, hand, allowed, SEED).to_bytes().hex(),
    }
    made = proving.prove_innocence(case["place"], KEY, points(hand), points(allowed), PUBLISHED)
    return explained(case, KEY, made)


def sharing_case(holders: int) -> Case:
    parts = [derive_scalar(SECRET, "vectors/share", index.to_bytes(4, "big")) for index in range(holders - 1)]
    shares = split_inverse(KEY, parts)
    case = {
        "name": f"sharing among {holders}",
        "kind": "sharing",
        "valid": True,
        "place": place("share"),
        "K": hexes([IMAGE])[0],
        "U": hexes(share_images(IMAGE, shares)),
        "shares": [scalar_to_bytes(share).hex() for share in shares],
    }
    return explained(case, KEY, proving.share(case["place"], KEY, parts))
