"""Claims of ten papers against gold by hand: precision, recall, types and anchors, beside a trivial row.

The five open papers are for building (``--quick``); the five held ones are scored once, at the end. Claims are
matched by where they stand (the gold's key in the claim's quote), and by the judge both ways; what a reader said of a
pair by hand, and of a claim outside the gold, is in ``gold/claims/hand.tsv``.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from twintree.base.claims import unlabelled
from twintree.base.ids import PaperId
from twintree.base.records import Record
from twintree.base.text import find_quote, folded
from twintree.bench.corpus import library_of
from twintree.bench.table import BenchTable, Cell, Target
from twintree.knowledge.claims.candidates import candidates
from twintree.knowledge.entailment import Judge
from twintree.library import Library
from twintree.metrics.intervals import Estimate

_TRIVIAL, _RULES = "first and last sentences, all EMPIRICAL (trivial)", "rules"
_RESAMPLES = 2000


class GoldClaim(Record, frozen=True, kw_only=True):
    """A claim written by hand; ``key`` is copied from the sentence that carries it."""

    id: str
    type: str
    text: str
    page: int
    key: str


class GoldPaper(Record, frozen=True, kw_only=True):
    """A paper's claims by hand."""

    paper: str
    file: str
    title: str
    split: str
    claims: tuple[GoldClaim, ...]


class Said(Record, frozen=True, kw_only=True):
    """A claim that a row of the table gives for a paper."""

    type: str
    text: str
    quote: str
    page: int


class Fared(Record, frozen=True, kw_only=True):
    """How one paper's claims fared, as counts."""

    gold: int
    said: int
    placed: int  #: matched by the gold's key in the quote
    entailed: int  #: matched by the judge, both ways
    one_way: int
    by_hand: int
    extras: int  #: outside the gold, found acceptable by hand
    judged: int  #: claims that a reader looked at
    typed: int  #: of those placed
    verbatim: int


Rows = Mapping[str, Sequence[Fared]]


def run(data: Path, quick: bool = False) -> BenchTable:
    """The open papers with ``quick``, else the held ones."""
    papers = [paper for paper in gold_papers() if paper.split == ("open" if quick else "held")]
    root = data / "library"
    with library_of([root / paper.file for paper in papers]) as library:
        return table(library, papers)


def gold_papers() -> list[GoldPaper]:
    """The ten papers."""
    folder = files("twintree.bench.gold") / "claims"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".json"))
    return [msgspec.json.decode((folder / name).read_bytes(), type=GoldPaper) for name in names]


def table(library: Library, papers: Sequence[GoldPaper]) -> BenchTable:
    """The table over a library that holds the papers."""
    judge = library.claims.judge()
    hand = _by_hand()
    given: dict[str, Callable[[Library, PaperId], list[Said]]] = {_TRIVIAL: _trivial, _RULES: said_by_rules}
    rows: dict[str, list[Fared]] = {}
    for name, said in given.items():
        rows[name] = []
        for paper in papers:
            known = library.papers.find(Path(paper.file).name)
            rows[name].append(_fared(library, known, paper.claims, said(library, known), judge, hand))
    return _table(rows, papers[0].split)


def said_by_rules(library: Library, paper: PaperId) -> list[Said]:
    """What the library says that a paper claims."""
    found = library.claims.of(paper)
    return [Said(type=each.type, text=each.text, quote=each.quote, page=each.page) for each in found]


def _trivial(library: Library, paper: PaperId) -> list[Said]:
    """The first two and last two sentences of the abstract, and the first of the conclusion."""
    file = library.papers.files(paper)[0].id
    found = candidates(
        list(library.papers.pages(file)), library.papers.tree(paper), library.papers.get(paper).abstract
    )
    abstract = [each for each in found if each.part == "abstract"]
    conclusion = [each for each in found if each.part == "conclusion"]
    chosen = [*abstract[:2], *abstract[2:][-2:], *conclusion[:1]]
    return [Said(type="EMPIRICAL", text=c.text, quote=c.quote, page=c.spans[0].page) for c in chosen]


def _by_hand() -> dict[tuple[str, str], str]:
    """(paper, mark of a quote) -> the id of the gold claim that it says, ``extra``, or ``wrong``."""
    path = files("twintree.bench.gold") / "claims" / "hand.tsv"
    rows = csv.DictReader(path.read_text("utf-8").splitlines(), delimiter="\t")
    return {(row["paper"], row["quote"]): row["verdict"] for row in rows}


def _mark(quote: str) -> str:
    """What a quote is known by in ``hand.tsv``: no words of a paper stand there."""
    return hashlib.sha256(folded(quote).encode()).hexdigest()[:16]


def _fared(
    library: Library,
    paper: PaperId,
    gold: Sequence[GoldClaim],
    said: Sequence[Said],
    judge: Judge,
    hand: Mapping[tuple[str, str], str],
) -> Fared:
    placed = _pairs(np.array([[_placed(one, each) for one in gold] for each in said], dtype=float))
    there, back = _supports(judge, said, gold)
    file = library.papers.files(paper)[0].id
    stem = gold[0].id.rpartition(".")[0]
    verdicts = [hand.get((stem, _mark(each.quote)), "") for each in said]
    return Fared(
        gold=len(gold),
        said=len(said),
        placed=len(placed),
        entailed=len(_pairs((there & back).astype(float))),
        one_way=len(_pairs((there ^ back).astype(float))),
        by_hand=len({verdict for verdict in verdicts if verdict not in ("", "extra", "wrong")}),
        extras=verdicts.count("extra"),
        judged=sum(bool(verdict) for verdict in verdicts),
        typed=sum(said[i].type == gold[j].type for i, j in placed),
        verbatim=sum(find_quote(_around(library, file, each.page), each.quote) is not None for each in said),
    )


def _around(library: Library, file: str, page: int) -> str:
    """A page's body and the next one's, as a quote may run over its end."""
    pages = library.papers.pages(file, page, page + 1)
    return "\n".join(each.text[: each.body_end] for each in pages)


def _placed(gold: GoldClaim, said: Said) -> bool:
    return find_quote(said.quote, gold.key) is not None


def _supports(
    judge: Judge, said: Sequence[Said], gold: Sequence[GoldClaim]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each claim follows from the gold's, and the other way round: shape (said, gold) both."""
    mine, theirs = [unlabelled(each.text) for each in said], [each.text for each in gold]
    there = judge.matrix(mine, theirs)[:, :, 0] >= judge.supports_at
    back = judge.supports_at <= judge.matrix(theirs, mine)[:, :, 0].T
    return there, back


def _pairs(scores: NDArray[np.float64]) -> list[tuple[int, int]]:
    """One-to-one pairs with a score above 0, as many as there can be."""
    if scores.size == 0:
        return []
    rows, columns = linear_sum_assignment(-scores)
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True) if scores[i, j] > 0]


def _table(rows: Rows, split: str) -> BenchTable:
    shown: list[tuple[Cell, ...]] = []
    for name, fared in rows.items():
        shown.append(
            (
                name,
                _share(fared, "placed", "said"),
                _share(fared, "placed", "gold"),
                *(
                    _ratio(fared, part, whole)
                    for part in ("entailed", "by_hand")
                    for whole in ("said", "gold")
                ),
                _ratio(fared, "by_hand", "said", "extras"),
                _ratio(fared, "typed", "placed"),
                _ratio(fared, "verbatim", "said"),
            )
        )
    ours, rival = rows[_RULES], rows[_TRIVIAL]
    return BenchTable(
        name=f"claims: {split} papers",
        command="twintree bench claims" + (" --quick" if split == "open" else ""),
        columns=(
            "method",
            "precision, by place",
            "recall, by place",
            "precision, judge",
            "recall, judge",
            "precision, by hand",
            "recall, by hand",
            "with acceptable extras",
            "types right",
            "anchors verbatim",
        ),
        rows=tuple(shown),
        targets=(
            Target(name="anchors verbatim", bar=1.0, measured=_ratio(ours, "verbatim", "said") or 0.0),
            Target(
                name="recall, by place",
                bar=_ratio(rival, "placed", "gold") or 0.0,
                measured=_ratio(ours, "placed", "gold") or 0.0,
            ),
        ),
        notes=(
            f"{len(ours)} papers, {sum(each.gold for each in ours)} claims by hand, {sum(each.said for each in ours)} "
            f"extracted; {sum(each.one_way for each in ours)} more entailed one way only; "
            f"{sum(each.judged for each in ours)} looked at by hand. Intervals resample papers.",
        ),
    )


def _ratio(fared: Sequence[Fared], part: str, whole: str, more: str = "") -> float | None:
    total = sum(getattr(each, whole) for each in fared)
    looked = part != "by_hand" or any(each.judged for each in fared)
    counted = sum(getattr(each, part) + (getattr(each, more) if more else 0) for each in fared)
    return counted / total if total and looked else None


def _share(fared: Sequence[Fared], part: str, whole: str) -> Estimate:
    random = np.random.default_rng(0)
    drawn = [
        _ratio([fared[at] for at in random.integers(0, len(fared), len(fared))], part, whole) or 0.0
        for _ in range(_RESAMPLES)
    ]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Estimate(_ratio(fared, part, whole) or 0.0, float(low), float(high))
