"""Modes of a linear model: frequencies, dampings and shapes, and how much of each is where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, overload

import numpy as np

from bough.errors import StateError
from bough.linear.eigen import Pairs
from bough.linear.slopes import Slopes
from bough.linear.tangent import Complex, units_of
from bough.mechanism.checks import shown

if TYPE_CHECKING:
    import xarray as xr

    from bough.simulation.results.trajectory import Trajectory

MOST_PARTS, LEAST_PART = 3, 0.05  # velocities that a table names, each with at least this share of the largest
MOST_ROWS = 40
MOST_STILL = 3  # modes at rest that have rows of their own


class Mode:
    """A motion Re(shape · exp(eigenvalue · t)) that a linear model can make by itself.

    ``number``: its place in the list; ``eigenvalue``: 1/s. ``shape`` is scaled so that its largest entry is one.
    """

    def __init__(self, slopes: Slopes, number: int, eigenvalue: complex, motion: Complex, shares: np.ndarray):
        self._slopes, self._point = slopes, slopes.point
        self.number, self.eigenvalue = number, complex(eigenvalue)
        self._motion = _scaled(slopes, motion)  # x, along independent velocities
        self._shares = shares

    @property
    def angular(self) -> float:
        """Natural angular frequency |λ| in rad/s; zero for a mode that does not oscillate."""
        return abs(self.eigenvalue) if self.oscillates else 0.0

    @property
    def frequency(self) -> float:
        """Natural frequency |λ|/2π in Hz; zero for a mode that does not oscillate."""
        return self.angular / (2 * np.pi)

    @property
    def damped_frequency(self) -> float:
        """The frequency at which it oscillates, Im(λ)/2π in Hz."""
        return abs(self.eigenvalue.imag) / (2 * np.pi)

    @property
    def damping(self) -> float:
        """Damping ratio -Re(λ)/|λ|: negative for a mode that grows, zero for one at rest."""
        return -self.eigenvalue.real / abs(self.eigenvalue) if self.eigenvalue else 0.0

    @property
    def time_constant(self) -> float:
        """Seconds in which it decays to 1/e, negative if it grows; infinite without damping."""
        return -1.0 / self.eigenvalue.real if self.eigenvalue.real else np.inf

    @property
    def oscillates(self) -> bool:
        """Whether its eigenvalue is one of a complex pair."""
        return self.eigenvalue.imag != 0.0

    @property
    def is_stable(self) -> bool:
        """Whether it decays, or at least does not grow (to a billionth of its eigenvalue)."""
        return self.eigenvalue.real <= 1e-9 * abs(self.eigenvalue)

    @cached_property
    def shape(self) -> xr.DataArray:
        """Complex amplitudes along all velocities, by name, in radians and metres; the largest is one.

        Shifts are compared with turns in units of the machine's size.
        """
        import xarray as xr

        mechanism = self._point.mechanism
        units = [unit.removesuffix("/s") for unit in mechanism.u_units]
        coords = {"velocity": list(mechanism.u_names), "units": ("velocity", units)}
        return xr.DataArray(self.amplitudes, coords, ("velocity",), "shape")

    @property
    def amplitudes(self) -> Complex:
        """The numbers of ``shape``."""
        return self._point.whole(self._motion)

    @cached_property
    def participation(self) -> xr.DataArray:
        """How much each independent velocity takes part, by name; the sum is one.

        It is the product of the entries of left and right eigenvector.
        """
        import xarray as xr

        return xr.DataArray(self._shares, {"velocity": list(self._point.names)}, ("velocity",), "participation")

    @cached_property
    def bodies(self) -> xr.Dataset:
        """``displacement`` of each body's centre of mass and ``turn`` of the body, along ground axes, complex."""
        from bough.linear.shapes import motion_of_bodies

        return motion_of_bodies(self)

    @cached_property
    def kinetic(self) -> xr.DataArray:
        """The share of each body in the kinetic energy, and that of armatures if there are any; the sum is one."""
        from bough.linear.shapes import kinetic_shares

        return kinetic_shares(self)

    @cached_property
    def potential(self) -> xr.DataArray:
        """The share of each force, and of gravity, in the work against the motion: shape · K shape, of all one.

        With loops there is also the share of their reactions; a negative share destabilises.
        """
        from bough.linear.shapes import potential_shares

        return potential_shares(self)

    def trajectory(self, amplitude: float | None = None, cycles: float = 2.0, samples: int = 60) -> Trajectory:
        """The mode as a motion to look at, without its decay; loops stay closed.

        ``amplitude``: of the largest entry of the shape, in radians or metres; by default, what is well to be seen.
        ``cycles``: how many; a mode that does not oscillate goes to its amplitude and back, a second each way.
        ``samples``: of each cycle. The motion is exaggerated: it is no solution of the equations of motion.
        """
        from bough.linear.shapes import trajectory

        return trajectory(self, amplitude, cycles, samples)

    def __repr__(self) -> str:
        return f"mode {self.number}: {', '.join(part for part in _words(self) if part)}"


def _scaled(slopes: Slopes, motion: Complex) -> Complex:
    """The largest entry becomes one; for the comparison all velocities have comparable units."""
    point = slopes.point
    whole = point.whole(motion)
    size = units_of(point, every=True)
    places = np.abs(whole) / size
    largest = places.max(initial=0.0)
    if not largest:
        return motion
    k = int(np.argmax(places >= largest * (1.0 - 1e-9)))  # (the first of equal ones)
    found: Complex = motion / whole[k]
    return found


def _words(mode: Mode) -> tuple[str, str, str, str]:
    """Frequency, damping, time constant, and the largest parts of the shape."""
    value = mode.eigenvalue
    if mode.oscillates:
        frequency = f"{mode.frequency:.5g} Hz"
        damping = "" if mode.is_stable and mode.damping <= 1e-9 else f"damping {100 * mode.damping:.3g} %"
    else:
        frequency, damping = ("at rest" if not value else "decays" if value.real < 0.0 else "grows"), ""
    lasting = abs(value.real) > 1e-9 * abs(value)
    time = f"1/e in {abs(mode.time_constant):.4g} s" if lasting else ""
    if lasting and value.real > 0.0:
        time = time.replace("1/e", "e times")
    return frequency, damping, time, _parts(mode)


def _parts(mode: Mode) -> str:
    point = mode._point
    values, units = mode.amplitudes, units_of(point, every=True)
    sizes = np.abs(values) / units
    order = np.argsort(-sizes, kind="stable")
    chosen = [k for k in order[:MOST_PARTS] if sizes[k] >= LEAST_PART * sizes[order[0]]]
    return ", ".join(f"{point.mechanism.u_names[k]} {_phased(values[k])}" for k in chosen)


def _phased(value: complex) -> str:
    """1.00, -0.71, or 0.71∠90°."""
    angle = np.degrees(np.angle(value))
    if abs(value.imag) <= 0.02 * abs(value):
        return f"{value.real:.2f}"
    return f"{abs(value):.2f}∠{angle:.0f}°"


class Modes(Sequence[Mode]):
    """The modes of a linear model, sorted by frequency; those that do not oscillate come first."""

    def __init__(self, slopes: Slopes, pairs: Pairs, total: int | None = None, notes: Sequence[str] = ()):
        values = pairs.values
        order = np.lexsort((values.real, np.where(values.imag != 0.0, np.abs(values), 0.0)))
        self._modes = [
            Mode(slopes, number, values[k], pairs.right[:, k], pairs.shares[:, k]) for number, k in enumerate(order)
        ]
        self._slopes, self._total, self.notes = slopes, total, tuple(notes)
        self.left = pairs.left[:, order] if pairs.left.size else None

    def __len__(self) -> int:
        return len(self._modes)

    @overload
    def __getitem__(self, k: int) -> Mode: ...

    @overload
    def __getitem__(self, k: slice) -> list[Mode]: ...

    def __getitem__(self, k: int | slice) -> Mode | list[Mode]:
        if isinstance(k, slice):
            return self._modes[k]
        try:
            return self._modes[k]
        except (IndexError, TypeError):
            raise StateError(f"no mode {shown(k)}: there are {len(self)}, numbered from 0.") from None

    def __iter__(self) -> Iterator[Mode]:
        return iter(self._modes)

    @property
    def frequencies(self) -> np.ndarray:
        """Natural frequencies in Hz."""
        return np.array([mode.frequency for mode in self])

    @property
    def dampings(self) -> np.ndarray:
        """Damping ratios."""
        return np.array([mode.damping for mode in self])

    @property
    def eigenvalues(self) -> Complex:
        """Eigenvalues, one of each complex pair."""
        return np.array([mode.eigenvalue for mode in self], complex)

    def dataset(self) -> xr.Dataset:
        """Everything as labelled arrays: ``frequency``, ``damping``, ``eigenvalue``, ``time_constant``, ``shape``."""
        import xarray as xr

        names = self._slopes.point.mechanism.u_names
        shapes = np.array([mode.amplitudes for mode in self], complex).reshape(len(self), len(names))
        one = {
            "frequency": (self.frequencies, "Hz"),
            "damping": (self.dampings, "1"),
            "eigenvalue": (self.eigenvalues, "1/s"),
            "time_constant": (np.array([mode.time_constant for mode in self]), "s"),
        }
        variables = {name: ("mode", values, {"units": unit}) for name, (values, unit) in one.items()}
        coords = {"mode": np.arange(len(self)), "velocity": list(names)}
        return xr.Dataset({**variables, "shape": (("mode", "velocity"), shapes)}, coords)

    def __repr__(self) -> str:
        point = self._slopes.point
        total = f" of {self._total}" if self._total and self._total > len(self) else ""
        head = f"{len(self)}{total} mode{'s' * (len(self) != 1 or bool(total))} of '{point.mechanism.name}'"
        if not len(self):
            return f"{head}: no degree of freedom"
        rows = [("", "frequency", "damping", "", "largest parts of the shape")]
        still = [mode.number for mode in self if not mode.eigenvalue]
        for mode in self[:MOST_ROWS]:
            if len(still) > MOST_STILL and mode.number in still[1:]:
                continue  # (all in one row)
            frequency, damping, time, parts = _words(mode)
            number = str(mode.number)
            if len(still) > MOST_STILL and mode.number == still[0]:
                number, parts = f"{still[0]}…{still[-1]}", f"{len(still)} modes"
            rows.append((number, frequency, damping.removeprefix("damping "), time, parts))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                cell.rjust(width) if k < 3 else cell.ljust(width)
                for k, (cell, width) in enumerate(zip(row, widths, strict=True))
                if width
            ).rstrip()
            for row in rows
        ]
        if len(self) > MOST_ROWS:
            lines.append(f"… and {len(self) - MOST_ROWS} more")
        return "\n".join((head, *lines, *self.notes))
