"""``ClaimDesk``: what a front end does with claims: read a paper's, see who supports or contradicts them, correct."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from twintree.base.claims import Claim, ClaimRelation, Verdict
from twintree.base.errors import NotFound
from twintree.base.ids import PaperId
from twintree.base.progress import CancelToken
from twintree.base.records import Change, Span
from twintree.base.text import find_quote
from twintree.knowledge.claims.reading import extract, main_file, make_up_for, missing, read_claims
from twintree.knowledge.claims.rules import ClaimExtractor
from twintree.knowledge.entailment import Judge
from twintree.models.protocol import Vectors
from twintree.store.citations import CitationStore
from twintree.store.claims import ClaimStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore

#: Claims of other papers, the nearest by meaning, that each claim is judged against.
_COMPARED = 30
#: Only what the judge is this sure of is told, and of that so many claims a side: it errs often near its threshold.
_TOLD, _MOST = 0.6, 3


class ClaimDesk:
    """Claims of one library.

    Args:
        ledger: of the library.
        papers: its papers.
        citations: who cites whom, for what relations say of that.
        judge: made when first needed, since it may start the model host.
        embed: vectors of texts, by way of the ledger's cache.
        writer: a model that was found fit to extract, or None.
    """

    def __init__(
        self,
        ledger: Ledger,
        papers: PaperStore,
        citations: CitationStore,
        judge: Callable[[], Judge],
        embed: Callable[[Sequence[str]], Vectors],
        writer: Callable[[], ClaimExtractor | None],
    ) -> None:
        self._ledger, self._papers, self._citations = ledger, papers, citations
        self.judge, self._embed, self._writer = judge, embed, writer
        self.store = ClaimStore(ledger)

    def of(self, paper: str, *, cancel: CancelToken | None = None) -> list[Claim]:
        """A paper's claims, the weightiest first, extracted now if that was not done yet.

        Raises:
            NotFound: there is no such paper.
        """
        known = self._papers.resolve(paper)
        return make_up_for(self._ledger, self._papers, self.store, known, cancel or CancelToken())

    def missing(self, papers: Sequence[str]) -> set[str]:
        """Which of these papers' claims have yet to be extracted."""
        return {paper for paper in papers if missing(self._papers, PaperId(paper)) is not None}

    def write_anew(self, paper: str, *, cancel: CancelToken | None = None) -> list[Claim]:
        """Let the model that was found fit write a paper's claims; without one the rules do it again.

        Raises:
            NotFound: there is no such paper, or it has no file.
        """
        known = self._papers.resolve(paper)
        file = main_file(self._papers, known)
        if file is None:
            raise NotFound("This paper has no file to take claims from.", "Add its PDF.")
        token, writer = cancel or CancelToken(), self._writer()
        if self._ledger.readonly:
            return extract(self._papers, known, file, token, writer)
        return read_claims(self._papers, self.store, known, file, token, writer)

    def relations(self, paper: str) -> list[ClaimRelation]:
        """Who in the library supports or contradicts a paper's claims, the surest first.

        Each claim is judged against the nearest claims of other papers; only what the judge is sure of is told, at
        most three claims on each side.
        """
        known = self._papers.resolve(paper)
        mine = self.of(known)
        others = [claim for claim in self.store.everything() if claim.paper != known]
        if not mine or not others:
            return []
        judge = self.judge()
        near = self._embed([claim.bare for claim in mine]) @ self._embed([claim.bare for claim in others]).T
        links = self._links(known)
        found: list[ClaimRelation] = []
        for row, claim in enumerate(mine):
            chosen = [others[at] for at in np.argsort(-near[row], kind="stable")[:_COMPARED]]
            verdicts = judge.judge([(claim.bare, other.bare) for other in chosen])
            pairs = list(zip(chosen, verdicts, strict=True))
            for side in ("supports", "contradicts"):
                sure = [(other, verdict) for other, verdict in pairs if getattr(verdict, side) >= _TOLD]
                sure.sort(key=lambda pair: (-getattr(pair[1], side), pair[0].id))
                found += [self._relation(claim, *pair, links) for pair in sure[:_MOST]]
        return found

    def _relation(
        self, claim: Claim, other: Claim, verdict: Verdict, links: Mapping[str, str]
    ) -> ClaimRelation:
        return ClaimRelation(
            claim=claim.id,
            other=other,
            paper=self._papers.row(other.paper),
            verdict=verdict,
            link=links.get(other.paper, ""),
        )

    def _links(self, paper: PaperId) -> dict[str, str]:
        cited = {str(each.paper): "cited" for each in self._citations.references(paper) if each.paper}
        return cited | {str(each.paper.id): "cites" for each in self._citations.cited_by(paper)}

    # ── the person's word ────────────────────────────────────────────────────────────────────────────

    def correct(self, claim: str, *, text: str | None = None, kind: str | None = None) -> Change:
        """Say what a claim says, or of which type it is; see ``ClaimStore.correct``."""
        return self.store.correct(claim, text=text, kind=kind)

    def remove(self, claim: str) -> Change:
        """Take away what is no claim of the paper; see ``ClaimStore.remove``."""
        return self.store.remove(claim)

    def add(self, paper: str, text: str, kind: str, quote: str, page: int) -> Change:
        """Add a claim, anchored to words of a page; the change's ``subject`` is its id.

        Raises:
            NotFound: there is no such paper or page, or the quote does not stand on it.
            WrongUse: there is no such type, or the text is empty or too long.
        """
        known = self._papers.resolve(paper)
        file = main_file(self._papers, known)
        if file is None:
            raise NotFound("This paper has no file that a claim could be anchored in.", "Add its PDF.")
        body = self._papers.page(file, page).text
        at = find_quote(body, quote)
        if at is None:
            raise NotFound(
                f"These words do not stand on page {page}.", "Copy them from the page as it shows them."
            )
        return self.store.add(
            Claim(
                paper=known,
                file=file,
                type=kind,
                text=text,
                quote=" ".join(body[at[0] : at[1]].split()),
                page=page,
                spans=(Span(page, *at),),
            )
        )
