"""The deterministic extractor: the sentences that say most of what a paper adds, typed and worded to stand alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from twintree.base.claims import Claim
from twintree.base.ids import FileId
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.base.records import Paper, SectionTree
from twintree.base.words import content_stems
from twintree.knowledge.claims.candidates import Candidate, candidates
from twintree.knowledge.claims.cues import cues
from twintree.knowledge.claims.kinds import OWN_VOICE, kind_of, weigh_kinds
from twintree.knowledge.claims.wording import label_of, standing_alone

#: Claims of a paper (Crase: four to five), and how many of them may only set the scene.
MOST, MOST_CONTEXTUAL = 5, 1
_LEAST_SCORE = 0.6
#: Before this place in the abstract a sentence without the paper's own voice sets the scene.
_EARLY = 0.35
#: A claim whose words are this much those of a chosen one says it again.
_SAME = 0.4

_PARTS = {"abstract": 1.4, "conclusion": 0.6, "introduction": 0.1}


class ClaimExtractor(Protocol):
    """Takes a paper's claims from its pages."""

    @property
    def source(self) -> str:
        """What its claims are marked with."""
        ...

    def extract(
        self, paper: Paper, file: FileId, pages: Sequence[PageText], tree: SectionTree, cancel: CancelToken
    ) -> list[Claim]:
        """At most ``MOST`` claims, the weightiest first, without ids; none where there is no text to take them from."""
        ...


class RulesExtractor:
    """Sentences scored by part, place, cues and the title's words; no two that say one thing."""

    source = "rules:1"

    def extract(
        self, paper: Paper, file: FileId, pages: Sequence[PageText], tree: SectionTree, cancel: CancelToken
    ) -> list[Claim]:
        """See ``ClaimExtractor``."""
        cancel.check()
        found = candidates(pages, tree, paper.abstract)
        title = frozenset(content_stems(paper.row.title))
        label = label_of(paper.row.authors, paper.row.year, paper.row.title)
        scored = sorted(
            ((_score(each, title), number, each) for number, each in enumerate(found)),
            key=lambda item: (-item[0], item[1]),
        )
        return [
            Claim(
                paper=paper.row.id,
                file=file,
                type=kind,
                text=standing_alone(each.text, label),
                quote=each.quote,
                page=each.spans[0].page,
                spans=each.spans,
                section=each.part,
                source=self.source,
                confidence=round(min(1.0, max(0.0, score / 4)), 3),
            )
            for score, each, kind in _chosen([(score, each) for score, _, each in scored])
        ]


def _score(candidate: Candidate, title: frozenset[str]) -> float:
    text = candidate.text
    stems = frozenset(content_stems(text))
    score = _PARTS[candidate.part] + sum(weight for weight, cue in cues().salience if cue.search(text))
    score += 1.0 * len(stems & title) / max(4, len(title))
    words = len(text.split())
    if words > 42:
        score -= 0.4
    if len(stems) < 6:
        score -= 0.5
    if candidate.part == "introduction":  # what a paper does stands at the end of its introduction
        score += 0.3 * candidate.place
    early = candidate.part == "introduction" or (candidate.part == "abstract" and candidate.place < _EARLY)
    if early and not OWN_VOICE.search(text):
        score -= 0.4
    kinds = weigh_kinds(text, candidate.part, candidate.place)
    return score + 0.1 * max(kinds.values())


def _chosen(scored: Sequence[tuple[float, Candidate]]) -> list[tuple[float, Candidate, str]]:
    chosen: list[tuple[float, Candidate, str]] = []
    said: list[frozenset[str]] = []
    contextual = 0
    for score, each in scored:
        if len(chosen) == MOST or (score < _LEAST_SCORE and len(chosen) >= MOST - 1):
            break
        stems = frozenset(content_stems(each.text))
        kind = kind_of(each.text, each.part, each.place)
        if any(_overlap(stems, other) > _SAME for other in said) or (
            kind == "CONTEXTUAL" and contextual == MOST_CONTEXTUAL
        ):
            continue
        chosen.append((score, each, kind))
        said.append(stems)
        contextual += kind == "CONTEXTUAL"
    return chosen


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / max(1, len(one) + len(other))
