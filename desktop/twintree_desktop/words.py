"""The engine's words and numbers as people read them in the window's language."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from twintree.base.labels import label_words
from twintree.base.names import family_name

_TWO = 2
#: So many names are written out in a line.
_NAMED = 6
#: A 1 with its noun, and the verb that may follow.
_ONE = re.compile(r"(?<![\d.,–-])1 (\w+)(?: ([^\W\d]\w*))?")


def tr(text: str, note: str = "", number: int = -1) -> str:
    """A text of this module in the window's language."""
    return QCoreApplication.translate("", text, note, number)


def singular(text: str) -> str:
    """A text of several numbers whose nouns agree with a 1: ``40 regions of 1 paper``.

    Qt knows plurals of texts with one number only (``%n``); use those where that is enough.
    """
    # Plural and singular of what is counted, in the forms that the texts with numbers have.
    nouns = _nouns(
        tr(
            "papers=paper pages=page files=file sentences=sentence sections=section calls=call citations=citation "
            "themes=theme methods=method moves=move mentions=mention titles=title seeds=seed links=link works=work "
            "passages=passage derivations=derivation regions=region reads=read targets=target parts=part times=time "
            "entries=entry edges=edge minutes=minute characters=character languages=language tokens=token "
            "are=is were=was have=has stand=stands"
        )
    )

    def agreeing(found: re.Match[str]) -> str:
        noun, verb = found[1], found[2]
        one = nouns.get(noun)
        if one is None:
            return found[0]
        return f"1 {one}" if verb is None else f"1 {one} {nouns.get(verb, verb)}"

    return _ONE.sub(agreeing, text)


@lru_cache(maxsize=4)
def _nouns(pairs: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in pairs.split() if "=" in pair)


def author_line(authors: Sequence[str]) -> str:
    """``Chieu, Ng`` or ``Nguyen et al.``; a dash when nobody is known."""
    if not authors:
        return "—"
    names = [family_name(author) for author in authors]
    return ", ".join(names) if len(names) <= _TWO else tr("{0} et al.").format(names[0])


def some_names(names: Sequence[str]) -> str:
    """The first few of some names, and how many there are besides."""
    more = len(names) - _NAMED
    return ", ".join(names) if more <= 0 else tr("{0} and {1} more").format(", ".join(names[:_NAMED]), more)


def short_reference(authors: Sequence[str], year: int | None, letter: str = "") -> str:
    """``Meng 2026``, as citation chips have it; ``letter`` is that of the paper's row."""
    return label_words(authors, year, letter)


def citation_words(label: str, page: int) -> str:
    """``Meng 2026, p. 5`` with the page as the window's language writes it."""
    return "".join(citation_parts(label, page))


def citation_parts(label: str, page: int) -> tuple[str, str]:
    """A citation's name and its place, ``Meng 2026`` and ``, p. 5``: the place is what is cut last."""
    there = tr("p. {0}").format(page)
    if not label.endswith(f"p. {page}"):
        return (label, "") if label else ("", there)
    name = label.removesuffix(f"p. {page}")
    cut = name.rstrip(" ,")
    return cut, name[len(cut) :] + there


def recognised_words() -> str:
    """Where words come from that a page has only as a picture."""
    return tr("words read from the picture")


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
    return day_words(stamp)


def moment_words(stamp: str) -> str:
    """A day with the time, for what may be done several times a day: ``today, 14:05``."""
    day = date_words(stamp)
    if not day:
        return ""
    at = datetime.datetime.fromisoformat(stamp).astimezone().time()
    clock = QLocale().toString(QTime(at.hour, at.minute), QLocale.FormatType.ShortFormat)
    return tr("{0}, {1}").format(day, clock)


def day_words(stamp: str) -> str:
    """A date for the middle of a sentence; "" when the stamp is none."""
    try:
        day = datetime.datetime.fromisoformat(stamp).astimezone().date()
    except ValueError:
        return ""
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
