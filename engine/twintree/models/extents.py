"""Whether a GGUF file is whole: its header is read, and every tensor that it names must lie within it.

Read here and not with the package ``gguf``, which makes an array of every token: 20 s and half a gigabyte for a
vocabulary of 150,000, and it brings a client for the network.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass, field
from math import prod
from pathlib import Path

from twintree.base.errors import InputError, NotFound

_GGUF = b"GGUF"
#: The forms of the file that llama.cpp reads; the first one counted in 32 bits.
_VERSIONS = (2, 3)
_ALIGNMENT = "general.alignment"
_ARCHITECTURE = "general.architecture"
#: What a projector says it is, whatever its make.
_PROJECTOR = "clip"
#: Types of a value by their number: bytes of the plain ones, then the two that have a length of their own.
_BYTES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
#: ggml's tensors have at most so many.
_DIMENSIONS = 4
_UINT32, _STRING, _ARRAY = 4, 8, 9
#: How ggml stores a tensor, by the type's number: so many values in so many bytes.
BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 10: (256, 84),
    11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292), 16: (256, 66), 17: (256, 74),
    18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82), 23: (256, 136), 24: (1, 1), 25: (1, 2),
    26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2), 34: (256, 54), 35: (256, 66), 39: (32, 17),
}  # fmt: skip


def must_be_whole(path: Path, *, projector: bool = False) -> None:
    """Refuse a file that is no GGUF, or that ends before its last tensor.

    Args:
        path: the file.
        projector: whether it is meant to let a model see.

    Raises:
        NotFound: there is no such file.
        InputError: ``not_gguf``, ``truncated`` or ``no_projector``.
    """
    if not path.is_file():
        raise NotFound(f"There is no file {path}.", "Check the path.")
    with path.open("rb") as stream:
        if stream.read(len(_GGUF)) != _GGUF:
            raise InputError(
                f"{path.name} is not a GGUF model.", "Choose a file that ends in .gguf.", code="not_gguf"
            )
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
            try:
                header = _read(_Reader(data))
            except _Ends as error:
                raise _cut_off(path, "its header is not all there", projector=projector) from error
            except (ValueError, UnicodeDecodeError) as error:
                raise InputError(
                    f"{path.name} is no GGUF file that can be read: {error}.",
                    "Fetch it again, or get another one.",
                    code="not_gguf",
                ) from error
            size = len(data)
    if header.end > size:
        missing = f"{(header.end - size) / 1e6:,.1f} of its {header.end / 1e6:,.1f} MB are missing"
        raise _cut_off(path, missing, projector=projector)
    if projector and header.architecture != _PROJECTOR:
        raise InputError(
            f"{path.name} is no projector: it holds a model of the kind {header.architecture or 'unknown'!r}.",
            "Choose the mmproj file that belongs to the model.",
            code="no_projector",
        )


def _cut_off(path: Path, why: str, *, projector: bool) -> InputError:
    way_out = "Fetch it again."
    if projector:
        way_out = "Fetch it again, or move it out of the model's folder to add the model without sight."
    return InputError(f"{path.name} is cut off: {why}.", way_out, code="truncated")


class _Ends(Exception):
    """The file is over before what its header announces."""


@dataclass(slots=True)
class _Reader:
    """Reads a header's values one after another."""

    data: mmap.mmap
    at: int = 0
    #: The values that say how the rest is to be read.
    told: dict[str, int | str] = field(default_factory=dict)

    def numbers(self, form: str) -> tuple[int, ...]:
        try:
            found = struct.unpack_from(f"<{form}", self.data, self.at)
        except struct.error as error:
            raise _Ends from error
        self.at += struct.calcsize(f"<{form}")
        return found

    def skip(self, count: int) -> None:
        self.at += count
        if self.at > len(self.data):
            raise _Ends

    def text(self) -> str:
        (length,) = self.numbers("Q")
        begun = self.at
        self.skip(length)
        return self.data[begun : self.at].decode()

    def pass_text(self) -> None:
        (length,) = self.numbers("Q")
        self.skip(length)

    def value(self, name: str) -> None:
        """Pass a value; what is needed of it is kept."""
        (kind,) = self.numbers("I")
        if kind == _STRING and name == _ARCHITECTURE:
            self.told[name] = self.text()
        elif kind == _UINT32 and name == _ALIGNMENT:
            (self.told[name],) = self.numbers("I")
        elif kind == _ARRAY:
            inner, count = self.numbers("IQ")
            self._values(inner, count)
        else:
            self._values(kind, 1)

    def _values(self, kind: int, count: int) -> None:
        if kind in _BYTES:
            self.skip(_BYTES[kind] * count)
            return
        if kind != _STRING:
            raise ValueError(f"it holds values of an unknown type ({kind})")
        for _ in range(count):
            self.pass_text()


@dataclass(frozen=True, slots=True)
class _Header:
    architecture: str
    #: Where the last tensor ends, in bytes.
    end: int


def _read(reader: _Reader) -> _Header:
    reader.skip(len(_GGUF))
    (version,) = reader.numbers("I")
    if version not in _VERSIONS:
        raise ValueError(f"it is of version {version}, and {' and '.join(map(str, _VERSIONS))} are read")
    tensors, values = reader.numbers("QQ")
    for _ in range(values):
        reader.value(reader.text())
    furthest = 0
    for _ in range(tensors):
        reader.pass_text()
        (dimensions,) = reader.numbers("I")
        if dimensions > _DIMENSIONS:
            raise ValueError(f"it holds a tensor of {dimensions} dimensions")
        shape = reader.numbers(f"{dimensions}Q")
        kind, offset = reader.numbers("IQ")
        # Of a way to store that came later than this table, the beginning at least must be there.
        per, size = BLOCKS.get(kind, (1, 0))
        furthest = max(furthest, offset + prod(shape) * size // per)
    alignment = int(reader.told.get(_ALIGNMENT, 32)) or 1
    begun = reader.at + -reader.at % alignment if tensors else reader.at
    return _Header(str(reader.told.get(_ARCHITECTURE, "")), begun + furthest)
