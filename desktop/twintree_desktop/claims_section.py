"""The claims of the paper that is shown: read, followed to their pages, compared with the library, set right.

Signals:
    ClaimsSection.page_wanted(Citation): show a page with its words lit
    ClaimsSection.began(ClaimForm): a form stands in place of the claims
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from twintree.base.claims import TYPES, Claim, ClaimRelation
from twintree.base.errors import TwintreeError
from twintree.base.ids import PaperId
from twintree.base.records import Change, Paper
from twintree_desktop import claim_reading as reading
from twintree_desktop.claim_form import ClaimForm
from twintree_desktop.claim_rows import ClaimPhrase
from twintree_desktop.session import Session
from twintree_desktop.tokens import SPACE
from twintree_desktop.widgets import button, caption, clear, icon_button, label
from twintree_desktop.words import number_words, short_reference

#: Papers whose claims are sought between two words of how far it is.
_AT_ONCE = 8


class ClaimsSection(QWidget):
    """One block a claim; a form in place of a block that is edited."""

    page_wanted = Signal(object)
    began = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._paper: Paper | None = None
        self.view: reading.ClaimsView | None = None
        self.compared: reading.Compared | None = None
        self._seeking: tuple[PaperId, ...] = ()
        self._wanted: tuple[str, str, int] | None = None  #: a claim to begin once its paper is shown
        self.form: ClaimForm | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACE.small)
        self.hide()

    def show_paper(self, paper: Paper) -> None:
        """Show a paper's claims; what was compared of the same paper stays until its claims change."""
        if self._paper is None or self._paper.row.id != paper.row.id:
            self.view = self.compared = self.form = None
            self._seeking = ()
            self.hide()
        self._paper = paper
        if paper.files:
            self._session.read(reading.claims_view, paper.row.id, then=self._show, owner=self)

    def _show(self, view: reading.ClaimsView) -> None:
        if self._paper is None or view.paper != self._paper.row.id:
            return
        if self.view is not None and self.view.claims != view.claims:
            self.compared = None
        self.view = view
        if self.form is None and not self._seeking:
            self._fill()
        self._begin_wanted()

    def _fill(self) -> None:
        clear(self._layout)
        self.form = None
        if self.view is not None:
            self._add_claims(self.view)
            self.show()

    def _add_claims(self, view: reading.ClaimsView) -> None:
        head = QHBoxLayout()
        head.addWidget(caption(self.tr("Claims")))
        head.addStretch(1)
        if not self._session.library.readonly:
            head.addWidget(button(self.tr("+ claim"), "link", self.begin_adding))
        self._layout.addLayout(head)
        if view.missing and not view.claims:
            self._add_seeking()
            return
        if not view.claims:
            text = self.tr("None were found in its abstract, introduction and conclusion.")
            self._layout.addWidget(label(text, "muted", wrap=True))
        for claim in view.claims:
            self._layout.addWidget(self._block(claim))
        if view.claims:
            self._add_comparing()

    def _add_seeking(self) -> None:
        text = self.tr("Not sought yet.")
        self._layout.addWidget(label(text, "muted", wrap=True))
        self.seek = button(self.tr("Find its claims"), "outline", self._seek)
        self._layout.addWidget(self.seek, 0, Qt.AlignmentFlag.AlignLeft)

    def _seek(self) -> None:
        if self._paper is not None:
            self._wait(self.seek, self.tr("Reading …"))
            self._session.read(
                reading.seek_claims, self._paper.row.id, then=self._show, failed=self._failed, owner=self
            )

    def _add_comparing(self) -> None:
        if self.compared is None:
            self.compare = button(self.tr("Who here supports or contradicts it?"), "link", self._compare)
            self._layout.addWidget(self.compare, 0, Qt.AlignmentFlag.AlignLeft)
            return
        if not self.compared.relations:
            text = self.tr("No claim of another paper here surely supports or contradicts one of these.")
            self._layout.addWidget(label(text, "muted", wrap=True))
        if self.compared.unread and not self._session.library.readonly:
            text = self.tr("Of %n paper(s) no claims were sought yet.", "", len(self.compared.unread))
            self._layout.addWidget(label(text, "muted", wrap=True))
            self.seek = button(self.tr("Seek them and compare again"), "link", self._seek_rest)
            self._layout.addWidget(self.seek, 0, Qt.AlignmentFlag.AlignLeft)

    def _compare(self) -> None:
        if self._paper is not None:
            self._wait(self.compare, self.tr("Comparing with the library …"))
            self._read_compared(self._paper.row.id)

    def _read_compared(self, paper: PaperId) -> None:
        self._session.read(
            reading.compare, paper, then=partial(self._compared, paper), failed=self._failed, owner=self
        )

    def _compared(self, paper: PaperId, found: reading.Compared) -> None:
        if self._paper is not None and self._paper.row.id == paper:
            self.compared = found
            if self.form is None:
                self._fill()

    def _seek_rest(self) -> None:
        """Seek the other papers' claims, some at a time; another paper that is shown ends it."""
        if self.compared is not None and self._paper is not None:
            self._seeking = self.compared.unread
            self._wait(self.seek, "")
            self._go_on_seeking(self._paper.row.id, 0)

    def _go_on_seeking(self, paper: PaperId, done: int) -> None:
        if self._paper is None or self._paper.row.id != paper or not self._seeking:
            return
        total = len(self._seeking)
        if done >= total:
            self._seeking = ()
            self._read_compared(paper)
            return
        self.waiting.setText(
            self.tr("Reading claims: {0} of {1}").format(number_words(done), number_words(total))
        )
        batch = self._seeking[done : done + _AT_ONCE]
        self._session.read(
            reading.seek_all,
            batch,
            then=lambda read: self._go_on_seeking(paper, done + read),
            failed=self._failed,
            owner=self,
        )

    def _wait(self, pressed: QWidget, text: str) -> None:
        pressed.hide()
        self.waiting = label(text, "muted")
        self._layout.addWidget(self.waiting)

    def _failed(self, error: TwintreeError) -> None:
        self._seeking = ()
        if self.form is None:
            self._fill()
        self._session.messages.fail(error)

    # ── one claim ────────────────────────────────────────────────────────────────────────────────────

    def _block(self, claim: Claim) -> QWidget:
        block = ClaimPhrase(claim, "", self.page_wanted.emit)
        if claim.source == "person":
            block.foot.insertWidget(block.foot.count() - 1, label(self.tr("added by you"), "small"))
        if not self._session.library.readonly:
            icons = self._session.icons
            edit = icon_button(
                icons, "edit", self.tr("Correct this claim"), partial(self.begin_correcting, claim), 14
            )
            gone = icon_button(
                icons, "close", self.tr("This is no claim of the paper"), partial(self._remove, claim), 14
            )
            for tool in (edit, gone):
                block.foot.addWidget(tool)
        for relation in self.compared.relations if self.compared is not None else ():
            if relation.claim == claim.id:
                block.layout().addWidget(self._relation(relation))  # type: ignore[union-attr]
        return block

    def _relation(self, relation: ClaimRelation) -> QWidget:
        """Another paper's claim that bears on this one: how, whether they are linked, its words and its page."""
        made = QWidget()
        layout = QVBoxLayout(made)
        layout.setContentsMargins(SPACE.large, 0, 0, SPACE.hair)
        layout.setSpacing(2)
        verdict, row = relation.verdict, relation.paper
        against = verdict.contradicts > verdict.supports
        sure = round(100 * max(verdict.supports, verdict.contradicts))
        text = self.tr("contradicted ({0} %)") if against else self.tr("supported ({0} %)")
        link = {"cites": self.tr("by a paper that cites it"), "cited": self.tr("by a paper that it cites")}
        how = " ".join(part for part in (text.format(sure), link.get(relation.link, "")) if part)
        layout.addWidget(label(how, "warn" if against else "small", wrap=True))
        name = short_reference(row.authors, row.year, row.letter) or row.title or row.key
        layout.addWidget(ClaimPhrase(relation.other, name, self.page_wanted.emit))
        return made

    def _remove(self, claim: Claim) -> None:
        self._session.act(reading.remove_claim, claim.id, owner=self)

    # ── the person's word ────────────────────────────────────────────────────────────────────────────

    def begin_correcting(self, claim: Claim) -> None:
        """Edit what a claim says, and its type."""
        form = ClaimForm(self.tr("Correct the claim"), claim.text, claim.type)
        self._show_form(form)
        form.saved.connect(lambda text, kind, *_: self._save(reading.correct_claim, claim.id, text, kind))

    def begin_adding(self) -> None:
        """Write a claim of one's own, with the words that it rests on."""
        paper = self._paper
        if paper is None:
            return
        form = ClaimForm(self.tr("Add a claim"), "", TYPES[0], pages=paper.row.pages or 1)
        self._show_form(form)
        form.saved.connect(
            lambda text, kind, quote, page: self._save(
                reading.add_claim, paper.row.id, text, kind, quote, page
            )
        )

    def add_resting_on(self, paper: str, words: str, page: int) -> None:
        """Write a claim that rests on these words, as soon as the paper is shown."""
        self._wanted = paper, words, page
        self._begin_wanted()

    def _begin_wanted(self) -> None:
        if self._wanted is None or self.view is None or self.view.paper != self._wanted[0]:
            return
        (_, words, page), self._wanted = self._wanted, None
        self.begin_adding()
        if self.form is not None:
            self.form.rest_on(words, page)

    def _show_form(self, form: ClaimForm) -> None:
        clear(self._layout)
        self._seeking = ()
        self.form = form
        form.left.connect(self._leave)
        self._layout.addWidget(form)
        form.text.setFocus()
        self.began.emit(form)

    def _leave(self) -> None:
        self.form = None
        self._fill()

    def _save(self, operation: Callable[..., Change], *args: object) -> None:
        def done(_: Change) -> None:
            self._leave()
            if self._paper is not None:
                self.show_paper(self._paper)

        # What was typed stays where it is refused: the message says why.
        self._session.act(operation, *args, then=done, owner=self)
