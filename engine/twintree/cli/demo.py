"""``twintree demo``: the main job on the sample library, with nothing asked and nothing kept."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from twintree.base.events import JobFailed
from twintree.cli.answer_printing import print_answer
from twintree.cli.common import library_type
from twintree.cli.following import follow
from twintree.cli.library_commands import print_tree
from twintree.cli.output import DONE, FAILED, heading, muted, say
from twintree_resources import samples

#: Two that the samples answer, and one that they cannot.
QUESTIONS = (
    "What can retrieval over titles and summaries miss?",
    "Why is the verdict kept apart from the action?",
    "What dose of metformin was given to the patients in the control group?",
)
_SHOWN_TREE = "meng2026locate"


def demo(
    keep: Annotated[
        Path | None, typer.Option(help="Keep the library in this new folder.", show_default=False)
    ] = None,
) -> int:
    """Import the sample papers, show a section tree, and ask three questions."""
    if keep is not None:
        return _demo(keep)
    with tempfile.TemporaryDirectory(prefix="twintree-demo-") as folder:
        return _demo(Path(folder) / "library")


def _demo(folder: Path) -> int:
    with library_type().create(folder, "Sample library") as library:
        heading("1. Seven sample papers go in")
        ended = follow(library, library.jobs.submit_import(samples.paths()), "Importing", quiet=False)
        rows = library.papers.rows(sort="year", limit=20)
        for row in rows:
            say(f"   {row.key:<24} {row.pages} p.  {row.status:<9} {row.title}")
        if isinstance(ended, JobFailed) or not rows:
            return FAILED
        heading("\n2. One of them, as a tree of sections")
        shown = next((row for row in rows if row.key == _SHOWN_TREE), rows[0])
        print_tree(library, shown.id)
        heading("\n3. Questions, answered with the page")
        for question in QUESTIONS:
            heading(f"\n{question}")
            print_answer(library, library.ask(question))
        muted(
            "\nNothing left this machine. The demo's library is gone again: `twintree demo --keep FOLDER` keeps one,"
            " in which the commands above open their pages."
            if "twintree-demo-" in str(folder)
            else f"\nThe library is kept in {folder}."
        )
    return DONE
