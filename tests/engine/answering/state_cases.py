"""A small evidence graph, and models that behave well or badly, for the tests of answers under control."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from twintree.answering.state.lifecycle import Controller
from twintree.answering.state.likeness import Likeness
from twintree.answering.state.memory import SharedMemory
from twintree.answering.state.method import Kit, roles_by
from twintree.answering.state.opening import RegionOpener
from twintree.answering.state.settings import Budget, StateSettings
from twintree.answering.state.writing import ModelVoice, Voices, silent
from twintree.base.errors import ModelUnavailable
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.base.words import STOPWORDS, tokens
from twintree.models.llm import Generated, Generation
from twintree.models.protocol import EmbedderInfo, Vectors, unit
from twintree.retrieval.ranking import Term
from twintree.trees.hierarchy import EvidenceGraph, build_hierarchy

INFO = EmbedderInfo(id="fake@1", dimension=16, limit=66)
ANIMALS = ("bees", "ants", "wasps", "flies", "moths", "crickets")
FACTS = {
    "bees": "The bees dance for eleven seconds to tell where the food is.",
    "ants": "The ants of the second colony carried 40 seeds an hour.",
    "wasps": "The wasps built their nest from grey paper near the river.",
    "flies": "The flies turn in the air within ten milliseconds.",
    "moths": "The moths find their mates by smell over two kilometres.",
    "crickets": "The crickets sing at night when the air is warm.",
}


def embed(texts: Sequence[str]) -> Vectors:
    """A bag of hashed words: the same words, the same direction."""
    rows = np.full((len(texts), 16), 0.01)
    for at, text in enumerate(texts):
        for word in tokens(text):
            if word not in STOPWORDS:
                rows[at, sum(map(ord, word)) % 16] += 1
    return unit(rows)


def terms(text: str) -> list[Term]:
    return [
        Term(word=word, key=word, match=word, idf=1.0)
        for word in dict.fromkeys(tokens(text))
        if word not in STOPWORDS
    ]


def idf(stems: Sequence[str]) -> dict[str, float]:
    return dict.fromkeys(stems, 1.0)


def pages_of(animals: Sequence[str] = ANIMALS) -> list[PageText]:
    found = []
    for number, animal in enumerate(animals, 1):
        filler = [
            f"Many {animal} were seen in meadow {n} of the valley, and many {animal} left." for n in range(6)
        ]
        text = "\n\n".join([FACTS[animal], *filler])
        found.append(PageText(number, str(number), 595, 842, text, len(text), ()))
    return found


class Field:
    """One paper's graph and all that a controller needs over it."""

    def __init__(self, animals: Sequence[str] = ANIMALS, settings: StateSettings | None = None) -> None:
        self.pages = pages_of(animals)
        hierarchy = build_hierarchy(PaperId("Pa"), FileId("Fa"), self.pages, (), embed, INFO)
        vectors = embed([region.text for region in hierarchy.regions])
        self.graph = EvidenceGraph(
            [hierarchy], {r.id: v for r, v in zip(hierarchy.regions, vectors, strict=True)}
        )
        self.settings = settings or StateSettings()
        self.budget = Budget(self.settings.tokens, self.settings.calls)
        self.likeness = Likeness(lambda texts: embed(texts), terms)
        self.memory = SharedMemory(None, "scope", enabled=self.settings.memory)

    def page(self, file: FileId, number: int) -> PageText:
        assert file == "Fa"
        return self.pages[number - 1]

    def controller(self, voices: Voices = silent, **options: Any) -> Controller:
        kit = Kit(
            papers=(PaperId("Pa"),), graph=self.graph, likeness=self.likeness, budget=self.budget, idf=idf
        )
        roles = options.pop("roles", None) or roles_by(voices, kit, self.settings)
        opener = RegionOpener(
            self.graph, self.page, self.likeness, self.settings.rerank, options.pop("dropped", ())
        )
        return Controller(roles, self.graph, opener, self.memory, self.settings, **options)


class Fake:
    """A model that answers by a rule: a function from the request to the text that it writes."""

    model = "fake-1"
    path = "fake.gguf"

    def __init__(self, answer: Callable[[Generation], str]) -> None:
        self._answer = answer
        self.requests: list[Generation] = []

    def write(self, request: Generation, on_part: Callable[[str], None], cancel: CancelToken) -> Generated:
        self.requests.append(request)
        text = self._answer(request)
        for at in range(0, len(text), 64):
            on_part(text[at : at + 64])
        return Generated(
            text=text, prompt_tokens=50, cached=10, written=20, seconds=0.0, first_token=0.0, backend="cpu"
        )


def saying(value: Any) -> Fake:
    return Fake(lambda request: json.dumps(value))


def dying() -> Fake:
    def die(request: Generation) -> str:
        raise ModelUnavailable("The model's process ended.", "Try again.")

    return Fake(die)


def endless() -> Fake:
    return Fake(lambda request: "and on " * 100_000)


def only(task: str, fake: Fake) -> Voices:
    """The fake for one task, no model for the others."""
    return lambda wanted, budget: ModelVoice(fake, budget) if wanted == task else None
