"""The throw-away certificate: TLS 1.3 only, and both ends see the same fingerprint."""

from __future__ import annotations

import ssl

import pytest
import trio
from trio.testing import memory_stream_pair

from p2puno.net.tls import Credentials, fingerprint, make_credentials


def _pair(
    client: ssl.SSLContext, server: ssl.SSLContext
) -> tuple[trio.SSLStream[trio.abc.Stream], trio.SSLStream[trio.abc.Stream]]:
    near, far = memory_stream_pair()
    return trio.SSLStream(near, client), trio.SSLStream(far, server, server_side=True)


async def _shake(dialler: trio.SSLStream[trio.abc.Stream], listener: trio.SSLStream[trio.abc.Stream]) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialler.do_handshake)
        nursery.start_soon(listener.do_handshake)


@pytest.fixture(scope="module")
def credentials() -> Credentials:
    return make_credentials()


async def test_the_client_sees_the_fingerprint_that_the_server_knows(credentials: Credentials) -> None:
    dialler, listener = _pair(credentials.client, credentials.server)
    await _shake(dialler, listener)
    assert fingerprint(dialler.getpeercert(binary_form=True)) == credentials.fingerprint
    assert dialler.version() == "TLSv1.3"


async def test_older_tls_is_refused(credentials: Credentials) -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname = False
    old.verify_mode = ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    dialler, listener = _pair(old, credentials.server)
    with pytest.RaisesGroup(trio.BrokenResourceError, flatten_subgroups=True):
        await _shake(dialler, listener)


def test_every_process_has_a_certificate_of_its_own(credentials: Credentials) -> None:
    assert make_credentials().fingerprint != credentials.fingerprint
