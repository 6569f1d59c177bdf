"""Prompts and the schemas that answers to them must follow; the words are data files in the resources."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from twintree.base.methods import KINDS, RATINGS, ROLES
from twintree.models.llm import Message

Schema = dict[str, Any]

_NAME: Schema = {"type": "string", "maxLength": 90}


@cache
def prompt(name: str) -> str:
    """The words of a prompt."""
    return (resources.files("twintree_resources.prompts") / f"{name}.txt").read_text("utf-8").strip()


@cache
def _examples() -> dict[str, tuple[Message, ...]]:
    """What was asked and said in worked examples, by the prompt that they belong to."""
    text = (resources.files("twintree_resources.prompts") / "worked_examples.toml").read_text("utf-8")
    return {
        name: tuple(
            turn
            for each in told
            for turn in (Message("user", each["asked"].strip()), Message("assistant", each["said"]))
        )
        for name, told in tomllib.loads(text).items()
    }


def _chat(name: str, content: str) -> tuple[Message, ...]:
    # Examples stand before what is asked: they are evaluated once, and kept for the calls that follow.
    return Message("system", prompt(name)), *_examples().get(name, ()), Message("user", content)


def answer_chat(question: str, evidence: Sequence[str]) -> tuple[Message, ...]:
    """Ask for an answer from numbered evidence, counted from 1."""
    return _chat("answer", f"Evidence:\n{_numbered(evidence)}\n\nQuestion: {question}")


def answer_schema(evidence: int) -> Schema:
    """A list of sentences, each with the numbers of its evidence; numbers that do not exist cannot be written."""
    numbers: Schema = {
        "type": "array",
        "items": {"type": "integer", "enum": list(range(1, evidence + 1))},
        "minItems": 1,
        "maxItems": 3,
    }
    sentence: Schema = {
        "type": "object",
        "properties": {"text": {"type": "string", "maxLength": 400}, "evidence": numbers},
        "required": ["text", "evidence"],
    }
    return {
        "type": "object",
        "properties": {"sentences": {"type": "array", "items": sentence, "maxItems": 4}},
        "required": ["sentences"],
    }


def entailment_chat(passage: str, claim: str) -> tuple[Message, ...]:
    """Ask whether a passage supports a claim."""
    return _chat("entailment", f"Passage: {passage}\n\nClaim: {claim}")


ENTAILMENT_SCHEMA: Schema = {
    "type": "object",
    "properties": {"verdict": {"type": "string", "enum": ["supports", "contradicts", "neither"]}},
    "required": ["verdict"],
}


def seeing_chat(question: str, caption: str, picture: bytes) -> tuple[Message, ...]:
    """Ask what a picture (PNG) shows that bears on a question."""
    *before, asked = _chat("seeing", f"Caption: {caption or '(none)'}\n\nQuestion: {question}")
    return *before, msgspec.structs.replace(asked, images=(picture,))


SEEING_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "seen": {"type": "string", "maxLength": 400},
        "answer": {"type": "string", "maxLength": 80},
    },
    "required": ["seen", "answer"],
}


def summary_chat(text: str) -> tuple[Message, ...]:
    """Ask for a summary of a section."""
    return _chat("summary", text)


SUMMARY_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "sentences": {
            "type": "array",
            "items": {"type": "string", "maxLength": 300},
            "minItems": 1,
            "maxItems": 3,
        }
    },
    "required": ["sentences"],
}


def methods_chat(text: str) -> tuple[Message, ...]:
    """Ask for the methods that a segment names, and for what contributes to what."""
    return _chat("methods", text)


#: Kinds, roles and ratings are those of ``base.methods``. A relation's quote comes before what is read off it.
METHODS_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "methods": {
            "type": "array",
            "maxItems": 24,
            "items": {
                "type": "object",
                "properties": {
                    "name": _NAME,
                    "aliases": {"type": "array", "items": _NAME, "maxItems": 4},
                    "kind": {"type": "string", "enum": list(KINDS)},
                    "role": {"type": "string", "enum": list(ROLES)},
                    "summary": {"type": "string", "maxLength": 160},
                },
                "required": ["name", "aliases", "kind", "role", "summary"],
            },
        },
        "relations": {
            "type": "array",
            "maxItems": 24,
            "items": {
                "type": "object",
                "properties": {
                    "quote": {"type": "string", "maxLength": 240},
                    "source": _NAME,
                    "target": _NAME,
                    "rating": {"type": "integer", "enum": list(RATINGS)},
                    "explanation": {"type": "string", "maxLength": 120},
                },
                "required": ["quote", "source", "target", "rating", "explanation"],
            },
        },
    },
    "required": ["methods", "relations"],
}
#: What an answer may take; characters that, written a fourth time, say that the model goes round in circles.
METHODS_TOKENS, METHODS_REPEATS = 1400, 100


def planning_chat(question: str) -> tuple[Message, ...]:
    """Ask what must be looked up for a question."""
    return _chat("planning", question)


PLANNING_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "queries": {
            "type": "array",
            "items": {"type": "string", "maxLength": 80},
            "minItems": 1,
            "maxItems": 4,
        }
    },
    "required": ["queries"],
}


def theme_chat(methods: Sequence[str]) -> tuple[Message, ...]:
    """Ask what methods, one a line, have in common."""
    return _chat("theme", "\n".join(methods))


def claims_chat(label: str, text: str) -> tuple[Message, ...]:
    """Ask for what a paper claims of its own; ``label`` is how its authors are called."""
    return _chat("claims", f"Authors: {label}\n\nText: {text}")


def claims_schema() -> Schema:
    """Four or five claims, each with its type and the words it rests on."""
    claim: Schema = {
        "type": "object",
        "properties": {
            "type": {"type": "string", "enum": ["EMPIRICAL", "THEORETICAL", "METHODOLOGICAL", "CONTEXTUAL"]},
            "text": {"type": "string", "maxLength": 300},
            "quote": {"type": "string", "maxLength": 160},
        },
        "required": ["type", "text", "quote"],
    }
    return {
        "type": "object",
        "properties": {"claims": {"type": "array", "items": claim, "minItems": 1, "maxItems": 5}},
        "required": ["claims"],
    }


def grading_chat(question: str, sought: str, texts: Sequence[str]) -> tuple[Message, ...]:
    """Ask how likely each of some places holds what is sought."""
    return _chat("navigation", f"Question: {question}\nSought: {sought}\n\nCandidates:\n{_numbered(texts)}")


def grading_schema(count: int) -> Schema:
    """One grade from 0 to 10 for each of ``count`` places."""
    grade: Schema = {"type": "integer", "minimum": 0, "maximum": 10}
    scores: Schema = {"type": "array", "items": grade, "minItems": count, "maxItems": count}
    return {"type": "object", "properties": {"scores": scores}, "required": ["scores"]}


def choosing_chat(question: str, sought: str, items: Sequence[tuple[str, str]]) -> tuple[Message, ...]:
    """Ask which of some passages, each with its id, contribute to an answer."""
    listed = "\n".join(f"[{own}] {' '.join(text.split())}" for own, text in items)
    return _chat("retrieval", f"Question: {question}\nSought: {sought}\n\nCandidates:\n{listed}")


def choosing_schema(ids: Sequence[str], most: int) -> Schema:
    """At most so many of these ids; others cannot be written."""
    chosen: Schema = {"type": "array", "items": {"type": "string", "enum": list(ids)}, "maxItems": most}
    return {"type": "object", "properties": {"evidence": chosen}, "required": ["evidence"]}


def sufficiency_chat(question: str, evidence: Sequence[str]) -> tuple[Message, ...]:
    """Ask whether evidence suffices to answer a question."""
    return _chat("verification", f"Evidence:\n{_numbered(evidence) or '(none)'}\n\nQuestion: {question}")


SUFFICIENCY_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        # The reason comes first: a small model that has to judge at once says Pass to everything.
        "why": {"type": "string", "maxLength": 200},
        "verdict": {"type": "string", "enum": ["Pass", "Fail"]},
    },
    "required": ["why", "verdict"],
}


def treesearch_chat(question: str, sections: Sequence[str], errors: Sequence[str]) -> tuple[Message, ...]:
    """Ask which sections of a paper hold an answer; ``errors``: what was wrong with the last proposal."""
    wrong = f"\n\nYour last proposal was wrong: {'; '.join(errors)}." if errors else ""
    return _chat("treesearch", "Sections:\n" + "\n".join(sections) + f"\n\nQuestion: {question}{wrong}")


TREESEARCH_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "sections": {
            "type": "array",
            "items": {"type": "string", "maxLength": 40},
            "minItems": 1,
            "maxItems": 5,
        }
    },
    "required": ["sections"],
}


def acting_chat(lines: Sequence[str]) -> tuple[Message, ...]:
    """Ask an agent for its next move; ``lines`` are the question, the calls so far, and notes."""
    return _chat("acting", "\n\n".join(lines))


def acting_schema(papers: Sequence[str], pages: int) -> Schema:
    """One move of an agent: a tool with its arguments, a synthesis, or the end; only known papers can be named."""
    text: Schema = {"type": "string", "maxLength": 120}
    note: Schema = {"type": "string", "maxLength": 300}
    moves = [
        _move("search_documents", {"query": text}),
        {"type": "object", "properties": {"move": {"const": "final"}}, "required": ["move"]},
        {
            "type": "object",
            "properties": {"move": {"const": "synthesis"}, "text": note},
            "required": ["move", "text"],
        },
    ]
    if papers:
        paper: Schema = {"type": "string", "enum": list(papers)}
        number: Schema = {"type": "integer", "minimum": 1}
        numbers: Schema = {"type": "array", "items": number, "minItems": 1, "maxItems": pages}
        moves += [
            _move("get_paper_metadata", {"paper": paper}),
            _move("get_document_tree", {"paper": paper}),
            _move("search_within_paper", {"paper": paper, "query": text}),
            _move("get_page_content", {"paper": paper, "pages": numbers}),
            _move("list_images", {"paper": paper}),
            _move("get_page_image", {"paper": paper, "image": text}),
        ]
    return {"oneOf": moves}


def _move(tool: str, arguments: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {
            "move": {"const": tool},
            "arguments": {"type": "object", "properties": arguments, "required": list(arguments)},
        },
        "required": ["move", "arguments"],
    }


def _numbered(texts: Sequence[str]) -> str:
    return "\n".join(f"[{number}] {' '.join(text.split())}" for number, text in enumerate(texts, 1))


def coverage_chat(claims: Sequence[str], others: Sequence[str]) -> tuple[Message, ...]:
    """Ask which of the numbered claims B support or contradict each of the numbered claims A."""
    sides = (
        "\n".join(f"{name}{number}. {text}" for number, text in enumerate(side, 1))
        for name, side in (("A", claims), ("B", others))
    )
    return _chat("coverage", "\n\n".join(sides))


def coverage_schema(claims: int, others: int) -> Schema:
    """For each claim A the numbers of the claims B; numbers that do not exist cannot be written."""
    numbers: Schema = {
        "type": "array",
        "items": {"type": "integer", "enum": list(range(1, others + 1))},
        "maxItems": 3,
    }
    row: Schema = {
        "type": "object",
        "properties": {
            "claim": {"type": "integer", "enum": list(range(1, claims + 1))},
            "supported_by": numbers,
            "contradicted_by": numbers,
        },
        "required": ["claim", "supported_by", "contradicted_by"],
    }
    return {
        "type": "object",
        "properties": {"claims": {"type": "array", "items": row, "minItems": claims, "maxItems": claims}},
        "required": ["claims"],
    }
