"""Constants of the instinct, with their sources; lengths in metres and times in seconds unless a
line says otherwise."""

from __future__ import annotations

import math
from typing import Final

__all__: list[str] = []  # Read as `numbers.NAME`.

# Tu 1999, section 7.4. Its distances are centimetres; its unit of time is taken as 0.1 s.
CENTIMETRE: Final = 0.01
DRIVE_TIME: Final = 0.1
DIGESTION: Final = 0.00067
"""p_0 [1/0.1 s]: a meal is digested in 149 s."""
LUST: Final = 0.0025
"""p_1 [1/0.1 s]: libido is full after 40 s."""
TIMIDITY: Final = 2.0
"""D_0, printed as 200."""
FOOD_STIMULUS: Final = (0.05, 0.2)
"""q_1 and q_2 of food [1/cm]."""
MATE_STIMULUS: Final = (0.025, 0.1)
"""q_1 and q_2 of mates [1/cm]."""
FOOD_WEIGHT: Final = 0.8
"""alpha_h"""
MATE_WEIGHT: Final = 0.5
"""alpha_l"""

# Ours, within the ranges that section 7.5 prints.
FLEES: Final = 0.3
"""f_0: who fears more than that takes evasive action."""
PANICS: Final = 0.6
"""f_1: who fears one predator more than that does not school any longer."""
ACTS: Final = 0.25
"""r: hunger and libido above that are acted on."""

# Section 7.7.2.
INHIBITION: Final = 0.2
"""Share of its own strength by which a resumed behaviour weakens its competitors."""

# Section 7.7.3 prints no threshold: ours.
LOYALTY: Final = 0.3

# Section 6.5.3.
CHOICES: Final = 3
"""N: so many of the most desirable targets are weighed against preferences."""
PREFERENCE_WEIGHT: Final = 0.2
"""p: by which a preference counts for a target."""

# Section 7.9.1.
SCHOOL_COST: Final = 0.5
"""beta_1: by how much more prey costs that is in a school."""
TURN_COST: Final = 0.2
"""beta_2: by how much more prey costs that is behind."""

# Section 7.8.2.
SCHOOLING_CLOSENESS: Final = math.pi / 5
"""sigma while schooling [rad]."""
