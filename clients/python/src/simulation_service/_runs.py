"""The operations of all kinds of runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import httpx

from ._errors import RunFailedError, SimulationServiceError, WaitTimeoutError
from ._events import Event, follow_events
from ._faces import Async, Face, Sync, listing, stream, verb
from ._frames import TableFormat
from ._operations import Operation, Sleep, each, exchange, path_of, read_data, json_of
from ._progress import Progress, reporting
from ._run import Run, read_frame, read_report
from ._transports import AsyncTransport, SyncTransport

if TYPE_CHECKING:
    import pandas

    from . import types

R = TypeVar("R", bound=Run[Any])
Request = TypeVar("Request")

# A service that ends requests early is polled once per second.
_poll_seconds = 1.0


class _Runs(Face, Generic[R]):
    """What all operations of runs share."""

    # Where runs are read.
    _path = "runs"

    def __init__(self, transport: SyncTransport | AsyncTransport, *run_types: type[R]) -> None:
        self._transport = transport
        self._run_types = {run_type.object: run_type for run_type in run_types}

    def _run(self, record: Any) -> R:
        return self._run_types[record["object"]](self._transport, record)

    @property
    def _creation_path(self) -> str:
        return path_of(next(iter(self._run_types.values())).path)

    def _prefer(self, timeout: float | None) -> str | None:
        seconds = int(min(self._settings.wait_seconds, self._settings.wait_seconds if timeout is None else timeout))
        return f"wait={seconds}" if seconds > 0 else None

    def _create(self, request: Any, idempotency_key: str | None, prefer: str | None = None) -> Operation[R]:
        headers = {"idempotency-key": idempotency_key, "prefer": prefer}
        data = yield from read_data(
            self._settings, self._creation_path, method="POST", body=_mapping(request), headers=headers
        )
        return self._run(data)

    def _create_and_wait(
        self, request: Any, progress: Progress, timeout: float | None, idempotency_key: str | None
    ) -> Operation[R]:
        prefer = self._prefer(timeout) if progress is False else None
        created = yield from self._create(request, idempotency_key, prefer)
        # The points of a sweep are part of the record that `_wait` reads.
        if created.is_finished and created.object != "sweep":
            return completed(created)
        return completed((yield from self._wait(created.id, progress, timeout)))

    def _record(self, id: str, *parts: str, **options: Any) -> Operation[R]:
        return self._run((yield from read_data(self._settings, path_of(self._path, id, *parts), **options)))

    def _file(self, path: str, query: Mapping[str, Any]) -> Operation[bytes]:
        return (yield from exchange(self._settings, path, query=query)).content

    def _events(self, id: str, max_failures: float = float("inf")) -> Operation[None]:
        def open_after(last_event_id: str | None) -> Operation[httpx.Response]:
            headers = {"last-event-id": last_event_id}
            return exchange(self._settings, path_of(self._path, id, "events"), headers=headers, stream=True)

        return follow_events(open_after, max_failures)

    def _wait(self, id: str, progress: Progress, timeout: float | None) -> Operation[R]:
        deadline = None if timeout is None else time.monotonic() + timeout
        with reporting(progress) as report:
            if report and deadline is None:
                try:
                    yield from each(self._events(id, max_failures=1), partial(_report_event, report))
                except SimulationServiceError:
                    pass  # No stream can be opened. Poll instead.
            while True:
                started = time.monotonic()
                remaining = None if deadline is None else max(0.0, deadline - started)
                # With progress, each second has its own request: a read from a stream cannot end at the deadline.
                most = _poll_seconds if report and deadline is not None else remaining
                prefer = self._prefer(most if remaining is None or most is None else min(most, remaining))
                record = yield from self._record(id, headers={"prefer": prefer})
                if report:
                    report(record["progress"])
                if record.is_finished:
                    return record
                now = time.monotonic()
                if deadline is not None and now >= deadline:
                    raise WaitTimeoutError(id, timeout or 0)
                pause = max(0.0, _poll_seconds - (now - started))
                yield Sleep(pause if deadline is None else min(pause, deadline - now))


class RunCreation(_Runs[R], Generic[R, Request]):
    """Creates runs of one kind: goals, for example."""

    @verb
    def run(
        self,
        request: Request,
        *,
        progress: Progress = False,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> Operation[R]:
        """Creates a run and waits for its result.

        Raises `RunFailedError` if it fails or is canceled, and `WaitTimeoutError` if it is not finished after `timeout` seconds.
        """
        return self._create_and_wait(request, progress, timeout, idempotency_key)

    @verb
    def create(self, request: Request, *, idempotency_key: str | None = None) -> Operation[R]:
        """Creates a run without waiting."""
        return self._create(request, idempotency_key)

    @verb
    def dry_run(self, request: Request) -> Operation[dict[str, Any]]:
        """What the run would be and cost, without creating it."""
        body = {**_mapping(request), "dry_run": True}
        return read_data(self._settings, self._creation_path, method="POST", body=body)


class RunReading(_Runs[R]):
    """Runs by their ids: reads, waits for, changes and cancels them."""

    @verb
    def get(self, id: str) -> Operation[R]:
        return self._record(id)

    @listing
    def list(self, /, **filters: Any) -> tuple[str, dict[str, Any], Callable[[Any], R]]:
        """The runs of the organization, newest first. `filters` are those of the API, such as `workflow_id="swissmetro-mode-choice"`."""
        return path_of(self._path), filters, self._run

    @verb
    def update(self, id: str, changes: types.SimulationsUpdateRequest) -> Operation[R]:
        """Changes name, notes or metadata. None deletes a value."""
        return self._record(id, method="PATCH", body=changes)

    @verb
    def cancel(self, id: str) -> Operation[R]:
        return self._record(id, "cancel", method="POST")

    @verb
    def delete(self, id: str) -> Operation[dict[str, Any]]:
        return read_data(self._settings, path_of(self._path, id), method="DELETE")

    @verb
    def wait(self, id: str, *, progress: Progress = False, timeout: float | None = None) -> Operation[R]:
        """Waits until the run is finished, also without result.

        With `progress`, it follows the events of the run, and polls if no stream can be opened. Raises `WaitTimeoutError` after `timeout`
        seconds. Neither this nor an interruption cancels the run.
        """
        return self._wait(id, progress, timeout)

    @stream
    def events(self, id: str) -> Operation[None]:
        """The events of a run until it is finished."""
        return self._events(id)

    @verb
    def table(self, id: str) -> Operation[pandas.DataFrame]:
        """The numbers of the result as a DataFrame."""
        return read_frame(self._settings, path_of(self._path, id, "table"))

    @verb
    def table_file(self, id: str, *, format: TableFormat = "csv") -> Operation[bytes]:
        """The numbers of the result as a file."""
        return self._file(path_of(self._path, id, "table"), {"format": format})

    @verb
    def view(self, id: str) -> Operation[types.View]:
        """The result in words: the answer in one sentence, sections, and what the figures do not contain."""
        return read_data(self._settings, path_of(self._path, id, "view"))

    @verb
    def manifest(self, id: str) -> Operation[dict[str, Any]]:
        """Everything needed to compute the result again."""
        return read_data(self._settings, path_of(self._path, id, "manifest"))

    @verb
    def report(self, id: str) -> Operation[str]:
        """The report as a page of HTML."""
        return read_report(self._settings, path_of(self._path, id, "report"))


@dataclass(frozen=True)
class Answer(Generic[R]):
    """The answer to a question."""

    simulation: R
    simulations: list[R]
    """All simulations of a question that compares scenarios, the first one included."""
    reading: types.AutoSimulationsAskResponseMeta
    """How the question was read: workflow, confidence, parameters, and words that were not used."""

    def _repr_html_(self) -> str | None:
        return self.simulation._repr_html_()


class SimulationRuns(RunCreation[R, "types.SimulationsCreateRequest"], RunReading[R]):
    _path = "simulations"

    @verb
    def run_workflow(
        self,
        /,
        workflow_id: str,
        scenario: Mapping[str, Any] | None = None,
        *,
        progress: Progress = False,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **options: Any,
    ) -> Operation[R]:
        """Simulates a workflow with a scenario, and waits for the result. `options` are fields of the API, such as `agent_count=500, seed=1`.

        Raises `RunFailedError` if the simulation fails or is canceled, and `WaitTimeoutError` if it is not finished after `timeout` seconds.
        """
        request = {**options, "workflow_id": workflow_id, "scenario_context": dict(scenario or {})}
        return self._create_and_wait(request, progress, timeout, idempotency_key)

    @verb
    def ask(
        self,
        /,
        question: str,
        *,
        progress: Progress = False,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **options: Any,
    ) -> Operation[Answer[R]]:
        """Asks a question, and waits for the simulations that answer it. `options` are fields of the API, such as `agent_count=500`.

        Raises `UnprocessableError` with the code `routing_low_confidence` if no workflow matches: `meta["alternatives"]` has requests to
        choose from. Raises `RunFailedError` if a simulation fails or is canceled.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        prefer = self._prefer(timeout) if progress is False else None
        response = yield from exchange(
            self._settings,
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
            simulations.append(completed((yield from self._wait(id, number == 0 and progress, remaining))))
        return Answer(simulations[0], simulations, body["meta"])

    @listing
    def agents(self, /, id: str, **filters: Any) -> tuple[str, dict[str, Any], Callable[[Any], types.PartialAgent]]:
        """The agents of a completed simulation. `filters` are those of the API: `fields`, `outcome` and `where`."""
        return path_of("simulations", id, "results"), {"limit": 100, **filters}, _unchanged

    @verb
    def results(self, /, id: str, **filters: Any) -> Operation[pandas.DataFrame]:
        """The agents as a DataFrame, with the same filters."""
        return read_frame(self._settings, path_of("simulations", id, "results"), filters)

    @verb
    def results_file(
        self, /, id: str, *, format: Literal["csv", "ndjson", "parquet"] = "csv", **filters: Any
    ) -> Operation[bytes]:
        """The agents as a file, with the same filters."""
        return self._file(path_of("simulations", id, "results"), {**filters, "format": format})

    @verb
    def summary(
        self, id: str, *, group_by: str | None = None, where: Mapping[str, Any] | None = None
    ) -> Operation[types.GroupedSummary]:
        """Shares with their intervals; of groups with `group_by`, of a segment with `where`."""
        query = {"group_by": group_by, "where": where}
        return read_data(self._settings, path_of("simulations", id, "summary"), query=query)


class SyncCreation(Sync, RunCreation[R, Request]): ...
class AsyncCreation(Async, RunCreation[R, Request]): ...
class SyncRuns(Sync, RunReading[R]): ...
class AsyncRuns(Async, RunReading[R]): ...
class SyncSimulations(Sync, SimulationRuns[R]): ...
class AsyncSimulations(Async, SimulationRuns[R]): ...


def _report_event(report: Callable[[Mapping[str, Any]], object], event: Event) -> None:
    if event.event == "progress":
        report(event.data)


def completed(run: R) -> R:
    if run["status"] != "completed":
        raise RunFailedError(run)
    return run


def _unchanged(agent: types.PartialAgent) -> types.PartialAgent:
    return agent


def _mapping(request: Any) -> dict[str, Any]:
    if not isinstance(request, Mapping):
        raise TypeError('The request is a dict, such as {"workflow_id": "swissmetro-mode-choice"}.')
    return dict(request)
