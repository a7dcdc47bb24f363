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
from protocol.errors import LocalError, RemoteError, WireError
from protocol.rules.events import CutCards, Dealt, FirstCard, Received, Redealt, Shuffled
from protocol.rules.needs import NeedCards
from protocol.sentences import sentence
from protocol.table.happenings import SeatShuffled
from protocol.table.joining import arrival_of
from protocol.table.judging import Judgement, bytes_of, element_of, elements_of, unmasked
from protocol.table.making import Maker, quotient
from protocol.table.masks import Mask, mask_of
from protocol.table.parcels import Purpose, Track
from protocol.table.phases import Joining, Peeling, Shuffling
from protocol.table.playing import note_key, play_on
from protocol.table.sharing import apply_receptions, is_shared, make_receptions, start_sharing
from protocol.table.state import Drawn, Epoch, Hand, TableState, card_point, cards_by_point
from protocol.wire.messages import Shuffle, Unmask
from protocol.wire.sharing import SharedShuffle

EPOCH = "epoch"


# --- shuffling -------------------------------------------------------------------------------------


def start_shuffle(state: TableState, cards: tuple[int, ...]) -> TableState:
    """A new epoch over public cards: every seat masks and permutes in turn."""
    return replace(state, phase=Shuffling(tuple(card_point(card) for card in cards)))


def shuffle_seats(state: TableState, phase: Shuffling) -> tuple[int, ...]:
    return state.unmasked(phase.masks)[:1]


def make_shuffle(state: TableState, phase: Shuffling, maker: Maker) -> Shuffle | SharedShuffle:
    """The cards of a pool lie under a pool key m already: shuffling with k/m leaves them under k."""
    origin = state.origin(EPOCH)
    key = maker.secrets.scalar(origin)
    if phase.pool is not None:
        key = quotient(key, maker.secrets.scalar(mask_of(phase.pool.masks, maker.seat).origin))
    permutation = maker.secrets.permutation(origin, len(phase.pile))
    transcript = state.proof(maker.seat, "shuffle", EPOCH)
    base = _base(phase, maker.seat)
    image, pile, proof = prove_shuffle(transcript, base, key, phase.pile, permutation, maker.nonces)
    if not _shares(state, phase):
        return Shuffle(image.to_bytes(), bytes_of(pile), proof.to_bytes())
    receptions = make_receptions(state, maker)
    return SharedShuffle(image.to_bytes(), bytes_of(pile), proof.to_bytes(), receptions)


def _shares(state: TableState, phase: Shuffling) -> bool:
    """A pool is dealt out at once, and its keys become those of hands."""
    return phase.pool is None and is_shared(state)


def _base(phase: Shuffling, seat: int) -> Element:
    return G if phase.pool is None else mask_of(phase.pool.masks, seat).key


def apply_shuffle(
    state: TableState, phase: Shuffling, said: Mapping[int, Shuffle | SharedShuffle], judgement: Judgement
) -> TableState:
    """The next seat without a mask shuffles; after the last one the pile is shared, dealt out, or ready."""
    ((seat, body),) = said.items()
    shares = _shares(state, phase)
    with judgement.blaming(seat, "shuffle"):
        if shares is not isinstance(body, SharedShuffle):
            raise WireError(sentence("gives keys for shares where none are due, or none where they are"))
        key = element_of(body.key)
        pile = elements_of(body.pile)
        proof = ShuffleProof.from_bytes(body.proof, len(phase.pile))
        transcript = state.proof(seat, "shuffle", EPOCH)
        claim = ShuffleClaim(transcript, _base(phase, seat), key, phase.pile, pile, proof)
        judgement.claim(seat, "shuffle", claim)
    state = note_key(state, key, seat, judgement, EPOCH)
    state = replace(state, checked=replace(state.checked, shuffles=state.checked.shuffles + 1))
    mask = Mask(seat, key, state.origin(EPOCH))
    if isinstance(body, SharedShuffle):
        with judgement.blaming(seat, "shuffle"):
            state, receptions = apply_receptions(state, seat, body.receptions, judgement)
        mask = replace(mask, receptions=receptions)
    masks = (*phase.masks, mask)
    happened = SeatShuffled(seat, len(masks), len(state.present))
    state = replace(state, happenings=(*state.happenings, happened))
    if state.unmasked(masks):
        return replace(state, phase=replace(phase, pile=pile, masks=masks))
    epoch = Epoch(masks, pile)
    if phase.pool is not None:
        return _deal_pool(state, phase.pool.counts, epoch)
    state = replace(state, epoch=epoch)
    return start_sharing(state, None) if shares else play_on(state, Shuffled())


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
    return replace(state, phase=phase)


def _tracks(elements: tuple[Element, ...], counts: tuple[int, ...]) -> tuple[Track, ...]:
    """Hand after hand, in seating order."""
    rest = iter(elements)
    return tuple(Track(seat, tuple(islice(rest, count))) for seat, count in enumerate(counts) if count)


def _peeling(
    state: TableState, purpose: Purpose, tracks: tuple[Track, ...], start: int, epoch: Epoch
) -> Peeling:
    """From the left neighbour of `start` on; a seat that would have nothing to take off has no slot."""
    order = sorted(state.present, key=lambda seat: (seat - start - 1) % state.seats)
    phase = Peeling(purpose, tracks, tuple(order), epoch.masks)
    return replace(phase, order=tuple(seat for seat in order if elements_due(phase, seat)))


def _off_the_pile(state: TableState, count: int) -> tuple[tuple[Element, ...], TableState]:
    epoch = state.the_epoch()
    return epoch.pile[:count], replace(state, epoch=replace(epoch, pile=epoch.pile[count:]))


def peeling_seats(_state: TableState, phase: Peeling) -> tuple[int, ...]:
    return phase.order[:1]


def elements_due(phase: Peeling, seat: int) -> tuple[Element, ...]:
    """What loses this seat's mask, track after track: everything but what is on its way to itself."""
    return tuple(element for track in phase.tracks if track.owner != seat for element in track.elements)


def make_unmask(state: TableState, phase: Peeling, maker: Maker) -> Unmask:
    """Everything on the tracks that is not this seat's own without its mask, with one proof for all of it."""
    masked = elements_due(phase, maker.seat)
    mask = phase.mask(maker.seat)
    key = maker.secrets.scalar(mask.origin)
    inverse = quotient(1, key)
    bare = tuple(multiply_secret(inverse, element) for element in masked)
    pairs = list(zip(bare, masked, strict=True))
    transcript = state.proof(maker.seat, "equality", f"unmask/{phase.purpose.value}")
    proof = prove_equality(transcript, G, mask.key, pairs, key, maker.nonces)
    return Unmask(bytes_of(bare), proof.to_bytes())


def apply_unmask(
    state: TableState, phase: Peeling, said: Mapping[int, Unmask], judgement: Judgement
) -> TableState:
    """One mask is off; when the last one is, the proofs are verified before a card is read."""
    ((seat, body),) = said.items()
    masked = elements_due(phase, seat)
    with judgement.blaming(seat, "unmask"):
        bare = unmasked(body.elements, len(masked))
        transcript = state.proof(seat, "equality", f"unmask/{phase.purpose.value}")
        pairs = tuple(zip(bare, masked, strict=True))
        proof = EqualityProof.from_bytes(body.proof)
        claim = EqualityClaim(transcript, G, phase.mask(seat).key, pairs, proof)
        judgement.claim(seat, "unmask", claim)
    unmaskings = state.checked.unmaskings + len(bare)
    state = replace(state, checked=replace(state.checked, unmaskings=unmaskings))
    rest = iter(bare)
    tracks = tuple(
        track if track.owner == seat else replace(track, elements=tuple(islice(rest, len(track.elements))))
        for track in phase.tracks
    )
    after = replace(phase, tracks=tracks, order=phase.order[1:])
    if after.order:
        return replace(state, phase=after)
    judgement.settle()
    return peeled(state, after, seat, judgement)


def peeled(state: TableState, phase: Peeling, last: int, judgement: Judgement) -> TableState:
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
    """After a deal the hand key is the key of its last mask; who gets no card has no hand."""
    state = replace(state, hands=(None,) * state.seats)
    for track in phase.tracks:
        assert track.owner is not None
        mask = phase.mask(track.owner)
        state = state.with_hand(track.owner, Hand(mask.key, mask.origin, track.elements))
    return state


def _drawn(state: TableState, elements: tuple[Element, ...]) -> TableState:
    """They join the hand; a card drawn by choice waits beside it, to be kept or laid at once."""
    need, epoch = state.rules.need, state.the_epoch()
    if not isinstance(need, NeedCards):
        raise LocalError("cards were unmasked for a seat that does not draw")
    mask = epoch.mask(need.seat)
    cards = Hand(mask.key, mask.origin, elements)
    if need.join:
        return replace(state, phase=Joining((arrival_of(need.seat, cards),)))
    return play_on(replace(state, drawn=Drawn(need.seat, cards)), Received(need.seat, len(elements)))
