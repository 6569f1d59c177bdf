"""Settings: appearance, language, files, limits, privacy, keys; each change holds at once and is kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QKeySequenceEdit,
    QRadioButton,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from twintree_desktop.commands import Command, Commands
from twintree_desktop.session import Session
from twintree_desktop.theme import Mode
from twintree_desktop.tokens import LARGEST_FONT, SMALLEST_FONT, SPACE
from twintree_desktop.translation import LANGUAGES
from twintree_desktop.watching import WatchedFolders
from twintree_desktop.widgets import NumberBox, button, caption, clear, label

_WIDTH = 720


class SettingsPanel(QWidget):
    """The place of the settings."""

    def __init__(
        self,
        session: Session,
        commands: Commands,
        watched: WatchedFolders,
        connected: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__()
        self._session = session
        self._connected = connected
        self._commands = commands
        self._watched = watched
        self._themes: dict[Mode, QRadioButton] = {}
        inner = QWidget()
        inner.setProperty("kind", "page")
        centre = QHBoxLayout(inner)
        column = QWidget()
        column.setMaximumWidth(_WIDTH)
        self._form = QVBoxLayout(column)
        self._form.setContentsMargins(SPACE.huge, SPACE.large, SPACE.huge, SPACE.huge)
        self._form.setSpacing(SPACE.small)
        centre.addWidget(column, 1)
        centre.addStretch(0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        self._filled = False

    def showEvent(self, event: QShowEvent) -> None:
        # Two hundred controls: they are made when they are first looked at, not with every library.
        if not self._filled:
            self._filled = True
            self._fill()
        self.privacy.setText(self._privacy_text())
        super().showEvent(event)

    def _fill(self) -> None:
        self._form.addWidget(label(self.tr("Settings"), "headline"))
        self._section(self.tr("Appearance"), self._theme_row(), self._size_row(), self._language_row())
        self._section(self.tr("Library"), *self._library_rows())
        self._section(self.tr("Limits"), *self._limit_rows())
        self.privacy = label("", "muted", wrap=True)
        self._section(self.tr("Privacy"), self.privacy)
        self._section(self.tr("Keys"), self._keys())
        self._form.addStretch(1)
        self._session.appearance.changed.connect(self._follow_appearance)

    def _section(self, title: str, *rows: QWidget) -> None:
        self._form.addSpacing(SPACE.large)
        self._form.addWidget(caption(title))
        for row in rows:
            self._form.addWidget(row)

    def _theme_row(self) -> QWidget:
        names = {
            Mode.SYSTEM: self.tr("As the system"),
            Mode.LIGHT: self.tr("Light"),
            Mode.DARK: self.tr("Dark"),
        }
        row, layout = _row(self.tr("Theme"))
        themes = QButtonGroup(self)
        for mode, name in names.items():
            choice = QRadioButton(name)
            choice.setChecked(self._session.appearance.mode is mode)
            choice.toggled.connect(lambda on, mode=mode: self._set_mode(mode) if on else None)
            themes.addButton(choice)
            self._themes[mode] = choice
            layout.addWidget(choice)
        layout.addStretch(1)
        return row

    def _size_row(self) -> QWidget:
        row, layout = _row(self.tr("Text size"))
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(SMALLEST_FONT, LARGEST_FONT)
        slider.setPageStep(1)
        slider.setFixedWidth(200)
        slider.setAccessibleName(self.tr("Text size"))
        slider.setValue(self._session.appearance.theme.size)
        value = label(str(slider.value()), "muted")
        self._size = slider
        slider.valueChanged.connect(self._set_size)
        slider.valueChanged.connect(lambda size: value.setText(str(size)))
        layout.addWidget(slider)
        layout.addWidget(value)
        layout.addStretch(1)
        return row

    def _language_row(self) -> QWidget:
        row, layout = _row(self.tr("Language"))
        box = QComboBox()
        box.setAccessibleName(self.tr("Language"))
        box.addItem(self.tr("As the system"), "")
        for code, name in LANGUAGES.items():
            box.addItem(name, code)
        box.setCurrentIndex(max(0, box.findData(self._session.settings.language)))
        box.currentIndexChanged.connect(lambda _: self._set_language(str(box.currentData())))
        layout.addWidget(box)
        layout.addStretch(1)
        return row

    def _library_rows(self) -> list[QWidget]:
        place, layout = _row(self.tr("Folder"))
        path = label(str(self._session.library.path), "muted", wrap=True)
        path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(path, 1)
        ways, row = _row(" ")
        beside = QHBoxLayout()
        beside.setSpacing(SPACE.small)
        row.addLayout(beside, 1)
        for key, words in (
            ("move", self.tr("Move …")),
            ("open", self.tr("Open another …")),
            ("merge", self.tr("Merge another in …")),
        ):
            made = button(words, "outline", self._commands.action(f"window.{key}").trigger)
            made.setObjectName(f"library-{key}")
            beside.addWidget(made)
        beside.addStretch(1)
        link = self._check(
            "library/link", self.tr("Leave imported files where they lie (otherwise copies are kept)")
        )
        resume = self._check("library/reopen", self.tr("Open the last library at start"), default=True)
        return [place, ways, link, resume, WatchedRows(self._watched)]

    def _limit_rows(self) -> list[QWidget]:
        return [
            self._spin("limits/parsers", self.tr("Files read at once"), 1, 16, 2, ""),
            self._spin("limits/seconds", self.tr("Give a file up after"), 5, 3600, 120, " s"),
            self._spin("limits/memory", self.tr("Memory a file may use"), 256, 16384, 1024, " MB"),
            label(self.tr("Limits hold from the next time a library is opened."), "small", wrap=True),
        ]

    def _privacy_text(self) -> str:
        if self._connected():
            return self.tr(
                "Nothing of yours leaves this machine. Twintree opens a network connection only when you ask for "
                "a model to be fetched, as you did since this start; no other connection was opened."
            )
        return self.tr(
            "Nothing leaves this machine. Twintree opens a network connection only when you ask for a model "
            "to be fetched; since this start no connection was opened. The suite of tests proves it: it "
            "fails when any part of the program so much as looks up a host name."
        )

    def _keys(self) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(0, 1)
        grid.setVerticalSpacing(SPACE.hair)
        for row, command in enumerate(self._commands.all()):
            grid.addWidget(label(command.title), row, 0)
            grid.addWidget(self._key_field(command), row, 1)
        return box

    def _key_field(self, command: Command) -> QKeySequenceEdit:
        field = QKeySequenceEdit(command.action.shortcut())
        field.setMaximumSequenceLength(1)
        field.setClearButtonEnabled(True)
        field.setFixedWidth(200)
        field.setAccessibleName(self.tr("Keys for {0}").format(command.title))

        def changed() -> None:
            loser = self._commands.rebind(command.key, QKeySequence(field.keySequence()))
            if loser:
                self._session.messages.tell(self.tr("“{0}” has no keys any more.").format(loser))

        field.editingFinished.connect(changed)
        return field

    def _check(self, name: str, text: str, *, default: bool = False) -> QCheckBox:
        box = QCheckBox(text)
        box.setChecked(self._session.settings.flag(name, default))
        box.toggled.connect(lambda on: self._session.settings.put(name, on))
        return box

    def _spin(self, name: str, title: str, low: int, high: int, default: int, unit: str) -> QWidget:
        row, layout = _row(title)
        box = NumberBox()
        box.setFixedWidth(110)
        box.setRange(low, high)
        box.setSuffix(unit)
        box.setAccessibleName(title)
        box.setValue(self._session.settings.number(name, default))
        box.valueChanged.connect(lambda value: self._session.settings.put(name, value))
        layout.addWidget(box)
        layout.addStretch(1)
        return row

    def _follow_appearance(self) -> None:
        """Show what a command chose elsewhere."""
        look = self._session.appearance
        self._themes[look.mode].setChecked(True)
        self._size.setValue(look.theme.size)

    def _set_mode(self, mode: Mode) -> None:
        if self._session.appearance.mode is not mode:  # else a command chose it, and all has its style
            self._session.settings.put("appearance/mode", mode.value)
            self._session.appearance.set_mode(mode)

    def _set_size(self, size: int) -> None:
        if self._session.appearance.theme.size != size:
            self._session.settings.put("appearance/size", size)
            self._session.appearance.set_size(size)

    def _set_language(self, code: str) -> None:
        self._session.settings.put("appearance/language", code)
        self._session.messages.tell(self.tr("The language changes at the next start."))


class WatchedRows(QWidget):
    """The watched folders, each with a way to drop it, and a way to add one."""

    def __init__(self, watched: WatchedFolders) -> None:
        super().__init__()
        self._watched = watched
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(SPACE.hair)
        self._fill()

    def _fill(self) -> None:
        clear(self._rows)
        for folder in self._watched.folders:
            row, layout = _row(self.tr("Watched folder"))
            layout.addWidget(label(str(folder), "muted", wrap=True), 1)
            drop = button(self.tr("Remove"), "link", partial(self._drop, folder))
            drop.setAccessibleName(self.tr("Watch {0} no more").format(folder))
            layout.addWidget(drop)
            self._rows.addWidget(row)
        add = button(self.tr("Watch a folder …"), "outline", self._add)
        row, layout = _row(self.tr("Watched folders") if not self._watched.folders else " ")
        layout.addWidget(add)
        layout.addStretch(1)
        self._rows.addWidget(row)

    def _add(self) -> None:
        dialog = QFileDialog(self, self.tr("Watch a folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: self.watch(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def watch(self, folder: Path) -> None:
        """Watch a folder from now on."""
        self._watched.add(folder)
        self._fill()

    def _drop(self, folder: Path) -> None:
        self._watched.remove(folder)
        self._fill()


def _row(title: str) -> tuple[QWidget, QHBoxLayout]:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE.large)
    name = label(title)
    name.setMinimumWidth(220)
    layout.addWidget(name)
    return row, layout
