"""How the command line shows an answer: each sentence as soon as it stands, then what lies behind it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from twintree.base.answers import Answer, AnswerSentence, Scope
from twintree.base.ids import FileId, PaperId
from twintree.base.progress import Progress
from twintree.base.records import Citation
from twintree.cli.output import bar, bars_are_seen, muted, say, warn

if TYPE_CHECKING:
    from twintree.library import Library

#: Behind the place of words that no one printed as text.
RECOGNISED = " (read by text recognition)"


class Streaming:
    """An answer's sentences on stdout while the later ones are still made.

    A sentence without a page waits for one that has its page: where a model writes nothing that stands, all that
    it wrote is put aside, and what is in the library answers instead.
    """

    def __init__(self, progress: Progress, begin: Callable[[], None]) -> None:
        self.progress = progress
        self.shown: list[str] = []
        self._begin = begin
        self._waiting: list[AnswerSentence] = []

    def __call__(self, sentence: AnswerSentence) -> None:
        """Show a sentence, or keep it until one stands."""
        self._waiting.append(sentence)
        if not self.shown and not sentence.citations:
            return
        self._begin()
        for each in self._waiting:
            _print_sentence(each)
            self.shown.append(each.text)
        self._waiting.clear()


@contextlib.contextmanager
def asking(*, as_json: bool) -> Iterator[Streaming]:
    """Progress of an answer on stderr: a bar until the first sentence, or a line for what takes long."""
    said = not as_json and bars_are_seen()

    def show(done: float, total: float, message: str) -> None:
        nonlocal said
        update(done, total, message)
        if not said and message.startswith("preparing"):
            said = True
            warn(f"{message[:1].upper()}{message[1:]} …")

    with bar("Reading", quiet=as_json) as update:
        # Unthrottled: an answer reports a dozen times, and none of them may be lost.
        yield Streaming(Progress(show, interval=0.0), update.end)


def answer_object(library: Library, answer: Answer, *, why_not_kept: str = "") -> dict[str, Any]:
    """An answer as scripts see it; one that is not kept has no run to come back to, and says why."""
    path = {}
    for sentence in answer.sentences:
        for citation in (*sentence.citations, *sentence.against):
            path[citation.file] = library.papers.file(citation.file).path
    for file, _ in answer.read_pages:
        path[file] = library.papers.file(file).path
    return {
        "run": "" if why_not_kept else answer.run,
        "kept": not why_not_kept,
        "why_not_kept": why_not_kept,
        "question": answer.question,
        "rewritten": answer.rewritten,
        "mode": answer.mode,
        "answering": answer.answering,
        "action": answer.action,
        "status": answer.status,
        "reason": answer.reason,
        "found": answer.found,
        "sentences": [
            {
                "text": s.text,
                "supported": s.supported,
                "reason": s.reason,
                "citations": [_citation(path, c) for c in s.citations],
                "against": [_citation(path, c) for c in s.against],
            }
            for s in answer.sentences
        ],
        "nearest": [{"paper": r.id, "key": r.key, "title": r.title} for r in answer.nearest],
        "read_pages": [{"file": path[file], "page": page} for file, page in answer.read_pages],
        "trace": answer.trace,
        "tokens": answer.tokens,
        "seconds": answer.seconds,
        "states": answer.states,
        "calls": answer.calls,
    }


def _citation(path: Mapping[FileId, str], citation: Citation) -> dict[str, Any]:
    return {
        "paper": citation.paper,
        "file": path[citation.file],
        "page": citation.page,
        "spans": citation.spans,
        "quote": citation.quote,
        "label": citation.label,
        "recognised": citation.recognised,
    }


def print_answer(
    library: Library, answer: Answer, *, steps: bool = False, shown: Sequence[str] = (), kept: bool = True
) -> None:
    """An answer as a person reads it: sentences, labels, and the command that opens the first page cited.

    Args:
        library: where its papers are.
        answer: the answer.
        steps: its steps follow, so nothing leads to them.
        shown: texts of its sentences that were printed while it was made.
        kept: whether one can come back to it.
    """
    for step in answer.trace:
        if step.step == "follow-up":
            muted(f"{step.summary[:1].upper()}{step.summary[1:]}")
        if step.step == "mode":
            muted(f"Mode {step.summary}")
    if not answer.found:
        nowhere = "Not in your library." if answer.scope == Scope() else "Not in the papers that were asked."
        say(nowhere if answer.status == "complete" else answer.reason)
        for line in answer.reason.splitlines()[1:] if answer.status == "complete" else ():
            muted(f"  {line}")
        for row in answer.nearest:
            muted(f"  nearest: {row.title} ({row.key})")
        _lead_to_steps(answer, shown=steps or not kept)
        return
    if not {each.text for each in answer.sentences}.issuperset(shown):
        warn("What was shown so far did not last: the model stopped. The answer is:")
        shown = ()
    for sentence in answer.sentences:
        if sentence.text not in shown:
            _print_sentence(sentence)
        for citation in sentence.against:
            about = f" “{sentence.text}”" if shown else ""
            warn(f"  but{about} {citation.label}: {citation.quote}")
    for key in _lists_shown(library, answer):
        muted(f"The whole list: twintree references {key}")
    cited = next((c for s in answer.sentences for c in s.citations), None)
    if cited is not None:
        muted(f"Open the first page cited: {_opening(library, cited)}")
    spent = sum(answer.tokens.get(phase, 0) for phase in ("reader", "auxiliary", "index"))
    muted(
        (f"{answer.run} · " if kept else "")
        + f"{answer.mode}{f', {answer.action}' if answer.action else ''} · {answer.seconds:.1f} s"
        + (f" · {spent:,} model tokens" if spent else "")
        + _writer(answer)
    )
    _lead_to_steps(answer, shown=steps or not kept)


def _lists_shown(library: Library, answer: Answer) -> list[str]:
    """The keys of the papers of whose references an answer tells some."""
    told = [step.data for step in answer.trace if step.step == "citations" and isinstance(step.data, dict)]
    nodes = [node for data in told if data.get("asks") == "cited" for each in data["nodes"] for node in each]
    return [library.papers.row(PaperId(node)).key for node in nodes if not node.startswith("W")]


def _print_sentence(sentence: AnswerSentence) -> None:
    labels = ", ".join(c.label + (RECOGNISED if c.recognised else "") for c in sentence.citations)
    # A sentence of a list brings a bullet of its own.
    text = sentence.text.lstrip("•‣◦▪●○ ")
    say(f"• {text}  [{labels}]" if labels else f"• {text}  ({sentence.reason})")


def _lead_to_steps(answer: Answer, *, shown: bool) -> None:
    if answer.mode != "direct" and not shown:
        muted(f"Its steps: twintree runs show {answer.run}")


def _writer(answer: Answer) -> str:
    """Whose words these are, where a model wrote them."""
    if answer.answering != "generated":
        return ""
    told = (step.data for step in answer.trace if step.step == "model")
    model = next((data["model"] for data in told if isinstance(data, dict) and "model" in data), "a model")
    return f" · in the words of {model}, each held against what it cites"


def _opening(library: Library, cited: Citation) -> str:
    """The command that opens the page of a citation."""
    paper = library.papers.get(cited.paper)
    other = "" if paper.files and paper.files[0].id == cited.file else f" --file {cited.file}"
    return f'twintree --library "{library.path}" open {paper.row.key}{other} --page {cited.page}'
