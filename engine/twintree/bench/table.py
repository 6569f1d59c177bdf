"""What every benchmark returns: a table with its command, its targets, and what a trivial row would reach."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from twintree.base.records import Record
from twintree.metrics.intervals import Estimate

Cell = str | int | float | Estimate | None


class Target(Record, frozen=True, kw_only=True):
    """What a figure has to reach, and whether a trivial method would reach it as well."""

    name: str
    bar: float
    measured: float
    trivial: float | None = None
    higher_is_better: bool = True

    @property
    def met(self) -> bool:
        """Whether the measured figure reaches the bar."""
        return self._reaches(self.measured)

    @property
    def toothless(self) -> bool:
        """Whether the trivial row reaches the bar too: then the target is at fault and is said to be."""
        return self.trivial is not None and self._reaches(self.trivial)

    def _reaches(self, value: float) -> bool:
        return value >= self.bar if self.higher_is_better else value <= self.bar


class BenchTable(Record, frozen=True, kw_only=True):
    """The result of one benchmark.

    Attributes:
        name: as in ``twintree bench NAME``.
        command: the line that makes this table again.
        columns: headings; the first column names the rows.
        rows: one tuple of cells a row, as long as ``columns``.
        notes: what a reader must know to judge the figures.
        targets: bars with the figures that were measured against them.
    """

    name: str
    command: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    targets: tuple[Target, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"row {row[0]!r} has {len(row)} cells for {len(self.columns)} columns")

    def to_json(self) -> bytes:
        """The table as one JSON object; targets carry ``met`` and ``toothless``."""
        plain = msgspec.to_builtins(self)
        for target, out in zip(self.targets, plain["targets"], strict=True):
            out |= {"met": target.met, "toothless": target.toothless}
        return msgspec.json.encode(plain)

    def to_text(self) -> str:
        """The table in Markdown, aligned, so that it reads well in a terminal too."""
        grid = [list(self.columns), *([_shown(cell) for cell in row] for row in self.rows)]
        lines = [f"{self.name}: `{self.command}`", "", *_aligned(grid), ""]
        lines += [_verdict(target) for target in self.targets]
        lines += list(self.notes)
        return "\n".join(lines).rstrip() + "\n"


def _shown(cell: Cell) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, Estimate):
        return f"{_number(cell.value)} [{_number(cell.low)}, {_number(cell.high)}]"
    return _number(cell) if isinstance(cell, float) else str(cell)


def _number(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 10 else f"{value:,.1f}"


def _aligned(grid: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(3, *(len(row[column]) for row in grid)) for column in range(len(grid[0]))]
    lines = ["| " + " | ".join(_padded(row, widths)) + " |" for row in grid]
    rule = [f":{'-' * (widths[0] - 1)}", *(f"{'-' * (width - 1)}:" for width in widths[1:])]
    return [lines[0], "| " + " | ".join(rule) + " |", *lines[1:]]


def _padded(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))]


def _verdict(target: Target) -> str:
    sign = "≥" if target.higher_is_better else "≤"
    verdict = "met" if target.met else "MISSED"
    line = f"{verdict}: {target.name} {sign} {_number(target.bar)}, measured {_number(target.measured)}"
    return line + (" (a trivial method reaches this bar too)" if target.toothless else "")
