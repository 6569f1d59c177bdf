"""Precision, recall, nDCG, F1, agreement and significance, over plain sequences."""
