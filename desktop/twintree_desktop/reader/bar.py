"""The bar above the pages: the way back, whose page this is, whether the quote stands on it, the tools.

Signals:
    back_wanted(), forward_wanted(), page_wanted(int), zoom_wanted(int), find_wanted(), side_wanted()
    menu_wanted(QPoint): the further tools, at this place on screen
    whole_wanted(): read this in the reader (only in the small form, beside an answer)
"""

from __future__ import annotations

import enum

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFontMetrics, QIntValidator, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit

from twintree_desktop.icons import Icons
from twintree_desktop.reader.chip import Chip, Tone
from twintree_desktop.reader.document import Document
from twintree_desktop.theme import Appearance, Type
from twintree_desktop.tokens import HEIGHT, SPACE
from twintree_desktop.widgets import button, icon_button, label
from twintree_desktop.words import recognised_words

_WIDEST_NAME = 320
#: Below this width the printed page number is left to the tool tip.
_NARROW = 520


class QuoteState(enum.StrEnum):
    """What the chip in the bar says."""

    NONE = "none"
    FOUND = "found"
    ELSEWHERE = "elsewhere"
    MISSING = "missing"


class PageField(QLineEdit):
    """The page number, to be typed over.

    Signals:
        left(): the person gave up or is done
    """

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class ReaderBar(QFrame):
    """44 pixels of chrome."""

    back_wanted = Signal()
    forward_wanted = Signal()
    page_wanted = Signal(int)
    zoom_wanted = Signal(int)
    find_wanted = Signal()
    side_wanted = Signal()
    menu_wanted = Signal(QPoint)
    whole_wanted = Signal()

    def __init__(self, appearance: Appearance, icons: Icons, *, compact: bool = False) -> None:
        super().__init__()
        self.setProperty("kind", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT.bar)
        self._pages = self._page = 1
        self._appearance, self._icons, self._compact = appearance, icons, compact
        self._labels: list[str] = []
        self._make()
        self._build()
        self.clear()

    def _make(self) -> None:
        icons = self._icons
        self.back = icon_button(icons, "back", self.tr("Back (Alt+Left)"), self.back_wanted.emit)
        self.forward = icon_button(icons, "forward", self.tr("Forward (Alt+Right)"), self.forward_wanted.emit)
        self.title = label()
        self.title.setStyleSheet("font-weight: 600;")
        self.where = button("", "", self._type_page)
        self.where.setStyleSheet("color: palette(placeholder-text); padding-left: 6px; padding-right: 6px;")
        self.page = PageField()
        self.page.setAccessibleName(self.tr("Page number"))
        self.page.setFixedWidth(64)
        self.page.returnPressed.connect(self._typed)
        self.page.editingFinished.connect(self._leave_page)
        self.page.left.connect(self._leave_page)
        self.quote = Chip(self._appearance, "")
        self.quote.setObjectName("quoteState")
        self.recognised = Chip(self._appearance, recognised_words())
        self.recognised.setToolTip(
            self.tr(
                "This page has no text of its own. Its words were recognised in its picture and may hold "
                "mistakes: compare what you quote with the page."
            )
        )
        self.zoom = label("", "small")
        self.zoom.setMinimumWidth(40)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def _build(self) -> None:
        icons = self._icons
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE.small, 0, SPACE.small, 0)
        layout.setSpacing(2)
        for widget in (self.back, self.forward):
            layout.addWidget(widget)
        self.forward.setVisible(not self._compact)
        layout.addSpacing(SPACE.hair)
        layout.addWidget(self.title)
        layout.addWidget(self.where)
        layout.addWidget(self.page)
        layout.addStretch(1)
        layout.addWidget(self.recognised)
        layout.addWidget(self.quote)
        layout.addSpacing(SPACE.small)
        if self._compact:
            tip = self.tr("Open in the reader")
            self.tools = [icon_button(icons, "reader", tip, self.whole_wanted.emit)]
        else:
            self.tools = [
                icon_button(icons, "search", self.tr("Find (Ctrl+F)"), self.find_wanted.emit),
                icon_button(
                    icons, "zoom-out", self.tr("Smaller (Ctrl+-)"), lambda: self.zoom_wanted.emit(-1)
                ),
                icon_button(icons, "zoom-in", self.tr("Larger (Ctrl++)"), lambda: self.zoom_wanted.emit(1)),
                icon_button(icons, "fold-left", self.tr("Outline and pages (F9)"), self.side_wanted.emit),
            ]
        more = icon_button(icons, "more", self.tr("More"), self._menu)
        self.tools.append(more)
        self._more = more
        for tool in self.tools:
            layout.addWidget(tool)
        if not self._compact:
            layout.insertWidget(layout.indexOf(self.tools[2]), self.zoom)

    def clear(self) -> None:
        """No paper is open."""
        chips = (self.quote, self.recognised)
        for widget in (self.title, self.where, self.page, *chips, self.zoom, *self.tools):
            widget.setVisible(False)
        self.set_ways(back=False, forward=False)

    def show_document(self, document: Document) -> None:
        """Say whose pages these are."""
        self._pages = len(document.sheets)
        self._labels = [sheet.label for sheet in document.sheets]
        metrics = QFontMetrics(self._appearance.theme.font(Type.STRONG))
        self.title.setText(metrics.elidedText(document.name, Qt.TextElideMode.ElideRight, _WIDEST_NAME))
        title = document.paper.row.title
        self.title.setToolTip(title)
        self.title.setAccessibleName(f"{document.name}, {title}")
        for widget in (self.title, self.where, self.zoom, *self.tools):
            widget.setVisible(True)
        self.zoom.setVisible(not self._compact)

    def show_page(self, page: int) -> None:
        """``p. 6 of 7``, and the number that is printed where it is another one."""
        text = self.tr("p. {0} of {1}").format(page, self._pages)
        printed = self._labels[page - 1] if page <= len(self._labels) else ""
        whole = text
        if printed and printed != str(page):
            whole += self.tr(" · printed {0}").format(printed)
        # Beside an answer there is little room; the whole of it is the button's name and tool tip.
        self.where.setText(text if self.width() < _NARROW else whole)
        self.where.setAccessibleName(whole)
        hint = self.tr("Go to a page (Ctrl+G)")
        self.where.setToolTip(f"{whole} · {hint}")
        self._page = page

    def show_zoom(self, zoom: float) -> None:
        """How large pages are, of their printed size (96 pixels an inch)."""
        self.zoom.setText(f"{round(zoom * 72 / 96 * 100)} %")

    def show_quote(self, state: QuoteState, *, recognised: bool = False) -> None:
        """Say whether the cited words were found on the page; ``recognised`` ones stand in a picture there."""
        found = self.tr("quote found in a picture") if recognised else self.tr("quote found on this page")
        words = {
            QuoteState.FOUND: found,
            QuoteState.ELSEWHERE: self.tr("quote is on another page"),
            QuoteState.MISSING: self.tr("quote not found on this page"),
        }.get(state, "")
        tones = {QuoteState.FOUND: Tone.ACCENT, QuoteState.MISSING: Tone.WARN}
        self.quote.say(words, tones.get(state, Tone.PLAIN))
        if recognised and state is QuoteState.FOUND:
            self.quote.setToolTip(recognised_words())
        self.quote.setVisible(bool(words))

    def show_recognised(self, recognised: bool) -> None:
        """Say whether the words of this page were read from its picture."""
        self.recognised.setVisible(recognised)

    def set_ways(self, *, back: bool, forward: bool) -> None:
        """Whether one can go back and forward."""
        self.back.setEnabled(back)
        self.forward.setEnabled(forward)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.where.isVisibleTo(self):
            self.show_page(self._page)

    def _type_page(self) -> None:
        self.page.setValidator(QIntValidator(1, self._pages, self.page))
        self.page.setText("")
        self.page.setPlaceholderText(f"1–{self._pages}")
        self.where.hide()
        self.page.show()
        self.page.setFocus()

    def type_page(self) -> None:
        """Let the person type a page."""
        if self.title.isVisibleTo(self):
            self._type_page()

    def _typed(self) -> None:
        if self.page.text().isdigit():
            self.page_wanted.emit(int(self.page.text()))

    def _leave_page(self) -> None:
        self.page.hide()
        self.where.show()

    def _menu(self) -> None:
        self.menu_wanted.emit(self._more.mapToGlobal(QPoint(0, self._more.height())))
