"""The stylesheet: every rule takes its colours and sizes from the tokens; widgets choose a rule by ``kind``.

``kind`` is a dynamic property (``label.setProperty("kind", "muted")``):
labels: ``muted, small, caption, title, headline, display, answer, warn, error``;
buttons: ``primary, outline, link, danger`` (none: quiet); frames: ``strip, bar, panel, rule, notice``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from string import Template

from twintree_desktop.tokens import RADIUS, SPACE, Palette, mix

_TEXT = Template("""
QWidget { color: $text; }
QMainWindow, QDialog { background: $bg; }
QLabel { background: transparent; }
QLabel[kind="muted"] { color: $muted; }
QLabel[kind="small"] { color: $muted; font-size: $px12; }
QLabel[kind="caption"] { color: $muted; font-size: $px11; font-weight: 600; }
QLabel[kind="title"] { font-size: $px15; font-weight: 600; }
QLabel[kind="headline"] { font-size: $px17; font-weight: 600; }
QLabel[kind="display"] { font-size: $px22; font-weight: 600; }
QLabel[kind="tiny"] { color: $muted; font-size: $px11; }
QLabel[kind="pill"] { color: $muted; background: $bg; border-radius: ${chip}px; padding: 3px 10px;
    font-size: $px11; font-weight: 600; }
QLabel[kind="answer"] { font-size: $px14; }
QLabel[kind="trace"] { font-size: $px12; }
QLabel[kind="trace"][gone="true"] { color: $muted; text-decoration: line-through; }
QLabel[kind="trace"][level="warn"] { color: $warn; }
QLabel[kind="fold"] { font-size: $px12; font-weight: 600; }
QLabel[kind="warn"] { color: $warn; }
QLabel[kind="error"] { color: $error; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 6px 8px; }
""")

_FRAMES = Template("""
QFrame[kind="panel"] { background: $surface; border: 0; }
QFrame[kind="side"] { background: $bg; border: 0; }
QFrame[kind="bar"] { background: $surface; border: 0; border-bottom: 1px solid $border; }
QFrame[kind="strip"] { background: $raised; border: 0; border-top: 1px solid $border; }
QFrame[kind="rule"] { background: $border; border: 0; max-height: 1px; min-height: 1px; }
QFrame[kind="notice"] { background: $warn_bg; border: 0; border-radius: ${field}px; }
QFrame[kind="notice"] QLabel { color: $text; }
QFrame[kind="notice"][level="error"] { background: $error_bg; }
QFrame[kind="notice"][level="info"] { background: $soft; }
QFrame[kind="drop"] { background: $surface; border: 2px dashed $outline; border-radius: 12px; }
QFrame[kind="drop"][active="true"] { background: $soft; border-color: $accent; }
QFrame[kind="popup"] { background: $surface; border: 1px solid $border; border-radius: 10px; }
QSplitter::handle { background: $border; }
QSplitter::handle:hover, QSplitter::handle:pressed { background: $accent; }
QStackedWidget { background: transparent; }
QScrollArea { background: transparent; border: 0; }
QWidget[kind="page"] { background: $surface; }
""")

_FIELDS = Template("""
QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QSpinBox, QDoubleSpinBox {
    background: $surface; color: $text; border: 1px solid $outline; border-radius: ${field}px;
    padding: ${pad_field}px 10px; selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus, QSpinBox:focus {
    border: 2px solid $accent; padding: ${pad_focus}px 9px; }
QLineEdit[kind="bare"], QPlainTextEdit[kind="bare"], QTextEdit[kind="bare"], QTextBrowser {
    background: transparent; border: 0; padding: 0; }
QTextBrowser[kind="note"] { background: transparent; border: 1px solid transparent; border-radius: ${field}px;
    padding: ${pad_field}px 10px; selection-background-color: $accent; selection-color: $on_accent; }
QTextBrowser[kind="note"]:hover { border-color: $border; background: $surface; }
QTextBrowser[kind="note"]:focus { border: 2px solid $accent; padding: ${pad_focus}px 9px; }
QLineEdit:disabled, QComboBox:disabled { color: $muted; border-color: $border; }
QSpinBox QLineEdit, QSpinBox QLineEdit:focus { border: 0; padding: 0; background: transparent; }
QComboBox QLineEdit, QComboBox QLineEdit:focus {
    border: 0; padding: 0; background: transparent; }
QSpinBox::up-button, QSpinBox::down-button { width: 0; border: 0; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox QAbstractItemView { background: $surface; border: 1px solid $border; padding: 0;
    selection-background-color: $soft; selection-color: $text; outline: 0; }
QCheckBox, QRadioButton { spacing: 8px; background: transparent; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }
QCheckBox::indicator, QRadioButton::indicator { width: 16px; height: 16px; border: 1px solid $outline;
    background: $surface; }
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 9px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $accent; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 2px solid $accent; width: 14px; height: 14px; }
QRadioButton::indicator:focus { border-radius: 9px; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url("$check"); }
QRadioButton::indicator:checked { background: $accent; border-color: $accent; image: url("$dot"); }
QCheckBox::indicator:checked:focus, QRadioButton::indicator:checked:focus { border: 2px solid $text; }
QComboBox::down-arrow { image: url("$down"); width: 14px; height: 14px; }
""")

_BUTTONS = Template("""
QPushButton, QToolButton { background: transparent; color: $text; border: 1px solid transparent;
    border-radius: ${row}px; padding: ${pad_button}px 12px; }
QToolButton { padding: 5px; }
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed { background: $border; }
QPushButton:focus, QToolButton:focus { border: 2px solid $accent; padding: ${pad_button_focus}px 11px; }
QToolButton:focus { padding: 4px; }
QPushButton:disabled, QToolButton:disabled { color: $outline; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; font-weight: 600; }
QPushButton[kind="primary"]:hover { background: $accent_strong; }
QPushButton[kind="primary"]:focus { border: 2px solid $text; }
QPushButton[kind="primary"]:disabled { background: $border; color: $muted; }
QPushButton[kind="outline"] { border: 1px solid $outline; }
QPushButton[kind="outline"]:focus { border: 2px solid $accent; }
QPushButton[kind="link"] { color: $accent; font-weight: 600; padding: 4px 8px; }
QPushButton[kind="link"]:hover { background: $soft; }
QPushButton[kind="link"]:focus { padding: 3px 7px; }
QPushButton[kind="link"]:disabled { color: $outline; font-weight: 400; }
QPushButton[kind="link"][flush="true"] { padding: 4px 0; text-align: left; }
QPushButton[kind="link"][flush="true"]:hover { background: transparent; text-decoration: underline; }
QPushButton[kind="link"][flush="true"]:focus { padding: 3px 4px; }
QPushButton[kind="danger"] { color: $error; }
QPushButton[kind="chip"] { background: $soft; color: $accent; border-radius: ${chip}px; padding: 2px 10px;
    font-size: $px11; font-weight: 600; }
QPushButton[kind="chip"]:hover { background: $accent; color: $on_accent; }
QPushButton[kind="chip"]:focus { padding: 1px 9px; }
QToolButton:checked { background: $soft; color: $accent; }
QToolButton::menu-indicator { image: none; }
""")

_LISTS = Template("""
QAbstractItemView { background: $surface; border: 0; outline: 0; selection-background-color: $soft;
    selection-color: $text; alternate-background-color: $raised; }
QAbstractItemView[kind="side"] { background: $bg; }
QTableView::item { padding: 0 5px; }
QHeaderView { background: $surface; border: 0; }
QHeaderView::section { background: $surface; color: $muted; border: 0; border-bottom: 1px solid $border;
    padding: 0 ${small}px; font-weight: 600; font-size: $px12; }
QHeaderView::section:hover { color: $text; }
QTreeView::branch { background: transparent; }
QMenu { background: $surface; border: 1px solid $border; padding: 6px; }
QMenu::item { padding: 6px 28px 6px 12px; border-radius: ${row}px; background: transparent; }
QMenu::item:selected { background: $soft; color: $text; }
QMenu::item:disabled { color: $outline; }
QMenu::separator { height: 1px; background: $border; margin: 6px 8px; }
QTabBar { background: transparent; border: 0; }
QTabBar::tab { background: transparent; color: $muted; padding: 8px 14px; border: 0;
    border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { color: $accent; }
QTabWidget::pane { border: 0; }
""")

_SLIDERS = Template("""
QProgressBar { background: $border; border: 0; border-radius: 2px; max-height: 4px; min-height: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
QSlider:horizontal { min-height: 20px; }
QSlider::groove:horizontal { background: $border; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { background: $surface; border: 1px solid $outline; border-radius: 8px; width: 14px;
    height: 14px; margin: -6px 0; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { border: 2px solid $accent; border-radius: 8px;
    width: 12px; height: 12px; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $outline; border: 3px solid transparent; border-radius: 6px; }
QScrollBar::handle:vertical { min-height: 36px; background-clip: content; margin: 0 3px; border-radius: 3px; }
QScrollBar::handle:horizontal { min-width: 36px; margin: 3px 0; border-radius: 3px; }
QScrollBar::handle:vertical, QScrollBar::handle:horizontal { border: 0; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: 0; background: transparent; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
""")


def stylesheet(palette: Palette, px: Callable[[int], int], pictures: Mapping[str, Path]) -> str:
    """The stylesheet of one palette; ``px`` scales type; ``pictures`` are what controls draw."""
    values: dict[str, object] = {name: getattr(palette, name) for name in palette.__dataclass_fields__}
    values |= {f"px{size}": f"{px(size)}px" for size in (11, 12, 13, 14, 15, 17, 22)}
    values |= {"row": RADIUS.row, "field": RADIUS.field, "chip": RADIUS.chip, "small": SPACE.small}
    values |= {"pad_field": 6, "pad_focus": 5, "pad_button": 6, "pad_button_focus": 5}
    values |= {name: path.as_posix() for name, path in pictures.items()}
    values["accent_strong"] = _stronger(palette)
    parts = (_TEXT, _FRAMES, _FIELDS, _BUTTONS, _LISTS, _SLIDERS)
    return "".join(part.substitute(values) for part in parts)


def _stronger(palette: Palette) -> str:
    return mix(palette.accent, palette.text, 0.18)
