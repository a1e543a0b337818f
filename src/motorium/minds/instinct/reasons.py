"""Reasons: of what each decision was made, one record an individual, to be asked for or recorded.

Nothing is noted while nobody asks: brains hold it all until the next decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.commands import FISH, ActionState, Commands
from motorium.contracts.perception import KINDS, NOBODY, Kind, Perception
from motorium.contracts.population import Ids, Slots
from motorium.minds.instinct.behaviours import known
from motorium.minds.instinct.instinct import Instinct
from motorium.minds.instinct.routines.names import ROUTINES

__all__ = ["REASON", "Reasons", "intention_names", "noted"]

FISHES: Final = (Kind.SCHOOLMATE, Kind.PREDATOR, Kind.PREY, Kind.MATE)
"""Kinds that have ids."""

REASON: Final = np.dtype(
    [
        ("id", "i8"),
        ("decided", "f8"),
        ("since", "f8"),
        ("changes", "i4"),
        ("intention", "i1"),
        ("before", "i1"),
        ("routine", "i1"),
        ("stage", "i1"),
        ("resumed", "u1"),
        ("hunger", "f4"),
        ("libido", "f4"),
        ("fear", "f4"),
        ("acts", "f4"),
        ("flees", "f4"),
        ("panics", "f4"),
        ("activations", "f4", (2,)),
        ("busy", "f4"),
        ("danger", "i8"),
        ("danger_fear", "f4"),
        ("danger_distance", "f4"),
        ("stored", "i1"),
        ("stored_kind", "i1"),
        ("stored_target", "i8"),
        ("target", "i8"),
        ("target_kind", "i1"),
        ("target_distance", "f4"),
        ("worth", "f4"),
        ("rival", "i8"),
        ("rival_worth", "f4"),
        ("partner", "i8"),
        ("light", "f4"),
        ("warmth", "f4"),
        ("light_liking", "i1"),
        ("warmth_liking", "i1"),
        ("sees", "i2", (KINDS,)),
        ("strengths", "f4", (4,)),
        ("preferences", "f4", (6,)),
        ("asked", "f4", (len(FISH.setpoints),)),
        ("turn", "f4"),
        ("mouth", "f4"),
    ]
)
"""What a decision was made of. As in `scene.BRAIN` and `scene.TEMPER`, but that danger, target and
rival are ids where they are fishes, and -1 if there is none; distances [m], NaN if not perceived;
light and warmth: where it is, and whether it likes them, as in `Perception`; sees: how many of each
`Kind`; asked: the setpoints of the motor as they stand, in the order of `commands.FISH`; turn: by
which it makes a C-turn now [rad]; mouth: how far it is open."""

_OF_BRAIN: Final = (
    "decided", "since", "changes", "intention", "before", "routine", "stage", "resumed", "hunger",
    "libido", "fear", "activations", "busy", "danger_fear", "stored", "stored_kind",
    "stored_target", "target_kind", "worth", "rival_worth", "partner", "strengths", "preferences",
)  # fmt: skip


def intention_names() -> tuple[str, ...]:
    """Of all behaviours that are known, by their numbers."""
    return tuple(behaviour.name for behaviour in known())


def noted(
    instinct: Instinct, perceived: Perception, commands: Commands, slots: Slots
) -> NDArray[Any]:
    """Records of REASON, of those in these slots."""
    rows = np.zeros(len(slots), dtype=REASON)
    brains = instinct.brains[slots]
    rows["id"] = perceived.ids[slots]
    for name in _OF_BRAIN:
        rows[name] = brains[name]
    for name in ("acts", "flees", "panics"):
        rows[name] = instinct.tempers[name][slots]
    for name in ("light", "warmth", "light_liking", "warmth_liking"):
        rows[name] = getattr(perceived, name)[slots]
    rows["sees"] = perceived.counts[slots]
    target, kind = brains["target"], brains["target_kind"]
    rows["target"] = np.where(
        np.isin(kind, FISHES) & (target != NOBODY), brains["target_id"], target
    )
    rows["rival"] = _ids(perceived, brains["rival"], np.isin(kind, FISHES))
    rows["danger"] = _ids(perceived, brains["danger"], np.True_)
    far = _distances(perceived, slots, kind, target)
    # What one is about to run into may be nearer than what one attends to.
    felt = np.isnan(far) & (kind == Kind.OBSTACLE) & (perceived.obstacle[slots] == target)
    rows["target_distance"] = np.where(felt, perceived.obstacle_distance[slots], far)
    predators = np.full(len(slots), Kind.PREDATOR)
    rows["danger_distance"] = _distances(perceived, slots, predators, brains["danger"])
    for number, setpoint in enumerate(FISH.setpoints):
        rows["asked"][:, number] = commands[setpoint.name][slots]
    turning = np.isin(commands.action_state[slots], (ActionState.ASKED, ActionState.RUNNING))
    rows["turn"] = np.where(turning, commands.action_value[slots], 0.0)
    rows["mouth"] = commands.mouth[slots]
    return rows


def _ids(perceived: Perception, which: NDArray[Any], fishes: NDArray[np.bool_] | np.bool_) -> Ids:
    # There may be more things than slots.
    slots = np.where((which >= 0) & fishes, which, 0)
    found: Ids = np.where((which >= 0) & fishes, perceived.ids[slots], which)
    return found


def _distances(
    perceived: Perception, slots: Slots, kinds: NDArray[Any], which: NDArray[Any]
) -> NDArray[np.float32]:
    """To what was perceived, when it last was [m]; NaN if it was not."""
    kinds = np.clip(kinds, 0, KINDS - 1)
    places = np.arange(perceived.which.shape[2])
    there = places < perceived.counts[slots, kinds][:, None]
    same = there & (perceived.which[slots, kinds] == which[:, None])
    found = perceived.distances[slots, kinds, same.argmax(axis=1)]
    distances: NDArray[np.float32] = np.where(same.any(axis=1), found, np.float32(np.nan))
    return distances


class Reasons:
    """Why each of many does what he does.

    rows: REASON, one an individual; `reasons["fear"]` is a column of them; intention_names: by
    number, as they were when this was noted.
    """

    def __init__(self, rows: NDArray[Any], names: Sequence[str] | None = None) -> None:
        self.rows = rows
        self.intention_names = tuple(names) if names is not None else intention_names()

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, column: str) -> NDArray[Any]:
        if column not in (REASON.names or ()):
            known_columns = ", ".join(REASON.names or ())
            raise KeyError(f"reasons have no column {column!r}; they have {known_columns}")
        found: NDArray[Any] = self.rows[column]
        return found

    @property
    def ids(self) -> Ids:
        """Whose they are."""
        return self["id"]

    @property
    def intentions(self) -> NDArray[np.str_]:
        """What each intends, by name; empty before the first decision."""
        known_here = np.array([*self.intention_names, ""])
        numbers = self["intention"]
        found: NDArray[np.str_] = known_here[np.where(numbers < len(known_here), numbers, -1)]
        return found

    @property
    def routines(self) -> NDArray[np.str_]:
        """Which routine or subroutine of Tu's acts; empty for what is beyond them."""
        found: NDArray[np.str_] = np.array(ROUTINES)[self["routine"]]
        return found
