"""A model's work before, while and after it is done: what it would cost, for how long, Start, how far it is, Stop.

Signals:
    ModelTask.start_wanted(float): begin; pause after so many minutes (0: never)
    ModelTask.ended(): the job that was shown is over, or paused
"""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from twintree.base.errors import TwintreeError
from twintree.base.events import Event, JobProgress
from twintree.base.ids import JobId
from twintree.base.jobs import Job
from twintree_desktop.engine_words import in_words
from twintree_desktop.graphs import model_offer
from twintree_desktop.graphs.model_offer import Offer
from twintree_desktop.messages import describe
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import NumberBox, button, label
from twintree_desktop.words import number_words, time_left

_LONGEST_MINUTES = 24 * 60
#: A message that says how many of how many already.
_COUNTS = re.compile(r"\d\D{1,9}\d")
_WHOLE = 1000


class ModelTask(QWidget):
    """Shows the offer of a job, then the job itself; whoever owns it says what starts."""

    start_wanted = Signal(float)
    ended = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._job = JobId("")
        self._paused = False
        self.sentence = label("", wrap=True)
        self.trouble = label("", "warn", wrap=True)
        self.models = button(
            self.tr("Open Models"), "link", lambda: session.navigation.place_wanted.emit("models")
        )
        self.minutes = NumberBox()
        self.minutes.setRange(0, _LONGEST_MINUTES)
        self.minutes.setSingleStep(10)
        self.minutes.setSpecialValueText(self.tr("no limit"))
        self.minutes.setSuffix(self.tr(" min"))
        self.minutes.setAccessibleName(self.tr("Pause after so many minutes"))
        self.start = button(self.tr("Start"), "primary", self._begin)
        self.stop = button(self.tr("Stop"), "outline", self._stop)
        self.progress = label("", "small", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        self._lay_out()
        bridge = session.bridge
        bridge.job_progress.connect(self._progressed)
        bridge.job_closed.connect(self._closed)
        self.show_counting()

    @property
    def running(self) -> bool:
        """Whether a job is shown that goes on."""
        return bool(self._job) and not self._paused

    def show_counting(self) -> None:
        """What it would cost is being counted."""
        if not self.running:
            self._show(self.tr("Counting what there is to do …"))

    def show_offer(self, offer: Offer) -> None:
        """What it would cost, or why nobody can do it; a job that is under way comes first."""
        if offer.job is not None:
            self._show_job(offer.job)
        elif not self.running:
            self._job = JobId("")
            self._show(offer.sentence, trouble=offer.trouble, start=offer.possible)

    def show_trouble(self, error: TwintreeError) -> None:
        """What it would cost could not be counted."""
        if not self.running:
            self._show("", trouble=describe(error))

    def follow(self, job: JobId) -> None:
        """A job was started: show how far it is."""
        self._job, self._paused = job, False
        self._show(self.sentence.text(), running=True)
        self.progress.setText(self.tr("Starting …"))
        self.bar.setRange(0, 0)

    def _show_job(self, job: Job) -> None:
        if job.state == "paused":
            self._job, self._paused = job.id, True
            done = self.tr("Paused: {0} of {1} done.").format(number_words(job.done), number_words(job.total))
            self._show(" ".join(part for part in (done, in_words(job.message)) if part), start=True)
            self.start.setText(self.tr("Go on"))
            self.stop.show()
        elif job.id != self._job or self._paused:
            self.follow(job.id)
            self.sentence.setText(in_words(job.title))

    def _show(self, text: str, *, trouble: str = "", start: bool = False, running: bool = False) -> None:
        self.sentence.setText(text)
        self.sentence.setVisible(bool(text))
        self.trouble.setText(trouble)
        self.start.setText(self.tr("Start"))
        parts: tuple[tuple[bool, tuple[QWidget, ...]], ...] = (
            (bool(trouble), (self.trouble, self.models)),
            (start, (self.start, self._limit)),
            (running, (self.stop, self.progress, self.bar)),
        )
        for shown, widgets in parts:
            for each in widgets:
                each.setVisible(shown)

    def _begin(self) -> None:
        if self._paused and self._job:
            job = self._job
            self.sentence.setText("")
            self.follow(job)
            self._session.act(model_offer.resume, job, failed=self._not_resumed, owner=self)
        else:
            self.start.setEnabled(False)
            self.start_wanted.emit(float(self.minutes.value()))
            self.start.setEnabled(True)

    def _not_resumed(self, error: TwintreeError) -> None:
        self._session.messages.fail(error)
        self._over()

    def _stop(self) -> None:
        if self._job:
            self.stop.setEnabled(False)
            was_paused, job = self._paused, self._job

            def stopped(_: object) -> None:
                self.stop.setEnabled(True)
                if was_paused:
                    self._over()

            self._session.act(model_offer.stop, job, then=stopped, owner=self)

    def _progressed(self, event: JobProgress) -> None:
        if event.job != self._job:
            return
        parts = [in_words(event.message)]
        if event.total and not _COUNTS.search(event.message):
            counted = self.tr("{0} of {1}").format(number_words(event.done), number_words(event.total))
            parts.append(counted)
        parts.append(time_left(event.seconds_left))
        self.progress.setText(" · ".join(part for part in parts if part))
        self.bar.setRange(0, _WHOLE if event.total else 0)
        self.bar.setValue(round(_WHOLE * event.done / event.total) if event.total else 0)

    def _closed(self, event: Event) -> None:
        if self._job and getattr(event, "job", None) == self._job:
            self._over()

    def _over(self) -> None:
        self._job, self._paused = JobId(""), False
        self._show("")
        self.ended.emit()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE.small)
        column.addWidget(self.sentence)
        column.addWidget(self.trouble)
        column.addWidget(self.models, 0, Qt.AlignmentFlag.AlignLeft)
        self._limit = QWidget()
        limit = QHBoxLayout(self._limit)
        limit.setContentsMargins(0, 0, 0, 0)
        limit.addWidget(label(self.tr("Pause after"), "muted"))
        limit.addWidget(self.minutes)
        limit.addStretch(1)
        column.addWidget(self._limit)
        row = QHBoxLayout()
        row.addWidget(self.start)
        row.addWidget(self.stop)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.progress)
        column.addWidget(self.bar)
