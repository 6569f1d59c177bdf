"""Titles are verified on their pages, whatever their ligatures, and corrupted ones are caught."""

from __future__ import annotations

from tests.engine.structure.conftest import page_of

from twintree.structure.verify import TitleFinder

BODY = ("Running text about trees and how they grow, which goes on for a while and ends here.", 10.0, False)


def finder() -> TitleFinder:
    pages = [
        page_of(1, [("1 Introduction", 14, True), BODY, ("The ﬁrst Eﬀect", 12, True), BODY]),
        page_of(2, [BODY, ("Results of the Trial", 14, True), BODY]),
        page_of(3, [BODY, BODY]),
        page_of(4, [("Discussion", 14, True), BODY]),
    ]
    return TitleFinder(pages)


def test_a_title_is_found_without_its_number_case_and_ligatures() -> None:
    place = finder().verify("INTRODUCTION", 1)
    assert place is not None
    assert (place.page, place.start) == (1, 2)
    assert finder().verify("the first effect", 1) is not None


def test_a_title_one_page_off_is_verified_and_two_pages_off_is_not() -> None:
    assert finder().verify("Results of the Trial", 3) is not None
    assert finder().verify("Results of the Trial", 4) is None


def test_a_corrupted_title_is_caught() -> None:
    assert finder().verify("Results of the Trail", 2) is None
    assert finder().verify("Methods", 1) is None


def test_words_inside_a_sentence_do_not_verify_a_title() -> None:
    assert finder().verify("trees and how they grow", 1) is None


def test_the_beginning_of_a_longer_word_does_not_verify_a_title() -> None:
    assert finder().verify("Result", 2) is None


def test_repair_seeks_farther_away_and_without_punctuation() -> None:
    place = finder().repair("Discussion", 2)
    assert place is not None
    assert place.page == 4
    assert place.repaired
    assert finder().repair("Results-of-the-Trial", 2) is not None
    assert finder().repair("Nothing of the Kind", 2) is None
