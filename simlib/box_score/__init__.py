"""One game to read: line score, scoring summary, box scores, drives, play-by-play."""
