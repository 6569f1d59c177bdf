"""Section summaries in a model's words: what its section does not carry gives way to the paper's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from twintree.base.agreement import why_unsupported
from twintree.base.records import Record
from twintree.base.text import sentences
from twintree.base.words import content_stems
from twintree.models.llm import Generated, Generation, schema_text
from twintree.models.prompts import SUMMARY_SCHEMA, summary_chat

#: Raised when the checks change: older summaries are then written again on demand.
VERSION = "1"
#: Tokens of a section that a model is given; longer ones keep the paper's own words, since nothing is cut.
LONGEST = 3_000
_WRITTEN = 220
#: Sentences of the section that one of the model's may rest on.
_CLOSEST = 3

Write = Callable[[Generation], Generated]


class Summary(Record, frozen=True, kw_only=True):
    """A section's summary.

    Attributes:
        text: its sentences.
        written: how many of them are the model's.
        replaced: sentences of the model that failed, each with the reason; the paper's own stand in their place.
        tokens: read and written.
        seconds: that it took.
    """

    text: str
    written: int
    replaced: tuple[tuple[str, str], ...] = ()
    tokens: int = 0
    seconds: float = 0.0


def write_summary(write: Write, model: str, text: str, own: str) -> Summary:
    """Have a model summarise a section (VecTree-RAG §3.2), and keep of it what the section says.

    Args:
        write: the model's way to write.
        model: path of its file.
        text: the section's text.
        own: the extracted summary, which stands when nothing of the model's does.

    Raises:
        ModelUnavailable: the model cannot be loaded or failed.
    """
    request = Generation(
        model=model, messages=summary_chat(text), schema=schema_text(SUMMARY_SCHEMA), max_tokens=_WRITTEN
    )
    got = write(request)
    known = [" ".join(text[start:end].split()) for start, end in sentences(text)]
    kept: list[str] = []
    replaced: list[tuple[str, str]] = []
    for sentence in _read(got.text):
        closest = _closest(sentence, known)
        reason = _why(sentence, closest, text)
        if reason:
            replaced.append((sentence, reason))
        standing = (closest[0] if closest else "") if reason else sentence
        if standing and standing not in kept:
            kept.append(standing)
    written = sum(sentence in kept for sentence in _read(got.text))
    return Summary(
        text=" ".join(kept) if written else own,
        written=written,
        replaced=tuple(replaced),
        tokens=got.prompt_tokens + got.written,
        seconds=got.seconds,
    )


def _read(text: str) -> list[str]:
    try:
        found = json.loads(text)["sentences"]
    except (ValueError, KeyError, TypeError):
        # Cut off at the token limit: a half sentence is none.
        return []
    return [" ".join(str(each).split()) for each in found if str(each).strip()]


def _closest(sentence: str, known: Sequence[str]) -> list[str]:
    words = set(content_stems(sentence))
    shared = [(len(words & set(content_stems(each))), -at, each) for at, each in enumerate(known)]
    return [each for count, _, each in sorted(shared, reverse=True)[:_CLOSEST] if count]


def _why(sentence: str, closest: Sequence[str], text: str) -> str:
    """Why a sentence does not stand: by the sentences it may rest on, alone or together."""
    if not closest:
        return "the section says nothing like it"
    reasons = [why_unsupported(sentence, each) for each in (*closest, " ".join(closest))]
    return "" if "" in reasons else why_unsupported(sentence, text) or reasons[-1]
