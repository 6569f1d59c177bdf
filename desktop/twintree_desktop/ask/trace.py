"""How an answer was found, read out of its trace as lines for people; no widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from twintree.base.answers import Answer, TraceStep
from twintree_desktop.ask.leads import Lead, lead_of
from twintree_desktop.ask.modes import mode_name
from twintree_desktop.ask.tracewords import tokens_spent
from twintree_desktop.engine_words import in_words
from twintree_desktop.words import tr

#: Steps whose sentence says all that their data holds, or whose data is shown elsewhere.
_PLAIN = ("agent", "lifecycle", "steering", "cost", "citations", "method", "trees")
#: How the engine begins to tell an agent's limits.
_LIMITS = "at most "


@dataclass(frozen=True)
class FoundLine:
    """One line of *How this was found*: a name, a sentence, and what opens below it."""

    name: str
    summary: str
    details: tuple[tuple[str, str], ...] = ()  #: words at the left, a muted figure at the right
    leads: tuple[Lead | None, ...] = ()  #: where each detail leads; empty where none leads anywhere


def found_lines(answer: Answer) -> list[FoundLine]:
    """The lines of an answer, the cost last."""
    lines = [step_line(step) for step in answer.trace]
    cost = tr("{0} model tokens · {1} s").format(tokens_spent(answer), f"{answer.seconds:.1f}")
    steps = tuple((_name(step.step), f"{step.seconds:.2f} s") for step in answer.trace if step.seconds)
    return [*lines, FoundLine(tr("Cost"), cost, steps)]


def step_line(step: TraceStep) -> FoundLine:
    """One step of a trace as a line."""
    name = tr("Limits") if step.summary.startswith(_LIMITS) else _name(step.step)
    return FoundLine(name, _summary(step), _details(step), _leads(step))


def _summary(step: TraceStep) -> str:
    if step.step == "mode":
        mode, _, why = step.summary.partition(": ")
        return tr("{0}, chosen automatically: {1}").format(mode_name(mode), in_words(why))
    if step.step == "budget":
        # What was spent by then is nothing yet; the cost tells all of it.
        return in_words(step.summary.split(";", maxsplit=1)[0])
    if step.step == "record":
        asked, _, papers = step.summary.removeprefix("the ").rpartition(" of ")
        return " · ".join([*map(_field, asked.split(" and ")), in_words(papers)])
    if step.step == "method" and "” is " in step.summary:
        name, _, meant = step.summary.removeprefix("“").partition("” is ")
        meant, _, more = meant.partition("; ")
        said = tr("“{0}” is {1}; {2} more of that name") if more else tr("“{0}” is {1}")
        return said.format(name, meant, more.partition(" ")[0])
    return in_words(step.summary)


def _field(name: str) -> str:
    """What a record was asked for."""
    return {"authors": tr("Authors"), "year": tr("Year"), "venue": tr("Venue")}.get(name, name)


def _name(step: str) -> str:
    return step_names().get(step, step.replace("_", " ").capitalize())


def step_names() -> dict[str, str]:
    """What the steps of an answer are called."""
    return {
        "follow-up": tr("Question"),
        "plan": tr("Plan"),
        "path": tr("Path"),
        "scope": tr("Asked of"),
        "shortlist": tr("Shortlist"),
        "places": tr("Places"),
        "sections": tr("Sections"),
        "pages": tr("Pages"),
        "evidence": tr("Evidence"),
        "verdict": tr("Verdict"),
        "signals": tr("Certainty"),
        "quotes": tr("Quotes"),
        "library": tr("Library"),
        "mode": tr("Mode"),
        "steering": tr("By hand"),
        "budget": tr("Looked in"),
        "lifecycle": tr("Action"),
        "cost": tr("Limits"),
        "memory": tr("Memory"),
        "agent": tr("Agent"),
        "model": tr("Writing"),
        "highlights": tr("Highlights"),
        "record": tr("Records"),
        "citations": tr("Reference lists"),
        "method": tr("Method"),
        "trees": tr("Lineage"),
        "funnel": tr("Themes"),
        "methods": tr("Quotes"),
    }


def _details(step: TraceStep) -> tuple[tuple[str, str], ...]:
    """What a step's data says; data of a step that this window does not know is shown by its names."""
    data = step.data
    if step.step in _PLAIN:
        return ()
    if step.step == "quotes" and isinstance(data, Mapping):
        return tuple((str(text), tr("not used")) for text in data.get("rejected", ()))
    if isinstance(data, Mapping):
        return tuple((str(name).replace("_", " "), _short(value)) for name, value in data.items())
    if isinstance(data, Sequence) and not isinstance(data, str):
        return tuple(_detail(step.step, each) for each in data)
    return ()


def _leads(step: TraceStep) -> tuple[Lead | None, ...]:
    data = step.data
    if step.step in _PLAIN or isinstance(data, str | Mapping) or not isinstance(data, Sequence):
        return ()
    return tuple(lead_of(step.step, each) for each in data)


def _detail(step: str, each: Any) -> tuple[str, str]:
    if isinstance(each, Mapping):
        if step == "shortlist":
            return f"{each.get('key', '')} · {each.get('title', '')}", _scores(each)
        if step == "sections":
            pages = each.get("pages") or []
            return f"{each.get('paper', '')} › {each.get('section', '')}", _pages(pages)
        if step == "funnel":
            kept = tr("{0} compared, {1} kept").format(each.get("compared", 0), len(each.get("kept", ())))
            return tr("Themes on level {0} (1 is the finest)").format(each.get("level", "")), kept
        if step == "evidence":
            where = f"{each.get('paper', '')}, p. {each.get('page', '')}"
            return str(each.get("text", "")), f"{where} · {_short(each.get('score', ''))}"
        return ", ".join(f"{name} {_short(value)}" for name, value in each.items()), ""
    if isinstance(each, Sequence) and not isinstance(each, str) and len(each) == 2:
        return str(each[0]), f"p. {each[1]}"
    return str(each), ""


def _scores(each: Mapping[str, Any]) -> str:
    parts = []
    for name, words in (("dense", tr("meaning {0}")), ("sparse", tr("words {0}"))):
        if each.get(name) is not None:
            parts.append(words.format(_short(each[name])))
    if not parts and each.get("score") is not None:
        parts.append(_short(each["score"]))
    return " · ".join(parts)


def _pages(pages: Sequence[Any]) -> str:
    if len(pages) == 2 and pages[0] != pages[1]:
        return f"pp. {pages[0]}–{pages[1]}"
    return f"p. {pages[0]}" if pages else ""


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(str(each) for each in value)
    return str(value)
