"""The inspector: one paper's title, people, tags, structure, description, claims, notes, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from twintree.base.answers import Scope
from twintree.base.ids import PaperId
from twintree.base.records import FileRow, Paper, PaperRow, SectionTree
from twintree_desktop import operations
from twintree_desktop.claims_section import ClaimsSection
from twintree_desktop.engine_words import in_words
from twintree_desktop.locating import ask_where, missing_words
from twintree_desktop.metadata_editor import MetadataEditor
from twintree_desktop.notes import NoteList
from twintree_desktop.operations import PaperView
from twintree_desktop.refused import RefusedDetails, is_refused, refused_rows
from twintree_desktop.session import Session
from twintree_desktop.structure_tree import StructureTree
from twintree_desktop.tags import TagChip, TagField
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import (
    Debounce,
    EmptyPlace,
    FlowLayout,
    button,
    caption,
    clear,
    flush_link,
    frame,
    icon_button,
    label,
    restyle,
    rule,
    wrapped,
)
from twintree_desktop.words import singular

_READING_MS = 60
_PARTS = "inspector"


class Inspector(QStackedWidget):
    """Shows the paper under the cursor; empty without one; an editor instead while details are edited."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._paper = PaperId("")
        self.setAccessibleName(self.tr("Selected paper"))
        self._empty = EmptyPlace(session.icons, "file", "", self.tr("Select a paper to see its structure."))
        self.details = PaperDetails(session)
        self.editor = MetadataEditor(session)
        self.refused = RefusedDetails(session)
        for each in (self._empty, self.details, self.editor, self.refused):
            self.addWidget(each)
        self.details.edit_wanted = self.edit
        self.editor.closed.connect(lambda: self.setCurrentWidget(self.details))
        self._reading = Debounce(_READING_MS, self._read, self)
        session.bridge.papers_changed.connect(self._changed)

    def show_paper(self, paper: str) -> None:
        """Show that paper; ``""`` for none."""
        if paper != self._paper:
            self._paper = PaperId(paper)
            self._reading.start()

    def edit(self) -> None:
        """Edit the details of the paper that is shown."""
        if self.details.paper is not None:
            self.editor.show_paper(self.details.paper)
            self.setCurrentWidget(self.editor)
            self.editor.focus_first()

    def _changed(self, papers: frozenset[str]) -> None:
        if self._paper and (not papers or self._paper in papers) and not self._reading.isActive():
            self._reading.start()

    def _read(self) -> None:
        if not self._paper:
            self.setCurrentWidget(self._empty)
            return
        if is_refused(self._paper):
            self._session.read(refused_rows, then=self._show_refused, owner=self)
            return
        self._session.read(
            operations.paper_view, self._paper, then=self._show, failed=lambda _: self._gone(), owner=self
        )

    def _show_refused(self, rows: list[PaperRow]) -> None:
        row = next((row for row in rows if row.id == self._paper), None)
        if row is None:
            self._gone()
            return
        self.refused.show_row(row)
        self.setCurrentWidget(self.refused)

    def _gone(self) -> None:
        self.setCurrentWidget(self._empty)

    def _show(self, view: PaperView) -> None:
        if view.paper.row.id != self._paper:
            return
        self.details.show_view(view)
        if self.currentWidget() is not self.editor or self.editor.paper != self._paper:
            self.setCurrentWidget(self.details)


class PaperDetails(QWidget):
    """The paper as it is known."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.paper: Paper | None = None
        self.edit_wanted: Callable[[], object] = lambda: None
        self.fill_more: Callable[[QMenu], object] = lambda menu: None
        self.title = label("", "title", wrap=True, name="PaperTitle")
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._people = label("", "muted", wrap=True)
        self._tags = FlowLayout()
        self.trouble = Trouble(session)
        self._structure_caption = caption("")
        self.structure = StructureTree(session)
        self._description = wrapped()
        self._description.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._foot = label("", "small", wrap=True)
        self.claims = ClaimsSection(session)
        self.claims.page_wanted.connect(session.navigation.citation_wanted)
        self.notes = NoteList(session)
        self._build()

    def show_view(self, view: PaperView) -> None:
        """Show a paper."""
        self.paper = view.paper
        row = view.paper.row
        self.title.setText(row.title or self.tr("Untitled"))
        self._people.setText(self._people_line(row))
        self._show_tags(row, view)
        self.trouble.show_paper(view.paper, view.missing)
        self._structure_caption.setText(self._verified(view.tree).upper())
        self._read_button.setVisible(bool(view.paper.files))
        self._ask_button.setVisible(bool(view.paper.files))
        self.structure.show_tree(view.tree)
        self._description.setText(row.description or view.paper.abstract or self.tr("No description yet."))
        self._description.setEnabled(bool(row.description or view.paper.abstract))
        self._foot.setText(self._foot_line(view.paper))
        self.claims.show_paper(view.paper)
        self.notes.show_notes(row.id, view.paper.notes)

    def write_note(self) -> None:
        """Begin a note."""
        self.notes.begin()

    def write_tag(self) -> None:
        """Begin a tag."""
        self._tag_field.show()
        self._tag_field.setFocus()

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE.large, SPACE.large, SPACE.large, SPACE.medium)
        layout.setSpacing(SPACE.small)
        layout.addWidget(self.title)
        layout.addWidget(self._people)
        layout.addLayout(self._tags)
        layout.addLayout(self._buttons())
        layout.addWidget(self.trouble)
        layout.addWidget(rule())
        layout.addWidget(self._structure_caption)
        layout.addWidget(self._parts(), 1)
        layout.addWidget(rule())
        layout.addWidget(self._foot)
        self._tag_field = TagField(self._session, self._add_tag)
        self._tag_field.hide()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE.hair)
        row.setContentsMargins(0, 0, 0, SPACE.hair)
        self._read_button = button(self.tr("Read"), "primary", self._read)
        self._ask_button = button(self.tr("Ask"), "outline", self._ask)
        row.addWidget(self._read_button)
        row.addWidget(self._ask_button)
        row.addStretch(1)
        icons = self._session.icons
        self._star = icon_button(icons, "star", self.tr("Star"), self._toggle_star)
        self._star.setCheckable(True)
        row.addWidget(self._star)
        row.addWidget(icon_button(icons, "edit", self.tr("Edit details"), self._edit))
        self._more = icon_button(icons, "more", self.tr("More"), self._pop_more)
        row.addWidget(self._more)
        return row

    def _parts(self) -> QSplitter:
        """The structure above, the words below; the line between them can be drawn."""
        settings = self._session.settings
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.structure)
        split.addWidget(self._lower())
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.setSizes([400, 400])
        known = settings.state(_PARTS)
        if not known.isEmpty():
            split.restoreState(known)
        split.splitterMoved.connect(lambda *_: settings.put_state(_PARTS, split.saveState()))
        return split

    def _lower(self) -> QWidget:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        inner.setProperty("kind", "page")
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, SPACE.small, 0, 0)
        layout.setSpacing(SPACE.small)
        layout.addWidget(caption(self.tr("Description")))
        layout.addWidget(self._description)
        layout.addSpacing(SPACE.hair)
        layout.addWidget(self.claims)
        layout.addSpacing(SPACE.hair)
        layout.addWidget(self.notes)
        layout.addStretch(1)
        area.setWidget(inner)
        # Once it is laid out: before, nobody knows where it will lie.
        self.claims.began.connect(
            lambda form: QTimer.singleShot(0, form, lambda: area.ensureWidgetVisible(form))
        )
        return area

    def _people_line(self, row: PaperRow) -> str:
        pages = self.tr("%n page(s)", "", row.pages) if row.pages else ""
        year = str(row.year or "")
        where = (
            row.venue if year and year in row.venue else " ".join(part for part in (row.venue, year) if part)
        )
        names = ", ".join(row.authors[:6]) + (" …" if len(row.authors) > 6 else "")
        return " · ".join(part for part in (names, where, pages) if part)

    def _show_tags(self, row: PaperRow, view: PaperView) -> None:
        self._tag_field.setParent(None)
        clear(self._tags)
        for tag in row.tags:
            self._tags.addWidget(
                TagChip(self._session, tag, view.colours.get(tag, ""), partial(self._remove_tag, tag))
            )
        self._tags.addWidget(flush_link(self.tr("+ tag"), self.write_tag))
        self._tag_field.hide()
        self._tags.addWidget(self._tag_field)
        self._star.setChecked(row.starred)
        self._star.setIcon(self._session.icons.icon("starred" if row.starred else "star"))

    def _verified(self, tree: SectionTree) -> str:
        if not tree.nodes:
            return self.tr("No structure yet")
        good = sum(node.verified for node in tree.nodes)
        rate = self.tr("{0} of {1} titles verified").format(good, len(tree.nodes))
        structure = self.tr("Structure")
        return f"{structure}  ·  {singular(rate)}"

    def _foot_line(self, paper: Paper) -> str:
        parts = [
            paper.row.key,
            f"doi:{paper.doi}" if paper.doi else "",
            f"arXiv:{paper.arxiv}" if paper.arxiv else "",
        ]
        if len(paper.files) > 1:
            parts.append(self.tr("%n file(s)", "", len(paper.files)))
        return "  ·  ".join(part for part in parts if part)

    def _read(self) -> None:
        if self.paper is not None:
            self._session.navigation.paper_wanted.emit(self.paper.row.id, 1)

    def _edit(self) -> None:
        self.edit_wanted()

    def _ask(self) -> None:
        if self.paper is not None:
            self._session.navigation.question_wanted.emit(Scope(papers=(self.paper.row.id,)), "")

    def _toggle_star(self) -> None:
        if self.paper is not None:
            row = self.paper.row
            self._session.act(operations.star, [row.id], not row.starred, quiet=True)

    def _pop_more(self) -> None:
        menu = QMenu(self)
        self.fill_more(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))

    def _add_tag(self, tag: str) -> None:
        if self.paper is not None and tag.strip():
            self._session.act(operations.add_tag, [self.paper.row.id], tag.strip(), quiet=True)

    def _remove_tag(self, tag: str) -> None:
        if self.paper is not None:
            self._session.act(operations.remove_tag, [self.paper.row.id], tag)


class Trouble(QWidget):
    """What is wrong with a paper, in words, and the one button that helps."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self._frame = frame("notice")
        layout.addWidget(self._frame)
        inside = QVBoxLayout(self._frame)
        inside.setContentsMargins(SPACE.medium, SPACE.small, SPACE.small, SPACE.small)
        self._text = label("", wrap=True, name="TroubleText")
        inside.addWidget(self._text)
        self._help = button("", "link", self._act)
        inside.addWidget(self._help, 0, Qt.AlignmentFlag.AlignLeft)
        self._call: Callable[[], object] = lambda: None
        self.hide()

    def show_paper(self, paper: Paper, missing: FileRow | None = None) -> None:
        """Show what is wrong, if anything is."""
        row = paper.row
        if missing is not None:
            self._say(
                missing_words(missing),
                self.tr("Locate …"),
                lambda: ask_where(self._session, self, missing, lambda: None),
            )
            return
        wrong = row.status in ("failed", "set_aside") or bool(row.reason)
        self.setVisible(wrong)
        if wrong:
            self._say(
                in_words(row.reason) or self.tr("This file could not be read."),
                self.tr("Try again"),
                lambda: self._retry(paper),
                level="error" if row.status == "failed" else "warn",
            )

    def _say(self, text: str, action: str, call: Callable[[], object], level: str = "warn") -> None:
        restyle(self._frame, level=level)
        self._text.setText(text)
        self._help.setText(action)
        self._call = call
        self.show()

    @property
    def text(self) -> str:
        """What is said."""
        return self._text.text()

    def _act(self) -> None:
        self._call()

    def _retry(self, paper: Paper) -> None:
        paths = [Path(each.path) for each in paper.files]
        if paths:
            self._session.act(operations.import_files, paths)
