"""Questions about methods, answered from the two trees, every edge with its page and quote."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from twintree.answering.lineage_questions import LineageQuestion, read_lineage_question, spellings
from twintree.answering.quotes import check_sentences
from twintree.base.answers import AnswerSentence
from twintree.base.ids import FileId, PaperId
from twintree.base.labels import citation_label
from twintree.base.methods import Cluster, ClusterId, Method, MethodEdge, MethodId, MethodMention
from twintree.base.pages import PageText
from twintree.base.records import Citation, PaperRow, Record
from twintree.base.text import folded
from twintree.base.words import content_stems
from twintree.knowledge.methods.ends import is_task
from twintree.knowledge.methods.naming import key_of
from twintree.retrieval.funnel import FunnelResult
from twintree.trees.lineage import Reached, Relation, ancestors, descendants, relate
from twintree.trees.provenance import ProvenanceTree

#: What an edge says where nobody explained it, by its rating.
_SAYS = {
    5: "{target} is built on {source}",
    4: "{target} builds on {source}",
    3: "{target} draws on {source}",
    2: "{target} takes something up from {source}",
    1: "{target} is compared with {source}",
}
_WORD = re.compile(r"\w+")
_OURS = re.compile(r"\b(we|our|ours|this (paper|work|method|model|approach|system))\b", re.I)
_DERIVED = re.compile(
    r"\b(extends?|extended|extending|extension of|buil[dt]s? (up)?on|building (up)?on|based (up)?on|derived? from|"
    r"initiali[sz]ed? (from|with)|fine-?tun\w+|variants? of|modif\w+|adapt\w*|inspired by|generali[sz]\w+|"
    r"as ((the|our|an?) )?(\w+ )?(initiali[sz]ation|base|basis|backbone|core|foundation|starting point))\b",
    re.I,
)
#: Kinds of what is done, not of how; and how it is tried, which counts where nothing else is told.
_WITH_WHAT = frozenset({"metric", "dataset construction"})
_TRIED = "experimental paradigm"
#: Themes from which on each is told by few methods.
_MANY_THEMES = 3
#: Edges rated lower are comparisons and replacements: they relate two methods, but neither comes from the other.
_DERIVES = 3


class LineageSettings(Record, frozen=True, kw_only=True):
    """How much an answer from the trees holds."""

    edges: int = 10  #: sentences on origins and outcomes, 1..50
    depth: int = 3  #: edges away from the method asked about, 1..6
    influence: float = 0.3  #: what the product of weights must reach beyond the first edge, 0..1
    themes: int = 5  #: approaches, 1..12
    methods: int = 3  #: of each approach, 1..5
    quotes: int = 2  #: pages behind one edge, 1..5
    bar: float = 0.5  #: cosine to the topic that a theme's best method must reach, 0..1
    beside: float = 0.4  #: cosine that its other methods must reach to be named with it, 0..1


class MethodShelf(Protocol):
    """What these answers need of the store."""

    def named(self, text: str) -> list[Method]:
        """The methods with exactly this name or alias, folded; those of most papers first."""
        ...

    def get(self, reference: str) -> Method:
        """One method with its mentions."""
        ...

    def tree(self) -> ProvenanceTree:
        """The provenance tree; its edges may lack their evidence."""
        ...

    def edges(self, methods: Sequence[MethodId]) -> list[MethodEdge]:
        """Edges with both ends among these methods, with their evidence."""
        ...

    def clusters(self) -> list[Cluster]:
        """The themes of all levels."""
        ...


class Reading(Protocol):
    """What these answers need of the run that they belong to."""

    def page(self, file: FileId, number: int) -> PageText:
        """A page, noted as read."""
        ...

    def note(self, step: str, summary: str, data: Any = ...) -> None:
        """One line of the trace."""
        ...

    def row(self, paper: PaperId) -> PaperRow:
        """A paper."""
        ...


class MethodAnswers:
    """Answers questions about methods where the trees hold something; all others are left to the papers' words.

    Args:
        shelf: the methods of the library.
        find: the funnel's methods for a text.
        settings: how much an answer holds.
    """

    def __init__(
        self,
        shelf: MethodShelf,
        find: Callable[[str], FunnelResult],
        settings: LineageSettings | None = None,
    ) -> None:
        self._shelf = shelf
        self._find = find
        self.settings = settings or LineageSettings()

    def answer(
        self, question: str, run: Reading, papers: frozenset[PaperId] | None = None, earlier: str = ""
    ) -> tuple[AnswerSentence, ...]:
        """The sentences that answer, each with quotes that stand on their pages; none where the trees hold nothing.

        Args:
            question: the person's words.
            run: told what was found and which pages were read.
            papers: those whose pages may be cited; None for all.
            earlier: the question that this one follows up, for *what builds on it*.
        """
        asked = read_lineage_question(question, earlier)
        if asked is None:
            return ()
        if asked.kind == "approaches":
            found = self._approaches(asked, run, papers)
        else:
            found = self._from_tree(asked, run, papers)
        checked = [each for each in check_sentences(found, run.page) if each.supported]
        run.note(
            "methods",
            f"{asked.kind}: {len(checked)} of {len(found)} sentences from the trees stand on their pages",
        )
        return tuple(checked)

    # ── the provenance tree ──────────────────────────────────────────────────────────────────────────

    def _from_tree(
        self, asked: LineageQuestion, run: Reading, papers: frozenset[PaperId] | None
    ) -> list[AnswerSentence]:
        x = self._method(asked.x, run)
        y = self._method(asked.y, run) if asked.kind == "relation" else None
        if x is None or (asked.kind == "relation" and (y is None or x.id == y.id)):
            return []
        tree = self._shelf.tree()
        if y is not None:
            edges = self._related(tree, x, y, run)
        else:
            reach = ancestors if asked.kind == "origin" else descendants
            reached = reach(tree, x.id, self.settings.depth)
            edges = [each.edge for each in reached if self._counts(each)]
            run.note("trees", f"{len(edges)} edges, {asked.kind} of {x.name}", _told(edges))
        sentences = [self._edge(edge, run, papers) for edge in self._with_evidence(edges)]
        return [each for each in sentences if each.citations][: self.settings.edges]

    def _counts(self, reached: Reached) -> bool:
        near = reached.depth == 1 or reached.influence >= self.settings.influence
        return near and reached.edge.rating >= _DERIVES

    def _method(self, name: str, run: Reading) -> Method | None:
        for spelling in spellings(name):
            found = self._shelf.named(spelling)
            if found:
                others = f"; {len(found) - 1} more of that name" if len(found) > 1 else ""
                run.note("method", f"“{name}” is {found[0].name}{others}", [each.id for each in found])
                return found[0]
        run.note("method", f"no method is called “{name}”")
        return None

    def _related(self, tree: ProvenanceTree, x: Method, y: Method, run: Reading) -> list[MethodEdge]:
        relation: Relation = relate(tree, x.id, y.id)
        run.note("trees", f"{x.name} and {y.name}: {relation.kind}", _told(relation.edges))
        return list(relation.edges)

    def _with_evidence(self, edges: Sequence[MethodEdge]) -> list[MethodEdge]:
        wanted = {(edge.source, edge.target): edge for edge in edges}
        ends = list(dict.fromkeys(end for edge in edges for end in (edge.source, edge.target)))
        full = {(e.source, e.target): e for e in self._shelf.edges(ends)}
        return [full.get(pair, edge) for pair, edge in wanted.items()]

    def _edge(self, edge: MethodEdge, run: Reading, papers: frozenset[PaperId] | None) -> AnswerSentence:
        source, target = self._shelf.get(edge.source), self._shelf.get(edge.target)
        words = edge.explanation.strip().rstrip(".") or _SAYS[edge.rating].format(
            source=source.name, target=target.name
        )
        cited = [each for each in edge.evidence if papers is None or each.paper in papers]
        if edge.by != "person":
            cited = [each for each in cited if says_so(each.quote, source, target)]
        return AnswerSentence(
            text=words + ".",
            supported=True,
            citations=tuple(_labelled(each, run) for each in cited[: self.settings.quotes]),
        )

    # ── the abstraction tree ─────────────────────────────────────────────────────────────────────────

    def _approaches(
        self, asked: LineageQuestion, run: Reading, papers: frozenset[PaperId] | None
    ) -> list[AnswerSentence]:
        result = self._find(asked.x)
        themes = {each.id: each for each in self._shelf.clusters()}
        by_theme = self._ways_by_theme(result, asked.x)
        run.note(
            "funnel",
            f"{len(by_theme)} themes on the way to {len(result.methods)} methods, {result.compared} compared",
            [
                {"level": step.level, "compared": step.compared, "kept": [list(pair) for pair in step.kept]}
                for step in result.steps
            ],
        )
        sentences = []
        for name, methods in list(by_theme.items())[: self.settings.themes]:
            cited = [
                (method, mention) for method in methods if (mention := _best_mention(method, papers, asked.x))
            ]
            if cited:
                text = ", ".join(method.name for method, _ in cited)
                if name in themes and themes[name].title_by:  # else it is made of such names itself
                    text = f"{themes[name].title}: {text}"
                sentences.append(
                    AnswerSentence(
                        text=text + ".",
                        supported=True,
                        citations=tuple(_cited(mention, run) for _, mention in cited),
                    )
                )
        return sentences

    def _ways_by_theme(self, result: FunnelResult, topic: str) -> dict[ClusterId, list[Method]]:
        """The found methods that are ways to do something, by theme: near to the topic and in many papers first.

        A theme counts by its best method, which has to be near; the task itself, measures and data are no approaches
        to it.
        """
        near: list[tuple[float, float, ClusterId, Method]] = []
        for found in result.methods:
            if found.theme is None or found.cosine < self.settings.beside:
                continue
            method = self._shelf.get(found.method)
            if _is_a_way(method, topic):
                weight = found.cosine * (1 + math.log1p(len(method.papers)))
                near.append((weight, found.cosine, found.theme, method))
        if any(method.kind != _TRIED for *_, method in near):
            near = [each for each in near if each[3].kind != _TRIED]
        close = {theme for _, cosine, theme, _ in near if cosine >= self.settings.bar}
        most = self.settings.methods * (1 if len(close) >= _MANY_THEMES else 2)
        by_theme: dict[ClusterId, list[Method]] = {}
        for _, _, theme, method in sorted(near, key=lambda each: -each[0]):
            if theme in close and len(by_theme.setdefault(theme, [])) < most:
                by_theme[theme].append(method)
        return by_theme


def _is_a_way(method: Method, topic: str) -> bool:
    if method.kind in _WITH_WHAT or is_task(method.name):
        return False
    return key_of(topic) not in {key_of(name) for name in (method.name, *method.aliases)}


def says_so(quote: str, source: Method, target: Method) -> bool:
    """Whether a quote says by itself that one method owes something to the other: it names both, or its authors
    say that what is theirs derives from the named one."""
    if not _names(quote, source):
        return False
    return _names(quote, target) or bool(_OURS.search(quote) and _DERIVED.search(quote))


def _names(quote: str, method: Method) -> bool:
    said = f" {' '.join(_WORD.findall(folded(quote)))} "
    return any(
        f" {' '.join(_WORD.findall(folded(name)))} " in said for name in (method.name, *method.aliases)
    )


def _best_mention(method: Method, papers: frozenset[PaperId] | None, topic: str) -> MethodMention | None:
    """Where a method is best read about: with the topic, in the paper that made it, else where it is first named."""
    allowed = [each for each in method.mentions if papers is None or each.paper in papers]
    asked = set(content_stems(topic))

    def beside(mention: MethodMention) -> tuple[int, bool]:
        return -len(asked & set(content_stems(mention.quote))), mention.role != "derived"

    return min(allowed, key=beside, default=None)


def _cited(mention: MethodMention, run: Reading) -> Citation:
    return _labelled(
        Citation(
            paper=mention.paper,
            file=mention.file,
            page=mention.page,
            spans=mention.spans,
            quote=mention.quote,
        ),
        run,
    )


def _labelled(citation: Citation, run: Reading) -> Citation:
    return msgspec.structs.replace(citation, label=citation_label(run.row(citation.paper), citation.page))


def _told(edges: Iterable[MethodEdge]) -> list[dict[str, Any]]:
    return [{"source": e.source, "target": e.target, "rating": e.rating, "primary": e.primary} for e in edges]
