"""What must be compiled before the first frame, kernels and repertoires, with progress."""

from __future__ import annotations

from motorium.compiled import Report, watch_compilation
from motorium.motion.run import run_compile
from motorium.motors.muscle import MuscleMotor
from motorium.studio.films import unfilmed
from motorium.studio.picture import Picture
from motorium.world.recording.reader import Recording
from motorium.world.recording.rerun import recorded_scenario
from motorium.world.scenario import AUTOMATIC, Group, Scenario, WorldSettings
from motorium.world.world import World

__all__ = ["open_films", "open_repertoires", "warm_kernels"]


def open_repertoires(scenario: Scenario) -> None:
    """Compile the repertoires that a scenario needs and that are missing or stale."""
    if all(group.motor == MuscleMotor.name for group in scenario.group):
        return
    wanted = unfilmed(group.species for group in scenario.group)
    if wanted:
        print(f"Compiling the repertoires of {', '.join(wanted)}", flush=True)
        run_compile(wanted)


def open_films(recording: Recording) -> None:
    """Compile the repertoires that stand in for bodies that were not recorded."""
    if recording.meta.nodes or not len(recording):
        return
    wanted = unfilmed(group.species for group in recorded_scenario(recording).group)
    if wanted:
        print(f"Compiling the repertoires of {', '.join(wanted)}", flush=True)
        run_compile(wanted)


def warm_kernels(report: Report, scenario: Scenario) -> None:
    """Make a few frames of a tiny world with the motors of a scenario."""
    species = scenario.group[0].species if scenario.group else "herring"
    motors = [MuscleMotor.name]
    if scenario.world.model != "published" and not unfilmed([species]):
        motors.append(AUTOMATIC)
    tiny = Scenario(
        format=1,
        world=WorldSettings(capacity=4),
        group=[Group(species=species, count=1, motor=motor) for motor in motors],
        habitat=scenario.habitat,
    )
    with watch_compilation(report):
        world = World(tiny)
        world.advance()
        Picture().take(world)
