"""Constants of the senses, with their sources; lengths in metres unless a line says otherwise."""

from __future__ import annotations

import math
from typing import Final

__all__: list[str] = []  # Read as `numbers.NAME`.

# Tu 1999, section 6.3.1; V_r and O_r are not printed: ours.
STANDARD_LENGTH: Final = 0.2
"""Of a fish with the size parameter 1."""
SIGHT: Final = 3.0
"""V_r: how far one sees what has the size parameter 1."""
SMELL: Final = 4.5
"""O_r: how far one smells food."""
LATERAL: Final = 1.5
"""From how many lengths of its own a predator is felt by the lateral line, in whatever direction:
section 6.3 counts that among what vision stands for. Ours; what swims pushes water before it."""
VIEW: Final = math.radians(150.0)
"""To each side of straight ahead: 300 degrees."""

# Section 6.6.1.
ANTENNA: Final = 1.0
"""[L]"""
BODY_WIDTHS: Final = 1.5
"""By so many body widths obstacles count as thicker."""

# Ours.
EYE: Final = 0.36
"""How far ahead of the origin of its body the cyclopean eye is [L]: at its snout."""
