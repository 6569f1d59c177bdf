"""Orders to the process that writes a library: another one pauses, cancels or takes up a job through the ledger.

Only whoever holds the writer's lock works on jobs, and it looks at their states while it does (``JobRunner``). An order
is one short transaction on the ``job`` table alone, which SQLite puts between those of the writer.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from twintree.base.errors import WrongUse
from twintree.base.ids import JobId
from twintree.store.folder import LEDGER
from twintree.store.jobs import JobStore
from twintree.store.ledger import Ledger

#: What a job says of itself until whoever works on it has put down what it had in hand.
TOLD = "Told to stop; what is in hand is put down."
#: What may be ordered: the state that the job is put into.
ORDERS = ("paused", "cancelled", "queued")


def give_order(library: Path, job: JobId, state: str) -> None:
    """Put a job of a library that another process writes into ``paused``, ``cancelled`` or ``queued``.

    Raises:
        WrongUse: there is no such order.
        NotFound: no job has this id.
        LibraryBusy: the ledger has another format than this Twintree's, or is written without a pause.
        StorageProblem: it cannot be written.
    """
    if state not in ORDERS:
        raise WrongUse(f"A job cannot be put into {state!r}.", f"It is one of {', '.join(ORDERS)}.")
    with contextlib.closing(Ledger(library / LEDGER, readonly=True)):
        pass  # refuses a ledger that opening for writing would convert, under the process that writes it
    with contextlib.closing(Ledger(library / LEDGER)) as ledger:
        store = JobStore(ledger)
        if state == "queued":
            store.take_up(job)
        else:
            store.set_state(job, state, TOLD if store.get(job).state == "running" else "")
