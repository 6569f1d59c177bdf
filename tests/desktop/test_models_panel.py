"""Models through the window: what is here, what it is fit for and why it is slow; add, check, use, remove, stop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from twintree.base.errors import Cancelled
from twintree.base.events import JobFinished, JobStarted
from twintree.base.ids import JobId
from twintree.base.progress import CancelToken, Progress
from twintree.modeldesk import TASKS, Fitness, ModelDesk, TaskScore, recogniser
from twintree.models import fitness
from twintree.models.shelf import ModelShelf
from twintree_desktop import operations
from twintree_desktop.app import Desktop
from twintree_desktop.model_words import memory_line, recogniser_lines, task_words, why_nobody
from twintree_desktop.models_panel import ModelsPanel
from twintree_desktop.words import day_words

REASON = "14 of 29 layers did not fit on the GPU"


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelShelf:
    """A folder of models of this test alone."""
    monkeypatch.setenv("TWINTREE_MODELS", str(tmp_path / "models"))
    return ModelShelf()


@pytest.fixture
def gguf(tmp_path: Path) -> Path:
    path = tmp_path / "small.gguf"
    path.write_bytes(b"GGUF" + (3).to_bytes(4, "little") + bytes(1000))
    return path


def judge(
    shelf: ModelShelf,
    model: str,
    fit: tuple[str, ...] = (),
    *,
    backend: str = "cpu",
    version: str = fitness.VERSION,
) -> None:
    """Keep what a check would have found."""
    scores = tuple(TaskScore(task=task, right=4 if task in fit else 1, cases=4, bar=0.75) for task in TASKS)
    fitness.keep(
        shelf,
        Fitness(
            model=model,
            sha256=shelf.get(model).sha256,
            version=version,
            machine="",
            at="2026-01-01T00:00:00Z",
            scores=scores,
            reading=120,
            writing=31,
            backend=backend,
            reason=REASON,
        ),
    )


def show(desktop: Desktop, qtbot: QtBot, *, measured: bool = False) -> ModelsPanel:
    """Go to the Models place, and wait for what the models' process says if that is asked."""
    assert desktop.workspace is not None
    desktop.workspace.show_place("models")
    panel = next(place.widget for place in desktop.workspace.places if place.key == "models")
    assert isinstance(panel, ModelsPanel)
    qtbot.waitUntil(lambda: panel._measures is not None if measured else bool(panel.rows), timeout=60_000)
    return panel


def test_the_page_is_never_squeezed_while_it_fills(
    opened: Desktop, models: ModelShelf, gguf: Path, qtbot: QtBot
) -> None:
    models.add(gguf)
    panel = show(opened, qtbot)
    page = panel._area.widget()
    panel._fill()
    assert all(row.isVisible() for row in panel.rows.values())
    assert all(row.height() >= row.heightForWidth(row.width()) for row in panel.rows.values())
    assert page.height() >= page.heightForWidth(page.width()) > panel._area.viewport().height()


def test_a_model_checked_with_older_cases_is_offered_to_be_checked_again(
    opened: Desktop, models: ModelShelf, gguf: Path, qtbot: QtBot
) -> None:
    models.add(gguf)
    judge(models, "small", ("answer", "extraction"), version="1")
    panel = show(opened, qtbot)
    row = panel.rows["small"]
    day = day_words("2026-01-01T00:00:00Z")
    assert f"Checked with older cases on {day}: check again. Until then it takes nothing over." in row.lines
    button = row.findChild(QPushButton, "check")
    assert isinstance(button, QPushButton)
    assert button.text() == "Check again"
    assert row.findChild(QPushButton, "use") is None
    assert "checked with older cases" in panel.standing.text()
    assert why_nobody(panel._cards, "extraction") == (
        f"small was checked with older cases on {day}: check it again in Models."
    )


def press(panel: ModelsPanel, model: str, key: str) -> None:
    made = panel.rows[model].findChild(QPushButton, key)
    assert isinstance(made, QPushButton)
    assert made.isEnabled()
    made.click()


def test_the_reason_of_a_fall_back_to_the_processor_is_shown(
    opened: Desktop, models: ModelShelf, gguf: Path, qtbot: QtBot
) -> None:
    """PAINS 29: nothing falls back to the CPU silently; memory needed and measured speed stand beside it."""
    models.add(gguf)
    judge(models, "small", ("answer", "cite"))
    lines = show(opened, qtbot, measured=True).rows["small"].lines
    assert f"Runs on the processor: {REASON}" in lines
    assert "Fit for writing answers, citing" in lines
    assert "Here it reads 120 and writes 31 tokens a second" in lines
    assert any(line.startswith("Needs about") for line in lines)


def test_the_embedders_languages_and_the_catalogue_are_shown(opened: Desktop, qtbot: QtBot) -> None:
    panel = show(opened, qtbot, measured=True)
    assert "Reads English" in panel.rows["all-minilm-l6-v2"].lines
    assert any("word pieces" in line for line in panel.rows["all-minilm-l6-v2"].lines)
    assert "Apache-2.0" in panel.rows["smollm2-135m"].lines[0]
    assert panel.rows["smollm2-135m"].findChild(QPushButton, "fetch") is not None
    assert "There is no language model here" in panel.standing.text()


def test_a_file_is_added_used_and_removed_and_stays_where_it_lies(
    opened: Desktop, models: ModelShelf, gguf: Path, qtbot: QtBot
) -> None:
    panel = show(opened, qtbot)
    panel.add(gguf)
    qtbot.waitUntil(lambda: "small" in panel.rows, timeout=20_000)
    assert any("Not checked yet" in line for line in panel.rows["small"].lines)
    assert panel.rows["small"].findChild(QPushButton, "use") is None
    judge(models, "small", ("answer",))
    panel.refresh()
    qtbot.waitUntil(lambda: panel.rows["small"].findChild(QPushButton, "use") is not None, timeout=20_000)
    press(panel, "small", "use")
    qtbot.waitUntil(lambda: panel.rows["small"].card.chosen, timeout=20_000)
    assert models.chosen() == {"*": "small"}
    assert "writes answers" in panel.standing.text()
    press(panel, "small", "remove")
    opened.window.strip.act()
    qtbot.waitUntil(lambda: "small" not in panel.rows, timeout=20_000)
    assert gguf.is_file()
    assert models.chosen() == {}


def test_each_task_has_its_model_and_runs_unasked_only_where_that_was_allowed(
    opened: Desktop, models: ModelShelf, gguf: Path, qtbot: QtBot
) -> None:
    models.add(gguf)
    judge(models, "small", ("answer", "summary"))
    models.choose("*", "small")
    panel = show(opened, qtbot)
    assert set(panel.tasks.boxes) == {"answer", "summary"}
    assert set(panel.tasks.ticks) == {"summary"}  # what nothing does unasked has no tick
    said = panel.tasks.left.text()
    assert [said.count(task_words(task)) for task in TASKS if task not in ("answer", "summary")] == [1] * 9
    assert fitness.chosen_for(models, "summary", asked=False) is None
    panel.tasks.ticks["summary"].click()
    qtbot.waitUntil(lambda: fitness.chosen_for(models, "summary", asked=False) is not None, timeout=20_000)
    qtbot.waitUntil(lambda: panel.tasks.ticks["summary"].isChecked(), timeout=20_000)
    panel.tasks.boxes["answer"].setCurrentIndex(1)
    qtbot.waitUntil(lambda: fitness.chosen_for(models, "answer") is None, timeout=20_000)
    assert fitness.chosen_for(models, "summary") is not None


def test_where_no_model_is_fit_for_anything_that_is_said_once(
    opened: Desktop, models: ModelShelf, gguf: Path, qtbot: QtBot
) -> None:
    models.add(gguf)
    judge(models, "small")
    panel = show(opened, qtbot)
    words = [each.text() for each in panel.findChildren(QLabel) if each.isVisibleTo(panel)]
    assert sum("No model here was found fit" in each for each in words) == 1
    assert not panel.tasks.boxes
    ways = [way for row in panel.rows.values() for way in row.findChildren(QPushButton)]
    assert ways[-1].nextInFocusChain() is panel._add  # Tab goes down the page


def test_the_end_of_reading_lets_a_model_summarise_and_only_an_import_counts_papers(
    opened: Desktop, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    counted: list[str] = []
    monkeypatch.setattr(operations, "summarise_unasked", lambda library, job: asked.append(job))
    monkeypatch.setattr(operations, "job_items", lambda library, job: counted.append(job) or [])
    for kind in ("import", "finish"):
        opened.bridge.job_started.emit(JobStarted(JobId(f"J{kind}"), kind, kind))
        opened.bridge.job_closed.emit(JobFinished(JobId(f"J{kind}")))
    qtbot.waitUntil(lambda: sorted(asked) == ["Jfinish", "Jimport"], timeout=20_000)
    assert counted == ["Jimport"]


def test_the_letters_that_text_recognition_reads_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """PAINS 16 and 17: what cannot be read is said before it is tried."""
    assert recogniser_lines(recogniser())[0] == "Reads these letters: Latin, Chinese, Japanese"
    monkeypatch.setenv("TWINTREE_OCR_RECOGNISER", "/models/greek.onnx")
    assert recogniser_lines(recogniser()) == ["The model that you named: /models/greek.onnx"]


def test_too_little_memory_is_said_before_a_model_is_loaded() -> None:
    """PAINS 29: the person hears of it before, not after."""
    assert "only 1.0 GB are free" in memory_line(3 << 30, 1 << 30)
    assert memory_line(1 << 30, 3 << 30) == "Needs about 1.0 GB of memory; 3.0 GB are free"


def test_what_is_no_model_is_refused_in_a_sentence(opened: Desktop, tmp_path: Path, qtbot: QtBot) -> None:
    panel = show(opened, qtbot)
    wrong = tmp_path / "paper.gguf"
    wrong.write_bytes(b"%PDF-1.7")
    panel.add(wrong)
    qtbot.waitUntil(lambda: "is not a GGUF model" in opened.window.strip.text, timeout=20_000)
    assert "paper" not in panel.rows


def test_a_file_that_cannot_be_loaded_says_so_when_it_is_checked(
    opened: Desktop, models: ModelShelf, gguf: Path, qtbot: QtBot
) -> None:
    models.add(gguf)
    panel = show(opened, qtbot)
    press(panel, "small", "check")
    qtbot.waitUntil(lambda: "small.gguf cannot be loaded" in opened.window.strip.text, timeout=60_000)


def test_fetching_shows_how_far_it_is_and_stops_when_asked(
    opened: Desktop, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    stopped = threading.Event()

    def fetch(desk: ModelDesk, id_: str, progress: Progress, cancel: CancelToken) -> None:
        progress.report(0, 4)
        progress.report(4, 4)
        if cancel.wait(30):
            stopped.set()
            raise Cancelled

    monkeypatch.setattr(ModelDesk, "fetch", fetch)
    panel = show(opened, qtbot)
    press(panel, "smollm2-135m", "fetch")
    row = panel.rows["smollm2-135m"]
    qtbot.waitUntil(lambda: row._bar.value() == row._bar.maximum() > 0, timeout=20_000)
    press(panel, "smollm2-135m", "stop")
    qtbot.waitUntil(lambda: not panel._work.model, timeout=20_000)
    assert stopped.is_set()
    assert opened.window.strip.text == ""


def test_the_welcome_page_says_which_models_are_here(
    models: ModelShelf, gguf: Path, start_desktop: Callable[[], Desktop], qtbot: QtBot
) -> None:
    models.add(gguf)
    judge(models, "small", ())
    desktop = start_desktop()
    qtbot.waitUntil(lambda: "not found fit" in desktop.window.welcome._models.text(), timeout=20_000)
