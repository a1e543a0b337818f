"""Runs a recording again, from its scenario and inputs, and tells whether it comes out the same."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from motorium.bodies.species import texture_file
from motorium.folders import cache_folder, replace_file
from motorium.motors.muscle import MuscleOptions
from motorium.world.changes import InputsError
from motorium.world.inputs import Replay
from motorium.world.recording.digest import world_digest
from motorium.world.recording.layout import OwnSpecies, RecordingError
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import meta_of_scenario
from motorium.world.recording.rows import take_row
from motorium.world.recording.unpacked import States
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["Verdict", "begin_again", "check_rerun", "recorded_scenario", "rerun"]


@dataclass(frozen=True)
class Verdict:
    """same: all came out to the byte; frames: how many did; sentence: what is so."""

    same: bool
    frames: int
    sentence: str


def recorded_scenario(recording: Recording) -> Scenario:
    """What it began with; species' files of its own are put into the cache."""
    data = {**recording.meta.scenario}
    groups = data.get("group", [])
    try:
        own = {name: _put_back(name, files) for name, files in recording.meta.own_species.items()}
        data["group"] = [
            {**one, "species": own.get(one["species"], one["species"])} for one in groups
        ]
        return Scenario.model_validate(data)
    except (ValueError, KeyError, TypeError) as problem:
        reason = str(problem).splitlines()[0]
        raise RecordingError(f"{recording.path}: its scenario cannot be used: {reason}") from None


def begin_again(recording: Recording) -> Replay:
    """A world as it began, that goes on as it was recorded."""
    if recording.meta.repeatable:
        raise RecordingError(f"{recording.path}: cannot be run again: {recording.meta.repeatable}")
    scenario = recorded_scenario(recording)
    try:
        world = World(scenario, MuscleOptions(**recording.meta.options))
    except (ValueError, KeyError, TypeError) as problem:
        raise RecordingError(f"{recording.path}: cannot be run again: {problem}") from None
    return Replay(world, recording.inputs)


def rerun(recording: Recording, frame: int | None = None) -> World:
    """The world at a frame, made anew; without one, at the last that was recorded."""
    again = begin_again(recording)
    last = recording.last_frame
    frame = last if frame is None else frame
    if not 0 <= frame <= last:
        raise RecordingError(f"{recording.path}: frame {frame} was not recorded; 0 to {last} were")
    for _ in range(frame):
        _advance(again, recording)
    return again.world


def check_rerun(recording: Recording, report: Callable[[int, int], None] | None = None) -> Verdict:
    """Run it again, and compare every recorded frame; report: called with rows done, and all."""
    again = begin_again(recording)
    world = again.world
    for index, states in enumerate(recording):
        while world.clock.frame < states.frame:
            _advance(again, recording)
        differing = _difference(world, states)
        if differing:
            sentence = f"at {states.time:.2f} s (frame {states.frame}) {differing}{_why(recording)}"
            return Verdict(False, index, f"{index} frames came out the same, then {sentence}")
        if report:
            report(index + 1, len(recording))
    count = len(recording)
    return Verdict(True, count, f"all {count} frames came out the same, to the byte")


def _advance(again: Replay, recording: Recording) -> None:
    try:
        again.advance()
    except InputsError as problem:
        raise RecordingError(f"{recording.path}: cannot be run again: {problem}") from None


def _difference(world: World, states: States) -> str:
    """In which way a world is not as it was recorded; empty if it is."""
    row = take_row(world, False, [], [])
    now = row.states
    if not np.array_equal(now["id"], states.ids):
        return "other fishes live"
    for name, recorded in (
        ("position", states.positions),
        ("orientation", states.orientations),
        ("velocity", states.velocities),
        ("level", states.levels),
    ):
        found = now[name]
        if found.tobytes() != recorded.tobytes():
            rows = (found != recorded).reshape(len(found), -1).any(axis=1)
            first = int(states.ids[int(np.argmax(rows))])
            return f"{int(rows.sum())} fishes have another {name}, the first is fish {first}"
    if states.submarine is not None and row.submarine != states.submarine:
        return "the submarine is elsewhere"
    if row.boats is not None and states.boats.tobytes() != row.boats.tobytes():
        return "other submarines are elsewhere"
    if states.digest is not None and states.digest != world_digest(world):
        return "bodies or the habitat differ"
    return ""


def _why(recording: Recording) -> str:
    """What has changed since, as far as it is known."""
    then, now = recording.meta, meta_of_scenario(recorded_scenario(recording))
    changed = []
    if then.motorium != now["motorium"]:
        changed.append(f"it was recorded by Motorium {then.motorium}")
    machine = {key: then.hardware.get(key) for key in ("processor", "lanes")}
    if machine != {key: now["hardware"].get(key) for key in machine}:
        changed.append(f"on another machine ({machine['processor']})")
    changed += [
        f"the species {name} has changed"
        for name, source in then.sources.items()
        if now["sources"].get(name) != source
    ]
    return f"; {', '.join(changed)}" if changed else ""


def _put_back(name: str, files: OwnSpecies) -> str:
    """A species' files, in a folder that is named after what they say."""
    stem = name.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".toml")
    said = "\0".join([files.shape, files.calibration, *filter(None, [files.texture])])
    content = sha256(said.encode()).hexdigest()[:16]
    folder = cache_folder() / "recorded-species" / content
    folder.mkdir(parents=True, exist_ok=True)
    shape = folder / f"{stem}.toml"
    replace_file(shape, files.shape.encode())
    replace_file(folder / f"{stem}.calibration.toml", files.calibration.encode())
    if files.texture is not None and (texture := texture_file(shape)) is not None:
        replace_file(texture, b64decode(files.texture, validate=True))
    return str(shape)
