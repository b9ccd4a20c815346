"""Sends requests with httpx, and reads lists and events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import httpx
from httpx_sse import EventSource

from .._errors import ApiError, ServiceConnectionError
from .._frames import frame_format, frame_of
from .._requests import Settings, connection_errors, json_of, parsed, request_of, retry_delay_seconds, successful
from .._shared import Event, Page

if TYPE_CHECKING:
    import pandas

T = TypeVar("T")

# Delay before the next connection. It doubles up to the maximum while the service does not respond.
_first_delay_seconds = 1.0
_longest_delay_seconds = 15.0


class AsyncTransport:
    def __init__(self, settings: Settings, http: httpx.AsyncClient | None = None) -> None:
        self.settings = settings
        self.http = http or httpx.AsyncClient(timeout=settings.timeout_seconds)

    async def exchange(self, path: str, *, stream: bool = False, **options: Any) -> httpx.Response:
        """Sends a request, and repeats it after connection errors and temporary errors with the same idempotency key.

        `options` are those of `request_of`. With `stream`, the body is not read, and the caller closes the response. Raises `ApiError` for
        each response other than 2xx.
        """
        request = request_of(self.settings, path, **options)
        retry = 0
        while True:
            try:
                with connection_errors(self.settings):
                    response = await self.http.send(
                        self.http.build_request(**request), stream=stream, follow_redirects=False
                    )
                    if not response.is_success:
                        await response.aread()
                return successful(response)
            except (ApiError, ServiceConnectionError) as error:
                delay_seconds = retry_delay_seconds(self.settings, error, retry)
                if delay_seconds is None:
                    raise
            await asyncio.sleep(delay_seconds)
            retry += 1

    async def data(self, path: str, **options: Any) -> Any:
        """`data` of the response to a request with the options of `exchange`."""
        return json_of(await self.exchange(path, **options))["data"]

    async def file(self, path: str, query: Mapping[str, Any]) -> bytes:
        return (await self.exchange(path, query=query)).content

    async def frame(self, path: str, query: Mapping[str, Any] | None = None) -> pandas.DataFrame:
        format = frame_format()
        return frame_of(await self.file(path, {**(query or {}), "format": format}), format)

    async def text(self, path: str) -> str:
        return (await self.exchange(path)).content.decode()

    async def events(self, path: str, max_failures: int = 10) -> AsyncIterator[Event]:
        """The events of a run until `done`. Connects again after a lost connection, from the last received event.

        Raises the error of a stream that the service rejects for good, or the last one of `max_failures` consecutive errors.
        """
        last_event_id: str | None = None
        wait_seconds, failures = _first_delay_seconds, 0
        while True:
            try:
                response = await self.exchange(path, headers={"last-event-id": last_event_id}, stream=True)
                try:
                    if response.status_code == 204:
                        return
                    wait_seconds, failures = _first_delay_seconds, 0
                    with connection_errors(self.settings):
                        async for message in EventSource(response).aiter_sse():
                            last_event_id = message.id or last_event_id
                            if not message.data:
                                continue
                            yield Event(message.event, parsed(message.data))
                            if message.event == "done":
                                return
                finally:
                    await response.aclose()
            except (ApiError, ServiceConnectionError) as error:
                failures += 1
                is_final = isinstance(error, ApiError) and not error.is_retryable
                if is_final or failures >= max_failures:
                    raise
                requested = (isinstance(error, ApiError) and error.retry_after_seconds) or 0.0
                wait_seconds = max(requested, min(2 * wait_seconds, _longest_delay_seconds))
            await asyncio.sleep(wait_seconds)


class AsyncListing(Generic[T]):
    """A list of the API. `async for` reads all items, page by page."""

    def __init__(
        self, transport: AsyncTransport, path: str, query: Mapping[str, Any], convert: Callable[[Any], T]
    ) -> None:
        self._transport = transport
        self._path = path
        self._query = query
        self._convert = convert

    async def pages(self) -> AsyncIterator[Page[T]]:
        cursor: str | None = None
        while True:
            body = json_of(await self._transport.exchange(self._path, query={**self._query, "cursor": cursor}))
            yield Page([self._convert(item) for item in body["data"]], body["meta"])
            cursor = body["meta"]["next_cursor"]
            if not body["meta"]["has_more"] or cursor is None:
                return

    async def first(self) -> Page[T]:
        """The first page."""
        return await anext(self.pages())

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page.data:
                yield item

    async def to_list(self, limit: int = 1_000) -> list[T]:
        """The first items."""
        items: list[T] = []
        if limit <= 0:
            return items
        async for page in self.pages():
            items.extend(page.data)
            if len(items) >= limit:
                break
        return items[:limit]
