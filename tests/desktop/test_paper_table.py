"""The papers' table: rows in windows, sorting, filtering, selection, and a bound on what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from pytestqt.qtbot import QtBot
from shelf import add_paper, fill
from window_parts import open_in

from twintree.base.records import PaperFilter
from twintree.library import Library
from twintree_desktop.app import Desktop
from twintree_desktop.library_panel import LibraryPanel
from twintree_desktop.paper_filter import typed_filter
from twintree_desktop.paper_table_model import Column


def panel_of(desktop: Desktop) -> LibraryPanel:
    assert desktop.workspace is not None
    return desktop.workspace.library.panel


@pytest.fixture(scope="module")
def large_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("large") / "library"
    with Library.create(folder) as library:
        fill(library, 20_000)
    return folder


@pytest.fixture
def many(desktop: Desktop, large_library: Path, qtbot: QtBot) -> LibraryPanel:
    open_in(desktop, large_library, qtbot)
    panel = panel_of(desktop)
    qtbot.waitUntil(lambda: panel.model.rowCount() == 20_000, timeout=20_000)
    return panel


def test_twenty_thousand_papers_scroll_without_being_read(many: LibraryPanel, qtbot: QtBot) -> None:
    """PAINS 22: memory is bounded, rows come in windows."""
    model = many.model
    assert model.kept_rows < 1_000
    many.table.scrollToBottom()
    qtbot.waitUntil(lambda: model.paper_at(19_999) is not None, timeout=10_000)
    for row in range(0, 20_000, 400):
        many.table.scrollTo(model.index(row, 0))
        many.table.viewport().repaint()
        qtbot.wait(1)
    qtbot.waitUntil(lambda: model.paper_at(19_600) is not None, timeout=10_000)
    assert model.kept_rows <= 48 * 128


def test_all_of_twenty_thousand_are_selected_by_range(many: LibraryPanel, qtbot: QtBot) -> None:
    """PAINS 22."""
    many.table.selectAll()
    got: list[int] = []
    many.with_selected(lambda papers: got.append(len(set(papers))))
    qtbot.waitUntil(lambda: bool(got), timeout=20_000)
    assert got == [20_000]


def test_typing_filters_and_clearing_brings_all_back(many: LibraryPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(many.field, "entropy")
    qtbot.waitUntil(lambda: many.model.rowCount() == 2_500, timeout=10_000)
    many.field.clear()
    qtbot.waitUntil(lambda: many.model.rowCount() == 20_000, timeout=10_000)


def test_a_click_on_a_header_sorts(opened: Desktop, qtbot: QtBot) -> None:
    panel = panel_of(opened)
    assert opened.session is not None
    for title, year in (("Beta", 2001), ("alpha", 2003), ("Gamma", 2002)):
        add_paper(opened.session.library, title, year=year)
    panel.table.horizontalHeader().setSortIndicator(Column.TITLE, Qt.SortOrder.AscendingOrder)
    qtbot.waitUntil(lambda: titles(panel) == ["alpha", "Beta", "Gamma"], timeout=10_000)
    panel.table.horizontalHeader().setSortIndicator(Column.YEAR, Qt.SortOrder.DescendingOrder)
    qtbot.waitUntil(lambda: titles(panel) == ["alpha", "Gamma", "Beta"], timeout=10_000)


def test_the_selection_stays_on_its_paper_when_the_order_changes(opened: Desktop, qtbot: QtBot) -> None:
    panel = panel_of(opened)
    assert opened.session is not None
    for title in ("Beta", "Alpha", "Gamma"):
        add_paper(opened.session.library, title)
    opened.bridge.papers_changed.emit(frozenset())
    qtbot.waitUntil(lambda: panel.model.rowCount() == 3, timeout=10_000)
    gamma = titles(panel).index("Gamma")
    panel.table.selectRow(gamma)
    panel.table.horizontalHeader().setSortIndicator(Column.TITLE, Qt.SortOrder.AscendingOrder)
    qtbot.waitUntil(lambda: titles(panel) == ["Alpha", "Beta", "Gamma"], timeout=10_000)
    current = panel.current()
    assert current is not None
    assert current.title == "Gamma"


def test_chosen_columns_are_remembered(opened: Desktop, tmp_path: Path, qtbot: QtBot) -> None:
    panel = panel_of(opened)
    assert panel.table.isColumnHidden(Column.TAGS)
    panel.columns._show(Column.TAGS, True)
    opened.open(tmp_path / "library")
    qtbot.waitUntil(lambda: opened.workspace is not None and panel_of(opened) is not panel, timeout=20_000)
    assert not panel_of(opened).table.isColumnHidden(Column.TAGS)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("max entropy", PaperFilter(text="max entropy")),
        ("author:chieu entropy", PaperFilter(author="chieu", text="entropy")),
        ('author:"van der Berg"', PaperFilter(author="van der Berg")),
        ("year:2019..2023", PaperFilter(year_min=2019, year_max=2023)),
        ("year:2019", PaperFilter(year_min=2019, year_max=2019)),
        ("year:2019..", PaperFilter(year_min=2019)),
        ("year:..2019", PaperFilter(year_max=2019)),
        ("year:20", PaperFilter()),
        ("tag:method is:starred", PaperFilter(tag="method", starred=True)),
        ("is:unread", PaperFilter(read_state="unread")),
        ('"exact phrase"', PaperFilter(text="exact phrase")),
        ("C++ foo:bar", PaperFilter(text="C++ foo:bar")),
        ("author: trees", PaperFilter(text="trees")),
    ],
)
def test_what_is_typed_becomes_a_filter(typed: str, expected: PaperFilter) -> None:
    assert typed_filter(typed, PaperFilter()) == expected


def test_enter_reads_and_space_previews(opened: Desktop, qtbot: QtBot) -> None:
    panel = panel_of(opened)
    assert opened.session is not None
    paper = add_paper(opened.session.library, "Alpha")
    opened.bridge.papers_changed.emit(frozenset())
    qtbot.waitUntil(lambda: panel.current() is not None, timeout=10_000)
    wanted: list[tuple[str, int]] = []
    opened.session.navigation.paper_wanted.connect(lambda *args: wanted.append(args))
    panel.table.selectionModel().setCurrentIndex(
        panel.model.index(0, 0), QItemSelectionModel.SelectionFlag.ClearAndSelect
    )
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert wanted == [(paper, 1)]


def titles(panel: LibraryPanel) -> list[str]:
    rows = (panel.model.paper_at(row) for row in range(panel.model.rowCount()))
    return [row.title for row in rows if row is not None]
