"""Team sheets: read, rated from real statistics, changed, printed."""
