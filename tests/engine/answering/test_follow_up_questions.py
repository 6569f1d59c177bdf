"""What a follow-up is taken as: it keeps what it leans on, and drops what it replaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from twintree.answering.following import follow_up
from twintree.library import Library

OPTIMIZER = "What did the SciBERT paper use as optimizer?"


@pytest.mark.parametrize(
    ("earlier", "question", "text"),
    [
        (OPTIMIZER, "And which learning rate?", "Which learning rate did the SciBERT paper use?"),
        (OPTIMIZER, "And the batch size?", "What batch size did the SciBERT paper use?"),
        (OPTIMIZER, "What is the batch size?", "What batch size did the SciBERT paper use?"),
        (OPTIMIZER, "How many epochs?", "How many epochs did the SciBERT paper use?"),
        ("Which optimizer is used for training SciBERT?", "And which learning rate?",
         "Which learning rate is used for training SciBERT?"),
        ("What is the learning rate of SciBERT?", "And the batch size?", "What is the batch size of SciBERT?"),
        ("What accuracy does the tagger reach on MUC-7?", "what about recall?",
         "What recall does the tagger reach on MUC-7?"),
        ("How many rats were treated?", "And how many mice?", "How many mice were treated?"),
    ],
)  # fmt: skip
def test_another_thing_takes_the_place_of_what_was_asked_for(earlier: str, question: str, text: str) -> None:
    assert follow_up(question, earlier).text == text
    assert follow_up(question, earlier).leans


@pytest.mark.parametrize(
    ("earlier", "question", "text"),
    [
        (OPTIMIZER, "What about the ELMo paper?", "What did the ELMo paper use as optimizer?"),
        ("Which optimizer does SPECTER use?", "What about ELMo?", "Which optimizer does ELMo use?"),
        ("Which optimizer does SPECTER use?", "And for S2ORC?", "Which optimizer does S2ORC use?"),
        ("What accuracy does the tagger reach on MUC-7?", "And on MUC-6?",
         "What accuracy does the tagger reach on MUC-6?"),
        ("What accuracy does the tagger reach on MUC-7?", "and for English?",
         "What accuracy does the tagger reach on MUC-7 for English?"),
        ("What F1 does the local Viterbi model reach on CoNLL?", "And for the non-local model?",
         "What F1 does the non-local model reach on CoNLL?"),
        ("How many papers does the corpus hold in the first release?", "And in the second release?",
         "How many papers does the corpus hold in the second release?"),
        ("How does the model of Chieu treat names?", "And with the old model?",
         "How does the old model of Chieu treat names?"),
        ("What is the effect of tulsi on cholesterol?", "And on glucose?",
         "What is the effect of tulsi on glucose?"),
    ],
)  # fmt: skip
def test_another_subject_takes_the_place_of_its_like(earlier: str, question: str, text: str) -> None:
    assert follow_up(question, earlier).text == text


@pytest.mark.parametrize(
    ("earlier", "question", "text"),
    [
        (OPTIMIZER, "Who cites it?", "Who cites the SciBERT paper?"),
        ("Which optimizer does SPECTER use?", "How large is it?", "How large is SPECTER?"),
        ("How does citation exploration know when to stop?", "And what does it cost?",
         "What does citation exploration cost?"),
        ("How does the old mill grind without water?", "What does it cost?", "What does the old mill cost?"),
        ("How does the Megastore replicate data?", "And what are its limitations?",
         "What are the Megastore’s limitations?"),
        ("What is the verification rate of a section tree?", "And why does it matter?",
         "Why does the verification rate of a section tree matter?"),
        ("Does tulsi lower cholesterol?", "Why?", "Why? (tulsi lower cholesterol)"),
        (OPTIMIZER, "What datasets does that paper use?",
         "What datasets does that paper use? (the SciBERT paper)"),
    ],
)  # fmt: skip
def test_a_pronoun_is_what_the_question_before_was_about(earlier: str, question: str, text: str) -> None:
    assert follow_up(question, earlier).text == text


@pytest.mark.parametrize(
    "question",
    [
        "What is entropy?",
        "How many bees fly at night?",
        "Which graph ranking algorithm orders papers in citation exploration?",
    ],
)
def test_a_question_that_stands_alone_carries_nothing(question: str) -> None:
    taken = follow_up(question, OPTIMIZER)
    assert (taken.text, taken.leans) == (question, False)


def test_a_follow_up_is_asked_of_the_paper_before_and_says_what_it_was_taken_as(
    own_library_path: Path,
) -> None:
    with Library.open(own_library_path) as library:
        first = library.ask("Which bounds does meng2026locate use as gates?")
        second = library.ask("And which rank fusion?", follow=first.run)
        assert {c.paper for s in second.sentences for c in s.citations} == {
            library.papers.find("meng2026locate")
        }
        taken = next(step.summary for step in second.trace if step.step == "follow-up")
        assert taken == "asked as: Which rank fusion does meng2026locate use? · of Meng 2026"


def test_a_question_with_a_word_of_thousands_of_letters_is_read() -> None:
    """*For* and one endless word, and no end of the sentence behind it: three words were sought in every way."""
    earlier = "What did the paper use for " + "a" * 3_900 + ", then?"
    assert follow_up("And which learning rate?", earlier).leans
