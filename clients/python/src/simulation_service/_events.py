"""Server-sent events (WHATWG HTML, 9.2)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from ._errors import ApiError, ServiceConnectionError
from ._operations import Emit, Operation, Read, Sleep

# Delay before the next connection. It doubles up to the maximum while the service does not respond.
_first_delay_seconds = 1.0
_longest_delay_seconds = 15.0


@dataclass(frozen=True)
class Event:
    """`progress`, `state` or `done`, with its data."""

    event: str
    data: Any


class EventReader:
    """Reads server-sent events from pieces of text."""

    def __init__(self) -> None:
        self._buffer = ""
        self.last_event_id: str | None = None
        """`id` of the latest event, from which the next connection continues."""

    def read(self, text: str) -> list[Event]:
        """Returns the events that this piece completes."""
        # A lone \r at the end can be the first half of \r\n.
        buffer, rest = (text[:-1], "\r") if text.endswith("\r") else (text, "")
        *blocks, incomplete = re.sub(r"\r\n?", "\n", self._buffer + buffer).split("\n\n")
        self._buffer = incomplete + rest
        return [event for block in blocks for event in self._events_of(block)]

    def reset(self) -> None:
        """Call this when a connection ends. The service sends an incomplete event again."""
        self._buffer = ""

    def _events_of(self, block: str) -> list[Event]:
        fields: dict[str, list[str]] = {}
        for line in block.split("\n"):
            name, _, value = line.partition(":")
            fields.setdefault(name, []).append(value[1:] if value.startswith(" ") else value)
        if "id" in fields:
            self.last_event_id = fields["id"][-1]
        if "data" not in fields:
            return []
        return [Event(fields.get("event", ["message"])[-1], json.loads("\n".join(fields["data"])))]


def follow_events(
    open_after: Callable[[str | None], Operation[httpx.Response]], max_failures: float = float("inf")
) -> Operation[None]:
    """Emits the events of a run until `done`. Connects again after a lost connection, from the last received event.

    Raises the error of a stream that the service rejects for good, or the last one of `max_failures` consecutive errors.
    """
    reader = EventReader()
    wait_seconds = _first_delay_seconds
    failures = 0
    while True:
        try:
            response = yield from open_after(reader.last_event_id)
            if response.status_code == 204:
                return
            wait_seconds, failures = _first_delay_seconds, 0
            while True:
                text: str | ServiceConnectionError | None = yield Read()
                if isinstance(text, ServiceConnectionError):
                    raise text
                if text is None:
                    break
                for event in reader.read(text):
                    yield Emit(event)
                    if event.event == "done":
                        return
        except (ApiError, ServiceConnectionError) as error:
            failures += 1
            is_final = isinstance(error, ApiError) and not error.is_retryable
            if is_final or failures >= max_failures:
                raise
            requested = (isinstance(error, ApiError) and error.retry_after_seconds) or 0.0
            wait_seconds = max(requested, min(2 * wait_seconds, _longest_delay_seconds))
        reader.reset()
        yield Sleep(wait_seconds)
