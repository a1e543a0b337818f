"""Film files, by PyAV: H.264 in .mp4, VP9 in .webm."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from motorium.export.film.problems import FilmError

__all__ = ["KINDS", "FilmWriter", "check_place"]

KINDS: Final[dict[str, tuple[str, dict[str, str], dict[str, str]]]] = {
    ".mp4": ("libx264", {"movflags": "+faststart"}, {"crf": "20", "preset": "medium"}),
    ".webm": (
        "libvpx-vp9",
        {},
        {"crf": "33", "b": "0", "deadline": "good", "cpu-used": "4", "row-mt": "1"},
    ),
}
"""By the file's ending: codec, options of the file and of the codec."""
BT709: Final = 1
"""As colours are told in high definition."""


def check_place(path: Path, force: bool) -> None:
    """Before anything is drawn."""
    if path.suffix.lower() not in KINDS:
        raise FilmError(f"{path}: a film's name ends in {' or '.join(KINDS)}")
    if path.is_dir() or not path.parent.is_dir():
        why = "is a folder" if path.is_dir() else f"there is no folder {path.parent}"
        raise FilmError(f"{path}: {why}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise FilmError(f"{path}: cannot be written there")
    if path.exists() and not force:
        raise FilmError(f"{path} is there already; --force writes over it")
    _av()


class FilmWriter:
    """A film under way; the file appears when it is finished, whole."""

    def __init__(self, path: Path, size: tuple[int, int], fps: int) -> None:
        av = _av()
        codec, of_file, of_codec = KINDS[path.suffix.lower()]
        self._path, self._half = path, path.with_suffix(f".{os.getpid()}.half")
        self.pictures = 0
        try:
            self._file = av.open(
                str(self._half), "w", format=path.suffix[1:].lower(), options=of_file
            )
            self._stream: Any = self._file.add_stream(codec, rate=fps, options=of_codec)
        except (OSError, ValueError, av.FFmpegError) as problem:
            self._half.unlink(missing_ok=True)
            raise FilmError(f"{path} cannot be written: {problem}") from None
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = "yuv420p"
        context = self._stream.codec_context
        context.time_base = Fraction(1, fps)
        context.colorspace = context.color_primaries = context.color_trc = BT709

    def add(self, picture: NDArray[np.uint8]) -> None:
        """One more, shape (height, width, 3)."""
        av = _av()
        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="rgb24")
        frame = frame.reformat(format="yuv420p", dst_colorspace=BT709)
        frame.pts = self.pictures
        self._encode(frame)
        self.pictures += 1

    def finish(self) -> int:
        """What has been added becomes the file; returns its bytes."""
        self._encode(None)
        self._file.close()
        self._half.replace(self._path)
        return self._path.stat().st_size

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Whatever was not finished leaves nothing."""
        if not self._half.exists():
            return
        try:
            self._file.close()
        except Exception:  # Of a film that is thrown away.
            pass
        finally:
            self._half.unlink(missing_ok=True)

    def _encode(self, frame: Any) -> None:
        av = _av()
        try:
            for packet in self._stream.encode(frame):
                self._file.mux(packet)
        except (OSError, av.FFmpegError) as problem:
            raise FilmError(f"{self._path} cannot be written: {problem}") from None


def _av() -> Any:
    try:
        import av
    except ImportError:
        raise FilmError("films need an extra: pip install 'motorium[film]'") from None
    return av
