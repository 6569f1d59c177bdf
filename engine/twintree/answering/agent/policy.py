"""The agent's policy without a model: search, look at the structure, read the pages, stop (VecTree-RAG, App. F)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twintree.answering.agent.loop import AgentSettings, Call, Final, Move, Synthesis, View
from twintree.answering.agent.tools import FoundPaper, Tree, Within
from twintree.answering.agent.treesearch import by_words
from twintree.answering.question import read_question
from twintree.answering.state.planning import spans_papers, targets_of
from twintree.base.ids import PaperId, SectionId
from twintree.base.progress import CancelToken
from twintree.base.records import Section, SectionTree
from twintree.base.words import STOPWORDS, tokens

#: Pages read of a paper when one is asked about, and when several are.
_PAGES_ONE, _PAGES_MANY = 5, 3
#: Papers opened for each of the things that a question falls into, and for the one thing that it asks.
_OF_A_TARGET, _OF_ONE = 2, 3


class FixedPolicy:
    """Each move follows from the turns so far; nothing is remembered beside them."""

    made_by = ""

    def __init__(self, settings: AgentSettings, everything: Sequence[PaperId] = ()) -> None:
        """``everything``: the papers that were chosen or named: each is opened where they are few.

        Where nothing may be searched (ablation) all of their trees are walked.
        """
        self._settings, self._everything = settings, tuple(everything)

    def move(self, view: View, cancel: CancelToken) -> Move:
        """See ``Policy.move``."""
        cancel.check()
        if not self._settings.vectors:
            walked = self._walked(view, self._everything) or self._everything
            papers: Mapping[PaperId, str] = dict.fromkeys(walked, view.question)
        else:
            chosen = self._chosen(view)
            if isinstance(chosen, Call):
                return chosen
            papers = chosen
        pages = _PAGES_MANY if self._settings.vectors and len(papers) > 1 else _PAGES_ONE
        for paper, sought in papers.items():
            following = self._within(view, paper, sought, pages)
            if following is not None:
                return following
        return Final()

    def _chosen(self, view: View) -> Mapping[PaperId, str] | Call:
        """The papers to open, each with what is sought in it; or the search that is to be made before."""
        if spans_papers(view.question) or 1 < len(self._everything) <= self._settings.papers:
            sought, most = [view.question], self._settings.papers
        else:
            targets = targets_of(read_question(view.question), (), self._settings.papers)
            sought = [target.text for target in targets]
            most = (
                _OF_ONE
                if len(sought) == 1
                else max(1, min(_OF_A_TARGET, self._settings.papers // len(sought)))
            )
        chosen: dict[PaperId, str] = {}
        for text in sought:
            found = self._searched(view, text)
            if isinstance(found, Call):
                return found
            for paper in found[:most]:
                chosen.setdefault(paper, text)
        return chosen

    def _searched(self, view: View, text: str) -> tuple[PaperId, ...] | Call:
        """The papers found; or the next search, with fewer words where the last one found none."""
        if view.known:
            return view.known
        made = {
            turn.call.arguments.get("query"): turn
            for turn in view.turns
            if turn.call.tool == "search_documents"
        }
        for query in _queries(text):
            if query not in made:
                return Call(
                    tool="search_documents", arguments={"query": query, "limit": self._settings.papers}
                )
            found: Sequence[FoundPaper] = made[query].observation.result or ()
            if found:
                return tuple(each.paper for each in found)
        return ()

    def _walked(self, view: View, papers: tuple[PaperId, ...]) -> tuple[PaperId, ...]:
        """Papers whose trees were seen, the likeliest first; empty until all were."""
        trees = _results(view, "get_document_tree")
        if any(paper not in trees for paper in papers):
            return ()
        shared = {paper: len(by_words(view.question, _tree(trees[paper]))) for paper in papers}
        return tuple(sorted(papers, key=lambda paper: -shared[paper]))[:1]

    def _within(self, view: View, paper: PaperId, sought: str, pages: int) -> Move | None:
        """The next move in a paper: its tree, where it speaks of it, its pages; None when it was read."""
        trees, within = _results(view, "get_document_tree"), _results(view, "search_within_paper")
        if self._settings.tree and paper not in trees:
            return Call(tool="get_document_tree", arguments={"paper": paper})
        if self._settings.vectors and paper not in within:
            return Call(tool="search_within_paper", arguments={"paper": paper, "query": sought})
        if paper in _results(view, "get_page_content"):
            return None
        chosen = self._pages(sought, trees.get(paper), within.get(paper), pages)
        if not chosen:
            return None
        if len(chosen) > view.unread:
            return Synthesis()
        return Call(tool="get_page_content", arguments={"paper": paper, "pages": chosen})

    def _pages(self, sought: str, tree: object, within: object, most: int) -> list[int]:
        """The pages to read: those that speak of it most, then the first pages of sections that sound like it."""
        found: list[int] = list(within.pages) if isinstance(within, Within) else []
        if isinstance(tree, Tree) and self._settings.tree:
            sections = by_words(sought, _tree(tree))
            firsts = [node.start_page for node in sections]
            # One place is the tree's: what a section is about is said in its title, and on none of its pages.
            found = [*found[: most - 1], *firsts[:1], *found[most - 1 :], *firsts]
        return list(dict.fromkeys(found))[:most]


def _queries(question: str) -> list[str]:
    """The question, then its topic words, then the longest two of them."""
    words = [word for word in tokens(question) if word not in STOPWORDS]
    longest = sorted(words, key=lambda word: -len(word))[:2]
    return list(
        dict.fromkeys(each for each in (question, " ".join(words), " ".join(longest)) if each.strip())
    )


def _results(view: View, tool: str) -> Mapping[str, object]:
    return {
        str(turn.call.arguments.get("paper")): turn.observation.result
        for turn in view.turns
        if turn.call.tool == tool
    }


def _tree(seen: object) -> SectionTree:
    nodes = seen.nodes if isinstance(seen, Tree) else ()
    paper = seen.paper if isinstance(seen, Tree) else PaperId("")
    return SectionTree(
        paper=paper,
        nodes=tuple(
            Section(
                id=SectionId(each.section),
                title=each.title,
                level=each.level,
                start_page=each.pages[0],
                end_page=each.pages[1],
                summary=each.summary,
            )
            for each in nodes
        ),
    )
