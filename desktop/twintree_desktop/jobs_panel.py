"""Jobs: every job with its state, the files of the one that is selected, and the log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QListView,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from twintree.base.events import JobProgress
from twintree.base.ids import JobId
from twintree.base.jobs import Job, JobItem
from twintree_desktop import operations
from twintree_desktop.engine_words import in_words
from twintree_desktop.log import LogBook
from twintree_desktop.session import Session
from twintree_desktop.theme import Type
from twintree_desktop.tokens import HEIGHT, RADIUS, SPACE
from twintree_desktop.widgets import Debounce, EmptyPlace, button, caption, frame, label
from twintree_desktop.words import date_words, number_words, singular, time_left, tr

_ITEM_ORDER = {"failed": 0, "running": 1, "queued": 2}

JobRole = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


def state_words(state: str) -> str:
    """A job's or a file's state."""
    return {
        "queued": tr("waiting"),
        "running": tr("running"),
        "paused": tr("paused"),
        "done": tr("done"),
        "failed": tr("failed"),
        "cancelled": tr("stopped"),
        "duplicate": tr("already here"),
        "ignored": tr("ignored"),
    }.get(state, state)


class JobListModel(QAbstractListModel):
    """The jobs, the newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Job] = []
        self._progress: dict[JobId, JobProgress] = {}

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._jobs)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        job = self._jobs[index.row()]
        if role == JobRole:
            return job
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{job.title}, {self.sentence(job)}"
        return None

    def show_jobs(self, jobs: list[Job]) -> None:
        """Show the jobs; the selection stays on the same job."""
        if [job.id for job in jobs] == [job.id for job in self._jobs]:
            self._jobs = jobs
            self.dataChanged.emit(self.index(0), self.index(max(0, len(jobs) - 1)))
            return
        self.beginResetModel()
        self._jobs = jobs
        self.endResetModel()

    def note_progress(self, event: JobProgress) -> None:
        """Keep how far a job is."""
        self._progress[event.job] = event
        for row, job in enumerate(self._jobs):
            if job.id == event.job:
                self.dataChanged.emit(self.index(row), self.index(row))

    def row_of(self, job: str) -> int:
        """The row of a job; -1 when it is not listed."""
        return next((row for row, each in enumerate(self._jobs) if each.id == job), -1)

    def share(self, job: Job) -> float:
        """How much of a job is done, 0 to 1."""
        event = self._progress.get(job.id)
        if job.state == "running" and event is not None and event.total:
            return min(1.0, event.done / event.total)
        return job.done / job.total if job.total else 0.0

    def sentence(self, job: Job) -> str:
        """Where a job is, in words."""
        parts = [state_words(job.state)]
        if job.total:
            counted = {
                "summaries": tr("{0} of {1} papers"),
                "methods": tr("{0} of {1} papers"),
                "themes": tr("{0} of {1} themes"),
            }.get(job.kind, tr("{0} of {1} files"))
            parts.append(singular(counted.format(number_words(job.done), number_words(job.total))))
        if job.failed:
            parts.append(tr("{0} failed").format(number_words(job.failed)))
        event = self._progress.get(job.id)
        if job.state == "running" and event is not None:
            parts.append(time_left(event.seconds_left))
        else:
            parts.append(date_words(job.created))
        return " · ".join(part for part in parts if part)


class JobDelegate(QStyledItemDelegate):
    """Paints a job: title, sentence, thin bar."""

    def __init__(self, session: Session, model: JobListModel, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._jobs = session, model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, self._session.appearance.theme.px(58))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        job, theme = index.data(JobRole), self._session.appearance.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setBrush(theme.colour("soft"))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), RADIUS.row, RADIUS.row)
        rect = option.rect.adjusted(SPACE.medium, SPACE.small, -SPACE.medium, -SPACE.small)
        painter.setFont(theme.font(Type.STRONG))
        painter.setPen(theme.colour("text"))
        title = painter.fontMetrics().elidedText(
            in_words(job.title), Qt.TextElideMode.ElideMiddle, rect.width()
        )
        side = (
            QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft)
            | Qt.AlignmentFlag.AlignAbsolute
        )
        painter.drawText(rect, side | Qt.AlignmentFlag.AlignTop, title)
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.colour("error" if job.failed or job.state == "failed" else "muted"))
        below = rect.adjusted(0, theme.px(20), 0, 0)
        sentence = painter.fontMetrics().elidedText(
            self._jobs.sentence(job), Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.drawText(below, side | Qt.AlignmentFlag.AlignTop, sentence)
        if job.state in ("running", "paused", "queued"):
            self._paint_bar(painter, option, rect.adjusted(0, rect.height() - 3, 0, 0), self._jobs.share(job))
        painter.restore()

    def _paint_bar(self, painter: QPainter, option: QStyleOptionViewItem, rect: Any, share: float) -> None:
        theme = self._session.appearance.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("border"))
        painter.drawRoundedRect(rect, 1.5, 1.5)
        painter.setBrush(theme.colour("accent"))
        done = rect.adjusted(0, 0, -round(rect.width() * (1 - share)), 0)
        painter.drawRoundedRect(QStyle.visualRect(option.direction, rect, done), 1.5, 1.5)


class JobItemsModel(QAbstractTableModel):
    """The files of one job: failed ones first, each with its reason."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[JobItem] = []

    def show_items(self, items: list[JobItem]) -> None:
        """Show a job's files."""
        self.beginResetModel()
        self._items = sorted(items, key=lambda item: _ITEM_ORDER.get(item.state, 3))
        self.endResetModel()

    def item(self, row: int) -> JobItem | None:
        """The file in a row."""
        return self._items[row] if 0 <= row < len(self._items) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._items)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("File"), self.tr("State"), self.tr("Pages"), self.tr("Reason"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self._items[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            pages = f"{item.pages_done} / {item.pages}" if item.pages else ""
            state = item.status if item.state == "done" and item.status else item.state
            return (
                Path(item.path).name,
                state_words(state),
                pages,
                in_words(f"{item.reason} {item.way_out}".strip()),
            )[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return item.path if index.column() == 0 else in_words(f"{item.reason} {item.way_out}".strip())
        return None


class JobsPanel(QWidget):
    """The place of the jobs."""

    def __init__(self, session: Session, book: LogBook) -> None:
        super().__init__()
        self._session = session
        self._book = book
        self._job: Job | None = None
        self._jobs = JobListModel(self)
        self._items = JobItemsModel(self)
        self._build()
        bridge = session.bridge
        self._reload = Debounce(200, self.reload, self)
        bridge.job_started.connect(self._soon)
        bridge.job_closed.connect(self._soon)
        bridge.papers_changed.connect(self._soon)
        bridge.job_progress.connect(self._jobs.note_progress)
        self.reload()

    def reload(self) -> None:
        """Read the jobs again."""
        if not self._session.library.readonly:
            self._session.read(operations.jobs, then=self._show, owner=self)

    def sentences(self) -> list[str]:
        """Where each job is, in words."""
        return [
            self._jobs.sentence(self._jobs.index(row).data(JobRole)) for row in range(self._jobs.rowCount())
        ]

    def _soon(self) -> None:
        if not self._reload.isActive():
            self._reload.start()

    def _build(self) -> None:
        self._list = QListView()
        self._list.setModel(self._jobs)
        self._list.setItemDelegate(JobDelegate(self._session, self._jobs, self))
        self._list.setAccessibleName(self.tr("Jobs"))
        self._list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._list.selectionModel().currentChanged.connect(lambda *_: self._choose())
        left = frame("panel")
        column = QVBoxLayout(left)
        column.setContentsMargins(SPACE.large, SPACE.large, SPACE.small, SPACE.medium)
        column.addWidget(label(self.tr("Jobs"), "headline"))
        column.addWidget(self._list, 1)
        split = QSplitter()
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(self._right())
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        split.setSizes([380, 620])
        empty = EmptyPlace(
            self._session.icons,
            "jobs",
            self.tr("Nothing to do"),
            self.tr("Imports appear here while they run, with each file and what became of it."),
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(empty)
        self._stack.addWidget(split)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)

    def _right(self) -> QWidget:
        right = frame("panel")
        column = QVBoxLayout(right)
        column.setContentsMargins(SPACE.large, SPACE.large, SPACE.large, SPACE.medium)
        column.setSpacing(SPACE.small)
        head = QHBoxLayout()
        self._title = label("", "title", wrap=True)
        head.addWidget(self._title, 1)
        self._pause = button(self.tr("Pause"), "outline", self._toggle)
        self._retry = button(self.tr("Try failed again"), "outline", self._again)
        self._cancel = button(self.tr("Stop"), "danger", self._stop)
        for each in (self._pause, self._retry, self._cancel):
            head.addWidget(each)
        column.addLayout(head)
        self._message = label("", "warn", wrap=True)
        column.addWidget(self._message)
        self._table = _file_table(self._items, self._session.appearance.theme.px(HEIGHT.side_row + 2))
        self._table.setAccessibleName(self.tr("Files of this job"))
        self._table.doubleClicked.connect(self._open_item)
        column.addWidget(self._table, 3)
        column.addWidget(caption(self.tr("Log")))
        self._log = QPlainTextEdit()
        self._log.setReadOnly(True)
        self._log.setProperty("kind", "bare")
        self._log.setAccessibleName(self.tr("Log"))
        self._log.setPlaceholderText(self.tr("Nothing was written down since the start."))
        self._log.setMaximumBlockCount(2000)
        column.addWidget(self._log, 1)
        return right

    def _show(self, jobs: list[Job]) -> None:
        jobs = [job for job in jobs if job.kind != "ask"]
        kept = self._job.id if self._job else ""
        self._jobs.show_jobs(jobs)
        self._stack.setCurrentIndex(1 if jobs else 0)
        row = max(0, self._jobs.row_of(kept))
        if jobs and self._list.currentIndex().row() != row:
            self._list.setCurrentIndex(self._jobs.index(row))
        self._choose()
        self._log.setPlainText("\n".join(self._book.lines()[-400:]))
        self._log.verticalScrollBar().setValue(self._log.verticalScrollBar().maximum())

    def _choose(self) -> None:
        job = self._list.currentIndex().data(JobRole)
        if not isinstance(job, Job):
            return
        self._job = job
        self._title.setText(in_words(job.title))
        self._pause.setVisible(job.state in ("running", "queued", "paused"))
        self._pause.setText(self.tr("Resume") if job.state == "paused" else self.tr("Pause"))
        self._cancel.setVisible(job.state in ("running", "queued", "paused"))
        self._message.setText(in_words(job.message))
        self._message.setVisible(bool(job.message))
        stuck = job.state == "failed" or job.failed > 0
        self._retry.setVisible(stuck and job.state not in ("running", "queued"))
        self._session.read(
            operations.job_items, job.id, then=lambda items: self._show_items(job.id, items), owner=self
        )

    def _show_items(self, job: JobId, items: list[JobItem]) -> None:
        if self._job is not None and job == self._job.id:
            position = self._table.verticalScrollBar().value()
            self._items.show_items(items)
            self._table.verticalScrollBar().setValue(position)

    def _toggle(self) -> None:
        if self._job is not None:
            operation = operations.resume_job if self._job.state == "paused" else operations.pause_job
            self._session.act(operation, self._job.id, then=lambda _: self.reload(), owner=self)

    def _again(self) -> None:
        if self._job is not None:
            self._session.act(operations.retry_job, self._job.id, then=lambda _: self.reload(), owner=self)

    def _stop(self) -> None:
        if self._job is not None:
            self._session.act(operations.cancel_job, self._job.id, then=lambda _: self.reload(), owner=self)

    def _open_item(self, index: QModelIndex) -> None:
        item = self._items.item(index.row())
        if item is not None and item.paper:
            self._session.navigation.inspect_wanted.emit(item.paper)


def _file_table(model: JobItemsModel, row_height: int) -> QTableView:
    table = QTableView()
    table.setModel(model)
    table.setShowGrid(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(row_height)
    table.setWordWrap(False)
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    header.setStretchLastSection(True)
    header.setHighlightSections(False)
    for column, width in enumerate((240, 120, 80)):
        table.setColumnWidth(column, width)
    return table
