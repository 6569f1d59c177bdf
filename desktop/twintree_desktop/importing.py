"""Imports as the person sees them: files go in, what could not be read is told with the way out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from twintree.base.events import Event, JobCancelled, JobFailed, JobStarted
from twintree.base.ids import JobId
from twintree.base.jobs import JobItem
from twintree_desktop import operations
from twintree_desktop.bridge import SHOWN_ELSEWHERE, Bridge
from twintree_desktop.engine_words import in_words
from twintree_desktop.messages import Level, Message, Messages
from twintree_desktop.session import Session

if TYPE_CHECKING:
    from twintree.library import JobHandle


class Imports(QObject):
    """Starts imports and speaks for them when they end."""

    def __init__(self, messages: Messages, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._messages = messages
        self._session: Session | None = None
        self.running: set[JobId] = set()
        self._imports: set[JobId] = set()
        bridge.job_started.connect(self._started)
        bridge.job_closed.connect(self._closed)

    def use(self, session: Session | None) -> None:
        """Import into this library from now on."""
        self._session = session
        self.running.clear()
        self._imports.clear()

    def start(
        self, paths: Sequence[Path], collection: str = "", passwords: Mapping[str, str] | None = None
    ) -> None:
        """Import files and folders; a data folder of Zotero's comes over with all that belongs to its works."""
        if self._session is None:
            return

        def queued(_: JobHandle) -> None:
            self._messages.withdraw("import")

        link = self._session.settings.flag("library/link")
        for folder in filter(operations.is_zotero, paths):
            self._session.act(operations.import_zotero, folder, link, then=queued)
        paths = [path for path in paths if not operations.is_zotero(path)]
        if not paths:
            return
        self._session.act(
            operations.import_files,
            list(paths),
            collection,
            link,
            passwords,
            then=queued,
        )

    def _started(self, event: JobStarted) -> None:
        if event.kind not in SHOWN_ELSEWHERE:
            self.running.add(event.job)
        if event.kind == "import":
            self._imports.add(event.job)

    def _closed(self, event: Event) -> None:
        job = getattr(event, "job", JobId(""))
        if job not in self.running or self._session is None:
            return
        self.running.discard(job)
        if isinstance(event, JobFailed):
            self._messages.shown.emit(
                Message(f"{event.message} {event.way_out}".strip(), Level.ERROR, subject=job)
            )
        elif not isinstance(event, JobCancelled):
            if job in self._imports:
                self._session.read(
                    operations.job_items, job, then=lambda items: self._sum_up(job, items), owner=self
                )
            self._session.read(operations.summarise_unasked, job, owner=self)

    def _sum_up(self, job: JobId, items: list[JobItem]) -> None:
        locked = [item for item in items if item.code in ("encrypted", "wrong_password")]
        failed = [item for item in items if item.state == "failed" and item not in locked]
        known = [item for item in items if item.state == "duplicate"]
        done = sum(item.state == "done" for item in items)
        if failed:
            self._tell_failed(failed, done)
        if locked:
            self._ask_password(job, locked[0])
        elif not failed and known and not done:
            self._messages.tell(
                self.tr("%n file(s) were here already.", "", len(known)),
                self.tr("Show"),
                lambda: self._inspect(known[0]),
            )
        elif not failed and done:
            self._messages.tell(self.tr("%n paper(s) added.", "", done))

    def _tell_failed(self, failed: list[JobItem], done: int) -> None:
        first = failed[0]
        if len(failed) == 1:
            text = f"{Path(first.path).name}: {in_words(f'{first.reason} {first.way_out}'.strip())}"
        else:
            text = self.tr("{0} files could not be read; added: {1}.").format(len(failed), done)
        self._messages.warn(text, self.tr("Show"), self._show_jobs, subject="import")

    def _ask_password(self, job: JobId, item: JobItem) -> None:
        name = Path(item.path).name
        text = (
            self.tr("That was not the password of {0}.")
            if item.code == "wrong_password"
            else self.tr("{0} is locked with a password.")
        )
        self._messages.ask_secret(
            text.format(name),
            self.tr("Open"),
            lambda secret: self._unlock(job, item.path, secret),
            subject=item.path,
        )

    def _unlock(self, job: JobId, path: str, secret: str) -> None:
        if self._session is not None:
            self._session.act(operations.retry_job, job, {path: secret})

    def _show_jobs(self) -> None:
        if self._session is not None:
            self._session.navigation.place_wanted.emit("jobs")

    def _inspect(self, item: JobItem) -> None:
        if self._session is not None and item.paper:
            self._session.navigation.inspect_wanted.emit(item.paper)
