"""DataFrames, plots and the display of runs."""

from __future__ import annotations

import builtins
import html
import re
from html.parser import HTMLParser
from typing import Any

import pandas
import pytest
from conftest import workflow

from simulation_service import Simulation, SimulationService
from simulation_service import _frames
from simulation_service._frames import frame_format, frame_of


def test_a_frame_has_each_agent_with_the_numbers_of_the_json(client: SimulationService, run: Simulation) -> None:
    frame = run.to_pandas()
    agents = list(client.simulations.agents(run.id))
    assert list(frame["agent_id"]) == [agent["agent_id"] for agent in agents]
    assert list(frame["probability.train"]) == [agent["probabilities"]["train"] for agent in agents]
    assert list(frame["attribute.purpose"]) == [agent["attributes"]["purpose"] for agent in agents]
    assert list(frame["transcript"]) == [" ".join(agent["transcript"]) for agent in agents]
    women = client.simulations.results(run.id, where={"sex": "female"}, fields=["outcome"])
    assert list(women.columns) == ["outcome"] and 0 < len(women) < 230


def test_a_table_has_the_shares_of_the_summary(client: SimulationService, run: Simulation) -> None:
    table = run.table()
    outcomes = table[table["kind"] == "outcome"]
    assert list(outcomes["value"]) == [outcome["share"] for outcome in run["summary"]["outcomes"]]
    pandas.testing.assert_frame_equal(table, client.simulations.table(run.id))


def test_only_empty_cells_are_missing() -> None:
    frame = frame_of(b"group,value\nnull,0.1\nNA,\nnan,0.30000000000000004\n", "csv")
    assert list(frame["group"]) == ["null", "NA", "nan"]
    assert frame["value"].isna().tolist() == [False, True, False]
    assert frame["value"][2] == 0.1 + 0.2


def test_parquet_is_read_if_pyarrow_is_installed(client: SimulationService, run: Simulation) -> None:
    pytest.importorskip("pyarrow")
    assert frame_format() == "parquet"
    csv = frame_of(client.simulations.results_file(run.id), "csv")
    pandas.testing.assert_frame_equal(run.to_pandas(), csv, check_dtype=False)


def test_a_missing_package_is_an_error_that_shows_how_to_install_it(
    run: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_frames, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match="pip install pandas"):
        run.to_pandas()
    original = builtins.__import__

    def without_matplotlib(name: str, *args: Any, **options: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return original(name, *args, **options)

    monkeypatch.setattr(builtins, "__import__", without_matplotlib)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        run.plot()


class Elements(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_a_run_is_displayed_as_its_report_in_a_frame_without_permissions(run: Simulation) -> None:
    [(tag, attributes)] = Elements(run._repr_html_() or "").found
    assert tag == "iframe"
    assert attributes["sandbox"] == ""
    assert attributes["srcdoc"] == run.report()
    assert "Swissmetro" in (attributes["srcdoc"] or "")


def test_texts_of_a_run_are_escaped(client: SimulationService, run: Simulation) -> None:
    attack = '"></iframe><script>alert(1)</script>'
    named = client.run(workflow, agent_count=10, name=attack, notes=attack, metadata={"key": attack})
    assert [tag for tag, _ in Elements(named._repr_html_() or "").found] == ["iframe"]
    assert "script" not in [tag for tag, _ in Elements(named.report()).found]
    forged = Simulation(run._transport, {**run, "workflow_id": attack})
    assert [tag for tag, _ in Elements(forged._repr_html_() or "").found] == ["iframe"]
    failed = {**run, "status": "failed", "workflow_id": attack, "failure": {"code": "x", "message": attack}}
    shown = Simulation(run._transport, failed)._repr_html_() or ""
    assert [tag for tag, _ in Elements(shown).found] == ["p"]
    assert html.escape(attack) in shown


def test_an_unavailable_report_leaves_the_plain_text(run: Simulation) -> None:
    deleted = Simulation(run._transport, {**run, "id": "sim_" + "0" * 32})
    assert deleted._repr_html_() is None
    assert re.match(r"<Simulation sim_0+ of ", repr(deleted))


def test_an_answer_is_displayed_as_its_simulation(client: SimulationService) -> None:
    answer = client.ask("How many people choose the Swissmetro if it costs 20% less?", agent_count=100)
    assert "20% less" in html.unescape(answer._repr_html_() or "")


def errors_of(container: Any) -> list[list[float]]:
    """Start and end of each interval."""
    return [segment[:, 0].tolist() + segment[:, 1].tolist() for segment in container[2][0].get_segments()]


def test_the_plot_of_a_simulation_has_shares_and_intervals_of_scenario_and_baseline(run: Simulation) -> None:
    pytest.importorskip("matplotlib")
    axes = run.plot()
    outcomes = run["summary"]["outcomes"]
    assert [label.get_text() for label in axes.get_yticklabels()] == [outcome["label"] for outcome in outcomes]
    for container, prefix in zip(axes.containers, ("", "baseline_")):
        assert container[0].get_xdata().tolist() == [outcome[f"{prefix}share"] for outcome in outcomes]
        for (low, high, *_), outcome in zip(errors_of(container), outcomes):
            assert [low, high] == pytest.approx(outcome[f"{prefix}interval"])


def test_unknown_intervals_and_dollar_signs_are_drawn(run: Simulation) -> None:
    pytest.importorskip("matplotlib")
    outcome = {**run["summary"]["outcomes"][0], "label": "$5_^{ or $6", "interval": None}
    forged = Simulation(run._transport, {**run, "summary": {**run["summary"], "outcomes": [outcome]}})
    axes = forged.plot()
    axes.figure.canvas.draw()
    assert axes.get_yticklabels()[0].get_text() == r"\$5_^{ or \$6"


def test_the_axis_names_the_parts_of_the_error_that_the_intervals_do_not_contain(run: Simulation) -> None:
    pytest.importorskip("matplotlib")
    first, *others = run["summary"]["outcomes"]
    outcomes = [{**first, "errors": {**first["errors"], "model": None}}, *others]
    forged = Simulation(run._transport, {**run, "summary": {**run["summary"], "outcomes": outcomes}})
    assert "with 95% interval (without the error: " in forged.plot().get_xlabel()
    assert "model" in forged.plot().get_xlabel()


def test_measures_are_plotted_if_there_are_no_outcomes(client: SimulationService) -> None:
    pytest.importorskip("matplotlib")
    visits = client.run("health-insurance-visits", agent_count=50)
    figures = visits["summary"]["outcomes"] or visits["summary"]["measures"]
    assert len(visits.plot().get_yticklabels()) == len(figures)


def test_the_plot_of_a_sweep_has_a_curve_for_each_outcome_and_each_value_of_a_second_parameter(
    client: SimulationService,
) -> None:
    pytest.importorskip("matplotlib")
    parameters: Any = [
        {"name": "train_cost_factor", "values": [0.8, 1]},
        {"name": "car_cost_factor", "values": [1, 1.2]},
    ]
    sweep = client.sweep({"workflow_id": workflow, "agent_count": 50, "parameters": parameters})
    rows = sweep.to_pandas()
    axes = sweep.plot(outcomes=["train"])
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "train, car_cost_factor 1",
        "train, car_cost_factor 1.2",
    ]
    curve = rows[rows["parameter.car_cost_factor"] == 1.2]
    assert axes.containers[1][0].get_ydata().tolist() == curve["share.train"].tolist()
    lows = [low for *_, low, _high in errors_of(axes.containers[1])]
    assert lows == pytest.approx(curve["share_low.train"].tolist())
    with pytest.raises(ValueError, match="Unknown outcomes: bus"):
        sweep.plot(outcomes=["bus"])
    assert sweep.plot(ax=axes) is axes


def test_the_plot_of_a_goal_has_the_curve_of_its_objective(client: SimulationService) -> None:
    pytest.importorskip("matplotlib")
    goal = client.goal(
        {
            "workflow_id": workflow,
            "agent_count": 100,
            "parameters": [{"name": "swissmetro_cost_factor"}],
            "objective": {"goal": "reach", "share": "swissmetro", "target": 0.62},
        }
    )
    axes = goal.plot()
    assert len(axes.containers[0][0].get_xdata()) == len(goal["result"]["curve"])
    assert len(goal.table()) > 0
