from __future__ import annotations

import os
from collections.abc import Iterator

import httpx
import pytest

from simulation_service import Simulation, SimulationService

workflow = "swissmetro-mode-choice"

try:
    import matplotlib

    matplotlib.use("Agg")
except ImportError:
    pass  # Tests of plots are skipped.


@pytest.fixture(scope="session")
def client() -> Iterator[SimulationService]:
    if "SVC_URL" not in os.environ or "SVC_API_KEY" not in os.environ:
        pytest.fail("These tests need a running service: npm run test:python, or set SVC_URL and SVC_API_KEY.")
    with SimulationService() as service:
        yield service


@pytest.fixture(scope="session")
def run(client: SimulationService) -> Simulation:
    """A completed simulation, which tests only read."""
    return client.run(workflow, {"train_cost_factor": 0.8}, agent_count=230, seed=5)


class Faults:
    """Responds with the given responses or errors, then with an empty object, and records requests and pauses."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.requests: list[httpx.Request] = []
        self.pauses: list[float] = []
        self.outcomes: list[httpx.Response | Exception] = []

        async def pause(seconds: float) -> None:
            self.pauses.append(seconds)

        monkeypatch.setattr("time.sleep", self.pauses.append)
        monkeypatch.setattr("asyncio.sleep", pause)

    def handle(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        outcome = self.outcomes.pop(0) if self.outcomes else httpx.Response(200, json={"data": {}})
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    return Faults(monkeypatch)


def failed(status: int, code: str = "any", **headers: str) -> httpx.Response:
    meta = {"message": "Problem.", "request_id": "req_1", "docs_url": f"/docs/errors#{code}"}
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json={"error": code, "meta": meta}, headers=headers)
