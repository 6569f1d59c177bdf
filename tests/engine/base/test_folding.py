"""Folding: what is compared, and where each of its characters came from."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from twintree.base.text import find_quote, find_typed_quote, fold, folded

_STRANGE = "aB ß…ﬁ½\u00ad\u200b\u00a0\u2003¨²—“”\n\tİΣ"
texts = st.text(st.one_of(st.sampled_from(_STRANGE), st.characters(exclude_categories=["Cs"])), max_size=60)


@given(texts)
def test_each_folded_character_stands_in_the_folding_of_its_origin(text: str) -> None:
    flat, origin = fold(text)
    assert flat == folded(text)
    assert len(flat) == len(origin)
    assert origin == sorted(origin)
    for char, at in zip(flat, origin, strict=True):
        # A space stands for any white space, and for characters that decompose to a space and an accent.
        assert char in folded(text[at]) or (char == " " and (text[at].isspace() or not text[at].isalnum()))


@given(texts)
def test_white_space_is_single_and_never_at_an_end(text: str) -> None:
    assert folded(text) == " ".join(folded(text).split())


@given(texts, texts, texts)
def test_a_quote_is_found_however_its_white_space_is_set(before: str, quote: str, after: str) -> None:
    if not folded(quote):
        return
    found = find_quote(f"{before} {quote} {after}", " \n".join(quote.split()))
    assert found is not None
    assert folded(quote) == folded(f"{before} {quote} {after}"[slice(*found)])


def test_soft_hyphens_ligatures_and_dashes_do_not_matter() -> None:
    assert folded("Aﬃ\u00adne —  “x”") == 'affine - "x"'


@given(texts, texts, texts)
def test_a_typed_quote_is_found_wherever_a_quote_is(before: str, quote: str, after: str) -> None:
    text = f"{before} {quote} {after}"
    if (found := find_quote(text, quote)) is not None:
        assert find_typed_quote(text, quote) == found


def test_a_word_divided_at_a_lines_end_is_found_on_a_page_that_joins_it() -> None:
    assert find_typed_quote("An implementation.", "imple-\nmentation") == (3, 17)
    assert find_typed_quote("An imple-mentation, an implementation", "implementation", 20) == (23, 37)
    assert find_typed_quote("An imple-mentation.", "implementation") == (3, 18)
    assert find_typed_quote("From 10-20 to 30", "1020") is None
    assert find_typed_quote("An end", "-") is None
