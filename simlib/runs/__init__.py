"""Seasons played, and kept: the request, the engine, what a run holds, its folder."""
