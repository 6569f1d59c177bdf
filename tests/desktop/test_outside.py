"""Files outside the window: names for people, the viewer at a page, and a linked file that went away."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from shelf import write_pdf
from window_parts import TEXT, details_of, open_in, panel_of, wait_for_jobs

from twintree.base.errors import InputError
from twintree.base.ids import PaperId
from twintree.base.records import PaperFilter
from twintree_desktop import operations
from twintree_desktop.app import Desktop
from twintree_desktop.locating import locate
from twintree_desktop.outside import reveal_command, viewer_command

PATH = Path("/tmp/Meng 2026 - Trees.pdf")  # noqa: S108 - never opened


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("org.gnome.Evince.desktop", ["evince", "-i", "5", str(PATH)]),
        ("okularApplication_pdf.desktop", ["okular", "-p", "5", str(PATH)]),
        ("unknown.desktop", []),
    ],
)
def test_a_viewer_is_told_the_page_in_its_own_words(entry: str, words: list[str]) -> None:
    assert viewer_command(entry, PATH, 5) == words


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_file_manager_is_asked_for_the_file_not_only_its_folder(platform: str) -> None:
    assert "Meng" in " ".join(reveal_command(PATH, platform))


def test_a_linked_file_that_vanished_can_be_located_and_no_other_is_taken_for_it(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    source, moved, other = (tmp_path / name for name in ("linked.pdf", "elsewhere.pdf", "other.pdf"))
    write_pdf(source, [TEXT])
    write_pdf(other, ["Something else entirely. " * 20])
    desktop.settings.put("library/link", True)
    library = open_in(desktop, tmp_path / "library", qtbot)
    desktop.give([source])
    wait_for_jobs(desktop, qtbot)
    row = library.papers.rows(PaperFilter())[0]
    assert operations.shown_outside(library, [PaperId(row.id)]) == [source]
    source.rename(moved)
    panel_of(desktop).table.selectRow(0)
    desktop.workspace.inspector.show_paper("")  # type: ignore[union-attr]
    desktop.workspace.inspector.show_paper(row.id)  # type: ignore[union-attr]
    trouble = details_of(desktop).trouble
    qtbot.waitUntil(lambda: "linked.pdf is not where it was" in trouble.text, timeout=20_000)
    file = library.papers.files(row.id)[0]
    locate(desktop.session, trouble, file, other)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: "is not the same file" in desktop.window.strip.text, timeout=20_000)
    with pytest.raises(InputError):
        library.papers.relink(file.id, other)
    locate(desktop.session, trouble, file, moved)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: not trouble.isVisible(), timeout=20_000)
    assert library.papers.files(row.id)[0].path == str(moved)
