"""Claims as a language model writes them: constrained by a grammar, then held against the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from twintree.base.agreement import why_unsupported
from twintree.base.claims import TYPES, Claim
from twintree.base.ids import FileId
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.base.records import Paper, SectionTree
from twintree.base.text import find_quote
from twintree.knowledge.claims.candidates import Candidate, candidates
from twintree.knowledge.claims.rules import MOST, RulesExtractor
from twintree.knowledge.claims.wording import label_of
from twintree.models.llm import Generated, Generation, schema_text
from twintree.models.prompts import claims_chat, claims_schema

#: Characters of the three parts that the model is shown.
_SHOWN = 6000
#: With fewer claims that hold, the rules' are kept.
_LEAST = 3
_OWN_VOICE = re.compile(r"\b(?:we|our|us|this paper|this study|this work|the above)\b", re.I)

Write = Callable[[Generation, CancelToken], Generated]


class ModelExtractor:
    """A model's claims, where each holds; else the rules'.

    A claim holds when its quote stands in the parts shown, its numbers, names, words and negation agree with the
    sentence quoted (numbers and names may come from the paper's label), and it speaks neither of *we* nor of
    *this paper*.
    """

    def __init__(self, model: str, path: str, write: Write) -> None:
        self.source = f"model:{model}"
        self._path = path
        self._write = write

    def extract(
        self, paper: Paper, file: FileId, pages: Sequence[PageText], tree: SectionTree, cancel: CancelToken
    ) -> list[Claim]:
        """See ``ClaimExtractor``."""
        found = candidates(pages, tree, paper.abstract)
        shown = _shown(found)
        held: list[Claim] = []
        if shown:
            label = label_of(paper.row.authors, paper.row.year, paper.row.title)
            request = Generation(
                model=self._path,
                messages=claims_chat(label, " ".join(each.text for each in shown)),
                schema=schema_text(claims_schema()),
                max_tokens=900,
            )
            held = self._held(self._write(request, cancel).text, paper, file, shown)
        return held if len(held) >= _LEAST else RulesExtractor().extract(paper, file, pages, tree, cancel)

    def _held(self, text: str, paper: Paper, file: FileId, shown: Sequence[Candidate]) -> list[Claim]:
        try:
            written: list[dict[str, Any]] = json.loads(text)["claims"]
        except (ValueError, KeyError, TypeError):
            return []
        made = (self._claim(each, paper, file, shown) for each in written[:MOST])
        once = {claim.text: claim for claim in made if claim is not None}
        return list(once.values())

    def _claim(
        self, written: dict[str, Any], paper: Paper, file: FileId, shown: Sequence[Candidate]
    ) -> Claim | None:
        text, quote, kind = " ".join(written["text"].split()), written["quote"], written["type"]
        place = next((each for each in shown if find_quote(each.text, quote)), None)
        if place is None or kind not in TYPES or _OWN_VOICE.search(text) or len(quote.split()) < 3:
            return None
        if why_unsupported(text, place.text, label_of(paper.row.authors, paper.row.year, paper.row.title)):
            return None
        return Claim(
            paper=paper.row.id,
            file=file,
            type=kind,
            text=text,
            quote=place.quote,
            page=place.spans[0].page,
            spans=place.spans,
            section=place.part,
            source=self.source,
            confidence=0.5,
        )


def _shown(found: Sequence[Candidate]) -> list[Candidate]:
    """As many sentences as fit: the abstract's, then the conclusion's, then the introduction's last ones."""
    order = {"abstract": 0, "conclusion": 1, "introduction": 2}
    ranked = sorted(
        found, key=lambda each: (order[each.part], -each.place if each.part == "introduction" else each.place)
    )
    length, kept = 0, []
    for each in ranked:
        length += len(each.text) + 1
        if length > _SHOWN:
            break
        kept.append(each)
    return kept
