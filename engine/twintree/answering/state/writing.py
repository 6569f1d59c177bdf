"""How a role speaks to a model: within the budget, by a schema, stopped when it does not stop."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from twintree.answering.accounting import parameters_of
from twintree.answering.generated import CHARACTERS, Reader
from twintree.answering.state.settings import Budget, Incomplete
from twintree.base.errors import TwintreeError
from twintree.base.progress import CancelToken
from twintree.models.llm import Generation, Message, schema_text
from twintree.models.prompts import Schema
from twintree.trees.hierarchy import count_tokens

#: Characters of a token, about.
_CHARACTERS_OF_A_TOKEN = 4


class ModelVoice:
    """One model speaking for roles; every call counts towards the question's budget."""

    def __init__(self, reader: Reader, budget: Budget) -> None:
        self._reader, self._budget = reader, budget

    @property
    def model(self) -> str:
        """The model's id."""
        return self._reader.model

    def say(
        self, messages: Sequence[Message], schema: Schema, most: int, cancel: CancelToken
    ) -> dict[str, Any]:
        """What the model answers, as the schema has it.

        Raises:
            Incomplete: the budget is spent, the model did not stop, or what it wrote is not of the schema's form.
            ModelUnavailable: it died.
            Cancelled: ``cancel`` was set.
        """
        asked = sum(count_tokens(each.content) for each in messages)
        self._budget.admit(asked + most)
        written = 0

        def on_part(piece: str) -> None:
            nonlocal written
            cancel.check()
            written += len(piece)
            if written > CHARACTERS * most:
                raise Incomplete(f"The model {self._reader.model} did not stop writing.")

        request = Generation(
            model=self._reader.path, messages=tuple(messages), schema=schema_text(schema), max_tokens=most
        )
        try:
            got = self._reader.write(request, on_part, cancel)
        except TwintreeError:
            # What broke off has cost as well; how much is known by its characters alone.
            self._charge(asked + written // _CHARACTERS_OF_A_TOKEN)
            raise
        self._charge(got.prompt_tokens + got.written, got.cached)
        try:
            answer = json.loads(got.text)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or not set(schema.get("required", ())) <= set(answer):
            raise Incomplete(f"The model {self._reader.model} did not answer in the form asked for.")
        return answer

    def _charge(self, tokens: int, cached: int = 0) -> None:
        parameters = parameters_of(self._reader.model, self._reader.path)
        self._budget.charge("auxiliary", tokens, cached, parameters)


#: The model that was found fit for a task, speaking within a budget; None leaves the task to the deterministic way.
Voices = Callable[[str, Budget], ModelVoice | None]


def silent(_task: str, _budget: Budget) -> ModelVoice | None:
    """No model for any task."""
    return None
