"""The log as the window keeps it: the last records in memory for the log window and the crash report."""

from __future__ import annotations

import logging
from collections import deque

_KEPT = 2000


class LogBook(logging.Handler):
    """Keeps the last records from INFO up; document text is only ever logged at DEBUG, so none is here."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._lines: deque[str] = deque(maxlen=_KEPT)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s  %(message)s", "%H:%M:%S"))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record, without the values of an exception: those could quote a document."""
        kept = logging.makeLogRecord(record.__dict__)
        kept.exc_info, kept.exc_text = None, None
        self._lines.append(self.format(kept))

    def lines(self) -> list[str]:
        """What is kept, oldest first."""
        return list(self._lines)


def keep_log(level: int = logging.INFO) -> LogBook:
    """Begin to keep the log of the whole process."""
    book = LogBook()
    root = logging.getLogger()
    root.addHandler(book)
    root.setLevel(min(root.level or level, level))
    return book
