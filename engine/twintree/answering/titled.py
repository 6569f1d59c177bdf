"""Sections that a question names by their titles: *the section Data Sets*, *the Related Work section*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from twintree.base.records import Section, SectionTree
from twintree.base.words import content_stems, tokens

_SECTION = r"(?i:sections?|chapters?|abschnitt|kapitel|chapitre)"
_CALLED = r"(?i:called|named|titled|entitled|on|about)"
_SMALL = r"(?:and|of|for|the|in|on|to|with|und|der|des|de|et)"
#: Words before *section* that make it something else.
_OTHER = (
    r"(?i:cross|thin|thick|tissue|liver|brain|paraffin|the|its|their|this|that|each|first|second|last|next)"
)
TITLED = re.compile(
    # the section "Data Sets"
    rf"\b{_SECTION}\s+(?:{_CALLED}\s+)?[\"“„«]\s*(?P<quoted>[^\"”“»]{{3,80}}?)\s*[\"”“»]|"
    # the section Data Sets; the section called data sets
    rf"\b{_SECTION}\s+(?:{_CALLED}\s+)?(?P<behind>[A-Z][\w-]+(?:\s+(?:{_SMALL}\s+)*[A-Z][\w-]*)*)|"
    rf"\b{_SECTION}\s+{_CALLED}\s+(?P<plain>[\w-]+(?:\s+[\w-]+){{0,5}})|"
    # the Data Sets section
    rf"\b(?i:the|its|their)\s+[\"“„«]?(?P<before>(?:(?!{_OTHER}\b)[\w&-]+[\"”“»]?\s+){{1,5}}){_SECTION}\b(?!\s*\d)"
)


def names_a_title(question: str) -> bool:
    """Whether a question names a section by what may be its title."""
    return TITLED.search(question) is not None


def titled_sections(question: str, tree: SectionTree) -> list[Section]:
    """The sections of a paper whose titles a question names, one for each mention, in the order of mention."""
    found: list[Section] = []
    for match in TITLED.finditer(question):
        said = next(group for group in match.groups() if group)
        for words in _readings(said, exact=bool(match["quoted"]), last=bool(match["before"])):
            if (node := _named(words, tree)) is not None:
                found.append(node)
                break
    return list(dict.fromkeys(found))


def _readings(said: str, *, exact: bool, last: bool) -> Iterator[str]:
    """What of the words may be the title, the longest first: all of them, or their beginning or end."""
    words = said.strip(' "”“»«„').split()
    for size in range(len(words), 0 if not exact else len(words) - 1, -1):
        yield " ".join(words[-size:] if last else words[:size])


def _named(words: str, tree: SectionTree) -> Section | None:
    """The section that has this title, or else the one whose title has all of its words, and not many others."""
    letters = "".join(tokens(words))
    for node in tree.nodes:
        if letters and "".join(tokens(node.title)) == letters:
            return node
    wanted = set(content_stems(words))
    titles = [(node, set(content_stems(node.title))) for node in tree.nodes]
    holding = [(node, title) for node, title in titles if wanted <= title and len(title) <= 2 * len(wanted)]
    return min(holding, key=lambda each: len(each[1]), default=(None, set()))[0]
