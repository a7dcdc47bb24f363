"""Seats share the keys of a pile, so that it outlives who vanishes (specs/table.md, Sharing).

Reception keys come with the shuffle; in one slot all seats give out shares, in the next all say whether what
they got is what was announced. Before that no card of the pile is unmasked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.crypto.fiat_shamir import Binding
from protocol.crypto.group import SCALAR_BYTES, Element, G, multiply_secret, scalar_to_bytes
from protocol.crypto.sealing import WrongKeyError, seal, unseal
from protocol.crypto.sharing import SHARING, SharingClaim, check_share, share_images, split_inverse
from protocol.errors import ProofError, RemoteError, WireError
from protocol.rules.events import Shuffled
from protocol.sentences import sentence
from protocol.table.judging import Judgement, bytes_of, elements_of
from protocol.table.making import Maker
from protocol.table.masks import HeldShare, SharedKey
from protocol.table.origins import KeyOrigin
from protocol.table.phases import Phase, Receiving, Sharing
from protocol.table.playing import note_key, play_on
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState
from protocol.wire.sharing import Complaint, Receipt, Share, Shares

SHARE = "share"
RECEIPT = "receipt"
_FEWEST_OPERATORS = 3


# --- who shares with whom ------------------------------------------------------------------------------


def is_shared(state: TableState) -> bool:
    """Whether the keys of a pile that is made now are shared: not those of the cut, which is soon over."""
    sharing = state.rules.ruleset.on("key_sharing") and state.rules.round > 0
    return sharing and len(_operators(state)) >= _FEWEST_OPERATORS


def _operators(state: TableState) -> tuple[int, ...]:
    """The seats that play for themselves: each stands for one operator."""
    entries = state.proposal.seats
    return tuple(seat for seat in state.present if entries[seat].key == entries[seat].operator)


def holders(state: TableState, sharer: int) -> tuple[int, ...]:
    """One seat of every other operator: a machine that plays several seats holds one share."""
    entries = state.proposal.seats
    return tuple(seat for seat in _operators(state) if entries[seat].key != entries[sharer].operator)


def _sharers(state: TableState, holder: int) -> tuple[int, ...]:
    """The seats that give this one a share."""
    return tuple(seat for seat in state.present if holder in holders(state, seat))


# --- keys to seal to, with the shuffle -----------------------------------------------------------------


def make_receptions(state: TableState, maker: Maker) -> tuple[bytes, ...]:
    """A fresh key for each seat that will share with this one."""
    keys = (_reception(maker.secrets, state.origin(SHARE), sharer) for sharer in _sharers(state, maker.seat))
    return bytes_of(multiply_secret(key, G) for key in keys)


def apply_receptions(
    state: TableState, seat: int, data: tuple[bytes, ...], judgement: Judgement
) -> tuple[TableState, tuple[tuple[int, Element], ...]]:
    sharers = _sharers(state, seat)
    keys = elements_of(data)
    if len(keys) != len(sharers):
        raise WireError(
            sentence("gives {count} keys for shares of {due} seats", count=len(keys), due=len(sharers))
        )
    for sharer, key in zip(sharers, keys, strict=True):
        state = note_key(state, key, seat, judgement, _reception_purpose(sharer))
    return state, tuple(zip(sharers, keys, strict=True))


def _reception(secrets: SeatSecrets, shuffle: KeyOrigin, sharer: int) -> int:
    return secrets.scalar(replace(shuffle, purpose=_reception_purpose(sharer)))


def _reception_purpose(sharer: int) -> str:
    return f"{SHARE}/{sharer}"


# --- the share slot ------------------------------------------------------------------------------------


def start_sharing(state: TableState, then: Phase | None) -> TableState:
    """`then`: what goes on afterwards; None if the rules have yet to hear of the shuffle."""
    return replace(state, phase=Sharing(then))


def make_shares(state: TableState, _phase: Sharing, maker: Maker) -> Shares:
    mask, holding = state.the_epoch().mask(maker.seat), holders(state, maker.seat)
    parts = [maker.secrets.scalar(state.origin(f"part/{holder}")) for holder in holding[:-1]]
    shares = split_inverse(maker.secrets.scalar(mask.origin), parts)
    images = share_images(mask.key, shares)
    return Shares(
        tuple(
            Share(image.to_bytes(), _sealed(state, maker, holder, share))
            for holder, share, image in zip(holding, shares, images, strict=True)
        )
    )


def _sealed(state: TableState, maker: Maker, holder: int, share: int) -> bytes:
    recipient = dict(state.the_epoch().mask(holder).receptions)[maker.seat]
    context = _sealing_context(state.binding(maker.seat), holder)
    return seal(recipient, scalar_to_bytes(share), context, maker.entropy)


def _sealing_context(place: Binding, holder: int) -> bytes:
    return b"p2puno/v3/share" + place.to_bytes() + bytes([holder])


def apply_shares(
    state: TableState, phase: Sharing, said: Mapping[int, Shares], judgement: Judgement
) -> TableState:
    shared: list[tuple[int, SharedKey]] = []
    for seat, body in said.items():
        holding = holders(state, seat)
        with judgement.blaming(seat, SHARE):
            if len(body.shares) != len(holding):
                fault = sentence(
                    "shares its key among {count}, and not {due}", count=len(body.shares), due=len(holding)
                )
                raise WireError(fault)
            images = elements_of(each.image for each in body.shares)
            transcript = state.proof(seat, SHARING, SHARE)
            judgement.claim(seat, SHARE, SharingClaim(transcript, state.the_epoch().mask(seat).key, images))
        boxes = (each.sealed for each in body.shares)
        held = tuple(map(HeldShare, holding, images, boxes))
        shared.append((seat, SharedKey(state.binding(seat), held)))
    return replace(state, phase=Receiving(tuple(shared), phase.then))


# --- the receipt slot ----------------------------------------------------------------------------------


def own_share(state: TableState, secrets: SeatSecrets, sharer: int, shared: SharedKey) -> int:
    """The share of `sharer` that this seat holds; raises ProofError or WireError if it is not the one due."""
    return _opened(state, shared, secrets.seat, sharer, _reception_secret(state, secrets, sharer))


def _reception_secret(state: TableState, secrets: SeatSecrets, sharer: int) -> int:
    return _reception(secrets, state.the_epoch().mask(secrets.seat).origin, sharer)


def _opened(state: TableState, shared: SharedKey, holder: int, sharer: int, secret: int) -> int:
    epoch, held = state.the_epoch(), shared.held_by(holder)
    reception = dict(epoch.mask(holder).receptions)[sharer]
    share = unseal(secret, reception, held.sealed, _sealing_context(shared.place, holder))
    return check_share(share, epoch.mask(sharer).key, held.image)


def make_receipt(state: TableState, phase: Receiving, maker: Maker) -> Receipt:
    complaints: list[Complaint] = []
    for sharer, shared in phase.shared:
        if maker.seat in shared.holders:
            try:
                own_share(state, maker.secrets, sharer, shared)
            except (ProofError, WireError):
                secret = _reception_secret(state, maker.secrets, sharer)
                complaints.append(Complaint(sharer, secret.to_bytes(SCALAR_BYTES, "big")))
    return Receipt(tuple(complaints))


def apply_receipt(
    state: TableState, phase: Receiving, said: Mapping[int, Receipt], _judgement: Judgement
) -> TableState:
    """Every complaint convicts somebody. Without one the shares count, and cards may be unmasked."""
    shared = dict(phase.shared)
    for seat, body in said.items():
        for complaint in body.complaints:
            raise _judged(state, shared, seat, complaint)
    epoch = state.the_epoch()
    masks = tuple(replace(mask, shared=shared.get(mask.seat)) for mask in epoch.masks)
    state = replace(state, epoch=replace(epoch, masks=masks))
    return play_on(state, Shuffled()) if phase.then is None else replace(state, phase=phase.then)


def _judged(
    state: TableState, shared: Mapping[int, SharedKey], seat: int, complaint: Complaint
) -> RemoteError:
    """Whose fault it is that `seat` complains: everybody opens the box as it did."""
    given = shared.get(complaint.sharer)
    if given is None or seat not in given.holders:
        fault = sentence("complains of a share that it was not to get")
        return RemoteError(seat, state.slot, RECEIPT, fault)
    try:
        _opened(state, given, seat, complaint.sharer, int.from_bytes(complaint.secret, "big"))
    except WrongKeyError:
        fault = sentence("complains with a key that is not its own")
        return RemoteError(seat, state.slot, RECEIPT, fault)
    except (ProofError, WireError) as error:
        fault = sentence("gave a share that does not open: {error}", error=error.sentence)
        return RemoteError(complaint.sharer, given.place.slot, SHARE, fault)
    fault = sentence("complains of a share that is right")
    return RemoteError(seat, state.slot, RECEIPT, fault)
