"""Colours as they are shown and as light (IEC 61966-2-1), both from 0 to 1."""

from __future__ import annotations

import numpy as np

from motorium.contracts.frames import Floats

__all__ = ["as_light", "as_shown", "light_of", "shown_of"]


def as_light(shown: Floats) -> Floats:
    """How much light values of a picture stand for."""
    light: Floats = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    return light


def as_shown(light: Floats) -> Floats:
    """What stands for so much light in a picture."""
    light = np.clip(light, 0.0, 1.0)
    shown: Floats = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return shown


def shown_of(code: str) -> Floats:
    """Red, green and blue of "#rrggbb"."""
    return np.array([int(code[at : at + 2], 16) / 255.0 for at in (1, 3, 5)])


def light_of(code: str) -> Floats:
    """The light of "#rrggbb"."""
    return as_light(shown_of(code))
