"""Whether the function of a user's own joint is a motion: it is tried over the range of its coordinates.

At every point the numbers must be finite, the rotation a rotation and the columns of A independent; along lines neither
the pose nor A may jump. What fails is searched for between the points, too, and told with its coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from bough.errors import MechanismError
from bough.mechanism.joints.own.motion import OwnMotion
from bough.mechanism.joints.own.programs import PLACE, SEARCH
from bough.mechanism.joints.own.surface import OwnSurface

Ranges = Sequence[tuple[float, float]]
POINTS = {1: 257, 2: 33, 3: 13, 4: 7, 5: 5, 6: 4}  # per coordinate, by the number of coordinates
BREAKING = {"where", "curve", "arctan2", "floor", "/"}  # operations without which nothing jumps
LINES = 2  # of each direction, on which jumps are looked for
STEPS_OF_LINES = 128  # pieces of a line
HALVINGS = 24  # of a piece
# least share of the largest singular value of A, its columns scaled to their largest lengths, that the smallest may be
DEPENDENT = 1e-7
# a search may end beyond a range by the largest of these shares of its width for which it finds the coordinates there
MARGINS, LEAST_MARGIN = (1e-2, 1e-4), 1e-9
# how many widths beyond a range, and at how many points per width, a pose is looked for, by the number of coordinates;
# from how many of these points, the nearest, steps are tried
BEYOND, TRIED = {1: (64, 32), 2: (2, 16), 3: (1, 8)}, 64
# starts of a search per coordinate, by the number of coordinates: the fewest of these that find all of them
SEEDS = {1: (9, 33, 129), 2: (5,), 3: (3,)}
NEWTON_STEPS = 8  # times the steps of a search, to a pose that fulfils constraints
OPEN = 1e-9  # residuals and distances beyond this share of a mechanism's size are open
# a gradient vanishes if it takes more than 1e9 sizes of the mechanism to close a residual along it; sines of angles
# between gradients below which the search takes them for one
UNREACHED, SAME = 1e-9, 2e-6
JUMP = 1e-6  # least share of the size that counts as a jump


def check_motion(motion: OwnMotion, over: Ranges, whose: str) -> None:
    """Raise an error if a function is not a motion, with the coordinates at which it fails."""
    points = grid(over)
    placed = motion.over(PLACE, points)
    _refuse(motion, whose, points[~np.isfinite(placed).all(axis=1)], "is not a finite number", "narrow its range over=")
    rotation = placed[:, :9].reshape(-1, 3, 3)
    error = np.abs(np.swapaxes(rotation, 1, 2) @ rotation - np.eye(3)).max(axis=(1, 2))
    _refuse(motion, whose, points[error > 1e-9], "has a matrix that is no rotation", "orthonormalise it")
    _refuse(
        motion,
        whose,
        points[np.linalg.det(rotation) < 0.0],
        "has a matrix that mirrors the body",
        "swap two of its axes",
    )
    _check_rank(motion, points, placed, over, whose)
    if not BREAKING.isdisjoint(motion.operations):
        _check_jumps(motion, over, whose)


def grid(over: Ranges) -> np.ndarray:
    """Points all over the range, the ends included."""
    count = POINTS[len(over)]
    axes = np.meshgrid(*(np.linspace(low, high, count) for low, high in over), indexing="ij")
    return np.stack([axis.ravel() for axis in axes], axis=1)


def _refuse(motion: OwnMotion, whose: str, points: np.ndarray, what: str, remedy: str) -> None:
    if len(points):
        raise MechanismError(f"{whose}: its motion {what} at {named(motion, points[0])}; {remedy}.", argument="pose")


def named(motion: OwnMotion, point: Iterable[float], widths: Iterable[float] | None = None) -> str:
    """Coordinates by their names; ``widths``: how exactly a search has found each, 0 for one that was given."""
    widths = [0.0] * motion.count if widths is None else widths
    return ", ".join(
        f"{name} = {_rounded(x, width):.6g}" for name, x, width in zip(motion.names, point, widths, strict=True)
    )


def _rounded(x: float, width: float) -> float:
    """A number without the digits that mean nothing, so that a search for 0 ends at 0."""
    return round(float(x), -math.ceil(math.log10(4.0 * width))) + 0.0 if width > 0.0 else float(x)


def _columns(motion: OwnMotion, placed: np.ndarray) -> np.ndarray:
    return np.swapaxes(placed[:, 12:].reshape(-1, motion.count, 6), 1, 2)


def _check_rank(motion: OwnMotion, points: np.ndarray, placed: np.ndarray, over: Ranges, whose: str) -> None:
    """Look for the smallest singular value, first on the grid, then on finer and finer ones around the worst point."""
    columns = _columns(motion, placed)
    size = np.maximum(np.sqrt((columns**2).sum(axis=1)).max(axis=0), 1e-300)
    low, high = np.array(over).T
    step = (high - low) / (POINTS[len(over)] - 1)
    moves = np.stack(
        [axis.ravel() for axis in np.meshgrid(*[(-1.0, -0.5, 0.0, 0.5, 1.0)] * len(over), indexing="ij")], 1
    )
    worst = _least_value(columns / size)
    point = points[worst.argmin()]
    for _ in range(40):
        near = np.clip(point + step * moves, low, high)
        values = _least_value(_columns(motion, motion.over(PLACE, near)) / size)
        if not np.isfinite(values).all():
            _refuse(motion, whose, near[~np.isfinite(values)], "is not a finite number", "narrow its range over=")
        point, width, step = near[values.argmin()], step, 0.5 * step
        if values.min() < DEPENDENT:
            which = "its column vanishes" if motion.count == 1 else "its columns are dependent"
            raise MechanismError(
                f"{whose}: its motion loses a degree of freedom at {named(motion, point, width)}, where {which}; choose "
                "other coordinates, or a range over= without that point.",
                argument="pose",
            )


def _least_value(columns: np.ndarray) -> np.ndarray:
    """The smallest singular values, NaN where the numbers are not finite."""
    finite = np.isfinite(columns).all(axis=(1, 2))
    found = np.full(len(columns), np.nan)
    found[finite] = np.linalg.svd(columns[finite], compute_uv=False)[:, -1]
    return found


def _check_jumps(motion: OwnMotion, over: Ranges, whose: str) -> None:
    """Halve pieces of lines again and again, always keeping the half that bends more: what still changes is a jump."""
    low, high = np.array(over).T
    rng = np.random.default_rng(0)
    for k in range(motion.count):
        first = np.repeat(low + (high - low) * rng.random((LINES, motion.count)), STEPS_OF_LINES, axis=0)
        last = first.copy()
        marks = np.linspace(low[k], high[k], STEPS_OF_LINES + 1)
        first[:, k], last[:, k] = np.tile(marks[:-1], LINES), np.tile(marks[1:], LINES)
        for part, what, remedy in (
            (slice(0, 12), "pose", "join its pieces"),
            (slice(12, None), "slope", 'join its pieces with one slope, as a Table does that is "cubic"'),
        ):
            size, a, b = _halved(motion, first, last, part)
            change = np.abs(_numbers(motion, a, part) - _numbers(motion, b, part)).max(axis=1)
            jumps = change > JUMP * size
            if jumps.any():
                at = named(motion, b[jumps][0], (b - a)[jumps][0])
                raise MechanismError(f"{whose}: the {what} of its motion jumps at {at}; {remedy}.", argument="pose")


def _halved(motion: OwnMotion, a: np.ndarray, b: np.ndarray, part: slice) -> tuple[float, np.ndarray, np.ndarray]:
    """(size of the numbers, ends of tiny pieces) from the ends of pieces."""
    at_a, at_middle, at_b = (_numbers(motion, q, part) for q in (a, 0.5 * (a + b), b))
    size = max(float(np.abs(at_a).max()), 1e-12)
    for _ in range(HALVINGS):
        middle = 0.5 * (a + b)
        first, second = (_numbers(motion, 0.5 * (end + middle), part) for end in (a, b))
        bends = [
            np.abs(x - 2.0 * y + z).max(axis=1) for x, y, z in ((at_a, first, at_middle), (at_middle, second, at_b))
        ]
        later = (bends[1] > bends[0])[:, None]
        at_a, at_middle, at_b = (
            np.where(later, *pair) for pair in ((at_middle, at_a), (second, first), (at_b, at_middle))
        )
        a, b = np.where(later, middle, a), np.where(later, b, middle)
    return size, a, b


def _numbers(motion: OwnMotion, points: np.ndarray, part: slice) -> np.ndarray:
    return motion.over(PLACE, points)[:, part]


def check_surface(surface: OwnSurface, pose: np.ndarray, whose: str) -> None:
    """Raise an error if constraints cannot be fulfilled near a pose, or depend on one another there."""
    block = np.zeros((surface.size, 1))
    first = surface.block.q
    block[first : first + 12, 0] = pose
    with np.errstate(all="ignore"):
        for _ in range(NEWTON_STEPS):
            surface.run(SEARCH, block, None)
    values, normals = (found[0] for found in surface.at(block[None, first : first + 12, 0]))
    if not np.abs(values).max() < 1e-9:
        raise MechanismError(
            f"{whose}: no pose near its start fulfils its constraints; give start=, a shift and a rotation that nearly do.",
            argument="residuals",
        )
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    if np.linalg.svd(normals / np.maximum(lengths, 1e-300), compute_uv=False)[-1] < DEPENDENT:
        at = ", ".join(f"{x:.4g}" for x in block[first : first + 3, 0])
        raise MechanismError(
            f"{whose}: its constraints depend on one another at the shift ({at}); leave out what follows from the others, "
            "or give another start=.",
            argument="residuals",
        )


def unreached(surface: OwnSurface, poses: np.ndarray, size: float) -> tuple[int, int, float, str] | None:
    """The first of poses (B, 12) that open constraints have no direction from: (pose, residual, its value, why).

    ``size``: a length of the mechanism's order.
    """
    values, normals = surface.at(poses)
    lengths = np.sqrt((normals**2).sum(axis=2))
    is_finite = np.isfinite(values) & np.isfinite(lengths)
    vanish = ~is_finite | ((np.abs(values) > OPEN * size) & (lengths * size < UNREACHED * np.abs(values)))
    # distances by directions of unit length; what is left of them across all directions cannot be closed
    lengths = np.where(is_finite & (lengths > 0.0), lengths, np.inf)
    basis, singular, _ = np.linalg.svd(np.where(vanish[..., None], 0.0, normals / lengths[..., None]))
    distances = np.where(vanish, 0.0, values / lengths)
    left = np.einsum("bck,bc->bk", basis, distances) * (singular < SAME)
    depend = np.abs(np.einsum("bck,bk->bc", basis, left)) > OPEN * size
    for faults, why in ((vanish, "its gradient vanishes"), (depend, "its gradient follows from those of the others")):
        if faults.any():
            pose = int(faults.any(axis=1).argmax())
            residual = int(np.where(faults[pose], np.nan_to_num(np.abs(values[pose]), nan=np.inf), -1.0).argmax())
            why = why if is_finite[pose, residual] else "its gradient is not finite"
            return pose, residual, float(values[pose, residual]), why
    return None


def fault_at(motion: OwnMotion, q: np.ndarray) -> str | None:
    """What is wrong with a motion at some coordinates, if anything is."""
    placed = motion.over(PLACE, q[None])
    if not np.isfinite(placed).all():
        return f"its motion is not a finite number at {named(motion, q)}"
    columns = _columns(motion, placed)
    lengths = np.sqrt((columns**2).sum(axis=1))
    if _least_value(columns / np.maximum(lengths.max(), 1e-300))[0] < DEPENDENT:
        return f"its motion loses a degree of freedom at {named(motion, q)}"
    return None


def unfound(motion: OwnMotion, over: Ranges, start: Sequence[float]) -> np.ndarray | None:
    """Coordinates that are not found from their pose; None if all are. A search that needs it gets several starts.

    From then on the search gives coordinates within the range only: what it finds for poses beyond may be anything.
    """
    repeats = [_repeats(motion, over, k) for k in range(motion.count)]
    point = _unfound(motion, over, repeats, start)
    for count in SEEDS.get(motion.count, ()):
        if point is None:
            break
        middles = [low + (high - low) * (np.arange(count) + 0.5) / count for low, high in over]
        motion.start_from(np.stack([axis.ravel() for axis in np.meshgrid(*middles, indexing="ij")], axis=1))
        point = _unfound(motion, over, repeats, start)
    if point is None:
        wider = (_widened(over, repeats, share) for share in MARGINS)
        found = (ranges for ranges in wider if _unfound(motion, ranges, repeats, start) is None)
        motion.limit(next(found, _widened(over, repeats, LEAST_MARGIN)), repeats)
    return point


def _widened(over: Ranges, repeats: Sequence[bool], share: float) -> Ranges:
    """Ranges, those of coordinates that do not repeat wider by a share of their widths at either end."""
    return [
        (low, high) if again else (low - share * (high - low), high + share * (high - low))
        for (low, high), again in zip(over, repeats, strict=True)
    ]


def _repeats(motion: OwnMotion, over: Ranges, k: int) -> bool:
    """Whether a motion is the same one width of the range of coordinate k further, to either side."""
    points = grid(over)
    width = np.where(np.arange(motion.count) == k, over[k][1] - over[k][0], 0.0)
    here, before, after = (motion.over(PLACE, points + shift) for shift in (0.0, -width, width))
    least = 1e-9 * max(1.0, float(np.abs(here).max()))
    return bool(np.abs(before - here).max() < least and np.abs(after - here).max() < least)


def _unfound(motion: OwnMotion, over: Ranges, repeats: Sequence[bool], start: Sequence[float]) -> np.ndarray | None:
    points = grid(over)
    placed = motion.over(PLACE, points)[:, :12]
    found = motion.searched(placed, np.broadcast_to(start, points.shape))
    error = np.abs(motion.over(PLACE, found)[:, :12] - placed).max(axis=1)
    low, high = np.array(_widened(over, repeats, LEAST_MARGIN)).T
    bad = ~(error < 1e-9 * max(1.0, float(np.abs(placed[:, 9:]).max())))
    bad |= (((found < low) | (found > high)) & ~np.array(repeats)).any(axis=1)
    return points[bad][0] if bad.any() else None


def found_beyond(motion: OwnMotion, over: Ranges, pose: np.ndarray, size: float, near: float) -> np.ndarray | None:
    """The nearest coordinates beyond the range that a pose (12) belongs to; None if it belongs to some within, or to none.

    ``size``: a length of the mechanism's order; ``near``: the share of it up to which poses are the same.
    """
    if motion.count not in BEYOND:
        return None
    widths, count = BEYOND[motion.count]
    axes = [low + (high - low) * (np.arange(-widths * count, (widths + 1) * count) + 0.5) / count for low, high in over]
    seeds = np.stack([axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")], axis=1)
    unit = np.where(np.arange(12) < 9, 1.0, size)
    with np.errstate(all="ignore"):
        far = (((motion.over(PLACE, seeds)[:, :12] - pose) / unit) ** 2).sum(axis=1)
        within = ((seeds > [low for low, _ in over]) & (seeds < [high for _, high in over])).all(axis=1)
        # (poses that come again turn after turn are as near beyond the range as within it)
        order, inside = np.argsort(far, kind="stable"), np.argsort(np.where(within, far, np.inf), kind="stable")
        seeds = seeds[np.concatenate((order[:TRIED], inside[:TRIED]))]
        found = motion.searched(np.broadcast_to(pose, (len(seeds), 12)), seeds, only_steps=True)
        left = np.abs((motion.over(PLACE, found)[:, :12] - pose) / unit).max(axis=1)
    low, high = np.array(_widened(over, [False] * motion.count, 0.5 * MARGINS[0])).T
    away = (np.maximum(np.maximum(low - found, found - high), 0.0) / (high - low)).max(axis=1)
    away[~(left < near)] = np.inf
    return found[away.argmin()] if 0.0 < away.min() < np.inf else None
