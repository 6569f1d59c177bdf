"""The shared memory: artifacts in three scopes, with every access checked (StateRAG §3.4, S.2.4)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from twintree.base.errors import InternalError
from twintree.base.ids import PaperId
from twintree.base.state import KINDS, ROLES, Artifact, Kind, Role

MemoryScope = Literal["global", "query", "role"]
#: Who may write which kind into the scopes that outlive its own use.
_WRITERS: dict[tuple[str, str], tuple[Role, ...]] = {
    ("global", "trail"): ("navigator",),
    ("query", "trail"): ("navigator",),
    ("query", "tried"): ("navigator", "retriever"),
}
_READERS: dict[str, tuple[Role, ...]] = {"global": ("planner", "navigator"), "query": ROLES}


def artifact(
    kind: Kind, producer: Role, payload: dict[str, Any], sources: Sequence[PaperId], scope: str
) -> Artifact:
    """An artifact with its id, for a library scope."""
    content = msgspec.json.encode([scope, kind, payload], order="sorted")
    return Artifact(
        id="A" + hashlib.sha256(content).hexdigest()[:16],
        kind=kind,
        producer=producer,
        payload=payload,
        sources=tuple(sources),
    )


class ArtifactStore(Protocol):
    """Where artifacts of the global scope are kept between questions."""

    def artifacts(self, scope: str, kind: str) -> list[Artifact]:
        """Those of a library scope, oldest first."""
        ...

    def remember(self, scope: str, run: str, artifacts: Sequence[Artifact]) -> None:
        """Keep artifacts of a run; the same id once."""
        ...


class SharedMemory:
    """The memory of one question: global behind it, its own and the roles' private ones inside it.

    Args:
        store: the global scope; None where nothing outlives the question.
        scope: key of the library scope.
        enabled: False answers every read with nothing and keeps nothing.
    """

    def __init__(self, store: ArtifactStore | None, scope: str, *, enabled: bool = True) -> None:
        self.scope = scope
        self._store, self._enabled = store, enabled
        self._query: dict[str, Artifact] = {}
        self._private: dict[Role, dict[str, Artifact]] = {role: {} for role in ROLES}
        self._transient: list[tuple[MemoryScope, Artifact]] = []
        self.accesses = 0
        self.hits = 0

    def read(self, role: Role, scope: MemoryScope, kind: Kind, owner: Role | None = None) -> list[Artifact]:
        """What a role finds in a scope; each read of the global scope counts towards the hit rate.

        Raises:
            InternalError: the role may not read there.
        """
        if scope == "role":
            if owner not in (None, role):
                raise InternalError(f"The {role} may not read the {owner}'s own memory.")
            return [each for each in self._private[role].values() if each.kind == kind]
        if role not in _READERS[scope]:
            raise InternalError(f"The {role} may not read the {scope} memory.")
        if not self._enabled:
            return []
        if scope == "query":
            return [each for each in self._query.values() if each.kind == kind]
        return self._store.artifacts(self.scope, kind) if self._store is not None else []

    def used(self, found: Sequence[Artifact]) -> list[str]:
        """Count one permitted read of the global scope by what of it was eligible; returns the ids."""
        if self._enabled:
            self.accesses += 1
            self.hits += bool(found)
        return [each.id for each in found]

    def propose(self, role: Role, scope: MemoryScope, made: Artifact) -> None:
        """Hold an artifact until the controller has chosen its action.

        Raises:
            InternalError: the role did not make it, may not write there, or it is not of a kind that is kept.
        """
        if made.kind not in KINDS or not made.payload:
            raise InternalError("The memory keeps paths, and nothing that is empty.")
        if made.producer != role:
            raise InternalError(f"The {role} may not write what the {made.producer} made.")
        if scope != "role" and role not in _WRITERS.get((scope, made.kind), ()):
            raise InternalError(f"The {role} may not write a {made.kind} into the {scope} memory.")
        if self._enabled:
            self._transient.append((scope, made))

    def settle(self) -> list[Artifact]:
        """After an action: keep what was proposed; returns what is for the global scope, to be kept with the run."""
        lasting = []
        for scope, made in self._transient:
            if scope == "global":
                lasting.append(made)
            elif scope == "query":
                self._query[made.id] = made
            else:
                self._private[made.producer][made.id] = made
        self._transient.clear()
        return lasting

    def available(self) -> tuple[str, ...]:
        """Ids of the artifacts that the next cycle may use (U)."""
        return tuple(sorted(self._query))

    def clear(self) -> None:
        """End of the question: what belonged to it and to its roles is gone."""
        self._query.clear()
        self._transient.clear()
        for each in self._private.values():
            each.clear()
