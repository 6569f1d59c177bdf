"""The stage that reads words inside figures that are pictures: found, cited, done again without harm, deleted."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from msgspec.structs import replace

from twintree.base.anchors import Anchor
from twintree.base.answers import Scope
from twintree.base.errors import Cancelled, UnreadableFile
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import LayoutBox, PageText
from twintree.base.progress import CancelToken
from twintree.base.records import Rect
from twintree.jobs import anchors as layout_stage
from twintree.jobs import pictures as stage
from twintree.jobs.stages import Work
from twintree.library import ImportOptions, Library
from twintree.sources.passages import passages
from twintree.sources.pictures import Picture, PictureWords, read_pictures

FIGURE = Rect(150, 300, 450, 500)
PROSE = "The colonies grew over nine years, and we kept the records in a ledger that anyone may read. "


Word = Callable[[PictureWords], None]


def write_paper(path: Path) -> Path:
    """A page with a diagram that is a picture, and its caption."""
    with pymupdf.open() as document, pymupdf.open() as diagram:
        small = diagram.new_page(width=300, height=200)
        small.insert_text((70, 60), "Nectar encoder", fontsize=12)
        small.insert_text((190, 130), "Honey store", fontsize=12)
        page = document.new_page(width=595, height=842)
        page.insert_textbox(pymupdf.Rect(72, 72, 523, 250), PROSE * 5, fontsize=10)
        figure = pymupdf.Rect(FIGURE.x0, FIGURE.y0, FIGURE.x1, FIGURE.y1)
        page.insert_image(figure, pixmap=small.get_pixmap(dpi=200))
        page.insert_text((150, 520), "Figure 1: How the colonies feed.", fontsize=9)
        document.save(path)
    return path


def sees_the_figure(path: Path, pages: list[int], on_page: Callable, *rest: object) -> None:
    """The layout model, as far as these tests need it."""
    for number in pages:
        on_page(number, [LayoutBox("picture", FIGURE)])


def complete(library: Library, path: Path) -> tuple[PaperId, FileId]:
    handle = library.jobs.submit_import([path], ImportOptions(until="complete"))
    assert handle.wait(240)
    (item,) = library.jobs.items(handle.id)
    assert (item.state, item.status) == ("done", "complete"), item
    return PaperId(item.paper or ""), FileId(item.file or "")


@dataclass
class Made:
    """A library whose paper is complete, and what was read in its figure."""

    path: Path
    paper: PaperId
    file: FileId
    words: list[PictureWords]

    def again(self, path: Path, pictures: list[Picture], on_words: Word, *rest: object) -> None:
        """Read the figure as it was read before, without the seconds that it takes."""
        for each in self.words:
            on_words(each)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Made once by the whole import, text recognition included. Do not write into it."""
    where = tmp_path_factory.mktemp("pictures")
    words: list[PictureWords] = []

    def reads(path: Path, pictures: list[Picture], on_words: Word, *rest: Any) -> None:
        def keep(each: PictureWords) -> None:
            words.append(each)
            on_words(each)

        read_pictures(path, pictures, keep, *rest)

    with pytest.MonkeyPatch.context() as patch, Library.create(where / "library") as library:
        patch.setattr(layout_stage, "read_layout", sees_the_figure)
        patch.setattr(stage, "read_pictures", reads)
        paper, file = complete(library, write_paper(where / "colonies.pdf"))
    return Made(where / "library", paper, file, words)


@pytest.fixture
def made(whole: Made, tmp_path: Path) -> Made:
    """A copy to write into."""
    copy = tmp_path / "library"
    shutil.copytree(whole.path, copy)
    return Made(copy, whole.paper, whole.file, whole.words)


def test_words_in_a_picture_are_found_lit_cited_and_gone_with_their_paper(made: Made) -> None:
    with Library.open(made.path) as library:
        (hit,) = library.search('"honey store"', rects=True)[0].hits
        assert (hit.page, hit.recognised) == (1, True)
        box = hit.rects[0].rect
        assert box.x0 == pytest.approx(FIGURE.x0 + 190, abs=4)
        assert box.y0 < FIGURE.y0 + 126 < box.y1
        assert not library.search('"nine years"')[0].hits[0].recognised
        (figure,) = library.anchors.of(made.paper, ("figure",))
        page = library.papers.page(made.file, 1)
        assert figure.recognised
        assert [page.text[span.start : span.end] for span in figure.inside] == ["Nectar encoder\nHoney store"]
        scope = Scope(papers=(made.paper,))
        answer = library.ask("What is stored behind the nectar encoder in Figure 1?", scope)
        cited = [each for sentence in answer.sentences for each in sentence.citations if each.recognised]
        assert any("Honey store" in each.quote for each in cited), answer
        assert library.check() == []
        library.delete([made.paper])
        assert library.search('"honey store"') == []


def test_the_page_keeps_its_own_text_and_a_second_run_changes_nothing(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "read_pictures", made.again)
    with Library.open(made.path) as library:
        before = library.papers.page(made.file, 1)
        written: list[object] = []
        monkeypatch.setattr(library.papers, "write_pages", lambda *pages: written.append(pages))
        stage.read_figure_words(library, work(made))
        assert written == []
        assert "Nectar" not in before.text[: before.body_end]


def test_a_stop_midway_leaves_nothing_half_and_the_next_run_makes_it_whole(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "read_pictures", made.again)
    with Library.open(made.path) as library:
        before, plain = strip(library, made)
        token = CancelToken()
        token.cancel()
        with pytest.raises(Cancelled):
            stage.read_figure_words(library, work(made, token))
        assert library.papers.page(made.file, 1) == plain
        stage.read_figure_words(library, work(made))
        assert library.papers.page(made.file, 1) == before


def work(made: Made, cancel: CancelToken | None = None) -> Work:
    return Work(made.paper, made.file, "colonies.pdf", cancel=cancel or CancelToken())


def strip(library: Library, made: Made) -> tuple[PageText, PageText]:
    """Take the words of the figure out again; returns the page before, and after."""
    before = library.papers.page(made.file, 1)
    plain = before.without_pictures()
    library.papers.write_pages(made.file, [plain], [passages(plain)])
    return before, plain


def test_a_picture_that_ends_the_recogniser_goes_unread_and_its_paper_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PAINS 2, 5: one bad figure does not throw the paper away."""
    asked: list[list[str]] = []

    def dies(path: Path, pictures: list[Picture], on_words: Word, *rest: object) -> None:
        asked.append([each.name for each in pictures])
        raise UnreadableFile("The process ended.", code="crashed")

    monkeypatch.setattr(stage, "read_pictures", dies)
    monkeypatch.setattr(layout_stage, "read_layout", sees_the_figure)
    with Library.create(tmp_path / "library") as library:
        paper, _ = complete(library, write_paper(tmp_path / "colonies.pdf"))
        assert asked == [[f"{paper}.fig1"]] * 2  # once more: it may have been killed from outside
        assert library.search('"honey store"') == []


_READ = """
import sys
from pathlib import Path
from twintree.base.ids import FileId, PaperId
from twintree.jobs.pictures import read_figure_words
from twintree.jobs.stages import Work
from twintree.library import Library
if __name__ == "__main__":
    with Library.open(Path(sys.argv[1])) as library:
        read_figure_words(library, Work(PaperId(sys.argv[2]), FileId(sys.argv[3]), "colonies.pdf"))
"""


def test_a_kill_once_a_picture_is_read_loses_nothing(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PAINS 8, 31: what was read before the kill is whole, and the next run ends the same."""
    with Library.open(made.path) as library:
        anchors = library.anchors.of(made.paper)
        before, _ = strip(library, made)
    script = tmp_path / "read.py"
    script.write_text(_READ)
    killed = subprocess.run(
        [sys.executable, str(script), str(made.path), made.paper, made.file],
        env=os.environ
        | {"TWINTREE_CRASH_AT": "import.picture_read", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert killed.returncode == 137, killed.stderr.decode()
    monkeypatch.setattr(stage, "read_pictures", made.again)
    with Library.open(made.path) as library:
        assert library.papers.page(made.file, 1) == before
        stage.read_figure_words(library, work(made))
        assert library.anchors.of(made.paper) == anchors
        assert library.check() == []


def test_a_page_full_of_pictures_costs_no_more_than_the_first_of_them() -> None:
    page = PageText(1, "", 595.0, 842.0, "", 0, ())
    figures = [
        Anchor(
            id=f"Pabcdefghijkl.figp1-{at}", paper=PaperId("Pabcdefghijkl"), file=FileId("Fabcdefghijkl"),
            kind="figure", page=1, box=Rect(10, 10 * at, 300, 10 * at + 9), source="layout",
        )
        for at in range(1, 30)
    ]  # fmt: skip
    assert len(stage.pictures_of(figures, {1: page})) == 6
    # A scan was recognised whole.
    assert stage.pictures_of(figures, {1: replace(page, how="ocr")}) == []
