"""Segments keep sections whole; the rules invent nothing and find nothing where there is nothing to find."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from method_cases import PARSER, TAGGER, pages_of, tree_of
from nothing import NOTHING

from twintree.base.ids import FileId, PaperId
from twintree.base.methods import Segment
from twintree.base.progress import CancelToken
from twintree.base.records import SectionTree
from twintree.base.text import folded
from twintree.knowledge.methods.canonical import MergeBounds, needed_cosine, told_apart
from twintree.knowledge.methods.deterministic import DeterministicExtractor, methods_of
from twintree.knowledge.methods.naming import abbreviations, key_of
from twintree.knowledge.methods.reading import PaperReading, names_in
from twintree.knowledge.methods.scoring import Weights
from twintree.knowledge.methods.segments import cut_segments, read_text, spans_of, words_and_marks
from twintree.knowledge.methods.slots import slot_features

PAPER, FILE = PaperId("P123456789abc"), FileId("F123456789abc")
NO_TREE = SectionTree(paper=PAPER, nodes=())
SENTENCE = "This is a sentence of nine plain words here. "


def cut(*texts: str, tree: SectionTree = NO_TREE, threshold: int = 4000) -> list[Segment]:
    return cut_segments(PAPER, FILE, pages_of(*texts), tree, threshold=threshold)


def reading(text: str, title: str = "") -> PaperReading:
    return PaperReading(title, cut(text))


# ── segments ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_short_paper_stays_whole_and_leaves_its_reference_list_out() -> None:
    body, references = SENTENCE * 20, "References\n\nSmith, J. 2001. Parsing. Journal of Parsing 3, 1-20."
    tree = tree_of(PAPER, ("Body", "methods", (1, 0), (2, 0)), ("References", "references", (2, 0), (3, 0)))
    (segment,) = cut(body, references, tree=tree)
    assert segment.id == f"{PAPER}.g0001"
    assert "Smith" not in segment.text


def test_a_long_paper_is_divided_at_its_sections_and_nowhere_else() -> None:
    text = SENTENCE * 40
    tree = tree_of(PAPER, *((f"Part {n}", "", (n, 0), (n + 1, 0)) for n in range(1, 6)))
    segments = cut(*[text] * 5, tree=tree, threshold=500)
    assert [each.title for each in segments] == [f"Part {n}" for n in range(1, 6)]
    assert all(each.text == text.strip() for each in segments)


def test_a_section_above_the_threshold_is_cut_between_paragraphs() -> None:
    paragraph = (SENTENCE * 10).strip()
    segments = cut("\n\n".join([paragraph] * 9), threshold=250)
    assert len(segments) > 1
    assert all(set(each.text.split("\n\n")) == {paragraph} for each in segments)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=6),
    st.integers(60, 900),
)
def test_no_text_is_lost_doubled_or_cut_inside_a_short_section(lengths: list[int], threshold: int) -> None:
    texts = [f"Part {n} begins here. " + SENTENCE * length for n, length in enumerate(lengths, 1)]
    tree = tree_of(PAPER, *((f"Part {n}", "", (n, 0), (n + 1, 0)) for n in range(1, len(texts) + 1)))
    segments = cut(*texts, tree=tree, threshold=threshold)
    pages = pages_of(*texts)
    assert "".join("".join(each.text.split()) for each in segments) == "".join(
        "".join(t.split()) for t in texts
    )
    for each in segments:
        assert read_text(each.pieces, pages) == each.text
        assert spans_of(each, 0, len(each.text))[0].start == each.pieces[0].start
    for text in texts:
        if words_and_marks(text) <= threshold:
            assert sum(text.strip() in each.text for each in segments) == 1


# ── nothing where there is nothing ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("what", NOTHING)
def test_no_method_is_read_out_of(what: str) -> None:
    paper = reading(NOTHING[what])
    assert [each.name for each in methods_of(paper)] == []


# ── what is told ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", [PARSER, TAGGER])
def test_every_name_and_span_stands_in_its_segment(text: str) -> None:
    """PAINS 13."""
    paper = reading(text, text.split()[2])
    for segment in paper.segments:
        got = DeterministicExtractor().extract(paper, segment, CancelToken()).content
        assert got.methods
        for each in got.methods:
            assert folded(each.name) in folded(segment.text)
            assert all(folded(alias) in folded(segment.text) for alias in each.aliases)
            assert {key_of(segment.text[a:b]) for a, b in each.at} <= {
                key_of(name) for name in (each.name, *each.aliases)
            }
            assert not each.summary or each.summary in " ".join(segment.text.split())
        for edge in got.relations:
            assert edge.source != edge.target
            assert {edge.source, edge.target} <= {each.name for each in got.methods}


def test_what_a_paper_proposes_is_derived_and_what_it_names_is_prior() -> None:
    found = {each.name: each for each in methods_of(reading(PARSER, "LatticeParser: a parser"))}
    assert found["LatticeParser"].role == "derived"
    assert found["Conditional Random Field"].role == "prior"
    assert found["Conditional Random Field"].aliases[0] == "CRF"
    assert found["Penn Treebank corpus"].kind == "dataset construction"


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We use a Conditional Random Field (CRF) here.", "CRF", "Conditional Random Field"),
        ("It is a hidden Markov models (HMMs) view.", "HMM", "hidden Markov models"),
        (
            "with high-performance thin-layer chromatography (HPTLC).",
            "HPTLC",
            "high-performance thin-layer chromatography",
        ),
    ],
)
def test_an_abbreviation_in_brackets_is_one_with_its_full_form(text: str, short: str, long: str) -> None:
    (found,) = abbreviations(text)
    assert (found.short, found.long) == (short, long)


@pytest.mark.parametrize(
    "text", ["as shown (Figure 2) here", "the rats (n = 12) were fed", "in 1999 (see above)"]
)
def test_other_brackets_explain_nothing(text: str) -> None:
    assert list(abbreviations(text)) == []


def test_spellings_of_one_name_share_a_key() -> None:
    alike = ["conditional random fields", "Conditional Random Field", "conditional-random-field model"]
    assert len({key_of(name) for name in alike}) == 1
    assert key_of("Naïve Bayes") == key_of("naive Bayes classifier")
    for a, b in itertools.combinations(["Viterbi algorithm", "voted perceptron", "CRF", "CMM"], 2):
        assert key_of(a) != key_of(b)


def test_the_less_a_name_says_the_more_alike_two_methods_must_be() -> None:
    bounds = MergeBounds()
    needed = [
        needed_cosine({key}, False, bounds) for key in ("conditional random field", "crf", "local model")
    ]
    assert needed == sorted(needed)
    assert needed_cosine(set(), False, bounds) > 1
    assert needed_cosine({"local model"}, True, bounds) > 1, "two papers that made a local model made two"


def test_a_task_and_what_does_it_are_two_though_they_share_a_short_form() -> None:
    assert told_apart("Chinese word segmentor", "Chinese word segmentation")
    assert not told_apart("Chinese word segmentation", "Chinese Word Segmentation")
    assert not told_apart("Conditional Random Field", "CRF")
    assert needed_cosine({"n best"}, False, MergeBounds()) == MergeBounds().common


# ── other fields ─────────────────────────────────────────────────────────────────────────────────────


def found_in(sentence: str) -> dict[str, str]:
    return {sentence[start:end]: how for start, end, how in names_in(sentence, 0, len(sentence))}


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("The design of the package heavily relies on multiple dispatch, as we show.", "multiple dispatch"),
        ("These units were followed over a month by means of cue cards in the ward.", "cue cards"),
        ("After that, gentle stirring was performed for a day in the same vessel.", "gentle stirring"),
        (
            "Hao Ye added lessons on Empirical Dynamic Modeling to all of the weeks.",
            "Empirical Dynamic Modeling",
        ),
        ("Threads come from Base.Threads and run on each of the cores at once.", "Base.Threads"),
    ],
)
def test_names_are_found_by_what_is_done_with_them_and_by_capitals(sentence: str, name: str) -> None:
    assert any(name in each for each in found_in(sentence)), found_in(sentence)


def test_title_cased_lines_are_no_names() -> None:
    line = "Geographic Distribution Among Clusters Of Wild Basil"
    assert "titled" not in found_in(line).values()


def test_what_is_about_authors_and_files_is_left_out() -> None:
    text = SENTENCE * 20
    titles = (
        "Methods",
        "Authors’ contributions",
        "Competing interests",
        "Abbreviations",
        "Data availability",
    )
    tree = tree_of(PAPER, *((title, "", (n, 0), (n + 1, 0)) for n, title in enumerate(titles, 1)))
    segments = cut(*[f"{title}\n\n{text}" for title in titles], tree=tree)

    assert [title for title in titles if any(title in each.text for each in segments)] == ["Methods"]


def test_a_long_text_whose_names_all_score_low_still_gives_the_likeliest() -> None:
    topics = ("probing", "charting", "indexing", "mapping", "sampling", "stirring", "sorting", "weighing")
    text = " ".join(
        f"On day {n} of the visit the ward staff did the {topic} protocol with the help of the nurses, and it took "
        "the whole of that day for all of the people who were there with us at the time."
        for n, topic in enumerate(topics * 3)
    )
    paper = reading(text)
    weights = Weights(bias=-1.0, weights={}, threshold=0.5)

    assert methods_of(paper, weights)
    assert methods_of(paper, Weights(bias=-6.0, weights={}, threshold=0.5)) == [], "all but certainly none"


def test_words_say_by_where_they_stand_elsewhere_whether_they_are_used_or_studied() -> None:
    assay, mortality = slot_features("MTT assay"), slot_features("hospital mortality")
    assert assay["word used"] > 0.5
    assert mortality["word used"] < 0
    assert mortality["word studied"] > 0.5 > assay["word studied"]
    assert slot_features("Zzyzx") == {"word unknown": 1.0}
