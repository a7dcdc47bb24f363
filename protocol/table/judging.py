"""How `apply` says whose fault something is, and collects what is to be verified."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from protocol.crypto.claims import Claim, verify_claims
from protocol.crypto.group import Element
from protocol.errors import ProofError, ProtocolError, RemoteError, RulesError, WireError
from protocol.rules.cards import Colour
from protocol.sentences import Sentence, sentence
from protocol.wire.messages import NO_COLOUR

Verify = Callable[[Sequence[Claim]], None]


@dataclass(slots=True)
class Judgement:
    """The claims of one slot, each with the seat that made it.

    `verify` checks claims in one sum; an auditor's may only collect them for later.
    """

    slot: int
    verify: Verify = verify_claims
    claims: list[Claim] = field(default_factory=list[Claim])
    claimants: list[int] = field(default_factory=list[int])
    obligations: list[str] = field(default_factory=list[str])

    def claim(self, seat: int, obligation: str, *claims: Claim) -> None:
        """Take note of statements with their proofs; they are verified together, by `settle`."""
        for each in claims:
            self.claims.append(each)
            self.claimants.append(seat)
            self.obligations.append(obligation)

    @contextmanager
    def blaming(self, seat: int, obligation: str) -> Generator[None]:
        """Whatever `seat` said in here that does not hold is its fault."""
        try:
            yield
        except (WireError, ProofError, RulesError) as error:
            raise RemoteError(seat, self.slot, obligation, error.sentence) from error

    def require(self, truth: bool, seat: int, obligation: str, fault: Sentence) -> None:
        """Raise RemoteError, which blames `seat`, unless it is true."""
        if not truth:
            raise RemoteError(seat, self.slot, obligation, fault)

    def settle(self) -> None:
        """Verify what was claimed since the last time in one sum; on failure the culprit is named.

        Whoever reads a card off what was claimed settles first: what a false proof leaves need not be a card,
        nor one that can lie there.
        """
        try:
            self.verify(self.claims)
        except ProofError as error:
            place = error.index
            raise RemoteError(
                self.claimants[place], self.slot, self.obligations[place], error.sentence
            ) from error
        self.claims, self.claimants, self.obligations = [], [], []


def elements_of(data: Iterable[bytes]) -> tuple[Element, ...]:
    """Strictly parsed elements; raises a WireError for anything that is none."""
    return tuple(element_of(each) for each in data)


def element_of(data: bytes) -> Element:
    """As `elements_of`, for one of them."""
    try:
        return Element.from_bytes(data)
    except ProtocolError as error:
        raise WireError(sentence("an element is malformed: {error}", error=error.sentence)) from error


def unmasked(data: Iterable[bytes], due: int) -> tuple[Element, ...]:
    """As `elements_of`, for elements that a mask was taken off; raises a WireError unless there are `due`."""
    elements = elements_of(data)
    if len(elements) != due:
        fault = sentence("unmasked {count} elements where {due} were due", count=len(elements), due=due)
        raise WireError(fault)
    return elements


def bytes_of(elements: Iterable[Element]) -> tuple[bytes, ...]:
    """Each in the 33 bytes in which it travels."""
    return tuple(each.to_bytes() for each in elements)


def colour_of(number: int) -> Colour | None:
    """The colour of a message's field; `NO_COLOUR` says that there is none."""
    return None if number == NO_COLOUR else Colour(number)


def number_of(colour: Colour | None) -> int:
    return NO_COLOUR if colour is None else int(colour)
