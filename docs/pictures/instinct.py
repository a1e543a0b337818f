"""Our reading of the intention generator's flow chart, and the drives of one fish over time."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
from matplotlib.axes import Axes

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, SHOAL, arrow, box, panel, save
from motorium.contracts.perception import Kind
from motorium.minds.instinct.behaviours import known
from tests.minds.mindful import Mindful

QUESTIONS: Final = (
    ("a collision ahead, or not yet\ncleared for 0.35 s?", "avoid"),
    ("fear F > f0?", "school, if it has the habit and\nschoolmates, and Fm < f1; else escape"),
    (
        "something stored, uninterrupted\nnow, its target perceived?",
        "what is stored, resumed",
    ),
    ("the greater of hunger and\nlibido > r?", "eat or mate (schools without\nfood: school)"),
    ("a schooling habit, and\nschoolmates?", "school"),
    ("light and warmth not\nas it likes them?", "leave"),
)


def chart(axes: Axes) -> None:
    """Questions from above to below; who answers yes goes to the right."""
    axes.set_axis_off()
    high, step = 0.95, 1.5
    for number, (question, intention) in enumerate(QUESTIONS):
        top = -step * number
        box(axes, (0.0, top), (3.4, high), question, fontsize=8.5)
        color = CORAL if number < 2 else GOLD if number < 4 else REEF
        box(axes, (4.3, top), (3.3, high), intention, fontsize=8.5, color="#0a2a3d")
        arrow(axes, (3.4, top + high / 2), (4.3, top + high / 2), color=color)
        axes.text(3.85, top + high / 2 + 0.1, "yes", fontsize=8, color=color, ha="center")
        arrow(axes, (1.7, top), (1.7, top - step + high), color=DIM)
    box(axes, (0.7, -step * len(QUESTIONS) + 0.3), (2.0, 0.65), "wander", fontsize=8.5)
    axes.set(xlim=(-0.1, 7.7), ylim=(-step * len(QUESTIONS) + 0.1, 1.3))
    axes.set_title("what to intend, asked anew ten times a second")


def story() -> dict[str, np.ndarray]:
    """Drives and intention of a fish that sees food, a mate, an obstacle and more food."""
    fish = Mindful(hunger=0.45, libido=0.0, digestion=0.0015, appetite=3.0, lust=0.006)
    fish.instinct.tempers["mates"] = fish.instinct.tempers["fears"] = 1
    fish.perceived.female[2] = 1
    found: dict[str, list[float]] = {"time": [], "hunger": [], "libido": [], "fear": [], "does": []}
    for tick in range(900):
        second = 0.1 * tick
        fish.sees_none(Kind.FOOD)
        fish.sees_none(Kind.PREDATOR)
        if 8.0 <= second < 12.0:
            fish.sees(Kind.FOOD, 0, (0.1 + 0.25 * (12.0 - second), 0.0, 0.0))
        if 30.0 <= second < 33.0:
            fish.sees(Kind.FOOD, 1, (0.11 + 0.1 * (33.0 - second), 0.0, 0.0))
        if tick in (120, 330):
            fish.instinct.fed(0, 2.0 if tick == 120 else 0.3, fish.seconds)
        if tick % 30 == 0:
            # Its courtship makes progress.
            fish.brain["stage_since"] = fish.seconds
        fish.sees(Kind.MATE, 2, (1.2, 0.3, 0.0))
        fish.perceived.obstacle[0] = 0 if 22.0 <= second < 24.0 else -1
        if 62.0 <= second < 74.0:
            fish.sees(Kind.PREDATOR, 4, (-3.0 - abs(68.0 - second), 0.0, 0.0))
        found["does"].append(fish.decides())
        found["time"].append(second)
        for name in ("hunger", "libido", "fear"):
            found[name].append(float(fish.brain[name]))
    return {name: np.array(values) for name, values in found.items()}


def drives(axes: Axes) -> None:
    """Over time, with what is intended below."""
    told = story()
    for name, color in (("hunger", GOLD), ("libido", SHOAL), ("fear", CORAL)):
        axes.plot(told["time"], told[name], color=color, label=name)
    axes.axhline(0.25, color=DIM, linewidth=0.8, linestyle=":")
    axes.text(90.5, 0.25, "r", color=DIM, fontsize=8, va="center")
    names = [behaviour.name for behaviour in known()]
    starts = [0, *(np.flatnonzero(np.diff(told["does"])) + 1), len(told["does"])]
    for place, (begin, end) in enumerate(pairwise(starts)):
        low = -0.16
        axes.fill_between([0.1 * begin, 0.1 * end], low, low + 0.1, color=SEA, edgecolor=REEF)
        middle, name = 0.05 * (begin + end), names[int(told["does"][begin])]
        if end - begin > 55:
            axes.text(middle, low + 0.05, name, fontsize=8, ha="center", va="center")
        else:
            axes.text(middle, low - 0.05 - 0.06 * (place % 2), name, fontsize=7, color=FOAM,
                      ha="center", va="center")  # fmt: skip
    axes.set(
        xlabel="time [s]", ylim=(-0.34, 1.05), xlim=(0, 93), title="one fish, and what it does"
    )
    axes.set_yticks(np.arange(0.0, 1.1, 0.25))
    axes.legend(fontsize=8, loc="center right")


def main() -> None:
    figure, (left, right) = panel(13.0, 5.6, 2, width_ratios=(0.85, 1.0))
    chart(left)
    drives(right)
    save(figure, "instinct.svg")


if __name__ == "__main__":
    main()
