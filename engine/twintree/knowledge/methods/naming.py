"""How methods are called: keys under which spellings meet, abbreviations with their full forms, kinds by
head words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from twintree.base.records import Record
from twintree.base.text import folded
from twintree.base.words import stem

#: Words at the end of a name that may be left out: ``CRF model`` is ``CRF``.
GENERIC_HEADS = frozenset(
    "model models algorithm algorithms method methods approach approaches technique techniques framework frameworks "
    "system systems procedure procedures scheme schemes classifier classifiers architecture architectures formulation "
    "package library toolkit tool software platform corpus dataset data set benchmark task analysis test decoding "
    "decoder implementation program module module".split()
)
#: Words that stand before a name and do not belong to it.
_LEADING = frozenset(
    """a an the this that these those our their its his her your my such some any all both each every
        other another several
    many various different same new novel existing proposed above following current previous present
    recent simple
    standard basic general typical popular common well-known so-called effective efficient more most less
    only also first
    second third final initial resulting corresponding respective particular specific certain similar
    state-of-the-art
    using use uses used via with of for by on in to and or as is are was were based entire whole full
    overall main
    additional further large small best better good high low original own two three four five six seven
    eight nine ten
    one many few i.e e.g i.e. e.g. thus however therefore here then we they it he she you i when while
    where which who
    from into than not no because since although if but between among per under over after before during
    without within
    through across against about like unlike both either neither how why what there so yet still even just
    very
    promising powerful running leveraging combining et al et al. proper appropriate suitable strong weak""".split()
)
_TRAILING = frozenset(
    """a an the of for by on in to and or as is are was were with using via that which this from into than
        et al
    respectively above below i.e e.g i.e. e.g. etc has have had can may will would should our its
    their""".split()
)
_WORD = re.compile(r"[^\W_]+(?:[.'’&+/][^\W_]+)*\+{0,2}")


def trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A name's place without articles, adjectives of praise and marks at its ends; None when nothing is
    left."""
    start = _with_what_it_is_bound_to(text, start, end)
    words = [(m.start() + start, m.end() + start) for m in re.finditer(r"\S+", text[start:end])]
    while words and (_bare(text, words[0]) in _LEADING or not _bare(text, words[0])):
        if _opens_a_term(text, words):
            break
        words.pop(0)
    while words and (_bare(text, words[-1]) in _TRAILING or not _bare(text, words[-1])):
        words.pop()
    if not words:
        return None
    first, last = words[0][0], words[-1][1]
    while first < last and text[first] in "([{“\"'‘,;:.-–":
        first += 1
    while (last > first and text[last - 1] in ",;:.”\"'’-–") or _unpaired(text, first, last):
        last -= 1
    return (first, last) if last > first else None


#: Words that belong to the one behind them: ``in situ data``, ``general-purpose optimization``, ``third-party tools``.
_BOUND = {
    "in": frozenset("situ vitro vivo silico".split()),
    "general": frozenset(["purpose"]),
    "third": frozenset(["party"]),
}


_BOUND_TO = re.compile(r"\b([A-Za-z]+)[ -]$")


def _with_what_it_is_bound_to(text: str, start: int, end: int) -> int:
    """Where a name begins that was cut behind such a word: ``vitro model`` is an ``in vitro model``."""
    before = _BOUND_TO.search(text, max(0, start - 10), start)
    first = re.match(r"[A-Za-z]+", text[start:end])
    bound = _BOUND.get(before.group(1).casefold(), ()) if before and first else ()
    return before.start() if before and first and first.group().casefold() in bound else start


def _opens_a_term(text: str, words: list[tuple[int, int]]) -> bool:
    return len(words) > 1 and _bare(text, words[1]) in _BOUND.get(_bare(text, words[0]), ())


def _bare(text: str, place: tuple[int, int]) -> str:
    return text[place[0] : place[1]].strip("()[]{},;:.“”\"'‘’-–").casefold()


def _unpaired(text: str, first: int, last: int) -> bool:
    return last > first and text[last - 1] in ")]" and not set("([") & set(text[first:last])


@lru_cache(maxsize=65536)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, folded, hyphens apart, plurals as singulars."""
    return tuple(
        _singular(word) for word in _WORD.findall(_plain(folded(name)).replace("-", " ").replace("_", " "))
    )


def _plain(text: str) -> str:
    """Without the accents of Latin letters: ``naïve`` is ``naive``."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


#: A package's file ending behind a name that is one without it: ``Trixi.jl``, not ``MPI.jl``.
_PACKAGE = re.compile(r"\b([A-Z]+\w*[a-z]\w*)\.jl\b")


@lru_cache(maxsize=65536)
def key_of(name: str) -> str:
    """What spellings of one name share: words without plural, hyphen, case, and a generic word at the end."""
    words = words_of(_PACKAGE.sub(r"\1", name))
    while len(words) > 1 and words[-1] in GENERIC_HEADS and _stands_alone(words[:-1]):
        words = words[:-1]
    return " ".join(words)


def _stands_alone(words: tuple[str, ...]) -> bool:
    return len("".join(words)) > 2 and not all(word in _ADJECTIVES for word in words)


#: Words that name nothing without the word behind them.
_ADJECTIVES = frozenset(
    """statistical training test gold local global neural linear statistic generative discriminative
        supervised
    unsupervised semi probabilistic language shared labeled labelled unlabeled annotated combined deep
    rule based
    software image text word sequence base physical mathematical numerical experimental biochemical
    chemical thermal
    computational behavioral pilot clinical human open source web python julia data tree kernel graph network
    classification evaluation development expert learning hybrid stacked component individual error
    complete closed character document feature parallel distributed vector space time series independent
    matrix""".split()
)


def is_common(word: str) -> bool:
    """Whether a word of a key says little by itself: ``local``, ``training``, ``baseline``."""
    return word in _ADJECTIVES or word in _LEADING or word in GENERIC_HEADS or word in _COMMON


def is_coined(name: str) -> bool:
    """Whether this is one word that only a name is written like: ``SciBERT``, ``C4.5``, ``MPI.jl``."""
    return len(name.split()) == 1 and bool(re.search(r"[A-Z].*[A-Z]|[a-z][A-Z]|[A-Za-z]-?\d|\w\.\w", name))


_COMMON = frozenset(
    """baseline feature features class classifier label stage two three single multi first second joint simple
    full base main extended enhanced improved basic score accuracy precision recall rate error loss objective
    parameter estimation selection combination normalization evaluation experiment task benchmark test
    validation
    search inference decoding training learning representation embedding encoder decoder layer weight
    constraint
    rule list table index interface module component function process strategy step phase analysis study
    survey
    protocol extraction preparation synthesis formulation gel extract control group party""".split()
)


def without_head(name: str) -> str:
    """A name without a generic word at its end, where it can do without: ``skip-chain CRF model``."""
    wanted = len(key_of(name).split())
    parts = name.split()
    while len(parts) > 1 and len(words_of(" ".join(parts))) > wanted:
        parts = parts[:-1]
    return " ".join(parts)


@lru_cache(maxsize=65536)
def stems_of(name: str) -> frozenset[str]:
    """The stems of a name's words, generic ones left out where others remain."""
    words = words_of(name)
    telling = [word for word in words if word not in GENERIC_HEADS] or list(words)
    return frozenset(stem(word) for word in telling)


_BRACKETS = str.maketrans(dict.fromkeys("[{", "(") | dict.fromkeys("]}", ")") | {"“": "(", "”": ")"})
#: Behind a comma or before a verb's part a sentence goes on: ``initCaps, then``.
_GOES_ON = re.compile(
    r",\s+(?:and|but|or|then|the|an?|which|that|where|with|not)\b|\b(?:but|then)$", re.IGNORECASE
)


def is_cut(name: str) -> bool:
    """Whether a name was cut out of a sentence at the wrong place: ``ARIES-style) system``, ``initCaps, then``."""
    depth = 0
    for mark in name.translate(_BRACKETS):
        depth += (mark == "(") - (mark == ")")
        if depth < 0:
            return True
    return depth > 0 or _GOES_ON.search(name) is not None


# ── abbreviations ────────────────────────────────────────────────────────────────────────────────────


class Abbreviation(Record, frozen=True):
    """``long (short)`` in a text: where both stand."""

    short: str
    long: str
    short_at: tuple[int, int]
    long_at: tuple[int, int]


_BRACKETED = re.compile(
    r"[(\[]([^()\[\]]{2,14}?)(?:s\b)?(?:\s+(?:henceforth|hereafter))?(?:[;,][^()\[\]]*)?[)\]]"
)
_SHORT = re.compile(r"[^\W_][\w.&/+\-–]*")
#: ``MPI.jl`` in brackets is a name, not what stands for the words before it.
_FILE_LIKE = re.compile(r"\.[a-z]\w+$")


def abbreviations(text: str, start: int = 0, end: int | None = None) -> Iterator[Abbreviation]:
    """Abbreviations that a text explains: the letters of the short form begin words of the long one.

    After the rule of Schwartz and Hearst: read from the right, each letter of the short form is found in the
    long one, its first letter at the beginning of a word.
    """
    for match in _BRACKETED.finditer(text, start, len(text) if end is None else end):
        short = match.group(1).strip()
        if not _SHORT.fullmatch(short) or not any(c.isupper() for c in short) or short.isdigit():
            continue
        if _FILE_LIKE.search(short):
            continue
        short = short[:-1] if len(short) > 2 and short.endswith("s") and short[:-1].isupper() else short
        begin = _long_begins(text, match.start(), short)
        if begin is None:
            continue
        place = trimmed(text, begin, match.start())
        if (
            place is None
            or len(text[place[0] : place[1]].split()) < 1
            or len(text[slice(*place)]) <= len(short)
        ):
            continue
        if "|" in text[slice(*place)]:
            continue  # cells of a table's row
        at = match.start(1)
        yield Abbreviation(short, text[slice(*place)], (at, at + len(short)), place)


def _long_begins(text: str, bracket: int, short: str) -> int | None:
    letters = [c.casefold() for c in short if c.isalnum()]
    window = max(0, bracket - 18 * len(letters) - 20)
    stop = max(text.rfind(mark, window, bracket) for mark in (". ", "; ", "\n\n", "(", ")"))
    window = max(window, stop + 1)
    at = bracket - 1
    used = 0
    for i, letter in enumerate(reversed(letters)):
        last = i == len(letters) - 1
        while at >= window and not (
            text[at].casefold() == letter and (not last or at == 0 or not text[at - 1].isalnum())
        ):
            at -= 1
        if at < window:
            return None
        at -= 1
        used += 1
    begin = at + 1
    words = text[begin:bracket].split()
    return begin if used and len(words) <= min(len(letters) + 5, 2 * len(letters)) else None


# ── kinds ────────────────────────────────────────────────────────────────────────────────────────────

_HEADS: dict[str, frozenset[str]] = {
    kind: frozenset(words.split())
    for kind, words in {
        "metric": """accuracy precision recall f1 f-measure f-score score measure bleu rouge ndcg map mrr
            perplexity kappa auc
            rmse rate significance p-value coefficient correlation ic50 mic error likelihood-ratio
            f-scores distance
            similarity index anova""",
        "algorithm": """algorithm sampling annealing search inference optimization optimisation training
            learning boosting
            bagging backpropagation propagation descent decoding regression clustering estimation
            smoothing pruning
            iteration scheme integration equation formula voting combination normalization normalisation
            regularization
            loss objective optimizer scheduler viterbi adam sgd interpolation discretization solver
            averaging reranking
            stacking bootstrapping maximization minimization pca initialization dropout calibration
            transform weighting
            selection tokenization embedding alignment hashing matching heuristic rule approximation fit
            correction
            parsing lemmatization stemming perceptron gradient propagation""",
        "model": """model network net classifier machine tree forest field grammar transformer encoder
            decoder embeddings
            features feature representation lstm rnn cnn crf hmm svm bert elmo gru autoencoder ensemble
            parser tagger
            segmenter chain kernel list lists markov bayes vectors perceptron memm distribution prior
            layer architecture
            attention language-model mixture scheme tagset representations""",
        "theorem": """theorem lemma theory law mechanism principle conjecture hypothesis inequality
        proposition corollary""",
        "proof tactic": """proof induction tactic diagonalization""",
        "experimental paradigm": """task experiment study trial assay test evaluation spectroscopy
            microscopy chromatography
            diffraction extraction synthesis analysis electrophoresis pcr staining protocol survey
            interview bakeoff
            evaluation validation cross-validation cross cross-validated ablation questionnaire workshop
            shared-task
            imaging titration distillation incubation culture sequencing gc-ms hplc diffusion procedure
            design course
            curriculum case-study simulation experiments review""",
        "dataset construction": """corpus corpora dataset datasets data treebank database benchmark
            collection wordnet lexicon
            gazetteer ontology graph dictionary annotation suite set thesaurus""",
        "system": """system toolkit tool package library software framework platform pipeline engine api
            compiler interface
            workflow application app plugin module language notebook simulator program parser tagger
            implementation
            architecture server service datastore repository""",
    }.items()
}
#: Where a word could be several kinds, the earlier one holds.
_ORDER = (
    "theorem",
    "proof tactic",
    "dataset construction",
    "metric",
    "model",
    "algorithm",
    "experimental paradigm",
    "system",
)


@lru_cache(maxsize=65536)
def kind_of_head(name: str) -> str:
    """The kind that a name's last word says, with or without plural; empty when it says none."""
    parts = folded(name).split()
    if not parts:
        return ""
    last = parts[-1].strip(".,;:()")
    for word in dict.fromkeys((last, _singular(last), last.rpartition("-")[2])):
        for kind in _ORDER:
            if word in _HEADS[kind]:
                return kind
    return ""
