"""One question, start to end: shortlist, passages, sentences, quotes checked, answer kept (mode ``direct``).

The orchestration is ``Answerer.ask``; each step is a function of its own and leaves one line in the trace.
Nothing here calls a language model: the answer is the papers' own sentences (DESIGN §7, the reader).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Protocol

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from twintree.answering import floats
from twintree.answering import found as found_or_not
from twintree.answering.accounting import reader_equivalent
from twintree.answering.beside import ROLES, asks_beside, is_beside
from twintree.answering.division import Layouts, layouts, no_layout
from twintree.answering.evidence import (
    WEIGHED,
    Candidate,
    as_they_stand,
    candidates,
    choose,
    promising,
    score_candidates,
)
from twintree.answering.generated import Draft, Reader, write_answer
from twintree.answering.given import given
from twintree.answering.highlighted import HIGHLIGHTS, marked
from twintree.answering.library_questions import LibraryQuestion, read_library_question
from twintree.answering.lineage import MethodAnswers
from twintree.answering.naming import Named, asks_for_a_place_alone, named_papers
from twintree.answering.opposing import contradicted, opposing
from twintree.answering.parts import Part, of_amounts, of_each
from twintree.answering.places import Place, names_a_float, names_a_place, places_of, resolve_places
from twintree.answering.question import Question, read_question, rewrite_follow_up
from twintree.answering.quotes import check_sentences, cite, cite_together, locate
from twintree.answering.record_questions import called, read_record_question, told
from twintree.answering.remarks import on_nearest, on_silent, with_remarks
from twintree.answering.state.settings import Budget
from twintree.base.anchors import Anchor
from twintree.base.errors import Cancelled, ModelUnavailable, WrongUse
from twintree.base.ids import FileId, PaperId, RunId, new_run_id
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import (
    Answer,
    AnswerSentence,
    Citation,
    FileRow,
    Highlight,
    Hit,
    PageText,
    Paper,
    PaperFilter,
    PaperRow,
    Record,
    Scope,
    SearchResult,
    Section,
    SectionTree,
    StateUpdate,
    ToolCall,
    TraceStep,
)
from twintree.base.text import counted, folded
from twintree.knowledge.entailment import Judge
from twintree.store.mentioned import Mention

OnSentence = Callable[[AnswerSentence], None]
#: Sentences of each part that are looked at closely, at least.
_WEIGHED_OF_A_PART = 10
#: More rows than any library has.
_EVERY = 1 << 31
#: Papers among which the one is sought that a question about a record means.
_ENOUGH = 50
#: Characters of a highlight that are quoted.
_MARKED = 2_000
#: Pages up to which a paper is read through to say what it does not speak of.
_READ_THROUGH = 60
NO_PAPER = "no paper in scope matches the question"


class AnswerSettings(Record, frozen=True, kw_only=True):
    """How much is read and shown; each value has a range (DESIGN §10)."""

    shortlist: int = 8  #: papers, 1..50
    passages: int = 40  #: paragraphs read over all papers, 5..200
    evidence: int = 5  #: sentences that a model is given, 2..20
    evidence_bar: float = 0.7  #: share of the best one's score that another of them must reach, 0..1
    context: int = 2  #: how many of them bring the sentences beside them, 0..5
    sentences: int = 4  #: sentences shown, 1..10
    bar: float = 0.72  #: share of the best sentence's score that another one must reach, 0..1
    found: float = found_or_not.BAR  #: probability from which on the library is said to answer, 0..1
    nearest: int = 3  #: papers named when nothing holds


class Finder(Protocol):
    """What answering needs of retrieval."""

    def search(self, text: str, scope: Scope = ..., limit: int = ...) -> list[SearchResult]:
        """Papers for a query, gated."""
        ...

    def nearest(self, text: str, scope: Scope = ..., limit: int = ...) -> list[SearchResult]:
        """Papers for a query, without gates."""
        ...

    def passages(self, text: str, papers: Sequence[PaperId], limit: int = ...) -> list[Hit]:
        """Paragraphs of these papers, best first."""
        ...

    def idf(self, stems: Sequence[str]) -> Mapping[str, float]:
        """Lucene's idf of stems over the library's passages."""
        ...


class Shelf(Protocol):
    """What answering needs of the store."""

    def rows(
        self,
        filter: PaperFilter = ...,
        *,
        sort: str = ...,
        descending: bool = ...,
        offset: int = ...,
        limit: int = ...,
    ) -> list[PaperRow]:
        """Papers of a filter."""
        ...

    def count(self, filter: PaperFilter = ...) -> int:
        """How many there are."""
        ...

    def get(self, paper: PaperId) -> Paper:
        """One paper."""
        ...

    def mentioned(self, text: str) -> list[Mention]:
        """The papers that a text calls by key, id or whole title."""
        ...

    def files(self, paper: PaperId) -> Sequence[FileRow]:
        """Its files, the main one first."""
        ...

    def page(self, file: FileId, number: int) -> PageText:
        """One page."""
        ...

    def tree(self, paper: PaperId) -> SectionTree:
        """Its section tree."""
        ...


class Run:
    """The working state of one question: what was read, and the trace so far."""

    def __init__(
        self,
        shelf: Shelf,
        question: str,
        scope: Scope,
        parent: Answer | None,
        cancel: CancelToken,
        on_sentence: OnSentence | None = None,
    ) -> None:
        self._on_sentence = on_sentence
        self.layout: Layouts = no_layout
        self.anchors: Callable[[PaperId], Sequence[Anchor]] = lambda paper: ()
        self._told: set[str] = set()
        self.remarks: tuple[str, ...] = ()
        self.budget = Budget(0, 0)
        self.mode = "direct"
        self.action: str | None = None
        self.states: list[StateUpdate] = []
        self.calls: list[ToolCall] = []
        self.id: RunId = new_run_id()
        self.asked = question
        self.scope = scope
        self.parent = parent
        self.cancel = cancel
        self.trace: list[TraceStep] = []
        self.read: dict[tuple[FileId, int], None] = {}
        self.begun = time.perf_counter()
        self._clock = self.begun
        self._shelf = shelf
        self.row = lru_cache(maxsize=256)(lambda paper: shelf.get(paper).row)
        self._page = lru_cache(maxsize=512)(shelf.page)

    @property
    def tokens(self) -> dict[str, int]:
        """Tokens of models so far, by phase."""
        return self.budget.used

    def tell(self, sentence: AnswerSentence) -> None:
        """Hand a sentence on as soon as it stands; each once."""
        if self._on_sentence is not None and sentence.text not in self._told:
            self._told.add(sentence.text)
            self._on_sentence(sentence)

    def page(self, file: FileId, number: int) -> PageText:
        """A page, noted as read."""
        page = self._page(file, number)
        self.read[(file, number)] = None
        return page

    def peek(self, file: FileId, number: int) -> PageText:
        """A page that is only checked against, not read for an answer."""
        return self._page(file, number)

    def note(self, step: str, summary: str, data: Any = None) -> None:
        """Add one line to *How this was found*; its seconds are those since the last line."""
        now = time.perf_counter()
        self.trace.append(
            TraceStep(step=step, summary=summary, data=data, seconds=round(now - self._clock, 4))
        )
        self._clock = now
        self.cancel.check()


class Method(Protocol):
    """Another way than ``direct`` from a question to its answer; library questions and follow-ups come before."""

    def __call__(
        self, answerer: Answerer, run: Run, asked: Question, scope: Scope, report: Progress
    ) -> Answer:
        """Answer."""
        ...


class Answerer:
    """Answers questions from the papers of one library; ``methods`` are its modes beside ``direct``.

    In these ``judge`` gives who says what contradicts an answer; where it gives none, words, numbers and negation
    alone check it.
    """

    def __init__(
        self,
        shelf: Shelf,
        finder: Finder,
        embed: Callable[[list[str]], NDArray[np.float32]],
        settings: AnswerSettings | None = None,
        reader: Reader | None = None,
        methods: Mapping[str, Method] | None = None,
        lineage: MethodAnswers | None = None,
        judge: Callable[[], Judge | None] = lambda: None,
        anchors: Callable[[PaperId], Sequence[Anchor]] = lambda paper: (),
        highlights: Callable[[Scope], Sequence[Highlight]] = lambda scope: (),
    ) -> None:
        self.reader = reader
        self._anchors = anchors
        self._highlights = highlights
        self._lineage = lineage
        self._judge = judge
        self._methods = methods or {}
        self._shelf = shelf
        self._finder = finder
        self._embed = embed
        self.settings = settings or AnswerSettings()

    def ask(
        self,
        question: str,
        scope: Scope | None = None,
        *,
        parent: Answer | None = None,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
        on_sentence: OnSentence | None = None,
        created: str = "",
        mode: str = "direct",
        why: str = "",
    ) -> Answer:
        """Answer a question.

        Args:
            question: the person's words.
            scope: which papers may be used.
            parent: the answer that this one follows up.
            progress: told of each step.
            cancel: stops the run; what was found so far is returned with status ``cancelled``.
            on_sentence: called with each sentence as it is ready.
            created: the time to put on the answer.
            mode: ``direct``, or one of ``methods``.
            why: why this mode was chosen, for the trace.

        Raises:
            WrongUse: the question is empty or too long, or there is no such mode.
        """
        asked = read_question(question)
        if scope is not None and scope.within not in ("", HIGHLIGHTS):
            raise WrongUse(f"Nothing is called {scope.within!r} to ask within.", f"There is {HIGHLIGHTS!r}.")
        if mode != "direct" and mode not in self._methods:
            raise WrongUse(
                f"There is no mode {mode!r}.", f"Choose one of {', '.join(['direct', *self._methods])}."
            )
        run = Run(self._shelf, question, scope or Scope(), parent, cancel or CancelToken(), on_sentence)
        run.mode = mode
        run.anchors = lru_cache(maxsize=64)(self._anchors)
        run.layout = layouts(run.anchors, self._shelf.tree)
        if why:
            run.note("mode", f"{mode}: {why}")
        report = progress or Progress()
        try:
            answer = self._answer(run, asked, report)
        except Cancelled:
            answer = closed(run, status="cancelled", reason="Stopped by you.", answering="none")
        answer = with_remarks(answer, run.remarks)
        for sentence in answer.sentences:
            run.tell(sentence)
        report.report(1, 1, "done")
        if whole := reader_equivalent(answer.tokens, run.budget.weighed, self.reader):
            answer = replace(answer, tokens=answer.tokens | {"reader_equivalent": whole})
        return replace(answer, created=created)

    def _answer(self, run: Run, asked: Question, report: Progress) -> Answer:
        if run.scope.within:
            return self._from_highlights(run, asked, report)
        library = read_library_question(asked.text)
        if library is not None and not run.scope.papers:
            return self._from_ledger(run, library)
        if (said := self._from_record(run, asked)) and run.mode == "direct":
            return closed(run, answering="none", found=True, sentences=said)
        if run.mode == "direct" and (said := self._from_trees(run, asked)):
            return closed(run, found=True, sentences=said)
        asked, scope = self._understood(run, asked)
        if run.mode != "direct":
            return self._methods[run.mode](self, run, asked, scope, report)
        report.report(0.1, 1, "looking for papers")
        shortlist = self.shortlist(run, asked, scope)
        if not shortlist:
            return self.not_found(run, asked, scope, NO_PAPER)
        report.report(0.4, 1, "reading passages")
        places = self.places(run, asked, shortlist, scope)
        if not places and scope.papers and asks_for_a_place_alone(asked):
            return self.not_found(run, asked, scope, "the place that it names is not there")
        hits = self._passages(run, asked, shortlist, places)
        named = scope.papers != run.scope.papers and not places
        parts: Sequence[Part] = of_each(asked, scope, hits, self._title, self._passages_of) if named else ()
        parts = parts or (of_amounts(asked, hits) if not places else ())
        return self.answer_from(
            run, asked, scope, hits, report, named=bool(places), judged=bool(places), parts=parts
        )

    def _from_highlights(self, run: Run, asked: Question, report: Progress) -> Answer:
        """An answer from marked words alone, each quoted as it was marked."""
        asked, scope = self._understood(run, asked)
        report.report(0.4, 1, "reading highlights")
        hits = marked(self._highlights(scope))
        run.note("highlights", f"{len(hits)} in scope")
        if not hits:
            return self.not_found(run, asked, scope, "no words are highlighted in the papers in scope")
        for hit in hits:
            run.page(hit.file, hit.page)
        idf = self._finder.idf(asked.stems)
        scored = score_candidates(
            asked, promising(asked, as_they_stand(hits, run.peek, _MARKED), idf), idf, self._embed
        )
        scored, certainty = self._with_answer(run, scored, [Part(question=asked, hits=tuple(hits))], idf)
        if certainty < self.settings.found:
            why = f"no highlight supports an answer (certainty {certainty:.2f})"
            return self.not_found(run, asked, scope, why)
        return self._extract(run, asked, scored)

    def answer_from(
        self,
        run: Run,
        asked: Question,
        scope: Scope,
        hits: list[Hit],
        report: Progress,
        *,
        named: bool = False,
        judged: bool = False,
        parts: Sequence[Part] = (),
    ) -> Answer:
        """The answer that passages give: sentences weighed, found or not decided, written or extracted, checked.

        Args:
            run: the question's run.
            asked: the question.
            scope: where the nearest papers are sought when nothing holds.
            hits: the passages.
            report: told of each step.
            named: the question names these places, so that rows of tables count as well.
            judged: whether they answer was decided before.
            parts: what the question falls into, each with its own passages: the answer has sentences of each.
        """
        report.report(0.7, 1, "weighing sentences")
        scored, idf = self._sentences(run, asked, hits, rows=named, parts=parts)
        if not scored and named:
            scored = as_they_stand(hits, run.peek)
        if not scored:
            return self.not_found(
                run, asked, scope, "the pages read hold no sentence that could carry an answer"
            )
        if not judged or any(not part.judged for part in parts):
            parts = parts or [Part(question=asked, hits=tuple(hits))]
            scored, certainty = self._with_answer(run, scored, parts, idf)
            if certainty < self.settings.found:
                return self.not_found(
                    run, asked, scope, f"nothing read supports an answer (certainty {certainty:.2f})"
                )
        if self.reader is not None:
            report.report(0.8, 1, "writing the answer")
            written = self._write(run, asked, scored, self.reader)
            if written is not None:
                return written
        return self._extract(run, asked, scored)

    # ── steps ────────────────────────────────────────────────────────────────────────────────────────

    def _from_trees(self, run: Run, asked: Question) -> tuple[AnswerSentence, ...]:
        """What the two trees say to a question about methods; nothing for any other, or where they know nothing."""
        if self._lineage is None:
            return ()
        papers = None
        if run.scope != Scope():
            rows = self._shelf.rows(run.scope.as_filter(), limit=_EVERY)
            papers = frozenset(row.id for row in rows)
        earlier = run.parent.question if run.parent else ""
        return self._lineage.answer(asked.text, run, papers, earlier)

    def _understood(self, run: Run, asked: Question) -> tuple[Question, Scope]:
        """The question as it stands alone, and its scope narrowed to the papers that it, or an earlier one, names."""
        named = self._named(asked.text, run.scope)
        scope = named.narrowed(run.scope)
        run.remarks = named.remarks
        if run.parent is not None:
            earlier = self._named(run.parent.rewritten or run.parent.question, run.scope)
            rewritten = read_question(rewrite_follow_up(asked.text, earlier.rest))
            if not named.papers and (rewritten.text != asked.text or names_a_place(asked.text)):
                cited = tuple(dict.fromkeys(c.paper for s in run.parent.sentences for c in s.citations))
                scope = scope if scope.papers else replace(scope, papers=cited or earlier.papers)
            asked = rewritten
            run.note("follow-up", f"asked as: {rewritten.text}", {"papers": list(scope.papers)})
        if named.papers:
            run.note("scope", ", ".join(run.row(paper).key for paper in scope.papers))
        return floats.subject(named.asked(asked)), scope

    def _named(self, question: str, scope: Scope) -> Named:
        return named_papers(
            question,
            self._shelf,
            lambda words: self._finder.nearest(words, scope, limit=self.settings.shortlist),
        )

    def shortlist(self, run: Run, asked: Question, scope: Scope) -> list[SearchResult]:
        """The papers that the question is about, best first."""
        if scope.papers and len(scope.papers) <= self.settings.shortlist:
            found = self._finder.nearest(asked.text, scope, limit=self.settings.shortlist)
            missing = [paper for paper in scope.papers if all(r.paper.id != paper for r in found)]
            found += [SearchResult(paper=run.row(paper), score=0.0, how="named") for paper in missing]
        else:
            # The gates decide what a search shows; whether a question is answered is decided on what was read.
            found = self._finder.nearest(asked.text, scope, limit=self.settings.shortlist)
        listed = [
            {
                "paper": r.paper.id,
                "key": r.paper.key,
                "title": r.paper.title,
                "score": round(r.score, 4),
                "dense": r.dense,
                "sparse": r.sparse,
                "sections": [s.title for s in r.sections[:3]],
            }
            for r in found
        ]
        run.note("shortlist", counted(len(found), "paper"), listed)
        return found

    def places(
        self, run: Run, asked: Question, shortlist: list[SearchResult], scope: Scope
    ) -> list[tuple[SearchResult, FileRow, Place]]:
        """The figures, sections and pages that the question names, as they stand in the papers."""
        if not names_a_place(asked.text):
            return self._sought(run, asked, shortlist)
        found: list[tuple[SearchResult, FileRow, Place]] = []
        # Without a paper in scope only the best one can be meant.
        for result in shortlist if scope.papers else shortlist[:1]:
            for file in list(self._shelf.files(result.paper.id))[:1]:
                pages = [run.peek(file.id, number) for number in range(1, file.pages + 1)]
                tree = self._shelf.tree(result.paper.id)
                anchors = run.anchors(result.paper.id)
                named = resolve_places(asked.text, tree, pages, anchors)
                found += [(result, file, place) for place in named]
        run.note("places", ", ".join(f"{p.name}: p. {p.page}" for _, _, p in found) or "named, but not there")
        return found

    def _sought(
        self, run: Run, asked: Question, shortlist: Sequence[SearchResult]
    ) -> list[tuple[SearchResult, FileRow, Place]]:
        """The figures and tables that the question asks for by what they hold."""
        by_paper = {result.paper.id: result for result in shortlist if floats.sought(asked.text)}
        anchors = [each for paper in by_paper for each in run.anchors(paper)]
        idf = self._finder.idf(asked.stems)
        meant = floats.seek(asked, anchors, run.peek, idf, self._embed, self.settings.found)
        files = {file.id: file for paper in by_paper for file in self._shelf.files(paper)}
        if meant:
            run.note("places", ", ".join(f"{each.label}: p. {each.page}" for each in meant))
        return [
            (by_paper[each.paper], files[each.file], place)
            for each in meant
            for place in places_of(each, run.peek(each.file, each.page), each.label)
        ]

    def _title(self, paper: PaperId) -> str:
        return self._shelf.get(paper).row.title

    def _passages_of(self, text: str, paper: PaperId) -> list[Hit]:
        return self._finder.passages(text, [paper], limit=self.settings.passages)

    def place_hits(self, places: list[tuple[SearchResult, FileRow, Place]]) -> list[Hit]:
        """Named places as passages."""
        return [
            Hit(
                paper=result.paper.id,
                file=file.id,
                page=place.page,
                spans=(place.span,),
                snippet=place.name,
                score=1.0,
            )
            for result, file, place in places
        ]

    def _passages(
        self,
        run: Run,
        asked: Question,
        shortlist: list[SearchResult],
        places: list[tuple[SearchResult, FileRow, Place]],
    ) -> list[Hit]:
        hits = self.place_hits(places)
        if not hits:
            hits = self._finder.passages(
                asked.sought, [r.paper.id for r in shortlist], limit=self.settings.passages
            )
        for hit in hits:
            run.page(hit.file, hit.page)
        read = sorted({(hit.paper, hit.page) for hit in hits})
        sections = [
            {"paper": r.paper.key, "section": s.title, "pages": [s.start_page, s.end_page]}
            for r in shortlist
            for s in r.sections[:3]
        ]
        run.note("sections", f"{len(sections)} looked at", sections)
        run.note("pages", f"{counted(len(read), 'page')} read", [[run.row(p).key, n] for p, n in read])
        return hits

    def _sentences(
        self, run: Run, asked: Question, hits: list[Hit], *, rows: bool = False, parts: Sequence[Part] = ()
    ) -> tuple[list[Candidate], Mapping[str, float]]:
        stems = [*asked.stems, *(stem for part in parts for stem in part.question.stems)]
        idf = self._finder.idf(stems)
        if parts:
            # Each part has its share of what is looked at closely, so that seven take no longer than two.
            most = min(WEIGHED, max(_WEIGHED_OF_A_PART, 2 * WEIGHED // len(parts)))
            scored = [
                replace(each, part=number)
                for number, part in enumerate(parts)
                for each in self._weighed(run, part.question, list(part.hits), rows, idf, most)
            ]
            scored.sort(key=lambda each: -each.score)
        else:
            scored = self._weighed(run, asked, hits, rows, idf, WEIGHED)
        run.note(
            "evidence",
            f"{counted(len(scored), 'sentence')} weighed",
            [
                {
                    "text": c.text,
                    "paper": run.row(c.paper).key,
                    "page": c.spans[0].page,
                    "score": round(c.score, 3),
                    "similarity": round(c.similarity, 3),
                    "coverage": round(c.coverage, 3),
                }
                for c in scored[:12]
            ],
        )
        return scored, idf

    def _weighed(
        self, run: Run, asked: Question, hits: list[Hit], rows: bool, idf: Mapping[str, float], most: int
    ) -> list[Candidate]:
        """The sentences of passages with their scores for a question, best first."""
        headings = self._headings(run, {hit.paper for hit in hits})
        beside = asks_beside(run.asked)
        hits = self._within(hits, frozenset() if beside else ROLES)
        pool = [
            each
            for each in candidates(hits, run.peek, rows=rows, layout=run.layout)
            if not _is_heading(each.text, headings) and (beside or not is_beside(each.text))
        ]
        sought = bool(floats.sought(asked.text))
        meant = rows and (sought or names_a_float(asked.text))
        if meant:
            pool = floats.with_named(pool, hits, run.anchors, run.peek)
        elif asked.kind == "number":
            pool += floats.of_tables(asked, hits, run.anchors, run.peek)
        scored = score_candidates(asked, promising(asked, pool, idf, most), idf, self._embed)
        alone = meant and (sought or asks_for_a_place_alone(asked, self._titles(hits)))
        if alone:
            return floats.first_of_all(scored)
        return floats.named_rows_first(asked, scored, run.peek) if meant else scored

    def _titles(self, hits: Sequence[Hit]) -> str:
        return " ".join(self._title(paper) for paper in dict.fromkeys(hit.paper for hit in hits))

    def _within(self, hits: list[Hit], beside: frozenset[str]) -> list[Hit]:
        """The hits outside reference lists, whose titles sound like answers and are none, and other such sections."""
        outside = beside | {"references"}
        kept: dict[PaperId, tuple[FileId | None, list[Section]]] = {}
        for paper in {hit.paper for hit in hits}:
            main = next((file.id for file in self._shelf.files(paper)), None)
            nodes = [node for node in self._shelf.tree(paper).nodes if node.role in outside]
            kept[paper] = (main, nodes)

        def listed(hit: Hit) -> bool:
            main, nodes = kept[hit.paper]
            at = (hit.page, hit.spans[0].start)
            return hit.file == main and any(node.start <= at < node.end for node in nodes)

        return [hit for hit in hits if not listed(hit)]

    def _headings(self, run: Run, papers: set[PaperId]) -> set[str]:
        """What says where a paper is, not what it says: its title and its sections' titles."""
        found: set[str] = set()
        for paper in papers:
            found.add(letters_of(run.row(paper).title))
            for node in self._shelf.tree(paper).nodes:
                found |= {letters_of(node.title), letters_of(node.number + node.title)}
        return found

    def _with_answer(
        self, run: Run, scored: list[Candidate], parts: Sequence[Part], idf: Mapping[str, float]
    ) -> tuple[list[Candidate], float]:
        """The sentences of the parts in which an answer is probable, or was found before, and how certain the best is.

        Where no part holds one, all sentences are left.
        """
        read = [
            found_or_not.signals(
                part.question, [c for c in scored if c.part == number], _texts(run, part.hits), idf
            )
            for number, part in enumerate(parts)
        ]
        certain = [found_or_not.probability(each) for each in read]
        open_ = [at for at, part in enumerate(parts) if not part.judged]
        best = max(open_, key=lambda at: certain[at])
        run.note(
            "signals",
            f"an answer is in what was read with certainty {certain[best]:.2f}",
            {name: round(getattr(read[best], name), 4) for name in read[best].__struct_fields__},
        )
        sure = [1.0 if part.judged else each for part, each in zip(parts, certain, strict=True)]
        kept = [each for each in scored if sure[each.part] >= self.settings.found]
        silent = [part.paper for part, each in zip(parts, sure, strict=True) if each < self.settings.found]
        if kept:
            run.remarks += tuple(on_silent(run.row(paper)) for paper in silent if paper is not None)
        return kept or scored, max((sure[each.part] for each in kept), default=certain[best])

    def _write(self, run: Run, asked: Question, scored: list[Candidate], reader: Reader) -> Answer | None:
        """The answer in the model's words, each sentence matched back; None when nothing of it stands."""
        own = self.settings
        evidence = given(scored, own.evidence, own.evidence_bar, own.context, run.peek, run.layout)
        sentences: list[AnswerSentence] = []

        def on_draft(draft: Draft) -> None:
            draft = self._not_contradicted(run, draft, evidence)
            sentences.extend(check_sentences([self._sentence(run, draft, evidence)], run.peek))
            run.tell(sentences[-1])

        try:
            _, cost = write_answer(reader, asked.text, evidence, on_draft, run.cancel)
        except ModelUnavailable as error:
            run.note("model", f"{reader.model} did not answer: {error.message}")
            return None
        run.tokens["reader"] += cost.prompt_tokens + cost.written
        standing = sum(each.supported for each in sentences)
        run.note(
            "model",
            f"{reader.model} wrote {len(sentences)} sentences, {standing} stand on their pages",
            {
                "model": reader.model,
                "prompt_tokens": cost.prompt_tokens,
                "written": cost.written,
                "seconds": cost.seconds,
                "first_token": cost.first_token,
                "backend": cost.backend,
                "reason": cost.reason,
            },
        )
        if not standing:
            return None
        rewritten = asked.text if run.parent else ""
        sentences = self._with_opposing(run, sentences, scored)
        return closed(run, found=True, answering="generated", sentences=tuple(sentences), rewritten=rewritten)

    def _not_contradicted(self, run: Run, draft: Draft, evidence: list[Candidate]) -> Draft:
        judge = self._judge() if draft.evidence and run.mode != "direct" else None
        if judge is None or not contradicted(judge, draft.text, [evidence[at].text for at in draft.evidence]):
            return draft
        return Draft(text=draft.text, evidence=(), reason="its evidence says the opposite")

    def _with_opposing(
        self, run: Run, sentences: list[AnswerSentence], scored: list[Candidate]
    ) -> list[AnswerSentence]:
        """The sentences, each with what was read that contradicts it; mode ``direct`` is spared the time."""
        judge = self._judge() if run.mode != "direct" else None
        if judge is None:
            return sentences
        found = []
        for sentence in sentences:
            own = {citation.paper for citation in sentence.citations}
            against = opposing(judge, sentence.text, own, scored) if sentence.supported else None
            cited = self._cited(run, [against]) if against is not None else ()
            found.append(replace(sentence, against=cited))
        return found

    def _cited(self, run: Run, sentences: Sequence[Candidate]) -> tuple[Citation, ...]:
        return tuple(
            cite_together(run.row(each.paper), each.file, tuple(spans), run.peek(each.file, number))
            for each in sentences
            for number, spans in groupby(each.spans, key=lambda span: span.page)
        )

    def _sentence(self, run: Run, draft: Draft, evidence: list[Candidate]) -> AnswerSentence:
        cited = self._cited(run, [evidence[at] for at in draft.evidence])
        return AnswerSentence(text=draft.text, supported=bool(cited), citations=cited, reason=draft.reason)

    def _extract(self, run: Run, asked: Question, scored: list[Candidate]) -> Answer:
        chosen = choose(scored, self.settings.sentences, self.settings.bar)
        sentences = [
            AnswerSentence(
                text=each.text,
                supported=True,
                citations=self._cited(run, [each]),
            )
            for each in chosen
        ]
        checked = check_sentences(sentences, run.peek)
        kept = [each for each in checked if each.supported]
        dropped = len(checked) - len(kept)
        rejected = [c.text for c in scored[:12] if all(c is not k for k in chosen)]
        run.note(
            "quotes",
            _standing(len(kept)) + (f", {dropped} did not" if dropped else ""),
            {"rejected": rejected},
        )
        if not kept:
            return self.not_found(run, asked, run.scope, "no quote could be found on its page")
        for each in kept:
            # What speaks against it is sought behind, and stands beside it in the answer.
            run.tell(each)
        checked = self._with_opposing(run, checked, scored)
        return closed(run, found=True, sentences=tuple(checked), rewritten=asked.text if run.parent else "")

    def not_found(self, run: Run, asked: Question, scope: Scope, why: str) -> Answer:
        """The answer that there is none, with the nearest papers."""
        nearest = [r.paper for r in self._finder.nearest(asked.text, scope, limit=self.settings.nearest)]
        run.note("verdict", f"not in your library: {why}", [row.key for row in nearest])
        reason = "Your library holds no answer to this: " + why + "."
        if nearest and (said := self._on_nearest(run, asked, nearest[0])):
            reason = f"{reason}\n{said}"
        return closed(
            run,
            answering="none",
            reason=reason,
            nearest=tuple(nearest),
            rewritten=asked.text if run.parent else "",
        )

    def _on_nearest(self, run: Run, asked: Question, row: PaperRow) -> str:
        """What of the question the nearest paper speaks of; nothing of a book, which would be read through for it."""
        file = next(iter(self._shelf.files(row.id)), None)
        if file is None or file.pages > _READ_THROUGH:
            return ""
        pages = (run.peek(file.id, number).text for number in range(1, file.pages + 1))
        return on_nearest(asked, row, pages, self._finder.idf(asked.stems))

    def _from_ledger(self, run: Run, asked: LibraryQuestion) -> Answer:
        scope = _library_scope(run.scope, asked)
        filter_ = scope.as_filter()
        if asked.topic:
            rows = [r.paper for r in self._finder.search(asked.topic, scope, limit=50)]
            total = len(rows)
        else:
            total = self._shelf.count(filter_)
            rows = self._shelf.rows(filter_, sort="year", descending=True, offset=0, limit=50)
        run.note("library", f"{counted(total, 'paper')} counted in the ledger", [row.key for row in rows])
        matching = " that match" if asked.topic or scope != Scope() else ""
        head = AnswerSentence(
            text=f"Your library holds {counted(total, 'paper')}{matching}.",
            supported=False,
            reason="counted in the library's own records, not quoted from a page",
        )
        listed = [self._holding(run, row) for row in rows[: 10 if asked.count else 50]]
        rest = total - len(listed)
        more = AnswerSentence(text=f"And {rest} more.", supported=False, reason=head.reason)
        return closed(
            run, answering="none", found=True, sentences=(head, *listed, *([more] if rest > 0 else []))
        )

    def _from_record(self, run: Run, asked: Question) -> tuple[AnswerSentence, ...]:
        """What the records of the papers that are meant say of themselves; nothing where that was not asked."""
        record = read_record_question(asked.text)
        if record is None:
            return ()
        named = [self._shelf.get(paper).row for paper in self._named(record.work, run.scope).papers]
        rows = called(record, named, lambda words: self._finder.nearest(words, run.scope, limit=_ENOUGH))
        said = [(row, text) for row in rows if (text := told(record, row))]
        if said:
            run.note(
                "record",
                f"the {' and '.join(record.asks)} of {counted(len(said), 'paper')}",
                [row.key for row, _ in said],
            )
        return tuple(self._holding(run, row, text) for row, text in said)

    def _holding(self, run: Run, row: PaperRow, text: str = "") -> AnswerSentence:
        names = ", ".join(row.authors[:3]) + (" et al." if len(row.authors) > 3 else "")
        text = text or (
            f"{row.title} ({names}{', ' if names and row.year else ''}{row.year or ''})."
            if names or row.year
            else f"{row.title}."
        )
        for file in list(self._shelf.files(row.id))[:1]:
            first = [run.peek(file.id, number) for number in range(1, min(2, file.pages) + 1)]
            span = locate(row.title, first)
            if span is not None:
                return AnswerSentence(
                    text=text, supported=True, citations=(cite(row, file.id, span, first[span.page - 1]),)
                )
        return AnswerSentence(
            text=text, supported=False, reason="its title stands on none of its first pages"
        )


def _standing(sentences: int) -> str:
    return (
        "1 sentence stands on its page" if sentences == 1 else f"{sentences} sentences stand on their pages"
    )


def _texts(run: Run, hits: Sequence[Hit]) -> dict[str, str]:
    """What was read of each paper."""
    texts: dict[str, str] = {}
    for hit in hits:
        page = run.peek(hit.file, hit.page)
        said = " ".join(page.text[span.start : span.end] for span in hit.spans)
        texts[hit.paper] = f"{texts.get(hit.paper, '')} {said}"
    return texts


def _is_heading(text: str, headings: set[str]) -> bool:
    """Whether a sentence is a heading, or the line of one that ends with a colon."""
    letters = letters_of(text)
    return letters in headings or (text.endswith(":") and any(each.startswith(letters) for each in headings))


def letters_of(text: str) -> str:
    """A text's letters and digits, folded: two printings of one heading agree in them."""
    return "".join(char for char in folded(text) if char.isalnum())


def closed(run: Run, **fields: Any) -> Answer:
    """The answer of a run as it stands, with these fields set."""
    return Answer(
        run=run.id,
        question=run.asked,
        read_pages=tuple(run.read),
        trace=tuple(run.trace),
        tokens=dict(run.tokens),
        seconds=round(time.perf_counter() - run.begun, 3),
        scope=run.scope,
        parent=run.parent.run if run.parent else None,
        mode=run.mode,
        action=run.action,
        states=tuple(run.states),
        calls=tuple(run.calls),
        **fields,
    )


def _library_scope(scope: Scope, asked: LibraryQuestion) -> Scope:
    return Scope(
        collection=scope.collection,
        tag=asked.tag or scope.tag,
        author=asked.author or scope.author,
        year_min=asked.year_min or scope.year_min,
        year_max=asked.year_max or scope.year_max,
        journal=scope.journal,
    )
