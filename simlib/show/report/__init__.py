"""The report a person would read: one HTML file that holds everything, and each of its figures alone."""

from simlib.judge.evidence import Evidence, gather
from simlib.show.report.page import report_html, save_report

__all__ = ["Evidence", "gather", "report_html", "save_report"]
