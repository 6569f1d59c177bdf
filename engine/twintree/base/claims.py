"""What papers claim, and how a passage bears on a claim: the values that cross layers."""

from __future__ import annotations

import re

from twintree.base.ids import FileId, PaperId
from twintree.base.records import PaperRow, Record, Span

#: What a claim may say (Crase, claim extraction): a result, a mechanism or argument, a design, a gap or need.
TYPES = ("EMPIRICAL", "THEORETICAL", "METHODOLOGICAL", "CONTEXTUAL")
#: The parts of a paper that claims are taken from, in the order in which they are read.
PARTS = ("abstract", "introduction", "conclusion")


_LABEL = re.compile(r"(?:[A-Z][\w’'-]+(?: et al\.| and [A-Z][\w’'-]+)? \((?:19|20)\d\d\)|“[^”]+”)(?:'s)?\s*")


def unlabelled(text: str) -> str:
    """A claim without its authors' label: two claims of one group are not alike for that."""
    return _LABEL.sub("", text).strip() or text


class Claim(Record, frozen=True, kw_only=True):
    """One assertion that a paper makes of its own.

    Attributes:
        id: ``P….c03``; empty before it is stored.
        text: self-contained, readable without the paper.
        quote: the words of the paper that it is anchored to, verbatim.
        page: where the quote begins, or began.
        spans: where the quote stands; empty once the file was read again and does not hold these words any more.
        section: the part it was taken from, one of ``PARTS``.
        source: ``rules:1``, ``model:ID`` or ``person``.
        confidence: how surely it is one of the paper's main claims, 0 to 1.
    """

    id: str = ""
    paper: PaperId
    file: FileId
    type: str
    text: str
    quote: str
    page: int
    spans: tuple[Span, ...]
    section: str = ""
    source: str = ""
    confidence: float = 0.0

    @property
    def bare(self) -> str:
        """The text without its authors' label: what is embedded and judged."""
        return unlabelled(self.text)


class Verdict(Record, frozen=True):
    """How probable it is that a passage supports a claim, contradicts it, or does neither; sums to 1."""

    supports: float
    contradicts: float
    neither: float

    @property
    def label(self) -> str:
        """The most probable of the three."""
        best = max(self.supports, self.contradicts, self.neither)
        if best == self.neither:
            return "neither"
        return "supports" if best == self.supports else "contradicts"


class ClaimRelation(Record, frozen=True, kw_only=True):
    """A claim of another paper of the library that supports or contradicts a claim.

    Attributes:
        claim: id of the claim.
        other: what bears on it.
        paper: whose that is.
        verdict: of the judge.
        link: ``cites`` when the other paper cites this one, ``cited`` when it is cited by it, else ``""``.
    """

    claim: str
    other: Claim
    paper: PaperRow
    verdict: Verdict
    link: str = ""
