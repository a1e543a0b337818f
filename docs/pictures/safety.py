"""What a message passes before the world hears of it."""

from __future__ import annotations

from docs.pictures.style import DIM, GOLD, REEF, arrow, bare, box, panel, save

DOORS = (
    ("connection", "768 in all,\n256 an address,\nask within 10 s"),
    ("TLS", "own or given\ncertificate"),
    ("Host, Origin", "our names,\nour page"),
    ("token", "beyond this\nmachine"),
    ("flood", "500 a second,\nthen the end"),
    ("schema", "4096 bytes,\ntypes, ranges"),
    ("wish", "names of what\nships, no paths"),
)


def main() -> None:
    figure, axes = panel(9.5, 2.9)
    bare(axes)
    axes.set_xlim(-0.1, 15.1)
    axes.set_ylim(-0.1, 4.5)
    for k, (name, rule) in enumerate(DOORS):
        x = 2.16 * k
        box(axes, (x, 1.5), (1.86, 2.3), "")
        axes.text(x + 0.93, 3.3, name, ha="center", va="center", color=GOLD, fontsize=10)
        axes.text(x + 0.93, 2.3, rule, ha="center", va="center", fontsize=8)
        if k:
            arrow(axes, (x - 0.29, 2.65), (x - 0.01, 2.65))
    for first, last, what in ((0, 3, "else the connection ends"), (4, 6, "else a sentence")):
        left, right = 2.16 * first, 2.16 * last + 1.86
        color = DIM if first == 0 else REEF
        axes.plot([left, right], [1.1, 1.1], color=color, linewidth=1.2)
        axes.text((left + right) / 2, 0.6, what, ha="center", color=color, fontsize=9)
    save(figure, "safety.svg")


if __name__ == "__main__":
    main()
