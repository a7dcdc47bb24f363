"""Cheating where house rules move hands, ask for proofs of hidden cards, or let seats act out of turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from protocol.crypto.equality import prove_equality
from protocol.crypto.group import Element, G, multiply_secret
from protocol.crypto.hashing import hash_to_element
from protocol.crypto.innocence import prove_innocence
from protocol.crypto.shuffle import prove_shuffle
from protocol.errors import LocalError
from protocol.rules.moves import duty
from protocol.rules.needs import MoveKind, NeedFit
from protocol.table.choices import DuelCard, JumpIn, PlayCard, React
from protocol.table.duelling import make_commit
from protocol.table.judging import bytes_of
from protocol.table.lots import lot_element, lot_outcome
from protocol.table.making import Maker, quotient
from protocol.table.origins import KeyOrigin
from protocol.table.parcels import Transfer
from protocol.table.phases import Choosing, Duelling, DuelOpening, Fitting, HandingOver, Racing, Taking
from protocol.table.signals import make_signal
from protocol.table.state import card_point
from protocol.table.table import apply
from protocol.transcript.contribution import sign_signal
from protocol.wire.codec import decode, encode
from protocol.wire.house import DuelCommit, DuelOpen, Fit, Give, Lot, PoolMask
from protocol.wire.messages import Body, Revealed, Shuffle, Signal, Unmask
from protocol.wire.moves import Draw, OpenCard, Play
from protocol.wire.races import SEALED_CHOICE, CatchSignal, JumpSignal, Race, RaceBody
from tests.adversary import house
from tests.adversary.cheating import Scene, forge, refuse, scenes
from tests.table.omniscience import hand
from tests.table.rigged import Arranged, card

FOREIGN = hash_to_element("tests/foreign", b"")
ENTROPY = bytes(32)


def scene_in(game: Arranged, kind: type[Body], seat: int | None = None, which: int = 0) -> Scene:
    found = [s for s in scenes(game) if isinstance(s.body, kind) and seat in (None, s.seat)]
    return found[which]


def blamed(scene: Scene, body: Body, obligation: str) -> None:
    error = refuse(scene.moment, scene.with_body(body))
    assert (error.seat, error.slot) == (scene.seat, scene.moment.state.slot)
    assert error.obligation == obligation


def maker_of(scene: Scene) -> Maker:
    return Maker(scene.moment.secrets[scene.seat], None, ENTROPY)


# --- transfers --------------------------------------------------------------------------------------------


def taking(game: Arranged, receiver: int) -> tuple[Scene, Transfer]:
    scene = next(s for s in scenes(game) if isinstance(s.moment.state.phase, Taking) and s.seat == receiver)
    phase = scene.moment.state.phase
    assert isinstance(phase, Taking)
    return scene, next(each for each in phase.transfers if each.receiver == receiver)


def taken(scene: Scene, inputs: Sequence[Element], key: int) -> Shuffle:
    """Takes these elements with this key, with the best proof there is."""
    image, outputs, proof = prove_shuffle(
        scene.moment.state.proof(scene.seat, "shuffle", "take"),
        G,
        key,
        inputs,
        tuple(range(len(inputs))),
        maker_of(scene).nonces,
    )
    return Shuffle(image.to_bytes(), bytes_of(outputs), proof.to_bytes())


def test_foreign_cards_taken_instead_of_the_givers() -> None:
    """Its own old hand, a third seat's hand, cards of its choice, or one card in the place of another."""
    scene, transfer = taking(house.passed_on(), 1)
    state = scene.moment.state
    assert isinstance(state.phase, Taking)
    honest = list(transfer.elements)
    wished = [card_point(number) for number in range(len(honest))]
    others = [list(each.elements) for each in state.phase.transfers if each is not transfer]
    apply(state, scene.with_body(taken(scene, honest, 77)))
    for inputs in (wished, *others, [FOREIGN, *honest[1:]], [honest[1], *honest[1:]]):
        if len(inputs) == len(honest):
            blamed(scene, taken(scene, inputs, 77), "take")


def test_more_or_fewer_cards_taken() -> None:
    scene, transfer = taking(house.swapped(), 1)
    for inputs in (transfer.elements[:-1], (*transfer.elements, FOREIGN)):
        blamed(scene, taken(scene, inputs, 77), "take")


@pytest.mark.parametrize("whose", ["own epoch key", "own hand"])
def test_cards_taken_with_a_key_that_was_used_before(whose: str) -> None:
    """The key it had before would mask the same card twice: everybody could recognise it."""
    scene, transfer = taking(house.swapped(), 1)
    state, secrets = scene.moment.state, scene.moment.secrets[1]
    origin = state.the_epoch().mask(1).origin if whose == "own epoch key" else own_hand_key(scene, 1)
    blamed(scene, taken(scene, transfer.elements, secrets.scalar(origin)), "fresh key")


def own_hand_key(scene: Scene, seat: int) -> KeyOrigin:
    phase = scene.moment.state.phase
    assert isinstance(phase, Taking)
    return next(each.origin for each in phase.transfers if each.giver == seat)


def test_a_masking_of_somebody_else_replayed() -> None:
    """Another receiver's masking, and one's own from another game."""
    scene, _ = taking(house.passed_on(), 1)
    other, _ = taking(house.passed_on(), 2)
    elsewhere, _ = taking(house.traded(), 2)
    for replayed in (other.body, elsewhere.body):
        error = refuse(scene.moment, scene.with_body(replayed))
        assert (error.seat, error.obligation) in {(1, "take"), (1, "fresh key")}


def handing(game: Arranged, giver: int) -> tuple[Scene, HandingOver]:
    scene = next(s for s in scenes(game) if isinstance(s.moment.state.phase, HandingOver) and s.seat == giver)
    phase = scene.moment.state.phase
    assert isinstance(phase, HandingOver)
    return scene, phase


def test_anothers_cards_unmasked_and_cards_not_unmasked() -> None:
    """Its mask taken off what goes elsewhere, off nothing, off cards in another order, or somebody's card."""
    scene, phase = handing(house.passed_on(), 0)
    mine = next(each for each in phase.transfers if each.giver == 0)
    key = scene.moment.secrets[0].scalar(mine.origin)
    inverse = quotient(1, key)
    honest = [multiply_secret(inverse, each) for each in mine.elements]
    others = [each for other in phase.transfers if other is not mine for each in other.elements]

    def claim(bare: list[Element], masked: Sequence[Element]) -> Unmask:
        transcript = scene.moment.state.proof(0, "equality", "hand-over")
        pairs = list(zip(bare, masked, strict=False))
        proof = prove_equality(transcript, G, mine.key, pairs, key, maker_of(scene).nonces)
        return Unmask(bytes_of(bare), proof.to_bytes())

    apply(scene.moment.state, scene.with_body(claim(honest, mine.elements)))
    elsewhere = others[: len(honest)]
    for bare, masked in (
        ([multiply_secret(inverse, each) for each in elsewhere], elsewhere),
        (list(mine.elements), mine.elements),
        (honest[::-1], mine.elements),
        ([FOREIGN, *honest[1:]], mine.elements),
        ([*map(card_point, range(len(honest)))], mine.elements),
        (honest[:-1], mine.elements[:-1]),
    ):
        blamed(scene, claim(bare, masked), "hand-over")


def test_the_hand_after_a_transfer_belongs_to_the_receiver_alone() -> None:
    """The giver's key opens nothing of it any more, and the cards are those it had."""
    game = house.swapped()
    before = next(m for m in game.moments if isinstance(m.state.phase, Choosing))
    state, after = before.state, game.state
    theirs = set(hand(state, before.secrets, 1))
    assert set(hand(after, game.secrets, 0)) == theirs
    old = state.hands[1]
    new = after.hands[0]
    assert old is not None
    assert new is not None
    inverse = quotient(1, before.secrets[1].scalar(old.origin))
    points = {card_point(number) for number in range(108)}
    assert points.isdisjoint(multiply_secret(inverse, each) for each in new.elements)
    assert set(new.elements).isdisjoint(old.elements)


def test_a_card_is_given_that_the_hand_does_not_have() -> None:
    scene = scene_in(house.exchanged(), Give, 0)
    for position in (4, 5, 127):
        blamed(scene, Give(position), "give")


# --- the pool -------------------------------------------------------------------------------------------


def test_cards_of_a_pool_that_are_not_what_was_there() -> None:
    scene = scene_in(house.pooled(), PoolMask, 1)
    assert isinstance(scene.body, PoolMask)
    elements = list(scene.body.elements)
    swapped = [elements[-1], *elements[1:-1], elements[0]]
    for changed in (
        swapped,
        [FOREIGN.to_bytes(), *elements[1:]],
        [*elements[:6], FOREIGN.to_bytes(), *elements[7:]],
        elements[:-1],
    ):
        blamed(scene, replace(scene.body, elements=tuple(changed)), "pool")


def test_proofs_of_a_pool_left_out() -> None:
    scene = scene_in(house.pooled(), PoolMask, 2)
    assert isinstance(scene.body, PoolMask)
    blamed(scene, replace(scene.body, own_proof=b""), "pool")
    blamed(scene, replace(scene.body, others_proof=b""), "pool")


def test_own_cards_of_a_pool_left_under_the_old_key() -> None:
    """As if they were somebody else's: then its old key would open them after the deal."""
    scene = scene_in(house.pooled(), PoolMask, 0)
    assert isinstance(scene.body, PoolMask)
    key = scene.moment.secrets[0].scalar(scene.moment.state.origin("pool"))
    old = scene.moment.state.hand(0).elements
    kept = bytes_of(multiply_secret(key, each) for each in old)
    blamed(scene, replace(scene.body, elements=(*kept, *scene.body.elements[len(kept) :])), "pool")


# --- lots ------------------------------------------------------------------------------------------------


def test_a_biased_wheel() -> None:
    """There is one part that a seat can give: any other is refused, so it cannot choose the outcome."""
    scene = scene_in(house.spun(), Lot, 2)
    state, secrets = scene.moment.state, scene.moment.secrets[2]
    mask, element = state.the_epoch().mask(2), lot_element(state)
    key = secrets.scalar(mask.origin)
    for part in (FOREIGN, element, multiply_secret(key, element), multiply_secret(7, element)):
        transcript, pairs = state.proof(2, "equality", "lot"), [(part, element)]
        proof = prove_equality(transcript, G, mask.key, pairs, key, maker_of(scene).nonces)
        blamed(scene, Lot(part.to_bytes(), proof.to_bytes()), "lot")


def test_a_part_for_another_lot_replayed() -> None:
    scene = scene_in(house.spun(), Lot, 2)
    elsewhere = scene_in(house.spun(), Lot, 1)
    blamed(scene, elsewhere.body, "lot")


def test_outcomes_are_spread_evenly() -> None:
    outcomes = [lot_outcome((number.to_bytes(33, "big"),), 9) for number in range(9000)]
    assert all(850 < outcomes.count(sector) < 1150 for sector in range(9))


# --- duties ----------------------------------------------------------------------------------------------


def none_of(scene: Scene, forbidden: frozenset[int]) -> bytes:
    """The best proof there is that the hand holds none of these cards."""
    state, secrets = scene.moment.state, scene.moment.secrets[scene.seat]
    held = state.hand(scene.seat)
    allowed = [card_point(number) for number in range(108) if number not in forbidden]
    key = secrets.scalar(held.origin)
    return prove_innocence(
        state.binding(scene.seat), held.key, key, held.elements, allowed, maker_of(scene).nonces
    ).to_bytes()


def test_drawing_without_a_proof_where_it_is_owed() -> None:
    scene = scene_in(house.forced(), Draw, 1)
    assert isinstance(scene.body, Draw)
    assert scene.body.proof
    blamed(scene, Draw(b""), "move")


def test_a_duty_proved_with_cards_left_out_of_what_fits() -> None:
    """A set from which what it holds is not excluded: another set than the verifiers'."""
    scene = scene_in(house.forced(), Draw, 1)
    fits = duty(scene.moment.state.rules, MoveKind.DRAW)
    apply(scene.moment.state, scene.with_body(Draw(none_of(scene, fits))))
    blamed(scene, Draw(none_of(scene, fits - {card("red 9")})), "move")
    smaller = none_of(scene, fits | {card("green 8")})
    blamed(scene, Draw(smaller), "move")
    exchanged = none_of(scene, fits - {card("red 9")} | {card("green 8")})
    blamed(scene, Draw(exchanged), "duty")


def test_a_seat_that_could_play_cannot_prove_that_it_cannot() -> None:
    """At the table nothing lets it draw; its own program has no proof to give."""
    game = house.forced()
    scene = next(s for s in scenes(game) if isinstance(s.body, Play))
    fits = duty(scene.moment.state.rules, MoveKind.DRAW)
    with pytest.raises(LocalError, match="outside the set"):
        none_of(scene, fits)
    stolen = scene_in(game, Draw, 1)
    assert isinstance(stolen.body, Draw)
    error = refuse(scene.moment, scene.with_body(stolen.body))
    assert error.seat == scene.seat


def test_a_lie_about_the_drawn_card() -> None:
    """It fits and the seat says no; it does not fit and the seat says yes."""
    for which in (0, 1):
        scene = scene_in(house.drawn_until(), Fit, 0, which)
        state = scene.moment.state
        need = state.rules.need
        assert isinstance(need, NeedFit)
        assert isinstance(state.phase, Fitting)
        honest = scene.body
        assert isinstance(honest, Fit)
        other = scene_in(house.drawn_until(), Fit, 0, 1 - which).body
        assert isinstance(other, Fit)
        assert honest.fits is not other.fits
        error = refuse(scene.moment, scene.with_body(other))
        assert (error.seat, error.obligation) in {(0, "fit"), (0, "fresh key")}
        blamed(scene, replace(honest, fits=not honest.fits), "fit")


def test_a_card_that_fits_is_not_hidden_in_the_hand() -> None:
    yes = scene_in(house.drawn_until(), Fit, 0, 1)
    no = scene_in(house.drawn_until(), Fit, 0, 0)
    assert isinstance(yes.body, Fit)
    assert isinstance(no.body, Fit)
    blamed(yes, replace(yes.body, join=no.body.join), "fit")
    blamed(no, replace(no.body, join=b""), "fit")


# --- jumping in ------------------------------------------------------------------------------------------


def jumping() -> Scene:
    """The slot in which seat 2 opens the card with which it has jumped in."""
    scene = scene_in(house.jumped(), Revealed, 2)
    phase = scene.moment.state.phase
    assert isinstance(phase, Choosing)
    assert phase.committed is not None
    assert phase.committed.jump
    return scene


def test_another_card_than_the_one_jumped_in_with() -> None:
    scene = jumping()
    assert isinstance(scene.body, Revealed)
    played = decode(scene.body.move, Play)
    for other in ("blue 1", "red 8", "red 7"):
        move = encode(replace(played, cards=(OpenCard(played.cards[0].position, card(other)),)))
        blamed(scene, replace(scene.body, move=move), "move")


@pytest.mark.parametrize(("label", "obligation"), [("blue 1", "move"), ("red 8", "move")])
def test_jumping_in_with_a_card_that_is_not_the_same(label: str, obligation: str) -> None:
    """A commitment can hide anything. Held or not, another card than the one on top convicts its seat."""
    game = house.jumped()
    moment = next(m for m in game.moments if isinstance(m.state.phase, Racing))
    copy = game.copy()
    copy.states, copy.secrets = [moment.state] * 3, list(moment.secrets)
    copy.act([(2, JumpIn(card(label)))])
    copy.step()
    if label == "red 8":
        with pytest.raises(LocalError, match="not in your hand"):
            copy.contributions()
        return
    contributions = copy.contributions()
    error = refuse(replace(moment, state=copy.state), contributions)
    assert (error.seat, error.obligation) == (2, obligation)


def test_jumping_in_with_a_card_it_does_not_hold() -> None:
    """It commits to the card that would fit, which another seat holds, and opens it with a false proof."""
    game = house.jumped()
    moment = next(m for m in game.moments if isinstance(m.state.phase, Racing))
    copy = game.copy()
    copy.states, copy.secrets = [moment.state] * 3, list(moment.secrets)
    actions = [(1, PlayCard(card("red 8"))), (2, JumpIn(card("red 7", 1)))]
    copy.act(actions, arrivals=dict.fromkeys(range(3), (2, 1)))
    copy.step()
    copy.step()
    opened = copy.contributions()[2]
    body = decode(opened.statement.body, Revealed)
    played = decode(body.move, Play)
    held = copy.state.hand(2)
    proof = prove_equality(
        copy.state.proof(2, "equality", "play"),
        G,
        held.key,
        [(card_point(card("red 7", 1)), held.elements[0 if played.cards[0].position else 1])],
        copy.secrets[2].scalar(held.origin),
        Maker(copy.secrets[2], None, ENTROPY).nonces,
    )
    wrong = OpenCard(0 if played.cards[0].position else 1, card("red 7", 1))
    move = encode(replace(played, cards=(wrong,), proof=proof.to_bytes()))
    at = replace(moment, state=copy.state)
    error = refuse(at, {2: forge(at, 2, replace(body, move=move))})
    assert (error.seat, error.obligation) == (2, "play")


@pytest.mark.parametrize(
    "body",
    [JumpSignal(bytes(32), bytes(SEALED_CHOICE)), CatchSignal(0)],
    ids=["jump", "catch"],
)
def test_a_signal_that_is_not_possible(body: RaceBody) -> None:
    """Jumping in where no card was laid, catching who has not come down to one card."""
    game = house.accused()
    moment = next(m for m in game.moments if isinstance(m.state.phase, Racing))
    state = moment.state
    signal = Signal(state.table, state.term, state.slot, state.head, 2, (), encode(body))
    heard = sign_signal(moment.secrets[2].identity, signal)
    said = moment.said | {2: forge(moment, 2, Race(heard.data, bytes(32)))}
    error = refuse(moment, said)
    assert (error.seat, error.obligation) == (2, "signal")


def test_a_seat_that_need_not_react_does_not() -> None:
    game = house.slapped()
    moment = next(m for m in game.moments if isinstance(m.state.phase, Racing))
    heard = make_signal(moment.state, moment.secrets[0], React(), ())
    error = refuse(moment, moment.said | {0: forge(moment, 0, Race(heard.data, bytes(32)))})
    assert (error.seat, error.obligation) == (0, "signal")
    with pytest.raises(LocalError, match="not your turn"):
        make_signal(moment.state, moment.secrets[1], PlayCard(card("red 1")), ())


# --- duels -------------------------------------------------------------------------------------------------


def test_another_card_in_a_duel_than_the_one_committed_to() -> None:
    """Also none, after it has seen that the others are higher."""
    scene = scene_in(house.duelled(), DuelOpen, 1)
    assert isinstance(scene.body, DuelOpen)
    honest = scene.body
    blamed(scene, replace(honest, shown=(), proof=b""), "duel")
    blamed(scene, replace(honest, salt=bytes(32)), "duel")
    position = honest.shown[0].position
    blamed(scene, replace(honest, shown=(OpenCard(position, card("green 2")),)), "duel")


def test_a_duel_with_a_card_that_is_no_number() -> None:

    game = house.duelled()
    start = next(m for m in game.moments if isinstance(m.state.phase, Duelling))
    copy = game.copy()
    copy.states, copy.secrets = [start.state] * 3, list(start.secrets)
    phase = start.state.phase
    assert isinstance(phase, Duelling)
    wild = make_commit(start.state, phase, Maker(start.secrets[1], DuelCard(card("wild draw four")), ENTROPY))
    assert isinstance(wild, DuelCommit)
    copy.apply(start.said | {1: forge(start, 1, wild)})
    copy.step()
    assert isinstance(copy.state.phase, DuelOpening)
    error = refuse(replace(start, state=copy.state), copy.contributions())
    assert (error.seat, error.obligation) == (1, "duel")


def test_the_place_of_a_card_that_is_given_tells_nothing() -> None:
    """Whoever has seen the hand before, in a challenge, meets none of its elements again when one goes."""
    game = house.exchanged()
    played = next(m for m in game.moments if isinstance(m.state.phase, Choosing))
    scene = scene_in(game, Give, 0)
    for seat in (0, 2):
        before, now = played.state.hand(seat), scene.moment.state.hand(seat)
        assert before.key != now.key
        assert set(before.elements).isdisjoint(now.elements)
