"""Navigation: what one view wants shown in another, and the way back; views know it, not each other.

Signals:
    place_wanted(str): show the place with this key (``library``, ``reader``, ``ask``, ``jobs``, ``settings``)
    paper_wanted(str, int): read this paper (PaperId) from this page (from 1)
    citation_wanted(Citation): read this page with the quoted words lit
    inspect_wanted(str): show this paper selected in the library
    reading_wanted(Sequence[PaperId]): offer to have a model read these papers for methods
    lineage_wanted(str): show this paper, or this work, in the citation graph
    claim_wanted(str, str, int): add a claim to this paper that rests on these words of this page
    question_wanted(Scope, str): go to Ask with this scope and this text in its field
    scope_changed(Scope): what the sidebar and the selection stand for now, for a question's scope
    back_wanted(): step back in the place that is shown
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Navigation(QObject):
    """Wishes between views, as signals.

    Attributes:
        place: the key of the place that is shown.
    """

    place = ""

    place_wanted = Signal(str)
    paper_wanted = Signal(str, int)
    citation_wanted = Signal(object)
    inspect_wanted = Signal(str)
    lineage_wanted = Signal(str)
    claim_wanted = Signal(str, str, int)
    question_wanted = Signal(object, str)
    scope_changed = Signal(object)
    back_wanted = Signal()
    reading_wanted = Signal(object)
