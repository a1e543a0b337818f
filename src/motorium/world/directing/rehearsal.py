"""Rehearsal: trial runs that find out when actors must be released to be in time.

As Tu (1999, section 11.6.1) suggests: run a trial to learn when it happens, and begin the others
about then. A trial is the world itself, played ahead on the same motors from the same seed: as it
goes in the last one, so it goes in the performance, until somebody interferes.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from motorium.motors.repertoire import RepertoireMotor
from motorium.world.directing.cues import Cue
from motorium.world.scenario import AUTOMATIC, Scenario

__all__ = ["TRIALS", "Trial", "rehearse", "releases"]

# Ours.
TRIALS: Final = 8
"""At most so many; two or three mostly do."""
PUNCTUAL: Final = 1.0
"""Who is off by less is in time [s]."""
OVERTIME: Final = 20.0
"""How long after the last appointment a trial goes on [s]: who is later counts as absent."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Trial:
    """released: when each group that has an appointment came into the world [s]; late: by how much
    it was late for it [s], infinite if what was asked for never happened; both by its name, in the
    order of the cues."""

    released: Mapping[str, float]
    late: Mapping[str, float]

    @property
    def off(self) -> float:
        """By how much they all are off [s], where absent is worse than late."""
        return sum(min(abs(late), 2.0 * OVERTIME) for late in self.late.values())

    @property
    def tardy(self) -> list[str]:
        """Who was not in time."""
        return [who for who, late in self.late.items() if abs(late) >= PUNCTUAL]


def releases(scenario: Scenario) -> Mapping[str, float]:
    """When each group with an appointment comes into the world [s], by name, and who comes with
    it."""
    if not scenario.appointments:
        return {}
    trials = rehearse(scenario)
    best = min(trials, key=lambda trial: trial.off)
    for cue in scenario.appointments:
        if math.isinf(best.late[cue.who]):
            never = "%s never %s about %g s, in %d trials; it comes at %.1f s all the same"
            when = best.released[cue.who]
            _log.warning(never, cue.who, cue.event, cue.at, len(trials), when)
    return {name: best.released[cue.who] for cue in scenario.appointments for name in cue.released}


def rehearse(scenario: Scenario) -> tuple[Trial, ...]:
    """All trials, in their order; they are remembered."""
    return _rehearsed(_playable(scenario).model_dump_json(exclude_unset=True))


@lru_cache(maxsize=64)
def _rehearsed(text: str) -> tuple[Trial, ...]:
    scenario = Scenario.model_validate_json(text)
    # In the first they all come when it should happen already: so each tells how long it takes.
    released = {cue.who: cue.at for cue in scenario.appointments}
    trials: list[Trial] = []
    while len(trials) < TRIALS:
        _log.info("rehearsing: trial %d of at most %d", len(trials) + 1, TRIALS)
        trial = Trial(released, _late(scenario, released))
        trials.append(trial)
        # Then one after the other: who comes later in the cues may depend on those before him.
        moved = trial.tardy if len(trials) == 1 else trial.tardy[:1]
        released = released | {who: _corrected(who, trials) for who in moved}
        if released == trial.released:
            break
    return tuple(trials)


def _corrected(who: str, trials: Sequence[Trial]) -> float:
    """When to release a group next [s]: earlier by what it was late, and if it never came, half as
    late; but half-way, where that would be beyond a time at which it was off to the other side."""
    released, late = trials[-1].released[who], trials[-1].late[who]
    wanted = 0.5 * released if math.isinf(late) else max(0.0, released - late)
    for before in reversed(trials[:-1]):
        other = before.released[who]
        if other != released:
            beyond = not min(released, other) < wanted < max(released, other)
            return 0.5 * (released + other) if before.late[who] * late < 0.0 and beyond else wanted
    return wanted


def _playable(scenario: Scenario) -> Scenario:
    """What of it comes out the same every time: a budget would make levels depend on the hour."""
    left: dict[str, Any] = {"expect": [], "camera": []}
    if scenario.world.budget is None:
        return scenario.model_copy(update=left)
    groups = [
        group.model_copy(update={"motor": RepertoireMotor.name})
        if group.motor == AUTOMATIC
        else group
        for group in scenario.group
    ]
    world = scenario.world.model_copy(update={"budget": None})
    return scenario.model_copy(update={**left, "world": world, "group": groups})


def _late(scenario: Scenario, released: Mapping[str, float]) -> dict[str, float]:
    """By how much each is late [s], in a world in which they come then."""
    # A world rehearses, and a rehearsal is played in a world.
    from motorium.world.world import World

    cues: dict[str, Cue] = {cue.who: cue for cue in scenario.appointments}
    late = dict.fromkeys(cues, math.inf)
    came = {name: released[who] for who, cue in cues.items() for name in cue.released}
    world = World(scenario, releases=came)
    seen = 0
    latest = max(cue.at for cue in cues.values())
    while world.clock.seconds < latest + OVERTIME:
        world.advance()
        fresh, seen = world.events.since(seen), world.events.total
        for event in fresh:
            name = world.group_of(event.subject)
            if name in cues and cues[name].event == event.kind:
                # Of what happens several times, the nearest counts.
                late[name] = min(late[name], event.t - cues[name].at, key=abs)
        if world.clock.seconds > latest and not any(map(math.isinf, late.values())):
            break
    return late
