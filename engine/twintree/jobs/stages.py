"""The stages of an import: each reads the ledger, writes the ledger, and may be run again without harm.

``STAGES`` is the whole order (DESIGN §4). A stage is keyed by (file, name, version): one that is done in its
current version is not done again, and a raised version re-queues that stage and those behind it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from twintree.base.crashpoints import crash_point
from twintree.base.ids import FileId, PaperId
from twintree.base.inlinks import InnerLink
from twintree.base.pages import FileHead, PageText
from twintree.base.progress import CancelToken
from twintree.base.records import FieldValue, Mark
from twintree.jobs.anchors import cut_pictures, lay_out, write_anchors
from twintree.jobs.marks import keep_marks, place_waiting
from twintree.jobs.methods import STAGE as METHODS
from twintree.jobs.methods import VERSION as METHODS_VERSION
from twintree.jobs.methods import MethodFinder
from twintree.jobs.pictures import read_figure_words
from twintree.jobs.summarysections import put_back
from twintree.knowledge import linking
from twintree.knowledge.claims.reading import STAGE as CLAIMS
from twintree.knowledge.claims.reading import VERSION as CLAIMS_VERSION
from twintree.knowledge.claims.reading import read_claims
from twintree.retrieval.entries import build_entries
from twintree.retrieval.hierarchies import Hierarchies
from twintree.sources.metadata import propose
from twintree.sources.ocr import recognise
from twintree.sources.passages import passages
from twintree.sources.pool import ParserPool
from twintree.store.anchors import AnchorStore
from twintree.store.citations import CitationStore
from twintree.store.claims import ClaimStore
from twintree.store.files import FileStore
from twintree.store.incoming import IncomingStore
from twintree.store.intake import IntakeStore
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.summaries import SummaryStore
from twintree.structure.describing import describe
from twintree.structure.summary import summarise_tree
from twintree.structure.tree import build_section_tree

#: How far a file's name is trusted as a title: less than anything that was read.
_FILE_NAME = 0.05
#: The pages that metadata is read from.
_FIRST_PAGES = 3


@dataclass(slots=True)
class Workshop:
    """What stages work with."""

    papers: PaperStore
    anchors: AnchorStore
    citations: CitationStore
    claims: ClaimStore
    hierarchies: Hierarchies
    intake: IntakeStore
    incoming: IncomingStore
    methods: MethodFinder
    person: PersonStore
    files: FileStore
    summaries: SummaryStore
    pool: ParserPool
    embed: Callable[[Sequence[str]], NDArray[np.float32]]


@dataclass(slots=True)
class Work:
    """One file on its way through the stages."""

    paper: PaperId
    file: FileId
    name: str
    password: str | None = None
    cancel: CancelToken = field(default_factory=CancelToken)
    on_page: Callable[[int, int], None] = lambda done, total: None
    on_stage: Callable[[str, int, int], None] = lambda words, before, stages: None


@dataclass(frozen=True, slots=True)
class Stage:
    """A step with its name and version, the status that a paper has once it is done, and what it is called."""

    name: str
    version: str
    run: Callable[[Workshop, Work], None]
    reaches: str
    words: str


def read_text(shop: Workshop, work: Work) -> None:
    """Pages, geometry, outline and others' marks, from a worker process; pages are kept as they come."""
    row = shop.papers.file(work.file)
    done = 0
    total = 0

    def on_head(head: FileHead) -> None:
        nonlocal total
        total = head.pages
        shop.papers.write_head(work.file, head)
        work.on_page(0, total)

    def on_pages(pages: Sequence[PageText]) -> None:
        nonlocal done
        work.cancel.check()
        shop.papers.write_pages(work.file, pages, [passages(page) for page in pages])
        done += len(pages)
        crash_point("import.pages_written")
        work.on_page(done, total)

    marks: list[Mark] = []
    links: list[InnerLink] = []
    shop.pool.parse(row.path, work.password, on_head, on_pages, work.cancel, marks.extend, links.extend)
    with shop.intake.transaction():
        shop.intake.keep_links(work.file, links)
        keep_marks(shop, work.paper, work.file, f"pdf:{work.file}", marks)
    place_waiting(shop, work.paper, work.file, work.name, work.password, work.cancel)


def read_metadata(shop: Workshop, work: Work) -> None:
    """Title, authors, year and the rest, each with its source; the ledger chooses by trust."""
    head = shop.papers.head(work.file)
    count = min(_FIRST_PAGES, head.pages)
    # A stage gives the same however often it is run: words inside pictures are read long behind it.
    first = [shop.papers.page(work.file, number).without_pictures() for number in range(1, count + 1)]
    proposals = propose(head, first, work.name)
    if not any(each.field == "title" and each.confidence > 0 for each in proposals):
        # A scan without text still needs a name that a person knows it by.
        name = FieldValue(
            field="title", value=Path(work.name).stem, source="info", confidence=_FILE_NAME, chosen=False
        )
        proposals = [*(each for each in proposals if (each.field, each.source) != ("title", "info")), name]
    shop.papers.write_fields(work.paper, proposals)


def read_structure(shop: Workshop, work: Work) -> None:
    """The verified section tree, a summary for each section, and a one-sentence description of the paper."""
    head = shop.papers.head(work.file)
    pages = list(shop.papers.pages(work.file))
    previous = shop.papers.tree(work.paper)
    tree, following = build_section_tree(
        work.paper,
        head,
        pages,
        shop.papers.next_section(work.paper),
        previous if previous.nodes else None,
        shop.person.corrections(work.paper),
        layout=shop.anchors.layout(work.file) or None,
    )
    tree = summarise_tree(tree, pages)
    paper = shop.papers.get(work.paper)
    with shop.intake.transaction():
        shop.papers.write_tree(tree, following)
        shop.papers.set_description(work.paper, describe(pages, paper.abstract, paper.row.title))
        shop.summaries.show(work.paper, put_back(shop.summaries, tree, pages))


def read_references(shop: Workshop, work: Work) -> None:
    """The reference list, parsed, linked to its citations in the text and to the library; who cites this paper."""
    paper = shop.papers.get(work.paper)
    pages = list(shop.papers.pages(work.file))
    links = shop.intake.links(work.file)
    found = linking.read_references(work.file, pages, shop.papers.tree(work.paper), paper.row.title, links)
    work.cancel.check()
    with shop.intake.transaction():
        shop.citations.write_references(work.file, linking.link_references(shop.citations, work.paper, found))
        linking.rematch(shop.citations, paper)


def write_entries(shop: Workshop, work: Work) -> None:
    """One entry for the paper and one for each top-level section, each embedded once."""
    paper = shop.papers.get(work.paper)
    entries = build_entries(paper, shop.papers.tree(work.paper))
    shop.papers.write_entries(work.paper, entries)
    shop.embed([entry.text for entry in entries])


def read_own_claims(shop: Workshop, work: Work) -> None:
    """What the paper claims of its own, each claim anchored to its words."""
    read_claims(shop.papers, shop.claims, work.paper, work.file, work.cancel)


def find_methods(shop: Workshop, work: Work) -> None:
    """The methods that the paper makes and builds on, and how they hang together, by rules alone."""
    shop.methods.find(work.paper, work.file, work.cancel)


def read_scans(shop: Workshop, work: Work) -> None:
    """Pages without a text of their own, by text recognition; then again what is made from a paper's text."""

    def on_page(page: PageText) -> None:
        work.cancel.check()
        kept = replace(page, label=shop.papers.page(work.file, page.number).label)
        shop.papers.write_pages(work.file, [kept], [passages(kept)])
        crash_point("import.page_recognised")

        read.append(page.number)
        work.on_page(len(read), len(scans))

    read: list[int] = []
    scans = shop.intake.pages_without_text(work.file)
    if scans:
        recognise(Path(shop.papers.file(work.file).path), scans, on_page, work.password, work.cancel)
    if shop.intake.how_read(work.file).get("ocr"):
        for step in (
            read_metadata,
            read_structure,
            write_anchors,
            read_references,
            write_entries,
            read_own_claims,
            find_methods,
        ):
            work.cancel.check()
            step(shop, work)


def read_layout(shop: Workshop, work: Work) -> None:
    """The layout model's view of each page; then again what it betters: section tree, anchors, pictures."""
    before = shop.papers.tree(work.paper)
    lay_out(shop, work)
    work.cancel.check()
    read_structure(shop, work)
    write_anchors(shop, work)
    cut_pictures(shop, work)
    if shop.papers.tree(work.paper).nodes != before.nodes:
        for step in (read_references, write_entries, read_own_claims, find_methods):
            work.cancel.check()
            step(shop, work)
    elif shop.methods.is_cut_otherwise(work.paper, work.file):  # cells of tables, LaTeX of equations
        find_methods(shop, work)


def write_hierarchy(shop: Workshop, work: Work) -> None:
    """The evidence hierarchy, which mode ``state`` walks; behind all that changes pages and sections."""
    shop.hierarchies.of(work.paper, work.cancel)


STAGES: tuple[Stage, ...] = (
    Stage("text", "7", read_text, "", "text"),
    Stage("metadata", "3", read_metadata, "searchable", "title and authors"),
    Stage("structure", "4", read_structure, "structured", "sections"),
    Stage("anchors", "4", write_anchors, "", "captions"),
    Stage("references", "3", read_references, "", "references"),
    Stage("entries", "1", write_entries, "indexed", "index"),
    Stage(CLAIMS, CLAIMS_VERSION, read_own_claims, "", "claims"),
    Stage(METHODS, METHODS_VERSION, find_methods, "", "methods"),
    Stage("ocr", "1", read_scans, "", "scanned pages"),
    Stage("layout", "4", read_layout, "", "layout"),
    Stage("pictures", "1", read_figure_words, "", "words inside figures"),
    Stage("hierarchy", "1", write_hierarchy, "complete", "evidence hierarchy"),
)
