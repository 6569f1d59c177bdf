"""Summaries by a model: what its section does not carry is not kept, and what was written is not written twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import twintree_resources
from twintree.base.errors import WrongUse
from twintree.base.ids import PaperId
from twintree.base.progress import CancelToken
from twintree.jobs.options import Outcome
from twintree.jobs.summaries import ModelWriter
from twintree.library import Library
from twintree.models.llm import Generated, Generation
from twintree.structure.written import write_summary

TEXT = (
    "We measured the yield of wheat on 24 plots over three years. Plots with clover between the rows yielded "
    "4.1 t/ha on average. The difference was largest in the dry year 2018. Clover did not suppress all weeds."
)
OWN = "We measured the yield of wheat on 24 plots over three years."


def generated(text: str) -> Generated:
    return Generated(
        text=text, prompt_tokens=90, cached=0, written=20, seconds=0.5, first_token=0.1, backend="cpu"
    )


def saying(*said: str) -> str:
    return json.dumps({"sentences": said})


def summary(*said: str) -> str:
    return write_summary(lambda request: generated(saying(*said)), "model.gguf", TEXT, OWN).text


def test_a_sentence_that_its_section_carries_is_kept() -> None:
    assert summary("Wheat with clover yielded 4.1 t/ha.") == "Wheat with clover yielded 4.1 t/ha."


@pytest.mark.parametrize(
    "said",
    [
        "Plots with clover yielded 5.2 t/ha.",
        "Plots in Sweden with clover yielded 4.1 t/ha.",
        "Clover suppressed all weeds.",
    ],
    ids=["number", "name", "negation"],
)
def test_what_the_section_does_not_say_gives_way_to_its_own_words(said: str) -> None:
    got = write_summary(
        lambda request: generated(saying("Wheat with clover yielded 4.1 t/ha.", said)),
        "model.gguf",
        TEXT,
        OWN,
    )
    assert said not in got.text
    assert got.written == 1
    assert [sentence for sentence, _ in got.replaced] == [said]


@pytest.mark.parametrize(
    "broken", ['{"sentences": ["Wheat with cl', "{}", '{"sentences": []}', "no JSON at all"]
)
def test_a_broken_answer_leaves_the_extracted_summary(broken: str) -> None:
    got = write_summary(lambda request: generated(broken), "model.gguf", TEXT, OWN)
    assert (got.text, got.written) == (OWN, 0)


class Parrot:
    """A model that gives each section's first sentence back."""

    def __init__(self) -> None:
        self.calls = 0
        self.unasked = False

    def __call__(self, request: Generation, cancel: CancelToken) -> Generated:
        self.calls += 1
        return generated(saying(request.messages[-1].content.split(". ")[0] + "."))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    sample = sorted((Path(twintree_resources.__file__).parent / "samples").glob("*.pdf"))[0]
    with Library.create(tmp_path_factory.mktemp("summaries") / "library") as opened:
        opened.jobs.submit_import([sample]).wait()
        yield opened


@pytest.fixture
def parrot(library: Library, monkeypatch: pytest.MonkeyPatch) -> Parrot:
    model = Parrot()
    writer = ModelWriter(model="parrot", path="none", write=model, reading=100.0, writing=10.0)

    def model_for(task: str, *, asked: bool = True) -> ModelWriter | None:
        return writer if task == "summary" and (asked or model.unasked) else None

    monkeypatch.setattr(library, "_model_for", model_for)
    return model


def only(library: Library) -> PaperId:
    return library.papers.rows()[0].id


def test_without_a_fit_model_nothing_runs(library: Library) -> None:
    with pytest.raises(WrongUse, match="No model is in charge"):
        library.summaries.submit([only(library)])


def test_a_job_marks_what_a_model_wrote_and_never_writes_it_twice(library: Library, parrot: Parrot) -> None:
    paper = only(library)
    cost = library.summaries.estimate([paper])
    assert cost.sections > 0
    assert cost.seconds is not None
    assert cost.tokens / 100 < cost.seconds < cost.tokens / 10
    library.summaries.submit([paper]).wait()
    written = [node for node in library.papers.tree(paper).nodes if node.summary_by == "parrot"]
    assert len(written) == cost.sections == parrot.calls
    assert library.summaries.estimate([paper]).sections == 0
    assert library.check() == []


def test_a_model_summarises_what_was_imported_where_it_may_do_so_unasked(
    library: Library, parrot: Parrot
) -> None:
    imported = library.jobs.list()[-1]
    assert imported.kind == "import"
    assert library.summaries.submit_unasked(imported.id) is None
    parrot.unasked = True
    handle = library.summaries.submit_unasked(imported.id)
    assert handle is not None
    assert handle.wait(60)
    assert [item.paper for item in library.jobs.items(handle.id)] == [only(library)]
    assert library.summaries.submit_unasked(handle.id) is None  # its own end begins nothing


def test_a_persons_summary_stays(library: Library, parrot: Parrot) -> None:
    paper = only(library)
    library.summaries.submit([paper]).wait()
    node = next(node for node in library.papers.tree(paper).nodes if node.summary_by)
    library.person.correct(paper, "section", node.id, {"summary": "As I read it."})
    library.summaries.submit([paper]).wait()
    after = next(each for each in library.papers.tree(paper).nodes if each.id == node.id)
    assert (after.summary, after.summary_by) == ("As I read it.", "")


def test_a_stopped_job_keeps_what_it_wrote(library: Library) -> None:
    """The craft is called directly: where the job stops must not depend on the clock."""
    from twintree.base.errors import Cancelled
    from twintree.base.jobs import JobItem

    paper, token, model = only(library), CancelToken(), Parrot()

    def write(request: Generation, cancel: CancelToken) -> Generated:
        if model.calls == 1:
            token.cancel()
        return model(request, cancel)

    craft = library.jobs._crafts["summaries"]
    craft._writer = lambda: ModelWriter(model="second", path="none", write=write)  # type: ignore[attr-defined]
    item = JobItem(path="x", state="running", paper=paper)
    with pytest.raises(Cancelled):
        craft(item, token, lambda done, total: None)
    assert sum(node.summary_by == "second" for node in library.papers.tree(paper).nodes) == 2
    outcome = craft(item, CancelToken(), lambda done, total: None)
    assert isinstance(outcome, Outcome)
    assert outcome.state == "done"
