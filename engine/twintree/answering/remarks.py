"""What is said beside an answer or instead of one: how names were understood, and what the nearest paper speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from twintree.answering.question import Question
from twintree.base.answers import Answer, AnswerSentence
from twintree.base.labels import short_label
from twintree.base.records import PaperRow
from twintree.base.text import counted
from twintree.base.words import content_stems, tokens
from twintree.sources.language import language_of

READ_OFF = "read off the library's own records, not quoted from a page"
#: Words that are told of each sort, the rarest first.
_TOLD = 3
#: The share of a question's weight from which on words that stand nowhere are told, 0..1.
_MUCH = 0.25
#: Papers that are called by name; of more it is said how many.
_NAMED = 3
#: Characters from which on a language is told.
_LETTERS = 200
_ENGLISH = frozenset(
    "what which who whose how why when where is are was were does do did the of and or in for to with on by can has "
    "have list name compare describe explain".split()
)
#: German words, too: they tell neither.
_SHARED = frozenset(("in", "was"))
#: How questions begin, where few of their other words are common ones: *Welche Lernrate wurde verwendet?*
_BEGIN = {
    word: language
    for language, words in (
        (
            "de",
            "wie welche welcher welches welchen welchem wer wen wem wo wann warum wieso weshalb womit wozu",
        ),
        ("fr", "quel quelle quels quelles combien comment pourquoi où quand qui"),
        ("es", "qué cuál cuáles cuánto cuántos cuántas cómo cuándo dónde quién"),
    )
    for word in words.split()
}
_ENGLISH_BEGIN = frozenset(
    "what which who whose how why when where is are were does do did can has have".split()
)
_LANGUAGES = {
    "en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese",
    "nl": "Dutch", "sv": "Swedish", "da": "Danish", "pl": "Polish", "cs": "Czech", "fi": "Finnish", "tr": "Turkish",
    "ro": "Romanian", "hu": "Hungarian", "id": "Indonesian", "vi": "Vietnamese", "ja": "Japanese", "ko": "Korean",
    "zh": "Chinese", "th": "Thai", "ar": "Arabic", "he": "Hebrew", "hi": "Hindi", "el": "Greek",
    "uk": "Ukrainian", "ru": "Russian",
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")


def with_remarks(answer: Answer, remarks: Sequence[str]) -> Answer:
    """The answer with remarks on how its question was understood: behind its sentences, or behind why there is none."""
    if not remarks:
        return answer
    if answer.sentences:
        said = [AnswerSentence(text=each, supported=False, reason=READ_OFF) for each in remarks]
        return replace(answer, sentences=(*answer.sentences, *said))
    return replace(answer, reason="\n".join(filter(None, (answer.reason, *remarks))))


def on_nearest(asked: Question, nearest: PaperRow, pages: Iterable[str], idf: Mapping[str, float]) -> str:
    """Which words of a question the nearest paper has, and which stand nowhere in it; "" where it has none of them.

    Args:
        asked: the question that was not answered.
        nearest: the paper.
        pages: its whole text.
        idf: of the question's stems: the rarest words are told.
    """
    there = {stem for page in pages for stem in content_stems(page)}
    words = _words(asked, idf)
    held = [word for word in words if set(content_stems(word)) <= there]
    absent = [word for word in words if word not in held]
    if not held:
        return ""
    speaks = f"The nearest paper, {short_label(nearest)}, speaks of {_quoted(held)}"
    return f"{speaks}, and nowhere of {_quoted(absent)}." if absent else f"{speaks}."


def on_unsaid(
    asked: Question, cited: Sequence[PaperRow], pages: Iterable[str], idf: Mapping[str, float]
) -> str:
    """Which words that carry much of a question stand nowhere in the papers that its answer quotes; "" for none.

    Args:
        asked: the question that was answered.
        cited: the papers that are quoted.
        pages: their whole text.
        idf: of the question's stems.
    """
    there = {stem for page in pages for stem in content_stems(page)}
    absent = [word for word in _words(asked, idf) if not set(content_stems(word)) & there]
    weight = sum(idf.get(stem, 1.0) for word in absent for stem in set(content_stems(word)))
    if not absent or weight < _MUCH * sum(idf.get(stem, 1.0) for stem in asked.stems):
        return ""
    where = " and ".join(short_label(row) for row in cited[:_NAMED])
    verb = "stand" if len(absent[:_TOLD]) > 1 else "stands"
    return f"{_quoted(absent)} {verb} nowhere in {where}."


def on_unread(rows: Sequence[PaperRow]) -> str:
    """That papers in scope could not be read, or not yet, so that they may hold what was not found."""
    if not rows:
        return ""
    named = f" ({', '.join(row.key for row in rows)})" if len(rows) <= _NAMED else ""
    verb, it = ("is", "it") if len(rows) == 1 else ("are", "they")
    return f"{counted(len(rows), 'paper')}{named} {verb} not read, or not whole: {it} may hold it."


def on_silent(row: PaperRow) -> str:
    """That of several papers that a question names this one has nothing to say."""
    return f"Nothing that was read in {short_label(row)} answers this."


def asked_as(text: str, papers: Sequence[str]) -> str:
    """How a trace says what a follow-up was taken as, and of which papers.

    Args:
        text: the question as it stands alone.
        papers: how the papers are called that it is asked of; none for all.
    """
    told = " and ".join(papers) if len(papers) <= _NAMED else counted(len(papers), "paper")
    return f"asked as: {text}{f' · of {told}' if papers else ''}"


def on_language(question: str, languages: Sequence[str]) -> str:
    """That a question is in another language than the nearest papers, or than the nearest one; "" where it is not.

    Args:
        question: the person's words.
        languages: of the nearest papers, the nearest first, as ISO 639-1 codes; "" where it is not known.
    """
    own = asked_in(question) or ("en" if _is_english(question) else "")
    known = [each for each in languages if each]
    if not own or not known or known[0] == own or not languages[0]:
        return ""
    alone = own in known or len(known) < len(languages)
    others = [known[0]] if alone else sorted(set(known))
    names = sorted(_LANGUAGES.get(each, each) for each in others)
    told = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    papers, reason = ("paper is", "may be the") if alone else ("papers are", "is the likely")
    return (
        f"The question is in {_LANGUAGES.get(own, own)} and the nearest {papers} in {told}, which {reason} "
        f"reason: words are found in their own language only. Ask in {names[0]}."
    )


def asked_in(question: str) -> str:
    """The language of a question as an ISO 639-1 code; "" for an English one, or where too few words tell."""
    if language := _BEGIN.get(next(iter(tokens(question)), "")):
        return language
    words = [word for word in tokens(question) if word not in _SHARED]
    if not words or words[0] in _ENGLISH or sum(word in _ENGLISH for word in words) > 1:
        return ""
    # A line is too short to tell a language by; said again and again, its shares are the same.
    telling = " ".join(words)
    found = language_of(" ".join([telling] * (1 + _LETTERS // len(telling))))
    return found[0] if found and found[0] != "en" else ""


def _is_english(question: str) -> bool:
    words = tokens(question)
    return bool(words) and words[0] in _ENGLISH_BEGIN and len(words) > 1


def _words(asked: Question, idf: Mapping[str, float]) -> list[str]:
    """The words of a question that carry its topic, the rarest first, each once."""
    about = set(asked.stems)
    found: dict[tuple[str, ...], tuple[float, str]] = {}
    for word in _WORD.findall(asked.sought):
        stems = [stem for stem in content_stems(word) if stem in about]
        if stems:
            found.setdefault(tuple(stems), (max(idf.get(stem, 0.0) for stem in stems), word))
    return [word for _, word in sorted(found.values(), key=lambda each: -each[0])]


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words[:_TOLD])
