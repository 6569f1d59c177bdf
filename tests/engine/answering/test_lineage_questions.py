"""Which questions are about how methods hang together, and what they ask about."""

from __future__ import annotations

import pytest

from twintree.answering.lineage_questions import read_lineage_question, spellings


@pytest.mark.parametrize(
    ("question", "kind", "names"),
    [
        ("Where does BERT come from?", "origin", ("BERT", "")),
        ("Where do conditional random fields come from", "origin", ("conditional random fields", "")),
        ("What is the Transformer based on?", "origin", ("the Transformer", "")),
        ("What does skip-gram build on?", "origin", ("skip-gram", "")),
        ("Which methods does RoBERTa build on?", "origin", ("RoBERTa", "")),
        ("On what does LoRA build?", "origin", ("LoRA", "")),
        ("What are the origins of word2vec?", "origin", ("word2vec", "")),
        ("What led to attention?", "origin", ("attention", "")),
        ("How did the perceptron come about?", "origin", ("the perceptron", "")),
        ("What builds on BERT?", "outcome", ("BERT", "")),
        ("What is based on “Maximum Entropy”?", "outcome", ("Maximum Entropy", "")),
        ("Which models were derived from GPT-2?", "outcome", ("GPT-2", "")),
        ("which other approaches extend CRFs?", "outcome", ("CRFs", "")),
        ("What did the perceptron lead to?", "outcome", ("the perceptron", "")),
        ("What are the successors of ELMo?", "outcome", ("ELMo", "")),
        ("How do BERT and ELMo relate?", "relation", ("BERT", "ELMo")),
        ("How are BERT and ELMo related to each other?", "relation", ("BERT", "ELMo")),
        ("How is RoBERTa related to BERT?", "relation", ("RoBERTa", "BERT")),
        ("What is the relationship between SVMs and kernel methods?", "relation", ("SVMs", "kernel methods")),
        ("Does SciBERT build on BERT?", "relation", ("SciBERT", "BERT")),
        ("Is SciBERT based on BERT?", "relation", ("SciBERT", "BERT")),
        ("What are the main approaches to named entity recognition?", "approaches", ("named entity recognition", "")),
        ("Which approaches to parsing are there?", "approaches", ("parsing", "")),
        ("What are the key methods for word segmentation?", "approaches", ("word segmentation", "")),
        ("Give me an overview of the approaches to relation extraction", "approaches", ("relation extraction", "")),
    ],
)  # fmt: skip
def test_questions_about_methods_are_read(question: str, kind: str, names: tuple[str, str]):
    read = read_lineage_question(question)

    assert read is not None
    assert (read.kind, (read.x, read.y)) == (kind, names)


@pytest.mark.parametrize(
    "question",
    [
        "What is BERT?",
        "How many papers build a corpus?",
        "What accuracy does the parser reach?",
        "Which datasets were used?",
        "How do the authors measure agreement?",
        "Where were the samples collected?",
        "What are the limitations of the approach?",
        "Why does the loss diverge?",
        "What does Figure 3 show?",
        "",
    ],
)
def test_other_questions_are_left_alone(question: str):
    assert read_lineage_question(question) is None


def test_it_is_what_the_earlier_question_asked_about():
    earlier = "Where does BERT come from?"

    follow_up = read_lineage_question("And what builds on it?", earlier)
    assert follow_up is not None
    assert (follow_up.kind, follow_up.x) == ("outcome", "BERT")
    both = read_lineage_question("How is it related to ELMo?", earlier)
    assert both is not None
    assert (both.x, both.y) == ("BERT", "ELMo")


def test_it_without_an_earlier_question_about_methods_is_no_question_about_methods():
    assert read_lineage_question("What builds on it?") is None
    assert read_lineage_question("What builds on it?", "How many papers are there?") is None


def test_a_name_is_sought_without_article_and_generic_word_too():
    assert spellings("the skip-gram model") == ["the skip-gram model", "skip-gram model", "skip-gram"]
    assert spellings("BERT") == ["BERT"]
