"""The pages around one puppet: what one does to all of them, and what is put right when it goes."""

from __future__ import annotations

from motorium.studio.attendance import Attendance
from motorium.wire import puppetry
from motorium.wire.message import Message
from motorium.world.theatre.theatre import Theatre

__all__ = ["Company"]


class Company(Attendance):
    """Whoever holds the stage, draws or records on it, does so while there:
    else the others would find it standing, or recording, and nobody to ask. Of several who hold it
    or draw, each does so for itself: it plays on when the last of them has gone or ended."""

    def __init__(self) -> None:
        super().__init__()
        self._holding: set[object] = set()
        self._drawing: set[object] = set()
        self._records: object | None = None

    def refuse_hold(self, page: object | None, theatre: Theatre) -> None:
        """Nobody holds a stage on which another page records."""
        if theatre.recording and self._records is not page:
            raise ValueError("another page records: it can be held when that has ended")

    def play(self, wish: puppetry.Play, page: object | None, theatre: Theatre) -> None:
        """Hold the stage or let it go on. Who has drawn ends only that; who says so without having
        drawn lets it go on whoever held it."""
        if not wish.value:
            self.refuse_hold(page, theatre)
            if wish.drawing and not (theatre.playing or self._drawing or self._holding):
                # It stood by itself, and shall when the drawing has ended.
                self._holding.add(page)
            (self._drawing if wish.drawing else self._holding).add(page)
        elif wish.drawing:
            self._drawing.discard(page)
        else:
            self._holding.clear()
            self._drawing.clear()
        theatre.playing, theatre.poised = not (self._holding or self._drawing), False

    def step(self, page: object | None, theatre: Theatre) -> None:
        """One frame further, and hold it there."""
        self.refuse_hold(page, theatre)
        theatre.step()
        self._holding.add(page)

    def record(self, on: bool, page: object | None, theatre: Theatre) -> str:
        """Begin a recording or end it; what the others are to know of it, nothing if it is as it
        was: nobody takes over what another page records."""
        if on == theatre.recording:
            return ""
        theatre.record(on)
        self._records = page if on else None
        return f"another page has {'begun' if on else 'ended'} a recording"

    def sentence(self, wish: Message, theatre: Theatre) -> str:
        """A page's wish has been granted: what the others are to know of it, if anything."""
        match wish:
            case puppetry.Play(value=True, drawing=True):
                then = "the play goes on" if theatre.playing else "somebody else holds it"
                return f"another page has ended its drawing: {then}"
            case puppetry.Play(value=value, drawing=drawing):
                held = "another page draws on it" if drawing else "another page holds it"
                return "another page lets the play go on" if value else held
            case puppetry.Step():
                return "another page goes on frame by frame"
            case puppetry.LoopTake(on=on):
                return f"another page {'plays the take' if on else 'has left the take'}"
            case puppetry.Open() | puppetry.Load():
                return f"another page has opened {theatre.puppet.title!r}"
            case puppetry.Build() | puppetry.Undo() | puppetry.Redo():
                return "another page has changed the puppet"
            case puppetry.Rest():
                return "another page has put the puppet back to rest"
        return ""

    def leave(self, page: object, theatre: Theatre) -> None:
        """A page has gone: its hands let go, its recording ends, and what only it held goes on."""
        theatre.leave(page)
        if self._records is page and theatre.recording:
            theatre.end_recording("the page that recorded has gone")
        held = page in self._holding or page in self._drawing
        self._holding.discard(page)
        self._drawing.discard(page)
        if held and not (self._holding or self._drawing):
            theatre.playing = True
            theatre.told.append("the page that held it has gone: the play goes on")
