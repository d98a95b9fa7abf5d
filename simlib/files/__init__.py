"""Text on disk made into checked, frozen values; nothing here plays or prints."""
