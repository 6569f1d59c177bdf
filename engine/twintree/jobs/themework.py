"""A model's titles and summaries of themes as a job; what a person wrote stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from twintree.base.errors import WrongUse
from twintree.base.jobs import JobItem
from twintree.base.methods import Cluster, Method, cluster_text, method_text
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.jobs.methods import Embed
from twintree.jobs.modelchoice import IN_CHARGE, ModelOptions, WhichModel, Writers
from twintree.jobs.options import Outcome
from twintree.store.ledger import Ledger
from twintree.store.methodintake import MethodIntake
from twintree.store.methods import MethodStore
from twintree.structure.tree import tokens_in
from twintree.trees.abstraction import members
from twintree.trees.themes import TOLD, central_methods, line_of
from twintree.trees.themewriting import ModelThemeWriter

if TYPE_CHECKING:
    from twintree.jobs.runner import JobHandle, JobRunner

_PROMPT, _WRITTEN = 90, 80


class ThemeCost(Record, frozen=True, kw_only=True):
    """What describing themes would cost; ``seconds`` is None where the model's speed was never measured."""

    model: str
    themes: int
    tokens: int
    seconds: float | None


class ThemeWork:
    """Themes described by a model as a front end asks for it, and the craft of its job.

    Args:
        ledger: the library's.
        embed: vectors of texts by way of the cache.
        writers: the models of this machine.
        options: what the job that runs now was asked.
        jobs: the job runner; asked for only when a job is made.
    """

    kind = "themes"

    def __init__(
        self,
        ledger: Ledger,
        embed: Embed,
        writers: Writers,
        options: Callable[[], ModelOptions],
        jobs: Callable[[], JobRunner],
    ) -> None:
        self._ledger, self._embed = ledger, embed
        self._writers, self._options, self._jobs = writers, options, jobs

    def todo(self, model: str) -> list[tuple[Cluster, list[Method]]]:
        """The themes whose words are neither a person's nor this model's, with the methods that stand for them."""
        store = MethodStore(self._ledger)
        methods = {each.id: each for each in store.methods()}
        clusters = store.clusters()
        if not clusters:
            return []
        vectors = self._embed([method_text(m.name, m.summary, m.keywords) for m in methods.values()])
        central = central_methods(clusters, methods, list(methods), vectors, TOLD)
        return [
            (each, best)
            for each, best in central
            if best and {each.title_by, each.summary_by} - {"person", model}
        ]

    def _one(self, name: str, model: str) -> tuple[Cluster, list[Method]] | None:
        """A theme with the methods that stand for it, as ``todo`` has it; None where it is not to be described."""
        store = MethodStore(self._ledger)
        clusters = store.clusters()
        theme = next((each for each in clusters if each.id == name), None)
        if theme is None or not {theme.title_by, theme.summary_by} - {"person", model}:
            return None
        methods = {each.id: each for each in store.some(members(clusters)[theme.id])}
        if not methods:
            return None
        vectors = self._embed([method_text(m.name, m.summary, m.keywords) for m in methods.values()])
        flat = msgspec.structs.replace(theme, methods=tuple(methods), children=())
        ((_, central),) = central_methods([flat], methods, list(methods), vectors, TOLD)
        return theme, central

    def estimate(self, which: WhichModel = IN_CHARGE) -> ThemeCost:
        """What is to be described, and what it would cost on this machine.

        Raises:
            WrongUse: no model is in charge, or the one that was named is not fit.
        """
        writer = self._writers("summary", which)
        todo = self.todo(writer.model)
        read = sum(_PROMPT + sum(tokens_in(line_of(each)) for each in best) for _, best in todo)
        measured = bool(writer.reading and writer.writing)
        seconds = read / writer.reading + len(todo) * _WRITTEN / writer.writing if measured else None
        return ThemeCost(
            model=writer.model, themes=len(todo), tokens=read + len(todo) * _WRITTEN, seconds=seconds
        )

    def submit(self, which: WhichModel = IN_CHARGE, *, minutes: float = 0.0) -> JobHandle:
        """Have a model describe the themes; it pauses when ``minutes`` are over (0: never).

        Raises:
            WrongUse: no model is in charge, the one that was named is not fit, or no theme is left.
        """
        writer = self._writers("summary", which)
        named = [(each.id, None) for each, _ in self.todo(writer.model)]
        if not named:
            raise WrongUse("No theme is left to describe.", "`twintree methods themes` lists them.")
        return self._jobs().submit_model(self.kind, named, ModelOptions(minutes=minutes, which=which))

    def write(self, item: JobItem, cancel: CancelToken, on_page: Callable[[int, int], None]) -> Outcome:
        """Describe one theme; see ``Craft``.

        Raises:
            WrongUse: no fit model is left.
            ModelUnavailable: it cannot be loaded.
            Cancelled: ``cancel`` was set.
        """
        writer = self._writers("summary", self._options().which)
        found = self._one(item.path, writer.model)
        if found is None:
            return Outcome(state="done", reason="It needs no description any more.")
        theme, central = found
        said = ModelThemeWriter(
            lambda request: writer.write(request, cancel), writer.model, writer.path
        ).describe(central)
        if said is None:
            return Outcome(
                state="done", reason=f"{theme.title}: no sentence of the model's held; kept as it was."
            )
        MethodIntake(self._ledger).describe_theme(theme.id, said.title, said.summary, said.by)
        now = next(each for each in MethodStore(self._ledger).clusters() if each.id == theme.id)
        self._embed([cluster_text(now)])
        on_page(1, 1)
        return Outcome(state="done", reason=f"{theme.title} → {now.title}")
