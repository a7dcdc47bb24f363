"""Somebody who knows every secret of a table: where every physical card is, after every slot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from protocol.crypto.group import ORDER, Element, multiply_secret
from protocol.rules.happenings import RoundEnded
from protocol.rules.needs import (
    NeedExchange,
    NeedHands,
    NeedNextRound,
    NeedPool,
    NeedReturn,
    NeedShuffle,
    Over,
)
from protocol.table.making import quotient
from protocol.table.masks import Masks
from protocol.table.origins import KeyOrigin
from protocol.table.phases import (
    Acknowledging,
    After,
    HandingOver,
    Joining,
    Peeling,
    Phase,
    Receiving,
    Sharing,
    Shuffling,
    Stripping,
    Taking,
)
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState, cards_by_point

# As many cards as any deck has; where a deck has fewer, the others never turn up.
DECK = 112


def open_elements(elements: Iterable[Element], keys: Iterable[int]) -> tuple[int, ...]:
    """The cards of elements under these masks; an element that is none raises KeyError."""
    mask = 1
    for key in keys:
        mask = mask * key % ORDER
    inverse = _inverse(mask)
    return tuple(_open(element, inverse) for element in elements)


@lru_cache(maxsize=1024)
def _inverse(mask: int) -> int:
    return quotient(1, mask)


@lru_cache(maxsize=1024)
def scalar(secrets: SeatSecrets, origin: KeyOrigin) -> int:
    """The mask that a seat made there: every slot is looked at, and most masks stay on from slot to slot."""
    return secrets.scalar(origin)


@lru_cache(maxsize=4096)
def _open(element: Element, inverse: int) -> int:
    return cards_by_point(DECK)[multiply_secret(inverse, element)]


def epoch_keys(state: TableState, secrets: Sequence[SeatSecrets]) -> list[int]:
    """Every seat's mask on the present pile."""
    epoch = state.the_epoch()
    return keys_of(epoch.masks, secrets)


def keys_of(masks: Masks, secrets: Sequence[SeatSecrets]) -> list[int]:
    return [scalar(secrets[mask.seat], mask.origin) for mask in masks]


def pile(state: TableState, secrets: Sequence[SeatSecrets]) -> tuple[int, ...]:
    """The draw pile, next card first."""
    if isinstance(state.phase, Shuffling) and state.phase.pool is None:
        return open_elements(state.phase.pile, keys_of(state.phase.masks, secrets))
    if isinstance(state.rules.need, NeedShuffle):
        return state.rules.need.cards  # before the game's first shuffle
    if state.epoch is None:
        return ()
    return open_elements(state.epoch.pile, epoch_keys(state, secrets))


def under_way(state: TableState) -> tuple[Phase | None, frozenset[int]]:
    """What goes on once the masks of those who left are off, and whose masks its tracks still wear."""
    phase: Phase | None = state.phase
    still_on = frozenset[int]()
    while True:
        match phase:
            case Acknowledging(After.REMOVAL, then) | Sharing(then) | Receiving(_, then):
                phase = then
            case Stripping(seats, on_tracks, then):
                phase, still_on = then, on_tracks & set(seats)
            case _:
                return phase, still_on


def travelling(state: TableState, secrets: Sequence[SeatSecrets]) -> tuple[int, ...]:
    """Cards on their way from the pile to somebody."""
    phase, still_on = under_way(state)
    if not isinstance(phase, Peeling):
        return ()
    cards: tuple[int, ...] = ()
    for track in phase.tracks:
        worn = tuple(mask for mask in phase.masks if mask.seat in {*phase.order, track.owner, *still_on})
        cards += open_elements(track.elements, keys_of(worn, secrets))
    return cards


def transferred(state: TableState, secrets: Sequence[SeatSecrets]) -> tuple[int, ...]:
    """Cards on their way from one hand to another, or from the discards back into one."""
    phase, _ = under_way(state)
    match phase.then if isinstance(phase, Acknowledging) else phase:
        case Taking(transfers):
            masks = [(each.elements, [scalar(secrets[each.giver], each.origin)]) for each in transfers]
        case HandingOver(transfers):
            masks = [
                (
                    each.elements,
                    [scalar(secrets[each.giver], each.origin), scalar(secrets[each.receiver], each.taken[1])],
                )
                for each in transfers
                if each.taken is not None
            ]
        case Joining(arrivals):
            masks = [
                (each.elements, [] if each.origin is None else [scalar(secrets[each.seat], each.origin)])
                for each in arrivals
            ]
        case _:
            return ()
    return tuple(card for elements, keys in masks for card in open_elements(elements, keys))


def pooled(state: TableState, secrets: Sequence[SeatSecrets]) -> tuple[int, ...]:
    """Cards of a pool that is being shuffled."""
    phase = state.phase
    if not isinstance(phase, Shuffling) or phase.pool is None:
        return ()
    worn = (*phase.masks, *phase.pool.masks[len(phase.masks) :])
    return open_elements(phase.pile, keys_of(worn, secrets))


def hand(state: TableState, secrets: Sequence[SeatSecrets], seat: int) -> tuple[int, ...]:
    held = state.hands[seat] if state.hands else None
    return open_elements(held.elements, [scalar(secrets[seat], held.origin)]) if held else ()


def drawn(state: TableState, secrets: Sequence[SeatSecrets]) -> tuple[int, ...]:
    """The card that waits beside the hand of the seat that drew it."""
    if state.drawn is None:
        return ()
    held = state.drawn.hand
    return open_elements(held.elements, [scalar(secrets[state.drawn.seat], held.origin)])


def arriving(state: TableState) -> tuple[Element, ...]:
    """What a `Join` that is due now puts into a hand: a card beside it, or what somebody else gives."""
    if isinstance(state.phase, Joining):
        (arrival,) = state.phase.arrivals
        return arrival.elements
    assert state.drawn is not None
    return state.drawn.hand.elements


def check_cards(state: TableState, secrets: Sequence[SeatSecrets]) -> None:
    """Every physical card is in exactly one place, and the rules count as many as there are."""
    on_the_way, beside, draw_pile = travelling(state, secrets), drawn(state, secrets), pile(state, secrets)
    between = (*transferred(state, secrets), *pooled(state, secrets))
    hands = _open_hands(state) or [hand(state, secrets, seat) for seat in range(state.seats)]
    if _settled(state):
        return  # the hands were opened and put away: the next slots are formalities
    everywhere = [
        *state.rules.discards,
        *draw_pile,
        *on_the_way,
        *beside,
        *between,
        *(c for each in hands for c in each),
    ]
    if state.rules.gone:
        assert len(set(everywhere)) == len(everywhere) == len(state.rules.deck) - state.rules.aside
    else:
        assert sorted(everywhere) == list(range(len(state.rules.deck)))
    if not isinstance(state.rules.need, NeedShuffle | NeedHands | NeedExchange | NeedPool | NeedReturn):
        counts = [len(each) for each in hands]
        if state.drawn is not None:
            counts[state.drawn.seat] += 1
        assert tuple(counts) == state.rules.counts
        assert len(draw_pile) + len(on_the_way) + len(between) == state.rules.pile


def _settled(state: TableState) -> bool:
    return isinstance(state.rules.need, NeedNextRound | Over) and not _open_hands(state)


def _open_hands(state: TableState) -> Sequence[tuple[int, ...]]:
    """The hands that were opened in the last slot, if the round ended there."""
    return next((each.hands for each in state.happenings if isinstance(each, RoundEnded)), ())
