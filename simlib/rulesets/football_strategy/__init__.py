"""Football Strategy (Avalon Hill)."""
