"""Metadata of real papers: titles against the manifest; authors, year, abstract and DOI against the JATS gold."""

from __future__ import annotations

import csv
import json
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rapidfuzz.fuzz import ratio

from twintree.base.names import family_name, to_ascii
from twintree.base.records import Paper
from twintree.base.text import folded
from twintree.bench.corpus import library_of, names_of, pdfs
from twintree.bench.table import BenchTable, Target
from twintree.library import Library
from twintree.metrics.intervals import Estimate, bootstrap_interval

_AGREE = 90.0


def run(data: Path) -> BenchTable:
    """Compare what the ledger chose with the manifest (titles) and ``bench/pdf-gold`` (the other fields)."""
    root = data / "library"
    with library_of(pdfs(root), "papers-113") as library:
        papers = {name: library.papers.get(id_) for name, id_ in names_of(library, root).items()}
        titles = _titles(root, papers)
        trivial = _trivial_titles(library, root, papers)
    gold = {
        p.parent.name: json.loads(p.read_text("utf-8"))
        for p in sorted((data / "bench/pdf-gold").glob("*/gold.json"))
    }
    by_stem = {Path(name).stem: paper for name, paper in papers.items()}
    pairs = [(by_stem[name], each) for name, each in gold.items() if name in by_stem]
    rows: list[tuple[Any, ...]] = [
        ("title", "Twintree", len(titles), bootstrap_interval(titles)),
        ("title", "trivial: first line of page 1", len(trivial), bootstrap_interval(trivial)),
    ]
    names = [score for paper, each in pairs for score in _authors(paper, each)]
    rows.append(("authors, per name", "Twintree", len(names), bootstrap_interval(names)))
    for field, score in (("year", _year), ("abstract", _abstract), ("doi", _doi)):
        scores = [value for paper, each in pairs if (value := score(paper, each)) is not None]
        rows.append(
            (field, "Twintree", len(scores), bootstrap_interval(scores) if scores else Estimate(0, 0, 0))
        )
    return BenchTable(
        name="metadata",
        command="twintree bench metadata",
        columns=("field", "method", "n", "share right"),
        rows=tuple(rows),
        notes=(
            "titles and abstracts agree from a folded ratio of 90 on; the rules were written looking at these papers",
        ),
        targets=(
            Target(
                name="titles",
                bar=0.97,
                measured=sum(titles) / len(titles),
                trivial=sum(trivial) / len(trivial),
            ),
            Target(name="authors per name", bar=0.95, measured=sum(names) / max(len(names), 1)),
        ),
    )


def _same(one: str, other: str) -> float:
    return float(ratio(_plain(one), _plain(other)) >= _AGREE)


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", folded(text))
    return " ".join(
        "".join(c if c.isalnum() else " " for c in decomposed if not unicodedata.combining(c)).split()
    )


def _titles(root: Path, papers: Mapping[str, Paper]) -> list[float]:
    with (root / "manifest.csv").open(encoding="utf-8", newline="") as file:
        wanted = {row["file"]: row["title"] for row in csv.DictReader(file) if row.get("title")}
    return [_same(papers[name].row.title if name in papers else "", title) for name, title in wanted.items()]


def _trivial_titles(library: Library, root: Path, papers: Mapping[str, Paper]) -> list[float]:
    with (root / "manifest.csv").open(encoding="utf-8", newline="") as file:
        wanted = {row["file"]: row["title"] for row in csv.DictReader(file) if row.get("title")}
    scores = []
    for name, title in wanted.items():
        files = papers[name].files if name in papers else ()
        first = library.papers.page(files[0].id, 1).text.strip().split("\n", 1)[0] if files else ""
        scores.append(_same(first, title))
    return scores


def _authors(paper: Paper, gold: Mapping[str, Any]) -> list[float]:
    found = {to_ascii(family_name(name)).casefold() for name in paper.row.authors}
    return [
        float(to_ascii(family_name(_name(each))).casefold() in found) for each in gold.get("authors") or ()
    ]


def _name(each: str | Mapping[str, str]) -> str:
    if isinstance(each, str):
        return each
    return f"{each.get('family') or each.get('surname') or ''}, {each.get('given') or ''}"


def _year(paper: Paper, gold: Mapping[str, Any]) -> float | None:
    year = gold.get("year")
    return None if not year else float(str(paper.row.year) == str(year))


def _abstract(paper: Paper, gold: Mapping[str, Any]) -> float | None:
    abstract = gold.get("abstract")
    return None if not abstract else _same(paper.abstract, abstract)


def _doi(paper: Paper, gold: Mapping[str, Any]) -> float | None:
    doi = (gold.get("ids") or {}).get("doi")
    return None if not doi else float(paper.doi.casefold() == str(doi).casefold())


__all__: Sequence[str] = ("run",)
