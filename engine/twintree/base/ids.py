"""The identifiers of everything that is stored: stable, printable, and the only join key (DESIGN §3)."""

from __future__ import annotations

import re
import secrets
import time
from typing import NewType

PaperId = NewType("PaperId", str)
FileId = NewType("FileId", str)
SectionId = NewType("SectionId", str)
AnchorId = NewType("AnchorId", str)
EntryId = NewType("EntryId", str)
RunId = NewType("RunId", str)
JobId = NewType("JobId", str)
CollectionId = NewType("CollectionId", str)
NoteId = NewType("NoteId", str)

#: Crockford's alphabet: no i, l, o, u, so that an id can be read aloud and typed.
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_RANDOM_LENGTH = 12


def _random(length: int = _RANDOM_LENGTH) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def new_paper_id() -> PaperId:
    """Mint a paper id; it is never derived from bytes, since a paper may have no file, or several."""
    return PaperId("P" + _random())


def new_file_id() -> FileId:
    """Mint a file id; its versions are the hashes of its bytes over time."""
    return FileId("F" + _random())


def new_job_id() -> JobId:
    """Mint a job id."""
    return JobId("J" + _random())


def new_run_id() -> RunId:
    """Mint a run id: ``R`` and a ULID, so that runs sort by the time they began."""
    value = (time.time_ns() // 1_000_000 << 80) | secrets.randbits(80)
    digits = []
    for _ in range(26):
        digits.append(_ALPHABET[value & 31])
        value >>= 5
    return RunId("R" + "".join(reversed(digits)))


def new_id(prefix: str) -> str:
    """Mint an id of one of the person's own things (``K`` collection, ``T`` note, ``H`` highlight, …)."""
    return prefix + _random()


def section_id(paper: PaperId, number: int) -> SectionId:
    """The id of a section: the paper's, and a number that is never used twice in that paper."""
    return SectionId(f"{paper}.s{number:04d}")


_PAPER = re.compile(rf"^P[{_ALPHABET}]{{{_RANDOM_LENGTH}}}$")


def is_paper_id(text: str) -> bool:
    """Whether ``text`` has the form of a paper id (it may still name none)."""
    return bool(_PAPER.match(text))
