"""Answers in a model's words: written from numbered evidence, streamed, and matched back to the pages.

The model is never believed: a sentence keeps a citation only when a sentence of its evidence carries it, and is
shown as unsupported when its numbers, names or words are not in that evidence (DESIGN §7, the reader).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from twintree.answering.evidence import Candidate
from twintree.base.agreement import why_unsupported
from twintree.base.errors import ModelUnavailable
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.models.llm import Generated, Generation, schema_text
from twintree.models.prompts import answer_chat, answer_schema

#: Tokens that an answer may have.
_MOST = 400
#: Characters of a token, generously: a model that writes more than its limit has not stopped when told.
CHARACTERS = 12


class Draft(Record, frozen=True, kw_only=True):
    """A sentence as the model wrote it, with the evidence that it named (from 0), and why it is unsupported."""

    text: str
    evidence: tuple[int, ...]
    reason: str = ""


class Reader(Protocol):
    """A model that was found fit to answer, ready to write."""

    @property
    def model(self) -> str:
        """The model's id, shown with every answer that it wrote."""
        ...

    def write(self, request: Generation, on_part: Callable[[str], None], cancel: CancelToken) -> Generated:
        """Write, streaming."""
        ...

    @property
    def path(self) -> str:
        """The model's file."""
        ...


def write_answer(
    reader: Reader,
    question: str,
    evidence: Sequence[Candidate],
    on_draft: Callable[[Draft], None],
    cancel: CancelToken,
) -> tuple[list[Draft], Generated]:
    """Have the model answer, and check each sentence as it forms.

    Args:
        reader: the model.
        question: what was asked.
        evidence: sentences of pages, numbered for the model in this order.
        on_draft: called with each checked sentence as soon as it is complete.
        cancel: stops the writing.

    Raises:
        ModelUnavailable: it died, or went on writing behind its limit.
    """
    stream = SentenceStream()
    drafts: list[Draft] = []
    written = 0

    def on_part(piece: str) -> None:
        nonlocal written
        written += len(piece)
        if written > CHARACTERS * _MOST:
            raise ModelUnavailable(f"The model {reader.model} did not stop writing.", "Choose another model.")
        for text, named in stream.feed(piece):
            draft = check_draft(text, named, question, evidence)
            drafts.append(draft)
            on_draft(draft)

    request = Generation(
        model=reader.path,
        messages=answer_chat(question, [each.text for each in evidence]),
        schema=schema_text(answer_schema(len(evidence))),
        max_tokens=_MOST,
    )
    return drafts, reader.write(request, on_part, cancel)


class SentenceStream:
    """Takes JSON as it is written, and gives each sentence object once it is closed."""

    def __init__(self) -> None:
        self._text = ""
        self._at = 0

    def feed(self, piece: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Add a piece; yields (text, evidence numbers from 1) of the sentences that it completed."""
        self._text += piece
        while True:
            begin = self._text.find("{", max(self._at, self._text.find("[") + 1 or len(self._text)))
            if begin < 0:
                return
            try:
                found, end = json.JSONDecoder().raw_decode(self._text, begin)
            except ValueError:
                return
            self._at = end
            yield str(found.get("text", "")).strip(), tuple(int(n) for n in found.get("evidence", ()))


def check_draft(text: str, named: Sequence[int], question: str, evidence: Sequence[Candidate]) -> Draft:
    """Keep of the named evidence what carries the sentence; say what is missing otherwise."""
    wanted = [number - 1 for number in dict.fromkeys(named) if 0 < number <= len(evidence)]
    carrying = tuple(at for at in wanted if not why_unsupported(text, evidence[at].text, question))
    if carrying:
        return Draft(text=text, evidence=carrying)
    together = " ".join(evidence[at].text for at in wanted)
    reason = why_unsupported(text, together, question) if wanted else "it names no evidence"
    return Draft(text=text, evidence=() if reason else tuple(wanted), reason=reason)
