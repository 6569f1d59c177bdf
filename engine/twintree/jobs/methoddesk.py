"""``MethodDesk``: what a front end does with methods and the two trees; missing work is done before it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import FileId, PaperId
from twintree.base.methods import (
    Cluster,
    Difference,
    Method,
    MethodDecision,
    MethodEdge,
    MethodId,
    Payload,
    SourceDraft,
)
from twintree.base.placement import Placement
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Change, PaperFilter, Record
from twintree.jobs.methods import Embed, MethodFinder, in_use
from twintree.knowledge.methods.deterministic import DeterministicExtractor
from twintree.knowledge.methods.protocol import MethodExtractor
from twintree.knowledge.methods.written import ModelExtractor
from twintree.models.fitness import chosen_for
from twintree.models.host import ModelHost
from twintree.models.protocol import Vectors
from twintree.models.reader import LocalReader
from twintree.models.shelf import ModelShelf
from twintree.retrieval.vectors import embed_cached
from twintree.sources.render import RenderHost
from twintree.store.anchors import AnchorStore
from twintree.store.citations import CitationStore
from twintree.store.ledger import Ledger, now
from twintree.store.methodintake import MethodIntake
from twintree.store.methods import MethodStore
from twintree.store.papers import PaperStore
from twintree.trees import exporting, lineage, upkeep
from twintree.trees.layouting import place_provenance, place_themes
from twintree.trees.provenance import ProvenanceTree

#: Tokens that a model reads of a paper unless all of its segments are asked for (issue 7, benchmark 2).
CHOSEN_TOKENS = 4000
#: What ``export`` writes.
EXPORTS = ("graphml", "json", "svg", "png")
#: So often a difference is taken over anew where its paper is cut anew meanwhile.
_TRIES = 3


class MethodLineage(Record, frozen=True, kw_only=True):
    """A method with what it comes from and what builds on it: the methods and the edges between them."""

    method: MethodId
    nodes: tuple[Method, ...]
    edges: tuple[MethodEdge, ...]
    distance: dict[str, int]  #: steps from the method: negative above it, positive below


class MethodDesk:
    """Methods of one library.

    Attributes:
        store: reading, and the person's word.
    """

    def __init__(
        self,
        ledger: Ledger,
        papers: PaperStore,
        finder: MethodFinder,
        embed: Embed,
        model: Callable[[], MethodExtractor | None],
        renderer: RenderHost,
    ) -> None:
        self._ledger, self._papers = ledger, papers
        self._finder, self._embed, self._model = finder, embed, model
        self._renderer = renderer
        self.store = MethodStore(ledger)

    # ── what has to be there first ───────────────────────────────────────────────────────────────────

    def missing(self) -> list[PaperId]:
        """Papers with a text whose methods were not sought yet, or not in the files that they have now."""
        rows = self._papers.rows(PaperFilter(), limit=1_000_000)
        return [row.id for row in rows if self._finder.lacks(row.id, self._file(row.id))]

    def _file(self, paper: PaperId) -> FileId:
        files = self._papers.files(paper)
        return next((each.id for each in files if each.role == "main"), files[0].id if files else FileId(""))

    def make_up(self, progress: Progress | None = None, cancel: CancelToken | None = None) -> int:
        """Seek the methods of papers that lack them, and bring the trees up to date; returns how many papers.

        A library that is open for reading only is left as it is.
        """
        if self._ledger.readonly:
            return 0
        report, token = progress or Progress(), cancel or CancelToken()
        wanted = self.missing()
        for done, paper in enumerate(wanted):
            token.check()
            report.report(done, len(wanted), "methods")
            self._finder.find_for(paper, self._file(paper), token)
        if wanted:
            report.report(len(wanted), len(wanted), "methods")
        self.refresh(token)
        return len(wanted)

    def make_up_for(self, paper: PaperId, cancel: CancelToken) -> None:
        """Seek the methods of one paper where they were not sought yet; not in a library open for reading only."""
        file = self._file(paper)
        if not self._ledger.readonly and self._finder.lacks(paper, file):
            self._finder.find_for(paper, file, cancel)

    def refresh(self, cancel: CancelToken | None = None) -> upkeep.Refreshed:
        """Make cards, edges and themes follow what changed; nothing where the library is read only."""
        if self._ledger.readonly:
            return upkeep.Refreshed()
        return upkeep.refresh(self._ledger, self._embed, cancel)

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────

    def list(
        self, text: str = "", *, limit: int = -1, offset: int = 0, mentions: bool = False
    ) -> list[Method]:
        """Methods, those of most papers first; see ``MethodStore.methods``."""
        self._catch_up()
        return self.store.methods(text, limit=limit, offset=offset, mentions=mentions)

    def get(self, name: str) -> Method:
        """One method by id or name, with mentions and sources; see ``MethodStore.get``."""
        self._catch_up()
        return self.store.get(name)

    def history(self, name: str) -> Sequence[MethodDecision]:
        """Merges and splits that a method had a part in."""
        return self.store.history(self.store.resolve(name))

    def tree(self) -> ProvenanceTree:
        """The provenance tree, without evidence."""
        self._catch_up()
        return ProvenanceTree({(e.source, e.target): e for e in self.store.edges(evidence=False)})

    def lineage(self, name: str, depth: int = 6) -> MethodLineage:
        """What a method comes from and what builds on it, with the page behind every edge.

        Raises:
            NotFound: there is no such method.
            WrongUse: several are called so.
        """
        self._catch_up()
        method = self.store.resolve(name)
        tree = ProvenanceTree({(each.source, each.target): each for each in self.store.near(method, depth)})
        distance: dict[str, int] = {method: 0}
        for each in lineage.descendants(tree, method, depth):
            distance[each.method] = each.depth
        for each in lineage.ancestors(tree, method, depth):
            distance.setdefault(each.method, -each.depth)
        known = {each.id: each for each in self.store.some(list(distance))}
        nodes = tuple(known[MethodId(each)] for each in distance if each in known)
        edges = tuple(self.store.edges(list(distance)))
        return MethodLineage(method=method, nodes=nodes, edges=edges, distance=distance)

    def themes(self) -> Sequence[Cluster]:
        """All themes, the finest level first."""
        return self.store.clusters()

    def nested_themes(self) -> Sequence[dict[str, Any]]:
        """The themes as scripts read them: each with its children, and the finest with their methods."""
        clusters: dict[str, Cluster] = {each.id: each for each in self.store.clusters()}
        names = {str(method): name for method, name in self.store.names().items()}
        return [_nested(each, clusters, names) for each in clusters.values() if each.parent is None]

    # ── the trees ────────────────────────────────────────────────────────────────────────────────────

    def rebuild(self, cancel: CancelToken | None = None) -> upkeep.Refreshed:
        """Both trees afresh; hand corrections and what a person wrote on themes stay."""
        edges = upkeep.rebuild_provenance(self._ledger)
        if cancel is not None:
            cancel.check()
        themes = upkeep.refresh_themes(self._ledger, self._embed, afresh=True)
        return upkeep.Refreshed(methods=self.store.count(), edges=edges, themes=themes)

    def placed(self, *, themes: bool = False, method: str = "", timeline: bool = False) -> Placement:
        """A tree laid out for drawing: all of it, or the lineage of one method."""
        if themes:
            return place_themes(self.store.clusters(), {each.id: each for each in self.store.methods()})
        if method:
            found = self.lineage(method)
            return place_provenance(found.nodes, found.edges, timeline=timeline, homes=self.store.homes())
        edges = self.store.edges(evidence=False)
        ends = {end for edge in edges for end in (edge.source, edge.target)}
        shown = [each for each in self.store.methods() if each.id in ends or not edges]
        return place_provenance(shown, edges, timeline=timeline, homes=self.store.homes())

    def export(self, kind: str, *, themes: bool = False, method: str = "", timeline: bool = False) -> bytes:
        """A tree as ``graphml``, ``json``, ``svg`` or ``png``.

        Raises:
            WrongUse: there is no such format, or nothing to draw.
        """
        if kind not in EXPORTS:
            raise WrongUse(f"Trees cannot be exported as {kind!r}.", f"Choose one of {', '.join(EXPORTS)}.")
        placement = self.placed(themes=themes, method=method, timeline=timeline)
        if not placement.nodes:
            raise WrongUse("There are no methods to draw yet.", "Import papers first.")
        return self.drawn(kind, placement)

    def drawn(self, kind: str, placement: Placement, fills: Sequence[str] = ()) -> bytes:
        """A drawing, or a part of one, as one of ``EXPORTS``; ``fills`` as ``exporting.to_svg`` has them."""
        match kind:
            case "png":
                return exporting.to_png(placement, self._renderer, fills=fills)
            case "svg":
                return exporting.to_svg(placement, fills=fills)
            case "graphml":
                return exporting.to_graphml(placement)
        return exporting.to_json(placement)

    # ── the person's word ────────────────────────────────────────────────────────────────────────────

    def edit(self, method: str, /, **said: object) -> Change:
        """See ``MethodStore.edit``; cards and trees follow at once."""
        return self._followed(lambda: self.store.edit(method, **said))

    def merge(self, kept: str, other: str) -> Change:
        """See ``MethodStore.merge``."""
        return self._followed(lambda: self.store.merge(kept, other))

    def split(self, name: str, papers: Sequence[str]) -> Change:
        """See ``MethodStore.split``."""
        return self._followed(lambda: self.store.split(name, papers))

    def rate(self, source: str, target: str, rating: int, explanation: str = "") -> Change:
        """See ``MethodStore.rate``."""
        return self._followed(lambda: self.store.rate(source, target, rating, explanation))

    def delete(self, name: str) -> Change:
        """See ``MethodStore.delete``."""
        return self._followed(lambda: self.store.delete(name))

    def undo(self, change: int | None = None) -> Change:
        """Take back a change; cards and trees follow."""
        return self._followed(lambda: self.store.undo(change))

    def _followed(self, act: Callable[[], Change]) -> Change:
        self._catch_up()
        change = act()
        self._catch_up()
        return change

    def _catch_up(self) -> None:
        """Cards and edges follow what was written elsewhere, by an undo say; nothing where that is not allowed."""
        if not self._ledger.readonly:
            upkeep.refresh_provenance(self._ledger)

    # ── a model's extraction ─────────────────────────────────────────────────────────────────────────

    def estimate(self, papers: Sequence[PaperId], *, whole: bool = False) -> dict[str, int]:
        """How many segments and tokens a model would read of these papers."""
        segments = [
            each for paper in papers for each in self._finder.chosen(paper, CHOSEN_TOKENS, whole=whole)
        ]
        return {"segments": len(segments), "tokens": sum(each.tokens for each in segments)}

    def extract(
        self,
        paper: PaperId,
        *,
        whole: bool = False,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> Difference:
        """What the model that was found fit says of a paper, as a difference to what is in use; nothing changes.

        Raises:
            NotFound: no model on this machine is fit for extraction.
        """
        extractor = self._model()
        if extractor is None:
            raise NotFound(
                "No model on this machine was found fit to extract methods.",
                "`twintree models check` measures those that are here; the methods of the rules stay.",
            )
        report = progress or Progress()
        segments = self._finder.chosen(paper, CHOSEN_TOKENS, whole=whole)
        payloads = self._finder.extract(
            paper,
            segments,
            extractor,
            cancel or CancelToken(),
            lambda done, total: report.report(done, total, "segments"),
            now(),
        )
        return self.difference(paper, payloads)

    def difference(self, paper: PaperId, payloads: Sequence[Payload]) -> Difference:
        """What a paper's methods would gain and lose if these payloads came into use."""
        told = {each.segment for each in payloads}
        present = in_use(self._current(paper))
        before = self._finder.assembled(present)
        after = self._finder.assembled([*(p for p in present if p.segment not in told), *payloads])
        was, becomes = _told(before.sources), _told(after.sources)
        old, new = was.keys(), becomes.keys()
        old_edges = {(r.source, r.target, r.rating) for r in before.relations}
        new_edges = {(r.source, r.target, r.rating) for r in after.relations}
        return Difference(
            paper=paper,
            added=tuple(sorted(new - old)),
            removed=tuple(sorted(old - new)),
            kept=tuple(sorted(old & new)),
            changed=tuple(sorted(name for name in old & new if was[name] != becomes[name])),
            edges_added=tuple(sorted(new_edges - old_edges)),
            edges_removed=tuple(sorted(old_edges - new_edges)),
            rejected=sum(len(each.content.rejected) for each in payloads),
            fell_back=sum(bool(each.content.note) for each in payloads),
            payloads=tuple(payloads),
        )

    def waiting(self, paper: PaperId) -> Difference | None:
        """What a model read of a paper's present segments and is not in use, the latest reading of each; None
        where there is nothing."""
        latest = {each.segment: each for each in self._current(paper) if each.model}
        unused = [each for each in latest.values() if not (each.used or each.left)]
        return self.difference(paper, unused) if unused else None

    def _current(self, paper: PaperId) -> Sequence[Payload]:
        """What was extracted from a paper's segments as they are now, in the order in which it was."""
        texts = {each.id: each.hash for each in self.store.segments(paper)}
        return [each for each in self.store.payloads(paper) if texts.get(each.segment) == each.hash]

    def accept(self, *differences: Difference) -> Sequence[Difference]:
        """Let papers' methods come from the payloads of differences; the trees follow.

        Returns those that were taken over: not one whose payloads are in use already, or whose paper was read anew
        since, so that nothing of it stands any more.
        """
        taken = [each for each in differences if self._take_over(each)]
        if taken:
            self.refresh()
        return taken

    def leave(self, *differences: Difference, left: bool = True) -> None:
        """Do not want what a model found: it waits no longer. ``left=False`` takes that back."""
        for each in differences:
            self._finder.leave(each.payloads, left=left)

    def _take_over(self, difference: Difference) -> bool:
        """A paper may be cut anew between looking and writing: then what is left of the difference is tried again."""
        for _ in range(_TRIES):
            current = self._current(difference.paper)
            used = {_known_by(each) for each in current if each.used}
            here = {_known_by(each) for each in current}
            wanted = [each for each in difference.payloads if _known_by(each) in here]
            if all(_known_by(each) in used for each in wanted):
                return False
            told = {each.segment for each in wanted}
            rest = [each for each in in_use(current) if each.segment not in told]
            if self._finder.use(difference.paper, [*rest, *wanted]):
                return True
        return False

    def back_to_rules(self, paper: PaperId) -> None:
        """Let a paper's methods come from the deterministic extractor alone."""
        kept = [e for e in self._current(paper) if e.extractor == DeterministicExtractor.name]
        self._finder.use(paper, kept)
        self.refresh()


def _told(sources: Sequence[SourceDraft]) -> dict[str, tuple[object, ...]]:
    """What is said of each of a paper's methods."""
    return {each.name: (each.kind, each.role, each.summary, set(each.aliases)) for each in sources}


def _known_by(payload: Payload) -> tuple[str, ...]:
    """By what a payload is the same one again."""
    return payload.segment, payload.hash, payload.extractor, payload.model, payload.prompt


def _nested(each: Cluster, clusters: Mapping[str, Cluster], names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": each.id,
        "level": each.level,
        "title": each.title,
        "summary": each.summary,
        "note": each.note,
        "children": [
            _nested(clusters[child], clusters, names) for child in each.children if child in clusters
        ],
        "methods": [m for m in each.methods if m in names],
        "names": [names[m] for m in each.methods if m in names],
    }


def build_method_desk(
    ledger: Ledger, papers: PaperStore, citations: CitationStore, host: ModelHost, renderer: RenderHost
) -> tuple[MethodDesk, MethodFinder]:
    """The desk of a library and what finds methods for it; no process is started before one of them is used."""

    def embed(texts: Sequence[str]) -> Vectors:
        return embed_cached(ledger, host.background, texts)

    def model() -> MethodExtractor | None:
        chosen = chosen_for(ModelShelf(), "extraction")
        if chosen is None:
            return None
        write = LocalReader(host, chosen, urgent=False).write_quietly
        return ModelExtractor(chosen.id, chosen.path, write)

    finder = MethodFinder(papers, citations, MethodIntake(ledger), embed, AnchorStore(ledger))
    return MethodDesk(ledger, papers, finder, embed, model, renderer), finder
