"""What nobody may learn: a game is played, and everything that a seat, or all others together, got is tried.

The strongest adversary of specs/table.md, 4 is all other seats together: they pool every key they ever held,
every product and quotient of two of them, and all their masks on each pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from pathlib import Path

import pytest

from p2puno.seat.records import Records
from p2puno.store.paths import Home
from protocol.crypto.group import ORDER, Element, multiply_public, scalar_to_bytes
from protocol.crypto.innocence import InnocenceProof
from protocol.rules.cards import Colour, Kind
from protocol.rules.happenings import CaughtOut, ChallengeLost, ChallengeWon, FalseCatch, Reshuffled
from protocol.rules.needs import NeedVerdict
from protocol.table.choices import ChallengeFour, DrawCard, KeepCard, PlayCard
from protocol.table.making import Maker, quotient
from protocol.table.parcels import Purpose
from protocol.table.phases import (
    Choosing,
    Fitting,
    Giving,
    HandingOver,
    Joining,
    Peeling,
    Pooling,
    Shuffling,
    Taking,
)
from protocol.table.secrets import SeatSecrets
from protocol.table.state import TableState, card_point
from protocol.table.table import PHASES, contribute, finished
from protocol.wire.codec import decode, encode
from protocol.wire.house import Fit, PoolMask
from protocol.wire.messages import Body, Guilty, HandOpening, Innocent, OpenHand, Revealed, Shuffle, Unmask
from protocol.wire.moves import Challenge, Join, Play, PlayDrawn
from tests.table.lively import Lively, RecordingSecrets, lively
from tests.table.omniscience import arriving, epoch_keys, hand
from tests.table.rigged import arrange, card, cards
from tests.table.simulation import Moment

CARDS = frozenset(card_point(number).to_bytes() for number in range(108))
SEATS = 3


@pytest.fixture(scope="module")
def game() -> Lively:
    """Two rounds of three seats, with a reshuffle."""
    table = lively(SEATS, seed=7, options={"hand_size": "5"})
    table.until(lambda state: state.rules.round == 3)
    return table


def test_the_game_is_a_good_example(game: Lively) -> None:
    happened = {type(each) for each in game.happened}
    assert happened >= {ChallengeWon, ChallengeLost, CaughtOut, FalseCatch, Reshuffled}
    assert {type(moment.state.phase) for moment in game.moments} >= {Joining, Choosing, Peeling}


def bodies(moment: Moment) -> Iterator[tuple[int, Body]]:
    allowed = PHASES[type(moment.state.phase)].bodies
    for seat, said in moment.said.items():
        body = decode(said.statement.body, *allowed)
        if isinstance(body, Revealed):
            body = decode(body.move, Play, PlayDrawn, Challenge, *PHASES[Choosing].bodies)
        yield seat, body


def secret_elements(game: Lively, seat: int) -> set[Element]:
    """Everything that ever stood for a card in this seat's hand, or on its way there, under its own mask."""
    found: set[Element] = set()
    for state in [moment.state for moment in game.moments] + [game.state]:
        held = state.hands[seat] if state.hands else None
        found |= set(held.elements) if held else set()
        phase = state.phase
        if isinstance(phase, Peeling) and phase.purpose in (Purpose.DEAL, Purpose.DRAW):
            found |= {element for track in phase.tracks if track.owner == seat for element in track.elements}
    for moment in game.moments:
        for who, body in bodies(moment):
            if who == seat and isinstance(body, Join):
                found |= {Element.from_bytes(each) for each in (*body.moved, *body.hand)}
            if who == seat and isinstance(body, Innocent) and body.proof:
                found |= set(innocence(moment, body).moved)
    return found


def innocence(moment: Moment, body: Innocent) -> InnocenceProof:
    assert moment.state.stake is not None
    need = moment.state.rules.need
    assert isinstance(need, NeedVerdict)
    harmless = len(moment.state.rules.deck) - len(need.forbidding)
    return InnocenceProof.from_bytes(body.proof, len(moment.state.stake.hand.elements), harmless)


def keys_of(game: Lively, seats: set[int]) -> set[int]:
    """Every key that these seats held, and for every pile the product of their masks on it."""
    found: set[int] = set()
    for secrets in game.secrets:
        assert isinstance(secrets, RecordingSecrets)
        if secrets.seat in seats:
            found |= secrets.held
    for moment in game.moments:
        if moment.state.epoch is not None and moment.state.rules.round == moment.secrets[0].round:
            product = 1
            for seat, key in enumerate(epoch_keys(moment.state, moment.secrets)):
                if seat in seats:
                    product = product * key % ORDER
            found.add(product)
    return found


@pytest.mark.parametrize("victim", range(SEATS))
def test_no_key_of_all_others_opens_a_hand(game: Lively, victim: int) -> None:
    """Neither k, nor k1*k2, nor k1/k2 takes the mask off any element of the victim's hand, at any time."""
    elements = secret_elements(game, victim)
    keys = keys_of(game, set(range(SEATS)) - {victim})
    assert len(elements) > 40
    assert len(keys) > 40
    masked = {
        multiply_public(key, card_point(number)).to_bytes() for key in keys for number in range(108)
    } | CARDS
    for element in elements:
        assert element.to_bytes() not in masked
    for element in list(elements)[:: 1 + len(elements) // 60]:
        for key in keys:
            assert multiply_public(quotient(1, key), element).to_bytes() not in masked
            assert multiply_public(key, element).to_bytes() not in masked


def test_the_victims_own_keys_would_open_them(game: Lively) -> None:
    """The test above can fail: with one more key it finds cards."""
    hands = [moment.state.hands[0] for moment in game.moments if moment.state.hands]
    elements = [element for held in hands if held for element in held.elements]
    assert set(elements) <= secret_elements(game, 0)
    keys = keys_of(game, {0})
    opened = {
        multiply_public(quotient(1, key), element).to_bytes()
        for element in dict.fromkeys(elements[:10])
        for key in keys
    }
    assert len(opened & CARDS) >= 5


def published(moment: Moment) -> Iterator[bytes]:
    """Every masked card that a slot puts on the table, in the order of its bodies."""
    for _, body in bodies(moment):
        match body:
            case Shuffle():
                yield from body.pile
            case Unmask():
                yield from body.elements
            case Join():
                yield from body.moved
                yield from body.hand
            case PoolMask():
                yield from body.elements
            case Fit() if body.join:
                join = decode(body.join, Join)
                yield from (*join.moved, *join.hand)
            case Innocent() if body.proof:
                yield from (element.to_bytes() for element in innocence(moment, body).listed)
            case _:
                pass


def test_no_masked_card_is_published_twice(game: Lively) -> None:
    """h*C appears once for each h and C: a card that is met again under the same mask could be followed.

    Masks commute, so an element on its way from the pile can be one of an earlier shuffle of the same pile
    (specs/table.md, 4): who shuffled after that one could tell anyway. From the hand on nothing repeats.
    """
    shuffled: dict[bytes, int] = {}
    elsewhere: dict[bytes, int] = {}
    epoch = 0
    for moment in game.moments:
        phase = moment.state.phase
        epoch += isinstance(phase, Shuffling) and not phase.masks
        into = shuffled if isinstance(phase, Shuffling) else elsewhere
        for element in published(moment):
            if element in CARDS:
                continue
            assert element not in into
            into[element] = epoch if isinstance(phase, Peeling | Shuffling) else -1
    again = shuffled.keys() & elsewhere.keys()
    assert all(shuffled[element] == elsewhere[element] for element in again)
    assert len(shuffled) > 1000
    assert len(elsewhere) > 400


def test_an_innocent_hand_is_found_in_its_list_and_nowhere_else(game: Lively) -> None:
    """The one exception: moved elements stand in the list as well, which is the proof."""
    proofs = [
        (moment, innocence(moment, body))
        for moment in game.moments
        for _, body in bodies(moment)
        if isinstance(body, Innocent) and body.proof
    ]
    assert proofs
    for moment, proof in proofs:
        assert set(proof.moved) <= set(proof.listed)
        others = {each for m in game.moments if m is not moment for each in published(m)}
        assert not others & {element.to_bytes() for element in proof.listed}
        colours = [number for number, face in enumerate(moment.state.rules.deck) if face.kind is Kind.WILD]
        assert colours  # wilds are in every set: nothing seen before is left out
        assert len(proof.listed) == 83


def test_every_published_key_is_new(game: Lively) -> None:
    keys: list[bytes] = []
    for moment in game.moments:
        for _, body in bodies(moment):
            match body:
                case Shuffle():
                    keys.append(body.key)
                case Join():
                    keys += [body.moving_key, body.hand_key]
                case Challenge():
                    keys.append(body.reception)
                case Innocent() if body.proof:
                    keys.append(innocence(moment, body).one_shot.to_bytes())
                case _:
                    pass
    assert len(keys) == len(set(keys)) > 20


def test_what_is_unmasked_for_a_seat_still_wears_its_mask(game: Lively) -> None:
    """No step of a deal or draw shows a card; the last step of cut and first card shows nothing else."""
    for moment in game.moments:
        phase = moment.state.phase
        if not isinstance(phase, Peeling):
            continue
        open_now = phase.purpose in (Purpose.CUT, Purpose.FIRST_CARD) and len(phase.order) == 1
        for element in published(moment):
            assert (element in CARDS) is open_now


def test_after_a_draw_every_element_of_the_hand_is_new_and_in_new_order(game: Lively) -> None:
    places: list[tuple[int, int]] = []
    for before, after in pairwise(game.moments):
        for seat, body in bodies(before):
            if not isinstance(body, Join):
                continue
            old = before.state.hands[seat]
            new = after.state.hands[seat] if after.state.hands else None
            if old is None or new is None:
                continue
            assert new.key != old.key
            assert not set(new.elements) & (set(old.elements) | set(arriving(before.state)))
            cards_before = hand(before.state, before.secrets, seat)
            cards_after = hand(after.state, after.secrets, seat)
            (first_new, *_) = set(cards_after) - set(cards_before)
            places.append((cards_after.index(first_new), len(cards_after)))
    assert len(places) > 15
    shares = sorted(place / (size - 1) for place, size in places)
    assert shares[len(shares) // 4] < 0.5 < shares[3 * len(shares) // 4]  # all over the hand
    assert len(set(places)) > 15


def test_choices_differ_and_what_is_published_does_not_tell(game: Lively) -> None:
    """Two draws and keeps by the same seat, in the same state but for the head, share no element."""
    state, secrets = next(
        (moment.state, moment.secrets[seat])
        for moment in game.moments
        for seat, body in bodies(moment)
        if isinstance(body, Join) and isinstance(moment.state.phase, Choosing)
    )
    one = decode(contribute(state, secrets, KeepCard(), bytes(32)).statement.body, Join)
    other = decode(
        contribute(replace(state, head=bytes(32)), secrets, KeepCard(), bytes(32)).statement.body, Join
    )
    assert not set(one.hand) & set(other.hand)
    assert not set(one.moved) & set(other.moved)


# --- what seats say, write and print ----------------------------------------------------------------------


def secret_bytes(secrets: tuple[SeatSecrets, ...], game: Lively) -> Iterator[bytes]:
    """Everything that must stay inside a seat: seeds, round secrets, keys, salts."""
    for each in secrets:
        yield each.identity._private.private_bytes_raw()
        yield each.secret
        yield each.nonce_secret()
        last = game.secrets[each.seat]
        assert isinstance(last, RecordingSecrets)
        yield from (scalar_to_bytes(key) for key in last.held)


def test_no_secret_stands_in_the_transcript(game: Lively) -> None:
    data = game.transcript
    for moment in (game.moments[0], game.moments[len(game.moments) // 2], game.moments[-1]):
        for secret in secret_bytes(moment.secrets, game):
            assert secret not in data


def test_files_of_a_seat_hold_no_secret_but_the_present_one(game: Lively, tmp_path: Path) -> None:
    """Journal, transcript and vault of seat 1 while the game goes on: old rounds stay closed."""
    home = Home.locate(tmp_path)
    records = Records.begin(home, game.proposal_data, game.moments[0].secrets[1])
    former: list[bytes] = []
    for before, after in pairwise(game.moments):
        if 1 in before.said:
            records.keep_own(before.said[1])
        records.keep_slot(tuple(before.said[seat] for seat in sorted(before.said)))
        if after.secrets[1].round != before.secrets[1].round:
            former.append(before.secrets[1].secret)
            records.forget_round(after.secrets[1])
            written = everything_below(tmp_path)
            assert after.secrets[1].secret in written
            assert not any(secret in written for secret in former)
    assert len(former) == 2
    written = everything_below(tmp_path)
    others = [secrets for secrets in game.moments[-1].secrets if secrets.seat != 1]
    for secret in secret_bytes(tuple(others), game):
        assert secret not in written
    own = game.moments[-1].secrets[1]
    assert isinstance(own, RecordingSecrets)
    assert not any(scalar_to_bytes(key) in written for key in own.held)
    records.finish()
    assert own.secret not in everything_below(tmp_path)


def everything_below(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_nothing_secret_is_printed(game: Lively) -> None:
    """repr() ends up in logs and tracebacks."""
    moment = game.moments[-1]
    secrets = moment.secrets[0]
    maker = Maker(secrets, DrawCard(), b"\xabfresh entropy" * 2 + b"\xab\xcd\xef\x01")
    printed = "".join(
        map(repr, (secrets, maker, maker.nonces, secrets.identity, moment.state, moment.said, game.view(0)))
    )
    hidden = [*secret_bytes(moment.secrets, game), maker.entropy]
    for secret in hidden:
        assert repr(secret)[2:-1] not in printed
        assert secret.hex() not in printed
        assert str(int.from_bytes(secret, "big")) not in printed


def numbers_in(value: object) -> Iterator[tuple[str, int]]:
    """(field, number) of every number in a happening, however deep."""
    assert is_dataclass(value)
    for field in fields(value):
        yield from ((field.name, number) for number in flat(getattr(value, field.name)))


def flat(value: object) -> Iterator[int]:
    if isinstance(value, tuple):
        for each in value:
            yield from flat(each)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value


def test_happenings_name_only_cards_that_lie_open(game: Lively) -> None:
    """What interfaces and events are made of: a card in it was opened in the same slot or before."""
    opened: set[int] = set()
    named = 0
    later = [*(moment.state for moment in game.moments[1:]), game.state]
    for before, state in zip(game.moments, later, strict=True):
        for _, body in bodies(before):
            match body:
                case Play():
                    opened |= {each.card for each in body.cards}
                case PlayDrawn() | Guilty():
                    opened.add(body.card)
                case OpenHand():
                    opened |= set(body.cards)
                case _:
                    pass
        phase = before.state.phase
        if isinstance(phase, Peeling) and phase.purpose in (Purpose.CUT, Purpose.FIRST_CARD):
            opened |= set(state.rules.discards) | named_first(state)
        for happening in state.happenings:
            shown = {n for name, n in numbers_in(happening) if name in ("card", "cards", "hands")}
            assert shown <= opened
            named += len(shown)
    assert named > 50


def named_first(state: TableState) -> set[int]:
    return {n for h in state.happenings for name, n in numbers_in(h) if name in ("card", "cards")}


def test_a_hand_shown_to_one_seat_is_readable_by_no_other() -> None:
    """The sealed opening of a challenged hand does not stand in the log in the clear."""
    held = cards("red 1", "red 2", "green 3", "wild draw four", "wild")
    table = arrange([held, list(range(50, 55)), list(range(60, 65))], card("red 0"))
    table.turn(PlayCard(card("wild draw four"), Colour.RED))
    table.turn(ChallengeFour())
    answer = next(body for moment in table.moments for _, body in bodies(moment) if isinstance(body, Guilty))
    rest = [number for number in held if number != card("wild draw four")]
    for order in (rest, sorted(rest), list(reversed(rest))):
        assert bytes(order) not in answer.shown
    assert encode(HandOpening(tuple(rest), bytes(98)))[:6] not in answer.shown


# --- hands that change owners -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def moved() -> Lively:
    """Hands are swapped, passed on, exchanged and pooled; who draws proves that it has to."""
    options = {
        "hand_size": "5",
        "deck": "modern-112",
        "seven_zero": "on",
        "five_exchange": "on",
        "decline": "forced",
        "draw": "until-playable",
        "score": "one-round",
    }
    table = lively(SEATS, seed=3, options=options)
    while not finished(table.state):
        table.step()
    return table


def test_the_hands_of_this_game_have_moved(moved: Lively) -> None:
    phases = {type(moment.state.phase) for moment in moved.moments}
    assert phases >= {Taking, HandingOver, Giving, Joining, Fitting, Pooling}


def test_no_masked_card_is_published_twice_when_hands_move(moved: Lively) -> None:
    """Nobody can follow a card through a swap, an exchange or a pool by meeting it again."""
    seen: set[bytes] = set()
    for moment in moved.moments:
        piles = isinstance(moment.state.phase, Shuffling | Peeling)
        for element in published(moment):
            if element in CARDS:
                continue
            assert piles or element not in seen, "met again outside a pile and the way from it"
            seen.add(element)
    assert len(seen) > 800


@pytest.mark.parametrize("victim", range(SEATS))
def test_no_key_of_all_others_opens_a_hand_that_has_moved(moved: Lively, victim: int) -> None:
    """Not even the keys of those who held the cards before."""
    keys = keys_of(moved, set(range(SEATS)) - {victim})
    held = [moment.state.hands[victim] for moment in moved.moments if moment.state.hands]
    elements = {element for each in held if each is not None for element in each.elements}
    cards_under = {multiply_public(key, card_point(n)).to_bytes() for key in keys for n in range(112)}
    assert len(elements) > 20
    assert not {element.to_bytes() for element in elements} & (cards_under | CARDS)
