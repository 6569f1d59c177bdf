"""The engine's words and numbers as people read them in the window's language."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QDate, QLocale

_TWO = 2


def tr(text: str, note: str = "", number: int = -1) -> str:
    """A text of this module in the window's language."""
    return QCoreApplication.translate("", text, note, number)


def family_name(author: str) -> str:
    """The name that a citation uses: before the comma, or the last word."""
    if "," in author:
        return author.split(",", maxsplit=1)[0].strip()
    parts = author.split()
    return parts[-1] if parts else ""


def author_line(authors: Sequence[str]) -> str:
    """``Chieu, Ng`` or ``Nguyen et al.``; a dash when nobody is known."""
    if not authors:
        return "—"
    names = [family_name(author) for author in authors]
    return ", ".join(names) if len(names) <= _TWO else tr("{0} et al.").format(names[0])


def short_reference(authors: Sequence[str], year: int | None) -> str:
    """``Meng 2026``, as citation chips have it."""
    name = family_name(authors[0]) if authors else ""
    return " ".join(part for part in (name, str(year) if year else "") if part)


def citation_words(label: str, page: int) -> str:
    """``Meng 2026, p. 5`` with the page as the window's language writes it."""
    there = tr("p. {0}").format(page)
    return label.removesuffix(f"p. {page}") + there if label.endswith(f"p. {page}") else label or there


def status_words(status: str) -> str:
    """A paper's status."""
    match status:  # asked for every row that is painted: only the word that is needed is looked up
        case "queued":
            return tr("waiting")
        case "searchable":
            return tr("searchable")
        case "structured":
            return tr("structured")
        case "indexed":
            return tr("indexed")
        case "complete":
            return tr("complete")
        case "failed":
            return tr("failed")
        case "set_aside":
            return tr("set aside")
        case "record":
            return tr("no file")
    return status


def read_state_words(state: str) -> str:
    """Where a person is with a paper."""
    return {"unread": "", "to_read": tr("to read"), "reading": tr("reading"), "read": tr("read")}.get(
        state, state
    )


def date_words(stamp: str) -> str:
    """A day, as short as it can be: today, yesterday, or a date."""
    try:
        day = datetime.datetime.fromisoformat(stamp).astimezone().date()
    except ValueError:
        return ""
    ago = (datetime.datetime.now().astimezone().date() - day).days
    if ago in (0, 1):
        return tr("today") if ago == 0 else tr("yesterday")
    return QLocale().toString(QDate(day.year, day.month, day.day), QLocale.FormatType.ShortFormat)


def time_left(seconds: float | None) -> str:
    """``about 12 s left``; empty when nobody knows."""
    if seconds is None or seconds < 1:
        return ""
    if seconds < 90:
        return tr("about {0} s left").format(round(seconds))
    if seconds < 5400:
        return tr("about {0} min left").format(round(seconds / 60))
    return tr("about {0} h left").format(round(seconds / 3600))


def lasting_words(seconds: float | None) -> str:
    """How long something takes, estimated."""
    if seconds is None:
        return tr("for a time that was never measured")
    if seconds < 90:
        return tr("about {0} s").format(max(1, round(seconds)))
    if seconds < 5400:
        return tr("about {0} min").format(round(seconds / 60))
    return tr("about {0} h").format(round(seconds / 3600))


def size_words(size: int) -> str:
    """A size in bytes."""
    return QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def number_words(value: float) -> str:
    """A whole number with the language's separators."""
    return QLocale().toString(round(value))


def colour_words(name: str) -> str:
    """The name of a tag's colour."""
    return {
        "green": tr("green"),
        "amber": tr("amber"),
        "red": tr("red"),
        "violet": tr("violet"),
        "blue": tr("blue"),
        "teal": tr("teal"),
        "rose": tr("rose"),
        "grey": tr("grey"),
    }.get(name, name)
