"""What the person set right in a section tree, put back after every extraction, under the same ids.

A correction's content is ``{"title": …}`` (rename), ``{"level": n}`` (re-level),
``{"start": [page, offset]}`` or ``{"start_page": page}`` (move), ``{"removed": true}`` (delete or merge: no
heading, its text belongs to the section before it), ``{"role": …}``, ``{"summary": …}``, or
``{"added": true, "title": …, "level": n, "start": […]}`` (add, split); several keys may stand together.
``{"was": [title, page, offset]}`` says how the extraction calls the section, so that it is known again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from twintree.base.ids import SectionId
from twintree.base.records import Correction, SectionTree
from twintree.structure.nodes import Known, Node

Given = Correction | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fix:
    """One section's corrections, read from what was stored."""

    section: SectionId
    title: str = ""
    level: int = 0
    start: tuple[int, int] | None = None
    gone: bool = False
    added: bool = False
    role: str = ""
    summary: str = ""
    was: Known | None = None


def fixes(corrections: Sequence[Given], previous: SectionTree | None) -> list[Fix]:
    """Read corrections, oldest first; what they do not say of the section's old name, the old tree says."""
    known = {node.id: Known(node.id, node.title, node.start) for node in previous.nodes} if previous else {}
    return [_fix(each, known) for each in corrections]


def _fix(given: Given, known: Mapping[SectionId, Known]) -> Fix:
    content: Mapping[str, Any] = given.content if isinstance(given, Correction) else given
    subject = given.subject if isinstance(given, Correction) else str(given.get("subject", ""))
    section = SectionId(subject)
    action = str(content.get("action", ""))
    start = content.get("start")
    page = content.get("page") or content.get("start_page")
    if start is None and page:
        start = (page, content.get("offset", 0))
    was = content.get("was")
    return Fix(
        section=section,
        title=str(content.get("title", "") or ""),
        level=int(content.get("level", 0) or 0),
        start=(int(start[0]), int(start[1])) if start else None,
        gone=bool(content.get("removed")) or action in ("delete", "merge"),
        added=bool(content.get("added")) or action in ("add", "split"),
        role=str(content.get("role", "") or ""),
        summary=str(content.get("summary", "") or ""),
        was=_was(section, was) if was else known.get(section),
    )


def _was(section: SectionId, was: Sequence[Any]) -> Known:
    return Known(section, str(was[0]), (int(was[1]), int(was[2]) if len(was) > 2 else -1))


def apply(nodes: list[Node], given: Sequence[Fix], last: tuple[int, int]) -> list[Node]:
    """Put corrections back into a flat list of nodes that carry their ids.

    Args:
        nodes: headings in document order.
        given: corrections, oldest first.
        last: where the document's text ends; places behind it are moved there.
    """
    by_id = {node.id: node for node in nodes}
    for fix in given:
        node = by_id.get(fix.section)
        if fix.gone:
            by_id.pop(fix.section, None)
            continue
        if node is None:
            if not fix.added or fix.start is None:
                continue
            node = by_id[fix.section] = Node(
                fix.title, fix.start, fix.level or 1, "person", verified=False, id=fix.section
            )
        node.title = fix.title or node.title
        node.level = fix.level or node.level
        node.start = min(fix.start or node.start, last)
        node.role = fix.role or node.role
        node.summary = fix.summary or node.summary
        node.source = "person"
    return sorted(by_id.values(), key=lambda node: node.start)
