"""The pile: shuffled by every seat in turn, and unmasked for whom the log says (specs/table.md, Deck).

Each step stands twice, side by side: how a seat makes it, and how everybody checks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from protocol.crypto.equality import EqualityClaim, EqualityProof, prove_equality
from protocol.crypto.group import Element, G, multiply_secret
from protocol.crypto.shuffle import ShuffleClaim, ShuffleProof, prove_shuffle
from protocol.errors import LocalError, RemoteError
from protocol.rules.events import CutCards, Dealt, FirstCard, Received, Shuffled
from protocol.rules.needs import NeedCards
from protocol.sentences import sentence
from protocol.table.happenings import SeatShuffled
from protocol.table.judging import Judgement, bytes_of, element_of, elements_of
from protocol.table.making import Maker, quotient
from protocol.table.phases import Joining, Peeling, Purpose, Shuffling, Track
from protocol.table.playing import note_key, play_on
from protocol.table.state import Epoch, Hand, TableState, card_point, cards_by_point
from protocol.wire.messages import Shuffle, Unmask

EPOCH = "epoch"


# --- shuffling -------------------------------------------------------------------------------------


def start_shuffle(state: TableState, cards: tuple[int, ...]) -> TableState:
    """A new epoch over public cards: every seat masks and permutes in turn."""
    return replace(state, phase=Shuffling(tuple(card_point(card) for card in cards), (), ()))


def shuffle_seats(_state: TableState, phase: Shuffling) -> tuple[int, ...]:
    return (len(phase.keys),)


def make_shuffle(state: TableState, phase: Shuffling, maker: Maker) -> Shuffle:
    origin = state.origin(EPOCH)
    key = maker.secrets.scalar(origin)
    permutation = maker.secrets.permutation(origin, len(phase.pile))
    transcript = state.proof(maker.seat, "shuffle", EPOCH)
    image, pile, proof = prove_shuffle(transcript, G, key, phase.pile, permutation, maker.nonces)
    return Shuffle(image.to_bytes(), bytes_of(pile), proof.to_bytes())


def apply_shuffle(
    state: TableState, phase: Shuffling, said: Mapping[int, Shuffle], judgement: Judgement
) -> TableState:
    ((seat, body),) = said.items()
    with judgement.blaming(seat, "shuffle"):
        key = element_of(body.key)
        pile = elements_of(body.pile)
        proof = ShuffleProof.from_bytes(body.proof, len(phase.pile))
        transcript = state.proof(seat, "shuffle", EPOCH)
        judgement.claim(seat, "shuffle", ShuffleClaim(transcript, G, key, phase.pile, pile, proof))
    state = note_key(state, key, seat, judgement)
    state = replace(state, checked=replace(state.checked, shuffles=state.checked.shuffles + 1))
    keys = (*phase.keys, key)
    origins = (*phase.origins, state.origin(EPOCH))
    happened = SeatShuffled(seat, len(keys), state.seats)
    state = replace(state, happenings=(*state.happenings, happened))
    if len(keys) < state.seats:
        return replace(state, phase=Shuffling(pile, keys, origins))
    return play_on(replace(state, epoch=Epoch(keys, origins, pile)), Shuffled())


# --- unmasking -------------------------------------------------------------------------------------


def start_opening(state: TableState, purpose: Purpose, count: int, start: int) -> TableState:
    """Take `count` elements off the pile and begin to unmask them for everybody."""
    elements, state = _off_the_pile(state, count)
    return replace(state, phase=Peeling(purpose, (Track(None, elements),), start, 1, state.seats))


def start_deal(state: TableState, counts: tuple[int, ...], start: int) -> TableState:
    """Take `counts[seat]` elements for every seat off the pile and begin to unmask them."""
    elements, state = _off_the_pile(state, sum(counts))
    rest = iter(elements)
    tracks = tuple(Track(seat, tuple(islice(rest, count))) for seat, count in enumerate(counts))
    return replace(state, phase=Peeling(Purpose.DEAL, tracks, start, 1, state.seats))


def start_draw(state: TableState, seat: int, count: int) -> TableState:
    """Take `count` elements off the pile for one seat and begin to unmask them."""
    elements, state = _off_the_pile(state, count)
    return replace(state, phase=Peeling(Purpose.DRAW, (Track(seat, elements),), seat, 1, state.seats - 1))


def _off_the_pile(state: TableState, count: int) -> tuple[tuple[Element, ...], TableState]:
    epoch = state.the_epoch()
    return epoch.pile[:count], replace(state, epoch=replace(epoch, pile=epoch.pile[count:]))


def peeling_seats(state: TableState, phase: Peeling) -> tuple[int, ...]:
    return ((phase.start + phase.step) % state.seats,)


def elements_due(phase: Peeling, seat: int) -> tuple[Element, ...]:
    """What loses this seat's mask, track after track: everything but what is on its way to itself."""
    return tuple(element for track in phase.tracks if track.owner != seat for element in track.elements)


def make_unmask(state: TableState, phase: Peeling, maker: Maker) -> Unmask:
    masked = elements_due(phase, maker.seat)
    epoch = state.the_epoch()
    key = maker.secrets.scalar(epoch.origins[maker.seat])
    inverse = quotient(1, key)
    bare = tuple(multiply_secret(inverse, element) for element in masked)
    pairs = list(zip(bare, masked, strict=True))
    transcript = state.proof(maker.seat, "equality", f"unmask/{phase.purpose.value}")
    proof = prove_equality(transcript, G, epoch.keys[maker.seat], pairs, key, maker.nonces)
    return Unmask(bytes_of(bare), proof.to_bytes())


def apply_unmask(
    state: TableState, phase: Peeling, said: Mapping[int, Unmask], judgement: Judgement
) -> TableState:
    ((seat, body),) = said.items()
    masked = elements_due(phase, seat)
    with judgement.blaming(seat, "unmask"):
        bare = elements_of(body.elements)
        judgement.require(
            len(bare) == len(masked),
            seat,
            "unmask",
            sentence("unmasked {count} elements where {due} were due", count=len(bare), due=len(masked)),
        )
        transcript = state.proof(seat, "equality", f"unmask/{phase.purpose.value}")
        pairs = tuple(zip(bare, masked, strict=True))
        proof = EqualityProof.from_bytes(body.proof)
        claim = EqualityClaim(transcript, G, state.the_epoch().keys[seat], pairs, proof)
        judgement.claim(seat, "unmask", claim)
    unmaskings = state.checked.unmaskings + len(bare)
    state = replace(state, checked=replace(state.checked, unmaskings=unmaskings))
    rest = iter(bare)
    tracks = tuple(
        track if track.owner == seat else replace(track, elements=tuple(islice(rest, len(track.elements))))
        for track in phase.tracks
    )
    if phase.step < phase.steps:
        return replace(state, phase=replace(phase, tracks=tracks, step=phase.step + 1))
    judgement.settle()
    return _peeled(state, phase.purpose, tracks, seat, judgement)


def _peeled(
    state: TableState, purpose: Purpose, tracks: tuple[Track, ...], last: int, judgement: Judgement
) -> TableState:
    """All masks that had to come off are off; seat `last` took the last ones."""
    match purpose:
        case Purpose.CUT:
            cards = _open_cards(state, tracks[0], last, judgement)
            with judgement.blaming(last, "unmask"):
                return play_on(state, CutCards(cards))
        case Purpose.FIRST_CARD:
            (card,) = _open_cards(state, tracks[0], last, judgement)
            with judgement.blaming(last, "unmask"):
                return play_on(state, FirstCard(card))
        case Purpose.DEAL:
            return play_on(_dealt(state, tracks), Dealt())
        case Purpose.DRAW:
            return _drawn(state, tracks[0].elements)


def _open_cards(state: TableState, track: Track, last: int, judgement: Judgement) -> tuple[int, ...]:
    """The cards of elements without masks. Proofs that hold leave no other possibility than cards."""
    by_point = cards_by_point(len(state.rules.deck))
    if not all(element in by_point for element in track.elements):
        raise RemoteError(last, judgement.slot, "unmask", sentence("unmasked what is no card of the deck"))
    return tuple(by_point[element] for element in track.elements)


def _dealt(state: TableState, tracks: tuple[Track, ...]) -> TableState:
    """After the deal the hand key is the epoch key; the tracks are in seating order."""
    epoch = state.the_epoch()
    for seat, track in enumerate(tracks):
        state = state.with_hand(seat, Hand(epoch.keys[seat], epoch.origins[seat], track.elements))
    return state


def _drawn(state: TableState, elements: tuple[Element, ...]) -> TableState:
    """The cards wait beside the hand: to be kept, laid at once, or joined as a penalty."""
    need = state.rules.need
    if not isinstance(need, NeedCards):
        raise LocalError("cards were unmasked for a seat that does not draw")
    state = replace(state, drawn=elements)
    if need.join:
        return replace(state, phase=Joining(need.seat))
    return play_on(state, Received(need.seat, len(elements)))
