"""What models do over a whole library beside summaries: reading papers for methods, describing themes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from twintree.jobs.itemwork import Craft
from twintree.jobs.methoddesk import MethodDesk
from twintree.jobs.methods import MethodFinder
from twintree.jobs.methodwork import MethodWork
from twintree.jobs.modelchoice import ModelOptions, running_options, writers_of
from twintree.jobs.themework import ThemeWork
from twintree.models.host import ModelHost
from twintree.models.protocol import Vectors
from twintree.retrieval.vectors import embed_cached
from twintree.store.jobs import JobStore
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore

if TYPE_CHECKING:
    from twintree.jobs.runner import JobRunner


class ModelWork:
    """The jobs of models over papers and over themes.

    Attributes:
        methods: reading papers for their methods.
        themes: titles and summaries of themes.
    """

    def __init__(self, methods: MethodWork, themes: ThemeWork) -> None:
        self.methods, self.themes = methods, themes

    def crafts(self) -> Mapping[str, Craft]:
        """What a ``JobRunner`` does for one item, by kind of job."""
        return {self.methods.kind: self.methods.read, self.themes.kind: self.themes.write}


def build_model_work(
    ledger: Ledger,
    papers: PaperStore,
    desk: MethodDesk,
    finder: MethodFinder,
    host: ModelHost,
    jobs: Callable[[], JobRunner],
) -> ModelWork:
    """The jobs of a library; no model is loaded before one of them runs."""
    writers, known = writers_of(host), JobStore(ledger)

    def embed(texts: Sequence[str]) -> Vectors:
        return embed_cached(ledger, host.background, texts)

    methods = MethodWork(
        desk, finder, papers, writers, lambda: running_options(known, MethodWork.kind, ModelOptions), jobs
    )
    themes = ThemeWork(
        ledger, embed, writers, lambda: running_options(known, ThemeWork.kind, ModelOptions), jobs
    )
    return ModelWork(methods, themes)
