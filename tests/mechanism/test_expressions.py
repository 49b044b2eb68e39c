"""Expressions mean what they mean in Python, whatever else is written is refused in one sentence, and mechanisms with expressions are plain data."""

import ast
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import betainc

import bough as bo
from bough.mechanism.expressions import FUNCTIONS, LONGEST, Expression, constant
from bough.mechanism.signals import Signal, signal_of, three_signals_of

# what Python makes of the same texts
MEANINGS = {
    **{name: getattr(math, name) for name in FUNCTIONS if hasattr(math, name)},
    "abs": abs, "min": min, "max": max, "sign": np.sign, "mod": lambda x, y: x - y * math.floor(x / y),
    "pi": math.pi, "e": math.e, "deg": math.radians(1.0),
}  # fmt: skip
# None: two or more
ARGUMENTS = {name: count or 3 for name, (_, count) in FUNCTIONS.items() if name != "smooth"}
TIMES = (0.0, 0.37, 2.0, -3.7, 41.0)


def by_python(text, t):
    """The value of a text as Python sees it, or None if there is none that is a finite real number."""
    try:
        value = eval(text, {"__builtins__": {}}, {**MEANINGS, "t": t})
    except (ArithmeticError, ValueError):
        return None
    return None if isinstance(value, complex) or not math.isfinite(value) else float(value)


def attempt(error, call, *arguments):
    """(value, None), or (None, message) if the error was raised."""
    try:
        return call(*arguments), None
    except error as raised:
        return None, str(raised)


def agrees_with_python(text, t, tolerance=0.0):
    value, message = attempt(ArithmeticError, Expression(text), t)
    if value is None:
        # Python goes on with infinities, and may come back to a number
        assert by_python(text, t) is None or "too large" in message
    else:
        assert type(value) is float
        assert value == pytest.approx(by_python(text, t), rel=tolerance, abs=tolerance)


# --- values -----------------------------------------------------------------------------------------------------------

numbers = st.sampled_from(("t", "pi", "e", "deg", "0.", "1.0", "2.5", ".5", "1e-3", "3E+2", "0007.", "1e9"))


def larger(inner):
    """Texts made of smaller ones, with and without parentheses, so that precedence counts."""
    either = inner | inner.map("({})".format)
    calls = [
        st.tuples(*[inner] * count).map(lambda given, name=name: f"{name}({', '.join(given)})")
        for name, count in ARGUMENTS.items()
        if name != "mod"
    ]
    return st.one_of(
        st.tuples(either, st.sampled_from(("+", "-", "*", "/", "**", " + ", " - ")), either).map("".join),
        st.tuples(st.sampled_from(("-", "+", "--")), either).map("".join),
        st.tuples(either, inner, st.sampled_from(("<", "<=", ">", ">=")), inner, either).map(
            lambda parts: "({} if {} {} {} else {})".format(*parts)
        ),
        *calls,
    )


@given(st.recursive(numbers, larger, max_leaves=12), st.sampled_from(TIMES))
@settings(max_examples=400)
def test_values_are_those_of_python(text, t):
    agrees_with_python(text, t)


@pytest.mark.parametrize(
    "text",
    [
        "-t**2", "2**-t", "2.**3**2", "1 - 2 - t", "8 / 2 / t", "-2**2", "- -t", "t - -2", "2*-t", "(t)", " \t\n2 *t\r\n ".strip(),
        "1 if t < 0 else 2 if t < 1 else 3 if t < 40 else 4", "1 if 0 < t <= 2 < 3 else 0", "1 if (t >= 2) else 0",
        "(1 if t > 2 else -1) * 3", "1 if (2 if t < 1 else 0) > 1 else 0", "1 if t < 2 else 1/0", "sin(t)**2 + cos(t)**2",
        "mod(t, 2)", "mod(t, -3)", "mod(t, 0.25)", "max(1, t, -t, 2)", "atan2(t, -1)", "hypot(t, 2, 3)", "floor(t) + ceil(t)", "sign(t)",
        "1" + " + t" * 249, "+".join(["t*t"] * 250), "-" * 999 + "t", "(" * 32 + "t" + ")" * 32, "**".join(["1."] * 33),
        " else ".join(f"{k} if t < {k}" for k in range(50)) + " else t",
    ],
)  # fmt: skip
def test_sentences_of_the_language(text):
    for t in TIMES:
        agrees_with_python(text, t, 1e-15)


def test_every_function_is_met():
    for name, count in ARGUMENTS.items():
        for t in TIMES:
            agrees_with_python(f"{name}({', '.join(('t', '0.3', '1 - t')[:count])})", t, 1e-14)


def test_smooth_is_level_at_both_ends():
    """It is the incomplete beta function I_s(3, 3)."""
    x = np.linspace(-1.0, 5.0, 97)
    expected = betainc(3, 3, np.clip((x - 0.5) / 3.0, 0.0, 1.0))
    found = Expression("smooth(t, 0.5, 3.5)")
    np.testing.assert_allclose([found(t) for t in x], expected, rtol=0, atol=1e-14)
    _, rate, acceleration = signal_of("smooth(t, 0.5, 3.5)", "test")(np.array((0.5, 2.0, 3.5)))
    np.testing.assert_allclose(rate, (0.0, 15 / 8 / 3, 0.0), atol=1e-9)
    np.testing.assert_allclose(acceleration, 0.0, atol=1e-6)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("1 - smooth(t, 2, 20)", 30),
        ("70*deg*(smooth(t, 0.3, 1.7) - 2*smooth(t, 2.7, 4.3) + smooth(t, 5, 6.2))", 80),
        ("0.06*(smooth(t, 1, 1.04) - smooth(t, 1.04, 1.08))", 60),
    ],
)
def test_what_comes_to_rest_where_terms_cancel_is_followed(text, most):
    """By some pieces more than the window is cut into at first; level and without acceleration in the end."""
    pieces = signal_of(text, "test").over(0.0, 30.0)
    assert len(pieces) <= 64 + most
    found, t = Signal("test", pieces), np.linspace(0.0, 30.0, 2001)
    values, rates, _ = found(t)
    expected = np.array([Expression(text)(x) for x in t])
    size = np.abs(expected).max()
    assert np.abs(values - expected).max() <= 4e-14 * size
    np.testing.assert_allclose(rates[t > 20.0], 0.0, atol=1e-12 * size)


def test_a_saw_is_followed():
    """Its jumps back are found, and between them all is exact."""
    saw = signal_of("mod(t, 2)", "test")
    saw.over(0.0, 20.0)
    jumps, t = 2.0 * np.arange(1, 10), np.linspace(0.0, 19.999, 5001)
    for times, least in ((t, 1e-9), (jumps - 1e-10, 1e-3), (jumps + 1e-10, 1e-3)):
        value, rate, _ = saw(times)
        np.testing.assert_allclose(value, times % 2.0, rtol=0, atol=1e-13)
        np.testing.assert_allclose(rate, 1.0, rtol=0, atol=least)


def test_constants():
    assert constant("30*deg") == math.radians(30.0)
    assert constant(" -2.5e-3 ") == -0.0025
    force = signal_of("2*pi", "test")
    assert force.is_constant
    assert force(7.0)[0] == 2.0 * math.pi
    turned = bo.chain(1)
    turned.add_force("motor", bo.Motor("link1", "2*pi"))
    assert not turned.is_timed
    for text, message in (
        ("sin(t)", "depends on the time t"),
        ("log(0)", r"log\(0\) is not defined"),
        (3, "must be a text"),
    ):
        with pytest.raises(bo.errors.MechanismError, match=message):
            constant(text)


def test_expressions_are_values():
    first, second = Expression("2*t"), Expression("2*t")
    assert first == second
    assert hash(first) == hash(second)
    assert first != Expression("2 * t")
    assert pickle.loads(pickle.dumps(first))(3.0) == 6.0


# --- named numbers ------------------------------------------------------------------------------------------------------

NAMED = "A*sin(w*t + 30*deg) if t > late else -A where A = -3/2, w = 2*pi, late = max(0.1, 0.2)"


def test_named_numbers_stand_for_their_values():
    named, plain = Expression(NAMED), Expression("(-3/2)*sin((2*pi)*t + 30*deg) if t > 0.2 else -(-3/2)")
    assert dict(named.numbers) == {"A": -1.5, "w": 2 * math.pi, "late": 0.2}
    assert [named(t) for t in TIMES] == [plain(t) for t in TIMES]
    # what the text shows of jumps is still found
    assert named.turns(0.0, 1.0) == plain.turns(0.0, 1.0)
    assert not plain.numbers
    assert constant("2*height where height = 1/4") == 0.5
    assert pickle.loads(pickle.dumps(named))(2.0) == plain(2.0)


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(-1e100, 1e100))
def test_other_values_of_named_numbers_are_kept_to_the_last_bit(a, late):
    other = Expression(NAMED).with_numbers({"late": late, "A": a})
    assert dict(other.numbers) == {"A": a, "w": 2 * math.pi, "late": late}
    assert dict(Expression(other.text).numbers) == dict(other.numbers)
    assert other.text.startswith("A*sin(w*t + 30*deg) if t > late else -A where A = ")


def test_other_values_of_named_numbers_are_checked():
    named = Expression(NAMED)
    with pytest.raises(bo.errors.MechanismError, match=r"has no number 'lat': did you mean 'late'\?"):
        named.with_numbers({"lat": 1.0})
    for wrong in (math.nan, math.inf, "x"):
        with pytest.raises(bo.errors.MechanismError, match=r"w must be (finite|a number), not"):
            named.with_numbers({"w": wrong})
    assert Expression("2*t").with_numbers({}) == Expression("2*t")


def test_named_numbers_go_through_files_as_text(tmp_path):
    mechanism = bo.chain(1)
    mechanism.add_force("motor", bo.Motor("link1", NAMED))
    mechanism.save(tmp_path / "named.toml")
    for again in (bo.load(tmp_path / "named.toml"), bo.models.from_dict(bo.models.to_dict(mechanism))):
        assert again.forces["motor"].force == NAMED


# --- what is refused ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("2*sinn(t)", 3, "no function 'sinn': did you mean 'sin'?"), ("2*Pi", 3, "did you mean 'pi'?"), ("x", 1, "there are 't', 'pi', 'e', 'deg'"),
        ("ln(t)", 1, "'log'"), ("2^t", 2, "write ** for powers"), ("t % 2", 3, "mod(a, b)"), ("t // 2", 3, "floor(a/b)"), ("", 1, "missing"),
        ("2*", 3, "missing"), ("2*(t", 5, "')' is missing"), ("2*t)", 4, "without a '('"), ("()", 2, "does not belong here"), ("sin", 1, "as in sin(…)"),
        ("sin()", 1, "takes 1 argument, not 0"), ("atan2(t)", 1, "takes 2 arguments, not 1"), ("max(t)", 1, "2 arguments or more, not 1"),
        ("2t", 2, "runs into"), ("1if t<2 else 3", 2, "runs into"), ("1_000", 2, "runs into"), ("0x1f", 2, "runs into"), ("2j", 2, "runs into"),
        ("2 t", 3, "operator is missing"), ("2(t)", 2, "operator is missing"), ("(2)(t)", 4, "operator is missing"), ("t(2)", 1, "is not a function"),
        ("1,5", 2, "point"), ("min(1,,2)", 7, "comma"), ("t < 2", 3, "only between if and else"), ("(t < 2)*3", 4, "only between if and else"),
        ("sin(t < 2)", 7, "only between if and else"), ("1 if 0 < (t < 2) else 3", 13, "only between if and else"),
        ("1 if t else 2", 6, "write a comparison"), ("1 if t < 2", 11, "needs an else"), ("1 else 2", 3, "without an if"), ("if", 1, "does not belong here"),
        ("1 if t == 2 else 3", 8, "compare by"), ("1 if t < 1 and t > 0 else 2", 12, "0 < t < 2"), ("max(*t)", 5, "does not belong here"),
        ("log(x=2)", 6, "without a name"), ("t.real", 2, "not known"), ("[t]", 1, "write ( and )"), ("t[0]", 2, "write ( and )"), ("'t'", 1, "not known"),
        ("__import__('os')", 12, "not known"), ("lambda: 1", 7, "not known"), ("(t:=1)", 3, "not known"), ("t\0", 2, "'\\x00' is not known"), ("\ud800", 1, "not known"),
        ("٣", 1, "not known"), ("ｓin(t)", 1, "not known"), ("t²", 2, "**2"), ("3−t", 2, "write - "), ("5 # five", 3, "not known"), ("1;2", 2, "not known"),
        ("1e400", 1, "too large"), ("9" * 999, 1, "too large"), ("(" * 1000, 34, "nested more than 32"), ("-(" * 500, 67, "nested more than 32"),
        ("sin(" * 250, 133, "nested more than 32"), ("2**" * 300 + "2", 100, "nested more than 32"),
        ("t where", 8, "name of a number"), ("t where A", 10, "give 'A' a value"), ("t where A =", 12, "missing"), ("A where = 1", 9, "name of a number"),
        ("A where 3 = A", 9, "name of a number"), ("A where A = 1,", 15, "name of a number"), ("A where if = 1", 9, "name of a number"),
        ("A*t where A = 2*t", 15, "depends on the time"), ("A where A = 1, B = 2", 16, "nothing uses 'B'"), ("t where A = 1", 9, "nothing uses 'A'"),
        ("A*B where A = 1, B = A", 22, "cannot follow another"), ("A*B where B = A, A = 1", 15, "no name 'A'"), ("A*t where A = A", 15, "no name 'A'"),
        ("t where t = 2", 9, "has a meaning already"), ("pi where pi = 3", 10, "has a meaning already"), ("sin(t) where sin = 3", 14, "has a meaning already"),
        ("A where A = 1, A = 2", 16, "named twice"), ("A where A = 1 where B = 2", 15, "by commas"), ("(A where A = 1)", 15, "without a '('"),
        ("where A = 1", 1, "missing"), ("A(2) where A = 3", 1, "is not a function"), ("Amp*t where amp = 3", 1, "did you mean 'amp'?"), ("A where A = log(0)", 13, "not defined"),
        ("A where A = 1 2", 15, "operator is missing"), ("A where A = 1 < 2", 15, "only between if and else"), ("A where A := 1", 11, "not known"), ("A where A == 1", 11, "compare by"),
        ("A where A = __import__('os')", 24, "not known"), ("A.b where A.b = 1", 2, "not known"), ("A where A = " + "(" * 33, 46, "nested more than 32"), ("where where where", 7, "name of a number"),
    ],
)  # fmt: skip
def test_what_is_no_expression_is_refused(text, column, words):
    with pytest.raises(bo.errors.MechanismError) as caught:
        signal_of(text, "Motor on 'elbow': force")
    message = str(caught.value)
    assert message.startswith("Motor on 'elbow': force: ")
    assert f", column {column}: " in message
    assert words in message
    assert message[-1] in ".?"


def test_long_texts_are_refused():
    assert Expression("t" + " " * (LONGEST - 1))(2.0) == 2.0
    with pytest.raises(bo.errors.MechanismError, match="has 1001 characters"):
        Expression("t" + " " * LONGEST)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("log(t)", r"failed at t = .*: log\(.*\) is not defined"),
        ("1/(t - t)", "divided by zero"),
        ("(t - 5)**0.5", r"\(-5\)\*\*\(0.5\) is not defined"),
        ("exp(1e3*(t + 1))", "is too large"),
        ("1e308*(t + 1)*10", "a product is too large"),
        ("mod(1, 0*t)", r"mod\(1, 0\) is not defined"),
        ("smooth(t, 1, 1)", "needs a < b"),
        ("9.0**9**9", "is too large"),
        ("log(0)", "is not defined"),
    ],
)
def test_what_has_no_value_is_told(text, message):
    with pytest.raises(bo.errors.MechanismError, match=f"^Motor: force: .*{message}"):
        signal_of(text, "Motor: force").over(0.0, 1.0)


words = st.sampled_from(
    [*FUNCTIONS, *MEANINGS, "t", "t", "2.0", ".5", "1e3", "(", "(", ")", ")", ",", "+", "-", "*", "/", "**", "<", ">=", " ", " ", " if ", " else ", "^", ".", " where ", " where A = ", "A", "=", ", b =", "b"]
)  # fmt: skip


@given(st.text() | st.lists(words, max_size=12).map("".join) | st.lists(words, max_size=40).map(" ".join))
@settings(max_examples=500)
def test_any_text_is_an_expression_or_refused(text):
    expression, message = attempt(bo.errors.MechanismError, Expression, text)
    if expression is None:
        assert "\n" not in message
        assert message[-1] in ".?"
        return
    body, _, values = text.strip().replace("\n", " ").partition("where")
    ast.parse(body.strip(), mode="eval")
    ast.parse(f"dict({values})", mode="eval")
    for t in TIMES:
        value, message = attempt(ArithmeticError, expression, t)
        if value is None:
            assert message
        else:
            assert type(value) is float
            assert math.isfinite(value)


# --- in mechanisms --------------------------------------------------------------------------------------------------------


def machine(motor, servo, push, shake):
    """Two links on a shaken slide, with everything that follows the time."""
    mechanism = bo.Mechanism("machine")
    mechanism.add_body("slide", "ground", bo.Driven(bo.Prismatic((1, 0, 0)), shake))
    mechanism.add_body("link1", "slide", bo.Revolute((0, 1, 0)), inertia=bo.Inertia(1.0, (0, 0, -0.5)))
    mechanism.add_body("link2", "link1", bo.Revolute((0, 1, 0)), (0, 0, -0.5), inertia=bo.Inertia(1.0, (0, 0, -0.5)))
    mechanism.add_force("motor", bo.Motor("link1", motor))
    mechanism.add_force("servo", bo.Servo("link2", servo, 30.0, 2.0))
    mechanism.add_force("push", bo.Wrench("link2", push, (0, "0.5", 0)))
    return mechanism


def written():
    return machine("2*sin(3*t)", "smooth(t, 0, 1)", (0, "1 + 1", "3*cos(t)"), "0.1*sin(5*t)")


def ramp(t):
    s = min(max(t, 0.0), 1.0)
    return 10 * s**3 - 15 * s**4 + 6 * s**5


class Shake:
    """A function of time that knows its rates."""

    def __call__(self, t):
        return 0.1 * math.sin(5 * t)

    def rates(self, t):
        return self(t), 0.5 * math.cos(5 * t), -25 * self(t)


def run(mechanism, **how):
    return bo.simulate(mechanism, 1.0, every=0.1, q0={"link1": 0.4}, formulation="separate-bodies", **how)


def test_a_text_moves_a_mechanism_as_its_function_does():
    mechanism = written()
    assert mechanism.forces["motor"].force == "2*sin(3*t)"
    assert mechanism.forces["push"].force == (0.0, "1 + 1", "3*cos(t)")
    in_python = machine(lambda t: 2 * math.sin(3 * t), ramp, (0, 2.0, lambda t: 3 * math.cos(t)), Shake())
    found, expected = run(mechanism), run(in_python)
    np.testing.assert_allclose(found.q, expected.q, rtol=0, atol=1e-11)
    np.testing.assert_allclose(found.u, expected.u, rtol=0, atol=1e-11)


def test_mechanisms_with_texts_go_there_and_back():
    mechanism = written()
    again = bo.models.from_dict(bo.models.to_dict(mechanism))
    assert again.forces == mechanism.forces
    assert again.bodies[0].joint == mechanism.bodies[0].joint
    assert bo.models.fingerprint(again) == bo.models.fingerprint(mechanism)
    other = machine("2*sin(4*t)", "smooth(t, 0, 1)", (0, "1 + 1", "3*cos(t)"), "0.1*sin(5*t)")
    assert bo.models.fingerprint(other) != bo.models.fingerprint(mechanism)
    as_object = bo.chain(1)
    as_object.add_force("motor", bo.Motor("link1", Expression("2*t")))
    assert bo.models.from_dict(bo.models.to_dict(as_object)).forces == as_object.forces
    hostile = bo.models.to_dict(mechanism)
    hostile["forces"]["motor"]["force"] = "__import__('os').system('true')"
    with pytest.raises(bo.errors.MechanismError, match=r"force 'motor': Motor on 'link1': force: .* column 12: "):
        bo.models.from_dict(hostile)


def test_a_saved_run_is_loaded_with_a_mechanism_that_moves(tmp_path):
    kept = run(written(), checkpoint=tmp_path / "checkpoint")
    kept.save(tmp_path / "run.nc")
    loaded = bo.Trajectory.load(tmp_path / "run.nc").mechanism
    assert list(loaded.forces) == ["motor", "servo", "push"]
    again = run(loaded)
    np.testing.assert_array_equal(again.q, kept.q)
    # a checkpoint knows the mechanism by its texts
    np.testing.assert_array_equal(run(loaded, checkpoint=tmp_path / "checkpoint").q, kept.q)
    other = machine("2*sin(4*t)", "smooth(t, 0, 1)", (0, "1 + 1", "3*cos(t)"), "0.1*sin(5*t)")
    with pytest.raises(bo.errors.StateError, match="of another run"):
        run(other, checkpoint=tmp_path / "checkpoint")


def test_one_text_is_no_vector():
    with pytest.raises(bo.errors.MechanismError, match="must be three numbers or signals"):
        three_signals_of("sin(t)", "Wrench", "force")


# --- rates ------------------------------------------------------------------------------------------------------------

DIFFERENTIATED = {
    **{name: f"{name}(0.3*X)" for name, (_, count) in FUNCTIONS.items() if count == 1},
    "log": "log(2 + X)", "sqrt": "sqrt(2 + X)", "atan2": "atan2(1 + X, 0.5*X**2)", "hypot": "hypot(1, X, 2*X*X)",
    "mod": "mod(X*X, 0.3 + 0.1*X)", "min": "min(X, X*X, 0.9)", "max": "max(X, X*X, 0.3)", "smooth": "smooth(X, 0.1*X, 1 + X*X)",
    "power": "(1 + X)**2.5", "square": "(X - 0.37)**2", "exponent": "(1 + X)**(X - 2)", "quotient": "(1 - X)/(1 + X*X)",
    "difference": "1 - X*(2 - X) + 3*X - (-X)/7", "choice": "X**3 if X > 0.2 else 0", "constant": "3 if X > 0.2 else X",
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENTIATED)
def test_rates_are_the_limits_of_differences(name):
    expression = Expression(DIFFERENTIATED[name].replace("X", "(0.2 + sin(t))"))
    h = 1e-3
    for t in (0.17, 0.31, 0.83):
        at = [expression(t + k * h) for k in range(-3, 4)]
        value, rate, acceleration = expression.rates(t)
        assert value == at[3]
        # (of sixth order)
        assert rate == pytest.approx(np.dot(at, (-1, 9, -45, 0, 45, -9, 1)) / (60 * h), rel=1e-9, abs=1e-9)
        second = np.dot(at, (2, -27, 270, -490, 270, -27, 2)) / (180 * h * h)
        assert acceleration == pytest.approx(second, rel=1e-6, abs=1e-7)


def test_every_function_is_differentiated():
    assert set(FUNCTIONS) <= set(DIFFERENTIATED)


def test_where_there_is_no_rate_there_is_none():
    for text in ("sqrt(t)", "abs(t)", "t**0.5", "hypot(t, t)"):
        with pytest.raises((ArithmeticError, ValueError)):
            Expression(text).rates(0.0)
        assert Expression(text)(0.0) == 0.0
