"""Films as files, frame by frame: only the last frame is in memory."""

from __future__ import annotations

import shutil
import struct
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageColor
from PIL.GifImagePlugin import getdata

from bough.errors import FileError, StateError, UnsupportedError
from bough.simulation.draw.film.stage import FLAT

CLEAR = 255  # the transparent colour, which shows the last frame
NEAR = 8  # out of 255: Pillow may confuse colours this close, since it compares in steps of four
MOST_GIF_FPS = 100  # a GIF counts hundredths of a second


def writer_of(path: Path, fps: float) -> type[Gif] | type[Mp4]:
    """The writer for a file name's ending."""
    ending = path.suffix.lower()
    if ending == ".gif":
        if fps > MOST_GIF_FPS:
            raise StateError(f"a GIF has at most {MOST_GIF_FPS} frames in a second, not {fps:g}; lower fps=.")
        return Gif
    if ending != ".mp4":
        raise FileError(f"cannot draw '{path}': give a name that ends with .gif or .mp4.")
    if shutil.which("ffmpeg") is None:
        raise UnsupportedError("writing MP4 needs ffmpeg, which is not installed; install it, or write a .gif.")
    return Mp4


class Gif:
    """One palette for all frames, and only the changes of each frame: small files, written fast."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float, samples: Sequence[Image.Image]):
        """``samples``: some frames, from which the colours are taken."""
        self.fps, self.count = fps, 0
        self.last: np.ndarray | None = None
        self.palette = palette_of(samples)
        colours = bytes(self.palette.getpalette() or ())[: 3 * CLEAR].ljust(768, b"\0")
        self.file: Any = open(path, "wb")  # noqa: SIM115  (closed by close)
        self.file.write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + colours)
        self.file.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")  # loop forever

    def add(self, frame: Image.Image) -> None:
        # no dithering, so that pixels at rest do not change
        indices = np.asarray(frame.quantize(palette=self.palette, dither=Image.Dither.NONE))
        # hundredths of a second, rounded so that the total is right
        delay = round(100 * (self.count + 1) / self.fps) - round(100 * self.count / self.fps)
        self.count += 1
        x = y = 0
        shown = indices
        if self.last is not None:
            new = indices != self.last
            rows, columns = np.flatnonzero(new.any(axis=1)), np.flatnonzero(new.any(axis=0))
            if rows.size:
                y, x = int(rows[0]), int(columns[0])
                part = slice(y, int(rows[-1]) + 1), slice(x, int(columns[-1]) + 1)
                shown = np.where(new[part], indices[part], np.uint8(CLEAR))
            else:
                shown = np.full((1, 1), CLEAR, np.uint8)
        self.last = indices
        # keep the last frame; one colour is transparent
        self.file.write(b"!\xf9\x04" + struct.pack("<BHBB", 0x05, delay, CLEAR, 0))
        for part_of_file in getdata(Image.fromarray(shown), (x, y)):
            self.file.write(part_of_file)

    def close(self) -> None:
        self.file.write(b";")
        self.file.close()

    def abort(self) -> None:
        self.file.close()


def palette_of(samples: Sequence[Image.Image]) -> Image.Image:
    """An image whose palette has the colours of some frames.

    Colours of large areas are exact, and no other colour is close enough to be confused with them.
    """
    some = Image.fromarray(np.concatenate([np.asarray(sample) for sample in samples]))
    flat = np.array([ImageColor.getrgb(colour) for colour in FLAT])
    found = some.quantize(CLEAR - len(flat), Image.Quantize.MAXCOVERAGE).getpalette() or []
    others = np.array(found[: 3 * (CLEAR - len(flat))]).reshape(-1, 3)
    apart = np.abs(others[:, None] - flat).max(axis=2).min(axis=1) > NEAR
    palette = Image.new("P", (1, 1))
    palette.putpalette(np.concatenate((flat, others[apart])).astype(np.uint8).tobytes())
    return palette


class Mp4:
    """Frames through a pipe to ffmpeg."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float, samples: Sequence[Image.Image]):
        self.path = path
        self.told = tempfile.TemporaryFile()  # noqa: SIM115  (a pipe that nobody reads would fill up)
        command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"]
        command += ["-s", f"{size[0]}x{size[1]}", "-r", f"{fps!r}", "-i", "-", "-pix_fmt", "yuv420p"]
        self.process = subprocess.Popen(
            [*command, f"file:{path.absolute()}"], stdin=subprocess.PIPE, stdout=self.told, stderr=self.told
        )

    def add(self, frame: Image.Image) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(frame.tobytes())
        except BrokenPipeError:
            raise self._failed() from None

    def close(self) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            raise self._failed() from None
        if self.process.wait():
            raise self._failed()
        self.told.close()

    def abort(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdin is not None:
            with suppress(BrokenPipeError):
                self.process.stdin.close()
        self.told.close()

    def _failed(self) -> FileError:
        self.process.wait()
        self.told.seek(0)
        lines = self.told.read().decode(errors="replace").split("\n")
        reason = next((line.strip() for line in lines if line.strip()), f"it ended with {self.process.returncode}")
        return FileError(f"ffmpeg cannot write the film: {reason}; write a .gif, or see what ffmpeg needs.")
