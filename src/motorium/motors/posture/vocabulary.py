"""What human figures can be asked for."""

from __future__ import annotations

from typing import Final

from motorium.contracts.commands import Action, Setpoint, Vocabulary

__all__ = ["FIGURE", "MOST_RISE", "MOST_TURN"]

FASTEST: Final = 8.0
"""[m/s]"""
MOST_TURN: Final = 1.2
MOST_RISE: Final = 0.8
"""Aims and looks are asked for within these [rad]."""
_ROUND: Final = 1e4
"""Headings may be counted on beyond a full turn [rad]."""
_MOST: Final = 127
"""Postures and gestures of a graph."""

FIGURE: Final = Vocabulary(
    setpoints=(
        Setpoint("speed", "m/s", 0.0, FASTEST, 0.0, "walk, run or crawl; 0 takes up its posture"),
        Setpoint("heading", "rad", -_ROUND, _ROUND, 0.0, "where it faces, left of the world's x"),
        Setpoint("course", "rad", -_ROUND, _ROUND, 0.0, "of its way against its heading"),
        Setpoint("aim_turn", "rad", -MOST_TURN, MOST_TURN, 0.0, "of the rifle; left is positive"),
        Setpoint("aim_rise", "rad", -MOST_RISE, MOST_RISE, 0.0, "of the rifle; up is positive"),
        Setpoint("aim", "1", 0.0, 1.0, 0.0, "how much of the aim is taken; 0 plays on as recorded"),
        Setpoint("look_turn", "rad", -MOST_TURN, MOST_TURN, 0.0, "of the head; left is positive"),
        Setpoint("look_rise", "rad", -MOST_RISE, MOST_RISE, 0.0, "of the head; up is positive"),
    ),
    actions=(
        Action("posture", "1", 0, _MOST, "take up a fixed posture, by its number in the graph"),
        Action("gesture", "1", 0, _MOST, "play a gesture on top, by its number in the graph"),
    ),
)
"""A speed is a way of locomotion: forward if its course is about straight ahead, backward if not,
running if it is fast, crawling if the posture asked for last is prone. Speed 0 goes back to that
posture. An aim is against straight ahead and level; a look is against how the head is played."""
