"""How the passages' index, which keeps words as they stand, is asked for a word in all its forms."""

from __future__ import annotations

from twintree.retrieval.matching import forms
from twintree.retrieval.query import any_of, quoted
from twintree.store.passagewords import PassageWords


class WordForms:
    """FTS5 queries for words, remembered for as long as the passages stay the same."""

    def __init__(self, passages: PassageWords) -> None:
        self._passages = passages
        self._generation = -1
        self._matches: dict[str, str] = {}

    def match(self, word: str) -> str:
        """A query for any form of a word that occurs; ``""`` when none does."""
        if self._generation != self._passages.generation:
            self._matches = {}
            self._generation = self._passages.generation
        if word not in self._matches:
            self._matches[word] = any_of(forms(word, self._known))
        return self._matches[word]

    def _known(self, words: list[str]) -> list[str]:
        quotes = {quoted(word): word for word in words}
        return [quotes[match] for match in self._passages.present(filter(None, quotes))]
