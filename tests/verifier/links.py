"""Vectors of links: whole handshakes with fixed keys, PINs with fixed entropy, locations, announcements.

A bad exchange is a good one in which one frame is another; it ends there, and this frame is refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from p2puno.errors import UserError
from p2puno.net import handshake
from p2puno.net.handshake import Role
from p2puno.net.messages import (
    Greeting,
    Hello,
    LinkStatement,
    Located,
    Location,
    PinAnswer,
    PinConfirmation,
    PinOpening,
    Proof,
    Reachable,
)
from p2puno.net.pin import PinExchangeError, PinSide, tidy_pin
from p2puno.net.record import read_record
from p2puno.net.whereabouts import CONTEXT
from protocol.crypto.signing import IdentityKey, SignatureError, verify_signature
from protocol.errors import ProtocolError, WireError
from protocol.wire.codec import decode, encode

Json = dict[str, Any]
SEEDS = {Role.INITIATOR: bytes([1] * 32), Role.RESPONDER: bytes([2] * 32)}
KEYS = {role: IdentityKey(seed) for role, seed in SEEDS.items()}
ENTROPY = {Role.INITIATOR: bytes(range(64)), Role.RESPONDER: bytes(range(64, 128))}
FINGERPRINT = hashlib.sha256(b"a certificate").digest()
SIDES = {Role.INITIATOR: "dialling", Role.RESPONDER: "answering"}
ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


def vectors() -> Json:
    """What stands in specs/vectors/links.json."""
    plain, secret = _exchange("a link"), _exchange("a link with a PIN", "12٣4", "1234")
    return {
        "spec": "specs/discovery-and-links.md",
        "exchanges": [plain, secret, *_bad_links(plain), *_bad_pins(secret)],
        "locations": list(_locations()),
        "announcements": list(_announcements()),
    }


# --- links --------------------------------------------------------------------------------------------------


def _hellos(*, pin: bool) -> tuple[bytes, bytes]:
    first = handshake.make_hello(KEYS[Role.INITIATOR], Role.INITIATOR, 1, bytes([3] * 32))
    second = handshake.make_hello(KEYS[Role.RESPONDER], Role.RESPONDER, 7, bytes([4] * 32), pin=pin)
    return first, second


def _exchange(name: str, table_pin: str | None = None, said: str = "") -> Json:
    """table_pin: as the opener chose it; said: as it was typed at the side that dials."""
    first, second = _hellos(pin=table_pin is not None)
    statement = handshake.make_statement(first, second, FINGERPRINT)
    frames = [
        (Role.INITIATOR, handshake.GREETING),
        (Role.RESPONDER, handshake.GREETING),
        (Role.INITIATOR, first),
        (Role.RESPONDER, second),
        *((role, handshake.make_proof(KEYS[role], role, statement)) for role in Role),
    ]
    case: Json = {
        "name": name,
        "seeds": {SIDES[role]: seed.hex() for role, seed in SEEDS.items()},
        "dialled": KEYS[Role.RESPONDER].public.hex(),
        "fingerprint": FINGERPRINT.hex(),
        "statement": statement.hex(),
    }
    if table_pin is not None:
        dialling, answering = _pin_sides(table_pin, said, statement)
        opening, element = answering.start(), dialling.start()
        dialling.finish(opening)
        answering.finish(element)
        frames += [
            (Role.RESPONDER, encode(PinOpening(opening))),
            (Role.INITIATOR, encode(PinAnswer(element, dialling.confirmation()))),
            (Role.RESPONDER, encode(PinConfirmation(answering.confirmation()))),
        ]
        entropy = {SIDES[role]: each.hex() for role, each in ENTROPY.items()}
        case |= {"pin": table_pin, "said": said, "entropy": entropy, "key": dialling._key.hex()}
    case["frames"] = [{"from": SIDES[role], "encoded": data.hex()} for role, data in frames]
    return {**case, "refused": refused_at(case)}


def _given(entropy: bytes, _size: int) -> bytes:
    return entropy


def _pin_sides(table_pin: str, said: str, statement: bytes) -> tuple[PinSide, PinSide]:
    entropy = {role: partial(_given, each) for role, each in ENTROPY.items()}
    return (
        PinSide(tidy_pin(said), Role.INITIATOR, statement, entropy[Role.INITIATOR]),
        PinSide(tidy_pin(table_pin), Role.RESPONDER, statement, entropy[Role.RESPONDER]),
    )


def refused_at(case: Json) -> int | None:
    """Which frame the program refuses; None if it takes all of them."""
    frames = [bytes.fromhex(each["encoded"]) for each in case["frames"]]
    for number in range(len(frames)):
        try:
            _take(case, frames, number)
        except (UserError, ProtocolError, PinExchangeError):
            return number
    return None


def _take(case: Json, frames: list[bytes], number: int) -> None:
    """One frame, as the side that receives it."""
    role = Role.INITIATOR if number in (0, 2, 4, 7) else Role.RESPONDER
    data = frames[number]
    if number < 2:
        handshake.read_greeting(data)
    elif number < 4:
        expected = bytes.fromhex(case["dialled"]) if role is Role.RESPONDER else None
        handshake.check_hello(decode(data, Hello), role, KEYS[role.other].public, expected)
    elif number < 6:
        statement = handshake.make_statement(frames[2], frames[3], bytes.fromhex(case["fingerprint"]))
        handshake.check_proof(data, role, decode(frames[2 + role], Hello).identity, statement)
    else:
        _take_pin(case, frames, number)


def _take_pin(case: Json, frames: list[bytes], number: int) -> None:
    dialling, answering = _pin_sides(case["pin"], case["said"], bytes.fromhex(case["statement"]))
    dialling.start(), answering.start()
    dialling.finish(decode(frames[6], PinOpening).element)
    if number == 7:
        answer = decode(frames[7], PinAnswer)
        answering.finish(answer.element)
        _require(answering.confirmed(answer.confirmation))
    if number == 8:
        _require(dialling.confirmed(decode(frames[8], PinConfirmation).confirmation))


def _require(truth: bool) -> None:
    if not truth:
        raise PinExchangeError


def _changed(case: Json, number: int, change: str, data: bytes, **fields: str) -> Json:
    """The same up to a frame, which is another; `fields` say with what it was made."""
    frames = [*case["frames"][:number], {**case["frames"][number], "encoded": data.hex()}]
    made = {**case, "frames": frames, "name": f"{case['name']}: {change}", "made_from": case["name"]}
    made |= fields
    made["refused"] = refused_at(made)
    return made


def _bad_links(case: Json) -> Iterator[Json]:
    first, second = _hellos(pin=False)
    ours, theirs = decode(first, Hello), decode(second, Hello)
    yield _changed(case, 0, "another version", encode(Greeting(2)))
    yield _changed(case, 1, "a greeting with a field more", bytes.fromhex("93400300"))
    yield _changed(case, 2, "the dialling side claims the other role", encode(replace(ours, role=1)))
    yield _changed(case, 2, "the dialling side asks for a PIN", encode(replace(ours, pin=True)))
    yield _changed(case, 2, "a key of small order", encode(replace(ours, identity=ORDER_8)))
    yield _changed(case, 2, "the key of the other side", encode(replace(ours, identity=theirs.identity)))
    yield _changed(case, 3, "the answering side looks on", encode(replace(theirs, watches=True)))
    stranger = encode(replace(theirs, identity=IdentityKey(bytes(32)).public))
    yield _changed(case, 3, "another key than was dialled", stranger)
    statement = decode(bytes.fromhex(case["statement"]), LinkStatement)
    dialler = KEYS[Role.INITIATOR]
    between = encode(replace(statement, fingerprint=bytes(32)))
    yield _changed(case, 4, "somebody is in between", handshake.make_proof(dialler, Role.INITIATOR, between))
    old = handshake.make_statement(encode(replace(ours, nonce=bytes(32))), second, FINGERPRINT)
    yield _changed(case, 4, "a proof of another time", handshake.make_proof(dialler, Role.INITIATOR, old))
    right = bytes.fromhex(case["statement"])
    yield _changed(case, 4, "the other role's context", handshake.make_proof(dialler, Role.RESPONDER, right))
    yield _changed(case, 5, "the dialling side's proof again", bytes.fromhex(case["frames"][4]["encoded"]))
    other = handshake.make_proof(IdentityKey(bytes(32)), Role.RESPONDER, right)
    yield _changed(case, 5, "another key's proof", other)
    yield _changed(case, 5, "a proof of zeros", encode(Proof(bytes(64))))


def _bad_pins(case: Json) -> Iterator[Json]:
    statement = bytes.fromhex(case["statement"])
    answer = decode(bytes.fromhex(case["frames"][7]["encoded"]), PinAnswer)
    opening = decode(bytes.fromhex(case["frames"][6]["encoded"]), PinOpening)
    yield _changed(case, 6, "an element of small order", encode(PinOpening(ORDER_8)))
    yield _changed(case, 6, "the identity", encode(PinOpening(bytes([1]) + bytes(31))))
    wrong, _ = _pin_sides(case["pin"], "1235", statement)
    element = wrong.start()
    wrong.finish(opening.element)
    yield _changed(case, 7, "another PIN is said", encode(PinAnswer(element, wrong.confirmation())))
    echo = replace(answer, element=opening.element)
    yield _changed(case, 7, "the answering side's element again", encode(echo))
    yield _changed(case, 7, "no point of the curve", encode(replace(answer, element=bytes([2]) + bytes(31))))
    yield _changed(case, 7, "no confirmation", encode(replace(answer, confirmation=bytes(32))))
    yield _changed(
        case, 8, "the dialling side's confirmation again", encode(PinConfirmation(answer.confirmation))
    )


# --- where peers are, and what is announced -------------------------------------------------------------


def _locations() -> Iterator[Json]:
    key = KEYS[Role.INITIATOR]
    here = encode(Location(key.public, 3, 5, (Reachable("192.168.1.7", 28866), Reachable("fd00::7", 28866))))
    moved = encode(replace(decode(here, Location), number=6))
    yield _location("a location", here, key.sign(CONTEXT, here))
    yield _location("a location: another number", moved, key.sign(CONTEXT, here))
    yield _location("a location: another key", here, KEYS[Role.RESPONDER].sign(CONTEXT, here))
    yield _location("a location: another context", here, key.sign("p2puno link initiator", here))


def _location(name: str, location: bytes, signature: bytes) -> Json:
    try:
        verify_signature(decode(location, Location).identity, CONTEXT, location, signature)
        valid = True
    except SignatureError:
        valid = False
    return {"name": name, "encoded": encode(Located(location, signature)).hex(), "valid": valid}


def _announcements() -> Iterator[Json]:
    good = {"v": b"3", "t": b"00112233445566778899aabbccddeeff", "n": "Küche".encode()}
    yield _announcement("an announcement", good)
    yield _announcement("an announcement: of a version to come", {**good, "v": b"65535"})
    yield _announcement("an announcement: version 0", {**good, "v": b"0"})
    yield _announcement("an announcement: a version too large", {**good, "v": b"65536"})
    yield _announcement("an announcement: no version", {"t": good["t"], "n": good["n"]})
    yield _announcement("an announcement: a token too short", {**good, "t": good["t"][:-2]})
    yield _announcement("an announcement: a token in capitals", {**good, "t": good["t"].upper()})
    yield _announcement("an announcement: no name", {**good, "n": b""})
    yield _announcement("an announcement: a name too long", {**good, "n": b"o" * 61})
    yield _announcement("an announcement: a name that is not UTF-8", {**good, "n": b"K\xffche"})
    yield _announcement("an announcement: a name with a line feed", {**good, "n": b"K\nche"})


def _announcement(name: str, txt: dict[str, bytes]) -> Json:
    try:
        read_record({key.encode(): value for key, value in txt.items()}, ["192.168.1.7"], 28866)
        valid = True
    except WireError:
        valid = False
    return {"name": name, "txt": {key: value.hex() for key, value in txt.items()}, "valid": valid}
