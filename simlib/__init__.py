"""Replay football seasons under classic board games, and say how true they are."""
