"""What `decode` takes is exactly what `encode` writes; everything else is a WireError of one sentence."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LocalError, WireError
from protocol.wire.characters import ALLOWED
from protocol.wire.codec import MAX_MESSAGE, decode, encode
from protocol.wire.limits import MAX_INT
from protocol.wire.text import clean_text
from tests.wire.samples import SAMPLE, Blob, Farewell, Note, Ping, Player, Sample, Shuffle, Switch

PING = b"\x92\xcd\xea\x62"  # array of 2, type 60002; the field follows
NOTE = b"\x92\xcd\xea\x64"
SWITCH = b"\x92\xcd\xea\x66"


def packed(*fields: object) -> bytes:
    return msgpack.packb(list(fields), use_bin_type=True)


def test_known_encoding() -> None:
    assert encode(Ping(5)) == bytes.fromhex("92cdea6205")
    assert encode(Farewell()) == bytes.fromhex("91cdea63")
    assert encode(Switch(on=True)) == bytes.fromhex("92cdea6601")
    assert encode(Note("é")) == bytes.fromhex("92cdea64a2c3a9")
    assert encode(Blob(b"\x01\x02")) == bytes.fromhex("92cdea65c4020102")


def test_round_trip_of_every_kind_of_field() -> None:
    assert decode(encode(SAMPLE), Sample) == SAMPLE
    largest = Shuffle((b"\x02" * 33,) * 108, b"\x01" * 16_384)
    assert decode(encode(largest), Shuffle) == largest


def test_decode_gives_exact_types() -> None:
    sample = decode(encode(SAMPLE), Sample)
    assert sample.hidden is True
    assert sample.players[0].bot is False
    assert type(sample.elements) is tuple
    assert type(sample.seat) is int


def test_decode_picks_the_class_by_type_number() -> None:
    assert decode(encode(Ping(1)), Sample, Ping) == Ping(1)
    assert decode(encode(Farewell()), Farewell, Ping) == Farewell()
    with pytest.raises(WireError, match=r"^A message Ping came where Note or Farewell was expected\.$"):
        decode(encode(Ping(1)), Note, Farewell)
    with pytest.raises(WireError, match=r"^A message of an unknown type came where Ping was expected\.$"):
        decode(packed(64_999, 1), Ping)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(b"\xcc\x05", id="uint8 for 5"),
        pytest.param(b"\xcd\x00\x05", id="uint16 for 5"),
        pytest.param(b"\xce\x00\x00\x00\x05", id="uint32 for 5"),
        pytest.param(b"\xcf" + bytes(7) + b"\x05", id="uint64 for 5"),
        pytest.param(b"\xd0\x05", id="int8 for 5"),
        pytest.param(b"\xd1\x00\x05", id="int16 for 5"),
        pytest.param(b"\xd2\x00\x00\x00\x05", id="int32 for 5"),
        pytest.param(b"\xd3" + bytes(7) + b"\x05", id="int64 for 5"),
        pytest.param(b"\xcd\x00\xff", id="uint16 for 255"),
    ],
)
def test_integers_longer_than_needed(value: bytes) -> None:
    with pytest.raises(WireError, match=r"^Ping is not in its shortest encoding\.$"):
        decode(PING + value, Ping)


@pytest.mark.parametrize(
    ("data", "cls"),
    [
        pytest.param(b"\xdc\x00\x02\xcd\xea\x62\x05", Ping, id="array16 of 2"),
        pytest.param(b"\xdd\x00\x00\x00\x02\xcd\xea\x62\x05", Ping, id="array32 of 2"),
        pytest.param(b"\x92\xce\x00\x00\xea\x62\x05", Ping, id="type number as uint32"),
        pytest.param(NOTE + b"\xd9\x01a", Note, id="str8 of 1"),
        pytest.param(NOTE + b"\xda\x00\x01a", Note, id="str16 of 1"),
        pytest.param(b"\x92\xcd\xea\x65\xc5\x00\x01a", Blob, id="bin16 of 1"),
        pytest.param(b"\x92\xcd\xea\x65\xc6\x00\x00\x00\x01a", Blob, id="bin32 of 1"),
    ],
)
def test_headers_longer_than_needed(data: bytes, cls: type[object]) -> None:
    with pytest.raises(WireError, match="is not in its shortest encoding"):
        decode(data, cls)


@pytest.mark.parametrize(
    ("field", "kind"),
    [
        (b"\xc0", "nil"),
        (b"\xc2", "a boolean"),
        (b"\xc3", "a boolean"),
        (b"\xca\x40\xa0\x00\x00", "a float"),
        (b"\xcb\x40\x14" + bytes(6), "a float"),
        (b"\x80", "a map"),
        (b"\x90", "an array"),
        (b"\xa15", "a text"),
        (b"\xc4\x015", "bytes"),
        (b"\xc7\x00\x01", "a value of type ExtType"),
    ],
)
def test_foreign_types_where_an_integer_belongs(field: bytes, kind: str) -> None:
    with pytest.raises(WireError, match=rf"^Ping\.count must be an integer, not {kind}\.$"):
        decode(PING + field, Ping)


@pytest.mark.parametrize(
    "field",
    [
        pytest.param(b"\x81\xa1a\x05", id="map of one"),
        pytest.param(b"\x82\xa1a\x05\xa1a\x05", id="map with a key twice"),
        pytest.param(b"\xde\x00\x01\xa1a\x05", id="map16"),
        pytest.param(b"\xdf\xff\xff\xff\xff", id="map32 that lies"),
        pytest.param(b"\xd4\x01\x00", id="fixext1"),
        pytest.param(b"\xd6\xff\x00\x00\x00\x00", id="timestamp"),
        pytest.param(b"\xc7\x0c\xff" + b"\xff" * 12, id="timestamp out of range"),
        pytest.param(b"\xc8\x00\x01\x05\x00", id="ext16"),
        pytest.param(b"\xc1", id="the byte MessagePack never uses"),
        pytest.param(b"\xa2\xff\xfe", id="not UTF-8"),
        pytest.param(b"\xa3\xed\xa0\x80", id="a lone surrogate in UTF-8"),
        pytest.param(b"\xa2\xc0\x80", id="overlong UTF-8"),
    ],
)
def test_what_is_no_value_at_all(field: bytes) -> None:
    for cls, head in ((Ping, PING), (Note, NOTE)):
        with pytest.raises(WireError, match=r"is not well-formed|cannot take"):
            decode(head + field, cls)


@pytest.mark.parametrize("field", [b"\xff", b"\xe0", b"\xd0\x80", b"\xd3" + b"\xff" * 8])
def test_negative_integers(field: bytes) -> None:
    with pytest.raises(WireError, match=r"^Ping\.count must be an integer from 0 to "):
        decode(PING + field, Ping)


def test_integers_beyond_the_limit() -> None:
    assert decode(encode(Ping(MAX_INT)), Ping).count == MAX_INT
    with pytest.raises(WireError, match="must be an integer from 0 to"):
        decode(PING + b"\xcf\x80" + bytes(7), Ping)  # 2^63
    with pytest.raises(WireError, match=r"^Sample\.seat must be an integer from 0 to 9\.$"):
        decode(packed(60_001, 10, 0, 0, b"", "", [], []), Sample)


@pytest.mark.parametrize("field", [b"\x02", b"\xc3", b"\xc2", b"\xff"])
def test_booleans_are_the_integers_0_and_1_only(field: bytes) -> None:
    assert decode(SWITCH + b"\x01", Switch) == Switch(on=True)
    assert decode(SWITCH + b"\x00", Switch) == Switch(on=False)
    with pytest.raises(WireError, match=r"^Switch\.on must be an integer"):
        decode(SWITCH + field, Switch)


def test_every_truncation_and_any_trailing_byte() -> None:
    data = encode(SAMPLE)
    for length in range(len(data)):
        with pytest.raises(WireError):
            decode(data[:length], Sample)
    for extra in (b"\x00", b"\xc0", b"\x90", data):
        with pytest.raises(WireError, match=r"is followed by extra bytes|cannot take"):
            decode(data + extra, Sample)


def test_missing_and_additional_fields() -> None:
    with pytest.raises(WireError, match=r"^Ping must have 1 fields, not 0\.$"):
        decode(packed(60_002), Ping)
    with pytest.raises(WireError, match=r"^Ping must have 1 fields, not 2\.$"):
        decode(packed(60_002, 1, 1), Ping, Sample)
    with pytest.raises(WireError, match=r"^Sample\.players\[1\] must have 2 fields, not 1\.$"):
        decode(packed(60_001, 0, 0, 0, b"", "", [], [["Ann", 0], ["Bob"]]), Sample)


@pytest.mark.parametrize(
    "data", [b"", b"\x90", b"\x05", b"\xa1a", b"\x91\xa1a", b"\x91\xc3", b"\x91\x90", b"\x80"]
)
def test_what_does_not_begin_like_a_message(data: bytes) -> None:
    with pytest.raises(WireError):
        decode(data, Ping, Sample)


def test_lengths_of_bytes_texts_and_arrays() -> None:
    def sample(**changed: object) -> bytes:
        fields = {"proof": b"", "note": "", "elements": [], "players": []} | changed
        return packed(60_001, 0, 0, 0, *fields.values())

    assert decode(sample(), Sample).players == ()
    with pytest.raises(WireError, match=r"^Sample\.proof must be 0 to 300 bytes long, not 301\.$"):
        decode(sample(proof=bytes(301)), Sample)
    with pytest.raises(WireError, match=r"^Sample\.note must be 0 to 40 characters long, not 41\.$"):
        decode(sample(note="x" * 41), Sample)
    with pytest.raises(WireError, match=r"^Sample\.elements\[1\] must be 33 bytes long, not 32\.$"):
        decode(sample(elements=[bytes(33), bytes(32)]), Sample)
    with pytest.raises(WireError, match=r"^Sample\.players must have 0 to 3 items, not 4\.$"):
        decode(sample(players=[["Ann", 0]] * 4), Sample)
    with pytest.raises(
        WireError, match=r"^Sample\.players\[0\]\.name must be 1 to 24 characters long, not 0\.$"
    ):
        decode(sample(players=[["", 0]]), Sample)
    with pytest.raises(WireError, match=r"^Sample\.players must be an array, not bytes\.$"):
        decode(sample(players=b""), Sample)
    with pytest.raises(WireError, match="is not well-formed"):
        decode(sample(elements=[bytes(33)] * 21), Sample)  # longer than any array of a Sample


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("A\u0301nn", id="not NFC"),
        pytest.param("\x1b[2J", id="escape"),
        pytest.param("a\nb", id="newline"),
        pytest.param("a\tb", id="tab"),
        pytest.param("\x7f", id="delete"),
        pytest.param("\x9b31m", id="C1 control"),
        pytest.param("A\u200bnn", id="zero width space"),
        pytest.param("A\u200cnn", id="zero width non-joiner"),
        pytest.param("A\u200dnn", id="zero width joiner"),
        pytest.param("A\u2060nn", id="word joiner"),
        pytest.param("\ufeffAnn", id="byte order mark"),
        pytest.param("\u202eAnn", id="right-to-left override"),
        pytest.param("\u2067Ann\u2069", id="isolate"),
        pytest.param("\u200fAnn", id="right-to-left mark"),
        pytest.param("A\u00adnn", id="soft hyphen"),
        pytest.param("A\ufe0fnn", id="variation selector"),
        pytest.param("A\U000e0041", id="tag"),
        pytest.param("A\u00a0nn", id="no-break space"),
        pytest.param("A\u2028nn", id="line separator"),
        pytest.param("\ue000", id="private use"),
        pytest.param("\uffff", id="noncharacter"),
        pytest.param("\U0001fae8", id="assigned only after Unicode 14"),
    ],
)
def test_texts_that_are_refused(text: str) -> None:
    with pytest.raises(WireError, match=r"^Note\.text (contains the character U\+|is not in)") as refused:
        decode(packed(60_004, text), Note)
    assert text not in str(refused.value)
    with pytest.raises(LocalError, match=r"^Note\.text (contains the character U\+|is not in)"):
        encode(Note(text))


@pytest.mark.parametrize("text", ["Ann", "Zoë", "Ольга", "بهار", "Ann Lee", "王", "👍🏽", "½ ẞ ₽", ""])
def test_texts_that_are_taken(text: str) -> None:
    assert decode(encode(Note(text)), Note).text == text


def test_headers_that_lie_reserve_no_memory() -> None:
    # Each header announces as many items as the data has bytes: believed at five hundred levels, 80 MB.
    size = 19_000
    liars = (b"\xdd" + size.to_bytes(4, "big")) * (size // 5)
    modest = (b"\xdc\x00\x6c") * 900  # 108 items, as many as a Shuffle may hold, at 900 levels
    for data in (liars, b"\x92\xcd\xea\x67" + liars, modest):
        tracemalloc.start()
        try:
            with pytest.raises(WireError, match="is not well-formed"):
                decode(data, Shuffle)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 2**20


@pytest.mark.parametrize("levels", [2, 7, 500, 1_000, 10_000])
def test_deep_nesting(levels: int) -> None:
    with pytest.raises(WireError):
        decode(b"\x91" * levels + b"\x05", Shuffle)
    with pytest.raises(WireError):
        decode(b"\x92\xcd\xea\x67" + b"\x91" * levels + b"\x05" + b"\xc4\x00", Shuffle)


def test_size_is_judged_before_the_content() -> None:
    with pytest.raises(WireError, match=r"^Ping cannot take 18 bytes; at most 17 are allowed\.$"):
        decode(PING + bytes(14), Ping)
    with pytest.raises(
        WireError, match=r"^Blob or Ping cannot take 1048577 bytes; at most 1048576 are allowed\.$"
    ):
        decode(bytes(MAX_MESSAGE + 1), Blob, Ping)
    with pytest.raises(LocalError, match=r"^Blob takes 1048585 bytes"):
        encode(Blob(bytes(MAX_MESSAGE)))


def test_our_own_values_are_held_to_the_limits() -> None:
    with pytest.raises(LocalError, match=r"^Sample\.seat must be an integer from 0 to 9\.$"):
        encode(replace(SAMPLE, seat=10))
    with pytest.raises(LocalError, match=r"^Sample\.seat must be an integer, not a boolean\.$"):
        encode(replace(SAMPLE, seat=True))
    with pytest.raises(LocalError, match=r"^Sample\.hidden must be a boolean, not an integer\.$"):
        encode(replace(SAMPLE, hidden=1))
    with pytest.raises(LocalError, match=r"^Sample\.elements must be a tuple, not an array\.$"):
        encode(replace(SAMPLE, elements=[]))
    with pytest.raises(
        LocalError, match=r"^Sample\.elements\[0\] must be bytes, not a value of type bytearray\.$"
    ):
        encode(replace(SAMPLE, elements=(bytearray(33),)))
    with pytest.raises(
        LocalError, match=r"^Sample\.players\[0\] must be a Player, not a value of type Ping\.$"
    ):
        encode(replace(SAMPLE, players=(Ping(1),)))
    with pytest.raises(
        LocalError, match=r"^Sample\.note contains the character U\+D800, which is not allowed\.$"
    ):
        encode(replace(SAMPLE, note="\ud800"))
    with pytest.raises(LocalError, match="is not declared with @message"):
        encode(Player("Ann", bot=False))
    with pytest.raises(LocalError, match="which messages are expected"):
        decode(b"\x90")


alphabet = st.sampled_from(
    [chr(int(item.partition("-")[0], 16)) for item in ALLOWED.split()] + list("abc ABCäöüЖяبه王👍")
)
texts = st.text(alphabet, max_size=30).map(clean_text)
players = st.builds(Player, name=st.text("abcÄж", min_size=1, max_size=24), bot=st.booleans())
samples = st.builds(
    Sample,
    seat=st.integers(0, 9),
    big=st.integers(0, MAX_INT),
    hidden=st.booleans(),
    proof=st.binary(max_size=300),
    note=texts,
    elements=st.lists(st.binary(min_size=33, max_size=33), max_size=20).map(tuple),
    players=st.lists(players, max_size=3).map(tuple),
)


@given(samples)
def test_any_sample_round_trips(sample: Sample) -> None:
    assert decode(encode(sample), Sample) == sample


def refused_or_exact(data: bytes) -> None:
    """The one promise of `decode` about foreign bytes."""
    try:
        msg = decode(data, Sample, Ping, Farewell, Note, Switch)
    except WireError as error:
        sentence = str(error)
    else:
        assert encode(msg) == data
        return
    assert sentence.endswith(".")
    assert sentence.isprintable()


@given(st.binary(max_size=60))
def test_random_bytes(data: bytes) -> None:
    refused_or_exact(data)


@given(st.sampled_from([60_001, 60_002, 60_003, 60_004, 60_006]), st.binary(max_size=40))
def test_random_bytes_behind_a_good_head(number: int, data: bytes) -> None:
    for count in (1, 2, 8):
        refused_or_exact(bytes([0x90 | count]) + msgpack.packb(number) + data)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=15,
)


@given(st.sampled_from([60_001, 60_002, 60_004, 60_006]), st.lists(values, max_size=8))
def test_random_values(number: int, fields: list[object]) -> None:
    try:
        data = msgpack.packb([number, *fields], use_bin_type=True)
    except UnicodeEncodeError:  # lone surrogates: refused by the packer already
        return
    refused_or_exact(data)


@given(samples, st.data())
def test_changed_bytes(sample: Sample, data: st.DataObject) -> None:
    good = encode(sample)
    at = data.draw(st.integers(0, len(good) - 1))
    changed = data.draw(st.binary(max_size=3))
    cut = data.draw(st.integers(0, 3))
    refused_or_exact(good[:at] + changed + good[at + cut :])
