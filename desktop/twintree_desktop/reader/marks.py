"""What is marked on pages (cited, highlighted, found, selected words), and how it is painted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QTransform

from twintree.base.records import Rect
from twintree_desktop.reader.layout import box
from twintree_desktop.theme import Theme
from twintree_desktop.tokens import mix

_PAD = 0.8  # points around words
#: How much paler than the quote the other matches of a search are.
_PALE = 0.45
#: Inverted, the dark page's paper is this far from white; dodging makes it white before the amber is laid on.
_DODGE = QColor(35, 35, 35)


@dataclass
class PageMarks:
    """The marks of one page, in points."""

    lit: tuple[Rect, ...] = ()
    highlights: list[tuple[str, tuple[Rect, ...]]] = field(default_factory=list)
    matches: list[tuple[Rect, ...]] = field(default_factory=list)
    match: tuple[Rect, ...] = ()
    selected: tuple[Rect, ...] = ()


@dataclass(frozen=True)
class Sheetlet:
    """The picture of a page as it is being painted: where points lie, and the image that covers the sheet."""

    to_view: QTransform
    image: QImage | None
    width: float
    height: float
    dark: bool


def paint_marks(painter: QPainter, marks: PageMarks, sheet: Sheetlet, theme: Theme) -> None:
    """Paint a page's marks over its picture."""
    painter.save()
    painter.setTransform(sheet.to_view, True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for colour, rects in marks.highlights:
        _lay_under(painter, rects, QColor(colour), sheet)
    pale = QColor(mix(theme.palette.quote, "#FFFFFF", _PALE))
    _lay_under(painter, [rect for rects in marks.matches for rect in rects], pale, sheet)
    _lay_under(painter, marks.lit, theme.colour("quote"), sheet)
    if marks.match:
        _lay_under(painter, marks.match, theme.colour("quote"), sheet)
        painter.setPen(QPen(theme.colour("warn"), 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline(marks.match).simplified())
        painter.setPen(Qt.PenStyle.NoPen)
    _wash(painter, marks.selected, theme.colour("accent"), 90 if sheet.dark else 64)
    painter.restore()


def outline(rects: Iterable[Rect], pad: float = _PAD) -> QPainterPath:
    """One path over boxes, filled as one, so that no word is covered twice."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for rect in rects:
        path.addRoundedRect(box(rect).adjusted(-pad * 1.6, -pad, pad * 1.6, pad), 1.5, 1.5)
    return path


def _wash(painter: QPainter, rects: Sequence[Rect], colour: QColor, alpha: int) -> None:
    if rects:
        veil = QColor(colour)
        veil.setAlpha(alpha)
        painter.fillPath(outline(rects, 0.3), veil)


def _lay_under(painter: QPainter, rects: Sequence[Rect], colour: QColor, sheet: Sheetlet) -> None:
    """Lay a colour under ink: multiplied on paper; in dark reading paper and ink are turned back first."""
    if not rects:
        return
    path = outline(rects)
    painter.save()
    if not sheet.dark:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillPath(path, colour)
    elif sheet.image is None:
        painter.fillPath(path, colour)
    else:
        _paint_turned(painter, path, colour, sheet, sheet.image)
    painter.restore()


def _paint_turned(
    painter: QPainter, path: QPainterPath, colour: QColor, sheet: Sheetlet, image: QImage
) -> None:
    across, down = image.width() / sheet.width, image.height() / sheet.height
    area = path.boundingRect()
    source = QRectF(area.x() * across, area.y() * down, area.width() * across, area.height() * down)
    pixels = source.toAlignedRect().intersected(image.rect())
    if pixels.isEmpty():
        return
    crop = under(image.copy(pixels), colour)
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    target = QRectF(pixels.x() / across, pixels.y() / down, pixels.width() / across, pixels.height() / down)
    painter.drawImage(target, crop, QRectF(crop.rect()))


def under(crop: QImage, colour: QColor) -> QImage:
    """A piece of a darkened page with its ink dark again, on a ground of ``colour``."""
    crop.setDevicePixelRatio(1.0)
    crop.invertPixels()
    painter = QPainter(crop)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_ColorDodge)
    painter.fillRect(crop.rect(), _DODGE)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    painter.fillRect(crop.rect(), colour)
    painter.end()
    return crop


def paint_lines(painter: QPainter, rects: Iterable[Rect], to_view: QTransform, theme: Theme) -> None:
    """Where words will be, while the picture of a page is still being drawn."""
    painter.save()
    painter.setTransform(to_view, True)
    for rect in rects:
        area = box(rect)
        painter.fillRect(
            area.adjusted(0, area.height() * 0.3, 0, -area.height() * 0.3), theme.colour("border")
        )
    painter.restore()
