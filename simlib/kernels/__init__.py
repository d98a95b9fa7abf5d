"""Compiled football that no game owns: integers and arrays, no files, no frames."""
