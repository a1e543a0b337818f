"""Certificates of a studio that is reached by TLS: given ones, or one of its own."""

from __future__ import annotations

import hashlib
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

__all__ = ["Certificate", "Tls", "TlsError", "fingerprint", "read_certificate"]

EXPIRED: Final = 10
NOT_YET: Final = 9
"""X509_V_ERR_CERT_HAS_EXPIRED and X509_V_ERR_CERT_NOT_YET_VALID (OpenSSL, x509_vfy.h)."""


class TlsError(RuntimeError):
    """A certificate that cannot be used; the text says why."""


@dataclass(frozen=True)
class Tls:
    """What was asked for. own: our certificate, made when it is first needed; certificate, key:
    files (PEM) of a given one. By default there is no TLS."""

    own: bool = False
    certificate: Path | None = None
    key: Path | None = None

    @property
    def given(self) -> tuple[Path, Path] | None:
        """Files of the given one and of its key, tried out; None if none was given."""
        if self.certificate is None and self.key is None:
            return None
        if self.certificate is None:
            raise TlsError("--tls-key needs the certificate that it belongs to: --tls-cert FILE")
        if self.key is None:
            raise TlsError("--tls-cert needs the certificate's key: --tls-key FILE")
        read_certificate(self.certificate, self.key)
        return self.certificate, self.key


@dataclass(frozen=True)
class Certificate:
    """One that works with its key; names: whom it stands for; until: it is valid [s since 1970]."""

    names: frozenset[str]
    until: float


def read_certificate(certificate: Path, key: Path) -> Certificate:
    """Try both out, or say in a `TlsError` what is wrong with them."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # It need not stand for a name here, and whoever signed it is not asked.
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    for what, path in (("certificate", certificate), ("key", key)):
        _check_readable(what, path)
    try:
        client.load_verify_locations(certificate)
    except ssl.SSLError:
        raise TlsError(f"{certificate} is no certificate (PEM)") from None
    try:
        server.load_cert_chain(certificate, key, password=_no_password(key))
    except ssl.SSLError as problem:
        if problem.reason == "KEY_VALUES_MISMATCH":
            raise TlsError(f"the key {key} does not fit the certificate {certificate}") from None
        raise TlsError(f"{key} is no key (PEM) that can be used with {certificate}") from None
    found = _shake_hands(client, server, certificate)
    names = frozenset(name for _, name in found.get("subjectAltName", ()))
    return Certificate(names, float(ssl.cert_time_to_seconds(found["notAfter"])))


def fingerprint(certificate: Path) -> str:
    """Its SHA-256, as browsers show it."""
    first, end, _ = certificate.read_text(encoding="ascii").partition("-----END CERTIFICATE-----")
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(first + end))
    return digest.digest().hex(":").upper()


def _check_readable(what: str, path: Path) -> None:
    try:
        with path.open("rb"):
            return
    except FileNotFoundError:
        raise TlsError(f"the {what} {path} is missing") from None
    except OSError as problem:
        raise TlsError(f"the {what} {path} cannot be read: {problem.strerror}") from None


def _no_password(key: Path) -> Any:
    def refuse() -> bytes:
        # Else OpenSSL asks on the terminal, where nobody may be.
        raise TlsError(f"the key {key} has a password; take it off: openssl pkey -in {key} -out …")

    return refuse


def _shake_hands(
    client: ssl.SSLContext, server: ssl.SSLContext, certificate: Path
) -> dict[str, Any]:
    """A client who trusts this certificate, and it alone, meets a server who has it, in memory;
    what the client reads in it."""
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    guest = client.wrap_bio(to_client, to_server)
    host = server.wrap_bio(to_server, to_client, server_side=True)
    waiting = [guest, host]
    try:
        while waiting:
            for one in list(waiting):
                try:
                    one.do_handshake()
                    waiting.remove(one)
                except ssl.SSLWantReadError:
                    continue
    except ssl.SSLCertVerificationError as problem:
        sentences = {
            EXPIRED: f"the certificate {certificate} has expired",
            NOT_YET: f"the certificate {certificate} is not valid yet",
        }
        doubt = f"the certificate {certificate} is of no use to a server: {problem.verify_message}"
        raise TlsError(sentences.get(problem.verify_code, doubt)) from None
    except ssl.SSLError as problem:
        raise TlsError(f"the certificate {certificate} cannot be used: {problem.reason}") from None
    return guest.getpeercert() or {}
