"""No module knows one that knows it, not even for its annotations: the house can be read from below."""

from __future__ import annotations

import ast
from collections.abc import Collection
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = {"twintree": ROOT / "engine", "twintree_desktop": ROOT / "desktop"}


def known_modules(package: str) -> dict[str, set[str]]:
    """Every module of a package with those of the package that it imports."""
    root = PACKAGES[package]
    sources = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (root / package).rglob("*.py")
    }
    return {name: imported(path, sources.keys()) - {name} for name, path in sources.items()}


def imported(path: Path, known: Collection[str]) -> set[str]:
    named: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            named |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            within = {f"{node.module}.{each.name}" for each in node.names} & set(known)
            named |= within or {node.module}
    return named & set(known)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_each_other(package: str) -> None:
    modules = known_modules(package)
    assert len(modules) > 50
    assert list(TopologicalSorter(modules).static_order())
