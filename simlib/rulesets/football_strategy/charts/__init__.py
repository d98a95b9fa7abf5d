"""The charts: read, and the table of place kicks solved."""
