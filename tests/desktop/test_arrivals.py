"""What comes from other programs, through the window: Zotero's data folder, .bib and .ris files."""

from __future__ import annotations

import sys
from pathlib import Path

from pytestqt.qtbot import QtBot
from shelf import write_pdf
from window_parts import TEXT, drop, open_in, panel_of, wait_for_jobs

from twintree.base.records import PaperFilter
from twintree.library import Library
from twintree_desktop.app import Desktop

sys.path.append(str(Path(__file__).parents[1] / "engine" / "jobs"))
from zotero_profile import Profile

BIB = """@article{swarm, title = {Swarms that think}, author = {Ant, Ada}, year = {2019}}
@book{oak, title = {Growing oaks}, author = {Oak, Olga}, year = {2001}}
"""
RIS = "TY  - JOUR\nTI  - Bees that count\nAU  - Bee, Bea\nPY  - 2020\nER  - \n"


def titles(library: Library) -> list[str]:
    return sorted(row.title for row in library.papers.rows(PaperFilter()))


def test_a_zotero_folder_comes_over_with_its_files_and_collections(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    write_pdf(tmp_path / "swarm.pdf", [TEXT])
    profile = Profile(tmp_path / "zotero")
    number = profile.work(
        authors=[("Ada", "Ant")], collections=[profile.collection("Insects")], title="Swarms that think"
    )
    profile.stored(number, tmp_path / "swarm.pdf")
    profile.close()
    library = open_in(desktop, tmp_path / "library", qtbot)
    desktop.give_zotero(tmp_path / "zotero")
    wait_for_jobs(desktop, qtbot)
    assert titles(library) == ["Swarms that think"]
    assert [each.name for each in library.person.collections()] == ["Insects"]
    qtbot.waitUntil(lambda: panel_of(desktop).table.model().rowCount() == 1, timeout=20_000)


def test_a_folder_that_is_not_zoteros_is_refused_with_a_way_out(
    opened: Desktop, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "elsewhere").mkdir()
    opened.give_zotero(tmp_path / "elsewhere")
    assert "elsewhere holds no zotero.sqlite" in opened.window.strip.text
    assert opened.commands.action("window.zotero").text() == "Import from Zotero …"


def test_dropped_bib_and_ris_files_become_papers(desktop: Desktop, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "mine.bib").write_text(BIB, "utf-8")
    (tmp_path / "in" / "more.ris").write_text(RIS, "utf-8")
    library = open_in(desktop, tmp_path / "library", qtbot)
    drop(desktop.window, sorted((tmp_path / "in").iterdir()))
    wait_for_jobs(desktop, qtbot)
    assert titles(library) == ["Bees that count", "Growing oaks", "Swarms that think"]
