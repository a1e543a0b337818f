"""TLS: a certificate of one's own or a given one, what can be wrong with it, and a studio that is
reached by it."""

from __future__ import annotations

import datetime
import os
import ssl
import sys
import urllib.request
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus

from motorium.cli import app
from motorium.studio.own_certificate import own_certificate, own_names
from motorium.studio.signing import self_signed
from motorium.studio.tls import Tls, TlsError, fingerprint, read_certificate
from tests.studio.studios import PATIENCE, Client, Studio

LONG_AGO = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
SOME_DAY = datetime.datetime(2120, 1, 1, tzinfo=datetime.UTC)


def written(folder: Path, name: str, begins: datetime.datetime | None = None) -> tuple[Path, Path]:
    certificate, key = folder / f"{name}.crt", folder / f"{name}.key"
    for path, data in zip((certificate, key), self_signed(["localhost"], begins), strict=True):
        path.write_bytes(data)
    return certificate, key


def test_our_own_is_made_once_and_private(tmp_path: Path) -> None:
    certificate, key = own_certificate("127.0.0.1", tmp_path / "tls")
    made = certificate.read_bytes(), key.read_bytes()
    assert own_certificate("127.0.0.1", tmp_path / "tls") == (certificate, key)
    assert (certificate.read_bytes(), key.read_bytes()) == made
    found = read_certificate(certificate, key)
    assert {"localhost", "127.0.0.1"} <= found.names
    assert len(fingerprint(certificate).split(":")) == 32
    if os.name == "posix":
        assert key.stat().st_mode & 0o777 == 0o600
        assert key.parent.stat().st_mode & 0o777 == 0o700
        key.chmod(0o644)
        own_certificate("127.0.0.1", tmp_path / "tls")
        assert key.stat().st_mode & 0o777 == 0o600


def test_our_own_is_renewed_when_it_does_not_serve(tmp_path: Path) -> None:
    certificate, key = own_certificate("127.0.0.1", tmp_path)
    assert "studio.example" in own_names("studio.example")
    own_certificate("studio.example", tmp_path)
    first = certificate.read_bytes()
    assert "studio.example" in read_certificate(certificate, key).names
    certificate.write_bytes(written(tmp_path, "old", LONG_AGO)[0].read_bytes())
    own_certificate("studio.example", tmp_path)
    second = certificate.read_bytes()
    assert first != second
    key.write_bytes(b"torn")
    own_certificate("studio.example", tmp_path)
    assert certificate.read_bytes() != second
    assert sorted(path.name for path in tmp_path.iterdir() if "half" in path.name) == []


def test_what_can_be_wrong_with_a_given_one_is_a_sentence(tmp_path: Path) -> None:
    certificate, key = written(tmp_path, "good")
    assert Tls(True, certificate, key).given == (certificate, key)
    assert Tls().given is None
    text = tmp_path / "text"
    text.write_text("nothing")
    locked = tmp_path / "locked.key"
    secret = serialization.load_pem_private_key(key.read_bytes(), None)
    form, way = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    locked.write_bytes(
        secret.private_bytes(form, way, serialization.BestAvailableEncryption(b"password"))
    )
    for sentence, one, other in (
        ("--tls-cert needs the certificate's key: --tls-key FILE", certificate, None),
        ("--tls-key needs the certificate that it belongs to: --tls-cert FILE", None, key),
        (f"the certificate {tmp_path / 'none'} is missing", tmp_path / "none", key),
        (f"the key {tmp_path / 'none'} is missing", certificate, tmp_path / "none"),
        (f"the key {tmp_path} cannot be read: Is a directory", certificate, tmp_path),
        (f"{text} is no certificate (PEM)", text, key),
        (f"{text} is no key (PEM) that can be used with {certificate}", certificate, text),
        (
            f"the key {written(tmp_path, 'b')[1]} does not fit the certificate {certificate}",
            certificate,
            tmp_path / "b.key",
        ),
        (f"the key {locked} has a password", certificate, locked),
        (f"{tmp_path / 'old.crt'} has expired", *written(tmp_path, "old", LONG_AGO)),
        (f"{tmp_path / 'new.crt'} is not valid yet", *written(tmp_path, "new", SOME_DAY)),
    ):
        with pytest.raises(TlsError) as problem:
            _ = Tls(False, one, other).given
        assert sentence in str(problem.value)


def test_a_folder_that_cannot_be_used_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(
        TlsError, match=r"cannot keep a certificate in .*; give one with --tls-cert"
    ):
        own_certificate("127.0.0.1", tmp_path / "file" / "tls")


def test_without_the_package_a_given_one_is_proposed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "motorium.studio.signing", None)
    with pytest.raises(TlsError, match=r"pip install 'motorium\[tls\]', or give one with"):
        own_certificate("127.0.0.1", tmp_path)


@pytest.mark.parametrize("verb", ["studio", "puppet", "perform", "motion"])
def test_commands_that_serve_say_what_is_wrong(verb: str, tmp_path: Path) -> None:
    certificate, _ = written(tmp_path, "good")
    options = ["--port=0", "--tls-cert", str(certificate)]
    told = CliRunner().invoke(app, [verb, *options])
    assert told.exit_code == 2
    assert told.stderr == "motorium: --tls-cert needs the certificate's key: --tls-key FILE\n"


def test_a_studio_beyond_this_machine_with_tls_and_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By wss, for the page that it served; nobody reads the token, not even in its own log."""
    monkeypatch.setenv("MOTORIUM_DATA", str(tmp_path))
    running = Studio("--tls", "--host=0.0.0.0", "--token=open-sesame", verb="studio", log="debug")
    try:
        assert running.address.startswith("https://")
        assert running.process.stdout is not None
        certificate = tmp_path / "tls" / "studio.crt"
        assert fingerprint(certificate) in running.process.stdout.readline()
        trusting = ssl.create_default_context(cafile=certificate)
        place = f"localhost:{running.port}"
        with urllib.request.urlopen(f"https://{place}/", context=trusting) as answer:
            assert b"<html" in answer.read()
        address = f"wss://{place}/socket?token="
        with pytest.raises(ssl.SSLCertVerificationError):
            Client(address)
        with pytest.raises(InvalidStatus):
            Client(address, ssl=trusting, origin=f"http://{place}")
        with Client(f"{address}sesame-open", ssl=trusting) as stranger:
            assert stranger.closed() == 1008
        own = {"ssl": trusting, "origin": f"https://{place}"}
        with Client(f"{address}open-sesame", **own) as page:
            assert page.next("hello")
    finally:
        running.process.terminate()
        _, said = running.process.communicate(timeout=PATIENCE)
    assert "sesame" not in said
    assert "in the clear" not in said
