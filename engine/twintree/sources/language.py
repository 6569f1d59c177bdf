"""Tells the language of a text from its script and its commonest words."""

from __future__ import annotations

import re
from collections import Counter

_COMMON = {
    "en": "the of and to in is that for with as are this we by on be which from it an was can these have our",
    "de": "der die und das den von zu mit ist ein eine auf im nicht für werden sich des dem als wird auch "
    "bei sind",
    "fr": "le la les des et en du une est que dans pour par sur pas qui au avec sont ce nous cette aux il "
    "plus",
    "es": "el la los las de y en que del una por con para es se un como al lo más su este sus entre son",
    "it": "il di che la e in un per del una non con le dei si da gli nel alla sono come delle più anche "
    "questo",
    "pt": "o a os as de e do da em um uma que para com não por dos das no na se como mais ao são foi este",
    "nl": "de het een en van in is dat op te zijn met voor niet aan er om worden door bij ook als deze "
    "naar uit",
    "sv": "och att det som en är av för på den med i till inte om ett har de kan vid från eller detta vi",
    "da": "og at det er en som af for på den med i til ikke der et har de kan ved fra eller dette vi",
    "pl": "i w na z do się nie jest że to o jak dla po od przez oraz są które być tym lub jego ich może",
    "cs": "a v se na je že s z do o pro jsou to které jako nebo byl při od jeho také podle by tak",
    "fi": "ja on ei se että oli joka ovat kuin mutta tai sen myös voidaan ole tämä niin hän sekä kun",
    "tr": "ve bir bu için ile olarak da de olan en daha çok gibi olduğu göre kadar ise sonra veya her",
    "ro": "și de în la a cu pe care este din un o nu pentru sunt prin mai sau ca fi al ale",
    "hu": "a az és hogy nem is egy van meg ez volt mint de csak vagy lehet azt el már amely",
    "id": "yang dan di dengan untuk dari pada ini dalam adalah tidak oleh itu atau sebagai dapat ke akan "
    "juga",
    "vi": "và của là các có được cho trong một với không những này người đã để từ theo về khi",
}
_SETS = {language: frozenset(words.split()) for language, words in _COMMON.items()}
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("el", re.compile("[\u0370-\u03ff]")),
)
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
_WORD = re.compile(r"[^\W\d_]+")


def language_of(text: str) -> tuple[str, float] | None:
    """The language as an ISO 639-1 code, with a confidence; None when the text is too short to tell.

    Args:
        text: a page or two; what is beyond 20,000 characters is not looked at.
    """
    sample = text[:20_000]
    letters = sum(map(str.isalpha, sample))
    if letters < 60:
        return None
    for language, script in () if sample.isascii() else _SCRIPTS:
        share = len(script.findall(sample)) / letters
        # Some kana suffice: Japanese is mostly written in characters shared with Chinese.
        if share > (0.05 if language == "ja" else 0.3):
            return language, min(0.99, 0.6 + share)
    cyrillic = len(_CYRILLIC.findall(sample))
    if cyrillic > 0.4 * letters:
        return ("uk" if len(_UKRAINIAN.findall(sample)) > 0.02 * cyrillic else "ru"), 0.9
    words = Counter(map(str.lower, _WORD.findall(sample)))
    counts = {language: sum(words[word] for word in known) for language, known in _SETS.items()}
    best, second, *_ = sorted(counts, key=lambda language: -counts[language])
    if counts[best] < 0.06 * words.total() or counts[best] <= counts[second]:
        return None
    return best, min(0.99, 0.5 + (counts[best] - counts[second]) / counts[best])
