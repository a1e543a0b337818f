"""A fish's reasons in words: one sentence, and what there is to say beyond it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from motorium.contracts.commands import FISH
from motorium.contracts.perception import NOBODY, Kind
from motorium.minds.instinct import behaviours
from motorium.minds.instinct.intentions import BRIGHT, BRIGHT_MARGIN, WARM, WARM_MARGIN
from motorium.minds.instinct.reasons import FISHES
from motorium.minds.instinct.routines import names
from motorium.minds.instinct.routines.escaping import RULES
from motorium.minds.instinct.routines.looking import COMING, GAZING, KEEPING_OFF
from motorium.minds.instinct.routines.schooling import FORMATION, JOINING, LEADING
from motorium.minds.instinct.scene import DIRECTIONS, STRENGTHS
from motorium.minds.sequence import TimedCommand

__all__ = ["Drive", "Reason", "explain", "unasked"]

Called = Callable[[int], str]
"""What people call an individual, by its id: "shark 3"."""

THINGS: Final = {Kind.FOOD: "food", Kind.OBSTACLE: "obstacle", Kind.WEED: "weed"}
SMALL: Final = {"turn_rate": math.radians(1.0), "climb": math.radians(1.0), "roll": 0.02}
"""What is asked for and is less is not worth a word."""
HARD: Final = math.pi / 2.0
"""Who is to steer more in a second turns as fast as it can."""
FAINT: Final = 0.005
"""Of preferences and strengths: less is shown as nothing."""


@dataclass(frozen=True)
class Drive:
    """hunger, libido or fear, 0 to 1; threshold: above which it is acted on."""

    name: str
    value: float
    threshold: float


@dataclass(frozen=True)
class Reason:
    """Why one does what it does. If it has no instinct to ask, there is the sentence only.

    intention, routine and its stage by name, seconds: for how long; in words: memory, target, what
    it sees, and the command; choice: why the target won, if there was a choice; row:
    `reasons.REASON`.
    """

    id: int
    sentence: str
    intention: str = ""
    routine: str = ""
    stage: str = ""
    seconds: float = 0.0
    drives: tuple[Drive, ...] = ()
    memory: str = ""
    target: str = ""
    choice: str = ""
    sees: str = ""
    command: str = ""
    row: Any = None

    @property
    def details(self) -> tuple[str, ...]:
        """All that there is beyond the sentence, line by line."""
        if self.row is None:
            return ()
        drives = [f"{one.name} {_against(one.value, one.threshold)}" for one in self.drives]
        doing = f"{self.intention}{f' by {self.routine}' if self.routine else ''}"
        stage = f" ({self.stage})" if self.stage else ""
        lines = {
            "intention": f"{doing}{stage}, for {self.seconds:.1f} s",
            "drives": ", ".join(drives),
            "competing": _listed(("eat", "mate"), self.row["activations"]),
            "strengths": _listed(STRENGTHS, self.row["strengths"]),
            "memory": self.memory or "empty",
            "sees": self.sees,
            "target": ", ".join(part for part in (self.target or "none", self.choice) if part),
            "preferences": _listed(DIRECTIONS, self.row["preferences"]),
            "command": self.command,
        }
        return tuple(f"{name}: {text}" for name, text in lines.items())


def unasked(identity: int, mind: str) -> Reason:
    """Of somebody who does not live by instinct; mind: what decides for it."""
    doing = {
        "keep-swimming": "keeps swimming: it has no instinct",
        "sequence": "does what its list of commands says: it has no instinct",
        "pilot": "is driven by a person",
        "unrecorded": "gave no reasons: none were recorded",
        "unknown": "has no reasons here: it is driven by a person, or has no instinct",
    }
    return Reason(identity, f"fish {identity} {doing.get(mind, f'is led by {mind}')}")


def explain(
    row: Any,
    seconds: float,
    intentions: Sequence[str],
    called: Called,
    bait: int | None = None,
) -> Reason:
    """The reasons in a record of REASON, at a time [s]; intentions: their names; bait: from which
    number on food is the bait of a fishing line."""
    words = _Words(row, called, bait)
    identity, number = int(row["id"]), int(row["intention"])
    if number < 0:
        return Reason(identity, f"fish {identity} has not decided anything yet")
    name = _named(intentions, number)
    doing = _SENTENCES.get(number)
    sentence = doing(words) if doing else f"does {name!r}{words.at_target(': ')}"
    if row["resumed"]:
        sentence += ", which it had begun before"
    return Reason(
        id=identity,
        sentence=f"fish {identity} {sentence}",
        intention=name,
        routine=names.ROUTINES[row["routine"]],
        stage=_STAGES.get(number, {}).get(int(row["stage"]), ""),
        seconds=seconds - float(row["since"]),
        drives=(
            Drive("hunger", float(row["hunger"]), float(row["acts"])),
            Drive("libido", float(row["libido"]), float(row["acts"])),
            Drive("fear", float(row["fear"]), float(row["flees"])),
        ),
        memory=words.memory(intentions),
        target=words.at_target(),
        choice=words.choice(),
        sees=words.sees(),
        command=words.command(),
        row=row,
    )


class _Words:
    """Parts of sentences about one."""

    def __init__(self, row: Any, called: Called, bait: int | None) -> None:
        self.row = row
        self._called = called
        self._bait = bait

    def who(self, kind: int, which: int) -> str:
        """A fish or a thing by name."""
        if kind == Kind.FOOD and self._bait is not None and which >= self._bait:
            return "the bait"
        return self._called(which) if kind in FISHES else f"{THINGS[Kind(kind)]} {which}"

    def target(self) -> str:
        """Empty if there is none."""
        which = int(self.row["target"])
        return "" if which == NOBODY else self.who(int(self.row["target_kind"]), which)

    def at_target(self, before: str = "") -> str:
        """With the way to it; empty if there is none."""
        target = self.target()
        return target and f"{before}{target}{_away(self.row['target_distance'])}"

    def danger(self) -> str:
        which = int(self.row["danger"])
        if which == NOBODY:
            # Nothing is feared that is not there, but for a fright.
            return "something has frightened it" if self.row["fear"] > 0.0 else ""
        return f"{self._called(which)}{_away(self.row['danger_distance'])}"

    def drive(self, name: str, threshold: str) -> str:
        """What it acts on; what began above a threshold goes on a little below it."""
        value, least = self.row[name], self.row[threshold]
        if value > least:
            return f"{name} {_against(value, least)}"
        return f"{name} {value:.2f}, still near {least:g}"

    def memory(self, intentions: Sequence[str]) -> str:
        stored, which = int(self.row["stored"]), int(self.row["stored_target"])
        if stored < 0:
            return ""
        kept = self.who(int(self.row["stored_kind"]), which) if which >= 0 else ""
        return f"{_named(intentions, stored)}{f', {kept}' if kept else ''}"

    def choice(self) -> str:
        which = int(self.row["rival"])
        if which < 0 or not self.target():
            return ""
        rival = self.who(int(self.row["target_kind"]), which)
        return f"worth {self.row['worth']:.2f} before {rival} with {self.row['rival_worth']:.2f}"

    def sees(self) -> str:
        parts = [
            f"{count} {_of_kind(kind, count)}"
            for kind, count in zip(Kind, self.row["sees"].tolist(), strict=True)
            if count
        ]
        return ", ".join(parts) or "nothing"

    def command(self) -> str:
        asked = dict(zip([one.name for one in FISH.setpoints], self.row["asked"], strict=True))
        rate = asked.pop("turn_rate")
        said = {
            name: float(value)
            for name, value in asked.items()
            if name == "speed" or abs(value) > SMALL.get(name, 0.0)
        }
        turn, mouth = float(self.row["turn"]), float(self.row["mouth"])
        if turn:
            # Until a C-turn is over nothing else turns it.
            rate = 0.0
        if SMALL["turn_rate"] < abs(rate) < HARD:
            said["turn_rate"] = float(rate)
        words = [TimedCommand(0.0, said, turn or None).text]
        if abs(rate) >= HARD:
            words.append(f"steer hard {'left' if rate > 0.0 else 'right'}")
        if mouth > FAINT:
            words.append(f"mouth {mouth:.0%} open")
        return ", ".join(words)


def _avoids(words: _Words) -> str:
    return f"avoids {words.at_target() or 'what was ahead just now'}"


def _flees(words: _Words) -> str:
    danger = words.danger()
    return f"flees: {f'{danger}, ' if danger else ''}{words.drive('fear', 'flees')}"


def _schools(words: _Words) -> str:
    """For fear of somebody who is not too near yet, or because it likes to."""
    row = words.row
    if row["fear"] > row["flees"] and words.danger():
        alone = f"{row['danger_fear']:.2f}"
        of_it = "" if alone == f"{row['fear']:.2f}" else f"of it alone {alone} "
        fear = words.drive("fear", "flees")
        return f"schools: {words.danger()}, {fear} but {of_it}< {row['panics']:g}"
    others = int(row["sees"][Kind.SCHOOLMATE])
    why = [f"{others} of its kind in sight" if others else "its kind was in sight just now"]
    if row["hunger"] > row["acts"]:
        why.append(f"{words.drive('hunger', 'acts')} but no food")
    return f"schools: {', '.join(why)}"


def _eats(words: _Words) -> str:
    row, hunger = words.row, words.drive("hunger", "acts")
    target = words.at_target()
    if not target:
        return f"looks for food: {hunger}"
    hunts = row["target_kind"] in FISHES
    if row["routine"] == names.SUCKING_IN:
        return f"sucks in {target}: {hunger}"
    return f"{'hunts' if hunts else 'eats'}: {target}, {hunger}"


def _mates(words: _Words) -> str:
    row, libido = words.row, words.drive("libido", "acts")
    target = words.at_target()
    if row["routine"] == names.LEAVING:
        return f"turns away from whom it courted: {libido}"
    if not target:
        return f"looks for a mate: {libido}"
    stage = names.ROUTINES[row["routine"]]
    shown = f", {stage}" if stage in ("looping", "circling", "ascending", "nuzzling") else ""
    return f"courts{shown}: {target}, {libido}"


def _leaves(words: _Words) -> str:
    row, why = words.row, []
    if row["light_liking"] * (row["light"] - BRIGHT) < BRIGHT_MARGIN * abs(row["light_liking"]):
        bright = "too dark" if row["light_liking"] > 0 else "too bright"
        why.append(f"{bright}, light {_against(row['light'], BRIGHT)}")
    if row["warmth_liking"] * (row["warmth"] - WARM) < WARM_MARGIN * abs(row["warmth_liking"]):
        warm = "too cold" if row["warmth_liking"] > 0 else "too warm"
        why.append(f"{warm}, {row['warmth']:.1f} °C")
    return f"leaves: {' and '.join(why) or 'it did not like it here'}"


def _wanders(words: _Words) -> str:
    row = words.row
    wants = [name for name in ("hunger", "libido") if row[name] > row["acts"]]
    if wants:
        return f"wanders: {words.drive(wants[0], 'acts')}, but it is tired of that"
    return f"wanders: hunger {row['hunger']:.2f}, libido {row['libido']:.2f} < {row['acts']:g}"


def _looks(words: _Words) -> str:
    target = words.at_target() or "what was there just now"
    if words.row["stage"] == KEEPING_OFF:
        return f"keeps away from {target}, which is fast"
    return f"{'looks at' if words.row['stage'] == GAZING else 'comes to look at'} {target}"


_SENTENCES: Final[dict[int, Callable[[_Words], str]]] = {
    behaviours.AVOID: _avoids,
    behaviours.ESCAPE: _flees,
    behaviours.SCHOOL: _schools,
    behaviours.EAT: _eats,
    behaviours.MATE: _mates,
    behaviours.LEAVE: _leaves,
    behaviours.WANDER: _wanders,
    behaviours.LOOK: _looks,
}


_STAGES: Final[dict[int, dict[int, str]]] = {
    behaviours.ESCAPE: dict(enumerate(RULES)),
    behaviours.SCHOOL: {JOINING: "joining", FORMATION: "in formation", LEADING: "leading"},
    behaviours.LOOK: {COMING: "coming", GAZING: "gazing", KEEPING_OFF: "keeping off"},
}
"""What the numbers of stages mean; those of courtship are subroutines."""


def _named(intentions: Sequence[str], number: int) -> str:
    """One that was made known while a recording ran has a number only."""
    return intentions[number] if number < len(intentions) else f"behaviour {number}"


def _against(value: float, threshold: float) -> str:
    """As it compares: 0.41 > 0.3."""
    return f"{value:.2f} {'>' if value > threshold else '<'} {threshold:g}"


def _away(metres: float) -> str:
    if math.isnan(metres):
        return ""
    digits = 2 if metres < 1.0 else 1 if metres < 10.0 else 0
    return f" at {metres:.{digits}f} m"


def _listed(words: Sequence[str], values: Any) -> str:
    shown = [
        f"{word} {value:.2f}"
        for word, value in zip(words, values, strict=True)
        if abs(value) > FAINT
    ]
    return ", ".join(shown) or "none"


def _of_kind(kind: Kind, count: int) -> str:
    word = kind.name.lower()
    return word if count == 1 or kind in (Kind.FOOD, Kind.PREY, Kind.WEED) else f"{word}s"
