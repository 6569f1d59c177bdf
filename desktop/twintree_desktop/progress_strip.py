"""The progress strip: a sentence with numbers and time left, a thin bar, and Pause beside it."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from twintree.base.events import Event, JobCancelled, JobFailed, JobProgress, JobStarted
from twintree.base.ids import JobId
from twintree_desktop import operations
from twintree_desktop.bridge import SHOWN_ELSEWHERE
from twintree_desktop.engine_words import in_words
from twintree_desktop.session import Session
from twintree_desktop.tokens import HEIGHT, SPACE
from twintree_desktop.widgets import ElidedLabel, button, frame
from twintree_desktop.words import number_words, time_left

#: A message that says how many of how many already.
_COUNTS = re.compile(r"\d\D{1,9}\d")
#: The kind of job that reads files; the others are called by what they make.
_READING = "import"


class ProgressStrip(QWidget):
    """Shows the job that moved last.

    Its room would move what lies above it: at the end it stays, and says so, until the pointer is elsewhere.

    Args:
        session: the open library's.
        above: what it stands under.
    """

    opened = Signal()

    def __init__(self, session: Session, above: QWidget) -> None:
        super().__init__()
        self._session, self._above = session, above
        self._running: dict[JobId, str] = {}
        self._named: dict[JobId, str] = {}  #: what a job is called, where its counts do not say what is done
        self._shown: JobId | None = None
        self._build()
        session.bridge.job_started.connect(self._started)
        session.bridge.job_progress.connect(self._progress)
        session.bridge.job_closed.connect(self._closed)
        above.installEventFilter(self)
        self.hide()

    @property
    def sentence(self) -> str:
        """What the strip says."""
        return self._text.accessibleName()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._pointer_left()
        return False

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._pointer_left()

    def _pointer_left(self) -> None:
        """Go, once nothing that the pointer is on would move."""
        at = QCursor.pos()
        here = (each for each in (self, self._above) if each.isVisible())
        if not any(each.rect().contains(each.mapFromGlobal(at)) for each in here):
            self.leave()

    def leave(self) -> None:
        """Nothing that is over has to stay for the sake of what stands above: another place is shown there, say."""
        if not self._running:
            self.hide()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.opened.emit()

    def _build(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        strip = frame("strip")
        strip.setMinimumHeight(HEIGHT.strip)
        outer.addWidget(strip)
        row = QHBoxLayout(strip)
        row.setContentsMargins(SPACE.large, 0, SPACE.small, 0)
        row.setSpacing(SPACE.medium)
        picture = QLabel()
        picture.setPixmap(self._session.icons.icon("jobs", "accent").pixmap(QSize(16, 16)))
        self._text = ElidedLabel()
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(160)
        self._bar.setAccessibleName(self.tr("Progress"))
        self._pause = button(self.tr("Pause"), "link", self._pause_job)
        row.addWidget(picture)
        row.addWidget(self._text, 1)
        row.addWidget(self._bar, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._pause)

    def _started(self, event: JobStarted) -> None:
        if event.kind in SHOWN_ELSEWHERE:
            return
        title = in_words(event.title)
        title = title[:1].upper() + title[1:]
        if event.kind == _READING:
            title = self.tr("Reading {0}").format(in_words(event.title))
        else:
            self._named[event.job] = title
        self._running[event.job] = self.tr("{0} …").format(title)
        self._show(event.job, self._running[event.job], 0, 0)

    def _progress(self, event: JobProgress) -> None:
        if event.job in self._running:
            message = in_words(event.message)
            parts = [message[:1].upper() + message[1:] or self._running[event.job]]
            if message and (name := self._named.get(event.job)):
                parts[0] = self.tr("{0}: {1}").format(name, message)
            if event.total and not _COUNTS.search(event.message):
                counted = self.tr("{0} of {1} {2}").format(
                    number_words(event.done), number_words(event.total), self._unit(event.unit)
                )
                parts.append(counted)
            parts.append(time_left(event.seconds_left))
            self._show(event.job, " · ".join(part for part in parts if part), event.done, event.total)

    def _closed(self, event: Event) -> None:
        job = getattr(event, "job", None)
        self._running.pop(job, None)  # type: ignore[arg-type]
        self._named.pop(job, None)  # type: ignore[arg-type]
        if not self._running and self.isVisible():
            self._end(event)
        elif job == self._shown:
            last = next(reversed(self._running))
            self._show(last, self._running[last], 0, 0)

    def _end(self, event: Event) -> None:
        """Go, or say what became of it and wait for the pointer to leave what stands above."""
        if not (self._above.underMouse() or self.underMouse()):
            self.hide()
            return
        words = self.tr("Done.")
        if isinstance(event, JobFailed):
            words = self.tr("Ended by an error; Jobs says which.")
        elif isinstance(event, JobCancelled):
            words = self.tr("Stopped; what is done stays.")
        self._text.set_text(words)
        self._bar.hide()
        self._pause.hide()

    def _show(self, job: JobId, text: str, done: float, total: float) -> None:
        self._shown = job
        self._bar.show()
        self._pause.show()
        self._text.set_text(text)
        self._bar.setRange(0, 1000 if total else 0)
        self._bar.setValue(round(1000 * done / total) if total else 0)
        self.show()

    def _unit(self, unit: str) -> str:
        known = {
            "files": self.tr("files"),
            "pages": self.tr("pages"),
            "papers": self.tr("papers"),
            "themes": self.tr("themes"),
        }
        return known.get(unit, unit)

    def _pause_job(self) -> None:
        if self._shown is not None:
            job = self._shown
            self._session.act(operations.pause_job, job)
            self._session.messages.tell(
                self.tr("Paused; what is done stays."),
                self.tr("Resume"),
                lambda: self._session.act(operations.resume_job, job),
            )
