"""Texts that hold no method: numbers, references, programs, other languages, broken fonts."""

from __future__ import annotations

NOTHING = {
    "numbers": "\n".join(" ".join(f"{i * 7 % 100}.{i}" for i in range(row, row + 9)) for row in range(40)),
    "numbers with heads": "Model P R F1\n" + "\n".join(f"CRF-{i} 81.{i} 79.{i} 80.{i}" for i in range(30)),
    "bibliography": "\n".join(
        f"[{n}] J. Lafferty, A. McCallum, and F. Pereira. Conditional Random Fields: Probabilistic models. In Proc. of "
        f"ICML, pp. {n}2-{n}9, vol. {n}, 20{n:02d}."
        for n in range(10, 40)
    ),
    "code": "\n".join(
        f"def train_model_{n}(data, optimizer=Adam()):\n    for x in data: model.fit(x); loss += crf.loss(x)\n"
        f"    return model.predict(data[{n}]);"
        for n in range(20)
    ),
    "German": (
        "Wir schlagen ein neues Verfahren vor, das auf einem Conditional Random Field beruht und mit dem "
        "Adam-Verfahren trainiert wird. Das Modell übertrifft den bisherigen Stand der Technik auf allen "
        "Datensätzen deutlich. "
    )
    * 6,
    "Dutch": (
        "Wij stellen een nieuwe methode voor die is gebaseerd op het Conditional Random Field (CRF) model, en die is "
        "getraind met het Adam algoritme. In onze proeven was het model LatticeParser beter dan het Hidden Markov "
        "Model (HMM) in alle talen, of het nu om tekst of om spraak gaat. "
    )
    * 6,
    "Danish": (
        "Vi foreslår en ny metode, der er baseret på Conditional Random Field (CRF), og som er trænet med Adam for at "
        "finde navne. Vores model LatticeParser er bedre end Hidden Markov Model (HMM) for alle sprog, og vi viser at "
        "metoden er god for tekst. "
    )
    * 6,
    "Italian": (
        "Proponiamo un nuovo metodo basato sul modello Conditional Random Field (CRF), addestrato con l'algoritmo "
        "Adam in ogni passo. Il nostro modello LatticeParser supera lo Hidden Markov Model (HMM) in tutti i corpora, "
        "e in media la F-score di ogni modello sale a un valore alto. "
    )
    * 6,
    "French": (
        "Nous proposons une nouvelle méthode fondée sur le modèle Conditional Random Field (CRF), que nous entraînons "
        "avec l'algorithme Adam. Notre modèle LatticeParser dépasse le Hidden Markov Model (HMM) sur tous les corpus. "
    )
    * 6,
    "log": "2026-01-01 00:00:01 INFO Trainer epoch=1 loss=0.123 lr=0.001 model=CRF optimizer=Adam\n" * 40,
    "LaTeX": r"\begin{equation} \mathcal{L}_{CRF} = \sum_{i} \log p(y_i \mid x_i; \theta) \end{equation} " * 12,
    "Russian": "Мы предлагаем новый метод, основанный на модели CRF, и сравниваем его с методом HMM на корпусе. " * 12,
    "Chinese": "我们提出了一种新的方法，该方法基于CRF模型，并在语料库上与HMM模型进行比较。" * 20,
    "broken font": "Wkh txlfn eurzq ira mxpsv ryhu wkh odcb grj zlwk Frqglwlrqdo Udqgrp Ilhogv dqg KPP prghov. " * 12,
    "empty": "",
    "spaces": " \n\n \n",
}  # fmt: skip
