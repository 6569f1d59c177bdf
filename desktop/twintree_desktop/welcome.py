"""The first page: drop PDFs, open the samples, open a library, and what this machine's models can do.

Signals:
    Welcome.files_wanted(), samples_wanted(), library_wanted(), recent_wanted(Path)
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLayout, QVBoxLayout, QWidget

from twintree_desktop.icons import Icons
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, caption, clear, flush_link, frame, label, restyle


class Welcome(QWidget):
    """What is shown while no library is open."""

    files_wanted = Signal()
    samples_wanted = Signal()
    library_wanted = Signal()
    new_wanted = Signal()
    recent_wanted = Signal(object)

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Welcome"))
        column, self._others = QWidget(), QWidget()
        layout = QVBoxLayout(column)
        layout.addStrut(600)
        layout.setSpacing(SPACE.medium)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetMinimumSize)
        layout.addWidget(label("Twintree", "display"))
        lead = QVBoxLayout()
        lead.setSpacing(SPACE.hair)
        for line in (
            self.tr("A private library that answers with citations you can check."),
            self.tr("Everything stays on this machine."),
        ):
            lead.addWidget(label(line, "muted", wrap=True))
        layout.addLayout(lead)
        layout.addSpacing(SPACE.medium)
        layout.addWidget(self._drop_place(icons))
        others = QVBoxLayout(self._others)
        others.setContentsMargins(0, 0, 0, 0)
        others.setSpacing(SPACE.medium)
        others.addLayout(self._ways())
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        others.addLayout(self._recent)
        layout.addWidget(self._others)
        layout.addSpacing(SPACE.small)
        self._models = label("", "small", wrap=True)
        layout.addWidget(self._models)
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        outer.addWidget(column, 0, Qt.AlignmentFlag.AlignHCenter)
        outer.addStretch(3)
        self.say_models(
            self.tr(
                "Search and quoted answers work now, with the built-in MiniLM embedder. "
                "A language model makes answers read better."
            )
        )

    def show_recent(self, paths: list[Path]) -> None:
        """List libraries that were open before."""
        clear(self._recent)
        if paths:
            self._recent.addSpacing(SPACE.small)
            self._recent.addWidget(caption(self.tr("Opened before")))
        for path in paths[:4]:
            made = flush_link(f"{path.name}   {path.parent}", partial(self.recent_wanted.emit, path))
            self._recent.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)

    def say_opening(self, name: str, files: int) -> None:
        """Say in the drop place that a library is being opened, and that so many files come into it."""
        self._words.setText(self.tr("Opening {0} …").format(name))
        self._hint.setText(self.tr("%n file(s) or folder(s) will be added", "", files) if files else "")
        self._choose.hide()
        self._others.setEnabled(False)  # one library is opened at a time

    def rest(self) -> None:
        """Invite again."""
        self._words.setText(self.tr("Drop PDFs here"))
        self._hint.setText(self.tr("files or whole folders"))
        self._choose.show()
        self._others.setEnabled(True)

    def say_models(self, text: str) -> None:
        """The line about models."""
        self._models.setText(text)

    def hover(self, active: bool) -> None:
        """Light the drop place while files are above the window."""
        restyle(self._place, active=active)

    def _drop_place(self, icons: Icons) -> QWidget:
        self._place = frame("drop", "DropPlace")
        self._place.setFixedHeight(190)
        inside = QVBoxLayout(self._place)
        inside.setSpacing(SPACE.hair)
        picture = QLabel()
        picture.setPixmap(icons.icon("import", "accent").pixmap(QSize(32, 32)))
        self._words, self._hint = label("", "title"), label("", "muted")
        self._choose = button(self.tr("Choose files …"), "link", self.files_wanted.emit)
        inside.addStretch(1)
        for each in (picture, self._words, self._hint):
            each.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            inside.addWidget(each)
        inside.addWidget(self._choose, 0, Qt.AlignmentFlag.AlignHCenter)
        inside.addStretch(1)
        self.rest()
        return self._place

    def _ways(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE.small)
        row.addWidget(button(self.tr("Open the sample library"), "outline", self.samples_wanted.emit))
        row.addWidget(button(self.tr("Open a library …"), "outline", self.library_wanted.emit))
        row.addWidget(button(self.tr("New library …"), "outline", self.new_wanted.emit))
        row.addStretch(1)
        return row
