"""The progress strip: a sentence with numbers and time left, a thin bar, and Pause beside it."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from twintree.base.events import Event, JobProgress, JobStarted
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
#: Kinds of jobs that read files; the others are called by what they make.
_READING = ("import", "finish")


class ProgressStrip(QWidget):
    """Shows the job that moved last."""

    opened = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._running: dict[JobId, str] = {}
        self._shown: JobId | None = None
        self._build()
        session.bridge.job_started.connect(self._started)
        session.bridge.job_progress.connect(self._progress)
        session.bridge.job_closed.connect(self._closed)
        self.hide()

    @property
    def sentence(self) -> str:
        """What the strip says."""
        return self._text.accessibleName()

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
        title = self._running[event.job] = in_words(event.title)
        reads = event.kind in _READING
        self._show(event.job, self.tr("Reading {0} …").format(title) if reads else f"{title} …", 0, 0)

    def _progress(self, event: JobProgress) -> None:
        if event.job in self._running:
            parts = [in_words(event.message) or self._running[event.job]]
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
        if not self._running:
            self.hide()
        elif job == self._shown:
            last = next(reversed(self._running))
            self._show(last, self._running[last], 0, 0)

    def _show(self, job: JobId, text: str, done: float, total: float) -> None:
        self._shown = job
        self._text.set_text(text)
        self._bar.setRange(0, 1000 if total else 0)
        self._bar.setValue(round(1000 * done / total) if total else 0)
        self.show()

    def _unit(self, unit: str) -> str:
        return {"files": self.tr("files"), "pages": self.tr("pages"), "papers": self.tr("papers")}.get(
            unit, unit
        )

    def _pause_job(self) -> None:
        if self._shown is not None:
            job = self._shown
            self._session.act(operations.pause_job, job)
            self._session.messages.tell(
                self.tr("Paused; what is done stays."),
                self.tr("Resume"),
                lambda: self._session.act(operations.resume_job, job),
            )
