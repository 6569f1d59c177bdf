"""Commands for citations: references, cited-by, lineage, confirm, citation-graph (exports), cite."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from twintree.base.citations import Citer, Reference
from twintree.base.records import Paper
from twintree.cli.common import JsonOption, LibraryOption, PaperArgument, reading, writing
from twintree.cli.output import DONE, emit, hand_over, heading, muted, say
from twintree.knowledge import formatted

if TYPE_CHECKING:
    from twintree.library import Library


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("references")(references)
    app.command("cited-by")(cited_by)
    app.command("lineage")(lineage)
    app.command("confirm")(confirm)
    app.command("citation-graph")(citation_graph)
    app.command("cite")(cite)


def references(
    paper: PaperArgument,
    contexts: Annotated[bool, typer.Option("--contexts", help="Show the sentences that cite each.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """A paper's reference list: what each entry is, whether it is held, its role and level here."""
    with reading(library) as opened:
        found = opened.papers.find(paper)
        listed = opened.citations.references(found)
        if as_json:
            emit({"paper": found, "references": listed})
            return DONE
        if not listed:
            muted("No reference list was found in this paper.")
        else:
            heading(f"{'no.':>4}  level  {'role':<10}  {'library':<7}  work")
        for each in listed:
            _show(each, contexts=contexts)
    return DONE


def _show(each: Reference, *, contexts: bool) -> None:
    authors = "; ".join(each.authors[:3]) + (" et al." if len(each.authors) > 3 else "")
    known = " ".join(part for part in (authors, f"({each.year})" if each.year else "", each.title) if part)
    held = "held" if each.held else "offered" if each.offered else ""
    say(f"{each.index:>4}  {each.level:>5}  {each.role:<10}  {held:<7}  {known if each.title else each.raw}")
    for mention in each.mentions if contexts else ():
        muted(f"        p. {mention.page}: {mention.sentence}")


def cited_by(paper: PaperArgument, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """The papers of the library that cite a paper, or a work that is not held (its W… id)."""
    with reading(library) as opened:
        target = _node(opened, paper)
        citers = opened.citations.cited_by(target)
        if as_json:
            emit({"paper": target, "cited_by": [_citer(each) for each in citers]})
            return DONE
        if not citers:
            muted("No paper of this library cites it.")
        else:
            heading(f"level  {'role':<10}  paper")
        for each in citers:
            say(f"{each.reference.level:>5}  {each.reference.role:<10}  {each.paper.key}  {each.paper.title}")
            for mention in each.reference.mentions:
                muted(f"      p. {mention.page}: {mention.sentence}")
    return DONE


def _citer(each: Citer) -> dict[str, Any]:
    row, reference = each.paper, each.reference
    return {
        "paper": row.id,
        "key": row.key,
        "title": row.title,
        "authors": row.authors,
        "year": row.year,
        "reference": reference.id,
        "role": reference.role,
        "level": reference.level,
        "strength": reference.strength,
        "mentions": reference.mentions,
    }


def lineage(
    start: Annotated[str, typer.Argument(help="The paper, or the W… work, to start from.")],
    end: Annotated[str, typer.Argument(help="The paper, or the W… work, to arrive at.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """The shortest path of citations between two papers, with the sentences that make it."""
    with reading(library) as opened:
        path = opened.citations.lineage(_node(opened, start), _node(opened, end))
        if as_json:
            emit(path)
            return DONE
        if not path.path:
            muted("No path of citations joins them.")
        for step in path.path:
            arrow = "cites" if step.citing == step.paper else "is cited by"
            heading(f"{path.titles[step.paper]}")
            say(f"  {arrow} ({step.relation}, level {step.level}) {path.titles[step.to]}")
            for mention in step.evidence[:2]:
                muted(f"      p. {mention.page}: {mention.sentence}")
    return DONE


def confirm(
    reference: Annotated[
        str, typer.Argument(help="An entry, as `references --json` names it; none: the queue.")
    ] = "",
    role: Annotated[str | None, typer.Option(help="Say its role instead of accepting it.")] = None,
    level: Annotated[int | None, typer.Option(help="Say its level, 1 to 5.")] = None,
    paper: Annotated[
        str | None, typer.Option(help="Say which paper of the library it is; `none`: not held.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Accept or correct an entry's role, level and paper; without one, list what waits to be looked at."""
    if not reference:
        return _queue(library, as_json=as_json)
    with writing(library) as opened:
        if paper is not None:
            target = None if paper.casefold() == "none" else opened.papers.find(paper)
            change = opened.citations.link(reference, target)
        if paper is None or role is not None or level is not None:
            change = opened.citations.confirm(reference, role, level)
        if as_json:
            emit(
                {
                    "change": change.id,
                    "summary": change.summary,
                    "reference": opened.citations.reference(reference),
                }
            )
        else:
            say(change.summary)
    return DONE


def _queue(library: Path | None, *, as_json: bool) -> int:
    with reading(library) as opened:
        waiting, offered = opened.citations.to_confirm(), opened.citations.offered()
        if as_json:
            emit({"queue": waiting, "offered": offered})
            return DONE
        for each in waiting:
            known = each.reference
            say(f"{known.id}  {known.level}  {known.role:<9}  {each.paper.key} → {known.title or known.raw}")
            for mention in known.mentions[:1]:
                muted(f"      p. {mention.page}: {mention.sentence}")
        for each in offered:
            choices = ", ".join(f"{offer.paper} ({offer.confidence:.2f})" for offer in each.reference.offered)
            say(f"{each.reference.id}  may be {choices}: {each.reference.title or each.reference.raw}")
        if not waiting and not offered:
            muted("Nothing waits to be looked at.")
    return DONE


def citation_graph(
    kind: Annotated[
        str, typer.Argument(help="graphml, csv, json, or contexts (sentences, as CSV).")
    ] = "json",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file; without it, stdout.")] = None,
    library: LibraryOption = None,
) -> int:
    """Take out the citation graph of the library."""
    with reading(library) as opened:
        text = opened.citations.export_graph(kind)
    return hand_over(text, kind, output, as_json=False, what="the citation graph")


def cite(
    papers: Annotated[list[str], typer.Argument(help="Papers: ids, keys, titles or files.")],
    style: Annotated[str, typer.Option(help=f"{', '.join(formatted.STYLES + formatted.KEYED)}.")] = "apa",
    page: Annotated[str, typer.Option(help="The page that is cited: 5, or 5-7.")] = "",
    quote: Annotated[str, typer.Option(help="Words of the paper; its page is found.")] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Cite papers: in a style, or by key (latex: \\cite{key}, pandoc: [@key])."""
    with reading(library) as opened:
        found = [opened.papers.get(opened.papers.find(each)) for each in papers]
        if quote and not page and len(found) == 1:
            page, quote = _quoted_from(opened, found[0], quote)
        cited = formatted.cite(found, style, page=page, quote=quote)
        if as_json:
            emit({"style": style, "page": page, "text": cited.text, "entries": cited.entries})
            return DONE
        say(cited.text)
        for entry in cited.entries:
            say(entry)
    return DONE


def _quoted_from(opened: Library, paper: Paper, quote: str) -> tuple[str, str]:
    pages = [page for file in paper.files for page in opened.papers.pages(file.id)]
    return formatted.quoted_from(pages, quote)


def _node(opened: Library, name: str) -> str:
    return name if name.startswith("W") and len(name) == 13 else opened.papers.find(name)
