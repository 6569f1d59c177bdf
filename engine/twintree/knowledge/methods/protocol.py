"""What every extractor of methods offers, so that the deterministic one and models can stand for each
other."""

from __future__ import annotations

from typing import Protocol

from twintree.base.methods import Extraction, Segment
from twintree.base.progress import CancelToken
from twintree.base.records import Record
from twintree.knowledge.methods.reading import PaperReading


class Extracted(Record, frozen=True, kw_only=True):
    """An extraction with what it took."""

    content: Extraction
    tokens: int = 0
    seconds: float = 0.0


class MethodExtractor(Protocol):
    """Finds the methods and relations of a paper's segments."""

    @property
    def name(self) -> str:
        """``deterministic`` or ``model``."""

    @property
    def version(self) -> str:
        """Changes whenever the same text may give something else."""

    @property
    def model(self) -> str:
        """The model's id; empty when there is none."""

    @property
    def prompt(self) -> str:
        """The prompt's hash; empty when there is none."""

    def extract(self, paper: PaperReading, segment: Segment, cancel: CancelToken) -> Extracted:
        """What one segment of a paper holds.

        Raises:
            Cancelled: ``cancel`` was set.
        """
