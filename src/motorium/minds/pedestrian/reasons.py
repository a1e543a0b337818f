"""Why a walker does what he does, in words."""

from __future__ import annotations

from motorium.minds.pedestrian.state import Reason

__all__ = ["told"]


def told(reason: Reason, goal: str, street: str, other: str, stay: str) -> str:
    """A sentence without its subject. goal: where he wants to; street: whose crossing is next;
    other: whom it is about; stay: what he does where he stays."""
    sentences = {
        Reason.NOTHING: "has just come",
        Reason.WALKS: f"walks to {goal}",
        Reason.CROSSES: f"crosses {street} at green, on his way to {goal}",
        Reason.HURRIES: f"hurries across {street} before the light turns red",
        Reason.STOPS: f"stops for the red light of {street}",
        Reason.WAITS: f"waits at the red light of {street}",
        Reason.MAKES_WAY: f"makes way for {other}, on his way to {goal}",
        Reason.FOLLOWS: f"goes slower behind {other}, on his way to {goal}",
        Reason.LETS_PASS: f"lets {other} pass, on his way to {goal}",
        Reason.STAYS: stay,
        Reason.STEPS_BACK: f"steps back from {other}",
    }
    return sentences[reason]
