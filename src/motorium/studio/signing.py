"""Makes certificates that sign themselves; needs `cryptography`."""

from __future__ import annotations

import datetime
import ipaddress
from collections.abc import Iterable
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

__all__ = ["self_signed"]

DAYS: Final = 397
"""How long one is valid; some browsers refuse more."""
NOT_FOR: Final = (
    *("content_commitment", "key_encipherment", "data_encipherment", "key_agreement"),
    *("key_cert_sign", "crl_sign", "encipher_only", "decipher_only"),
)


def self_signed(
    names: Iterable[str], begins: datetime.datetime | None = None
) -> tuple[bytes, bytes]:
    """A certificate (PEM) of a server with these names and addresses, and its key (PEM); begins:
    a day before now if left out, as clocks of other machines may be behind."""
    secret = ec.generate_private_key(ec.SECP256R1())
    public = secret.public_key()
    title = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Motorium studio")])
    day = datetime.timedelta(days=1)
    begins = begins or datetime.datetime.now(datetime.UTC) - day
    known = x509.SubjectKeyIdentifier.from_public_key(public)
    usage = x509.KeyUsage(digital_signature=True, **dict.fromkeys(NOT_FOR, False))
    certificate = (
        x509.CertificateBuilder()
        .issuer_name(title)
        .subject_name(title)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + DAYS * day)
        .add_extension(x509.SubjectAlternativeName(map(_general, sorted(names))), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(usage, True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .add_extension(known, False)
        .add_extension(x509.AuthorityKeyIdentifier(known.digest, None, None), False)
        .sign(secret, hashes.SHA256())
    )
    form, way = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    private = secret.private_bytes(form, way, serialization.NoEncryption())
    return certificate.public_bytes(form), private


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
