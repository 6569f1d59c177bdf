"""The steps of a kept answer in words: papers by their keys, files by their names, evidence by its page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from twintree.base.answers import StateUpdate, ToolCall
from twintree.base.errors import NotFound

if TYPE_CHECKING:
    from twintree.library import Library

_ID = re.compile(r"\b[PF][0-9a-hjkmnp-tv-z]{12}\b")
_SHORT = 60


class StepWords:
    """Tells the steps of a run of this library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._names: dict[str, str] = {}

    def named(self, text: str) -> str:
        """A text with the papers and files that it names by id called by key and file name."""
        return _ID.sub(lambda found: self._name(found[0]), text)

    def _name(self, own: str) -> str:
        if own not in self._names:
            papers = self._library.papers
            try:
                self._names[own] = papers.row(own).key if own.startswith("P") else papers.file(own).name
            except NotFound:
                self._names[own] = own
        return self._names[own]

    def call(self, call: ToolCall) -> str:
        """One call of an agent: ``get_page_content chieu2002named, pages 1, 5: 403 tokens``."""
        told = [self._argument(name, value) for name, value in call.arguments.items()]
        result = self.named(call.problem) if call.problem else f"{call.result_tokens} tokens"
        return f"{call.tool} {', '.join(told)}: {result}"

    def _argument(self, name: str, value: Any) -> str:
        if isinstance(value, list | tuple):
            value = ", ".join(map(str, value))
        words = self.named(str(value))
        return words if name == "paper" else f"{name} {words}"

    def update(self, update: StateUpdate) -> list[str]:
        """One staged update, a line or more: the objective, the path as breadcrumbs, the pages, the verdict."""
        value = update.value
        if not update.accepted:
            return [f"rejected: {self.named(update.reason)}"]
        match update.field:
            case "plan":
                return [str(value["objective"])]
            case "path":
                return [self._path(value)]
            case "evidence":
                return [self._evidence(item) for item in value] or ["nothing"]
            case "steering":
                return [self._steering(value)]
            case "verdict":
                return [f"{value['status']}: {self.named(value['why'])}"]
        return [self.named(str(value))]

    def _path(self, value: Mapping[str, Any]) -> str:
        nodes: Sequence[str] = value["nodes"]
        found = _ID.search(nodes[-1]) if nodes else None
        labels = " › ".join(map(_short, value["labels"]))
        return f"{self._name(found[0])}: {labels}" if found else labels

    def _evidence(self, item: Mapping[str, Any]) -> str:
        """The id stays: ``runs replay --drop`` and ``--pin`` take it."""
        pages = sorted({span["page"] for span in item.get("spans", ())})
        where = f", p. {', '.join(map(str, pages))}" if pages else ""
        return f"{self._name(item['paper'])}{where}: {_short(item['text'])}  [{item['id']}]"

    def _steering(self, value: Mapping[str, Any]) -> str:
        pinned = "; ".join(map(self._evidence, value["pinned"]))
        dropped = ", ".join(f"{self.named(own)} [{own}]" for own in value["dropped"])
        return "; ".join(
            f"{said}: {what}" for said, what in (("kept in", pinned), ("left out", dropped)) if what
        )


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SHORT else words[:_SHORT].rstrip() + " …"
