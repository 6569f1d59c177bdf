"""Models that see, with llama.cpp itself and a projector of random weights: PAINS rows 27 and 29 hold for them too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.models.test_llm import Task
from tests.engine.models.tiny_model import SEEING_TEMPLATE, make_tiny_model, make_tiny_projector

from twintree.answering.agent.looking import looking
from twintree.answering.state.settings import Budget
from twintree.answering.state.writing import ModelVoice
from twintree.base.anchors import Anchor
from twintree.base.errors import InputError, ModelUnavailable, NotFound, WrongUse
from twintree.base.ids import FileId, PaperId
from twintree.base.progress import CancelToken
from twintree.base.records import Rect
from twintree.models import drawing, fitness, llm, prompts
from twintree.models.host import ModelHost
from twintree.models.llm import Generated, Generation, LlmService, Message, schema_text
from twintree.models.reader import LocalReader
from twintree.models.shelf import InstalledModel, ModelShelf
from twintree.models.sight import projector_beside

BARS = drawing.bars({"red": 3, "blue": 8})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("seeing")
    make_tiny_model(made / "tiny.gguf", template=SEEING_TEMPLATE)
    make_tiny_projector(made / "mmproj-tiny.gguf")
    return made


@pytest.fixture
def service() -> Iterator[LlmService]:
    made = LlmService(lambda: False)
    yield made
    made.unload(None, None)


@pytest.fixture
def model(folder: Path, tmp_path: Path) -> InstalledModel:
    return ModelShelf(tmp_path / "models").add(folder / "tiny.gguf")


def ask(
    service: LlmService,
    folder: Path,
    *pictures: bytes,
    projector: str = "mmproj-tiny.gguf",
    most: int = 700,
) -> Generated:
    schema = prompts.SEEING_SCHEMA
    asked = Message("user", "Which bar is the highest?", tuple(pictures))
    request = Generation(
        model=str(folder / "tiny.gguf"),
        messages=(Message("system", "Look, and say what is there. " * 3), asked),
        schema=schema_text(schema),
        max_tokens=most,
        projector=str(folder / projector),
    )
    return service.generate(request, Task())


def test_a_picture_is_read_with_the_words_and_the_answer_keeps_the_form(
    service: LlmService, folder: Path
) -> None:
    assert set(json.loads(ask(service, folder, BARS).text)) == {"seen", "answer"}
    tokens = [ask(service, folder, *[BARS] * count, most=1).prompt_tokens for count in (1, 2, 3)]
    assert [tokens[1] - tokens[0], tokens[2] - tokens[1]] == [4, 4], "four vectors a picture"


def test_nothing_of_a_picture_stands_when_words_are_read_afterwards(
    service: LlmService, folder: Path
) -> None:
    before = ask(service, folder)
    ask(service, folder, BARS)
    after = ask(service, folder)
    assert after.text == before.text
    assert after.cached == before.prompt_tokens - 1, "the beginning was kept while the picture was looked at"
    first = ask(service, folder, BARS)
    ask(service, folder, drawing.table([["a", "b"], ["1", "2"]]))
    again = ask(service, folder, BARS)
    assert (again.text, again.cached) == (first.text, 0)


def test_a_projector_of_another_model_or_none_is_told(service: LlmService, folder: Path) -> None:
    make_tiny_projector(folder / "wide.gguf", width=96)
    with pytest.raises(ModelUnavailable) as foreign:
        ask(service, folder, BARS, projector="wide.gguf")
    assert "projector is the model's own" in foreign.value.way_out
    with pytest.raises(ModelUnavailable) as missing:
        ask(service, folder, BARS, projector="gone.gguf")
    assert missing.value.code == "no_projector"
    assert json.loads(ask(service, folder).text), "words are still read afterwards"
    (folder / "wide.gguf").unlink()


def test_a_projector_that_does_not_fit_is_refused_each_time(
    service: LlmService, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(service, folder, most=1)
    monkeypatch.setattr(llm, "_OVERHEAD", 1 << 60)
    for _ in range(2):
        with pytest.raises(ModelUnavailable) as refused:
            ask(service, folder, BARS, most=1)
        assert refused.value.code == "memory"


@pytest.mark.parametrize(
    ("names", "model", "found"),
    [
        (["m.gguf", "mmproj-f16.gguf"], "m.gguf", "mmproj-f16.gguf"),
        (["m.gguf"], "m.gguf", None),
        (["a-Q4_K_M.gguf", "b-Q4_K_M.gguf", "mmproj-f16.gguf"], "a-Q4_K_M.gguf", None),
        (["Owl-3B-Q4_K_M.gguf", "b.gguf", "mmproj-Owl-3B-f16.gguf"], "Owl-3B-Q4_K_M.gguf", "mmproj-Owl-3B-f16.gguf"),
        (["Owl-3B-Q8_0.gguf", "Owl-3B.mmproj.gguf", "Lark.mmproj.gguf"], "Owl-3B-Q8_0.gguf", "Owl-3B.mmproj.gguf"),
        (["Owl-7B-Q4_0.gguf", "Owl-3B-Q4_0.gguf", "mmproj-Owl-3B-Q8_0.gguf"], "Owl-7B-Q4_0.gguf", None),
    ],
)  # fmt: skip
def test_the_projector_beside_a_model_is_its_own_or_none(
    tmp_path: Path, names: list[str], model: str, found: str | None
) -> None:
    for each in names:
        (tmp_path / each).touch()
    assert projector_beside(tmp_path / model) == (tmp_path / found if found else None)


def test_a_model_is_added_with_the_projector_beside_it_or_the_one_that_is_named(
    folder: Path, tmp_path: Path, model: InstalledModel
) -> None:
    assert model.projector == str(folder / "mmproj-tiny.gguf")
    shelf, own = ModelShelf(tmp_path / "models"), make_tiny_model(tmp_path / "own.gguf")
    assert shelf.add(own).projector == ""
    named = shelf.add(own, projector=folder / "mmproj-tiny.gguf")
    assert shelf.get("own").projector == named.projector == model.projector
    (tmp_path / "no.gguf").write_bytes(b"nothing of the kind")
    with pytest.raises(InputError, match=r"no\.gguf is not a GGUF"):
        shelf.add(own, projector=tmp_path / "no.gguf")
    with pytest.raises(NotFound):
        shelf.add(own, projector=tmp_path / "gone.gguf")


@pytest.mark.parametrize(
    "id_", ["../evil", "..", ".", "a/b", "/srv/evil", "a\\b", "c:d", " ", "x\ny", ".hidden"]
)
def test_a_model_is_never_kept_outside_of_the_folder_of_models(
    folder: Path, tmp_path: Path, id_: str
) -> None:
    before = set(tmp_path.rglob("*"))
    with pytest.raises(WrongUse, match="cannot be called"):
        ModelShelf(tmp_path / "models").add(folder / "tiny.gguf", id_)
    assert set(tmp_path.rglob("*")) == before


def says(answer: str) -> fitness.Write:
    return lambda request: Generated(
        text=json.dumps({"seen": "Bars.", "answer": answer or _right(request)}),
        prompt_tokens=9,
        cached=0,
        written=9,
        seconds=1.0,
        first_token=0.5,
        backend="cpu",
    )


def _right(request: Generation) -> str:
    asked = request.messages[-1].content
    known = {each["question"]: str(each["must"]).split("|")[0] for each in fitness.cases_of("seeing")}
    return next((right for question, right in known.items() if question in asked), "")


def test_only_a_model_that_sees_is_checked_for_seeing_and_must_answer_by_the_picture(
    model: InstalledModel, tmp_path: Path
) -> None:
    def checked(own: InstalledModel, answer: str) -> fitness.Fitness:
        return fitness.check(own, says(answer), at="now", tasks=("seeing", "planning"))

    assert checked(model, "").fit_for("seeing")
    for everything in ("red, blue, green", "yes and no", "77.3", "nothing"):
        assert not checked(model, everything).fit_for("seeing")
    plain = ModelShelf(tmp_path / "models").add(make_tiny_model(tmp_path / "plain.gguf"))
    assert [each.task for each in checked(plain, "x").scores] == ["planning"]


def test_the_pictures_of_the_check_are_all_different_and_reach_the_model(model: InstalledModel) -> None:
    shown: list[bytes] = []

    def write(request: Generation) -> Generated:
        assert request.projector == model.projector
        shown.extend(request.messages[-1].images)
        return says("x")(request)

    fitness.check(model, write, at="now", tasks=("seeing",))
    assert len(set(shown)) == len(shown) == len(fitness.cases_of("seeing")) >= 10
    assert all(each.startswith(b"\x89PNG") for each in shown)


def test_a_figure_is_looked_at_with_the_question_and_its_absence_or_a_failure_leaves_its_words(
    model: InstalledModel, tmp_path: Path
) -> None:
    picture = tmp_path / "figure.png"
    picture.write_bytes(BARS)
    figure = Anchor(
        id="P.fig1", paper=PaperId("P"), file=FileId("F"), kind="figure", page=1,
        box=Rect(x0=0, y0=0, x1=1, y1=1), image=str(picture),
    )  # fmt: skip
    token = CancelToken()
    with ModelHost() as host:
        budget = Budget(50_000, 10)
        look = looking(ModelVoice(LocalReader(host, model), budget), "Which is highest?", token)
        assert look(figure)
        assert budget.calls == 1
        picture.unlink()
        assert look(figure) == ""
        picture.write_bytes(BARS)
        spent = looking(ModelVoice(LocalReader(host, model), Budget(10, 10)), "Which?", token)
        assert spent(figure) == ""
    assert looking(None, "Which?", token)(figure) == ""
