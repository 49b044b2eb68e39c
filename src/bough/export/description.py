"""The XML of an FMU: its description, for FMI 2.0 or 3.0, and how its sources are built."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bough
from bough.export.model import Model
from bough.export.names import attribute
from bough.export.variables import UNITS, Variable, Variables

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


def _element(tag: str, /, *within: str, **attributes: str | float | int | None) -> str:
    given = "".join(f" {key}={attribute(_text(value))}" for key, value in attributes.items() if value not in (None, ""))
    return f"<{tag}{given}>\n{chr(10).join(within)}\n</{tag}>" if within else f"<{tag}{given}/>"


def _text(value: str | float | int | None) -> str:
    return repr(value) if isinstance(value, float) else str(value)


def description(model: Model, word: str, token: str, fmi: str, sources: Sequence[str]) -> str:
    """The text of modelDescription.xml; ``word``: the model's identifier, ``token``: what tells this FMU from others."""
    variables = Variables(model)
    two = fmi == "2.0"
    files = [_element("SourceFiles", *(_element("File", name=name) for name in sources))] if two else []
    states = {("canGetAndSetFMUstate" if two else "canGetAndSetFMUState"): "true",
              ("canSerializeFMUstate" if two else "canSerializeFMUState"): "true"}  # fmt: skip
    events: dict[str, str] = {"completedIntegratorStepNotNeeded": "true"} if two else {}
    steps = {"canHandleVariableCommunicationStepSize": "true"}
    units = [
        _element("Unit", _element("BaseUnit", **exponents), name=name)
        for name, exponents in UNITS.items()
        if any(variable.unit == name for variable in variables.rows)
    ]
    head: dict[str, Any] = {
        "fmiVersion": fmi,
        "modelName": model.mechanism.name,
        ("guid" if two else "instantiationToken"): token,
        "description": model.mechanism.about,
        "generationTool": f"bough {bough.__version__}",
        "variableNamingConvention": "flat",
        **({"numberOfEventIndicators": 0} if two else {}),
    }
    body = _element(
        "fmiModelDescription",
        _element("ModelExchange", *files, modelIdentifier=word, **events, **states),
        _element("CoSimulation", *files, modelIdentifier=word, **steps, **states),
        _element("UnitDefinitions", *units),
        _element("LogCategories", _element("Category", name="error")),
        _element(
            "DefaultExperiment", startTime=0.0, stopTime=model.duration, stepSize=max(model.step, model.duration / 1000)
        ),
        _element("ModelVariables", *(_variable(k, variable, two) for k, variable in enumerate(variables.rows))),
        _structure(variables.rows, two),
        **head,
    )
    return f"{HEAD}\n{body}\n"


def _variable(place: int, variable: Variable, two: bool) -> str:
    initial = None
    if variable.causality != "independent":
        initial = "calculated" if variable.start is None else "exact"
    if two and variable.causality == "input":
        initial = None  # (of inputs it must not be given)
    common: dict[str, Any] = {
        "name": variable.name,
        "valueReference": place,
        "description": variable.about,
        "causality": variable.causality,
        "variability": variable.variability,
        "initial": initial,
    }
    if two:
        # (places count from 1 there)
        state = None if variable.state is None else variable.state + 1
        real = _element("Real", unit=variable.unit, start=variable.start, derivative=state)
        return _element("ScalarVariable", real, **common)
    return _element("Float64", **common, unit=variable.unit, start=variable.start, derivative=variable.state)


def _structure(rows: Sequence[Variable], two: bool) -> str:
    """Which variables are outputs, which are rates of states, and which are unknown at the start."""
    outputs = [k for k, variable in enumerate(rows) if variable.causality == "output"]
    rates = [k for k, variable in enumerate(rows) if variable.state is not None]
    initial = [k for k, variable in enumerate(rows) if variable.start is None and variable.causality != "independent"]
    if two:
        parts = {"Outputs": outputs, "Derivatives": rates, "InitialUnknowns": initial}
        lists = (_element(name, *(_element("Unknown", index=k + 1) for k in ks)) for name, ks in parts.items())
        return _element("ModelStructure", *lists)
    kinds = {"Output": outputs, "ContinuousStateDerivative": rates, "InitialUnknown": initial}
    return _element("ModelStructure", *(_element(name, valueReference=k) for name, ks in kinds.items() for k in ks))


def build_description(word: str, sources: Sequence[str]) -> str:
    """The text of sources/buildDescription.xml of FMI 3.0."""
    files = _element("SourceFileSet", *(_element("SourceFile", name=name) for name in sources), language="C99")
    build = _element("BuildConfiguration", files, _element("Library", name="m", external="true"), modelIdentifier=word)
    return f"{HEAD}\n{_element('fmiBuildDescription', build, fmiVersion='3.0')}\n"
