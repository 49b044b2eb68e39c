"""A study: a model, what varies, how it runs, what is kept."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from bough.arithmetic.width import lane_width
from bough.compiled.entries import thread_count
from bough.errors import BoughError, BoughWarning, StateError
from bough.mechanism.checks import remedy, shown, shown_error
from bough.mechanism.description import as_text, fingerprint, from_dict, functions, to_dict
from bough.mechanism.mechanism import Mechanism
from bough.models.texts import model as model_of
from bough.simulation.run.faults import faults_between, faults_in
from bough.simulation.run.manner import SETTINGS, energy_tolerance_of, times_of
from bough.simulation.run.provenance import origin, plain
from bough.simulation.run.simulate import simulate
from bough.studies.identity import identity_of, identity_of_model
from bough.studies.keep.keeping import FIRST, SAMPLES, TIMES, Keep, keeps_of
from bough.studies.keep.quantities import quantity_of
from bough.studies.run.crews import hired
from bough.studies.run.executing import Progress, carry_out, carry_out_by
from bough.studies.run.progress import shown_progress
from bough.studies.run.recipe import RUN, Recipe, built, kin_of, places_of, row_of, settings_of
from bough.studies.run.running import Part, Runner, keep_runner, runner_of
from bough.studies.stores.store import Layout, Variable, open_store
from bough.studies.vary.names import roles_of, units, variables
from bough.studies.vary.plans import Variants, variants_of
from bough.studies.vary.together import LinkedParameters, split

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    from bough.simulation.results.trajectory import Trajectory
    from bough.studies.result import StudyResult

# variants whose lanes are filled together, in small and in large studies; both are multiples of every lane width
UNITS, LARGE = (8, 64), 16_384
CHUNK = 0.25  # seconds that a stored chunk takes to compute on one core
MOST_CHUNKS = 10_000
WORTH_CODE = 8  # variants for each of which code of its own is made, if they cannot share it
PILOT = 0.1  # seconds of computing from which the pace is judged
SAMPLED = 32  # variants that are made to see what differs in mechanisms that a function makes


class Study:
    """Many variants of a mechanism, simulated side by side.

    ``model``: a mechanism; a function ``build(**numbers)`` that makes one; or a text for :func:`bough.model`.

    ``vary``: what varies, by name (:func:`bough.variables` lists what can): a range ``(low, high)``, a list of values, a
    distribution of ``scipy.stats``, :class:`LinkedParameters` for several names at once; or a table, as a DataFrame or the path
    of a CSV file. ``plan``: ``"grid"``, ``"latin-hypercube"``, ``"sobol"``, ``"saltelli"`` (for Sobol indices),
    ``"morris"`` or ``"list"``, with ``runs``, ``points`` of a grid, ``levels`` of Morris's, ``correlation`` by pairs of
    names, ``second_order`` indices, and ``seed``.

    ``run``: arguments of :func:`simulate`. ``keep``: what is kept of each run, by name: ``"max |q.rope|"``, or
    ``("max", function of (t, q, u))``.
    """

    def __init__(
        self,
        model: Mechanism | Callable[..., Mechanism] | str,
        vary: Any,
        run: Mapping[str, Any] | None = None,
        keep: Mapping[str, Any] | None = None,
        *,
        plan: str | None = None,
        runs: int | None = None,
        seed: int = 0,
        points: int | Mapping[str, int] | None = None,
        levels: int | None = None,
        correlation: Mapping[tuple[str, str], float] | None = None,
        second_order: bool = False,
        name: str | None = None,
    ):
        self.model = model_of(model) if isinstance(model, str) else model
        if not isinstance(self.model, Mechanism) and not callable(self.model):
            raise StateError(
                f"a study takes a mechanism, a function that makes one, or a model's name, not {shown(model)}."
            )
        self.keep, self.settings = keeps_of(keep), _settings(run)
        drawn, self.together = split(vary) if isinstance(vary, Mapping) else (vary, {})
        self.variants = variants_of(drawn, plan, runs, seed, points, levels, correlation, second_order)
        own = self.model.name if isinstance(self.model, Mechanism) else getattr(model, "__name__", "study")
        self.name = str(name or own)
        self._stop = threading.Event()
        self._prepare()

    @classmethod
    def restored(
        cls, header: Mapping[str, Any], dataset: xr.Dataset, model: Mechanism | Callable[..., Mechanism] | None = None
    ) -> Study:
        """The study whose results are in a store; ``model``: if the store cannot hold it."""
        identity, provenance = header["identity"], header["provenance"]
        if model is None:
            if "description" not in provenance:
                raise StateError(
                    f"the model of '{provenance['study']}' has functions, which a store cannot hold; give model=…."
                )
            model = from_dict(json.loads(provenance["description"]))
        if (found := plain(identity_of_model(model), "model")) != identity["model"]:
            raise StateError(f"'{found['name']}' is not the model of the study '{provenance['study']}'; give that one.")
        for name, words in identity["keep"].items():
            if not isinstance(words, str):
                raise StateError(
                    f"keep '{name}' is a function, which a store cannot hold; make the study again and run it with this store."
                )
        vary = dict(identity["vary"])
        labels, plan, together, _ = (vary.pop(name) for name in ("names", "plan", "together", "numbers"))
        study = cls.__new__(cls)
        study.model, study.name = model, provenance["study"]
        study.keep, study.settings = keeps_of(identity["keep"]), dict(identity["run"])
        study.together = {label: LinkedParameters(one["names"], None, one["factor"]) for label, one in together.items()}
        columns = {label: dataset[label].values for label in labels}
        study.variants = Variants(columns, plan, vary, provenance["shape"] and tuple(provenance["shape"]))
        study._stop = threading.Event()
        study._prepare()
        return study

    def _prepare(self) -> None:
        """Resolve names, and check everything that can be checked before a run."""
        labels = self.variants.columns
        names = [
            name for label in labels for name in (self.together[label].names if label in self.together else (label,))
        ]
        sample = (
            self._built(name for name in names if "." not in name) if not isinstance(self.model, Mechanism) else None
        )
        self.roles = roles_of(self.model, names, sample)
        draft = Recipe(
            self.model, self.together, {}, self.roles, (), self.settings, self.keep, np.empty(0),
            UNITS[len(self) >= LARGE], lane_width(), len(self) > WORTH_CODE, False, "",
        )  # fmt: skip
        draft = replace(draft, present=self._present(draft, sample))
        made = self._samples(draft)
        self.first = made[0]
        times = self._checked_times(draft)
        self.units = {}
        for name, keep in self.keep.items():
            if keep.reduction == SAMPLES:
                places_of(keep, times)  # raises
            units = _units(made, name, keep)
            self.units[name] = "s" if keep.reduction in (FIRST, *TIMES) else units
        checked = self._are_allowed(draft)
        kin = kin_of(made) if draft.is_built else ()
        self._draft = replace(draft, times=times, is_checked=checked, kin=kin)

    def _present(self, draft: Recipe, sample: Mechanism | None) -> dict[str, float | None]:
        """Numbers that a factor multiplies, by the names that the user gave: the mechanism's, or those where runs start."""
        known = variables(self.model) if self.together else {}
        for label in self.together:
            if label in known:
                raise StateError(
                    f"vary: '{label}' is a number of the model, and here a name for others; choose another name."
                )
        scaled = [name for one in self.together.values() if one.factor for name in one.names]
        found: dict[str, float | None] = {name: known.get(self.roles.canonical[name]) for name in scaled}
        mechanism = self.model if isinstance(self.model, Mechanism) else sample
        if mechanism is not None and (self.roles.q0 or self.roles.u0):
            q, u = draft.usual(mechanism) if draft.is_at_rest else (draft.given(mechanism, x, {}) for x in "qu")
            start = dict(zip((f"q0.{name}" for name in mechanism.q_names), q.tolist(), strict=True))
            start |= zip((f"u0.{name}" for name in mechanism.u_names), u.tolist(), strict=True)
            found |= {name: start[self.roles.canonical[name]] for name in scaled if self.roles.canonical[name] in start}
        return found

    def _checked_times(self, draft: Recipe) -> np.ndarray:
        """The times of samples; raises if simulate would refuse the settings."""
        asked = settings_of([self.first], self.settings)
        given = {name: value for name, value in asked.items() if value is not None and name in SETTINGS}
        for fault in (*(f"run: {words}" for _, words in faults_in(given)), *faults_between(given)):
            raise StateError(fault)
        for letter in "qu":
            draft.given(self.first, letter, {})  # raises
        return times_of(*(asked[name] for name in ("duration", "times", "every", "start", "step")))

    def _built(self, arguments: Iterable[str]) -> Mechanism | None:
        """What the model's function makes of the first variant, if it makes anything of it."""
        try:
            return built(self.model, {name: self.variants.columns[name][0] for name in arguments})
        except Exception:  # (it is the user's, and may raise anything)
            return None

    def _samples(self, recipe: Recipe) -> list[Mechanism]:
        """Mechanisms of some variants: the first, and with a builder those that show what differs."""
        extremes = [
            int(found(values))
            for values in self.variants.columns.values()
            if values.dtype != object
            for found in (np.argmin, np.argmax)
        ]
        spread_out = np.linspace(0, len(self) - 1, min(len(self), SAMPLED)).astype(int).tolist()
        made: list[Mechanism] = []
        error: Exception | None = None
        first = ""
        for k in dict.fromkeys([*spread_out, *extremes]):
            try:
                made.append(recipe.mechanism(self._numbers(recipe, k)))
            except Exception as failure:  # (a builder is the user's, and may raise anything)
                if error is None:
                    error, first = failure, f"variant {k}"
            if made and not recipe.is_built:
                break
        if not made:
            assert error is not None
            reason = str(error) if isinstance(error, BoughError) else shown_error(error)
            raise StateError(f"no variant that was tried can be made; {first}: {reason}") from error
        return made

    def _numbers(self, recipe: Recipe, k: int) -> dict[str, Any]:
        """What decides variant k, by canonical names."""
        return row_of(recipe.numbers(self.variants.part(k, k + 1)), 0)

    def _are_allowed(self, recipe: Recipe) -> bool:
        """Whether the least and the largest value of each parameter are allowed, and so are those between."""
        if recipe.is_built or not self.roles.parameters:
            return True
        if any(".tensor." in name for name in self.roles.parameters):  # (entries of a tensor limit each other)
            return False
        numbers = recipe.numbers(self.variants.columns)
        try:
            for row in {
                int(found(numbers[name])) for name in self.roles.parameters for found in (np.argmin, np.argmax)
            }:
                recipe.mechanism(self._numbers(recipe, row))
        except BoughError:
            return False
        return True

    # --- what it is -------------------------------------------------------------------------------------------------

    @property
    def table(self) -> pd.DataFrame:
        """What varies, a row for each variant."""
        import pandas as pd

        return pd.DataFrame(self.variants.columns).rename_axis("variant")

    def __len__(self) -> int:
        return len(self.variants)

    def variant(self, k: int) -> dict[str, Any]:
        """What varies, of variant k."""
        if not isinstance(k, int | np.integer) or not 0 <= k < len(self):
            raise StateError(f"no variant {shown(k)}: there are {len(self)}, numbered from 0.")
        return {name: values[k] for name, values in self.variants.columns.items()}

    def mechanism_of(self, k: int) -> Mechanism:
        """The mechanism of variant k."""
        self.variant(k)  # raises if there is none
        return self._draft.mechanism(self._numbers(self._draft, k))

    def simulate(self, k: int, **more: Any) -> Trajectory:
        """Run variant k alone, with everything; ``more``: other arguments of :func:`simulate`."""
        mechanism, targets = self.mechanism_of(k), self._numbers(self._draft, k)
        starts = dict(zip(("q0", "u0"), self._draft.starts(mechanism, targets), strict=True))
        return simulate(mechanism, **{**self.settings, **starts, **more})

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Everything that decides the numbers, as plain data."""
        return identity_of(self.model, self.variants, self.together, self.settings, self.keep)

    @cached_property
    def recipe(self) -> Recipe:
        """What workers get; the form of the equations is chosen here, so that it is the same everywhere."""
        identity = {name: self.identity[name] for name in ("model", "run", "keep", "computing")}
        vary, draft = self.identity["vary"], self._draft
        kin = [(fingerprint(one.mechanism), one.names) for one in draft.kin]
        what = [identity, vary["names"], vary["together"], kin, draft.unit, draft.is_large, draft.is_checked]
        draft = replace(draft, key=hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest())
        runner = runner_of(draft)
        if runner.form is None:
            return draft
        found = replace(
            draft,
            run={**draft.run, "formulation": runner.form, "solver": runner.solver},
            key=f"{draft.key} {runner.form} {runner.solver}",
        )
        keep_runner(found, runner)
        return found

    def part(self, first: int, last: int) -> Part:
        """Some variants, to be run anywhere."""
        return Part(self.recipe, self.variants.part(first, last), self._stop)

    # --- running ----------------------------------------------------------------------------------------------------

    def run(
        self,
        store: str | os.PathLike[str] | None = None,
        *,
        on: Any = None,
        workers: int | None = None,
        threads: int | None = None,
        progress: bool | Callable[[Progress], None] | None = None,
    ) -> StudyResult:
        """Run all variants, or those that are missing in the store, and return what came out.

        ``store``: a folder for results (Zarr), or a netCDF file if its name ends with .nc; without one they stay in
        memory. After a crash, a kill or Ctrl-C, the same call goes on where it was.

        ``on``: where to run: None for this process, on ``threads`` (all cores); a Dask client or the address of a
        scheduler; or any executor of ``concurrent.futures``. ``workers``: so many processes on this machine, by Dask.
        ``progress``: a bar on the terminal, by default if it takes longer than a second; or a function that is told.
        """
        from bough.studies.result import StudyResult

        self._stop = threading.Event()

        def chunk() -> int:
            crew()  # before a store is made: if nobody answers, none is left behind
            return self._chunk()

        with hired(on, workers, threads) as crew, open_store(store, self.layout, chunk) as opened:
            if opened.pending():
                with shown_progress(progress, self.name, len(self)) as report:
                    carry_out_by(crew, self, opened, report, self._stop.set)
            result = StudyResult(self, opened.dataset(), None if store is None else os.fspath(store))
        if len(doubtful := result.doubtful):
            warnings.warn(
                f"{len(doubtful):,} of {len(self):,} variants of '{self.name}' cannot be trusted; variant {doubtful[0]}: "
                f"{result['reason'].values[doubtful[0]]}",
                BoughWarning,
                stacklevel=2,
            )
        return result

    def evaluate(self, columns: Mapping[str, ArrayLike], threads: int | None = None) -> xr.Dataset:
        """Run these values of what varies, in memory on all cores: for optimisers."""
        arrays = {name: np.asarray(columns[name]) for name in self.variants.columns}
        count = len(next(iter(arrays.values())))
        other = replace(self.variants, columns=arrays, plan="list", shape=None)
        share = -(-count // (thread_count(threads) * self.recipe.unit)) * self.recipe.unit
        with open_store(None, self._layout(other), lambda: share) as opened:
            carry_out(_Other(self.recipe, other), opened, None, None, lambda progress: None, threads=threads)
            return opened.dataset()

    @cached_property
    def _pace(self) -> float:
        """Seconds that one variant takes on one core, by a pilot; the first call compiles."""
        unit = self.recipe.unit
        runner: Runner = runner_of(self.recipe)
        runner.rows(self.variants.part(0, min(unit, len(self))), self._stop)
        done, begun = 0, time.perf_counter()
        while done == 0 or (done < len(self) and time.perf_counter() - begun < PILOT):
            runner.rows(self.variants.part(done, min(done + unit, len(self))), self._stop)
            done += unit
        return (time.perf_counter() - begun) / min(done, len(self))

    def _chunk(self) -> int:
        """Variants in a stored chunk."""
        unit = self._draft.unit
        wanted = max(CHUNK / self._pace, len(self) / MOST_CHUNKS, 1.0)
        return int(-(-min(wanted, len(self)) // unit) * unit)

    def estimate(self, threads: int | None = None) -> Estimate:
        """What a run will take, from a short pilot."""
        stored = (
            8.0
            * len(self)
            * (len(self.variants.columns) + sum(self._kept_numbers(keep) for keep in self.keep.values()))
        )
        cores = thread_count(threads)
        window = 8.0 * lane_width() * len(self._draft.times) * (self.first.n_q + self.first.n)
        memory = 8.0 * len(self) * len(self.variants.columns) + cores * min(window, 8 * 2**20) + 3e8
        return Estimate(len(self), self._pace * len(self) / cores, cores, 1.0 / self._pace, memory, stored)

    def _kept_numbers(self, keep: Keep) -> int:
        return len(places_of(keep, self._draft.times)) if keep.reduction == SAMPLES else 1

    # --- what is stored ---------------------------------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """How results are stored."""
        return self._layout(self.variants)

    def _layout(self, variants: Variants) -> Layout:
        kept, axes = {}, {}
        for name, keep in self.keep.items():
            dims: tuple[str, ...] = ()
            if keep.reduction == SAMPLES:
                dims = ("time",) if keep.every is None else (f"time of {name}",)
                axes[dims[0]] = self._draft.times[places_of(keep, self._draft.times)]
            kept[name] = Variable(dims, "f8", self.units[name], keep.words)
        provenance = {
            **origin(),
            "study": self.name,
            "plan": variants.plan,
            "shape": variants.shape and list(variants.shape),
        }
        if isinstance(self.model, Mechanism) and not any(True for _ in functions(self.model)):
            provenance["description"] = as_text(to_dict(self.model))
        return Layout(len(variants), variants.columns, self._column_units(), kept, axes, self.identity, provenance)

    def _column_units(self) -> dict[str, str]:
        """Units of what varies, where they are known."""
        alone = {
            label: self.together[label].itself if label in self.together else label for label in self.variants.columns
        }
        names = {label: self.roles.canonical[name] for label, name in alone.items() if name is not None}
        known = units(self.first, names.values())
        return {label: known[name] for label, name in names.items() if known.get(name)}

    def __repr__(self) -> str:
        from bough.studies.words import study_text

        return study_text(self)


class _Other:
    """Other variants of a study, for optimisers."""

    def __init__(self, recipe: Recipe, variants: Variants):
        self._recipe, self._variants = recipe, variants

    def part(self, first: int, last: int) -> Part:
        return Part(self._recipe, self._variants.part(first, last))


@dataclass(frozen=True)
class Estimate:
    """What a study will take, from a short pilot."""

    runs: int
    seconds: float  # in this process
    cores: int
    pace: float  # variants a second on one core
    memory_bytes: float
    store_bytes: float  # before compression

    def __repr__(self) -> str:
        from bough.studies.words import estimate_text

        return estimate_text(self)


def _units(mechanisms: Iterable[Mechanism], name: str, keep: Keep) -> str:
    """The units of what is kept, on the first mechanism that has it; raises if none has."""
    error: StateError | None = None
    for one in mechanisms:
        try:
            return quantity_of(one, name, keep).units
        except StateError as failure:
            error = error or failure
    assert error is not None
    raise error


def _settings(run: Mapping[str, Any] | None) -> dict[str, Any]:
    if run is not None and not isinstance(run, Mapping):
        raise StateError(f"run must be arguments of simulate by name, as in {{'duration': 2.0}}, not {shown(run)}.")
    found = {name: value for name, value in (run or {}).items() if value is not None}
    for name in found:
        if name in inspect.signature(simulate).parameters and name not in RUN:
            raise StateError(f"run: '{name}' is not for studies; leave it out.")
        if name not in RUN:
            raise StateError(f"run: no argument {shown(name)} of simulate: {remedy(name, RUN)}")
    energy_tolerance_of(found.get("energy_tolerance"))
    return found
