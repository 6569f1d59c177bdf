"""``Projections``: graph and vectors of a library that is open, each opened when first needed and kept in step."""

from __future__ import annotations

import threading
from collections.abc import Callable

from twintree.base.jobs import Problem
from twintree.store import consistency
from twintree.store.embeddings import Embed
from twintree.store.files import FileStore
from twintree.store.graph import GraphProjection
from twintree.store.ledger import Ledger
from twintree.store.vectors import VectorProjection


class Projections:
    """The projections of one library; from any thread.

    Args:
        ledger: of the library.
        model: the id and the dimension of its embedder; asked for once, with the vectors, since it may start a process.
    """

    def __init__(self, ledger: Ledger, model: Callable[[], tuple[str, int]]) -> None:
        self._ledger = ledger
        self._model = model
        self._opening = threading.Lock()
        self._settling = threading.Lock()
        self._seen = threading.local()
        self._vectors: VectorProjection | None = None
        self.graph = GraphProjection(ledger.root / "graph.kuzu", readonly=ledger.readonly)

    def vectors(self) -> VectorProjection:
        """The vectors of the library's entries."""
        with self._opening:
            if self._vectors is None:
                path = self._ledger.root / "vectors" / "entries.usearch"
                self._vectors = VectorProjection(path, *self._model())
            return self._vectors

    def follow(self) -> None:
        """Let the vectors take up what was written since this thread asked last; done before a search."""
        state = self._ledger.state()
        if self._ledger.readonly or state == getattr(self._seen, "state", None):
            return
        self._seen.state = state
        self.vectors().sync(self._ledger)

    def settle(self) -> None:
        """Bring both up to the ledger and onto the disk; cheap when nothing is missing."""
        with self._settling:
            # Both gather small changes in large libraries; at the end of a piece of work nothing may wait.
            self.graph.flush(self._ledger)
            vectors = self.vectors()
            vectors.sync(self._ledger)
            vectors.flush(self._ledger)

    def make_graph(self) -> None:
        """Make the graph afresh."""
        self.graph.rebuild(self._ledger)

    def check(self, files: FileStore) -> list[Problem]:
        """Compare both with the ledger, and every file with its hash; see ``consistency.check``."""
        return consistency.check(self._ledger.root, self._ledger, files, self.graph, self.vectors())

    def rebuild(self, files: FileStore, embed: Embed) -> None:
        """Make both afresh; see ``consistency.rebuild``."""
        consistency.rebuild(self._ledger.root, self._ledger, files, self.graph, self.vectors(), embed=embed)

    def close(self) -> None:
        """Close what is open; safe to call twice."""
        self.graph.close()
        if self._vectors is not None:
            self._vectors.close()
