"""Evidence hierarchies of the papers at hand: made when they are missing or stale, and joined under one root."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from twintree.base.hierarchy import PaperHierarchy
from twintree.base.ids import PaperId
from twintree.base.progress import CancelToken, Progress
from twintree.models.protocol import Embedder, Vectors
from twintree.retrieval.vectors import embed_cached
from twintree.store.hierarchies import HierarchyStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.trees.hierarchy import EvidenceGraph, build_hierarchy, cited_works, stamp_of

#: Papers whose hierarchies stay in memory, some 100 kB each.
_REMEMBERED = 64


class Hierarchies:
    """The hierarchies of one library; may be used from any thread."""

    def __init__(self, ledger: Ledger, papers: PaperStore, embedder: Embedder) -> None:
        self._ledger = ledger
        self._papers = papers
        self._embedder = embedder
        self._store = HierarchyStore(ledger)
        self._lock = threading.Lock()
        self._known: OrderedDict[PaperId, PaperHierarchy] = OrderedDict()

    def of(self, paper: PaperId, cancel: CancelToken | None = None) -> PaperHierarchy | None:
        """A paper's hierarchy as its pages are now; made, and kept, when there is none. None without a file.

        Raises:
            ModelUnavailable: it must be made and there is no embedder.
            Cancelled: ``cancel`` was set; the next call goes on where this one stopped.
        """
        files = self._papers.files(paper)
        if not files:
            return None
        file = files[0].id
        pages = list(self._papers.pages(file))
        sections = self._papers.tree(paper).nodes
        info = self._embedder.info()
        stamp = stamp_of(pages, cited_works(sections), info)
        known = self._remembered(paper, stamp)
        if known is not None:
            return known
        token = cancel or CancelToken()
        made = build_hierarchy(paper, file, pages, sections, lambda texts: self._embed(texts, token), info)
        if not self._ledger.readonly:
            self._store.write(made)
        self._remember(made)
        return made

    def graph(
        self,
        papers: Sequence[PaperId],
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> EvidenceGraph:
        """The hierarchies of some papers under one root, with the vectors of their regions.

        ``progress`` counts the papers whose hierarchy has to be made.
        """
        token = cancel or CancelToken()
        self._prepare(papers, progress or Progress(), token)
        found = [each for paper in papers if (each := self.of(paper, token)) is not None]
        regions = [region for each in found for region in each.regions]
        vectors = self._embed([region.text for region in regions], token)
        return EvidenceGraph(
            found, {region.id: vector for region, vector in zip(regions, vectors, strict=True)}
        )

    def missing(self, papers: Sequence[PaperId]) -> list[PaperId]:
        """Those that have a file and no hierarchy at all; a stale one shows only when it is used."""
        return self._store.missing(papers)

    def _prepare(self, papers: Sequence[PaperId], report: Progress, token: CancelToken) -> None:
        """Make what is missing, a paper at a time; each is kept, so that stopping loses little."""
        missing = self.missing(papers)
        what = "1 paper" if len(missing) == 1 else f"{len(missing)} papers"
        for done, paper in enumerate(missing):
            token.check()
            report.report(done, len(missing), f"preparing {what} for step-by-step answers")
            self.of(paper, token)

    def _embed(self, texts: Sequence[str], token: CancelToken) -> Vectors:
        # A part at a time, each kept: a stopped run loses little.
        for start in range(0, len(texts), 32):
            token.check()
            embed_cached(self._ledger, self._embedder, texts[start : start + 32])
        return embed_cached(self._ledger, self._embedder, texts)

    def _remembered(self, paper: PaperId, stamp: str) -> PaperHierarchy | None:
        with self._lock:
            known = self._known.get(paper)
        if known is None or known.stamp != stamp:
            if self._store.stamp(paper) != stamp:
                return None
            known = self._store.get(paper)
            if known is not None:
                self._remember(known)
        return known

    def _remember(self, made: PaperHierarchy) -> None:
        with self._lock:
            self._known[made.paper] = made
            self._known.move_to_end(made.paper)
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
