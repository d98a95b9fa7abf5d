"""The charts: read, and their lost cells solved."""
