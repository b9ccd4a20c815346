"""The client."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, cast

import httpx

from .._requests import content_of, path_of
from .._shared import media_types, settings_of, unchanged, upload_content
from .._webhooks import unwrap
from .run import (
    AsyncAnyRun,
    AsyncBiasReport,
    AsyncFit,
    AsyncGoal,
    AsyncLargeSimulation,
    AsyncSensitivity,
    AsyncSimulation,
    AsyncSurvey,
    AsyncSweep,
)
from .runs import AsyncCreation, AsyncRuns, AsyncSimulations
from .transport import AsyncListing, AsyncTransport

if TYPE_CHECKING:
    import pandas

    from .. import types


class AsyncSimulationService:
    """Client of Simulation Service: `run`, `ask`, `sweep` and `goal` wait for a result, and `request` sends any request.

    `api_key` and `base_url` default to the environment variables SVC_API_KEY and SVC_URL. A request ends if the service sends nothing for
    `timeout_seconds`. A request with a connection error or a temporary error is repeated up to `max_retries` times. Errors are subclasses of
    `SimulationServiceError`.
    """

    unwrap = staticmethod(unwrap)

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout_seconds: float = 60,
        max_retries: int = 2,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = settings_of(api_key, base_url, timeout_seconds, max_retries)
        self._transport = transport = AsyncTransport(settings, http_client)
        self.simulations = AsyncSimulations(transport, AsyncSimulation)
        self.runs: AsyncRuns[AsyncAnyRun] = AsyncRuns(
            transport,
            *(AsyncSimulation, AsyncSweep, AsyncGoal, AsyncSensitivity),
            *(AsyncFit, AsyncSurvey, AsyncBiasReport, AsyncLargeSimulation),
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

    def workflows(self, /, **filters: Any) -> AsyncListing[types.CaseStudyEntry]:
        """The workflows that the caller can run. `filters` are those of the API, such as `domain` and `country`."""
        return AsyncListing(self._transport, path_of("case-studies"), filters, unchanged)

    async def workflow(self, workflow_id: str) -> types.CaseStudy:
        """A workflow with its parameters and its evidence."""
        return cast("types.CaseStudy", await self._transport.data(path_of("case-studies", workflow_id)))

    async def upload(
        self,
        file: pandas.DataFrame | Path | str | bytes,
        *,
        name: str | None = None,
        format: Literal["csv", "ndjson", "parquet"] = "csv",
    ) -> types.Dataset:
        """Uploads a table, for fits: a DataFrame, the path of a file, or its content."""
        data = await self._transport.data(
            path_of("datasets"),
            method="POST",
            query={"name": name},
            content=upload_content(file, format),
            headers={"content-type": media_types[format]},
        )
        return cast("types.Dataset", data)

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Any operation of the API: `request("GET", "/v1/usage")["data"]`. `body` is sent as JSON.

        Returns the JSON of the response, the bytes of other media types, and None without content.
        """
        response = await self._transport.exchange(
            path, method=method.upper(), query=query, body=body, content=content, headers=headers
        )
        return content_of(response)

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.http.aclose()

    async def __aenter__(self) -> AsyncSimulationService:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.close()
