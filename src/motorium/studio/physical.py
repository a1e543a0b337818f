"""The physics of a world on show: what pages change in it, and are told of it."""

from __future__ import annotations

from motorium.physics.settings import MOST_STEPS, RANGES
from motorium.wire import physical
from motorium.wire.message import Message
from motorium.world.world import World

__all__ = ["carry_out", "ranges", "status"]


def carry_out(world: World, wish: Message) -> None:
    """Change what was wished."""
    match wish:
        case physical.Physics():
            asked = wish.model_dump(exclude={"type"}, exclude_none=True)
            if "steps" in asked:
                asked["steps"] = asked["steps"] or None
            world.physics = world.physics.but(**asked)
        case physical.ResetPhysics():
            begun = world.scenario
            world.physics = begun.physics
            world.viscosity = begun.world.viscosity
            world.current = begun.world.current


def ranges(world: World) -> physical.PhysicsRanges | None:
    """None where nobody can change it: in the printed model."""
    if world.options.physics == "printed":
        return None
    return physical.PhysicsRanges(
        mass=RANGES["mass"],
        stiffness=RANGES["stiffness"],
        damping=RANGES["damping"],
        steps=(1, MOST_STEPS),
        own_steps=[kind.steps_per_frame for kind in world.species],
    )


def status(world: World) -> physical.PhysicsStatus | None:
    """How it is now; None where nobody can change it."""
    if world.options.physics == "printed":
        return None
    physics = world.physics
    x, y, z = world.current.tolist()
    return physical.PhysicsStatus(
        **physics.model_dump(include={"mass", "stiffness", "damping", "hydrodynamics"}),
        steps=physics.steps or 0,
        current=(x, y, z),
        taken=world.steps,
        standard=physics.is_standard and world.viscosity == 1.0,
        note=_note(world),
    )


def _note(world: World) -> str:
    """Who takes more steps than were asked for."""
    asked = world.physics.steps
    if asked is None:
        return ""
    more: dict[int, list[str]] = {}
    for kind, taken in zip(world.species, world.steps, strict=True):
        if taken > asked:
            more.setdefault(taken, []).append(kind.label)
    parts = [f"{', '.join(names)}: {taken} steps" for taken, names in sorted(more.items())]
    return f"{'; '.join(parts)}, for {asked} would break their bodies" if parts else ""
