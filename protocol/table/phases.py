"""What a table can be waiting for. Each phase fixes who contributes and what (see `table.PHASES`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.crypto.fiat_shamir import Binding
from protocol.crypto.group import Element
from protocol.table.masks import Mask, Masks, SharedKey, mask_of
from protocol.table.origins import KeyOrigin
from protocol.table.parcels import Arrival, Pool, Purpose, Track, Transfer
from protocol.table.race_record import Committed, RaceMoment, RaceSignal


class After(Enum):
    """What an acknowledgement slot stands in front of."""

    GENESIS = "genesis"
    CHALLENGE = "challenge"
    TRANSFER = "transfer"
    OPENING = "opening"
    REMOVAL = "removal"
    ROSTER = "roster"
    END = "end"
    PUBLICATION = "publication"


@dataclass(frozen=True, slots=True)
class Genesis:
    """All seats sign the proposal."""


@dataclass(frozen=True, slots=True)
class Acknowledging:
    """All seats sign the head, so that nobody has been told another story before a secret goes out.

    then: what follows, where `after` alone does not say it.
    """

    after: After
    then: Phase | None = None


@dataclass(frozen=True, slots=True)
class RosterOpen:
    """A round begins: all seats state the requests to sit down that they hold."""


@dataclass(frozen=True, slots=True)
class Shuffling:
    """The first seat without a mask masks and permutes `pile`: open cards, or the cards of a pool."""

    pile: tuple[Element, ...]
    masks: Masks = ()
    pool: Pool | None = None


@dataclass(frozen=True, slots=True)
class Sharing:
    """All seats share their keys of the pile; then they say whether what they got is right.

    then: what goes on after that; None if the rules have yet to hear that the pile is shuffled.
    """

    then: Phase | None = None


@dataclass(frozen=True, slots=True)
class Receiving:
    """All seats acknowledge the shares that they hold, or complain; `shared`: by sharer."""

    shared: tuple[tuple[int, SharedKey], ...]
    then: Phase | None = None


@dataclass(frozen=True, slots=True)
class Stripping:
    """The holders of its shares take the mask of the first of `seats` off the pile, then that of the next.

    on_tracks: those of them whose masks also lie on the tracks of `then`, which goes on afterwards.
    """

    seats: tuple[int, ...]
    on_tracks: frozenset[int]
    then: Phase


@dataclass(frozen=True, slots=True)
class Peeling:
    """The first seat of `order` takes its mask off every track but its own, then the next.

    In the end only the owner's mask is left, or none on what is opened to everybody.
    """

    purpose: Purpose
    tracks: tuple[Track, ...]
    order: tuple[int, ...]
    masks: Masks

    def mask(self, seat: int) -> Mask:
        return mask_of(self.masks, seat)


@dataclass(frozen=True, slots=True)
class Choosing:
    """The seat in turn chooses; with `committed` it opens what it chose in a race."""

    seat: int
    committed: Committed | None = None


@dataclass(frozen=True, slots=True)
class Racing:
    """The seat in turn chooses and others may act before it, or seats react: all seats contribute."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ordering:
    """Several signals: all seats open the order in which they saw them.

    commitments: of each seat to its order.
    """

    seat: int
    signals: tuple[RaceSignal, ...]
    commitments: tuple[tuple[int, bytes], ...]
    race: RaceMoment


@dataclass(frozen=True, slots=True)
class Joining:
    """These cards join the hands of their seats."""

    arrivals: tuple[Arrival, ...]


@dataclass(frozen=True, slots=True)
class Fitting:
    """The seat proves whether the card that it has just drawn is one of those asked for."""

    seat: int


@dataclass(frozen=True, slots=True)
class CastingLots:
    """All seats take their mask off an element that nobody has chosen; a hash of the parts decides."""


@dataclass(frozen=True, slots=True)
class Giving:
    """Two seats choose which card each gives to the other."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Taking:
    """Every receiver masks and permutes what it is to get."""

    transfers: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True)
class HandingOver:
    """Every giver takes its mask off."""

    transfers: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True)
class Pooling:
    """The first seat without a mask puts its pool key on all cards; `owners`: whose hand each element was."""

    elements: tuple[Element, ...]
    owners: tuple[int, ...]
    counts: tuple[int, ...]
    masks: Masks = ()


@dataclass(frozen=True, slots=True)
class Showing:
    """The seat opens its hand to everybody."""

    seat: int


@dataclass(frozen=True, slots=True)
class Refreshing:
    """These seats mask and permute their hands, of which others have seen too much.

    then: what follows, where the rules have not been told yet.
    """

    seats: tuple[int, ...]
    then: Phase | None = None


@dataclass(frozen=True, slots=True)
class Duelling:
    """Each of these seats commits to one card, or to none."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DuelOpening:
    """They open them; `origin`: where they committed to them."""

    seats: tuple[int, ...]
    commitments: tuple[bytes, ...]
    origin: KeyOrigin


@dataclass(frozen=True, slots=True)
class Voting:
    """One seat of every operator that is not concerned says whether it was a hint."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answering:
    """The offender answers a challenge."""

    offender: int
    challenger: int


@dataclass(frozen=True, slots=True)
class Viewing:
    """The challenger accepts what it was shown, or complains; `place` is where the offender answered."""

    offender: int
    challenger: int
    guilty: bool
    shown: bytes
    place: Binding


@dataclass(frozen=True, slots=True)
class OpeningHands:
    """The round is over: all seats open their hands."""


@dataclass(frozen=True, slots=True)
class Publishing:
    """Open replay: the game is over, and all seats publish the secret that their keys follow from."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over and every seat has signed its end."""


@dataclass(frozen=True, slots=True)
class Resuming:
    """Never waited in: the rules say what comes next (`following.follow`)."""


Phase = (
    Genesis
    | Acknowledging
    | RosterOpen
    | Shuffling
    | Sharing
    | Receiving
    | Stripping
    | Peeling
    | Choosing
    | Racing
    | Ordering
    | Joining
    | Fitting
    | CastingLots
    | Giving
    | Taking
    | HandingOver
    | Pooling
    | Showing
    | Refreshing
    | Duelling
    | DuelOpening
    | Voting
    | Answering
    | Viewing
    | OpeningHands
    | Publishing
    | Finished
    | Resuming
)
