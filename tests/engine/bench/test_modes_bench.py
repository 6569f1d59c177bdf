"""What the benchmarks of the modes ask and count."""

from __future__ import annotations

from twintree.base.answers import Answer, AnswerSentence
from twintree.base.ids import FileId, PaperId, new_run_id
from twintree.base.records import Citation
from twintree.bench.citations import _supported
from twintree.bench.found import gold
from twintree.bench.modes import Took, ask_in, questions, search, timed
from twintree.knowledge.entailment import Cues
from twintree.library import Library


def test_questions_are_about_one_thing_some_without_an_answer_and_about_several_papers() -> None:
    asked = questions()
    known = {each["question"]: each["answerable"] for each in gold()}
    one = asked["one thing"]
    assert sum(not known[text] for text in one) == len(one) // 5 > 0
    assert not known[one[4]], "a short run asks one of them as well"
    assert not set(one) & set(asked["several papers"])
    assert [len(each) for each in questions(3).values()] == [3, 3]


def test_the_first_sentence_comes_before_the_end_and_a_search_is_both_at_once(
    sample_library: Library,
) -> None:
    asked = ["Why can a projection be rebuilt?", "Which telescope discovered Kepler-22b?"]
    found, refused = timed(sample_library, ask_in("direct"), asked)
    assert 0 < found.first < found.whole
    assert refused.first == refused.whole
    (plain,) = timed(sample_library, search, asked[:1])
    assert plain == Took(first=plain.whole, whole=plain.whole)


def test_each_way_is_gone_once_before_it_is_timed(sample_library: Library) -> None:
    gone: list[str] = []

    def way(library: Library, text: str) -> Took:
        gone.append(text)
        return Took(first=0.0, whole=float(len(gone)))

    assert [each.whole for each in timed(sample_library, way, ["a", "b"])] == [2.0, 3.0]
    assert gone == ["b", "a", "b"]


def said(text: str, *quotes: str, supported: bool = True) -> AnswerSentence:
    cited = tuple(
        Citation(paper=PaperId("P"), file=FileId("F"), page=1, spans=(), quote=each, label="P, p. 1")
        for each in quotes
    )
    return AnswerSentence(text=text, supported=supported, citations=cited)


def test_a_sentence_counts_as_supported_when_its_quotes_carry_it_and_the_answer_says_so() -> None:
    answer = Answer(
        run=new_run_id(),
        question="Q",
        answering="generated",
        sentences=(
            said("Bees dance at night.", "Bees dance at night."),
            said("Bees dance at night.", "Wasps build nests of grey paper near the river."),
            said("Bees dance at night.", "Bees dance at night.", supported=False),
            said("Bees dance at night."),
        ),
    )
    assert _supported(answer, Cues()) == [1.0, 0.0, 0.0, 0.0]
    counted = Answer(
        run=new_run_id(),
        question="Q",
        answering="none",
        sentences=(said("Your library holds 2 papers.", supported=False),),
    )
    assert _supported(counted, Cues()) == []
