"""The command line: `motorium studio`, `puppet`, `info`, `bench`, and what species are made by."""

from __future__ import annotations

import json
import logging
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.logging import RichHandler

from motorium import __version__
from motorium.export.command import glb_app
from motorium.export.film.command import film
from motorium.looks.texture_mesh.command import texture
from motorium.motion.figures.commands import figures_app
from motorium.studio.motion_command import motion
from motorium.studio.options import (
    Host,
    OpensBrowser,
    OwnTls,
    Port,
    TlsCertificate,
    TlsKey,
    Token,
)
from motorium.studio.perform_command import perform
from motorium.wire.dis.commands import dis_app
from motorium.wire.mocap.commands import mocap_app

__all__ = ["app", "main"]

app = typer.Typer(
    help="Motorium: a body, moved by a motor, commanded by a mind.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)

scenario_app = typer.Typer(
    help="List the scenarios that ship, print one, or check files of your own.",
    no_args_is_help=True,
)
app.add_typer(scenario_app, name="scenario")
app.add_typer(figures_app, name="figures")
app.add_typer(dis_app, name="dis")
app.add_typer(mocap_app, name="mocap")
app.add_typer(glb_app, name="glb")
app.command()(texture)
app.command()(film)


class LogLevel(StrEnum):
    """How much is told on the terminal."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"motorium {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    log_level: Annotated[
        LogLevel, typer.Option(help="How much to tell on the terminal.")
    ] = LogLevel.WARNING,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    logging.basicConfig(
        level=log_level.value.upper(),
        format="%(message)s",
        handlers=[RichHandler(console=Console(stderr=True), show_path=False)],
    )
    if log_level is not LogLevel.ERROR:
        # It may take a while, in which nothing else is to be seen.
        logging.getLogger("motorium.world.directing.rehearsal").setLevel(logging.INFO)


@app.command()
def studio(
    scenario: Annotated[
        str, typer.Argument(help="A shipped scenario's name, or a file of your own (.toml).")
    ] = "reef",
    port: Port = 8460,
    host: Host = "127.0.0.1",
    token: Token = None,
    browser: OpensBrowser = True,
    tls: OwnTls = False,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
    record: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Record to this file (.arrow).")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Record one of so many frames.")] = 1,
    nodes: Annotated[bool, typer.Option("--nodes", help="Record bodies, too.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
) -> None:
    """Watch a world live in the browser."""
    from motorium.settings import SettingsError
    from motorium.studio.run import run_studio
    from motorium.studio.serving import StudioError
    from motorium.studio.tls import Tls
    from motorium.world.recording.layout import RecordingError
    from motorium.world.recording.recorder import recording_to
    from motorium.world.scenario import load_scenario

    follow = recording_to(record, every, nodes, force) if record else None
    try:
        secure = Tls(tls, tls_cert, tls_key)
        run_studio(load_scenario(scenario), host, port, token, browser, follow, secure)
    except (RecordingError, SettingsError, StudioError) as problem:
        _give_up(str(problem))


@app.command()
def replay(
    recording: Annotated[Path, typer.Argument(help="A recording (.arrow).")],
    check: Annotated[
        bool,
        typer.Option("--check", help="Open no page: simulate it again, and compare the bytes."),
    ] = False,
    port: Port = 8460,
    host: Host = "127.0.0.1",
    token: Token = None,
    browser: OpensBrowser = True,
    tls: OwnTls = False,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
) -> None:
    """Watch a recording in the browser, with a time line."""
    from motorium.headless import run_check
    from motorium.studio.run import run_replay
    from motorium.studio.serving import StudioError
    from motorium.studio.tls import Tls
    from motorium.world.recording.layout import RecordingError
    from motorium.world.recording.reader import Recording

    try:
        if check:
            if not run_check(recording):
                raise typer.Exit(1)
            return
        with Recording.open(recording) as opened:
            if opened.problem:
                print(f"{recording}: {opened.problem}", file=sys.stderr)
            secure = Tls(tls, tls_cert, tls_key)
            run_replay(opened, host, port, token, browser, secure)
    except (RecordingError, StudioError) as problem:
        _give_up(str(problem))


@app.command()
def puppet(
    name: Annotated[
        str, typer.Argument(help="A shipped puppet's name, or a file of your own (.toml).")
    ] = "person",
    port: Port = 8460,
    host: Host = "127.0.0.1",
    token: Token = None,
    browser: OpensBrowser = True,
    tls: OwnTls = False,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what is in it, or all that is wrong with it.")
    ] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Only print its file, to begin one of your own with.")
    ] = False,
) -> None:
    """Take a puppet by the hand and throw it, or draw one of your own, in the browser."""
    from motorium.bodies.puppet.files import load_puppet, puppet_summary, puppet_text
    from motorium.settings import SettingsError
    from motorium.studio.run import run_puppet
    from motorium.studio.serving import StudioError
    from motorium.studio.tls import Tls

    if check and show:
        _give_up("say either --check or --show")
    try:
        document = load_puppet(name)
        if check:
            print(f"{name}: ok, {puppet_summary(document)}")
        elif show:
            print(puppet_text(document), end="")
        else:
            run_puppet(document, host, port, token, browser, Tls(tls, tls_cert, tls_key))
    except (SettingsError, StudioError) as problem:
        _give_up(str(problem))


app.command()(motion)
app.command()(perform)


@scenario_app.command(name="check")
def check_scenarios(
    files: Annotated[list[str], typer.Argument(help="Files (.toml), or shipped scenarios' names.")],
) -> None:
    """Say in a line what is in each file, or all that is wrong with it; exit code 1 if any is."""
    from motorium.settings import SettingsError
    from motorium.world.checking import checked

    wrong = False
    for file in files:
        try:
            print(f"{file}: ok, {checked(file)}")
        except SettingsError as problem:
            print(problem, file=sys.stderr)
            wrong = True
    if wrong:
        raise typer.Exit(1)


@scenario_app.command(name="list")
def list_scenarios() -> None:
    """Name the scenarios that ship, and say what there is to see."""
    from motorium.world.scenario import known_scenarios, load_scenario

    for name in known_scenarios():
        world = load_scenario(name).world
        print(f"{name:<10} {world.title}. {world.description}")


@scenario_app.command(name="show")
def show_scenario(
    name: Annotated[str, typer.Argument(help="A shipped scenario's name.")],
) -> None:
    """Print a shipped scenario's file, to begin one of your own with."""
    from motorium.settings import SettingsError
    from motorium.world.scenario import scenario_text

    try:
        print(scenario_text(name), end="")
    except SettingsError as problem:
        _give_up(str(problem))


@app.command()
def run(
    scenario: Annotated[
        str, typer.Argument(help="A shipped scenario's name, or a file of your own (.toml).")
    ],
    seconds: Annotated[float, typer.Option(help="How long to simulate.")] = 60.0,
    record: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Record to this file (.arrow).")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Record one of so many frames.")] = 1,
    nodes: Annotated[bool, typer.Option("--nodes", help="Record bodies, too.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Another than the scenario's own.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Simulate without a page, as fast as it goes; exit code 1 if the recording ended early."""
    from motorium.batch import BatchError
    from motorium.headless import run_headless
    from motorium.motion.run import CompileError
    from motorium.settings import SettingsError
    from motorium.world.recording.layout import RecordingError
    from motorium.world.scenario import load_scenario

    try:
        world = load_scenario(scenario)
        summary = run_headless(world, seconds, record, every, nodes, force, seed, as_json)
    except (BatchError, CompileError, RecordingError, SettingsError) as problem:
        _give_up(str(problem))
    else:
        if summary.ended:
            raise typer.Exit(1)


class Motors(StrEnum):
    """On what a scenario can be rehearsed."""

    MUSCLE = "muscle"
    REPERTOIRE = "repertoire"


@app.command()
def rehearse(
    scenario: Annotated[
        str, typer.Argument(help="A shipped scenario's name, or a file of your own (.toml).")
    ],
    seeds: Annotated[
        int, typer.Option(min=1, max=256, help="How many, drawn from the scenario's name.")
    ] = 3,
    motor: Annotated[
        Motors | None, typer.Option(help="Put everybody on it; left out, as the scenario has it.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(help="Processes to work in; as many as there are cores.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Play a scenario with several seeds, and tell how often and when what it expects happens.

    Exit code 1 if something of it was missed in more than a sixth of the seeds.
    """
    from motorium.batch import BatchError, check_workers
    from motorium.motion.run import CompileError
    from motorium.rehearsing import RehearseError, run_rehearse
    from motorium.settings import SettingsError
    from motorium.world.scenario import load_scenario

    try:
        check_workers(jobs)
        name = Path(scenario).stem
        held = run_rehearse(load_scenario(scenario), name, seeds, motor, jobs, as_json)
    except (BatchError, CompileError, RehearseError, SettingsError) as problem:
        _give_up(str(problem))
    else:
        if not held:
            raise typer.Exit(1)


@app.command()
def why(
    scenario: Annotated[
        str, typer.Argument(help="A shipped scenario's name, or a file of your own (.toml).")
    ],
    fish: Annotated[
        list[int] | None,
        typer.Option(min=0, help="Whose reasons, in detail; again for more. Left out: all, short."),
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long to simulate before asking.")] = 20.0,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Another than the scenario's own.")
    ] = None,
) -> None:
    """Simulate for a while, and ask fishes why they do what they do."""
    from motorium.batch import BatchError
    from motorium.headless import run_why
    from motorium.motion.run import CompileError
    from motorium.settings import SettingsError
    from motorium.world.recording.layout import RecordingError
    from motorium.world.scenario import load_scenario

    try:
        run_why(load_scenario(scenario), fish or [], seconds, seed)
    except (BatchError, CompileError, RecordingError, SettingsError) as problem:
        _give_up(str(problem))


@app.command()
def export(
    recording: Annotated[Path, typer.Argument(help="A recording (.arrow).")],
    folder: Annotated[
        Path | None, typer.Argument(help="Where to; a folder beside the recording if not said.")
    ] = None,
    parquet: Annotated[bool, typer.Option("--parquet", help="As Parquet files.")] = False,
    page: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="OUT", help="As one page (.html) that plays it without a server."
        ),
    ] = None,
    begin: Annotated[
        float | None, typer.Option("--from", help="Begin the page here [s of the world's time].")
    ] = None,
    end: Annotated[float | None, typer.Option("--to", help="End the page here [s].")] = None,
    fps: Annotated[
        int, typer.Option(help="Pictures a second in the page: 5, 6, 10, 12, 15, 20, 30 or 60.")
    ] = 30,
    force: Annotated[bool, typer.Option("--force", help="Write over files.")] = False,
) -> None:
    """Write a recording in a form that other tools, or any browser, read."""
    from motorium.headless import check_targets, run_export, run_export_page
    from motorium.world.recording.layout import RecordingError

    if not parquet and page is None:
        _give_up("say in which form: --parquet, --html OUT, or both")
    if folder is not None and not parquet:
        _give_up(f"{folder} is where --parquet goes to; say --html {folder} for a page")
    if page is None and (begin is not None or end is not None):
        _give_up(
            f"{'--from' if begin is not None else '--to'} is of --html; Parquet files have all"
        )
    try:
        if parquet and page is not None:
            check_targets(recording, folder, page, force)
        if parquet:
            run_export(recording, folder, force)
        if page is not None:
            run_export_page(recording, page, begin, end, fps, force)
    except RecordingError as problem:
        _give_up(str(problem))


@app.command()
def info(
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Print versions, the machine's vectors and cores, and what is missing."""
    from motorium.info import describe

    facts = describe()
    if as_json:
        print(json.dumps(facts, indent=2))
        return
    width = max(len(name) for name in facts)
    for name, value in facts.items():
        shown = ", ".join(value) or "nothing" if isinstance(value, list) else value
        print(f"{name:<{width}}  {shown}")


@app.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(help="Which benchmarks; all if none is named.")
    ] = None,
    as_json: Annotated[
        str | None,
        typer.Option("--json", help="Write the records as JSON to a file, or to '-'."),
    ] = None,
    quick: Annotated[bool, typer.Option(help="Fewer repetitions, for a first look.")] = False,
) -> None:
    """Measure, and print ratios that were taken in one run."""
    from motorium.bench.runner import BenchError, run_benchmarks

    try:
        run_benchmarks(names or [], as_json, quick)
    except BenchError as problem:
        _give_up(str(problem))


@app.command()
def measure(
    species: Annotated[
        list[str] | None,
        typer.Argument(help="Shipped species by name, or files of your own (.toml)."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Measure every species.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the species, and stop.")] = False,
    as_json: Annotated[
        str | None,
        typer.Option("--json", help="Write the records as JSON to a file, or to '-'."),
    ] = None,
    pictures: Annotated[
        Path, typer.Option(help="Draw swimming and turning into this folder.")
    ] = Path("measured"),
    no_pictures: Annotated[bool, typer.Option("--no-pictures", help="Draw nothing.")] = False,
) -> None:
    """Measure what a species' body can do: swim, turn, right itself, and at what price."""
    from motorium.bodies.species import known_species, load_species
    from motorium.measure.reports import ReportError
    from motorium.measure.run import run_measure
    from motorium.settings import SettingsError

    try:
        if listed:
            kinds = [load_species(name) for name in known_species()]
            if as_json == "-":
                facts = ("name", "label", "length", "role", "style")
                print(json.dumps([{fact: getattr(kind, fact) for fact in facts} for kind in kinds]))
                return
            for kind in kinds:
                print(f"{kind.name:<18} {kind.label}, {kind.length:g} m, {kind.role}, {kind.style}")
            return
        folder = None if no_pictures or as_json == "-" else pictures
        run_measure(species or [], everything, as_json, folder)
    except (ReportError, SettingsError) as problem:
        _give_up(str(problem))


@app.command()
def calibrate(
    species: Annotated[
        list[str] | None,
        typer.Argument(help="Shipped species by name, or shape files of your own (.toml)."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Calibrate every species.")] = False,
    jobs: Annotated[
        int | None, typer.Option(help="Processes to work in; as many as there are cores.")
    ] = None,
    effort: Annotated[
        float, typer.Option(help="Longer or shorter searches: 1 is what ships, 0.1 a first look.")
    ] = 1.0,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Do not go on with a run that was interrupted.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Write into this folder, not beside the shapes.")
    ] = None,
) -> None:
    """Find out how a species must use its muscles and fins, from its shape alone."""
    from motorium.batch import BatchError
    from motorium.calibrate.run import CalibrateError, run_calibrate
    from motorium.settings import SettingsError

    try:
        run_calibrate(species or [], everything, jobs, effort, fresh, out)
    except (BatchError, CalibrateError, SettingsError) as problem:
        _give_up(str(problem))


@app.command(name="compile")
def compile_repertoires(
    species: Annotated[
        list[str] | None,
        typer.Argument(
            help="Shipped species by name, or files of your own (.toml); all that ship if none."
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(help="Processes to work in; as many as there are cores.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Work on a running Ray cluster instead."),
    ] = None,
    points: Annotated[
        bool | None,
        typer.Option(help="Keep the skin's control points; of schooling species if not said."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write into this folder, not into the cache.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compile again even what is up to date.")
    ] = False,
) -> None:
    """Record how species swim, turn and rest, so that it can be replayed."""
    from motorium.batch import BatchError
    from motorium.motion.run import CompileError, run_compile
    from motorium.settings import SettingsError

    try:
        run_compile(species or [], jobs, ray, points, out, fresh)
    except (BatchError, CompileError, SettingsError) as problem:
        _give_up(str(problem))


@app.command()
def receipt(
    species: Annotated[
        list[str] | None,
        typer.Argument(
            help="Shipped species by name, or files of your own (.toml); all that ship if none."
        ),
    ] = None,
    as_json: Annotated[
        str | None,
        typer.Option("--json", help="Write the records as JSON to a file, or to '-'."),
    ] = None,
    pictures: Annotated[
        Path, typer.Option(help="Draw simulation and replay into this folder.")
    ] = Path("receipts"),
    no_pictures: Annotated[bool, typer.Option("--no-pictures", help="Draw nothing.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Measure anew, on other fishes than when compiled.")
    ] = False,
) -> None:
    """Print how far replay is from the simulation, as it was measured, and draw it."""
    from motorium.measure.reports import ReportError
    from motorium.motion.receipt_run import run_receipt
    from motorium.settings import SettingsError

    try:
        folder = None if no_pictures or as_json == "-" else pictures
        run_receipt(species or [], as_json, folder, again)
    except (ReportError, SettingsError) as problem:
        _give_up(str(problem))


def _give_up(sentence: str) -> None:
    print(f"motorium: {sentence}", file=sys.stderr)
    raise typer.Exit(2)


def main() -> None:
    """Run the command line."""
    app()
