"""What an instinct works with: tempers, brains and wishes, one record an individual."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.perception import Perception

__all__ = [
    "BRAIN",
    "DIRECTIONS",
    "STRENGTHS",
    "TEMPER",
    "WISH",
    "Brain",
    "Scene",
    "Temper",
    "Wish",
]

DIRECTIONS: Final = ("left", "right", "forward", "backward", "ascend", "descend")
"""Of motor preferences, in this order (Tu 1999, section 6.5.2)."""
STRENGTHS: Final = ("avoid", "fear", "eat", "mate")
"""Of the desires that give them, in this order (section 7.6)."""

TEMPER: Final = np.dtype(
    [
        ("appetite", "f4"),
        ("digestion", "f4"),
        ("lust", "f4"),
        ("timidity", "f4"),
        ("flees", "f4"),
        ("panics", "f4"),
        ("acts", "f4"),
        ("loyalty", "f4"),
        ("wariness", "f4"),
        ("cruise", "f4"),
        ("top", "f4"),
        ("eats", "u1"),
        ("leads", "u1"),
        ("hunts", "u1"),
        ("mates", "u1"),
        ("fears", "u1"),
    ],
    align=True,
)
"""What one is born with. In Tu's words (sections 7.4, 7.5, 7.7.3, 6.6.1): appetite n^a; digestion
p_0 and lust p_1 [1/0.1 s]; timidity D_0 [m]; flees f_0, panics f_1, acts r: thresholds of fear, of
fear of one predator, and of hunger and libido; loyalty: how much nearer another target must be
[m]; wariness: by which the sensitivity region is multiplied.

cruise and top: speeds [L/s]; eats: as `Population.eats`; leads: whether schoolmates follow it;
hunts, mates, fears: whether it knows prey, mates and predators at all.
"""

BRAIN: Final = np.dtype(
    [
        ("hunger", "f4"),
        ("libido", "f4"),
        ("fear", "f4"),
        ("eaten", "f4"),
        ("last_meal", "f8"),
        ("last_mating", "f8"),
        ("danger", "i4"),
        ("danger_fear", "f4"),
        ("fright", "f4"),
        ("frightened", "f8"),
        ("intention", "i1"),
        ("before", "i1"),
        ("since", "f8"),
        ("changes", "i4"),
        ("stored", "i1"),
        ("stored_target", "i8"),
        ("stored_kind", "i1"),
        ("stored_since", "f8"),
        ("resumed", "u1"),
        ("chosen", "i1"),
        ("recalled", "u1"),
        ("afraid", "u1"),
        ("alarmed", "f8"),
        ("threatened", "f8"),
        ("accompanied", "f8"),
        ("activations", "f4", (2,)),
        ("weary", "f4", (2,)),
        ("resting", "u1", (2,)),
        ("busy", "f4"),
        ("target", "i4"),
        ("target_kind", "i1"),
        ("target_id", "i8"),
        ("worth", "f4"),
        ("rival", "i4"),
        ("rival_worth", "f4"),
        ("routine", "i1"),
        ("stage", "i1"),
        ("stage_since", "f8"),
        ("tally", "i4"),
        ("partner", "i8"),
        ("mark", "f8", (3,)),
        ("mark_since", "f8"),
        ("passing", "u1"),
        ("passes", "u1"),
        ("mate", "i8"),
        ("mate_slot", "i4"),
        ("courtship", "i1"),
        ("courtship_since", "f8"),
        ("progress", "f4"),
        ("attempt", "i1"),
        ("attempt_since", "f8"),
        ("course", "f8"),
        ("height", "f8"),
        ("refused", "i8"),
        ("refused_until", "f8"),
        ("spawned", "u1"),
        ("asleep", "u1"),
        ("errand", "f8", (3,)),
        ("looked", "f4"),
        ("looked_at", "f8"),
        ("bored", "u1"),
        ("strengths", "f4", (4,)),
        ("preferences", "f4", (6,)),
        ("decided", "f8"),
        ("decisions", "i8"),
    ],
    align=True,
)
"""What goes on in one; times [s], ids -1 for nobody.

Mental state (section 7.4): hunger H, libido L, fear F; eaten n^e and when it last ate and mated;
danger: slot of the most dangerous predator, and the fear of it, F^m; fright: of something else, as
it was when that happened (frightened).

Intentions, by their number among the behaviours: what it intends since when, what it intended
before, and how often that changed; stored: the single item of memory, -1 if empty, with its target
(an id, or the number of a thing) and the kind of it, and when what interrupted it was last seen to
go on; resumed: 1 while what it does was taken up again from memory; chosen: what it shall intend
after this decision, and recalled: 1 if that comes from memory; afraid: 1 while it takes evasive
action, and alarmed: when it last was; threatened, accompanied: when it was last about to run into
something, and last perceived a schoolmate; activations: of eating and mating, as they compete;
weary [s]: how long it has done either without success, and resting: 1 while it has given it up;
busy: weary of what it does now.

target: a slot or the number of a thing, NOBODY if none; of which `Kind`; its id, if it has one;
worth: why it won; rival: who came second, and with which worth.

routine: which routine or subroutine acts (`routines.names`); stage, stage_since, tally, partner (an
id), mark [m] and mark_since belong to the routine of the intention, and are 0, -1 or NaN when it
begins; passing: 1 while it swims on past a target that lies within the curve of its turn, and how
often it has (passes).

mate: whom it courts or last did (an id), and its slot; courtship: how far that has come
(`attraction.LOOPING`, ...) and since when; progress: how much of this stage is done; attempt,
attempt_since, course [rad] and height [m]: of the stage. They outlast an interruption, and begin
anew with another mate. refused: whom it does not want until when, as one who has left it or with
whom it has spawned; spawned: 1 in a male who just did, until the world has taken note.

asleep: 1 until it is woken; errand [m]: where it is sent, NaN if nowhere.

looked: for how long it has looked at a visitor, less what it has forgotten of it [s], and when that
was last reckoned; bored: 1 from when it has seen enough until it has forgotten most.

strengths: tau of the four desires (section 7.6), in the order of STRENGTHS; preferences: in that of
DIRECTIONS; decided: when it last did; decisions: how many it has made.
"""

WISH: Final = np.dtype(
    [
        ("heading", "f8"),
        ("climb", "f8"),
        ("speed", "f8"),
        ("brake", "f8"),
        ("backward", "f8"),
        ("turn", "f8"),
        ("mouth", "f8"),
    ],
    align=True,
)
"""What a routine wants: a course, left of the world's x axis [rad], which is steered to until the
next decision; climb [rad], speed and backward [L/s], brake, 0 to 1, as `contracts.commands.FISH`;
turn: a C-turn by so much [rad], 0 for none; mouth: how far it is open, 0 to 1."""

Temper = Any
Brain = Any
Wish = Any
"""Rows of these, as kernels see them: brain.hunger, wish.climb, ..."""


class Scene(NamedTuple):
    """All that a behaviour sees and writes; rows are slots.

    Behaviours read perceived, tempers and brains, and write wishes; of brains they write what
    belongs to routines, and of perceived antenna and boxes.
    """

    seconds: float
    seed: int
    perceived: Perception
    tempers: NDArray[Any]
    brains: NDArray[Any]
    wishes: NDArray[Any]
