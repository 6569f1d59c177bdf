"""The search line: its syntax, and the FTS5 queries made from it; no text of a person's reaches MATCH raw.

Words side by side are only ranked by. ``"quoted phrases"``, ``AND``, ``OR``, ``NOT``, ``-not``, ``prefix*``,
``( )`` and fields are conditions on a paper. What is not well formed is searched as plain words.

    author:name  title:word  venue:word  note:word  tag:word  year:2020  year:2019..2023  in:methods
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from twintree.base.records import Record
from twintree.base.searchfields import SEARCH_FIELDS, year_bounds
from twintree.base.words import STOPWORDS, tokens

#: Fields whose words are looked up in the table of papers, by column there.
COLUMNS = {"author": "authors", "title": "title", "venue": "venue", "journal": "venue", "note": "notes"}
_OPERATORS = frozenset({"AND", "OR", "NOT"})
_FIELD = re.compile(r"(?P<name>[A-Za-z]+):(?P<value>.*)", re.DOTALL)
_LEXEME = re.compile(
    r"""\s+
    | (?P<open>\() | (?P<close>\))
    | (?P<item>-?(?:[A-Za-z]+:)?"[^"]*"      # a phrase, perhaps of a field, perhaps excluded
           | [^\s()"]+(?:\([^\s()"]*\)[^\s()"]*)*)  # a word; parentheses inside one belong to it: f(x)
    """,
    re.VERBOSE,
)
#: A word that a line's end divides.
_DIVIDED = re.compile(r"(?<=[^\W\d_])[-‐\u00ad]\s+(?=[^\W\d_])")
_MAX_DEPTH = 20
_MAX_LEAVES = 64


class Node(Record, frozen=True, kw_only=True):
    """A condition: a leaf with ``text``, or an operator over ``children``."""

    op: str  #: word | phrase | prefix | field | and | or | not; "row" while parsing: words side by side
    text: str = ""
    field: str = ""
    children: tuple[Node, ...] = ()


class Query(Record, frozen=True, kw_only=True):
    """A search line as understood.

    Attributes:
        text: as typed.
        words: what papers are ranked by: words and phrases that are wanted, without syntax.
        condition: what a paper must fulfil; None when only ranking counts.
        phrases: quoted phrases that are wanted: found verbatim.
        sections: titles or roles of sections to which hits are confined (``in:``).
        listed: the line is ``*`` or empty: every paper, nothing ranked.
        plain: why the line's syntax was set aside, or ``""``.
    """

    text: str
    words: str = ""
    condition: Node | None = None
    phrases: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    listed: bool = False
    plain: str = ""


class _Malformed(Exception):
    """The line is no well-formed query; its words are searched instead."""


def parse(text: str) -> Query:
    """Understand a search line; every text is understood somehow."""
    stripped = text.replace("\x00", " ").strip()
    if stripped in ("", "*"):
        return Query(text=text, listed=True)
    try:
        sections, tree = _take_sections(_Parser(list(_lex(stripped))).parse())
    except _Malformed as why:
        return Query(text=text, words=stripped, plain=str(why))
    wanted = list(_wanted(tree)) if tree else []
    words = " ".join(leaf.text for leaf in wanted)
    return Query(
        text=text,
        words=words,
        condition=_condition(tree) if tree else None,
        phrases=tuple(dict.fromkeys(leaf.text for leaf in wanted if leaf.op == "phrase")),
        sections=sections,
        listed=not words and tree is None and not sections,
    )


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────


def _lex(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        match = _LEXEME.match(text, at)
        if match is None:
            raise _Malformed("a quotation mark is left open")
        at = match.end()
        if match.lastgroup:
            yield match.group()


class _Parser:
    """Recursive descent over lexemes: OR binds weakest, then AND (also unwritten), then NOT."""

    def __init__(self, lexemes: list[str]) -> None:
        self._rest = lexemes
        self._at = 0
        if len(lexemes) > _MAX_LEAVES:
            raise _Malformed("too long for a condition")

    def parse(self) -> Node:
        node = self._or(0)
        if self._peek() is not None:
            raise _Malformed("a parenthesis is closed that was never opened")
        return node

    def _peek(self) -> str | None:
        return self._rest[self._at] if self._at < len(self._rest) else None

    def _take(self) -> str:
        lexeme = self._peek()
        if lexeme is None:
            raise _Malformed("an operator stands alone")
        self._at += 1
        return lexeme

    def _or(self, depth: int) -> Node:
        children = [self._and(depth)]
        while self._peek() == "OR":
            self._take()
            children.append(self._and(depth))
        return _many("or", children)

    def _and(self, depth: int) -> Node:
        children = [self._not(depth)]
        op = "row"
        while (following := self._peek()) not in (None, ")", "OR"):
            if following == "AND":
                self._take()
                op = "and"
            children.append(self._not(depth))
        return _many(op, children)

    def _not(self, depth: int) -> Node:
        lexeme = self._take()
        if lexeme == "NOT":
            return Node(op="not", children=(self._not(depth),))
        if lexeme == "(":
            if depth >= _MAX_DEPTH:
                raise _Malformed("too deeply nested")
            inner = self._or(depth + 1)
            if self._peek() != ")":
                raise _Malformed("a parenthesis is left open")
            self._take()
            return inner
        if lexeme == ")" or lexeme in _OPERATORS:
            raise _Malformed("an operator stands alone")
        return _leaf(lexeme)


def _many(op: str, children: list[Node]) -> Node:
    if op == "row":
        # Parentheses around mere words are punctuation: "RAG (retrieval augmented generation)".
        children = [
            leaf for child in children for leaf in (child.children if child.op == "row" else (child,))
        ]
    return children[0] if len(children) == 1 else Node(op=op, children=tuple(children))


def _leaf(lexeme: str) -> Node:
    if lexeme.startswith("-") and len(lexeme) > 1 and _has_word(lexeme):
        return Node(op="not", children=(_leaf(lexeme[1:]),))
    match = _FIELD.fullmatch(lexeme)
    if match and match["name"].lower() in SEARCH_FIELDS:
        return _field(match["name"].lower(), match["value"].strip('"').strip())
    if lexeme.startswith('"'):
        return _phrase(lexeme.strip('"').strip())
    if lexeme.endswith("*") and re.fullmatch(r"[^\W_]{2,}", lexeme[:-1]):
        return Node(op="prefix", text=lexeme[:-1])
    if '"' in lexeme:
        raise _Malformed("a quotation mark stands inside a word")
    return Node(op="word", text=lexeme)


def _field(name: str, value: str) -> Node:
    if not _has_word(value):
        raise _Malformed(f"{name}: has no value")
    if name == "year" and year_bounds(value) is None:
        raise _Malformed("year: takes a year or a range such as 2019..2023")
    return Node(op="field", field=name, text=value)


def _phrase(text: str) -> Node:
    if not _has_word(text):
        raise _Malformed("a phrase without words")
    # Copied over the end of a line: pages hold such a word joined, or as the compound that it is.
    ways = dict.fromkeys(_DIVIDED.sub(joint, text) for joint in ("", "-"))
    return _many("or", [Node(op="phrase", text=way) for way in ways])


def _has_word(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _take_sections(node: Node) -> tuple[tuple[str, ...], Node | None]:
    """Take ``in:`` out of the top of a condition; deeper down it would mean nothing that can be shown."""
    op = node.op if node.op in ("and", "row") else "row"
    children = node.children if node.op == op else (node,)
    sections = tuple(c.text for c in children if c.op == "field" and c.field == "in")
    rest = [c for c in children if not (c.op == "field" and c.field == "in")]
    return sections, _many(op, rest) if rest else None


def _wanted(node: Node) -> Iterator[Node]:
    if node.op in ("word", "phrase", "prefix"):
        yield node
    elif node.op in ("and", "row", "or"):
        for child in node.children:
            yield from _wanted(child)


def _condition(node: Node) -> Node | None:
    """What a paper must fulfil: all but the words that merely stand side by side at the top."""
    if node.op == "word":
        return None
    if node.op != "row":
        return _strict(node)
    required = [_strict(child) for child in node.children if child.op != "word"]
    return _many("and", required) if required else None


def _strict(node: Node) -> Node:
    op = "and" if node.op == "row" else node.op
    return Node(op=op, text=node.text, field=node.field, children=tuple(map(_strict, node.children)))


# ── FTS5 ─────────────────────────────────────────────────────────────────────────────────────────────


def quoted(text: str, *, prefix: bool = False) -> str:
    """A string as one FTS5 phrase; ``""`` when it holds nothing that FTS5's tokenizer keeps."""
    if not _has_word(text):
        return ""
    return '"' + text.replace("\x00", " ").replace('"', '""') + '"' + ("*" if prefix else "")


def any_of(terms: Iterable[str]) -> str:
    """An FTS5 query for rows with any of the terms; ``""`` when there is none."""
    return " OR ".join(dict.fromkeys(filter(None, map(quoted, terms))))


def column(name: str, value: str) -> str:
    """An FTS5 query for the words of ``value`` in one column of ``paper_words``; ``""`` without words."""
    terms = [quoted(each) for each in tokens(value)]
    return f"{name} : ({' AND '.join(terms)})" if terms else ""


def match_of(node: Node) -> str:
    """A condition on the words of one row as an FTS5 query, without fields; ``""`` if nothing is wanted."""
    if node.op in ("word", "phrase", "prefix"):
        return quoted(node.text, prefix=node.op == "prefix")
    if node.op == "or":
        return _grouped(" OR ", map(match_of, node.children))
    if node.op != "and":
        return ""
    wanted = _grouped(" AND ", map(match_of, node.children))
    unwanted = _grouped(" OR ", (match_of(c.children[0]) for c in node.children if c.op == "not"))
    return f"({wanted} NOT {unwanted})" if wanted and unwanted else wanted


def _grouped(joint: str, parts: Iterable[str]) -> str:
    kept = list(dict.fromkeys(filter(None, parts)))
    return f"({joint.join(kept)})" if len(kept) > 1 else "".join(kept)


def ranked_words(text: str) -> list[str]:
    """The words of a text that carry its topic, each once; all of its words when none does."""
    every = list(dict.fromkeys(tokens(text)))
    return [word for word in every if word.partition("'")[0] not in STOPWORDS] or every
