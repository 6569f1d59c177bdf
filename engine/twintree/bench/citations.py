"""Citations judged from outside: every quote sought by a second extractor, every rectangle read by OCR."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twintree.base.answers import Answer, Scope
from twintree.base.ids import PaperId
from twintree.base.records import Citation
from twintree.bench import multi
from twintree.bench.corpus import library_of, names_of, pdfs
from twintree.bench.found import gold
from twintree.bench.table import BenchTable, Target
from twintree.knowledge.entailment import Judge, judge_for
from twintree.library import Library
from twintree.metrics.intervals import bootstrap_interval
from twintree.models.host import ModelHost

_OCR_SAMPLE = 60
_OCR_SCALE = 3.0
#: Of the questions to mode direct every so manyth goes to the slower modes, with so many over several papers.
_SLOWER, _SEVERAL = 5, 10


def run(data: Path, quick: bool = False) -> BenchTable:
    """Every citation of every answer, in each mode.

    Mode ``direct`` answers the answerable questions of gold/found.jsonl and one question to every paper's abstract;
    the slower modes a fifth of these, and the first questions of gold/multi.
    """
    root = data / "library"
    with library_of(pdfs(root), "papers-113") as library, ModelHost() as host:
        judge = judge_for(host.embed, host.info().id)
        asked = _questions(library, root, quick=quick)
        answers = {mode: [library.ask(*each, mode=mode) for each in own] for mode, own in asked.items()}
        cited = {
            mode: [c for answer in own for s in answer.sentences for c in (*s.citations, *s.against)]
            for mode, own in answers.items()
        }
        stands = {mode: [float(_on_page(library, c)) for c in own] for mode, own in cited.items()}
        everything = [c for own in cited.values() for c in own]
        missed = [c for own in cited for c, ok in zip(cited[own], stands[own], strict=True) if not ok]
        shifted = [float(_on_page(library, _shifted(library, c))) for c in cited["direct"]]
        read = _read_back(library, cited["direct"], 12 if quick else _OCR_SAMPLE)
        supported = [s for own in answers.values() for answer in own for s in _supported(answer, judge)]
    every = [each for own in stands.values() for each in own]
    rows: list[tuple[Any, ...]] = [
        ("quote on its page (pypdfium2), all modes", len(every), bootstrap_interval(every)),
        *(
            (f"quote on its page, mode {mode}", len(own), bootstrap_interval(own) if own else None)
            for mode, own in stands.items()
        ),
        ("trivial: the same quote on the next page", len(shifted), bootstrap_interval(shifted)),
        (
            "sentences that their quotes support (entailment head)",
            len(supported),
            bootstrap_interval(supported) if supported else None,
        ),
    ]
    targets = [
        Target(
            name="quotes on their page",
            bar=0.99,
            measured=sum(every) / max(len(every), 1),
            trivial=sum(shifted) / max(len(shifted), 1),
        )
    ]
    if read is not None:
        rows.append(
            ("rectangles cover the quote and no neighbour (OCR)", len(read), bootstrap_interval(read))
        )
        targets.append(Target(name="rectangles read back", bar=0.97, measured=sum(read) / max(len(read), 1)))
    return BenchTable(
        name="citations",
        command="twintree bench citations",
        columns=("check", "n", "share"),
        rows=tuple(rows),
        notes=(
            f"{len(missed)} of {len(everything)} missed",
            *(f"missed: {each.label}: “{each.quote[:90]}”" for each in missed[:20]),
            "white space, hyphens, ligatures and case are folded on both sides; what speaks against a sentence counts",
            "an extractive sentence is its quote, and so supported; a model's sentence may be shown as unsupported, "
            "and then counts as such",
        ),
        targets=tuple(targets),
    )


def _questions(library: Library, root: Path, *, quick: bool) -> dict[str, list[tuple[str, Scope]]]:
    """What each mode is asked."""
    asked = [(q["question"], Scope()) for q in gold() if q["answerable"]]
    papers = [PaperId(each) for each in names_of(library, root).values()]
    asked += [("What does the abstract say?", Scope(papers=(paper,))) for paper in papers]
    several = [(each.question, Scope()) for each in multi.questions()][: 2 if quick else _SEVERAL]
    asked = asked[::8] if quick else asked
    return {
        "direct": asked,
        "state": asked[::_SLOWER] + several,
        "agent": asked[::_SLOWER] + several,
    }


def _supported(answer: Answer, judge: Judge) -> list[float]:
    """1.0 for each sentence shown that its quotes carry; counts from the library's records are none."""
    shown = [s for s in answer.sentences if s.citations or s.supported or answer.answering == "generated"]
    found = []
    for sentence in shown:
        quotes = " ".join(citation.quote for citation in sentence.citations)
        same = letters(sentence.text) == letters(quotes)
        carried = same or (
            bool(quotes) and judge.judge([(sentence.text, quotes)])[0].supports >= judge.supports_at
        )
        found.append(float(sentence.supported and carried))
    return found


def _on_page(library: Library, citation: Citation) -> bool:
    spans = citation.spans if len(citation.spans) > 1 else ()
    parts = [library.papers.page(citation.file, span.page).text[span.start : span.end] for span in spans]
    return on_page(citation, Path(library.papers.file(citation.file).path), parts)


def letters(text: str) -> str:
    """What two extractors must agree on: letters and digits, folded, without marks, spaces or hyphens."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[\W_]+", "", decomposed)


def on_page(citation: Citation, path: Path, parts: Sequence[str] = ()) -> bool:
    """Whether the quote stands on its page, as pypdfium2 reads that page.

    Args:
        citation: whose quote is sought.
        path: of its file.
        parts: where the quote stands in several places, its words in each: every one is sought by itself.
    """
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:
        if not 0 < citation.page <= len(document):
            return False
        text = document[citation.page - 1].get_textpage().get_text_bounded()
    page = letters(text)
    return all(_is_there(part, page) for part in parts or (citation.quote,))


def _is_there(quote: str, page: str) -> bool:
    if letters(quote) in page:
        return True
    # Columns and footnotes may be read in another order: then each run of five words must stand there.
    words = quote.split()
    runs = [letters(" ".join(words[i : i + 5])) for i in range(0, max(1, len(words) - 4), 5)]
    return sum(run in page for run in runs) >= 0.9 * len(runs)


def _shifted(library: Library, citation: Citation) -> Citation:
    pages = library.papers.file(citation.file).pages
    other = citation.page % pages + 1
    return Citation(
        paper=citation.paper,
        file=citation.file,
        page=other,
        spans=citation.spans,
        quote=citation.quote,
        label=citation.label,
    )


def _read_back(library: Library, cited: Sequence[Citation], count: int) -> list[float] | None:
    """1.0 where OCR of the highlighted boxes gives the quote's words and little else; None without OCR."""
    try:
        from rapidocr import RapidOCR
    except ImportError:
        return None
    import numpy as np
    from rapidfuzz.fuzz import partial_ratio, ratio

    engine: Any = RapidOCR(params={"Global.log_level": "error"})
    chosen = random.Random(0).sample(list(cited), min(count, len(cited)))  # noqa: S311 - a sample, not a secret
    scores = []
    for citation in chosen:
        said = []
        for box in library.pages.rects(citation.file, citation.spans):
            rect = box.rect
            clip = (rect.x0 - 1, rect.y0 - 1, rect.x1 + 1, rect.y1 + 1)
            image = library.pages.render(citation.file, box.page, _OCR_SCALE, clip)
            pixels = np.frombuffer(image.data, np.uint8).reshape(image.height, image.stride)[
                :, : image.width * 3
            ]
            read = engine(pixels.reshape(image.height, image.width, 3), use_det=False, use_cls=False)
            said.append(" ".join(read.txts or ()))
        got, wanted = letters(" ".join(said)), letters(citation.quote)
        covers = partial_ratio(wanted, got) >= 85 and len(got) <= 1.15 * len(wanted) + 8
        scores.append(float(covers and ratio(wanted, got) >= 80))
    return scores
