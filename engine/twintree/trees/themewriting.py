"""Titles and summaries of themes in a model's words: what the members' own sentences do not carry is not taken."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from twintree.base.agreement import why_unsupported
from twintree.base.methods import Method
from twintree.base.words import content_stems
from twintree.models.llm import Generated, Generation, schema_text
from twintree.models.prompts import Schema, theme_chat
from twintree.trees.themes import Description, line_of, title_of

_WRITTEN = 160
_LONGEST_TITLE = 8  #: words

_SENTENCE: Schema = {"type": "string", "maxLength": 300}
_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "maxLength": 80},
        "sentences": {"type": "array", "items": _SENTENCE, "minItems": 1, "maxItems": 2},
    },
    "required": ["title", "sentences"],
}

Write = Callable[[Generation], Generated]


class ModelThemeWriter:
    """A language model that describes themes.

    Args:
        write: the model's way to write.
        model: its id, which stands beside what it wrote.
        path: of its file.
    """

    def __init__(self, write: Write, model: str, path: str) -> None:
        self._write = write
        self._model = model
        self._path = path

    def describe(self, central: Sequence[Method]) -> Description | None:
        """What the model wrote of a theme, as far as it stands; None where no sentence of its summary does.

        Raises:
            ModelUnavailable: the model cannot be loaded or failed.
        """
        lines = [line_of(method) for method in central]
        request = Generation(
            model=self._path,
            messages=theme_chat(lines),
            schema=schema_text(_SCHEMA),
            max_tokens=_WRITTEN,
        )
        said = _read(self._write(request).text)
        evidence = "\n".join([*lines, *(", ".join(method.keywords) for method in central)])
        sentences = [" ".join(str(each).split()) for each in said.get("sentences", ())]
        kept = [each for each in sentences if each and not why_unsupported(each, evidence)]
        if not kept:
            return None
        title = " ".join(str(said.get("title", "")).split()).rstrip(".")
        if not _title_stands(title, evidence):
            title = title_of(central)
        return Description(title=title, summary=" ".join(kept), by=self._model)


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        # Cut off at the token limit: half of an answer is none.
        return {}
    return found if isinstance(found, dict) else {}


def _title_stands(title: str, evidence: str) -> bool:
    """Whether a title is short, and every topic word of it one of the members' words."""
    stems = set(content_stems(title))
    return bool(stems) and len(title.split()) <= _LONGEST_TITLE and stems <= set(content_stems(evidence))
