"""Section summaries that a model wrote: kept as payloads, shown in the tree, and put back after a re-extraction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from twintree.base.ids import PaperId, SectionId
from twintree.base.records import Record
from twintree.store.ledger import Ledger, now, touch

_EXTRACTOR = "summary"


class KeptSummary(Record, frozen=True, kw_only=True):
    """What a model wrote for a section, and of which text (its hash)."""

    section: SectionId
    text: str
    model: str
    version: str
    hash: str
    replaced: tuple[tuple[str, str], ...] = ()
    tokens: int = 0
    seconds: float = 0.0


class SummaryStore:
    """Summaries by models, of sections."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def keep(self, paper: PaperId, summary: KeptSummary, prompt: str) -> None:
        """Keep a summary and show it; what the section had of an earlier run is replaced.

        Args:
            paper: whose section it is.
            summary: what was written.
            prompt: hash of the prompt's words.
        """
        content = msgspec.json.encode({"text": summary.text, "replaced": summary.replaced}).decode()
        with self._ledger.write() as connection:
            connection.execute(
                "DELETE FROM payload WHERE paper = ? AND segment = ? AND extractor = ?",
                (paper, summary.section, _EXTRACTOR),
            )
            connection.execute(
                "INSERT INTO payload (paper, segment, extractor, version, model, prompt, content, tokens, seconds, "
                "at, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    paper,
                    summary.section,
                    _EXTRACTOR,
                    summary.version,
                    summary.model,
                    prompt,
                    content,
                    summary.tokens,
                    summary.seconds,
                    now(),
                    summary.hash,
                ),
            )
        self.show(paper, [summary])

    def show(self, paper: PaperId, summaries: Sequence[KeptSummary]) -> None:
        """Put summaries into the paper's tree, marked with their model."""
        with self._ledger.write() as connection:
            connection.executemany(
                "UPDATE section SET summary = ?, summary_by = ? WHERE paper = ? AND id = ?",
                [(each.text, each.model, paper, each.section) for each in summaries],
            )
            touch(connection, [paper])

    def kept(self, paper: PaperId) -> Mapping[SectionId, KeptSummary]:
        """A paper's summaries by models, by section."""
        rows = self._ledger.read().execute(
            "SELECT * FROM payload WHERE paper = ? AND extractor = ?", (paper, _EXTRACTOR)
        )
        found = {}
        for row in rows:
            content = msgspec.json.decode(row["content"])
            found[SectionId(row["segment"])] = KeptSummary(
                section=SectionId(row["segment"]),
                text=content["text"],
                model=row["model"],
                version=row["version"],
                hash=row["hash"],
                replaced=tuple((one, other) for one, other in content["replaced"]),
                tokens=row["tokens"],
                seconds=row["seconds"],
            )
        return found
