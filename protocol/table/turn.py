"""The seat in turn moves: card, colour and UNO in one contribution (specs/table.md, Turns)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.crypto.equality import EqualityClaim, EqualityProof, prove_equality
from protocol.crypto.group import Element, G, multiply_secret
from protocol.crypto.hashing import tagged_hash
from protocol.errors import LocalError, WireError
from protocol.rules.cards import Kind
from protocol.rules.events import (
    Accepted,
    Challenged,
    ColourNamed,
    DrawChosen,
    Passed,
    Played,
    PlayedDrawn,
)
from protocol.sentences import sentence
from protocol.table.choices import (
    AcceptFour,
    ChallengeFour,
    Choice,
    DrawCard,
    KeepCard,
    NameFirstColour,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.hand import apply_keep, make_join, own_drawn, own_hand, position_of
from protocol.table.judging import Judgement, colour_of, element_of, number_of
from protocol.table.making import Maker
from protocol.table.phases import Choosing, Committed
from protocol.table.playing import note_key, play_on
from protocol.table.state import Doubt, Hand, Stake, TableState, card_point
from protocol.wire.codec import decode, encode, type_number
from protocol.wire.messages import (
    NO_COLOUR,
    Accept,
    Challenge,
    CommittedChoice,
    Draw,
    Join,
    MoveBody,
    NameColour,
    Pass,
    Play,
    PlayDrawn,
    Revealed,
)

RECEPTION = "reception"
RACE = "race"
MOVE_BODIES: tuple[type[MoveBody], ...] = (Play, Draw, Join, PlayDrawn, NameColour, Pass, Accept, Challenge)


def choosing_seats(_state: TableState, phase: Choosing) -> tuple[int, ...]:
    return (phase.seat,)


# --- making a move ------------------------------------------------------------------------------------


def make_move(state: TableState, phase: Choosing, maker: Maker) -> MoveBody | Revealed:
    if phase.committed is None:
        return _body_for(state, maker, maker.chosen())
    choice = recover_choice(state, maker, phase.committed)
    salt = maker.secrets.salt(phase.committed.origin)
    return Revealed(salt, encode(_body_for(state, maker, choice)))


def _body_for(state: TableState, maker: Maker, choice: Choice) -> MoveBody:
    match choice:
        case PlayCard(card, colour, uno):
            return _make_play(state, maker, card, number_of(colour), uno)
        case PlayDrawnCard(card, colour, uno):
            return _make_play_drawn(state, maker, card, number_of(colour), uno)
        case DrawCard():
            return Draw()
        case KeepCard():
            return make_join(state, maker)
        case PassTurn():
            return Pass()
        case NameFirstColour(colour):
            return NameColour(int(colour))
        case AcceptFour():
            return Accept()
        case ChallengeFour():
            secret = maker.secrets.scalar(state.origin(RECEPTION))
            return Challenge(multiply_secret(secret, G).to_bytes())
        case _:
            raise LocalError("this is not a move")


def _make_play(state: TableState, maker: Maker, card: int, colour: int, uno: bool) -> Play:
    hand = state.hand(maker.seat)
    position = position_of(own_hand(state, maker.secrets), card)
    key = maker.secrets.scalar(hand.origin)
    proof = prove_equality(
        state.proof(maker.seat, "equality", "play"),
        G,
        hand.key,
        [(card_point(card), hand.elements[position])],
        key,
        maker.nonces,
    )
    return Play(position, card, colour, uno, proof.to_bytes())


def _make_play_drawn(state: TableState, maker: Maker, card: int, colour: int, uno: bool) -> PlayDrawn:
    if own_drawn(state, maker.secrets) != (card,):
        raise LocalError("that is not the card you have just drawn")
    epoch = state.the_epoch()
    proof = prove_equality(
        state.proof(maker.seat, "equality", "play-drawn"),
        G,
        epoch.keys[maker.seat],
        [(card_point(card), state.drawn[0])],
        maker.secrets.scalar(epoch.origins[maker.seat]),
        maker.nonces,
    )
    return PlayDrawn(card, colour, uno, proof.to_bytes())


# --- checking a move ------------------------------------------------------------------------------------


def apply_move(
    state: TableState, phase: Choosing, said: Mapping[int, MoveBody | Revealed], judgement: Judgement
) -> TableState:
    seat = phase.seat
    body = said[seat]
    with judgement.blaming(seat, "move"):
        if phase.committed is None:
            if isinstance(body, Revealed):
                raise WireError(sentence("reveals a move that nobody asked to commit to"))
            return _apply_body(state, seat, body, judgement)
        if not isinstance(body, Revealed):
            raise WireError(sentence("does not reveal the move that a race admitted"))
        move = decode(body.move, *MOVE_BODIES)
        found = commitment_to(state, phase.committed.origin.slot, seat, choice_in(move), body.salt)
        if found != phase.committed.commitment:
            raise WireError(sentence("reveals another move than the one it committed to"))
        return _apply_body(state, seat, move, judgement)


def _apply_body(state: TableState, seat: int, body: MoveBody, judgement: Judgement) -> TableState:
    match body:
        case Play():
            return _apply_play(state, seat, body, judgement)
        case PlayDrawn():
            return _apply_play_drawn(state, seat, body, judgement)
        case Draw():
            return play_on(state, DrawChosen(seat))
        case Join():
            return apply_keep(state, seat, body, judgement)
        case Pass():
            return play_on(state, Passed(seat))
        case NameColour():
            colour = colour_of(body.colour)
            if colour is None:
                raise WireError(sentence("names no colour"))
            return play_on(state, ColourNamed(seat, colour))
        case Accept():
            return play_on(state, Accepted(seat))
        case Challenge():
            reception = element_of(body.reception)
            state = note_key(state, reception, seat, judgement)
            doubt = Doubt(reception, state.origin(RECEPTION))
            return play_on(replace(state, doubt=doubt), Challenged(seat))
        case _:
            raise WireError(sentence("is not a move"))


def _apply_play(state: TableState, seat: int, body: Play, judgement: Judgement) -> TableState:
    hand = state.hands[seat]
    if hand is None or body.position >= len(hand.elements):
        raise WireError(
            sentence("plays card number {position}, which its hand does not have", position=body.position)
        )
    element = hand.elements[body.position]
    _claim_card(state, seat, hand.key, body, element, "play", judgement)
    rest = hand.without(body.position)
    state = _laid(state, seat, body.card, rest)
    state = state.with_hand(seat, rest if rest.elements else None)
    return play_on(state, Played(seat, body.card, colour_of(body.colour), body.uno))


def _apply_play_drawn(state: TableState, seat: int, body: PlayDrawn, judgement: Judgement) -> TableState:
    if len(state.drawn) != 1:
        raise WireError(sentence("plays a drawn card where none was drawn"))
    epoch = state.the_epoch()
    _claim_card(state, seat, epoch.keys[seat], body, state.drawn[0], "play-drawn", judgement)
    hand = state.hands[seat] or Hand(epoch.keys[seat], epoch.origins[seat], ())
    state = _laid(state, seat, body.card, hand)
    event = PlayedDrawn(seat, body.card, colour_of(body.colour), body.uno)
    return play_on(replace(state, drawn=()), event)


def _claim_card(
    state: TableState,
    seat: int,
    key: Element,
    body: Play | PlayDrawn,
    element: Element,
    purpose: str,
    judgement: Judgement,
) -> None:
    if body.card >= len(state.rules.deck):
        raise WireError(sentence("names card {card}, which this deck does not have", card=body.card))
    transcript = state.proof(seat, "equality", purpose)
    pairs = ((card_point(body.card), element),)
    proof = EqualityProof.from_bytes(body.proof)
    judgement.claim(seat, purpose, EqualityClaim(transcript, G, key, pairs, proof))


def _laid(state: TableState, seat: int, card: int, rest: Hand) -> TableState:
    """Fix what a Wild Draw Four would be judged on; any other card settles the last one."""
    four = state.rules.deck[card].kind is Kind.WILD_DRAW_FOUR
    opened = replace(state.checked, openings=state.checked.openings + 1)
    return replace(state, stake=Stake(seat, rest) if four else None, checked=opened)


# --- moves committed to in a race -------------------------------------------------------------------------


def choice_in(body: MoveBody) -> CommittedChoice:
    """What of a move is chosen: everything but proofs and keys."""
    match body:
        case Play() | PlayDrawn():
            return CommittedChoice(type_number(type(body)), body.card, body.colour, body.uno)
        case NameColour():
            return CommittedChoice(type_number(type(body)), 0, body.colour, uno=False)
        case _:
            return CommittedChoice(type_number(type(body)), 0, NO_COLOUR, uno=False)


def choice_as_committed(choice: Choice) -> CommittedChoice:
    """The same of a choice that has no body yet."""
    match choice:
        case PlayCard(card, colour, uno):
            return CommittedChoice(type_number(Play), card, number_of(colour), uno)
        case DrawCard():
            return CommittedChoice(type_number(Draw), 0, NO_COLOUR, uno=False)
        case PassTurn():
            return CommittedChoice(type_number(Pass), 0, NO_COLOUR, uno=False)
        case AcceptFour():
            return CommittedChoice(type_number(Accept), 0, NO_COLOUR, uno=False)
        case ChallengeFour():
            return CommittedChoice(type_number(Challenge), 0, NO_COLOUR, uno=False)
        case _:
            raise LocalError("this cannot be chosen while others may act")


def commitment_to(state: TableState, slot: int, seat: int, choice: CommittedChoice, salt: bytes) -> bytes:
    """Hides a choice until its race is decided; `slot` is the race's."""
    place = (state.table, state.term.to_bytes(2, "big"), slot.to_bytes(4, "big"), bytes([seat]))
    return tagged_hash("p2puno/v1/committed-move", *place, encode(choice), salt)


def recover_choice(state: TableState, maker: Maker, committed: Committed) -> Choice:
    """Find again what this seat committed to: there are few choices, and the salt is its own."""
    salt = maker.secrets.salt(committed.origin)
    plain: list[Choice] = [DrawCard(), PassTurn(), AcceptFour(), ChallengeFour()]
    plays: list[Choice] = [
        PlayCard(card, colour_of(colour), uno)
        for card in own_hand(state, maker.secrets)
        for colour in range(NO_COLOUR + 1)
        for uno in (False, True)
    ]
    for choice in plain + plays:
        known = choice_as_committed(choice)
        if commitment_to(state, committed.origin.slot, maker.seat, known, salt) == committed.commitment:
            return choice
    raise LocalError("this seat committed to a move that its secrets do not explain")
