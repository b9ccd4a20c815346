"""The operations of all kinds of runs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast

from .._errors import SimulationServiceError, WaitTimeoutError
from .._frames import TableFormat
from .._progress import Progress, reporting
from .._requests import json_of, path_of
from .._shared import Event, completed, mapping, unchanged
from .run import AsyncRun, AsyncSimulation
from .transport import AsyncListing, AsyncTransport

if TYPE_CHECKING:
    import pandas

    from .. import types

R = TypeVar("R", bound=AsyncRun[Any])
Request = TypeVar("Request")

# A service that ends requests early is polled once per second.
_poll_seconds = 1.0


class _AsyncOperations(Generic[R]):
    """What all operations of runs share."""

    # Where runs are read.
    _path = "runs"

    def __init__(self, transport: AsyncTransport, *run_types: type[R]) -> None:
        self._transport = transport
        self._run_types = {run_type.object: run_type for run_type in run_types}

    def _run(self, record: Any) -> R:
        return self._run_types[record["object"]](self._transport, record)

    @property
    def _creation_path(self) -> str:
        return path_of(next(iter(self._run_types.values())).path)

    def _prefer(self, timeout: float | None) -> str | None:
        longest = self._transport.settings.wait_seconds
        seconds = int(min(longest, longest if timeout is None else timeout))
        return f"wait={seconds}" if seconds > 0 else None

    async def _create(self, request: Any, idempotency_key: str | None, prefer: str | None = None) -> R:
        headers = {"idempotency-key": idempotency_key, "prefer": prefer}
        body = mapping(request)
        return self._run(await self._transport.data(self._creation_path, method="POST", body=body, headers=headers))

    async def _create_and_wait(
        self, request: Any, progress: Progress, timeout: float | None, idempotency_key: str | None
    ) -> R:
        prefer = self._prefer(timeout) if progress is False else None
        created = await self._create(request, idempotency_key, prefer)
        # The points of a sweep are part of the record that `_wait` reads.
        if created.is_finished and created.object != "sweep":
            return completed(created)
        return completed(await self._wait(created.id, progress, timeout))

    async def _record(self, id: str, *parts: str, **options: Any) -> R:
        return self._run(await self._transport.data(path_of(self._path, id, *parts), **options))

    async def _wait(self, id: str, progress: Progress, timeout: float | None) -> R:
        deadline = None if timeout is None else time.monotonic() + timeout
        with reporting(progress) as report:
            if report and deadline is None:
                try:
                    async for event in self._transport.events(path_of(self._path, id, "events"), max_failures=1):
                        if event.event == "progress":
                            report(event.data)
                except SimulationServiceError:
                    pass  # No stream can be opened. Poll instead.
            while True:
                started = time.monotonic()
                remaining = None if deadline is None else max(0.0, deadline - started)
                # With progress, each second has its own request: a read from a stream cannot end at the deadline.
                most = _poll_seconds if report and deadline is not None else remaining
                prefer = self._prefer(most if remaining is None or most is None else min(most, remaining))
                record = await self._record(id, headers={"prefer": prefer})
                if report:
                    report(record["progress"])
                if record.is_finished:
                    return record
                now = time.monotonic()
                if deadline is not None and now >= deadline:
                    raise WaitTimeoutError(id, timeout or 0)
                pause = max(0.0, _poll_seconds - (now - started))
                await asyncio.sleep(pause if deadline is None else min(pause, deadline - now))


class AsyncCreation(_AsyncOperations[R], Generic[R, Request]):
    """Creates runs of one kind: goals, for example."""

    async def run(
        self,
        request: Request,
        *,
        progress: Progress = False,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> R:
        """Creates a run and waits for its result.

        Raises `RunFailedError` if it fails or is canceled, and `WaitTimeoutError` if it is not finished after `timeout` seconds.
        """
        return await self._create_and_wait(request, progress, timeout, idempotency_key)

    async def create(self, request: Request, *, idempotency_key: str | None = None) -> R:
        """Creates a run without waiting."""
        return await self._create(request, idempotency_key)

    async def dry_run(self, request: Request) -> dict[str, Any]:
        """What the run would be and cost, without creating it."""
        body = {**mapping(request), "dry_run": True}
        return cast("dict[str, Any]", await self._transport.data(self._creation_path, method="POST", body=body))


class AsyncRuns(_AsyncOperations[R]):
    """Runs by their ids: reads, waits for, changes and cancels them."""

    async def get(self, id: str) -> R:
        return await self._record(id)

    def list(self, /, **filters: Any) -> AsyncListing[R]:
        """The runs of the organization, newest first. `filters` are those of the API, such as `workflow_id="swissmetro-mode-choice"`."""
        return AsyncListing(self._transport, path_of(self._path), filters, self._run)

    async def update(self, id: str, changes: types.SimulationsUpdateRequest) -> R:
        """Changes name, notes or metadata. None deletes a value."""
        return await self._record(id, method="PATCH", body=changes)

    async def cancel(self, id: str) -> R:
        return await self._record(id, "cancel", method="POST")

    async def delete(self, id: str) -> dict[str, Any]:
        return cast("dict[str, Any]", await self._transport.data(path_of(self._path, id), method="DELETE"))

    async def wait(self, id: str, *, progress: Progress = False, timeout: float | None = None) -> R:
        """Waits until the run is finished, also without result.

        With `progress`, it follows the events of the run, and polls if no stream can be opened. Raises `WaitTimeoutError` after `timeout`
        seconds. Neither this nor an interruption cancels the run.
        """
        return await self._wait(id, progress, timeout)

    def events(self, id: str, *, max_failures: int = 10) -> AsyncIterator[Event]:
        """The events of a run until it is finished. Raises the last error after `max_failures` consecutive failed connections."""
        return self._transport.events(path_of(self._path, id, "events"), max_failures)

    async def table(self, id: str) -> pandas.DataFrame:
        """The numbers of the result as a DataFrame."""
        return await self._transport.frame(path_of(self._path, id, "table"))

    async def table_file(self, id: str, *, format: TableFormat = "csv") -> bytes:
        """The numbers of the result as a file."""
        return await self._transport.file(path_of(self._path, id, "table"), {"format": format})

    async def view(self, id: str) -> types.View:
        """The result in words: the answer in one sentence, sections, and what the figures do not contain."""
        return cast("types.View", await self._transport.data(path_of(self._path, id, "view")))

    async def manifest(self, id: str) -> dict[str, Any]:
        """Everything needed to compute the result again."""
        return cast("dict[str, Any]", await self._transport.data(path_of(self._path, id, "manifest")))

    async def report(self, id: str) -> str:
        """The report as a page of HTML."""
        return await self._transport.text(path_of(self._path, id, "report"))


@dataclass(frozen=True)
class AsyncAnswer:
    """The answer to a question."""

    simulation: AsyncSimulation
    simulations: list[AsyncSimulation]
    """All simulations of a question that compares scenarios, the first one included."""
    reading: types.AutoSimulationsAskResponseMeta
    """How the question was read: workflow, confidence, parameters, and words that were not used."""

    def _repr_html_(self) -> str | None:
        return self.simulation._repr_html_()


class AsyncSimulations(AsyncCreation[AsyncSimulation, "types.SimulationsCreateRequest"], AsyncRuns[AsyncSimulation]):
    _path = "simulations"

    async def run_workflow(
        self,
        /,
        workflow_id: str,
        scenario: Mapping[str, Any] | None = None,
        *,
        progress: Progress = False,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **options: Any,
    ) -> AsyncSimulation:
        """Simulates a workflow with a scenario, and waits for the result. `options` are fields of the API, such as `agent_count=500, seed=1`.

        Raises `RunFailedError` if the simulation fails or is canceled, and `WaitTimeoutError` if it is not finished after `timeout` seconds.
        """
        request = {**options, "workflow_id": workflow_id, "scenario_context": dict(scenario or {})}
        return await self._create_and_wait(request, progress, timeout, idempotency_key)

    async def ask(
        self,
        /,
        question: str,
        *,
        progress: Progress = False,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **options: Any,
    ) -> AsyncAnswer:
        """Asks a question, and waits for the simulations that answer it. `options` are fields of the API, such as `agent_count=500`.

        Raises `UnprocessableError` with the code `routing_low_confidence` if no workflow matches: `meta["alternatives"]` has requests to
        choose from. Raises `RunFailedError` if a simulation fails or is canceled.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        prefer = self._prefer(timeout) if progress is False else None
        response = await self._transport.exchange(
            path_of("simulations", "auto"),
            method="POST",
            body={"question": question, **options},
            headers={"idempotency-key": idempotency_key, "prefer": prefer},
        )
        body = json_of(response)
        others = [other["id"] for other in body["meta"]["also"] if other.get("id")]
        simulations = []
        # The service computes them concurrently. The first one shows the progress.
        for number, id in enumerate([body["data"]["id"], *others]):
            remaining = None if deadline is None else max(0.0, deadline - time.monotonic())
            simulations.append(completed(await self._wait(id, number == 0 and progress, remaining)))
        return AsyncAnswer(simulations[0], simulations, body["meta"])

    def agents(self, /, id: str, **filters: Any) -> AsyncListing[types.PartialAgent]:
        """The agents of a completed simulation. `filters` are those of the API: `fields`, `outcome` and `where`."""
        return AsyncListing(
            self._transport, path_of("simulations", id, "results"), {"limit": 100, **filters}, unchanged
        )

    async def results(self, /, id: str, **filters: Any) -> pandas.DataFrame:
        """The agents as a DataFrame, with the same filters."""
        return await self._transport.frame(path_of("simulations", id, "results"), filters)

    async def results_file(
        self, /, id: str, *, format: Literal["csv", "ndjson", "parquet"] = "csv", **filters: Any
    ) -> bytes:
        """The agents as a file, with the same filters."""
        return await self._transport.file(path_of("simulations", id, "results"), {**filters, "format": format})

    async def summary(
        self, id: str, *, group_by: str | None = None, where: Mapping[str, Any] | None = None
    ) -> types.GroupedSummary:
        """Shares with their intervals; of groups with `group_by`, of a segment with `where`."""
        query = {"group_by": group_by, "where": where}
        path = path_of("simulations", id, "summary")
        return cast("types.GroupedSummary", await self._transport.data(path, query=query))
