"""Choices committed to in a race: hidden until the race is decided (specs/table.md, Races).

The commitment binds; the choice sealed for its own seat lets the log and the seat's secret restore it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from protocol.crypto.derivation import KeyStream
from protocol.crypto.hashing import tagged_hash
from protocol.errors import LocalError, WireError
from protocol.rules.cards import Colour
from protocol.table.choices import (
    AcceptFour,
    Action,
    ChallengeFour,
    Choice,
    DiscardCards,
    DrawCard,
    JumpIn,
    KeepCard,
    Move,
    NameFirstColour,
    NameTargetSeat,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
    SayReady,
)
from protocol.table.judging import colour_of, number_of
from protocol.table.making import Maker
from protocol.table.origins import KeyOrigin
from protocol.table.race_record import Committed
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.wire.codec import decode, encode, type_number
from protocol.wire.messages import NO_COLOUR
from protocol.wire.moves import (
    Accept,
    Challenge,
    CommittedChoice,
    Discard,
    Draw,
    Join,
    MoveBody,
    NameColour,
    NameTarget,
    Pass,
    Play,
    PlayDrawn,
    Ready,
)
from protocol.wire.races import SEALED_CHOICE

RACE: Final = "race"
SEALED: Final = "race-choice"

# Choices that say no more than what they are.
_PLAIN: dict[type[Action], type[MoveBody]] = {
    DrawCard: Draw,
    KeepCard: Join,
    PassTurn: Pass,
    AcceptFour: Accept,
    ChallengeFour: Challenge,
    SayReady: Ready,
}
_PLAIN_CHOICES: dict[int, Move] = {
    type_number(Draw): DrawCard(),
    type_number(Join): KeepCard(),
    type_number(Pass): PassTurn(),
    type_number(Accept): AcceptFour(),
    type_number(Challenge): ChallengeFour(),
    type_number(Ready): SayReady(),
}


def choice_as_committed(choice: Action) -> CommittedChoice:
    """What a commitment to this choice covers. A jump in is a play, told apart by its signal."""
    match choice:
        case PlayCard(card, colour, uno, target, second, as_skip):
            cards = (card,) if second is None else (card, second)
            return _committed(Play, cards, number_of(colour), uno, target, as_skip=as_skip)
        case JumpIn(card, colour, uno, target):
            return _committed(Play, (card,), number_of(colour), uno, target)
        case PlayDrawnCard(card, colour, uno, target):
            return _committed(PlayDrawn, (card,), number_of(colour), uno, target)
        case NameFirstColour(colour):
            return _committed(NameColour, colour=int(colour))
        case NameTargetSeat(target):
            return _committed(NameTarget, target=target)
        case DiscardCards(cards):
            return _committed(Discard, cards)
        case _:
            kind = _PLAIN.get(type(choice))
            if kind is None:
                raise LocalError("this cannot be chosen while others may act")
            return _committed(kind)


def choice_in(body: MoveBody) -> CommittedChoice:
    """The same of a move: everything but positions, proofs and keys."""
    match body:
        case Play():
            cards = tuple(each.card for each in body.cards)
            kind = type_number(Play)
            return CommittedChoice(kind, cards, body.as_skip, body.colour, body.uno, body.target)
        case PlayDrawn():
            kind = type_number(PlayDrawn)
            return CommittedChoice(kind, (body.card,), False, body.colour, body.uno, body.target)
        case NameColour():
            return _committed(NameColour, colour=body.colour)
        case NameTarget():
            return _committed(NameTarget, target=body.target)
        case Discard():
            return _committed(Discard, tuple(each.card for each in body.cards))
        case _:
            return _committed(type(body))


def _committed(
    kind: type[MoveBody],
    cards: tuple[int, ...] = (),
    colour: int = NO_COLOUR,
    uno: bool = False,
    target: int | None = None,
    *,
    as_skip: bool = False,
) -> CommittedChoice:
    named = () if target is None else (target,)
    return CommittedChoice(type_number(kind), cards, as_skip, colour, uno, named)


def choice_from(committed: CommittedChoice) -> Choice:
    """The choice again; raises LocalError for what no choice commits to."""
    colour, cards = colour_of(committed.colour), committed.cards
    target = committed.target[0] if committed.target else None
    plain = _PLAIN_CHOICES.get(committed.kind)
    if plain is not None:
        return plain
    if committed.kind == type_number(Play):
        card, *more = cards
        return PlayCard(card, colour, committed.uno, target, next(iter(more), None), committed.as_skip)
    if committed.kind == type_number(PlayDrawn):
        return PlayDrawnCard(cards[0], colour, committed.uno, target)
    if committed.kind == type_number(NameColour):
        return NameFirstColour(Colour(committed.colour))
    if committed.kind == type_number(NameTarget) and target is not None:
        return NameTargetSeat(target)
    if committed.kind == type_number(Discard):
        return DiscardCards(cards)
    raise LocalError("this is no choice that is committed to")


def commitment_to(state: TableState, slot: int, seat: int, choice: CommittedChoice, salt: bytes) -> bytes:
    """Hides a choice until its race is decided; `slot` is the race's."""
    place = (state.table, state.term.to_bytes(2, "big"), slot.to_bytes(4, "big"), bytes([seat]))
    return tagged_hash("p2puno/v2/committed-move", *place, encode(choice), salt)


def seal_choice(secrets: SeatSecrets, origin: KeyOrigin, choice: CommittedChoice) -> bytes:
    """The choice under a key that only its seat has, used nowhere else; always of one length."""
    data = encode(choice)
    plain = bytes([len(data)]) + data
    return _under_own_key(secrets, origin, plain.ljust(SEALED_CHOICE, b"\0"))


def recover_choice(state: TableState, maker: Maker, committed: Committed) -> Choice:
    """Find again what this seat committed to."""
    plain = _under_own_key(maker.secrets, committed.origin, committed.sealed)
    try:
        choice = decode(plain[1 : 1 + plain[0]], CommittedChoice)
    except WireError:
        choice = None
    salt = maker.secrets.salt(committed.origin)
    slot = committed.origin.slot
    if choice is None or commitment_to(state, slot, maker.seat, choice, salt) != committed.commitment:
        raise LocalError("this seat committed to a move that its secrets do not explain")
    return choice_from(choice)


def _under_own_key(secrets: SeatSecrets, origin: KeyOrigin, data: bytes) -> bytes:
    stream = KeyStream(secrets.salt(replace(origin, purpose=SEALED))).read(len(data))
    return bytes(a ^ b for a, b in zip(data, stream, strict=True))
