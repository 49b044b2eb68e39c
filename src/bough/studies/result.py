"""What came out of a study, by variant, and what follows from it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from bough.errors import StateError
from bough.mechanism.checks import remedy, shown
from bough.typing import AnyPath

if TYPE_CHECKING:
    from pathlib import Path

    import xarray as xr
    from matplotlib.figure import Figure

    from bough.mechanism.mechanism import Mechanism
    from bough.simulation.results.trajectory import Trajectory
    from bough.studies.answers.best import Best, Where
    from bough.studies.answers.sensitivity import Sensitivity
    from bough.studies.study import Study

T = TypeVar("T")


def open_study(path: str | os.PathLike[str], model: Mechanism | Callable[..., Mechanism] | None = None) -> StudyResult:
    """What a study has left in a store, finished or not.

    ``model``: needed if it is a function, or has functions, which a store cannot hold.
    """
    from bough.studies.stores.store import open_results
    from bough.studies.study import Study

    dataset, header = open_results(path)
    return StudyResult(Study.restored(header, dataset, model), dataset, os.fspath(path))


class StudyResult:
    """The results of a study.

    ``dataset``: an xarray Dataset along ``variant``, with what varied as coordinates and what was kept as variables;
    ``status`` is ``completed``, ``failed`` or ``pending``, ``reason`` says why a variant failed. ``study``: what was run.
    ``path``: the store, if there is one.
    """

    def __init__(self, study: Study, dataset: xr.Dataset, path: str | None = None):
        self.study, self.dataset, self.path = study, dataset, path

    def __len__(self) -> int:
        return int(self.dataset.sizes["variant"])

    def __getitem__(self, name: str) -> xr.DataArray:
        """What was kept, or what varied, by name."""
        if name not in self.dataset.variables:
            known = [*self.kept, *self.varied, "status", "reason"]
            raise StateError(f"no result {shown(name)} of '{self.study.name}': {remedy(name, known)}")
        return self.dataset[name]

    @property
    def varied(self) -> tuple[str, ...]:
        """The names of what varied."""
        return tuple(self.study.variants.columns)

    @property
    def kept(self) -> tuple[str, ...]:
        """The names of what was kept."""
        return tuple(self.study.keep)

    @property
    def settings(self) -> dict[str, Any]:
        """Everything that decides the numbers, as plain data."""
        return self.study.identity

    @property
    def failed(self) -> np.ndarray:
        """The numbers of variants that failed."""
        return np.flatnonzero(self.dataset["status"].values == "failed")

    @property
    def doubtful(self) -> np.ndarray:
        """The numbers of variants that were completed, but lost energy that they should keep; ``reason`` says how much."""
        completed = np.flatnonzero(self.dataset["status"].values == "completed")
        return completed[self.dataset["reason"].values[completed] != ""]

    def run(self, variant: int, **more: Any) -> Trajectory:
        """The motion of a variant, simulated again with everything; ``more``: other arguments of :func:`simulate`."""
        return self.study.simulate(variant, **more)

    # --- answers ----------------------------------------------------------------------------------------------------

    def best(self, name: str | None = None, largest: bool = False, where: Where | None = None) -> Best:
        """The completed variant with the least (or largest) kept number; see :func:`bough.studies.answers.best.best`."""
        from bough.studies.answers.best import best

        return best(self, name, largest, where)

    def sensitivity(
        self, name: str | Sequence[str] | None = None, method: str | None = None, **options: Any
    ) -> Sensitivity:
        """How much each varied number matters for a kept one; see :func:`bough.studies.answers.sensitivity.sensitivity`."""
        from bough.studies.answers.sensitivity import sensitivity

        return sensitivity(self, name, method, **options)

    def plot(
        self,
        what: str | None = None,
        name: str | Sequence[str] | None = None,
        *,
        along: str | Sequence[str] | None = None,
        path: AnyPath | None = None,
    ) -> Figure:
        """A ``heat map``, ``scatter``, ``parallel``, ``tornado`` or ``front``; by default what fits the plan.

        ``name``: of kept numbers; ``along``: of varied ones; ``path``: a file for the picture.
        """
        from bough.studies.show.plots import plot

        return plot(self, what, name, along=along, path=path)

    def report(self, path: AnyPath, title: str | None = None) -> None:
        """Write one page with what varied, what came out, pictures, and the settings to repeat it."""
        from bough.studies.show.report import report

        report(self, path, title)

    def view(self, path: AnyPath, runs: Sequence[int] | None = None, **options: Any) -> None:
        """Write a page on which some variants move at the same time; ``runs``: their numbers, by default a few.

        Their motions are computed again. Options as for :func:`bough.view`: ``layout="side"`` sets them side by side.
        """
        from bough.simulation.view.showing import view

        self._shown(lambda found, **all_options: view(found, path, **all_options), runs, options)

    def show(self, runs: Sequence[int] | None = None, **options: Any) -> Path:
        """Open such a page in the browser, and return its path."""
        from bough.simulation.view.showing import show

        return self._shown(show, runs, options)

    def _shown(self, job: Callable[..., T], runs: Sequence[int] | None, options: dict[str, Any]) -> T:
        """Call a function with motions by labels and the options of a page; what the study keeps is plotted, if it can be."""
        from bough.studies.show.viewing import plots_to_show, variants_to_show

        found, notes = variants_to_show(self, runs)
        options = {"title": f"Study of {self.study.name}", "notes": notes, **options}
        plots = None if "plots" in options else plots_to_show(self)
        if plots is not None:
            with suppress(StateError):  # pages of large mechanisms leave series out
                return job(found, plots=plots, **options)
        return job(found, **options)

    def to_netcdf(self, path: str | os.PathLike[str]) -> None:
        """Write everything to one netCDF file."""
        from bough.extras import need
        from bough.files import written

        need("netCDF files")
        with written(path) as beside:
            self.dataset.load().to_netcdf(beside, engine="h5netcdf")

    def __repr__(self) -> str:
        from bough.studies.words import result_text

        return result_text(self)

    def _repr_html_(self) -> str:
        """What varied and what came out, for notebooks."""
        from bough.studies.show.notebook import study_html

        return study_html(self)
