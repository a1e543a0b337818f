"""What pages are told of a submarine, a fishing line and the camera of a film."""

from __future__ import annotations

from motorium.studio.picture import OnShow
from motorium.wire.diving import BoatStatus, Hull, LineStatus, Shot
from motorium.world.scenario import Scenario
from motorium.world.submarine.settings import LENGTH, RADIUS

__all__ = ["boat_status", "film", "hull", "line_status"]


def hull(world: OnShow) -> Hull | None:
    """How large a submarine is."""
    return None if world.scenario.submarine is None else Hull(length=LENGTH, radius=RADIUS)


def boat_status(world: OnShow, taken: list[int]) -> BoatStatus | None:
    """Taken: numbers of those that somebody steers."""
    settings = world.scenario.submarine
    return None if settings is None else BoatStatus(taken=taken, most=settings.most)


def line_status(world: OnShow) -> LineStatus | None:
    """What it does."""
    tackle = world.line
    return None if tackle is None else LineStatus(state=tackle.state, caught=tackle.caught)


def film(scenario: Scenario) -> list[Shot]:
    """How the camera goes."""
    names = [group.name for group in scenario.group]
    return [
        Shot(
            at=key.at,
            position=key.position,
            target=key.target,
            follow=None if key.follow is None else names.index(key.follow),
        )
        for key in scenario.camera
    ]
