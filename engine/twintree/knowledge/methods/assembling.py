"""From a paper's payloads to its methods: names that are one meet, offsets become pages, quotes are the
pages' own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from twintree.base.ids import FileId
from twintree.base.methods import (
    ExtractedMethod,
    ExtractedRelation,
    Extraction,
    MethodMention,
    PaperMethods,
    RelationDraft,
    Segment,
    SourceDraft,
)
from twintree.base.pages import PageText
from twintree.base.records import Citation, Span
from twintree.base.text import sentences
from twintree.knowledge.methods.naming import key_of
from twintree.knowledge.methods.segments import spans_of
from twintree.knowledge.methods.shown import row_around

_LONGEST_QUOTE = 700
#: Words of a name that may be written as one.
_SHORT_NAME = 3
#: The texts of pages, by file and number.
_Texts = Mapping[tuple[FileId, int], str]


class Home:
    """All that segments say of one method: each with its segment and by which model; and its folded names."""

    def __init__(self) -> None:
        self.told: list[tuple[Segment, ExtractedMethod, str]] = []
        self.keys: set[str] = set()

    def add(self, segment: Segment, method: ExtractedMethod, by: str) -> None:
        """Take in what one more segment says."""
        self.told.append((segment, method, by))
        self.keys |= keys_of(method)


def keys_of(method: ExtractedMethod) -> set[str]:
    """The folded names under which a method is found again, short ones also as one word: ``sci bert``, ``scibert``."""
    keys = {key for name in (method.name, *method.aliases) if (key := key_of(name))}
    return keys | {key.replace(" ", "") for key in keys if len(key.split()) <= _SHORT_NAME}


def assemble(
    payloads: Sequence[tuple[Segment, Extraction, str]], pages: Mapping[FileId, Sequence[PageText]]
) -> PaperMethods:
    """A paper's methods and relations.

    Args:
        payloads: each segment with its text, what was found in it, and by which model (empty for none).
        pages: of the files that the segments lie in.
    """
    texts = {(file, page.number): page.text for file, all_pages in pages.items() for page in all_pages}
    homes = homes_of(payloads)
    named: dict[str, str] = {}
    drafts = []
    for home in homes:
        draft = _draft(home, texts)
        if draft is not None:
            drafts.append(draft)
            named |= {method.name: draft.name for _, method, _ in home.told}
    relations: dict[tuple[str, str], RelationDraft] = {}
    for segment, extraction, by in payloads:
        for each in extraction.relations:
            relation = _relation(segment, each, named, texts, by)
            if relation is None:
                continue
            known = relations.get((relation.source, relation.target))
            if known is None or relation.rating > known.rating:
                relations[relation.source, relation.target] = relation
    return PaperMethods(sources=tuple(drafts), relations=tuple(relations.values()))


def homes_of(payloads: Iterable[tuple[Segment, Extraction, str]]) -> list[Home]:
    """Methods of all segments, those that share a key together."""
    homes: list[Home] = []
    for segment, extraction, by in payloads:
        for method in extraction.methods:
            keys = keys_of(method)
            shared = [home for home in homes if home.keys & keys]
            home = shared[0] if shared else Home()
            for other in shared[1:]:
                home.told += other.told
                home.keys |= other.keys
                homes.remove(other)
            if not shared:
                homes.append(home)
            home.add(segment, method, by)
    return homes


def _draft(home: Home, texts: _Texts) -> SourceDraft | None:
    """One method of a paper; None when none of its mentions lies on a page."""
    best = max(home.told, key=lambda told: (told[1].score, len(told[1].at)))[1]
    mentions: dict[tuple[FileId, Span], MethodMention] = {}
    for segment, method, _ in home.told:
        for start, end in method.at:
            mention = _mention(segment, start, end, method.role, texts)
            if mention is not None:
                mentions[segment.file, mention.at] = mention
    if not mentions:
        return None
    first = home.told[0][0].file
    roles = [method.role for _, method, _ in home.told]
    aliases = dict.fromkeys(
        name for _, method, _ in home.told for name in (method.name, *method.aliases) if name != best.name
    )
    summary, by = next(((m.summary, by) for _, m, by in home.told if m.summary), ("", ""))
    return SourceDraft(
        name=best.name,
        kind=best.kind,
        role="derived" if 2 * roles.count("derived") > len(roles) or best.role == "derived" else "prior",
        keys=tuple(sorted(home.keys)),
        aliases=tuple(aliases),
        summary=summary,
        keywords=best.keywords,
        mentions=tuple(
            sorted(mentions.values(), key=lambda m: (m.file != first, m.file, m.page, m.at.start))
        ),
        by=by or next((by for _, _, by in home.told if by), ""),
    )


def _mention(segment: Segment, start: int, end: int, role: str, texts: _Texts) -> MethodMention | None:
    at = spans_of(segment, start, end)
    if not at:
        return None
    sentence = row_around(segment, start, end) or _sentence(segment.text, start, end)
    spans = spans_of(segment, *sentence)
    quote = _quote(segment.file, spans, texts)
    return MethodMention(
        paper=segment.paper, file=segment.file, page=at[0].page, spans=spans, quote=quote, at=at[0], role=role
    )


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence around a name; where it has no end in sight, the name with some words around it."""
    begin = max(0, text.rfind("\n\n", 0, start) + 2) if "\n\n" in text[:start] else 0
    stop = text.find("\n\n", end)
    for first, last in sentences(text, begin, len(text) if stop < 0 else stop):
        if first <= start and end <= last and last - first <= _LONGEST_QUOTE:
            return first, last
    return max(begin, start - 80), min(len(text) if stop < 0 else stop, end + 80)


def _quote(file: FileId, spans: Sequence[Span], texts: _Texts) -> str:
    return " ".join(texts[file, span.page][span.start : span.end].strip() for span in spans)


def _relation(
    segment: Segment, each: ExtractedRelation, named: dict[str, str], texts: _Texts, by: str
) -> RelationDraft | None:
    source, target = named.get(each.source), named.get(each.target)
    if source is None or target is None or source == target:
        return None
    evidence = []
    for start, end in each.evidence:
        spans = spans_of(segment, start, end)
        if spans:
            evidence.append(
                Citation(
                    paper=segment.paper,
                    file=segment.file,
                    page=spans[0].page,
                    spans=spans,
                    quote=_quote(segment.file, spans, texts),
                )
            )
    if not evidence:
        return None
    return RelationDraft(
        source=source,
        target=target,
        rating=each.rating,
        explanation=each.explanation,
        evidence=tuple(evidence),
        by=by,
    )
