"""How a game begins, pauses and ends: genesis, acknowledgements, the roster (specs/table.md, Frame)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from protocol.crypto.signing import check_public_key
from protocol.errors import LocalError, ProtocolError, WireError
from protocol.rules.engine import new_game
from protocol.rules.events import NextRound
from protocol.rules.needs import NeedNextRound, NeedVerdict
from protocol.rules.ruleset import RuleSet
from protocol.sentences import sentence
from protocol.table.happenings import TableOpened
from protocol.table.judging import Judgement
from protocol.table.making import Maker
from protocol.table.phases import (
    Acknowledging,
    After,
    Answering,
    Finished,
    Genesis,
    OpeningHands,
    Publishing,
    RosterOpen,
)
from protocol.table.playing import play_on
from protocol.table.state import TableState
from protocol.transcript.contribution import VERSION, first_head, table_id
from protocol.wire.codec import decode
from protocol.wire.messages import Acknowledge, Consent, Proposal


def open_table(proposal_data: bytes) -> TableState:
    """The state before genesis; raises WireError with the reason if nobody should sit at such a table."""
    proposal = decode(proposal_data, Proposal)
    rules = _checked_rules(proposal)
    table = table_id(proposal_data)
    return TableState(
        proposal=proposal,
        table=table,
        term=0,
        slot=0,
        head=first_head(table),
        rules=new_game(rules, len(proposal.seats)),
        phase=Genesis(),
    )


def _checked_rules(proposal: Proposal) -> RuleSet:
    if proposal.version != VERSION:
        raise WireError(
            sentence(
                "this table speaks version {version}; this program speaks {own}",
                version=proposal.version,
                own=VERSION,
            )
        )
    keys = [entry.key for entry in proposal.seats]
    if len(set(keys)) != len(keys):
        raise WireError(sentence("one identity sits at two seats"))
    try:
        for entry in proposal.seats:
            check_public_key(entry.key)
            check_public_key(entry.operator)
        rules = RuleSet.from_items((item.name, item.value) for item in proposal.rules)
        rules.check_built()
        rules.check_seats(len(proposal.seats))
    except ProtocolError as error:
        raise WireError(sentence("the table cannot be opened: {error}", error=error.sentence)) from error
    _check_operators(proposal)
    if rules.items() != tuple((item.name, item.value) for item in proposal.rules):
        raise WireError(sentence("the rules are not in their canonical form"))
    return rules


def _check_operators(proposal: Proposal) -> None:
    """A person plays for itself; a bot does too, or is played by a seat that plays for itself."""
    operators = {entry.key for entry in proposal.seats if entry.operator == entry.key}
    for entry in proposal.seats:
        if entry.operator not in operators or (entry.operator != entry.key and not entry.bot):
            raise WireError(
                sentence("{name} is said to be played by somebody who does not play it", name=entry.name)
            )


def everybody(state: TableState, _phase: object) -> tuple[int, ...]:
    return state.present


# --- genesis and acknowledgements -----------------------------------------------------------------------


def make_consent(_state: TableState, _phase: Genesis, _maker: Maker) -> Consent:
    return Consent()


def apply_consent(
    state: TableState, _phase: Genesis, _said: Mapping[int, Consent], _judgement: Judgement
) -> TableState:
    return replace(state, phase=Acknowledging(After.GENESIS))


def make_acknowledge(_state: TableState, _phase: Acknowledging, _maker: Maker) -> Acknowledge:
    return Acknowledge()


def apply_acknowledge(
    state: TableState, phase: Acknowledging, _said: Mapping[int, Acknowledge], _judgement: Judgement
) -> TableState:
    state = replace(state, unheard=frozenset())  # whoever has sat down has signed this head
    match phase.after:
        case After.GENESIS:
            names = tuple(entry.name for entry in state.proposal.seats)
            return replace(state, phase=RosterOpen(), happenings=(TableOpened(names),))
        case After.ROSTER:
            return play_on(state, NextRound())
        case After.TRANSFER | After.REMOVAL:
            if phase.then is None:
                raise LocalError("nothing was to follow this acknowledgement")
            return replace(state, phase=phase.then)
        case After.CHALLENGE:
            return replace(state, phase=_answering(state))
        case After.OPENING:
            return replace(state, phase=OpeningHands())
        case After.END if state.rules.ruleset.on("open_replay"):
            return replace(state, phase=Publishing())
        case After.END | After.PUBLICATION:
            return replace(state, phase=Finished())


def _answering(state: TableState) -> Answering:
    need = state.rules.need
    if not isinstance(need, NeedVerdict):
        raise LocalError("no Wild Draw Four is being judged")
    return Answering(need.offender, need.challenger)


def between_rounds(state: TableState) -> bool:
    """Whether a round is over and the next one waits until every seat goes on."""
    return isinstance(state.phase, RosterOpen) and isinstance(state.rules.need, NeedNextRound)
