"""Whatever a person does with methods, in whatever order, with readings and deletions between: nothing is lost, the
trees equal trees made afresh, and no quote is left that does not stand on its page."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from method_cases import PARSER, TAGGER, Shelf

from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import PaperId
from twintree.base.progress import CancelToken
from twintree.store.deletion import delete_paper
from twintree.store.files import FileStore
from twintree.store.rowcheck import ledger_problems
from twintree.trees.upkeep import rebuild_provenance, refresh

_OTHER = PARSER.replace("LatticeParser", "PrismParser").replace("Viterbi", "Forward Backward")
_TEXTS = (PARSER, TAGGER, _OTHER, TAGGER.replace("SwiftTagger", "SlowTagger"))
_ACTIONS = ("edit", "merge", "split", "rate", "delete", "undo", "undo any", "redo", "read", "add", "lose")
steps = st.lists(
    st.tuples(st.sampled_from(_ACTIONS), st.integers(0, 30), st.integers(0, 30), st.integers(0, 5)),
    min_size=4,
    max_size=14,
)


class Hand:
    """Somebody who does things to the methods of a shelf, by numbers."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.papers: list[PaperId] = []
        self.ids: set[str] = set()
        for text in _TEXTS[:2]:
            self.add(text)

    def add(self, text: str) -> None:
        self.papers.append(self.shelf.add(f"A paper {len(self.papers)}", text))

    def do(self, what: str, one: int, other: int, rating: int) -> None:
        """One thing, refused where it makes no sense."""
        store = self.shelf.store
        methods = [each.id for each in store.methods()]
        if not methods:
            self.add(_TEXTS[one % len(_TEXTS)])
            return
        first, second = methods[one % len(methods)], methods[other % len(methods)]
        paper = self.papers[one % len(self.papers)] if self.papers else None
        changes = store.changes()
        ways: dict[str, Callable[[], object]] = {
            "edit": lambda: store.edit(first, name=f"Name {other}", summary=f"Words {rating}."),
            "merge": lambda: store.merge(first, second),
            "split": lambda: store.split(first, store.get(first).papers[:1]),
            "rate": lambda: store.rate(first, second, rating),
            "delete": lambda: store.delete(first),
            "undo": store.undo,
            "undo any": lambda: store.undo(changes[other % len(changes)].id) if changes else None,
            "redo": store.redo,
            "read": lambda: paper and self.read(paper),
            "add": lambda: self.add(_TEXTS[other % len(_TEXTS)]),
            "lose": lambda: paper and self.lose(paper),
        }
        with contextlib.suppress(WrongUse, NotFound):
            ways[what]()

    def read(self, paper: PaperId) -> None:
        self.shelf.finder.find(paper, self.shelf.papers.files(paper)[0].id, CancelToken())

    def lose(self, paper: PaperId) -> None:
        if len(self.papers) > 1:
            self.papers.remove(paper)
            delete_paper(self.shelf.ledger, FileStore(self.shelf.ledger.root), paper)

    def check(self) -> None:
        """What has to hold at any time."""
        shelf, store = self.shelf, self.shelf.store
        refresh(shelf.ledger, shelf.embed)
        methods = store.methods(mentions=True)
        shown = {each.id for each in methods}
        self.ids |= shown
        for name in self.ids:
            with contextlib.suppress(NotFound):
                assert store.resolve(name) in shown
        edges = store.edges()
        quoted = [m for each in methods for m in each.mentions] + [c for e in edges for c in e.evidence]
        for each in quoted:
            text = shelf.papers.page(each.file, each.page).text
            assert all(text[span.start : span.end] in each.quote for span in each.spans)
        assert all(edge.source in shown and edge.target in shown for edge in edges)
        assert all(edge.evidence or edge.by == "person" for edge in edges)
        assert {m for theme in store.clusters() for m in theme.methods} == shown
        assert list(ledger_problems(shelf.ledger.read(), CancelToken())) == []
        for name in sorted(shown)[:3]:
            store.history(name)
        rebuild_provenance(shelf.ledger)
        assert store.edges() == edges
        assert store.methods(mentions=True) == methods


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps)
def test_nothing_that_is_done_to_methods_breaks_what_holds_of_them(
    done: list[tuple[str, int, int, int]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder))
        try:
            hand = Hand(shelf)
            for at, step in enumerate(done):
                hand.do(*step)
                if at % 3 == 2:
                    hand.check()
            hand.check()
        finally:
            shelf.ledger.close()
