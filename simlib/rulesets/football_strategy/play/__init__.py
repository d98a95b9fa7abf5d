"""The rules as played: arrays, state, plays."""
