"""A challenged Wild Draw Four: guilt or innocence is proved (specs/table.md, Challenges)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.crypto.claims import verify_claims
from protocol.crypto.equality import EqualityClaim, EqualityProof
from protocol.crypto.fiat_shamir import Binding, ProofTranscript
from protocol.crypto.group import SCALAR_BYTES, G
from protocol.crypto.sealing import WrongKeyError, seal, unseal
from protocol.errors import LocalError, ProofError, RemoteError, WireError
from protocol.rules.events import Verdict
from protocol.rules.needs import NeedVerdict
from protocol.sentences import sentence
from protocol.table.duties import claim_none_of, prove_none_of
from protocol.table.hand import open_proof, opened_pairs, unmask_own
from protocol.table.happenings import HandShown
from protocol.table.judging import Judgement
from protocol.table.making import Maker
from protocol.table.phases import Answering, Viewing
from protocol.table.playing import play_on
from protocol.table.secrets import SeatSecrets
from protocol.table.state import Doubt, Stake, TableState
from protocol.wire.codec import decode, encode
from protocol.wire.messages import Complain, Guilty, HandOpening, Innocent, Satisfied

SHOW = "show"


def answering_seats(_state: TableState, phase: Answering) -> tuple[int, ...]:
    return (phase.offender,)


def viewing_seats(_state: TableState, phase: Viewing) -> tuple[int, ...]:
    return (phase.challenger,)


# --- the answer -----------------------------------------------------------------------------------------


def make_answer(state: TableState, _phase: Answering, maker: Maker) -> Guilty | Innocent:
    """Guilty with the first card that made the Wild Draw Four illegal, else a proof of innocence."""
    stake = _stake(state)
    if not stake.hand.elements:
        return Innocent(b"", b"")
    cards = unmask_own(state, maker.secrets, stake.hand.origin, stake.hand.elements)
    shown = _make_shown(state, maker, stake, cards)
    matching = _matching(state)
    for position, card in enumerate(cards):
        if card in matching:
            one = replace(stake.hand, elements=(stake.hand.elements[position],))
            return Guilty(position, card, open_proof(state, maker, one, (card,), "guilty"), shown)
    return Innocent(prove_none_of(state, maker, stake.hand, matching) if matching else b"", shown)


def _make_shown(state: TableState, maker: Maker, stake: Stake, cards: tuple[int, ...]) -> bytes:
    """The whole hand, for whom the rule set says."""
    audience = state.rules.ruleset["challenge_shows"]
    if audience == "nobody":
        return b""
    opening = encode(HandOpening(cards, open_proof(state, maker, stake.hand, cards, SHOW)))
    if audience == "everyone":
        return opening
    context = _sealing_context(state.binding(maker.seat))
    return seal(_doubt(state).reception, opening, context, maker.entropy)


def apply_answer(
    state: TableState, phase: Answering, said: Mapping[int, Guilty | Innocent], judgement: Judgement
) -> TableState:
    """The challenge is settled, unless its challenger alone can say whether the hand was shown to it."""
    seat = phase.offender
    body = said[seat]
    stake = _stake(state)
    with judgement.blaming(seat, "answer"):
        if isinstance(body, Guilty):
            _claim_guilt(state, stake, body, judgement)
        else:
            state = _claim_innocence(state, stake, body, judgement)
        state = _check_shown(state, stake, body.shown, judgement)
    checked = replace(state.checked, challenges=state.checked.challenges + 1)
    state = replace(state, checked=checked)
    guilty = isinstance(body, Guilty)
    if body.shown and state.rules.ruleset["challenge_shows"] == "challenger":
        place = state.binding(seat)
        viewing = Viewing(phase.offender, phase.challenger, guilty, body.shown, place)
        return replace(state, phase=viewing)
    return _settled(state, guilty)


def _claim_guilt(state: TableState, stake: Stake, body: Guilty, judgement: Judgement) -> None:
    if body.position >= len(stake.hand.elements):
        raise WireError(
            sentence("opens card number {position}, which the hand does not have", position=body.position)
        )
    if body.card not in _matching(state):
        raise WireError(sentence("opens a card that does not forbid the Wild Draw Four"))
    one = replace(stake.hand, elements=(stake.hand.elements[body.position],))
    transcript = state.proof(stake.seat, "equality", "guilty")
    pairs = opened_pairs(state, one, (body.card,))
    claim = EqualityClaim(transcript, G, one.key, pairs, EqualityProof.from_bytes(body.proof))
    judgement.claim(stake.seat, "guilty", claim)


def _claim_innocence(state: TableState, stake: Stake, body: Innocent, judgement: Judgement) -> TableState:
    matching = _matching(state)
    if not stake.hand.elements or not matching:
        if body.proof:
            raise WireError(sentence("proves what nobody has asked for"))
        return state
    return claim_none_of(state, stake.seat, stake.hand, matching, body.proof, "innocent", judgement)


def _check_shown(state: TableState, stake: Stake, shown: bytes, judgement: Judgement) -> TableState:
    """What everybody is shown must open; what is sealed is the challenger's to judge."""
    audience = state.rules.ruleset["challenge_shows"]
    due = bool(stake.hand.elements) and audience != "nobody"
    if bool(shown) != due:
        raise WireError(
            sentence("shows a hand that is not to be shown") if shown else sentence("does not show its hand")
        )
    if not due or audience == "challenger":
        return state
    opening = decode(shown, HandOpening)
    judgement.claim(stake.seat, SHOW, _shown_claim(state, stake, state.binding(stake.seat), opening))
    return replace(state, happenings=(*state.happenings, HandShown(stake.seat, opening.cards)))


def _shown_claim(state: TableState, stake: Stake, place: Binding, opening: HandOpening) -> EqualityClaim:
    if len(opening.cards) != len(stake.hand.elements):
        raise WireError(
            sentence(
                "shows {count} cards of a hand of {due}",
                count=len(opening.cards),
                due=len(stake.hand.elements),
            )
        )
    transcript = ProofTranscript(place, "equality", SHOW)
    pairs = opened_pairs(state, stake.hand, opening.cards)
    return EqualityClaim(transcript, G, stake.hand.key, pairs, EqualityProof.from_bytes(opening.proof))


def _settled(state: TableState, guilty: bool) -> TableState:
    return play_on(replace(state, doubt=None, stake=None), Verdict(guilty))


# --- what the challenger makes of it ----------------------------------------------------------------------


def shown_to(state: TableState, phase: Viewing, secrets: SeatSecrets) -> tuple[int, ...]:
    """The hand that was shown to this challenger; raises ProofError or WireError if it does not open."""
    secret = secrets.scalar(_doubt(state).origin)
    return _opened_with(state, phase, secret)


def make_reply(state: TableState, phase: Viewing, maker: Maker) -> Satisfied | Complain:
    """A complaint carries the secret of the reception key, so that everybody can judge it."""
    try:
        shown_to(state, phase, maker.secrets)
    except (ProofError, WireError):
        secret = maker.secrets.scalar(_doubt(state).origin)
        return Complain(secret.to_bytes(SCALAR_BYTES, "big"))
    return Satisfied()


def apply_reply(
    state: TableState, phase: Viewing, said: Mapping[int, Satisfied | Complain], _judgement: Judgement
) -> TableState:
    """Settle the challenge; a complaint convicts the offender, or whoever complains without reason."""
    body = said[phase.challenger]
    if isinstance(body, Satisfied):
        return _settled(state, phase.guilty)
    try:
        _opened_with(state, phase, int.from_bytes(body.secret, "big"))
    except WrongKeyError as error:
        fault = sentence("complains with a key that is not its own")
        raise RemoteError(phase.challenger, state.slot, "complaint", fault) from error
    except (ProofError, WireError) as error:
        fault = sentence("showed a hand that does not open: {error}", error=error.sentence)
        raise RemoteError(phase.offender, phase.place.slot, "show", fault) from error
    fault = sentence("complains of a hand that was shown correctly")
    raise RemoteError(phase.challenger, state.slot, "complaint", fault)


def _opened_with(state: TableState, phase: Viewing, secret: int) -> tuple[int, ...]:
    stake = _stake(state)
    context = _sealing_context(phase.place)
    opening = decode(unseal(secret, _doubt(state).reception, phase.shown, context), HandOpening)
    verify_claims([_shown_claim(state, stake, phase.place, opening)])
    return opening.cards


# --- what is judged -----------------------------------------------------------------------------------------


def _matching(state: TableState) -> frozenset[int]:
    """The cards that would have made the Wild Draw Four illegal."""
    need = state.rules.need
    if not isinstance(need, NeedVerdict):
        raise LocalError("no Wild Draw Four is being judged")
    return need.forbidding


def _sealing_context(place: Binding) -> bytes:
    return b"p2puno/v1/shown-hand" + place.to_bytes()


def _stake(state: TableState) -> Stake:
    if state.stake is None:
        raise LocalError("no Wild Draw Four lies on the pile")
    return state.stake


def _doubt(state: TableState) -> Doubt:
    if state.doubt is None:
        raise LocalError("nobody has challenged")
    return state.doubt
