"""Models read papers and describe themes as jobs: the cost is said first, and nothing in use changes by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from twintree.base.errors import Cancelled, ModelUnavailable, WrongUse
from twintree.base.ids import PaperId
from twintree.base.jobs import JobItem
from twintree.base.progress import CancelToken
from twintree.jobs.modelchoice import ModelOptions, WhichModel, writers_of
from twintree.jobs.summaries import ModelWriter
from twintree.knowledge.methods.written import ModelExtractor
from twintree.library import Library
from twintree.models.fitness import VERSION, Fitness, TaskScore, keep
from twintree.models.host import ModelHost
from twintree.models.llm import Generated, Generation
from twintree.models.shelf import ModelShelf
from twintree.trees.upkeep import refresh_themes

TEXT = (
    "We propose LatticeParser, a new model for dependency parsing of noisy text. LatticeParser is based on the "
    "Conditional Random Field (CRF) model and uses the Viterbi algorithm for decoding. We train LatticeParser with "
    "the Adam optimizer on the Penn Treebank corpus. LatticeParser outperforms the Hidden Markov Model (HMM)."
)
UNFIT = WhichModel(unfit=True)


class Fake:
    """A model that finds one method in whatever it reads, and tells a theme by its first member."""

    def __init__(self, name: str = "LatticeParser") -> None:
        self.name = name
        self.calls = 0
        self.broken = False

    def __call__(self, request: Generation, cancel: CancelToken) -> Generated:
        cancel.check()
        self.calls += 1
        if self.broken:
            raise ModelUnavailable("The model's process ended.", "Try again.")
        method = {"name": self.name, "aliases": [], "kind": "model", "role": "derived", "summary": "A model."}
        answer: dict[str, Any] = {"methods": [method], "relations": []}
        if "sentences" in request.schema:
            name, _, told = request.messages[-1].content.splitlines()[0].partition(": ")
            answer = {"title": name, "sentences": [told or name]}
        return Generated(
            text=json.dumps(answer),
            prompt_tokens=900,
            cached=0,
            written=60,
            seconds=2.0,
            first_token=0.1,
            backend="cpu",
        )

    def writer(self, task: str, which: WhichModel) -> ModelWriter:
        """As the library's way to find a model for a task."""
        return ModelWriter(model="fake", path="fake.gguf", write=self, reading=100.0, writing=10.0)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("work")
    files = []
    for name in ("LatticeParser", "SwiftTagger"):
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_textbox(pymupdf.Rect(72, 60, 523, 90), f"{name}: a study", fontsize=18)
            page.insert_textbox(
                pymupdf.Rect(72, 120, 523, 770), TEXT.replace("LatticeParser", name), fontsize=11
            )
            document.save(folder / f"{name}.pdf")
        files.append(folder / f"{name}.pdf")
    with Library.create(folder / "library") as opened:
        opened.jobs.submit_import(files).wait()
        opened.methods.make_up()
        yield opened


@pytest.fixture
def fake(library: Library, monkeypatch: pytest.MonkeyPatch) -> Fake:
    model = Fake()
    for work in (library.model_work.methods, library.model_work.themes):
        monkeypatch.setattr(work, "_writers", model.writer)
    return model


def paper(library: Library, name: str = "LatticeParser") -> PaperId:
    return next(row.id for row in library.papers.rows() if name in row.title)


def names(library: Library) -> set[str]:
    return {each.name for each in library.methods.list()}


def test_a_job_reads_what_was_chosen_and_changes_nothing_until_it_is_accepted(
    library: Library, fake: Fake
) -> None:
    chosen, before = [paper(library)], names(library)
    work = library.model_work.methods
    cost = work.estimate(chosen)
    assert (cost.papers, cost.segments, cost.kept) == (1, 1, 0)
    assert cost.seconds is not None
    assert cost.tokens / 100 < cost.seconds < cost.tokens / 10

    handle = work.submit(chosen)
    handle.wait()

    (item,) = library.jobs.items(handle.id)
    assert item.state == "done"
    assert "1 segments read" in item.reason
    assert names(library) == before
    (waiting,) = work.waiting(chosen)
    assert "Adam optimizer" in waiting.removed
    assert fake.calls == 1

    again = work.estimate(chosen)
    assert (again.segments, again.kept) == (0, 1), "what was read is not read again"

    assert [each.paper for each in work.accept(chosen)] == chosen
    assert work.waiting(chosen) == []
    assert {each.by for each in library.methods.get("LatticeParser").sources} == {"fake"}
    assert work.accept(chosen) == [], "what was taken over is not taken over again"
    assert library.methods.accept(waiting) == []
    library.methods.back_to_rules(chosen[0])
    assert names(library) == before
    assert library.check() == []


def test_the_next_estimate_goes_by_what_the_model_took(library: Library, fake: Fake) -> None:
    work = library.model_work.methods
    work.submit([paper(library)]).wait()
    other = [paper(library, "SwiftTagger")]
    with library._ledger.write() as connection:
        connection.execute("UPDATE payload SET seconds = 300 WHERE extractor = 'methods/model'")
    cost = work.estimate(other)
    assert cost.seconds == pytest.approx(300, rel=0.3), "the two papers are of about one length"


def test_a_stopped_reading_keeps_its_segments_and_goes_on_behind_them(library: Library, fake: Fake) -> None:
    """The craft is called directly: where the job stops must not depend on the clock."""
    work, token = library.model_work.methods, CancelToken()
    fake.name = "SwiftTagger"
    token.cancel()
    item = JobItem(path="x", state="running", paper=paper(library, "SwiftTagger"))
    with pytest.raises(Cancelled):
        work.read(item, token, lambda done, total: None)
    assert fake.calls == 0
    outcome = work.read(item, CancelToken(), lambda done, total: None)
    assert outcome.state == "done"
    assert fake.calls == 1
    work.read(item, CancelToken(), lambda done, total: None)
    assert fake.calls == 1


def test_a_model_that_invents_is_refused_and_the_report_says_so(library: Library, fake: Fake) -> None:
    fake.name = "Transformer"
    with library._ledger.write() as connection:
        connection.execute("DELETE FROM payload WHERE extractor = 'methods/model'")
    item = JobItem(path="x", state="running", paper=paper(library, "SwiftTagger"))
    outcome = library.model_work.methods.read(item, CancelToken(), lambda done, total: None)
    assert "1 segments were done by rules after all" in outcome.reason
    assert fake.calls == 2, "a segment is tried once more"
    assert library.model_work.methods.waiting([paper(library, "SwiftTagger")]) == []


def test_what_a_model_could_not_do_is_tried_again_by_the_next_job_and_by_no_other(
    library: Library, fake: Fake
) -> None:
    chosen = [paper(library, "SwiftTagger")]
    with library._ledger.write() as connection:
        connection.execute("DELETE FROM payload WHERE extractor = 'methods/model'")
    fake.name, fake.broken = "SwiftTagger", True
    work = library.model_work.methods
    handle = work.submit(chosen)
    handle.wait()
    assert "1 segments were done by rules after all" in library.jobs.items(handle.id)[0].reason
    assert fake.calls == 2
    kept = [each for each in library.methods.store.payloads(chosen[0]) if each.model]
    assert [each.content.again for each in kept] == [True]
    assert {each.by for each in library._method_finder.assembled(kept).sources} == {""}, "rules found them"

    work._finder.extract(
        chosen[0], work._finder.chosen(chosen[0], 4000), _extractor(fake), CancelToken(), since=kept[0].at
    )
    assert fake.calls == 2, "within its job, resumed say, it is left at that"

    fake.broken = False
    assert work.estimate(chosen).segments == 1
    work.submit(chosen).wait()
    assert fake.calls == 3
    assert [each.content.note for each in library.methods.store.payloads(chosen[0]) if each.model] == [""]
    assert work.estimate(chosen).segments == 0


def _extractor(fake: Fake) -> ModelExtractor:
    return ModelExtractor("fake", "fake.gguf", fake)


def test_themes_are_titled_by_a_model_and_a_persons_title_stays(library: Library, fake: Fake) -> None:
    work = library.model_work.themes
    theme = library.methods.themes()[0]
    library.methods.store.describe_theme(theme.id, title="Mine", summary="My words.")
    cost = work.estimate()
    assert cost.themes == len(library.methods.themes()) - 1

    handle = work.submit() if cost.themes else None
    if handle is not None:
        handle.wait()
    assert next(each for each in library.methods.themes() if each.id == theme.id).title == "Mine"

    library.methods.undo()
    work.submit().wait()
    themes = library.methods.themes()
    assert {(each.title_by, each.summary_by) for each in themes} == {("fake", "fake")}
    refresh_themes(library._ledger, library.methods._embed)
    assert library.methods.themes() == themes
    with pytest.raises(WrongUse, match="No theme is left"):
        work.submit()
    assert library.check() == []


# ── which model ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def shelf(tmp_path: Path) -> ModelShelf:
    file = tmp_path / "small.gguf"
    file.write_bytes(b"GGUF" + (3).to_bytes(4, "little") + bytes(32))
    models = ModelShelf(tmp_path / "models")
    models.add(file, "small")
    return models


def scored(shelf: ModelShelf, right: int, version: str = VERSION) -> None:
    keep(
        shelf,
        Fitness(
            model="small",
            sha256=shelf.get("small").sha256,
            version=version,
            machine="",
            at="2025-03-01T09:00:00.000Z",
            scores=(TaskScore(task="extraction", right=right, cases=5, bar=0.7),),
            reading=50.0,
            writing=5.0,
        ),
    )


def test_a_model_that_was_not_found_fit_is_refused_unless_that_is_asked_for(shelf: ModelShelf) -> None:
    with ModelHost() as host:
        find = writers_of(host, shelf)
        with pytest.raises(WrongUse, match="No model is in charge"):
            find("extraction", WhichModel())
        for right in (None, 1):
            if right is not None:
                scored(shelf, right)
            with pytest.raises(WrongUse, match="not found fit to extract methods"):
                find("extraction", WhichModel(model="small"))
        assert find("extraction", WhichModel(model="small", unfit=True)).reading == 50.0
        scored(shelf, 5)
        assert find("extraction", WhichModel(model="small")).model == "small"


def test_a_model_checked_with_older_cases_is_to_be_checked_again(shelf: ModelShelf) -> None:
    scored(shelf, 5, version="0")
    with ModelHost() as host:
        find = writers_of(host, shelf)
        for which in (WhichModel(), WhichModel(model="small")):
            with pytest.raises(WrongUse, match="checked with older cases on 2025-03-01") as refused:
                find("extraction", which)
            assert "models check small" in refused.value.way_out
        assert find("extraction", WhichModel(model="small", unfit=True)).model == "small"


def test_what_a_job_was_asked_is_kept_with_it(library: Library, fake: Fake) -> None:
    handle = library.model_work.methods.submit([paper(library)], UNFIT, minutes=7, whole=True)
    handle.wait()
    from twintree.store.jobs import JobStore

    kept = JobStore(library._ledger).options(handle.id)
    assert kept.pop("asked") >= library.jobs.get(handle.id).created[:10]
    assert kept == {"minutes": 7.0, "which": {"model": "", "unfit": True}, "whole": True}
    assert ModelOptions().which == WhichModel()
