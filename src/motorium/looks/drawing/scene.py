"""Who draws what, and in which order."""

from __future__ import annotations

from typing import Protocol

from motorium.looks.drawing.easel import Easel
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.school import School
from motorium.looks.drawing.view import View

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
    return [School(easel)]
