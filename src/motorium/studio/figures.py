"""The figures' stage on show: a town, told to pages and programs as joint updates."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from motorium.compiled import Report, watch_compilation
from motorium.studio.audience import Audience
from motorium.studio.beat import Beat, Cost
from motorium.studio.conductor import Show
from motorium.studio.figure_hands import FigureHands
from motorium.studio.figure_pending import Pending, Quick, Watching
from motorium.studio.figure_telling import (
    Rate,
    chosen_message,
    kinds_of,
    roster_message,
)
from motorium.studio.hub import Seat
from motorium.wire.figures import messages, wishes
from motorium.wire.figures.frame import Picture, Tally, picture_of
from motorium.wire.figures.levels import rifle_info, shipped_levels
from motorium.wire.figures.models import MODELS_PATH
from motorium.wire.message import Message
from motorium.world.town.town import Town

__all__ = ["FiguresShow", "Network", "Opening"]


Opening = Callable[[Report], Town]
"""Makes the town, which may take a minute; told whom to report to."""


class Network(Protocol):
    """What hears packets for a town."""

    def attach(self, town: Town) -> None:
        """It is for this town."""

    def listen(self, port: int | None) -> None:
        """Hear a port from now on, 0 for any that is free; None: none. Raises a sentence."""

    def close(self) -> None:
        """Hear nothing any more."""

    @property
    def status(self) -> messages.NetworkStatus | None:
        """None while it hears nothing."""


class FiguresShow(Show):
    """Lets a town live at 60 frames a second.

    opening: makes it, when the first client comes; network: hears packets for it.
    """

    def __init__(
        self,
        opening: Opening,
        audience: Audience,
        report: Report | None = None,
        network: Network | None = None,
    ) -> None:
        super().__init__(audience, report)
        self._opening = opening
        self._network = network
        self._pending = Pending()
        self._watching = Watching()
        self._hands = FigureHands()
        self._tally = Tally()
        self._updates, self._bytes = Rate(), Rate()
        self._playing = True
        self._roster = -1
        self._told_lights: messages.Lights | None = None
        self._cost = Cost()
        self._placed = 0
        self._states: dict[int, str] = {}
        """Of whom states are asked: the posture that was asked for last."""
        self.status: messages.FigureStatus | None = None
        """As it was told last."""

    @property
    def hello(self) -> messages.FiguresHello:
        """What a client must know first."""
        return messages.FiguresHello(
            protocol=messages.FIGURES_PROTOCOL,
            levels=list(shipped_levels()),
            rifle=rifle_info(),
            models=MODELS_PATH,
        )

    def arrive(self, page: object) -> None:
        """A client watches."""
        self._watching.arrive(page)

    def forget(self, page: object) -> None:
        """A client has gone; whom it commanded does what he was asked last, and whom it holds is
        put down."""
        self._watching.leave(page)
        self._pending.forget(page)
        self._hands.leave(page)

    def stop(self) -> None:
        """End the thread and wait for it."""
        super().stop()
        if self._network is not None and not self._thread.is_alive():
            self._network.close()

    def hear(self, text: str, page: object) -> Future[None] | None:
        """Read a client's message. What is said often nobody waits for."""
        message = wishes.parse_figure_wish(text)
        match message:
            case wishes.Look(eyes=eyes):
                self._watching.look(page, tuple(eye.camera() for eye in eyes))
            case wishes.Choose(id=identity):
                self._watching.choose(page, identity)
            case wishes.Anew():
                if isinstance(page, Seat):
                    page.memory = None
            case _ if isinstance(message, Quick) and self.failure is None:
                self._pending.put(page, message)
            case _:
                return self.wish(message, page)
        return None

    # ------------------------------------------------------------ on the thread

    def _prepare(self) -> None:
        self._tell_progress("figures", 0, 1)
        with watch_compilation(self._tell_progress):
            self._town = self._opening(self._tell_building)
            if self._network is not None:
                self._network.attach(self._town)
            self._town.advance()
            picture = self._picture()
            picture.pack_for(picture.fresh_memory())
        self._tell_progress("figures", 1, 1)
        self._tally = Tally()

    def _frames(self) -> None:
        beat = Beat()
        self._audience.message(
            messages.TownShown(
                document=self._town.document.model_dump(mode="json"),
                kinds=kinds_of(self._town),
                most=self._town.population.capacity,
            )
        )
        while not self._stop.is_set():
            changed = self._obey()
            changed |= self._grant_wishes()
            self._town.watch(self._watching.cameras)
            if self._playing:
                self._advance()
            elif changed:
                self._show()
            if beat.must_tell(changed):
                self._tell()
            beat.wait()

    def _advance(self) -> None:
        begun = time.perf_counter()
        self._town.advance()
        self._show()
        self._cost.add(time.perf_counter() - begun)

    def _obey(self) -> bool:
        """What was asked of figures since the last frame; whether clients must be told."""
        asked = self._pending.take()
        for page, message in asked:
            try:
                self._ask(message, page)
            except (ValueError, KeyError) as reason:
                self._audience.message(self.refusal(reason), page)
        self._hands.meet(self._town)
        return bool(asked)

    def _ask(self, message: Quick, page: object) -> None:
        town = self._town
        match message:
            case wishes.AskPosture(id=who, posture=posture):
                self._states.pop(who, None)
                town.ask_posture(who, posture)
            case wishes.AskMotion(id=who, speed=speed, heading=heading, course=course):
                town.ask_motion(who, speed, heading, course)
            case wishes.AskGesture(id=who, gesture=gesture):
                town.ask_gesture(who, gesture)
            case wishes.Aim(id=who, turn=turn, rise=rise, share=share):
                town.ask_aim(who, turn, rise, share)
            case wishes.AskState():
                self._ask_state(message)
            case wishes.LetGo(id=who):
                town.let_go(who)
            case wishes.Carry() | wishes.PutDown():
                self._hands.grant(town, page, message)

    def _ask_state(self, state: wishes.AskState) -> None:
        """Posture and weapon name a node; a velocity is a speed, and a course against the heading
        (Granieri et al., section 2)."""
        town, who = self._town, state.id
        dead = state.posture == "dead"
        posture = "dead" if dead else f"{state.posture} {state.weapon}"
        if self._states.get(who) != posture:
            town.ask_posture(who, posture)
            self._states[who] = posture
        x, y, _ = state.velocity
        speed = 0.0 if dead else math.hypot(x, y)
        course = math.atan2(y, x) - state.heading if speed else 0.0
        town.ask_motion(who, min(speed, wishes.FASTEST), state.heading, course)
        if state.position is not None:
            town.motor.lead(town.slots_of(who), [state.position])

    def _grant(self, message: Message, page: object | None) -> None:
        town = self._town
        match message:
            case wishes.Place(kind=kind, position=position, heading=heading, posture=posture):
                self._placed += 1
                name = message.name or f"{kind} {self._placed}"
                town.place(kind, name, position, heading, posture)
            case wishes.Remove(id=who):
                one = town.describe(who).resident
                if one.source == "network":
                    raise ValueError(
                        f"{one.name} is there as long as packets tell; ask whoever sends them"
                    )
                town.remove(who)
                self._states.pop(who, None)
            case wishes.Detail(value=value):
                town.levels.detail = value
            case wishes.Budget(milliseconds=milliseconds):
                town.budget = milliseconds
            case wishes.Paused(value=value):
                self._playing = not value
            case wishes.Step() if self._playing:
                raise ValueError("the town goes on by itself; hold it first, then step")
            case wishes.Step():
                town.advance()
            case wishes.Listen(port=port) if self._network is not None:
                self._network.listen(port)
            case wishes.Listen():
                raise ValueError("packets are not heard here; `motorium motion --dis PORT` does")
            case _:
                raise ValueError(f"no wish: {message!r}")

    # ------------------------------------------------------------ what is told

    def _picture(self) -> Picture:
        town = self._town
        return picture_of(town.shown, town.frame, town.seconds, town.roster_version, self._tally)

    def _show(self) -> None:
        """Who is there, if clients do not know yet, and how they are."""
        town = self._town
        if self._roster != town.roster_version:
            self._roster = town.roster_version
            self._audience.message(roster_message(town))
        lights = messages.Lights(states=town.lights)
        if self._told_lights != lights:
            self._told_lights = lights
            self._audience.message(lights)
        self._audience.snapshot(self._picture())

    def _tell(self) -> None:
        now = time.perf_counter()
        town = self._town
        shown = town.shown.levels[: town.shown.count].tolist()
        self.status = messages.FigureStatus(
            running=self._playing,
            seconds=town.seconds,
            figures=[shown.count(level) for level in range(len(shipped_levels()))],
            milliseconds=self._cost.seconds * 1e3,
            detail=town.levels.detail,
            budget=town.budget,
            joint_updates=self._updates.at(now, town.motor.joint_updates),
            bytes=self._bytes.at(now, self._tally.bytes),
            clients=len(self._watching),
            network=self._network.status if self._network else None,
        )
        self._audience.message(self.status)
        for page, identity in self._watching.chosen.items():
            try:
                self._audience.message(chosen_message(town, identity), page)
            except KeyError as gone:
                self._watching.choose(page, None)
                self._audience.message(self.refusal(gone), page)
