"""Cheating moves: cards not held, held no more, or somebody else's; moves out of turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.crypto.equality import prove_equality
from protocol.crypto.group import Element, G
from protocol.errors import LocalError, RemoteError
from protocol.rules.cards import Colour
from protocol.table.choices import CastVote, CatchSeat, DrawCard, PlayCard
from protocol.table.committing import choice_as_committed, commitment_to
from protocol.table.making import Maker
from protocol.table.phases import Choosing, Ordering, Racing
from protocol.table.signals import make_signal
from protocol.table.state import TableState, card_point
from protocol.table.table import apply, contribute
from protocol.transcript.contribution import sign_signal
from protocol.wire.codec import decode, encode
from protocol.wire.messages import NO_COLOUR, Revealed, Signal
from protocol.wire.moves import Draw, OpenCard, Pass, Play, PlayDrawn
from protocol.wire.races import SEALED_CHOICE, MoveSignal, Race, RaceOrder
from tests.adversary.cheating import Scene, forge, innocent_game, raced_game, refuse, scene_of, scenes_of
from tests.table.omniscience import hand
from tests.table.rigged import card
from tests.table.simulation import Moment


def lay(scene: Scene, position: int, number: int, colour: int = NO_COLOUR) -> Play:
    """Says that the element at `position` is this card, with the best proof there is: its own key."""
    state, secrets = scene.moment.state, scene.moment.secrets[scene.seat]
    held = state.hand(scene.seat)
    element = held.elements[min(position, len(held.elements) - 1)]
    proof = prove_equality(
        state.proof(scene.seat, "equality", "play"),
        G,
        held.key,
        [(card_point(number), element)],
        secrets.scalar(held.origin),
        Maker(secrets, None, bytes(32)).nonces,
    )
    return laying(proof.to_bytes(), OpenCard(position, number), colour=colour)


def laying(proof: bytes, *opened: OpenCard, colour: int = NO_COLOUR) -> Play:
    return Play(opened, as_skip=False, colour=colour, uno=False, target=(), proof=proof)


def plain_turn() -> Scene:
    """Seat 0 may lay one of five red cards on a red one."""
    scene = next(
        scene for scene in scenes_of(Play) if hand_of(scene)[:1] == (card("red 1"),) and scene.seat == 0
    )
    assert isinstance(scene.moment.state.phase, Choosing)
    return scene


def drawn_of(state: TableState) -> tuple[Element, ...]:
    assert state.drawn is not None
    return state.drawn.hand.elements


def hand_of(scene: Scene) -> tuple[int, ...]:
    return hand(scene.moment.state, scene.moment.secrets, scene.seat)


def test_a_card_it_does_not_hold() -> None:
    scene = plain_turn()
    theirs = hand(scene.moment.state, scene.moment.secrets, 1)
    for number in (card("red 9"), card("wild draw four", 3), *theirs):
        for position in range(5):
            colour = 0 if number >= 100 else NO_COLOUR
            error = refuse(scene.moment, scene.with_body(lay(scene, position, number, colour)))
            assert error.seat == 0
            assert error.obligation in {"play", "move"}  # some of them do not fit, besides


def test_its_own_card_under_the_position_of_another() -> None:
    scene = plain_turn()
    held = hand_of(scene)
    for position in range(len(held)):
        body = lay(scene, position, held[1])
        if position == 1:
            apply(scene.moment.state, scene.with_body(body))
            continue
        error = refuse(scene.moment, scene.with_body(body))
        assert (error.seat, error.obligation) == (0, "play")


@pytest.mark.parametrize("position", [5, 6, 127])
def test_a_position_beyond_the_hand(position: int) -> None:
    scene = plain_turn()
    error = refuse(scene.moment, scene.with_body(lay(scene, position, card("red 1"))))
    assert (error.seat, error.obligation) == (0, "move")


@pytest.mark.parametrize("number", [108, 127])
def test_a_card_that_the_deck_does_not_have(number: int) -> None:
    scene = plain_turn()
    body = laying(lay(scene, 0, card("red 1")).proof, OpenCard(0, number))
    error = refuse(scene.moment, scene.with_body(body))
    assert (error.seat, error.obligation) == (0, "move")


def test_a_card_from_the_discards_and_a_card_twice() -> None:
    """The same card again, in a later turn, with the old contribution and with a new proof."""
    turns = [scene for scene in scenes_of(Play) if scene.seat == 0 and len(hand_of(scene)) > 1]
    first, second = next(
        (a, b)
        for a in turns
        for b in turns
        if a.moment.state.table == b.moment.state.table
        and a is not b
        and a.moment.state.slot < b.moment.state.slot
    )
    assert isinstance(first.body, Play)
    (opened,) = first.body.cards
    assert opened.card in second.moment.state.rules.discards
    for body in (first.body, lay(second, opened.position, opened.card)):
        error = refuse(second.moment, second.with_body(body))
        assert error.seat == 0
        assert error.obligation in {"play", "move"}


def test_a_card_that_does_not_fit_is_against_the_rules() -> None:
    table = innocent_game()
    state = table.state
    assert isinstance(state.phase, Choosing)
    seat = state.phase.seat
    scene = Scene(Moment(state, tuple(table.secrets), {}), seat, Draw(b""))
    misfit = next(
        number
        for number in hand_of(scene)
        if number < 100
        and state.rules.deck[number].colour is not state.rules.colour
        and state.rules.deck[number].number != state.rules.top.number  # type: ignore[union-attr]
    )
    error = refuse(scene.moment, scene.with_body(lay(scene, hand_of(scene).index(misfit), misfit)))
    assert (error.seat, error.obligation) == (seat, "move")
    assert "does not fit" in str(error.sentence)


def test_a_colour_named_with_a_coloured_card_and_a_wild_without_one() -> None:
    scene = plain_turn()
    error = refuse(scene.moment, scene.with_body(lay(scene, 0, card("red 1"), int(Colour.BLUE))))
    assert (error.seat, error.obligation) == (0, "move")
    held = hand_of(scene)
    if card("wild") in held:
        error = refuse(scene.moment, scene.with_body(lay(scene, held.index(card("wild")), card("wild"))))
        assert (error.seat, error.obligation) == (0, "move")


def test_the_drawn_card_is_another() -> None:
    """A card of the hand, or any other, passed off as the one just drawn."""
    scene = scene_of(PlayDrawn)
    state, secrets = scene.moment.state, scene.moment.secrets[scene.seat]
    mask = state.the_epoch().mask(scene.seat)
    for number in (*hand_of(scene), card("wild")):
        proof = prove_equality(
            state.proof(scene.seat, "equality", "play-drawn"),
            G,
            mask.key,
            [(card_point(number), drawn_of(state)[0])],
            secrets.scalar(mask.origin),
            Maker(secrets, None, bytes(32)).nonces,
        )
        colour = 0 if number >= 100 else NO_COLOUR
        body = PlayDrawn(number, colour, uno=False, target=(), proof=proof.to_bytes())
        error = refuse(scene.moment, scene.with_body(body))
        assert error.seat == scene.seat
        assert error.obligation in {"play-drawn", "move"}


def test_after_a_draw_only_the_drawn_card() -> None:
    """The hand may not be played from, and there is no second draw."""
    scene = scene_of(PlayDrawn)
    held = hand_of(scene)
    fitting = next(number for number in held if number >= 100)
    for body in (lay(scene, held.index(fitting), fitting, 0), Draw(b""), Pass(b"")):
        error = refuse(scene.moment, scene.with_body(body))
        assert (error.seat, error.obligation) == (scene.seat, "move")


def test_passing_where_there_is_something_to_draw() -> None:
    scene = scene_of(Draw)
    error = refuse(scene.moment, scene.with_body(Pass(b"")))
    assert (error.seat, error.obligation) == (scene.seat, "move")


def test_a_seat_that_is_not_in_turn_is_not_heard() -> None:
    """The slot does not wait for it: its contribution is no part of the log."""
    scene = plain_turn()
    state, secrets = scene.moment.state, scene.moment.secrets
    with pytest.raises(LocalError, match="does not wait for seat 1"):
        contribute(state, secrets[1], DrawCard(), bytes(32))
    uninvited = {1: forge(scene.moment, 1, Draw(b""))}
    for said in (uninvited, scene.with_body(Draw(b"")) | uninvited):
        with pytest.raises(LocalError, match="needs the contributions"):
            apply(state, said)
    with pytest.raises(LocalError, match="not what seat 0"):
        apply(state, {0: forge(scene.moment, 1, Draw(b""))})


# --- races ------------------------------------------------------------------------------------------


def race_scene() -> Scene:
    """Seats 1 (a move) and 2 (a catch) have signalled; seat 0 is the target."""
    return next(s for s in scenes_of(Race) if s.seat == 1)


def test_a_signal_that_others_heard_cannot_be_withheld() -> None:
    """Seat 1 moved and hands in the catch of seat 2 as if it had not; seat 0 had heard the move."""
    scene = race_scene()
    own, other = scene.body, next(s for s in scenes_of(Race) if s.moment is scene.moment and s.seat == 2).body
    assert isinstance(own, Race)
    assert isinstance(other, Race)
    said = scene.moment.said | {
        0: forge(scene.moment, 0, replace(own, order=bytes(32))),
        1: forge(scene.moment, 1, replace(other, order=own.order)),
    }
    after = apply(scene.moment.state, said)
    assert isinstance(after.phase, Ordering)
    assert {signal.seat for signal in after.phase.signals} == {1, 2}


def test_two_signals_of_one_seat_in_one_race() -> None:
    scene = race_scene()
    assert isinstance(scene.body, Race)
    second = make_signal(scene.moment.state, scene.moment.secrets[1], DrawCard(), (0,))
    body = Race(second.data, bytes(32))
    error = refuse(scene.moment, scene.moment.said | {0: forge(scene.moment, 0, body)})
    assert (error.seat, error.obligation) == (1, "signal")
    assert "two different signals" in str(error.sentence)


@pytest.mark.parametrize("field", ["table", "slot", "term", "head"])
def test_a_signal_made_for_another_place(field: str) -> None:
    scene = race_scene()
    state, secrets = scene.moment.state, scene.moment.secrets[1]
    honest = make_signal(state, secrets, DrawCard(), ()).signal
    other = {"table": bytes(32), "slot": state.slot - 1, "term": 1, "head": bytes(32)}[field]
    heard = sign_signal(secrets.identity, replace(honest, **{field: other}))  # type: ignore[arg-type]
    error = refuse(scene.moment, scene.with_body(Race(heard.data, bytes(32))))
    assert (error.seat, error.obligation) == (1, "signal")
    assert ("another table" if field == "table" else "another place") in str(error.sentence)


@pytest.mark.parametrize("seen", [(1,), (2, 2), (0, 1, 2)])
def test_a_signal_that_has_seen_itself_or_somebody_twice(seen: tuple[int, ...]) -> None:
    scene = race_scene()
    heard = make_signal(scene.moment.state, scene.moment.secrets[1], DrawCard(), seen)
    error = refuse(scene.moment, scene.with_body(Race(heard.data, bytes(32))))
    assert (error.seat, error.obligation) == (1, "signal")
    assert "it has seen twice, or itself" in str(error.sentence)


def test_a_move_signalled_by_a_seat_that_is_not_in_turn() -> None:
    scene = race_scene()
    state, secrets = scene.moment.state, scene.moment.secrets[2]
    body = encode(MoveSignal(bytes(32), bytes(SEALED_CHOICE)))
    heard = sign_signal(
        secrets.identity, Signal(state.table, state.term, state.slot, state.head, 2, (), body)
    )
    error = refuse(scene.moment, scene.moment.said | {2: forge(scene.moment, 2, Race(heard.data, bytes(32)))})
    assert (error.seat, error.obligation) == (2, "signal")


def test_another_order_than_the_one_committed_to() -> None:
    scene = scene_of(RaceOrder)
    assert isinstance(scene.body, RaceOrder)
    honest = scene.body
    for order in (honest.order[::-1], (), (*honest.order, 0), (0, 0)):
        error = refuse(scene.moment, scene.with_body(replace(honest, order=order)))
        assert (error.seat, error.obligation) == (scene.seat, "order")


def test_an_order_that_names_a_seat_twice_is_refused_though_it_was_committed_to() -> None:
    table = raced_game()
    moment = next(m for m in table.moments if isinstance(m.state.phase, Racing))
    copy = table.copy()
    copy.states, copy.secrets = [moment.state] * 3, list(moment.secrets)
    copy.act([(1, PlayCard(card("red 6"))), (2, CatchSeat(0))], arrivals={0: (1, 1, 2)})
    copy.step()
    with pytest.raises(RemoteError) as refused:
        copy.step()
    assert (refused.value.seat, refused.value.obligation) == (0, "order")


def test_another_move_than_the_one_committed_to() -> None:
    scene = scene_of(Revealed)
    state, secrets = scene.moment.state, scene.moment.secrets[scene.seat]
    phase = state.phase
    assert isinstance(phase, Choosing)
    assert phase.committed is not None
    salt = secrets.salt(phase.committed.origin)
    honest = scene.body
    assert isinstance(honest, Revealed)
    number = next(n for n in hand_of(scene) if n < 100 and n != card("red 6"))
    moves = [Draw(b""), lay(scene, hand_of(scene).index(number), number)]
    for move in moves:
        error = refuse(scene.moment, scene.with_body(Revealed(salt, encode(move))))
        assert (error.seat, error.obligation) == (scene.seat, "move")
        assert "committed" in str(error.sentence)
    error = refuse(scene.moment, scene.with_body(moves[0]))
    assert (error.seat, error.obligation) == (scene.seat, "move")


def test_the_same_choice_with_uno_added_is_another_move() -> None:
    scene = scene_of(Revealed)
    assert isinstance(scene.body, Revealed)
    played = decode(scene.body.move, Play)
    body = Revealed(scene.body.salt, encode(replace(played, uno=True)))
    error = refuse(scene.moment, scene.with_body(body))
    assert (error.seat, error.obligation) == (scene.seat, "move")


def test_a_committed_move_that_the_rules_forbid_convicts_when_it_is_revealed() -> None:
    """A commitment can hide anything; what it hides must be possible."""
    table = raced_game()
    moment = next(m for m in table.moments if isinstance(m.state.phase, Racing))
    state = moment.state
    misfit = card("green 1")  # on a red 4
    assert misfit in hand(state, moment.secrets, 1)
    copy = table.copy()
    copy.states, copy.secrets = [state] * 3, list(moment.secrets)
    copy.act([(1, PlayCard(misfit))])
    copy.step()
    with pytest.raises(RemoteError) as refused:
        copy.step()
    assert (refused.value.seat, refused.value.obligation) == (1, "move")


def test_a_move_revealed_that_nobody_committed_to() -> None:
    scene = plain_turn()
    salt = bytes(32)
    body = Revealed(salt, encode(Draw(b"")))
    error = refuse(scene.moment, scene.with_body(body))
    assert (error.seat, error.obligation) == (0, "move")
    choice = choice_as_committed(DrawCard())
    state = scene.moment.state
    assert commitment_to(state, state.slot, 0, choice, salt) != commitment_to(
        state, state.slot, 1, choice, salt
    )
    assert choice != choice_as_committed(PlayCard(card("red 1")))
    with pytest.raises(LocalError):
        choice_as_committed(CastVote(guilty=True))
