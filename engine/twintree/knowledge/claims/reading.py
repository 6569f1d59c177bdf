"""A paper's claims from its ledger rows to the ledger: the stage, and what runs it where it has not run."""

from __future__ import annotations

from twintree.base.claims import Claim
from twintree.base.ids import FileId, PaperId
from twintree.base.progress import CancelToken
from twintree.knowledge.claims.rules import ClaimExtractor, RulesExtractor
from twintree.store.claims import ClaimStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore

STAGE, VERSION = "claims", "1"


def read_claims(
    papers: PaperStore,
    store: ClaimStore,
    paper: PaperId,
    file: FileId,
    cancel: CancelToken,
    extractor: ClaimExtractor | None = None,
) -> list[Claim]:
    """Extract a paper's claims and keep them.

    Args:
        papers: where its pages are.
        store: where its claims go.
        paper: whose.
        file: its main file.
        cancel: tested before the extraction and by it.
        extractor: the rules', unless another is given.
    """
    found = extract(papers, paper, file, cancel, extractor)
    return store.write_claims(paper, found)


def extract(
    papers: PaperStore,
    paper: PaperId,
    file: FileId,
    cancel: CancelToken,
    extractor: ClaimExtractor | None = None,
) -> list[Claim]:
    """What an extractor finds in a paper, without keeping it."""
    cancel.check()
    pages = list(papers.pages(file))
    return (extractor or RulesExtractor()).extract(papers.get(paper), file, pages, papers.tree(paper), cancel)


def main_file(papers: PaperStore, paper: PaperId) -> FileId | None:
    """The file that a paper's claims are taken from; None for a record without one."""
    files = papers.files(paper)
    return next((file.id for file in files if file.role == "main"), files[0].id if files else None)


def missing(papers: PaperStore, paper: PaperId) -> FileId | None:
    """The file whose claims were not sought yet, or None."""
    file = main_file(papers, paper)
    if file is None or papers.stages(file).get(STAGE) == VERSION or not papers.has_text(file):
        return None
    return file


def make_up_for(
    ledger: Ledger, papers: PaperStore, store: ClaimStore, paper: PaperId, cancel: CancelToken
) -> list[Claim]:
    """The claims of a paper, sought now where the stage has not run; not kept where the library is read only."""
    file = missing(papers, paper)
    if file is None:
        return store.claims(paper)
    if ledger.readonly:
        return extract(papers, paper, file, cancel)
    with ledger.write():
        found = read_claims(papers, store, paper, file, cancel)
        papers.finish_stage(file, STAGE, VERSION, 0.0)
    return found
