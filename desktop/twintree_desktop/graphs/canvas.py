"""The canvas that every graph is drawn on: one widget, moved, scaled and asked with hand, wheel, keys and touch.

Signals:
    GraphCanvas.selected(str): a node was chosen, by id; "" for none
    GraphCanvas.edge_selected(int): an edge was chosen, by its place in the placement
    GraphCanvas.opened(str): a node was opened (Enter, double click)
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGestureEvent, QPinchGesture, QToolTip, QWidget

from twintree_desktop.graphs.camera import Camera, Points
from twintree_desktop.graphs.content import Content, pixel_radius
from twintree_desktop.graphs.drawing import draw_dot
from twintree_desktop.graphs.lettering import Lettering
from twintree_desktop.graphs.lighting import draw_lit_edges, draw_ticks
from twintree_desktop.graphs.picking import edge_under, node_under
from twintree_desktop.graphs.sheet import Sheet
from twintree_desktop.theme import Appearance
from twintree_desktop.tokens import SPACE

_STEP = 1.25
_WHEEL = 1.0015
_DIMMED = 0.28
#: The most of the view's width that is kept free for labels.
_LABELS = 0.4
#: Pixels around several nodes that are brought into view.
_AROUND = 140.0
_KEYS = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
}


class GraphCanvas(QWidget):
    """Shows a ``Content``. What nodes and edges mean is the view's: it gives words for them.

    Attributes:
        describe: a node's words for tool tips and screen readers, by its place.
        describe_edge: an edge's words, likewise.
    """

    selected = Signal(str)
    edge_selected = Signal(int)
    opened = Signal(str)

    def __init__(self, appearance: Appearance, name: str) -> None:
        super().__init__()
        self._appearance = appearance
        self.content: Content | None = None
        self.describe: Callable[[int], str] = lambda node: self.content.labels[node] if self.content else ""
        self.describe_edge: Callable[[int], str] = lambda edge: ""
        self.camera = Camera()
        self.node = -1  #: which is selected
        self.edge = -1
        self._hovered = -1
        self._lit_nodes: frozenset[int] = frozenset()
        self._lit_edges: tuple[int, ...] = ()
        self._pressed: QPointF | None = None
        self._dragged = False
        self._lettering = Lettering(appearance)
        self._fitted = False
        self.sheet = Sheet(appearance, self)
        self.sheet.changed.connect(self._drawn)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.grabGesture(Qt.GestureType.PinchGesture)
        self.setMinimumSize(240, 160)
        appearance.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(900, 600)

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────

    def show_content(self, content: Content | None, *, keep: bool = False) -> None:
        """Show another graph; ``keep`` the view and the selected node, where it is there still."""
        chosen = self.selected_id if keep else ""
        self.content = content
        self._lettering.forget()
        self._hovered = self.edge = -1
        self.node = content.index.get(chosen, -1) if content is not None else -1
        self.sheet.show(content)
        self._light()
        if not keep:
            self.fit()
        self.update()

    @property
    def selected_id(self) -> str:
        """The id of the node that is selected; "" for none."""
        return self.content.ids[self.node] if self.content is not None and self.node >= 0 else ""

    def refresh(self) -> None:
        """Draw again after the content's filter, focus or folds changed."""
        if self.content is not None and self.node >= 0 and not self.content.shown[self.node]:
            self.select(-1)
        self._light()
        self.update()

    def fit(self) -> None:
        """Everything that is shown in view."""
        if self.content is not None:
            beside = min(self._lettering.room_beside(self.content), _LABELS * self.width())
            self.camera = self.camera.fitted(self.content.xy[self.content.shown], beside=beside)
            self._fitted = True
        self.update()

    def zoom(self, steps: float) -> None:
        """Larger (positive) or smaller, around the selected node or the middle."""
        x, y = self._position(self.node) if self.node >= 0 else (None, None)
        self._look(self.camera.zoomed(_STEP**steps, x, y))

    def select(self, node: int, *, tell: bool = True) -> None:
        """Select a node by its place; -1 for none."""
        self.node, self.edge = node, -1
        self._light()
        _announce(self, self.describe(node) if node >= 0 else "")
        self.update()
        if tell:
            self.selected.emit(self.selected_id)

    def select_edge(self, edge: int) -> None:
        """Select an edge by its place."""
        self.edge, self.node = edge, -1
        self._light()
        _announce(self, self.describe_edge(edge))
        self.update()
        self.edge_selected.emit(edge)

    def light(self, nodes: frozenset[int], edges: tuple[int, ...]) -> None:
        """Light a path or a part; the next selection puts it out."""
        self._lit_nodes, self._lit_edges = nodes, edges
        self.update()

    def bring(self, *nodes: int) -> None:
        """A node in the middle, large enough to be read; several of them all in view."""
        if self.content is not None and len(nodes) > 1:
            most = max(1.0, self.camera.scale)
            self._look(self.camera.fitted(self.content.xy[list(nodes)], margin=_AROUND, most=most))
        elif self.content is not None:
            (node,) = nodes
            camera = self.camera.centred(*self.content.xy[node].tolist())
            self._look(camera.zoomed(max(1.0, 0.8 / camera.scale)))

    def _light(self) -> None:
        content = self.content
        if content is None or (self.node < 0 and self.edge < 0):
            self._lit_nodes, self._lit_edges = frozenset(), ()
        elif self.edge >= 0:
            ends = int(content.source[self.edge]), int(content.target[self.edge])
            self._lit_nodes, self._lit_edges = frozenset(ends), (self.edge,)
        else:
            self._lit_nodes = frozenset([self.node, *content.neighbours(self.node)])
            self._lit_edges = tuple(int(each) for each in content.edges_of(self.node))

    def _drawn(self) -> None:
        self._lettering.settle()
        self.update()

    def _look(self, camera: Camera) -> None:
        self.camera = camera
        self._fitted = False
        self.update()

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._appearance.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        if self.content is None or not len(self.content):
            return
        dimmed = bool(self._lit_nodes or self._lit_edges)
        painter.setOpacity(_DIMMED if dimmed else 1.0)
        self.sheet.paint(painter, self.camera, self.devicePixelRatioF())
        painter.setOpacity(1.0)
        at = self.camera.to_screen(self.content.xy)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_lit_edges(painter, self.content, self._lit_edges, at, self.camera, theme)
        self._paint_nodes(painter, at)
        chosen = frozenset(each for each in (self.node, self._hovered) if each >= 0)
        self._lettering.paint(painter, self.content, at, self.camera, chosen, self._lit_nodes)
        draw_ticks(painter, self.content, self.camera, theme)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def _paint_nodes(self, painter: QPainter, at: Points) -> None:
        """Nodes that stand out: lit, selected, under the pointer."""
        content, theme = self.content, self._appearance.theme
        if content is None:
            return
        for node in (*self._lit_nodes, *((self._hovered,) if self._hovered >= 0 else ())):
            if content.shown[node]:
                radius = pixel_radius(content.size[node], self.camera.scale)
                draw_dot(
                    painter, QPointF(*at[node]), radius, content.node_tones[content.node_tone[node]], theme
                )
        for node, width in ((self.node, 2.4), (self._hovered, 1.4)):
            if node >= 0:
                radius = pixel_radius(content.size[node], self.camera.scale) + 3.5
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.colour("accent" if node == self.node else "outline"), width))
                painter.drawEllipse(QPointF(*at[node]), radius, radius)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.camera = self.camera.sized(self.width(), self.height())
        if self._fitted:
            self.fit()

    # ── the hand ─────────────────────────────────────────────────────────────────────────────────────

    def node_at(self, x: float, y: float) -> int:
        """The shown node under a pixel, or whose label lies there; -1 when there is none."""
        if self.content is None:
            return -1
        node = node_under(self.content, self.camera, x, y)
        return node if node >= 0 else self._lettering.at(x, y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = event.position()
        if self._pressed is None:
            self._hover(self.node_at(here.x(), here.y()), event.globalPosition().toPoint())
            return
        step = here - self._pressed
        if self._dragged or step.manhattanLength() > 4:
            self._dragged = True
            self._pressed = here
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._look(self.camera.moved(step.x(), step.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, self._pressed = self._dragged, None
        self.unsetCursor()
        if dragged or event.button() != Qt.MouseButton.LeftButton:
            return
        x, y = event.position().x(), event.position().y()
        node = self.node_at(x, y)
        edge = -1
        if node < 0 and self.content is not None:
            edge = edge_under(self.content, self.camera, x, y, self._lit_edges)
        if edge >= 0:
            self.select_edge(edge)
        else:
            self.select(node)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position().x(), event.position().y())
        if node >= 0 and self.content is not None:
            self.opened.emit(self.content.ids[node])

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1, QPoint())
        super().leaveEvent(event)

    def _hover(self, node: int, at: QPoint) -> None:
        if node != self._hovered:
            self._hovered = node
            self.setCursor(Qt.CursorShape.PointingHandCursor if node >= 0 else Qt.CursorShape.ArrowCursor)
            if node >= 0:
                QToolTip.showText(at, self.describe(node), self)
            else:
                QToolTip.hideText()
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        here = event.position()
        turn = event.angleDelta().y() or event.angleDelta().x()
        self._look(self.camera.zoomed(_WHEEL**turn, here.x(), here.y()))
        event.accept()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                here = event.position()
                self._look(self.camera.zoomed(max(0.2, 1 + event.value()), here.x(), here.y()))
                return True
        elif isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                middle = self.mapFromGlobal(pinch.centerPoint())
                self._look(self.camera.zoomed(pinch.scaleFactor(), middle.x(), middle.y()))
                return True
        return super().event(event)

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self.content is None or not self._on_key(key, self.content):
            super().keyPressEvent(event)

    def _on_key(self, key: Qt.Key, content: Content) -> bool:
        if key in _KEYS:
            self._step(_KEYS[key], content)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.zoom(-1)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.node >= 0:
            self.opened.emit(self.selected_id)
        elif key == Qt.Key.Key_Space and self.node >= 0:
            content.collapse(self.node, self.node not in content.collapsed)
            self.refresh()
        elif key == Qt.Key.Key_Escape and (self.node >= 0 or self.edge >= 0):
            self.select(-1)
        else:
            return False
        return True

    def _step(self, direction: str, content: Content) -> None:
        if not content.shown.any():
            return
        if self.node < 0:
            node = int(content.order[content.shown[content.order]][0])
        else:
            node = content.towards(self.node, direction)
        self.select(node)
        x, y = self._position(node)
        room = 4 * SPACE.huge
        if not (room <= x <= self.width() - room and room <= y <= self.height() - room):
            self._look(self.camera.centred(*content.xy[node].tolist()))

    def _position(self, node: int) -> tuple[float, float]:
        if self.content is None:
            return 0.0, 0.0
        x, y = self.camera.to_screen(self.content.xy[node])
        return float(x), float(y)


def _announce(canvas: GraphCanvas, words: str) -> None:
    """Let screen readers say what is selected."""
    canvas.setAccessibleDescription(words)
    QAccessible.updateAccessibility(QAccessibleEvent(canvas, QAccessible.Event.DescriptionChanged))
