"""Thanks, grants, addresses and rights answer nothing, unless it is them that a question asks for."""

from __future__ import annotations

import pytest

from twintree.answering.beside import asks_beside, is_beside


@pytest.mark.parametrize(
    "text",
    [
        "We wish to Jenny R. Finkel for discussions on NER and her CRF code.",
        "We would like to thank the reviewers for their comments.",
        "Also, thanks to Vignesh Ganapathy for helpful discussions.",
        "This work was supported in part by a Link grant (R37588).",
        "The first author is supported by a fellowship of the ministry.",
        "The authors declare that they have no competing interests.",
        "© 2016 The authors, open access article.",
        "Permission to make digital copies of this work is granted.",
        "Corresponding author: bee@hive.example",
        "The authors are grateful to the beekeepers.",
    ],
)
def test_what_is_printed_beside_a_paper_is_known(text: str) -> None:
    assert is_beside(text)


@pytest.mark.parametrize(
    "text",
    [
        "This claim is supported by our experiments on both data sets.",
        "Thanks to the index, a query takes a millisecond.",
        "We wish to find the best sequence of tags.",
        "Small grants make farmers plant lime trees.",
        "The tool addresses the problem of contact between bees.",
        "Each node is supported by two children.",
    ],
)
def test_what_a_paper_says_of_its_subject_is_not(text: str) -> None:
    assert not is_beside(text)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Which grant supported the work?", True),
        ("Whom do they thank?", True),
        ("Under which licence is the code?", True),
        ("Who funded this?", True),
        ("Which features support the decision?", False),
        ("Compare Finkel and Krishnan", False),
    ],
)
def test_a_question_may_ask_for_them(question: str, asks: bool) -> None:
    assert asks_beside(question) is asks


def test_a_grant_far_behind_its_verb_is_another_thing() -> None:
    """What runs on without a stop is searched a bounded way: else its time would grow with its square."""
    assert is_beside("The work was done with tools supported by " + "x " * 20 + "a grant.")
    assert not is_beside("Tools supported by " + "x " * 400 + "a grant.")
