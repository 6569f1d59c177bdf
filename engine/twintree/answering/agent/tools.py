"""The seven tools of the agent, in three layers of disclosure: which papers, where in them, what they say.

Arguments and results are typed; what is wrong with a call is told in words that a model can act on
(VecTree-RAG §3.3, Table 1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from twintree.answering.agent.looking import Look, blind
from twintree.base.anchors import Anchor
from twintree.base.answers import Hit, Scope, SearchResult
from twintree.base.errors import TwintreeError, WrongUse
from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import FileRow, PaperRow, Record, Section, SectionTree
from twintree.trees.hierarchy import count_tokens

#: Pages of one call, tokens of a tree, characters of a description.
MOST_PAGES = 10
_TREE_TOKENS = 500
_DESCRIPTION = 140
_SECTIONS = 3
_WORDS = 600
_CAPTIONED = 600
#: Tokens of a table's rows, characters of a cell.
_TABLE_TOKENS, _CELL = 400, 80


class Arguments(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the tools' arguments; a name that a tool does not know is refused."""


class SearchDocuments(Arguments, frozen=True, kw_only=True):
    """Which papers are about something."""

    query: str
    limit: int = 5
    author: str = ""
    journal: str = ""
    year_min: int | None = None
    year_max: int | None = None


class GetPaperMetadata(Arguments, frozen=True, kw_only=True):
    """What a paper is."""

    paper: str


class GetDocumentTree(Arguments, frozen=True, kw_only=True):
    """How a paper is built: titles, summaries, pages."""

    paper: str


class SearchWithinPaper(Arguments, frozen=True, kw_only=True):
    """Where in a paper something is."""

    paper: str
    query: str
    limit: int = 5


class GetPageContent(Arguments, frozen=True, kw_only=True):
    """What pages say."""

    paper: str
    pages: tuple[int, ...]


class ListImages(Arguments, frozen=True, kw_only=True):
    """Which figures and tables a paper has."""

    paper: str


class GetPageImage(Arguments, frozen=True, kw_only=True):
    """What is known of a figure or table in words: its caption, and the text around it."""

    paper: str
    image: str


TOOLS: dict[str, type[Arguments]] = {
    "search_documents": SearchDocuments,
    "get_paper_metadata": GetPaperMetadata,
    "get_document_tree": GetDocumentTree,
    "search_within_paper": SearchWithinPaper,
    "get_page_content": GetPageContent,
    "list_images": ListImages,
    "get_page_image": GetPageImage,
}


class FoundPaper(Record, frozen=True, kw_only=True):
    """A paper in a list, about 50 tokens."""

    paper: PaperId
    title: str
    authors: str
    year: int | None
    venue: str
    pages: int
    description: str
    sections: tuple[str, ...] = ()


class TreeNode(Record, frozen=True, kw_only=True):
    """A section in a tree; ``section`` is its number within the paper."""

    section: str
    title: str
    level: int
    pages: tuple[int, int]
    summary: str = ""


class Tree(Record, frozen=True, kw_only=True):
    """A paper's sections, 200 to 500 tokens; ``shortened`` when summaries or deep sections were left out."""

    paper: PaperId
    pages: int
    nodes: tuple[TreeNode, ...]
    shortened: bool = False


class Within(Record, frozen=True, kw_only=True):
    """Sections of a paper that match, and the pages on which it speaks of it most."""

    paper: PaperId
    sections: tuple[TreeNode, ...]
    pages: tuple[int, ...]


class PageContent(Record, frozen=True, kw_only=True):
    """A page as it was read."""

    paper: PaperId
    file: FileId
    page: int
    text: str


class Image(Record, frozen=True, kw_only=True):
    """A figure or table: its label, its page, and the words of its caption.

    ``words`` and ``cells`` are told of one that is asked for by itself: what stands in a figure, also what text
    recognition read there, and a table's rows; ``seen`` is what a model that sees says of the picture.
    """

    paper: PaperId
    file: FileId
    image: str
    page: int
    caption: str = ""
    words: str = ""
    cells: tuple[tuple[str, ...], ...] = ()
    shortened: bool = False  #: rows were left out
    seen: str = ""


class Shelf(Protocol):
    """What the tools need of the store."""

    def find(self, reference: str) -> PaperId: ...  # noqa: D102
    def row(self, paper: str) -> PaperRow: ...  # noqa: D102
    def files(self, paper: str) -> Sequence[FileRow]: ...  # noqa: D102
    def page(self, file: str, number: int) -> PageText: ...  # noqa: D102
    def pages(self, file: str, first: int = 1, last: int | None = None) -> Iterator[PageText]: ...  # noqa: D102
    def tree(self, paper: str) -> SectionTree: ...  # noqa: D102


class Finder(Protocol):
    """What the tools need of retrieval."""

    def search(self, text: str, scope: Scope = ..., limit: int = ...) -> list[SearchResult]: ...  # noqa: D102
    def nearest(self, text: str, scope: Scope = ..., limit: int = ...) -> list[SearchResult]: ...  # noqa: D102
    def sections(self, text: str, paper: PaperId, limit: int = ...) -> list[Section]: ...  # noqa: D102
    def passages(self, text: str, papers: Sequence[PaperId], limit: int = ...) -> list[Hit]: ...  # noqa: D102


class Observation(Record, frozen=True, kw_only=True):
    """What a call gave: a result, or what was wrong with the call; ``tokens`` as the agent reads it."""

    result: Any = None
    problem: str = ""
    tokens: int = 0


class Toolbox:
    """The tools over the papers of one scope.

    Args:
        shelf: the store.
        finder: retrieval.
        scope: which papers may be seen.
        gates: whether what a search finds must pass the gates (ablation).
        anchors: the figures and tables of a paper, as far as its layout is read.
        look: what the picture of one shows, to a model that sees.
    """

    def __init__(
        self,
        shelf: Shelf,
        finder: Finder,
        scope: Scope,
        *,
        gates: bool = True,
        anchors: Callable[[PaperId], Sequence[Anchor]] = lambda paper: (),
        look: Look = blind,
    ) -> None:
        self._shelf, self._finder, self._scope, self._gates = shelf, finder, scope, gates
        self._anchors, self._look = anchors, look
        self._do: dict[str, Callable[[Any], Any]] = {
            "search_documents": self._search_documents,
            "get_paper_metadata": lambda a: self._found(self._shelf.row(self._paper(a.paper))),
            "get_document_tree": lambda a: self._tree(self._paper(a.paper)),
            "search_within_paper": self._search_within,
            "get_page_content": self._page_content,
            "list_images": lambda a: tuple(self._images(self._paper(a.paper))),
            "get_page_image": self._page_image,
        }

    def call(self, tool: str, arguments: dict[str, Any]) -> Observation:
        """Do one call; a malformed or impossible one says what is wrong, and raises nothing."""
        if tool not in TOOLS:
            return _told(f"There is no tool {tool!r}. There are: {', '.join(TOOLS)}.")
        try:
            typed = msgspec.convert(arguments, TOOLS[tool])
        except msgspec.ValidationError as error:
            return _told(f"The arguments of {tool} are wrong: {error}.")
        try:
            result = self._do[tool](typed)
        except TwintreeError as error:
            return _told(str(error))
        return Observation(result=result, tokens=_tokens(result))

    def _paper(self, reference: str) -> PaperId:
        paper = self._shelf.find(reference)
        if self._scope.papers and paper not in self._scope.papers:
            raise WrongUse(
                f"The paper {reference} is outside of what was asked about.", "Stay with the others."
            )
        return paper

    def _file(self, paper: PaperId) -> FileRow:
        files = self._shelf.files(paper)
        if not files:
            raise WrongUse(f"The paper {paper} is a record without a file.", "Read another one.")
        return files[0]

    def _search_documents(self, asked: SearchDocuments) -> tuple[FoundPaper, ...]:
        # A call may narrow what the person asked about, never widen it.
        within = self._scope
        scope = msgspec.structs.replace(
            within,
            author=within.author or asked.author,
            journal=within.journal or asked.journal,
            year_min=max((y for y in (within.year_min, asked.year_min) if y is not None), default=None),
            year_max=min((y for y in (within.year_max, asked.year_max) if y is not None), default=None),
        )
        limit = max(1, min(asked.limit, 10))
        if self._gates and not self._scope.papers:
            found = self._finder.search(asked.query, scope, limit)
        else:
            # Within named papers there is nothing to keep out.
            found = self._finder.nearest(asked.query, scope, limit)
        return tuple(self._found(each.paper, each.sections) for each in found)

    def _found(self, row: PaperRow, sections: Sequence[Section] = ()) -> FoundPaper:
        shown = sections or [node for node in self._shelf.tree(row.id).nodes if node.level == 1]
        return FoundPaper(
            paper=row.id,
            title=row.title,
            authors=", ".join(row.authors[:2]) + (" et al." if len(row.authors) > 2 else ""),
            year=row.year,
            venue=row.venue,
            pages=row.pages,
            description=_cut(row.description, _DESCRIPTION),
            sections=tuple(node.title for node in shown[:_SECTIONS]),
        )

    def _tree(self, paper: PaperId) -> Tree:
        nodes = self._shelf.tree(paper).nodes
        pages = self._file(paper).pages
        for depth, characters in ((9, 200), (9, 120), (3, 80), (2, 60), (2, 0), (1, 0)):
            kept = tuple(_node(node, characters) for node in nodes if node.level <= depth)
            tree = Tree(paper=paper, pages=pages, nodes=kept, shortened=(depth, characters) != (9, 200))
            tokens = _tokens(tree)
            if tokens <= _TREE_TOKENS:
                return tree
        # A list of titles that is still too long ends early rather than fill the context.
        return msgspec.structs.replace(tree, nodes=kept[: len(kept) * _TREE_TOKENS // tokens - 1])

    def _search_within(self, asked: SearchWithinPaper) -> Within:
        paper = self._paper(asked.paper)
        limit = max(1, min(asked.limit, 10))
        sections = self._finder.sections(asked.query, paper, limit)
        hits = self._finder.passages(asked.query, [paper], limit=2 * limit)
        pages = tuple(dict.fromkeys(hit.page for hit in hits))[:limit]
        return Within(paper=paper, sections=tuple(_node(each, 80) for each in sections), pages=pages)

    def _page_content(self, asked: GetPageContent) -> tuple[PageContent, ...]:
        paper = self._paper(asked.paper)
        file = self._file(paper)
        wanted = tuple(dict.fromkeys(asked.pages))
        if not wanted or len(wanted) > MOST_PAGES:
            raise WrongUse(f"{len(wanted)} pages were asked for; name 1 to {MOST_PAGES} pages.")
        beyond = [number for number in wanted if not 1 <= number <= file.pages]
        if beyond:
            raise WrongUse(f"The paper has pages 1 to {file.pages}, not {', '.join(map(str, beyond))}.")
        found = []
        for number in wanted:
            page = self._shelf.page(file.id, number)
            found.append(
                PageContent(paper=paper, file=file.id, page=number, text=page.text[: page.body_end].strip())
            )
        return tuple(found)

    def _images(self, paper: PaperId) -> Iterator[Image]:
        """The figures and tables with a label: as the layout has them, else by their captions on the pages."""
        file = self._file(paper).id
        anchored = self._labelled(paper, file)
        for name, anchor in anchored.items():
            yield Image(
                paper=paper, file=file, image=name, page=anchor.page, caption=_cut(anchor.caption, _CAPTIONED)
            )
        if anchored:
            return
        seen: set[str] = set()
        for page in self._shelf.pages(file):
            for match in _CAPTION.finditer(page.text, 0, page.body_end):
                kind = "Table" if match.group("kind")[0] in "tT" else "Figure"
                name = f"{kind} {match.group('label')}"
                if name not in seen:
                    seen.add(name)
                    caption = _caption(page, match.start())
                    yield Image(paper=paper, file=file, image=name, page=page.number, caption=caption)

    def _labelled(self, paper: PaperId, file: FileId) -> dict[str, Anchor]:
        found: dict[str, Anchor] = {}
        for anchor in self._anchors(paper):
            if anchor.kind in _SEEN and anchor.number and anchor.file == file:
                found.setdefault(f"{_SEEN[anchor.kind]} {anchor.number}", anchor)
        return found

    def _page_image(self, asked: GetPageImage) -> Image:
        paper = self._paper(asked.paper)
        wanted = asked.image.casefold().replace("fig.", "figure").split()
        for image in self._images(paper):
            if image.image.casefold().split() == wanted:
                return self._with_contents(image)
        raise WrongUse(f"The paper has no {asked.image}.", "list_images names what it has.")

    def _with_contents(self, image: Image) -> Image:
        """What stands in a figure or table; where its place is not known, in the pictures of its page."""
        anchor = self._labelled(image.paper, image.file).get(image.image)
        if anchor is not None and anchor.image:
            image = msgspec.structs.replace(image, seen=self._look(anchor))
        if anchor is not None and anchor.cells:
            rows = _rows(anchor.cells)
            return msgspec.structs.replace(image, cells=rows, shortened=len(rows) < len(anchor.cells))
        page = self._shelf.page(image.file, image.page)
        words = (
            [page.text[span.start : span.end] for span in anchor.inside if span.page == page.number]
            if anchor
            else []
        )
        text = " ".join(" ".join(words or [page.text[page.pictures_from() :]]).split())
        return msgspec.structs.replace(image, words=_cut(text, _WORDS))


def _rows(cells: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The first rows of a table, as many as an agent's context may hold of it."""
    kept: list[tuple[str, ...]] = []
    for row in cells:
        kept.append(tuple(_cut(cell, _CELL) for cell in row))
        if _tokens(kept) > _TABLE_TOKENS:
            return tuple(kept[:-1])
    return tuple(kept)


#: Kinds of anchors that an agent may look at, by what they are called.
_SEEN = {"figure": "Figure", "table": "Table", "algorithm": "Algorithm"}
_CAPTION = re.compile(r"^(?P<kind>fig(?:ure|\.)|table)\s+(?P<label>S?\d+|[IVX]+)\b", re.I | re.M)


def _caption(page: PageText, at: int) -> str:
    stop = page.text.find("\n\n", at, page.body_end)
    return _cut(" ".join(page.text[at : stop if stop >= 0 else page.body_end].split()), 600)


def _node(node: Section, characters: int) -> TreeNode:
    return TreeNode(
        section=node.id.rsplit(".", 1)[-1],
        title=node.title,
        level=node.level,
        pages=(node.start_page, node.end_page),
        summary=_cut(node.summary, characters) if characters else "",
    )


def _tokens(value: Any) -> int:
    return count_tokens(msgspec.json.encode(value).decode())


def _cut(text: str, characters: int) -> str:
    return text if len(text) <= characters else text[:characters].rsplit(" ", 1)[0] + " …"


def _told(problem: str) -> Observation:
    return Observation(problem=problem, tokens=count_tokens(problem))
