"""Documents that were on the stage before, for whoever wants one back."""

from __future__ import annotations

from typing import Final

from motorium.bodies.puppet.document import PuppetDocument

__all__ = ["History"]

MOST_DOCUMENTS: Final = 100
MOST_VERTICES: Final = 400_000
"""Of all documents before together: large meshes leave sooner, so that memory stays bounded."""


class History:
    """The document that counts, those before it, and those that were undone."""

    def __init__(self, document: PuppetDocument) -> None:
        self.document = document
        self._before: list[PuppetDocument] = []
        self._undone: list[PuppetDocument] = []
        self._dial: object = None

    @property
    def undoable(self) -> bool:
        return bool(self._before)

    @property
    def redoable(self) -> bool:
        return bool(self._undone)

    def change(self, document: PuppetDocument, dial: object = None) -> None:
        """Another document counts. Changes that follow each other with the same dial, if it is not
        None, are one: back goes to before the first of them."""
        if dial is None or dial != self._dial:
            self._before.append(self.document)
        self._undone.clear()
        self._dial = dial
        self.document = document
        self._trim()

    def let_go_of_dial(self) -> None:
        """What follows is a change of its own."""
        self._dial = None

    def undo(self) -> None:
        """Back to the document before."""
        if not self._before:
            raise ValueError("there is nothing to undo")
        self._undone.append(self.document)
        self.document = self._before.pop()
        self._dial = None

    def redo(self) -> None:
        """What was undone, again."""
        if not self._undone:
            raise ValueError("there is nothing to redo")
        self._before.append(self.document)
        self.document = self._undone.pop()
        self._dial = None

    def _trim(self) -> None:
        vertices, kept = 0, 0
        for document in reversed(self._before[-MOST_DOCUMENTS:]):
            vertices += sum(len(part.corners) for part in document.part)
            if kept and vertices > MOST_VERTICES:
                break
            kept += 1
        del self._before[: len(self._before) - kept]
