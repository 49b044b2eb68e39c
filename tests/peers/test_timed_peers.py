"""The peers of ``make peers`` against bough, each only where it is installed; and that the contest lets no wrong answer through."""

from contextlib import nullcontext
from importlib import import_module

import numpy as np
import pytest
from calls import Call, CannotDo
from measure import contests, entrants, hold
from scipy.spatial.transform import Rotation
from timing import Effort

import bough as bo

ALL = "revolute", "prismatic", "ball", "free", "fixed"
# what has to be there, where the peer is, the joints that it has
PEERS = {
    "Pinocchio": ("pinocchio", "pinocchio_timed", "Pinocchio", ALL),
    "MuJoCo": ("mujoco", "mujoco_timed", "Mujoco", ALL),
    "Drake": ("pydrake", "drake_peer", "Drake", ALL),
    "DART": ("dartpy", "dart_peer", "Dart", ALL),
    "Exudyn": ("exudyn", "exudyn_peer", "Exudyn", ()),
}


def along_axes(bodies, seed):
    """A free body that carries hinges and slides along coordinate axes, anyhow placed: what Exudyn has."""
    chance = np.random.default_rng(seed)
    tree = bo.Mechanism("tree", gravity=(0.7, -1.1, -9.6))
    for k in range(bodies):
        joint = bo.Free() if k == 0 else (bo.Revolute, bo.Prismatic)[k % 2](np.eye(3)[chance.integers(3)])
        parent = f"b{chance.integers(k)}" if k else "ground"
        inertia = bo.Inertia(1 + chance.random(), 0.3 * chance.normal(size=3), np.diag((1.0, 1.2, 1.5)))
        turn = Rotation.random(rng=chance).as_matrix()
        tree.add_body(f"b{k}", parent, joint, chance.normal(size=3), turn, inertia)
    return tree


@pytest.fixture(params=PEERS)
def peer(request):
    """(its class, a maker of mechanisms that it can do)."""
    package, module, name, joints = PEERS[request.param]
    pytest.importorskip(package)

    def make(seed):
        # not a single DoF: Pinocchio's batch function takes matrices of one row for something else
        return (
            bo.models.random_tree(4 + seed, seed, joints, roots=1 + seed % 3) if joints else along_axes(2 + seed, seed)
        )

    return getattr(import_module(module), name), make


def state_of(mechanism, seed):
    return *bo.models.random_state(mechanism, seed, 5), np.random.default_rng(seed).normal(size=(5, mechanism.n))


@pytest.mark.parametrize("seed", range(5))
def test_accelerations_are_ours(peer, seed):
    """By the function that is looked at before a contest, and by every call that is timed."""
    mechanism = peer[1](seed)
    model, states = peer[0](mechanism), state_of(mechanism, seed)
    expected = bo.forward_dynamics(mechanism, *states)
    first = [x[0] for x in states]
    found = [model.forward_dynamics(*first)[None]]
    for ask, values in ((model.one_state, first), (model.batch, states)):
        with pytest.raises(CannotDo) if peer[0].name == "Exudyn" else nullcontext():
            found += [np.atleast_2d(call.answer(call.run())) for call in ask(*values)]
    for answer in found:
        np.testing.assert_allclose(answer, expected[: len(answer)], rtol=0, atol=1e-10 * np.abs(expected).max())


@pytest.mark.parametrize("method", ["order4", "euler"])
def test_a_motion_of_no_length_ends_where_it_starts(peer, method):
    """The way of a state to the peer and back, through its integrator: 1e-9 s is no time."""
    mechanism = peer[1](4)
    q, u = bo.models.random_state(mechanism, 4)
    offered, lacks = [], (peer[0].name, method) in {("DART", "order4"), ("Exudyn", "euler")}
    with pytest.raises(CannotDo) if lacks else nullcontext():
        offered = getattr(peer[0](mechanism), method)(q, u, 1e-9, 1)
    for call in offered:
        end_q, end_u = call.answer(call.run())
        np.testing.assert_allclose(bo.body_poses(mechanism, end_q), bo.body_poses(mechanism, q), atol=1e-7)
        np.testing.assert_allclose(end_u, u, atol=1e-5)


def test_exudyn_says_what_it_lacks():
    pytest.importorskip("exudyn")
    from exudyn_peer import Exudyn

    with pytest.raises(CannotDo, match="no ball joint"):
        Exudyn(bo.chain(2, bo.Ball()))
    with pytest.raises(CannotDo, match="no oblique axes"):
        Exudyn(bo.chain(2, bo.Revolute((0.6, 0.8, 0.0))))


class Liar:
    """A peer whose model is right and whose timed call is not, or cannot be had."""

    name = "Liar"
    factor = 1.0

    def __init__(self, mechanism):
        self.mechanism = mechanism

    def forward_dynamics(self, q, u, tau):
        return bo.forward_dynamics(self.mechanism, q, u, tau)

    def one_state(self, q, u, tau):
        if self.factor is None:
            raise CannotDo("no call")
        return [Call("a lie", lambda: 0, lambda _: self.factor * self.forward_dynamics(q, u, tau))]


@pytest.mark.parametrize(
    ("factor", "word"), [(1.0, ""), (1.001, "off by 1e-03"), (np.nan, "diverges"), (None, "no call")]
)
def test_only_right_answers_are_timed(monkeypatch, factor, word):
    monkeypatch.setattr(Liar, "factor", factor)
    rows = entrants([Liar], [bo.chain(2)])
    (row,) = hold(contests()[0], Effort(turns=1, turn=0.0, patience=1.0), rows).rows.values()
    assert row["bough"].seconds > 0.0
    assert (row["Liar"].seconds is None) == bool(word)
    assert row["Liar"].missing == word


@pytest.mark.parametrize(("name", "near"), [("RK4", 1e-5), ("Euler", 5e-9)])
def test_only_motions_that_end_in_the_right_place_are_timed(monkeypatch, name, near):
    """A hinge that is off by δ at its end, as the only body of a pendulum of unit size; our own motion is off by 1e-9."""
    mechanism = bo.chain(1)
    q, u = np.array([0.3]), np.zeros(1)
    monkeypatch.setattr("measure.true_end", lambda _: bo.body_poses(mechanism, q))
    (judge,) = (contest.judge for contest in contests() if contest.name == name)
    for off, fine in ((1e-10, True), (0.5 * near, True), (np.nan, False), (30.0 * max(near, 1e-8), False)):
        assert judge(mechanism, (q + 1e-9, u), (q + off, u))[1] == fine
