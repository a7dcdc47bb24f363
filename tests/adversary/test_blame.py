"""Whom `apply` names: always a seat that cheats, and never an honest one, whatever others do beside it."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace

import pytest

from protocol.audit import audit_transcript
from protocol.crypto.claims import Claim, verify_claims
from protocol.crypto.hashing import tagged_hash
from protocol.errors import RemoteError
from protocol.rules.happenings import CardPlayed, CaughtOut
from protocol.rules.state import UnoWindow
from protocol.table.choices import CatchSeat, JumpIn, PlayCard
from protocol.table.phases import DuelOpening, Joining, Phase, Racing, Taking
from protocol.table.table import apply
from protocol.transcript.file import write_transcript
from protocol.wire.house import DuelOpen
from protocol.wire.messages import Body, Shuffle
from protocol.wire.moves import Draw, OpenCard, Pass
from tests.adversary import house
from tests.adversary.cheating import bodies, forge, refuse
from tests.table.rigged import Arranged, arrange, card, cards
from tests.table.simulation import Moment


def moment_in(game: Arranged, phase: type[Phase]) -> Moment:
    return next(moment for moment in game.moments if isinstance(moment.state.phase, phase))


@pytest.mark.parametrize(
    ("play", "phase", "key"),
    [
        (house.passed_on, Taking, "key"),
        (house.exchanged, Joining, "moving_key"),
        (house.exchanged, Joining, "hand_key"),
    ],
)
def test_a_key_copied_from_a_seat_that_is_looked_at_later(
    play: Callable[[], Arranged], phase: type[Phase], key: str
) -> None:
    """Both are in one slot, and the copy comes first: but it has no proof, and its seat is named."""
    moment = moment_in(play(), phase)
    said = bodies(moment)
    cheat, *honest = sorted(said)
    for other in honest:
        copied: Body = replace(said[cheat], **{key: getattr(said[other], key)})  # type: ignore[arg-type]
        error = refuse(moment, moment.said | {cheat: forge(moment, cheat, copied)})
        assert error.seat == cheat
        assert error.obligation != "fresh key"


def test_a_key_copied_from_a_seat_that_was_looked_at_before() -> None:
    moment = moment_in(house.passed_on(), Taking)
    said = bodies(moment)
    copied: Body = replace(said[2], key=getattr(said[0], "key"))  # type: ignore[call-arg]  # noqa: B009
    error = refuse(moment, moment.said | {2: forge(moment, 2, copied)})
    assert error.seat == 2


def test_a_seat_without_cards_owes_no_proof_and_may_not_draw() -> None:
    """Its last card was stacked on, and it is attacked once more."""
    mine = cards("red skip", "red skip", "red reverse", "red reverse", "red draw two")
    theirs = cards("green draw two", "green 1", "blue 1", "blue 2", "blue 3")
    options = {"decline": "forced", "stack": "draw-two", "uno_catch": "automatic"}
    game = arrange([mine, theirs], card("red 3"), cards("yellow 1", "yellow 2"), options=options)
    for laid in mine:
        game.turn(PlayCard(laid, uno=laid == mine[3]))
    game.turn(PlayCard(card("green draw two")))
    assert game.state.rules.counts[0] == 0
    moment = Moment(game.state, tuple(game.secrets), {})
    for body in (Draw(b""), Pass(b""), Draw(bytes(98))):
        error = refuse(moment, {0: forge(moment, 0, body)})
        assert (error.seat, error.obligation) == (0, "move")


def test_a_jump_in_from_a_hand_that_was_penalised_meanwhile() -> None:
    """A last 7 swaps with nobody, one that is not the last must: the jump is dropped, its seat is honest."""
    game = arrange(
        [
            cards("red 7", "red 5", "red 4", "red 1", "red 2"),
            cards("green 1", "red 8", "red 9", "green 2", "green 3"),
            [card("red 7", 1), *cards("blue 1", "blue 2", "blue 3", "blue 4")],
        ],
        card("red 3"),
        cards("yellow 1", "yellow 2"),
        options={"jump_in": "on", "seven_zero": "on"},
    )
    game.turn(PlayCard(card("red 7"), target=1))
    state = game.state
    held = state.hand(2)
    seven = held.elements[game.hand(2).index(card("red 7", 1))]
    window = UnoWindow(2, called=False, blocked=frozenset())
    rules = replace(state.rules, counts=(*state.rules.counts[:2], 1), windows=(window,))
    game.states = [replace(state, rules=rules).with_hand(2, replace(held, elements=(seven,)))] * 3
    happened = game.race((0, CatchSeat(2)), (2, JumpIn(card("red 7", 1))))
    assert any(isinstance(each, CaughtOut) for each in happened)
    assert not any(isinstance(each, CardPlayed) for each in happened)
    assert isinstance(game.state.phase, Racing)
    game.race((2, JumpIn(card("red 7", 1), target=0)))
    assert game.state.rules.laid_by == 2


def test_a_duel_for_an_auditor_that_has_not_verified_yet() -> None:
    """Two seats open one card, one of them with a false proof. An auditor verifies later, and must get on."""
    moment = moment_in(house.duelled(), DuelOpening)
    said, phase = bodies(moment), moment.state.phase
    assert isinstance(phase, DuelOpening)
    true, false = said[0], said[1]
    assert isinstance(true, DuelOpen)
    assert isinstance(false, DuelOpen)
    number = true.shown[0].card
    false = replace(false, shown=(OpenCard(false.shown[0].position, number),))
    state, origin = moment.state, phase.origin
    place = (state.table, origin.term.to_bytes(2, "big"), origin.slot.to_bytes(4, "big"), bytes([1]))
    committed = tagged_hash("p2puno/v2/duel", *place, bytes([number]), false.salt)
    commitments = (phase.commitments[0], committed, phase.commitments[2])
    state = replace(state, phase=replace(phase, commitments=commitments))
    contributions = moment.said | {1: forge(moment, 1, false)}
    collected: list[Claim] = []
    for verify in (verify_claims, collected.extend):
        with pytest.raises(RemoteError) as refused:
            apply(state, contributions, verify)
        assert (refused.value.seat, refused.value.obligation) == (1, "duel")
    assert collected


def test_an_auditor_names_who_copied_a_key() -> None:
    """It verifies later, and comes to the key that is not fresh first."""
    game = house.swapped()
    number = next(n for n, each in enumerate(game.moments) if isinstance(each.state.phase, Taking))
    moment = game.moments[number]
    said = bodies(moment)
    first, second = said[0], said[1]
    assert isinstance(first, Shuffle)
    assert isinstance(second, Shuffle)
    copied = forge(moment, 0, replace(first, key=second.key))
    log = [*game.log[:number], [copied, moment.said[1]]]
    report = audit_transcript(io.BytesIO(b"".join(write_transcript(game.proposal_data, log))))
    (finding,) = report.findings
    assert (finding.seat, finding.slot, finding.proven) == (0, moment.state.slot, True)
