"""Both clients against the running service."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
import uuid
from typing import Any

import httpx
import pytest
from conftest import workflow

from simulation_service import (
    AsyncSimulationService,
    AuthenticationError,
    BadRequestError,
    NotFoundError,
    RunFailedError,
    Simulation,
    SimulationService,
    Sweep,
    UnprocessableError,
    WaitTimeoutError,
)
from simulation_service._shared import completed

# Takes much longer than a test waits. It is canceled, and its quota is refunded.
long_sweep: Any = {
    "workflow_id": workflow,
    "agent_count": 10_000,
    "parameters": [{"name": "train_cost_factor", "values": [0.5 + k / 50 for k in range(40)]}],
}


def test_a_run_is_the_json_of_the_service(client: SimulationService, run: Simulation) -> None:
    assert run.is_finished
    assert run["scenario_context"]["train_cost_factor"] == 0.8
    assert run == client.request("GET", f"/v1/simulations/{run.id}")["data"]
    assert json.loads(json.dumps(run)) == run
    assert copy.deepcopy(run) == run
    assert pickle.loads(pickle.dumps(run)) == run
    assert repr(run) == f"<Simulation {run.id} of {workflow}: completed>"


def test_a_run_reports_its_progress_up_to_the_last_agent(client: SimulationService) -> None:
    seen: list[int] = []
    client.run(workflow, agent_count=3_000, progress=lambda progress: seen.append(progress["agents_done"]))
    assert seen[-1] == 3_000
    assert seen == sorted(seen)


def test_an_error_of_the_progress_function_reaches_the_caller(client: SimulationService) -> None:
    def stop(progress: Any) -> None:
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        client.run(workflow, agent_count=10, progress=stop)


def test_without_streams_the_end_of_a_run_is_polled(client: SimulationService) -> None:
    class WithoutStreams(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            return httpx.Response(404) if request.url.path.endswith("/events") else super().handle_request(request)

    seen: list[Any] = []
    with SimulationService(http_client=httpx.Client(transport=WithoutStreams(), timeout=60)) as polling:
        assert polling.run(workflow, agent_count=200, progress=seen.append)["status"] == "completed"
    assert seen[-1] == {"agents_done": 200, "agents_total": 200}


def test_two_calls_with_one_idempotency_key_create_one_simulation(client: SimulationService) -> None:
    key = str(uuid.uuid4())
    runs = [client.run(workflow, agent_count=100, seed=1, idempotency_key=key) for _ in range(2)]
    assert runs[0].id == runs[1].id


def test_a_wait_ends_at_its_timeout_and_a_canceled_run_is_an_error_with_its_record(
    client: SimulationService,
) -> None:
    created = client.sweeps.create(long_sweep)
    seen: list[Any] = []
    for progress in (False, seen.append):
        with pytest.raises(WaitTimeoutError, match=created.id):
            client.runs.wait(created.id, timeout=0.2, progress=progress)
    assert seen
    with pytest.raises(ValueError, match="has no result"):
        created.plot()
    client.runs.cancel(created.id)
    canceled = client.runs.wait(created.id)
    assert isinstance(canceled, Sweep)
    assert canceled["status"] == "canceled"
    with pytest.raises(RunFailedError, match="canceled") as caught:
        completed(canceled)
    assert caught.value.run is canceled
    assert client.runs.delete(created.id) == {"id": created.id, "deleted": True}


def test_a_sweep_has_its_points_also_if_it_is_finished_when_it_is_created(client: SimulationService) -> None:
    parameters = [{"name": "train_cost_factor", "values": [0.8, 1]}]
    request: Any = {"workflow_id": workflow, "agent_count": 10, "parameters": parameters}
    assert [point["status"] for point in client.sweep(request)["points"]] == ["completed"] * 2
    assert client.sweeps.dry_run(request)["points_total"] == 2


def test_a_question_has_its_reading_and_all_of_its_simulations(client: SimulationService) -> None:
    seen: list[Any] = []
    answer = client.ask(
        "Compare trains that cost 10% less with trains that cost 20% less",
        workflow_id=workflow,
        agent_count=100,
        progress=seen.append,
    )
    assert len(answer.simulations) > 1
    assert {simulation["status"] for simulation in answer.simulations} == {"completed"}
    assert answer.reading["routed_via"]["workflow_id"] == workflow
    assert seen[-1]["agents_done"] == 100


def test_a_question_without_a_workflow_is_an_error_that_has_the_alternatives(client: SimulationService) -> None:
    with pytest.raises(UnprocessableError) as caught:
        client.ask("Write a poem about the sea")
    assert caught.value.code == "routing_low_confidence"
    assert caught.value.meta["alternatives"]


def test_lists_and_agents_are_read_page_after_page(client: SimulationService, run: Simulation) -> None:
    agents = list(client.simulations.agents(run.id, fields=["agent_id", "outcome"]))
    assert len({agent["agent_id"] for agent in agents}) == 230
    women = client.simulations.agents(run.id, fields=["agent_id"], where={"sex": "female"}).to_list()
    assert 0 < len(women) < 230
    name = f"list {uuid.uuid4()}"
    for _ in range(2):
        client.run(workflow, agent_count=10, name=name)
    runs = client.simulations.list(name=name, limit=1)
    assert [len(page.data) for page in runs.pages()] == [1, 1]
    assert runs.first().meta["has_more"]
    assert len(runs.to_list(1)) == 1 and runs.to_list(0) == []
    assert isinstance(next(iter(runs)), Simulation)


def test_a_run_is_renamed_and_deleted(client: SimulationService) -> None:
    created = client.run(workflow, agent_count=10)
    assert client.simulations.update(created.id, {"name": "Old"})["name"] == "Old"
    assert client.simulations.manifest(created.id)["seed"] == created["seed"]
    assert client.simulations.delete(created.id) == {"id": created.id, "deleted": True}
    with pytest.raises(NotFoundError):
        client.simulations.get(created.id)


def test_groups_views_and_workflows_are_read(client: SimulationService, run: Simulation) -> None:
    groups = client.simulations.summary(run.id, group_by="sex")
    assert "sex" in json.dumps(groups)
    assert run.view() == client.simulations.view(run.id)
    assert client.workflow(workflow)["workflow_id"] == workflow
    found = [entry["workflow_id"] for entry in client.workflows(search="swissmetro")]
    assert workflow in found


def test_an_invalid_request_is_an_error_with_its_issues(client: SimulationService) -> None:
    with pytest.raises(BadRequestError) as caught:
        client.run(workflow, {"ticket_price": 3})
    assert caught.value.issues[0]["path"] == "ticket_price"
    assert "ticket_price" in str(caught.value)
    with pytest.raises(TypeError, match="dict"):
        client.sweep("swissmetro-mode-choice")  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        client.run(workflow, {"train_cost_factor": float("nan")})


def test_an_unknown_key_is_an_authentication_error() -> None:
    with SimulationService("sk_test_" + "0" * 64) as unknown, pytest.raises(AuthenticationError):
        unknown.request("GET", "/v1/usage")


def test_any_operation_can_be_requested(client: SimulationService, run: Simulation) -> None:
    assert client.request("get", "/v1/usage")["data"]["simulations_this_period"] > 0
    table = client.request("GET", f"/v1/simulations/{run.id}/table", query={"format": "csv"})
    assert table == client.simulations.table_file(run.id)
    assert client.request("GET", f"/v1/simulations/{run.id}/table", query={"format": "ndjson"}).startswith(b"{")
    assert client.simulations.results_file(run.id, format="parquet")[:4] == b"PAR1"


def test_the_asynchronous_client_has_the_same_methods() -> None:
    names = {name for name in dir(SimulationService()) if not name.startswith("_")}
    assert names == {name for name in dir(AsyncSimulationService()) if not name.startswith("_")}


def test_the_asynchronous_client_runs_several_simulations_concurrently(client: SimulationService) -> None:
    async def work() -> None:
        async with AsyncSimulationService() as service:
            seen: list[Any] = []
            runs = await asyncio.gather(
                service.run(workflow, agent_count=100, seed=1, progress=seen.append),
                service.run(workflow, agent_count=100, seed=1),
            )
            assert runs[0]["summary"] == runs[1]["summary"]
            assert seen[-1]["agents_done"] == 100
            assert len(await runs[0].to_pandas()) == 100
            assert len([agent async for agent in service.simulations.agents(runs[0].id)]) == 100
            assert len(await service.workflows().to_list(3)) == 3
            assert (await service.workflows().first()).data
            events = [event.event async for event in service.simulations.events(runs[0].id)]
            assert events[-1] == "done"
            assert (await runs[0].view()) == await service.simulations.view(runs[0].id)
            with pytest.raises(BadRequestError):
                await service.run(workflow, {"ticket_price": 3})
            # A notebook displays a run without `await`.
            assert "<iframe" in (runs[0]._repr_html_() or "")

    asyncio.run(work())


def test_an_asynchronous_wait_can_be_canceled(client: SimulationService) -> None:
    async def work() -> None:
        async with AsyncSimulationService() as service:
            created = await service.run(workflow, agent_count=10)
            events = service.simulations.events(created.id)
            assert (await anext(events)).event == "state"
            await events.aclose()  # type: ignore[attr-defined]
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(service.sweep(long_sweep), 0.2)

    asyncio.run(work())
    newest = client.runs.list(kind="sweep", limit=1).first().data[0]
    assert client.runs.cancel(newest.id)["status"] == "canceled"
