"""Values of the primitives, and encodings that are one and such as are none."""

from __future__ import annotations

from protocol.crypto.commitment import commit, generators
from protocol.crypto.derivation import derive_bytes, derive_permutation, derive_scalar
from protocol.crypto.fiat_shamir import ProofTranscript
from protocol.crypto.group import (
    ORDER,
    G,
    multiply_base_secret,
    multiply_secret,
    scalar_to_bytes,
    wide_scalar,
)
from protocol.crypto.hashing import tagged_hash
from protocol.crypto.sealing import seal
from protocol.crypto.signing import IdentityKey
from tests.crypto.cases import BINDING, IMAGE, KEY, SECRET, SEED, Case, card, hexes, place
from tests.crypto.curve import ED_P, P


def primitives() -> Case:
    transcript = ProofTranscript(BINDING, "type", "purpose", 3)
    transcript.append_element("label", G)
    sealing_scalar = derive_scalar(SEED.entropy, "sealing", IMAGE.to_bytes(), b"a context", b"a secret")
    return {
        "tagged_hash": {
            "tag": "a tag",
            "parts": ["", "00ff"],
            "hash": tagged_hash("a tag", b"", b"\0\xff").hex(),
        },
        "wide": {"bytes": "ff" * 64, "scalar": scalar_to_bytes(wide_scalar(b"\xff" * 64)).hex()},
        "encodings": encodings(),
        "hash_to_element": {"tag": "vectors/card", "parts": ["00000000"], "element": hexes([card(0)])[0]},
        "generators": hexes(generators(4)),
        "commitment": {"values": [1, 2, 3], "blinding": 4, "element": hexes([commit([1, 2, 3], 4)])[0]},
        "derivation": {
            "secret": SECRET.hex(),
            "label": "a label",
            "parts": ["01", ""],
            "bytes": derive_bytes(SECRET, "a label", b"\x01", b"").hex(),
            "scalar": derive_scalar(SECRET, "a label", b"\x01", b"").to_bytes(32, "big").hex(),
            "permutation_of_12": derive_permutation(SECRET, 12, "a label", b"\x01", b""),
        },
        "transcript": {
            "place": place("purpose", 3),
            "proof_type": "type",
            "then": "append_element('label', G)",
            "challenge_x": transcript.challenge("x").to_bytes(32, "big").hex(),
            "challenge_y": transcript.challenge("y").to_bytes(32, "big").hex(),
        },
        "sealing": {
            "secret": KEY.to_bytes(32, "big").hex(),
            "recipient": hexes([IMAGE])[0],
            "context": b"a context".hex(),
            "entropy": SEED.entropy.hex(),
            "r": scalar_to_bytes(sealing_scalar).hex(),
            "R": hexes([multiply_base_secret(sealing_scalar)])[0],
            "shared": hexes([multiply_secret(sealing_scalar, IMAGE)])[0],
            "plaintext": b"a secret".hex(),
            "sealed": seal(IMAGE, b"a secret", b"a context", SEED.entropy).hex(),
        },
        "signing": {
            "seed": SECRET.hex(),
            "public": IdentityKey(SECRET).public.hex(),
            "context": "a context",
            "message": b"a message".hex(),
            "signature": IdentityKey(SECRET).sign("a context", b"a message").hex(),
        },
    }


def encodings() -> list[Case]:
    """Whether these bytes are an element, a scalar, a public key."""
    good, x, key = G.to_bytes(), G.to_bytes()[1:], IdentityKey(SECRET).public
    order_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
    small = {"1": 1, "2": ED_P - 1, "4": 0, "8": order_8, "8, the other": ED_P - order_8}
    return [
        _encoding("element", "the generator", good, valid=True),
        _encoding("element", "its negative", b"\3" + x, valid=True),
        _encoding("element", "a byte too few", good[:-1]),
        _encoding("element", "not compressed", b"\4" + x + bytes(32)),
        _encoding("element", "another first byte", b"\0" + x),
        _encoding("element", "x beyond the field", b"\2" + P.to_bytes(32, "big")),
        _encoding("element", "x of no point", b"\2" + (5).to_bytes(32, "big")),
        _encoding("element", "the identity in one byte", b"\0"),
        _encoding("scalar", "zero", bytes(32), valid=True),
        _encoding("scalar", "the largest", scalar_to_bytes(ORDER - 1), valid=True),
        _encoding("scalar", "the order", ORDER.to_bytes(32, "big")),
        _encoding("scalar", "a byte too many", bytes(33)),
        _encoding("public key", "a key", key, valid=True),
        *(_encoding("public key", f"of order {name}", y.to_bytes(32, "little")) for name, y in small.items()),
        _encoding("public key", "of order 1, with a sign", (1 + 2**255).to_bytes(32, "little")),
        _encoding("public key", "y beyond the field", (ED_P + 3).to_bytes(32, "little")),
        _encoding("public key", "y of no point", (2).to_bytes(32, "little")),
        _encoding("public key", "a byte too few", key[:-1]),
    ]


def _encoding(kind: str, name: str, data: bytes, *, valid: bool = False) -> Case:
    return {"kind": kind, "name": name, "bytes": data.hex(), "valid": valid}
