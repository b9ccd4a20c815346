from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from conftest import Faults, failed

from simulation_service import AsyncSimulationService, Event, NotFoundError, SimulationService


class Lost(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A stream whose connection is lost after its first piece."""

    def __init__(self, piece: bytes) -> None:
        self.piece = piece

    def __iter__(self) -> Iterator[bytes]:
        yield self.piece
        raise httpx.ReadError("lost")

    async def __aiter__(self):  # type: ignore[no-untyped-def]
        for piece in self:
            yield piece


stream_type = {"content-type": "text/event-stream"}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_each_line_end_of_the_standard_is_read_and_events_without_data_are_left_out(line_end: str, faults: Faults) -> None:
    lines = ["retry: 1000", "", "event: progress", "id: 1", 'data: {"a":', "data: 1}", "", ":", "", "event: done", "data:2", "", ""]
    faults.outcomes = [httpx.Response(200, content=line_end.join(lines).encode(), headers=stream_type)]
    http = httpx.Client(transport=httpx.MockTransport(faults.handle))
    events = list(SimulationService("k", "http://127.0.0.1:1", http_client=http).simulations.events("sim_1"))
    assert events == [Event("progress", {"a": 1}), Event("done", 2)]


@pytest.mark.parametrize("face", ["sync", "async"])
def test_a_lost_stream_continues_after_the_last_event(face: str, faults: Faults) -> None:
    first = 'event: progress\nid: 7\ndata: {"agents_done":1,"text":"é"}\n\nevent: progress\nda'.encode()
    faults.outcomes = [
        httpx.Response(200, stream=Lost(first), headers=stream_type),
        httpx.Response(200, content=b'event: done\ndata: {"id":"sim_1"}\n\nevent: late\ndata: {}\n\n', headers=stream_type),
    ]
    transport = httpx.MockTransport(faults.handle)

    async def read_all() -> list[Event]:
        http = httpx.AsyncClient(transport=transport)
        async with AsyncSimulationService("k", "http://127.0.0.1:1", http_client=http) as client:
            return [event async for event in client.simulations.events("sim_1")]

    if face == "async":
        events = asyncio.run(read_all())
    else:
        http = httpx.Client(transport=transport)
        events = list(SimulationService("k", "http://127.0.0.1:1", http_client=http).simulations.events("sim_1"))
    assert events == [Event("progress", {"agents_done": 1, "text": "é"}), Event("done", {"id": "sim_1"})]
    assert [request.headers.get("last-event-id") for request in faults.requests] == [None, "7"]
    assert faults.pauses == [2.0]


def test_a_stream_that_the_service_rejects_is_an_error(faults: Faults) -> None:
    faults.outcomes = [failed(404, "simulation_not_found")]
    http = httpx.Client(transport=httpx.MockTransport(faults.handle))
    with pytest.raises(NotFoundError):
        next(SimulationService("k", "http://127.0.0.1:1", http_client=http).simulations.events("sim_1"))
