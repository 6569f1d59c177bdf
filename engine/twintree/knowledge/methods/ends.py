"""What can stand at an end of an edge: a way of doing something with a name, not a task, a measure or a material."""

from __future__ import annotations

import re

from twintree.knowledge.methods.found import Found
from twintree.knowledge.methods.naming import (
    GENERIC_HEADS,
    is_coined,
    is_common,
    key_of,
    kind_of_head,
    words_of,
)

#: Kinds of which other methods are made, and that are made of others.
DOING = frozenset({"model", "algorithm", "system", "theorem"})
NO_ENDS = frozenset({"metric", "dataset construction", "experimental paradigm"})
#: What is done, not how: a name that ends so is a task unless it is one of a kind.
_TASKS = frozenset(
    """recognition segmentation tagging extraction classification disambiguation translation parsing chunking
    prediction detection summarization identification resolution processing retrieval generation understanding
    linking labeling labelling mining evaluation communication verification inference""".split()
)
#: Whole fields, whatever their last word says of a way of doing something.
_FIELDS = frozenset(
    {"machine learning", "deep learning", "artificial intelligence", "natural language processing", "data mining",
     "computer vision", "high performance computing", "information technology", "data science", "statistical learning"}
)  # fmt: skip
#: What is done to language in general, and of what: names that tell no way of doing it.
_PROBLEMS = frozenset(
    """recognition segmentation tagging extraction disambiguation translation parsing identification understanding
    labeling labelling retrieval summarization processing ner cws wsd""".split()
)
_PROBLEM_WORDS = frozenset(
    """named entity name word words speech part of sense semantic role information relation term unknown chinese english
    japanese machine text document dependency natural language protein person sentence morphological event
    keyphrase""".split()
)
#: Tools called by what they do: ``name tagger``, ``Horn solver``. What is one of them does not come from them.
_TOOLS = frozenset(
    """solver tagger parser segmenter segmentor recognizer recogniser learner extractor classifier chunker lemmatizer
    tokenizer stemmer translator summarizer generator optimizer optimiser simulator compiler prover checker detector
    predictor annotator aligner system tool package library toolkit software platform""".split()
)
_TASK_OPENERS = frozenset("named part speech machine natural word sentence".split())
#: What a method reads, or what is said of it, rather than a way of doing something.
_STUFF = frozenset(
    """information feature data knowledge structure content marker platform program language relation attribute
    problem corpus corpora form bias rule tag speech limitation unit transition level output input margin vocabulary
    website page course environment statistic text word character sentence clause document result distance property
    aspect type documentation part layer cholesterol extract species gene cell api approximation assumption""".split()
)
_JOINTS = frozenset(
    "in on at like after before to for with by from using consist and or is are than as via run such".split()
)


#: What was done to a model says nothing of which it is.
_STATES = frozenset("fine tuned pre trained pretrained finetuned final resulting".split())
#: Words of a name from which on it tells which features are meant.
_FAMILY = 2
#: ``trimethyltin 10 µM`` is a dose.
_AMOUNT = re.compile(r"\d\s*(?:[µμnmk]?(?:[Mgl]|mol)|mL|µL|μL|%|°C)(?:/\w+)?$")


def can_be_an_end(each: Found) -> bool:
    """Whether a name can stand at an end of an edge: a name of its own for a way of doing something."""
    kinds = {kind_of_head(name) for name in (each.name, *each.aliases[:1])} | {each.kind}
    words = words_of(each.name)
    telling = [word for word in words if word not in GENERIC_HEADS and word not in _STATES]
    coined = any(map(is_coined, each.names))
    if not telling or all(map(is_common, telling)) or is_stuff(each.name) or any(map(is_task, each.names)):
        return False
    if set(words) & _JOINTS or "’s" in each.name or words[0].isdigit() or words[0] == "order":
        return False
    if kinds & NO_ENDS and not (coined and each.kind not in NO_ENDS):
        return False
    return coined or len(words) > 1


def names_something(each: Found) -> bool:
    """Whether a name is one of a method, whatever its kind: not a field, a task or a class of methods."""
    words = words_of(each.name)
    telling = [word for word in words if word not in GENERIC_HEADS]
    if any(map(is_task, each.names)) or _AMOUNT.search(each.name):
        return False
    if not telling or all(map(is_common, telling)):
        return any(map(is_coined, each.names))
    return not set(words) & _JOINTS and "’s" not in each.name and not words[0].isdigit()


def is_stuff(name: str) -> bool:
    """Whether a name's last telling word is something that methods work on: ``local information``."""
    telling = [word for word in words_of(name) if word not in GENERIC_HEADS]
    if telling and telling[-1] == "feature" and len(telling) > _FAMILY:
        return False  # a family of features is a method (guidelines of the gold): ``token-majority features``
    return not telling or telling[-1] in _STUFF


def is_task(name: str) -> bool:
    """Whether this is what is to be done: ``named entity recognition``, not ``data-oriented parsing``; or a field."""
    words = words_of(name)
    if " ".join(words) in _FIELDS:
        return True
    return len(words) > 1 and words[-1] in _TASKS and ("-" not in name or words[0] in _TASK_OPENERS)


def is_problem(name: str) -> bool:
    """Whether this is a field or what methods are made to do, and says nothing of how: *Chinese word segmentation*,
    not *IOB tagging*, *back translation* or *statistical machine translation*."""
    if key_of(name) in _FIELDS:
        return True
    words = words_of(name)
    if len(words) < _FAMILY or words[-1] not in _PROBLEMS:
        return False
    return all(word in _PROBLEM_WORDS for word in words[:-1])


def looks_like_a_method(each: Found) -> bool:
    """Whether a name says by itself that it is one, whatever else speaks for it."""
    return any(map(is_coined, each.names)) or any(
        kind_of_head(name) in DOING and len(words_of(name)) > 1 for name in each.names
    )


def is_tools(each: Found) -> bool:
    """Whether a name is no more than one of all tools for something: ``Horn solvers``, ``name tagger``."""
    return not each.coined and all(set(words_of(name)[-1:]) <= _TOOLS for name in each.names)
