"""How the hour looks under water: where light comes from, how much there is, its colours.

The page's own (web/src/stages/ocean/habitat/daylight.ts); a matter of looks, not of measurement.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.drawing.moment import Water

__all__ = ["daylight"]

NOON: Final = np.array([0.34, 1.0, -0.42])
"""Towards the light in open water, in page coordinates, before it is made of unit length."""
SWING: Final = 0.75
REFRACTION: Final = 1.333
LOWEST: Final = 0.97
ADAPTATION: Final = 0.55
DUSK_ADAPTATION: Final = 0.36
MOON_ALONE: Final = 4.4
SUN_ALONE: Final = 5.4
LOW_UNTIL: Final = 6.3
HIGH_FROM: Final = 9.0
USUAL_CLARITY: Final = 12.0
"""So clear is open water [m]."""
MURK: Final = (0.4, 3.0)

# At noon, dusk and night.
COLOURS: Final = {
    "sunshine": ((1, 1, 1), (1.06, 0.94, 0.9), (0.42, 0.66, 1)),
    "sunColour": ((1, 1, 1), (1.75, 1.02, 0.55), (0.8, 0.95, 1.1)),
    "waterDeep": ((0.0012, 0.013, 0.036), (0.0035, 0.01, 0.04), (0.001, 0.008, 0.03)),
    "waterLevel": ((0.0035, 0.058, 0.115), (0.014, 0.052, 0.115), (0.003, 0.034, 0.085)),
    "waterBright": ((0.055, 0.33, 0.43), (0.105, 0.2, 0.305), (0.035, 0.16, 0.27)),
    "waterGlow": ((0.12, 0.3, 0.3), (0.55, 0.3, 0.11), (0.07, 0.17, 0.24)),
    "shaftColour": ((0.085, 0.225, 0.24), (0.115, 0.135, 0.13), (0.045, 0.12, 0.17)),
    "skyZenith": ((0.1, 0.3, 0.46), (0.13, 0.2, 0.38), (0.02, 0.07, 0.16)),
    "skyHorizon": ((0.42, 0.6, 0.64), (0.85, 0.45, 0.22), (0.05, 0.14, 0.24)),
    "skyGlow": ((1, 0.96, 0.8), (1.35, 0.66, 0.24), (0.55, 0.7, 0.85)),
}
DIRECT: Final = (1.0, 0.6, 0.3)


def daylight(water: Water) -> dict[str, Any]:
    """Uniforms of light.glsl and backdrop.frag.glsl."""
    low, moonlit, towards = 0.0, 0.0, NOON
    if water.hour is not None:
        late = min(water.hour, 24.0 - water.hour)
        moonlit = 1.0 - _smooth(MOON_ALONE, SUN_ALONE, late)
        low = 1.0 - _smooth(LOW_UNTIL, HIGH_FROM, late)
        by_sun = min(6.0, max(-6.0, water.hour - 12.0))
        by_moon = (water.hour + 12.0) % 24.0 - 12.0
        from_noon = by_sun + (by_moon - by_sun) * moonlit
        towards = np.array([NOON[0] - SWING * from_noon / 6.0, NOON[1], NOON[2]])
    sunwards = towards / np.linalg.norm(towards)
    told: dict[str, Any] = {}
    for name, colours in COLOURS.items():
        noon, dusk, night = np.array(colours, dtype=np.float64)
        told[name] = _mixed(noon, dusk, night, low, moonlit)
    told["direct"] = float(_mixed(DIRECT[0], DIRECT[1], DIRECT[2], low, moonlit))
    if water.hour is not None:
        dusky = max(0.0, low - moonlit)
        gamma = ADAPTATION + (DUSK_ADAPTATION - ADAPTATION) * dusky
        told["sunshine"] = told["sunshine"] * min(1.0, max(0.0, water.sun)) ** gamma
    clarity = water.clarity
    murk = 1.0 if clarity is None else float(np.clip(USUAL_CLARITY / clarity, *MURK))
    return told | {
        "sunwards": sunwards,
        "sunInAir": _above_water(sunwards),
        "waterline": water.surface,
        "murk": murk,
    }


def _mixed(noon: Any, dusk: Any, night: Any, low: float, moonlit: float) -> Any:
    lit = noon + (dusk - noon) * low
    return lit + (night - lit) * moonlit


def _above_water(sunwards: Floats) -> Floats:
    """Where light comes from before the surface bends it (Snell)."""
    aside = REFRACTION * sunwards[[0, 2]]
    far = float(np.linalg.norm(aside))
    aside = aside * min(1.0, LOWEST / max(far, 1e-12))
    return np.array([aside[0], np.sqrt(1.0 - aside @ aside), aside[1]])


def _smooth(low: float, high: float, value: float) -> float:
    t = min(1.0, max(0.0, (value - low) / (high - low)))
    return t * t * (3.0 - 2.0 * t)
