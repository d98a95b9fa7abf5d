"""Equilibrium mixes solved: who should call what, when the other does too."""
