"""From a paper's pages to linked references: read, judged, matched to the library, ready for the ledger."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from twintree.base.citations import CitationMention, Reference
from twintree.base.ids import FileId, PaperId
from twintree.base.inlinks import InnerLink
from twintree.base.pages import PageText
from twintree.base.records import Paper, SectionTree
from twintree.knowledge.bibliography import BibliographyEntry, read_bibliography
from twintree.knowledge.matching import LINKED, agreement, is_deposit, match_papers, match_works
from twintree.knowledge.mentions import FoundMention, find_mentions
from twintree.knowledge.roles import Judged, judge, weigh
from twintree.store.citationrows import Described
from twintree.store.citations import CitationStore


def read_references(
    file: FileId,
    pages: Sequence[PageText],
    tree: SectionTree | None = None,
    title: str = "",
    links: Sequence[InnerLink] = (),
) -> list[Reference]:
    """A file's reference list with mentions, roles and levels, not yet matched to anything.

    Args:
        file: whose pages they are.
        pages: all of them.
        tree: the paper's sections, if there are any.
        title: of the citing paper; citations near its words weigh more.
        links: the file's own.
    """
    entries = read_bibliography(pages, tree)
    found: dict[int, list[FoundMention]] = {}
    for mention in find_mentions(pages, entries, tree, links):
        found.setdefault(mention.entry, []).append(mention)
    return [_reference(file, i, entry, found.get(i, []), title) for i, entry in enumerate(entries)]


def _reference(
    file: FileId, position: int, entry: BibliographyEntry, mentions: Sequence[FoundMention], title: str
) -> Reference:
    judged = [judge(mention) for mention in mentions]
    whole = weigh(mentions, judged, title)
    fields = entry.fields
    return Reference(
        id="",
        index=position + 1,
        raw=entry.raw,
        label=entry.label,
        authors=fields.authors,
        title=fields.title,
        year=fields.year,
        venue=fields.venue,
        volume=fields.volume,
        pages=fields.pages,
        doi=fields.doi,
        arxiv=fields.arxiv,
        url=fields.url,
        file=file,
        spans=entry.spans,
        role=whole.role,
        level=whole.level,
        strength=whole.strength,
        strong=whole.strong,
        core=whole.level == 5,
        direct=whole.direct,
        mentions=tuple(_mention(file, m, j) for m, j in zip(mentions, judged, strict=True)),
    )


def _mention(file: FileId, mention: FoundMention, judged: Judged) -> CitationMention:
    return CitationMention(
        file=file,
        page=mention.at.page,
        spans=mention.spans,
        sentence=mention.sentence,
        at=mention.at,
        marker=mention.marker,
        section=mention.section,
        section_role=mention.section_role,
        role=judged.role,
        level=judged.level,
        confidence=judged.confidence,
    )


def link_references(store: CitationStore, paper: PaperId, references: Sequence[Reference]) -> list[Reference]:
    """Find what each entry stands for: a paper of the library, or a work that other papers cite too.

    Args:
        store: the library's citations.
        paper: the citing paper: an entry never stands for it.
        references: as ``read_references`` gives them.
    """
    return [_linked(store, paper, each) for each in references]


def _linked(store: CitationStore, paper: PaperId, reference: Reference) -> Reference:
    wanted = _described(reference)
    match = match_papers(wanted, (each for each in store.papers_like(wanted) if each.id != paper))
    work = store.work_of(match.paper) if match.paper else None
    if work is None:
        own = store.works_like(wanted)
        if is_deposit(wanted.doi):
            # Entries without a DOI would lead it to the article of the same title after all.
            own = [each for each in own if not each.held]
        work = match_works(
            wanted, (each for each in own if not each.pinned and each.raw != reference.raw)
        ) or next((each.id for each in own if each.raw == reference.raw and not each.pinned), "")
    return msgspec.structs.replace(
        reference,
        work=work,
        paper=match.paper,
        held=match.paper is not None,
        confidence=match.confidence,
        offered=match.offered,
    )


def _described(reference: Reference) -> Described:
    return Described(
        id="",
        title=reference.title,
        authors=reference.authors,
        year=reference.year,
        doi=reference.doi,
        arxiv=reference.arxiv,
        raw=reference.raw,
    )


def rematch(store: CitationStore, paper: Paper) -> int:
    """Let works that were not held stand for a paper that has come, or whose fields changed.

    Returns:
        How many works redirect to it now that did not before.
    """
    row = paper.row
    return rematch_described(
        store,
        Described(
            id=row.id,
            title=row.title,
            authors=row.authors,
            year=row.year,
            doi=paper.doi,
            arxiv=paper.arxiv.removeprefix("arXiv:"),
        ),
    )


def rematch_described(store: CitationStore, known: Described) -> int:
    """``rematch`` for a paper that is described already; works that fit it no longer look for another one."""
    _release(store, known)
    if not (known.title or known.doi or known.arxiv):
        return 0
    best: dict[str, float] = {}
    for entry in store.works_like(known):
        score = agreement(entry, known)[0]
        if score >= LINKED and not entry.pinned and not entry.held:
            best[entry.id] = max(score, best.get(entry.id, 0.0))
    for work, score in sorted(best.items()):
        store.redirect(work, known.id, round(score, 3))
    return len(best)


def _release(store: CitationStore, known: Described) -> None:
    for work, entries in store.standing_for(known.id).items():
        if max(agreement(entry, known)[0] for entry in entries) >= LINKED:
            continue
        matches = (match_papers(entry, store.papers_like(entry)) for entry in entries)
        other = max(matches, key=lambda match: match.confidence)
        store.redirect(work, other.paper, other.confidence)
