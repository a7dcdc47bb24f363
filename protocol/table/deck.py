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
from protocol.rules.events import CutCards, Dealt, FirstCard, Received, Redealt, Shuffled
from protocol.rules.needs import NeedCards
from protocol.sentences import sentence
from protocol.table.happenings import SeatShuffled
from protocol.table.joining import arrival_of
from protocol.table.judging import Judgement, bytes_of, element_of, elements_of
from protocol.table.making import Maker, quotient
from protocol.table.phases import Joining, Peeling, Purpose, Shuffling, Track
from protocol.table.playing import note_key, play_on
from protocol.table.state import Drawn, Epoch, Hand, TableState, card_point, cards_by_point
from protocol.wire.messages import Shuffle, Unmask

EPOCH = "epoch"


# --- shuffling -------------------------------------------------------------------------------------


def start_shuffle(state: TableState, cards: tuple[int, ...]) -> TableState:
    """A new epoch over public cards: every seat masks and permutes in turn."""
    return replace(state, phase=Shuffling(tuple(card_point(card) for card in cards), (), ()))


def shuffle_seats(_state: TableState, phase: Shuffling) -> tuple[int, ...]:
    return (len(phase.keys),)


def make_shuffle(state: TableState, phase: Shuffling, maker: Maker) -> Shuffle:
    """The cards of a pool lie under a pool key m already: shuffling with k/m leaves them under k."""
    origin = state.origin(EPOCH)
    key = maker.secrets.scalar(origin)
    if phase.pool is not None:
        key = quotient(key, maker.secrets.scalar(phase.pool.origins[maker.seat]))
    permutation = maker.secrets.permutation(origin, len(phase.pile))
    transcript = state.proof(maker.seat, "shuffle", EPOCH)
    base = _base(phase, maker.seat)
    image, pile, proof = prove_shuffle(transcript, base, key, phase.pile, permutation, maker.nonces)
    return Shuffle(image.to_bytes(), bytes_of(pile), proof.to_bytes())


def _base(phase: Shuffling, seat: int) -> Element:
    return G if phase.pool is None else phase.pool.keys[seat]


def apply_shuffle(
    state: TableState, phase: Shuffling, said: Mapping[int, Shuffle], judgement: Judgement
) -> TableState:
    ((seat, body),) = said.items()
    with judgement.blaming(seat, "shuffle"):
        key = element_of(body.key)
        pile = elements_of(body.pile)
        proof = ShuffleProof.from_bytes(body.proof, len(phase.pile))
        transcript = state.proof(seat, "shuffle", EPOCH)
        claim = ShuffleClaim(transcript, _base(phase, seat), key, phase.pile, pile, proof)
        judgement.claim(seat, "shuffle", claim)
    state = note_key(state, key, seat, judgement, EPOCH)
    state = replace(state, checked=replace(state.checked, shuffles=state.checked.shuffles + 1))
    keys = (*phase.keys, key)
    origins = (*phase.origins, state.origin(EPOCH))
    happened = SeatShuffled(seat, len(keys), state.seats)
    state = replace(state, happenings=(*state.happenings, happened))
    if len(keys) < state.seats:
        return replace(state, phase=replace(phase, pile=pile, keys=keys, origins=origins))
    if phase.pool is not None:
        return _deal_pool(state, phase.pool.counts, Epoch(keys, origins, pile))
    return play_on(replace(state, epoch=Epoch(keys, origins, pile)), Shuffled())


def _deal_pool(state: TableState, counts: tuple[int, ...], pool: Epoch) -> TableState:
    """The draw pile stays as it is, under its own keys."""
    tracks = _tracks(pool.pile, counts)
    return replace(state, phase=_peeling(state, Purpose.POOL, tracks, state.rules.turn, pool))


# --- unmasking -------------------------------------------------------------------------------------


def start_opening(state: TableState, purpose: Purpose, count: int, start: int) -> TableState:
    """Take `count` elements off the pile and begin to unmask them for everybody."""
    elements, state = _off_the_pile(state, count)
    phase = _peeling(state, purpose, (Track(None, elements),), start, state.the_epoch())
    return replace(state, phase=phase)


def start_deal(state: TableState, counts: tuple[int, ...], start: int) -> TableState:
    """Take so many elements for every seat off the pile and begin to unmask them."""
    elements, state = _off_the_pile(state, sum(counts))
    phase = _peeling(state, Purpose.DEAL, _tracks(elements, counts), start, state.the_epoch())
    return replace(state, phase=phase)


def start_draw(state: TableState, seat: int, count: int) -> TableState:
    """Take `count` elements off the pile for one seat and begin to unmask them."""
    elements, state = _off_the_pile(state, count)
    phase = _peeling(state, Purpose.DRAW, (Track(seat, elements),), seat, state.the_epoch())
    return replace(state, phase=replace(phase, steps=state.seats - 1))


def _tracks(elements: tuple[Element, ...], counts: tuple[int, ...]) -> tuple[Track, ...]:
    """Hand after hand, in seating order."""
    rest = iter(elements)
    return tuple(Track(seat, tuple(islice(rest, count))) for seat, count in enumerate(counts))


def _peeling(
    state: TableState, purpose: Purpose, tracks: tuple[Track, ...], start: int, masks: Epoch
) -> Peeling:
    phase = Peeling(purpose, tracks, start, 1, state.seats, masks.keys, masks.origins)
    return _next_step(phase, state.seats)


def _next_step(phase: Peeling, seats: int) -> Peeling:
    """Where all elements are a seat's own, there is nothing for it to take off, and no slot."""
    while phase.step <= phase.steps and not elements_due(phase, (phase.start + phase.step) % seats):
        phase = replace(phase, step=phase.step + 1)
    return phase


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
    key = maker.secrets.scalar(phase.origins[maker.seat])
    inverse = quotient(1, key)
    bare = tuple(multiply_secret(inverse, element) for element in masked)
    pairs = list(zip(bare, masked, strict=True))
    transcript = state.proof(maker.seat, "equality", f"unmask/{phase.purpose.value}")
    proof = prove_equality(transcript, G, phase.keys[maker.seat], pairs, key, maker.nonces)
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
        claim = EqualityClaim(transcript, G, phase.keys[seat], pairs, proof)
        judgement.claim(seat, "unmask", claim)
    unmaskings = state.checked.unmaskings + len(bare)
    state = replace(state, checked=replace(state.checked, unmaskings=unmaskings))
    rest = iter(bare)
    tracks = tuple(
        track if track.owner == seat else replace(track, elements=tuple(islice(rest, len(track.elements))))
        for track in phase.tracks
    )
    after = _next_step(replace(phase, tracks=tracks, step=phase.step + 1), state.seats)
    if after.step <= phase.steps:
        return replace(state, phase=after)
    judgement.settle()
    return _peeled(state, after, seat, judgement)


def _peeled(state: TableState, phase: Peeling, last: int, judgement: Judgement) -> TableState:
    """All masks that had to come off are off; seat `last` took the last ones."""
    match phase.purpose:
        case Purpose.CUT:
            cards = _open_cards(state, phase.tracks[0], last, judgement)
            with judgement.blaming(last, "unmask"):
                return play_on(state, CutCards(cards))
        case Purpose.FIRST_CARD:
            (card,) = _open_cards(state, phase.tracks[0], last, judgement)
            with judgement.blaming(last, "unmask"):
                return play_on(state, FirstCard(card))
        case Purpose.DEAL:
            return play_on(_dealt(state, phase), Dealt())
        case Purpose.POOL:
            return play_on(_dealt(state, phase), Redealt())
        case Purpose.DRAW:
            return _drawn(state, phase.tracks[0].elements)


def _open_cards(state: TableState, track: Track, last: int, judgement: Judgement) -> tuple[int, ...]:
    """The cards of elements without masks. Proofs that hold leave no other possibility than cards."""
    by_point = cards_by_point(len(state.rules.deck))
    if not all(element in by_point for element in track.elements):
        raise RemoteError(last, judgement.slot, "unmask", sentence("unmasked what is no card of the deck"))
    return tuple(by_point[element] for element in track.elements)


def _dealt(state: TableState, phase: Peeling) -> TableState:
    """After a deal the hand key is the key of its last mask; the tracks are in seating order."""
    for seat, track in enumerate(phase.tracks):
        hand = Hand(phase.keys[seat], phase.origins[seat], track.elements) if track.elements else None
        state = state.with_hand(seat, hand)
    return state


def _drawn(state: TableState, elements: tuple[Element, ...]) -> TableState:
    """They join the hand; a card drawn by choice waits beside it, to be kept or laid at once."""
    need, epoch = state.rules.need, state.the_epoch()
    if not isinstance(need, NeedCards):
        raise LocalError("cards were unmasked for a seat that does not draw")
    cards = Hand(epoch.keys[need.seat], epoch.origins[need.seat], elements)
    if need.join:
        return replace(state, phase=Joining((arrival_of(need.seat, cards),)))
    return play_on(replace(state, drawn=Drawn(need.seat, cards)), Received(need.seat, len(elements)))
