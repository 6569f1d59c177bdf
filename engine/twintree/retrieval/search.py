"""Search: from a line of a person's, or a question, to papers, sections and passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from twintree.base.answers import Hit, Scope, SearchResult
from twintree.base.ids import PaperId
from twintree.base.records import PaperFilter, PaperRow, Section, SectionTree
from twintree.base.text import find_quote
from twintree.models.protocol import Embedder
from twintree.retrieval.conditions import Conditions, is_verbatim, named_sections, stands_in
from twintree.retrieval.forms import WordForms
from twintree.retrieval.hits import hit_of
from twintree.retrieval.matching import Matcher, keys
from twintree.retrieval.query import Node, Query, any_of, parse
from twintree.retrieval.ranking import Ranker, Ranking, Term, VectorIndex, lucene_idf
from twintree.retrieval.reading import PassageRanker
from twintree.retrieval.scores import Numbers, ScoreTable, Signals
from twintree.store.ledger import Ledger, LedgerState, translated
from twintree.store.listing import list_numbers, rows_by_number
from twintree.store.papers import PaperStore
from twintree.store.passagewords import PassageWords, Place

_HITS = 3
_SECTIONS = 3
#: Terms, the rarest, by which a paper's passages are compared.
_TELLING = 6
#: Passages read for each hit shown, when the best ones stand elsewhere.
_READ = 20
#: Passages looked at for whether a section begins with them, in papers that have such a section.
_LOOKED_AT = 60
_EVERYTHING = Scope()


class Searcher:
    """Searches one library; may be used from any thread."""

    def __init__(
        self,
        ledger: Ledger,
        papers: PaperStore,
        vectors: VectorIndex | None,
        embedder: Embedder | None,
    ) -> None:
        self._ledger = ledger
        self._papers = papers
        self._words = PassageWords(ledger)
        self._forms = WordForms(self._words)
        self._ranker = Ranker(ledger, self._words, self._forms, vectors, embedder)
        self._conditions = Conditions(ledger, self._words, self._forms)
        self._visible: tuple[LedgerState | None, frozenset[int]] = (None, frozenset())
        self._reading = PassageRanker(self._words, embedder)

    def search(
        self,
        text: str,
        scope: Scope = _EVERYTHING,
        limit: int = 20,
        offset: int = 0,
        *,
        rects: bool = False,
    ) -> list[SearchResult]:
        """Papers for a search line, best first, with the sections and passages that made them so.

        Args:
            text: the line, in the syntax of ``retrieval.query``; ``*`` lists.
            scope: which papers may be found.
            limit: at most so many.
            offset: how many to leave out before.
            rects: whether hits frame the words that matched; a third of the work, and most hits are never opened.

        Returns:
            Papers that fulfil the line's conditions; where it sets none, those that pass the gates.
        """
        self._words.refresh()
        query = parse(text)
        allowed = self._allowed(query, scope)
        if query.listed or not query.words:
            return self._listed(allowed, limit, offset)
        ranking, table = self._ranker.rank_with_table(query.words, allowed)
        found = self._passed(query, ranking, allowed)
        return self._results(query, ranking, table, found[offset : offset + limit], rects=rects)

    def matching(self, text: str, scope: Scope = _EVERYTHING) -> int:
        """How many papers ``search`` finds for a line, however many it shows."""
        self._words.refresh()
        query = parse(text)
        allowed = self._allowed(query, scope)
        if query.listed or not query.words:
            return len(allowed)
        ranking, _ = self._ranker.rank_with_table(query.words, allowed)
        return len(self._passed(query, ranking, allowed))

    def nearest(self, text: str, scope: Scope = _EVERYTHING, limit: int = 3) -> list[SearchResult]:
        """The papers nearest to a text, whether or not they would pass the gates; no syntax, no hits."""
        ranking, table = self._ranker.rank_with_table(text, self._allowed(Query(text=text), scope))
        return self._results(
            Query(text=text, words=text), ranking, table, list(ranking.papers[:limit]), hits=0
        )

    def rank(self, text: str, scope: Scope = _EVERYTHING) -> Ranking:
        """All candidates for a text, without syntax, with their raw scores: for traces and benchmarks."""
        return self._ranker.rank(text, self._allowed(Query(text=text), scope))

    def best(self, text: str, scope: Scope = _EVERYTHING, limit: int = 30) -> list[tuple[PaperRow, Signals]]:
        """The best papers for a text without syntax, with their signals: gates are told, not applied."""
        ranking = self.rank(text, scope)
        rows = self._rows([each.number for each in ranking.papers[:limit]])
        return [(rows[each.number], each) for each in ranking.papers[:limit] if each.number in rows]

    def passages(self, text: str, papers: Sequence[PaperId], limit: int = 20) -> list[Hit]:
        """Paragraphs of these papers, best first, by words and meaning; each hit's span is the paragraph."""
        matcher = Matcher(Query(text=text, words=text))
        ranked = self._reading.rank(text, self._ranker.terms(text), papers, limit)
        return [hit_of(place, matcher, score=score) for place, score in ranked]

    def sections(self, text: str, paper: PaperId, limit: int = 5) -> list[Section]:
        """A paper's sections that a text is about, best first (VecTree-RAG's ``search_within_paper``)."""
        allowed = np.asarray(sorted(self._numbers(Scope(papers=(paper,)))), np.int64)
        if not len(allowed):
            return []
        _, table = self._ranker.rank_with_table(text, allowed)
        return self._sections_of(table, int(allowed[0]), self._papers.tree(paper), limit)

    def terms(self, text: str) -> Sequence[Term]:
        """The weighed words of a text, as passages are ranked by them."""
        return self._ranker.terms(text)

    def idf(self, stems: Sequence[str]) -> Mapping[str, float]:
        """Lucene's idf of stems over the library's passages; a stem counts all of its words' forms."""
        total = max(1, self._words.total())
        found = {}
        for stem in dict.fromkeys(stems):
            match = self._forms.match(stem)
            found[stem] = lucene_idf(total, self._words.count(match) if match else 0)
        return found

    # ── which papers ─────────────────────────────────────────────────────────────────────────────────

    def _allowed(self, query: Query, scope: Scope) -> Numbers:
        numbers = self._numbers(scope)
        for node in (query.condition, *(Node(op="field", field="in", text=name) for name in query.sections)):
            if node is not None:
                numbers &= self._conditions.papers(node, numbers)
        return np.asarray(sorted(numbers), np.int64)

    def _numbers(self, scope: Scope) -> set[int]:
        if scope == _EVERYTHING:
            return set(self._every_number())
        with translated():
            return set(list_numbers(self._ledger.read(), scope.as_filter()))

    def _every_number(self) -> frozenset[int]:
        """All visible papers; read again only when something was written."""
        with translated():
            state = self._ledger.state()
            seen, numbers = self._visible
            if seen != state:
                numbers = frozenset(list_numbers(self._ledger.read(), PaperFilter()))
                self._visible = (state, numbers)
            return numbers

    def _passed(self, query: Query, ranking: Ranking, allowed: Numbers) -> list[Signals]:
        if query.condition is None:
            return [each for each in ranking.papers if each.passed]
        # What fulfils the person's own conditions is shown, gates or not; ranked ones first.
        ranked = {each.number for each in ranking.papers}
        return [*ranking.papers, *(Signals(number=int(n)) for n in allowed if int(n) not in ranked)]

    # ── results ──────────────────────────────────────────────────────────────────────────────────────

    def _listed(self, allowed: Numbers, limit: int, offset: int) -> list[SearchResult]:
        wanted = allowed[::-1][offset : offset + limit].tolist()
        rows = rows_by_number(self._ledger.read(), wanted, letters=True)
        return [SearchResult(paper=row, score=0.0, how="listed") for row in rows]

    def _results(
        self,
        query: Query,
        ranking: Ranking,
        table: ScoreTable,
        found: list[Signals],
        hits: int = _HITS,
        rects: bool = False,
    ) -> list[SearchResult]:
        rows = self._rows([each.number for each in found])
        matcher = Matcher(query)
        results = []
        for signals in found:
            if (row := rows.get(signals.number)) is None:
                continue
            tree = self._papers.tree(row.id)
            places = self._best_places(query, ranking.terms, row, tree, hits)
            if query.sections and not places:
                continue
            results.append(
                SearchResult(
                    paper=row,
                    score=signals.score,
                    sections=tuple(self._sections_of(table, signals.number, tree, _SECTIONS)),
                    hits=tuple(
                        hit_of(
                            place,
                            matcher,
                            self._words.lines(place) if rects else (),
                            sections=tree.nodes,
                            score=score,
                        )
                        for place, score in places
                    ),
                    dense=signals.dense,
                    sparse=signals.coverage,
                    how="phrase" if query.phrases and places else signals.how,
                )
            )
        return results

    def _rows(self, numbers: Sequence[int]) -> dict[int, PaperRow]:
        marks = ", ".join("?" * len(numbers))
        with translated():
            connection = self._ledger.read()
            known = connection.execute(f"SELECT id, num FROM paper WHERE num IN ({marks})", numbers)
            number_of = {row[0]: row[1] for row in known}
            rows = rows_by_number(connection, numbers, letters=True)
            return {number_of[row.id]: row for row in rows if row.id in number_of}

    def _best_places(
        self, query: Query, terms: Sequence[Term], row: PaperRow, tree: SectionTree, count: int
    ) -> list[tuple[Place, float]]:
        interval = self._words.interval(row.id) if count else None
        if interval is None:
            return []
        mass = sum(term.idf for term in terms) or 1.0
        scores: dict[int, float] = {}
        for term in terms[:_TELLING]:
            for passage in self._ranker.within(term, interval):
                scores[passage] = scores.get(passage, 0.0) + term.idf / mass
        exact: set[int] = set()
        for phrase in query.phrases:
            for passage in self._with_phrase(phrase, interval):
                scores[passage] = scores.get(passage, 0.0) + 1.0
                exact.add(passage)
        if exact:  # who asks for a phrase wants to see where it stands, and nothing beside it
            scores = {passage: scores[passage] for passage in exact}
        headed = self._under_heads(terms, tree, scores)
        # Of passages that say the same, one that stands below its own heading is what was sought, not a contents page.
        best = sorted(scores, key=lambda passage: (-scores[passage], passage not in headed, passage))
        named = named_sections(tree, query.sections) if query.sections else None

        def fits(place: Place) -> bool:
            # Others' passages may lie in the interval when files were read side by side.
            inside = named is None or stands_in(named, place.page, place.start)
            return place.paper == row.id and inside

        places = [place for place in self._words.places(best[:count]) if fits(place)]
        if len(places) < min(count, len(best)):
            places = [place for place in self._words.places(best[: _READ * count]) if fits(place)]
        return [(place, scores[place.id]) for place in places[:count]]

    def _under_heads(
        self, terms: Sequence[Term], tree: SectionTree, scores: Mapping[int, float]
    ) -> frozenset[int]:
        """Of some passages of a paper those with which a section begins whose title has a word of the query."""
        wanted = {term.key for term in terms}
        heads = [node.start for node in tree.nodes if wanted.intersection(keys(node.title))]
        if not heads:
            return frozenset()
        telling = sorted(scores, key=lambda passage: (-scores[passage], passage))[:_LOOKED_AT]
        return frozenset(
            place.id
            for place in self._words.places(telling)
            if any(place.page == page and place.start <= at < place.end for page, at in heads)
        )

    def _with_phrase(self, phrase: str, interval: tuple[int, int]) -> list[int]:
        found = self._words.within(any_of([phrase]), interval)
        if not is_verbatim(Node(op="phrase", text=phrase)):
            return found
        return [place.id for place in self._words.places(found) if find_quote(place.text, phrase)]

    def _sections_of(self, table: ScoreTable, number: int, tree: SectionTree, count: int) -> list[Section]:
        if not tree.nodes:
            return []
        entries = table.best_entries(number, count)
        marks = ", ".join("?" * len(entries))
        with translated():
            rows = self._ledger.read().execute(
                f"SELECT id, section FROM entry WHERE id IN ({marks}) AND section IS NOT NULL", entries
            )
            sections = {row[0]: row[1] for row in rows}
        nodes = {node.id: node for node in tree.nodes}
        return [nodes[sections[e]] for e in entries if e in sections and sections[e] in nodes]
