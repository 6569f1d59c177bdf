"""The libraries that benchmarks measure on."""

from twintree.bench.corpus import library_of


def test_a_library_without_files_is_an_empty_one() -> None:
    with library_of([]) as library:
        assert library.papers.rows() == []
