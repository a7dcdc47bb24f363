"""The pile: shuffled by every seat in turn, and unmasked for whom the log says (specs/table.md, Deck).

Each step stands twice, side by side: how a seat makes it, and how everybody checks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.crypto.equality import EqualityClaim, EqualityProof, prove_equality
from protocol.crypto.group import G, multiply_secret
from protocol.crypto.shuffle import ShuffleClaim, ShuffleProof, prove_shuffle
from protocol.errors import LocalError, RemoteError
from protocol.rules.events import CutCards, Dealt, FirstCard, Received, Shuffled
from protocol.rules.needs import NeedCards
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


def start_peeling(state: TableState, purpose: Purpose, owners: tuple[int, ...], each: int) -> TableState:
    """Take `each` elements for each owner off the pile and begin to unmask them."""
    epoch = state.the_epoch()
    tracks = tuple(
        Track(owner, epoch.pile[place * each : (place + 1) * each]) for place, owner in enumerate(owners)
    )
    open_to_all = purpose in (Purpose.CUT, Purpose.FIRST_CARD)
    rest = replace(epoch, pile=epoch.pile[len(owners) * each :])
    steps = state.seats if open_to_all else state.seats - 1
    return replace(state, epoch=rest, phase=Peeling(purpose, tracks, 1, steps))


def peeling_seats(state: TableState, phase: Peeling) -> tuple[int, ...]:
    return tuple(sorted((track.owner + phase.step) % state.seats for track in phase.tracks))


def make_unmask(state: TableState, phase: Peeling, maker: Maker) -> Unmask:
    track = _track_of(state, phase, maker.seat)
    epoch = state.the_epoch()
    key = maker.secrets.scalar(epoch.origins[maker.seat])
    inverse = quotient(1, key)
    bare = tuple(multiply_secret(inverse, element) for element in track.elements)
    pairs = list(zip(bare, track.elements, strict=True))
    transcript = state.proof(maker.seat, "equality", f"unmask/{phase.purpose.value}")
    proof = prove_equality(transcript, G, epoch.keys[maker.seat], pairs, key, maker.nonces)
    return Unmask(bytes_of(bare), proof.to_bytes())


def apply_unmask(
    state: TableState, phase: Peeling, said: Mapping[int, Unmask], judgement: Judgement
) -> TableState:
    epoch = state.the_epoch()
    tracks: list[Track] = []
    for seat, body in said.items():
        track = _track_of(state, phase, seat)
        with judgement.blaming(seat, "unmask"):
            bare = elements_of(body.elements)
            judgement.require(
                len(bare) == len(track.elements),
                seat,
                "unmask",
                f"unmasked {len(bare)} elements where {len(track.elements)} were due",
            )
            transcript = state.proof(seat, "equality", f"unmask/{phase.purpose.value}")
            pairs = tuple(zip(bare, track.elements, strict=True))
            proof = EqualityProof.from_bytes(body.proof)
            claim = EqualityClaim(transcript, G, epoch.keys[seat], pairs, proof)
            judgement.claim(seat, "unmask", claim)
        tracks.append(Track(track.owner, bare))
    amount = sum(len(track.elements) for track in tracks)
    state = replace(state, checked=replace(state.checked, unmaskings=state.checked.unmaskings + amount))
    by_owner = {track.owner: track for track in tracks}
    ordered = tuple(by_owner[track.owner] for track in phase.tracks)
    if phase.step < phase.steps:
        return replace(state, phase=replace(phase, tracks=ordered, step=phase.step + 1))
    judgement.settle()
    return _peeled(state, phase, ordered, judgement)


def _track_of(state: TableState, phase: Peeling, seat: int) -> Track:
    owner = (seat - phase.step) % state.seats
    for track in phase.tracks:
        if track.owner == owner:
            return track
    raise LocalError(f"seat {seat} has nothing to unmask in this slot")


def _peeled(state: TableState, phase: Peeling, tracks: tuple[Track, ...], judgement: Judgement) -> TableState:
    """All masks that had to come off are off."""
    match phase.purpose:
        case Purpose.CUT:
            cards = tuple(_open_card(state, phase, track, judgement) for track in tracks)
            with judgement.blaming(_last_seat(state, phase, tracks[-1]), "unmask"):
                return play_on(state, CutCards(cards))
        case Purpose.FIRST_CARD:
            card = _open_card(state, phase, tracks[0], judgement)
            with judgement.blaming(_last_seat(state, phase, tracks[0]), "unmask"):
                return play_on(state, FirstCard(card))
        case Purpose.DEAL:
            return play_on(_dealt(state, tracks), Dealt())
        case Purpose.DRAW:
            return _drawn(state, tracks[0])


def _open_card(state: TableState, phase: Peeling, track: Track, judgement: Judgement) -> int:
    """The card of an element without masks. Proofs that hold leave no other possibility than a card."""
    card = cards_by_point(len(state.rules.deck)).get(track.elements[0])
    if card is None:
        seat = _last_seat(state, phase, track)
        raise RemoteError(seat, judgement.slot, "unmask", "unmasked what is no card of the deck")
    return card


def _last_seat(state: TableState, phase: Peeling, track: Track) -> int:
    """Who took the last mask off a track."""
    return (track.owner + phase.step) % state.seats


def _dealt(state: TableState, tracks: tuple[Track, ...]) -> TableState:
    """After the deal the hand key is the epoch key."""
    epoch = state.the_epoch()
    for track in tracks:
        owner = track.owner
        state = state.with_hand(owner, Hand(epoch.keys[owner], epoch.origins[owner], track.elements))
    return state


def _drawn(state: TableState, track: Track) -> TableState:
    """The cards wait beside the hand: to be kept, laid at once, or joined as a penalty."""
    state = replace(state, drawn=track.elements)
    need = state.rules.need
    if isinstance(need, NeedCards) and not need.join:
        return play_on(state, Received(track.owner, len(track.elements)))
    return replace(state, phase=Joining(track.owner))
