"""Identities and credentials for the tests of the network; one certificate a side, made once."""

from __future__ import annotations

import pytest

from p2puno.net.link import Myself
from p2puno.net.tls import Credentials, make_credentials
from protocol.crypto.signing import IdentityKey


@pytest.fixture(scope="session")
def credentials() -> Credentials:
    return make_credentials()


@pytest.fixture(scope="session")
def ann(credentials: Credentials) -> Myself:
    return Myself(IdentityKey(b"a" * 32), 5, credentials)


@pytest.fixture(scope="session")
def bob() -> Myself:
    return Myself(IdentityKey(b"b" * 32), 7, make_credentials())


@pytest.fixture(scope="session")
def mallory() -> Myself:
    return Myself(IdentityKey(b"m" * 32), 1, make_credentials())
