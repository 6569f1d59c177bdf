import json

import pytest

from twintree.bench.table import BenchTable, Target
from twintree.metrics.intervals import Estimate


def table(**changes: object) -> BenchTable:
    values: dict[str, object] = {
        "name": "retrieval",
        "command": "twintree bench retrieval DATA",
        "columns": ("method", "nDCG@10"),
        "rows": (("random", 0.002), ("words", Estimate(0.7, 0.66, 0.74))),
        "notes": ("Measured on one half.",),
        "targets": (Target(name="nDCG@10", bar=0.74, measured=0.7, trivial=0.002),),
    }
    return BenchTable(**(values | changes))  # type: ignore[arg-type]


def test_text_is_an_aligned_markdown_table_with_intervals_verdicts_and_notes() -> None:
    text = table().to_text()
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len({len(row) for row in rows}) == 1
    assert "0.700 [0.660, 0.740]" in text
    assert "MISSED: nDCG@10 ≥ 0.740, measured 0.700" in text
    assert text.endswith("Measured on one half.\n")


def test_json_carries_intervals_and_whether_targets_are_met() -> None:
    plain = json.loads(table().to_json())
    assert plain["rows"][1][1] == {"value": 0.7, "low": 0.66, "high": 0.74}
    assert plain["targets"][0]["met"] is False
    assert plain["targets"][0]["toothless"] is False


def test_target_that_a_trivial_method_meets_is_said_to_be_at_fault() -> None:
    target = Target(name="seconds", bar=5.0, measured=1.0, trivial=0.5, higher_is_better=False)
    assert target.met
    assert target.toothless
    assert "trivial method reaches" in table(targets=(target,)).to_text()


def test_row_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(ValueError, match="cells"):
        table(rows=(("random",),))
