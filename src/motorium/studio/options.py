"""Options that all commands with a page have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["Host", "OpensBrowser", "OwnTls", "Port", "TlsCertificate", "TlsKey", "Token"]

Port = Annotated[int, typer.Option(min=0, max=65_535, help="Where to listen; 0 picks a free port.")]
Host = Annotated[
    str, typer.Option(help="Address to listen on; beyond this machine a token is required.")
]
Token = Annotated[
    str | None, typer.Option(help="What pages must show to get in; made up where one is needed.")
]
OpensBrowser = Annotated[bool, typer.Option(help="Open the page where there is a screen.")]
OwnTls = Annotated[
    bool,
    typer.Option("--tls", help="Serve by TLS, with a certificate of its own that is kept."),
]
TlsCertificate = Annotated[
    Path | None,
    typer.Option("--tls-cert", metavar="FILE", help="Serve by TLS, with this certificate (PEM)."),
]
TlsKey = Annotated[
    Path | None, typer.Option("--tls-key", metavar="FILE", help="The certificate's key (PEM).")
]
