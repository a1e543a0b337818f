"""What a repertoire is compiled from, as a hash: a file that carries another one is stale."""

from __future__ import annotations

import hashlib
from typing import Final

from motorium.bodies.species import Species
from motorium.compiled import sources_digest

__all__ = ["FORMAT", "repertoire_digest"]

FORMAT: Final = 1
"""Of repertoire files."""
ROOMS: Final = ("bodies", "contracts", "looks", "motion", "motors", "physics")
"""Sources that captured movement depends on."""


def repertoire_digest(species: Species) -> str:
    """Of a species' body, skin and calibration, and of the sources that make it move."""
    facts = (
        species.body.digest(),
        f"{species.length} {species.steps_per_frame}",
        species.calibration.model_dump_json(),
        # Colours move nothing.
        species.skin.model_dump_json(exclude={"palette", "texture"}),
        sources_digest(*ROOMS, used_by="motorium.motion.compile"),
    )
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]
