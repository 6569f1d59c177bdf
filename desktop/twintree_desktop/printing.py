"""Printing: the pages of a paper, drawn off the window's thread, and texts such as an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from twintree.base.errors import StorageProblem
from twintree.base.ids import FileId
from twintree_desktop.session import Session
from twintree_desktop.words import singular, tr

if TYPE_CHECKING:
    from twintree.library import Library

#: Dots an inch at which pages are drawn for paper; more is not seen, and takes memory.
_DOTS = 300
_POINTS = 72


def print_paper(session: Session, parent: QWidget, file: FileId, name: str, pages: int) -> None:
    """Ask for a printer and a range of pages, then print in the background."""

    def go(printer: QPrinter) -> None:
        first, last = printer.fromPage() or 1, printer.toPage() or pages
        session.messages.tell(tr("Printing {0} …").format(name))

        def printed(count: int) -> None:
            said = tr("{0} pages of {1} went to the printer.").format(count, name)
            session.messages.tell(singular(said))

        session.read(print_pages, file, printer, first, min(last, pages), then=printed, owner=parent)

    _ask(parent, name, go, pages)


def print_text(session: Session, parent: QWidget, name: str, markdown: str) -> None:
    """Ask for a printer, and print a text."""

    def go(printer: QPrinter) -> None:
        text_document(markdown).print_(printer)
        session.messages.tell(tr("{0} went to the printer.").format(name))

    _ask(parent, name, go)


def text_document(markdown: str) -> QTextDocument:
    """A text as it is printed: black on white, whatever the window's theme."""
    document = QTextDocument()
    document.setDefaultStyleSheet("body { color: black; }")
    document.setMarkdown(markdown)
    return document


def print_pages(library: Library, file: FileId, printer: QPrinter, first: int, last: int) -> int:
    """Draw pages onto a printer, each as large as its sheet allows; returns how many there were.

    Runs on a reading thread: Qt allows painting on printers there.

    Raises:
        StorageProblem: the printer, or the file that is printed into, cannot be opened.
    """
    painter = QPainter()
    if not painter.begin(printer):
        raise StorageProblem(
            tr("The printer could not be opened."), tr("Check that it is there, or choose another place.")
        )
    try:
        for number in range(first, last + 1):
            if number > first:
                printer.newPage()
            scale = min(_DOTS, printer.resolution()) / _POINTS
            page = library.pages.render(file, number, scale, images=False)
            image = QImage(page.data, page.width, page.height, page.stride, QImage.Format.Format_RGB888)
            painter.drawImage(_fitted(image, QRectF(painter.viewport())), image)
    finally:
        painter.end()
    return max(0, last - first + 1)


def _fitted(image: QImage, sheet: QRectF) -> QRectF:
    """Where a page goes on a sheet: in the middle, as large as it fits."""
    size = image.size().scaled(sheet.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
    left, top = (sheet.width() - size.width()) / 2, (sheet.height() - size.height()) / 2
    return QRectF(left, top, size.width(), size.height())


def _ask(parent: QWidget, name: str, go: Callable[[QPrinter], object], pages: int = 0) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(name)
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(tr("Print"))
    if pages:
        dialog.setMinMax(1, pages)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange)
    dialog.accepted.connect(lambda: go(printer))
    dialog.finished.connect(dialog.deleteLater)
    QDialog.open(dialog)  # QPrintDialog hides it behind one that wants a slot of C++
