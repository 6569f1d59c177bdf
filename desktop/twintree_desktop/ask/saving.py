"""Answers as text: for the clipboard, and into files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from twintree.base.answers import Answer, AnswerSentence
from twintree.base.ids import RunId
from twintree_desktop.whole_file import write_whole

if TYPE_CHECKING:
    from twintree.library import Library


def answer_text(answer: Answer) -> str:
    """The question and its sentences, each with its citations, or with why it has none."""
    lines = [answer.question, "", *(_sentence(each) for each in answer.sentences)]
    if not answer.sentences and answer.reason:
        lines.append(answer.reason)
    return "\n".join(lines) + "\n"


def _sentence(sentence: AnswerSentence) -> str:
    if not sentence.supported:
        return f"{sentence.text} [{sentence.reason}]" if sentence.reason else sentence.text
    labels = "; ".join(dict.fromkeys(each.label or f"p. {each.page}" for each in sentence.citations))
    return f"{sentence.text} ({labels})" if labels else sentence.text


def export_answer(library: Library, run: RunId, kind: str) -> str:
    """An answer as ``markdown`` with a bibliography, or the ``bibtex`` of the papers that it cites."""
    return library.export_run(run, kind)


def save_text(text: str, path: Path) -> Path:
    """Write a file whole, or leave what was there.

    Raises:
        StorageProblem: it cannot be written.
    """
    return write_whole(path, text.encode())
