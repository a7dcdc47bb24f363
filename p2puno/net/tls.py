"""TLS 1.3 with a throw-away certificate: privacy of the line, and a fingerprint for the proof inside it.

Nobody's certificate is checked: a peer proves who it is inside the channel, by signing what this channel's
certificate is (`handshake`). So dates do not matter, nor does who issued it.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import ssl
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from p2puno.errors import OutsideError
from p2puno.language.texts import _

# From the oldest to the last moment an X.509 date can name: a wrong clock must not keep anybody out.
_NOT_BEFORE = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_NOT_AFTER = dt.datetime(9999, 12, 31, 23, 59, 59, tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class Credentials:
    """One process's TLS settings for both directions, and the SHA-256 of its certificate's DER form."""

    server: ssl.SSLContext
    client: ssl.SSLContext
    fingerprint: bytes


def make_credentials() -> Credentials:
    """A fresh key and certificate; they outlive this call in memory only (`ssl` reads them from a file)."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _self_signed(key)
    pem = certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    server = _context(ssl.PROTOCOL_TLS_SERVER)
    server.num_tickets = 0  # every link is a new session: nothing to resume
    _load(server, pem)
    return Credentials(
        server=server,
        client=client_context(),
        fingerprint=fingerprint(certificate.public_bytes(serialization.Encoding.DER)),
    )


def client_context() -> ssl.SSLContext:
    """The settings of the side that dials; it shows no certificate."""
    return _context(ssl.PROTOCOL_TLS_CLIENT)


def fingerprint(der: bytes) -> bytes:
    """SHA-256 of a certificate in DER form: 32 bytes."""
    return hashlib.sha256(der).digest()


def _self_signed(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "p2puno")])
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_NOT_BEFORE)
        .not_valid_after(_NOT_AFTER)
        .sign(key, hashes.SHA256())
    )


def _context(side: int) -> ssl.SSLContext:
    context = ssl.SSLContext(side)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _load(context: ssl.SSLContext, pem: bytes) -> None:
    try:
        with tempfile.TemporaryDirectory(prefix="p2puno-") as folder:  # 0700
            path = Path(folder, "certificate.pem")
            path.write_bytes(pem)
            context.load_cert_chain(path)
    except OSError as error:
        raise OutsideError(
            _("no temporary file can be written ({reason}): make room in the temporary folder").format(
                reason=error.strerror
            )
        ) from error
