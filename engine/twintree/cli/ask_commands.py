"""Commands that search and ask: search, ask, runs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec.structs import replace

from twintree.answering.modes import MODES
from twintree.answering.state.steering import steered
from twintree.base.errors import WrongUse
from twintree.base.ids import FileId
from twintree.base.progress import Progress
from twintree.base.records import Answer, Citation, SearchResult, StateUpdate
from twintree.base.searchfields import SEARCH_FIELDS, field_problem, typed_fields
from twintree.base.tracing import compare
from twintree.cli.common import (
    JsonOption,
    LibraryOption,
    PaperArgument,
    group_options,
    reading,
    scope_of,
    writing,
)
from twintree.cli.output import DONE, PARTLY, bar, bars_are_seen, emit, hand_over, heading, muted, say, warn
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

runs_app = typer.Typer(
    help="Answers that were kept: list, show, compare, replay, export, delete.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("search")(search)
    app.command("ask")(ask)
    app.command("locate")(locate)
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
        with _asking(as_json=as_json) as progress:
            answer = opened.ask(
                question, scope, follow=follow or None, progress=progress, mode=known_mode(mode)
            )
        if opened.readonly and not as_json:
            warn("Another process writes this library: the answer was not kept.")
        if as_json:
            emit(answer_object(opened, answer))
        else:
            print_answer(opened, answer)
    return DONE if answer.status == "complete" else PARTLY


def _field_hint(question: str) -> str:
    """What to type instead of a field, which a question does not know."""
    for name, _ in typed_fields(question):
        if name.lower() in SEARCH_FIELDS or ((problem := field_problem(f"{name}:x")) and problem.meant):
            return (
                f"“{name}:” is read as a word of the question; "
                "narrow it with --paper, --collection or --tag, or search for fields."
            )
    return ""


@contextlib.contextmanager
def _asking(*, as_json: bool) -> Iterator[Progress]:
    """Progress of an answer on stderr: a bar, and where none is seen one line for what takes long."""
    said = not as_json and bars_are_seen()

    def show(done: float, total: float, message: str) -> None:
        nonlocal said
        update(done, total, message)
        if not said and message.startswith("preparing"):
            said = True
            warn(f"{message[:1].upper()}{message[1:]} …")

    with bar("Reading", quiet=as_json) as update:
        # Unthrottled: an answer reports a dozen times, and none of them may be lost.
        yield Progress(show, interval=0.0)


def locate(
    paper: PaperArgument,
    question: Annotated[str, typer.Argument(help="What is sought in it.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Say where in one paper to look: sections by a fit model, each checked, or by words."""
    with reading(library) as opened:
        found = opened.locate(opened.papers.find(paper), question)
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
    if mode not in MODES:
        raise WrongUse(f"There is no mode {mode!r}.", f"Choose one of {', '.join(MODES)}.")
    return mode


def answer_object(library: Library, answer: Answer) -> dict[str, Any]:
    """An answer as scripts see it."""
    path = {}
    for sentence in answer.sentences:
        for citation in (*sentence.citations, *sentence.against):
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
                "citations": [_citation(path, c) for c in s.citations],
                "against": [_citation(path, c) for c in s.against],
            }
            for s in answer.sentences
        ],
        "nearest": [{"paper": r.id, "key": r.key, "title": r.title} for r in answer.nearest],
        "read_pages": [{"file": path[file], "page": page} for file, page in answer.read_pages],
        "trace": answer.trace,
        "tokens": answer.tokens,
        "seconds": answer.seconds,
        "states": answer.states,
        "calls": answer.calls,
    }


def _citation(path: Mapping[FileId, str], citation: Citation) -> dict[str, Any]:
    return {
        "paper": citation.paper,
        "file": path[citation.file],
        "page": citation.page,
        "spans": citation.spans,
        "quote": citation.quote,
        "label": citation.label,
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
        for citation in sentence.against:
            warn(f"  but {citation.label}: {citation.quote}")
    cited = next((c for s in answer.sentences for c in s.citations), None)
    if cited is not None:
        muted(f"Open the first page cited: {_opening(library, cited)}")
    muted(
        f"{answer.run} · {answer.mode}{f', {answer.action}' if answer.action else ''} · {answer.seconds:.1f} s"
    )


def _opening(library: Library, cited: Citation) -> str:
    """The command that opens the page of a citation."""
    paper = library.papers.get(cited.paper)
    other = "" if paper.files and paper.files[0].id == cited.file else f" --file {cited.file}"
    return f'twintree --library "{library.path}" open {paper.row.key}{other} --page {cited.page}'


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
            for update in answer.states:
                muted(f"  {update.target}.{update.cycle} {update.role}: {told_update(update)}")
            for call in answer.calls:
                muted(f"  {call.tool} {call.arguments}: {call.problem or f'{call.result_tokens} tokens'}")
    return DONE


def told_update(update: StateUpdate) -> str:
    """One staged update in a line: the objective, the path as breadcrumbs, the pages, the verdict, the action."""
    value = update.value
    if not update.accepted:
        return f"rejected: {update.reason}"
    if update.field == "plan":
        return str(value["objective"])
    if update.field == "path":
        return " › ".join(value["labels"][:2]) + f" › {value['nodes'][-1]}"
    if update.field == "evidence":
        return ", ".join(item["id"] for item in value) or "nothing"
    return f"{value['status']}: {value['why']}" if update.field == "verdict" else str(value)


@runs_app.command("compare")
def compare_runs(
    first: Annotated[str, typer.Argument(help="A run's id.")],
    second: Annotated[str, typer.Argument(help="Another run's id.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Compare two answers: mode, action, sentences, pages, tokens and seconds of each."""
    with reading(library) as opened:
        pair = [opened.runs.get(first), opened.runs.get(second)]
        if as_json:
            emit(compared_object(*pair))
            return DONE
        for each in pair:
            heading(f"{each.run} · {each.mode}{f', {each.action}' if each.action else ''}")
            print_answer(opened, each)
        pages = compare(*pair).pages
        muted(
            f"{len(pages.both)} pages cited by both, {len(pages.first)} by the first alone, "
            f"{len(pages.second)} by the second alone"
        )
    return DONE


def compared_object(first: Answer, second: Answer) -> dict[str, Any]:
    """Two answers side by side, as scripts see it."""
    sides = [
        {
            "run": answer.run,
            "question": answer.question,
            "mode": answer.mode,
            "answering": answer.answering,
            "action": answer.action,
            "status": answer.status,
            "found": answer.found,
            "tokens": answer.tokens,
            "seconds": answer.seconds,
        }
        for answer in (first, second)
    ]
    shares = compare(first, second)
    return {"first": sides[0], "second": sides[1], "sentences": shares.sentences, "pages": shares.pages}


@runs_app.command("replay")
def replay_run(
    run: Annotated[str, typer.Argument(help="A run's id.")],
    mode: Annotated[str, typer.Option(help="In another mode than it was asked in.")] = "",
    model: Annotated[str, typer.Option(help="With this model instead of the chosen one.")] = "",
    drop: Annotated[
        list[str] | None, typer.Option(help="Leave out this evidence (mode state); may be given again.")
    ] = None,
    pin: Annotated[
        list[str] | None, typer.Option(help="Keep this evidence in (mode state); may be given again.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Ask the same question again in the same scope, over the library as it is now."""
    with reading(library) as opened:
        earlier = opened.runs.get(run)
        with _asking(as_json=as_json) as progress:
            answer = opened.ask(
                earlier.question,
                earlier.scope,
                follow=earlier.parent,
                progress=progress,
                mode=known_mode(mode or earlier.mode),
                model=model,
                steering=steered(earlier, drop or (), pin or ()),
            )
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
    return hand_over(text, kind, output, as_json=as_json, what="the answer")


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
