"""What is known of a model, in the window's language: facts, what it is fit for, speed, and why it is no faster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from twintree_desktop.words import day_words, number_words, size_words, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from twintree.modeldesk import EmbedderInfo, Fitness, ModelCard, Recogniser

_MANY = 8


def state_words(card: ModelCard) -> str:
    """Where a model is."""
    return {
        "bundled": tr("comes with Twintree"),
        "here": tr("a file of yours") if card.linked else tr("on this machine"),
        "fetch": tr("can be fetched"),
        "own": tr("a file you need to have"),
    }.get(card.state, card.state)


def facts_line(card: ModelCard) -> str:
    """Licence, size, parameters, context."""
    parts = [
        card.licence or tr("licence not known"),
        size_words(card.size) if card.size else "",
        tr("{0} million parameters").format(number_words(card.parameters / 1e6)) if card.parameters else "",
        tr("{0} tokens of context").format(number_words(card.context)) if card.context else "",
        card.quantisation,
    ]
    return " · ".join(part for part in parts if part)


def language_line(codes: Sequence[str]) -> str:
    """``Reads English``, or how many languages."""
    if not codes:
        return tr("Languages not known")
    names = [tr("English") if code == "en" else QLocale(code).nativeLanguageName() for code in codes]
    if len(names) > _MANY:
        return tr("Reads {0} languages, among them {1}").format(len(names), ", ".join(names[:_MANY]))
    return tr("Reads {0}").format(", ".join(names))


def recogniser_lines(recogniser: Recogniser) -> list[str]:
    """What reads scanned pages, and which letters it knows."""
    if recogniser.path:
        return [tr("The model that you named: {0}").format(recogniser.path)]
    scripts = {"Latn": tr("Latin"), "Hans": tr("Chinese"), "Jpan": tr("Japanese")}
    known = ", ".join(scripts.get(code, code) for code in recogniser.scripts)
    return [
        tr("Reads these letters: {0}").format(known),
        tr("Runs on the processor; for other letters a model can be named in TWINTREE_OCR_RECOGNISER"),
    ]


def task_words(task: str) -> str:
    """A task that a model may take over."""
    return {
        "answer": tr("writing answers"),
        "cite": tr("citing"),
        "entailment": tr("checking claims"),
        "summary": tr("summaries"),
        "extraction": tr("extraction"),
        "planning": tr("planning searches"),
        "navigation": tr("choosing sections to read"),
        "retrieval": tr("choosing evidence"),
        "verification": tr("judging evidence"),
        "acting": tr("choosing the next step"),
        "seeing": tr("reading pictures"),
    }.get(task, task)


def why_nobody(cards: Sequence[ModelCard], task: str) -> str:
    """Why no model does a task at present, and what to do about it."""
    here = [card for card in cards if card.kind == "llm" and card.state == "here"]
    fit = next((card for card in here if task in fit_tasks(card.fitness)), None)
    if fit is not None:
        text = tr("{0} was found fit for this ({1}), but nobody chose it. Choose it in Models.")
        return text.format(fit.name, task_words(task))
    if not here:
        return tr("There is no language model here. Models fetches one, or takes a file of yours.")
    # The one that was chosen is the one that is missed.
    older = next((c for c in sorted(here, key=lambda card: not card.chosen) if c.checked_before), None)
    if older is not None:
        text = tr("{0} was checked with older cases on {1}: check it again in Models.")
        return text.format(older.name, day_words(older.checked_before))
    if any(card.fitness is None for card in here):
        return tr(
            "A language model is here, but nobody knows what it is fit for. Models checks it in minutes."
        )
    text = tr("No language model here was found fit for this ({0}). Models has others.")
    return text.format(task_words(task))


def fit_tasks(fitness: Fitness | None) -> list[str]:
    """The tasks that a model was found fit for."""
    return [score.task for score in fitness.scores if score.fit] if fitness else []


def fitness_lines(fitness: Fitness | None, before: str = "") -> list[str]:
    """What it may take over, and what not.

    Args:
        fitness: what it was found fit for; None: that is not known.
        before: when it was checked with cases that are no longer those.
    """
    if fitness is None and before:
        text = tr("Checked with older cases on {0}: check again. Until then it takes nothing over.")
        return [text.format(day_words(before))]
    if fitness is None:
        return [tr("Not checked yet: it takes nothing over until it is.")]
    good = [task_words(score.task) for score in fitness.scores if score.fit]
    poor = [
        tr("{0} ({1} of {2})").format(task_words(score.task), score.right, score.cases)
        for score in fitness.scores
        if not score.fit
    ]
    lines = [tr("Fit for {0}").format(", ".join(good))] if good else []
    return lines + ([tr("Not fit for {0}").format(", ".join(poor))] if poor else [])


def speed_line(fitness: Fitness | None) -> str:
    """How fast it is on this machine; empty when that was never measured."""
    if fitness is None or not fitness.writing:
        return ""
    return tr("Here it reads {0} and writes {1} tokens a second").format(
        number_words(fitness.reading), number_words(fitness.writing)
    )


def backend_line(backend: str, reason: str) -> str:
    """Where it runs, and why it is not on a GPU (PAINS 29)."""
    if not backend:
        return ""
    where = {"cpu": tr("Runs on the processor"), "onnx": tr("Runs on the processor (ONNX)")}.get(backend)
    if where is None and backend.startswith("gpu"):
        where = tr("Runs on the graphics card ({0})").format(backend.removeprefix("gpu, "))
    said = where or tr("Runs with {0}").format(backend)
    return f"{said}: {reason_words(reason)}" if reason else said


def reason_words(reason: str) -> str:
    """Why a model is not, or not wholly, on a GPU; the engine's own words where no others are known."""
    return {
        "this build of llama.cpp has no GPU support": tr("this build of llama.cpp has no GPU support")
    }.get(reason, reason)


def embedder_line(info: EmbedderInfo) -> str:
    """Where the embedder runs, and how much it takes at once."""
    place = backend_line(info.backend, info.reason)
    return " · ".join(part for part in (place, tr("{0} word pieces at a time").format(info.limit)) if part)


def memory_line(size: int, free: int = 0) -> str:
    """How much memory it takes when it is loaded, and whether there is as much."""
    if not free:
        return tr("Needs about {0} of memory").format(size_words(size))
    if size > free:
        text = tr("Needs about {0} of memory, and only {1} are free: close other programs first")
    else:
        text = tr("Needs about {0} of memory; {1} are free")
    return text.format(size_words(size), size_words(free))


def standing_words(cards: Sequence[ModelCard], *, here: bool = False) -> str:
    """One sentence or two: what the models of this machine can do, and how to get a better one.

    Args:
        cards: the models.
        here: whether this is said in the Models place itself.
    """
    first = tr("Search and quoted answers work now, with the built-in MiniLM embedder.")
    readers = [card for card in cards if card.kind == "llm" and card.state == "here"]
    writer = next((card for card in readers if card.chosen and "answer" in fit_tasks(card.fitness)), None)
    if writer is not None:
        second = tr("{0} writes answers; every sentence is checked against its quote.").format(writer.name)
    elif any("answer" in fit_tasks(card.fitness) for card in readers):
        second = tr("A language model here was found fit to write answers, and waits to be chosen.")
    elif any(card.checked_before for card in readers):
        second = tr("A language model is here, but was checked with older cases: check it again.")
    elif any(card.fitness is None for card in readers):
        second = tr("A language model is here, but was not checked yet.")
    elif readers:
        second = tr("The language model here was not found fit to write answers; others can be had.")
    else:
        second = tr("There is no language model here; one makes answers read better.")
    third = tr("Models says more.") if writer is None and not here else ""
    return " ".join(part for part in (first, second, third) if part)
