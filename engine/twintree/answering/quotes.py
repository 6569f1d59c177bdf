"""The promise behind every citation: the quoted words stand on the page that is named (DESIGN §1, promise 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from twintree.base.answers import AnswerSentence
from twintree.base.ids import FileId
from twintree.base.labels import citation_label
from twintree.base.pages import PageText
from twintree.base.records import Citation, PaperRow, Span
from twintree.base.text import find_quote, folded

PageOf = Callable[[FileId, int], PageText]


def cite(paper: PaperRow, file: FileId, span: Span, page: PageText) -> Citation:
    """The citation of the words of ``span`` on ``page``."""
    return cite_together(paper, file, (span,), page)


def cite_together(paper: PaperRow, file: FileId, spans: Sequence[Span], page: PageText) -> Citation:
    """The citation of words that stand in several places of one page: a row and its table's head."""
    quote = " ".join(" ".join(page.text[span.start : span.end].split()) for span in spans)
    return Citation(
        paper=paper.id,
        file=file,
        page=page.number,
        spans=tuple(spans),
        quote=quote,
        label=citation_label(paper, page.number),
        recognised=any(map(page.is_recognised, spans)),
    )


def quote_stands(citation: Citation, page_of: PageOf) -> bool:
    """Whether the quote is found, verbatim after folding, inside the spans that the citation names."""
    page = page_of(citation.file, citation.page)
    said = " ".join(page.text[span.start : span.end] for span in citation.spans)
    return bool(citation.quote.strip()) and folded(citation.quote) in folded(said)


def check_sentences(sentences: Iterable[AnswerSentence], page_of: PageOf) -> list[AnswerSentence]:
    """Keep a citation only when its quote stands on its page; a sentence without one is unsupported."""
    checked = []
    for sentence in sentences:
        good = tuple(each for each in sentence.citations if quote_stands(each, page_of))
        if good:
            checked.append(
                AnswerSentence(
                    text=sentence.text, supported=sentence.supported, citations=good, reason=sentence.reason
                )
            )
        else:
            reason = sentence.reason or "no quote found on any page read"
            checked.append(AnswerSentence(text=sentence.text, supported=False, citations=(), reason=reason))
    return checked


def locate(quote: str, pages: Iterable[PageText]) -> Span | None:
    """The first place where ``quote`` stands in ``pages``."""
    for page in pages:
        found = find_quote(page.text, quote)
        if found:
            return Span(page.number, *found)
    return None
