"""Commands that look after a library: delete, export, check, rebuild, duplicates, merge, gui."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from twintree.base.jobs import Problem
from twintree.base.text import counted
from twintree.cli.common import Chosen, JsonOption, LibraryOption, library_path, reading, terminal, writing
from twintree.cli.output import DONE, FAILED, emit, hand_over, muted, say, told, warn

PapersArgument = Annotated[list[str], typer.Argument(help="Papers: ids, keys, titles or files.")]


#: Alike problems that a rebuild repairs, of which each is named.
_NAMED = 5


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("delete")(delete)
    app.command("export")(export)
    app.command("check")(check)
    app.command("rebuild")(rebuild)
    app.command("duplicates")(duplicates)
    app.command("merge")(merge)
    app.command("gui")(gui)


def delete(
    papers: PapersArgument,
    for_good: Annotated[
        bool, typer.Option("--for-good", help="Not into the bin, but gone: cannot be undone.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Put papers into the bin (undo brings them back), or delete them for good."""
    with writing(library) as opened:
        ids = list(dict.fromkeys(opened.papers.find(paper) for paper in papers))
        there = [] if for_good else [each for each in ids if opened.person.is_binned(each)]
        ids = [each for each in ids if each not in there]
        if for_good and not yes and not as_json:
            titles = "\n".join(f"  {opened.papers.get(each).row.title}" for each in ids)
            if not terminal() or not typer.confirm(
                f"Delete for good, with notes and everything that came from them?\n{titles}\n", err=True
            ):
                warn("Nothing was deleted. Add --yes to delete without a question.")
                return FAILED
        if for_good:
            opened.delete(ids)
        elif ids:
            opened.person.bin(ids)
        if as_json:
            emit({"deleted": ids, "for_good": for_good, "binned_before": there})
        else:
            _told_deleted(len(ids), len(there), for_good=for_good)
    return DONE


def _told_deleted(deleted: int, there: int, *, for_good: bool) -> None:
    if for_good:
        say(f"{deleted} deleted for good.")
        return
    if deleted:
        say(f"{deleted} put into the bin; `twintree undo` brings {'it' if deleted == 1 else 'them'} back.")
    if there:
        say(f"{there} lay in the bin already; --for-good deletes for good.")


def export(
    papers: Annotated[list[str] | None, typer.Argument(help="Papers; all when none is named.")] = None,
    kind: Annotated[str, typer.Option("--format", help="bibtex, ris, csl, markdown or json.")] = "bibtex",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to write it.", show_default=False)
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Export papers, or the whole library."""
    with reading(library) as opened:
        ids = list(dict.fromkeys(map(opened.papers.find, papers))) if papers else None
        text = opened.export(kind, ids)
        count = len(ids) if ids is not None else opened.papers.count()
    what = "1 paper" if count == 1 else f"{count} papers"
    return hand_over(text, kind, output, as_json=as_json, what=what)


def check(library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Compare every projection with the ledger, and every file with its hash."""
    with reading(library) as opened:
        problems = opened.check()
    if as_json:
        emit({"clean": not problems, "problems": problems})
    else:
        _tell(problems)
        say("The library is in order." if not problems else f"{counted(len(problems), 'problem')}.")
    return DONE if not problems else FAILED


def _tell(problems: Sequence[Problem]) -> None:
    """Alike problems under one line with their count, and what each lies in."""
    alike: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        alike.setdefault((f"{problem.where}: {problem.what}", _way_out(problem)), []).append(problem)
    for (what, way_out), group in alike.items():
        say(
            f"{what} {f'({len(group)} times)' if len(group) > 1 else ''} {way_out}".replace(
                "  ", " "
            ).rstrip()
        )
        subjects = [each.subject for each in group if each.subject]
        # What a rebuild repairs by itself need not be known one by one; --json has them all.
        shown = subjects[:_NAMED] if group[0].repairable else subjects
        for subject in shown:
            say(f"    {subject}")
        if len(shown) < len(subjects):
            muted(f"    and {len(subjects) - len(shown)} more")


def _way_out(problem: Problem) -> str:
    if problem.where == "files" and "original" in problem.what:
        return "Importing the same file again brings it back."
    return "`twintree rebuild` repairs it." if problem.repairable else ""


def rebuild(library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Make every projection (words, graph, vectors) afresh from the ledger."""
    with writing(library) as opened:
        problems = opened.rebuild()
    if as_json:
        emit({"clean": not problems, "problems": problems})
    else:
        _tell(problems)
        many = f"{counted(len(problems), 'problem')} {'does' if len(problems) == 1 else 'do'}"
        say(
            "Rebuilt; the library is in order."
            if not problems
            else f"Rebuilt; {many} not lie in a projection."
        )
    return DONE if not problems else FAILED


def duplicates(library: LibraryOption = None, as_json: JsonOption = False) -> int:
    """Show papers that look like one; nothing is merged without a word."""
    with reading(library) as opened:
        pairs = opened.duplicates()
        if as_json:
            emit({"duplicates": pairs})
            return DONE
        for pair in pairs:
            first, second = opened.papers.get(pair.first).row, opened.papers.get(pair.second).row
            how = "with its supporting information" if pair.why == "supplement" else f"same {pair.why}"
            say(f"{first.key}  {second.key}  {how}: {first.title}")
        muted(f"{len(pairs)} pairs; `twintree merge KEEP OTHER` makes them one.")
    return DONE


def merge(
    keep: Annotated[str, typer.Argument(help="The paper that stays.")],
    other: Annotated[str, typer.Argument(help="The paper that goes into it.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Make two papers one; `twintree undo` parts them again."""
    with writing(library) as opened:
        change = opened.person.merge(opened.papers.find(keep), opened.papers.find(other))
        return told(change, as_json=as_json)


def gui(
    library: LibraryOption = None,
    paper: Annotated[str, typer.Option(help="Open this paper.")] = "",
    page: Annotated[int, typer.Option(help="At this page.", min=1)] = 1,
) -> int:
    """Open the window."""
    # A process of its own: the engine never imports Qt.
    command = [sys.executable, "-m", "twintree_desktop"]
    if library or Chosen.path:  # otherwise the window welcomes, or opens what was open last
        command += ["--library", str(library_path(library))]
    if paper:
        command += ["--paper", paper, "--page", str(page)]
    return subprocess.run(command, check=False).returncode
