"""Who is at the other end: both sides sign what only this channel can have seen.

Messages in, messages out; no socket and no clock (`link` has those). In order, after TLS:

    both              Greeting    version
    initiator         Hello       role, nonce, identity, incarnation
    responder         Hello
    initiator         Proof       signature over version, both Hellos, the responder's certificate
    responder         Proof       the same; or Bye
    both              the exchange of `pin_exchange`, if the responder's Hello says so

Somebody between the two has a certificate of its own on one side, so a proof passed on does not fit
(specs/discovery-and-links.md, 3). The responder proves itself last, after it has decided to let the other in.
"""

from __future__ import annotations

from enum import IntEnum

from p2puno.errors import OutsideError
from p2puno.language.speech import heard, said
from p2puno.language.texts import _
from p2puno.net.limits import LINK_VERSION
from p2puno.net.messages import Bye, Greeting, Hello, LinkStatement, Proof
from protocol.crypto.signing import IdentityKey, SignatureError, check_public_key, verify_signature
from protocol.errors import WireError
from protocol.sentences import mark
from protocol.wire.codec import decode, encode


class LinkError(OutsideError):
    """A link could not be made, or has ended; the sentence says why."""


class RefusedError(LinkError):
    """The other side is there, but does not want this link: trying again at once is of no use."""


class VersionError(RefusedError):
    """The other side speaks another version of the protocol."""


class SupersededError(RefusedError):
    """The other side is linked with a program that plays as we do and was started later."""


class Role(IntEnum):
    """Which side of a link; the value is what `Hello` says."""

    INITIATOR = 0
    RESPONDER = 1

    @property
    def other(self) -> Role:
        return Role(1 - self)


_CONTEXTS = {Role.INITIATOR: "p2puno link initiator", Role.RESPONDER: "p2puno link responder"}

SUPERSEDED = mark("this player is connected already, from a program started later")
"""What an older program hears of the two that play as one player."""

GREETING = encode(Greeting(LINK_VERSION))


def read_greeting(data: bytes) -> None:
    """Check the other side's first frame; raises `VersionError` if it speaks another version."""
    try:
        version = decode(data, Greeting).version
    except WireError as error:
        raise LinkError(_("what answers there is no p2puno: {error}").format(error=said(error))) from error
    if version != LINK_VERSION:
        raise VersionError(
            _("the other side speaks protocol {version}, this is {own}: both need the same p2puno").format(
                version=version, own=LINK_VERSION
            )
        )


def make_hello(
    key: IdentityKey,
    role: Role,
    incarnation: int,
    nonce: bytes,
    *,
    watches: bool = False,
    pin: bool = False,
) -> bytes:
    """This side's claim; `nonce` is 32 fresh random bytes."""
    return encode(Hello(int(role), nonce, key.public, incarnation, watches, pin))


def check_hello(hello: Hello, role: Role, own: bytes, expected: bytes | None) -> None:
    """Judge the claim of the side with this `role`: raises `LinkError` if nothing good can follow from it."""
    if hello.role != role:
        raise LinkError(_("the other side claims to be on our side of the link"))
    if hello.watches and role is Role.RESPONDER:
        raise LinkError(_("who answers there only looks on"))
    if hello.pin and role is Role.INITIATOR:
        raise LinkError(_("whoever dials asks for no PIN"))
    if hello.identity == own:
        raise LinkError(
            _("this is our own address, or a second copy of this player: it cannot be linked with")
        )
    if expected is not None and hello.identity != expected:
        raise LinkError(_("somebody else answers there"))
    try:
        check_public_key(hello.identity)
    except SignatureError as error:
        raise LinkError(
            _("the other side's identity is no usable key: {error}").format(error=said(error))
        ) from error


def make_statement(initiator: bytes, responder: bytes, fingerprint: bytes) -> bytes:
    """What both sides sign: the two encoded `Hello`s and the SHA-256 of the responder's certificate."""
    return encode(LinkStatement(LINK_VERSION, initiator, responder, fingerprint))


def make_proof(key: IdentityKey, role: Role, statement: bytes) -> bytes:
    """This side's signature; the context names the role, so it cannot be sent back as the other's."""
    return encode(Proof(key.sign(_CONTEXTS[role], statement)))


def check_proof(data: bytes, role: Role, identity: bytes, statement: bytes) -> None:
    """Check the proof of the side with this `role`; raises `LinkError`, in its words if it said `Bye`."""
    answer = decode(data, Proof, Bye)
    if isinstance(answer, Bye):
        raise refusal(answer)
    try:
        verify_signature(identity, _CONTEXTS[role], statement, answer.signature)
    except SignatureError as error:
        raise LinkError(_("the other side cannot prove who it is: somebody may be in between")) from error


def refusal(bye: Bye) -> RefusedError:
    """The error for a link that the other side closes with a sentence."""
    kind = SupersededError if bye.sentence == SUPERSEDED else RefusedError
    return kind(_('the other side says: "{sentence}"').format(sentence=heard(bye.sentence)))
