"""One order for commands that put papers under a name: the papers first, then the name; the old order is understood."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from twintree.base.errors import TwintreeError, WrongUse

if TYPE_CHECKING:
    from twintree.library import Library


def papers_and_name(
    opened: Library, given: Sequence[str], known: Collection[str], what: str
) -> tuple[list[str], str]:
    """What was typed, as papers and the name behind them.

    The name may stand first, as it once had to, where what was typed tells it: the other end is a paper's key or id,
    or this end is a name that is known. Where nothing tells, the papers stand first.

    Args:
        opened: the library.
        given: papers and a name, as typed.
        known: the names that are known, folded.
        what: what the name is, for the message.

    Raises:
        WrongUse: there is no paper or no name.
    """
    if len(given) < 2:
        raise WrongUse(f"A paper and a {what} are needed.", f"Give the papers first, then the {what}.")
    first, *_, last = given
    votes = (
        [_is_named(opened, each) for each in (first, last)],
        [each.casefold() not in known for each in (first, last)],
        [_is_found(opened, each) for each in (first, last)],
    )
    for front, back in votes:
        if front != back:
            return (list(given[:-1]), last) if front else (list(given[1:]), first)
    return list(given[:-1]), last


def _is_named(opened: Library, text: str) -> bool:
    """Whether a text is a paper's key or id."""
    mentions = opened.papers.mentioned(text)
    return any(each.how in ("key", "id") and (each.start, each.end) == (0, len(text)) for each in mentions)


def _is_found(opened: Library, text: str) -> bool:
    try:
        opened.papers.find(text)
    except TwintreeError:
        return False
    return True
