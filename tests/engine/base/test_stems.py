"""Stems are the same whoever asks, and from however many threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from twintree.base.words import stem

WORDS = [
    f"{start}{end}"
    for start in (
        "comput",
        "organi",
        "relat",
        "nation",
        "hope",
        "condi",
        "gener",
        "adjust",
        "electric",
        "segment",
    )
    for end in ("ation", "ational", "izing", "fulness", "tional", "alities", "ously", "ments", "ers", "ity")
]


def test_threads_that_stem_at_once_do_not_disturb_each_other() -> None:
    alone = [stem.__wrapped__(word) for word in WORDS]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda _: [stem.__wrapped__(word) for word in WORDS], range(64)))
    assert all(each == alone for each in together)
