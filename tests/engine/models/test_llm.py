"""llama.cpp itself, with a model of random weights: grammar, kept beginnings, streaming, stopping, refusing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import llama_cpp
import pytest
from tests.engine.models.tiny_model import make_tiny_model

from twintree.base.errors import Cancelled, ModelUnavailable
from twintree.models.grammar import grammar_of
from twintree.models.llm import Generated, Generation, LlmService, Message, schema_text
from twintree.models.prefixes import PrefixShelf

SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "maxLength": 24},
        "kind": {"type": "string", "enum": ["first", "second"]},
        "evidence": {"type": "array", "items": {"type": "integer", "enum": [1, 2, 3]}, "maxItems": 3},
    },
    "required": ["text", "kind", "evidence"],
}
PLANNER = (
    Message("system", "Name what must be looked up for a question, each thing in a few words of its own."),
)
VERIFIER = (
    Message("system", "Say whether what was found suffices for an answer, and name what is missing."),
)


class Task:
    """What the host gives a service with each call."""

    def __init__(self, *, urgent: bool = True, abort_after: int | None = None) -> None:
        self.urgent, self.aborted, self.begun = urgent, False, 0
        self.parts: list[str] = []
        self.text = ""
        self._left = abort_after

    def step(self) -> None:
        self.begun += 1

    def part(self, piece: str, at: int) -> None:
        self.parts.append(piece)
        self.text = self.text[:at] + piece
        if self._left is not None:
            self._left -= 1
            self.aborted = self._left <= 0


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_model(tmp_path_factory.mktemp("model") / "tiny.gguf")


@pytest.fixture
def service() -> Iterator[LlmService]:
    made = LlmService(lambda: False)
    yield made
    made.unload(None, None)


def ask(
    service: LlmService,
    model: Path,
    question: str,
    chat: tuple[Message, ...] = PLANNER,
    *,
    task: Task | None = None,
    temperature: float = 0.0,
    seed: int = 0,
    schema: str = schema_text(SCHEMA),
    most: int = 120,
    repeats: int = 0,
) -> Generated:
    request = Generation(
        model=str(model),
        messages=(*chat, Message("user", question)),
        schema=schema,
        max_tokens=most,
        temperature=temperature,
        seed=seed,
        context=1024,
        repeats=repeats,
    )
    return service.generate(request, task or Task())


def test_a_greedy_answer_is_the_one_that_llama_cpp_itself_writes_under_the_grammar(
    service: LlmService, model: Path
) -> None:
    ours = ask(service, model, "What holds longest?")
    bare = llama_cpp.Llama(str(model), n_ctx=1024, verbose=False)
    pieces = bare.create_chat_completion(
        messages=[
            {"role": "system", "content": PLANNER[0].content},
            {"role": "user", "content": "What holds longest?"},
        ],
        grammar=llama_cpp.LlamaGrammar.from_string(grammar_of(llama_cpp, schema_text(SCHEMA)), verbose=False),
        max_tokens=120,
        temperature=0.0,
        top_k=1,
        repeat_penalty=1.0,
        stream=True,
    )
    theirs = "".join(each["choices"][0]["delta"].get("content") or "" for each in pieces)
    bare.close()
    assert ours.text == theirs


@pytest.mark.parametrize("seed", range(6))
def test_random_answers_follow_the_schema(service: LlmService, model: Path, seed: int) -> None:
    got = json.loads(ask(service, model, "Which?", temperature=1.0, seed=seed, most=400).text)
    assert len(got["text"]) <= 24
    assert got["kind"] in ("first", "second")
    assert set(got["evidence"]) <= {1, 2, 3}


def test_without_a_grammar_the_same_model_writes_no_json(service: LlmService, model: Path) -> None:
    with pytest.raises(json.JSONDecodeError):
        json.loads(ask(service, model, "Which?", schema="").text)


def test_the_beginning_of_a_task_is_read_once_however_often_tasks_change(
    service: LlmService, model: Path
) -> None:
    first = ask(service, model, "What holds longest?", PLANNER)
    ask(service, model, "What holds longest?", VERIFIER)
    again = ask(service, model, "What breaks first?", PLANNER)
    assert first.cached < 10  # the first letters of all chats are the same
    assert again.cached > len(PLANNER[0].content) / 2


def test_what_was_kept_changes_no_answer(model: Path) -> None:
    questions = [
        ("What holds longest?", PLANNER),
        ("Is it enough?", VERIFIER),
        ("What breaks first?", PLANNER),
    ]
    alone = []
    for question, chat in questions:
        fresh = LlmService(lambda: False)
        alone.append(ask(fresh, model, question, chat).text)
        fresh.unload(None, None)
    kept = LlmService(lambda: False)
    told = [ask(kept, model, question, chat).text for _ in range(2) for question, chat in questions]
    kept.unload(None, None)
    assert told == alone * 2


def test_the_longest_unused_beginning_goes_first_when_room_is_short(model: Path) -> None:
    llama = llama_cpp.Llama(str(model), n_ctx=512, verbose=False)
    size_of_two = 2 * 80 * 600
    shelf = PrefixShelf(llama_cpp, llama, most_bytes=size_of_two)

    def use(chat: str) -> int:
        shelf.begin(chat)
        had = int(llama.n_tokens)
        llama.reset()
        llama.eval(llama.tokenize((chat * 80).encode()))
        shelf.ended(llama.n_tokens)
        return had

    had = [use(chat) for chat in ("a", "b", "c", "d", "e", "a")]
    assert had[:1] == [0]
    assert had[-1] != 80, "five beginnings do not fit into the room of two"
    assert use("e") > 40
    llama.close()


def test_pieces_come_as_they_are_written(service: LlmService, model: Path) -> None:
    task = Task()
    got = ask(service, model, "Which?", task=task)
    assert len(task.parts) > 3
    assert "".join(task.parts) == got.text
    assert got.written > 0
    assert got.stopped == "stop"


def test_a_call_that_is_stopped_ends_there(service: LlmService, model: Path) -> None:
    task = Task(abort_after=3)
    with pytest.raises(Cancelled):
        ask(service, model, "Which?", task=task)
    assert len(task.parts) == 3
    assert ask(service, model, "Which?").text, "the model is ready for the next call"


def test_a_background_call_begins_again_after_it_gave_way(model: Path) -> None:
    task = Task(urgent=False)
    service = LlmService(lambda: task.begun == 1 and len(task.parts) == 2)
    got = ask(service, model, "Which?", task=task)
    service.unload(None, None)
    assert task.begun == 2
    assert json.loads(got.text)
    assert task.text == got.text, "each piece says where it stands"


@pytest.mark.parametrize("pieces", [1, 2, 5])
def test_what_was_read_before_a_call_was_stopped_is_not_read_again(model: Path, pieces: int) -> None:
    fresh = LlmService(lambda: False)
    alone = ask(fresh, model, "What breaks first?").text
    fresh.unload(None, None)
    service = LlmService(lambda: False)
    with pytest.raises(Cancelled):
        ask(service, model, "What holds longest?", task=Task(abort_after=pieces))
    got = ask(service, model, "What breaks first?")
    service.unload(None, None)
    assert got.cached > len(PLANNER[0].content) / 2
    assert got.text == alone


def test_an_answer_without_an_end_is_cut_and_says_so(service: LlmService, model: Path) -> None:
    assert ask(service, model, "Which?", schema="", most=5).stopped == "length"


def test_a_model_that_goes_round_in_circles_is_stopped_where_that_is_asked(
    service: LlmService, model: Path
) -> None:
    same = {"type": "string", "enum": ["the same words over and over"]}
    schema = schema_text({"type": "array", "items": same, "minItems": 9, "maxItems": 9})
    held = ask(service, model, "Which?", schema=schema, most=400, repeats=20)
    assert held.stopped == "repeats"
    assert 3 <= held.text.count("the same words") <= 4
    assert ask(service, model, "Which?", schema=schema, most=400).stopped == "stop"
    assert ask(service, model, "Which?", schema=schema_text(SCHEMA), repeats=20).stopped == "stop"


def test_a_model_without_a_chat_template_is_refused(service: LlmService, tmp_path: Path) -> None:
    path = make_tiny_model(tmp_path / "bare.gguf", template="")
    with pytest.raises(ModelUnavailable, match="has no chat template"):
        ask(service, path, "Which?")


def test_a_file_that_is_no_model_is_refused(service: LlmService, tmp_path: Path) -> None:
    path = tmp_path / "noise.gguf"
    path.write_bytes(b"GGUF" + bytes(range(256)) * 40)
    with pytest.raises(ModelUnavailable):
        ask(service, path, "Which?")
