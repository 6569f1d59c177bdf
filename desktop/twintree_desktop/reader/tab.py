"""One open paper: its pages, what stands beside them, and what is marked on them.

Signals:
    page_changed(int), zoom_changed(float)
    quote_changed(QuoteState): what is known of the cited words on the page being read
    recognised_changed(bool): whether the words of the page being read were read from its picture
    jumped(): a jump inside the paper is about to leave the place
    citation_wanted(Citation): open these words (a hit of the library-wide search)
    context_wanted(QPoint): the menu of the page, at this place on screen
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from twintree.base.answers import Hit
from twintree.base.citations import Reference
from twintree.base.errors import TwintreeError
from twintree.base.pages import PageText
from twintree.base.records import Citation, Highlight, Note, Section
from twintree_desktop.locating import ask_where
from twintree_desktop.reader import writing
from twintree_desktop.reader.bar import QuoteState
from twintree_desktop.reader.cache import PageKey
from twintree_desktop.reader.chosen_words import ChosenWords
from twintree_desktop.reader.document import Document, Lit, locate_citation
from twintree_desktop.reader.figures import Figure
from twintree_desktop.reader.find_bar import FindBar
from twintree_desktop.reader.finding import Finder
from twintree_desktop.reader.following import Following
from twintree_desktop.reader.layout import box
from twintree_desktop.reader.mark_menu import MarkMenu
from twintree_desktop.reader.marks import PageMarks
from twintree_desktop.reader.notice import ReaderNotice
from twintree_desktop.reader.renderer import PageRenderer
from twintree_desktop.reader.selection_bar import SelectionBar
from twintree_desktop.reader.side import SidePanel
from twintree_desktop.reader.stepping import Stepping
from twintree_desktop.reader.trail import Spot
from twintree_desktop.reader.view import PageView
from twintree_desktop.session import Session

_SIDE_WIDTH = 248
#: Points that are shown above the place that a link leads to.
_ABOVE = 24


class PaperTab(QWidget):
    """Puts view, side panel and find bar together, and keeps the marks in step."""

    page_changed = Signal(int)
    zoom_changed = Signal(float)
    quote_changed = Signal(object)
    recognised_changed = Signal(bool)
    jumped = Signal()
    citation_wanted = Signal(object)
    context_wanted = Signal(QPoint)

    def __init__(self, session: Session, renderer: PageRenderer, document: Document) -> None:
        super().__init__()
        self._session, self.renderer = session, renderer
        self.document = document
        self.citation: Citation | None = None
        self.recognised = False  #: whether the words of the page being read were read from its picture
        self._lit: list[Lit] = []
        self._placed: list[writing.Placed] = []
        self.mark_menu: MarkMenu | None = None
        self.view = PageView(session, renderer, document)
        self.words = ChosenWords(session, document, self.view)
        self.selection_bar = SelectionBar(session.icons, self.view, self.words)
        self.side = SidePanel(session, renderer, document)
        self.finder = Finder(session, document.file.id, len(document.sheets), self)
        self.find_bar = FindBar(session.icons)
        self.find_bar.hide()
        self.stepping = Stepping(self.find_bar, self.finder, self.view)
        self.notice = ReaderNotice(session, document)
        self.following = Following(session, document, self.view)
        self._build()
        self._connect()
        self.refresh_marks()

    def _build(self) -> None:
        pages = QWidget()
        column = QVBoxLayout(pages)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.find_bar, self.notice):
            column.addWidget(widget)
        column.addWidget(self.view, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self.side)
        self.splitter.addWidget(pages)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setCollapsible(1, False)
        self.splitter.setSizes([_SIDE_WIDTH, 900])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)

    def _connect(self) -> None:
        self.view.page_changed.connect(self._page_changed)
        self.view.zoom.changed.connect(self.zoom_changed)
        self.view.hands.hovered.connect(self._hovered)
        self.view.hands.clicked.connect(self._clicked)
        self.following.place_wanted.connect(self._go_to_place)
        self.following.reference_wanted.connect(self._show_entry)
        self.following.context_wanted.connect(self.citation_wanted)
        self.notice.locate_wanted.connect(self._locate)
        self.renderer.failed.connect(self._not_drawn)
        self.view.context_wanted.connect(
            lambda at: self.context_wanted.emit(self.view.viewport().mapToGlobal(at))
        )
        self.side.outline.chosen.connect(self._go_to_section)
        self.side.thumbnails.chosen.connect(self.jump_to)
        self.side.figures.chosen.connect(self._go_to_figure)
        self.side.notes.chosen.connect(self._go_to_mark)
        self.side.references.chosen.connect(self._show_entry)
        self.side.search.chosen.connect(self._open_hit)
        self.find_bar.everywhere.connect(self.find_everywhere)
        self.stepping.changed.connect(self._mark)

    # ── going places ─────────────────────────────────────────────────────────────────────────────────

    def spot(self) -> Spot:
        """Where the person is."""
        page, down = self.view.place()
        return Spot(self.document.paper.row.id, page, down, self.citation)

    def jump_to(self, page: int) -> None:
        """Go to a page; the way back leads here."""
        self.jumped.emit()
        self.view.go_to(page)

    def return_to(self, spot: Spot) -> None:
        """Show a place again, with the citation that was lit there."""
        if spot.citation is not None and spot.citation != self.citation:
            self.show_citation(spot.citation, reveal=False)
        elif spot.citation is None:
            self.forget_citation()
        self.view.go_to(spot.page, spot.down)

    def _go_to_section(self, section: Section) -> None:
        self.jumped.emit()
        page, start = section.start

        def arrived(pages: list[PageText]) -> None:
            lines = [line for text in pages for line in text.lines if line.start <= start < line.end]
            if lines:
                self.view.reveal(page, box(lines[0].box))

        self.view.go_to(page)
        self.view.texts.together([page], arrived)

    def _go_to_place(self, page: int, down: float | None) -> None:
        self.jumped.emit()
        self.view.go_to(page, None if down is None else max(0.0, down - _ABOVE))

    def _go_to_figure(self, figure: Figure) -> None:
        self.jumped.emit()
        if figure.box is None:
            self.view.go_to(figure.page)
        else:
            self.view.reveal(figure.page, box(figure.box))

    def _go_to_mark(self, mark: Highlight) -> None:
        for each, boxes in self._placed:
            if each.id == mark.id and boxes:
                page = min(boxes)
                self.jumped.emit()
                self.view.reveal(page, box(boxes[page][0]))

    def _open_hit(self, hit: Hit) -> None:
        self.citation_wanted.emit(
            Citation(
                paper=hit.paper,
                file=hit.file,
                page=hit.page,
                spans=hit.spans,
                quote="",
                recognised=hit.recognised,
            )
        )

    def _show_entry(self, entry: Reference) -> None:
        file = entry.file or self.document.file.id
        spans = entry.spans
        self.citation_wanted.emit(
            Citation(
                paper=self.document.paper.row.id, file=file, page=spans[0].page, spans=spans, quote=entry.raw
            )
        )

    # ── the cited words ──────────────────────────────────────────────────────────────────────────────

    def show_citation(self, citation: Citation, *, reveal: bool = True) -> None:
        """Go to the page, light the words, and say whether they stand there."""
        self.citation = citation
        if reveal:
            self.view.go_to(citation.page)
        self._session.read(
            locate_citation, citation, then=lambda lit: self._light(citation, lit, reveal), owner=self
        )

    def _light(self, citation: Citation, lit: list[Lit], reveal: bool) -> None:
        if citation is not self.citation:
            return
        self._lit = lit
        self._mark()
        first = next((each for each in lit if each.rects), None)
        if reveal and first is not None:
            self.view.reveal(first.page, _around(first))
        self._tell_quote()

    def forget_citation(self) -> None:
        """No words are lit any more."""
        self.citation, self._lit = None, []
        self._mark()
        self._tell_quote()

    @property
    def quote_state(self) -> QuoteState:
        """What is known of the cited words on the page being read."""
        if self.citation is None or not self._lit or not self.citation.quote:
            return QuoteState.NONE
        if not any(each.found for each in self._lit):
            return QuoteState.MISSING
        here = any(each.page == self.view.page and each.found for each in self._lit)
        return QuoteState.FOUND if here else QuoteState.ELSEWHERE

    def _tell_quote(self) -> None:
        self.quote_changed.emit(self.quote_state)

    def _page_changed(self, page: int) -> None:
        self.side.follow(page)
        self.page_changed.emit(page)
        self._tell_quote()
        self.look_how_read()

    def look_how_read(self) -> None:
        """Find out how the page in view was read, and tell."""
        page = self.view.page

        def known(pages: list[PageText]) -> None:
            if page == self.view.page:
                self.recognised = any(each.how == "ocr" for each in pages)
                self.recognised_changed.emit(self.recognised)
                self._tell_quote()

        self.view.texts.together([page], known)

    # ── finding ──────────────────────────────────────────────────────────────────────────────────────

    def open_find(self) -> None:
        """Find words in this paper; the selected ones to begin with."""
        self.words.read(lambda words: self.find_bar.open(words[:100]))

    def find_everywhere(self, words: str) -> None:
        """Find words in all papers."""
        self.show_side("search")
        self.side.search.look_for(words)
        self.side.search.field.setFocus()

    def show_side(self, name: str) -> None:
        """Show one of the side views, unfolded."""
        self.side.show()
        self.side.show_view(name)

    # ── marks ────────────────────────────────────────────────────────────────────────────────────────

    def refresh_marks(self) -> None:
        """Read highlights and notes again."""
        self._session.read(writing.read_marks, self.document.paper.row.id, then=self._marks_read, owner=self)

    def _marks_read(self, read: tuple[list[writing.Placed], list[Note]]) -> None:
        self._placed = read[0]
        self.side.notes.show_marks([mark for mark, _ in read[0]], read[1])
        self._mark()

    def _mark(self) -> None:
        marks: dict[int, PageMarks] = {}
        for mark, boxes in self._placed:
            for page, rects in boxes.items():
                marks.setdefault(page, PageMarks()).highlights.append((mark.colour, rects))
        for lit in self._lit:
            marks.setdefault(lit.page, PageMarks()).lit += lit.rects
        for match in self.finder.matches:
            if match != self.finder.current:
                marks.setdefault(match.page, PageMarks()).matches.append(match.rects)
        if self.finder.current is not None:
            marks.setdefault(self.finder.current.page, PageMarks()).match = self.finder.current.rects
        self.view.marks = marks
        self.view.viewport().update()

    def _hovered(self, page: int, point: QPointF) -> None:
        """What the person said to a highlight shows over it, else where a link leads."""
        said = self.following.hover(page, point)
        mark = self._mark_at(page, point)
        if mark is not None:
            self.view.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
            said = mark.note or said
        self.view.viewport().setToolTip(f"<qt>{escape(said)}</qt>" if said else "")

    def _mark_at(self, page: int, point: QPointF) -> Highlight | None:
        """The highlight at a place, the latest where several lie there."""
        here = [
            mark
            for mark, boxes in self._placed
            if any(box(rect).contains(point) for rect in boxes.get(page, ()))
        ]
        return here[-1] if here else None

    def _clicked(self, page: int, point: QPointF) -> None:
        """Offer what can be done with the highlight there; a link or a citation below it is followed instead."""
        mark = self._mark_at(page, point)
        if mark is None or self.following.leads(page, point):
            return
        self.mark_menu = MarkMenu(self._session, mark, self.view, self)
        self.mark_menu.note_wanted.connect(self._write_to)
        at = self.view.frame.to_view(page).map(point).toPoint()
        self.mark_menu.popup(self.view.viewport().mapToGlobal(at))

    def _write_to(self, mark: Highlight) -> None:
        self.show_side("note")
        self.side.notes.write_to(mark.id)

    # ── a file that is not there ─────────────────────────────────────────────────────────────────────

    def _not_drawn(self, key: PageKey, error: TwintreeError) -> None:
        if key.file == self.document.file.id and error.code == "vanished":
            self.notice.look()

    def _locate(self) -> None:
        ask_where(self._session, self, self.document.file, self.draw_again)

    def draw_again(self) -> None:
        """The file is there again: draw what could not be drawn."""
        self.renderer.retry(self.document.file.id)
        self.notice.look()
        self.view.refresh()

    def set_dark(self, dark: bool) -> None:
        """Read on dark paper or on white."""
        self.view.set_dark(dark)
        self.side.thumbnails.set_dark(dark)


def _around(lit: Lit) -> QRectF:
    area = QRectF()
    for rect in lit.rects:
        area = area.united(box(rect))
    return area
