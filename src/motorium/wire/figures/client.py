"""A client of the MOTION process, for programs that show or command figures.

    with MotionClient("ws://127.0.0.1:8461/figures") as motion:
        guard = motion.place("soldier", (2.0, 3.0))
        motion.ask_posture(guard, "kneeling deployed")
        motion.wait_until(lambda: "kneeling" in motion.describe(guard).posture)
        motion.figure(guard).positions        # of all segments, in the world [m]

A thread of its own receives; what is asked for here is as new as the last frame that came.
"""

from __future__ import annotations

import itertools
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit, urlunsplit

from pydantic import TypeAdapter, ValidationError
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from motorium.contracts.viewing import Camera
from motorium.wire.figures import messages, wishes
from motorium.wire.figures.frame import FrameHeader, FrameMemory, unpack_frame
from motorium.wire.figures.levels import level_table
from motorium.wire.figures.poses import LevelPoses, poses_of
from motorium.wire.message import Message, WireError
from motorium.wire.messages import Happening, Progress, Refusal
from motorium.wire.wishes import Eye

__all__ = ["MotionClient", "MotionError"]

MOST_BYTES: Final = 2**24
"""Of one message; a roster of thousands is far below it."""
PATIENCE: Final = 180.0
"""For the first frame [s]: motions may have to be built."""
MOST_REFUSALS: Final = 100
"""That are kept."""
_MESSAGE: Final[TypeAdapter[Any]] = TypeAdapter(messages.FigureMessage)
_numbers = itertools.count(1)


class MotionError(RuntimeError):
    """The connection cannot be made, or was lost; the text says why."""


class MotionClient:
    """hello: the levels' skeletons; town, residents by id, lights, status: as they were told last,
    None before; progress: of what takes long before the first frame; header: of the last frame;
    refusals: sentences about what was asked for and refused, the newest last.

    certificate: file (PEM) of a server that has signed its own, for `wss://`.
    """

    def __init__(
        self, address: str, timeout: float = 20.0, certificate: str | Path | None = None
    ) -> None:
        self.town: messages.TownShown | None = None
        self.residents: dict[int, messages.Resident] = {}
        self.lights: list[str] = []
        self.status: messages.FigureStatus | None = None
        self.progress: Progress | None = None
        self._progressed = 0.0
        self.header: FrameHeader | None = None
        self.refusals: list[str] = []
        self._refused = 0
        self._chosen: messages.Chosen | None = None
        self._choice: int | None = None
        self._missing: str | None = None
        """The sentence that nobody has the id that is chosen."""
        self._news = threading.Condition()
        self._lost: str | None = None
        self._open = ExitStack()
        url = _socket_address(address)
        try:
            trust = None if certificate is None else ssl.create_default_context(cafile=certificate)
            self._socket = self._open.enter_context(
                connect(
                    url,
                    ssl=trust,
                    max_size=MOST_BYTES,
                    open_timeout=timeout,
                    close_timeout=0.5,
                    compression=None,
                )
            )
            self.hello = self._greeted(self._socket.recv(timeout))
        except (OSError, TimeoutError, ValueError, WebSocketException) as problem:
            self._open.close()
            raise MotionError(f"no MOTION process answers at {url}: {problem}") from None
        self._memory = FrameMemory(level_table(self.hello.levels))
        self._thread = threading.Thread(target=self._receive, name="motion client", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hear no more."""
        self._open.close()
        self._thread.join(5.0)

    # ------------------------------------------------------------ what is known

    @property
    def bytes_told(self) -> int:
        """Of frames so far."""
        return self._memory.tally.bytes

    @property
    def joint_updates(self) -> int:
        """Of named joints so far."""
        return self._memory.tally.joint_updates

    def figures(self, level: int) -> LevelPoses:
        """Poses of everybody who is shown on a level, by their ids."""
        with self._news:
            return poses_of(self._memory, level)

    def is_shown(self, identity: int) -> bool:
        """Whether a frame has told of somebody."""
        with self._news:
            rows = self._memory.rows
            levels = range(len(self.hello.levels))
            return any(rows.slot(identity, level) is not None for level in levels)

    def figure(self, identity: int) -> LevelPoses:
        """The pose of one, on the level that shows most of it; its arrays have one row."""
        with self._news:
            rows = self._memory.rows
            found = [
                (int(rows.shares[slot]), level, slot)
                for level in range(len(self.hello.levels))
                if (slot := rows.slot(identity, level)) is not None
            ]
            if not found:
                raise KeyError(f"nobody with id {identity} is shown; {len(rows)} rows are")
            _, level, slot = max(found)
            return poses_of(self._memory, level, rows.used[rows.used == slot])

    def describe(self, identity: int, timeout: float = 10.0) -> messages.Chosen:
        """What somebody does, and why; a `WireError` if there is nobody with this id."""
        with self._news:
            if self._choice != identity:
                self._say(wishes.Choose, id=identity)
                self._choice, self._chosen, self._missing = identity, None, None

        def told() -> bool:
            return self._chosen is not None and self._chosen.id == identity

        self.wait_until(lambda: told() or self._missing is not None, timeout)
        with self._news:
            if self._chosen is None or not told():
                self._choice = None
                raise WireError(self._missing or f"another is described, not {identity}")
            return self._chosen

    def wait_until(self, condition: Callable[[], bool], timeout: float = PATIENCE) -> None:
        """Until something told makes it true; checked whenever anything comes. timeout [s]: counted
        anew while it is told how far motions are that take long."""
        begun = time.monotonic()
        with self._news:
            while not condition():
                if self._lost is not None:
                    raise MotionError(self._lost)
                left = max(begun, self._progressed) + timeout - time.monotonic()
                if left <= 0:
                    raise TimeoutError(f"it was not so within {timeout:g} s{self._under_way()}")
                self._news.wait(min(left, 0.5))

    def _under_way(self) -> str:
        """What is going on before the first frame, to be put behind a sentence."""
        if self.header is not None:
            return ""
        if self.progress is None:
            return "; no frame has come yet"
        one = self.progress
        return f"; no frame has come yet, the last news was: {one.label}, {one.done} of {one.total}"

    def wait_for_frame(self, timeout: float = PATIENCE) -> FrameHeader:
        """The next frame."""
        before = self.header
        self.wait_until(lambda: self.header is not None and self.header is not before, timeout)
        assert self.header is not None
        return self.header

    # ------------------------------------------------------------ what is asked

    def send(self, message: wishes.AnyFigureWish) -> None:
        """Any message of the protocol."""
        if self._lost is not None:
            raise MotionError(self._lost)
        self._socket.send(message.model_dump_json())

    def ask_state(
        self,
        identity: int,
        posture: str,
        weapon: str = "deployed",
        velocity: Sequence[float] = (0.0, 0.0, 0.0),
        heading: float = 0.0,
        position: Sequence[float] | None = None,
    ) -> None:
        """The essential state of a soldier (Granieri et al., Fig. 2): posture "standing",
        "kneeling", "prone" or "dead", weapon "deployed" or "firing", velocity [m/s], heading [rad]
        and, where he is to be put, position [m]."""
        self._say(
            wishes.AskState,
            id=identity,
            posture=posture,
            weapon=weapon,
            velocity=tuple(velocity),
            heading=heading,
            position=None if position is None else tuple(position),
        )

    def ask_posture(self, identity: int, posture: str) -> None:
        """Take a fixed posture, and stay in it."""
        self._say(wishes.AskPosture, id=identity, posture=posture)

    def ask_motion(self, identity: int, speed: float, heading: float, course: float = 0.0) -> None:
        """Move at a speed [m/s], facing a heading [rad], in a direction against it [rad]."""
        self._say(wishes.AskMotion, id=identity, speed=speed, heading=heading, course=course)

    def ask_aim(self, identity: int, turn: float, rise: float, share: float = 1.0) -> None:
        """Point the rifle to the left and up [rad]; share 0 lets it be."""
        self._say(wishes.Aim, id=identity, turn=turn, rise=rise, share=share)

    def ask_gesture(self, identity: int, gesture: str) -> None:
        """Play a gesture once."""
        self._say(wishes.AskGesture, id=identity, gesture=gesture)

    def let_go(self, identity: int) -> None:
        """Leave a figure to its own mind again."""
        self._say(wishes.LetGo, id=identity)

    def look(self, *cameras: Camera) -> None:
        """Watch from here: levels are chosen by it; whoever never looks has everybody near."""
        eyes = [Eye(**{**vars(one), "far": min(one.far, 1e5)}) for one in cameras]
        self._say(wishes.Look, eyes=eyes)

    def place(
        self,
        kind: str,
        position: Sequence[float],
        heading: float = 0.0,
        posture: str | None = None,
        name: str | None = None,
        timeout: float = 20.0,
    ) -> int:
        """Somebody new on the ground at x, y [m]; returns his id, as soon as he is shown."""
        called = name or f"{kind} of {id(self):x}-{next(_numbers)}"
        known, refused = set(self.residents), self._refused
        self._say(
            wishes.Place,
            kind=kind,
            position=tuple(position),
            heading=heading,
            posture=posture,
            name=called,
        )

        def mine() -> list[int]:
            return [
                one.id
                for one in self.residents.values()
                if one.name == called.strip() and one.id not in known and self.is_shown(one.id)
            ]

        self.wait_until(lambda: bool(mine()) or self._refused > refused, timeout)
        if not mine():
            raise WireError(self.refusals[-1])
        return mine()[0]

    def remove(self, identity: int) -> None:
        """Take a figure away."""
        self._say(wishes.Remove, id=identity)

    # ------------------------------------------------------------ inside

    def _say(self, of: type[wishes.AnyFigureWish], /, **fields: Any) -> None:
        try:
            message = of(**fields)
        except ValidationError as problem:
            first = problem.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise WireError(f"{where}: {first['msg'].removeprefix('Value error, ')}") from None
        self.send(message)

    def _greeted(self, data: str | bytes) -> messages.FiguresHello:
        hello = _read(data) if isinstance(data, str) else None
        if isinstance(hello, Refusal):
            raise MotionError(hello.message)
        if not isinstance(hello, messages.FiguresHello):
            raise MotionError("it is no MOTION process: it did not introduce its figures")
        return hello

    def _receive(self) -> None:
        try:
            for data in self._socket:
                with self._news:
                    if isinstance(data, bytes):
                        self._take_frame(data)
                    else:
                        self._take(_read(data))
                    self._news.notify_all()
            self._end("the MOTION process has ended the connection")
        except ConnectionClosed as closed:
            reason = closed.rcvd.reason if closed.rcvd else ""
            self._end(f"the connection to the MOTION process was lost{reason and ': '}{reason}")
        except WireError as problem:
            self._end(f"the MOTION process said something unreadable: {problem}")

    def _take_frame(self, data: bytes) -> None:
        was_lost = self._memory.sequence is None
        try:
            self.header = unpack_frame(data, self._memory)
        except WireError:
            # Those that were under way cannot be read either; the next one begins anew.
            if not was_lost:
                self._socket.send(wishes.Anew().model_dump_json())

    def _take(self, message: Message) -> None:
        match message:
            case messages.TownShown():
                self.town = message
            case messages.TownRoster(residents=residents):
                self.residents = {one.id: one for one in residents}
                if self._chosen is not None and self._chosen.id not in self.residents:
                    self._choice = self._chosen = None
            case messages.Lights(states=states):
                self.lights = states
            case messages.FigureStatus():
                self.status = message
            case messages.Chosen():
                self._chosen = message
            case Progress():
                self.progress, self._progressed = message, time.monotonic()
            case Refusal(message=sentence):
                self._refused += 1
                self.refusals = [*self.refusals, sentence][-MOST_REFUSALS:]
                if sentence.startswith(f"nobody has id {self._choice};"):
                    self._missing = sentence
            case Happening():
                pass

    def _end(self, why: str) -> None:
        with self._news:
            self._lost = why
            self._news.notify_all()


def _read(data: str | bytes) -> Message:
    try:
        message: Message = _MESSAGE.validate_json(data)
    except ValidationError as problem:
        raise WireError(
            f"{problem.error_count()} fields are wrong: {problem.errors()[0]['msg']}"
        ) from None
    if isinstance(message, messages.FiguresHello) and message.protocol != messages.FIGURES_PROTOCOL:
        raise WireError(
            f"it speaks version {message.protocol} of the motion protocol, and this program "
            f"version {messages.FIGURES_PROTOCOL}; install the same version of both"
        )
    return message


def _socket_address(address: str) -> str:
    """The address that `motorium motion` prints will do, too."""
    parts = urlsplit(address if "//" in address else f"ws://{address}")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    return urlunsplit((scheme, parts.netloc, parts.path.rstrip("/") or "/figures", parts.query, ""))
