"""From a question to a few complementary keyword queries, by rules or by a model that is fit to plan."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence

from twintree.base.progress import CancelToken
from twintree.base.words import STOPWORDS, content_stems, stem, tokens
from twintree.models.llm import Generated, Generation, schema_text
from twintree.models.prompts import PLANNING_SCHEMA, planning_chat
from twintree.models.shelf import InstalledModel

#: Stems -> how telling each is in this library.
Idf = Callable[[Sequence[str]], Mapping[str, float]]
_BREAK = re.compile(r"[,;:.?!()]|\s[-–—]\s")


def keyword_queries(question: str, count: int, idf: Idf) -> tuple[str, ...]:
    """Queries of content words: all of them, the most telling, and each phrase with what tells it apart.

    Args:
        question: in a person's words.
        count: L, at most so many.
        idf: of this library.

    Returns:
        One to ``count`` different queries; the question itself when it has no word that carries a topic.
    """
    phrases = _phrases(question)
    words = list(dict.fromkeys(word for phrase in phrases for word in phrase))
    if not words:
        return (question.strip(),)
    weights = idf([stem(word) for word in words])
    telling = sorted(words, key=lambda word: (-weights.get(stem(word), 0.0), words.index(word)))
    half = set(telling[: max(2, len(words) // 2)])
    queries = [" ".join(words), " ".join(word for word in words if word in half)]
    by_weight = sorted(phrases, key=lambda phrase: -sum(weights.get(stem(word), 0.0) for word in phrase))
    for phrase in by_weight:
        other = next((word for word in telling if word not in phrase), None)
        queries.append(" ".join([*phrase, *([other] if other is not None else [])]))
    rest = [word for word in words if word not in half]
    queries.append(" ".join([*telling[:1], *rest]))
    return tuple(list(dict.fromkeys(queries))[:count])


def _phrases(question: str) -> list[list[str]]:
    """Runs of content words, as a stop word or a comma divides them."""
    phrases: list[list[str]] = []
    for part in _BREAK.split(question):
        run: list[str] = []
        for word in tokens(part):
            if word in STOPWORDS or len(word) < 2:
                phrases.append(run)
                run = []
            else:
                run.append(word)
        phrases.append(run)
    return [phrase for phrase in phrases if phrase]


def written_plan(
    model: InstalledModel,
    write: Callable[[Generation, CancelToken], Generated],
    question: str,
    count: int,
    cancel: CancelToken,
) -> tuple[tuple[str, ...], str] | None:
    """The queries that a model writes and its id; None when none of them shares a word with the question."""
    request = Generation(
        model=model.path,
        messages=planning_chat(question),
        schema=schema_text(PLANNING_SCHEMA),
        max_tokens=200,
    )
    try:
        written = json.loads(write(request, cancel).text)["queries"]
    except (ValueError, KeyError, TypeError):
        return None
    asked = set(content_stems(question))
    fit = [" ".join(each.split()) for each in written if asked & set(content_stems(each))]
    queries = tuple(dict.fromkeys(fit))[:count]
    return (queries, model.id) if queries else None
