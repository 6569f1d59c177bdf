"""What can be done with the words that are selected on a paper's pages."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from twintree.base.answers import Scope
from twintree.base.pages import PageText
from twintree_desktop.reader import writing
from twintree_desktop.reader.copying import cite_command, copy, quoted_selection
from twintree_desktop.reader.document import Document
from twintree_desktop.reader.selection import Selection, flowing, spans_of, text_of
from twintree_desktop.reader.view import PageView
from twintree_desktop.session import Session

_LONGEST_QUESTION = 300


class ChosenWords(QObject):
    """Copies, highlights, claims and asks; nothing happens while nothing is selected."""

    def __init__(self, session: Session, document: Document, view: PageView) -> None:
        super().__init__(view)
        self._session, self._document, self._view = session, document, view

    @property
    def any(self) -> bool:
        """Whether words are selected."""
        selection = self._view.pointer.selection
        return selection is not None and not selection.empty

    def copy(self) -> None:
        """Copy them."""
        self._use(lambda selection, pages: copy(text_of(selection, pages)))

    def copy_quote(self) -> None:
        """Copy them with their citation."""
        self._use(lambda selection, pages: copy(quoted_selection(selection, pages, self._document)))

    def copy_cite(self) -> None:
        """Copy a LaTeX citation of the page being read."""
        copy(cite_command(self._document.paper, self._view.page))
        self._session.messages.tell(self.tr("The citation is on the clipboard."))

    def highlight(self, colour: str = "amber") -> None:
        """Mark them in the ledger."""
        if not self.any:
            self._session.messages.tell(self.tr("Select words first."))
            return
        value, file = writing.HIGHLIGHT_COLOURS[colour], self._document.file.id

        def mark(selection: Selection, pages: list[PageText]) -> None:
            self._session.act(writing.highlight, file, spans_of(selection, pages), value, owner=self)
            self._view.pointer.clear()

        self._use(mark)

    def ask(self) -> None:
        """Ask about the paper; the selected words, if any, stand in the field."""
        scope = Scope(papers=(self._document.paper.row.id,))
        wanted = self._session.navigation.question_wanted
        self.read(lambda words: wanted.emit(scope, words[:_LONGEST_QUESTION]))

    def claim(self) -> None:
        """Add a claim of the paper that rests on them."""
        paper, wanted = self._document.paper.row.id, self._session.navigation.claim_wanted

        def hand_over(selection: Selection, pages: list[PageText]) -> None:
            wanted.emit(paper, flowing(text_of(selection, pages)), selection.ends[0].page)

        self._use(hand_over)

    def read(self, use: Callable[[str], None]) -> None:
        """Call ``use`` with the words; with none when nothing is selected."""
        if self.any:
            self._use(lambda selection, pages: use(text_of(selection, pages)))
        else:
            use("")

    def select_all(self) -> None:
        """Select the words of all pages."""
        last, pointer = len(self._document.sheets), self._view.pointer
        self._view.texts.together(
            [last], lambda pages: pointer.select_all(last, pages[0].body_end if pages else 0)
        )

    def _use(self, use: Callable[[Selection, list[PageText]], None]) -> None:
        selection = self._view.pointer.selection
        if selection is not None and not selection.empty:
            self._view.texts.together(selection.pages(), lambda pages: use(selection, pages))
