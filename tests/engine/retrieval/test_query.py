import sqlite3

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from twintree.base.searchfields import year_bounds
from twintree.retrieval.query import Node, Query, any_of, column, match_of, parse, quoted, ranked_words


def shape(node: Node | None) -> object:
    """A condition as nested tuples, to read."""
    if node is None:
        return None
    if node.op == "field":
        return f"{node.field}={node.text}"
    if node.children:
        return (node.op, *map(shape, node.children))
    return node.text if node.op == "word" else f"{node.op}:{node.text}"


@pytest.mark.parametrize(
    ("line", "condition", "words"),
    [
        ("section trees", None, "section trees"),
        ('"section trees" retrieval', "phrase:section trees", "section trees retrieval"),
        ("trees AND graphs", ("and", "trees", "graphs"), "trees graphs"),
        ("trees OR graphs", ("or", "trees", "graphs"), "trees graphs"),
        ("trees -graphs", ("not", "graphs"), "trees"),
        ("trees NOT graphs", ("not", "graphs"), "trees"),
        ('trees -"knowledge graph"', ("not", "phrase:knowledge graph"), "trees"),
        ("retriev*", "prefix:retriev", "retriev"),
        ("deep trees OR graphs", ("or", ("and", "deep", "trees"), "graphs"), "deep trees graphs"),
        ("a AND (b OR c) AND NOT d", ("and", "a", ("or", "b", "c"), ("not", "d")), "a b c"),
        ("author:Meng trees", "author=Meng", "trees"),
        ('author:"van der Berg" year:2019..2023', ("and", "author=van der Berg", "year=2019..2023"), ""),
        ("-tag:done year:2020 x", ("and", ("not", "tag=done"), "year=2020"), "x"),
        ("Title:trees venue:ACL note:check", ("and", "title=trees", "venue=ACL", "note=check"), ""),
    ],
)
def test_syntax_becomes_a_condition_and_words_to_rank_by(line: str, condition: object, words: str) -> None:
    query = parse(line)
    assert (shape(query.condition), query.words, query.plain) == (condition, words, "")


@pytest.mark.parametrize(
    "line",
    [
        "C++", "state-of-the-art", "what's RAG?", "foo:bar", "AND", "OR", "NOT", "a OR", "AND b", '"',
        'open "quote', "(a", "a)", ":-)", "year:soon", "author:", '""', "5\" screens", "((((", "-", "a^2",
        "{x}", "*a", "why is 3 < 4?", "(" * 40 + "a" + ")" * 40, "w " * 200,
    ],
)  # fmt: skip
def test_what_is_no_query_is_searched_as_plain_words(line: str) -> None:
    query = parse(line)
    assert query.condition is None
    assert not query.listed
    assert query.words.split() == line.split()


@pytest.mark.parametrize("line", ["*", "", "   "])
def test_star_and_nothing_list_the_library(line: str) -> None:
    assert parse(line).listed


def test_parentheses_around_mere_words_are_punctuation() -> None:
    query = parse("what is RAG (retrieval augmented generation)?")
    assert query.condition is None
    assert "augmented" in query.words
    assert "generation" in query.words


def test_in_confines_hits_to_sections() -> None:
    query = parse('in:methods "ablation study"')
    assert query.sections == ("methods",)
    assert shape(query.condition) == "phrase:ablation study"
    assert query.phrases == ("ablation study",)
    assert parse("in:methods").sections == ("methods",)
    assert shape(parse("-in:methods trees").condition) == ("not", "in=methods")


@pytest.mark.parametrize(
    ("value", "bounds"),
    [
        ("2020", (2020, 2020)), ("2019..2023", (2019, 2023)), ("2019-2023", (2019, 2023)),
        ("2019..", (2019, None)), ("..2023", (None, 2023)), ("..", None), ("20", None), ("new", None),
    ],
)  # fmt: skip
def test_years_read_single_years_and_ranges(value: str, bounds: object) -> None:
    assert year_bounds(value) == bounds


def test_query_goes_through_json_unchanged() -> None:
    query = parse('a AND ("b c" OR d*) -tag:x in:methods')
    assert msgspec.json.decode(msgspec.json.encode(query), type=Query) == query


def test_words_to_rank_by_leave_out_those_without_a_topic() -> None:
    assert ranked_words("What is the section tree of a paper?") == ["section", "tree"]
    assert ranked_words("to be or not to be") == ["to", "be", "or", "not"]


@pytest.fixture(scope="module")
def index() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    for name, tokenizer in (("words", "unicode61 remove_diacritics 2"), ("grams", "trigram")):
        connection.execute(f"CREATE VIRTUAL TABLE {name} USING fts5(title, authors, tokenize='{tokenizer}')")
        connection.execute(f"INSERT INTO {name} VALUES ('state-of-the-art trees in C++', 'Meng')")
    return connection


FRAGMENTS = ["AND", "OR", "NOT", "-", "(", ")", '"', "*", "a", "b*", "title:", "year:2020", "C++", "''"]
FRAGMENTS += ["^", ":", "NEAR", "東京", "\x00"]
LINES = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.sampled_from(FRAGMENTS),
        max_size=12,
    ).map(" ".join),
)  # fmt: skip


@given(LINES)
@example('"a" AND ("b')
@example("NEAR(a b, 3)")
@example('" OR 1 --')
def test_every_text_makes_a_query_that_fts5_accepts(index: sqlite3.Connection, line: str) -> None:
    query = parse(line)
    matches = [quoted(line), quoted(line, prefix=True), any_of(ranked_words(line)), column("authors", line)]
    if query.condition is not None:
        matches.append(match_of(query.condition))
    for match in filter(None, matches):
        for table in ("words", "grams"):
            index.execute(f"SELECT rowid FROM {table} WHERE {table} MATCH ?", (match,)).fetchall()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("trees AND art", True), ("trees AND graphs", False), ("trees OR graphs", True),
        ("trees AND NOT art", False), ('"the art"', True), ('"art the"', False), ("tre*", True),
        ("state-of-the-art AND trees", True),
    ],
)  # fmt: skip
def test_conditions_on_one_row_mean_what_they_say(index: sqlite3.Connection, line: str, found: bool) -> None:
    condition = parse(line).condition
    assert condition is not None
    rows = index.execute("SELECT rowid FROM words WHERE words MATCH ?", (match_of(condition),)).fetchall()
    assert bool(rows) is found
