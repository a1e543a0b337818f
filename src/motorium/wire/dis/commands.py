"""`motorium dis`: hear entities of other programs, and tell them of ours (IEEE 1278.1)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

__all__ = ["dis_app"]

dis_app = typer.Typer(
    help="DIS: hear entities of other programs, send patrols and fishes.", no_args_is_help=True
)

Latitude = Annotated[
    float, typer.Option(min=-90.0, max=90.0, help="Where the local frame begins, in degrees.")
]
Longitude = Annotated[float, typer.Option(min=-180.0, max=180.0, help="Likewise.")]
Altitude = Annotated[float, typer.Option(min=-1e4, max=1e5, help="Above the ellipsoid, in metres.")]
Interface = Annotated[
    str, typer.Option(help="Address of this machine by which a multicast group is reached.")
]
Seconds = Annotated[
    float | None, typer.Option(min=0.0, help="End after so long; left out, with Ctrl-C.")
]


@contextmanager
def _sentences() -> Iterator[None]:
    """What goes wrong is said in a sentence, and ends the command."""
    from motorium.settings import SettingsError
    from motorium.wire.message import WireError

    try:
        yield
    except (SettingsError, WireError, OSError) as problem:
        terminal = Console(stderr=True, highlight=False, soft_wrap=True)
        terminal.print(f"motorium: {problem}", markup=False)
        raise typer.Exit(1) from None


@dis_app.command()
def listen(
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Where PDUs come to.")] = 3000,
    address: Annotated[
        str,
        typer.Option(
            help="Where to listen: this machine alone, 0.0.0.0 for all that is sent or broadcast "
            "to it, or a multicast group to join."
        ),
    ] = "127.0.0.1",
    interface: Interface = "127.0.0.1",
    latitude: Latitude = 36.618,
    longitude: Longitude = -121.902,
    altitude: Altitude = 0.0,
    exercise: Annotated[
        int | None, typer.Option(min=0, max=255, help="Only this exercise; left out, all.")
    ] = None,
    seconds: Seconds = None,
    once: Annotated[
        bool, typer.Option("--once", help="Print the table once, after --seconds or two.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="A line for everybody who is heard of.")
    ] = False,
) -> None:
    """Show all entities that are heard of, live."""
    from motorium.wire.dis.geodesy import Origin
    from motorium.wire.dis.run import run_listen

    with _sentences():
        origin = Origin.at_degrees(latitude, longitude, altitude)
        run_listen(port, address, interface, origin, exercise, seconds, once, as_json)


@dis_app.command()
def send(
    script: Annotated[
        str | None,
        typer.Argument(
            help="A shipped patrol's name, or a file of your own (.toml); 'patrol' if left out."
        ),
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option(help="Instead: the fishes and the submarine of a scenario, as 'reef'."),
    ] = None,
    to: Annotated[
        str, typer.Option(help="HOST:PORT to send to; may be a multicast group.")
    ] = "127.0.0.1:3000",
    broadcast: Annotated[
        bool, typer.Option("--broadcast", help="Allow a broadcast address.")
    ] = False,
    interface: Interface = "127.0.0.1",
    latitude: Latitude = 36.618,
    longitude: Longitude = -121.902,
    altitude: Altitude = 0.0,
    rate: Annotated[
        float, typer.Option(min=1.0, max=240.0, help="How often a second a patrol is looked at.")
    ] = 60.0,
    seconds: Seconds = None,
    exercise: Annotated[int, typer.Option(min=0, max=255, help="Its number.")] = 1,
    site: Annotated[int, typer.Option(min=0, max=65_534, help="Ours in the exercise.")] = 1,
    application: Annotated[int, typer.Option(min=0, max=65_534, help="Likewise.")] = 1,
    dis_version: Annotated[
        int, typer.Option(min=6, max=7, help="Of the protocol: 6 (1998) or 7 (2012).")
    ] = 7,
) -> None:
    """Send a patrol, or fishes, to other programs, in real time."""
    from motorium.wire.dis.geodesy import Origin
    from motorium.wire.dis.run import run_send
    from motorium.wire.dis.sockets import parse_target
    from motorium.wire.message import WireError

    with _sentences():
        if script is not None and scenario is not None:
            raise WireError(
                f"the patrol {script!r} or the scenario {scenario!r}: one of them can be sent at a "
                "time; leave out the other"
            )
        origin = Origin.at_degrees(latitude, longitude, altitude)
        run_send(
            *(
                script or "patrol",
                scenario,
                parse_target(to),
                broadcast,
                interface,
                origin,
                rate,
                seconds,
            ),
            exercise=exercise,
            site=site,
            application=application,
            version=dis_version,
        )
