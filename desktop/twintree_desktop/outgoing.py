"""Links that lead out of Twintree: opened only after a question, and only where they lead to the web or to mail."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from twintree_desktop.session import Session
from twintree_desktop.words import tr

#: Addresses that may be handed to the system; a file or a script never comes out of a document or a note.
_OUTSIDE = ("http", "https", "mailto", "doi")
_SUBJECT = "link"


def offer_link(session: Session, uri: str) -> None:
    """Say where a link leads, and offer to open it."""
    url = QUrl(uri)
    if url.scheme().lower() not in _OUTSIDE:
        session.messages.warn(
            tr("This link leads to {0}, which is not opened from a document.").format(uri), subject=_SUBJECT
        )
        return
    session.messages.warn(
        tr("This link leads out of Twintree, to {0}").format(uri),
        tr("Open in the browser"),
        lambda: _open(session, url),
        subject=_SUBJECT,
    )


def _open(session: Session, url: QUrl) -> None:
    if url.scheme().lower() == "doi":
        url = QUrl("https://doi.org/" + url.path().lstrip("/"))
    session.messages.withdraw(_SUBJECT)
    if not QDesktopServices.openUrl(url):
        session.messages.warn(tr("The system has no program for this link."), subject=_SUBJECT)
