"""What a seat can do that has its key: it says something else in one body, and signs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from protocol.rules.cards import deck
from protocol.table.table import apply, contribute, expected
from protocol.transcript.contribution import sign_contribution
from protocol.transcript.file import SlotRecord
from protocol.wire.codec import decode, encode
from protocol.wire.framing import frame
from protocol.wire.messages import (
    Body,
    Complain,
    Guilty,
    Innocent,
    OpenHand,
    Publish,
    Satisfied,
    Shuffle,
    SignedSignal,
    Unmask,
)
from protocol.wire.moves import Join, Pass, Play, PlayDrawn
from protocol.wire.races import Race, RaceOrder
from protocol.wire.sharing import Complaint, Receipt, SharedShuffle, Shares
from tests.verifier.changes import Changer, Json
from tests.verifier.small_games import Small

Change = Callable[[Any], Body]


class Liar(Changer):
    """A seat of a small game lies."""

    game: Small

    def lies(
        self,
        what: str,
        kind: type[Body],
        change: Change,
        *,
        phase: str = "",
        where: Callable[[Any], bool] = lambda _: True,
        nth: int = 0,
    ) -> Json:
        """In the nth body of a kind, of those that were said in a phase and such as `where` says."""
        fitting = [
            at
            for at, (slot, _, body) in enumerate(self.bodies(kind))
            if phase in ("", self.game.slots[slot]["phase"]) and where(body)
        ]
        return self.says(what, kind, change, fitting[nth])

    def twin_laid(self, body: Play) -> Play:
        (card,) = body.cards
        return replace(body, cards=(replace(card, card=self._twin(card.card)),))

    def twin_drawn(self, body: PlayDrawn) -> PlayDrawn:
        return replace(body, card=self._twin(body.card))

    def _twin(self, card: int) -> int:
        """Another card with the same face."""
        faces = deck(self.game.state.rules.ruleset)
        return next(other for other, face in enumerate(faces) if face == faces[card] and other != card)


def told(change: Liar, shuffle: type[Body]) -> Iterator[Json]:
    """In every game."""
    yield change.lies("two elements of a pile change places", shuffle, pile_turned)
    yield change.lies("an element is unmasked as another", Unmask, unmasked_as_another)
    yield change.lies("another card is laid", Play, _another_card)
    yield change.lies("a seat passes", Play, lambda _: Pass(b""), nth=1)
    hands = [len(body.cards) for _, _, body in change.bodies(OpenHand)]
    longest = hands.index(max(hands))
    yield change.lies("two cards of an opened hand change places", OpenHand, hand_turned, nth=longest)


def about_twins(change: Liar) -> Iterator[Json]:
    """Where the deck has cards with equal faces."""
    yield change.lies("a card that looks like it is laid", Play, change.twin_laid)
    yield change.lies("a card that looks like the drawn one is laid", PlayDrawn, change.twin_drawn)


def about_hands(change: Liar) -> Iterator[Json]:
    """Where a seat has drawn, with cards in its hand."""
    yield change.lies("the moved hand has two cards turned", Join, _moved_turned)
    yield change.lies("another card joins the hand", Join, _other_joins)
    yield change.lies("a hand is shuffled into another", Join, _shuffled_into_another)
    yield change.lies("a signal is another", Race, _forged_signal)


def about_challenges(change: Liar) -> Iterator[Json]:
    """Of a challenge that found nothing."""
    yield change.lies("innocence has another proof", Innocent, last_byte)
    yield change.lies("innocence has no proof", Innocent, lambda body: replace(body, proof=b""))
    yield change.lies("somebody innocent says that he is guilty", Innocent, _confesses)
    yield change.lies("a challenger complains with a key that is not its own", Satisfied, _complains)
    yield _complained(change, "a challenger complains of what opens", lambda body: body)
    yield _complained(change, "what is shown to the challenger does not open", _another_box)


def about_guilt(change: Liar) -> Iterator[Json]:
    yield change.lies("guilt is shown with another proof", Guilty, last_byte)
    yield change.lies("guilt is shown by a card that does not match", Guilty, _unmatching)


def about_transfers(change: Liar) -> Iterator[Json]:
    yield change.lies("two elements of a taken hand change places", Shuffle, pile_turned, phase="take")
    yield change.lies("an element is handed over as another", Unmask, unmasked_as_another, phase="hand over")
    yield change.lies("a race has another order than committed to", RaceOrder, _turned)


def about_shares(change: Liar) -> Iterator[Json]:
    key = change.bodies(SharedShuffle)[0][2].key
    yield change.lies("a share has another image", Shares, _another_image)
    yield change.lies("a seat complains with a key that is not its own", Receipt, _complaint, nth=1)
    copied = partial(_with_key, key)
    yield change.lies("a seat publishes a key of another", SharedShuffle, copied, nth=1)
    yield change.lies("a seat publishes another secret", Publish, lambda _: Publish(bytes(32)), nth=1)


def _complained(change: Liar, what: str, answer: Change) -> Json:
    """The offender answers so, and the challenger complains, whatever it was shown."""
    game, (slot, offender, body) = change.game, change.bodies(Innocent)[0]
    state = game.before[slot]
    told = change.contributions(slot)[0].statement
    lie = sign_contribution(game.secrets[offender].identity, replace(told, body=encode(answer(body))))
    after = apply(state, {offender: lie})
    (challenger,) = expected(after).seats
    secrets = game.moments[slot].secrets[challenger]
    reply = contribute(after, secrets, None, bytes(32))
    assert after.doubt is not None
    secret = secrets.scalar(after.doubt.origin).to_bytes(32, "big")
    said = sign_contribution(secrets.identity, replace(reply.statement, body=encode(Complain(secret))))
    records = (encode(SlotRecord((each.data,))) for each in (lie, said))
    return change.ends(what, slot + 2, b"".join(map(frame, records)))


# --- changes ------------------------------------------------------------------------------------------------


def _turned(body: RaceOrder) -> RaceOrder:
    return replace(body, order=body.order[::-1] if len(body.order) > 1 else ())


def pile_turned(body: Any) -> Any:
    return replace(body, pile=(body.pile[1], body.pile[0], *body.pile[2:]))


def unmasked_as_another(body: Unmask) -> Unmask:
    return replace(body, elements=(body.proof[:33], *body.elements[1:]))


def _another_card(body: Play) -> Play:
    (card,) = body.cards
    return replace(body, cards=(replace(card, card=(card.card + 1) % 36),))


def hand_turned(body: OpenHand) -> OpenHand:
    return replace(body, cards=(body.cards[1], body.cards[0], *body.cards[2:]))


def _moved_turned(body: Join) -> Join:
    return replace(body, moved=(body.moved[1], body.moved[0], *body.moved[2:]))


def _other_joins(body: Join) -> Join:
    return replace(body, moved=(*body.moved[:-1], body.moving_key))


def _shuffled_into_another(body: Join) -> Join:
    return replace(body, hand=(*body.hand[:-1], body.hand_key))


def _forged_signal(body: Race) -> Race:
    signed = decode(body.signal, SignedSignal)
    return replace(body, signal=encode(replace(signed, signature=signed.signature[::-1])))


def last_byte(body: Any) -> Any:
    return replace(body, proof=body.proof[:-1] + bytes([body.proof[-1] ^ 1]))


def _confesses(body: Innocent) -> Guilty:
    return Guilty(0, 0, body.proof[-98:], body.shown)


def _unmatching(body: Guilty) -> Guilty:
    return replace(body, card=107)


def _another_box(body: Innocent) -> Innocent:
    return replace(body, shown=body.shown[:-1] + bytes([body.shown[-1] ^ 1]))


def _complains(_body: Satisfied) -> Complain:
    return Complain(bytes(31) + b"\1")


def _another_image(body: Shares) -> Shares:
    first, *rest = body.shares
    return Shares((replace(first, image=rest[0].image), *rest))


def _complaint(_body: Receipt) -> Receipt:
    return Receipt((Complaint(0, bytes(31) + b"\1"),))


def _with_key(key: bytes, body: SharedShuffle) -> SharedShuffle:
    return replace(body, receptions=(key, *body.receptions[1:]))
