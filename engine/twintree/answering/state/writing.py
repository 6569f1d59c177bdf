"""How a role speaks to a model: within the budget, by a schema, stopped when it does not stop."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from twintree.answering.generated import Reader
from twintree.answering.state.settings import Budget, Incomplete
from twintree.base.progress import CancelToken
from twintree.models.llm import Generation, Message, schema_text
from twintree.models.prompts import Schema
from twintree.trees.hierarchy import count_tokens

#: Characters of a token, generously: a model that writes more than its limit has not stopped when told.
_CHARACTERS = 12


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
        self._budget.admit(sum(count_tokens(each.content) for each in messages) + most)
        written = 0

        def on_part(piece: str) -> None:
            nonlocal written
            cancel.check()
            written += len(piece)
            if written > _CHARACTERS * most:
                raise Incomplete(f"The model {self._reader.model} did not stop writing.")

        request = Generation(
            model=self._reader.path, messages=tuple(messages), schema=schema_text(schema), max_tokens=most
        )
        got = self._reader.write(request, on_part, cancel)
        self._budget.charge("auxiliary", got.prompt_tokens + got.written, got.cached)
        try:
            answer = json.loads(got.text)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or not set(schema.get("required", ())) <= set(answer):
            raise Incomplete(f"The model {self._reader.model} did not answer in the form asked for.")
        return answer


#: The model that was found fit for a task, speaking within a budget; None leaves the task to the deterministic way.
Voices = Callable[[str, Budget], ModelVoice | None]


def silent(_task: str, _budget: Budget) -> ModelVoice | None:
    """No model for any task."""
    return None
