"""The puppet stage on show: its frames, and what pages wish."""

from __future__ import annotations

import re
import threading
import time
import tomllib
from concurrent.futures import Future
from typing import Final

from motorium.bodies.puppet.document import PuppetDocument, PuppetSettings
from motorium.bodies.puppet.files import (
    load_puppet,
    puppet_text,
    shipped_puppets,
    shipped_text,
)
from motorium.compiled import Report, watch_compilation
from motorium.physics.rods.stepping import SCHEMES
from motorium.studio.audience import Audience
from motorium.studio.beat import Beat, Cost
from motorium.studio.conductor import Show
from motorium.studio.puppet_company import Company
from motorium.studio.puppet_pending import Pending, Quick
from motorium.wire import messages, puppetry
from motorium.wire.message import Message
from motorium.wire.puppet_frame import pack_puppet_frame
from motorium.world.theatre.building import BuildError, from_tables, from_text
from motorium.world.theatre.theatre import Theatre

__all__ = ["PuppetShow"]

MOST_PROBLEMS: Final = 40
"""That one refusal tells; nobody reads more at once."""


class PuppetShow(Show):
    """Plays a puppet at 60 frames a second; of the person, if no document is given."""

    def __init__(
        self,
        document: PuppetDocument | None,
        audience: Audience,
        report: Report | None = None,
    ) -> None:
        super().__init__(audience, report)
        self._document = document
        self._hello: puppetry.TheatreHello | None = None
        self._company = Company()
        self._pending = Pending()
        self._told = 0
        self._cost = Cost()

    @property
    def hello(self) -> puppetry.TheatreHello:
        """What a page must know first."""
        if self._hello is None:
            puppets = [_shipped(name) for name in shipped_puppets()]
            self._hello = puppetry.TheatreHello(protocol=puppetry.PUPPET_PROTOCOL, puppets=puppets)
        return self._hello

    def arrive(self, page: object) -> None:
        """A page watches."""
        self._company.arrive(page)

    def forget(self, page: object) -> None:
        """A page has gone: its hands let go."""
        self._company.forget(page)

    def hear(self, text: str, page: object) -> Future[None] | None:
        """Read a page's message. Hands and dials are heard often, so nobody waits for them."""
        message = puppetry.parse_puppet_wish(text)
        if isinstance(message, Quick) and self.failure is None:
            self._pending.put(page, message)
            return None
        return self.wish(message, page)

    def refusal(self, reason: BaseException) -> puppetry.PuppetRefusal:
        """What is told to a page; of a document, all that is wrong with it."""
        problems = reason.problems[:MOST_PROBLEMS] if isinstance(reason, BuildError) else []
        return puppetry.PuppetRefusal(
            message=super().refusal(reason).message,
            problems=[puppetry.Problem(where=one.where, sentence=one.sentence) for one in problems],
        )

    # ------------------------------------------------------------ on the thread

    def _prepare(self) -> None:
        self._tell_progress("puppets", 0, 1)
        with watch_compilation(self._tell_progress):
            self._theatre = Theatre(self._document or load_puppet())
            self._theatre.poise()
            _warm(self._theatre.document, self._theatre.document.stage.scheme)
        self._tell_progress("puppets", 1, 1)
        # Meanwhile the others are compiled, so that the play does not stop when one is chosen.
        others = threading.Thread(target=_warm_all, args=[self._theatre.document], daemon=True)
        others.start()

    def _frames(self) -> None:
        beat = Beat()
        self._show()
        while not self._stop.is_set():
            # Asked first, for whoever has gone by now may have left wishes.
            company = len(self._company.pages)
            gone = self._company.meet()
            # And these before wishes, for a page says nothing more until its wish is granted.
            changed = self._obey_hands()
            changed |= self._grant_wishes()
            for page in gone:
                self._pending.forget(page)
                self._company.leave(page, self._theatre)
                changed = True
            changed |= company != len(self._company.pages)
            self._advance()
            changed |= self._tell_sentences()
            if beat.must_tell(changed):
                self._audience.message(self._playing())
            if changed or self._theatre.playing:
                self._show()
            beat.wait()

    def _advance(self) -> None:
        begun = time.perf_counter()
        self._theatre.advance()
        took = time.perf_counter() - begun
        if self._theatre.playing:
            self._cost.add(took)

    def _obey_hands(self) -> bool:
        """What hands and dials did since the last frame; whether pages must be told."""
        changed = False
        for page, message in self._pending.take():
            try:
                match message:
                    case puppetry.Grab(point=point, place=place):
                        self._theatre.grab(point, place, page)
                    case puppetry.LetGo(point=point, velocity=velocity):
                        self._theatre.let_go(point, page, velocity)
                    case puppetry.Carry(grips=grips):
                        for grip in grips:
                            self._theatre.carry(grip.point, grip.place, page)
                    case puppetry.SetStage():
                        self._theatre.set_stage(**message.said)
                changed |= not isinstance(message, puppetry.Carry)
            except ValueError as reason:
                self._audience.message(self.refusal(reason), page)
        return changed

    def _grant(self, message: Message, page: object | None) -> None:
        sentence = self._carry_out(message, page)
        if sentence:
            for other in self._company.pages - {page}:
                self._audience.message(self._happening(sentence), other)

    def _carry_out(self, message: Message, page: object | None) -> str:
        """Returns what the other pages are to know of it, if anything."""
        theatre = self._theatre
        match message:
            case puppetry.Build(document=document):
                theatre.build(from_tables(document))
            case puppetry.Open(name=name):
                # Its text, for a name could be the path of a file.
                theatre.build(from_text(shipped_text(name)))
                theatre.poise()
            case puppetry.Load(text=text):
                theatre.build(from_text(text))
                theatre.poise()
            case puppetry.Save():
                text = puppet_text(theatre.document)
                saved = puppetry.Saved(text=text, filename=_filename(theatre.puppet.title))
                self._audience.message(saved, page)
            case puppetry.Undo():
                theatre.undo()
            case puppetry.Redo():
                theatre.redo()
            case puppetry.Play():
                self._company.play(message, page, theatre)
            case puppetry.Step():
                self._company.step(page, theatre)
            case puppetry.Rest():
                theatre.poise()
            case puppetry.RecordTake(on=on):
                return self._company.record(on, page, theatre)
            case puppetry.LoopTake(on=on):
                theatre.loop(on)
            case _:
                raise ValueError(f"no wish: {message!r}")
        return self._company.sentence(message, theatre)

    # ------------------------------------------------------------ what is told

    def _show(self) -> None:
        """Who it is, if pages do not know yet, and how it is."""
        theatre = self._theatre
        if self._told != theatre.revision:
            self._told = theatre.revision
            self._audience.message(_shown(theatre))
        self._audience.snapshot(
            pack_puppet_frame(
                theatre.revision, theatre.tick, theatre.seconds, theatre.positions, theatre.skin
            )
        )

    def _tell_sentences(self) -> bool:
        told = self._theatre.told
        for sentence in told:
            self._audience.message(self._happening(sentence))
        changed = bool(told)
        told.clear()
        return changed

    def _happening(self, sentence: str) -> messages.Happening:
        return messages.Happening(time=self._theatre.seconds, kind="puppet", text=sentence)

    def _playing(self) -> puppetry.Playing:
        theatre = self._theatre
        return puppetry.Playing(
            playing=theatre.playing,
            poised=theatre.poised,
            recording=theatre.recording,
            looping=theatre.looping,
            seconds=theatre.seconds,
            iterations=theatre.iterations,
            deviation=theatre.deviation,
            microseconds=self._cost.seconds * 1e6,
            held=theatre.held,
            pages=len(self._company.pages),
        )


def _shipped(name: str) -> puppetry.Shipped:
    # Only this table: to check a whole file takes longer than a page that comes should wait.
    about = PuppetSettings.model_validate(tomllib.loads(shipped_text(name))["puppet"])
    return puppetry.Shipped(name=name, title=about.title, dimensions=about.dimensions)


def _shown(theatre: Theatre) -> puppetry.ShownPuppet:
    parts = [
        puppetry.ShownPart(
            name=part.name,
            color=part.color,
            first=span.start,
            count=span.stop - span.start,
            faces=[(a, b, c) for a, b, c in part.faces.tolist()],
        )
        for part, span in zip(theatre.puppet.parts, theatre.spans, strict=True)
    ]
    return puppetry.ShownPuppet(
        revision=theatre.revision,
        document=theatre.document.model_dump(mode="json"),
        undoable=theatre.undoable,
        redoable=theatre.redoable,
        parts=parts,
    )


def _warm_all(document: PuppetDocument) -> None:
    for scheme in SCHEMES:
        _warm(document, scheme)


def _warm(document: PuppetDocument, scheme: str) -> None:
    theatre = Theatre(document)
    theatre.set_stage(scheme=scheme)
    theatre.advance()


def _filename(title: str) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return f"{name[:60] or 'puppet'}.toml"
