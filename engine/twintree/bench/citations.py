"""Citations judged from outside: every quote sought by a second extractor, every rectangle read by OCR."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twintree.base.records import Citation, Scope
from twintree.bench.corpus import library_of, names_of, pdfs
from twintree.bench.found import gold
from twintree.bench.table import BenchTable, Target
from twintree.library import Library
from twintree.metrics.intervals import bootstrap_interval

_OCR_SAMPLE = 60
_OCR_SCALE = 3.0


def run(data: Path, quick: bool = False) -> BenchTable:
    """All answers to the answerable questions of gold/found.jsonl, and one question to every paper's abstract."""
    root = data / "library"
    with library_of(pdfs(root), "papers-113") as library:
        cited = _citations(library, root, quick=quick)
        misses = []
        found = []
        for citation in cited:
            ok = on_page(citation, Path(library.papers.file(citation.file).path))
            found.append(float(ok))
            if not ok:
                misses.append(f"{citation.label}: “{citation.quote[:90]}”")
        shifted = [
            float(on_page(_shifted(library, c), Path(library.papers.file(c.file).path))) for c in cited
        ]
        read = _read_back(library, cited, 12 if quick else _OCR_SAMPLE)
    value = bootstrap_interval(found)
    rows: list[tuple[Any, ...]] = [
        ("quote on its page (pypdfium2)", len(found), value),
        ("trivial: the same quote on the next page", len(shifted), bootstrap_interval(shifted)),
    ]
    targets = [
        Target(
            name="quotes on their page",
            bar=0.99,
            measured=value.value,
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
            *(f"missed: {miss}" for miss in misses[:20]),
            "white space, hyphens, ligatures and case are folded on both sides",
        ),
        targets=tuple(targets),
    )


def _citations(library: Library, root: Path, *, quick: bool) -> list[Citation]:
    questions = [(q["question"], Scope()) for q in gold() if q["answerable"]]
    papers = list(names_of(library, root).values())
    questions += [("What does the abstract say?", Scope(papers=(paper,))) for paper in papers]  # type: ignore[arg-type]
    if quick:
        questions = questions[::8]
    cited: list[Citation] = []
    for question, scope in questions:
        for sentence in library.ask(question, scope).sentences:
            cited += sentence.citations
    return cited


def letters(text: str) -> str:
    """What two extractors must agree on: letters and digits, folded, without marks, spaces or hyphens."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[\W_]+", "", decomposed)


def on_page(citation: Citation, path: Path) -> bool:
    """Whether the quote stands on its page, as pypdfium2 reads that page."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:
        if not 0 < citation.page <= len(document):
            return False
        text = document[citation.page - 1].get_textpage().get_text_bounded()
    wanted = letters(citation.quote)
    page = letters(text)
    if wanted in page:
        return True
    # Columns and footnotes may be read in another order: then each run of five words must stand there.
    words = citation.quote.split()
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
        for box in library.rects(citation.file, citation.spans):
            rect = box.rect
            clip = (rect.x0 - 1, rect.y0 - 1, rect.x1 + 1, rect.y1 + 1)
            image = library.render(citation.file, box.page, _OCR_SCALE, clip)
            pixels = np.frombuffer(image.data, np.uint8).reshape(image.height, image.stride)[
                :, : image.width * 3
            ]
            read = engine(pixels.reshape(image.height, image.width, 3), use_det=False, use_cls=False)
            said.append(" ".join(read.txts or ()))
        got, wanted = letters(" ".join(said)), letters(citation.quote)
        covers = partial_ratio(wanted, got) >= 85 and len(got) <= 1.15 * len(wanted) + 8
        scores.append(float(covers and ratio(wanted, got) >= 80))
    return scores
