"""Transcripts with one lie in them, overlooked by the whole table: the audit names obligation, slot and seat.

The game goes on for many slots after the lie, so the audit has verified in batches, and must still find it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from protocol import audit
from protocol.errors import RemoteError
from protocol.obligations import OBLIGATIONS
from protocol.reports import Report, Verdict
from protocol.rules.cards import Colour
from protocol.table.choices import (
    CatchSeat,
    ChallengeFour,
    DrawCard,
    KeepCard,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.parcels import Purpose
from protocol.table.phases import Answering, Peeling, Racing, Shuffling, Viewing
from protocol.table.state import card_point
from protocol.transcript.file import opening_frames, slot_frame
from protocol.wire.messages import Body, Complain, Guilty, Innocent, OpenHand, Roster, Shuffle, Unmask
from protocol.wire.moves import Join, Play, PlayDrawn
from protocol.wire.races import RaceOrder
from tests.adversary.cheating import forge, quick_game, raced_game
from tests.audit.colluding import Colluding, Lie, Remembering, audited, audited_both_ways
from tests.table.rigged import Arranged, arrange, card, cards
from tests.table.simulation import Moment, Simulation

FOREIGN = card_point(60_000)


@pytest.fixture(scope="module", autouse=True)
def remembering() -> Iterator[None]:
    """Each file is audited three times, and most of them begin alike."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(audit, "verify_claims", Remembering())
        yield


def spoiled(proof: bytes) -> bytes:
    """The last response of a proof changed: it decodes, and does not hold."""
    return proof[:-1] + bytes([proof[-1] ^ 1])


def spoil(body: Body) -> Body:
    """A body with one of its proofs made false."""
    name = "drawn_proof" if isinstance(body, Join) else "proof"
    return cast("Body", replace(cast("Any", body), **{name: spoiled(getattr(body, name))}))


def once(kind: type[Body], *, seat: int | None = None, phase: Callable[[Any], bool] = lambda _: True) -> Lie:
    """Spoil the first body of this kind (by this seat, in such a phase)."""
    done: list[bool] = []

    def lie(moment: Moment, who: int, body: Body) -> Body | None:
        wanted = type(body) is kind and seat in (None, who) and phase(moment.state.phase)
        if done or not wanted or body == OpenHand((), b""):
            return None
        done.append(True)
        return spoil(body)

    return lie


def from_the_start(seats: int, lie: Lie, **options: str) -> Colluding:
    """A table at which nothing has been said yet; every seat plays by itself."""
    plain = Simulation.new(seats, quick_game().state.rules.ruleset.with_options(options), seed=3, twin=True)
    return Colluding(
        plain.proposal_data, plain.secrets, plain.states, plain.rng, plain.choosers, twin=True, lie=lie
    )


def lines_up(table: Colluding, slots: int = 40) -> Colluding:
    """Play on without a person: races are answered by the seat in turn alone."""
    for _ in range(slots):
        phase = table.state.phase
        if type(phase).__name__ == "Finished":
            break
        if isinstance(phase, Racing):
            table.act([(phase.seat, cast("Any", table.choosers[phase.seat](table.view(phase.seat))))])
        table.step()
    return table


def blames(report: Report, obligation: int, slot: int, seat: int) -> None:
    assert report.verdict is Verdict.FAULT
    (finding,) = report.findings
    assert (finding.obligation, finding.slot, finding.seat) == (obligation, slot, seat), finding
    assert finding.proven
    assert str(finding.sentence).startswith(f"Seat {seat}: ")
    assert report.clean_to == slot
    assert obligation in OBLIGATIONS


FROM_THE_START: dict[str, tuple[Lie, int]] = {
    "a shuffle by the first seat": (once(Shuffle, seat=0), 6),
    "a shuffle by the last seat": (once(Shuffle, seat=1), 6),
    "a cut": (once(Unmask), 7),
    "the last step of a cut": (once(Unmask, phase=lambda p: len(p.order) == 1), 7),
    "a first card": (once(Unmask, phase=lambda p: p.purpose is Purpose.FIRST_CARD), 7),
    "a deal": (once(Unmask, seat=1, phase=lambda p: p.purpose is Purpose.DEAL), 7),
    "a draw": (once(Unmask, phase=lambda p: p.purpose is Purpose.DRAW), 7),
    "a card laid": (once(Play), 8),
    "a card kept": (once(Join), 8),
    "an opened hand": (once(OpenHand), 8),
}


@pytest.mark.parametrize("what", FROM_THE_START)
def test_a_false_proof(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lie, obligation = FROM_THE_START[what]
    table = lines_up(from_the_start(2, lie), 400 if "opened" in what else 40)
    ((slot, seat),) = table.lied
    assert len(table.log) > slot + (0 if "opened" in what else 4)
    blames(audited_both_ways(table.transcript, monkeypatch), obligation, slot, seat)


def overlooked(table: Arranged, lie: Lie, play: Callable[[Colluding], object]) -> Colluding:
    colluding = Colluding.like(table, lie)
    play(colluding)
    return colluding


def bluff() -> Arranged:
    """Seat 0 holds a +4, a red card and others; a red 0 lies open."""
    hand = cards("wild draw four", "red 2", "green 3", "green 4", "wild")
    theirs = cards("green 6", "green 7", "green 8", "green 9", "blue 0")
    return arrange([hand, theirs], card("red 0"), cards("green 1", "green 2", "blue 1", "blue 2", "blue 3"))


def innocent() -> Arranged:
    hand = cards("wild draw four", "blue 2", "green 3", "green 4", "wild")
    theirs = cards("green 6", "green 7", "green 8", "green 9", "blue 0")
    return arrange([hand, theirs], card("red 0"), cards("green 1", "green 2", "blue 1", "blue 3", "blue 4"))


def challenge(table: Colluding) -> None:
    table.turn(PlayCard(card("wild draw four"), Colour.GREEN))
    table.turn(ChallengeFour())
    seat = table.state.rules.turn
    table.turn(DrawCard())
    table.turn(KeepCard())
    assert table.state.rules.turn != seat


def test_a_false_guilt(monkeypatch: pytest.MonkeyPatch) -> None:
    table = overlooked(bluff(), once(Guilty), challenge)
    ((slot, seat),) = table.lied
    assert seat == 0
    blames(audited_both_ways(table.transcript, monkeypatch), 9, slot, 0)


def test_a_false_innocence(monkeypatch: pytest.MonkeyPatch) -> None:
    table = overlooked(innocent(), once(Innocent), challenge)
    ((slot, seat),) = table.lied
    assert seat == 0
    blames(audited_both_ways(table.transcript, monkeypatch), 9, slot, 0)


def test_a_box_that_did_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """The challenger's complaint is the last slot; the offender's answer, the one before, is to blame."""

    def lie(_moment: Moment, _seat: int, body: Body) -> Body | None:
        return replace(body, shown=b"nonsense") if isinstance(body, Guilty) else None

    table = Colluding.like(bluff(), lie)
    table.turn(PlayCard(card("wild draw four"), Colour.GREEN))
    table.choosers[1] = lambda _view: ChallengeFour()
    table.until(lambda state: isinstance(state.phase, Viewing))
    slot = table.state.slot
    with pytest.raises(RemoteError):
        table.step()
    blames_at(audited_both_ways(table.transcript, monkeypatch), 9, answer=slot - 1, seat=0, clean_to=slot)


def test_a_false_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Colluding.like(bluff(), lambda _moment, _seat, _body: None)
    table.turn(PlayCard(card("wild draw four"), Colour.GREEN))
    table.choosers[1] = lambda _view: ChallengeFour()
    table.until(lambda state: isinstance(state.phase, Viewing))
    assert table.state.doubt is not None
    secret = table.secrets[1].scalar(table.state.doubt.origin).to_bytes(32, "big")
    moment = Moment(table.state, tuple(table.secrets), {})
    table.moments.append(replace(moment, said={1: forge(moment, 1, Complain(secret))}))
    report = audited_both_ways(table.transcript, monkeypatch)
    blames_at(report, 9, answer=moment.state.slot, seat=1, clean_to=moment.state.slot)


def blames_at(report: Report, obligation: int, *, answer: int, seat: int, clean_to: int) -> None:
    assert report.verdict is Verdict.FAULT
    (finding,) = report.findings
    assert (finding.obligation, finding.slot, finding.seat) == (obligation, answer, seat)
    assert finding.proven
    assert report.clean_to == clean_to


def test_a_drawn_card_that_was_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(table: Colluding) -> None:
        table.turn(DrawCard())
        table.turn(PlayDrawnCard(card("red 9")))
        table.turn(DrawCard())
        table.turn(KeepCard())

    mine = cards("green 1", "green 2", "green 3", "green 4", "wild")
    theirs = cards("blue 1", "blue 2", "blue 3", "blue 4", "blue 5")
    table = overlooked(arrange([mine, theirs], card("red 0"), [card("red 9")]), once(PlayDrawn), play)
    ((slot, _),) = table.lied
    blames(audited_both_ways(table.transcript, monkeypatch), 8, slot, 0)


def test_another_order_than_the_one_committed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    game = raced_game()
    at = next(n for n, moment in enumerate(game.moments) if isinstance(moment.state.phase, Racing))

    def lie(_moment: Moment, seat: int, body: Body) -> Body | None:
        return replace(body, order=()) if seat == 2 and isinstance(body, RaceOrder) else None

    table = Colluding.like(game, lie)
    table.moments, table.states = game.moments[:at], [game.moments[at].state] * 3
    table.secrets = list(game.moments[at].secrets)
    table.act([(1, PlayCard(card("red 6"))), (2, CatchSeat(0))])
    table.step()
    slot = table.state.slot
    with pytest.raises(RemoteError):
        table.step()
    blames(audited_both_ways(table.transcript, monkeypatch), 10, slot, 2)


def test_a_card_that_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A true proof of a card that the rules do not allow there."""
    table = Colluding.like(bluff(), lambda _moment, _seat, _body: None)
    slot = table.state.slot
    with pytest.raises(RemoteError):
        table.turn(PlayCard(card("green 3")))
    report = audited_both_ways(table.transcript, monkeypatch)
    blames(report, 11, slot, 0)
    assert "does not fit" in str(report.findings[0].sentence)


def test_a_request_to_seat_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(_moment: Moment, seat: int, body: Body) -> Body | None:
        return Roster((b"Eve",)) if seat == 1 and isinstance(body, Roster) else None

    table = from_the_start(2, lie)
    table.step()
    table.step()
    with pytest.raises(RemoteError):
        table.step()
    blames(audited_both_ways(table.transcript, monkeypatch), 5, 2, 1)


def test_nonsense_signed_with_a_good_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(moment: Moment, seat: int, _body: Body) -> bytes | None:
        return b"\xc0" if seat == 0 and isinstance(moment.state.phase, Shuffling) else None

    table = from_the_start(2, lie)
    with pytest.raises(RemoteError):
        lines_up(table)
    blames(audited_both_ways(table.transcript, monkeypatch), 5, 3, 0)


def test_a_contribution_after_another_past_is_not_proven_to_be_its_signers_fault() -> None:
    table = from_the_start(2, lambda _moment, _seat, _body: None)
    table.step()
    moment = Moment(replace(table.state, head=bytes(32)), tuple(table.secrets), {})
    said = table.contributions()
    said[1] = forge(moment, 1, cast("Body", said[1].statement.body))
    file = opening_frames(table.proposal_data) + b"".join(
        slot_frame([said[s] for s in sorted(said)]) for said in (table.moments[0].said, said)
    )
    report = audited(file)
    assert report.verdict is Verdict.FAULT
    (finding,) = report.findings
    assert (finding.obligation, finding.slot, finding.seat, finding.proven) == (4, 1, 1, False)


# --- lies that others build on ------------------------------------------------------------------------------


def test_the_first_liar_is_named_and_not_who_met_the_consequences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 takes off no mask but a wrong one; then the honest last seat turns up what is no card at all."""
    lied: list[int] = []

    def lie(moment: Moment, seat: int, body: Body) -> Body | None:
        phase = moment.state.phase
        if isinstance(phase, Peeling) and phase.purpose is Purpose.FIRST_CARD and len(phase.order) == 3:
            lied.append(seat)
            assert isinstance(body, Unmask)
            return replace(body, elements=(FOREIGN.to_bytes(),))
        return None

    table = from_the_start(3, lie)
    with pytest.raises(RemoteError) as refused:
        lines_up(table)
    ((slot, seat),) = table.lied
    assert [seat] == lied
    assert refused.value.seat != seat  # without proofs it looks like the fault of the last one
    report = audited_both_ways(table.transcript, monkeypatch)
    blames(report, 7, slot, seat)


def test_a_cut_with_two_equal_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last step of the cut turns up one card twice."""

    def lie(moment: Moment, _seat: int, body: Body) -> Body | None:
        phase = moment.state.phase
        if isinstance(phase, Peeling) and phase.purpose is Purpose.CUT and len(phase.order) == 1:
            return Unmask((card_point(9).to_bytes(),) * 2, cast("Unmask", body).proof)
        return None

    table = from_the_start(2, lie)
    with pytest.raises(RemoteError):
        lines_up(table)
    slot, seat = table.lied[0]
    blames(audited_both_ways(table.transcript, monkeypatch), 7, slot, seat)


def test_a_better_first_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real card announced in place of the one turned up; the game goes on with it for a long time."""

    def lie(moment: Moment, _seat: int, body: Body) -> Body | None:
        phase = moment.state.phase
        if isinstance(phase, Peeling) and phase.purpose is Purpose.FIRST_CARD and len(phase.order) == 1:
            return Unmask((card_point(card("green 7")).to_bytes(),), cast("Unmask", body).proof)
        return None

    table = lines_up(from_the_start(2, lie), 60)
    assert table.state.rules.round >= 1
    ((slot, seat),) = table.lied
    assert len(table.log) > slot + 10
    blames(audited_both_ways(table.transcript, monkeypatch), 7, slot, seat)


def test_a_false_hand_with_a_card_that_lies_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(moment: Moment, _seat: int, body: Body) -> Body | None:
        if isinstance(body, OpenHand) and body.cards:
            return replace(body, cards=(moment.state.rules.discards[0], *body.cards[1:]))
        return None

    table = from_the_start(2, lie)
    with pytest.raises(RemoteError):
        lines_up(table, 400)
    ((slot, seat),) = table.lied
    blames(audited_both_ways(table.transcript, monkeypatch), 8, slot, seat)


def test_two_lies_the_first_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    table = overlooked(
        bluff(),
        _both(once(Play), once(Guilty)),
        challenge,
    )
    (first, _), _ = table.lied
    blames(audited_both_ways(table.transcript, monkeypatch), 8, first, 0)


def test_damage_behind_a_lie_does_not_hide_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof is still waiting for its batch when the file breaks off: it comes first all the same."""
    table = overlooked(bluff(), once(Guilty), challenge)
    ((slot, seat),) = table.lied
    for damaged in (table.transcript[:-5], table.transcript + b"\0\0\0\1x", table.transcript[:-1] + b"\0"):
        blames(audited_both_ways(damaged, monkeypatch), 9, slot, seat)


def _both(*lies: Lie) -> Lie:
    def lie(moment: Moment, seat: int, body: Body) -> Body | bytes | None:
        return next((other for each in lies if (other := each(moment, seat, body)) is not None), None)

    return lie


def test_the_lies_of_these_tests_are_where_they_should_be() -> None:
    """Without a lie the same tables are clean or unfinished."""

    def silent(_moment: Moment, _seat: int, _body: Body) -> None:
        return None

    for start in (bluff(), innocent()):
        table = overlooked(start, silent, challenge)
        assert audited(table.transcript).verdict is Verdict.UNFINISHED
        assert any(isinstance(moment.state.phase, Answering) for moment in table.moments)
