"""The layout stage: behind ``indexed``, page by page, resumed where it stopped, and never a paper's end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pymupdf
import pytest

from twintree.base.anchors import Anchor, Cut, CutOut
from twintree.base.errors import UnreadableFile
from twintree.base.events import JobFinished, JobProgress
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import LayoutBox
from twintree.base.progress import CancelToken
from twintree.base.records import Rect
from twintree.jobs import anchors as stage
from twintree.library import ImportOptions, Library
from twintree.store.anchors import AnchorStore
from twintree.store.methodintake import MethodIntake
from twintree.store.papers import PaperStore

PROSE = "The colonies grew over nine years, and we kept the records in a ledger that anyone may read. " * 6


@dataclass
class Shop:
    papers: PaperStore
    anchors: AnchorStore


@dataclass
class Task:
    paper: PaperId
    file: FileId
    password: str | None = None
    cancel: CancelToken = field(default_factory=CancelToken)
    told: list[tuple[int, int]] = field(default_factory=list)

    def on_page(self, done: int, total: int) -> None:
        self.told.append((done, total))


@pytest.fixture
def paper_pdf(tmp_path: Path) -> Path:
    """Two pages: a drawn figure with its caption, and a ruled table with its own."""
    path = tmp_path / "colonies.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=595, height=842)
        page.insert_textbox(pymupdf.Rect(72, 72, 523, 250), PROSE, fontsize=10)
        for at in range(6):
            page.draw_rect(
                pymupdf.Rect(150 + 50 * at, 420 - 20 * at, 185 + 50 * at, 450), fill=(0.2, 0.4, 0.6)
            )
        page.draw_line((140, 450), (470, 450))
        page.draw_line((140, 450), (140, 300))
        page.insert_text((150, 480), "Figure 1: Colonies by year and plot.", fontsize=9)
        page = document.new_page(width=595, height=842)
        page.insert_text((72, 90), "Table 1: Costs of every run.", fontsize=9)
        for row, cells in enumerate([("Run", "Cost"), ("bees", "12"), ("ants", "7"), ("wasps", "9")]):
            for column, cell in enumerate(cells):
                box = pymupdf.Rect(72 + 110 * column, 100 + 20 * row, 182 + 110 * column, 120 + 20 * row)
                page.draw_rect(box)
                page.insert_text((box.x0 + 4, box.y1 - 6), cell, fontsize=10)
        page.insert_textbox(pymupdf.Rect(72, 300, 523, 500), PROSE, fontsize=10)
        document.save(path)
    return path


def indexed(library: Library, path: Path, until: str = "structured") -> Task:
    handle = library.jobs.submit_import([path], ImportOptions(until=until))
    assert handle.wait(240)
    (item,) = library.jobs.items(handle.id)
    assert item.state == "done", item
    return Task(PaperId(item.paper or ""), FileId(item.file or ""))


def shop_of(library: Library) -> Shop:
    return Shop(library.papers, library.anchors)


def segments_of(library: Library, paper: PaperId) -> list[str]:
    return [each.hash for each in MethodIntake(library._ledger).segments(paper)]


def test_a_figure_is_known_before_its_layout_is_read_and_has_its_picture_after(
    paper_pdf: Path, tmp_path: Path
) -> None:
    with Library.create(tmp_path / "library") as library:
        task = indexed(library, paper_pdf, until="indexed")
        assert library.papers.get(task.paper).row.status == "indexed"
        before = library.anchors.of(task.paper)
        assert [(each.label, each.image) for each in before] == [("Figure 1", ""), ("Table 1", "")]
        library.methods.make_up_for(task.paper, CancelToken())
        tree, cut = library.papers.tree(task.paper).nodes, segments_of(library, task.paper)
        events = library.subscribe()
        handle = library.jobs.submit_finishing([task.paper])
        assert handle is not None
        assert handle.wait(240)
        told = []
        while not events.empty():
            if isinstance(event := events.get(), JobProgress):
                told.append(event)
        steps = dict.fromkeys(each.now for each in told if each.now)
        assert [step.removesuffix(f" of {paper_pdf.name}") for step in steps] == [
            "claims",
            "methods",
            "scanned pages",
            "layout",
            "words inside figures",
            "evidence hierarchy",
        ]
        assert library.papers.get(task.paper).row.status == "complete"
        after = {each.id: each for each in library.anchors.of(task.paper)}
        assert {each.id for each in before} <= after.keys()
        table = after[f"{task.paper}.tab1"]
        assert table.source == "layout"
        assert table.cells[0] == ("Run", "Cost")
        assert library.papers.tree(task.paper).nodes == tree
        assert segments_of(library, task.paper) != cut, "methods are sought again, now in the table's rows"
        assert Path(table.image).parent == library.path / "figures"
        assert Path(table.image).is_file()
        assert library.jobs.submit_finishing([task.paper]) is None
        library.delete([task.paper])
        assert list((library.path / "figures").iterdir()) == []


def test_pages_that_were_laid_out_before_an_interruption_are_not_laid_out_again(
    paper_pdf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PAINS 8: nothing is paid for twice."""
    asked: list[list[int]] = []

    def one_page(path: Path, pages: list[int], on_page: Callable, *rest: object) -> None:
        asked.append(pages)
        on_page(pages[0], [LayoutBox("text", Rect(0, 0, 9, 9))])

    monkeypatch.setattr(stage, "read_layout", one_page)
    with Library.create(tmp_path / "library") as library:
        task = indexed(library, paper_pdf)
        library.anchors.write_layout(task.file, 1, ())
        stage.lay_out(shop_of(library), task)
        assert asked == [[2]]
        assert task.told == [(2, 2)]
        assert list(library.anchors.layout(task.file)) == [1, 2]


def test_a_page_that_ends_the_model_goes_without_layout_and_the_paper_stays(
    paper_pdf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PAINS 2, 5: one bad page does not throw the paper away."""

    def dies_on_one(path: Path, pages: list[int], on_page: Callable, *rest: object) -> None:
        for number in pages:
            if number == 1:
                raise UnreadableFile("The process ended.", code="crashed")
            on_page(number, [LayoutBox("text", Rect(0, 0, 9, 9))])

    monkeypatch.setattr(stage, "read_layout", dies_on_one)
    with Library.create(tmp_path / "library") as library:
        task = indexed(library, paper_pdf)
        stage.lay_out(shop_of(library), task)
        assert [len(boxes) for boxes in library.anchors.layout(task.file).values()] == [0, 1]


def test_a_page_whose_process_was_killed_from_outside_is_laid_out_in_another(
    paper_pdf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Want of memory kills whichever process is largest; the page is not to blame."""
    kills = iter([True, False])

    def killed_once(path: Path, pages: list[int], on_page: Callable, *rest: object) -> None:
        for number in pages:
            if number == 1 and next(kills):
                raise UnreadableFile("The process ended.", code="crashed")
            on_page(number, [LayoutBox("text", Rect(0, 0, 9, 9))])

    monkeypatch.setattr(stage, "read_layout", killed_once)
    with Library.create(tmp_path / "library") as library:
        task = indexed(library, paper_pdf)
        stage.lay_out(shop_of(library), task)
        assert [len(boxes) for boxes in library.anchors.layout(task.file).values()] == [1, 1]


def test_pictures_are_cut_out_after_a_kill(
    paper_pdf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[list[str]] = []

    def killed_after_one(path: Path, cuts: list[Cut], on_cut: Callable, *rest: object) -> None:
        tries.append([each.name for each in cuts])
        for at, each in enumerate(cuts):
            if at == 1 and len(tries) == 1:
                raise UnreadableFile("The process ended.", code="crashed")
            on_cut(CutOut(name=each.name, png=b"png"))

    monkeypatch.setattr(stage, "cut_out", killed_after_one)
    with Library.create(tmp_path / "library") as library:
        task = indexed(library, paper_pdf)
        figures = [
            Anchor(
                id=f"{task.paper}.fig{number}",
                paper=task.paper,
                file=task.file,
                kind="figure",
                page=1,
                box=Rect(0, 0, 9, 9),
                source="layout",
            )
            for number in (1, 2, 3)
        ]
        library.anchors.write(task.file, figures)
        stage.cut_pictures(shop_of(library), task)
        assert tries == [[each.id for each in figures], [each.id for each in figures[1:]]]
        assert all(each.image for each in library.anchors.of_file(task.file))


def test_an_import_may_be_told_to_go_on_behind_everything_else(
    paper_pdf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        stage, "read_layout", lambda path, pages, on_page, *rest: [on_page(each, ()) for each in pages]
    )
    with Library.create(tmp_path / "library") as library:
        events = library.subscribe()
        handle = library.jobs.submit_import([paper_pdf], ImportOptions(until="structured", finish=True))
        closed = 0
        while closed < 2:
            closed += isinstance(events.get(timeout=240), JobFinished)
        assert handle.wait(1)
        assert [job.kind for job in library.jobs.list()] == ["finish", "import"]
        (row,) = library.papers.rows()
        assert row.status == "complete"
