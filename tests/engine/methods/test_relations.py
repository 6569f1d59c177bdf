"""Edges come from sentences that say in their grammar what one method owes to another, and from no others."""

from __future__ import annotations

import pytest
from method_cases import PARSER, TAGGER, pages_of
from msgspec.structs import replace

from twintree.base.ids import FileId, PaperId
from twintree.base.records import SectionTree
from twintree.base.text import folded
from twintree.knowledge.methods.deterministic import methods_of
from twintree.knowledge.methods.ends import is_coined, is_task
from twintree.knowledge.methods.reading import PaperReading
from twintree.knowledge.methods.relations import find_relations, own_method
from twintree.knowledge.methods.segments import cut_segments

PAPER, FILE = PaperId("P123456789abc"), FileId("F123456789abc")
OPENING = (
    "We propose LatticeParser, a new model for dependency parsing. The Conditional Random Field (CRF) model and the "
    "Hidden Markov Model (HMM) are well-known models. The Viterbi algorithm is a known way of decoding. We "
    "name the CRF model, the HMM model and the Viterbi algorithm beside LatticeParser in our experiments. "
)


def told(sentence: str, title: str = "LatticeParser: a parser") -> set[tuple[str, str, int]]:
    """The edges that one more sentence brings: (source, target, rating)."""
    segments = cut_segments(PAPER, FILE, pages_of(OPENING + sentence), SectionTree(paper=PAPER, nodes=()))
    paper = PaperReading(title, segments)
    found = []
    for number, each in find_relations(paper, methods_of(paper)):
        (place,) = each.evidence
        assert folded(paper.segments[number].text[slice(*place)]) in folded(sentence)
        found.append((_short(each.source), _short(each.target), each.rating))
    return set(found)


def _short(name: str) -> str:
    return {"Conditional Random Field": "CRF", "Hidden Markov Model": "HMM"}.get(name, name)


@pytest.mark.parametrize(
    ("sentence", "source", "rating"),
    [
        ("LatticeParser is based on the CRF model.", "CRF", 5),
        ("LatticeParser extends the well-known CRF model with new features.", "CRF", 5),
        ("LatticeParser is a fast variant of the CRF model, and it is small.", "CRF", 5),
        ("We evaluate LatticeParser, an extension of the CRF model, on news.", "CRF", 5),
        ("We then turn to LatticeParser, which builds on the CRF model.", "CRF", 5),
        ("The LatticeParser system (Smith et al., 2009) uses the Viterbi algorithm [3].", "Viterbi algorithm", 3),
        ("LatticeParser (initialized with the HMM model) is small.", "HMM", 5),
        ("LatticeParser can be seen as a special form of the CRF model.", "CRF", 4),
        ("The CRF model is extended to LatticeParser in Section 3.", "CRF", 5),
        ("Based on the CRF model, we develop LatticeParser in Section 3.", "CRF", 5),
        ("Our parser is built on top of the CRF model.", "CRF", 5),
        ("We extend the CRF model in this way.", "CRF", 5),
        ("We use the HMM model as our starting point.", "HMM", 5),
        ("We train LatticeParser with the Viterbi algorithm.", "Viterbi algorithm", 3),
        ("LatticeParser is based on the CRF model of Lafferty et al. (2001), a model of words.", "CRF", 5),
        ("LatticeParser was implemented with the Viterbi algorithm.", "Viterbi algorithm", 2),
        ("The LatticeParser model was constructed using the HMM model.", "HMM", 2),
        ("We implemented it in the HMM model.", "HMM", 2),
    ],
)  # fmt: skip
def test_a_sentence_that_says_what_a_method_is_made_of_makes_an_edge(
    sentence: str, source: str, rating: int
) -> None:
    assert told(sentence) == {(source, "LatticeParser", rating)}


def test_each_of_several_parts_gets_its_edge() -> None:
    assert told("LatticeParser combines the CRF model and the HMM model.") == {
        ("CRF", "LatticeParser", 4),
        ("HMM", "LatticeParser", 4),
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "Unlike LatticeParser, the CRF model uses the Viterbi algorithm.",
        "We replace the HMM model by LatticeParser.",
        "LatticeParser is not based on the CRF model.",
        "In future work, LatticeParser extends the CRF model.",
        "LatticeParser could be based on the CRF model.",
        "LatticeParser uses the output of the CRF model.",
        "LatticeParser uses CRF features of the document.",
        "The results of LatticeParser extend the CRF model.",
        "We evaluate LatticeParser and the CRF model on the same data.",
    ],
)
def test_replacing_denying_or_planning_makes_no_edge(sentence: str) -> None:
    """PAINS 13: an edge is read as where a method comes from."""
    assert told(sentence) == set()


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("LatticeParser outperforms the CRF model.", "CRF"),
        ("LatticeParser was compared with the HMM model in all experiments.", "HMM"),
        ("As a baseline we trained the CRF model.", "CRF"),
        ("We also compare our results with strong models: the HMM model is one.", "HMM"),
        ("Our parser is consistently better than the HMM model.", "HMM"),
    ],
)
def test_what_a_method_is_only_compared_with_weighs_nothing(sentence: str, source: str) -> None:
    assert told(sentence) == {(source, "LatticeParser", 1)}


@pytest.mark.parametrize(
    "sentence",
    [
        "For decoding, we use the HMM model.",
        "We optimize all weights with the HMM model.",
    ],
)
def test_what_authors_use_is_a_part_of_the_method_that_their_title_names(sentence: str) -> None:
    assert told(sentence) == {("HMM", "LatticeParser", 3)}
    assert told(sentence, title="Notes on decoding") == set()


def test_it_means_the_one_method_of_the_sentence_before() -> None:
    text = "DeltaTag9 is small. It uses the Viterbi algorithm for decoding."
    assert ("Viterbi algorithm", "DeltaTag9", 3) in told(text)
    two = "The CRF model and the HMM model are small. It uses the Viterbi algorithm for decoding."
    assert not any(source == "Viterbi algorithm" for source, _, _ in told(two))


def test_data_and_measures_point_at_what_is_measured_with_them() -> None:
    segments = cut_segments(PAPER, FILE, pages_of(TAGGER), SectionTree(paper=PAPER, nodes=()))
    paper = PaperReading("SwiftTagger: a tool", segments)
    edges = {(each.source, each.target, each.rating) for _, each in find_relations(paper, methods_of(paper))}
    assert ("Penn Treebank", "SwiftTagger", 2) in {(a.removesuffix(" corpus"), b, r) for a, b, r in edges}


def test_the_method_that_opens_a_title_is_the_papers_own_whatever_its_kind() -> None:
    text = OPENING + "LatticeParser is a Julia package for calling the HMM model."
    segments = cut_segments(PAPER, FILE, pages_of(text), SectionTree(paper=PAPER, nodes=()))
    paper = PaperReading("LatticeParser: Julia bindings for the HMM model", segments)
    found = methods_of(paper)
    main = own_method(paper, found)
    assert main is not None
    assert main.name == "LatticeParser"
    edges = {(_short(each.source), each.target, each.rating) for _, each in find_relations(paper, found)}
    assert ("HMM", "LatticeParser", 4) in edges


def test_ours_means_nothing_where_the_paper_names_no_method_of_its_own() -> None:
    assert told("Our parser is built on top of the CRF model.", title="Notes on parsing") == {
        ("CRF", "LatticeParser", 5)
    }, "it is proposed under a name of its own"
    plain = PARSER.replace("LatticeParser", "it").replace("We propose it, a new model", "We study methods")
    segments = cut_segments(PAPER, FILE, pages_of(plain), SectionTree(paper=PAPER, nodes=()))
    paper = PaperReading("Notes on parsing", segments)
    assert find_relations(paper, methods_of(paper)) == []


def test_a_name_that_holds_another_ones_is_of_its_kind_or_built_on_it() -> None:
    assert told("A skip-chain CRF model was introduced for this.") == {("CRF", "skip-chain CRF model", 4)}
    assert told("A CRF-based parser was introduced for this task.") == {("CRF", "CRF-based parser", 4)}
    assert told("The baseline CRF model was not changed for this.") == set()


def test_laboratory_procedures_and_software_are_done_with_one_another() -> None:
    text = (
        "We performed statistical tests of all samples. Analysis of variance (ANOVA) was performed using GraphPad "
        "Prism software. The RT-PCR method was used for all samples, and the gel analysis was then carried out with "
        "the RT-PCR method. We used GraphPad Prism software and the gel analysis in each experiment, and the analysis "
        "of variance (ANOVA) was applied to the results of the gel analysis."
    )
    segments = cut_segments(PAPER, FILE, pages_of(text), SectionTree(paper=PAPER, nodes=()))
    paper = PaperReading("Notes on samples", segments)
    edges = {(each.source, each.target, each.rating) for _, each in find_relations(paper, methods_of(paper))}

    assert any("Prism" in source and "variance" in target and rating == 2 for source, target, rating in edges)
    assert not any("Prism" in target for _, target, _ in edges)


def test_fields_tasks_and_what_is_no_method_are_no_ends() -> None:
    """Wrong edges of a draw over the shared library."""
    assert (
        told("High-Performance Computing (HPC) is a field, and a large-scale HPC system was used for it.")
        == set()
    )
    assert (
        told("The HMM model was used for information extraction (IE), and IE was then used for news.")
        == set()
    )
    assert (
        told("The BBS is old, the BBS system was read, and a Chinese BBS system was used for this.") == set()
    )
    assert told("The HMM model was constructed in May, followed by the Viterbi algorithm in June.") == set()
    assert told("CRF-based assignments were given to the students of the course.") == set()


def edges_of(text: str, title: str = "Notes") -> set[tuple[str, str, int]]:
    """The edges of a text that stands by itself."""
    segments = cut_segments(PAPER, FILE, pages_of(text), SectionTree(paper=PAPER, nodes=()))
    paper = PaperReading(title, segments)
    return {
        (_short(each.source), _short(each.target), each.rating)
        for _, each in find_relations(paper, methods_of(paper))
    }


def test_what_a_tool_is_for_is_no_method_that_it_comes_from() -> None:
    text = (
        "Lattice parsers are many, and all lattice parsers use the CRF model in some way. The Rhine lattice parser was "
        "used with the Viterbi algorithm. We trained the Rhine lattice parser on news."
    )
    assert not any(rating == 4 for _, target, rating in edges_of(text) if "Rhine" in target)
    assert told("A skip-chain CRF model was introduced for this.") == {("CRF", "skip-chain CRF model", 4)}


@pytest.mark.parametrize("name", ["German CRF model", "mouse-specific CRF model"])
def test_a_method_for_one_language_or_kind_of_thing_is_no_other_method(name: str) -> None:
    assert told(f"A {name} was introduced for this.") == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "We also compared our LatticeParser with the CRF model of that year.",
        "All answers that were found by LatticeParser, are also obtained by the CRF model.",
        "LatticeParser was constructed mainly in the HMM model.",
        "LatticeParser is an often-used discriminating model for names.",
    ],
)
def test_comparisons_places_and_descriptions_are_no_debts(sentence: str) -> None:
    assert not {rating for _, _, rating in told(sentence)} - {1}


def test_what_ran_in_a_program_was_done_with_it() -> None:
    text = (
        "We performed statistical tests of all samples. Analysis of variance (ANOVA) was performed in GraphPad Prism "
        "software. We used GraphPad Prism software and the analysis of variance (ANOVA) in each experiment. The "
        "Nissl staining assay was performed in CA1X. CA1X was used for the Nissl staining assay."
    )
    assert {(source, target) for source, target, _ in edges_of(text)} == {
        ("GraphPad Prism software", "Analysis of variance")
    }


def test_what_we_tried_under_a_name_is_told_of_that_name() -> None:
    text = (
        "DeltaTag9 is a new model, and we use DeltaTag9. We compared the DeltaTag9 model with the CRF model."
    )
    assert {each for each in told(text) if each[2] == 1} == {("CRF", "DeltaTag9", 1)}


def test_nothing_is_done_with_what_is_worked_on() -> None:
    text = (
        "We use algebraic data types (ADTs) in the HMM model. The ADTs are known, and the HMM model was constructed "
        "using ADTs. The HMM model was constructed using the Viterbi algorithm."
    )
    assert {(source, target) for source, target, _ in told(text)} == {("Viterbi algorithm", "HMM")}


def test_verbs_go_with_the_number_of_the_name() -> None:
    text = OPENING + "The HMM model uses the Viterbi algorithm. LatticeParser uses the HMM model."
    segments = cut_segments(PAPER, FILE, pages_of(text), SectionTree(paper=PAPER, nodes=()))
    paper = PaperReading("LatticeParser: a parser", segments)
    found = [
        replace(each, name="HMMs") if each.name.startswith("Hidden") else each for each in methods_of(paper)
    ]
    told_so = {each.explanation for _, each in find_relations(paper, found)}
    assert {"HMMs use Viterbi algorithm.", "LatticeParser uses HMMs."} <= told_so


def test_nothing_comes_from_a_special_form_of_itself() -> None:
    text = (
        "We propose the lattice variable model for parsing. The lattice variable model uses the discriminative lattice "
        "variable model (DLVM). The DLVM is well known, and the lattice variable model uses the DLVM."
    )
    assert not any(
        "discriminative" in source for source, _, _ in edges_of(text, "The lattice variable model")
    )


def test_data_without_a_name_of_their_own_measure_nothing() -> None:
    text = "We used the {0} in all experiments. We evaluate LatticeParser on the {0}."
    assert told(text.format("diverse real-life datasets")) == set()
    assert told(text.format("Lexa dataset")) == {("Lexa dataset", "LatticeParser", 2)}


def test_a_sum_is_made_of_its_parts() -> None:
    assert {("DeltaTag9 model", 4), ("LatticeParser", 4)} <= {
        (source, rating)
        for source, target, rating in told(
            "DeltaTag9 is a model, and the DeltaTag9 model was used in the LatticeParser+DeltaTag9 system for decoding."
        )
        if "+" in target
    }


def test_a_coined_name_that_a_relation_alone_tells_becomes_a_method() -> None:
    text = OPENING + "DeltaTag9 extends the CRF model."
    segments = cut_segments(PAPER, FILE, pages_of(text), SectionTree(paper=PAPER, nodes=()))
    names = [each.name for each in methods_of(PaperReading("LatticeParser: a parser", segments))]
    assert "DeltaTag9" in names


@pytest.mark.parametrize("text", [PARSER, TAGGER])
def test_the_sample_papers_say_what_their_methods_are_built_on(text: str) -> None:
    segments = cut_segments(PAPER, FILE, pages_of(text), SectionTree(paper=PAPER, nodes=()))
    paper = PaperReading(text.split()[2].strip(",") + ": a tool", segments)
    edges = {(each.source, each.rating) for _, each in find_relations(paper, methods_of(paper))}
    assert ("Conditional Random Field", 5) in edges
    assert all(rating <= 2 for source, rating in edges if "Markov" in source or "Treebank" in source)


def test_tasks_and_coined_names_are_told_by_their_form() -> None:
    assert is_task("named-entity recognition")
    assert is_task("Chinese word segmentation")
    assert not is_task("Data-Oriented Parsing")
    assert is_coined("C4.5")
    assert is_coined("MPI.jl")
    assert is_coined("SciBERT")
    assert not is_coined("Parsing")


def test_what_a_method_is_tried_on_as_models_is_no_part_of_it() -> None:
    assert told("We use the HMM model as our summarization models, for once.") == set()
    assert told("We use the HMM model for decoding, and nothing else.") == {("HMM", "LatticeParser", 3)}


def test_both_means_more_than_the_one_method_of_the_sentence_before() -> None:
    text = "DeltaTag9 is small. Both these approaches use the Viterbi algorithm for decoding."
    assert not any(target == "DeltaTag9" for _, target, _ in told(text))


def test_it_means_what_the_authors_have_just_proposed_whatever_else_they_named() -> None:
    text = "We propose DeltaTag9 in place of the HMM model. It uses the Viterbi algorithm for decoding."
    assert ("Viterbi algorithm", "DeltaTag9", 3) in told(text)


def test_a_distance_is_a_part_of_a_method_and_measures_nothing() -> None:
    edges = told("Here, we use the L2 norm distance for all texts.")
    assert {(source, rating) for source, _, rating in edges} == {("L2 norm distance", 3)}


def test_an_equation_is_solved_with_what_a_procedure_is_done_with() -> None:
    sentence = "The Gross-Pitaevskii equation is solved using the Crank-Nicolson scheme in each step."
    segments = cut_segments(PAPER, FILE, pages_of(OPENING + sentence), SectionTree(paper=PAPER, nodes=()))
    paper = PaperReading("Notes", segments)
    said = {each.explanation for _, each in find_relations(paper, methods_of(paper))}
    assert any("equation is solved with" in each for each in said), said
