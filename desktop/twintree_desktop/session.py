"""A session: one open library and what every view of it needs, passed as a constructor argument."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject

from twintree.base.errors import TwintreeError
from twintree.base.records import Change
from twintree_desktop.bridge import Bridge, Failed, Then
from twintree_desktop.engine_words import in_words
from twintree_desktop.icons import Icons
from twintree_desktop.messages import Messages
from twintree_desktop.navigation import Navigation
from twintree_desktop.settings import Settings
from twintree_desktop.theme import Appearance

if TYPE_CHECKING:
    from twintree.library import Library


@dataclass(frozen=True)
class Session:
    """The open library, the bridge to it, and the window's shared objects."""

    library: Library
    bridge: Bridge
    messages: Messages
    navigation: Navigation
    appearance: Appearance
    icons: Icons
    settings: Settings

    def read(
        self,
        work: Callable[..., Any],
        *args: Any,
        then: Then | None = None,
        failed: Failed | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Call ``work(library, *args)`` on a reading thread; ``then`` gets the result on this one."""
        self.bridge.run(
            lambda: work(self.library, *args), then, failed or self.messages.fail, owner=owner, writes=False
        )

    def act(
        self,
        operation: Callable[..., Any],
        *args: Any,
        then: Then | None = None,
        failed: Failed | None = None,
        owner: QObject | None = None,
        quiet: bool = False,
    ) -> None:
        """Do one thing that the person asked for, in order; a ``Change`` is told with its undo.

        Args:
            operation: a function of ``operations``, called as ``operation(library, *args)``.
            args: its further arguments.
            then: gets its result.
            failed: gets the error, instead of the message strip.
            owner: nothing is called once this object is gone.
            quiet: say nothing of a change (it can be undone all the same).
        """

        def done(result: Any) -> None:
            if isinstance(result, Change) and not quiet:
                self._tell(result)
            if then is not None:
                then(result)

        self.bridge.run(
            lambda: operation(self.library, *args),
            done,
            failed or self.messages.fail,
            owner=owner,
            writes=True,
        )

    def undo(self, change: int | None = None) -> None:
        """Take back that change, or the last one."""

        def undone(result: Change) -> None:
            text = QCoreApplication.translate("Session", "Undone: {0}").format(in_words(result.summary))
            self.messages.tell(text)

        def failed(error: TwintreeError) -> None:
            self.messages.fail(error)

        self.bridge.run(lambda: self.library.person.undo(change), undone, failed, writes=True)

    def _tell(self, change: Change) -> None:
        label = QCoreApplication.translate("Session", "Undo")
        self.messages.tell(in_words(change.summary), label, lambda: self.undo(change.id))
