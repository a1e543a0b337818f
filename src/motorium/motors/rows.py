"""How blocks of replayed fishes are laid out: rows of their state, of what is asked, of readers.

Fishes stand in the order of the population's slots, a vector of them in a block; a row has one
number a lane.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["Ask", "Reader", "State"]


class _States(NamedTuple):
    """Rows of a block; times are those of an individual of size 1, lengths L, angles rad."""

    SHARE: int = 0
    """Of the beat, from 0 to 1."""
    DRIVE: int = 1
    """Speed that the muscles work for."""
    SPEED: int = 2
    TURNING: int = 3
    """Of the course [rad/s]."""
    HEADING: int = 4
    PITCH: int = 5
    PITCHING: int = 6
    ROLL: int = 7
    ROLLING: int = 8
    AHEAD: int = 9
    """Of the course, in the world: three rows."""
    OFFSET: int = 12
    """Of the body frame beside its course, in the course's axes [m]: three rows."""
    QUATERNION: int = 15
    BRAKE: int = 19
    ROWING: int = 20
    """Speed of the oars."""
    FLAP: int = 21
    STROKE: int = 22
    FIN: int = 23
    """As drawn: four rows."""
    DEPTH: int = 27
    """Speed that the body beats for: the drive, a moment later."""
    TURNS: int = 28
    """1 while a passage is played."""
    DT: int = 29
    """A frame, in the time of an individual of size 1, and of a fish of 20 cm."""
    OWN_DT: int = 30
    SLOWER: int = 31
    """Root of the size."""
    LENGTH: int = 32
    """[m]"""
    KEPT: int = 33
    """What is left after a frame of what dies away with `HALF_LIFE`."""
    SPRING: int = 34
    """Likewise of what follows with `QUICK`."""
    COUNT: int = 35


State: Final = _States()


class _Asks(NamedTuple):
    """Rows of what is asked for, and of what comes of it for the fins."""

    SPEED: int = 0
    TURN_RATE: int = 1
    CLIMB: int = 2
    ROLL: int = 3
    BRAKE: int = 4
    BACKWARD: int = 5
    BACKING: int = 6
    """Speed backward that is rowed for."""
    STEEP: int = 7
    LEAN: int = 8
    """By how much pitch and roll are off."""
    STALE: int = 9
    """1 where fins have not been drawn of late."""
    COUNT: int = 10


Ask: Final = _Asks()


class _Readers(NamedTuple):
    """Rows of what is read of the tables: three readers, each with row, way to the next, weight and
    rows a second."""

    ROW: int = 0
    WAY: int = 1
    WEIGHT: int = 2
    RATE: int = 3
    SIZE: int = 4
    COUNT: int = 12


Reader: Final = _Readers()
