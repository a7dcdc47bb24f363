"""A duel for the highest card: each commits to a card or to none, then all open (specs/table.md, Duel)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.crypto.hashing import tagged_hash
from protocol.errors import LocalError
from protocol.rules.cards import Kind
from protocol.rules.events import Duelled
from protocol.sentences import sentence
from protocol.table.choices import DuelCard
from protocol.table.hand import impossible, open_cards, own_hand, take_opened
from protocol.table.judging import Judgement
from protocol.table.making import Maker
from protocol.table.origins import KeyOrigin
from protocol.table.phases import Acknowledging, After, Duelling, DuelOpening, Refreshing
from protocol.table.playing import play_on
from protocol.table.state import Hand, TableState
from protocol.wire.house import DuelCommit, DuelOpen

DUEL = "duel"


def duelling_seats(_state: TableState, phase: Duelling | DuelOpening) -> tuple[int, ...]:
    return phase.seats


def make_commit(state: TableState, _phase: Duelling, maker: Maker) -> DuelCommit:
    choice = maker.chosen()
    if not isinstance(choice, DuelCard):
        raise LocalError("this slot waits for the card of the duel")
    if choice.card is not None and choice.card not in own_hand(state, maker.secrets):
        raise LocalError("that card is not in your hand")
    salt = maker.secrets.salt(state.origin(DUEL))
    return DuelCommit(_commitment(state, state.origin(DUEL), maker.seat, choice.card, salt))


def apply_commit(
    state: TableState, phase: Duelling, said: Mapping[int, DuelCommit], _judgement: Judgement
) -> TableState:
    commitments = tuple(said[seat].commitment for seat in phase.seats)
    opening = DuelOpening(phase.seats, commitments, state.origin(DUEL))
    return replace(state, phase=Acknowledging(After.TRANSFER, opening))


def make_duel_open(state: TableState, phase: DuelOpening, maker: Maker) -> DuelOpen:
    salt = maker.secrets.salt(phase.origin)
    card = _recovered(state, phase, maker, salt)
    opened, proof = open_cards(state, maker, () if card is None else (card,), DUEL)
    return DuelOpen(opened, proof, salt)


def _recovered(state: TableState, phase: DuelOpening, maker: Maker, salt: bytes) -> int | None:
    """Find again what this seat committed to: there are few choices, and the salt is its own."""
    expected = phase.commitments[phase.seats.index(maker.seat)]
    for card in (None, *own_hand(state, maker.secrets)):
        if _commitment(state, phase.origin, maker.seat, card, salt) == expected:
            return card
    raise LocalError("this seat committed to a card that its secrets do not explain")


def apply_duel_open(
    state: TableState, phase: DuelOpening, said: Mapping[int, DuelOpen], judgement: Judgement
) -> TableState:
    """The rules discard the card that wins; the hands of the others who showed one are masked anew."""
    left: dict[int, Hand | None] = {}
    cards: list[int | None] = []
    for seat, commitment in zip(phase.seats, phase.commitments, strict=True):
        body = said[seat]
        with judgement.blaming(seat, DUEL):
            rest = take_opened(state, seat, body.shown, body.proof, DUEL, judgement)
        card = body.shown[0].card if body.shown else None
        found = _commitment(state, phase.origin, seat, card, body.salt)
        fault = sentence("opens another card than the one it committed to")
        judgement.require(found == commitment, seat, DUEL, fault)
        if card is not None:
            fault = sentence("shows a card that is no number in a duel")
            judgement.require(state.rules.deck[card].kind is Kind.NUMBER, seat, DUEL, fault)
            left[seat] = rest
        cards.append(card)
    judgement.settle()
    opened = replace(state.checked, openings=state.checked.openings + len(left))
    shown = dict(zip(phase.seats, cards, strict=True))
    single = ((seat, () if card is None else (card,)) for seat, card in shown.items())
    with judgement.blaming(impossible(state, single), DUEL):
        state = play_on(replace(state, checked=opened), Duelled(tuple(cards)))
    back = tuple(seat for seat in sorted(left) if shown[seat] not in state.rules.discards)
    for seat in sorted(set(left) - set(back)):
        state = state.with_hand(seat, left[seat])
    return replace(state, phase=Refreshing(back)) if back else state


def _commitment(state: TableState, origin: KeyOrigin, seat: int, card: int | None, salt: bytes) -> bytes:
    """At the place where it was made: if somebody has left since then, the term is another now."""
    place = (state.table, origin.term.to_bytes(2, "big"), origin.slot.to_bytes(4, "big"), bytes([seat]))
    return tagged_hash("p2puno/v2/duel", *place, b"" if card is None else bytes([card]), salt)
