"""Masks of seats that have left come off by the shares that others hold (specs/table.md, Stripping).

Only what still has to be drawn loses them: the pile, and cards on their way from it to seats that are there.
No share is applied to an element of a hand.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import islice

from protocol.crypto.equality import EqualityClaim, EqualityProof, prove_equality
from protocol.crypto.group import Element, combine, multiply_secret
from protocol.errors import LocalError
from protocol.rules.needs import NeedShuffle
from protocol.table.deck import peeled
from protocol.table.judging import Judgement, bytes_of, unmasked
from protocol.table.making import Maker
from protocol.table.masks import SharedKey
from protocol.table.parcels import Track
from protocol.table.phases import Peeling, Phase, Sharing, Stripping
from protocol.table.sharing import is_shared, own_share
from protocol.table.state import TableState
from protocol.wire.messages import Unmask

STRIP = "strip"


# --- whether it is possible ------------------------------------------------------------------------------


def without_absent(state: TableState, phase: Phase, on_tracks: Collection[int]) -> TableState | None:
    """The state that goes on with `phase` once no mask of an absent seat is in the way; None if one stays.

    on_tracks: absent seats whose mask also lies on the tracks of `phase`.
    """
    epoch = state.the_epoch()
    absent = [mask for mask in epoch.masks if mask.seat not in state.present]
    due = [mask for mask in absent if epoch.pile or mask.seat in on_tracks]
    if not all(mask.shared is not None and set(mask.shared.holders) <= set(state.present) for mask in due):
        return None
    masks = tuple(mask for mask in epoch.masks if mask in due or mask not in absent)
    state = replace(state, epoch=replace(epoch, masks=masks))
    if not due:
        return _shared_anew(state, phase)
    seats = tuple(mask.seat for mask in due)
    return replace(state, phase=Stripping(seats, frozenset(on_tracks), phase))


def _shared_anew(state: TableState, phase: Phase) -> TableState:
    """Who has left held shares as well: those who stay share among themselves, if cards are still to come."""
    epoch = state.the_epoch()
    wanted = epoch.pile or isinstance(phase, Peeling)
    if wanted and is_shared(state) and not isinstance(state.rules.need, NeedShuffle):
        return replace(state, phase=Sharing(phase))
    masks = tuple(replace(mask, shared=None) for mask in epoch.masks)
    return replace(state, epoch=replace(epoch, masks=masks), phase=phase)


# --- a slot for each mask ----------------------------------------------------------------------------------


def stripping_seats(state: TableState, phase: Stripping) -> tuple[int, ...]:
    return _shared(state, phase).holders


def _shared(state: TableState, phase: Stripping) -> SharedKey:
    shared = state.the_epoch().mask(phase.seats[0]).shared
    if shared is None:
        raise LocalError("this mask was never shared")
    return shared


def _tracks(phase: Stripping) -> tuple[Track, ...]:
    """Those tracks that this mask lies on."""
    on_tracks = phase.seats[0] in phase.on_tracks
    return phase.then.tracks if on_tracks and isinstance(phase.then, Peeling) else ()


def elements_to_strip(state: TableState, phase: Stripping) -> tuple[Element, ...]:
    """The pile, then track after track."""
    tracks = (element for track in _tracks(phase) for element in track.elements)
    return (*state.the_epoch().pile, *tracks)


def make_strip(state: TableState, phase: Stripping, maker: Maker) -> Unmask:
    sharer, shared = phase.seats[0], _shared(state, phase)
    share = own_share(state, maker.secrets, sharer, shared)
    masked = elements_to_strip(state, phase)
    parts = tuple(multiply_secret(share, element) for element in masked)
    proof = prove_equality(
        state.proof(maker.seat, "equality", STRIP),
        state.the_epoch().mask(sharer).key,
        shared.held_by(maker.seat).image,
        list(zip(masked, parts, strict=True)),
        share,
        maker.nonces,
    )
    return Unmask(bytes_of(parts), proof.to_bytes())


def apply_strip(
    state: TableState, phase: Stripping, said: Mapping[int, Unmask], judgement: Judgement
) -> TableState:
    masked, key, shared = (
        elements_to_strip(state, phase),
        state.the_epoch().mask(phase.seats[0]).key,
        _shared(state, phase),
    )
    parts: list[tuple[Element, ...]] = []
    for seat, body in said.items():
        with judgement.blaming(seat, STRIP):
            part = unmasked(body.elements, len(masked))
            transcript, proof = state.proof(seat, "equality", STRIP), EqualityProof.from_bytes(body.proof)
            pairs = tuple(zip(masked, part, strict=True))
            image = shared.held_by(seat).image
            judgement.claim(seat, STRIP, EqualityClaim(transcript, key, image, pairs, proof))
            parts.append(part)
    judgement.settle()
    last = max(said)
    with judgement.blaming(last, STRIP):
        bare = tuple(combine(of_one) for of_one in zip(*parts, strict=True))
    state = replace(
        state, checked=replace(state.checked, unmaskings=state.checked.unmaskings + len(bare) * len(parts))
    )
    return _stripped(state, phase, bare, last, judgement)


def _stripped(
    state: TableState, phase: Stripping, bare: tuple[Element, ...], last: int, judgement: Judgement
) -> TableState:
    """The elements without this mask are put where they were; `last`: who took part last."""
    rest, epoch = iter(bare), state.the_epoch()
    pile = tuple(islice(rest, len(epoch.pile)))
    masks = tuple(mask for mask in epoch.masks if mask.seat != phase.seats[0])
    state = replace(state, epoch=replace(epoch, masks=masks, pile=pile))
    then = phase.then
    if isinstance(then, Peeling) and _tracks(phase):
        tracks = tuple(
            replace(track, elements=tuple(islice(rest, len(track.elements)))) for track in then.tracks
        )
        then = replace(then, tracks=tracks)
    if len(phase.seats) > 1:
        return replace(state, phase=replace(phase, seats=phase.seats[1:], then=then))
    if isinstance(then, Peeling) and not then.order:
        state = peeled(state, then, last, judgement)
        then = state.phase
    return _shared_anew(state, then)
