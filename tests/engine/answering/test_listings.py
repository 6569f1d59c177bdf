"""Key words, abbreviations and contents are no sentences, and answer only who asks for them."""

from __future__ import annotations

import pytest

from twintree.answering.listings import asks_listing, is_listing


@pytest.mark.parametrize(
    "text",
    [
        "Key Words: bees, honey, long winters, hives of the north",
        "Keywords— bees, honey, hives",
        "Mots-clés : abeilles, miel, ruches, hivers du nord",
        "Abbreviations: HV, hive value; BN, bee number",
        "2.3 Hives of the north . . . . . . . . . . . . 41",
        "Ruches du nord ......................... 12",
        "HC, high cholesterol; EO, essential oil.",
        "CAT, catalase; ROS, reactive oxygen species; GSH, glutathione",
    ],
)
def test_a_list_is_no_sentence(text: str) -> None:
    assert is_listing(text)


@pytest.mark.parametrize(
    "text",
    [
        "Key words were chosen by two keepers from the titles.",
        "We compare NB, SVM, and CRF on three sets of hives.",
        "The keeper waited ... and then the bees came home.",
        "The abbreviation HV stands for hive value.",
    ],
)
def test_a_sentence_about_such_things_is_one(text: str) -> None:
    assert not is_listing(text)


def test_who_asks_for_a_list_may_be_told_it() -> None:
    assert asks_listing("What are the keywords of the bee paper?")
    assert asks_listing("Quels sont les mots-clés ?")
    assert not asks_listing("How do bees find their way?")
