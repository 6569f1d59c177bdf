"""Named places at which a test can kill the process; they do nothing unless the environment names one."""

from __future__ import annotations

import os

#: ``name`` or ``name:n``: die at the n-th passage (from 1) of that point.
VARIABLE = "TWINTREE_CRASH_AT"

#: Every point that the engine has, so that a benchmark can visit each.
POINTS = (
    "file.copied",
    "file.renamed",
    "ledger.before_commit",
    "ledger.committed",
    "projection.before_write",
    "projection.written",
    "projection.announced",
    "projection.renamed",
    "projection.before_mark",
    "projection.marked",
    "graph.before_transaction",
    "graph.mid_transaction",
    "graph.committed",
    "graph.before_checkpoint",
    "graph.checkpointed",
    "graph.before_mark",
    "graph.marked",
    "graph.rebuilt_beside",
    "graph.old_removed",
    "import.file_stored",
    "import.file_recorded",
    "import.pages_written",
    "import.stage_run",
    "import.stage_finished",
)

_passed: dict[str, int] = {}
# Read once: an environment that changes later is no concern of a process that already runs.
_name, _, _count = os.environ.get(VARIABLE, "").partition(":")
_at = int(_count) if _count.isdigit() else 1


def crash_point(name: str) -> None:
    """End the process at once, as ``kill -9`` would, when ``TWINTREE_CRASH_AT`` names this point."""
    if name != _name:
        return
    _passed[name] = _passed.get(name, 0) + 1
    if _passed[name] == _at:
        os._exit(137)
