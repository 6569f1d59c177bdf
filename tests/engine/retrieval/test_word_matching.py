import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twintree.retrieval.matching import (
    KeyFinder,
    Matcher,
    forms,
    gram_pieces,
    is_symbolic,
    key,
    keys,
    snippet_of,
)
from twintree.retrieval.query import parse


@pytest.mark.parametrize(
    ("line", "text", "matched"),
    [
        ("trees", "A tree, two Trees; treetop.", ["tree", "Trees"]),
        ("Müller", "By MULLER and Müller’s group", ["MULLER", "Müller’s"]),
        ('"section tree" pages', "Each section\ntree has pages.", ["section\ntree", "pages"]),
        ("診断", "画像診断の研究", ["診断"]),
        ("what is it", "It is what it is", ["It", "is", "what", "it", "is"]),
        ("trees", "", []),
    ],
)
def test_words_match_by_stem_and_phrases_verbatim(line: str, text: str, matched: list[str]) -> None:
    assert [text[start:end] for start, end in Matcher(parse(line)).spans(text)] == matched


@given(st.text(max_size=80), st.text(max_size=20))
def test_matches_are_ordered_and_do_not_overlap(text: str, line: str) -> None:
    spans = Matcher(parse(line)).spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_forms_share_their_key_and_begin_with_the_word() -> None:
    def every(words: list[str]) -> list[str]:
        return words

    assert forms("summaries", every)[0] == "summaries"
    assert {"summary", "summaries"} <= set(forms("summary", every))
    assert {"stop", "stops", "stopped", "stopping"} <= set(forms("stopping", every))
    assert all(key(each) == key("operations") for each in forms("operations", every))
    assert forms("trees", lambda words: [each for each in words if each in ("tree", "graph")]) == ["tree"]


def test_words_without_a_topic_do_not_count_unless_there_are_no_others() -> None:
    assert keys("what's the tree of a paper?") == ["tree"]
    assert keys("to be or not") == ["to", "be", "or", "not"]


def test_pieces_for_trigrams_are_unspaced_runs_and_words_with_symbols() -> None:
    assert gram_pieces("使う C++ and GPT-4 診断") == ["使う", "診断", "C++"]
    assert gram_pieces("深層学習による") == ["深層学", "層学習", "学習に", "習によ", "による"]
    assert not is_symbolic("state-of-the-art")
    assert not is_symbolic("(see")
    assert is_symbolic("C#")


def test_snippet_shows_where_most_matches_and_says_where_it_was_cut() -> None:
    text = "filler " * 60 + "the tree grows and the tree falls " + "filler " * 60
    snippet = snippet_of(text, Matcher(parse("tree grows falls")).spans(text))
    assert "tree grows and the tree falls" in snippet
    assert snippet.startswith("… ")
    assert snippet.endswith(" …")
    assert len(snippet) < 260
    assert snippet_of("short\ntext", []) == "short text"


@given(st.text(max_size=600), st.integers(20, 300))
def test_snippet_is_one_line_of_bounded_length(text: str, length: int) -> None:
    snippet = snippet_of(text, [], length)
    assert len(snippet) <= length + 4
    assert snippet == " ".join(snippet.split())


@given(
    st.text(st.sampled_from("model MODELS'’é-_. \nα5isn't"), max_size=40),
    st.lists(st.sampled_from(["model", "models", "isn't", "modèle", "i", "t", "α5"]), min_size=1, max_size=3),
)
def test_words_are_found_as_if_each_word_of_the_text_were_looked_at(text: str, words: list[str]) -> None:
    wanted = [key(word) for word in words]
    found = [(start, end) for start, end, _ in KeyFinder(wanted).find(text)]
    every = [m.span() for m in re.finditer(r"[^\W_]+(?:['’][^\W_]+)?", text)]
    starts = tuple(each[: max(2, len(each) - 1)] for each in wanted)
    plain = [
        (a, b)
        for a, b in every
        if key(text[a:b]) in wanted and (not text[a:b].isascii() or text[a:b].lower().startswith(starts))
    ]
    assert found == plain
