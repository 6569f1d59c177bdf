"""Reference lists, fields and links against JATS; reference strings; edges in the library; cited sentences."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from twintree.base.ids import PaperId
from twintree.base.inlinks import InnerLink
from twintree.base.pages import PageText
from twintree.base.records import FieldValue, SectionTree
from twintree.bench.jats_references import GoldReference, read_jats
from twintree.bench.reference_scoring import FIELDS, FieldCount, align, gold_fields, naive_fields, said_fields
from twintree.bench.table import BenchTable, Cell, Target
from twintree.knowledge.bibliography import BibliographyEntry, read_bibliography
from twintree.knowledge.cited import cited_sentences
from twintree.knowledge.matching import described, match_papers
from twintree.knowledge.mentions import find_mentions
from twintree.knowledge.refparser import Fields, parse_reference
from twintree.knowledge.running import RunningText
from twintree.knowledge.train.refdata import anystyle
from twintree.metrics.intervals import Estimate, bootstrap_interval
from twintree.sources.inlinks import links_of
from twintree.sources.metadata import propose
from twintree.sources.opening import open_document
from twintree.sources.parser import read_head, read_pages
from twintree.store.citationrows import Described, title_key
from twintree.store.fields import TRUST
from twintree.structure.tree import build_section_tree

_COMMAND = "twintree bench references"


def run(data: Path, *, quick: bool = False) -> list[BenchTable]:
    """All four tables; ``quick`` leaves out the whole library's edges."""
    shelf = _Shelf(data / "library")
    tables = [bibliographies(data, shelf), strings(data, quick=quick), cited_sentence_table(data, shelf)]
    return tables if quick else [*tables, edges(data, shelf)]


class _Shelf:
    """Papers of the shared library, parsed once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._paths = {path.stem: path for path in sorted(root.glob("*/*.pdf"))}
        self._kept: dict[str, tuple[list[PageText], SectionTree, Described]] = {}
        self._entries: dict[str, list[BibliographyEntry]] = {}

    def names(self) -> list[str]:
        return sorted(self._paths)

    def place(self, name: str) -> str:
        return str(self._paths[name].relative_to(self._root).as_posix())

    def read(self, name: str) -> tuple[list[PageText], SectionTree, Described]:
        if name not in self._kept:
            path = self._paths[name]
            head, pages = read_head(path), list(read_pages(path))
            tree, _ = build_section_tree(PaperId("P000000000000"), head, pages, 1)
            values = propose(head, pages[:3], path.name)
            known = Described(
                id=self.place(name),
                title=_chosen(values, "title") or "",
                authors=tuple(_chosen(values, "authors") or ()),
                year=_chosen(values, "year"),
                doi=_chosen(values, "doi") or "",
                arxiv=_chosen(values, "arxiv") or "",
            )
            self._kept[name] = (pages, tree, known)
        return self._kept[name]

    def links(self, name: str) -> list[InnerLink]:
        with open_document(self._paths[name]) as document:
            return list(links_of(document))

    def entries(self, name: str) -> list[BibliographyEntry]:
        if name not in self._entries:
            pages, tree, _ = self.read(name)
            self._entries[name] = read_bibliography(pages, tree)
        return self._entries[name]


def _chosen(values: Sequence[FieldValue], name: str) -> Any:
    own = [each for each in values if each.field == name and each.confidence > 0]
    rank = {source: i for i, source in enumerate(TRUST)}
    best = min(own, key=lambda each: (rank.get(each.source, len(rank)), -each.confidence), default=None)
    return best.value if best is not None else None


# ── 1: reference lists against JATS ──────────────────────────────────────────────────────────────────


class _Paper:
    """One paper's gold and what was read, with the counts that the rows sum up."""

    def __init__(self, shelf: _Shelf, gold_file: Path, name: str) -> None:
        self.gold = read_jats(gold_file)
        pages, tree, _ = shelf.read(name)
        entries = shelf.entries(name)
        links = shelf.links(name)
        self.read = len(entries)
        self.pairs = align(self.gold.references, entries)
        self.fields, self.naive = FieldCount(), FieldCount()
        for i, reference in enumerate(self.gold.references):
            raw = entries[self.pairs[i]].raw if i in self.pairs else ""
            wanted = gold_fields(reference, raw)
            self.fields.add(wanted, said_fields(entries[self.pairs[i]].fields) if raw else None)
            self.naive.add(wanted, said_fields(naive_fields(raw)) if raw else None)
        names = {j: self.gold.references[i].id for i, j in self.pairs.items()}
        said = Counter(names.get(m.entry, f"?{m.entry}") for m in find_mentions(pages, entries, tree, links))
        self.links = _overlap(said, self.gold.links)
        self.naive_links = _overlap(_bracketed(pages, self.gold.references), self.gold.links)


def _overlap(said: Mapping[str, int], gold: Mapping[str, int]) -> tuple[int, int, int]:
    right = sum(min(count, said.get(name, 0)) for name, count in gold.items())
    return right, sum(said.values()), sum(gold.values())


def _bracketed(pages: Sequence[PageText], references: Sequence[GoldReference]) -> Counter[str]:
    """The trivial way to read links: every single number in square brackets is an entry's."""
    said: Counter[str] = Counter()
    for page in pages:
        for match in re.finditer(r"\[(\d+)\]", page.text):
            number = int(match.group(1))
            if 1 <= number <= len(references):
                said[references[number - 1].id] += 1
    return said


def bibliographies(data: Path, shelf: _Shelf) -> BenchTable:
    """Entries, fields and links of the papers that have JATS."""
    folders = sorted(path for path in (data / "bench" / "pdf-gold").iterdir() if path.is_dir())
    papers = [_Paper(shelf, folder / "gold.jats.xml", folder.name) for folder in folders]
    linked = [paper for paper in papers if paper.gold.links]
    found = sum(len(paper.pairs) for paper in papers)
    wanted = sum(len(paper.gold.references) for paper in papers)
    total, naive = FieldCount(), FieldCount()
    for paper in papers:
        total, naive = total + paper.fields, naive + paper.naive
    precision, recall = _ratios([paper.links for paper in linked])
    plain = _ratios([paper.naive_links for paper in linked])
    rows: list[tuple[Cell, ...]] = [
        (
            "entries",
            found / sum(p.read for p in papers),
            found / wanted,
            _mean([len(p.pairs) / max(1, len(p.gold.references)) for p in papers]),
            None,
        ),
        ("all fields (F1)", None, None, _mean([p.fields.f1() for p in papers]), naive.f1()),
        *((f"{name} (F1)", None, None, total.f1(name), naive.f1(name)) for name in FIELDS),
        (
            "links to entries",
            precision,
            recall,
            _mean([_f1(p.links) for p in linked]),
            _f1(_summed(p.naive_links for p in linked)),
        ),
    ]
    return BenchTable(
        name="references: lists against JATS",
        command=_COMMAND,
        columns=("what", "precision", "recall", "F1 or mean per paper", "trivial F1"),
        rows=tuple(rows),
        targets=(
            Target(name="fields, pooled F1", bar=0.90, measured=total.f1(), trivial=naive.f1()),
            Target(name="links, precision", bar=0.90, measured=precision, trivial=plain[0]),
            Target(name="links, recall", bar=0.85, measured=recall, trivial=plain[1]),
        ),
        notes=(
            f"{len(papers)} papers, {wanted} references, links in {len(linked)} papers.",
            f"Fields of references that were not found count as missed. Pooled F1 over all fields: {total.f1():.3f}.",
            "Trivial: the same entries read by a few patterns; links from every single bracketed number.",
            "A range in the JATS (3–5) stands for all its entries. GROBID 0.8.2 reports fields 0.87–0.93 F1 and",
            "contexts 0.85/0.69 (PMC) to 0.96/0.88 (eLife) on its own corpora.",
        ),
    )


def _summed(counts: Iterator[tuple[int, int, int]]) -> tuple[int, int, int]:
    each = list(counts)
    return sum(c[0] for c in each), sum(c[1] for c in each), sum(c[2] for c in each)


def _ratios(counts: Sequence[tuple[int, int, int]]) -> tuple[float, float]:
    right, said, wanted = _summed(iter(counts))
    return right / max(1, said), right / max(1, wanted)


def _f1(count: tuple[int, int, int]) -> float:
    return 2 * count[0] / max(1, count[1] + count[2])


def _mean(values: Sequence[float]) -> Estimate:
    return bootstrap_interval(values)


# ── 2: reference strings ─────────────────────────────────────────────────────────────────────────────


def strings(data: Path, *, quick: bool = False) -> BenchTable:
    """Fields of AnyStyle's gold strings, none of which was trained on."""
    items = list(anystyle(data / "bench" / "refstrings" / "anystyle-gold.xml"))
    items = items[:: 7 if quick else 1]
    ours, naive = [], []
    for text, labels in items:
        wanted = _wanted(text, labels)
        ours.append(_counted(wanted, parse_reference(text)))
        naive.append(_counted(wanted, naive_fields(text)))
    total, plain = _pooled(ours), _pooled(naive)
    rows: list[tuple[Cell, ...]] = [
        (name, total.f1(name), plain.f1(name))
        for name in ("title", "year", "venue", "volume", "first page", "doi")
    ]
    rows.append(("all", _mean([each.f1() for each in ours]), _mean([each.f1() for each in naive])))
    return BenchTable(
        name="references: strings",
        command=_COMMAND,
        columns=("field", "ours (F1)", "trivial (F1)"),
        rows=tuple(rows),
        targets=(Target(name="fields, pooled F1", bar=0.90, measured=total.f1(), trivial=plain.f1()),),
        notes=(
            f"{len(items)} strings of AnyStyle gold. Trained on AnyStyle core and GROBID; no string in both.",
            "Books' titles and collections count as AnyStyle labels them; a venue is its journal or container.",
        ),
    )


def _wanted(text: str, labels: Sequence[str]) -> dict[str, str]:
    def part(*names: str) -> str:
        for name in names:
            piece = "".join(char for char, label in zip(text, labels, strict=True) if label == name)
            if piece.strip():
                return piece
        return ""

    year = re.search(r"(?:1[5-9]|20)\d\d", part("date"))
    page = re.search(r"[A-Z]{0,2}\d+[A-Za-z]?", part("pages"))
    volume = re.search(r"\d+[A-Za-z]?(?:[–-]\d+)?", part("volume"))
    venue = re.sub(r"^\W*in\b[:\s]*", "", part("journal", "container"), flags=re.IGNORECASE)
    doi = re.search(r"10\.\d{4,9}/\S+[^\s.,;)\]]", part("id", "url"))
    return {
        "title": part("title"),
        "year": year.group() if year else "",
        "venue": venue,
        "volume": volume.group() if volume else "",
        "first page": page.group() if page else "",
        "doi": doi.group() if doi else "",
    }


def _counted(wanted: Mapping[str, str], said: Fields) -> FieldCount:
    count = FieldCount()
    count.add(wanted, said_fields(said))
    return count


def _pooled(counts: Sequence[FieldCount]) -> FieldCount:
    total = FieldCount()
    for each in counts:
        total = total + each
    return total


# ── 3: edges within the library ──────────────────────────────────────────────────────────────────────

Edge = tuple[str, str]


def edges(data: Path, shelf: _Shelf) -> BenchTable:
    """Which library paper cites which: every bibliography against every paper."""
    gold, new, traps = _gold_edges()
    deposited = _deposited(data / "bench" / "citation-graph", shelf)
    known = [shelf.read(name)[2] for name in shelf.names()]
    ours: set[Edge] = set()
    naive: set[Edge] = set()
    for name in shelf.names():
        citing = shelf.place(name)
        others = [each for each in known if each.id != citing]
        for entry in shelf.entries(name):
            match = match_papers(described(entry), others)
            if match.paper:
                ours.add((citing, str(match.paper)))
            key = title_key(entry.raw)
            naive |= {
                (citing, each.id)
                for each in others
                if len(title_key(each.title)) > 12 and title_key(each.title) in key
            }
    rows = [
        _edge_row("ours", ours, gold, new, traps, deposited),
        _edge_row("title within the entry (trivial)", naive, gold, new, traps, deposited),
    ]
    right = len(ours & gold)
    return BenchTable(
        name="references: edges within the library",
        command=_COMMAND,
        columns=(
            "matcher",
            "precision",
            "recall",
            "recall, new edges",
            "recall, deposited edges",
            "non-edges proposed",
        ),
        rows=tuple(rows),
        targets=(
            Target(
                name="precision",
                bar=0.98,
                measured=right / max(1, len(ours)),
                trivial=len(naive & gold) / max(1, len(naive)),
            ),
            Target(
                name="recall", bar=0.92, measured=right / len(gold), trivial=len(naive & gold) / len(gold)
            ),
        ),
        notes=(
            f"{len(gold)} gold edges ({len(new)} new), {len(traps)} non-edges, {len(deposited)} deposited edges.",
            "Missed: " + "; ".join(f"{a} → {b}" for a, b in sorted(gold - ours)) + ".",
            "Beyond the gold: " + ("; ".join(f"{a} → {b}" for a, b in sorted(ours - gold)) or "none") + ".",
        ),
    )


def _gold_edges() -> tuple[set[Edge], set[Edge], set[Edge]]:
    folder = files("twintree.bench") / "gold" / "edges"

    def rows(name: str) -> list[dict[str, str]]:
        return list(csv.DictReader((folder / name).read_text("utf-8").splitlines(), delimiter="\t"))

    listed = rows("edges.tsv")
    return (
        {(row["citing"], row["cited"]) for row in listed},
        {(row["citing"], row["cited"]) for row in listed if row["source"] == "new"},
        {(row["citing"], row["cited"]) for row in rows("non_edges.tsv")},
    )


def _deposited(folder: Path, shelf: _Shelf) -> set[Edge]:
    found = set()
    for path in sorted(folder.glob("*.tsv")):
        for row in csv.DictReader(path.read_text("utf-8").splitlines(), delimiter="\t"):
            if row["citing"] in shelf.names() and row["cited"] in shelf.names():
                found.add((shelf.place(row["citing"]), shelf.place(row["cited"])))
    return found


def _edge_row(
    name: str, said: set[Edge], gold: set[Edge], new: set[Edge], traps: set[Edge], deposited: set[Edge]
) -> tuple[Cell, ...]:
    hits = [float(edge in gold) for edge in sorted(said)] or [0.0]
    return (
        name,
        bootstrap_interval(hits),
        bootstrap_interval([float(edge in said) for edge in sorted(gold)]),
        len(said & new) / len(new),
        len(said & deposited) / max(1, len(deposited)),
        len(said & traps),
    )


# ── 4: cited sentences ───────────────────────────────────────────────────────────────────────────────

#: Words that two sentences share, at least, to count as one passage.
_SAME_SENTENCE = 80.0
_OFFERED = 3


def cited_sentence_table(data: Path, shelf: _Shelf) -> BenchTable:
    """SciSumm: do the offered sentences of the cited paper contain one that annotators chose?"""
    notes = json.loads((data / "bench" / "scisumm" / "annotations.json").read_text("utf-8"))
    notes = [note for note in notes if note["reference"] in shelf.names() and note["cited_text"].strip()]
    hits: dict[str, list[float]] = {
        "ours": [],
        "plain similarity": [],
        "first sentences of the abstract (trivial)": [],
    }
    for note in notes:
        pages, tree, _ = shelf.read(note["reference"])
        ours = [each.text for each in cited_sentences(note["citance"], pages, tree, _OFFERED)]
        plain = [each.text for each in cited_sentences(note["citance"], pages, None, _OFFERED)]
        for name, offered in zip(hits, (ours, plain, _first(pages, tree)), strict=True):
            hits[name].append(float(any(_overlaps(each, note["cited_text"]) for each in offered)))
    return BenchTable(
        name="references: cited sentences",
        command=_COMMAND,
        columns=("method", f"an annotated sentence among {_OFFERED}"),
        rows=tuple((name, bootstrap_interval(each)) for name, each in hits.items()),
        notes=(
            f"{len(notes)} citing sentences of three cited papers; a sentence counts when 80 % of its words agree.",
        ),
    )


def _first(pages: Sequence[PageText], tree: SectionTree) -> list[str]:
    text = RunningText(pages, tree)
    inside = [
        (a, b) for a, b in text.all_sentences() if (s := text.section(a)) is not None and s.role == "abstract"
    ]
    return [text.text[a:b] for a, b in (inside or text.all_sentences()[:10])][:_OFFERED]


def _overlaps(offered: str, annotated: str) -> bool:
    return fuzz.token_set_ratio(offered.casefold(), annotated.casefold()) >= _SAME_SENTENCE
