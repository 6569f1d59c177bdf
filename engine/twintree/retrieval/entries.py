"""What is embedded and searched for a paper: one document entry, and one for each top-level section."""

from __future__ import annotations

import re
from collections.abc import Iterator

from twintree.base.ids import SectionId
from twintree.base.records import Entry, Paper, Section, SectionTree

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_ABSTRACT = re.compile(r"abstract|summary|zusammenfassung|résumé|resumen", re.IGNORECASE)
#: Sections that say nothing of a paper's matter; their titles and texts would only blur it.
_BACK_MATTER = frozenset({"references", "acknowledgements", "acknowledgments"})


def build_entries(paper: Paper, tree: SectionTree) -> list[Entry]:
    """The texts by which a paper is found (DESIGN §4.7; VecTree-RAG §3.4), the paper's own first.

    The document entry holds title, description, authors, venue and the titles of top-level sections; a
    section's holds its title and summary. A paper whose tree has no abstract, as a record without a file,
    gets an entry of its abstract that belongs to no section.

    Args:
        paper: its metadata.
        tree: its sections; may be empty.

    Returns:
        N = 1 + S entries without ids; none at all when nothing is known.
    """
    top = [node for node in _top(tree) if node.role.casefold() not in _BACK_MATTER]
    texts: list[tuple[str, SectionId | None, str]] = [("paper", None, _document_text(paper, top))]
    if paper.abstract and not any(_is_abstract(node) for node in tree.nodes):
        texts.append(("section", None, _joined(paper.abstract)))
    texts += [("section", node.id, _joined(_title(node), node.summary)) for node in top]
    return [Entry(paper=paper.row.id, kind=kind, section=of, text=text) for kind, of, text in texts if text]


def _document_text(paper: Paper, top: list[Section]) -> str:
    row = paper.row
    titles = "; ".join(title for node in top if (title := _title(node)))
    return _joined(row.title, row.description, ", ".join(row.authors), row.venue, titles)


def _top(tree: SectionTree) -> Iterator[Section]:
    """Top-level sections; below a lone root (the paper's own title) its children count as such."""
    for level in sorted({node.level for node in tree.nodes}):
        nodes = [node for node in tree.nodes if node.level == level]
        if len(nodes) > 1 or not any(node.parent == nodes[0].id for node in tree.nodes):
            yield from nodes
            return
        yield from (node for node in nodes if node.summary)


def _title(node: Section) -> str:
    return node.title.strip()


def _is_abstract(node: Section) -> bool:
    return node.role == "abstract" or bool(_ABSTRACT.fullmatch(node.title.strip().rstrip(".:")))


def _joined(*parts: str) -> str:
    return "\n".join(_UNSTORABLE.sub("\ufffd", part.strip()) for part in parts if part.strip())
