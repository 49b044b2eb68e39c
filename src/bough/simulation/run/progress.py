"""The progress bar of runs."""

from bough.compiled.progress import progress_bar as progress_bar  # for all that runs
