"""Runs the calls of the table of faults with both Python clients, and prints the outcomes as JSON: [[client, name, outcome], …]"""

import asyncio
import json
import sys
from concurrent.futures import ThreadPoolExecutor

from simulation_service import ApiError, AsyncSimulationService, SimulationService, SimulationServiceError

rows = json.load(sys.stdin)
options = {"timeout_seconds": rows["timeoutMs"] / 1_000, "max_retries": rows["maxRetries"]}
progress = lambda _: None  # noqa: E731


def outcome_of(error: SimulationServiceError) -> dict:
    name = type(error).__name__.removeprefix("Service")
    if not isinstance(error, ApiError):
        return {"error": {"name": name, "message": str(error)}}
    delay = error.retry_after_seconds
    return {
        "error": {
            **{"name": type(error).__name__, "message": error.meta["message"], "status": error.status},
            **({} if delay is None else {"retryAfter": delay}),
        }
    }


def call(client: SimulationService, name: str) -> object:
    if name == "read":
        return client.workflow("a")
    if name == "create":
        return client.request("POST", "/v1/simulations", body={"workflow_id": "a"})["data"]
    if name == "events":
        return [event.event for event in client.simulations.events("sim_1", max_failures=2)]
    if name == "file":
        return client.simulations.results_file("sim_1").decode()
    return client.simulations.wait("sim_1", progress=progress)["status"]


async def call_async(client: AsyncSimulationService, name: str) -> object:
    if name == "read":
        return await client.workflow("a")
    if name == "create":
        return (await client.request("POST", "/v1/simulations", body={"workflow_id": "a"}))["data"]
    if name == "events":
        return [event.event async for event in client.simulations.events("sim_1", max_failures=2)]
    if name == "file":
        return (await client.simulations.results_file("sim_1")).decode()
    return (await client.simulations.wait("sim_1", progress=progress))["status"]


def run(row: dict) -> list:
    with SimulationService("sk_test_1", row["url"]["sync"], **options) as client:
        try:
            return ["sync", row["name"], {"result": call(client, row["call"])}]
        except SimulationServiceError as error:
            return ["sync", row["name"], outcome_of(error)]


async def run_async(row: dict) -> list:
    async with AsyncSimulationService("sk_test_1", row["url"]["async"], **options) as client:
        try:
            return ["async", row["name"], {"result": await call_async(client, row["call"])}]
        except SimulationServiceError as error:
            return ["async", row["name"], outcome_of(error)]


async def main() -> list:
    return list(await asyncio.gather(*(run_async(row) for row in rows["rows"])))


with ThreadPoolExecutor(max_workers=len(rows["rows"])) as pool:
    outcomes = list(pool.map(run, rows["rows"]))
print(json.dumps(outcomes + asyncio.run(main())))
