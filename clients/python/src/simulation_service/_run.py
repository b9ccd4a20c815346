"""The runs that the client returns: their JSON, with methods."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from ._errors import SimulationServiceError
from ._faces import Async, Face, Sync, verb
from ._frames import frame_format, frame_of
from ._operations import Operation, Settings, exchange, json_of, path_of, read_data
from ._plots import plot_goal, plot_shares, plot_sweep
from ._transports import AsyncTransport, SyncTransport

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from . import types

Data = TypeVar("Data")


def read_frame(settings: Settings, path: str, query: Mapping[str, Any] | None = None) -> Operation[pandas.DataFrame]:
    format = frame_format()
    response = yield from exchange(settings, path, query={**(query or {}), "format": format})
    return frame_of(response.content, format)


def read_report(settings: Settings, path: str) -> Operation[str]:
    response = yield from exchange(settings, path)
    return response.content.decode()


class Run(Face, dict[str, Any], Generic[Data]):
    """A run: the JSON object of the service, with methods. `data` is the same object with its type.

    Methods of runs of the asynchronous client are awaited.
    """

    object: ClassVar[str]
    path: ClassVar[str]

    def __init__(self, transport: SyncTransport | AsyncTransport, record: Mapping[str, Any]) -> None:
        super().__init__(record)
        self._transport = transport

    @property
    def data(self) -> Data:
        return cast(Data, self)

    @property
    def id(self) -> str:
        return cast(str, self["id"])

    @property
    def is_finished(self) -> bool:
        return self["status"] not in ("queued", "running")

    @verb
    def table(self) -> Operation[pandas.DataFrame]:
        """The numbers of the result."""
        return read_frame(self._settings, self._path_of("table"))

    @verb
    def to_pandas(self) -> Operation[pandas.DataFrame]:
        """The rows of the result: the agents of a simulation, and the table of other runs."""
        return self._read_rows()

    @verb
    def view(self) -> Operation[types.View]:
        """The result in words: the answer in one sentence, sections, and what the figures do not contain."""
        return read_data(self._settings, self._path_of("view"))

    @verb
    def report(self) -> Operation[str]:
        """The report as a page of HTML."""
        return read_report(self._settings, self._path_of("report"))

    def _read_rows(self) -> Operation[pandas.DataFrame]:
        return read_frame(self._settings, self._path_of("table"))

    def _path_of(self, part: str) -> str:
        return path_of("simulations" if self.object == "simulation" else "runs", self.id, part)

    def _completed(self) -> None:
        if self["status"] != "completed":
            raise ValueError(f"{self!r} has no result. Wait for it: client.runs.wait(run.id).")

    def __repr__(self) -> str:
        subject = f" of {self['workflow_id']}" if self.get("workflow_id") else ""
        return f"<{self['object'].capitalize()} {self.id}{subject}: {self['status']}>"

    def __reduce__(self) -> Any:
        # A copy, also in another process, is the JSON without the connection.
        return dict, (dict(self),)

    def _repr_html_(self) -> str | None:
        """The report, in a notebook. Its frame permits no scripts, and the page is escaped as an attribute."""
        if self["status"] != "completed":
            failure = self.get("failure")
            text = f"{self!r} {failure['message']}" if failure else repr(self)
            return f"<p>{html.escape(text)}</p>"
        try:
            with _blocking(self._transport) as transport:
                page = transport.perform(read_report(self._settings, self._path_of("report")))
        except SimulationServiceError:
            # The notebook shows `repr` instead.
            return None
        style = "width: 100%; height: 640px; border: 1px solid #ccc; background: #fff"
        return f'<iframe sandbox="" srcdoc="{html.escape(page)}" title="{html.escape(repr(self))}" style="{style}"></iframe>'


@contextmanager
def _blocking(transport: SyncTransport | AsyncTransport) -> Iterator[SyncTransport]:
    """Notebooks display objects without `await`, also those of the asynchronous client."""
    if isinstance(transport, SyncTransport):
        yield transport
        return
    own = SyncTransport(transport.settings)
    try:
        yield own
    finally:
        own.http.close()


class SimulationRun(Run["types.Simulation"]):
    object = "simulation"
    path = "simulations"

    def _read_rows(self) -> Operation[pandas.DataFrame]:
        return read_frame(self._settings, self._path_of("results"))

    @verb
    def plot(self, ax: Axes | None = None) -> Operation[Axes]:
        """Plots the shares of the outcomes and of the baseline, with their intervals. Needs matplotlib."""
        self._completed()
        yield from ()
        return plot_shares(self["summary"], ax)


class SweepRun(Run["types.SweepWithPoints"]):
    object = "sweep"
    path = "sweeps"

    @verb
    def plot(self, outcomes: Sequence[str] | None = None, ax: Axes | None = None) -> Operation[Axes]:
        """Plots the share of each outcome along the parameter, with its intervals. Needs matplotlib."""
        self._completed()
        response = yield from exchange(self._settings, self._path_of("table"), query={"format": "json"})
        return plot_sweep(
            json_of(response)["data"], [parameter["name"] for parameter in self["parameters"]], outcomes, ax
        )


class GoalRun(Run["types.Goal"]):
    object = "goal"
    path = "goals"

    @verb
    def plot(self, ax: Axes | None = None) -> Operation[Axes]:
        """Plots the objective along the parameter, and the found value. Needs matplotlib."""
        self._completed()
        yield from ()
        return plot_goal(self["result"], ax)


class SensitivityRun(Run["types.Sensitivity"]):
    object = "sensitivity"
    path = "sensitivities"


class FitRun(Run["types.Fit"]):
    object = "fit"
    path = "fits"


class SurveyRun(Run["types.Survey"]):
    object = "survey"
    path = "surveys"


class BiasReportRun(Run["types.BiasReport"]):
    object = "bias_report"
    path = "bias-reports"


class LargeSimulationRun(Run["types.LargeSimulation"]):
    object = "large_simulation"
    path = "large-simulations"


class Simulation(Sync, SimulationRun): ...
class Sweep(Sync, SweepRun): ...
class Goal(Sync, GoalRun): ...
class Sensitivity(Sync, SensitivityRun): ...
class Fit(Sync, FitRun): ...
class Survey(Sync, SurveyRun): ...
class BiasReport(Sync, BiasReportRun): ...
class LargeSimulation(Sync, LargeSimulationRun): ...
class AsyncSimulation(Async, SimulationRun): ...
class AsyncSweep(Async, SweepRun): ...
class AsyncGoal(Async, GoalRun): ...
class AsyncSensitivity(Async, SensitivityRun): ...
class AsyncFit(Async, FitRun): ...
class AsyncSurvey(Async, SurveyRun): ...
class AsyncBiasReport(Async, BiasReportRun): ...
class AsyncLargeSimulation(Async, LargeSimulationRun): ...
