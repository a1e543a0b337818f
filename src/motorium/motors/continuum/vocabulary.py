"""What a character in the continuum can be asked for, besides following its performer."""

from __future__ import annotations

from typing import Final

from motorium.contracts.commands import Action, Vocabulary

__all__ = ["PERFORMED"]

PERFORMED: Final = Vocabulary(
    setpoints=(),
    actions=(
        Action("rise", "1", 0, 1, "come back from a fall; 1: facing as the character lies"),
        Action("grip", "1", 0, 2, "hold what is within reach: left hand, right hand, both"),
        Action("let go", "1", 0, 2, "open the left hand, the right one, both"),
    ),
)
"""Where limbs go is no command: that is what the performer does, `ContinuumMotor.perform`."""
