"""Section titles, levels, page ranges against hidden outlines and JATS; corrupted outlines caught."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path

import msgspec

from twintree.base.ids import PaperId
from twintree.base.pages import FileHead, OutlineItem
from twintree.bench.heading_training import samples, train
from twintree.bench.headings_gold import GoldPaper, Heading, bare, gold_papers, is_neutral, match
from twintree.bench.layouts import layout_of
from twintree.bench.table import BenchTable, Cell, Target
from twintree.metrics.intervals import bootstrap_interval
from twintree.structure.candidates import read
from twintree.structure.numbering import parse_number
from twintree.structure.outline import proposals
from twintree.structure.roles import is_known_title
from twintree.structure.scoring import HeadingModel
from twintree.structure.tree import build_section_tree
from twintree.structure.verify import TitleFinder

_PAPER = PaperId("P000000000000")
_CORRUPTED = 0.1
_SEED = 20

Finder = Callable[[GoldPaper], list[Heading]]


class _Count:
    """Pooled hits and misses over papers, with each paper's own F1.

    Args:
        lenient: excuse standard parts (Abstract, References, …) that the gold lacks.
        real: excuse headings that were looked at and are real, see ``adjudicated``.
    """

    def __init__(self, *, lenient: bool = False, real: frozenset[tuple[str, str, int]] = frozenset()) -> None:
        self._lenient = lenient
        self._real = real
        self.hits = self.wrong = self.missed = self.levels = self.parents = self.ranges = self.ranged = 0
        self.each: list[float] = []

    def add(self, paper: GoldPaper, found: Sequence[Heading]) -> None:
        pairs = match(found, paper.headings)
        matched = {j for _, j in pairs}
        wrong = sum(j not in matched and not self._excused(each, paper) for j, each in enumerate(found))
        missed = len(paper.headings) - len(pairs)
        self.hits, self.wrong, self.missed = self.hits + len(pairs), self.wrong + wrong, self.missed + missed
        self.each.append(2 * len(pairs) / max(1, 2 * len(pairs) + wrong + missed))
        for i, j in pairs:
            self.levels += paper.headings[i].level == found[j].level
            self.parents += _parent(paper.headings, i) == _parent(found, j)
            if paper.headings[i].end_page and found[j].end_page:
                self.ranged += 1
                self.ranges += _same_range(paper.headings[i], found[j])

    def _excused(self, heading: Heading, paper: GoldPaper) -> bool:
        if (paper.path.name, bare(heading.title), heading.page) in self._real:
            return True
        return is_neutral(heading.title, paper) or (self._lenient and is_known_title(heading.title))

    @property
    def f1(self) -> float:
        return 2 * self.hits / max(1, 2 * self.hits + self.wrong + self.missed)

    def row(self, name: str, gold: str) -> tuple[Cell, ...]:
        share = max(1, self.hits)
        return (
            name,
            gold,
            len(self.each),
            self.hits / max(1, self.hits + self.wrong),
            self.hits / max(1, self.hits + self.missed),
            self.f1,
            bootstrap_interval(self.each),
            self.levels / share,
            self.parents / share,
            self.ranges / self.ranged if self.ranged else None,
        )


def adjudicated() -> frozenset[tuple[str, str, int]]:
    """Headings that outlines lack and pages print (gold/headings.jsonl): file, folded title, page."""
    text = (resources.files("twintree.bench") / "gold" / "headings.jsonl").read_text("utf-8")
    rows = [json.loads(line) for line in text.splitlines() if line]
    return frozenset((Path(row["file"]).name, bare(row["title"]), row["page"]) for row in rows)


def _parent(headings: Sequence[Heading], at: int) -> str:
    level = headings[at].level
    return next((bare(h.title) for h in reversed(headings[:at]) if h.level < level), "")


def _same_range(gold: Heading, found: Heading) -> bool:
    """An outline does not say whether the next heading stands first on its page: both readings count."""
    return found.page == gold.page and found.end_page in (gold.end_page, max(gold.page, gold.end_page - 1))


def run(data: Path, quick: bool = False) -> BenchTable:
    """Train on each half, measure on the other; corrupt a tenth of the outlines' titles."""
    papers = list(gold_papers(data, limit=30 if quick else 0))
    labelled = samples(papers)
    models = {half: train([each for each in labelled if each.half != half]) for half in (True, False)}
    finders: list[tuple[str, Finder]] = [
        ("trivial: every bold line", _bold_lines),
        ("trivial: every numbered line", _numbered_lines),
        ("typography, outline hidden", lambda paper: _tree(paper, models[paper.half], outline=False)),
        (
            "layout model too, outline hidden",
            lambda paper: _tree(paper, models[paper.half], outline=False, layout=True),
        ),
        ("typography and outline", lambda paper: _tree(paper, models[paper.half], outline=True)),
    ]
    rows: list[tuple[Cell, ...]] = []
    counts: dict[tuple[str, str], _Count] = {}
    for name, finder in finders:
        for kind in ("outline", "jats"):
            count = counts[name, kind] = _Count()
            for paper in papers:
                if paper.kind == kind:
                    count.add(paper, finder(paper))
            rows.append(count.row(name, kind))
    hidden, laid_out, trivial = finders[2][0], finders[3][0], finders[0][0]
    lenient, looked_at = _Count(lenient=True), _Count(real=adjudicated())
    for paper in papers:
        if paper.kind == "outline":
            lenient.add(paper, finders[2][1](paper))
            looked_at.add(paper, finders[3][1](paper))
    rows.append(lenient.row("outline hidden, standard parts excused", "outline"))
    rows.append(looked_at.row("layout model too, after looking", "outline"))
    outlined = [paper for paper in papers if paper.kind == "outline"]
    verified, proposed, caught, corrupted, repaired = _corruption(outlined)
    return BenchTable(
        name="structure",
        command="twintree bench structure",
        columns=(
            "method",
            "gold",
            "papers",
            "precision",
            "recall",
            "F1",
            "F1 a paper",
            "level",
            "parent",
            "pages",
        ),
        rows=tuple(rows),
        notes=(
            f"Outline titles verified before repair: {verified} of {proposed}; after repair {repaired}.",
            "Corrupted outline titles (a word replaced, a foreign title, letters swapped, page moved): "
            f"{caught} of {corrupted} caught.",
            "Weights are trained on the half that a paper is not in. A tree with its outline is measured "
            "on outlines only to show that nothing is lost.",
            "Standard parts excused: Abstract, References and the like are real headings where "
            "they are printed, also where the outline lacks them.",
            "After looking: found titles that the outline lacks were looked at on their pages; those that are real "
            "headings (gold/headings.jsonl) are not counted wrong.",
            "Outlines of which less than half stands on its pages are no gold.",
            "JATS bodies do not list front and back matter: such titles are neither asked for nor counted.",
        ),
        targets=(
            _target("F1, outlines hidden", 0.92, counts, hidden, trivial, "outline"),
            _target("F1, outlines hidden, layout read", 0.92, counts, laid_out, trivial, "outline"),
            Target(name="F1, standard parts excused", bar=0.95, measured=lenient.f1),
            Target(name="F1, layout read, after looking", bar=0.95, measured=looked_at.f1),
            _target("F1, JATS", 0.88, counts, hidden, trivial, "jats"),
            Target(
                name="verified before repair", bar=0.97, measured=verified / max(1, proposed), trivial=None
            ),
            Target(
                name="corrupted titles caught", bar=0.95, measured=caught / max(1, corrupted), trivial=0.0
            ),
        ),
    )


def _target(
    name: str, bar: float, counts: dict[tuple[str, str], _Count], method: str, trivial: str, kind: str
) -> Target:
    return Target(name=name, bar=bar, measured=counts[method, kind].f1, trivial=counts[trivial, kind].f1)


def _tree(paper: GoldPaper, model: HeadingModel, *, outline: bool, layout: bool = False) -> list[Heading]:
    head = paper.head if outline else msgspec.structs.replace(paper.head, outline=())
    boxes = layout_of(paper.path) if layout else None
    tree, _ = build_section_tree(_PAPER, head, paper.pages, 1, layout=boxes, model=model)
    return [
        Heading(node.level, f"{node.number} {node.title}".strip(), node.start_page, node.end_page)
        for node in tree.nodes
        if node.source != "inserted"
    ]


def _bold_lines(paper: GoldPaper) -> list[Heading]:
    rows = [row for row in read(paper.pages).rows if row.bold and len(row.text) < 120]
    return [Heading(1, row.text, row.page) for row in rows]


def _numbered_lines(paper: GoldPaper) -> list[Heading]:
    numbered = [(row, parse_number(row.text)) for row in read(paper.pages).rows if len(row.text) < 120]
    return [Heading(number.depth, row.text, row.page) for row, number in numbered if number]


# ── corrupted outlines ───────────────────────────────────────────────────────────────────────────────


def _corruption(papers: Sequence[GoldPaper]) -> tuple[int, int, int, int, int]:
    """Titles verified, proposed, corrupted ones caught, corrupted, and standing after repair."""
    chance = random.Random(_SEED)  # noqa: S311
    titles = [heading.title for paper in papers for heading in paper.headings]
    verified = proposed = caught = corrupted = repaired = 0
    for paper in papers:
        finder = TitleFinder(paper.pages)
        for item in proposals(paper.head):
            claimed = item.page or 1
            ok = finder.verify(item.title, claimed) is not None
            proposed += 1
            verified += ok
            repaired += ok or finder.repair(item.title, claimed) is not None
            if ok and chance.random() < _CORRUPTED:
                bad = _corrupt(item, paper.head, titles, chance)
                corrupted += 1
                caught += finder.verify(bad.title, bad.page or 1) is None
    return verified, proposed, caught, corrupted, repaired


def _corrupt(item: OutlineItem, head: FileHead, titles: Sequence[str], chance: random.Random) -> OutlineItem:
    words = item.title.split()
    how = chance.choice(("word", "foreign", "letters", "page"))
    if how == "page" and head.pages > 8:
        step = chance.choice((4, 5, 6, 7))
        page = item.page - step if item.page > step else item.page + step
        return OutlineItem(item.level, item.title, page)
    if how == "foreign":
        here = {bare(other.title) for other in head.outline if abs(other.page - item.page) <= 1}
        other = chance.choice([title for title in titles if bare(title) not in here])
        return OutlineItem(item.level, other, item.page)
    at = max(range(len(words)), key=lambda i: len(words[i]))
    word = words[at]
    if how == "letters" and len(word) > 3 and word[1] != word[2]:
        words[at] = word[0] + word[2] + word[1] + word[3:]
    else:
        words[at] = chance.choice([w for title in titles for w in title.split() if w.lower() != word.lower()])
    return OutlineItem(item.level, " ".join(words), item.page)
