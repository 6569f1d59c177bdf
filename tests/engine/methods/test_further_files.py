"""Programs, cards and merged papers: their methods are the paper's that has the files, and follow them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from method_cases import PARSER, TAGGER, Shelf, pages_of

from twintree.base.citations import Reference
from twintree.base.ids import FileId, PaperId
from twintree.base.methods import Segment
from twintree.base.pages import Line, PageText
from twintree.base.progress import CancelToken
from twintree.jobs.methods import STAGE, VERSION
from twintree.knowledge.methods.codeprose import spoken
from twintree.knowledge.methods.segments import cut_further, read_text
from twintree.library import ImportOptions, Library
from twintree.store.citations import CitationStore
from twintree.store.deletion import delete_paper
from twintree.store.export import canonical
from twintree.store.files import FileStore, StoredFile
from twintree.store.merging import Merging
from twintree.store.rowcheck import ledger_problems
from twintree.trees.upkeep import refresh_provenance

PAPER, FILE = PaperId("P123456789abc"), FileId("F123456789abc")
PROGRAM = '''"""Train the LatticeParser model.

LatticeParser is based on the Conditional Random Field (CRF) model and is trained with the Adam optimizer.
"""
import numpy as np


class Parser:
    def fit(self, data, rate=0.1):
        # We use the Viterbi algorithm for decoding of every sentence of the corpus.
        for x in data:
            self.w += rate * x
        return self.w
'''
CARD = (
    "# NoisyBank\n\nNoisyBank is a corpus of noisy text with dependency trees. It was made for LatticeParser, and "
    "every tree of the NoisyBank corpus was checked by two people. LatticeParser was trained on the NoisyBank corpus.\n"
)


def page_of(text: str) -> PageText:
    """A page whose printed lines are the lines of the text."""
    lines, at = [], 0
    for line in text.split("\n"):
        if line.strip():
            edges = tuple(map(float, range(len(line) + 1)))
            lines.append(Line(at, at + len(line), (0.0, 0.0, 1.0, 1.0), edges, size=11.0))
        at += len(line) + 1
    return PageText(number=1, label="", width=1, height=1, text=text, body_end=len(text), lines=tuple(lines))


# ── segments ─────────────────────────────────────────────────────────────────────────────────────────


def test_of_a_program_only_what_its_authors_say_is_read() -> None:
    page = page_of(PROGRAM)
    told = [page.text[slice(*place)] for place in spoken(page)]
    assert [each.split()[0] for each in told] == ["Train", "We"]
    segments = cut_further(PAPER, FILE, "train.py", [page], first=7)
    assert [each.id for each in segments] == [f"{PAPER}.g0007"]
    (segment,) = segments
    assert segment.title == "train.py"
    assert "import numpy" not in segment.text
    assert "for x in data" not in segment.text
    assert read_text(segment.pieces, [page]) == segment.text


def test_a_card_is_read_whole_and_a_long_one_between_paragraphs() -> None:
    def cut(text: str, threshold: int = 4000) -> list[Segment]:
        return cut_further(PAPER, FILE, "README.md", pages_of(text), first=2, threshold=threshold)

    assert [each.text for each in cut(CARD)] == [CARD.strip()]
    long = cut("\n\n".join([CARD.strip()] * 5), threshold=60)
    assert len(long) > 2
    assert [each.id for each in long] == [f"{PAPER}.g{n:04d}" for n in range(2, 2 + len(long))]


# ── a library ────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("further")
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_textbox(pymupdf.Rect(72, 60, 523, 90), "LatticeParser: a study", fontsize=18)
        page.insert_textbox(pymupdf.Rect(72, 120, 523, 770), PARSER, fontsize=11)
        document.save(folder / "paper.pdf")
    (folder / "train.py").write_text(PROGRAM, "utf-8")
    (folder / "README").write_text(CARD, "utf-8")
    (folder / "card.json").write_text('{"description": "LatticeParser is a parser of noisy text."}', "utf-8")
    with Library.create(folder / "library") as opened:
        opened.jobs.submit_import([folder / "paper.pdf"], ImportOptions(until="indexed")).wait()
        opened.methods.make_up()
        paper = opened.papers.rows()[0].id
        beside = [folder / name for name in ("train.py", "README", "card.json")]
        opened.jobs.submit_import(beside, into=paper).wait()
        yield opened


def test_programs_and_cards_beside_a_paper_are_segments_of_it(library: Library) -> None:
    paper = library.papers.rows()[0].id
    assert library.papers.count() == 1
    names = {each.id: each.name for each in library.papers.files(paper)}
    assert set(names.values()) == {"paper.pdf", "train.py", "README", "card.json"}
    assert library.methods.missing() == [paper]
    library.methods.make_up()
    assert library.methods.missing() == []

    segments = library.methods.store.segments(paper)
    assert {names[each.file] for each in segments} >= {"paper.pdf", "train.py", "README"}
    method = library.methods.get("LatticeParser")
    assert {names[each.file] for each in method.mentions} >= {"paper.pdf", "train.py", "README"}
    for mention in method.mentions:
        text = library.papers.page(mention.file, mention.page).text
        assert text[mention.at.start : mention.at.end].startswith("LatticeParser")
        assert all(text[span.start : span.end] in mention.quote for span in mention.spans)
    assert method.mentions[0].file == next(each for each, name in names.items() if name == "paper.pdf")
    assert library.check() == []


# ── merging ──────────────────────────────────────────────────────────────────────────────────────────


def two(shelf: Shelf) -> tuple[PaperId, PaperId]:
    first = shelf.add("LatticeParser: a parser", PARSER)
    second = shelf.add("SwiftTagger: a tagger", TAGGER)
    for paper in (first, second):
        shelf.papers.finish_stage(shelf.papers.files(paper)[0].id, STAGE, VERSION, 0.0)
    refresh_provenance(shelf.ledger)
    return first, second


def shown(shelf: Shelf, name: str) -> tuple[set[str], set[str], set[str], set[str]]:
    """The papers of a method: on its card, of its mentions, of its sources, and behind its edges."""
    refresh_provenance(shelf.ledger)
    method = shelf.store.get(name)
    cited = {c.paper for edge in shelf.store.edges_of(method.id) for c in edge.evidence}
    return (
        set(method.papers),
        {each.paper for each in method.mentions},
        {each.paper for each in method.sources},
        cited,
    )


def test_after_a_merge_methods_show_the_paper_that_stays_and_after_its_undo_both(shelf: Shelf) -> None:
    first, second = two(shelf)
    before, crf = canonical(shelf.ledger), "Conditional Random Field"
    assert shown(shelf, crf) == ({first, second},) * 4

    change = Merging(shelf.ledger).merge(first, second)

    assert shown(shelf, crf) == ({first},) * 4
    assert shown(shelf, "SwiftTagger") == ({first},) * 4
    assert shelf.store.get("SwiftTagger").mention_count == len(shelf.store.get("SwiftTagger").mentions)
    assert list(ledger_problems(shelf.ledger.read(), CancelToken())) == []

    Merging(shelf.ledger).undo(change.id)

    assert shown(shelf, crf) == ({first, second},) * 4
    assert canonical(shelf.ledger) == before


def test_a_paper_that_is_split_off_takes_its_methods_with_it(shelf: Shelf) -> None:
    first, second = two(shelf)
    Merging(shelf.ledger).merge(first, second)
    assert shown(shelf, "SwiftTagger") == ({first},) * 4

    Merging(shelf.ledger).split(second)

    assert shown(shelf, "SwiftTagger") == ({second},) * 4
    assert shown(shelf, "LatticeParser") == ({first},) * 4


def test_what_was_merged_is_read_again_as_what_it_is_and_never_twice(shelf: Shelf) -> None:
    first, second = two(shelf)
    counts = {each.name: each.mention_count for each in shelf.store.methods()}
    Merging(shelf.ledger).merge(first, second)
    file = shelf.papers.files(first)[0].id
    assert not shelf.finder.lacks(first, file)
    with shelf.ledger.write() as connection:
        connection.execute("DELETE FROM stage WHERE stage = 'methods'")
    assert shelf.finder.lacks(first, file)

    shelf.finder.find_for(first, file, CancelToken())

    refresh_provenance(shelf.ledger)
    assert {each.name: each.mention_count for each in shelf.store.methods()} == counts
    assert not shelf.finder.lacks(first, file)
    assert shown(shelf, "SwiftTagger") == ({first},) * 4


def test_what_was_merged_is_read_with_its_own_references(shelf: Shelf) -> None:
    first, second = two(shelf)
    citations = CitationStore(shelf.ledger)
    for paper, author in ((first, "Lattimore"), (second, "Swiftwater")):
        entry = Reference(id="", index=1, raw=f"{author}. 2001. On {author}'s ways.", authors=(author,))
        citations.write_references(shelf.papers.files(paper)[0].id, [entry])

    Merging(shelf.ledger).merge(first, second)

    assert shelf.finder.reading(first).authors == {"lattimore"}
    assert shelf.finder.reading(second).authors == {"swiftwater"}
    assert [each.authors for each in citations.references(second)] == [("Lattimore",)]


def test_a_further_file_that_is_split_off_is_sought_in_no_longer(shelf: Shelf) -> None:
    paper = shelf.add("LatticeParser: a parser", PARSER)
    extra = shelf.papers.add_file(paper, StoredFile(sha256="e" * 64, size=1), "README.md", role="other")
    shelf.papers.write_pages(extra, pages_of(CARD), [[(0, len(CARD))]])
    main = shelf.papers.files(paper)[0].id
    shelf.finder.find_for(paper, main, CancelToken())
    assert {each.file for each in shelf.store.segments(paper)} == {main, extra}

    Merging(shelf.ledger).split_file(extra)

    assert shelf.finder.lacks(paper, main)
    shelf.finder.find_for(paper, main, CancelToken())
    assert {each.file for each in shelf.store.segments(paper)} == {main}
    assert not shelf.finder.lacks(paper, main)


def test_nothing_of_a_merged_paper_stays_when_the_one_that_has_it_is_deleted(
    shelf: Shelf, tmp_path: Path
) -> None:
    first, second = two(shelf)
    Merging(shelf.ledger).merge(first, second)
    delete_paper(shelf.ledger, FileStore(tmp_path), first)
    refresh_provenance(shelf.ledger)
    assert shelf.store.methods() == []
    assert shelf.store.edges() == []
