"""The runs that the client returns: their JSON, with methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, Union, cast

from .._display import html_of
from .._plots import plot_goal, plot_shares, plot_sweep
from .._requests import json_of, path_of
from .transport import AsyncTransport

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from .. import types

Data = TypeVar("Data")


class AsyncRun(dict[str, Any], Generic[Data]):
    """A run: the JSON object of the service, with methods. `data` is the same object with its type."""

    object: ClassVar[str]
    path: ClassVar[str]

    def __init__(self, transport: AsyncTransport, record: Mapping[str, Any]) -> None:
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

    async def table(self) -> pandas.DataFrame:
        """The numbers of the result."""
        return await self._transport.frame(self._path_of("table"))

    async def to_pandas(self) -> pandas.DataFrame:
        """The rows of the result: the agents of a simulation, and the table of other runs."""
        return await self._transport.frame(self._path_of("results" if self.object == "simulation" else "table"))

    async def view(self) -> types.View:
        """The result in words: the answer in one sentence, sections, and what the figures do not contain."""
        return cast("types.View", await self._transport.data(self._path_of("view")))

    async def report(self) -> str:
        """The report as a page of HTML."""
        return await self._transport.text(self._path_of("report"))

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
        return html_of(self, self._transport, self._path_of("report"))


class AsyncSimulation(AsyncRun["types.Simulation"]):
    object = "simulation"
    path = "simulations"

    async def plot(self, ax: Axes | None = None) -> Axes:
        """Plots the shares of the outcomes and of the baseline, with their intervals. Needs matplotlib."""
        self._completed()
        return plot_shares(self["summary"], ax)


class AsyncSweep(AsyncRun["types.SweepWithPoints"]):
    object = "sweep"
    path = "sweeps"

    async def plot(self, outcomes: Sequence[str] | None = None, ax: Axes | None = None) -> Axes:
        """Plots the share of each outcome along the parameter, with its intervals. Needs matplotlib."""
        self._completed()
        rows = json_of(await self._transport.exchange(self._path_of("table"), query={"format": "json"}))["data"]
        return plot_sweep(rows, [parameter["name"] for parameter in self["parameters"]], outcomes, ax)


class AsyncGoal(AsyncRun["types.Goal"]):
    object = "goal"
    path = "goals"

    async def plot(self, ax: Axes | None = None) -> Axes:
        """Plots the objective along the parameter, and the found value. Needs matplotlib."""
        self._completed()
        return plot_goal(self["result"], ax)


class AsyncSensitivity(AsyncRun["types.Sensitivity"]):
    object = "sensitivity"
    path = "sensitivities"


class AsyncFit(AsyncRun["types.Fit"]):
    object = "fit"
    path = "fits"


class AsyncSurvey(AsyncRun["types.Survey"]):
    object = "survey"
    path = "surveys"


class AsyncBiasReport(AsyncRun["types.BiasReport"]):
    object = "bias_report"
    path = "bias-reports"


class AsyncLargeSimulation(AsyncRun["types.LargeSimulation"]):
    object = "large_simulation"
    path = "large-simulations"


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
