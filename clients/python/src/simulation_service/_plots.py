"""Plots with matplotlib, which is optional."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .types import GoalResult, SimulationSummary


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("Plots need matplotlib: pip install matplotlib.") from error
    return pyplot.subplots(layout="constrained")[1]


def _plain(text: str) -> str:
    """Matplotlib would read text between two dollar signs as a formula."""
    return text.replace("$", r"\$")


def _errors(values: Sequence[float], intervals: Iterable[Sequence[float] | None]) -> list[list[float]]:
    """The distances from values to the ends of their intervals. An unknown interval is drawn as a point."""
    pairs = [interval or (value, value) for value, interval in zip(values, intervals)]
    return [
        [max(0.0, value - low) for value, (low, _) in zip(values, pairs)],
        [max(0.0, high - value) for value, (_, high) in zip(values, pairs)],
    ]


def _interval_text(missing: Iterable[str]) -> str:
    """States which parts of the error no interval contains."""
    parts = sorted(set(missing))
    return f"with 95% interval (without the error: {', '.join(parts)})" if parts else "with 95% interval"


def plot_shares(summary: SimulationSummary, ax: Axes | None) -> Axes:
    """Shares of a simulation and its baseline with their intervals, or the means of its measures if it has no outcomes."""
    axes = _axes(ax)
    figures: Sequence[Mapping[str, Any]] = summary["outcomes"] or summary["measures"]
    key = "share" if summary["outcomes"] else "mean"
    for offset, prefix, label in ((-0.12, "", "Scenario"), (0.12, "baseline_", "Baseline")):
        values = [figure[f"{prefix}{key}"] for figure in figures]
        errors = _errors(values, [figure[f"{prefix}interval"] for figure in figures])
        positions = [position + offset for position in range(len(figures))]
        filled = {} if prefix == "" else {"mfc": "white"}
        axes.errorbar(values, positions, xerr=errors, fmt="o", capsize=3, label=label, **filled)
    axes.set_yticks(range(len(figures)), [_plain(_label_of(figure)) for figure in figures])
    axes.invert_yaxis()
    intervals = _interval_text(
        part for figure in figures for part, error in (figure.get("errors") or {}).items() if error is None
    )
    axes.set_xlabel(f"{'Share of agents' if key == 'share' else 'Mean'}, {intervals}")
    axes.legend()
    return axes


def _label_of(figure: Mapping[str, Any]) -> str:
    return f"{figure['label']}, {figure['unit']}" if figure.get("unit") else str(figure["label"])


def plot_sweep(
    rows: Sequence[Mapping[str, Any]], parameters: Sequence[str], outcomes: Sequence[str] | None, ax: Axes | None
) -> Axes:
    """Shares along the first parameter of a sweep, or means if it has no shares. Each value of a second parameter has its own curve.

    `rows` is the table of the sweep.
    """
    completed = [row for row in rows if row["status"] == "completed"]
    if not completed:
        raise ValueError("No point of the sweep is completed.")
    key = "share" if any(name.startswith("share.") for name in completed[0]) else "mean"
    names = [name.removeprefix(f"{key}.") for name in completed[0] if name.startswith(f"{key}.")]
    unknown = set(outcomes or ()) - set(names)
    if unknown:
        raise ValueError(f"Unknown outcomes: {', '.join(sorted(unknown))}. The sweep has {', '.join(names)}.")
    first, *second = [f"parameter.{name}" for name in parameters]
    axes = _axes(ax)
    for name in outcomes or names:
        for level in dict.fromkeys(row[second[0]] if second else None for row in completed):
            curve = [row for row in completed if not second or row[second[0]] == level]
            values = [row[f"{key}.{name}"] for row in curve]
            bounds = [(row.get(f"{key}_low.{name}"), row.get(f"{key}_high.{name}")) for row in curve]
            errors = _errors(values, [None if None in bound else bound for bound in bounds])  # type: ignore[misc]
            label = f"{name}, {parameters[1]} {level}" if second else name
            axes.errorbar([row[first] for row in curve], values, yerr=errors, marker="o", capsize=3, label=_plain(label))
    axes.set_xlabel(_plain(parameters[0]))
    parts = ("simulation", "estimation", "population", "model")
    intervals = _interval_text(
        part
        for row in completed
        for name in outcomes or names
        for part in parts
        if row.get(f"{key}_{part}_error.{name}") is None
    )
    axes.set_ylabel(f"{'Share of agents' if key == 'share' else 'Mean'}, {intervals}")
    axes.legend()
    return axes


def plot_goal(result: GoalResult, ax: Axes | None) -> Axes:
    """The objective along the parameter of a goal, with its interval, and the found value."""
    if len(result["arguments"]) != 1 or not result["curve"]:
        raise ValueError("Only a goal with one parameter has a curve. Use table() or report().")
    axes = _axes(ax)
    found = result["arguments"][0]
    curve = sorted(result["curve"], key=lambda point: point["values"][found["parameter"]])
    values = [point["value"] for point in curve]
    errors = _errors(values, [point["interval"] for point in curve])
    positions = [point["values"][found["parameter"]] for point in curve]
    axes.errorbar(positions, values, yerr=errors, marker="o", capsize=3)
    axes.axvline(found["value"], linestyle="--", color="gray")
    axes.set_xlabel(_plain(found["parameter"]))
    intervals = _interval_text(part for point in curve for part in point["missing_parts"])
    axes.set_ylabel(f"Objective, {intervals}")
    return axes
