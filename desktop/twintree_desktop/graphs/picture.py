"""What is seen of a graph, as a file: a picture on white, or nodes and edges for other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QWidget

from twintree.base.placement import Placement
from twintree.trees.layouting import part_of
from twintree_desktop import outside
from twintree_desktop.graphs.content import Content
from twintree_desktop.graphs.drawing import colour_in
from twintree_desktop.save_dialog import ask_where_to_save
from twintree_desktop.session import Session
from twintree_desktop.tokens import LIGHT
from twintree_desktop.whole_file import write_whole
from twintree_desktop.words import tr

if TYPE_CHECKING:
    from twintree.library import Library


def kinds() -> dict[str, str]:
    """What can be written, by the file's ending, and how that is called."""
    return {
        "svg": tr("Picture (SVG) …"),
        "png": tr("Picture (PNG) …"),
        "graphml": tr("Graph (GraphML) …"),
        "json": tr("Graph (JSON) …"),
    }


def seen_part(content: Content) -> tuple[Placement, Sequence[str]]:
    """The nodes and edges that are not folded, filtered or out of focus, and the nodes' colours on white."""
    colours = [colour_in(tone.fill, LIGHT) for tone in content.node_tones]
    fills = [colours[content.node_tone[at]] for at in content.shown.nonzero()[0]]
    return part_of(content.placement, content.shown.tolist(), content.edge_shown.tolist()), fills


def write_picture(
    library: Library, kind: str, placement: Placement, fills: Sequence[str], path: Path
) -> Path:
    """Write a drawing.

    Raises:
        StorageProblem: it cannot be written.
    """
    data = library.methods.drawn(kind, placement, fills)
    return write_whole(path, data)


def picture_menu(
    session: Session, parent: QWidget, content: Callable[[], Content | None], name: str
) -> QMenu:
    """A menu that saves what is seen of a graph; its entries are grey while there is nothing to see.

    Args:
        session: of the open library.
        parent: whose window the dialog belongs to.
        content: what is shown at present.
        name: of the file, to begin with, without an ending.
    """

    def saved(path: Path) -> None:
        text = tr("Saved as {0}.").format(path.name)
        session.messages.tell(text, tr("Show"), partial(outside.reveal, path))

    def ask(kind: str, title: str) -> None:
        seen = content()
        if seen is not None and seen.shown.any():
            placement, fills = seen_part(seen)
            ask_where_to_save(
                parent,
                title.removesuffix(" …"),
                kind,
                lambda path: session.read(
                    write_picture, kind, placement, fills, path, then=saved, owner=parent
                ),
                f"{name}.{kind}",
            )

    menu = QMenu(parent)
    for kind, title in kinds().items():
        menu.addAction(title, partial(ask, kind, title))

    def look() -> None:
        seen = content()
        for action in menu.actions():
            action.setEnabled(seen is not None and bool(seen.shown.any()))

    menu.aboutToShow.connect(look)
    return menu
