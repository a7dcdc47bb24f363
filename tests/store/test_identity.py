"""A key of one's own, its fingerprint in words, and what happens to a damaged file."""

from __future__ import annotations

import getpass
import json
import stat
from itertools import combinations

import pytest

from p2puno.errors import OutsideError, UsageError
from p2puno.store.fingerprint import fingerprint, head_fingerprint
from p2puno.store.identity import load_identity, load_or_create, renew
from p2puno.store.names import MAX_NAME, check_name, default_name
from p2puno.store.paths import Home
from p2puno.store.wordlist import WORDS
from protocol.crypto.hashing import tagged_hash
from protocol.crypto.signing import IdentityKey, verify_signature


def test_made_once_and_found_again(home: Home) -> None:
    assert load_identity(home) is None
    made = load_or_create(home, "Ann")
    found = load_or_create(home)
    assert found.key.public == made.key.public
    assert found.name == made.name == "Ann"
    assert stat.S_IMODE(home.identity.stat().st_mode) == 0o600
    verify_signature(made.key.public, "test", b"message", found.key.sign("test", b"message"))


def test_the_file_keeps_the_first_name(home: Home) -> None:
    made = load_or_create(home, "Ann")
    other = load_or_create(home, "Annie")
    assert (other.name, other.key.public) == ("Annie", made.key.public)
    assert load_or_create(home).name == "Ann"


def test_every_home_has_its_own_key(home: Home) -> None:
    homes = [home, home.bot(1), home.bot(2)]
    assert len({load_or_create(each, "Same").key.public for each in homes}) == 3


def test_the_file_format(home: Home) -> None:
    seed = bytes(range(32))
    public = IdentityKey(seed).public.hex()
    content = {"format": "p2puno identity 1", "name": "Бела", "public": public, "seed": seed.hex()}
    home.data.mkdir()
    home.identity.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    identity = load_identity(home)
    assert identity is not None
    assert (identity.name, identity.key.public.hex()) == ("Бела", public)
    assert seed.hex() not in repr(identity)


def test_a_new_key_keeps_the_old_one(home: Home) -> None:
    first = load_or_create(home, "Ann")
    old_file = home.identity.read_bytes()
    second, kept = renew(home)
    assert kept is not None
    assert kept.read_bytes() == old_file
    assert kept.stem == fingerprint(first.key.public).hex
    assert second.name == "Ann"
    assert second.key.public != first.key.public
    assert load_or_create(home).key.public == second.key.public
    assert renew(home, "Bob")[0].name == load_or_create(home).name == "Bob"
    assert len(list(home.former_identities.iterdir())) == 2


def test_new_without_an_old_one(home: Home) -> None:
    identity, kept = renew(home, "Ann")
    assert kept is None
    assert identity.name == "Ann"


def test_a_bad_name_changes_nothing(home: Home) -> None:
    before = load_or_create(home, "Ann")
    with pytest.raises(UsageError):
        renew(home, "\x1b[2J")
    assert not home.former_identities.exists()
    assert load_or_create(home).key.public == before.key.public


def damaged_files(good: bytes) -> list[bytes]:
    content = json.loads(good)
    other = IdentityKey(bytes(32)).public.hex()
    changes = [
        {"seed": content["seed"][:-2]},
        {"seed": "zz" * 32},
        {"public": other},
        {"name": ""},
        {"name": 5},
    ]
    changes += [{"name": "\ud800"}, {"seed": " " + content["seed"]}, {"seed": None}]
    texts = [json.dumps(content | change).encode() for change in changes]
    return [*texts, b"", b"[]", b"[" * 100_000, good[:-5], b"\xff\xfe", b"{}"]


def test_a_damaged_file_is_never_replaced_silently(home: Home) -> None:
    load_or_create(home, "Ann")
    for data in damaged_files(home.identity.read_bytes()):
        home.identity.write_bytes(data)
        with pytest.raises(UsageError, match=r"is damaged; put a good copy in its place, or begin anew"):
            load_or_create(home, "Ann")
        assert home.identity.read_bytes() == data


def test_every_flipped_byte_of_the_keys_is_noticed(home: Home) -> None:
    load_or_create(home, "Ann")
    good = home.identity.read_bytes()
    start = good.index(b'"public"')
    for at in range(start, len(good)):
        home.identity.write_bytes(good[:at] + bytes([good[at] ^ 0x01]) + good[at + 1 :])
        try:
            found = load_identity(home)
        except UsageError:
            continue
        assert found is not None  # only white space or the like was changed
        assert found.key.public.hex() in good.decode()


def test_a_damaged_file_is_kept_when_beginning_anew(home: Home) -> None:
    home.data.mkdir()
    home.identity.write_bytes(b"half a fi")
    _, kept = renew(home, "Ann")
    assert kept is not None
    assert kept.read_bytes() == b"half a fi"


def test_another_version(home: Home) -> None:
    load_or_create(home, "Ann")
    home.identity.write_bytes(home.identity.read_bytes().replace(b"identity 1", b"identity 2"))
    with pytest.raises(UsageError, match="was made by another version of p2puno"):
        load_identity(home)


def test_an_unwritable_home(home: Home) -> None:
    home.data.parent.joinpath("file").write_bytes(b"")
    with pytest.raises(OutsideError):
        load_or_create(Home.locate(home.data.parent / "file"), "Ann")


def test_fingerprint_vector() -> None:
    found = fingerprint(bytes(range(32)))
    assert found.hex == "e3f7a8625fd285f5"
    assert str(found) == "toast winter planet jewel jaguar spider needle wheat"
    assert found.words == tuple(WORDS[byte] for byte in bytes.fromhex(found.hex))
    assert fingerprint(bytes(32)) != found


def edits(a: str, b: str) -> int:
    """Levenshtein's distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (x != y)))
    return row[-1]


def test_the_words_can_be_told_apart() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert list(WORDS) == sorted(WORDS)
    assert all(3 <= len(word) <= 7 and word.isascii() and word.isalpha() and word.islower() for word in WORDS)
    assert len({word[:4] for word in WORDS}) == 256
    assert min(edits(a, b) for a, b in combinations(WORDS, 2)) == 2


@pytest.mark.parametrize(
    "name", ["Ann", "X" * MAX_NAME, "Anna Lena", "Ольга", "بهار", "王", "王" * 12, "O'Neil-3"]
)
def test_good_names(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name", ["", " ", " Ann", "Ann ", "X" * (MAX_NAME + 1), "A\nB", "A\u202eB", "A\u0301", "王" * 13]
)
def test_bad_names(name: str) -> None:
    with pytest.raises(UsageError, match=r"choose another\.$"):
        check_name(name)


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("ann", "ann"),
        ("\u202eann\x1b", "ann"),
        ("", "Player"),
        ("\u200b", "Player"),
        ("x" * 23 + " yz", "x" * 23),
        ("王" * 20, "王" * 12),
    ],
)
def test_the_name_from_the_system(monkeypatch: pytest.MonkeyPatch, login: str, name: str) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: login)
    assert default_name() == name
    assert check_name(default_name()) == name


@pytest.mark.parametrize("error", [OSError, KeyError, ImportError])
def test_no_name_from_the_system(monkeypatch: pytest.MonkeyPatch, error: type[Exception], home: Home) -> None:
    def fail() -> str:
        raise error

    monkeypatch.setattr(getpass, "getuser", fail)
    assert load_or_create(home).name == "Player"


def test_a_head_has_words_of_its_own() -> None:
    """The same bytes as a key and as a head are not the same thing."""
    found = head_fingerprint(bytes(range(32)))
    assert found.hex == tagged_hash("p2puno/head-fingerprint", bytes(range(32)))[:8].hex()
    assert len(found.words) == 8
    assert found != fingerprint(bytes(range(32)))
