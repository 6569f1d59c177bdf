"""One question, start to end: shortlist, passages, sentences, quotes checked, answer kept (mode ``direct``).

The orchestration is ``Answerer.ask``; each step is a function of its own and leaves one line in the trace.
The answer is the papers' own sentences, or a reader's where one was given and what it wrote stands (DESIGN §7).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Protocol

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from twintree.answering import floats
from twintree.answering import found as found_or_not
from twintree.answering.absent import on_absent
from twintree.answering.accounting import reader_equivalent
from twintree.answering.bare import bare_captions_behind
from twintree.answering.citation_questions import read_citation_question
from twintree.answering.citing import CitationAnswers
from twintree.answering.division import layouts
from twintree.answering.evidence import (
    Candidate,
    as_they_stand,
    choose,
    promising,
    score_candidates,
)
from twintree.answering.following import follow_up
from twintree.answering.generated import Draft, Reader, write_answer
from twintree.answering.given import given
from twintree.answering.highlighted import HIGHLIGHTS, marked
from twintree.answering.holdings import Holdings
from twintree.answering.library_questions import read_library_question
from twintree.answering.lineage import MethodAnswers
from twintree.answering.naming import Named, asks_for_a_place_alone, named_papers
from twintree.answering.opposing import contradicted, opposing
from twintree.answering.parts import Part, of_amounts, of_each
from twintree.answering.places import Place, names_a_place, places_of, resolve_places
from twintree.answering.premises import ON_PREMISE, contradicting, read_premise, unsupported, weigh_premise
from twintree.answering.question import Question, read_question
from twintree.answering.quotes import check_sentences, cite_together
from twintree.answering.reasons import asks_purpose, openings
from twintree.answering.remarks import (
    asked_as,
    on_language,
    on_nearest,
    on_silent,
    on_unread,
    on_unsaid,
    with_remarks,
)
from twintree.answering.run import Finder, OnSentence, Run, Shelf, closed, texts_of
from twintree.answering.titled import names_a_title
from twintree.answering.values import Kind, first_where_none_is_shown, holding, no_value, value_asked
from twintree.answering.weighing import Weighing
from twintree.base.anchors import Anchor
from twintree.base.answers import Answer, AnswerSentence, Hit, Scope, SearchResult
from twintree.base.errors import Cancelled, ModelUnavailable, WrongUse
from twintree.base.ids import PaperId
from twintree.base.labels import short_label
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Citation, FileRow, Highlight, PaperRow, Record
from twintree.base.text import counted
from twintree.knowledge.entailment import Judge
from twintree.sources.language import language_of

#: More rows than any library has.
_EVERY = 1 << 31
#: Papers whose beginnings are read where a question asks what a thing is.
_BEGUN = 3
#: Characters of a highlight that are quoted.
_MARKED = 2_000
#: Pages up to which a paper is read through to say what it does not speak of.
_READ_THROUGH = 60
#: Papers whose passages are sought again for a value.
_SOUGHT_AGAIN = 2
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
        citations: CitationAnswers | None = None,
    ) -> None:
        self.reader = reader
        self._anchors = anchors
        self._highlights = highlights
        self._lineage = lineage
        self._citations = citations
        self._judge = judge
        self._methods = methods or {}
        self._shelf = shelf
        self._finder = finder
        self._embed = embed
        self._weighing = Weighing(shelf, finder, embed)
        self._holdings = Holdings(shelf, finder, self._named)
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
            return self._holdings.count(run, library)
        if self._citations is not None and (said := self._from_citations(run, asked, self._citations)):
            rewritten = self._alone(run, asked) if run.parent else ""
            return closed(run, answering="none", found=True, sentences=said, rewritten=rewritten)
        if (said := self._holdings.records(run, asked)) and run.mode == "direct":
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
        somewhere = scope.papers or names_a_title(asked.text)
        if not places and somewhere and asks_for_a_place_alone(asked):
            absent = self._on_absent(run, asked, shortlist[0].paper)
            return self.not_found(run, asked, scope, "the place that it names is not there", absent)
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
        scored, idf = self._weighing.sentences(run, asked, hits, rows=named, parts=parts)
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
        if not named and len(parts) < 2 and (kind := value_asked(asked.text)):
            giving = self._giving(run, asked, kind, scored, hits)
            if not giving:
                return self.not_found(run, asked, scope, no_value(kind.name, self._cited(run, scored[:1])))
            scored = first_where_none_is_shown(giving, scored, self.settings.sentences, self.settings.bar)
        if not named and not floats.sought(asked.text):
            scored = bare_captions_behind(scored, run.anchors)
        if premise := read_premise(asked.text):
            shown = choose(scored, self.settings.sentences, self.settings.bar)
            held = weigh_premise(premise, scored, self._title, shown)
            if held.against and not held.says:
                return self._extract(run, asked, held.against, lead=contradicting(premise))
            if premise.compares and not (held.says or held.near):
                return self._extract(run, asked, scored, lead=unsupported(premise))
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
        earlier = run.parent.question if run.parent else ""
        return self._lineage.answer(asked.text, run, self._in_scope(run), earlier)

    def _from_citations(
        self, run: Run, asked: Question, answers: CitationAnswers
    ) -> tuple[AnswerSentence, ...]:
        """What the citation graph says to a question about who cites what; nothing for any other."""
        alone = self._alone(run, asked)
        if read_citation_question(alone) is None:
            return ()  # what follows lists the papers in scope, and names those of the question before
        return answers.answer(alone, run, self._in_scope(run), self._papers_before(run))

    def _alone(self, run: Run, asked: Question) -> str:
        """A question's words as they stand alone."""
        before = run.parent.rewritten or run.parent.question if run.parent else ""
        return follow_up(asked.text, before).text if before else asked.text

    def _in_scope(self, run: Run) -> frozenset[PaperId] | None:
        """The papers that a run is narrowed to; None where it is not."""
        if run.scope == Scope():
            return None
        return frozenset(row.id for row in self._shelf.rows(run.scope.as_filter(), limit=_EVERY))

    def _papers_before(self, run: Run) -> tuple[PaperId, ...]:
        """The papers that the question before this one named, or else those that its answer cites."""
        if run.parent is None:
            return ()
        named = self._named(run.parent.rewritten or run.parent.question, run.scope).papers
        return named or tuple(dict.fromkeys(c.paper for s in run.parent.sentences for c in s.citations))

    def _understood(self, run: Run, asked: Question) -> tuple[Question, Scope]:
        """The question as it stands alone, and its scope narrowed to the papers that it, or an earlier one, names."""
        named = self._named(asked.text, run.scope)
        scope = named.narrowed(run.scope)
        if run.parent is not None:
            own = named.papers
            follow = follow_up(asked.text, run.parent.rewritten or run.parent.question)
            asked = read_question(follow.text)
            named = self._named(asked.text, run.scope)
            scope = named.narrowed(run.scope) if not own else scope
            if follow.leans and not named.papers and not scope.papers:
                scope = replace(scope, papers=self._papers_before(run))
            called = [short_label(run.row(paper)) for paper in scope.papers]
            run.note("follow-up", asked_as(asked.text, called), {"papers": list(scope.papers)})
        run.remarks += named.remarks
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
        # Without a paper in scope only the best one can be meant, or else the best one with a section of that title.
        titled = names_a_title(asked.text)
        for result in shortlist if scope.papers or titled else shortlist[:1]:
            if found and titled and not scope.papers:
                break
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
            defines = asked.kind == "definition"
            if hits and (defines or asks_purpose(asked.text)):
                # What a thing is, papers say where they begin; the nearest of them may be about something else.
                begin = (*(r.paper.id for r in shortlist[: _BEGUN if defines else 1]), hits[0].paper)
                hits = [*hits, *openings(hits, begin, self._shelf.tree, self._shelf.files, run.peek)]
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

    def _with_answer(
        self, run: Run, scored: list[Candidate], parts: Sequence[Part], idf: Mapping[str, float]
    ) -> tuple[list[Candidate], float]:
        """The sentences of the parts in which an answer is probable, or was found before, and how certain the best is.

        Where no part holds one, all sentences are left.
        """
        read = [
            found_or_not.signals(
                part.question,
                [c for c in scored if c.part == number],
                texts_of(run, part.hits),
                idf,
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

    def _giving(
        self, run: Run, asked: Question, kind: Kind, scored: Sequence[Candidate], hits: list[Hit]
    ) -> list[Candidate]:
        """The sentences that give a value of a kind: of those weighed, or else of more passages of the best papers."""

        def held(found: Sequence[Candidate], read: list[Hit]) -> list[Candidate]:
            texts = texts_of(run, read)
            return holding(kind, asked, found, lambda paper: f"{self._title(paper)} {texts.get(paper, '')}")

        if giving := held(scored, hits):
            return giving
        papers = list(dict.fromkeys(each.paper for each in scored))[:_SOUGHT_AGAIN]
        more = [hit for paper in papers for hit in self._passages_of(f"{asked.sought} {kind.units}", paper)]
        return held(self._weighing.sentences(run, asked, more)[0], [*hits, *more])

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
        self, run: Run, sentences: list[AnswerSentence], scored: Sequence[Candidate]
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

    def _extract(self, run: Run, asked: Question, scored: Sequence[Candidate], lead: str = "") -> Answer:
        """The best sentences as the answer, behind what is said of the question itself."""
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
        if said := self._on_unsaid(run, asked, chosen):
            run.remarks += (said,)
        first = (AnswerSentence(text=lead, supported=False, reason=ON_PREMISE),) if lead else ()
        for each in (*first, *kept):
            # What speaks against it is sought behind, and stands beside it in the answer.
            run.tell(each)
        checked = self._with_opposing(run, checked, scored)
        rewritten = asked.text if run.parent else ""
        return closed(run, found=True, sentences=(*first, *checked), rewritten=rewritten)

    def not_found(self, run: Run, asked: Question, scope: Scope, why: str, absent: str = "") -> Answer:
        """The answer that there is none, with the nearest papers; ``absent`` says so of a place that is named."""
        nearest = [r.paper for r in self._finder.nearest(asked.text, scope, limit=self.settings.nearest)]
        run.note("verdict", f"not in your library: {why}", [row.key for row in nearest])
        reason = "Your library holds no answer to this: " + why + "."
        if said := absent or (self._on_nearest(run, asked, nearest[0]) if nearest else ""):
            reason = f"{reason}\n{said}"
        unread = replace(scope.as_filter(), needs_attention=True)
        if said := on_unread(self._shelf.rows(unread, limit=_EVERY)):
            reason = f"{reason}\n{said}"
        if said := on_language(run.asked, [self._language(run, row) for row in nearest]):
            reason = f"{reason}\n{said}"
        return closed(
            run,
            answering="none",
            reason=reason,
            nearest=tuple(nearest),
            rewritten=asked.text if run.parent else "",
        )

    def _language(self, run: Run, row: PaperRow) -> str:
        """The language that a paper is in; "" where it is not known."""
        paper = self._shelf.get(row.id)
        first = paper.files[:1] if not paper.language else ()
        # The first page may be an archive's cover, in a language of its own.
        found = language_of(run.peek(first[0].id, 1 + first[0].pages // 2).text) if first else None
        return paper.language or (found[0] if found else "")

    def _on_absent(self, run: Run, asked: Question, row: PaperRow) -> str:
        """What is said of a place that the question names and the paper has not."""
        file = next(iter(self._shelf.files(row.id)), None)
        tree, anchors = self._shelf.tree(row.id), run.anchors(row.id)
        return on_absent(asked.text, row, tree, anchors, file.pages) if file else ""

    def _on_unsaid(self, run: Run, asked: Question, chosen: Sequence[Candidate]) -> str:
        """Which words of the question stand nowhere in the papers quoted; nothing of books, as below."""
        papers = dict.fromkeys(each.paper for each in chosen)
        files = [file for paper in papers for file in self._shelf.files(paper)]
        if not 0 < sum(file.pages for file in files) <= _READ_THROUGH:
            return ""
        pages = (run.peek(file.id, number).text for file in files for number in range(1, file.pages + 1))
        return on_unsaid(asked, [run.row(paper) for paper in papers], pages, self._finder.idf(asked.stems))

    def _on_nearest(self, run: Run, asked: Question, row: PaperRow) -> str:
        """What of the question the nearest paper speaks of; nothing of a book, which would be read through for it."""
        file = next(iter(self._shelf.files(row.id)), None)
        if file is None or file.pages > _READ_THROUGH:
            return ""
        pages = (run.peek(file.id, number).text for number in range(1, file.pages + 1))
        return on_nearest(asked, row, pages, self._finder.idf(asked.stems))


def _standing(sentences: int) -> str:
    return (
        "1 sentence stands on its page" if sentences == 1 else f"{sentences} sentences stand on their pages"
    )
