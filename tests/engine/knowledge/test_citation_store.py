"""Citations in the ledger: works shared by papers, redirects, the person's word, deletion, paths, exports."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from typing import Any

import msgspec
import pytest

from twintree.base.citations import CitationMention, Reference
from twintree.base.errors import NotFound, WrongUse
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import FieldValue, Span
from twintree.knowledge.following import follow_papers
from twintree.knowledge.linking import link_references, rematch
from twintree.store.citations import CitationStore
from twintree.store.deletion import delete_paper
from twintree.store.export import canonical
from twintree.store.files import FileStore
from twintree.store.incoming import IncomingStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore


def add(
    papers: PaperStore, title: str, author: str = "Hai Leong Chieu", year: int = 2003, **more: Any
) -> PaperId:
    values = {"title": title, "authors": [author], "year": year, **more}
    fields = [
        FieldValue(field=name, value=value, source="bibtex", confidence=1.0, chosen=True)
        for name, value in values.items()
    ]
    return papers.create(fields)


def file_of(papers: PaperStore, paper: PaperId) -> FileId:
    known = papers.files(paper)
    if known:
        return known[0].id
    root = papers._files.root
    path = root / f"{paper}.pdf"
    path.write_bytes(b"%PDF-1.7 " + paper.encode())
    file = papers.add_file(paper, FileStore(root).add(path), path.name)
    papers.write_pages(file, [PageText(1, "1", 1, 1, "It is known [1].", 16, ())], [[]])
    return file


def cite(title: str, author: str = "Chieu, Hai Leong", year: int | None = 2003, **more: Any) -> Reference:
    given = {"raw": f"{author}. {year}. {title}.", "title": title, "authors": (author,), "year": year, **more}
    return Reference(id="", index=given.pop("index", 1), **given)


def mentioned(file: FileId, role: str = "use", level: int = 3) -> CitationMention:
    span = Span(1, 0, 16)
    return CitationMention(
        file=file,
        page=1,
        spans=(span,),
        sentence="It is known [1].",
        at=Span(1, 12, 15),
        marker="[1]",
        role=role,
        level=level,
    )


def write(
    citations: CitationStore, papers: PaperStore, paper: PaperId, *entries: Reference
) -> list[Reference]:
    file = file_of(papers, paper)
    numbered = [msgspec.structs.replace(each, index=i, file=file) for i, each in enumerate(entries, 1)]
    return citations.write_references(file, link_references(citations, paper, numbered))


LONG = "Named entity recognition with a maximum entropy approach"
OTHER = "Kernel-based reranking for named-entity extraction"


def test_references_come_back_as_written(papers: PaperStore, citations: CitationStore) -> None:
    paper = add(papers, "A citing paper about things")
    entry = cite(
        LONG, doi="10.1/x", mentions=(mentioned(file_of(papers, paper)),), level=3, role="use", strength=0.4
    )
    (stored,) = write(citations, papers, paper, entry)
    (read,) = citations.references(paper)
    assert read == stored
    assert (read.id, read.index, read.doi, read.level, read.held) == (
        f"{paper}.ref001",
        1,
        "10.1/x",
        3,
        False,
    )
    assert read.mentions[0].sentence == "It is known [1]."
    assert read.work.startswith("W")


def test_an_entry_for_a_paper_of_the_library_is_held(papers: PaperStore, citations: CitationStore) -> None:
    held = add(papers, LONG)
    citing = add(papers, "A citing paper about things")
    (entry,) = write(citations, papers, citing, cite(LONG))
    assert (entry.held, entry.paper, entry.work) == (True, held, held)
    assert [each.paper.id for each in citations.cited_by(held)] == [citing]


def test_a_deposit_does_not_reach_the_article_by_way_of_other_entries(
    papers: PaperStore, citations: CitationStore
) -> None:
    held = add(papers, LONG, doi="10.1/article")
    first, second = add(papers, "First citing paper of all"), add(papers, "Second citing paper of all")
    assert write(citations, papers, first, cite(LONG))[0].held
    (entry,) = write(citations, papers, second, cite(LONG, doi="10.5281/zenodo.7"))
    assert (entry.held, [each.paper for each in entry.offered]) == (False, [held])


def test_papers_that_cite_one_work_share_its_node(papers: PaperStore, citations: CitationStore) -> None:
    first, second = add(papers, "First citing paper of all"), add(papers, "Second citing paper of all")
    (a,) = write(citations, papers, first, cite(LONG))
    (b,) = write(citations, papers, second, cite(LONG + "!", author="H. L. Chieu"))
    assert a.work == b.work
    assert {each.paper.id for each in citations.cited_by(a.work)} == {first, second}


def test_a_work_redirects_once_its_paper_comes(papers: PaperStore, citations: CitationStore) -> None:
    citing = add(papers, "A citing paper about things")
    (before,) = write(citations, papers, citing, cite(LONG))
    held = add(papers, LONG)
    revision = revision_of(papers, citing)
    assert rematch(citations, papers.get(held)) == 1
    (after,) = citations.references(citing)
    assert (after.id, after.held, after.paper) == (before.id, True, held)
    assert revision_of(papers, citing) > revision
    assert [each.paper.id for each in citations.cited_by(before.work)] == [citing]


def revision_of(papers: PaperStore, paper: PaperId) -> int:
    row = papers._ledger.read().execute("SELECT revision FROM paper WHERE id = ?", (paper,)).fetchone()
    return int(row[0])


def test_reading_again_keeps_ids_and_works(
    papers: PaperStore, citations: CitationStore, ledger: Ledger
) -> None:
    paper = add(papers, "A citing paper about things")
    write(citations, papers, paper, cite(LONG), cite(OTHER, author="Nguyen, T."))
    before = canonical(ledger)
    write(citations, papers, paper, cite(LONG), cite(OTHER, author="Nguyen, T."))
    after = canonical(ledger)
    assert [each.id for each in citations.references(paper)] == [f"{paper}.ref001", f"{paper}.ref002"]
    assert before.count("\n") == after.count("\n")


def test_a_new_entry_never_takes_a_used_number(papers: PaperStore, citations: CitationStore) -> None:
    paper = add(papers, "A citing paper about things")
    write(citations, papers, paper, cite(LONG), cite(OTHER, author="Nguyen, T."))
    (new, kept) = write(
        citations,
        papers,
        paper,
        cite("A third work about trees and woods", author="Wood, W."),
        cite(OTHER, author="Nguyen, T."),
    )
    assert kept.id == f"{paper}.ref002"
    assert new.id == f"{paper}.ref003"


def test_the_persons_word_outlives_every_later_reading(papers: PaperStore, citations: CitationStore) -> None:
    paper, held = (
        add(papers, "A citing paper about things"),
        add(papers, OTHER, author="Truc-Vien Nguyen", year=2010),
    )
    (entry,) = write(citations, papers, paper, cite(LONG))
    citations.confirm(entry.id, role="extend", level=5)
    citations.correct(entry.id, title="Corrected title", year=1999)
    citations.link(entry.id, held)
    (again,) = write(citations, papers, paper, cite(LONG, level=2))
    assert (again.role, again.level, again.confirmed, again.core) == ("extend", 5, True, True)
    assert (again.title, again.year, again.paper) == ("Corrected title", 1999, held)


def test_what_a_person_says_is_undone_whole(
    papers: PaperStore, citations: CitationStore, ledger: Ledger
) -> None:
    paper, held = (
        add(papers, "A citing paper about things"),
        add(papers, OTHER, author="Truc-Vien Nguyen", year=2010),
    )
    (entry,) = write(citations, papers, paper, cite(LONG))
    before = canonical(ledger)
    citations.confirm(entry.id, level=5)
    citations.link(entry.id, held)
    citations.undo()
    citations.undo()
    assert canonical(ledger) == before


def test_an_entry_can_be_said_not_to_be_held(papers: PaperStore, citations: CitationStore) -> None:
    held = add(papers, LONG)
    citing = add(papers, "A citing paper about things")
    (entry,) = write(citations, papers, citing, cite(LONG))
    citations.link(entry.id, None)
    rematch(citations, papers.get(held))
    (again,) = write(citations, papers, citing, cite(LONG))
    assert not again.held
    assert citations.cited_by(held) == []


def test_foundational_and_contrasting_citations_wait_to_be_confirmed(
    papers: PaperStore, citations: CitationStore
) -> None:
    paper = add(papers, "A citing paper about things")
    entries = write(
        citations,
        papers,
        paper,
        cite(LONG, level=5, role="extend"),
        cite(OTHER, level=3, role="contrast"),
        cite("A third one that is long", level=2),
    )
    assert [each.reference.id for each in citations.to_confirm()] == [entries[0].id, entries[1].id]
    citations.confirm(entries[0].id)
    assert [each.reference.id for each in citations.to_confirm()] == [entries[1].id]


def test_deleting_a_paper_takes_its_contribution_and_leaves_the_rest(
    papers: PaperStore, citations: CitationStore, ledger: Ledger
) -> None:
    """PAINS 23: what only the deleted paper cited is gone, what others cite stays."""
    first, second = add(papers, "First citing paper of all"), add(papers, "Second citing paper of all")
    write(citations, papers, first, cite(LONG), cite("Only the first one cites this work", author="Only, O."))
    write(citations, papers, second, cite(LONG))
    delete_paper(ledger, FileStore(ledger.root), first)
    assert "Only the first" not in canonical(ledger)
    works = ledger.read().execute("SELECT count(*) FROM work").fetchone()[0]
    assert works == 1
    assert len(citations.references(second)) == 1


def test_a_cited_paper_that_is_deleted_stays_as_a_work(
    papers: PaperStore, citations: CitationStore, ledger: Ledger
) -> None:
    held = add(papers, LONG)
    citing = add(papers, "A citing paper about things")
    write(citations, papers, citing, cite(LONG))
    delete_paper(ledger, FileStore(ledger.root), held)
    (entry,) = citations.references(citing)
    assert not entry.held
    assert entry.work.startswith("W")


def chain(papers: PaperStore, citations: CitationStore) -> tuple[PaperId, PaperId, PaperId]:
    a, b, c = (
        add(papers, f"The {word} paper of a long chain", author=f"{word} Author")
        for word in ("Alpha", "Beta", "Gamma")
    )
    write(
        citations,
        papers,
        a,
        cite(
            "The Beta paper of a long chain",
            author="Author, Beta",
            role="extend",
            mentions=(mentioned(file_of(papers, a)),),
        ),
    )
    write(citations, papers, b, cite("The Gamma paper of a long chain", author="Author, Gamma"))
    return a, b, c


def test_lineage_follows_citations_in_order_with_evidence(
    papers: PaperStore, citations: CitationStore
) -> None:
    a, b, c = chain(papers, citations)
    path = citations.lineage(a, c)
    assert [(step.paper, step.to) for step in path.path] == [(a, b), (b, c)]
    assert path.path[0].relation == "extend"
    assert path.path[0].evidence
    assert path.directed


def test_lineage_goes_against_citations_where_it_must(papers: PaperStore, citations: CitationStore) -> None:
    a, b, c = chain(papers, citations)
    path = citations.lineage(c, a)
    assert [(step.paper, step.to, step.citing) for step in path.path] == [(c, b, b), (b, a, a)]


def test_two_papers_that_cite_each_other_do_not_trap_a_path(
    papers: PaperStore, citations: CitationStore
) -> None:
    a, b, c = chain(papers, citations)
    write(citations, papers, c, cite("The Alpha paper of a long chain", author="Author, Alpha"))
    assert [step.to for step in citations.lineage(b, a).path] == [c, a]
    assert citations.lineage(a, a).path == ()


def test_a_paper_without_citations_has_no_lineage(papers: PaperStore, citations: CitationStore) -> None:
    a, _, _ = chain(papers, citations)
    alone = add(papers, "Alone in the world of papers")
    assert citations.lineage(a, alone).path == ()


def test_a_binned_paper_is_not_held_and_does_not_cite(
    papers: PaperStore, citations: CitationStore, ledger: Ledger
) -> None:
    a, b, _ = chain(papers, citations)
    with ledger.write() as connection:
        connection.execute("UPDATE paper SET binned = 'now' WHERE id = ?", (b,))
    assert not citations.references(a)[0].held
    assert all(edge.citing != b for edge in citations.graph().edges)


def test_the_graph_is_exported_in_every_format(papers: PaperStore, citations: CitationStore) -> None:
    chain(papers, citations)
    root = ET.fromstring(citations.export_graph("graphml"))  # noqa: S314 - our own
    space = "{http://graphml.graphdrawing.org/xmlns}"
    assert (len(root.findall(f".//{space}node")), len(root.findall(f".//{space}edge"))) == (3, 2)
    assert len(list(csv.DictReader(io.StringIO(citations.export_graph("csv"))))) == 2
    assert (
        next(csv.DictReader(io.StringIO(citations.export_graph("contexts"))))["sentence"]
        == "It is known [1]."
    )
    assert len(msgspec.json.decode(citations.export_graph("json"))["nodes"]) == 3
    with pytest.raises(WrongUse):
        citations.export_graph("dot")


def test_what_makes_no_sense_is_refused_in_plain_words(papers: PaperStore, citations: CitationStore) -> None:
    paper = add(papers, "A citing paper about things")
    (entry,) = write(citations, papers, paper, cite(LONG))
    with pytest.raises(NotFound):
        citations.confirm("P0.ref001")
    with pytest.raises(WrongUse):
        citations.confirm(entry.id, role="love")
    with pytest.raises(WrongUse):
        citations.confirm(entry.id, level=9)
    with pytest.raises(WrongUse):
        citations.correct(entry.id, year="long ago")
    with pytest.raises(WrongUse):
        citations.correct(entry.id, colour="red")
    with pytest.raises(NotFound):
        citations.cited_by("W000000000000")


def test_a_corrected_title_links_and_its_undo_unlinks(
    papers: PaperStore, citations: CitationStore, ledger: Ledger
) -> None:
    follow_papers(ledger, citations)
    citing, held = add(papers, "A citing paper about things"), add(papers, "Untitled document")
    write(citations, papers, citing, cite(LONG))
    person = PersonStore(ledger)
    change = person.set_field(held, "title", LONG)
    assert citations.references(citing)[0].paper == held
    person.undo(change.id)
    assert not citations.references(citing)[0].held


def test_a_record_that_brings_a_doi_links_the_works_that_carry_it(
    papers: PaperStore, citations: CitationStore, ledger: Ledger
) -> None:
    follow_papers(ledger, citations)
    citing, held = add(papers, "A citing paper about things"), papers.create()
    write(citations, papers, citing, cite("", raw="Chieu, H. Some entry. doi:10.1/x", doi="10.1/x"))
    doi = FieldValue(field="doi", value="10.1/x", source="bibtex", confidence=1.0, chosen=True)
    IncomingStore(ledger).replace_fields(held, "bibtex", [doi])
    assert citations.references(citing)[0].paper == held


def test_merging_and_splitting_keep_works_linked(
    papers: PaperStore, citations: CitationStore, ledger: Ledger
) -> None:
    follow_papers(ledger, citations)
    citing, kept, lost = add(papers, "A citing paper about things"), papers.create(), add(papers, LONG)
    write(citations, papers, citing, cite(LONG))
    person = PersonStore(ledger)
    person.merge(kept, lost)
    assert citations.references(citing)[0].paper == kept
    person.split(lost)
    assert citations.references(citing)[0].paper == lost


def test_the_persons_word_on_an_entry_outlives_a_merge_and_a_later_reading(
    papers: PaperStore, citations: CitationStore
) -> None:
    lost = add(papers, "A citing paper about things")
    kept = papers.create([], status="record")
    (entry,) = write(citations, papers, lost, cite(LONG))
    citations.confirm(entry.id, role="extend", level=5)
    person = PersonStore(citations._ledger)
    person.merge(kept, lost)
    citations.correct(entry.id, year=1999)

    (again,) = write(citations, papers, kept, cite(LONG))

    assert (again.id, again.role, again.level, again.year) == (entry.id, "extend", 5, 1999)
    person.split(lost)
    (back,) = write(citations, papers, lost, cite(LONG))
    assert (back.id, back.role, back.year) == (entry.id, "extend", 1999)


def test_a_work_that_fits_its_paper_no_longer_goes_to_the_one_that_it_fits(
    papers: PaperStore, citations: CitationStore, ledger: Ledger
) -> None:
    follow_papers(ledger, citations)
    citing, wrong = add(papers, "A citing paper about things"), add(papers, LONG)
    write(citations, papers, citing, cite(LONG))
    right = add(papers, LONG, author="H. L. Chieu")
    assert citations.references(citing)[0].paper == wrong
    PersonStore(ledger).set_field(wrong, "title", OTHER)
    assert citations.references(citing)[0].paper == right


def test_what_a_person_linked_stays_whatever_the_paper_is_called(
    papers: PaperStore, citations: CitationStore, ledger: Ledger
) -> None:
    follow_papers(ledger, citations)
    citing, held = add(papers, "A citing paper about things"), add(papers, "Another title that says it all")
    (entry,) = write(citations, papers, citing, cite(LONG))
    citations.link(entry.id, held)
    PersonStore(ledger).set_field(held, "title", "Yet another title")
    assert citations.references(citing)[0].paper == held
