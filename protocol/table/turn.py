"""The seat in turn moves: cards, colour, target and UNO in one contribution (specs/table.md, Turns)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from protocol.crypto.equality import EqualityClaim, EqualityProof, prove_equality
from protocol.crypto.group import G, multiply_secret
from protocol.errors import LocalError, WireError
from protocol.rules.events import (
    Accepted,
    Challenged,
    ColourNamed,
    Discarded,
    DrawChosen,
    JumpedIn,
    Passed,
    Played,
    PlayedDrawn,
    TargetNamed,
)
from protocol.rules.events import Ready as ReadySaid
from protocol.rules.needs import MoveKind
from protocol.sentences import sentence
from protocol.table.choices import (
    AcceptFour,
    ChallengeFour,
    Choice,
    DiscardCards,
    DrawCard,
    KeepCard,
    NameFirstColour,
    NameTargetSeat,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
    SayReady,
)
from protocol.table.committing import choice_in, commitment_to, recover_choice
from protocol.table.duties import check_duty, make_duty
from protocol.table.hand import open_cards, own_drawn, take_opened, the_drawn
from protocol.table.joining import apply_keep, arrival_of, make_join
from protocol.table.judging import Judgement, colour_of, element_of, number_of
from protocol.table.making import Maker
from protocol.table.phases import Choosing
from protocol.table.playing import note_key, play_on
from protocol.table.state import Doubt, Hand, Stake, TableState, card_point
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Revealed
from protocol.wire.moves import (
    Accept,
    Challenge,
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

RECEPTION = "reception"
PLAY = "play"
PLAY_DRAWN = "play-drawn"
DISCARD = "discard"


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
        case PlayCard():
            return _make_play(state, maker, choice)
        case PlayDrawnCard():
            return _make_play_drawn(state, maker, choice)
        case DrawCard():
            return Draw(make_duty(state, maker, MoveKind.DRAW))
        case PassTurn():
            return Pass(make_duty(state, maker, MoveKind.PASS))
        case KeepCard():
            return make_join(state, maker, arrival_of(maker.seat, the_drawn(state, maker.seat)))
        case NameFirstColour(colour):
            return NameColour(int(colour))
        case AcceptFour():
            return Accept()
        case ChallengeFour():
            secret = maker.secrets.scalar(state.origin(RECEPTION))
            return Challenge(multiply_secret(secret, G).to_bytes())
        case SayReady():
            return Ready()
        case NameTargetSeat(target):
            return NameTarget(target)
        case DiscardCards(cards):
            return Discard(*open_cards(state, maker, cards, DISCARD))
        case _:
            raise LocalError("this is not a move")


def _make_play(state: TableState, maker: Maker, choice: PlayCard) -> Play:
    cards = (choice.card,) if choice.second is None else (choice.card, choice.second)
    opened, proof = open_cards(state, maker, cards, PLAY)
    return Play(opened, choice.as_skip, number_of(choice.colour), choice.uno, _maybe(choice.target), proof)


def _make_play_drawn(state: TableState, maker: Maker, choice: PlayDrawnCard) -> PlayDrawn:
    drawn = the_drawn(state, maker.seat)
    if own_drawn(state, maker.secrets) != choice.card:
        raise LocalError("that is not the card you have just drawn")
    proof = prove_equality(
        state.proof(maker.seat, "equality", PLAY_DRAWN),
        G,
        drawn.key,
        [(card_point(choice.card), drawn.elements[0])],
        maker.secrets.scalar(drawn.origin),
        maker.nonces,
    )
    return PlayDrawn(
        choice.card, number_of(choice.colour), choice.uno, _maybe(choice.target), proof.to_bytes()
    )


def _maybe(target: int | None) -> tuple[int, ...]:
    return () if target is None else (target,)


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
        if phase.committed.jump:
            return _apply_jump(state, seat, move, judgement)
        return _apply_body(state, seat, move, judgement)


def _apply_body(state: TableState, seat: int, body: MoveBody, judgement: Judgement) -> TableState:
    return _APPLY[type(body)](state, seat, body, judgement)


def _apply_play(state: TableState, seat: int, body: Play, judgement: Judgement) -> TableState:
    state, rest = _lay(state, seat, body, judgement)
    card, *more = (each.card for each in body.cards)
    second = more[0] if more else None
    event = Played(seat, card, colour_of(body.colour), body.uno, _seat_in(body.target), second, body.as_skip)
    return _played(state, event, len(body.cards), rest)


def _apply_jump(state: TableState, seat: int, body: MoveBody, judgement: Judgement) -> TableState:
    if not isinstance(body, Play) or len(body.cards) > 1 or body.as_skip:
        raise WireError(sentence("jumps in with something else than a card"))
    state, rest = _lay(state, seat, body, judgement)
    (card,) = (each.card for each in body.cards)
    event = JumpedIn(seat, card, colour_of(body.colour), body.uno, _seat_in(body.target))
    return _played(state, event, 1, rest)


def _lay(state: TableState, seat: int, body: Play, judgement: Judgement) -> tuple[TableState, Hand]:
    """The cards leave the hand; what is left of it may be without cards."""
    before = state.hands[seat]
    rest = take_opened(state, seat, body.cards, body.proof, PLAY, judgement)
    assert before is not None
    return state.with_hand(seat, rest), rest or replace(before, elements=())


def _apply_play_drawn(state: TableState, seat: int, body: PlayDrawn, judgement: Judgement) -> TableState:
    drawn = the_drawn(state, seat)
    if body.card >= len(state.rules.deck):
        raise WireError(sentence("names card {card}, which this deck does not have", card=body.card))
    transcript = state.proof(seat, "equality", PLAY_DRAWN)
    pairs = ((card_point(body.card), drawn.elements[0]),)
    proof = EqualityProof.from_bytes(body.proof)
    judgement.claim(seat, PLAY_DRAWN, EqualityClaim(transcript, G, drawn.key, pairs, proof))
    hand = state.hands[seat] or replace(drawn, elements=())
    event = PlayedDrawn(seat, body.card, colour_of(body.colour), body.uno, _seat_in(body.target))
    return _played(replace(state, drawn=None), event, 1, hand)


def _played(state: TableState, event: Played | PlayedDrawn | JumpedIn, laid: int, rest: Hand) -> TableState:
    """`laid` cards were opened. What a Wild Draw Four would be judged on is fixed when it is laid."""
    opened = replace(state.checked, openings=state.checked.openings + laid)
    after = play_on(replace(state, checked=opened), event)
    four = after.rules.four
    if four is None:
        return replace(after, stake=None)
    return after if four == state.rules.four else replace(after, stake=Stake(event.seat, rest))


def _apply_draw(state: TableState, seat: int, body: Draw, judgement: Judgement) -> TableState:
    state = check_duty(state, seat, MoveKind.DRAW, body.proof, judgement)
    return play_on(state, DrawChosen(seat))


def _apply_pass(state: TableState, seat: int, body: Pass, judgement: Judgement) -> TableState:
    state = check_duty(state, seat, MoveKind.PASS, body.proof, judgement)
    return play_on(state, Passed(seat))


def _apply_name_colour(state: TableState, seat: int, body: NameColour, _judgement: Judgement) -> TableState:
    colour = colour_of(body.colour)
    if colour is None:
        raise WireError(sentence("names no colour"))
    return play_on(state, ColourNamed(seat, colour))


def _apply_accept(state: TableState, seat: int, _body: Accept, _judgement: Judgement) -> TableState:
    return play_on(state, Accepted(seat))


def _apply_challenge(state: TableState, seat: int, body: Challenge, judgement: Judgement) -> TableState:
    reception = element_of(body.reception)
    state = note_key(state, reception, seat, judgement, RECEPTION)
    doubt = Doubt(reception, state.origin(RECEPTION))
    return play_on(replace(state, doubt=doubt), Challenged(seat))


def _apply_ready(state: TableState, seat: int, _body: Ready, _judgement: Judgement) -> TableState:
    return play_on(state, ReadySaid(seat))


def _apply_name_target(state: TableState, seat: int, body: NameTarget, _judgement: Judgement) -> TableState:
    return play_on(state, TargetNamed(seat, body.target))


def _apply_discard(state: TableState, seat: int, body: Discard, judgement: Judgement) -> TableState:
    rest = take_opened(state, seat, body.cards, body.proof, DISCARD, judgement)
    opened = replace(state.checked, openings=state.checked.openings + len(body.cards))
    state = replace(state.with_hand(seat, rest), checked=opened)
    return play_on(state, Discarded(seat, tuple(each.card for each in body.cards)))


def _seat_in(target: tuple[int, ...]) -> int | None:
    return target[0] if target else None


# Any: each function takes the body that stands beside it.
Apply: TypeAlias = Callable[[TableState, int, Any, Judgement], TableState]

_APPLY: dict[type[MoveBody], Apply] = {
    Play: _apply_play,
    PlayDrawn: _apply_play_drawn,
    Draw: _apply_draw,
    Join: apply_keep,
    NameColour: _apply_name_colour,
    Pass: _apply_pass,
    Accept: _apply_accept,
    Challenge: _apply_challenge,
    Ready: _apply_ready,
    NameTarget: _apply_name_target,
    Discard: _apply_discard,
}
MOVE_BODIES: tuple[type[MoveBody], ...] = tuple(_APPLY)
