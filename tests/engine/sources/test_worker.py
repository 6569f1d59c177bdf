"""A parser's process ends without a word when nobody waits for it any more."""

import multiprocessing

from twintree.sources import worker


def test_worker_whose_parent_is_gone_before_it_is_ready_ends_quietly() -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=worker.serve, args=(theirs, 2 << 30))
    process.start()
    theirs.close()
    ours.close()
    process.join(60)
    assert process.exitcode == 0
