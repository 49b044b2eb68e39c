"""Integrators by name, as tables of coefficients that the compiled loops read; the largest is taken from SciPy.

A stage s starts from y + h Σ a[s, j] f_j; a step ends at y + h Σ b[s] f_s. Further rows are the slope at its end, and
the stages that a method needs for states within a step (``dense``). See ``CONTRIBUTING.md`` for how to add one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from runpy import run_path

import numpy as np
import scipy
from numpy.polynomial.polynomial import polyfromroots
from numpy.typing import ArrayLike

WIDTH = 16  # most stages
EXPLICIT, ADAPTIVE, COLLOCATION, VERLET, EULER = "explicit", "adaptive", "collocation", "verlet", "euler"
IMPLICIT = "implicit"  # adaptive, too
# the loops of steps of symplectic methods for momenta, where loops of the mechanism are closed
RATTLE = "rattle"  # takes rates of the open tree
MANIFOLD = {COLLOCATION: "projected collocation", VERLET: RATTLE}
VELOCITIES, MOMENTA = "velocities", "momenta"


def _table(rows: int, width: int, values: ArrayLike = ()) -> np.ndarray:
    table = np.zeros((rows, width))
    given = np.asarray(values, float)
    if given.size:
        given = given.reshape(len(given), -1)
        table[: given.shape[0], : given.shape[1]] = given
    return table


@dataclass(frozen=True)
class Method:
    """An integrator: its coefficients, the loop that runs it, and what it integrates."""

    name: str
    summary: str
    reference: str
    order: int
    loop: str
    stages: int = 0
    a: np.ndarray = field(default_factory=lambda: _table(0, WIDTH))
    b: np.ndarray = field(default_factory=lambda: _table(0, 1))
    e: np.ndarray = field(default_factory=lambda: _table(0, 2))  # weights of one or two estimates of a step's error
    dense: np.ndarray = field(
        default_factory=lambda: _table(0, 8)
    )  # weights of the slopes within a step: powers x, x², …
    predict: np.ndarray = field(
        default_factory=lambda: _table(0, WIDTH)
    )  # slopes of the next step from those of this one
    c: np.ndarray = field(default_factory=lambda: _table(0, WIDTH))  # of an implicit method (``rosenbrock.py``)
    symplectic: bool = False
    takes: tuple[str, ...] = (VELOCITIES, MOMENTA)  # what it can integrate beside q; the first is what ``auto`` takes

    @cached_property
    def is_adaptive(self) -> bool:
        return self.loop in (ADAPTIVE, IMPLICIT)

    @cached_property
    def rows(self) -> int:
        """Slopes that it keeps within a step."""
        return len(self.a)


def _explicit(name: str, summary: str, reference: str, order: int, a: ArrayLike, b: np.ndarray) -> Method:
    n = len(b)
    return Method(name, summary, reference, order, EXPLICIT, n, _table(n, WIDTH, a), _table(n, 1, b))


def _dopri5() -> Method:
    b = np.array((35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84))
    a = (
        (0, 0, 0, 0, 0, 0),
        (1 / 5, 0, 0, 0, 0, 0),
        (3 / 40, 9 / 40, 0, 0, 0, 0),
        (44 / 45, -56 / 15, 32 / 9, 0, 0, 0),
        (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0),
        (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0),
        b.tolist(),
    )
    e = (-71 / 57600, 0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40)
    dense = (  # Shampine's
        (1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432),
        (0, 0, 0, 0),
        (0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799),
        (0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072),
        (0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632),
        (0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844),
        (0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423),
    )
    return Method(
        "dopri5", "Dormand and Prince's 5(4), adaptive: for moderate tolerances", "Hairer, Nørsett, Wanner I, II.5", 5, ADAPTIVE, len(b),
        _table(7, WIDTH, a), _table(7, 1, b), _table(7, 2, e), _table(7, 8, dense),
    )  # fmt: skip


def _dop853() -> Method:
    # (SciPy's numbers from their own file: to import scipy.integrate takes a third of a second)
    known = run_path(str(Path(scipy.__path__[0], "integrate", "_ivp", "dop853_coefficients.py")))
    n, b, d = known["N_STAGES"], known["B"], known["D"]
    rows = d.shape[1]
    a = np.zeros((rows, WIDTH))
    a[:, : known["A"].shape[1]] = known["A"]
    a[n, :n] = b
    e = np.stack((known["E5"], known["E3"]), axis=1)
    # y + x(F0 + (1 - x)(F1 + x(F2 + …))), each F a sum of slopes; as weights of the slopes for every power of x
    slopes = np.eye(rows)
    end = np.append(b, np.zeros(rows - n))
    parts = [end, slopes[0] - end, 2 * end - slopes[n] - slopes[0], *d]
    dense, factor = np.zeros((rows, 8)), np.polynomial.Polynomial([1.0])
    for k, part in enumerate(parts):
        factor = factor * np.polynomial.Polynomial([0.0, 1.0] if k % 2 == 0 else [1.0, -1.0])
        dense[:, : factor.degree()] += np.outer(part, factor.coef[1:])
    return Method(
        "dop853", "Dormand and Prince's 8(5,3), adaptive: for tight tolerances", "Hairer, Nørsett, Wanner I, II.10", 8, ADAPTIVE, n,
        a, _table(rows, 1, b), _table(rows, 2, e), dense,
    )  # fmt: skip


def _rodas5p() -> Method:
    """Steinebach's numbers: rows of a and c below their diagonals, and of what states within a step follow from."""
    gamma, n = 0.21193756319429014, 8
    last = (-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946)
    lower_a = (
        (),
        (3.0,),
        (2.849394379747939, 0.45842242204463923),
        (-6.954028509809101, 2.489845061869568, -10.358996098473584),
        (2.8029986275628964, 0.5072464736228206, -0.3988312541770524, -0.04721187230404641),
        last,
        (*last, 1.0),
        (*last, 1.0, 1.0),
        (*last, 1.0, 1.0, 1.0),
    )
    lower_c = (
        (),
        (-14.155112264123755,),
        (-17.97296035885952, -2.859693295451294),
        (147.12150275711716, -1.41221402718213, 71.68940251302358),
        (165.43517024871676, -0.4592823456491126, 42.90938336958603, -5.961986721573306),
        (24.854864614690072, -3.0009227002832186, 47.4931110020768, 5.5814197821558125, -0.6610691825249471),
        (30.91273214028599, -3.1208243349937974, 77.79954646070892, 34.28646028294783, -19.097331116725623, -28.087943162872662),
        (37.80277123390563, -3.2571969029072276, 112.26918849496327, 66.9347231244047, -40.06618937091002, -54.66780262877968, -9.48861652309627),
    )  # fmt: skip
    within = np.array((
        (25.948786856663858, -2.5579724845846235, 10.433815404888879, -2.3679251022685204, 0.524948541321073, 1.1241088310450404, 0.4272876194431874, -0.17202221070155493),
        (-9.91568850695171, -0.9689944594115154, 3.0438037242978453, -24.495224566215796, 20.176138334709044, 15.98066361424651, -6.789040303419874, -6.710236069923372),
        (11.419903575922262, 2.8879645146136994, 72.92137995996029, 80.12511834622643, -52.072871366152654, -59.78993625266729, -0.15582684282751913, 4.883087185713722),
    ))  # fmt: skip
    a, c, e = _table(n + 1, WIDTH), _table(n, WIDTH), _table(n + 1, 2)
    for table, rows in ((a, lower_a), (c, lower_c)):
        for k, row in enumerate(rows):
            table[k, : len(row)] = row
    c[range(n), range(n)] = 1.0 / gamma
    e[n - 1, 0] = 1.0
    # y + x(y₁ - y) + x(1 - x)(H₀ + x(H₁ + x H₂)), each H a sum of slopes
    b, dense = a[n, :n], _table(n + 1, 8)
    dense[:n, 0] = b + within[0]
    dense[:n, 1:3] = np.diff(within, axis=0).T
    dense[:n, 3] = -within[2]
    return Method(
        "rodas5p", "Steinebach's Rosenbrock method 5(4), adaptive: for stiff mechanisms", "Steinebach, BIT 63:27, 2023", 5, IMPLICIT, n,
        a, _table(n + 1, 1, b), e, dense, takes=(VELOCITIES,), c=c,
    )  # fmt: skip


def _gauss(name: str, stages: int, summary: str) -> Method:
    """Collocation at Gauss's points: a, b integrate the polynomials that are 1 at one point and 0 at the others."""
    points = 0.5 * (np.polynomial.legendre.leggauss(stages)[0] + 1.0)
    bases = []
    for k in range(stages):
        others = np.delete(points, k)
        bases.append(np.polynomial.Polynomial(polyfromroots(others)) / np.prod(points[k] - others))
    a = np.stack([base.integ()(points) for base in bases], axis=1)
    b = [base.integ()(1.0) for base in bases]
    predict = np.stack([base(1.0 + points) for base in bases], axis=1)
    return Method(
        name, summary, "Hairer, Lubich, Wanner, II.1", 2 * stages, COLLOCATION, stages,
        _table(stages, WIDTH, a), _table(stages, 1, b), predict=_table(stages, WIDTH, predict),
        symplectic=True, takes=(MOMENTA, VELOCITIES),
    )  # fmt: skip


@cache
def methods() -> dict[str, Method]:
    """All native integrators, by name."""
    half = ((0, 0, 0, 0), (0.5, 0, 0, 0), (0, 0.5, 0, 0), (0, 0, 1, 0))
    found = (
        _dop853(),
        _dopri5(),
        _rodas5p(),
        _explicit(
            "rk4",
            "Runge and Kutta's classical method, fixed step",
            "Hairer, Nørsett, Wanner I, II.1",
            4,
            half,
            np.array((1, 2, 2, 1)) / 6.0,
        ),
        Method(
            "semi-implicit-euler",
            "velocities first, then coordinates with the new velocities, fixed step",
            "Hairer, Lubich, Wanner, I.1.2",
            1,
            EULER,
            takes=(VELOCITIES,),
        ),
        Method(
            "verlet",
            "Störmer and Verlet's method for momenta, fixed step, symplectic",
            "Hairer, Lubich, Wanner, VI.3 (3.4)",
            2,
            VERLET,
            1,
            symplectic=True,
            takes=(MOMENTA,),
        ),
        _gauss("midpoint", 1, "implicit midpoint rule, fixed step, symplectic"),
        _gauss("gauss4", 2, "Gauss and Legendre's collocation of order 4, fixed step, symplectic"),
        _gauss("gauss6", 3, "Gauss and Legendre's collocation of order 6, fixed step, symplectic"),
    )
    return {method.name: method for method in found}
