"""Frozen opponents, one module per game: `BASELINES: dict[str, Callable[[], LabPlayer]]`, weights included.

A baseline is never bettered: figures of different years are compared through it.
"""
