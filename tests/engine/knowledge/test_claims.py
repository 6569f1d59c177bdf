"""Claims: taken from three parts, worded to stand alone, typed, anchored, corrected by a person and kept so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import pytest
from printed import page

from twintree.base.claims import TYPES, Claim, unlabelled
from twintree.base.errors import Cancelled, NotFound, WrongUse
from twintree.base.ids import FileId, PaperId, section_id
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.base.records import FieldValue, Paper, PaperRow, Section, SectionTree, Span
from twintree.base.text import find_quote
from twintree.knowledge.claims.candidates import candidates
from twintree.knowledge.claims.desk import ClaimDesk
from twintree.knowledge.claims.kinds import kind_of
from twintree.knowledge.claims.reading import STAGE, VERSION
from twintree.knowledge.claims.rules import MOST, RulesExtractor
from twintree.knowledge.claims.wording import label_of, standing_alone
from twintree.knowledge.claims.written import ModelExtractor
from twintree.knowledge.entailment import Cues
from twintree.models.llm import Generated, Generation
from twintree.store.citations import CitationStore
from twintree.store.claims import ClaimStore
from twintree.store.deletion import delete_paper
from twintree.store.export import canonical
from twintree.store.files import FileStore, StoredFile
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.rowcheck import ledger_problems

ABSTRACT = (
    "Weeds are a growing problem on farms, and little is known of how to keep them down without poison.",
    "In this paper, we propose UnderSow, a method that sows clover between the rows of wheat.",
    "Our results show that UnderSow raises the yield by 14 % on 24 plots over three years.",
    "We argue that clover works because it takes the light that weeds need to sprout.",
)
CONCLUSION = (
    "We have shown that clover between the rows keeps weeds down in dry and in wet years.",
    "In future work we plan to repeat the trial with oats and barley on other soils.",
)
PAPER = PaperId("P000000000000")


def pages_of(abstract: Sequence[str] = ABSTRACT, conclusion: Sequence[str] = CONCLUSION) -> list[PageText]:
    return [
        page(
            1,
            [
                "Undersowing wheat with clover",
                "Abstract",
                *abstract,
                "1 Introduction",
                "Wheat is sown in autumn.",
            ],
        ),
        page(2, ["5 Conclusion", *conclusion, "References", "[1] A. Ward. Oats. 1999."]),
    ]


def tree_of(pages: Sequence[PageText], paper: PaperId = PAPER) -> SectionTree:
    titles = [("Abstract", "abstract", 1), ("1 Introduction", "introduction", 1)]
    titles += [("5 Conclusion", "conclusion", 2), ("References", "references", 2)]
    starts = [(number, pages[number - 1].text.index(title)) for title, _, number in titles]
    ends = [*starts[1:], (2, pages[1].body_end)]
    nodes = [
        Section(
            id=section_id(paper, n),
            title=t,
            level=1,
            role=role,
            start_page=number,
            end_page=number,
            start=a,
            end=b,
        )
        for n, ((t, role, number), a, b) in enumerate(zip(titles, starts, ends, strict=True), 1)
    ]
    return SectionTree(paper=paper, nodes=tuple(nodes))


def paper_of(paper: PaperId = PAPER, **more: Any) -> Paper:
    row = PaperRow(
        id=paper,
        key="k",
        title="Undersowing wheat with clover",
        authors=("Ada Ward", "Bo Li", "Cy Oz"),
        year=2021,
    )
    return Paper(row=row, **more)


def rules(pages: list[PageText], paper: PaperId = PAPER) -> list[Claim]:
    tree = tree_of(pages, paper) if len(pages) > 1 else SectionTree(paper=paper, nodes=())
    return RulesExtractor().extract(paper_of(paper), FileId("F1"), pages, tree, CancelToken())


# ── rules ────────────────────────────────────────────────────────────────────────────────────────────


def test_claims_come_typed_and_worded_to_stand_alone() -> None:
    found = {claim.text: claim.type for claim in rules(pages_of())}
    assert found["UnderSow raises the yield by 14 % on 24 plots over three years."] == "EMPIRICAL"
    proposal = "Ward et al. (2021) propose UnderSow, a method that sows clover between the rows of wheat."
    assert found[proposal] == "METHODOLOGICAL"
    assert found["Clover works because it takes the light that weeds need to sprout."] == "THEORETICAL"
    assert sum(kind == "CONTEXTUAL" for kind in found.values()) == 1


def test_every_anchor_stands_verbatim_on_its_page() -> None:
    pages = pages_of()
    for claim in rules(pages):
        assert find_quote(pages[claim.page - 1].text, claim.quote) is not None
        assert all(span.page == claim.page for span in claim.spans)


def test_there_are_at_most_five_and_plans_are_none() -> None:
    found = rules(
        pages_of(
            conclusion=(*CONCLUSION, *(f"We find that plot {n} gave {n} t more." for n in range(20, 40)))
        )
    )
    assert len(found) == MOST
    assert not any("future work" in claim.quote for claim in found)


def test_a_paper_that_says_one_thing_twice_claims_it_once() -> None:
    again = "Our results show that UnderSow raises the yield by 14 % on 24 plots in three years."
    assert sum("14 %" in claim.text for claim in rules(pages_of(conclusion=(again,)))) == 1


def test_a_paper_without_abstract_or_sections_is_read_from_its_beginning() -> None:
    found = rules([page(1, ["Undersowing wheat with clover", "", *ABSTRACT])])
    assert any("UnderSow" in claim.text for claim in found)


def test_a_paper_without_text_claims_nothing() -> None:
    assert rules([page(1, [""])]) == []
    assert candidates([], None) == []


def test_extraction_stops_when_told() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        RulesExtractor().extract(paper_of(), FileId("F1"), pages_of(), tree_of(pages_of()), token)


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("In this paper, we present Oak, a parser.", "Ward (2020) presents Oak, a parser."),
        (
            "We show that our parser is faster than its rivals on news.",
            "Ward (2020)'s parser is faster than its rivals on news.",
        ),
        ("However, this paper shows a way out of it.", "Ward (2020) shows a way out of it."),
        (
            "We use trees [12, 13] and our own rules (see Section 3).",
            "Ward (2020) uses trees and their own rules.",
        ),
        ("It presents the first corpus of Karelian.", "Ward (2020) presents the first corpus of Karelian."),
        ("Trees beat rules (Oz, 2001).", "Trees beat rules."),
    ],
)
def test_a_claim_speaks_neither_of_we_nor_of_this_paper(sentence: str, said: str) -> None:
    assert standing_alone(sentence, "Ward (2020)") == said


def test_authors_are_named_as_in_a_citation_and_unlabelled_again() -> None:
    assert label_of(("Ada Ward", "Bo Li"), 2020, "T") == "Ward and Li (2020)"
    assert label_of((), None, "On oats") == "“On oats”"
    assert unlabelled("Ward and Li (2020)'s trees beat rules.") == "trees beat rules."
    assert unlabelled("Ward et al. (2020) propose trees.") == "propose trees."


@pytest.mark.parametrize(
    ("sentence", "part", "kind"),
    [
        ("We introduce a corpus of 12,000 letters.", "abstract", "METHODOLOGICAL"),
        ("Experiments show that it outperforms three baselines by 4 %.", "abstract", "EMPIRICAL"),
        ("We prove a theorem on the depth of such trees.", "abstract", "THEORETICAL"),
        ("However, little is known about how bees find clover.", "introduction", "CONTEXTUAL"),
    ],
)
def test_the_type_is_what_the_sentence_is_there_for(sentence: str, part: str, kind: str) -> None:
    assert kind_of(sentence, part) == kind


# ── a model ──────────────────────────────────────────────────────────────────────────────────────────


def written(*claims: dict[str, str]) -> ModelExtractor:
    def write(request: Generation, cancel: CancelToken) -> Generated:
        assert "claims" in request.schema
        text = json.dumps({"claims": claims})
        return Generated(
            text=text, prompt_tokens=1, cached=0, written=1, seconds=0.0, first_token=0.0, backend="cpu"
        )

    return ModelExtractor("fake", "fake.gguf", write)


GOOD = (
    {
        "type": "EMPIRICAL",
        "text": "Clover raises the yield of wheat by 14 %.",
        "quote": "raises the yield by 14 %",
    },
    {
        "type": "METHODOLOGICAL",
        "text": "UnderSow sows clover between wheat.",
        "quote": "sows clover between the rows",
    },
    {
        "type": "THEORETICAL",
        "text": "Clover takes the light from weeds.",
        "quote": "takes the light that weeds need",
    },
)


def by_model(*claims: dict[str, str]) -> list[Claim]:
    pages = pages_of()
    return written(*claims).extract(paper_of(), FileId("F1"), pages, tree_of(pages), CancelToken())


def test_a_model_s_claims_are_marked_as_its_own_and_anchored() -> None:
    found = by_model(*GOOD)
    assert [claim.source for claim in found] == ["model:fake"] * 3
    assert found[0].page == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {
            "type": "EMPIRICAL",
            "text": "Clover raises the yield by 41 %.",
            "quote": "raises the yield by 14 %",
        },
        {"type": "EMPIRICAL", "text": "We raise the yield by 14 %.", "quote": "raises the yield by 14 %"},
        {"type": "EMPIRICAL", "text": "Oats like rain.", "quote": "oats like rain very much"},
        {
            "type": "EMPIRICAL",
            "text": "Clover never raises the yield by 14 %.",
            "quote": "raises the yield by 14 %",
        },
        {"type": "MAGICAL", "text": "Clover keeps weeds down.", "quote": "keeps weeds down in dry"},
    ],
    ids=["invented number", "own voice", "invented quote", "turned round", "no such type"],
)
def test_what_a_model_invents_is_left_out(wrong: dict[str, str]) -> None:
    assert [claim.text for claim in by_model(*GOOD, wrong)] == [each["text"] for each in GOOD]


def test_a_model_of_whose_claims_few_hold_leaves_the_rules_in_charge() -> None:
    assert {claim.source for claim in by_model(*GOOD[:2])} == {"rules:1"}


def test_a_model_that_writes_no_json_leaves_the_rules_in_charge() -> None:
    def babble(request: Generation, cancel: CancelToken) -> Generated:
        return Generated(
            text="{", prompt_tokens=1, cached=0, written=1, seconds=0, first_token=0, backend="cpu"
        )

    pages = pages_of()
    found = ModelExtractor("fake", "f", babble).extract(
        paper_of(), FileId("F1"), pages, tree_of(pages), CancelToken()
    )
    assert {claim.source for claim in found} == {"rules:1"}


# ── the ledger ───────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def store(ledger: Ledger) -> ClaimStore:
    return ClaimStore(ledger)


def shelved(papers: PaperStore, title: str = "Undersowing wheat with clover") -> tuple[PaperId, FileId]:
    values = {"title": title, "authors": ["Ada Ward"], "year": 2021}
    paper = papers.create(
        [
            FieldValue(field=k, value=v, source="person", confidence=1.0, chosen=True)
            for k, v in values.items()
        ]
    )
    file = papers.add_file(paper, StoredFile(sha256=paper.encode().hex().ljust(64, "0"), size=1), "a.pdf")
    pages = pages_of()
    papers.write_pages(file, pages, [[] for _ in pages])
    papers.write_tree(tree_of(pages, paper), 99)
    return paper, file


def desk_of(ledger: Ledger, papers: PaperStore) -> ClaimDesk:
    def embed(texts: Sequence[str]) -> np.ndarray:
        return np.ones((len(texts), 2), np.float32)

    return ClaimDesk(ledger, papers, CitationStore(ledger), Cues, embed, lambda: None)


def test_claims_are_extracted_when_first_asked_for_and_the_stage_is_noted(
    ledger: Ledger, papers: PaperStore
) -> None:
    paper, file = shelved(papers)
    desk = desk_of(ledger, papers)
    assert desk.missing([paper]) == {paper}
    found = desk.of(paper)
    assert [claim.id for claim in found] == [f"{paper}.c{n:02d}" for n in range(1, len(found) + 1)]
    assert papers.stages(file)[STAGE] == VERSION
    assert desk.missing([paper]) == set()
    assert desk.of(paper) == found


def test_a_record_without_a_file_claims_nothing(ledger: Ledger, papers: PaperStore) -> None:
    paper = papers.create([])
    desk = desk_of(ledger, papers)
    assert desk.of(paper) == []
    with pytest.raises(NotFound, match="no file"):
        desk.write_anew(paper)
    with pytest.raises(NotFound, match="no file"):
        desk.add(paper, "Clover helps.", "EMPIRICAL", "clover", 1)


def test_what_a_person_says_of_a_claim_stays_through_the_next_extraction(
    ledger: Ledger, papers: PaperStore, store: ClaimStore
) -> None:
    paper, _ = shelved(papers)
    desk = desk_of(ledger, papers)
    first, second, *_ = desk.of(paper)
    desk.correct(first.id, text="Clover raises yields.", kind="theoretical")
    desk.remove(second.id)
    added = desk.add(paper, "Oats are next.", "METHODOLOGICAL", "repeat the trial with oats", 2).subject
    after = {claim.id: claim for claim in desk.write_anew(paper)}
    assert (after[first.id].text, after[first.id].type) == ("Clover raises yields.", "THEORETICAL")
    assert second.id not in after
    assert after[added].source == "person"
    assert after[added].quote == "repeat the trial with oats"


def test_a_person_s_claims_follow_their_words_into_a_file_that_is_read_again(
    ledger: Ledger, papers: PaperStore, store: ClaimStore
) -> None:
    paper, file = shelved(papers)
    desk = desk_of(ledger, papers)
    added = desk.add(paper, "Oats are next.", "METHODOLOGICAL", "repeat the trial with oats", 2).subject
    gone = desk.add(paper, "Wheat is sown early.", "CONTEXTUAL", "Wheat is sown in autumn", 1).subject
    cover = page(1, ["A cover page that the publisher put in front of everything."])
    first, second = pages_of()
    first = page(1, [line for line in first.text.split("\n") if "autumn" not in line])
    again = [cover, *(msgspec.structs.replace(each, number=n) for n, each in ((2, first), (3, second)))]
    papers.write_pages(file, again, [[] for _ in again])
    found = {claim.id: claim for claim in desk.write_anew(paper)}
    moved, lost = found[added], found[gone]
    (span,) = moved.spans
    assert (moved.page, span.page) == (3, 3)
    assert again[2].text[span.start : span.end] == moved.quote
    assert (lost.page, lost.spans, lost.quote) == (1, (), "Wheat is sown in autumn")
    outside = [each for each in ledger_problems(ledger.read(), CancelToken()) if "claim" in each.what]
    assert not outside
    papers.write_pages(file, pages_of()[:1], [[]])  # the sentence is back
    assert (store.get(gone).page, store.get(gone).spans[0].page) == (1, 1)


def test_a_corrected_claim_that_is_not_found_again_stays_as_the_person_said(
    ledger: Ledger, papers: PaperStore, store: ClaimStore
) -> None:
    paper, file = shelved(papers)
    claim = desk_of(ledger, papers).of(paper)[0]
    store.correct(claim.id, text="What I say of it.")
    other = Claim(paper=paper, file=file, type="EMPIRICAL", text="New.", quote="New.", page=1, spans=())
    assert {each.text for each in store.write_claims(paper, [other])} == {"New.", "What I say of it."}


def test_every_correction_can_be_undone_to_the_same_state(ledger: Ledger, papers: PaperStore) -> None:
    paper, _ = shelved(papers)
    desk = desk_of(ledger, papers)
    claim = desk.of(paper)[0]
    before = canonical(ledger)
    for act in (
        lambda: desk.correct(claim.id, text="Another."),
        lambda: desk.remove(claim.id),
        lambda: desk.add(paper, "More.", "EMPIRICAL", "little is known", 1),
    ):
        change = act()
        assert canonical(ledger) != before
        desk.store.undo(change.id)
        assert canonical(ledger) == before


def test_ids_are_never_given_twice(ledger: Ledger, papers: PaperStore, store: ClaimStore) -> None:
    paper, file = shelved(papers)
    claims = desk_of(ledger, papers).of(paper)
    store.remove(claims[-1].id)
    fresh = Claim(paper=paper, file=file, type="EMPIRICAL", text="New.", quote="New.", page=1, spans=())
    assert store.write_claims(paper, [fresh])[0].id == f"{paper}.c{len(claims) + 1:02d}"


def test_nothing_of_a_deleted_paper_s_claims_is_left(
    ledger: Ledger, papers: PaperStore, store: ClaimStore
) -> None:
    paper, _ = shelved(papers)
    other, _ = shelved(papers, "Another")
    desk = desk_of(ledger, papers)
    claims, others = desk.of(paper), desk.of(other)
    store.keep_judged("j", {(paper, other): ("stamp", np.zeros((1, 1, 2), np.float32))})
    with ledger.write() as connection:
        connection.executemany(
            "INSERT OR IGNORE INTO embedding SELECT hash, 'm', x'00' FROM claim WHERE paper = ?",
            [(paper,), (other,)],
        )
    store.correct(claims[0].id, text="A secret word.")
    delete_paper(ledger, FileStore(ledger.root), paper)
    assert "A secret word." not in canonical(ledger)
    assert claims[1].text in canonical(ledger)  # the other paper says the same
    count = "SELECT (SELECT count(*) FROM coverage), (SELECT count(*) FROM claim)"
    assert tuple(ledger.read().execute(count).fetchone()) == (0, len(others))
    lost = "SELECT count(*) FROM embedding WHERE hash NOT IN (SELECT hash FROM claim)"
    assert ledger.read().execute(lost).fetchone()[0] == 0


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({}, "Nothing"),
        ({"kind": "RUMOUR"}, "no type"),
        ({"text": " \n"}, "no words"),
        ({"text": "x" * 601}, "too long"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(
    ledger: Ledger, papers: PaperStore, said: dict[str, str], message: str
) -> None:
    paper, _ = shelved(papers)
    desk = desk_of(ledger, papers)
    with pytest.raises(WrongUse, match=message):
        desk.correct(desk.of(paper)[0].id, **said)


def test_words_that_are_not_on_the_page_anchor_nothing(ledger: Ledger, papers: PaperStore) -> None:
    paper, _ = shelved(papers)
    desk = desk_of(ledger, papers)
    with pytest.raises(NotFound, match="do not stand"):
        desk.add(paper, "Oats fly.", "EMPIRICAL", "oats can fly", 1)
    with pytest.raises(NotFound, match="no page 9"):
        desk.add(paper, "Oats fly.", "EMPIRICAL", "oats", 9)
    with pytest.raises(NotFound, match="no claim"):
        desk.remove(f"{paper}.c99")


def test_check_names_a_claim_whose_words_are_not_on_its_page(
    ledger: Ledger, papers: PaperStore, store: ClaimStore
) -> None:
    paper, file = shelved(papers)
    spans = (Span(1, 5, 99_999),)
    store.write_claims(
        paper, [Claim(paper=paper, file=file, type="EMPIRICAL", text="T", quote="T", page=1, spans=spans)]
    )
    found = [each.subject for each in ledger_problems(ledger.read(), CancelToken()) if "claim" in each.what]
    assert found == [f"{paper}.c01"]


def test_a_paper_card_tells_who_says_the_same(ledger: Ledger, papers: PaperStore) -> None:
    paper, _ = shelved(papers)
    other, _ = shelved(papers, "Another")
    desk = desk_of(ledger, papers)
    desk.of(other)
    found = desk.relations(paper)
    assert found
    assert {relation.paper.id for relation in found} == {other}
    assert all(relation.verdict.label == "supports" for relation in found)


def test_the_types_are_those_of_the_ledger(ledger: Ledger, papers: PaperStore, store: ClaimStore) -> None:
    paper, file = shelved(papers)
    claims = [
        Claim(paper=paper, file=file, type=kind, text=kind, quote=kind, page=1, spans=()) for kind in TYPES
    ]
    assert [claim.type for claim in store.write_claims(paper, claims)] == list(TYPES)
