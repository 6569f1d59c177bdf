"""The evidence hierarchy of a paper: Evidence regions, Relation and Topic groups, and one root over several papers.

It is a function of the pages, the section tree and the embedder alone (StateRAG §3.2, S.1; DESIGN §7), so that
making it again yields the same. Typed traversal over it is ``EvidenceGraph``'s.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from twintree.base.hierarchy import BELOW, ROOT, Abstraction, Kind, PaperHierarchy, Region
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import Record, Section, Span
from twintree.base.text import sentences
from twintree.base.words import content_stems
from twintree.models.protocol import EmbedderInfo, Vectors, unit

#: Raised whenever the same pages would give another hierarchy.
VERSION = "1"
#: StateRAG S.1: regions of 384 tokens that share 64 with the next one.
_TOKENS, _OVERLAP = 384, 64 / 384
#: Markers that an embedder puts around a window.
_MARKERS = 2
_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
#: Characters between two sentences that still stand side by side; more is something that was left out.
_GAP = 40
_ABSTRACT_CHARACTERS = 240
_KEY_WORDS = 4

Embed = Callable[[Sequence[str]], Vectors]


class Grouping(Record, frozen=True, kw_only=True):
    """How regions are grouped with one embedder (DESIGN §10; StateRAG, Table S1).

    Attributes:
        embedder: name before the ``@`` of the embedder's id.
        relation: least mean cosine of a region to the others of its Relation group.
        topic: the same for Relation groups of a Topic group.
        relation_size: members of a Relation group at most.
        topic_size: members of a Topic group at most.
        parents: groups that a node may be in.
        topics: Topic groups of a paper at most, where ``topic_size`` allows.
        source: where the thresholds come from.
    """

    embedder: str
    relation: float
    topic: float
    relation_size: int = 8
    topic_size: int = 6
    parents: int = 2
    topics: int = 12
    source: str = ""


_MINILM = Grouping(
    embedder="all-MiniLM-L6-v2",
    relation=0.60,
    topic=0.50,
    source="by eye, from the sizes of groups in 16 papers (decision 0009); no measure of answers chose them",
)
_UNKNOWN = Grouping(embedder="", relation=0.78, topic=0.70, source="StateRAG, Table S1")


def grouping_for(embedder: str) -> Grouping:
    """The grouping for an embedder's id (``name@hash``)."""
    return _MINILM if embedder.split("@", maxsplit=1)[0] == _MINILM.embedder else _UNKNOWN


def region_tokens(info: EmbedderInfo) -> int:
    """Word pieces that a region may have: 384, or as many as the embedder reads at once."""
    return min(_TOKENS, max(16, info.limit - _MARKERS))


def count_tokens(text: str) -> int:
    """About how many word pieces a text has; within a fifth for nine pages in ten, above rather than below."""
    total = 0
    for word in _WORD.findall(text):
        if word.isdigit():
            total += math.ceil(len(word) / 2)
        elif not word.isascii():
            total += len(word)
        else:
            total += math.ceil(len(word) / 6) if len(word) > 6 else 1
    return total


def stamp_of(pages: Iterable[PageText], skipped: Iterable[Section], info: EmbedderInfo) -> str:
    """What a hierarchy is made from, as a hash: equal stamps mean equal hierarchies."""
    rules = replace(grouping_for(info.id), source="")  # words about a threshold change no hierarchy
    digest = hashlib.sha256(f"{VERSION} {info.id} {rules}".encode())
    for page in pages:
        digest.update(f"\0{page.number}\0{page.text[: page.body_end]}".encode("utf-8", "replace"))
    for node in skipped:
        digest.update(f"\0{node.start}{node.end}".encode())
    return digest.hexdigest()


def cited_works(nodes: Iterable[Section]) -> list[Section]:
    """The lists of references, which carry no evidence: titles of cited works sound like answers and are none."""
    return [node for node in nodes if node.role == "references"]


def build_hierarchy(
    paper: PaperId,
    file: FileId,
    pages: Sequence[PageText],
    sections: Sequence[Section],
    embed: Embed,
    info: EmbedderInfo,
) -> PaperHierarchy:
    """Make a paper's hierarchy.

    Args:
        paper: whose it is.
        file: the file that the pages belong to.
        pages: in order.
        sections: its section tree; reference lists are left out.
        embed: gives unit vectors, shape (n, d); from a cache where there is one.
        info: of that embedder.
    """
    skipped = cited_works(sections)
    regions = cut_regions(paper, file, pages, skipped, region_tokens(info))
    rules = grouping_for(info.id)
    vectors = embed([region.text for region in regions]) if regions else np.zeros((0, 1), np.float32)
    groups = group(vectors, rules.relation, rules.relation_size, rules.parents)
    words = _Salience(regions)
    relations = tuple(
        Abstraction(
            id=f"{paper}.r{number:03d}",
            paper=paper,
            kind="relation",
            position=number,
            text=words.best_sentence(members),
            members=tuple(regions[at].id for at in members),
        )
        for number, members in enumerate(groups, 1)
    )
    centres = unit(np.stack([vectors[list(members)].mean(0) for members in groups])) if groups else vectors
    above = group(centres, rules.topic, rules.topic_size, rules.parents, most=rules.topics)
    topics = tuple(
        Abstraction(
            id=f"{paper}.t{number:02d}",
            paper=paper,
            kind="topic",
            position=number,
            text=words.topic([groups[at] for at in members], [relations[at].text for at in members]),
            members=tuple(relations[at].id for at in members),
        )
        for number, members in enumerate(above, 1)
    )
    return PaperHierarchy(
        paper=paper,
        model=info.id,
        version=VERSION,
        stamp=stamp_of(pages, skipped, info),
        regions=tuple(regions),
        relations=relations,
        topics=topics,
    )


# ── regions ──────────────────────────────────────────────────────────────────────────────────────────────


class _Piece(Record, frozen=True):
    """A sentence, or as much of a long one as a region holds."""

    span: Span
    text: str
    tokens: int


def cut_regions(
    paper: PaperId, file: FileId, pages: Iterable[PageText], skipped: Sequence[Section], limit: int
) -> list[Region]:
    """Cut pages into regions of whole sentences, each sharing about a sixth of its tokens with the next.

    Furniture and the skipped sections stay out; a sentence longer than ``limit`` tokens is divided.
    """
    pieces = [piece for page in pages for piece in _pieces(page, skipped, limit)]
    regions = []
    for number, (start, end) in enumerate(_windows([piece.tokens for piece in pieces], limit), 1):
        chosen = pieces[start:end]
        regions.append(
            Region(
                id=f"{paper}.e{number:04d}",
                paper=paper,
                file=file,
                position=number,
                spans=tuple(_joined(piece.span for piece in chosen)),
                text=" ".join(piece.text for piece in chosen),
                tokens=sum(piece.tokens for piece in chosen),
            )
        )
    return regions


def _pieces(page: PageText, skipped: Sequence[Section], limit: int) -> Iterator[_Piece]:
    for start, end in sentences(page.text, 0, page.body_end):
        if any(node.start <= (page.number, start) < node.end for node in skipped):
            continue
        for first, last in _divided(page.text, start, end, limit):
            text = " ".join(page.text[first:last].split())
            if any(character.isalnum() for character in text):
                yield _Piece(Span(page.number, first, last), text, count_tokens(text))


def _divided(text: str, start: int, end: int, limit: int) -> Iterator[tuple[int, int]]:
    total = count_tokens(text[start:end])
    if total <= limit:
        yield start, end
        return
    begin, held = start, 0
    for word in re.finditer(r"\S+", text[start:end]):
        tokens = count_tokens(word.group())
        if held and held + tokens > limit:
            yield begin, start + word.start()
            begin, held = start + word.start(), 0
        held += tokens
    yield begin, end


def _windows(tokens: Sequence[int], limit: int) -> Iterator[tuple[int, int]]:
    """Runs ``[start, end)`` of at most ``limit`` tokens; the last pieces of one begin the next."""
    start = 0
    while start < len(tokens):
        end, held = start, 0
        while end < len(tokens) and (end == start or held + tokens[end] <= limit):
            held += tokens[end]
            end += 1
        yield start, end
        if end == len(tokens):
            return
        back, shared = end, 0
        while back - 1 > start and shared + tokens[back - 1] <= limit * _OVERLAP:
            back -= 1
            shared += tokens[back]
        # The next window must reach beyond this one.
        start = back if shared + tokens[end] <= limit else end


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    current: Span | None = None
    for span in spans:
        if current is not None and current.page == span.page and span.start - current.end <= _GAP:
            current = Span(current.page, current.start, span.end)
            continue
        if current is not None:
            yield current
        current = span
    if current is not None:
        yield current


# ── groups ───────────────────────────────────────────────────────────────────────────────────────────────


def group(
    vectors: NDArray[np.float32], threshold: float, size: int, parents: int = 2, *, most: int = 0
) -> list[tuple[int, ...]]:
    """Agglomerative grouping by mean cosine, capped in size; every row is in at least one group.

    Args:
        vectors: unit rows, shape (n, d).
        threshold: least mean cosine between two groups that are joined.
        size: members of a group at most.
        parents: groups that a row may be in; further ones must be as near as ``threshold``.
        most: join the nearest groups, near or not, until there are no more than so many (0: any number);
            groups that ``size`` keeps apart stay apart.

    Returns:
        Groups of row numbers, each ascending, in the order of their first member; ties go to the lower rows.
    """
    if not len(vectors):
        return []
    merged = _merge(vectors, [(at,) for at in range(len(vectors))], threshold, size, 1)
    if most and len(merged) > most:
        merged = _merge(vectors, merged, -1.0, size, most)
    if parents > 1:
        merged = _overlapping(vectors, merged, threshold, size, parents)
    return sorted(tuple(sorted(each)) for each in merged)


def _merge(
    vectors: NDArray[np.float32], groups: list[tuple[int, ...]], threshold: float, size: int, least: int
) -> list[tuple[int, ...]]:
    """Join the nearest pair of groups until none is near or small enough, or ``least`` groups are left."""
    members = [list(each) for each in groups]
    sums = np.stack([vectors[each].sum(0) for each in members]).astype(np.float64)
    counts = np.array([len(each) for each in members], dtype=float)
    near = sums @ sums.T / np.outer(counts, counts)
    near[np.add.outer(counts, counts) > size] = -np.inf
    np.fill_diagonal(near, -np.inf)
    best = near.argmax(1)
    alive = len(members)
    while alive > least:
        values = near[np.arange(len(members)), best]
        first = int(values.argmax())
        if values[first] < threshold or not np.isfinite(values[first]):
            break
        second = int(best[first])
        first, second = min(first, second), max(first, second)
        members[first] += members[second]
        members[second] = []
        sums[first] += sums[second]
        counts[first] += counts[second]
        near[second], near[:, second] = -np.inf, -np.inf
        row = sums @ sums[first] / (counts * counts[first])
        row[(counts + counts[first] > size) | np.array([not each for each in members])] = -np.inf
        row[first] = -np.inf
        near[first], near[:, first] = row, row
        for at in np.flatnonzero((best == first) | (best == second) | (row >= values)):
            best[at] = near[at].argmax()
        best[first] = near[first].argmax()
        alive -= 1
    return [tuple(sorted(each)) for each in members if each]


def _overlapping(
    vectors: NDArray[np.float32], groups: list[tuple[int, ...]], threshold: float, size: int, parents: int
) -> list[tuple[int, ...]]:
    """Let rows join further groups of several members that they are near to, nearest first."""
    members = [list(each) for each in groups]
    count = Counter(at for each in groups for at in each)
    centres = np.stack([vectors[list(each)].mean(0) for each in groups])
    near = vectors @ centres.T
    pairs = sorted(
        (
            (-float(near[row, at]), int(row), int(at))
            for row, at in np.argwhere(near >= threshold)
            if len(groups[at]) > 1 and row not in groups[at]
        )
    )
    for _, row, at in pairs:
        if count[row] < parents and len(members[at]) < size:
            members[at].append(row)
            count[row] += 1
    return [tuple(each) for each in members]


class _Salience:
    """Which words, and so which sentences, tell a group of regions from the rest of the paper."""

    def __init__(self, regions: Sequence[Region]) -> None:
        self._regions = regions
        self._stems = [set(content_stems(region.text)) for region in regions]
        self._holding = Counter(stem for stems in self._stems for stem in stems)

    def _weights(self, members: Iterable[int]) -> dict[str, float]:
        chosen = list(members)
        inside = Counter(stem for at in chosen for stem in self._stems[at])
        total = len(self._regions)
        return {
            stem: count / len(chosen) * math.log(1 + total / self._holding[stem])
            for stem, count in inside.items()
        }

    def best_sentence(self, members: Sequence[int]) -> str:
        """The sentence of the group whose words are most the group's own; the first of equal ones."""
        weights = self._weights(members)
        best, value = "", -1.0
        for at in members:
            text = self._regions[at].text
            for start, end in sentences(text):
                stems = set(content_stems(text[start:end]))
                worth = sum(weights.get(stem, 0.0) for stem in stems) / math.sqrt(len(stems) + 4)
                if worth > value:
                    best, value = text[start:end], worth
        return _shortened(best)

    def topic(self, groups: Sequence[Sequence[int]], texts: Sequence[str]) -> str:
        """A topic's telling words, and the sentence of the Relation that has most of them."""
        members = sorted({at for each in groups for at in each})
        weights = self._weights(members)
        told = " ".join(texts)
        words = {word.casefold(): word for word in re.findall(r"[^\W\d_][\w-]{3,}", told)}
        ranked = sorted(
            words, key=lambda w: (-max(map(weights.get, content_stems(w), [0.0]), default=0.0), w)
        )
        scores = [sum(weights.get(stem, 0.0) for stem in set(content_stems(text))) for text in texts]
        sentence = texts[scores.index(max(scores))]
        return f"{', '.join(words[w] for w in ranked[:_KEY_WORDS])}: {sentence}" if ranked else sentence


def _shortened(text: str) -> str:
    if len(text) <= _ABSTRACT_CHARACTERS:
        return text
    return text[:_ABSTRACT_CHARACTERS].rsplit(" ", 1)[0] + " …"


# ── typed traversal ──────────────────────────────────────────────────────────────────────────────────────


class EvidenceGraph:
    """The hierarchies of the papers at hand under one root: types, admissible steps, paths, and regions.

    ``vectors`` gives each region's unit vector by its id; it may be empty where there is no embedder.
    """

    def __init__(
        self, hierarchies: Sequence[PaperHierarchy], vectors: Mapping[str, Vectors] | None = None
    ) -> None:
        self.vectors = dict(vectors or {})
        self.regions = {region.id: region for each in hierarchies for region in each.regions}
        self._abstractions = {a.id: a for each in hierarchies for a in (*each.relations, *each.topics)}
        self._children: dict[str, tuple[str, ...]] = {
            ROOT: tuple(topic.id for each in hierarchies for topic in each.topics)
        }
        self._children |= {each.id: each.members for each in self._abstractions.values()}
        self._order = {
            region.id: tuple(other.id for other in each.regions)
            for each in hierarchies
            for region in each.regions
        }

    def kind(self, node: str) -> Kind | None:
        """The type of a node (λ); None when there is no such node."""
        if node == ROOT:
            return "root"
        if node in self.regions:
            return "evidence"
        found = self._abstractions.get(node)
        return found.kind if found is not None else None

    def text(self, node: str) -> str:
        """A node's abstraction; a region's is its text."""
        if node in self.regions:
            return self.regions[node].text
        return self._abstractions[node].text if node in self._abstractions else ""

    def children(self, node: str) -> tuple[str, ...]:
        """What may follow a node on a path, in stable order; only nodes of the admissible type."""
        below = BELOW.get(self.kind(node) or "evidence")
        return tuple(each for each in self._children.get(node, ()) if self.kind(each) == below)

    def leaves(self, node: str) -> tuple[str, ...]:
        """The regions below a node, each once; a region is its own."""
        if node in self.regions:
            return (node,)
        return tuple(dict.fromkeys(leaf for child in self.children(node) for leaf in self.leaves(child)))

    def why_inadmissible(self, path: Sequence[str]) -> str:
        """Why a path is no completed Root → Topic → Relation → Evidence trace; ``""`` when it is one."""
        if not path or path[0] != ROOT:
            return "the path does not begin at the root"
        for above, below in itertools.pairwise(path):
            if self.kind(below) is None:
                return f"there is no node {below}"
            if below not in self.children(above):
                return f"{below} does not stand below {above}"
        if self.kind(path[-1]) != "evidence":
            return f"the path ends at {path[-1]}, which is no Evidence"
        return ""

    def region_map(self, path: Sequence[str], above: Kind = "relation") -> tuple[str, ...]:
        """The retrieval region of a completed path (ρ): the Evidence under one of its nodes, and its neighbours.

        Neighbours are the windows just before and behind each of them in its paper.

        Args:
            path: from the root to an Evidence node.
            above: the type of the node on the path whose Evidence is meant.
        """
        own = next(self.leaves(node) for node in path if self.kind(node) == above)
        found: dict[str, None] = dict.fromkeys(own)
        for each in own:
            order = self._order[each]
            at = self.regions[each].position - 1
            found.update(dict.fromkeys(order[max(0, at - 1) : at + 2]))
        return tuple(found)
