"""What must be compiled before the first frame, kernels and repertoires, with progress."""

from __future__ import annotations

from motorium.bodies.species import find_species
from motorium.compiled import Report, watch_compilation
from motorium.motion.run import run_compile
from motorium.motion.store import RepertoireError, repertoire_file, serving_repertoire
from motorium.motors.repertoire import RepertoireMotor
from motorium.studio.picture import Picture
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

__all__ = ["open_repertoires", "warm_kernels"]


def open_repertoires(scenario: Scenario) -> None:
    """Compile the repertoires that a scenario needs and that are missing or stale."""
    if not any(group.motor == RepertoireMotor.name for group in scenario.group):
        return
    wanted = []
    for name in sorted({group.species for group in scenario.group}):
        species = find_species(name)
        try:
            serving_repertoire(repertoire_file(species), species)
        except RepertoireError as problem:
            print(f"{problem}; compiling it", flush=True)
            wanted.append(name)
    if wanted:
        run_compile(wanted)


def warm_kernels(report: Report, scenario: Scenario) -> None:
    """Make a few frames of a tiny world with the motors of a scenario."""
    motors = sorted({"muscle", *(group.motor for group in scenario.group)})
    species = scenario.group[0].species if scenario.group else "herring"
    tiny = Scenario(
        format=1,
        world=WorldSettings(capacity=4),
        group=[Group(species=species, count=1, motor=motor) for motor in motors],
    )
    with watch_compilation(report):
        world = World(tiny)
        world.advance()
        Picture().take(world)
