"""What of a scenario's play does not go with its groups and its sea."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Final

from motorium.contracts.events import known_events
from motorium.problems import Wrong, did_you_mean, shown
from motorium.world.directing.cues import FEWEST, OF_SCHOOLS, Cue
from motorium.world.habitat.settings import Place

if TYPE_CHECKING:
    from motorium.world.scenario import Scenario

__all__ = ["cue_wrongs"]

LONGEST: Final = 600.0
"""How late an appointment may be [s]."""

At = tuple[str | int, ...]


def cue_wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """All of it, each at its key."""
    seen: set[str | None] = set()
    for index, group in enumerate(scenario.group):
        if group.name is not None and group.name in seen:
            yield Wrong(("group", index, "name"), "is another group's already", given=group.name)
        seen.add(group.name)
    released = {group.name for group in scenario.group if group.enters > 0.0}
    for index, cue in enumerate(scenario.cue):
        at = ("cue", index)
        yield from _cast(scenario, cue, at)
        if released & set(cue.released):
            (*_, twice) = sorted(name for name in cue.released if name in released)
            already = f"{twice} is released already: by an earlier cue, or by its own `enters`"
            yield Wrong((*at, "event"), already, ("enters", "along"))
        released |= set(cue.released)
        if cue.place is not None:
            yield from _nowhere(scenario, cue.place, (*at, "place"))
        for number, place in enumerate(cue.lead or ()):
            yield from _nowhere(scenario, place, (*at, "lead", number))
    for index, expected in enumerate(scenario.expect):
        at = ("expect", index)
        if expected.who is not None:
            yield from _unnamed(scenario, expected.who, (*at, "who"))
        if expected.event is not None:
            yield from _unheard_of(expected.event, (*at, "event"))
    yield from _askew(scenario)


def _cast(scenario: Scenario, cue: Cue, at: At) -> Iterator[Wrong]:
    """Whom a cue calls who is not there, or would not hear it."""
    yield from _unnamed(scenario, cue.who, (*at, "who"))
    for number, name in enumerate(cue.along):
        yield from _unnamed(scenario, name, (*at, "along", number))
    for group in scenario.group:
        if group.name != cue.who:
            continue
        if group.mind != "instinct":
            deaf = f'has the mind "{group.mind}"; cues are for "instinct"'
            yield Wrong((*at, "who"), deaf, ("mind",))
        yield from _impossible(scenario, cue, group.count, at)


def _impossible(scenario: Scenario, cue: Cue, count: int, at: At) -> Iterator[Wrong]:
    """What shall happen and cannot."""
    if cue.event is None:
        return
    if cue.at > LONGEST:
        late = (
            f"must be at most {LONGEST:g} s with an event: trials are played so far, several times"
        )
        yield Wrong((*at, "at"), late, ("event",), cue.at)
    if cue.event in OF_SCHOOLS and count < FEWEST:
        few = f'cannot be "{cue.event}": {count} are no school, which has at least {FEWEST}'
        yield Wrong((*at, "event"), few, ("count",))
    if cue.event == "looked" and scenario.submarine is None:
        yield Wrong((*at, "event"), 'cannot be "looked": there is no [submarine]', ("submarine",))
    for number, name in enumerate(cue.along):
        if name == cue.who or name in cue.along[:number]:
            yield Wrong((*at, "along", number), "is named already", ("who",), name)


def _unnamed(scenario: Scenario, name: str, at: At) -> Iterator[Wrong]:
    names = [group.name for group in scenario.group if group.name is not None]
    if name not in names:
        known = ", ".join(dict.fromkeys(names)) or "none; give [[group]] a name"
        wrong = f"must name a group, not {shown(name)}; named are {known}"
        yield Wrong(at, f"{wrong}{did_you_mean(name, names)}", ("name",))


def _unheard_of(kind: str, at: At) -> Iterator[Wrong]:
    if kind not in known_events():
        # All that a world can tell of is known once it is imported.
        import_module("motorium.world.world")
    known = sorted(known_events())
    if kind not in known:
        one_of = f"must be one of {', '.join(known)}, not {shown(kind)}"
        yield Wrong(at, f"{one_of}{did_you_mean(kind, known)}")


def _nowhere(scenario: Scenario, place: Place, at: At) -> Iterator[Wrong]:
    """A place to which nobody can go."""
    yield from scenario.world.out_of_sight(place, at)
    if scenario.habitat is not None:
        yield from scenario.habitat.out_of_water(place, at)


def _askew(scenario: Scenario) -> Iterator[Wrong]:
    """Keys of the camera that are out of order, or follow nobody."""
    for index, key in enumerate(scenario.camera):
        if key.follow is not None:
            yield from _unnamed(scenario, key.follow, ("camera", index, "follow"))
        if index and key.at <= scenario.camera[index - 1].at:
            later = f"must be after that of the key above it, {scenario.camera[index - 1].at:g}"
            yield Wrong(("camera", index, "at"), later, given=key.at)
