"""Commands that search and ask: search, ask, runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from twintree.base.errors import WrongUse
from twintree.base.records import Answer, SearchResult
from twintree.cli.common import JsonOption, LibraryOption, group_options, reading, scope_of, writing
from twintree.cli.output import DONE, PARTLY, bar, emit, hand_over, heading, muted, say, warn
from twintree.library import Library

PapersOption = Annotated[
    list[str] | None, typer.Option("--paper", help="Only this paper; may be given again.")
]
CollectionOption = Annotated[str, typer.Option("--collection", help="Only papers of this collection.")]
TagOption = Annotated[str, typer.Option("--tag", help="Only papers with this tag.")]

runs_app = typer.Typer(
    help="Answers that were kept: list, show, export, delete.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("search")(search)
    app.command("ask")(ask)
    app.add_typer(runs_app, name="runs")


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
        results = opened.search(query, scope, limit)
        if as_json:
            emit({"results": [_result(opened, each) for each in results]})
            return DONE
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
        say(f"   p. {hit.page}: {hit.snippet}")


def ask(
    question: Annotated[str, typer.Argument(help="A question to the papers, or about the library.")],
    paper: PapersOption = None,
    collection: CollectionOption = "",
    tag: TagOption = "",
    follow: Annotated[str, typer.Option("--continue", help="Follow up on this run.")] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Answer a question with sentences whose quotes stand on their pages."""
    with reading(library) as opened:
        scope = scope_of(opened, paper, collection, tag)
        with bar("Reading", quiet=as_json) as update:
            from twintree.base.progress import Progress

            answer = opened.ask(question, scope, follow=follow or None, progress=Progress(update))
        if opened.readonly and not as_json:
            warn("Another process writes this library: the answer was not kept.")
        if as_json:
            emit(answer_object(opened, answer))
        else:
            print_answer(opened, answer)
    return DONE if answer.status == "complete" else PARTLY


def answer_object(library: Library, answer: Answer) -> dict[str, Any]:
    """An answer as scripts see it."""
    path = {}
    for sentence in answer.sentences:
        for citation in sentence.citations:
            path[citation.file] = library.papers.file(citation.file).path
    for file, _ in answer.read_pages:
        path[file] = library.papers.file(file).path
    return {
        "run": answer.run,
        "question": answer.question,
        "rewritten": answer.rewritten,
        "mode": answer.mode,
        "answering": answer.answering,
        "action": answer.action,
        "status": answer.status,
        "reason": answer.reason,
        "found": answer.found,
        "sentences": [
            {
                "text": s.text,
                "supported": s.supported,
                "reason": s.reason,
                "citations": [
                    {
                        "paper": c.paper,
                        "file": path[c.file],
                        "page": c.page,
                        "spans": c.spans,
                        "quote": c.quote,
                        "label": c.label,
                    }
                    for c in s.citations
                ],
            }
            for s in answer.sentences
        ],
        "nearest": [{"paper": r.id, "key": r.key, "title": r.title} for r in answer.nearest],
        "read_pages": [{"file": path[file], "page": page} for file, page in answer.read_pages],
        "trace": answer.trace,
        "tokens": answer.tokens,
        "seconds": answer.seconds,
    }


def print_answer(library: Library, answer: Answer) -> None:
    """An answer as a person reads it: sentences, labels, and the command that opens the first page cited."""
    if answer.rewritten and answer.rewritten != answer.question:
        muted(f"Asked as: {answer.rewritten}")
    if not answer.found:
        say("Not in your library." if answer.status == "complete" else answer.reason)
        for row in answer.nearest:
            muted(f"  nearest: {row.title} ({row.key})")
        return
    for sentence in answer.sentences:
        labels = ", ".join(c.label for c in sentence.citations)
        say(f"• {sentence.text}  [{labels}]" if labels else f"• {sentence.text}  ({sentence.reason})")
    cited = next((c for s in answer.sentences for c in s.citations), None)
    if cited is not None:
        key = library.papers.get(cited.paper).row.key
        muted(
            f"Open the first page cited: twintree --library “{library.path}” open {key} --page {cited.page}".replace(
                "“", '"'
            ).replace("”", '"')
        )
    muted(f"{answer.run} · {answer.seconds:.1f} s")


@runs_app.callback()
def _default(context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False) -> int:
    group_options(context, library, as_json=as_json)
    return list_runs(as_json=as_json) if context.invoked_subcommand is None else DONE


@runs_app.command("list")
def list_runs(library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """List the answers that were kept, the newest first."""
    with reading(library) as opened:
        answers = opened.runs.list()
        if as_json:
            emit(
                {
                    "runs": [
                        {
                            "run": a.run,
                            "question": a.question,
                            "created": a.created,
                            "status": a.status,
                            "found": a.found,
                        }
                        for a in answers
                    ]
                }
            )
            return DONE
        for each in answers:
            say(
                f"{each.run}  {each.created[:16].replace('T', ' ')}  {'  ' if each.found else '— '}{each.question}"
            )
        muted(f"{len(answers)} answers")
    return DONE


@runs_app.command("show")
def show_run(
    run: Annotated[str, typer.Argument(help="A run's id.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Show an answer again, as it was given."""
    with reading(library) as opened:
        answer = opened.runs.get(run)
        if as_json:
            emit(answer_object(opened, answer))
        else:
            heading(answer.question)
            print_answer(opened, answer)
            for step in answer.trace:
                muted(f"  {step.step}: {step.summary}")
    return DONE


@runs_app.command("replay")
def replay_run(
    run: Annotated[str, typer.Argument(help="A run's id.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Ask the same question again in the same scope, over the library as it is now."""
    with reading(library) as opened:
        earlier = opened.runs.get(run)
        answer = opened.ask(earlier.question, earlier.scope, follow=earlier.parent)
        if as_json:
            emit(answer_object(opened, answer))
        else:
            print_answer(opened, answer)
    return DONE


@runs_app.command("export")
def export_run(
    run: Annotated[str, typer.Argument(help="A run's id.")],
    kind: Annotated[str, typer.Option("--format", help="markdown, bibtex or json.")] = "markdown",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to write it.", show_default=False)
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Export an answer with its bibliography."""
    if kind not in ("markdown", "bibtex", "json"):
        raise WrongUse(f"--format cannot be {kind!r}.", "It is markdown, bibtex or json.")
    with reading(library) as opened:
        text = opened.export_run(run, kind)
    return hand_over(text, kind, output, as_json=as_json)


@runs_app.command("delete")
def delete_run(
    run: Annotated[str, typer.Argument(help="A run's id.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Forget an answer."""
    with writing(library) as opened:
        opened.runs.delete(run)
    if as_json:
        emit({"deleted": run})
    return DONE
