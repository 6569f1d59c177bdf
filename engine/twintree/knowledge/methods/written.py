"""The extractor by a language model: bound by a grammar, validated, and replaced by rules where it fails."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable
from functools import cache

import msgspec

from twintree.base.errors import Cancelled, TwintreeError
from twintree.base.methods import Extraction, Segment
from twintree.base.progress import CancelToken
from twintree.knowledge.methods.deterministic import DeterministicExtractor
from twintree.knowledge.methods.protocol import Extracted, MethodExtractor
from twintree.knowledge.methods.reading import PaperReading
from twintree.knowledge.methods.validating import validated
from twintree.models import prompts
from twintree.models.llm import Generated, Generation, schema_text

Write = Callable[[Generation, CancelToken], Generated]

_CONTEXT = 8192
#: Seconds for one segment; then it is tried once more, then done by rules.
SECONDS = 600.0
#: Rules that find so many methods where the model finds none say that the model failed.
_SURELY = 3
#: Segments of a paper in a row that a model fails at; then the rules do the rest of it without asking.
_PATIENCE = 3
_UNENDED = {"length": "did not come to an end", "repeats": "repeated itself"}


@cache
def prompt_hash() -> str:
    """What a payload is known by: instructions, examples and schema."""
    opening = prompts.methods_chat("")[:-1]
    said = msgspec.json.encode(opening).decode() + json.dumps(prompts.METHODS_SCHEMA, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


class ModelExtractor:
    """A model's reading of a segment where it holds, else the rules'; which it was stands in the payload's note.

    One is made for each paper: a model that failed at three segments of it in a row is not asked about the others.

    Args:
        model: its id.
        path: its file.
        write: asks it.
        rules: what stands in where it fails.
        seconds: for one try.
    """

    name = "model"
    version = "1"

    def __init__(
        self,
        model: str,
        path: str,
        write: Write,
        *,
        rules: MethodExtractor | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self.model = model
        self._path, self._write, self._seconds = path, write, seconds
        self._rules: MethodExtractor = rules or DeterministicExtractor()
        self._failed: list[Extraction] = []

    @property
    def prompt(self) -> str:
        """See ``MethodExtractor``."""
        return prompt_hash()

    def extract(self, paper: PaperReading, segment: Segment, cancel: CancelToken) -> Extracted:
        """See ``MethodExtractor``; a segment is tried twice, the second time with another seed.

        What the model could not do in time, or because it was stopped, is marked to be tried ``again``; what it did
        badly is not: it would do the same once more.
        """
        began = time.perf_counter()
        by_rules = self._rules.extract(paper, segment, cancel).content
        if not paper.sentences[paper.segments.index(segment)]:
            return Extracted(content=Extraction(note="no sentences to read"))
        if len(self._failed) >= _PATIENCE:
            note = f"done by rules: the model failed at the {_PATIENCE} segments before"
            again = any(each.again for each in self._failed)
            return Extracted(content=msgspec.structs.replace(by_rules, note=note, again=again))
        tokens, failures, again = 0, [], False
        for attempt in range(2):
            cancel.check()
            got, failure = self._tried(segment, attempt, cancel)
            tokens += got.prompt_tokens + got.written if got else 0
            content = _parsed(got, segment) if got else None
            failure = failure or _failure(got, content, by_rules)
            if content is not None and not failure:
                self._failed.clear()
                return Extracted(content=content, tokens=tokens, seconds=time.perf_counter() - began)
            failures.append(failure)
            again = again or got is None
        note = f"done by rules: the model {failures[-1]}"
        content = msgspec.structs.replace(by_rules, note=note, again=again)
        self._failed.append(content)
        return Extracted(content=content, tokens=tokens, seconds=time.perf_counter() - began)

    def _tried(self, segment: Segment, attempt: int, cancel: CancelToken) -> tuple[Generated | None, str]:
        request = Generation(
            model=self._path,
            messages=prompts.methods_chat(segment.text),
            schema=schema_text(prompts.METHODS_SCHEMA),
            max_tokens=prompts.METHODS_TOKENS,
            repeats=prompts.METHODS_REPEATS,
            context=_CONTEXT,
            seed=attempt,
            temperature=0.4 * attempt,
        )
        with _Deadline(cancel, self._seconds) as deadline:
            try:
                return self._write(request, deadline.token), ""
            except Cancelled:
                if cancel.cancelled or not deadline.over:
                    raise
                return None, f"took more than {self._seconds:.0f} seconds"
            except TwintreeError as error:
                return None, f"gave up: {error.message}"


class _Deadline:
    """A token that is set when another one is, or when time is over."""

    def __init__(self, outer: CancelToken, seconds: float) -> None:
        self.token = CancelToken()
        self.over = False
        self._outer, self._seconds = outer, seconds
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="twintree-deadline", daemon=True)

    def _watch(self) -> None:
        end = time.monotonic() + self._seconds
        while not self._done.wait(0.05):
            self.over = time.monotonic() >= end
            if self.over or self._outer.cancelled:
                self.token.cancel()
                return

    def __enter__(self) -> _Deadline:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()


def _parsed(got: Generated, segment: Segment) -> Extraction | None:
    try:
        written = json.loads(got.text)
        return validated(written, segment.text)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _failure(got: Generated | None, content: Extraction | None, by_rules: Extraction) -> str:
    """Why an answer does not stand; empty when it does."""
    if got is not None and got.stopped in _UNENDED:
        return _UNENDED[got.stopped]
    if content is None:
        return "wrote nothing that can be read"
    twice = sum(each.reason == "said twice" for each in content.rejected)
    if twice > len(content.methods) + len(content.relations):
        return "repeated itself"
    if not content.methods and len(by_rules.methods) >= _SURELY:
        return "found nothing where there are methods"
    return ""
