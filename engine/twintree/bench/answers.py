"""What an answer shows: the sentence that holds the answer, its page, its paper (report half of gold/found.jsonl)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from twintree.base.answers import Answer
from twintree.base.records import Record
from twintree.base.text import sentences
from twintree.bench.corpus import library_of, pdfs
from twintree.bench.found import gold
from twintree.bench.table import BenchTable, Target
from twintree.library import Library
from twintree.metrics.intervals import bootstrap_interval, paired_bootstrap

_SEED = 0
_QUICK = 12
_PAPERS, _PASSAGES = 8, 40


class Shown(Record, frozen=True):
    """A sentence that was shown, with the name of the file and the page that it was taken from."""

    file: str
    page: int
    text: str


def run(data: Path, quick: bool = False) -> BenchTable:
    """Ask the answerable questions of the report half over all papers, and look for the words that answer.

    Args:
        data: the folder that holds ``library``.
        quick: the first dozen questions only.
    """
    asked = [each for each in gold() if each["answerable"] and each["split"] == "report"]
    asked = asked[:_QUICK] if quick else asked
    with library_of(pdfs(data / "library"), "papers-113") as library:
        rows: dict[str, list[list[Shown]]] = {
            "random sentence of what is read": [_drawn(library, each["question"]) for each in asked],
            "first sentences of the best passages": [_first(library, each["question"]) for each in asked],
            "Twintree, extractive": [_cited(library, library.ask(each["question"])) for each in asked],
        }
    return _table(asked, rows)


def _cited(library: Library, answer: Answer) -> list[Shown]:
    return [
        Shown(library.papers.file(cited.file).name, cited.page, sentence.text)
        for sentence in answer.sentences
        for cited in sentence.citations[:1]
    ]


def _passages(library: Library, question: str) -> list[Shown]:
    nearest = [found.paper.id for found in library.search(question, limit=_PAPERS)]
    found = []
    for hit in library.passages(question, nearest, limit=_PASSAGES):
        page, name = library.papers.page(hit.file, hit.page), library.papers.file(hit.file).name
        for span in hit.spans:
            found += [
                Shown(name, hit.page, page.text[start:end])
                for start, end in sentences(page.text, span.start, span.end)[:1]
            ]
    return found


def _first(library: Library, question: str) -> list[Shown]:
    return _passages(library, question)[:4]


def _drawn(library: Library, question: str) -> list[Shown]:
    found = _passages(library, question)
    drawn = random.Random(question)  # noqa: S311 - a baseline, not a secret
    return drawn.sample(found, min(4, len(found)))


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _holds(shown: Shown, evidence: dict[str, Any]) -> bool:
    return _on_page(shown, evidence) and _letters(evidence["key"]) in _letters(shown.text)


def _on_page(shown: Shown, evidence: dict[str, Any]) -> bool:
    return _of_paper(shown, evidence) and shown.page == evidence["page"]


def _of_paper(shown: Shown, evidence: dict[str, Any]) -> bool:
    return bool(shown.file == evidence["file"].rsplit("/", 1)[-1])


def _hits(
    shown: Sequence[Sequence[Shown]],
    asked: Sequence[dict[str, Any]],
    right: Callable[[Shown, dict[str, Any]], bool],
    first: int,
) -> list[float]:
    return [
        float(any(right(each, evidence) for each in told[:first] for evidence in question["evidence"]))
        for told, question in zip(shown, asked, strict=True)
    ]


def _table(asked: Sequence[dict[str, Any]], rows: dict[str, list[list[Shown]]]) -> BenchTable:
    cells: list[tuple[Any, ...]] = []
    for name, shown in rows.items():
        figures = [
            bootstrap_interval(_hits(shown, asked, right, first), _SEED)
            for right, first in ((_holds, 1), (_holds, 4), (_on_page, 4), (_of_paper, 4))
        ]
        cells.append((name, *figures, sum(len(each) for each in shown) / len(shown)))
    *_, (trivial, base), (best, ours) = rows.items()
    gain = paired_bootstrap(_hits(ours, asked, _holds, 4), _hits(base, asked, _holds, 4), _SEED)
    return BenchTable(
        name="answers",
        command="twintree bench answers",
        columns=("answer", "words shown first", "words shown", "page cited", "paper cited", "sentences"),
        rows=tuple(cells),
        notes=(
            f"{len(asked)} questions over 113 papers, written from them in other words; "
            "words: the sentence that holds the key words of the answer, at most four are shown",
            f"{best} over {trivial}, words shown: {gain.value:.3f} [{gain.low:.3f}, {gain.high:.3f}]",
        ),
        targets=(
            Target(
                name="gain in words shown, lower end of its interval",
                bar=0.0,
                measured=gain.low,
                trivial=None,
            ),
        ),
    )
