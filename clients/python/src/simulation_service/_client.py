"""The two clients."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Union

import httpx

from ._faces import Async, Face, Sync, listing, verb
from ._operations import Operation, Settings, exchange, json_of, path_of, read_data
from ._run import (
    AsyncBiasReport,
    AsyncFit,
    AsyncGoal,
    AsyncLargeSimulation,
    AsyncSensitivity,
    AsyncSimulation,
    AsyncSurvey,
    AsyncSweep,
    BiasReport,
    Fit,
    Goal,
    LargeSimulation,
    Sensitivity,
    Simulation,
    Survey,
    Sweep,
)
from ._runs import AsyncCreation, AsyncRuns, AsyncSimulations, SyncCreation, SyncRuns, SyncSimulations
from ._transports import AsyncTransport, SyncTransport
from ._webhooks import unwrap

if TYPE_CHECKING:
    import pandas

    from . import types

AnyRun = Union[Simulation, Sweep, Goal, Sensitivity, Fit, Survey, BiasReport, LargeSimulation]
AsyncAnyRun = Union[
    AsyncSimulation,
    AsyncSweep,
    AsyncGoal,
    AsyncSensitivity,
    AsyncFit,
    AsyncSurvey,
    AsyncBiasReport,
    AsyncLargeSimulation,
]

_media_types = {
    "csv": "text/csv",
    "ndjson": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}


def _settings(api_key: str | None, base_url: str | None, timeout_seconds: float, max_retries: int) -> Settings:
    url = (base_url or os.environ.get("SVC_URL") or "http://127.0.0.1:3000").rstrip("/")
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"base_url starts with http:// or https://: {url}")
    key = (api_key or os.environ.get("SVC_API_KEY") or "").strip()
    if not key.isascii() or not key.isprintable():
        raise ValueError("The API key has invalid characters. It starts with sk_test_ or sk_live_.")
    return Settings(url, key or None, timeout_seconds, max_retries)


def _unchanged(entry: types.CaseStudyEntry) -> types.CaseStudyEntry:
    return entry


class _Client(Face):
    unwrap = staticmethod(unwrap)

    @listing
    def workflows(self, /, **filters: Any) -> tuple[str, dict[str, Any], Callable[[Any], types.CaseStudyEntry]]:
        """The workflows that the caller can run. `filters` are those of the API: `search`, `family` and `domain`."""
        return "/v1/case-studies", filters, _unchanged

    @verb
    def workflow(self, workflow_id: str) -> Operation[types.CaseStudy]:
        """A workflow with its parameters and its evidence."""
        return read_data(self._settings, path_of("case-studies", workflow_id))

    @verb
    def upload(
        self,
        file: pandas.DataFrame | Path | str | bytes,
        *,
        name: str | None = None,
        format: Literal["csv", "ndjson", "parquet"] = "csv",
    ) -> Operation[types.Dataset]:
        """Uploads a table, for fits: a DataFrame, the path of a file, or its content."""
        if hasattr(file, "to_csv"):
            if format != "csv":
                raise ValueError("A DataFrame is uploaded as CSV.")
            file = str(file.to_csv(index=False))
        content = file.read_bytes() if isinstance(file, Path) else file.encode() if isinstance(file, str) else file
        headers = {"content-type": _media_types[format]}
        return read_data(
            self._settings, "/v1/datasets", method="POST", query={"name": name}, content=content, headers=headers
        )

    @verb
    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Operation[Any]:
        """Any operation of the API: `request("GET", "/v1/usage")["data"]`. `body` is sent as JSON.

        Returns the JSON of the response, the bytes of other media types, and None without content.
        """
        response = yield from exchange(
            self._settings, path, method=method.upper(), query=query, body=body, content=content, headers=headers
        )
        if not response.content:
            return None
        media_type = response.headers.get("content-type", "").split(";")[0]
        is_json = media_type == "application/json" or media_type.endswith("+json")
        return json_of(response) if is_json else response.content


class SimulationService(Sync, _Client):
    """Client of Simulation Service: `run`, `ask`, `sweep` and `goal` wait for a result, and `request` sends any request.

    `api_key` and `base_url` default to the environment variables SVC_API_KEY and SVC_URL. A request with a connection error or a temporary
    error is repeated up to `max_retries` times. Errors are subclasses of `SimulationServiceError`.
    """

    _transport: SyncTransport

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout_seconds: float = 60,
        max_retries: int = 2,
        http_client: httpx.Client | None = None,
    ) -> None:
        settings = _settings(api_key, base_url, timeout_seconds, max_retries)
        self._transport = transport = SyncTransport(settings, http_client)
        self.simulations = SyncSimulations(transport, Simulation)
        self.runs: SyncRuns[AnyRun] = SyncRuns(
            transport, Simulation, Sweep, Goal, Sensitivity, Fit, Survey, BiasReport, LargeSimulation
        )
        self.sweeps: SyncCreation[Sweep, types.SweepsCreateRequest] = SyncCreation(transport, Sweep)
        self.goals: SyncCreation[Goal, types.GoalsCreateRequest] = SyncCreation(transport, Goal)
        self.sensitivities: SyncCreation[Sensitivity, types.SensitivitiesCreateRequest] = SyncCreation(transport, Sensitivity)
        self.fits: SyncCreation[Fit, types.FitsCreateRequest] = SyncCreation(transport, Fit)
        self.surveys: SyncCreation[Survey, types.SurveysCreateRequest] = SyncCreation(transport, Survey)
        self.bias_reports: SyncCreation[BiasReport, types.BiasReportsCreateRequest] = SyncCreation(transport, BiasReport)
        self.large_simulations: SyncCreation[LargeSimulation, types.LargeSimulationsCreateRequest] = SyncCreation(
            transport, LargeSimulation
        )
        self.run = self.simulations.run_workflow
        self.ask = self.simulations.ask
        self.sweep = self.sweeps.run
        self.goal = self.goals.run

    def close(self) -> None:
        """Closes the connections."""
        self._transport.http.close()

    def __enter__(self) -> SimulationService:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


class AsyncSimulationService(Async, _Client):
    """The same client for asyncio: each method is awaited, and lists and events are read with `async for`."""

    _transport: AsyncTransport

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout_seconds: float = 60,
        max_retries: int = 2,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = _settings(api_key, base_url, timeout_seconds, max_retries)
        self._transport = transport = AsyncTransport(settings, http_client)
        self.simulations = AsyncSimulations(transport, AsyncSimulation)
        self.runs: AsyncRuns[AsyncAnyRun] = AsyncRuns(
            transport, AsyncSimulation, AsyncSweep, AsyncGoal, AsyncSensitivity, AsyncFit, AsyncSurvey, AsyncBiasReport, AsyncLargeSimulation
        )
        self.sweeps: AsyncCreation[AsyncSweep, types.SweepsCreateRequest] = AsyncCreation(transport, AsyncSweep)
        self.goals: AsyncCreation[AsyncGoal, types.GoalsCreateRequest] = AsyncCreation(transport, AsyncGoal)
        self.sensitivities: AsyncCreation[AsyncSensitivity, types.SensitivitiesCreateRequest] = AsyncCreation(
            transport, AsyncSensitivity
        )
        self.fits: AsyncCreation[AsyncFit, types.FitsCreateRequest] = AsyncCreation(transport, AsyncFit)
        self.surveys: AsyncCreation[AsyncSurvey, types.SurveysCreateRequest] = AsyncCreation(transport, AsyncSurvey)
        self.bias_reports: AsyncCreation[AsyncBiasReport, types.BiasReportsCreateRequest] = AsyncCreation(
            transport, AsyncBiasReport
        )
        self.large_simulations: AsyncCreation[AsyncLargeSimulation, types.LargeSimulationsCreateRequest] = AsyncCreation(
            transport, AsyncLargeSimulation
        )
        self.run = self.simulations.run_workflow
        self.ask = self.simulations.ask
        self.sweep = self.sweeps.run
        self.goal = self.goals.run

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.http.aclose()

    async def __aenter__(self) -> AsyncSimulationService:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.close()
