"""Defaults from the config file, each mistake named with file and key; evidence that nothing overwrites."""

from __future__ import annotations

import stat

import pytest

from p2puno.errors import UsageError
from p2puno.store.config import Config, load_config
from p2puno.store.evidence import keep
from p2puno.store.paths import Home


def config(home: Home, text: str | bytes) -> Config:
    home.config.mkdir(exist_ok=True)
    home.config_file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_config(home)


def test_no_file_no_defaults(home: Home) -> None:
    assert load_config(home) == Config()
    assert config(home, "") == Config()


def test_all_keys(home: Home) -> None:
    text = """
        name = "Ann"
        plain = true
        bidi = "program"
        listen = "0.0.0.0:4242"
        rules = "classic"

        [set]
        target = 200
        challenge = false
        challenge_shows = "nobody"
        last_card = ["skip", "reverse"]
    """
    assert config(home, text) == Config(
        name="Ann",
        plain=True,
        bidi="program",
        listen="0.0.0.0:4242",
        rules="classic",
        set={
            "target": 200,
            "challenge": False,
            "challenge_shows": "nobody",
            "last_card": ["skip", "reverse"],
        },
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nam = 'Ann'", r"config\.toml: there is no key `nam`; did you mean `name`\?$"),
        (
            "zzz = 1",
            r"config\.toml: there is no key `zzz`; there are: name, lang, plain, bidi, listen, rules, set\.$",
        ),
        ("lang = 'xx'", r"config\.toml: There is no language `xx`; there are: `en` \(English\), `ru`"),
        ("name = 5", r"config\.toml: `name` must be a text\.$"),
        ("name = ' Ann'", r"config\.toml: A name has 1 to 24 characters"),
        ('name = "A\\u202E"', r"config\.toml: The name contains the character U\+202E, which is not allowed"),
        ("plain = 1", r"config\.toml: `plain` must be true or false\.$"),
        ("bidi = 'never'", r"config\.toml: `bidi` is one of: terminal, program\.$"),
        ("listen = 4242", r"config\.toml: `listen` must be a text\.$"),
        ("rules = ['classic']", r"config\.toml: `rules` must be a text\.$"),
        ("set = 'target=200'", r"config\.toml: `set` must be a table of options\.$"),
        (
            "[set]\ntarget = 1.5",
            r"config\.toml: `set\.target` must be a text, a whole number, true, false or",
        ),
        (
            "[set]\ntarget = [200]",
            r"config\.toml: `set\.target` must be a text, a whole number, true, false or",
        ),
        (
            "[set.target]\nx = 1",
            r"config\.toml: `set\.target` must be a text, a whole number, true, false or",
        ),
        (
            "[set]\ntarget = 2026-01-01",
            r"config\.toml: `set\.target` must be a text, a whole number, true, false",
        ),
        ("name = ", r"config\.toml is not valid TOML: Invalid value \(at end of document\)\.$"),
        ("name = 'a'\nname = 'b'", r"config\.toml is not valid TOML: .*\.$"),
        (b"name = '\xff'", r"config\.toml is not a text in UTF-8\.$"),
        ("x = " + "[" * 5000, r"config\.toml is not valid TOML: .*\.$"),
        ("x = " + "9" * 5000, r"config\.toml is not valid TOML: .*\.$"),
    ],
)
def test_mistakes(home: Home, text: str | bytes, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        config(home, text)


def test_evidence_is_kept(home: Home) -> None:
    path = keep(home, "table-3-slot-7.evidence", b"two signatures")
    assert path == home.evidence / "table-3-slot-7.evidence"
    assert path.read_bytes() == b"two signatures"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_evidence_is_never_overwritten(home: Home) -> None:
    first = keep(home, "x.evidence", b"1")
    second = keep(home, "x.evidence", b"2")
    third = keep(home, "x.evidence", b"3")
    assert [path.name for path in (first, second, third)] == ["x.evidence", "x-2.evidence", "x-3.evidence"]
    assert [path.read_bytes() for path in (first, second, third)] == [b"1", b"2", b"3"]
    assert keep(home, "x.evidence", b"2") == second


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "a\n", "a\\b", "x" * 101])
def test_only_plain_names(home: Home, name: str) -> None:
    with pytest.raises(ValueError, match="not a plain file name"):
        keep(home, name, b"")
    assert not home.data.exists()
