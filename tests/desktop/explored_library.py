"""A small library that is explored: real stores, desks and jobs; the search and the judge go by words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace

import numpy as np
from standin_library import StandInLibrary

from twintree.base.answers import Scope
from twintree.base.citations import CitationMention, Reference
from twintree.base.claims import Claim
from twintree.base.exploring import ExploreSettings
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import FieldValue, PaperRow, Span
from twintree.base.text import find_quote
from twintree.base.words import content_stems
from twintree.jobs.background import Background
from twintree.jobs.exploring import submit_exploration
from twintree.jobs.runner import JobHandle
from twintree.knowledge.claims.desk import ClaimDesk
from twintree.knowledge.claims.reading import STAGE, VERSION
from twintree.knowledge.entailment import Cues
from twintree.knowledge.linking import link_references
from twintree.models.protocol import Vectors
from twintree.retrieval.exploring.desk import ExplorationDesk
from twintree.store.files import StoredFile

QUESTION = "clover and wheat"
CITING = "We follow the trials of Oak."
WHEAT = ("Clover between the rows raises the yield of wheat.", "Clover keeps weeds down.")
ECHO = ("The yield of wheat rises with clover between the rows.", "Weeds are kept down by clover.")
FOREIGN = ("The decoder keeps the eight best hypotheses.", "Students learn version control.")
CONTRARY = ("Clover between the rows does not raise the yield of wheat.",)


class Named(Cues):
    """The cues under another name, so that judging counts as a model's call."""

    id = "named:1"


class WordSearch:
    """Ranks papers by the share of the question's words that their titles have."""

    def __init__(self, library: StandInLibrary) -> None:
        self._papers = library.papers

    def best(self, text: str, scope: Scope, limit: int) -> list[tuple[PaperRow, SimpleNamespace]]:
        asked = set(content_stems(text))
        rows = self._papers.rows(scope.as_filter())
        shares = [(len(asked & set(content_stems(row.title))) / max(1, len(asked)), row) for row in rows]
        found = sorted((each for each in shares if each[0] > 0), key=lambda each: (-each[0], each[1].title))
        return [
            (row, SimpleNamespace(score=share, passed=share > 0.3, dense=share, coverage=share))
            for share, row in found[:limit]
        ]

    def idf(self, stems: Sequence[str]) -> Mapping[str, float]:
        return {}


def embed(texts: Sequence[str]) -> Vectors:
    return np.ones((len(texts), 2), np.float32)


class Explored:
    """Clover (a seed) cites Trials, which echo it, Decoding, which is foreign, and a book that is not held."""

    def __init__(self, library: StandInLibrary, *, linked: bool = True) -> None:
        self.library = library
        self._background = Background(library.hub)
        desk = ClaimDesk(library._ledger, library.papers, library.citations, Named, embed, lambda: None)
        desk.store.on_change = library.person.on_change
        library.claims = desk  # type: ignore[attr-defined]
        library.explorations = ExplorationDesk(  # type: ignore[attr-defined]
            library._ledger,
            library.papers,
            library.citations,
            desk,
            lambda: WordSearch(library),  # type: ignore[arg-type, return-value]
            Named,
            lambda *_: None,
        )
        library.submit_explore = self.submit  # type: ignore[attr-defined]
        self.clover = self.paper("Clover and wheat", "Ada Ward", 2021, WHEAT)
        self.trials = self.paper("Undersowing trials", "Olga Oak", 2001, ECHO)
        self.decoding = self.paper("Beam decoding", "Bo Li", 2011, FOREIGN)
        self.apart = self.paper("Wheat and clover in the Alps", "Cy Oz", 2019, ()) if linked else None
        if linked:
            self.cite(self.clover, ("Undersowing trials", "Olga Oak", 2001), ("Beam decoding", "Bo Li", 2011))

    def submit(self, question: str, settings: ExploreSettings, scope: Scope) -> JobHandle:
        desk = self.library.explorations  # type: ignore[attr-defined]
        return submit_exploration(self._background, self.library.hub, desk, question, settings, scope)

    def close(self) -> None:
        self._background.close()

    def paper(self, title: str, author: str, year: int, claims: Sequence[str]) -> PaperId:
        papers = self.library.papers
        fields = {"title": title, "authors": [author], "year": year}
        paper = papers.create(
            [
                FieldValue(field=k, value=v, source="person", confidence=1.0, chosen=True)
                for k, v in fields.items()
            ],
            status="indexed",
        )
        digest = title.encode().hex().ljust(64, "0")[:64]
        file = papers.add_file(paper, StoredFile(sha256=digest, size=1), f"{title}.pdf")
        text = "\n".join([title, CITING, *claims])
        papers.write_pages(file, [PageText(1, "1", 600, 800, text, len(text), ())], [[(0, len(text))]])
        self.library.claims.store.write_claims(paper, [self._claim(paper, file, text, c) for c in claims])  # type: ignore[attr-defined]
        papers.finish_stage(file, STAGE, VERSION, 0.0)
        return paper

    def _claim(self, paper: PaperId, file: FileId, text: str, said: str) -> Claim:
        at = find_quote(text, said)
        assert at is not None
        return Claim(
            paper=paper,
            file=file,
            type="EMPIRICAL",
            text=said,
            quote=said,
            page=1,
            spans=(Span(1, *at),),
            source="rules:1",
        )

    def cite(self, paper: PaperId, *works: tuple[str, str, int]) -> None:
        """Cite these, each in one sentence, and a book that the library does not hold."""
        file = self.library.papers.files(paper)[0].id
        at = Span(1, 0, len(CITING))
        mention = CitationMention(
            page=1, spans=(at,), sentence=CITING, at=at, marker="[1]", role="use", level=3, file=file
        )
        listed = [*works, ("A book of weeds", "Ann Ant", 1990)]
        entries = [
            Reference(
                id="",
                index=number,
                raw=f"{author}. {title}. {year}.",
                title=title,
                authors=(author,),
                year=year,
                role="use",
                level=3,
                mentions=(mention,),
            )
            for number, (title, author, year) in enumerate(listed, 1)
        ]
        citations = self.library.citations
        citations.write_references(file, link_references(citations, paper, entries))
