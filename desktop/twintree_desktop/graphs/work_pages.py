"""A model's work over methods and themes, beside the trees: what it would read, how far it is, what it found.

Signals:
    ReadingPage.changed(): what a model found was taken over, or taken back
    ReadingPage.counted(int): in so many papers something waits to be reviewed
    ReadingPage.left(), DescribingPage.left(): the person is done here
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget

from twintree.base.answers import Scope
from twintree.base.ids import PaperId
from twintree_desktop.ask.scopes import ScopeChoices, scope_choices
from twintree_desktop.graphs import model_offer
from twintree_desktop.graphs.card import Card
from twintree_desktop.graphs.link_line import LinkLine
from twintree_desktop.graphs.model_offer import Offer, Review
from twintree_desktop.graphs.model_task import ModelTask
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import FlowLayout, button, caption, clear, label, rule

#: Papers that are listed at once, and lines of each before it is asked for.
_PAPERS, _LINES = 20, 6


class ReadingPage(Card):
    """Has a model read papers for methods, and shows what it found before it counts."""

    changed = Signal()
    counted = Signal(int)
    left = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._selection: tuple[PaperId, ...] = ()
        self._asked = 0  #: which count of the cost is the last one
        self._opened: set[PaperId] = set()
        self.reviews: list[Review] = []
        self.papers = QComboBox()
        self.papers.setAccessibleName(self.tr("Papers to read"))
        self.papers.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.whole = QCheckBox(self.tr("Read every segment"))
        self.whole.setToolTip(self.tr("Every segment, not only the telling ones; that takes longer"))
        self.task = ModelTask(session)
        self.back = button("", "link", lambda: self._go_back(self._in_use))
        self.back.hide()
        self._in_use: tuple[PaperId, ...] = ()
        self.found = QVBoxLayout()
        self.found.setSpacing(SPACE.small)
        self._lay_out()
        self._fill_papers(ScopeChoices((), ()))
        self.papers.currentIndexChanged.connect(lambda _: self.count())
        self.whole.toggled.connect(lambda _: self.count())
        self.task.start_wanted.connect(self._start)
        self.task.ended.connect(self.refresh)

    @property
    def scope(self) -> Scope:
        """The papers that are chosen."""
        chosen = self.papers.currentData()
        return chosen if isinstance(chosen, Scope) else Scope()

    def choose(self, papers: Sequence[PaperId]) -> None:
        """Offer these papers, and choose them."""
        self._selection = tuple(papers)
        self.refresh()

    def refresh(self) -> None:
        """Look again at what can be read, and at what waits."""
        self._session.read(scope_choices, then=self._take_choices, owner=self)
        self.look()

    def look(self) -> None:
        """Look again at what waits to be reviewed."""
        self._session.read(model_offer.reviews, then=self.show_reviews, owner=self)

    def count(self) -> None:
        """Count what reading the chosen papers would cost."""
        self._asked += 1
        asked = self._asked
        self.task.show_counting()

        def counted(offer: Offer) -> None:
            if asked == self._asked:
                self.task.show_offer(offer)
                self._in_use = offer.in_use
                text = self.tr("Back to the rules in %n paper(s)", "", len(offer.in_use))
                self.back.setText(text)
                self.back.setVisible(bool(offer.in_use))

        self._session.read(
            model_offer.offer_methods,
            self.scope,
            self.whole.isChecked(),
            then=counted,
            failed=self.task.show_trouble,
            owner=self,
        )

    def show_reviews(self, reviews: list[Review]) -> None:
        """Show what models found and nobody has taken over yet."""
        self.reviews = reviews
        clear(self.found)
        self.counted.emit(len(reviews))
        if not reviews:
            return
        self.found.addWidget(rule())
        self.found.addWidget(caption(self.tr("To review: %n paper(s)", "", len(reviews))))
        if len(reviews) > 1:
            every = button(self.tr("Take over all"), "outline", lambda: self._take_over(self.reviews))
            self.found.addWidget(every, 0, Qt.AlignmentFlag.AlignLeft)
        for each in reviews[:_PAPERS]:
            self.found.addWidget(self._row(each))
        if len(reviews) > _PAPERS:
            self.found.addWidget(label(self.tr("and {0} more").format(len(reviews) - _PAPERS), "small"))

    # ── inside ───────────────────────────────────────────────────────────────────────────────────────

    def _take_choices(self, choices: ScopeChoices) -> None:
        self._fill_papers(choices)
        self.count()

    def _fill_papers(self, choices: ScopeChoices) -> None:
        kept = Scope(papers=self._selection) if self._selection else self.scope
        self.papers.blockSignals(True)
        self.papers.clear()
        self.papers.addItem(self.tr("All papers"), Scope())
        if self._selection:
            text = self.tr("Selection: %n paper(s)", "", len(self._selection))
            self.papers.addItem(text, Scope(papers=self._selection))
        for each in choices.collections:
            self.papers.addItem(each.name, Scope(collection=each.id))
        for tag in choices.tags:
            self.papers.addItem(self.tr("Tag: {0}").format(tag.name), Scope(tag=tag.name))
        places = [at for at in range(self.papers.count()) if self.papers.itemData(at) == kept]
        self.papers.setCurrentIndex(places[0] if places else 0)
        self.papers.blockSignals(False)

    def _start(self, minutes: float) -> None:
        self._session.act(
            model_offer.read_methods,
            self.scope,
            self.whole.isChecked(),
            minutes,
            then=lambda handle: self.task.follow(handle.id),
            owner=self,
        )

    def _row(self, review: Review) -> QWidget:
        box, difference = QWidget(), review.difference
        column = QVBoxLayout(box)
        column.setContentsMargins(0, SPACE.hair, 0, SPACE.hair)
        column.setSpacing(SPACE.hair)
        column.addWidget(
            LinkLine(review.title, partial(self._session.navigation.inspect_wanted.emit, difference.paper))
        )
        lines = self._lines(review)
        every = difference.paper in self._opened
        for line in lines if every else lines[:_LINES]:
            column.addWidget(label(line, wrap=True))
        if len(lines) > _LINES and not every:
            more = button(
                self.tr("{0} more").format(len(lines) - _LINES), "link", partial(self._open, review)
            )
            column.addWidget(more, 0, Qt.AlignmentFlag.AlignLeft)
        for words in self._notes(review):
            column.addWidget(label(words, "small", wrap=True))
        row = FlowLayout()
        take = button(self.tr("Take over"), "outline", partial(self._take_over, [review]))
        take.setAccessibleName(self.tr("Take over: {0}").format(review.title))
        row.addWidget(take)
        leave = button(self.tr("Leave it"), "link", partial(self._leave, review))
        leave.setAccessibleName(self.tr("Leave it: {0}").format(review.title))
        row.addWidget(leave)
        column.addLayout(row)
        return box

    def _lines(self, review: Review) -> list[str]:
        """What would come (+), go (−), and be told otherwise (≠)."""
        each, of_five = review.difference, self.tr("{0} of 5")
        edges = [
            f"{mark} {source} → {target} ({of_five.format(rating)})"
            for mark, among in (("+", each.edges_added), ("−", each.edges_removed))
            for source, target, rating in among
        ]
        return [
            *(f"+ {name}" for name in each.added),
            *(f"− {name}" for name in each.removed),
            *(f"≠ {name}" for name in each.changed),
            *edges,
        ]

    def _notes(self, review: Review) -> list[str]:
        each = review.difference
        stay = len(each.kept) - len(each.changed)
        by = sorted({payload.model for payload in each.payloads if payload.model})
        stays = self.tr("Read by {0}; %n method(s) stay as they are.", "", stay)
        notes = [(stays if stay else self.tr("Read by {0}.")).format(", ".join(by))]
        if each.rejected:
            notes.append(self.tr("%n item(s) of its answer were refused.", "", each.rejected))
        if each.fell_back:
            notes.append(self.tr("%n segment(s) were done by rules after all.", "", each.fell_back))
        return notes

    def _open(self, review: Review) -> None:
        self._opened.add(review.difference.paper)
        self.show_reviews(self.reviews)

    def _take_over(self, reviews: Sequence[Review]) -> None:
        papers = [each.difference.paper for each in reviews]

        def taken(count: int) -> None:
            if count:
                text = self.tr("What the model found counts now in %n paper(s).", "", count)
                self._session.messages.tell(text, self.tr("Back to the rules"), lambda: self._go_back(papers))
            else:
                self._session.messages.tell(
                    self.tr("Nothing was left to take over: it counts already, or the paper was read anew.")
                )
            self._settled()

        self._session.act(
            model_offer.take_over, [each.difference for each in reviews], then=taken, owner=self
        )

    def _leave(self, review: Review) -> None:
        def left(_: object) -> None:
            self._session.messages.tell(
                self.tr("Left as it is: {0}").format(review.title),
                self.tr("Undo"),
                lambda: self._session.act(
                    model_offer.leave, [review.difference], False, then=lambda _: self.look(), owner=self
                ),
            )
            self.look()

        self._session.act(model_offer.leave, [review.difference], True, then=left, owner=self)

    def _go_back(self, papers: Sequence[PaperId]) -> None:
        self._session.act(model_offer.back_to_rules, papers, then=lambda _: self._settled(), owner=self)

    def _settled(self) -> None:
        self.refresh()
        self.changed.emit()

    def _lay_out(self) -> None:
        text = self.tr(
            "A language model reads papers for methods and derivations that the rules do not see. What it finds is "
            "shown here first; nothing changes until you take it over."
        )
        self._layout.addWidget(label(self.tr("Read with a model"), "title"))
        self._layout.addWidget(label(text, "muted", wrap=True))
        self._layout.addWidget(self.papers)
        self._layout.addWidget(self.whole)
        self._layout.addWidget(self.task)
        self._layout.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        self._layout.addLayout(self.found)
        self._layout.addWidget(
            button(self.tr("Close"), "link", self.left.emit), 0, Qt.AlignmentFlag.AlignLeft
        )
        self._layout.addStretch(1)


class DescribingPage(Card):
    """Has a model write titles and summaries of themes; what a person wrote stays."""

    left = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.task = ModelTask(session)
        text = self.tr(
            "A language model gives themes titles and summaries in its words, each sentence held against the methods "
            "of the theme. What you wrote stays; what it wrote is marked with its name."
        )
        self._layout.addWidget(label(self.tr("Describe with a model"), "title"))
        self._layout.addWidget(label(text, "muted", wrap=True))
        self._layout.addWidget(self.task)
        self._layout.addWidget(
            button(self.tr("Close"), "link", self.left.emit), 0, Qt.AlignmentFlag.AlignLeft
        )
        self._layout.addStretch(1)
        self.task.start_wanted.connect(self._start)
        self.task.ended.connect(self.refresh)

    def refresh(self) -> None:
        """Count what there is to describe."""
        self.task.show_counting()
        self._session.read(
            model_offer.offer_themes, then=self.task.show_offer, failed=self.task.show_trouble, owner=self
        )

    def _start(self, minutes: float) -> None:
        self._session.act(
            model_offer.describe_themes,
            minutes,
            then=lambda handle: self.task.follow(handle.id),
            owner=self,
        )
