import json
from pathlib import Path

import pytest

from twintree.bench.retrieval import Judged, calibrate, run
from twintree.retrieval.calibration import calibration_for
from twintree.retrieval.fusion import weighted
from twintree.retrieval.scores import Signals

TOPICS = ["tyres", "lungs", "galaxies", "enzymes", "sonnets", "glaciers", "ledgers", "orchids"]


def test_table_has_a_trivial_row_intervals_and_both_halves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bench" / "scifact"
    folder.mkdir(parents=True)
    documents = [
        {"doc_id": 100 + n, "title": f"A study of {t}", "abstract": [f"We look at {t}.", "It matters."]}
        for n, t in enumerate(TOPICS * 3)
    ]
    claims = [{"id": n, "claim": f"{t} matter", "cited_doc_ids": [100 + n]} for n, t in enumerate(TOPICS)]
    split = {"calibrate": [0, 2, 4, 6], "report": [1, 3, 5, 7]}
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, documents)))
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, claims)))
    (folder / "split.json").write_text(json.dumps(split))
    monkeypatch.setattr("twintree.bench.retrieval.cache_folder", lambda: tmp_path / "cache")
    table = run(tmp_path)
    assert table.rows[0][0] == "random"
    assert table.rows[-1][0] == "ours (calibrated sum)"
    assert table.rows[-1][2].value > 0.5  # type: ignore[union-attr]
    assert not table.targets[0].toothless
    assert "Calibrated afresh" in table.notes[-1]


def test_calibration_finds_the_weight_that_ranks_the_right_paper_first() -> None:
    def claim(number: int) -> Judged:
        right = Signals(number=1, dense=0.5, dense_section=0.1, sparse=0.9, coverage=0.9)
        wrong = Signals(number=2, dense=0.8, dense_section=0.8, sparse=0.3, coverage=0.3)
        return Judged(found=(wrong, right), right=frozenset({1}), calibrate=True, total=60)

    found = calibrate([claim(n) for n in range(4)], calibration_for(""))
    wrong_score, right_score = weighted(claim(0).found, found)
    assert right_score > wrong_score
    assert (found.gate_dense, found.gate_words) == (0.5, 0.9)
