"""Cheating shuffles: every one is refused at its own slot, before anybody builds on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from protocol.crypto.equality import prove_equality
from protocol.crypto.fiat_shamir import NonceSeed
from protocol.crypto.group import ORDER, Element, G, multiply_secret, negate
from protocol.crypto.hashing import hash_to_element
from protocol.crypto.shuffle import prove_shuffle
from protocol.table.choices import DrawCard, KeepCard, PlayCard
from protocol.table.deck import EPOCH
from protocol.table.joining import HAND, MOVING
from protocol.table.judging import bytes_of
from protocol.table.making import Maker, quotient
from protocol.table.phases import Shuffling
from protocol.table.secrets import SeatSecrets
from protocol.table.state import Hand, TableState, card_point
from protocol.table.table import apply
from protocol.wire.codec import decode
from protocol.wire.messages import Shuffle
from protocol.wire.moves import Draw, Join
from tests.adversary.cheating import Scene, refuse, scene_of, scenes, scenes_of
from tests.table.omniscience import arriving
from tests.table.rigged import arrange, card, cards, cut_order, full_order, with_stacks
from tests.table.simulation import CLASSIC

FOREIGN = hash_to_element("tests/foreign", b"")
ENTROPY = bytes(range(32))


def dishonest(scene: Scene, inputs: Sequence[Element], key: int | None = None) -> Shuffle:
    """A flawless shuffle of something else than the pile."""
    state, secrets = scene.moment.state, scene.moment.secrets[scene.seat]
    seed = NonceSeed(secrets.nonce_secret(), ENTROPY)
    transcript = state.proof(scene.seat, "shuffle", EPOCH)
    own = secrets.scalar(state.origin(EPOCH)) if key is None else key
    order = secrets.permutation(state.origin(EPOCH), len(inputs))
    image, pile, proof = prove_shuffle(transcript, G, own, inputs, order, seed)
    return Shuffle(image.to_bytes(), bytes_of(pile), proof.to_bytes())


def pile_of(scene: Scene) -> list[Element]:
    phase = scene.moment.state.phase
    assert isinstance(phase, Shuffling)
    return list(phase.pile)


FIRST, SECOND = scenes_of(Shuffle)[:2]


@pytest.mark.parametrize("scene", [FIRST, SECOND], ids=["first", "second"])
@pytest.mark.parametrize(
    "how", ["duplicate", "foreign", "swapped", "negated", "shorter", "longer", "other deck"]
)
def test_a_shuffle_of_other_cards(scene: Scene, how: str) -> None:
    pile = pile_of(scene)
    changed: dict[str, list[Element]] = {
        "duplicate": [pile[1], *pile[1:]],
        "foreign": [FOREIGN, *pile[1:]],
        "swapped": [multiply_secret(7, pile[0]), *pile[1:]],
        "negated": [negate(pile[0]), *pile[1:]],
        "shorter": pile[1:],
        "longer": [*pile, FOREIGN],
        "other deck": [card_point(number + 1000) for number in range(len(pile))],
    }
    error = refuse(scene.moment, scene.with_body(dishonest(scene, changed[how])))
    assert (error.seat, error.obligation) == (scene.seat, "shuffle")


def test_outputs_exchanged_after_the_proof() -> None:
    honest = decode(FIRST.moment.said[0].statement.body, Shuffle)
    for pile in (
        (honest.pile[1], honest.pile[0], *honest.pile[2:]),
        (honest.pile[1], *honest.pile[1:]),
        (FOREIGN.to_bytes(), *honest.pile[1:]),
    ):
        error = refuse(FIRST.moment, FIRST.with_body(Shuffle(honest.key, pile, honest.proof)))
        assert (error.seat, error.obligation) == (0, "shuffle")


def test_another_key_than_the_one_published() -> None:
    """The pile under one key, the public key of another."""
    honest = decode(FIRST.moment.said[0].statement.body, Shuffle)
    other = multiply_secret(12345, G).to_bytes()
    error = refuse(FIRST.moment, FIRST.with_body(Shuffle(other, honest.pile, honest.proof)))
    assert (error.seat, error.obligation) == (0, "shuffle")


def test_a_key_published_by_another_seat_is_not_ones_own() -> None:
    """Also with the other seat's whole contribution copied."""
    first = decode(FIRST.moment.said[0].statement.body, Shuffle)
    own = decode(SECOND.moment.said[1].statement.body, Shuffle)
    assert SECOND.moment.state.slot == FIRST.moment.state.slot + 1
    for copied in (first, Shuffle(first.key, own.pile, own.proof)):
        error = refuse(SECOND.moment, SECOND.with_body(copied))
        assert error.seat == 1
        assert error.obligation in {"shuffle", "fresh key"}


@cache
def twice_shuffled() -> list[Scene]:
    """The first card is a +4: a new epoch in the same round."""
    top = card("wild draw four")
    stacks = [cut_order(2, 1), full_order([top]), full_order(cards("red 0"))]
    table = with_stacks(2, CLASSIC, stacks)
    return [scene for scene in scenes(table) if isinstance(scene.body, Shuffle)]


def test_the_mask_of_an_earlier_epoch() -> None:
    """The abandoned pile and the new one under one mask would show which card is which."""
    _, _, former, _, scene, _ = twice_shuffled()
    assert former.seat == scene.seat == 0
    assert former.moment.state.rules.round == scene.moment.state.rules.round == 1
    key = former.moment.secrets[0].scalar(former.moment.state.origin(EPOCH))
    error = refuse(scene.moment, scene.with_body(dishonest(scene, pile_of(scene), key)))
    assert (error.seat, error.obligation) == (0, "fresh key")


def test_a_shuffle_of_the_same_pile_made_for_another_slot() -> None:
    """Both epochs begin with the same public card points: only the binding tells the proofs apart."""
    _, _, former, _, scene, _ = twice_shuffled()
    assert pile_of(former) == pile_of(scene)
    error = refuse(scene.moment, scene.with_body(former.body))
    assert (error.seat, error.obligation) in {(0, "fresh key"), (0, "shuffle")}
    cut = twice_shuffled()[0]
    assert pile_of(cut) == pile_of(scene)
    error = refuse(scene.moment, scene.with_body(cut.body))
    assert (error.seat, error.obligation) == (0, "shuffle")


# --- joins: the hand's own shuffle ---------------------------------------------------------------


@cache
def keeping() -> Scene:
    """Seat 0 has drawn a card and keeps it; its hand lies under the epoch key."""
    table = arrange(
        [cards("red 1", "red 2", "red 3", "red 4", "red 5"), list(range(50, 55))],
        card("red 0"),
        cards("green 9", "wild", "blue 9"),
    )
    table.turn(PlayCard(card("red 1")))
    table.turn(DrawCard())
    table.turn(KeepCard())
    table.turn(DrawCard())
    table.turn(KeepCard())
    return [scene for scene in scenes(table) if isinstance(scene.body, Join)][-1]


class Joiner:
    """Builds a `Join` step by step as `hand.make_join` does, with a wrong step on request."""

    def __init__(self, scene: Scene) -> None:
        self.state: TableState = scene.moment.state
        self.secrets: SeatSecrets = scene.moment.secrets[scene.seat]
        self.maker = Maker(self.secrets, None, ENTROPY)
        self.hand: Hand = self.state.hand(scene.seat)
        self.mask = self.state.the_epoch().mask(scene.seat)
        self.epoch_scalar = self.secrets.scalar(self.mask.origin)
        self.moving = self.secrets.scalar(self.state.origin(MOVING))
        self.target = self.secrets.scalar(self.state.origin(HAND))
        self.old = self.secrets.scalar(self.hand.origin)

    def moved(self) -> list[Element]:
        own = [multiply_secret(quotient(self.moving, self.old), each) for each in self.hand.elements]
        factor = quotient(self.moving, self.epoch_scalar)
        return own + [multiply_secret(factor, each) for each in arriving(self.state)]

    def build(self, scene: Scene, moved: list[Element], shuffled: list[Element] | None = None) -> Join:
        """Proofs of what was done, as good as they can be made for what was not."""
        seat, nonces = scene.seat, self.maker.nonces
        image = multiply_secret(self.moving, G)
        size = len(self.hand.elements)
        hand_proof = prove_equality(
            self.state.proof(seat, "equality", "move-hand"),
            self.hand.key,
            image,
            list(zip(self.hand.elements, moved[:size], strict=True)),
            quotient(self.moving, self.old),
            nonces,
        )
        drawn_proof = prove_equality(
            self.state.proof(seat, "equality", "join"),
            self.mask.key,
            image,
            list(zip(arriving(self.state), moved[size:], strict=True)),
            quotient(self.moving, self.epoch_scalar),
            nonces,
        )
        base, elements, proof = prove_shuffle(
            self.state.proof(seat, "shuffle", "refresh"),
            image,
            quotient(self.target, self.moving),
            shuffled or moved,
            tuple(range(len(moved))),
            nonces,
        )
        return Join(
            image.to_bytes(),
            bytes_of(moved),
            hand_proof.to_bytes(),
            drawn_proof.to_bytes(),
            base.to_bytes(),
            bytes_of(elements),
            proof.to_bytes(),
        )


def test_the_builder_makes_joins_that_stand() -> None:
    scene = keeping()
    joiner = Joiner(scene)
    after = apply(scene.moment.state, scene.with_body(joiner.build(scene, joiner.moved())))
    assert after.rules.turn == 1


@pytest.mark.parametrize(
    ("how", "obligation"),
    [
        ("a drawn card exchanged", "join"),
        ("a hand card exchanged", "move-hand"),
        ("a hand card twice", "move-hand"),
        ("a card of the discards", "join"),
        ("hand and drawn exchanged", "move-hand"),
        ("foreign in the new hand", "refresh"),
        ("one card twice in the new hand", "refresh"),
    ],
)
def test_a_join_with_another_card(how: str, obligation: str) -> None:
    scene = keeping()
    joiner = Joiner(scene)
    moved = joiner.moved()
    wanted = multiply_secret(joiner.moving, card_point(card("wild draw four")))
    discarded = multiply_secret(joiner.moving, card_point(scene.moment.state.rules.discards[0]))
    changed: dict[str, tuple[list[Element], list[Element] | None]] = {
        "a drawn card exchanged": ([*moved[:-1], wanted], None),
        "a hand card exchanged": ([wanted, *moved[1:]], None),
        "a hand card twice": ([moved[1], *moved[1:]], None),
        "a card of the discards": ([*moved[:-1], discarded], None),
        "hand and drawn exchanged": ([moved[-1], *moved[1:-1], moved[0]], None),
        "foreign in the new hand": (moved, [wanted, *moved[1:]]),
        "one card twice in the new hand": (moved, [moved[1], *moved[1:]]),
    }
    error = refuse(scene.moment, scene.with_body(joiner.build(scene, *changed[how])))
    assert (error.seat, error.obligation) == (0, obligation)


@pytest.mark.parametrize("which", ["epoch", "old hand", "moving"])
def test_a_hand_key_that_was_used_before(which: str) -> None:
    """h*C of an earlier hand would be met again: the card could be followed."""
    scene = keeping()
    joiner = Joiner(scene)
    joiner.target = {"epoch": joiner.epoch_scalar, "old hand": joiner.old, "moving": joiner.moving}[which]
    error = refuse(scene.moment, scene.with_body(joiner.build(scene, joiner.moved())))
    assert (error.seat, error.obligation) == (0, "fresh key")


@pytest.mark.parametrize("which", ["epoch", "old hand"])
def test_a_one_shot_key_that_was_used_before(which: str) -> None:
    scene = keeping()
    joiner = Joiner(scene)
    joiner.moving = {"epoch": joiner.epoch_scalar, "old hand": joiner.old}[which]
    error = refuse(scene.moment, scene.with_body(joiner.build(scene, joiner.moved())))
    assert (error.seat, error.obligation) == (0, "fresh key")


def test_keys_whose_product_is_nothing_special_stay_allowed() -> None:
    """A key is refused for having been published, not for its value: minus a fresh key is fresh."""
    scene = keeping()
    joiner = Joiner(scene)
    joiner.target = ORDER - joiner.target
    after = apply(scene.moment.state, scene.with_body(joiner.build(scene, joiner.moved())))
    assert after.slot == scene.moment.state.slot + 1


def test_a_join_without_a_draw() -> None:
    """A hand that nobody asked for cannot be exchanged in a turn."""
    scene = scene_of(Draw)
    error = refuse(scene.moment, scene.with_body(keeping().body))
    assert (error.seat, error.obligation) == (scene.seat, "move")
