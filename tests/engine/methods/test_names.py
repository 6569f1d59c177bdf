"""How methods are named: kinds, spellings that are one, plain words that are none, and every place of a name."""

from __future__ import annotations

import pytest
from method_cases import pages_of

from twintree.base.ids import FileId, PaperId
from twintree.base.methods import ExtractedMethod
from twintree.base.records import SectionTree
from twintree.knowledge.methods.assembling import keys_of
from twintree.knowledge.methods.bodies import is_organisation, is_place
from twintree.knowledge.methods.deterministic import methods_of
from twintree.knowledge.methods.found import Found
from twintree.knowledge.methods.kinds import kind_of, kind_of_name
from twintree.knowledge.methods.naming import abbreviations, is_cut, key_of, trimmed
from twintree.knowledge.methods.plain import is_description, is_no_method, is_substance
from twintree.knowledge.methods.reading import Candidate, Occurrence, PaperReading
from twintree.knowledge.methods.segments import cut_segments

PAPER, FILE = PaperId("P123456789abc"), FileId("F123456789abc")


#: Without some sentences of plain prose no text counts as prose.
PLAIN = (
    " They were read by all of us in the course of a year, and what they say of it is true. There is nothing else that "
    "we know of them, but it can be said that they are good."
)


def reading(text: str, title: str = "Notes") -> PaperReading:
    """A paper of one page."""
    return PaperReading(
        title, cut_segments(PAPER, FILE, pages_of(text + PLAIN), SectionTree(paper=PAPER, nodes=()))
    )


def candidate(paper: PaperReading, name: str) -> Candidate:
    """The candidate that is spelled so."""
    return next(each for each in paper.candidates if name in each.spellings)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("ParallelStencil.jl", "system"),
        ("dependency parser", "system"),
        ("paired McNemar test", "metric"),
        ("Wilcoxon Signed Ranks Test", "metric"),
        ("polymorphism information content", "metric"),
        ("quasi-Newton method", "algorithm"),
        ("Markov Chain Monte Carlo", "algorithm"),
        ("memory-based approach", "algorithm"),
        ("Prague Dependency Treebank 1.0", "dataset construction"),
        ("photoluminescence", "experimental paradigm"),
        ("SIGHAN Bakeoff", "experimental paradigm"),
        ("Hidden Markov Model", "model"),
        ("SwiftTagger approach", ""),
    ],
)
def test_a_names_head_says_its_kind(name: str, kind: str) -> None:
    assert kind_of_name(name) == kind


def test_an_approach_is_no_algorithm_in_a_laboratory() -> None:
    assert kind_of_name("green method", field=True) == "experimental paradigm"
    assert kind_of_name("boosting method", field=True) == "algorithm"


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("We release QuaMed, a new corpus of notes. It is named QuaMed here.", "dataset construction"),
        ("The notes were read with QuaMed version 2.3 on all days.", "system"),
        ("QuaMed is a software package for reading notes.", "system"),
        ("The notes were compared in terms of QuaMed and time.", "metric"),
        ("We were trained on QuaMed, and the results on QuaMed are good.", "dataset construction"),
        ("We like QuaMed because it is good.", "model"),
    ],
)
def test_words_around_a_name_say_its_kind(sentence: str, kind: str) -> None:
    paper = reading(sentence)
    assert kind_of(paper, candidate(paper, "QuaMed")) == kind


def test_spellings_that_differ_in_hyphens_spaces_case_and_plural_are_one_name() -> None:
    paper = reading(
        "We use SciBERT models. The SCI-BERT model is known. We tried the Sci-BERT model. We like SciBERT."
    )
    assert len([each for each in paper.candidates if "bert" in each.key.replace(" ", "")]) == 1


def test_papers_that_spell_a_short_name_otherwise_share_a_key() -> None:
    first, second = (
        keys_of(ExtractedMethod(name=name, kind="model", role="prior")) for name in ("SciBERT", "SCI-BERT")
    )
    assert first & second


def test_a_package_is_called_with_and_without_its_ending_unless_that_is_another_thing() -> None:
    assert key_of("ParallelStencil.jl") == key_of("ParallelStencil")
    assert key_of("MPI.jl") != key_of("MPI")


@pytest.mark.parametrize(
    "name", ["ursolic acid", "COX-1", "TNF-α", "rheumatoid arthritis", "tyrosine kinase"]
)
def test_substances_genes_and_diseases_are_no_methods(name: str) -> None:
    assert is_substance(name)


@pytest.mark.parametrize(
    "name", ["database", "PCR", "acid extraction", "C4.5", "Tail Immersion Test", "protein assay"]
)
def test_what_only_sounds_like_a_substance_may_be_a_method(name: str) -> None:
    assert not is_substance(name)


@pytest.mark.parametrize(
    ("sentence", "is_method"),
    [
        ("The parser reads the headline of each text in the model, and the headline is short.", False),
        ("The texts were divided using headline in each case, and headline is short.", True),
        ("In each case the fast Headline divides the texts of the model.", True),
    ],
)
def test_a_plain_word_is_a_method_only_where_something_marks_it(sentence: str, is_method: bool) -> None:
    paper = reading(sentence)
    (segment,) = paper.segments
    start = segment.text.casefold().index("headline")
    each = Candidate("headline")
    spelled = segment.text[start : start + len("headline")]
    each.add(spelled, _occurrence(paper, start, start + len(spelled)))
    assert is_no_method(paper, each) != is_method


def _occurrence(paper: PaperReading, start: int, end: int) -> Occurrence:
    (sentence,) = (each for each in paper.sentences[0] if each[0] <= start < each[1])
    return Occurrence(segment=0, start=start, end=end, sentence=sentence, how="method")


def test_every_place_of_a_found_name_is_a_mention_but_no_word_that_is_only_spelled_like_it() -> None:
    text = (
        "We propose LatticeParser, a new model for dependency parsing of noisy text. LatticeParser is based on the "
        "Conditional Random Field (CRF) model and we report the MAP metric. We draw a map of all texts. "
        "What has been said of conditional-random fields holds for LatticeParser too. "
    )
    found = {each.name: each for each in methods_of(reading(text, "LatticeParser: a parser"))}
    assert _said(text, found["LatticeParser"]) == ["LatticeParser"] * 3
    field = next(each for name, each in found.items() if name.startswith("Conditional"))
    assert "conditional-random fields" in _said(text, field)
    assert not any("map" in _said(text, each) for each in found.values())


def _said(text: str, each: Found) -> list[str]:
    return [text[place.start : place.end] for place in each.occurrences]


@pytest.mark.parametrize(
    "name",
    [
        "Kamuzu Central Hospital",
        "University of Toronto",
        "Microsoft Research Asia",
        "City College of Hong Kong",
        "USA",
        "Conference on Neural Models",
        "III",
    ],
)
def test_organisations_are_no_methods(name: str) -> None:
    paper = reading(
        f"We used the {name} and the Viterbi algorithm. The {name} is used, and the {name} was applied."
    )
    assert is_organisation(name) or name == "III"
    assert name not in {each.name for each in methods_of(paper)}


@pytest.mark.parametrize(
    "name", ["Stanford University parser", "group discussion", "University of Leeds corpus"]
)
def test_what_an_organisation_made_may_be_a_method(name: str) -> None:
    assert not is_organisation(name)


def test_a_corpus_is_not_called_as_the_organisation_that_its_short_name_stands_for() -> None:
    paper = reading(
        "The data are those of Microsoft Research Asia (MSRA). We evaluate on the MSRA corpus, and the "
        "MSRA corpus is large."
    )
    assert {each.name for each in paper.candidates if "MSRA" in each.name or "Asia" in each.name} == {
        "MSRA corpus"
    }


def test_the_end_of_a_longer_name_is_no_name_of_its_own() -> None:
    text = "Our nominal mention tagger is small.\n\nNominal Mention Tagger\n\nWe trained the nominal mention tagger."
    paper = reading(text)
    assert "mention tagger" not in {each.key for each in paper.candidates}
    other = reading(text + " The mention tagger of Smith is an old one.")
    assert "nominal mention tagger" in {each.key for each in other.candidates}


@pytest.mark.parametrize(
    ("text", "found", "kept"),
    [
        ("the in situ data", "the in situ data", "in situ data"),
        ("in the data set", "in the data set", "data set"),
        ("of each in vitro model", "vitro model", "in vitro model"),
        (
            "a general purpose optimization method",
            "purpose optimization method",
            "general purpose optimization method",
        ),
    ],
)
def test_words_that_are_bound_to_the_next_are_not_cut_off(text: str, found: str, kept: str) -> None:
    place = trimmed(text, text.index(found), len(text))
    assert place is not None
    assert text[slice(*place)] == kept


def test_a_row_of_a_table_is_neither_a_name_nor_a_summary() -> None:
    paper = reading(
        "MBT+TBL | 97.43 | 12.5 is what we got. We used MBT+TBL. The MBT+TBL | system | was good for all of it."
    )
    for each in methods_of(paper):
        assert "|" not in each.name + each.summary
    assert not list(abbreviations("MXP | taggers+TBL | 97.83 (MXT) was the best."))


@pytest.mark.parametrize(
    "name",
    ["ARIES-style) system", "L-BFGS)6 technique", "low-cost” method", "initCaps, then", "(early layers"],
)
def test_what_is_cut_out_of_a_sentence_is_told(name: str) -> None:
    assert is_cut(name)


@pytest.mark.parametrize(
    "name",
    ["single-program, multiple-data", "Latent Dirichlet Allocation (LDA)", "“OBI” tagging", "F(x) test"],
)
def test_marks_in_pairs_are_no_cut(name: str) -> None:
    assert not is_cut(name)


@pytest.mark.parametrize(
    "name",
    ["flexible tool", "hands-on approach", "latter model", "well-structured material", "systematic search"],
)
def test_a_description_is_no_name(name: str) -> None:
    assert is_description(name)


@pytest.mark.parametrize(
    "name",
    ["systematic review", "fast Fourier transform", "active learning", "robust PCA", "grid search", "SVM"],
)
def test_a_name_is_no_description(name: str) -> None:
    assert not is_description(name)


def test_places_are_told_from_what_comes_from_them() -> None:
    assert all(map(is_place, ["North Africa", "Latin America", "Beijing-city", "UC San Diego"]))
    assert not any(map(is_place, ["Berlin parser", "CU Corpus", "China Treebank", "America's Cup model"]))


def test_a_paper_names_no_formats_descriptions_and_cut_names() -> None:
    paper = reading(
        "We used the TreeMatcher parser, a flexible tool, on PDF files. "
        "The TreeMatcher parser was run in North Africa. "
        "The TreeMatcher parser is described below, and PDF files are read by it."
    )
    names = {each.name for each in methods_of(paper)}
    assert any("TreeMatcher" in each for each in names)
    assert not names & {"flexible tool", "PDF", "PDF files", "North Africa"}
