"""A model reads papers for methods, or describes themes, from the window: cost, Start, Stop, review, taking over."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from method_papers import add_method_papers, embed
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from standin_library import open_session

from twintree.base.ids import PaperId
from twintree.base.progress import CancelToken
from twintree.jobs.modelchoice import WhichModel
from twintree.jobs.summaries import ModelWriter
from twintree.library import Library
from twintree.modeldesk import Fitness, ModelCard, TaskScore
from twintree.models.llm import Generated, Generation
from twintree_desktop.further_files import ask_further
from twintree_desktop.graphs import model_offer
from twintree_desktop.graphs.places import GraphPlaces
from twintree_desktop.graphs.provenance_view import ProvenanceView
from twintree_desktop.graphs.themes_view import ThemesView
from twintree_desktop.graphs.work_pages import ReadingPage
from twintree_desktop.messages import Message
from twintree_desktop.model_words import why_nobody
from twintree_desktop.session import Session
from twintree_desktop.theme import Appearance


class Fake:
    """A model that finds one method in whatever it reads, and waits while it is told to."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.go.set()
        self.calls = 0

    def __call__(self, request: Generation, cancel: CancelToken) -> Generated:
        while not self.go.wait(0.02):
            cancel.check()
        self.calls += 1
        name = "LatticeParser" if "LatticeParser" in request.messages[-1].content else "SwiftTagger"
        answer: dict[str, object] = {
            "methods": [
                {"name": name, "aliases": [], "kind": "model", "role": "derived", "summary": "A model."}
            ],
            "relations": [],
        }
        if "sentences" in request.schema:
            title, _, told = request.messages[-1].content.splitlines()[0].partition(": ")
            answer = {"title": title, "sentences": [told or title]}
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


@pytest.fixture
def papers(library: Library, monkeypatch: pytest.MonkeyPatch) -> list[PaperId]:
    for holder in (library.methods, library._method_finder, library.model_work.themes):
        monkeypatch.setattr(holder, "_embed", embed)
    added = add_method_papers(library.papers, library.person, library._method_finder)
    library.methods.refresh()
    return added


@pytest.fixture
def fake(library: Library, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    model = Fake()
    for work in (library.model_work.methods, library.model_work.themes):
        monkeypatch.setattr(work, "_writers", model.writer)
    yield model
    model.go.set()


@pytest.fixture
def window(library: Library, appearance: Appearance, tmp_path: Path) -> Iterator[Session]:
    with open_session(library, appearance, tmp_path) as session:  # type: ignore[arg-type]
        yield session


@pytest.fixture
def provenance(papers: list[PaperId], window: Session, qtbot: QtBot) -> Iterator[ProvenanceView]:
    view = ProvenanceView(window)
    view.resize(1200, 800)
    view.show()
    qtbot.waitUntil(lambda: view.placement is not None, timeout=20_000)
    yield view
    window.bridge.close()
    view.close()
    view.deleteLater()


def press(page: QWidget, text: str) -> None:
    def shown() -> list[QPushButton]:
        buttons = page.findChildren(QPushButton)
        return [each for each in buttons if each.isVisibleTo(page) and text in each.text()]

    # What was just put into a layout is shown some turns of the event loop later.
    QApplication.processEvents()
    for _ in range(400):
        if shown():
            break
        QTest.qWait(25)
    min(shown(), key=lambda each: len(each.text())).click()


def buttons(page: QWidget) -> list[str]:
    return [each.text() for each in page.findChildren(QPushButton) if each.isVisibleTo(page)]


def offered(view: ProvenanceView, qtbot: QtBot) -> ReadingPage:
    """The page, once it has counted what there is to read."""
    press(view, "Read with a model")
    page = view.reading
    qtbot.waitUntil(lambda: "Counting" not in page.task.sentence.text(), timeout=20_000)
    return page


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_model_reads_what_is_chosen_and_what_it_found_counts_once_it_is_taken_over(
    provenance: ProvenanceView, library: Library, papers: list[PaperId], fake: Fake, qtbot: QtBot
) -> None:
    page = offered(provenance, qtbot)
    assert page.task.sentence.text().startswith("2 segment(s) of 2 paper(s)")
    assert "about" in page.task.sentence.text()
    assert "fake" in page.task.sentence.text()
    before = {each.name for each in library.methods.list()}

    press(page, "Start")
    qtbot.waitUntil(lambda: len(page.reviews) == 2, timeout=20_000)
    assert {each.name for each in library.methods.list()} == before
    assert "2 to review" in provenance.read.text()
    shown = page.reviews[0].difference
    assert any(f"− {name}" in line for name in shown.removed for line in page._lines(page.reviews[0]))

    press(page, "Take over")
    qtbot.waitUntil(lambda: len(page.reviews) == 1, timeout=20_000)
    press(page, "Take over")
    qtbot.waitUntil(lambda: page.reviews == [], timeout=20_000)
    assert {each.name for each in library.methods.list()} == {"LatticeParser", "SwiftTagger"}
    assert "Take over" not in " ".join(buttons(page))
    qtbot.waitUntil(lambda: "Nothing is left to read" in page.task.sentence.text(), timeout=20_000)


def test_the_rules_come_back_where_a_person_wants_them(
    provenance: ProvenanceView, library: Library, window: Session, fake: Fake, qtbot: QtBot
) -> None:
    said: list[object] = []
    window.messages.shown.connect(said.append)
    page = offered(provenance, qtbot)
    before = {each.name for each in library.methods.list()}
    press(page, "Start")
    qtbot.waitUntil(lambda: len(page.reviews) == 2, timeout=20_000)
    press(page, "Take over all")
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert {each.name for each in library.methods.list()} != before
    message = said[-1]
    message.action()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: {each.name for each in library.methods.list()} == before, timeout=20_000)
    qtbot.waitUntil(lambda: len(page.reviews) == 2, timeout=20_000)


def test_what_is_left_is_not_offered_again_until_that_is_taken_back(
    provenance: ProvenanceView, library: Library, window: Session, fake: Fake, qtbot: QtBot
) -> None:
    page = offered(provenance, qtbot)
    press(page, "Start")
    qtbot.waitUntil(lambda: len(page.reviews) == 2, timeout=20_000)
    said: list[object] = []
    window.messages.shown.connect(said.append)
    press(page, "Leave it")
    qtbot.waitUntil(lambda: len(page.reviews) == 1 and bool(said), timeout=20_000)
    library.methods.refresh()
    assert len(library.model_work.methods.waiting()) == 1
    said[-1].action()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: len(page.reviews) == 2, timeout=20_000)


def test_a_reading_is_followed_and_stopped_and_begins_again_where_it_was(
    provenance: ProvenanceView, library: Library, fake: Fake, qtbot: QtBot
) -> None:
    page = offered(provenance, qtbot)
    fake.go.clear()
    press(page, "Start")
    qtbot.waitUntil(lambda: page.task.running, timeout=20_000)
    assert "Stop" in buttons(page)
    assert "Start" not in buttons(page)
    press(page, "Stop")
    qtbot.waitUntil(lambda: not page.task.running and "Start" in buttons(page), timeout=20_000)
    assert fake.calls == 0
    assert library.job_list()[0].state == "cancelled"


def test_a_job_that_ran_out_of_its_minutes_goes_on_from_the_page(
    provenance: ProvenanceView, library: Library, fake: Fake, qtbot: QtBot
) -> None:
    fake.go.clear()
    handle = library.model_work.methods.submit(library.papers.ids(), minutes=60)
    qtbot.waitUntil(lambda: library.jobs.get(handle.id).state == "running", timeout=20_000)
    library.jobs.pause(handle.id)
    handle.wait(20)
    fake.go.set()
    press(provenance, "Read with a model")
    page = provenance.reading
    qtbot.waitUntil(lambda: "Go on" in buttons(page), timeout=20_000)
    assert "Paused: 0 of 2" in page.task.sentence.text()
    press(page, "Go on")
    qtbot.waitUntil(lambda: len(page.reviews) == 2, timeout=20_000)


def test_who_is_elsewhere_is_told_that_something_waits_to_be_reviewed(
    papers: list[PaperId], library: Library, window: Session, fake: Fake, qtbot: QtBot
) -> None:
    places = GraphPlaces(window)
    for each in places.places:
        qtbot.addWidget(each.widget)
    said: list[Message] = []
    went: list[str] = []
    window.messages.shown.connect(said.append)
    window.navigation.place_wanted.connect(went.append)
    library.model_work.methods.submit(papers)
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert (said[0].label, said[0].seconds) == ("Review", 0)
    assert said[0].action is not None
    said[0].action()
    assert went == ["lineage"]
    page = places.lineage.provenance.reading
    qtbot.waitUntil(lambda: len(page.reviews) == 2, timeout=20_000)
    window.bridge.close()


def test_papers_that_were_selected_elsewhere_are_offered_and_chosen(
    provenance: ProvenanceView, papers: list[PaperId], fake: Fake, qtbot: QtBot
) -> None:
    provenance.show_reading(papers[:1])
    page = provenance.reading
    qtbot.waitUntil(lambda: "1 segment(s) of 1 paper(s)" in page.task.sentence.text(), timeout=20_000)
    assert page.scope.papers == tuple(papers[:1])
    assert "Selection" in page.papers.currentText()


def test_without_a_fit_model_the_page_says_why_and_leads_to_the_models(
    provenance: ProvenanceView, window: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_offer, "known_cards", list)
    went: list[str] = []
    window.navigation.place_wanted.connect(went.append)
    page = offered(provenance, qtbot)
    assert "no language model here" in page.task.trouble.text()
    assert "Start" not in buttons(page)
    press(page, "Open Models")
    assert went == ["models"]


def card(fitness: Fitness | None) -> ModelCard:
    return ModelCard(id="small", kind="llm", name="Small", state="here", fitness=fitness)


def found(right: int) -> Fitness:
    score = TaskScore(task="extraction", right=right, cases=5, bar=0.7)
    return Fitness(model="small", sha256="", version="1", machine="", at="", scores=(score,))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ([], "There is no language model here"),
        ([card(None)], "nobody knows what it is fit for"),
        ([card(found(1))], "No language model here was found fit for this (extraction)"),
        ([card(found(5))], "Small was found fit for this (extraction), but nobody chose it"),
    ],
)
def test_why_nobody_does_a_task_is_said_with_what_to_do(cards: list[ModelCard], words: str) -> None:
    said = why_nobody(cards, "extraction")
    assert words in said
    assert "Models" in said


# ── describing ───────────────────────────────────────────────────────────────────────────────────────


def test_themes_are_described_from_their_place(
    papers: list[PaperId], library: Library, window: Session, fake: Fake, qtbot: QtBot
) -> None:
    view = ThemesView(window)
    view.resize(1200, 800)
    view.show()
    qtbot.waitUntil(lambda: view.placement is not None, timeout=20_000)
    press(view, "Describe with a model")
    page = view.describing
    qtbot.waitUntil(lambda: "tokens" in page.task.sentence.text(), timeout=20_000)
    press(page, "Start")
    qtbot.waitUntil(lambda: "No theme is left" in page.task.sentence.text(), timeout=20_000)
    assert {each.title_by for each in library.methods.themes()} == {"fake"}
    window.bridge.close()
    view.close()
    view.deleteLater()


# ── what is seen ─────────────────────────────────────────────────────────────────────────────────────


def test_what_is_seen_is_saved_without_what_is_folded_or_filtered(
    provenance: ProvenanceView, tmp_path: Path, qtbot: QtBot
) -> None:
    content = provenance.stage.canvas.content
    assert content is not None
    content.focus_on(int(content.target[content.edge_shown][0]))
    seen, every = int(content.shown.sum()), len(content)
    assert 0 < seen < every
    (action,) = [each for each in provenance.stage.save.menu().actions() if "JSON" in each.text()]
    action.trigger()
    dialog = provenance.stage.findChild(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "part.json"))
    dialog.close()
    qtbot.waitUntil((tmp_path / "part.json").is_file, timeout=20_000)
    written = json.loads((tmp_path / "part.json").read_text("utf-8"))
    assert {each["id"] for each in written["nodes"]} == {
        content.ids[at] for at in range(every) if content.shown[at]
    }
    ends = {end for each in written["edges"] for end in (each["source"], each["target"])}
    assert ends <= {each["id"] for each in written["nodes"]}


def test_nothing_can_be_saved_while_there_is_nothing_to_see(window: Session, qtbot: QtBot) -> None:
    view = ProvenanceView(window)
    qtbot.addWidget(view)
    menu = view.stage.save.menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    assert not any(action.isEnabled() for action in menu.actions())


def test_methods_are_coloured_by_the_paper_that_made_them_and_the_legend_names_it(
    provenance: ProvenanceView, library: Library, papers: list[PaperId]
) -> None:
    provenance.colour.setCurrentIndex(1)
    content = provenance.stage.canvas.content
    assert content is not None
    tone = {name: int(content.node_tone[at]) for name, at in content.index.items()}
    made = {each.name: tone[each.id] for each in library.methods.list() if each.id in tone}
    assert made["LatticeParser"] != made["SwiftTagger"]
    keys = [library.papers.row(each).key for each in papers]
    assert all(key in provenance.stage.legend.text() for key in keys)


def test_other_colours_leave_what_is_folded_as_it_is(provenance: ProvenanceView) -> None:
    old = provenance.stage.canvas.content
    assert old is not None
    root = int(old.source[old.edge_shown][0])
    old.collapse(root)
    provenance.stage.canvas.refresh()
    hidden = int((~old.shown).sum())
    assert hidden
    provenance.colour.setCurrentIndex(1)
    new = provenance.stage.canvas.content
    assert new is not None
    assert int((~new.shown).sum()) == hidden


# ── further files ────────────────────────────────────────────────────────────────────────────────────


def test_code_is_added_to_a_paper_and_its_methods_are_offered_to_be_sought(
    provenance: ProvenanceView,
    library: Library,
    window: Session,
    papers: list[PaperId],
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    code = tmp_path / "parser.py"
    code.write_text(
        '"""LatticeParser decodes with the Forward Backward algorithm, which is a dynamic program over all of '
        'the states of the lattice and is used in training as well."""\n\ndef decode(lattice):\n    return lattice\n'
    )
    ask_further(window, provenance, papers[0], "Parsing lattices")
    dialog = provenance.findChild(QFileDialog)
    closed: list[object] = []
    window.bridge.job_closed.connect(closed.append)
    dialog.filesSelected.emit([str(code)])
    dialog.close()
    qtbot.waitUntil(lambda: len(closed) >= 1, timeout=60_000)
    assert [file.name for file in library.papers.files(papers[0])] == ["Parsing lattices.pdf", "parser.py"]
    provenance.load()
    qtbot.waitUntil(lambda: provenance.seek.isVisible(), timeout=20_000)
    assert "1 paper" in provenance.seek.text()
    provenance.seek.click()
    qtbot.waitUntil(lambda: library.methods.missing() == [], timeout=20_000)


def test_taking_over_what_was_taken_over_before_is_no_fault(
    provenance: ProvenanceView, library: Library, window: Session, fake: Fake, qtbot: QtBot
) -> None:
    page = offered(provenance, qtbot)
    press(page, "Start")
    qtbot.waitUntil(lambda: len(page.reviews) == 2, timeout=20_000)
    before = list(page.reviews)
    library.model_work.methods.accept()
    said: list[object] = []
    window.messages.shown.connect(said.append)
    page._take_over(before)
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert "Nothing was left to take over" in said[-1].text  # type: ignore[attr-defined]
