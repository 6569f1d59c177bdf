"""The sentences of the passages read, weighed for a question: what can carry an answer, and how well."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from twintree.answering import floats
from twintree.answering.beside import ROLES, asks_beside, is_beside
from twintree.answering.comparing import comparing_first
from twintree.answering.evidence import WEIGHED, Candidate, candidates, promising, score_candidates
from twintree.answering.listings import asks_listing, is_listing
from twintree.answering.naming import asks_for_a_place_alone
from twintree.answering.overview import overview
from twintree.answering.parts import Part
from twintree.answering.places import names_a_float, names_sections_alone
from twintree.answering.question import Question
from twintree.answering.run import Finder, Run, Shelf
from twintree.answering.values import holding, value_asked
from twintree.base.answers import Hit
from twintree.base.ids import FileId, PaperId
from twintree.base.records import Section
from twintree.base.text import counted, folded

#: Sentences of each part that are looked at closely, at least.
_WEIGHED_OF_A_PART = 10


class Weighing:
    """Weighs sentences by words, meaning and where they stand; headings and reference lists are none.

    Args:
        shelf: the papers.
        finder: search.
        embed: unit vectors of texts.
    """

    def __init__(
        self, shelf: Shelf, finder: Finder, embed: Callable[[list[str]], NDArray[np.float32]]
    ) -> None:
        self._shelf = shelf
        self._finder = finder
        self._embed = embed

    def sentences(
        self, run: Run, asked: Question, hits: list[Hit], *, rows: bool = False, parts: Sequence[Part] = ()
    ) -> tuple[list[Candidate], Mapping[str, float]]:
        """The sentences of passages, best first, each with its part, and the idf that they were weighed with."""
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
        beside, listed = asks_beside(run.asked), asks_listing(run.asked)
        told = rows and names_sections_alone(asked.text) and asks_for_a_place_alone(asked, self._titles(hits))
        hits = self._within(hits, frozenset() if beside else ROLES)
        pool = [
            each
            for each in candidates(hits, run.peek, rows=rows and not told, layout=run.layout)
            if not _is_heading(each.text, headings)
            and (beside or not is_beside(each.text))
            and (listed or not is_listing(each.text))
        ]
        if told:
            return overview([each for each in pool if not _stands_in_a_float(run, each)], self._embed)
        sought = bool(floats.sought(asked.text))
        meant = rows and (sought or names_a_float(asked.text))
        if meant:
            pool = floats.with_named(pool, hits, run.anchors, run.peek)
        elif asked.kind == "number":
            pool += floats.of_tables(asked, hits, run.anchors, run.peek)
        near = promising(asked, pool, idf, most)
        if kind := value_asked(asked.text):
            # A value may stand in a sentence with few of the question's words, and nothing else answers.
            held = holding(kind, asked, pool, lambda paper: self._shelf.get(paper).row.title)
            near += [each for each in promising(asked, held, idf, _WEIGHED_OF_A_PART) if each not in near]
        scored = score_candidates(asked, near, idf, self._embed)
        scored = comparing_first(asked.text, scored)
        alone = meant and (sought or asks_for_a_place_alone(asked, self._titles(hits)))
        if alone:
            return floats.first_of_all(scored)
        return floats.named_rows_first(asked, scored, run.peek) if meant else scored

    def _titles(self, hits: Sequence[Hit]) -> str:
        return " ".join(
            self._shelf.get(paper).row.title for paper in dict.fromkeys(hit.paper for hit in hits)
        )

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


def _stands_in_a_float(run: Run, each: Candidate) -> bool:
    """Whether a sentence begins in a figure, table, caption or footnote."""
    first = each.spans[0]
    layout = run.layout(each.paper, each.file, run.peek(each.file, first.page))
    return layout.float_at(first.start) is not None


def _is_heading(text: str, headings: set[str]) -> bool:
    """Whether a sentence is a heading, or the line of one that ends with a colon."""
    letters = letters_of(text)
    return letters in headings or (text.endswith(":") and any(each.startswith(letters) for each in headings))


def letters_of(text: str) -> str:
    """A text's letters and digits, folded: two printings of one heading agree in them."""
    return "".join(char for char in folded(text) if char.isalnum())
