"""Replays held against reality: deviations, spread, rolls, coverage, two runs side by side."""
