"""Tables and figures of the four papers, made by running bough: a file for each paper, and a report."""

from bough.papers.report import papers

__all__ = ["papers"]
