"""People, firms, funders and addresses, living things, materials, words, licences, fields and pieces of sentences are
no methods, whatever they are written like."""

from __future__ import annotations

import pytest
from method_cases import pages_of

from twintree.base.ids import FileId, PaperId
from twintree.base.records import SectionTree
from twintree.knowledge.methods.asides import is_aside, is_author, tells_of_people
from twintree.knowledge.methods.bodies import is_organisation
from twintree.knowledge.methods.deterministic import methods_of
from twintree.knowledge.methods.ends import is_problem
from twintree.knowledge.methods.reading import PaperReading
from twintree.knowledge.methods.segments import cut_segments
from twintree.knowledge.methods.things import is_fragment, is_thing

PAPER, FILE = PaperId("P123456789abc"), FileId("F123456789abc")


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("The course was started in 2008 by Ethan White at a university.", "Ethan White"),
        ("James Cumby (JC) has been teaching this course since 2021.", "James Cumby"),
        ("One of the authors (Zachary Brym) uses it for outreach.", "Zachary Brym"),
        ("The extract was analysed as described by Tapple [13] and others.", "Tapple"),
        ("They were described by Tapple [13], Luck [14] and Winterbourn et al. [15].", "Luck"),
        ("It was shown in a poster in Nashville, TN, in July 2019.", "TN"),
        ("This research was funded by Narodowym Centrum Nauki, grant number 7.", "Narodowym Centrum Nauki"),
        ("• Pablo Castro, Acme Brain", "Pablo Castro"),
        ("1 Department of Botany, KTH, 2 Institute of Rocks, School of Chemistry, Old Town", "KTH"),
    ],
)
def test_a_place_where_people_firms_and_funders_stand_is_told(sentence: str, name: str) -> None:
    start = sentence.index(name)
    assert is_aside(sentence, (0, len(sentence)), start, start + len(name))


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("We use the Adam optimizer of Turing [16] with a small rate.", "Turing"),
        (
            "The claim is supported by Principal Component Analysis of all data.",
            "Principal Component Analysis",
        ),
        ("We used Boosting, ME, and SVM in this study.", "ME"),
        ("The course was taught with Jupyter Notebook for a year.", "Jupyter Notebook"),
        ("The Department of Health uses Random Forests in its hospitals.", "Random Forests"),
    ],
)
def test_methods_beside_such_words_stay(sentence: str, name: str) -> None:
    start = sentence.index(name)
    assert not is_aside(sentence, (0, len(sentence)), start, start + len(name))


def test_thanks_and_addresses_are_sentences_about_people() -> None:
    assert tells_of_people("We thank the GridTuner team and all readers.")
    assert tells_of_people("The work was supported in part by the National Science Foundation.")
    assert not tells_of_people("The tree is supported by bootstrap values and it is drawn by TreeView.")


def test_surnames_of_cited_works_are_no_methods() -> None:
    authors = {"barba", "forsyth", "viterbi"}
    assert is_author("Barba & Forsyth", authors)
    assert not is_author("Viterbi & beam", authors)
    assert not is_author("Viterbi", authors)


@pytest.mark.parametrize(
    "name",
    [
        "Ocimum sanctum",
        "Ocimum micranthum Willd",
        "Terminalia chebula",
        "AgNO3",
        "NaOCl",
        "AgNPs",
        "ethanolic extract",
        "noun phrase",
        "English",
        "CC-BY",
        "Creative Commons Attribution License",
        "Agilent Technologies",
        "experience",
        "anti-inflammatory",
        "plot_normal_force",
    ],
)
def test_things_that_methods_work_on_are_told(name: str) -> None:
    assert is_thing(name)


@pytest.mark.parametrize(
    "name",
    [
        "Data analysis",
        "bag of words",
        "LSTM cell",
        "SNP",
        "CoVe",
        "TiMBL",
        "boosting",
        "Kalman filter",
        "XML",
        "Trace-BERT",
    ],
)
def test_methods_that_sound_like_things_are_none(name: str) -> None:
    assert not is_thing(name)


def test_pieces_of_sentences_are_told_from_names() -> None:
    pieces = [
        "PCA are linear interpolation",
        "F1 denotes F1-Measure",
        "performing 5-fold cross-validation",
        "limitation of CRF",
        "got blood tests",
    ]
    assert all(map(is_fragment, pieces))
    names = ["bag of words", "structure learning", "range search", "analysis of variance", "mean of ranks"]
    assert not any(map(is_fragment, names))


def test_fields_and_problems_are_told_from_ways_of_solving_them() -> None:
    problems = [
        "Chinese word segmentation",
        "machine learning techniques",
        "part of speech tagging",
        "Japanese NER",
    ]
    assert all(map(is_problem, problems))
    ways = [
        "IOB tagging",
        "statistical machine translation",
        "back translation",
        "NER",
        "ethanolic extraction",
    ]
    assert not any(map(is_problem, ways))


def test_networks_of_people_are_organisations_and_networks_of_neurons_are_none() -> None:
    assert is_organisation("Swedish National Infrastructure")
    assert is_organisation("National Ecological Observatory Network")
    assert not is_organisation("Relational Markov Network")


def test_a_paper_names_no_people_problems_and_materials_and_nothing_unlikely_comes_in_their_place() -> None:
    text = (
        "We used the TreeMatcher parser on texts. The TreeMatcher parser was started in 2008 by Ethan White at Utah. "
        "The TreeMatcher parser solves Chinese word segmentation, and Ocimum sanctum was used as the text. "
        "They were read by all of us in the course of a year, and what they say of it is true. "
    )
    segments = cut_segments(PAPER, FILE, pages_of(text), SectionTree(paper=PAPER, nodes=()))
    names = {each.name for each in methods_of(PaperReading("Notes", segments))}
    assert any("TreeMatcher" in each for each in names)
    assert not names & {"Ethan White", "Chinese word segmentation", "Ocimum sanctum"}
