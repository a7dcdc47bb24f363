"""The proof transcript, recomputed with hashlib; what it binds; what nonces depend on."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import struct
from typing import Any

import pytest

from protocol.crypto.equality import EQUALITY
from protocol.crypto.fiat_shamir import Binding, NonceSeed, ProofTranscript
from protocol.crypto.group import ORDER, G
from protocol.errors import LocalError
from tests.crypto.setting import BINDING, SEED, card, cards, other_bindings


def framed(*parts: bytes) -> bytes:
    return b"".join(struct.pack(">Q", len(part)) + part for part in parts)


def item(kind: int, label: bytes, data: bytes) -> bytes:
    return bytes([kind]) + framed(label, data)


def number(value: int) -> bytes:
    return struct.pack(">Q", value)


BINDING_BY_HAND = framed(
    number(1), b"t" * 32, number(2), number(3), number(4), b"h" * 32, number(5), b"i" * 32
)
START_BY_HAND = (
    item(1, b"protocol", b"p2puno/proof/1")
    + item(1, b"binding", BINDING_BY_HAND)
    + item(1, b"proof type", b"type")
    + item(1, b"purpose", b"purpose")
    + item(1, b"index", number(9))
)


def start() -> ProofTranscript:
    return ProofTranscript(BINDING, "type", "purpose", 9)


def to_scalar(digest: bytes) -> int:
    return int.from_bytes(digest, "big") % (ORDER - 1) + 1


def test_challenges_by_hand() -> None:
    transcript = start()
    transcript.append_bytes("b", b"data")
    transcript.append_int("i", 7)
    transcript.append_element("e", G)
    transcript.append_elements("es", cards(2))
    transcript.append_scalar("s", ORDER - 1)
    history = (
        START_BY_HAND
        + item(1, b"b", b"data")
        + item(1, b"i", number(7))
        + item(1, b"e", G.to_bytes())
        + item(1, b"es", number(2) + card(0).to_bytes() + card(1).to_bytes())
        + item(1, b"s", (ORDER - 1).to_bytes(32, "big"))
        + item(2, b"x", b"")
    )
    assert transcript.challenge("x") == to_scalar(hashlib.sha512(history).digest())
    history += item(2, b"y", b"")
    assert transcript.challenge("y") == to_scalar(hashlib.sha512(history).digest())
    assert transcript.digest() == hashlib.sha512(history + item(4, b"digest", b"")).digest()
    nonces = transcript.nonces(SEED, b"witness")
    message = framed(SEED.entropy, hashlib.sha512(history + item(3, b"witness", b"")).digest(), b"witness")
    key = hmac.digest(SEED.secret, message, "sha512")
    assert nonces.scalar() == to_scalar(hmac.digest(key, number(0), "sha512"))


def test_a_fixed_challenge() -> None:
    assert hex(start().challenge("x")) == "0x1e8f2b6e7b178eaad190329032cd8d4c745d75e4ab6b32fdd30abdd477be6674"


def test_every_field_of_the_binding_counts() -> None:
    challenges = {ProofTranscript(BINDING, "t", "p").challenge("x")}
    for _, binding in other_bindings():
        challenges.add(ProofTranscript(binding, "t", "p").challenge("x"))
    assert len(challenges) == 1 + len(dataclasses.fields(Binding))


def test_type_purpose_and_index_count() -> None:
    starts = [("t", "p", 0), ("u", "p", 0), ("t", "q", 0), ("t", "p", 1), ("tp", "", 0), ("", "tp", 0)]
    assert len({ProofTranscript(BINDING, *start).challenge("x") for start in starts}) == len(starts)


def test_different_histories_give_different_challenges() -> None:
    histories: list[list[tuple[str, Any, str]]] = [
        [],
        [("append_bytes", b"", "a")],
        [("append_bytes", b"", "b")],
        [("append_bytes", b"\x00" * 8, "a")],
        [("append_elements", [], "b")],
        [("append_elements", [card(0)], "a")],
        [("append_element", card(0), "a")],
        [("append_elements", cards(2), "a")],
        [("append_elements", cards(2)[::-1], "a")],
        [("append_element", card(0), "a"), ("append_element", card(1), "a")],
        [("append_bytes", b"", "a"), ("append_bytes", b"", "a")],
        [("append_scalar", 1, "a")],
        [("append_int", 1, "a")],
    ]
    challenges = set[int]()
    for history in histories:
        transcript = start()
        for method, value, label in history:
            getattr(transcript, method)(label, value)
        challenges.add(transcript.challenge("x"))
    assert len(challenges) == len(histories)


def test_a_challenge_is_part_of_the_record() -> None:
    asked, silent = start(), start()
    asked.challenge("x")
    assert asked.challenge("y") != silent.challenge("y")
    again = start()
    assert again.challenge("x") != again.challenge("x")


def test_a_fork_leaves_the_original_alone() -> None:
    transcript = start()
    fork = transcript.fork("type")
    fork.append_bytes("more", b"")
    assert fork.digest() != transcript.digest()
    assert transcript.digest() == start().digest()
    assert transcript.challenge("x") == start().challenge("x")


def test_a_fork_for_another_type_is_refused() -> None:
    with pytest.raises(LocalError):
        start().fork(EQUALITY)


def test_digests_and_nonces_change_nothing() -> None:
    transcript = start()
    transcript.digest()
    transcript.nonces(SEED, b"").scalar()
    assert transcript.challenge("x") == start().challenge("x")


def test_equal_circumstances_give_equal_nonces() -> None:
    first, second = start().nonces(SEED, b"w"), start().nonces(SEED, b"w")
    assert [first.scalar() for _ in range(9)] == [second.scalar() for _ in range(9)]


def test_nonces_depend_on_secret_entropy_state_and_witness() -> None:
    later = start()
    later.append_element("e", G)
    scalars = {
        start().nonces(SEED, b"w").scalar(),
        start().nonces(SEED, b"v").scalar(),
        start().nonces(NonceSeed(b"x" * 32, SEED.entropy), b"w").scalar(),
        start().nonces(NonceSeed(SEED.secret, b"x" * 32), b"w").scalar(),
        later.nonces(SEED, b"w").scalar(),
        ProofTranscript(BINDING, "type", "purpose", 8).nonces(SEED, b"w").scalar(),
    }
    assert len(scalars) == 6


@pytest.mark.parametrize("field", ["table", "head", "identity"])
@pytest.mark.parametrize("value", [b"", bytes(31), bytes(33)])
def test_hashes_and_keys_of_a_binding_have_32_bytes(field: str, value: Any) -> None:
    with pytest.raises(LocalError):
        dataclasses.replace(BINDING, **{field: value})


@pytest.mark.parametrize("field", ["version", "term", "round", "slot", "seat"])
@pytest.mark.parametrize("value", [-1, 2**63])
def test_numbers_of_a_binding_are_limited(field: str, value: Any) -> None:
    with pytest.raises(LocalError):
        dataclasses.replace(BINDING, **{field: value})


def test_scalars_are_absorbed_reduced_only() -> None:
    with pytest.raises(LocalError):
        start().append_scalar("s", ORDER)


@pytest.mark.parametrize(("secret", "entropy"), [(b"", bytes(32)), (bytes(32), b""), (bytes(33), bytes(32))])
def test_a_seed_has_two_halves_of_32_bytes(secret: bytes, entropy: bytes) -> None:
    with pytest.raises(LocalError):
        NonceSeed(secret, entropy)


def test_a_seed_does_not_show_itself() -> None:
    assert "ssss" not in repr(SEED)
    assert "eeee" not in repr(SEED)
