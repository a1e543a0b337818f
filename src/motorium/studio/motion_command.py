"""`motorium motion`: figures for other programs, without a page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from motorium.studio.options import OwnTls, TlsCertificate, TlsKey

if TYPE_CHECKING:
    from motorium.wire.dis.geodesy import Origin

__all__ = ["motion"]


def motion(
    town: Annotated[
        str, typer.Argument(help="A shipped town's name, or a file of your own (.toml).")
    ] = "town",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="Where to listen; 0 picks a free port.")
    ] = 8461,
    host: Annotated[
        str, typer.Option(help="Address to listen on; beyond this machine a token is required.")
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        typer.Option(help="What clients must show to get in; made up where one is needed."),
    ] = None,
    tls: OwnTls = False,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
    dis: Annotated[
        int | None,
        typer.Option(min=0, max=65_535, help="Hear Entity State PDUs at this UDP port, too."),
    ] = None,
    dis_address: Annotated[
        str, typer.Option(help="Where to hear them; 0.0.0.0 for all that is sent to this machine.")
    ] = "127.0.0.1",
    origin: Annotated[
        str, typer.Option(metavar="LAT,LON", help="Of the town's middle on the Earth, in degrees.")
    ] = "36.618,-121.902",
) -> None:
    """Serve the joint updates of a town's figures to programs and pages."""
    from motorium.settings import SettingsError
    from motorium.studio.figure_network import GuestNetwork
    from motorium.studio.motion import run_motion
    from motorium.studio.serving import StudioError
    from motorium.studio.tls import Tls
    from motorium.wire.message import WireError
    from motorium.world.town.document import load_town

    try:
        network = GuestNetwork(_origin(origin), dis_address, dis)
        tell, secure = partial(print, flush=True), Tls(tls, tls_cert, tls_key)
        run_motion(load_town(town), host, port, token, network, tell, secure)
    except (SettingsError, StudioError, WireError) as problem:
        terminal = Console(stderr=True, highlight=False, soft_wrap=True)
        terminal.print(f"motorium: {problem}", markup=False)
        raise typer.Exit(2) from None


def _origin(text: str) -> Origin:
    from motorium.wire.dis.geodesy import Origin
    from motorium.wire.message import WireError

    latitude, _, longitude = text.partition(",")
    try:
        degrees = float(latitude), float(longitude)
    except ValueError:
        raise WireError(
            f"--origin {text!r}: must be latitude and longitude in degrees, like 52.37,9.73"
        ) from None
    try:
        return Origin.at_degrees(*degrees)
    except ValueError as problem:
        raise WireError(f"--origin {text!r}: {problem}") from None
