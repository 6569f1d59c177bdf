"""Words of a text as searching and answering count them: tokens, stems, and those that carry no topic."""

from __future__ import annotations

import re
import threading
from functools import lru_cache

import snowballstemmer

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_STEMMER = snowballstemmer.stemmer("english")
#: The stemmer works in its own fields: two threads at once would get each other's letters.
_STEMMING = threading.Lock()

#: Words that say nothing about a topic, in the languages most met; question words among them.
STOPWORDS = frozenset(
    """a about above after again against all also am an and any are aren't as at be because been before being below
    between both but by can cannot could did do does doing down during each either else ever every few for from
    further get gets got had has have having he her here hers him his how however i if in into is it its itself just
    less let like made make makes many may me might mine more most much must my neither no nor not now of off often on
    once one only onto or other others ought our ours out over own per please rather same say says shall she should
    show shows since so some such than that the their theirs them then there these they this those through thus to too
    toward under until up upon us use used uses using very via was we were what when where whether which while who
    whom whose why will with within without would yes yet you your yours
    paper papers study studies author authors work article according describe described tell explain find found give
    given
    der die das den dem des ein eine einer eines einem einen und oder aber ist sind war waren wird werden wurde wie was
    wer wo warum welche welcher welches von zu im in am auf mit für bei nach aus über nicht auch als es sich
    le la les un une des du de et ou est sont que qui quoi dans sur pour par avec au aux ce cette ces quel quelle
    el los las una y o es son que en con por para del al como cual cuál qué
    """.split()
)


def tokens(text: str) -> list[str]:
    """Lower-cased alphanumeric words, in order."""
    return [match.group().replace("’", "'") for match in _TOKEN.finditer(text.casefold())]


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The English Porter2 stem; words of other languages pass nearly unchanged."""
    if word.endswith("'s"):
        word = word[:-2]
    if not word.isascii() or len(word) <= 3:
        return word
    with _STEMMING:
        return str(_STEMMER.stemWord(word))


def content_stems(text: str) -> list[str]:
    """Stems of the words that carry the topic, in order, with repetition."""
    return [stem(word) for word in tokens(text) if word not in STOPWORDS]
