"""The modes of answering in words: what each does, which one an answer took and why, and its limits; no widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twintree.base.answers import Answer, Scope, TraceStep
from twintree_desktop.engine_words import in_words
from twintree_desktop.words import number_words, tr

if TYPE_CHECKING:
    from twintree.library import Library

#: In the order in which they are offered.
MODES = ("auto", "direct", "state", "agent")
DEFAULT = "direct"
#: Papers of a scope that are looked at for whether they are prepared; this is asked whenever papers change.
_LOOKED_AT = 1_000


def mode_name(mode: str) -> str:
    """What a mode is called."""
    return {
        "auto": tr("Automatic"),
        "direct": tr("Direct"),
        "state": tr("Step by step"),
        "agent": tr("Agent"),
    }.get(mode, mode)


def mode_line(mode: str) -> str:
    """What a mode does, in one line."""
    return {
        "auto": tr("Takes the mode that suits the question, and says why"),
        "direct": tr("One pass over the best passages; the quickest"),
        "state": tr("Plans, seeks and judges the evidence part by part"),
        "agent": tr("Searches, looks at how papers are built, then reads pages"),
    }.get(mode, "")


def limits_line(library: Library, mode: str) -> str:
    """How much a question may take at most in a mode; empty where no model is asked on the way."""
    asking = library.settings.asking
    if mode == "state":
        tokens, calls = asking.state.tokens, asking.state.calls
        return tr("up to {0} model tokens, {1} calls").format(number_words(tokens), number_words(calls))
    if mode == "agent":
        tokens, rounds = asking.agent.tokens, asking.agent.rounds
        return tr("up to {0} model tokens, {1} moves of a model").format(
            number_words(tokens), number_words(rounds)
        )
    return ""


def unprepared(library: Library, scope: Scope) -> int:
    """How many papers of a scope, of the first thousand, are not prepared to be asked step by step."""
    rows = library.papers.rows(scope.as_filter(), limit=_LOOKED_AT)
    return len(library.hierarchies.missing([row.id for row in rows]))


def mode_hint(library: Library, mode: str, scope: Scope) -> str:
    """All that is to be known of a mode before one asks: what it does, its limits, what it has to make first."""
    parts = [mode_line(mode), limits_line(library, mode)]
    if mode == "state" and (waiting := unprepared(library, scope)):
        most = min(waiting, library.settings.asking.state.papers)
        one, many = tr("1 paper has to be prepared first"), tr("up to {0} papers have to be prepared first")
        parts.insert(1, one if most == 1 else many.format(number_words(most)))
    return " · ".join(part for part in parts if part)


def step_of(answer: Answer, name: str) -> TraceStep | None:
    """The first line of that name in an answer's trace."""
    return next((step for step in answer.trace if step.step == name), None)


def is_counted(answer: Answer) -> bool:
    """Whether a question about the library itself was answered, which no mode has a part in."""
    return step_of(answer, "library") is not None


def chosen_mode(answer: Answer) -> str:
    """The mode that the person chose; ``auto`` where they left it open."""
    return "auto" if step_of(answer, "mode") is not None else answer.mode


def why_mode(answer: Answer) -> str:
    """Why an answer took its mode, where that was left open."""
    step = step_of(answer, "mode")
    return in_words(step.summary.split(": ", maxsplit=1)[-1]) if step is not None else ""


def mode_chip(answer: Answer) -> str:
    """The mode and the action of an answer, as its chip says them; a count needs no mode."""
    if is_counted(answer):
        return tr("from the library's own records")
    words = mode_name(answer.mode)
    if answer.action:
        words = f"{words} · {action_name(answer.action)}"
    return tr("{0}, chosen automatically").format(words) if chosen_mode(answer) == "auto" else words


def action_name(action: str) -> str:
    """What was done with the evidence, in a word or two."""
    return {
        "bypass": tr("read at once"),
        "release": tr("released"),
        "revise": tr("revised"),
        "fallback": tr("fallback"),
    }.get(action, action)


def action_line(action: str) -> str:
    """What that means."""
    return {
        "bypass": tr("Read at once: what there is to read is so little that no path was needed."),
        "release": tr("Released: the evidence goes to the reader."),
        "revise": tr("Revised: what is missing goes into the next plan."),
        "fallback": tr(
            "Fallback: no further pass is allowed, so the best of what was found is weighed for an answer."
        ),
    }.get(action, action)
