"""Weights of small trained parts, each with its held-out score beside it."""
