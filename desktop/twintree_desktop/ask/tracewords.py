"""The steps of a run in words: roles, fields, tools and what they gave, and what it cost; no widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from twintree.base.answers import Answer, ToolCall
from twintree.base.tracing import Cycle, Rejection, RunTrace, SeenCall
from twintree_desktop.ask.modes import action_line, step_of
from twintree_desktop.engine_words import in_words
from twintree_desktop.words import number_words, tr

Figures = tuple[tuple[str, str], ...]
#: Characters of a node or a target that are shown at once.
_SHORT = 64


def role_name(role: str) -> str:
    """Who proposes a field."""
    return {
        "planner": tr("Planner"),
        "navigator": tr("Navigator"),
        "retriever": tr("Retriever"),
        "verifier": tr("Verifier"),
        "controller": tr("Controller"),
    }.get(role, role)


def rejection_line(rejected: Rejection) -> str:
    """What was not accepted, and why."""
    field = {
        "plan": tr("The plan was not accepted: {0}"),
        "path": tr("The path was not accepted: {0}"),
        "evidence": tr("The evidence was not accepted: {0}"),
        "verdict": tr("The verdict was not accepted: {0}"),
    }.get(rejected.field, "{0}")
    return field.format(in_words(rejected.why))


def hand_words(answer: Answer) -> str:
    """What the person had chosen by hand for this answer; empty where nothing."""
    step = step_of(answer, "steering")
    if step is None or not isinstance(step.data, Mapping):
        return ""
    chosen = choice_words(int(step.data.get("kept", 0)), int(step.data.get("left_out", 0)))
    return tr("by hand: {0}").format(chosen)


def choice_words(kept: int, left_out: int) -> str:
    """``1 kept in, 2 left out``."""
    parts = []
    if kept:
        parts.append(tr("{0} kept in").format(number_words(kept)))
    if left_out:
        parts.append(tr("{0} left out").format(number_words(left_out)))
    return ", ".join(parts)


def node_words(kind: str, text: str) -> str:
    """A node of a path as its breadcrumb says it: a topic by its telling words, others by how they begin."""
    if kind == "topic":
        text = text.split(": ", maxsplit=1)[0]
    return shortened(text, _SHORT)


def shortened(text: str, most: int) -> str:
    """A text up to a word's end."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"


def pass_words(cycle: Cycle) -> str:
    """Which pass over a target it is."""
    return tr("First pass") if cycle.cycle == 1 else tr("Revision {0}").format(cycle.cycle - 1)


def verdict_words(cycle: Cycle) -> str:
    """A verdict with its reason; empty when it came to none."""
    if cycle.verdict is None:
        return ""
    said = {"Pass": tr("Pass"), "Fail": tr("Fail")}.get(cycle.verdict.status, cycle.verdict.status)
    return f"{said}: {in_words(cycle.verdict.why)}" if cycle.verdict.why else said


def target_words(cycles: Sequence[Cycle]) -> str:
    """How a target ended, for its folded line: the verdict, how much evidence, how many passes."""
    last = cycles[-1]
    verdict = last.verdict.status if last.verdict is not None else ""
    ended = {"Pass": tr("passed"), "Fail": tr("not passed")}.get(verdict, tr("broken off"))
    passes = tr("1 pass") if len(cycles) == 1 else tr("{0} passes").format(len(cycles))
    return f"{ended} · {passes}"


def action_words(answer: Answer, trace: RunTrace) -> str:
    """How the lifecycle of a question ended, and how many of its targets passed."""
    if not answer.action:
        return ""
    targets: dict[int, Cycle] = {cycle.target: cycle for cycle in trace.cycles}
    passed = sum(each.verdict is not None and each.verdict.status == "Pass" for each in targets.values())
    said = action_line(answer.action)
    if len(targets) > 1:
        of = tr("{0} of {1} passed.").format(number_words(passed), number_words(len(targets)))
        said = f"{said} {of}"
    return said


# ── an agent's calls ─────────────────────────────────────────────────────────────────────────────────


def call_words(seen: SeenCall, question: str) -> str:
    """What a call did, with its arguments."""
    given, paper = seen.call.arguments, seen.name
    query = str(given.get("query", ""))
    about = tr("the question") if query == question else f"“{query}”"
    match seen.call.tool:
        case "search_documents":
            return tr("Searched the papers for {0}").format(about) + _narrowed(given)
        case "get_paper_metadata":
            return tr("Looked up {0}").format(paper)
        case "get_document_tree":
            return tr("Looked at how {0} is built").format(paper)
        case "search_within_paper":
            return tr("Looked in {0} for {1}").format(paper, about)
        case "get_page_content":
            pages = _sequence(given.get("pages"))
            if len(pages) == 1:
                return tr("Read 1 page of {0}").format(paper)
            return tr("Read {0} pages of {1}").format(number_words(len(pages)), paper)
        case "list_images":
            return tr("Listed the figures and tables of {0}").format(paper)
        case "get_page_image":
            return tr("Looked at {0} of {1}").format(given.get("image", ""), paper)
    return tr("Called “{0}”, which is no tool").format(seen.call.tool)


def _narrowed(given: Mapping[str, Any]) -> str:
    parts = [str(given[name]) for name in ("author", "journal") if given.get(name)]
    first, last = given.get("year_min"), given.get("year_max")
    if first or last:
        parts.append(f"{first or ''}–{last or ''}")
    return f" ({', '.join(parts)})" if parts else ""


def _sequence(value: Any) -> Sequence[Any]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)


def result_words(seen: SeenCall) -> str:
    """What a call gave; empty where its pages say so themselves."""
    result = seen.call.result
    match seen.call.tool:
        case "search_documents":
            return _counted(
                len(result or ()), tr("1 paper found"), tr("{0} papers found"), tr("nothing found")
            )
        case "get_document_tree" if isinstance(result, Mapping):
            nodes = len(result.get("nodes", ()))
            return _counted(nodes, tr("1 section"), tr("{0} sections"), tr("no sections"))
        case "search_within_paper" if isinstance(result, Mapping):
            return tr("it speaks of it most on") if seen.pages else tr("nothing found")
        case "list_images":
            return _counted(len(result or ()), tr("1 of them"), tr("{0} of them"), tr("none"))
    return ""


def _counted(number: int, one: str, many: str, none: str) -> str:
    return none if not number else one if number == 1 else many.format(number_words(number))


def call_figures(call: ToolCall) -> str:
    """How large the result was, and how long it took."""
    return tr("≈ {0} tokens · {1} s").format(number_words(call.result_tokens), f"{call.seconds:.2f}")


# ── cost ─────────────────────────────────────────────────────────────────────────────────────────────


def cost_line(answer: Answer) -> str:
    """Tokens of all models, and seconds."""
    total = tokens_spent(answer)
    spent = tr("{0} model tokens").format(number_words(total))
    return f"{spent} · {answer.seconds:.1f} s"


def tokens_spent(answer: Answer) -> int:
    """Tokens of all models together, each counted once."""
    return sum(answer.tokens.get(phase, 0) for phase in ("reader", "auxiliary", "index"))


def cost_figures(answer: Answer, trace: RunTrace) -> Figures:
    """Tokens by phase, then seconds by phase."""
    names = {
        "reader": tr("Tokens of the reader"),
        "auxiliary": tr("Tokens of the roles"),
        "index": tr("Tokens of indexing"),
        "cached": tr("Tokens read from the cache"),
        "reader_equivalent": tr("All of them as tokens of the reader"),
    }
    tokens = [(names.get(name, name), number_words(number)) for name, number in answer.tokens.items()]
    seconds: dict[str, float] = {}
    for cycle in trace.cycles:
        for role, took in cycle.seconds.items():
            seconds[role] = seconds.get(role, 0.0) + took
    by_role = [(role_name(role), f"{took:.2f} s") for role, took in seconds.items()]
    tools = sum(each.call.seconds for each in trace.calls)
    if trace.calls:
        by_role.append((tr("Tools"), f"{tools:.2f} s"))
    phases = {
        "shortlist": tr("Shortlist"),
        "budget": tr("Reading and ordering the papers"),
        "evidence": tr("Weighing sentences"),
        "model": tr("Writing"),
        "quotes": tr("Checking quotes"),
    }
    by_phase = [(phases[step.step], f"{step.seconds:.2f} s") for step in answer.trace if step.step in phases]
    return (*tokens, *by_role, *by_phase)
