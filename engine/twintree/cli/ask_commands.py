"""Commands that search and ask: search, ask, locate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace

from twintree.base.answers import SearchResult
from twintree.base.errors import WrongUse
from twintree.base.searchfields import SEARCH_FIELDS, field_problem, typed_fields
from twintree.cli.answer_printing import RECOGNISED, answer_object, asking, print_answer
from twintree.cli.common import (
    JsonOption,
    LibraryOption,
    PaperArgument,
    reading,
    scope_of,
    why_not_kept,
)
from twintree.cli.output import DONE, PARTLY, emit, heading, muted, say, warn

if TYPE_CHECKING:
    from twintree.library import Library

PapersOption = Annotated[
    list[str] | None, typer.Option("--paper", help="Only this paper; may be given again.")
]
CollectionOption = Annotated[str, typer.Option("--collection", help="Only papers of this collection.")]
TagOption = Annotated[str, typer.Option("--tag", help="Only papers with this tag.")]

ModeOption = Annotated[
    str,
    typer.Option(
        help="direct: one pass; state: plan, path, evidence and verdict, each checked; "
        "agent: search, structure, pages; auto: whichever suits the question, and why."
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("search")(search)
    app.command("ask")(ask)
    app.command("locate")(locate)


def search(
    query: Annotated[
        str, typer.Argument(help='Words, "phrases", author:, year:2019..2023, tag:, in:methods; * lists.')
    ],
    paper: PapersOption = None,
    collection: CollectionOption = "",
    tag: TagOption = "",
    author: Annotated[str, typer.Option(help="Only papers by this author.")] = "",
    journal: Annotated[str, typer.Option(help="Only papers of this journal or venue.")] = "",
    year_min: Annotated[int | None, typer.Option(help="From this year on.")] = None,
    year_max: Annotated[int | None, typer.Option(help="Up to this year.")] = None,
    limit: Annotated[int, typer.Option(help="At most so many papers.", min=1)] = 20,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Search the library: papers, the sections that match, and the words on their pages."""
    with reading(library) as opened:
        scope = scope_of(opened, paper, collection, tag, author, journal, (year_min, year_max))
        results = opened.search(query, scope, limit, rects=as_json)
        problem = opened.search_problem(query)
        hint = problem.told() if problem else ""
        if as_json:
            emit({"results": [_result(opened, each) for each in results]} | ({"hint": hint} if hint else {}))
            return DONE
        if hint:
            warn(hint)
        for place, each in enumerate(results, 1):
            _print_result(place, each)
        count = "1 paper" if len(results) == 1 else f"{len(results)} papers"
        muted(count if results else "Nothing in your library matches.")
    return DONE


def _result(library: Library, found: SearchResult) -> dict[str, Any]:
    row = found.paper
    return {
        "paper": row.id,
        "key": row.key,
        "title": row.title,
        "authors": row.authors,
        "year": row.year,
        "venue": row.venue,
        "pages": row.pages,
        "description": row.description,
        "score": found.score,
        "sections": [
            {"id": s.id, "title": s.title, "start_page": s.start_page, "end_page": s.end_page}
            for s in found.sections
        ],
        "hits": [
            {
                "file": library.papers.file(hit.file).path,
                "page": hit.page,
                "snippet": hit.snippet,
                "recognised": hit.recognised,
                "spans": hit.spans,
                "rects": [
                    {"page": r.page, "x0": r.rect.x0, "y0": r.rect.y0, "x1": r.rect.x1, "y1": r.rect.y1}
                    for r in hit.rects
                ],
            }
            for hit in found.hits
        ],
    }


def _print_result(place: int, found: SearchResult) -> None:
    row = found.paper
    heading(f"{place}. {row.title}")
    muted(
        f"   {row.key} · {', '.join(row.authors[:3])}{' et al.' if len(row.authors) > 3 else ''}"
        f" · {row.year or ''} · {found.how}"
    )
    for section in found.sections[:2]:
        say(f"   § {section.title}, p. {section.start_page}")
    for hit in found.hits[:2]:
        say(f"   p. {hit.page}{RECOGNISED if hit.recognised else ''}: {hit.snippet}")


def ask(
    question: Annotated[str, typer.Argument(help="A question to the papers, or about the library.")],
    paper: PapersOption = None,
    collection: CollectionOption = "",
    tag: TagOption = "",
    within: Annotated[
        str, typer.Option("--scope", help="highlights: only words that were marked, here or elsewhere.")
    ] = "",
    follow: Annotated[str, typer.Option("--continue", help="Follow up on this run.")] = "",
    mode: ModeOption = "direct",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Answer a question with sentences whose quotes stand on their pages."""
    with reading(library) as opened:
        scope = replace(scope_of(opened, paper, collection, tag), within=within)
        if not as_json and (hint := _field_hint(question)):
            warn(hint)
        if not as_json and (limits := limits_of(opened, question, known_mode(mode))):
            warn(limits)
        with asking(as_json=as_json) as streaming:
            answer = opened.ask(
                question,
                scope,
                follow=follow or None,
                progress=streaming.progress,
                on_sentence=None if as_json else streaming,
                mode=known_mode(mode),
            )
        if as_json:
            emit(answer_object(opened, answer, why_not_kept=why_not_kept(opened, "answer")))
        else:
            print_answer(opened, answer, shown=streaming.shown, kept=not opened.readonly)
            tell_not_kept(opened)
    return DONE if answer.status == "complete" else PARTLY


def tell_not_kept(library: Library) -> None:
    """Say why an answer was not kept, where it was not."""
    if why := why_not_kept(library, "answer"):
        warn(why)


def limits_of(library: Library, question: str, mode: str) -> str:
    """What a question may cost at most, said before it is asked; empty where no model has a part on the way."""
    from twintree.answering.modes import choose_mode
    from twintree.models.fitness import chosen_for
    from twintree.models.shelf import ModelShelf

    asking = library.settings.asking
    mode = choose_mode(question).mode if mode == "auto" else mode
    tasks = {"state": ("planning", "navigation", "retrieval", "verification"), "agent": ("acting",)}
    shelf = ModelShelf()
    if not any(chosen_for(shelf, task) for task in tasks.get(mode, ())):
        return ""
    if mode == "state":
        return (
            f"At most {asking.state.tokens:,} tokens and {asking.state.calls} model calls for this question."
        )
    return f"At most {asking.agent.tokens:,} tokens and {asking.agent.rounds} moves of a model for this question."


def _field_hint(question: str) -> str:
    """What to type instead of a field, which a question does not know."""
    for name, _ in typed_fields(question):
        if name.lower() in SEARCH_FIELDS or ((problem := field_problem(f"{name}:x")) and problem.meant):
            return (
                f"“{name}:” is read as a word of the question; "
                "narrow it with --paper, --collection or --tag, or search for fields."
            )
    return ""


def locate(
    paper: PaperArgument,
    question: Annotated[str, typer.Argument(help="What is sought in it.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Say where in one paper to look: sections by a fit model, each checked, or by words."""
    with reading(library) as opened:
        found = opened.questions.locate(opened.papers.find(paper), question)
        if as_json:
            emit(
                {
                    "sections": [
                        {"id": s.id, "title": s.title, "start_page": s.start_page, "end_page": s.end_page}
                        for s in found.sections
                    ],
                    "confidence": found.confidence,
                    "proposals": found.proposals,
                    "fallback": found.fallback,
                    "errors": found.errors,
                }
            )
            return DONE
        for section in found.sections:
            say(f"§ {section.title}, p. {section.start_page}-{section.end_page}")
        if not found.sections:
            muted("No section has words of the question in its title or summary.")
    return DONE


def known_mode(mode: str) -> str:
    """The mode as typed.

    Raises:
        WrongUse: there is no such mode.
    """
    from twintree.answering.modes import MODES

    if mode not in MODES:
        raise WrongUse(f"There is no mode {mode!r}.", f"Choose one of {', '.join(MODES)}.")
    return mode
