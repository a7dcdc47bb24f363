"""specs/vectors/crypto.json: made anew, judged by the library, and judged by the second verifier."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from protocol.crypto.claims import _weights, verify_claims
from protocol.crypto.equality import EQUALITY, EqualityClaim, EqualityProof
from protocol.crypto.fiat_shamir import Binding, ProofTranscript
from protocol.crypto.group import Element, scalar_from_bytes
from protocol.crypto.innocence import InnocenceProof, innocence_claims
from protocol.crypto.sealing import unseal
from protocol.crypto.sharing import SHARING, SharingClaim, check_share
from protocol.crypto.shuffle import SHUFFLE, ShuffleClaim, ShuffleProof
from protocol.crypto.signing import check_public_key, verify_signature
from protocol.errors import ProofError, WireError
from tests.crypto import curve, oracle, vectors

PATH = Path(__file__).parents[2] / "specs" / "vectors" / "crypto.json"
VECTORS: dict[str, Any] = json.loads(PATH.read_text())
CASES = vectors.complete(VECTORS["cases"])
NAMES = [case["name"] for case in CASES]


def claims(case: dict[str, Any]) -> list[Any]:
    """By the library. Raises `WireError` or `ProofError`."""
    place = dict(case["place"])
    purpose, index = place.pop("purpose"), place.pop("index")
    for name in ("table", "head", "identity"):
        place[name] = bytes.fromhex(place[name])
    binding = Binding(**place)

    def elements(name: str) -> list[Element]:
        return [Element.from_bytes(bytes.fromhex(value)) for value in case[name]]

    if case["kind"] == "sharing":
        public, images = Element.from_bytes(bytes.fromhex(case["K"])), elements("U")
        return [SharingClaim(ProofTranscript(binding, SHARING, purpose, index), public, images)]
    base, proof = Element.from_bytes(bytes.fromhex(case["base"])), bytes.fromhex(case["proof"])
    if case["kind"] == "innocence":
        hand, allowed = elements("hand"), elements("S")
        innocence = InnocenceProof.from_bytes(proof, len(hand), len(allowed))
        return list(innocence_claims(binding, base, hand, allowed, innocence, index))
    image, A, B = Element.from_bytes(bytes.fromhex(case["image"])), elements("A"), elements("B")
    if case["kind"] == "equality":
        transcript = ProofTranscript(binding, EQUALITY, purpose, index)
        pairs = list(zip(A, B, strict=True))
        return [EqualityClaim(transcript, base, image, pairs, EqualityProof.from_bytes(proof))]
    transcript = ProofTranscript(binding, SHUFFLE, purpose, index)
    return [ShuffleClaim(transcript, base, image, A, B, ShuffleProof.from_bytes(proof, len(A)))]


def verify(case: dict[str, Any]) -> None:
    verify_claims(claims(case))
    for share, image in zip(case.get("shares", []), case.get("U", []), strict=True):
        key = Element.from_bytes(bytes.fromhex(case["K"]))
        check_share(bytes.fromhex(share), key, Element.from_bytes(bytes.fromhex(image)))


def test_the_file_is_what_the_command_makes() -> None:
    assert PATH.read_text() == vectors.text()


def test_cases_have_names_of_their_own_and_bad_ones_a_good_origin() -> None:
    assert len(set(NAMES)) == len(NAMES)
    valid = {case["name"] for case in CASES if case["valid"]}
    assert len(valid) == 8
    assert {case["made_from"] for case in CASES if not case["valid"]} <= valid


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_library_judges_rightly(case: dict[str, Any]) -> None:
    if case["valid"]:
        verify(case)
    else:
        with pytest.raises((WireError, ProofError)):
            verify(case)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_second_verifier_judges_rightly(case: dict[str, Any]) -> None:
    assert oracle.accepts(case) == case["valid"]


def test_every_good_case_says_how_it_was_made() -> None:
    """The proof of the library is that of `proving`, byte by byte: `explained` asserts it."""
    assert all({"prover", "steps"} <= set(case) for case in CASES if case["valid"])


def test_a_batch_is_weighed_as_the_library_does() -> None:
    batch, by_name = VECTORS["batch"], {case["name"]: case for case in CASES}
    batched = [claim for name in batch["claims"] for claim in claims(by_name[name])]
    assert [claim.digest().hex() for claim in batched] == batch["digests"]
    drawn = [f"{weight:064x}" for weight in islice(_weights(batched), 8)]
    assert drawn == batch["weights"]


CHECKS = {"element": Element.from_bytes, "scalar": scalar_from_bytes, "public key": check_public_key}


@pytest.mark.parametrize("case", VECTORS["primitives"]["encodings"], ids=lambda case: case["name"])
def test_encodings(case: dict[str, Any]) -> None:
    check: Any = CHECKS[case["kind"]]
    if case["valid"]:
        check(bytes.fromhex(case["bytes"]))
    else:
        with pytest.raises((WireError, ProofError)):
            check(bytes.fromhex(case["bytes"]))


def test_primitives_by_the_second_verifier() -> None:
    p = VECTORS["primitives"]
    parts = [bytes.fromhex(part) for part in p["tagged_hash"]["parts"]]
    assert oracle.tagged_hash(p["tagged_hash"]["tag"].encode(), *parts).hex() == p["tagged_hash"]["hash"]
    parts = [bytes.fromhex(part) for part in p["hash_to_element"]["parts"]]
    point = oracle.hash_to_element(p["hash_to_element"]["tag"].encode(), *parts)
    assert curve.encode(point).hex() == p["hash_to_element"]["element"]
    generators = [oracle.generator(index) for index in range(5)]
    assert [curve.encode(point).hex() for point in generators] == p["generators"]
    terms = zip([p["commitment"]["blinding"], *p["commitment"]["values"]], generators, strict=False)
    assert curve.encode(curve.weighted_sum(list(terms))).hex() == p["commitment"]["element"]
    record = oracle.Record(p["transcript"]["place"], p["transcript"]["proof_type"])
    record.say("label", curve.encode(curve.GENERATOR))
    assert record.ask("x") == int(p["transcript"]["challenge_x"], 16)
    assert record.ask("y") == int(p["transcript"]["challenge_y"], 16)


def test_boxes_and_signatures() -> None:
    box, signed = VECTORS["primitives"]["sealing"], VECTORS["primitives"]["signing"]
    assert oracle.public_key(int(box["secret"], 16)).hex() == box["recipient"]
    recipient = Element.from_bytes(bytes.fromhex(box["recipient"]))
    context, sealed = bytes.fromhex(box["context"]), bytes.fromhex(box["sealed"])
    assert unseal(int(box["secret"], 16), recipient, sealed, context).hex() == box["plaintext"]
    public, message, signature = (bytes.fromhex(signed[name]) for name in ("public", "message", "signature"))
    verify_signature(public, signed["context"], message, signature)
