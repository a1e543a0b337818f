"""What the water does to a swimming herring, face by face, by the float64 reference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, SHOAL, bare, panel, save
from motorium.bodies.fish import BODY_LENGTH, MUSCLES, NODES, TENTH_SECOND
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.motors.patterns import beating
from motorium.physics.fish_reference import FishState
from motorium.physics.natural_reference import NaturalFish
from motorium.physics.water import TAIL_FIN, surfaces

SPECIES = load_species("herring")
GAIT = SPECIES.gaits.medium
BODY = SPECIES.body
FISH = NaturalFish(BODY)
STEPS = SPECIES.steps_per_frame
DT = FRAME_SECONDS / STEPS / TENTH_SECOND / float(np.sqrt(SPECIES.scale))
PER_BEAT = round(1 / GAIT.beat / FRAME_SECONDS) * STEPS
SETTLE = 12
SHOWN = (0.0, 0.125, 0.25, 0.375)
"""Shapes that are drawn, in beats."""
FOLDED = np.zeros(2)
LARGEST = 7.0
"""Length of the longest arrow [cm]."""
NEWTON = 1e-3
"""One g cm / (0.1 s)^2."""

COLORS = {
    "body": CORAL,
    "skin friction": FOAM,
    "dorsal and anal fin": SHOAL,
    "tail fin": GOLD,
    "edge of the tail": REEF,
}


def groups() -> list[str]:
    """To which group each direction of drag belongs, in the order of `NaturalFish.water`."""
    names: list[str] = []
    for faces in (BODY.quads, BODY.triangles):
        kinds, _ = surfaces(faces)
        names += ["tail fin" if kind is TAIL_FIN else "body" for kind in kinds]
        names += ["skin friction"] * len(faces)
    return [*names, *["dorsal and anal fin"] * 4, "edge of the tail"]


@dataclass
class Instant:
    """Nodes [cm]; forces of the water [g cm / (0.1 s)^2] with group and place, (n, 3) each."""

    nodes: Floats
    names: list[str]
    places: Floats
    forces: Floats

    def of(self, name: str) -> Floats:
        """All that a group feels."""
        total: Floats = self.forces[[n == name for n in self.names]].sum(axis=0)
        return total


def look(x: Floats, lately: Floats, v: Floats) -> Instant:
    """Forces of a step with velocities v in its middle, as the step itself has them."""
    drag, coefficient, _, edge, turn = FISH.water(x, lately, 1.0, FOLDED, FOLDED)
    felt = -coefficient * (drag @ v.ravel())
    by_node = drag.reshape(-1, NODES, 3)
    forces = felt[:, None] * by_node.sum(axis=1)
    weight = np.linalg.norm(by_node, axis=2)
    places = weight @ x / weight.sum(axis=1, keepdims=True)
    across, along = edge @ v.ravel()
    workless = turn * (across * edge[1] - along * edge[0])
    forces[-1] += workless.reshape(NODES, 3).sum(axis=0)
    return Instant(x, groups(), places, forces)


def swim() -> list[Instant]:
    """The steps of one beat, once the fish swims steadily."""
    state, contraction = FishState.at_rest(BODY), np.ones(MUSCLES)
    instants = []
    for step in range((SETTLE + 1) * PER_BEAT):
        beats = (step + 1) / PER_BEAT
        contraction = beating(GAIT, beats, min(1.0, beats / 2))
        before, lately = state.positions, state.lately
        FISH.step(state, contraction, DT)
        if step >= SETTLE * PER_BEAT and lately is not None:
            velocities = (state.positions - before) / DT
            instants.append(look(before + DT / 2 * lately, lately, velocities))
    return instants


def draw(axes: Axes, instant: Instant, shift: Floats, scale: float) -> None:
    ring = [0, 1, 5, 9, 13, 17, 21, 18, 14, 10, 6, 2]
    x = instant.nodes[:, :2] + shift
    axes.add_patch(Polygon(x[ring], facecolor=SEA, edgecolor=DIM, linewidth=1))
    for name, color in COLORS.items():
        if name == "skin friction":
            continue
        rows = np.array([n == name for n in instant.names])
        rows &= np.linalg.norm(instant.forces[:, :2], axis=1) * scale > 0.1
        axes.quiver(
            *(instant.places[rows, :2] + shift).T,
            *(scale * instant.forces[rows, :2]).T,
            color=color,
            angles="xy",
            scale_units="xy",
            scale=1,
            width=0.011,
            zorder=3,
        )


def main() -> None:
    instants = swim()
    first, last = instants[0].nodes.mean(axis=0), instants[-1].nodes.mean(axis=0)
    ahead = (last - first) / np.linalg.norm(last - first)
    speed = np.linalg.norm(last - first) / (len(instants) - 1) / DT
    print(f"{speed / BODY_LENGTH / TENTH_SECOND:.2f} L/s at {GAIT.beat} Hz")

    figure, (left, right) = panel(9.5, 4.6, 2, width_ratios=(1, 1.5))
    largest = max(np.linalg.norm(i.forces, axis=1).max() for i in instants)
    for k, share in enumerate(SHOWN):
        instant = instants[round(share * len(instants))]
        shift = np.array([0.0, -8.0 * k]) - instant.nodes[5:9, :2].mean(axis=0)
        draw(left, instant, shift, LARGEST / largest)
        left.text(8.2, -8.0 * k + 1.6, f"{share:g}", color=DIM, fontsize=9, ha="center")
    left.text(8.2, 3.2, "beats", color=DIM, fontsize=9, ha="center")
    left.set_xlim(-15.5, 9.5)
    left.set_ylim(-29, 5)
    bare(left)
    left.set_title("forces of the water, from above")

    beats = np.arange(len(instants)) / len(instants)
    total = np.zeros(len(instants))
    for name, color in COLORS.items():
        thrust = np.array([i.of(name) @ ahead for i in instants]) * NEWTON
        total += thrust
        right.plot(beats, 1000 * thrust, color=color, label=name)
        print(f"{name}: {1000 * thrust.mean():+.2f} mN on average")
    right.plot(beats, 1000 * total, color=DIM, linestyle="--", linewidth=1, label="together")
    print(f"together: {1000 * total.mean():+.2f} mN")
    for share in SHOWN:
        right.axvline(share, color=DIM, linewidth=0.8, linestyle=":")
    right.axhline(0, color=DIM, linewidth=0.8)
    right.set(xlabel="beats", ylabel="force ahead [mN]", title="who pushes, and who holds back")
    right.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=3)
    save(figure, "water.svg")


if __name__ == "__main__":
    main()
