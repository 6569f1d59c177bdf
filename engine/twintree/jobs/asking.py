"""A question in the background: what is being done, each sentence as it is ready, the answer, one closing event."""

from __future__ import annotations

from collections.abc import Callable

from twintree.answering.answer import OnSentence
from twintree.base.events import AnswerChunk, AnswerReady, EventHub, JobProgress
from twintree.base.ids import JobId, RunId
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Answer
from twintree.jobs.background import Background
from twintree.jobs.runner import JobHandle

#: Answers the question, telling how far it is and each sentence as soon as it stands.
Ask = Callable[[Progress, CancelToken, OnSentence], Answer]


def submit_question(background: Background, hub: EventHub, question: str, ask: Ask) -> JobHandle:
    """Ask in a thread: ``JobProgress`` in papers while these are prepared, ``AnswerChunk``, ``AnswerReady``."""

    def work(job: JobId, cancel: CancelToken) -> bool:
        def report(done: float, total: float, message: str) -> None:
            hub.emit(JobProgress(job, done, total, "papers" if total > 1 else "", message))

        def on_sentence(sentence: object) -> None:
            hub.emit(AnswerChunk(job, RunId(""), sentence))

        answer = ask(Progress(report), cancel, on_sentence)
        hub.emit(AnswerReady(job, answer.run))
        return answer.status == "cancelled"

    return background.submit("ask", question[:120], work)
