"""How the hour looks under water: where the light comes from, how much there is, its colours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats

__all__ = ["COLOURS", "Daylight", "daylight_at", "open_water"]

_NOON: Final = (0.34, 1.0, -0.42)
"""Where light comes from in open water, and at noon."""
_SWING: Final = 0.75
"""How far the light moves to the side within six hours: the surface bends it down, so that it never
comes from far below 45 degrees."""
_REFRACTION: Final = 1.333
_LOWEST: Final = 0.97
"""Nearer to the horizon than this the sun is not drawn: cosine of its height."""
_ADAPTATION: Final = 0.55
"""The eye gets used to the dark: half of the light looks like more than half; and most at dusk."""
_DUSK_ADAPTATION: Final = 0.36
_MOON_ALONE: Final = 4.4
"""Hours from midnight before which the moon lights alone, and after which the sun does."""
_SUN_ALONE: Final = 5.4
_LOW_UNTIL: Final = 6.3
"""Hours from midnight between which a low sun becomes a high one."""
_HIGH_FROM: Final = 9.0

COLOURS: Final = {
    "sunshine": ((1, 1, 1), (1.06, 0.94, 0.9), (0.42, 0.66, 1)),
    "sunColour": ((1, 1, 1), (1.75, 1.02, 0.55), (0.8, 0.95, 1.1)),
    "waterDeep": ((0.0012, 0.013, 0.036), (0.0035, 0.01, 0.04), (0.001, 0.008, 0.03)),
    "waterLevel": ((0.0035, 0.058, 0.115), (0.014, 0.052, 0.115), (0.003, 0.034, 0.085)),
    "waterBright": ((0.055, 0.33, 0.43), (0.17, 0.215, 0.3), (0.035, 0.16, 0.27)),
    "waterGlow": ((0.12, 0.3, 0.3), (0.55, 0.3, 0.11), (0.07, 0.17, 0.24)),
    "shaftColour": ((0.115, 0.29, 0.3), (0.15, 0.16, 0.135), (0.045, 0.12, 0.17)),
    "skyZenith": ((0.1, 0.3, 0.46), (0.13, 0.2, 0.38), (0.02, 0.07, 0.16)),
    "skyHorizon": ((0.42, 0.6, 0.64), (0.85, 0.45, 0.22), (0.05, 0.14, 0.24)),
    "skyGlow": ((1, 0.96, 0.8), (1.35, 0.66, 0.24), (0.55, 0.7, 0.85)),
}
"""Uniforms of light.glsl and backdrop.frag.glsl at noon, dusk and night; a matter of looks, not of
measurement."""
_DIRECT: Final = (1.0, 0.6, 0.3)
"""How much of the light comes straight from sun or moon, and makes caustics: at noon, dusk, night."""


@dataclass(frozen=True)
class Daylight:
    """What shaders are told of the hour."""

    sunwards: Floats
    """Unit vectors, page axes: below the surface and above it."""
    sun_in_air: Floats
    colours: dict[str, Floats]
    direct: float

    def uniforms(self) -> dict[str, Floats | float]:
        return {
            **self.colours,
            "sunwards": self.sunwards,
            "sunInAir": self.sun_in_air,
            "direct": self.direct,
        }


def daylight_at(hour: float, sun: float) -> Daylight:
    """hour: of the day; sun: brightness just below the surface, 0 to 1."""
    late = min(hour, 24 - hour)
    moonlit = 1 - _smooth(_MOON_ALONE, _SUN_ALONE, late)
    low = 1 - _smooth(_LOW_UNTIL, _HIGH_FROM, late)
    # The sun stays on the horizon while it lights the sky from below; by night the moon stands where
    # the sun did by day, twelve hours before.
    by_sun = min(6.0, max(-6.0, hour - 12))
    by_moon = ((hour + 12) % 24) - 12
    from_noon = by_sun + (by_moon - by_sun) * moonlit
    sunwards = np.array([_NOON[0] - (_SWING * from_noon) / 6, _NOON[1], _NOON[2]])
    colours, direct = _painted(low, moonlit)
    light = min(1.0, max(0.0, sun))
    dusky = max(0.0, low - moonlit)
    adapted = _ADAPTATION + (_DUSK_ADAPTATION - _ADAPTATION) * dusky
    colours["sunshine"] = colours["sunshine"] * light**adapted
    return _lit(sunwards, colours, direct)


def open_water() -> Daylight:
    """Noon."""
    return _lit(np.array(_NOON), *_painted(0.0, 0.0))


def _lit(sunwards: Floats, colours: dict[str, Floats], direct: float) -> Daylight:
    sunwards = sunwards / np.linalg.norm(sunwards)
    return Daylight(sunwards, _above_water(sunwards), colours, direct)


def _painted(low: float, moonlit: float) -> tuple[dict[str, Floats], float]:
    def between(noon: Floats, dusk: Floats, night: Floats) -> Floats:
        day = noon + (dusk - noon) * low
        return day + (night - day) * moonlit

    colours = {name: between(*(np.array(c, float) for c in own)) for name, own in COLOURS.items()}
    noon, dusk, night = (np.array(share) for share in _DIRECT)
    return colours, float(between(noon, dusk, night))


def _above_water(sunwards: Floats) -> Floats:
    """Where light comes from before the surface bends it (Snell)."""
    aside = np.array([sunwards[0], 0.0, sunwards[2]]) * _REFRACTION
    length = float(np.linalg.norm(aside))
    if length > _LOWEST:
        aside *= _LOWEST / length
    aside[1] = math.sqrt(1 - aside @ aside)
    return aside


def _smooth(low: float, high: float, value: float) -> float:
    t = min(1.0, max(0.0, (value - low) / (high - low)))
    return t * t * (3 - 2 * t)
