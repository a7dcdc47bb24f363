"""What is made of parts is said in the language that is spoken."""

from __future__ import annotations

import pytest

from p2puno.language.cards import card, colour, kind
from p2puno.language.speech import as_sentence, commas, heard, listed, said
from p2puno.net.lobby import FULL, REFUSALS
from protocol.errors import RemoteError, WireError
from protocol.rules.cards import DECKS, Colour, Face, Kind
from protocol.sentences import SeatRef, sentence
from tests.language.pseudo import speaking_pseudo

RED_FIVE = Face(Kind.NUMBER, Colour.RED, 5)


@pytest.mark.parametrize("face", sorted({face for faces in DECKS.values() for face in faces}, key=str))
def test_every_card_has_a_name_which_is_its_label_in_english(face: Face) -> None:
    assert card(face) == face.label
    with speaking_pseudo():
        assert card(face).startswith("«")


def test_every_colour_and_kind_has_a_name() -> None:
    assert [colour(each) for each in Colour] == [each.label for each in Colour]
    assert [kind(each) for each in Kind] == [each.label for each in Kind]


def test_lists() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"
    with speaking_pseudo():
        assert listed(["a", "b"]) == "«a and b»"
        assert commas(["a", "b"]) == "a«between the items of a list|, »b"


def test_one_full_stop() -> None:
    assert [as_sentence(words) for words in ("So", "So.", "So?", "So!", "پس؟")] == [
        "So.",
        "So.",
        "So?",
        "So!",
        "پس؟",
    ]


def test_a_sentence_of_the_protocol_and_its_parts() -> None:
    inner = sentence("must be {number}", number=7)
    told = sentence("{seat} lays {card} on {colour}: {fault}", seat=SeatRef(1), card=RED_FIVE,
                    colour=Colour.BLUE, fault=inner)  # fmt: skip
    assert said(told) == "seat 2 lays red 5 on blue: must be 7"
    assert said(told, ("Ann", "Bob")) == "Bob lays red 5 on blue: must be 7"
    with speaking_pseudo():
        assert said(told, ("Ann", "Bob")) == "«Bob lays «red 5» on «colour|blue»: «must be 7»»"
        assert said(sentence("{kind}", kind=Kind.SKIP)) == "««kind of card|skip»»"


def test_errors_are_said_by_their_sentence() -> None:
    deep = WireError(sentence("cut short"))
    blame = RemoteError(3, 17, "move", sentence("sent what cannot be read: {error}", error=deep))
    assert said(blame) == "sent what cannot be read: cut short"
    with speaking_pseudo():
        assert said(blame) == "«sent what cannot be read: «cut short»»"


def test_what_a_peer_says_in_english_is_said_in_ones_own_language() -> None:
    assert heard("we are linked already") == "we are linked already"
    assert heard("") == ""
    full = str(sentence(FULL, capacity=4))
    with speaking_pseudo():
        assert heard("we are linked already") == "«we are linked already»"
        assert heard("") == ""
        assert heard(full, REFUSALS) == "«the table is full: all 4 seats are taken»"
        assert heard("no {braces} of (theirs) count", REFUSALS) == "«no {braces} of (theirs) count»"
