"""Answers that were kept: runs list, show, compare, replay, export, delete."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from twintree.answering.state.steering import steered
from twintree.base.answers import Answer
from twintree.base.errors import WrongUse
from twintree.base.text import counted
from twintree.base.tracing import compare
from twintree.cli.answer_printing import answer_object, asking, print_answer
from twintree.cli.ask_commands import known_mode, tell_not_kept
from twintree.cli.common import JsonOption, LibraryOption, group_options, reading, why_not_kept, writing
from twintree.cli.output import DONE, emit, hand_over, heading, muted, say
from twintree.cli.stepwords import StepWords

runs_app = typer.Typer(
    help="Answers that were kept: list, show, compare, replay, export, delete.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.add_typer(runs_app, name="runs")


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
                            "mode": a.mode,
                            "status": a.status,
                            "found": a.found,
                            "conversation": a.conversation,
                            "parent": a.parent,
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
        muted(counted(len(answers), "answer"))
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
            print_answer(opened, answer, steps=True)
            for step in answer.trace:
                muted(f"  {step.step}: {step.summary}")
            words = StepWords(opened)
            for update in answer.states:
                first, *more = words.update(update)
                muted(f"  {update.target}.{update.cycle} {update.role}: {first}")
                for line in more:
                    muted(f"      {line}")
            for call in answer.calls:
                muted(f"  {words.call(call)}")
    return DONE


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
        shares = compare(*pair)
        for what, pages in (("cited", shares.pages), ("read", shares.read)):
            muted(
                f"{counted(len(pages.both), 'page')} {what} by both, {len(pages.first)} by the first alone, "
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
    return {
        "first": sides[0],
        "second": sides[1],
        "sentences": shares.sentences,
        "pages": shares.pages,
        "read": shares.read,
    }


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
    free: Annotated[
        list[str] | None,
        typer.Option(help="Neither leave this out nor keep it in any more; may be given again."),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Ask the same question again in the same scope, over the library as it is now.

    What was left out of the run's evidence, or kept in, stays so.
    """
    with reading(library) as opened:
        earlier = opened.runs.get(run)
        with asking(as_json=as_json) as streaming:
            answer = opened.ask(
                earlier.question,
                earlier.scope,
                follow=earlier.parent,
                progress=streaming.progress,
                on_sentence=None if as_json else streaming,
                mode=known_mode(mode or earlier.mode),
                model=model,
                steering=steered(earlier, drop or (), pin or (), free or ()),
            )
        if as_json:
            emit(answer_object(opened, answer, why_not_kept=why_not_kept(opened, "answer")))
        else:
            print_answer(opened, answer, shown=streaming.shown, kept=not opened.readonly)
            tell_not_kept(opened)
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
