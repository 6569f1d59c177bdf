"""The steps of a run under control, a row each: staged updates of the query state, and an agent's calls."""

from __future__ import annotations

import sqlite3

import msgspec

from twintree.base.answers import Answer, StateUpdate, ToolCall


def write_steps(connection: sqlite3.Connection, answer: Answer) -> None:
    """Replace the steps of a run."""
    connection.execute("DELETE FROM state_update WHERE run = ?", (answer.run,))
    connection.execute("DELETE FROM tool_call WHERE run = ?", (answer.run,))
    connection.executemany(
        "INSERT INTO state_update (run, position, target, cycle, role, field, value, accepted, reason, made_by, "
        "seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                answer.run,
                each.position,
                each.target,
                each.cycle,
                each.role,
                each.field,
                _json(each.value),
                int(each.accepted),
                each.reason,
                each.made_by,
                each.seconds,
            )
            for each in answer.states
        ],
    )
    connection.executemany(
        "INSERT INTO tool_call (run, position, tool, arguments, result, result_tokens, seconds, problem) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                answer.run,
                position,
                each.tool,
                _json(each.arguments),
                _json(each.result),
                each.result_tokens,
                each.seconds,
                each.problem,
            )
            for position, each in enumerate(answer.calls, 1)
        ],
    )


def read_steps(
    connection: sqlite3.Connection, run: str
) -> tuple[tuple[StateUpdate, ...], tuple[ToolCall, ...]]:
    """The steps of a run, in order."""
    states = tuple(
        StateUpdate(
            position=row["position"],
            target=row["target"],
            cycle=row["cycle"],
            role=row["role"],
            field=row["field"],
            value=msgspec.json.decode(row["value"]),
            accepted=bool(row["accepted"]),
            reason=row["reason"],
            made_by=row["made_by"],
            seconds=row["seconds"],
        )
        for row in connection.execute("SELECT * FROM state_update WHERE run = ? ORDER BY position", (run,))
    )
    calls = tuple(
        ToolCall(
            tool=row["tool"],
            arguments=msgspec.json.decode(row["arguments"]),
            result=msgspec.json.decode(row["result"]),
            result_tokens=row["result_tokens"],
            seconds=row["seconds"],
            problem=row["problem"],
        )
        for row in connection.execute("SELECT * FROM tool_call WHERE run = ? ORDER BY position", (run,))
    )
    return states, calls


def forget_steps(connection: sqlite3.Connection, paper: str) -> None:
    """Delete every step of the runs that a paper had a part in: words of it may stand in any of them."""
    sql = (
        "SELECT run FROM run_paper WHERE paper = ?1 UNION SELECT run FROM state_update WHERE instr(value, ?1) "
        "UNION SELECT run FROM tool_call WHERE instr(arguments, ?1) OR instr(result, ?1)"
    )
    for (run,) in connection.execute(sql, (paper,)).fetchall():
        for table in ("state_update", "tool_call"):
            connection.execute(f"DELETE FROM {table} WHERE run = ?", (run,))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
