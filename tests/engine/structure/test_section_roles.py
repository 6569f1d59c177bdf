"""Roles of sections, by titles in nine languages and by what they say."""

from __future__ import annotations

import pytest

from twintree.structure.roles import inherit_roles, is_known_title, role_from_content, role_of_title


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("1. Introduction", "introduction"),
        ("A B S T R A C T", "abstract"),
        ("Materials and Methods", "methods"),
        ("Results and Discussion", "discussion"),
        ("Related Work", "related work"),
        ("Threats to Validity", "limitations"),
        ("Conclusions and Future Work", "conclusion"),
        ("Acknowledgements", "acknowledgements"),
        ("Appendix A: Proofs", "appendix"),
        ("Einleitung", "introduction"),
        ("Zusammenfassung", "abstract"),
        ("Literaturverzeichnis", "references"),
        ("Résumé", "abstract"),
        ("Matériel et méthodes", "methods"),
        ("Conclusión", "conclusion"),
        ("Bibliografía", "references"),
        ("Introduzione", "introduction"),
        ("Conclusões", "conclusion"),
        ("Введение", "introduction"),
        ("Список использованной литературы", "references"),
        ("参考文献", "references"),
        ("引 言", "introduction"),
        ("はじめに", "introduction"),
        ("おわりに", "conclusion"),
    ],
)
def test_titles_name_their_role_in_the_languages_of_the_library(title: str, role: str) -> None:
    assert role_of_title(title) == role


def test_longer_titles_give_their_role_away_only_when_asked_loosely() -> None:
    assert role_of_title("Limitations of our trees") in ("", "limitations")
    assert role_of_title("Experimental results on nine plots") == ""
    assert role_of_title("Experimental results on nine plots", loose=True) == "results"


def test_small_parts_are_known_titles_without_a_role() -> None:
    assert is_known_title("Competing interests")
    assert role_of_title("Competing interests") == ""
    assert not is_known_title("Trees in the shade")


def test_a_bibliography_without_a_title_is_known_by_its_entries() -> None:
    text = " ".join(f"Author {i}, A. (20{i:02d}). A paper. Journal, pp. {i}-{i + 9}." for i in range(10, 40))
    assert role_from_content(text, 0.9) == "references"


def test_a_beginning_without_a_telling_title_is_an_introduction() -> None:
    assert (
        role_from_content("In this paper we study trees. Our contributions are three. " * 5, 0.0)
        == "introduction"
    )


def test_subsections_inherit_their_parents_role() -> None:
    assert inherit_roles(["methods", "", "", "results"], [None, 0, 1, None]) == [
        "methods",
        "methods",
        "methods",
        "results",
    ]
