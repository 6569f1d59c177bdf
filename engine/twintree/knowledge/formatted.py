"""Formatted citations: papers in a style of the Citation Style Language, with page and quote, or as a key.

``harvard`` comes with citeproc-py; the other styles are our own, small ones, after the manuals that they
are named after: the usual style files may not be shipped under our licence.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

from twintree.base.errors import NotFound, WrongUse
from twintree.base.records import Paper, Record
from twintree.base.text import find_typed_quote
from twintree.store import citing

if TYPE_CHECKING:
    from twintree.base.pages import PageText

#: Styles of written citations, and forms that name the key alone.
STYLES = ("apa", "chicago", "harvard", "ieee", "vancouver")
KEYED = ("latex", "pandoc")
_BUNDLED = {"harvard": "harvard-cite-them-right"}


class Cited(Record, frozen=True, kw_only=True):
    """A citation as it stands in running text, and its entries in a list of references (none for keys)."""

    text: str
    entries: tuple[str, ...] = ()


def cite(papers: Sequence[Paper], style: str = "apa", *, page: str = "", quote: str = "") -> Cited:
    """Cite papers in running text.

    Args:
        papers: in the order in which they are to stand; at least one.
        style: one of ``STYLES``, or ``latex`` (``\\cite{key}``) or ``pandoc`` (``[@key]``).
        page: the locator, ``5`` or ``5–7``; of one paper only.
        quote: words of that paper, put before the citation.

    Raises:
        WrongUse: there is no such style, or a page or quote is given for several papers.
    """
    if style not in STYLES + KEYED:
        raise WrongUse(f"There is no style {style!r}.", f"Choose one of {', '.join(STYLES + KEYED)}.")
    if not papers:
        raise WrongUse("There is nothing to cite.", "Name a paper.")
    if len(papers) > 1 and (page or quote):
        raise WrongUse("A page or a quote belongs to one paper.", "Cite the papers one by one.")
    page, quote = " ".join(page.split()), " ".join(quote.split())
    keys = [paper.row.key for paper in papers]
    if style == "latex":
        return Cited(text=_latex(keys, page, quote))
    if style == "pandoc":
        return Cited(text=_pandoc(keys, page, quote))
    text, entries = _written(papers, style, page)
    return Cited(text=f"“{quote}” {text}" if quote else text, entries=entries)


def quoted_from(pages: Sequence[PageText], quote: str) -> tuple[str, str]:
    """The page on which words stand, as it calls itself, and the words as they stand there.

    Raises:
        NotFound: they are nowhere in these pages.
    """
    for page in pages:
        found = find_typed_quote(page.text, quote)
        if found is not None:
            return page.label or str(page.number), " ".join(page.text[slice(*found)].split())
    raise NotFound("These words are not in the paper.", "Copy them from its page, or give --page.")


def _latex(keys: Sequence[str], page: str, quote: str) -> str:
    where = f"[p{'p' if _is_range(page) else ''}.~{page.replace('–', '--')}]" if page else ""
    cited = f"\\cite{where}{{{','.join(keys)}}}"
    return f"``{citing.latex(quote)}''~{cited}" if quote else cited


def _pandoc(keys: Sequence[str], page: str, quote: str) -> str:
    where = f", p{'p' if _is_range(page) else ''}. {page}" if page else ""
    cited = "[" + "; ".join(f"@{key}" for key in keys) + where + "]"
    return f"“{quote}” {cited}" if quote else cited


def _is_range(page: str) -> bool:
    return any(mark in page for mark in "-–,")


def _written(papers: Sequence[Paper], style: str, page: str) -> tuple[str, tuple[str, ...]]:
    # citeproc-py builds its classes when it is loaded: half a second that only those who cite pay.
    from citeproc import Citation, CitationItem, CitationStylesBibliography, Locator, formatter
    from citeproc.source.json import CiteProcJSON

    items = [{**each, "id": str(i)} for i, each in enumerate(json.loads(citing.csl_json(papers)))]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of fields that no style prints
        book = CitationStylesBibliography(_style(style), CiteProcJSON(items), formatter.plain)
        where = {"locator": Locator("page", page)} if page else {}
        cited = Citation([CitationItem(item["id"], **where) for item in items])
        book.register(cited)
        text = str(book.cite(cited, lambda _: None))
        return text, tuple(" ".join(str(entry).split()) for entry in book.bibliography())


@lru_cache(maxsize=len(STYLES))
def _style(name: str) -> Any:
    from citeproc import CitationStylesStyle

    if name in _BUNDLED:
        return CitationStylesStyle(_BUNDLED[name], validate=False)
    with as_file(files("twintree_resources.styles") / f"{name}.csl") as path:
        return CitationStylesStyle(str(path), validate=False)
