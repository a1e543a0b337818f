"""Who draws what, and in which order."""

from __future__ import annotations

from typing import Protocol

from motorium.looks.drawing.boats import Submarines
from motorium.looks.drawing.easel import Easel
from motorium.looks.drawing.ground import Ground
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.motes import Particles, Snow
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.school import School
from motorium.looks.drawing.stands import Stands
from motorium.looks.drawing.tackle import Tackle
from motorium.looks.drawing.view import View
from motorium.looks.drawing.water import Backdrop, Caustics, Shafts
from motorium.looks.drawing.weeds import Weeds

__all__ = ["Drawer", "Pass", "drawers"]


class Drawer(Protocol):
    """Draws one kind of thing. `Easel.set_up` before anything else: others have left their own."""

    def prepare(self, moment: Moment, view: View) -> None:
        """Before the passes of a picture; it may draw into targets of its own."""

    def draw(self, view: View, pass_: Pass) -> None:
        """Its part of a pass, into the target that is in use."""


def drawers(easel: Easel) -> list[Drawer]:
    """Everybody, in the order of the page's scene: what is clear and lies in the same distance is
    blended in it."""
    return [
        Caustics(easel),
        Submarines(easel),
        Shafts(easel),
        Stands(easel),
        School(easel),
        Weeds(easel),
        Ground(easel),
        Backdrop(easel),
        Tackle(easel),
        Snow(easel),
        *(Particles(easel, what) for what in ("plankton", "bubbles", "food")),
    ]
