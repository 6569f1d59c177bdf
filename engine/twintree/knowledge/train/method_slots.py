"""Counts where the last words of noun phrases stand: ``python -m twintree.knowledge.train.method_slots BENCH``.

A method is *used*, *performed*, *applied*; what is studied with it is *increased*, *expressed*, has levels and effects.
How often a word stands in each kind of place is counted in abstracts and papers of many fields, without any labels:
SciFact's abstracts (ODC-By), PubMedQA (MIT), SciTLDR (Apache-2.0), SciCite's training part (Apache-2.0) and QASPER
(CC-BY-4.0). Only the counts are kept.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from twintree.knowledge.methods.slots import Counts, phrases

TARGET = Path("resources/twintree_resources/weights/method_slots.json")
#: Words and phrases that are rarer say nothing.
_LEAST_WORD, _LEAST_PHRASE = 8, 5


def texts(bench: Path) -> Iterator[str]:
    """The texts that are counted over."""
    for line in (bench / "scifact" / "corpus.jsonl").read_text("utf-8").splitlines():
        yield " ".join(json.loads(line)["abstract"])
    for each in json.loads((bench / "pubmedqa" / "labelled.json").read_text("utf-8")).values():
        yield " ".join(each["CONTEXTS"])
    for line in (bench / "scitldr" / "train.jsonl").read_text("utf-8").splitlines():
        yield " ".join(json.loads(line)["source"])
    for line in (bench / "scicite" / "train.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)["text"]
    for line in (bench / "qasper" / "texts.jsonl").read_text("utf-8").splitlines():
        yield str(json.loads(line)["text"]).replace("\t", "\n")


def count(bench: Path) -> tuple[dict[str, Counts], dict[str, Counts]]:
    """Counts of last words and of whole phrases of two words and more."""
    words: dict[str, Counter[str]] = {}
    whole: dict[str, Counter[str]] = {}
    for text in texts(bench):
        for phrase in phrases(text):
            for table, key in ((words, phrase.words[-1]), (whole, " ".join(phrase.words[-3:]))):
                table.setdefault(key, Counter()).update(["all", *phrase.slots])
    return _frequent(words, _LEAST_WORD), _frequent(whole, _LEAST_PHRASE)


def _frequent(table: dict[str, Counter[str]], least: int) -> dict[str, Counts]:
    return {
        key: Counts(all=counts["all"], used=counts["used"], studied=counts["studied"])
        for key, counts in table.items()
        if counts["all"] >= least and (counts["used"] or counts["studied"])
    }


def main() -> None:
    """Count, and write what is frequent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", type=Path)
    parser.add_argument("--target", type=Path, default=TARGET)
    given = parser.parse_args()
    words, whole = count(given.bench)
    kept = {
        "counted in": "SciFact, PubMedQA, SciTLDR, SciCite (training part), QASPER: texts alone, no labels",
        "words": {key: [c.all, c.used, c.studied] for key, c in sorted(words.items())},
        "phrases": {key: [c.all, c.used, c.studied] for key, c in sorted(whole.items()) if " " in key},
    }
    given.target.write_text(json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
