"""What a model's reading of papers for their methods costs, and what it adds to the rules' own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from twintree.base.errors import NotFound
from twintree.base.methods import Extraction, Segment
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.bench.methods import Gold, Names, gold
from twintree.bench.table import BenchTable, Cell
from twintree.jobs.methoddesk import CHOSEN_TOKENS
from twintree.jobs.methods import telling
from twintree.knowledge.methods.assembling import homes_of
from twintree.knowledge.methods.deterministic import DeterministicExtractor
from twintree.knowledge.methods.opened import read_paper
from twintree.knowledge.methods.reading import PaperReading
from twintree.knowledge.methods.written import ModelExtractor
from twintree.metrics.naming import match_names, score_of
from twintree.models.host import ModelHost
from twintree.models.llm import Generated, Generation, Message
from twintree.models.reader import LocalReader
from twintree.models.shelf import InstalledModel, ModelShelf

_COMMAND = "twintree bench method-cost"
#: A paper through a cloud model, structure and summaries (VecTree-RAG, its own figure), in seconds.
_CLOUD = 254


class Cost(Record, frozen=True, kw_only=True):
    """What the readings of some segments took."""

    segments: int = 0
    prompt: int = 0
    cached: int = 0
    written: int = 0
    seconds: float = 0.0
    fell_back: int = 0


class _Meter:
    """Asks a model, and adds up what it took; ``forgets`` makes it evaluate every prompt from its beginning.

    A number before the instructions, another each time, does that: the model's process keeps the beginnings of
    several kinds of chat, so a question of another kind in between would let it forget nothing.
    """

    def __init__(self, reader: LocalReader, *, forgets: bool) -> None:
        self._reader, self._forgets = reader, forgets
        self.told: list[Generated] = []

    def __call__(self, request: Generation, cancel: CancelToken) -> Generated:
        if self._forgets:
            first, *rest = request.messages
            numbered = Message(first.role, f"[{len(self.told)}] {first.content}")
            request = msgspec.structs.replace(request, messages=(numbered, *rest))
        self.told.append(self._reader.write(request, lambda piece: None, cancel))
        return self.told[-1]


def run(data: Path, *, quick: bool = False) -> list[BenchTable]:
    """Seconds, tokens and F1 of the largest model that is here, on the open gold papers (``quick``: the shortest).

    Raises:
        NotFound: no language model is on this machine.
    """
    models = [each for each in ModelShelf().installed() if each.kind == "llm"]
    if not models:
        raise NotFound("No language model is on this machine.", "`twintree models fetch` brings one.")
    model = max(models, key=lambda each: each.size)
    papers = [(each, read_paper(data / "library" / each.file)) for each in gold("open")]
    papers = sorted(papers, key=lambda pair: pair[1].length)[: 1 if quick else None]
    ways: tuple[tuple[str, bool, bool], ...] = (
        ("chosen segments, prompt's beginning kept", False, False),
        ("chosen segments, evaluated anew each time", False, True),
        ("all segments, prompt's beginning kept", True, False),
    )
    rows = [_row("rules alone", [_by_rules(each, paper) for each, paper in papers])]
    with ModelHost() as host:
        for name, whole, forgets in ways:
            read = [_by_model(host, model, each, paper, whole, forgets) for each, paper in papers]
            rows.append(_row(name, read))
    return [_table(model, len(papers), rows, quick=quick)]


def _table(
    model: InstalledModel, papers: int, rows: Sequence[tuple[Cell, ...]], *, quick: bool
) -> BenchTable:
    return BenchTable(
        name="methods: what a model's reading costs",
        command=_COMMAND + (" --quick" if quick else ""),
        columns=(
            f"{papers} papers, means of a paper",
            "segments",
            "tokens read",
            "of them kept",
            "tokens written",
            "seconds",
            "by rules after all",
            "methods F1",
        ),
        rows=tuple(rows),
        notes=(
            f"{model.id}; at most {CHOSEN_TOKENS} of our tokens a paper are chosen.",
            f"A cloud model takes {_CLOUD} s a paper for structure and summaries (VecTree-RAG, its own figure).",
            "F1 is against the open gold: the model's methods of the segments that it read, the rules' of the rest.",
        ),
    )


def _row(name: str, read: Sequence[tuple[Cost, float]]) -> tuple[Cell, ...]:
    def mean(pick: Callable[[Cost], float]) -> float:
        return round(sum(pick(cost) for cost, _ in read) / len(read), 1)

    return (
        name,
        mean(lambda c: c.segments),
        mean(lambda c: c.prompt),
        mean(lambda c: c.cached),
        mean(lambda c: c.written),
        mean(lambda c: c.seconds),
        mean(lambda c: c.fell_back),
        round(sum(f1 for _, f1 in read) / len(read), 3),
    )


def _contents(paper: PaperReading) -> dict[str, Extraction]:
    rules, token = DeterministicExtractor(), CancelToken()
    return {each.id: rules.extract(paper, each, token).content for each in paper.segments}


def _by_rules(wanted: Gold, paper: PaperReading) -> tuple[Cost, float]:
    return Cost(), _f1(wanted, paper.segments, _contents(paper))


def _by_model(
    host: ModelHost, model: InstalledModel, wanted: Gold, paper: PaperReading, whole: bool, forgets: bool
) -> tuple[Cost, float]:
    contents = _contents(paper)
    segments = paper.segments if whole else telling(paper.segments, contents, CHOSEN_TOKENS)
    meter = _Meter(LocalReader(host, model), forgets=forgets)
    extractor = ModelExtractor(model.id, model.path, meter, seconds=3600.0)
    fell_back = 0
    for each in segments:
        got = extractor.extract(paper, each, CancelToken()).content
        fell_back += bool(got.note)
        contents[each.id] = got
    cost = Cost(
        segments=len(segments),
        prompt=sum(each.prompt_tokens for each in meter.told),
        cached=sum(each.cached for each in meter.told),
        written=sum(each.written for each in meter.told),
        seconds=sum(each.seconds for each in meter.told),
        fell_back=fell_back,
    )
    return cost, _f1(wanted, paper.segments, contents)


def _f1(wanted: Gold, segments: Sequence[Segment], contents: Mapping[str, Extraction]) -> float:
    said: list[Names] = [
        tuple(dict.fromkeys(name for _, each, _ in home.told for name in (each.name, *each.aliases)))
        for home in homes_of((each, contents[each.id], "") for each in segments)
    ]
    return score_of(len(match_names(wanted.names, said)), len(said), len(wanted.methods)).f1
