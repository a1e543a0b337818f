"""How a frame is made: stages, modules and threads."""

from __future__ import annotations

from matplotlib.patches import FancyBboxPatch

from docs.pictures.style import DIM, GOLD, REEF, SEA, arrow, bare, box, panel, save

STAGES = (
    ("sense", "contracts.mind\nSenses"),
    ("decide", "minds.keep_swimming\nminds.pilot"),
    ("command", "contracts.\ncommands"),
    ("move", "motors.muscle"),
    ("snapshot", "studio.picture\nwire.snapshot"),
)
MOVE = (
    ("control", "motors.controllers\ncontrol_fishes"),
    ("step", "physics.natural_kernel\nstep_natural_fishes"),
    ("observe", "physics.fish_frame\nobserve_fishes"),
)


def main() -> None:
    figure, axes = panel(9.5, 5.4)
    bare(axes)
    axes.set_xlim(-0.1, 15.1)
    axes.set_ylim(-0.1, 8.4)

    def lane(x: float, y: float, width: float, height: float, name: str) -> None:
        axes.add_patch(
            FancyBboxPatch(
                (x, y),
                width,
                height,
                boxstyle="round,pad=0,rounding_size=0.2",
                facecolor="none",
                edgecolor=DIM,
                linestyle=(0, (4, 3)),
            )
        )
        axes.text(x + 0.25, y + height - 0.2, name, color=DIM, fontsize=9, va="top")

    lane(0, 5.0, 15, 3.3, "simulation thread: owns the world, 60 frames a second")
    for k, (name, module) in enumerate(STAGES):
        x = 0.3 + 2.95 * k
        box(axes, (x, 5.3), (2.45, 2.2), "")
        axes.text(x + 1.22, 7.0, name, ha="center", va="center", color=GOLD, fontsize=11)
        axes.text(x + 1.22, 6.05, module, ha="center", va="center", fontsize=8.5)
        if k:
            arrow(axes, (x - 0.48, 6.4), (x - 0.03, 6.4))

    lane(
        0,
        0.0,
        9.2,
        4.2,
        "the same thread and, for many fishes, one more a core (kernels hold no GIL)",
    )
    for k, (name, module) in enumerate(MOVE):
        x = 0.3 + 2.95 * k
        box(axes, (x, 0.9), (2.7, 2.2), "", color=SEA)
        axes.text(x + 1.35, 2.6, name, ha="center", va="center", color=GOLD, fontsize=11)
        axes.text(x + 1.35, 1.65, module, ha="center", va="center", fontsize=8.5)
        if k:
            arrow(axes, (x - 0.24, 2.0), (x - 0.01, 2.0))
    axes.text(
        4.6, 0.4, "blocks of fishes, shared among the cores", ha="center", color=DIM, fontsize=9
    )
    arrow(axes, (10.0, 5.27), (7.6, 4.25), color=GOLD)

    lane(9.6, 2.2, 5.4, 2.0, "event loop")
    box(axes, (9.9, 2.4), (2.1, 1.2), "studio.hub\nnewest only", fontsize=8.5)
    box(axes, (12.6, 2.4), (2.1, 1.2), "studio.server\nWebSocket", fontsize=8.5)
    arrow(axes, (12.05, 3.0), (12.55, 3.0))
    arrow(axes, (13.4, 5.27), (11.3, 3.65))

    lane(9.6, 0.0, 5.4, 1.9, "browser")
    box(axes, (9.9, 0.2), (2.1, 1.1), "worker\ndecodes", fontsize=8.5)
    box(axes, (12.6, 0.2), (2.1, 1.1), "GPU poses,\ndraws", fontsize=8.5)
    arrow(axes, (12.05, 0.75), (12.55, 0.75))
    arrow(axes, (13.0, 2.37), (11.4, 1.35), color=REEF)
    save(figure, "frame.svg")


if __name__ == "__main__":
    main()
