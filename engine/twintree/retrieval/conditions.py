"""Which papers fulfil a query's condition, by set algebra over what each word, phrase and field matches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from twintree.base.ids import SectionId
from twintree.base.records import Section, SectionTree
from twintree.base.searchfields import year_bounds
from twintree.base.text import find_quote
from twintree.base.words import tokens
from twintree.retrieval.forms import WordForms
from twintree.retrieval.matching import is_symbolic, key
from twintree.retrieval.query import COLUMNS, Node, column, quoted
from twintree.store.ledger import Ledger, translated
from twintree.store.passagewords import PassageWords
from twintree.store.words import gram_text, has_unspaced
from twintree.structure.roles import role_of_title

_MANY = 1_000_000
#: Passages that are read for the symbols of a phrase.
_READ = 5_000

_TAGGED = "SELECT paper.num FROM tag_paper JOIN paper ON paper.id = tag_paper.paper WHERE tag_paper.tag = ?"
_SECTIONS = (
    "SELECT DISTINCT paper.num, section.role, section.title "
    "FROM section JOIN paper ON paper.id = section.paper"
)

Papers = set[int]


class Conditions:
    """Evaluates conditions to sets of papers' numbers, hidden papers among them."""

    def __init__(self, ledger: Ledger, words: PassageWords, forms: WordForms) -> None:
        self._ledger = ledger
        self._words = words
        self._forms = forms

    def papers(self, node: Node, everything: Papers) -> Papers:
        """The papers that fulfil a condition, perhaps among others than those of ``everything``.

        Args:
            node: the condition.
            everything: the papers that count, for what is excluded.
        """
        if node.op == "and":
            wanted = [self.papers(each, everything) for each in node.children if each.op != "not"]
            start = reduce(set.__and__, wanted) if wanted else everything
            unwanted = [
                self.papers(each.children[0], everything) for each in node.children if each.op == "not"
            ]
            return start.difference(*unwanted)
        if node.op == "or":
            return set().union(*(self.papers(each, everything) for each in node.children))
        if node.op == "not":
            return everything - self.papers(node.children[0], everything)
        return self._field(node) if node.op == "field" else self._words_of(node)

    def _words_of(self, node: Node) -> Papers:
        if is_verbatim(node):
            return self._verbatim(node.text)
        if has_unspaced(node.text) or is_symbolic(node.text):
            return self._by_grams(node.text)
        match = quoted(node.text, prefix=node.op == "prefix")
        if not match:
            return set()
        if node.op == "word" and len(tokens(node.text)) == 1:
            # A word stands for its other forms too; a phrase is taken at its word.
            match = self._forms.match(tokens(node.text)[0]) or match
        return self._words.papers_with(match) | self._by_paper_words(match)

    def _verbatim(self, phrase: str) -> Papers:
        """Papers with these very characters: the word index knows no symbols."""
        near = self._words.matching(quoted(phrase), _READ)
        found = {place.number for place in self._words.places(near) if find_quote(place.text, phrase)}
        return found | self._by_title(phrase)

    def _by_grams(self, text: str) -> Papers:
        pieces = gram_text(text).split() or text.split()
        found = [self._by_gram(piece) | self._by_title(piece) for piece in pieces]
        return reduce(set.__and__, found) if found else set()

    def _by_gram(self, piece: str) -> Papers:
        return set(self._words.papers_of(self._words.containing(piece, _MANY)).values())

    def _by_title(self, text: str) -> Papers:
        return self._numbers(
            "SELECT num FROM paper WHERE instr(lower(title), lower(?1)) OR instr(lower(abstract), lower(?1))",
            text,
        )

    def _by_paper_words(self, match: str) -> Papers:
        return self._numbers("SELECT rowid FROM paper_words WHERE paper_words MATCH ?", match)

    def _field(self, node: Node) -> Papers:
        if node.field in COLUMNS:
            match = column(COLUMNS[node.field], node.text)
            return self._by_paper_words(match) if match else set()
        if node.field == "tag":
            return self._numbers(_TAGGED, node.text)
        if node.field == "year":
            low, high = year_bounds(node.text) or (None, None)
            return self._numbers("SELECT num FROM paper WHERE year BETWEEN ? AND ?", low or 0, high or 9999)
        return self._with_section(node.text)

    def _with_section(self, name: str) -> Papers:
        with translated():
            rows = self._ledger.read().execute(_SECTIONS)
            return {row[0] for row in rows if names_section(name, row[1], row[2])}

    def _numbers(self, sql: str, *values: object) -> Papers:
        with translated():
            return {row[0] for row in self._ledger.read().execute(sql, values)}


def is_verbatim(node: Node) -> bool:
    """Whether a phrase holds symbols that no index knows, such as ``3 × 3``."""
    text = node.text
    indexed = has_unspaced(text) or text == gram_text(text)
    return node.op == "phrase" and is_symbolic(text) and not indexed


def names_section(name: str, role: str, title: str) -> bool:
    """Whether ``in:name`` means a section: by its role, or by all of the name's words in its title."""
    if role and role in (name.casefold(), role_of_title(name)):
        return True
    return {key(word) for word in tokens(name)} <= {key(word) for word in tokens(title)}


def named_sections(tree: SectionTree, names: Sequence[str]) -> list[Section]:
    """The sections that any of the names means, and those below them."""
    chosen: dict[SectionId, Section] = {}
    for node in tree.nodes:
        inside = node.parent is not None and node.parent in chosen
        if inside or any(names_section(name, node.role, node.title) for name in names):
            chosen[node.id] = node
    return list(chosen.values())


def stands_in(sections: Sequence[Section], page: int, start: int) -> bool:
    """Whether a position lies in any of the sections, from its title to the next heading."""
    return any(each.start <= (page, start) < each.end for each in sections)
