"""What stands in place of the papers' table where it is empty: why, what to do, and the one action."""

from __future__ import annotations

from twintree.base.records import PaperFilter
from twintree_desktop.words import tr


def nothing_words(shown: PaperFilter, *, typed: bool) -> tuple[str, str, str]:
    """A title, a hint, and the words of the action (empty where there is none).

    Args:
        shown: the part of the library that is looked at.
        typed: whether something is typed into the filter field.
    """
    if typed:
        return (
            tr("Nothing fits"),
            tr("No paper has these words. Enter searches the meaning of texts as well."),
            tr("Clear the filter"),
        )
    if shown == PaperFilter():
        return (
            tr("Drop PDFs here"),
            tr("Files and folders, from anywhere. They stay on this machine."),
            tr("Choose files …"),
        )
    return (*_part_words(shown), "")


def _part_words(shown: PaperFilter) -> tuple[str, str]:
    if shown.needs_attention:
        return tr("All is well"), tr("Papers and files that could not be read would be here.")
    if shown.binned:
        return tr("The bin is empty"), tr("Del puts papers here; nothing is deleted until you say so.")
    if shown.starred:
        return tr("Nothing here yet"), tr("Press S on a paper to put a star on it.")
    if shown.read_state:
        return tr("Nothing here yet"), tr("Press R on a paper that you want to read.")
    return tr("Nothing here yet"), tr("Drag papers here from the list of all papers.")
