"""The stage on which people make fishes of photographs: a desk for each page."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from motorium.bodies.species import known_species, load_species
from motorium.compiled import Report
from motorium.folders import species_folder
from motorium.studio.audience import Audience
from motorium.studio.beat import Beat
from motorium.studio.conductor import Show
from motorium.studio.texture_desk import Desk
from motorium.wire import texturing
from motorium.wire.message import Message, WireError

__all__ = ["Photograph", "PutIntoOcean", "TextureShow"]

TICK: Final = 1 / 30
"""From one picture of a mesh to the next [s]."""
MOST_PHOTOS: Final = 12
"""That are worked on at once: each takes some 50 MB."""

PutIntoOcean = Callable[[Path, str, int], Future[None]]
"""Lets so many fishes of a species, by its file, come into the ocean, among those who live as its
template does; ends when they are there."""


class Photograph(Message):
    """A page's photograph: the bytes of its file."""

    data: bytes


class TextureShow(Show):
    """One thread works at all desks. folder: where species are written; left out, the user's own.

    Limitation: while a photograph is read, a second or two, the meshes of other pages stand still.
    """

    def __init__(
        self,
        audience: Audience,
        report: Report | None = None,
        put_into_ocean: PutIntoOcean | None = None,
        folder: Path | None = None,
    ) -> None:
        super().__init__(audience, report)
        self._put_into_ocean = put_into_ocean
        self._folder = folder
        self._desks: dict[object, Desk] = {}
        self._gone: SimpleQueue[object] = SimpleQueue()
        self._hand = threading.Lock()
        self._drags: dict[object, texturing.Drag] = {}
        self._shifts: dict[object, tuple[float, float]] = {}
        self._hello: texturing.FishMaker | None = None

    @property
    def hello(self) -> texturing.FishMaker:
        """What a page must know first."""
        if self._hello is None:
            templates = [
                texturing.Template(name=name, label=load_species(name).label)
                for name in known_species()
            ]
            self._hello = texturing.FishMaker(
                protocol=texturing.TEXTURE_PROTOCOL,
                templates=templates,
                ocean=self._put_into_ocean is not None,
            )
        return self._hello

    def arrive(self, page: object) -> None:
        """A page comes; it has a desk as soon as it brings a photograph."""

    def forget(self, page: object) -> None:
        """A page has gone, and its photograph with it."""
        self._gone.put(page)

    def hear(self, text: str, page: object) -> Future[None] | None:
        """Read a page's message. Hands are heard often, so nobody waits for them: of drags only
        the newest counts, shifts add up."""
        message = texturing.parse_texture_wish(text)
        if self.failure is not None or not isinstance(message, texturing.Drag | texturing.Shift):
            return self.wish(message, page)
        with self._hand:
            if isinstance(message, texturing.Drag):
                self._drags[page] = message
            else:
                x, y = self._shifts.get(page, (0.0, 0.0))
                self._shifts[page] = (x + message.x, y + message.y)
        return None

    def hear_bytes(self, data: bytes, page: object) -> Future[None]:
        """A photograph."""
        if len(data) > texturing.MAX_PHOTO_BYTES:
            raise WireError(
                f"the photograph has {len(data) / 2**20:.1f} MB; at most "
                f"{texturing.MAX_PHOTO_BYTES / 2**20:.0f} are read"
            )
        return self.wish(Photograph(data=data), page)

    # ------------------------------------------------------------ on the thread

    def _prepare(self) -> None:
        """Nothing takes long before the first photograph."""

    def _frames(self) -> None:
        beat = Beat(frame_seconds=TICK)
        while not self._stop.is_set():
            self._work()
            beat.wait()

    def _work(self) -> None:
        """One picture of all desks."""
        # Asked first, for whoever has gone by now may have left wishes.
        gone = [self._gone.get() for _ in range(self._gone.qsize())]
        self._obey_hands()
        self._grant_wishes()
        for page in gone:
            self._desks.pop(page, None)
        for page, desk in self._desks.items():
            desk.tick()
            if desk.mesh_is_news:
                self._audience.message(desk.shown_mesh(), page)
            if desk.cut_is_news:
                # A mesh that is pulled to pieces cuts out nothing: then the last cut stays.
                with suppress(ValueError):
                    self._audience.message(desk.shown_cut(), page)

    def _obey_hands(self) -> None:
        with self._hand:
            drags, self._drags = self._drags, {}
            shifts, self._shifts = self._shifts, {}
        for page in drags.keys() | shifts.keys():
            try:
                desk = self._desk(page)
                if page in shifts:
                    desk.shift(*shifts[page])
                if page in drags:
                    drag = drags[page]
                    desk.drag((drag.row, drag.column), (drag.x, drag.y))
            except ValueError as reason:
                self._audience.message(self.refusal(reason), page)

    def _grant(self, message: Message, page: object | None) -> None:
        match message:
            case Photograph(data=data):
                self._open(data, page)
            case texturing.Release():
                self._desk(page).release()
            case texturing.HoldNode(row=row, column=column, on=on):
                self._desk(page).anchor((row, column), on)
            case texturing.Relax(on=on):
                self._desk(page).relax(on)
            case texturing.Regular():
                self._desk(page).regular()
            case texturing.Find():
                self._desk(page).find()
            case texturing.Flip():
                self._desk(page).flip()
            case texturing.Finish():
                self._finish(message, page)
            case _:
                raise ValueError(f"no wish: {message!r}")

    def _desk(self, page: object | None) -> Desk:
        desk = self._desks.get(page)
        if desk is None:
            raise ValueError("there is no photograph yet; open one first")
        return desk

    def _open(self, data: bytes, page: object | None) -> None:
        if page not in self._desks and len(self._desks) >= MOST_PHOTOS:
            raise ValueError(
                f"{MOST_PHOTOS} photographs are worked on already; close one of those pages first"
            )
        desk = Desk(data)
        self._desks[page] = desk
        self._audience.message(desk.shown_photo(), page)

    def _finish(self, wish: texturing.Finish, page: object | None) -> None:
        if wish.template not in known_species():
            known = ", ".join(known_species())
            raise ValueError(f"no species is called {wish.template!r}; known are {known}")
        if wish.count and self._put_into_ocean is None:
            raise ValueError("there is no ocean here to put fishes into; ask for none")
        folder = self._folder or species_folder()
        path = self._desk(page).write(folder, wish.name, wish.label, wish.template)
        made = texturing.FishMade(
            name=wish.name,
            label=wish.label,
            path=str(path),
            usage=f'In a scenario of your own: [[group]], species = "{path}", count = 5.',
            swimming=wish.count,
        )
        if not wish.count or self._put_into_ocean is None:
            self._audience.message(made, page)
            return

        def put(done: Future[None]) -> None:
            problem = done.exception()
            if problem is not None:
                self._audience.message(self.refusal(problem), page)
            told = made if problem is None else made.model_copy(update={"swimming": 0})
            self._audience.message(told, page)

        self._put_into_ocean(path, wish.template, wish.count).add_done_callback(put)
