"""Where the data that come with simlib lie."""

from pathlib import Path


def data_folder(kind: str) -> Path:
    """Folder of the shipped "charts" or "teams": in the wheel, else beside simlib/ in a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "_data" / kind
    return installed if installed.is_dir() else package.parent / kind
