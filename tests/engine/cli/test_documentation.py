"""Documentation is checked: every command stands in the README, every command and option explains itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from twintree.cli.bench_commands import BENCHMARKS
from twintree.cli.main import app

ROOT = Path(__file__).resolve().parents[3]


def commands(group: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", command


ALL = dict(commands(typer.main.get_command(app)))


@pytest.mark.parametrize("name", ALL)
def test_every_command_and_option_explains_itself(name: str) -> None:
    command = ALL[name]
    assert command.help, name
    for parameter in command.params:
        if parameter.param_type_name == "option":
            assert parameter.help, f"{name} {parameter.name}"


def test_every_command_stands_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    missing = [name for name in {each.split()[0] for each in ALL} if f"`{name}`" not in readme]
    assert missing == []


def test_the_readme_names_no_command_that_is_not_there() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    named = {match.group(1) for match in re.finditer(r"twintree(?: --library \S+)? ([a-z]+)\b", readme)}
    known = {each.split()[0] for each in ALL}
    assert named - known - {"gui"} <= {"desktop"}


def test_every_benchmark_names_a_module_and_what_it_measures() -> None:
    assert all(module.startswith("twintree.bench.") and what for module, what in BENCHMARKS.values())
