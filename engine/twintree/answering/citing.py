"""Answers from the citation graph: who of the library cites a work, what a paper cites, each with its page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from twintree.answering.authors import Catalogue, dated, is_by, papers_by, papers_of
from twintree.answering.citation_questions import POINTING, read_citation_question
from twintree.answering.described import Described, described
from twintree.answering.quotes import check_sentences, cite_together
from twintree.answering.run import Run
from twintree.base.answers import AnswerSentence, SearchResult
from twintree.base.citations import CitationMention, Citer, Reference
from twintree.base.ids import FileId, PaperId
from twintree.base.labels import label_words, short_label
from twintree.base.records import PaperRow, Record, Span
from twintree.base.text import counted
from twintree.base.words import content_stems

#: Citing papers that are told, and entries of a list: the held ones come first.
_CITERS, _ENTRIES = 30, 20
#: Works of one name that are called by their titles; of more it is said how many.
_CALLED = 3
#: Characters from which on a citing sentence is more than a table's row or a heading.
_SENTENCE = 40
_COUNTED = "counted in the reference lists of the library, not quoted from a page"
_UNCITED = "its entry stands in the reference list; no sentence that cites it was found"


class Graph(Protocol):
    """What these answers need of the citation graph; a node is a paper's id, or that of a work not held."""

    def references(self, paper: str) -> list[Reference]:
        """A paper's reference list."""
        ...

    def cited_by(self, target: str) -> list[Citer]:
        """Who cites a node."""
        ...

    def called(self, name: str) -> list[str]:
        """The nodes that a name calls."""
        ...

    def written_by(self, first_author: str, year: int | None) -> list[str]:
        """The nodes of this author and year; None for any year."""
        ...

    def entries_for(self, node: str) -> list[Reference]:
        """The entries that stand for a node."""
        ...


class Meant(Record, frozen=True, kw_only=True):
    """What the ``name`` in a question stands for: nodes of the graph, and what people call them."""

    nodes: tuple[str, ...]
    name: str
    told: str
    held: bool


class CitationAnswers:
    """Answers what the citation graph knows; every other question is left to the papers' words.

    Args:
        graph: the citation graph.
        catalogue: the library's papers.
        nearest: papers for words, best first.
    """

    def __init__(
        self, graph: Graph, catalogue: Catalogue, nearest: Callable[[str], Sequence[SearchResult]]
    ) -> None:
        self._graph = graph
        self._catalogue = catalogue
        self._nearest = nearest

    def answer(
        self,
        question: str,
        run: Run,
        papers: Collection[PaperId] | None = None,
        before: Sequence[PaperId] = (),
    ) -> tuple[AnswerSentence, ...]:
        """The sentences that answer, each with the page of a citing sentence; none where nothing is known of the work.

        Args:
            question: the person's words.
            run: the question's run; a name that no list knows leaves a remark there.
            papers: the papers in scope; None for all.
            before: the papers that an earlier question was about, which *it* means.
        """
        asked = read_citation_question(question)
        if asked is None:
            return ()
        names = [each for each in (asked.work, asked.paper) if each]
        meant = [self._meant(name, run, before) for name in names]
        for name, each in zip(names, meant, strict=True):
            # A common word is no name of a work, and the question asks for something else.
            if each is None and not POINTING.match(name) and not _is_common(name):
                run.remarks += (f"No paper and no reference list of your library has “{name}” as a work.",)
        if not all(meant):
            return ()
        first, *more = known = [each for each in meant if each is not None]
        if asked.paper and not known[-1].held and _is_common(asked.paper):
            return ()  # *which sources do plants have*: some work stands behind the word, and nobody asks for it
        if asked.asks == "citers":
            said = self._citers(run, first, papers)
        elif asked.asks == "cited":
            said = self._cited(run, first)
        else:
            said = self._does(run, more[0], first)
        run.note("citations", said[0].text, {"asks": asked.asks, "nodes": [m.nodes for m in meant if m]})
        return tuple(said)

    # ── what a name means ────────────────────────────────────────────────────────────────────────────

    def _meant(self, name: str, run: Run, before: Sequence[PaperId]) -> Meant | None:
        # What *it* means is known from before or not at all: *it [3]* stands in many papers.
        nodes: Sequence[str] = before
        if not POINTING.match(name):
            nodes = self._papers(name) or self._works(name) or self._described(name)
        if not nodes:
            return None
        named = [self._told(run, node) for node in nodes[:_CALLED]]
        more = len(nodes) - len(named)
        told = f"{', '.join(named)} and {counted(more, 'more work')}" if more else " and ".join(named)
        held = not any(node.startswith("W") for node in nodes)
        return Meant(nodes=tuple(nodes), name=name, told=told, held=held)

    def _papers(self, name: str) -> list[PaperId]:
        """The papers of the library that a name calls: by key, id or title, by authors, or by a title's words."""
        if mentions := self._catalogue.mentioned(name):
            return list(dict.fromkeys(each.paper for each in mentions))
        if works := dated(name):
            return [row.id for work in works for row in papers_of(work, self._catalogue)]
        near = [each.paper for each in self._nearest(name)]
        words = set(content_stems(name))
        titled = [row.id for row in near if words and _begins(row.title, name)]
        if not titled and len(words) > 1:
            titled = [row.id for row in near if words <= set(content_stems(row.title))]
        if titled:
            return titled[:1]
        alone = name[:1].isupper() and len(name.split()) == 1
        return [row.id for row in papers_by(name, self._catalogue)] if alone else []

    def _works(self, name: str) -> list[str]:
        if called := self._graph.called(name):
            return called
        return [
            node
            for work in dated(name)
            for node in self._graph.written_by(work.names.split()[0].strip(","), work.year)
        ]

    def _described(self, name: str) -> Sequence[str]:
        """The nodes that an author and words tell: papers, or else works, with these words in their titles.

        Where no title has them, the words may be what the work is called otherwise.
        """
        meant = described(name)
        if meant is None:
            return []
        held = papers_by(meant.names, self._catalogue)
        if titled := [row.id for row in held if meant.words <= set(content_stems(row.title))]:
            return titled
        return self._works_titled(meant) or self._called_by(meant, {str(row.id) for row in held})

    def _works_titled(self, meant: Described) -> list[str]:
        first = meant.names.split()[0].strip(",")
        return [
            node
            for node in self._graph.written_by(first, None)
            if any(
                meant.words <= set(content_stems(each.title)) and is_by(meant.names, each.authors)
                for each in self._graph.entries_for(node)
            )
        ]

    def _called_by(self, meant: Described, held: Collection[str]) -> list[str]:
        return [
            node
            for node in [*self._papers(meant.about), *self._works(meant.about)]
            if node in held or any(is_by(meant.names, each.authors) for each in self._graph.entries_for(node))
        ]

    def _told(self, run: Run, node: str) -> str:
        if not node.startswith("W"):
            row = run.row(PaperId(node))
            return f"“{row.title}” ({short_label(row)})"
        entries = self._graph.entries_for(node)
        best = max(entries, key=lambda each: (bool(each.title), bool(each.authors), -len(each.title)))
        return _work(best)

    # ── what the graph says ──────────────────────────────────────────────────────────────────────────

    def _citers(self, run: Run, meant: Meant, papers: Collection[PaperId] | None) -> list[AnswerSentence]:
        best: dict[PaperId, Citer] = {}
        for node in meant.nodes:
            for each in self._graph.cited_by(node):
                if each.paper.id not in meant.nodes and (papers is None or each.paper.id in papers):
                    best.setdefault(each.paper.id, each)
        found = list(best.values())
        verb = "cites" if len(found) == 1 else "cite"
        count = counted(len(found), "paper") if found else "No paper"
        within = "your library" if papers is None else "what you asked within"
        head = f"{count} of {within} {verb if found else 'cites'} {meant.told}."
        if not meant.held:
            head += " That work is not in your library; only the citing papers are."
        listed = [self._citing(run, each.paper, each.reference, meant.name) for each in found[:_CITERS]]
        return [_counted(head), *listed, *_rest(len(found) - len(listed))]

    def _cited(self, run: Run, meant: Meant) -> list[AnswerSentence]:
        if not meant.held:
            return [_counted(f"{meant.told} is not in your library, so what it cites is not known.")]
        said: list[AnswerSentence] = []
        for node in meant.nodes:
            row = run.row(PaperId(node))
            listed = self._graph.references(node)
            if not listed:
                said.append(_counted(f"No reference list was found in {self._told(run, node)}."))
                continue
            held = [each for each in listed if each.held]
            have = f"{len(held)} of them {'is' if len(held) == 1 else 'are'} in your library"
            works = counted(len(listed), "work")
            said.append(
                _counted(
                    f"{self._told(run, node)} cites {works}; {have if held else 'none of them is in your library'}."
                )
            )
            others = sorted((each for each in listed if not each.held), key=lambda each: -each.level)
            shown = [*held, *others][:_ENTRIES]
            said += [self._entry(run, row, each) for each in shown]
            said += _rest(len(listed) - len(shown))
        return said

    def _does(self, run: Run, citing: Meant, work: Meant) -> list[AnswerSentence]:
        if not citing.held:
            return [_counted(f"{citing.told} is not in your library, so what it cites is not known.")]
        said: list[AnswerSentence] = []
        for node in citing.nodes:
            row, listed = run.row(PaperId(node)), self._graph.references(node)
            found = [each for each in listed if each.work in work.nodes]
            if not found:
                of = (
                    f"none of its {counted(len(listed), 'reference')} is it"
                    if listed
                    else "no list was found in it"
                )
                said.append(_counted(f"No: {self._told(run, node)} does not cite {work.told}; {of}."))
            else:
                said.append(_counted(f"Yes: {self._told(run, node)} cites {work.told}."))
                said += [
                    self._quoted(run, row, f"{short_label(row)}: “{each.sentence}”", each)
                    for entry in found
                    for each in entry.mentions[:_CITERS]
                ] or [self._citing(run, row, entry, work.name) for entry in found]
        return said

    def _citing(self, run: Run, row: PaperRow, entry: Reference, name: str) -> AnswerSentence:
        """A paper that cites, with its weightiest citing sentence, or else the entry of its list."""
        told = f"{row.title} ({short_label(row)})"
        mention = _weightiest(entry, name)
        if mention is None:
            return self._listed(run, row, entry, f"{told} lists it: {entry.raw}")
        more = len(entry.mentions) - 1
        often = f", and in {counted(more, 'other place')}" if more else ""
        return self._quoted(run, row, f"{told} cites it{often}: “{mention.sentence}”", mention)

    def _entry(self, run: Run, row: PaperRow, entry: Reference) -> AnswerSentence:
        """A work that a paper cites, with the sentence in which it does."""
        told = f"{_work(entry)}{', in your library' if entry.held else ''}"
        mention = _weightiest(entry)
        if mention is None:
            return self._listed(run, row, entry, f"{told}.")
        return self._quoted(run, row, f"{told}: “{mention.sentence}”", mention)

    def _quoted(self, run: Run, row: PaperRow, text: str, mention: CitationMention) -> AnswerSentence:
        return _on_page(run, row, text, mention.file, mention.spans)

    def _listed(self, run: Run, row: PaperRow, entry: Reference, text: str) -> AnswerSentence:
        if entry.file is None:
            return AnswerSentence(text=text, supported=False, reason=_UNCITED)
        return _on_page(run, row, text, entry.file, entry.spans)


def _is_common(name: str) -> bool:
    """Whether nothing marks words as a name: neither a capital nor a digit."""
    return name == name.lower() and not any(map(str.isdigit, name))


def _begins(title: str, name: str) -> bool:
    """Whether a title, or what stands before its colon, is that name."""
    head = title.partition(":")[0]
    return content_stems(head) == content_stems(name) or content_stems(title) == content_stems(name)


def _weightiest(entry: Reference, name: str = "") -> CitationMention | None:
    """The citation that says most of a work: in a sentence that names it, and not in a row with others."""

    def weight(each: CitationMention) -> tuple[bool, bool, bool, int]:
        said = each.sentence
        return len(said) >= _SENTENCE, bool(name) and name in said, ";" not in each.marker, each.level

    return max(entry.mentions, key=weight, default=None)


def _work(entry: Reference) -> str:
    label = label_words(entry.authors, entry.year)
    if not entry.title:
        return label or entry.raw
    return f"“{entry.title}”{f' ({label})' if label else ''}"


def _on_page(run: Run, row: PaperRow, text: str, file: FileId, spans: Sequence[Span]) -> AnswerSentence:
    """The sentence with the words of these spans as its quote, page by page; checked against their pages."""
    pages = sorted({span.page for span in spans})
    cited = tuple(
        cite_together(row, file, [each for each in spans if each.page == number], run.page(file, number))
        for number in pages
    )
    said = AnswerSentence(text=text, supported=True, citations=cited, reason=_UNCITED if not cited else "")
    return check_sentences([said], run.peek)[0]


def _counted(text: str) -> AnswerSentence:
    return AnswerSentence(text=text, supported=False, reason=_COUNTED)


def _rest(left: int) -> list[AnswerSentence]:
    return [_counted(f"And {left} more.")] if left > 0 else []
