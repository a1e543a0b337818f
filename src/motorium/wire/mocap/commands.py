"""`motorium mocap`: send somebody as if he were captured live, and see who is sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

__all__ = ["mocap_app"]

mocap_app = typer.Typer(
    help="Live motion: send somebody as if he were captured, and see who is sent.",
    no_args_is_help=True,
)

Seconds = Annotated[
    float | None, typer.Option(min=0.1, help="End after so long; left out, with Ctrl-C.")
]
VMC = "VMC over UDP, as tracking programs have it, in place of packets over TCP."


@contextmanager
def _sentences() -> Iterator[None]:
    """What goes wrong is said in a sentence, and ends the command."""
    from motorium.motion.figures.store import GraphError
    from motorium.settings import SettingsError
    from motorium.wire.message import WireError

    try:
        yield
    except (GraphError, SettingsError, WireError, OSError) as problem:
        terminal = Console(stderr=True, highlight=False, soft_wrap=True)
        terminal.print(f"motorium: {problem}", markup=False)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


@mocap_app.command()
def send(
    what: Annotated[
        list[str],
        typer.Argument(help="What is performed: acts, like walk kneel; or one BVH file."),
    ],
    to: Annotated[
        str | None, typer.Option(help="HOST:PORT of who listens; 127.0.0.1:8470, VMC :39539.")
    ] = None,
    vmc: Annotated[bool, typer.Option("--vmc", help=VMC)] = False,
    name: Annotated[
        str, typer.Option(help="Of whom it is about, in seven characters; VMC tells none.")
    ] = "HERO",
    rate: Annotated[float, typer.Option(min=1.0, max=240.0, help="Samples a second.")] = 120.0,
    lost: Annotated[
        float, typer.Option(min=0.0, max=0.95, help="Share of samples that are left out.")
    ] = 0.0,
    seconds: Seconds = None,
) -> None:
    """Send somebody to `motorium perform`, or to any program that listens: again and again, on from
    where he is."""
    from motorium.wire.mocap.run import run_send

    with _sentences():
        run_send(what, to, vmc, name, rate, lost, seconds)


@mocap_app.command()
def listen(
    port: Annotated[
        int | None, typer.Option(min=0, max=65_535, help="Where it comes to; 8470, VMC 39539.")
    ] = None,
    address: Annotated[
        str, typer.Option(help="Of this machine; 0.0.0.0 for all that is sent to it.")
    ] = "127.0.0.1",
    vmc: Annotated[bool, typer.Option("--vmc", help=VMC)] = False,
    state: Annotated[
        str | None,
        typer.Option(help="In place of that connect to who simulates (--state), at HOST:PORT."),
    ] = None,
    seconds: Seconds = None,
) -> None:
    """Show whom or what is sent: how often, and where it is, a line each and second."""
    from motorium.wire.mocap.run import run_listen

    with _sentences():
        run_listen(port, address, vmc, state, seconds)
